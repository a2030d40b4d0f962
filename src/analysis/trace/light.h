/* Lightweight profiling in numbers: what each tile recorded and lost, what each block took, and how
 * far the clocks of IPUs are apart. Cycles are those of the tile, as the file has them. */
#pragma once

#include "base/work.h"
#include "model/light-blocks.h"

G_BEGIN_DECLS

/* What a tile recorded. Sums count cycles of nested blocks twice, .covered and .lost do not. */
typedef struct {
  guint32 tile, ipu;
  guint64 from, to; /* the first begin, the last end */
  guint64 n[POPLENS_N_LIGHT_TYPES];
  guint64 cycles[POPLENS_N_LIGHT_TYPES]; /* Σ of lengths */
  guint64 covered; /* cycles in which a block ran that is no overflow, each once */
  guint64 lost;    /* cycles within overflows, each once */
} PoplensLightTile;

/* @tiles_per_ipu: 0: all are of IPU 0. Returns: (transfer full) GArray of PoplensLightTile, in
 * the order of the part */
GArray *poplens_light_tiles (const PoplensLightBlocks *blocks, guint32 tiles_per_ipu);

/* An IPU's clock. */
typedef struct {
  guint32 ipu, n_tiles;
  guint64 from, to; /* of its tiles */
  guint64 lost;     /* Σ over its tiles */
} PoplensLightIpu;

/* @tiles: as above. Returns: (transfer full) GArray of PoplensLightIpu, rising */
GArray *poplens_light_ipus (const GArray *tiles);

/* ---- cycles that count ------------------------------------------------------------------------
 */

/* Which rows and cycles: of rows [first, end) those that touch [from, to), cut at both. What is
 * added to a row's cycles before: minus its IPU's .from where all IPUs count from their first. */
typedef struct {
  gboolean has_range;
  guint64 from, to;
  gboolean from_first;
  int ipu; /* −1: all */
} PoplensLightWanted;

/* FALSE where @row does not touch the range; *@from and *@to: its cycles from @origin on that do
 * (see poplens_light_origin ()). A block without length counts where it stands. */
gboolean poplens_light_cut (const PoplensLightBlocks *blocks, guint32 row, guint64 origin,
                            const PoplensLightWanted *wanted, guint64 *from, guint64 *to);

/* One kind of block: of a type and id, on all tiles that count. */
typedef struct {
  guint8 type; /* as the file has it */
  gint64 id;
  guint64 n, cycles; /* of these, cut at the range */
  guint64 shortest, longest;
  guint32 tiles;
  guint32 longest_row;
  guint32 last_tile; /* entry of .tile, while they are counted */
} PoplensLightSum;

/* Returns: (transfer full) GArray of PoplensLightSum, most cycles first, ties by type and id */
GArray *poplens_light_sums (const PoplensLightBlocks *blocks, const GArray *tiles,
                            const PoplensLightWanted *wanted);

/* The first and one behind the last row of @ipu; all rows for −1. */
void poplens_light_rows (const PoplensLightBlocks *blocks, const GArray *tiles, int ipu,
                         guint32 *first, guint32 *end);
/* What is taken from cycles of @ipu: its first where they count from there, else 0. */
guint64 poplens_light_origin (const GArray *ipus, guint32 ipu, gboolean from_first);

/* ---- tracks ---------------------------------------------------------------------------------- */

/* Blocks of lightweight profiling in tracks: a tile's blocks nest and overlap, so each tile has as
 * many tracks as run at once (lanes.h), and within a track they follow one another. */

typedef struct {
  guint32 tile;       /* entry of the part's .tile */
  guint32 lane;       /* 0 … of the tile */
  guint32 first, end; /* of .rows */
} PoplensLightTrack;

typedef struct {
  GArray *tracks; /* of PoplensLightTrack: by tile and lane */
  GArray *rows;   /* of guint32, of the blocks: by track, then by begin */
  guint64 n_lost; /* overflows among them … */
  guint64 lost;   /* … and their cycles, within the range */
} PoplensLightTracks;

/* Those blocks that @wanted has, as poplens_light_cut () says. @tiles, @ipus: see light.h. NULL
 * where its work is not wanted any more. @work: (nullable). (transfer full) */
PoplensLightTracks *poplens_light_tracks_new (const PoplensLightBlocks *blocks, const GArray *tiles,
                                              const GArray *ipus, const PoplensLightWanted *wanted,
                                              const PoplensWork *work);
void poplens_light_tracks_free (PoplensLightTracks *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLightTracks, poplens_light_tracks_free)

G_END_DECLS
