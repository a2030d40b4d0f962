/* Compares the findings of two reports: which are new, gone, worse or better. */
#pragma once

#include "analysis/insights/insights.h"
#include "derived/compare/compare-source.h"

G_BEGIN_DECLS

/* Findings of two reports. Two findings with the same key are a pair, and their bytes are compared.
 * Findings without bytes are left out, and so are facts that only one report has. Only parts that
 * both reports have are used. So a finding is never new or gone because a part is absent. */
typedef struct {
  GPtrArray *of[POPLENS_N_SIDES]; /* PoplensFinding */
  PoplensComparison *comparison;  /* pairs of findings, unsorted */
  /* note on parts that one report lacks, such as " Findings on variables: not checked after."; ""
   * without such parts */
  char *lacks;
} PoplensComparedFindings;

/* Computes the findings of both reports and compares them. FALSE with @error, which names the
 * report whose part cannot be read. */
gboolean poplens_compared_findings_load (const PoplensCompareSource *source,
                                         PoplensComparedFindings *self, GCancellable *cancellable,
                                         GError **error);
void poplens_compared_findings_clear (PoplensComparedFindings *self);
/* Returns the finding of one report. (nullable) (transfer none): NULL if the report lacks the
 * finding */
const PoplensFinding *poplens_compared_finding (const PoplensComparedFindings *self,
                                                const PoplensPair *pair, PoplensSide side);
/* Returns "new", "gone", "worse", "better" or "as before": more bytes are always worse. @first,
 * @second: (nullable), but not both NULL */
const char *poplens_finding_became (const PoplensFinding *first, const PoplensFinding *second);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensComparedFindings, poplens_compared_findings_clear)

G_END_DECLS
