/* Functions that build findings. Private to the analysis. */
#pragma once

#include "analysis/insights/insights.h"

G_BEGIN_DECLS

/* Appends a finding to @out. All texts are static. (transfer none) */
PoplensFinding *poplens_finding_add (GPtrArray *out, const char *key, PoplensFindingKind kind,
                                     const char *title, const char *table);
/* Appends to the sentence of the finding. @format has a placeholder for each argument: {b}: bytes,
 * {n}: a count, {i}: the number of a tile, IPU or step (all guint64), {r}: a ratio (double), {s}: a
 * text */
void poplens_finding_say (PoplensFinding *self, const char *format, ...);
/* Appends to the short form of the finding. @format: as in poplens_finding_say () */
void poplens_finding_say_brief (PoplensFinding *self, const char *format, ...);
/* Creates a finding that is not added to a list, to build a sentence. (transfer full) */
PoplensFinding *poplens_finding_new (void);

static inline double
poplens_share_of (guint64 part, guint64 whole)
{
  return whole ? (double) part / (double) whole : 0;
}

G_END_DECLS
