/* Curves and class bytes of the tiles that were asked for last, kept with the report: a page has
 * several tables of the same tiles, and to add up those of an IPU is a walk over all its variables.
 * Private to the tables. */
#pragma once

#include "analysis/liveness/live-step.h"
#include "analysis/liveness/peaks.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Of @tiles; @variables has the lowered ones. NULL with @error. (transfer full) */
PoplensLiveCurve *poplens_live_cache_curve (PoplensReport *report, const PoplensLiveness *liveness,
                                            const PoplensVariables *variables,
                                            const PoplensTileSet *tiles, GCancellable *cancellable,
                                            GError **error);
PoplensClassBytes *poplens_live_cache_bytes (PoplensReport *report, const PoplensLiveness *liveness,
                                             const PoplensVariables *variables,
                                             const PoplensTileSet *tiles, GCancellable *cancellable,
                                             GError **error);

G_END_DECLS
