/* Short labels of the report's steps, worked out once and kept with it. */
#pragma once

#include "analysis/trace/step-labels.h"
#include "report/report.h"

G_BEGIN_DECLS

/* NULL with an error, as the part of the execution. It lives as long as the report. */
const PoplensStepLabels *poplens_report_step_labels (PoplensReport *report,
                                                     GCancellable *cancellable, GError **error);

/* What a column "Label" says of @step: its label, and where it has none @name (nullable). */
const char *poplens_step_label_or_name (const PoplensStepLabels *labels, guint32 step,
                                        const char *name);

G_END_DECLS
