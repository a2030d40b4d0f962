/* Curves of live bytes over the steps of the program tree, and their peaks: by tile, and of any
 * curve. Computed from events (a class becomes live, or is freed), so that the time does not grow
 * with steps × classes. */
#pragma once

#include "analysis/liveness/live-step.h"
#include "analysis/memory/tile-bytes.h"
#include "model/liveness.h"
#include "model/memory.h"
#include "model/target.h"
#include "model/tile-set.h"
#include "model/variables.h"

#include <gio/gio.h>
#include <glib.h>

G_BEGIN_DECLS

/* A tile at the step with its most live bytes. .bytes is always live + not always live. */
typedef struct {
  guint32 tile; /* number */
  guint32 step; /* first step with the most not-always-live bytes; 0 if there are none */
  guint64 always_live, not_always_live, bytes;
  /* First step at which live bytes alone exceed the tile's memory; G_MAXUINT32: no step, or the
   * memory is unknown. */
  guint32 first_over;
} PoplensTilePeak;

/* Finds the peak of each tile of @memory, in its order, from the lowered variables (formats.md
 * 3.9). @target: (nullable): NULL: the memory of a tile is unknown. NULL only if cancelled.
 * (transfer full) (nullable) GArray of PoplensTilePeak */
GArray *poplens_tile_peaks (const PoplensLiveness *liveness, const PoplensVariables *variables,
                            const PoplensMemory *memory, const PoplensTarget *target,
                            GCancellable *cancellable);
/* Finds the peaks as poplens_tile_peaks () does, but from bytes by tile and class: these sums,
 * which the file records, have a third as many rows. */
GArray *poplens_tile_peaks_of (const PoplensLiveness *liveness, const PoplensTileBytes *bytes,
                               const PoplensMemory *memory, const PoplensTarget *target,
                               GCancellable *cancellable);
/* TRUE if the peaks are those that the file records for every tile: always_live_bytes and
 * not_always_live_max_bytes of memory_by_tile. */
gboolean poplens_tile_peaks_agree (const GArray *peaks, const PoplensMemory *memory);
/* Returns the first peak with the most bytes. (transfer none) (nullable): NULL: there are no
 * tiles */
const PoplensTilePeak *poplens_tile_peaks_worst (const GArray *peaks);
/* Returns the first tile of those that exceed their memory earliest. @tiles: (out): how many do at
 * that step. (transfer none) (nullable): NULL: no tile does by live bytes alone */
const PoplensTilePeak *poplens_tile_peaks_first_over (const GArray *peaks, guint32 *tiles);

/* Live bytes of some tiles at each step. Immutable, reference counted. */
typedef struct {
  guint32 n_steps;
  guint64 always_live;
  guint64 *not_always_live; /* [n_steps] */
  guint32 peak_step;        /* first step with the most; G_MAXUINT32: there are no steps */
} PoplensLiveCurve;

/* Computes the curve of @tiles from the lowered variables. NULL only if cancelled. (transfer full)
 * (nullable) */
PoplensLiveCurve *poplens_live_curve_new (const PoplensLiveness *liveness,
                                          const PoplensVariables *variables,
                                          const PoplensTileSet *tiles, GCancellable *cancellable);
/* Computes the curve of the variables in @bytes. (transfer full) */
PoplensLiveCurve *poplens_class_bytes_curve (const PoplensLiveness *liveness,
                                             const PoplensClassBytes *bytes);
/* Returns the curve of all tiles, as the file records it. (transfer full) */
PoplensLiveCurve *poplens_live_curve_new_all (const PoplensLiveness *liveness);
PoplensLiveCurve *poplens_live_curve_ref (PoplensLiveCurve *self);
void poplens_live_curve_free (PoplensLiveCurve *self); /* drops a reference; NULL is allowed */

/* A local maximum of the curve. Both ends of the curve count as falls. */
typedef struct {
  guint32 first, last; /* steps of the plateau */
  guint64 bytes;       /* at these steps */
  /* Height above the surroundings: above the higher of the lowest values on both sides, each up to
   * the next higher value or the end of the curve (beyond it nothing is live). Of the highest peak:
   * height above the lowest step. */
  guint64 rise;
} PoplensLocalPeak;

/* Returns the @most peaks with the largest rise, the highest first, ties by step. A flat curve has
 * none. (transfer full) GArray of PoplensLocalPeak */
GArray *poplens_local_peaks (const guint64 *curve, guint32 n, guint most);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLiveCurve, poplens_live_curve_free)

/* ---- order of steps -------------------------------------------------------------------------- */

/* The order in which classes become live and are freed. Computed once, so that the live bytes of
 * each tile can be followed over the steps without sorting. Private to the analysis. */

/* A position in the program: a step, or one of 65,535 positions between it and the next step, for
 * what a changed program does there. */
