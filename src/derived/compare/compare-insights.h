/* Compares the findings of two reports: which are new, gone, worse or better. */
#pragma once

#include "analysis/insights/insights.h"
#include "derived/compare/compare-source.h"

G_BEGIN_DECLS

/* Findings of two reports. Findings with the same key are a pair, and are compared by the bytes
 * that each is about. Findings about no bytes, and facts that only one report has, are left out.
 * Both lists are computed only from parts that both reports have. So a finding is neither new nor
 * gone only because a part is absent. */
typedef struct {
  GPtrArray *of[POPLENS_N_SIDES]; /* PoplensFinding */
  PoplensComparison *comparison;  /* pairs of findings, not sorted yet */
  /* " Findings on variables: not checked after.", "" if both reports have the same parts */
  char *lacks;
} PoplensComparedFindings;

/* Computes and compares the findings. FALSE with @error, which names the report, if a part that
 * they need cannot be read. */
gboolean poplens_compared_findings_load (const PoplensCompareSource *source,
                                         PoplensComparedFindings *self, GCancellable *cancellable,
                                         GError **error);
void poplens_compared_findings_clear (PoplensComparedFindings *self);
/* Returns the finding of one report. (nullable) (transfer none): NULL if it lacks the finding */
const PoplensFinding *poplens_compared_finding (const PoplensComparedFindings *self,
                                                const PoplensPair *pair, PoplensSide side);
/* Returns "new", "gone", "worse", "better" or "as before": more bytes are always worse. @first,
 * @second: (nullable), but not both NULL */
const char *poplens_finding_became (const PoplensFinding *first, const PoplensFinding *second);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensComparedFindings, poplens_compared_findings_clear)

G_END_DECLS
