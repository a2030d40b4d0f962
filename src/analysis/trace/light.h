/* Statistics of lightweight profiling: what each tile recorded and lost, how long each block took,
 * and the range of each IPU's clock. Cycles are those of the tile's clock, as in the file. */
#pragma once

#include "base/work.h"
#include "model/light-blocks.h"

G_BEGIN_DECLS

/* Totals of a tile. In .cycles, nested blocks count several times; in .covered and .lost, each
 * cycle counts once. */
typedef struct {
  guint32 tile, ipu;
  guint64 from, to; /* first begin and last end of a block, cycles */
  guint64 n[POPLENS_N_LIGHT_TYPES];
  guint64 cycles[POPLENS_N_LIGHT_TYPES]; /* Σ of the lengths of blocks, by type */
  guint64 covered; /* cycles within blocks other than overflows; each counts once */
  guint64 lost;    /* cycles within overflows, in which no blocks were recorded; each counts once */
} PoplensLightTile;

/* Sums up each tile that has blocks. @tiles_per_ipu: 0: all tiles belong to IPU 0. (transfer full):
 * GArray of PoplensLightTile, in the order of @blocks */
GArray *poplens_light_tiles (const PoplensLightBlocks *blocks, guint32 tiles_per_ipu);

/* Range of the clock of an IPU, and lost cycles of its tiles. */
typedef struct {
  guint32 ipu, n_tiles;
  guint64 from, to; /* first begin and last end of a block on its tiles, cycles */
  guint64 lost;     /* Σ of .lost of its tiles */
} PoplensLightIpu;

/* Sums up the tiles of each IPU. @tiles: of poplens_light_tiles (). (transfer full): GArray of
 * PoplensLightIpu, by number */
GArray *poplens_light_ipus (const GArray *tiles);

/* ---- selection of blocks --------------------------------------------------------------------- */

/* Selects blocks by IPU and by a range of cycles, to which the blocks are cut. .from_first: TRUE:
 * the cycles of each IPU count from its first block. */
typedef struct {
  gboolean has_range;
  guint64 from, to;
  gboolean from_first;
  int ipu; /* number of the IPU; −1: all */
} PoplensLightWanted;

/* Cuts the block in @row to a range. FALSE if the block does not touch the range. A block of length
 * 0 touches the range if it starts in the range. @origin: see poplens_light_origin (). @from, @to:
 * (out): cycles relative to @origin. */
gboolean poplens_light_cut (const PoplensLightBlocks *blocks, guint32 row, guint64 origin,
                            const PoplensLightWanted *wanted, guint64 *from, guint64 *to);

/* Totals of the selected blocks of one type and id, on all selected tiles. */
typedef struct {
  guint8 type; /* number of the type in the file */
  gint64 id;
  guint64 n, cycles; /* number of blocks; their cycles within the range */
  guint64 shortest, longest;
  guint32 tiles; /* number of tiles that have such a block */
  guint32 longest_row;
  guint32 last_tile; /* index in PoplensLightBlocks.tile of the tile that was counted last; used
                        while summing */
} PoplensLightSum;

/* Sums up the selected blocks by type and id. @tiles: of poplens_light_tiles (). (transfer full):
 * GArray of PoplensLightSum, most cycles first, ties by type and id */
GArray *poplens_light_sums (const PoplensLightBlocks *blocks, const GArray *tiles,
                            const PoplensLightWanted *wanted);

/* Finds the rows [*@first, *@end) of the blocks on @ipu. @ipu: −1: all rows. @tiles: of
 * poplens_light_tiles (). */
void poplens_light_rows (const PoplensLightBlocks *blocks, const GArray *tiles, int ipu,
                         guint32 *first, guint32 *end);
/* Returns the cycle from which cycles of @ipu are counted: its first begin if @from_first,
 * otherwise 0. @ipus: of poplens_light_ipus (). */
guint64 poplens_light_origin (const GArray *ipus, guint32 ipu, gboolean from_first);

/* ---- tracks ---------------------------------------------------------------------------------- */

/* Tracks of blocks. Blocks of a tile nest and overlap, so each tile has as many tracks as blocks
 * that run at the same time (lanes.h). Within a track blocks do not overlap. */

/* A track: blocks of a tile that do not overlap. */
typedef struct {
  guint32 tile;       /* index in PoplensLightBlocks.tile */
  guint32 lane;       /* number of the track within the tile, from 0 */
  guint32 first, end; /* range in PoplensLightTracks.rows */
} PoplensLightTrack;

/* Tracks of all tiles. */
typedef struct {
  GArray *tracks; /* PoplensLightTrack, by tile and lane */
  GArray *rows;   /* guint32 rows of the blocks, by track, then by begin */
  guint64 n_lost; /* number of overflows among the blocks */
  guint64 lost;   /* cycles of these overflows within the range */
} PoplensLightTracks;

/* Assigns the selected blocks to tracks. @tiles: of poplens_light_tiles (). @ipus: of
 * poplens_light_ipus (). NULL if @work was cancelled. @work: (nullable). (transfer full) (nullable)
 */
PoplensLightTracks *poplens_light_tracks_new (const PoplensLightBlocks *blocks, const GArray *tiles,
                                              const GArray *ipus, const PoplensLightWanted *wanted,
                                              const PoplensWork *work);
void poplens_light_tracks_free (PoplensLightTracks *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLightTracks, poplens_light_tracks_free)

G_END_DECLS
