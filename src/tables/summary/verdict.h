/* Verdict on a report: does the model fit, and is it fast? The window, the HTML report and the
 * terminal begin with it. */
#pragma once

#include "analysis/insights/fit.h"
#include "analysis/summary/headline.h"
#include "analysis/time/time-findings.h"

G_BEGIN_DECLS

/* Inputs of the verdict. The verdict leaves out a topic if its input is NULL. */
typedef struct {
  const PoplensHeadline *headline;
  const PoplensMemory *memory;      /* (nullable): memory part, from which .headline was computed */
  const PoplensTime *time;          /* (nullable) */
  const PoplensTimeFindings *found; /* (nullable): findings of .time */
  GHashTable *dismissed; /* (nullable): findings that the user dismissed (report/bookmarks.h) */
  const PoplensFit *fit; /* (nullable): set if the model does not fit */
  const PoplensFitPlan *plan; /* (nullable): set if the model does not fit */
  PoplensByteUnit unit;
} PoplensVerdictInput;

typedef enum {
  POPLENS_REPORT_IS_UNKNOWN,
  POPLENS_REPORT_IS_GOOD,
  POPLENS_REPORT_IS_WARNING, /* the model fits, but is slow or nearly full */
  POPLENS_REPORT_IS_BAD,     /* the model does not fit */
} PoplensReportTone;

typedef struct {
  PoplensReportTone tone;
  char *title; /* without full stop: "The model fits, but tiles compute only 51 % of the time" */
  char *text;  /* one or two sentences; may be "" */
} PoplensReportVerdict;

void poplens_report_verdict_init (PoplensReportVerdict *self, const PoplensVerdictInput *input);
void poplens_report_verdict_clear (PoplensReportVerdict *self);

/* Returns the share of the program time in which the average tile computes: 0 … 1; NaN if the
 * program took no time. */
double poplens_report_verdict_compute (const PoplensTime *time);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensReportVerdict, poplens_report_verdict_clear)

G_END_DECLS