#define POPLENS_STEP_POSITION(step) ((guint64) (step) << 16)
#define POPLENS_POSITION_STEP(position) ((guint32) ((position) >> 16))

/* Positions [from, to) at which a class is live; not empty. Ranges of one class neither overlap nor
 * touch. */
typedef struct {
  guint32 class_row;
  guint64 from, to;
} PoplensClassRange;

/* Events of the classes that are not always live: a class becomes live, or is freed. A position has
 * events only if no earlier one has the same live classes: on no tile can it have more live bytes
 * than the earlier one. So the number of events is limited by that of the different sets, however
 * often a file repeats them. */
typedef struct {
  guint32 n;          /* number of events, sorted by position; at most two per range */
  guint32 *rank;      /* by event: number of its position, ascending; equal at one position */
  guint32 *step;      /* by event */
  guint32 *class_row; /* by event: row in liveness->class_id */
  guint8 *freed;      /* by event: TRUE: freed; FALSE: becomes live */
  guint32 n_classes;
  /* [n_classes + 1] class row c has events event[first[c]] … event[first[c + 1] − 1]. */
  guint32 *first;
  guint32 *event;
} PoplensStepOrder;

/* Builds the order of @ranges (PoplensClassRange) of @n_classes class rows. (transfer full) */
PoplensStepOrder *poplens_step_order_new_ranges (const GArray *ranges, guint32 n_classes);
/* Lists the ranges of the classes that are not always live, by class row and position. Merges
 * ranges that overlap or touch. (transfer full): GArray of PoplensClassRange */
GArray *poplens_class_ranges_collect (const PoplensLiveness *liveness);
void poplens_step_order_free (PoplensStepOrder *self);

/* Returns the size of a set of events, in 64-bit words. Between tiles the set is all zeros. */
gsize poplens_step_order_words (const PoplensStepOrder *self);
/* Adds the events of the class at @row to the set @marks. */
void poplens_step_order_mark (const PoplensStepOrder *self, guint32 row, guint64 *marks);

/* Returns the highest sum of @amount (by class row) over the events in @marks, step by step; 0 if
 * it never rises above 0. Changes at one step count together. Clears @marks. @step: (out): first
 * step with that sum, or G_MAXUINT32 */
guint64 poplens_step_order_highest (const PoplensStepOrder *self, guint64 *marks,
                                    const guint64 *amount, guint32 *step);

/* Follows the events in @marks step by step, and clears @marks. Calls @at for each step at which
 * something changes, after all its changes. @amounts: [n_amounts], each by class row; .sums are
 * their sums over the live classes. */
#define POPLENS_STEP_ORDER_MOST_SUMS 2
typedef void (*PoplensStepOrderFunc) (guint32 step, const guint64 *sums, gpointer user_data);
void poplens_step_order_follow (const PoplensStepOrder *self, guint64 *marks,
                                const guint64 *const *amounts, guint n_amounts,
                                PoplensStepOrderFunc at, gpointer user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensStepOrder, poplens_step_order_free)

/* ---- ranges of classes ----------------------------------------------------------------------- */

/* Ranges of eq_class_step by class. Private to the analysis. */

/* Returns where the ranges of each class start: class row c has ranges first[c] … first[c + 1] − 1.
 * Some of these may belong to a class that eq_classes lacks. (transfer full): [n_classes + 1] */
guint32 *poplens_class_ranges_new (const PoplensLiveness *liveness);

/* Steps [from, to). */
typedef struct {
  guint32 from, to;
} PoplensLiveSpan;

/* Steps at which each class is live: its ranges in order, without empty ones, merged if they
 * overlap or touch. A file may repeat ranges as often as it likes. */
typedef struct {
  guint32 *first; /* [n_classes + 1] class row c has spans first[c] … first[c + 1] − 1 */
  PoplensLiveSpan *spans;
} PoplensLiveSpans;

void poplens_live_spans_init (PoplensLiveSpans *self, const PoplensLiveness *liveness);
void poplens_live_spans_clear (PoplensLiveSpans *self);
/* Appends the changes that @bytes of the class at @row cause to @events (PoplensSweepEvent). */
void poplens_live_spans_add (const PoplensLiveSpans *self, guint32 row, guint64 bytes,
                             GArray *events);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensLiveSpans, poplens_live_spans_clear)

/* ---- sweep ----------------------------------------------------------------------------------- */

/* A change of a sum at a step. */

typedef struct {
  guint32 step;
  gint64 change;
} PoplensSweepEvent;

/* Returns the highest value of the sum; 0 if it never rises above 0. Sorts @events by step; changes
 * at one step count together. @step: (out): first step with that value, or G_MAXUINT32 */
guint64 poplens_sweep_highest (GArray *events, guint32 *step);

G_END_DECLS
