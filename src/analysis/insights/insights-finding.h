/* Making findings. Private to the analysis. */
#pragma once

#include "analysis/insights/insights.h"

G_BEGIN_DECLS

/* Appends one; all texts are static. */
PoplensFinding *poplens_finding_add (GPtrArray *out, const char *key, PoplensFindingKind kind,
                                     const char *title, const char *table);
/* Appends to the sentence. In @format {b} is bytes and {n} a count (guint64), {r} a ratio (double),
 * {s} a text, {i} the number of something (guint64). */
void poplens_finding_say (PoplensFinding *self, const char *format, ...);
/* One that is in no list, to be said alone. (transfer full) */
PoplensFinding *poplens_finding_new (void);
/* What the findings of advice add: imbalance, variants of vertices; each only where the input
 * carries it. */
void poplens_insights_add_advice (GPtrArray *out, const PoplensInsightsInput *input);

/* Adds the cause and the plan of a program that does not fit, and what each change would do. @plan:
 * (nullable) */
void poplens_insights_add_fit (GPtrArray *out, const PoplensFit *fit, const PoplensFitPlan *plan);

/* Adds what is live and not used any more; nothing where there is none. */
void poplens_insights_add_never (GPtrArray *out, const PoplensNeverUsed *never);
/* Adds the findings on time. */
void poplens_insights_add_time (GPtrArray *out, const PoplensTimeFindings *time);

static inline double
poplens_share_of (guint64 part, guint64 whole)
{
  return whole ? (double) part / (double) whole : 0;
}

G_END_DECLS
