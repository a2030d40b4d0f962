/* The executed steps of the operation that a location asks for alone
 * (derived/operations/operation-filter.h), with their sums over ranges. The last that was asked for
 * stays with the report, so that a table can follow the view. Private to tables and pages. */
#pragma once

#include "analysis/trace/trace-range.h"
#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Immutable, counted. */
typedef struct {
  char *key, *title;          /* of poplens_operation_filter_key(); for a person */
  guint8 *steps;              /* [n_steps] of the execution: 1 where the step belongs to it */
  guint32 n;                  /* steps that do */
  guint32 n_without;          /* steps of the execution that have no program */
  PoplensTraceRanges *ranges; /* of these steps alone */
} PoplensTraceOnly;

/* *@only: NULL where all steps count. FALSE with @error as poplens_operation_filter_init().
 * (transfer full) */
gboolean poplens_trace_only_get (PoplensReport *report, const PoplensLocation *location,
                                 PoplensTraceOnly **only, GCancellable *cancellable,
                                 GError **error);
void poplens_trace_only_unref (PoplensTraceOnly *self);
/* @self: (nullable): then all do. */
static inline gboolean
poplens_trace_only_has (const PoplensTraceOnly *self, guint32 step)
{
  return !self || self->steps[step];
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceOnly, poplens_trace_only_unref)

G_END_DECLS
