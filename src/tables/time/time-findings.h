/* Sentences on where the time went. */
#pragma once

#include "analysis/time/time-findings.h"
#include "analysis/trace/step-names.h"

G_BEGIN_DECLS

/* Describes the median iteration in cycles and nominal time, and how iterations differ. @hz: clock;
 * 0: unknown. (transfer full) (nullable): NULL without iterations */
char *poplens_time_iteration_text (const PoplensTimeIterations *iterations, guint64 hz);
/* Returns the first finding that is not in @dismissed (report/bookmarks.h). (nullable) */
const PoplensTimeFinding *poplens_time_first_finding (const PoplensTimeFindings *findings,
                                                      GHashTable *dismissed);
/* Returns the finding on all causes of a kind that saves most; it needs many changes together.
 * (nullable): NULL if @first, the first finding, saves as much */
const PoplensTimeFinding *poplens_time_largest_finding (const PoplensTimeFindings *findings,
                                                        GHashTable *dismissed,
                                                        const PoplensTimeFinding *first);
/* Returns "Idle tiles, …/MatMul: saves at most 99,404 cycles (1.4 %)". (transfer full) */
char *poplens_time_finding_title (const PoplensTimeFinding *finding);
/* Returns where the program's cycles went, and the sentence of the first finding that is not
 * dismissed. All views of time begin with this text. (transfer full) (nullable): NULL if no steps
 * were recorded */
char *poplens_time_headline (const PoplensTimeFindings *findings, GHashTable *dismissed);
/* Returns the short label of each operation that @findings (PoplensTimeFinding) are about, by
 * subject. (transfer full): GHashTable of char * → char * */
GHashTable *poplens_time_finding_labels (const PoplensStepLabels *labels,
                                         const GPtrArray *findings);
/* Says whether savings add up, and from which share on findings are listed. (transfer full) */
char *poplens_time_findings_note (const PoplensTimeFindings *findings);

G_END_DECLS
