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
#include <glib.h>

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

/* ---- order of steps -------------------------------------------------------------------------- */

/* Where classes come and go, in the order of the steps: made once, so that what is live on a tile
 * can be followed over the steps without sorting. Private to the analysis. */

/* A place in the program: a step, or one of 65,536 places between it and the next, for what a
 * changed program does there. */
#define POPLENS_STEP_POSITION(step) ((guint64) (step) << 16)
#define POPLENS_POSITION_STEP(position) ((guint32) ((position) >> 16))

/* Half-open, in such places; not empty. Ranges of one class neither overlap nor touch. */
typedef struct {
  guint32 class_row;
  guint64 from, to;
} PoplensClassRange;

/* Events of the classes that are not always live: a class comes, or is gone. A position has events
 * only if no earlier one has the same live classes: it cannot be higher than the earlier one, on
 * any tile. So the length is that of the different sets, however often a file repeats them. */
typedef struct {
  guint32 n;          /* at most two a range, by position */
  guint32 *rank;      /* by event: the same at the same position, rising */
  guint32 *step;      /* by event */
  guint32 *class_row; /* by event: row in liveness->class_id */
  guint8 *freed;      /* by event */
  guint32 n_classes;
  guint32 *first; /* n_classes + 1: class row c has events event[first[c]] … event[first[c + 1]] */
  guint32 *event;
} PoplensStepOrder;

/* Of @ranges (PoplensClassRange) in place of those of a file, of @n_classes rows. */
PoplensStepOrder *poplens_step_order_new_ranges (const GArray *ranges, guint32 n_classes);
/* The ranges of the classes that are not always live, by class row and position, joined if they
 * overlap or touch. (transfer full): PoplensClassRange */
GArray *poplens_class_ranges_collect (const PoplensLiveness *liveness);
void poplens_step_order_free (PoplensStepOrder *self);

/* Words that a set of events needs; all clear between tiles. */
gsize poplens_step_order_words (const PoplensStepOrder *self);
/* Puts the events of the class at @row into the set @marks. */
void poplens_step_order_mark (const PoplensStepOrder *self, guint32 row, guint64 *marks);

/* The highest that Σ @amount (by class row) gets over the steps of the events in @marks, and the
 * first step where it does; 0 and G_MAXUINT32 where it never rises above 0. Clears @marks. What
 * changes at one step counts together. */
guint64 poplens_step_order_highest (const PoplensStepOrder *self, guint64 *marks,
                                    const guint64 *amount, guint32 *step);

/* Follows the set @marks, which it clears, step by step: @at is called with each step at which
 * something changes, after all changes of that step. @sums: Σ of @amounts[k] (by class row). */
#define POPLENS_STEP_ORDER_MOST_SUMS 2
typedef void (*PoplensStepOrderFunc) (guint32 step, const guint64 *sums, gpointer user_data);
void poplens_step_order_follow (const PoplensStepOrder *self, guint64 *marks,
                                const guint64 *const *amounts, guint n_amounts,
                                PoplensStepOrderFunc at, gpointer user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensStepOrder, poplens_step_order_free)

/* ---- ranges of classes ----------------------------------------------------------------------- */

/* Ranges of eq_class_step by class. Private to the analysis. */

/* n_classes + 1 range numbers: class row c has ranges first[c] … first[c + 1]. (transfer full) */
guint32 *poplens_class_ranges_new (const PoplensLiveness *liveness);

/* Steps [from, to). */
typedef struct {
  guint32 from, to;
} PoplensLiveSpan;

/* When each class is live: its ranges in order, joined if they overlap or touch, without empty
 * ones. A file may repeat ranges as often as it likes. */
typedef struct {
  guint32 *first; /* [n_classes + 1]: class row c has spans first[c] … first[c + 1] */
  PoplensLiveSpan *spans;
} PoplensLiveSpans;

void poplens_live_spans_init (PoplensLiveSpans *self, const PoplensLiveness *liveness);
void poplens_live_spans_clear (PoplensLiveSpans *self);
/* Adds the changes that @bytes of the class at @row make to @events (PoplensSweepEvent). */
void poplens_live_spans_add (const PoplensLiveSpans *self, guint32 row, guint64 bytes,
                             GArray *events);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensLiveSpans, poplens_live_spans_clear)

/* ---- sweep ----------------------------------------------------------------------------------- */

/* A sum that changes at steps, followed from change to change. */

typedef struct {
  guint32 step;
  gint64 change;
} PoplensSweepEvent;

/* The highest the sum gets, and the first step where it does; 0 and G_MAXUINT32 where it never
 * rises above 0. Sorts @events by step; what changes at one step counts together. */
guint64 poplens_sweep_highest (GArray *events, guint32 *step);

G_END_DECLS
