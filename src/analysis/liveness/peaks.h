/* Curves of live bytes over the steps of the program tree, and their peaks: of tiles, of an IPU,
 * and of any curve. Swept by events, so that steps × classes is never touched. */
#pragma once

#include "analysis/liveness/live-step.h"
#include "analysis/memory/tile-bytes.h"
#include "model/liveness.h"
#include "model/memory.h"
#include "model/target.h"
#include "model/tile-set.h"
#include "model/variables.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* A tile at its own worst step: always live + not always live are `bytes`. */
typedef struct {
  guint32 tile; /* number */
  guint32 step; /* the first with the most not-always-live bytes; 0 where there are none */
  guint64 always_live, not_always_live, bytes;
  /* The first step at which live bytes alone exceed the tile's memory; G_MAXUINT32: at none, or the
   * memory is not known. */
  guint32 first_over;
} PoplensTilePeak;

/* @target: (nullable). Of each tile of @memory, in its order, from the lowered variables
 * (formats.md 3.9). NULL only where @cancellable was cancelled. (transfer full) GArray of
 * PoplensTilePeak */
GArray *poplens_tile_peaks (const PoplensLiveness *liveness, const PoplensVariables *variables,
                            const PoplensMemory *memory, const PoplensTarget *target,
                            GCancellable *cancellable);
/* The same from bytes by tile and class; the file's own sums are a third of the rows. */
GArray *poplens_tile_peaks_of (const PoplensLiveness *liveness, const PoplensTileBytes *bytes,
                               const PoplensMemory *memory, const PoplensTarget *target,
                               GCancellable *cancellable);
/* Whether they are what the file itself says of every tile: always_live_bytes and
 * not_always_live_max_bytes of memory_by_tile. */
gboolean poplens_tile_peaks_agree (const GArray *peaks, const PoplensMemory *memory);
/* The first of those with the most bytes, or NULL. */
const PoplensTilePeak *poplens_tile_peaks_worst (const GArray *peaks);
/* The first of those that overflow before all others, and how many overflow at that step; NULL
 * where no tile does by live bytes alone. */
const PoplensTilePeak *poplens_tile_peaks_first_over (const GArray *peaks, guint32 *tiles);

/* Live bytes of some tiles at each step. Immutable, counted. */
typedef struct {
  guint32 n_steps;
  guint64 always_live;
  guint64 *not_always_live; /* by step */
  guint32 peak_step;        /* the first with the most; G_MAXUINT32 where there is no step */
} PoplensLiveCurve;

/* Of @tiles, from the lowered variables. NULL only where @cancellable was cancelled. */
PoplensLiveCurve *poplens_live_curve_new (const PoplensLiveness *liveness,
                                          const PoplensVariables *variables,
                                          const PoplensTileSet *tiles, GCancellable *cancellable);
/* Of some variables. */
PoplensLiveCurve *poplens_class_bytes_curve (const PoplensLiveness *liveness,
                                             const PoplensClassBytes *bytes);
/* All tiles: as the file gives it. */
PoplensLiveCurve *poplens_live_curve_new_all (const PoplensLiveness *liveness);
PoplensLiveCurve *poplens_live_curve_ref (PoplensLiveCurve *self);
void poplens_live_curve_free (PoplensLiveCurve *self); /* drops a reference */

/* A rise of the curve with a fall on either side, or the curve's end. */
typedef struct {
  guint32 first, last; /* steps of its plateau */
  guint64 bytes;       /* there */
  /* Above the higher of the lowest points on either side, up to what is higher or the curve's end
   * (beyond it nothing is live); of the highest, above the lowest step. */
  guint64 rise;
} PoplensLocalPeak;

/* The @most peaks with the largest rise, highest first, ties by step. A flat curve has none.
 * (transfer full) GArray of PoplensLocalPeak */
GArray *poplens_local_peaks (const guint64 *curve, guint32 n, guint most);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLiveCurve, poplens_live_curve_free)

G_END_DECLS
