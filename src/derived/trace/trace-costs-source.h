/* Costs of the executed steps that a location selects. The keys "range", "ipu", "waits",
 * "operation" and "layer" select steps. Without "range", the keys "from" and "to" do. With
 * by=finding, the source has the steps of the followed finding (key "finding") in the whole trace.
 */
#pragma once

#include "analysis/trace/trace-costs.h"
#include "analysis/trace/trace-range.h"
#include "derived/trace/trace-location.h"
#include "derived/trace/trace-sums.h"
#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

/* ---- the selected operation ------------------------------------------------------------------ */

/* The executed steps of the selected operation (derived/operations/operations-source.h), with their
 * sums over ranges. The report caches the last result, because tables are updated whenever the view
 * of the trace moves. */

/* Immutable, reference counted. */
typedef struct {
  char *key, *title; /* key for caches (poplens_operation_filter_key ()); title for users */
  /* [n_steps]: 1 if the step belongs to the operation */
  guint8 *steps;
  guint32 n;                  /* number of steps that belong to the operation */
  guint32 n_without;          /* number of executed steps without a program */
  PoplensTraceRanges *ranges; /* sums of these steps only */
} PoplensTraceOnly;

/* Finds the steps of the selected operation. @only: (out) (transfer full) (nullable): NULL if no
 * operation is selected. FALSE with @error. */
gboolean poplens_trace_only_get (PoplensReport *report, const PoplensLocation *location,
                                 PoplensTraceOnly **only, GCancellable *cancellable,
                                 GError **error);
void poplens_trace_only_unref (PoplensTraceOnly *self);
/* TRUE if @step belongs to the operation. @self: (nullable): NULL for all steps */
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
  guint8 *of_finding;      /* (nullable): [n_rows]: 1 if the row belongs to the followed finding */
  PoplensTraceFacts facts; /* columns of .sums */
  PoplensTraceWanted wanted;
  PoplensTraceWhich which;
  const PoplensPrograms *programs; /* (nullable) */
} PoplensTraceCostSource;

/* Initialises the source; @self must be cleared in any case. @location: (nullable). FALSE with
 * USAGE for an invalid range or IPU; ABSENT if by=finding is set and no finding is followed; or
 * another @error. */
gboolean poplens_trace_cost_source_init (PoplensTraceCostSource *self, PoplensReport *report,
                                         const PoplensLocation *location, GCancellable *cancellable,
                                         GError **error);
/* FALSE with ABSENT, "The finding speaks of no exchange", if the costs are limited to a finding and
 * @n is 0. @n: number of rows found; @what: "exchange" */
gboolean poplens_trace_cost_source_has_any (const PoplensTraceCostSource *self, guint64 n,
                                            const char *what, GError **error);
void poplens_trace_cost_source_clear (PoplensTraceCostSource *self);

/* Sums the costs of the selected steps by program. NULL with G_IO_ERROR_CANCELLED.
 * (transfer full) */
PoplensTraceCosts *poplens_trace_cost_source_sum (const PoplensTraceCostSource *self,
                                                  GCancellable *cancellable, GError **error);
/* Returns the name of a step: its program's name, else its type, such as "StreamCopy" or "Internal
 * Sync". @step: its index. (transfer full) */
char *poplens_trace_cost_source_name (const PoplensTraceCostSource *self, guint32 step);
/* Describes the selected steps for a note: "In view: cycles 0 to 1,234; steps that overlap the
 * range count in full. Only work; excluded: 5 rows of waiting." @left: (nullable): the excluded
 * rows. (transfer full) */
char *poplens_trace_cost_source_describe (const PoplensTraceCostSource *self,
                                          const PoplensTraceCost *left);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensTraceCostSource, poplens_trace_cost_source_clear)

G_END_DECLS
