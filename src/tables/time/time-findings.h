/* Describes in sentences where the time of a program went. */
#pragma once

#include "analysis/time/time-findings.h"
#include "analysis/trace/step-names.h"

G_BEGIN_DECLS

/* Describes the median iteration, in cycles and nominal time, and how iterations differ. @hz: clock
 * of the tiles; 0: unknown. (transfer full) (nullable): NULL if there are no iterations */
char *poplens_time_iteration_text (const PoplensTimeIterations *iterations, guint64 hz);
/* Returns the first finding that is not in @dismissed (report/bookmarks.h). (nullable): NULL if
 * there is none */
const PoplensTimeFinding *poplens_time_first_finding (const PoplensTimeFindings *findings,
                                                      GHashTable *dismissed);
/* Returns the finding that would save most if all its causes were removed. @first: the first
 * finding. (nullable): NULL if no finding saves more than @first */
const PoplensTimeFinding *poplens_time_largest_finding (const PoplensTimeFindings *findings,
                                                        GHashTable *dismissed,
                                                        const PoplensTimeFinding *first);
/* Returns the title of a finding: "Idle tiles, …/MatMul: saves at most 99,404 cycles (1.4 %)".
 * (transfer full) */
char *poplens_time_finding_title (const PoplensTimeFinding *finding);
/* Returns where the program's cycles went, and the first finding that is not dismissed, in
 * sentences. All views of time begin with this text. (transfer full) (nullable): NULL if no steps
 * were recorded */
char *poplens_time_headline (const PoplensTimeFindings *findings, GHashTable *dismissed);
/* Maps the keys of the operations in @findings (PoplensTimeFinding) to short names. (transfer
 * full): GHashTable of char * → char * */
GHashTable *poplens_time_finding_labels (const PoplensStepLabels *labels,
                                         const GPtrArray *findings);
/* Returns a note. It says that savings do not add up, and which share of the program time is the
 * smallest saving that is listed. (transfer full) */
char *poplens_time_findings_note (const PoplensTimeFindings *findings);

G_END_DECLS
