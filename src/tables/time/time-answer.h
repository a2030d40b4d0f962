/* Where the time went, as a sentence. */
#pragma once

#include "analysis/time/time.h"

G_BEGIN_DECLS

/* What holds the program up most, with its number, what a change saves at most, and where to look
 * next: "Tiles wait for others of their IPU: …". (transfer full) */
char *poplens_time_answer (const PoplensTime *time);
/* The table that says more of it. Static. */
const char *poplens_time_next_table (const PoplensTime *time);
/* What passed before the host started the runs; NULL where that is below 1 % of the trace.
 * (transfer full) */
char *poplens_time_outside (const PoplensTime *time);

G_END_DECLS
