/* Lifetimes: of each unlowered variable the steps of the program tree at which it is live. All
 * numbers are bytes of one replica; of which tiles, the PoplensClassBytes say. */
#pragma once

#include "analysis/liveness/live-step.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Steps [from, to) at which a variable is live without a gap. Spans of one variable rise and do not
 * overlap; two touch only where one is .always and the other is not. */
typedef struct {
  guint32 from, to;
  gboolean always; /* nothing of it is live here but what is live at every step */
  guint64 bytes;   /* most at one step of it, always-live ones included */
} PoplensLifeSpan;

typedef struct {
  guint32 variable;            /* unlowered id, or POPLENS_NO_VARIABLE */
  guint32 first_span, n_spans; /* in .spans */
  guint32 born, freed;         /* the first step at which it is live; the one behind the last */
  guint32 length;              /* steps at which it is live */
  guint64 bytes;               /* most at one step, always-live ones included */
  guint64 always_live;         /* of them, live at every step */
  guint64 at_step;             /* live at the step asked about, always-live ones included */
} PoplensLifetime;

/* Immutable, counted. */
typedef struct {
  guint32 n_steps, step; /* .step: that of .at_step */
  GArray *rows;          /* PoplensLifetime by variable; those that are never live are left out */
  GArray *spans;         /* PoplensLifeSpan, row by row */
} PoplensLifetimes;

/* @step: the one that .at_step is about, or POPLENS_NO_STEP. Costs a sort of @bytes and one of each
 * variable's ranges. NULL only where @cancellable was cancelled. */
PoplensLifetimes *poplens_lifetimes_new (const PoplensLiveness *liveness,
                                         const PoplensClassBytes *bytes, guint32 step,
                                         GCancellable *cancellable);
PoplensLifetimes *poplens_lifetimes_ref (PoplensLifetimes *self);
void poplens_lifetimes_unref (PoplensLifetimes *self);

typedef enum {
  POPLENS_LIFETIMES_BY_BYTES,   /* at the step, then at most; the largest first */
  POPLENS_LIFETIMES_BY_MOST,    /* at most, then at the step */
  POPLENS_LIFETIMES_BY_BIRTH,   /* the earliest first, of these the last to be freed */
  POPLENS_LIFETIMES_BY_LENGTH,  /* the longest first, of these the earliest */
  POPLENS_LIFETIMES_BY_PASSING, /* as BYTES, without those that are live at every step */
} PoplensLifetimesOrder;

/* Puts @n row numbers in that order; ties by variable. */
void poplens_lifetimes_sort (const PoplensLifetimes *self, PoplensLifetimesOrder order,
                             guint32 *rows, guint32 n);
/* Row of @variable, or G_MAXUINT32. */
guint32 poplens_lifetimes_find (const PoplensLifetimes *self, guint32 variable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLifetimes, poplens_lifetimes_unref)

/* ---- one variable ---------------------------------------------------------------------------- */

/* Each unlowered variable over the whole program: what it holds always, and at most at one step. */

typedef struct {
  guint32 variable;
  guint32 step; /* first with most not-always-live bytes; POPLENS_NO_STEP where there are none */
  guint64 always_live, not_always_live_max; /* bytes */
} PoplensVariableLive;

/* By variable; one that is never live is left out. NULL only where @cancellable was cancelled.
 * (transfer full) GArray of PoplensVariableLive */
GArray *poplens_variables_live (const PoplensLiveness *liveness, const PoplensClassBytes *bytes,
                                GCancellable *cancellable);

/* A range of steps through which some bytes of a variable are live. */
typedef struct {
  guint32 variable, class_id;
  guint32 from, to; /* half open */
  guint64 bytes;
  gboolean always; /* the class is always live: its range is all steps */
} PoplensVariableRange;

/* Those of the @n @variables (in any order), by variable, first step, last step and class; without
 * those of no bytes. (transfer full) GArray of PoplensVariableRange */
GArray *poplens_variable_ranges (const PoplensLiveness *liveness, const PoplensClassBytes *bytes,
                                 const guint32 *variables, guint n);
/* Steps at which any byte of these ranges is born or freed, rising, each once; below @n_steps, and
 * without always-live ones. (transfer full) GArray of guint32 */
GArray *poplens_variable_touches (const GArray *ranges, guint32 n_steps);

G_END_DECLS
