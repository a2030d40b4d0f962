/* Functions that describe a fit as sentences of a finding. Private to the analysis. */
#pragma once

#include "analysis/insights/fit.h"
#include "analysis/insights/insights-finding.h"

G_BEGIN_DECLS

void poplens_fit_say_answer (PoplensFinding *out, const PoplensFit *fit);
void poplens_fit_say_change (PoplensFinding *out, const PoplensFit *fit,
                             const PoplensFitChange *change);
void poplens_fit_say_plan (PoplensFinding *out, const PoplensFit *fit, const PoplensFitPlan *plan);

G_END_DECLS
