/* Making findings. Private to the analysis. */
#pragma once

#include "analysis/insights/insights.h"

G_BEGIN_DECLS

/* Appends one; all texts are static. */
PoplensFinding *poplens_finding_add (GPtrArray *out, const char *key, PoplensFindingKind kind,
                                     const char *title, const char *table);
/* Appends to the sentence. In @format {b} is bytes and {n} a count (guint64), {r} a ratio (double),
 * {s} a text, {i} the number of something (guint64). */
void poplens_finding_say (PoplensFinding *self, const char *format, ...);
/* Appends to the brief text in the same way. */
void poplens_finding_say_brief (PoplensFinding *self, const char *format, ...);
/* One that is in no list, to be said alone. (transfer full) */
PoplensFinding *poplens_finding_new (void);

static inline double
poplens_share_of (guint64 part, guint64 whole)
{
  return whole ? (double) part / (double) whole : 0;
}

G_END_DECLS
