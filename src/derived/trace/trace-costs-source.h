/* The costs of a trace that a location asks for: by its keys "range" (else "from" and "to", else
 * all), "ipu", "waits", and "operation" with "layer"; or with by=finding those of the steps of the
 * finding that it follows ("finding"), wherever they are. Private to tables and pages. */
#pragma once

#include "analysis/trace/trace-costs.h"
#include "analysis/trace/trace-range.h"
#include "derived/trace/trace-location.h"
#include "derived/trace/trace-sums.h"
#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

/* ---- one operation alone --------------------------------------------------------------------- */

/* The executed steps of the operation that a location asks for alone
 * (derived/operations/operations-source.h), with their sums over ranges. The last that was asked
 * for stays with the report, so that a table can follow the view. Private to tables and pages. */

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

/* ---- costs ----------------------------------------------------------------------------------- */

typedef struct {
  const PoplensTraceSums *sums;
  PoplensTraceOnly *only;  /* (nullable): steps of one operation */
  guint8 *of_finding;      /* (nullable) [n_rows]: 1: of the finding that is followed */
  PoplensTraceFacts facts; /* of the sums */
  PoplensTraceWanted wanted;
  PoplensTraceWhich which;
  const PoplensPrograms *programs; /* (nullable): of the report */
} PoplensTraceCostSource;

/* Errors: USAGE for a range or an IPU that cannot be, ABSENT for by=finding without a finding on
 * time, or those of reading. @location: (nullable) */
gboolean poplens_trace_cost_source_init (PoplensTraceCostSource *self, PoplensReport *report,
                                         const PoplensLocation *location, GCancellable *cancellable,
                                         GError **error);
/* FALSE with ABSENT if these are the costs of a finding, and it has none: "The finding speaks of no
 * exchange". @n: rows that were found; @what: "exchange" */
gboolean poplens_trace_cost_source_has_any (const PoplensTraceCostSource *self, guint64 n,
                                            const char *what, GError **error);
void poplens_trace_cost_source_clear (PoplensTraceCostSource *self);

/* Sums by program of what is wanted; NULL with G_IO_ERROR_CANCELLED. (transfer full) */
PoplensTraceCosts *poplens_trace_cost_source_sum (const PoplensTraceCostSource *self,
                                                  GCancellable *cancellable, GError **error);
/* What a step is called: its program's name, else its type, as "StreamCopy" or "Internal Sync".
 * @step: a row of the part's steps. (transfer full) */
char *poplens_trace_cost_source_name (const PoplensTraceCostSource *self, guint32 step);
/* "The whole trace: cycles 0 to 1,234. Each step that touches it counts whole. Apart from them: 5
 * rows of waiting." @left: (nullable): what is set apart. (transfer full) */
char *poplens_trace_cost_source_describe (const PoplensTraceCostSource *self,
                                          const PoplensTraceCost *left);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensTraceCostSource, poplens_trace_cost_source_clear)

G_END_DECLS
