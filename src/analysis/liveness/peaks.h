/* Computes the live bytes at each step of the program tree as curves, and the peaks of tiles and
 * curves. Adds up events: a liveness class becomes live, or is freed. So the time grows with the
 * number of events, not with steps × classes. */
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

/* Peak of a tile: the step at which the tile has the most live bytes. .bytes is the sum of
 * .always_live and .not_always_live. */
typedef struct {
  guint32 tile;
  guint32 step; /* first step with the highest .not_always_live; 0 if all bytes are always live */
  guint64 always_live, not_always_live, bytes;
  /* First step at which the live bytes of the tile exceed its memory; gaps do not count.
   * G_MAXUINT32 if there is no such step, or the memory is unknown. */
  guint32 first_over;
} PoplensTilePeak;

/* Finds the peak of each tile from the lowered variables (formats.md 3.9), in the order of @memory.
 * @target: (nullable): NULL if the memory of a tile is unknown. Returns NULL only if cancelled.
 * (transfer full) (nullable): GArray of PoplensTilePeak */
GArray *poplens_tile_peaks (const PoplensLiveness *liveness, const PoplensVariables *variables,
                            const PoplensMemory *memory, const PoplensTarget *target,
                            GCancellable *cancellable);
/* Finds the same peaks as poplens_tile_peaks () from @bytes: sums by tile and class. There are a
 * third as many sums as lowered variables. Returns NULL only if cancelled. (transfer full)
 * (nullable): GArray of PoplensTilePeak */
GArray *poplens_tile_peaks_of (const PoplensLiveness *liveness, const PoplensTileBytes *bytes,
                               const PoplensMemory *memory, const PoplensTarget *target,
                               GCancellable *cancellable);
/* TRUE if the peaks equal the columns always_live_bytes and not_always_live_max_bytes of
 * memory_by_tile on every tile. */
gboolean poplens_tile_peaks_agree (const GArray *peaks, const PoplensMemory *memory);
/* Returns the peak with the most bytes, the first of several; NULL if there are no tiles. (transfer
 * none) (nullable) */
const PoplensTilePeak *poplens_tile_peaks_worst (const GArray *peaks);
/* Returns the peak of the tile that exceeds its memory at the earliest step (.first_over). If
 * several tiles do, returns the first of them; NULL if no tile does. @tiles: (out): number of tiles
 * with the earliest .first_over. (transfer none) (nullable) */
const PoplensTilePeak *poplens_tile_peaks_first_over (const GArray *peaks, guint32 *tiles);

/* Live bytes on some tiles at each step. Immutable, reference counted. */
typedef struct {
  guint32 n_steps;
  guint64 always_live;
  guint64 *not_always_live; /* [n_steps] bytes that are not always live */
  guint32 peak_step; /* first step with the most live bytes; G_MAXUINT32: there are no steps */
} PoplensLiveCurve;

/* Computes the live bytes on @tiles at each step, from the lowered variables. NULL only if
 * cancelled. (transfer full) (nullable) */
PoplensLiveCurve *poplens_live_curve_new (const PoplensLiveness *liveness,
                                          const PoplensVariables *variables,
                                          const PoplensTileSet *tiles, GCancellable *cancellable);
/* Computes the live bytes of the variables in @bytes at each step. (transfer full) */
PoplensLiveCurve *poplens_class_bytes_curve (const PoplensLiveness *liveness,
                                             const PoplensClassBytes *bytes);
/* Returns the live bytes on all tiles at each step, as the file records them. (transfer full) */
PoplensLiveCurve *poplens_live_curve_new_all (const PoplensLiveness *liveness);
PoplensLiveCurve *poplens_live_curve_ref (PoplensLiveCurve *self);
void poplens_live_curve_free (PoplensLiveCurve *self); /* drops a reference; NULL is allowed */

/* A local maximum of a curve: neighbouring values are lower. The first or last step has only one
 * neighbour. */
typedef struct {
  guint32 first, last; /* first and last of the consecutive steps with this value */
  guint64 bytes;       /* value of the curve at these steps */
  /* Prominence of the peak in bytes: its height above the higher of two valleys. Each valley is the
   * lowest value on one side of the peak, before the curve gets higher than the peak or ends. Of
   * the highest peak: height above the lowest value of the curve. */
  guint64 rise;
} PoplensLocalPeak;

/* Returns the @most peaks with the largest .rise, sorted by height, highest first, ties by step. A
 * flat curve has none. (transfer full): GArray of PoplensLocalPeak */
GArray *poplens_local_peaks (const guint64 *curve, guint32 n, guint most);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLiveCurve, poplens_live_curve_free)

/* ---- order of steps -------------------------------------------------------------------------- */

/* The order of the events of all classes. It is sorted once; then the live bytes of each tile can
 * be added up over the steps without sorting. Private to src/analysis. */

/* A position in the program tree: a step, or one of the 65,535 positions between two steps. What-if
 * changes can place events between steps. */
