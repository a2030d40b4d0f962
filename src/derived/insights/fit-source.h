/* Whether the program of a report fits, and what makes it fit: worked out once, and kept. */
#pragma once

#include "analysis/insights/fit.h"
#include "analysis/insights/moves.h"
#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

/* All changes evaluated over all tiles. ABSENT where the report lacks liveness, memory, variables
 * or programs. Cost: poplens_report_moves(), the types of debug.cbor where it is there, and some
 * thirty evaluations at the first call. It lives as long as the report, as do moves and prices. */
PoplensFit *poplens_report_fit (PoplensReport *report, GCancellable *cancellable, GError **error);
/* The same where it was worked out already, or NULL; never waits. */
const PoplensFit *poplens_report_peek_fit (PoplensReport *report);

/* The plan for what @location (nullable) asks for: "avoid" and "only" (keys of changes, parted by
 * ","; "micro-batch": all of its sizes), "margin" (percent of the capacity that stay free: "5" or
 * "5%"). USAGE where they cannot be read. (transfer full) */
PoplensFitPlan *poplens_report_fit_plan (PoplensReport *report, const PoplensLocation *location,
                                         GCancellable *cancellable, GError **error);

/* What all of these changes make of the memory together; others than a plan may have are left out.
 * @keys: NULL-terminated. (transfer full) */
PoplensFitPlan *poplens_report_fit_with (PoplensReport *report, const char *const *keys,
                                         GCancellable *cancellable, GError **error);

/* Tiles that would not fit, optimistically and with the plan's margin, were the change at @index of
 * @plan left out; G_MAXUINT32 where it was cancelled. */
guint32 poplens_report_fit_without (PoplensReport *report, const PoplensFitPlan *plan, guint index,
                                    GCancellable *cancellable, GError **error);

/* @location with the changes of @plan for What If, over all tiles, in place of those that it has.
 * (transfer full) */
PoplensLocation *poplens_fit_plan_location (const PoplensFitPlan *plan,
                                            const PoplensLocation *location);

/* ---- what moves ------------------------------------------------------------------------------ */

/* What changes need that are about kinds of variables. Cost: poplens_report_kinds() at the first
 * call. */
const PoplensMoves *poplens_report_moves (PoplensReport *report, GCancellable *cancellable,
                                          GError **error);

/* ---- prices ---------------------------------------------------------------------------------- */

/* What the changes of a report cost in time. All unknown, with the reason, where nothing was
 * measured. ABSENT where the report lacks liveness, memory, variables or programs. Cost:
 * poplens_report_moves(), and a pass over the cycles of all executed steps at the first call. */
const PoplensFitPrices *poplens_report_fit_prices (PoplensReport *report, GCancellable *cancellable,
                                                   GError **error);

G_END_DECLS
