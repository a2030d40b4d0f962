/* What became of the time between two reports, in a sentence or two. */
#pragma once

#include "derived/compare/compare-time.h"

G_BEGIN_DECLS

/* "One iteration takes 1,200 cycles less (−1.5 %) …. Program time fell by 9,600 cycles (−1.2 %):
 * −9,000 from …/MatMul (exchange), …". @changes: of poplens_compare_paths (). (transfer full) */
char *poplens_compare_time_answer (const PoplensComparedTime *self, const GPtrArray *changes);
/* The same, made of its own. (transfer full) */
char *poplens_compare_time_text (const PoplensComparedTime *self);
/* The same of a report and the other that it was given; NULL with an error as of
 * poplens_compared_time_load (). (transfer full) */
char *poplens_compare_time_of (PoplensReport *report, GCancellable *cancellable, GError **error);

G_END_DECLS
