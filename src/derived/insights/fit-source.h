/* Whether the program of a report fits, which changes make it fit, and what they cost. Computed
 * once and cached in the report. */
#pragma once

#include "analysis/insights/fit.h"
#include "analysis/insights/moves.h"
#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Returns the fit, which contains the effect of each possible change on all tiles. NULL with ABSENT
 * if the report lacks liveness, memory, variables or programs. Cost at the first call:
 * poplens_report_moves (), the types in debug.cbor if it exists, and about thirty evaluations.
 * Owned by the report. */
PoplensFit *poplens_report_fit (PoplensReport *report, GCancellable *cancellable, GError **error);
/* Returns the fit if it is cached; never computes it. (nullable) */
const PoplensFit *poplens_report_peek_fit (PoplensReport *report);

/* Computes a change plan. Keys of @location (nullable): "avoid" and "only" are lists of change
 * keys, separated by ","; "micro-batch" stands for all its sizes. "margin" is the percentage of the
 * capacity to leave free: "5" or "5%". NULL with USAGE if a key is invalid. (transfer full) */
PoplensFitPlan *poplens_report_fit_plan (PoplensReport *report, const PoplensLocation *location,
                                         GCancellable *cancellable, GError **error);

/* Evaluates the plan that makes all changes in @keys (NULL-terminated), even if the program then
 * does not fit. Leaves out changes that a plan cannot have. (transfer full) */
PoplensFitPlan *poplens_report_fit_with (PoplensReport *report, const char *const *keys,
                                         GCancellable *cancellable, GError **error);

/* Returns the number of tiles that would not fit without the change at @index of @plan, by the
 * optimistic estimate and with the plan's margin. G_MAXUINT32 with @error. */
guint32 poplens_report_fit_without (PoplensReport *report, const PoplensFitPlan *plan, guint index,
                                    GCancellable *cancellable, GError **error);

/* Returns @location with its changes replaced by those of @plan, for What If. (transfer full) */
PoplensLocation *poplens_fit_plan_location (const PoplensFitPlan *plan,
                                            const PoplensLocation *location);

/* ---- data for changes ------------------------------------------------------------------------ */

/* Returns the data for evaluating changes of whole kinds of variables. Cost at the first call:
 * poplens_report_kinds (). NULL with @error. */
const PoplensMoves *poplens_report_moves (PoplensReport *report, GCancellable *cancellable,
                                          GError **error);

/* ---- costs of changes ------------------------------------------------------------------------ */

/* Returns what the changes of a report cost in time. Without executed steps the bytes are known,
 * but not the cycles. NULL with ABSENT if the report lacks liveness, memory, variables or programs.
 * Cost at the first call: poplens_report_moves (), and a pass over the cycles of all executed
 * steps. */
const PoplensFitPrices *poplens_report_fit_prices (PoplensReport *report, GCancellable *cancellable,
                                                   GError **error);

G_END_DECLS
