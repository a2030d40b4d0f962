/* Which cycles of a trace a location is about; and the sums of a trace, made once a report. */
#pragma once

#include "model/execution.h"
#include "model/location.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_TRACE_ALL,      /* from 0 to the last cycle of the trace */
  POPLENS_TRACE_IN_VIEW,  /* "from", "to" */
  POPLENS_TRACE_SELECTED, /* "range" */
} PoplensTraceWhich;

/* The cycles [from, to) that tables of @location are about: those that are selected, else in view,
 * else all. Keys of cycles count on the page of the trace only: elsewhere they mean something else.
 * @location: (nullable). FALSE with POPLENS_ERROR_USAGE where they end before they begin. */
gboolean poplens_trace_location_range (const PoplensLocation *location,
                                       const PoplensExecution *execution, guint64 *from,
                                       guint64 *to, PoplensTraceWhich *which, GError **error);

/* The only IPU that the trace of @location (nullable) shows; −1: all. On other pages "ipu" says
 * nothing of the trace. FALSE with POPLENS_ERROR_USAGE where no step ran on it. */
gboolean poplens_trace_location_ipu (const PoplensLocation *location,
                                     const PoplensExecution *execution, int *ipu, GError **error);

/* The row of the step whose id @text is. @text: (nullable) */
gboolean poplens_trace_find_executed (const PoplensExecution *execution, const char *text,
                                      guint32 *step);
/* Rows [first, end) of steps_by_ipu that are of @step. */
void poplens_trace_rows_of (const PoplensExecution *execution, guint32 step, guint32 *first,
                            guint32 *end);
/* "trace?executed=23", with what @location (nullable) says of the chart, where it is on that page;
 * with @with_view the cycles around the step's blocks are in view. (transfer full) */
char *poplens_trace_step_link (const PoplensExecution *execution, guint32 step,
                               const PoplensLocation *location, gboolean with_view);
/* "trace?program=7", which marks the steps of that program, with what @location (nullable) says of
 * the chart and the selected cycles. (transfer full) */
char *poplens_trace_program_link (guint32 program, const PoplensLocation *location);
/* What @location (nullable) says of the chart, the cycles in view included: for links on the page.
 * (transfer full) */
PoplensLocation *poplens_trace_chart_location (const PoplensLocation *location);
/* @link with what @left (nullable), the trace as it was left, chose of the chart: view, ruler,
 * folds, what is hidden and searched. For a link to a step that came from elsewhere, as the
 * finder's do; one that chooses a view itself, or is to another page, stays as it is. (transfer
 * full) */
PoplensLocation *poplens_trace_keep_chart (const PoplensLocation *link,
                                           const PoplensLocation *left);

G_END_DECLS
