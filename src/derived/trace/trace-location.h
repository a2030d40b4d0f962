/* Finds the cycles, IPU and steps of the trace that a location selects, and makes links to steps
 * and programs. */
#pragma once

#include "model/execution.h"
#include "model/location.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_TRACE_ALL,      /* the whole trace */
  POPLENS_TRACE_IN_VIEW,  /* keys "from" and "to" */
  POPLENS_TRACE_SELECTED, /* key "range" */
} PoplensTraceWhich;

/* Finds the cycles [@from, @to) that tables of @location (nullable) cover. On the trace page these
 * are the selected range, else the cycles in view. On other pages, or without such keys, they are
 * the whole trace. FALSE with POPLENS_ERROR_USAGE if the range ends before it begins. */
gboolean poplens_trace_location_range (const PoplensLocation *location,
                                       const PoplensExecution *execution, guint64 *from,
                                       guint64 *to, PoplensTraceWhich *which, GError **error);

/* Finds the IPU that the trace page at @location (nullable) shows. @ipu: (out): −1 for all IPUs,
 * and on other pages. FALSE with POPLENS_ERROR_USAGE if the IPU executed no step. */
gboolean poplens_trace_location_ipu (const PoplensLocation *location,
                                     const PoplensExecution *execution, int *ipu, GError **error);

/* Finds the index of the step whose id is @text (nullable). FALSE if there is none. */
gboolean poplens_trace_find_executed (const PoplensExecution *execution, const char *text,
                                      guint32 *step);
/* Finds the rows [@first, @end) of @step in steps_by_ipu. @step: its index */
void poplens_trace_rows_of (const PoplensExecution *execution, guint32 step, guint32 *first,
                            guint32 *end);
/* Returns "trace?executed=23". The link keeps the chart's keys of @location (nullable) if that is
 * on the trace page. @with_view: the link shows the cycles around the step. (transfer full) */
char *poplens_trace_step_link (const PoplensExecution *execution, guint32 step,
                               const PoplensLocation *location, gboolean with_view);
/* Returns "trace?program=7" with the chart's keys and the selected cycles of @location (nullable).
 * The link marks the steps of the program. (transfer full) */
char *poplens_trace_program_link (guint32 program, const PoplensLocation *location);
/* Returns a location with only the chart's keys of @location (nullable), including the cycles in
 * view: for links on the trace page. (transfer full) */
PoplensLocation *poplens_trace_chart_location (const PoplensLocation *location);
/* Copies the chart's keys of @left to @link, so that the trace looks as the user left it. This
 * applies to links to a step ("executed") without a "view". Other links are returned unchanged.
 * @left: (nullable): location that the user left. (transfer full) */
PoplensLocation *poplens_trace_keep_chart (const PoplensLocation *link,
                                           const PoplensLocation *left);

G_END_DECLS
