/* Statistics of lightweight profiling: what each tile recorded and lost, what each block took, and
 * the clocks of IPUs. Cycles are those of the tile's clock, as in the file. */
#pragma once

#include "base/work.h"
#include "model/light-blocks.h"

G_BEGIN_DECLS

/* Totals of a tile. Sums count cycles of nested blocks several times; .covered and .lost do not. */
typedef struct {
  guint32 tile, ipu;
  guint64 from, to; /* first begin and last end, cycles */
  guint64 n[POPLENS_N_LIGHT_TYPES];
  guint64 cycles[POPLENS_N_LIGHT_TYPES]; /* Σ of lengths, by type */
  guint64 covered;                       /* cycles within blocks other than overflows, each once */
  guint64 lost;                          /* cycles within overflows, each once */
} PoplensLightTile;

/* Sums each tile that has blocks. @tiles_per_ipu: 0: all tiles are of IPU 0. (transfer full):
 * GArray of PoplensLightTile, in the order of @blocks */
GArray *poplens_light_tiles (const PoplensLightBlocks *blocks, guint32 tiles_per_ipu);

/* The clock of an IPU. */
typedef struct {
  guint32 ipu, n_tiles;
  guint64 from, to; /* first begin and last end on its tiles */
  guint64 lost;     /* Σ of .lost of its tiles */
} PoplensLightIpu;

/* Sums the tiles of each IPU. @tiles: of poplens_light_tiles (). (transfer full): GArray of
 * PoplensLightIpu, by number */
GArray *poplens_light_ipus (const GArray *tiles);

/* ---- selection of blocks --------------------------------------------------------------------- */

/* Which blocks count: those on .ipu that touch [from, to), cut to it. .from_first: cycles are
 * relative to the first begin on each IPU. */
typedef struct {
  gboolean has_range;
  guint64 from, to;
  gboolean from_first;
  int ipu; /* −1: all */
} PoplensLightWanted;

/* Cuts a row to the range. FALSE if it does not touch the range; a block of length 0 does if it
 * begins there. @origin: see poplens_light_origin (). @from, @to: (out): cycles relative to
 * @origin. */
gboolean poplens_light_cut (const PoplensLightBlocks *blocks, guint32 row, guint64 origin,
                            const PoplensLightWanted *wanted, guint64 *from, guint64 *to);

/* Totals of the blocks of one type and id, on all tiles that count. */
typedef struct {
  guint8 type; /* type number in the file */
  gint64 id;
  guint64 n, cycles; /* number of blocks; their cycles, cut to the range */
  guint64 shortest, longest;
  guint32 tiles; /* number of tiles that have such a block */
  guint32 longest_row;
  guint32 last_tile; /* index in .tile of the last counted tile, while summing */
} PoplensLightSum;

/* Sums the wanted blocks by type and id. @tiles: of poplens_light_tiles (). (transfer full): GArray
 * of PoplensLightSum, most cycles first, ties by type and id */
GArray *poplens_light_sums (const PoplensLightBlocks *blocks, const GArray *tiles,
                            const PoplensLightWanted *wanted);

/* Finds the rows of @ipu: [*@first, *@end); all rows for −1. @tiles: of poplens_light_tiles (). */
void poplens_light_rows (const PoplensLightBlocks *blocks, const GArray *tiles, int ipu,
                         guint32 *first, guint32 *end);
/* Returns the origin of cycles of @ipu: its first begin if @from_first, otherwise 0. @ipus: of
 * poplens_light_ipus (). */
guint64 poplens_light_origin (const GArray *ipus, guint32 ipu, gboolean from_first);

/* ---- tracks ---------------------------------------------------------------------------------- */

/* Tracks: blocks of a tile nest and overlap, so each tile has as many tracks as blocks that run at
 * once (lanes.h); within a track blocks do not overlap. */

/* A track of a tile. */
typedef struct {
  guint32 tile;       /* index in PoplensLightBlocks.tile */
  guint32 lane;       /* number within the tile, from 0 */
  guint32 first, end; /* range in .rows */
} PoplensLightTrack;

/* Tracks of all tiles. */
typedef struct {
  GArray *tracks; /* PoplensLightTrack, by tile and lane */
  GArray *rows;   /* guint32 rows of the blocks, by track, then by begin */
  guint64 n_lost; /* number of overflows among them */
  guint64 lost;   /* cycles of these overflows within the range */
} PoplensLightTracks;

/* Assigns the wanted blocks to tracks. @tiles: of poplens_light_tiles (). @ipus: of
 * poplens_light_ipus (). NULL if @work was cancelled. @work: (nullable). (transfer full) */
PoplensLightTracks *poplens_light_tracks_new (const PoplensLightBlocks *blocks, const GArray *tiles,
                                              const GArray *ipus, const PoplensLightWanted *wanted,
                                              const PoplensWork *work);
void poplens_light_tracks_free (PoplensLightTracks *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLightTracks, poplens_light_tracks_free)

G_END_DECLS
