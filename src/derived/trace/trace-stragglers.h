/* Tiles that were last, for the table and the floor plan. */
#pragma once

#include "analysis/trace/trace-last.h"
#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Of the steps that @location (nullable) asks for: see trace-costs-source.h. @note: (out) (transfer
 * full): which these are. NULL with an error. (transfer full) */
PoplensStragglers *poplens_report_stragglers (PoplensReport *report,
                                              const PoplensLocation *location, char **note,
                                              GCancellable *cancellable, GError **error);

G_END_DECLS
