/* Findings on time as text, and the ledger below them. */
#pragma once

#include "analysis/time/time-findings.h"
#include "cli/cli.h"

G_BEGIN_DECLS

/* For which @finding was dismissed; NULL: it was not. */
const char *poplens_cli_time_reason (GHashTable *dismissed, const PoplensTimeFinding *finding);
/* How many were, facts included. */
guint poplens_cli_time_dismissed (const PoplensTimeFindings *found, GHashTable *dismissed);
/* As many as the screen has room for; the others by their titles. */
void poplens_cli_time_findings (PoplensCliView *view, const PoplensTimeFindings *found,
                                GHashTable *dismissed);

G_END_DECLS
