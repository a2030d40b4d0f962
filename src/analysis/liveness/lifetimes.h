/* Lifetimes of unlowered variables: the steps of the program tree at which each is live. All
 * numbers are bytes of one replica, on the tiles of the PoplensClassBytes. */
#pragma once

#include "analysis/liveness/live-step.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Steps [from, to) at which a variable is live without a gap, with one value of .always. The spans
 * of a variable ascend and do not overlap. */
typedef struct {
  guint32 from, to;
  gboolean always; /* TRUE: at these steps, only always-live bytes of the variable are live */
  guint64 bytes;   /* most live bytes at one step of the span, always-live bytes included */
} PoplensLifeSpan;

typedef struct {
  guint32 variable;            /* unlowered ID, or POPLENS_NO_VARIABLE */
  guint32 first_span, n_spans; /* range in PoplensLifetimes.spans */
  guint32 born, freed; /* first step at which the variable is live; step after the last one */
  guint32 length;      /* number of steps at which the variable is live */
  guint64 bytes;       /* most live bytes at one step, always-live bytes included */
  guint64 always_live; /* bytes that are live at every step */
  guint64 at_step; /* bytes that are live at PoplensLifetimes.step, always-live bytes included */
} PoplensLifetime;

/* Lifetimes of all variables. Immutable, reference counted. */
typedef struct {
  guint32 n_steps, step; /* number of steps; step to which .at_step of the rows refers */
  GArray *rows;  /* PoplensLifetime, sorted by variable, without variables that are never live */
  GArray *spans; /* PoplensLifeSpan: spans of all rows, row by row */
} PoplensLifetimes;

/* Computes the lifetimes of all variables. @step: step to which .at_step refers, or
 * POPLENS_NO_STEP. NULL only if cancelled. (transfer full) (nullable) */
PoplensLifetimes *poplens_lifetimes_new (const PoplensLiveness *liveness,
                                         const PoplensClassBytes *bytes, guint32 step,
                                         GCancellable *cancellable);
PoplensLifetimes *poplens_lifetimes_ref (PoplensLifetimes *self);
void poplens_lifetimes_unref (PoplensLifetimes *self);

typedef enum {
  POPLENS_LIFETIMES_BY_BYTES,  /* PoplensLifetime.at_step, then .bytes; largest first */
  POPLENS_LIFETIMES_BY_MOST,   /* PoplensLifetime.bytes, then .at_step; largest first */
  POPLENS_LIFETIMES_BY_BIRTH,  /* PoplensLifetime.born, earliest first; then .freed, latest first */
  POPLENS_LIFETIMES_BY_LENGTH, /* PoplensLifetime.length, longest first; then .born, earliest first
                                */
  POPLENS_LIFETIMES_BY_PASSING, /* as BY_BYTES, but not counting always-live bytes */
} PoplensLifetimesOrder;

/* Sorts the @n row numbers @rows. Ties are sorted by variable. */
void poplens_lifetimes_sort (const PoplensLifetimes *self, PoplensLifetimesOrder order,
                             guint32 *rows, guint32 n);
/* Returns the row of @variable; G_MAXUINT32 if it is never live. */
guint32 poplens_lifetimes_find (const PoplensLifetimes *self, guint32 variable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLifetimes, poplens_lifetimes_unref)

/* ---- one variable ---------------------------------------------------------------------------- */

/* Live bytes of an unlowered variable over the whole program. */

typedef struct {
  guint32 variable;
  /* First step at which .not_always_live_max bytes are live. POPLENS_NO_STEP: all bytes are always
   * live. */
  guint32 step;
  guint64 always_live, not_always_live_max; /* bytes that are always live; most bytes at one step
                                               that are not always live */
} PoplensVariableLive;

/* Computes the live bytes of all variables, sorted by variable, without those that are never live.
 * NULL only if cancelled. (transfer full) (nullable): GArray of PoplensVariableLive */
GArray *poplens_variables_live (const PoplensLiveness *liveness, const PoplensClassBytes *bytes,
                                GCancellable *cancellable);

/* A range of steps at which some bytes of a variable are live. */
typedef struct {
  guint32 variable, class_id;
  guint32 from, to; /* [from, to) */
  guint64 bytes;
  gboolean always; /* TRUE: the bytes are always live, so the range is all steps */
} PoplensVariableRange;

/* Lists the ranges of the @n @variables, sorted by variable, first step, last step and class.
 * @variables: in any order. Leaves out ranges without bytes. (transfer full): GArray of
 * PoplensVariableRange */
GArray *poplens_variable_ranges (const PoplensLiveness *liveness, const PoplensClassBytes *bytes,
                                 const guint32 *variables, guint n);
/* Lists the steps below @n_steps at which bytes of @ranges become live or are freed, ascending,
 * each once. Leaves out always-live ranges. (transfer full): GArray of guint32 */
GArray *poplens_variable_touches (const GArray *ranges, guint32 n_steps);

G_END_DECLS
