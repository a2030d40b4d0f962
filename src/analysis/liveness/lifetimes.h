/* Lifetimes of unlowered variables: the steps of the program tree at which each is live. All
 * numbers are bytes of one replica, on the tiles of the PoplensClassBytes. */
#pragma once

#include "analysis/liveness/live-step.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Steps [from, to) at which a variable is live without a gap. Spans of one variable ascend and do
 * not overlap; two are adjacent only if just one of them is .always. */
typedef struct {
  guint32 from, to;
  gboolean always; /* TRUE: nothing of it is live here but bytes that are live at every step */
  guint64 bytes;   /* most at one step of the span, always-live ones included */
} PoplensLifeSpan;

typedef struct {
  guint32 variable;            /* unlowered ID, or POPLENS_NO_VARIABLE */
  guint32 first_span, n_spans; /* in .spans of PoplensLifetimes */
  guint32 born, freed;         /* first step at which it is live; the step after the last one */
  guint32 length;              /* number of steps at which it is live */
  guint64 bytes;               /* most at one step, always-live ones included */
  guint64 always_live;         /* part of these that is live at every step */
  guint64 at_step;             /* live at the requested step, always-live ones included */
} PoplensLifetime;

/* Immutable, reference counted. */
typedef struct {
  guint32 n_steps, step; /* .step: the step of .at_step */
  GArray *rows;          /* PoplensLifetime by variable, without variables that are never live */
  GArray *spans;         /* PoplensLifeSpan, row by row */
} PoplensLifetimes;

/* Computes the lifetimes. @step: the step of .at_step, or POPLENS_NO_STEP. Sorts @bytes, and the
 * ranges of each variable. NULL only if cancelled. (transfer full) (nullable) */
PoplensLifetimes *poplens_lifetimes_new (const PoplensLiveness *liveness,
                                         const PoplensClassBytes *bytes, guint32 step,
                                         GCancellable *cancellable);
PoplensLifetimes *poplens_lifetimes_ref (PoplensLifetimes *self);
void poplens_lifetimes_unref (PoplensLifetimes *self);

typedef enum {
  POPLENS_LIFETIMES_BY_BYTES,   /* at the step, then at most; largest first */
  POPLENS_LIFETIMES_BY_MOST,    /* at most, then at the step */
  POPLENS_LIFETIMES_BY_BIRTH,   /* earliest first, then the last to be freed */
  POPLENS_LIFETIMES_BY_LENGTH,  /* longest first, then the earliest */
  POPLENS_LIFETIMES_BY_PASSING, /* as BY_BYTES, without always-live bytes */
} PoplensLifetimesOrder;

/* Sorts @n row numbers; ties by variable. */
void poplens_lifetimes_sort (const PoplensLifetimes *self, PoplensLifetimesOrder order,
                             guint32 *rows, guint32 n);
/* Returns the row of @variable, or G_MAXUINT32. */
guint32 poplens_lifetimes_find (const PoplensLifetimes *self, guint32 variable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLifetimes, poplens_lifetimes_unref)

/* ---- one variable ---------------------------------------------------------------------------- */

/* Live bytes of an unlowered variable over the whole program: always, and at most at one step. */

typedef struct {
  guint32 variable;
  /* First step with the most not-always-live bytes; POPLENS_NO_STEP: there are none. */
  guint32 step;
  guint64 always_live, not_always_live_max; /* bytes */
} PoplensVariableLive;

/* Computes the live bytes of all variables, by variable, without those that are never live. NULL
 * only if cancelled. (transfer full) (nullable) GArray of PoplensVariableLive */
GArray *poplens_variables_live (const PoplensLiveness *liveness, const PoplensClassBytes *bytes,
                                GCancellable *cancellable);

/* Steps at which some bytes of a variable are live. */
typedef struct {
  guint32 variable, class_id;
  guint32 from, to; /* [from, to) */
  guint64 bytes;
  gboolean always; /* TRUE: the class is always live, so its range is all steps */
} PoplensVariableRange;

/* Lists the ranges of @n @variables (in any order), by variable, first step, last step and class.
 * Leaves out ranges without bytes. (transfer full) GArray of PoplensVariableRange */
GArray *poplens_variable_ranges (const PoplensLiveness *liveness, const PoplensClassBytes *bytes,
                                 const guint32 *variables, guint n);
/* Lists the steps below @n_steps at which any byte of @ranges is born or freed, ascending, each
 * once. Leaves out always-live ranges. (transfer full) GArray of guint32 */
GArray *poplens_variable_touches (const GArray *ranges, guint32 n_steps);

G_END_DECLS
