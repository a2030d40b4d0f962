/* Does the model fit, and is it fast: the first sentences of a report, in the window, the HTML
 * report and the terminal alike. */
#pragma once

#include "analysis/insights/fit.h"
#include "analysis/summary/headline.h"
#include "analysis/time/time-findings.h"

G_BEGIN_DECLS

/* What is at hand; what is not is left out of the verdict. */
typedef struct {
  const PoplensHeadline *headline;
  const PoplensMemory *memory;      /* (nullable): of the headline */
  const PoplensTime *time;          /* (nullable) */
  const PoplensTimeFindings *found; /* (nullable): of .time */
  GHashTable *dismissed;            /* (nullable): report/bookmarks.h */
  const PoplensFit *fit;            /* (nullable): of a model that does not fit, … */
  const PoplensFitPlan *plan;       /* … and (nullable) */
  PoplensByteUnit unit;
} PoplensVerdictInput;

typedef enum {
  POPLENS_REPORT_IS_UNKNOWN,
  POPLENS_REPORT_IS_GOOD,
  POPLENS_REPORT_IS_WARNING, /* it fits, but is slow or nearly full */
  POPLENS_REPORT_IS_BAD,     /* it does not fit */
} PoplensReportTone;

typedef struct {
  PoplensReportTone tone;
  char *title; /* "The model fits, but tiles compute only 51 % of the time": no full stop */
  char *text;  /* one or two sentences; "": there is no more to say */
} PoplensReportVerdict;

void poplens_report_verdict_init (PoplensReportVerdict *self, const PoplensVerdictInput *ground);
void poplens_report_verdict_clear (PoplensReportVerdict *self);

/* Share of the program in which the mean tile of all IPUs computes: 0 … 1; NaN without a program.
 */
double poplens_report_verdict_compute (const PoplensTime *time);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensReportVerdict, poplens_report_verdict_clear)

G_END_DECLS