#define POPLENS_STEP_POSITION(step) ((guint64) (step) << 16)
#define POPLENS_POSITION_STEP(position) ((guint32) ((position) >> 16))

/* Positions [from, to) at which a class is live; not empty. Ranges of the same class neither
 * overlap nor touch. */
typedef struct {
  guint32 class_row;
  guint64 from, to;
} PoplensClassRange;

/* Events: a class that is not always live becomes live, or is freed. A position has no events if an
 * earlier position has the same live classes, as no sum can reach a new maximum there. So repeated
 * ranges in a file add no events. */
typedef struct {
  guint32 n;     /* number of events, sorted by position; at most two for each range */
  guint32 *rank; /* [n] number of the position of each event, ascending; events at the same position
                    have the same number */
  guint32 *step; /* [n] step of each event */
  guint32 *class_row; /* [n] index in liveness->class_id of the class of each event */
  guint8 *freed;      /* [n] TRUE: the class is freed; FALSE: it becomes live */
  guint32 n_classes;
  /* [n_classes + 1] the events of class c are event[first[c]] … event[first[c + 1] − 1]. */
  guint32 *first;
  guint32 *event;
} PoplensStepOrder;

/* Builds the order of events. @ranges: PoplensClassRange of @n_classes classes. (transfer full) */
PoplensStepOrder *poplens_step_order_new_ranges (const GArray *ranges, guint32 n_classes);
/* Lists the ranges of the classes that are not always live, sorted by class and position. Merges
 * ranges that overlap or touch. (transfer full): GArray of PoplensClassRange */
GArray *poplens_class_ranges_collect (const PoplensLiveness *liveness);
void poplens_step_order_free (PoplensStepOrder *self);

/* Returns the size of a set of events in 64-bit words. The set has a bit for each event. */
gsize poplens_step_order_words (const PoplensStepOrder *self);
/* Adds the events of the class with the index @row to the set @marks. */
void poplens_step_order_mark (const PoplensStepOrder *self, guint32 row, guint64 *marks);

/* Sums @amount (by class) over the live classes at each position that has events in the set @marks.
 * Returns the highest sum, or 0 if no sum is above 0. Empties the set. @step: (out): first step
 * with the highest sum; G_MAXUINT32 if no sum is above 0 */
guint64 poplens_step_order_highest (const PoplensStepOrder *self, guint64 *marks,
                                    const guint64 *amount, guint32 *step);

/* Most sums that poplens_step_order_follow () can compute. */
#define POPLENS_STEP_ORDER_MOST_SUMS 2
/* Called by poplens_step_order_follow (). @sums: a sum for each array of amounts */
typedef void (*PoplensStepOrderFunc) (guint32 step, const guint64 *sums, gpointer user_data);
/* Goes through the events in the set @marks, sorted by position, and empties the set. Calls @at
 * once for each position that has events. @amounts: [n_amounts] arrays by class. The function @at
 * gets the sum of each array over the classes that are live at the position. */
void poplens_step_order_follow (const PoplensStepOrder *self, guint64 *marks,
                                const guint64 *const *amounts, guint n_amounts,
                                PoplensStepOrderFunc at, gpointer user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensStepOrder, poplens_step_order_free)

/* ---- ranges of classes ----------------------------------------------------------------------- */

/* Ranges of steps at which each class is live (eq_class_step). Private to src/analysis. */

/* Returns the index of the first range of each class: class c has the ranges first[c] … first[c +
 * 1] − 1. Some of these ranges may belong to a class that eq_classes lacks, so callers must also
 * compare .range_class. (transfer full): [n_classes + 1] */
guint32 *poplens_class_ranges_new (const PoplensLiveness *liveness);

/* A range of steps [from, to). */
typedef struct {
  guint32 from, to;
} PoplensLiveSpan;

/* Steps at which each class is live: ascending spans, none empty. Spans that overlap or touch are
 * merged, so a file that repeats ranges does not add spans. */
typedef struct {
  guint32 *first; /* [n_classes + 1] class c has the spans first[c] … first[c + 1] − 1 */
  PoplensLiveSpan *spans;
} PoplensLiveSpans;

void poplens_live_spans_init (PoplensLiveSpans *self, const PoplensLiveness *liveness);
void poplens_live_spans_clear (PoplensLiveSpans *self);
/* Appends two events to @events for each span of the class with the index @row: @bytes become live,
 * and are freed. @events: GArray of PoplensSweepEvent */
void poplens_live_spans_add (const PoplensLiveSpans *self, guint32 row, guint64 bytes,
                             GArray *events);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensLiveSpans, poplens_live_spans_clear)

/* ---- sweep ----------------------------------------------------------------------------------- */

/* A change of a sum at one step. */

typedef struct {
  guint32 step;
  gint64 change;
} PoplensSweepEvent;

/* Adds up the changes @events step by step, and returns the highest sum; 0 if no sum is above 0.
 * Sorts @events by step. @step: (out): first step with the highest sum, or G_MAXUINT32 */
guint64 poplens_sweep_highest (GArray *events, guint32 *step);

G_END_DECLS
