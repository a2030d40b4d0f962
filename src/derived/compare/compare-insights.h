/* The findings of two reports beside each other: what is new, gone, worse or better. */
#pragma once

#include "analysis/insights/insights.h"
#include "derived/compare/compare-source.h"

G_BEGIN_DECLS

/* A pair of findings is of the same key; the one measure is the bytes that each is about. Findings
 * that are about no bytes are in no pair, and of facts both have or nobody. Both are drawn from the
 * parts that both record: a finding that one of them could not make is neither new nor gone. */
typedef struct {
  GPtrArray *of[POPLENS_N_SIDES]; /* PoplensFinding */
  PoplensComparison *comparison;  /* without an order yet */
  char *lacks; /* " Findings on variables: not checked after." where one does not record them */
} PoplensComparedFindings;

/* FALSE where what findings are made of cannot be read, of the report that the message names. */
gboolean poplens_compared_findings_load (const PoplensCompareSource *source,
                                         PoplensComparedFindings *self, GCancellable *cancellable,
                                         GError **error);
void poplens_compared_findings_clear (PoplensComparedFindings *self);
/* NULL in the one that lacks it. */
const PoplensFinding *poplens_compared_finding (const PoplensComparedFindings *self,
                                                const PoplensPair *pair, PoplensSide side);
/* "new", "gone", "worse", "better", "as before": more memory is always worse. */
const char *poplens_finding_became (const PoplensFinding *first, const PoplensFinding *second);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensComparedFindings, poplens_compared_findings_clear)

G_END_DECLS
