/* Where the time went, as a sentence. */
#pragma once

#include "analysis/time/time-findings.h"
#include "analysis/trace/step-names.h"

G_BEGIN_DECLS

/* What one iteration takes, in cycles and nominal time, and how they differ; NULL without any. @hz:
 * clock, 0: not known. (transfer full) */
char *poplens_time_iteration_text (const PoplensTimeIterations *iterations, guint64 hz);
/* The first finding that is not @dismissed (report/bookmarks.h); NULL without any. */
const PoplensTimeFinding *poplens_time_first_finding (const PoplensTimeFindings *findings,
                                                      GHashTable *dismissed);
/* The one on all of a kind that saves most, as many actions together. NULL where @first, the first
 * finding, saves as much. */
const PoplensTimeFinding *poplens_time_largest_finding (const PoplensTimeFindings *findings,
                                                        GHashTable *dismissed,
                                                        const PoplensTimeFinding *first);
/* "Idle tiles, …/MatMul: saves at most 99,404 cycles (1.4 %)". (transfer full) */
char *poplens_time_finding_title (const PoplensTimeFinding *finding);
/* Where the program's cycles went, and the sentence of the first finding that is not dismissed; the
 * same wherever a program begins to speak of time. NULL if nothing ran. (transfer full) */
char *poplens_time_headline (const PoplensTimeFindings *findings, GHashTable *dismissed);
/* The short label of each operation that @findings (of PoplensTimeFinding) are about, by subject.
 * (transfer full): GHashTable of char * → char * */
GHashTable *poplens_time_finding_labels (const PoplensStepLabels *labels,
                                         const GPtrArray *findings);
/* How far savings can be added up, and from what share on they are told. (transfer full) */
char *poplens_time_findings_note (const PoplensTimeFindings *findings);

G_END_DECLS
