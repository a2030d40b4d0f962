/* Where the time went, on Summary: a sentence, and a bar an IPU. For the files of this folder. */
#pragma once

#include "analysis/time/time-findings.h"
#include "pages/core/page-private.h"

G_BEGIN_DECLS

typedef struct {
  const PoplensTime *time;    /* NULL: not yet, or never; the report's */
  PoplensTimeFindings *found; /* NULL: no .time, or they cannot be read */
  char *why_not;              /* … a sentence */
  gboolean comes;             /* what .why_not is in place of */
} PoplensSummaryTime;

/* Of a report of this computer. Where its parts are not loaded yet the page becomes PARTIAL
 * instead, as its first paint does not wait for them; so does one that shows at once what needs not
 * be worked out. FALSE where the page cannot be shown at all, or not at once. */
gboolean poplens_summary_time_init (PoplensSummaryTime *self, PoplensPage *page,
                                    const PoplensPageContext *context, GError **error);
void poplens_summary_time_clear (PoplensSummaryTime *self);
void poplens_summary_time_add (const PoplensSummaryTime *self, PoplensPage *page,
                               const PoplensPageContext *context);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensSummaryTime, poplens_summary_time_clear)

G_END_DECLS
