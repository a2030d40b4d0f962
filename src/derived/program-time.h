/* The program time of a report (analysis/time/program-time.h), kept with it. */
#pragma once

#include "analysis/time/program-time.h"
#include "report/report.h"

G_BEGIN_DECLS

/* How long the program took. @whole: with its iterations, whatever loading the execution takes;
 * else of what is loaded, or in brief. FALSE with an error, ABSENT too; then *@time knows nothing.
 */
gboolean poplens_report_program_time (PoplensReport *report, gboolean whole,
                                      PoplensProgramTime *time, GCancellable *cancellable,
                                      GError **error);

G_END_DECLS
