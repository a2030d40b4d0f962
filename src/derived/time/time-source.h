/* Where the time of a report went: worked out once and kept with it. */
#pragma once

#include "analysis/time/time-light.h"
#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

/* FALSE with ABSENT where no executed steps were recorded, with the option that records them. */
gboolean poplens_time_has_steps (const PoplensExecution *execution, GError **error);

/* NULL with an error: ABSENT where no executed steps were recorded, with the option that records
 * them. It lives as long as the report. */
const PoplensTime *poplens_report_time (PoplensReport *report, GCancellable *cancellable,
                                        GError **error);

/* The same where it was worked out already, or NULL; never waits. */
const PoplensTime *poplens_report_peek_time (PoplensReport *report);

/* Returns at least what binds each cycle (PoplensTimeInput.brief): the whole time if that was
 * worked out already. NULL with an error, as above. */
const PoplensTime *poplens_report_time_brief (PoplensReport *report, GCancellable *cancellable,
                                              GError **error);

/* Where the time went by blocks of lightweight profiling; for a report without executed steps.
 * *@light is NULL where there are steps, or no blocks either. FALSE with an error. (transfer full)
 */
gboolean poplens_report_time_light (PoplensReport *report, PoplensTimeLight **light,
                                    GCancellable *cancellable, GError **error);
/* That an answer is of blocks alone: a sentence or two; static. */
const char *poplens_time_light_caveat (void);

/* The cycles that @location (nullable) selects by its key "range"; else all. FALSE with USAGE where
 * they end before they begin. */
gboolean poplens_time_location_range (const PoplensTime *time, const PoplensLocation *location,
                                      guint64 *from, guint64 *to, GError **error);
/* What a person should know of the numbers: that they are approximated, and how to record more;
 * NULL: nothing. Static. */
const char *poplens_time_caveat (const PoplensTime *time);

G_END_DECLS
