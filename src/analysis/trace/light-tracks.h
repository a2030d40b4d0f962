/* Blocks of lightweight profiling in tracks: a tile's blocks nest and overlap, so each tile has as
 * many tracks as run at once (lanes.h), and within a track they follow one another. */
#pragma once

#include "analysis/trace/light.h"
#include "base/work.h"

G_BEGIN_DECLS

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
