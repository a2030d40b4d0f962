/* Findings on time as text, and the ledger below them. */
#pragma once

#include "analysis/time/time-findings.h"
#include "cli/cli.h"

G_BEGIN_DECLS

/* For which @finding was dismissed; NULL: it was not. */
const char *poplens_cli_time_reason (GHashTable *dismissed, const PoplensTimeFinding *finding);
/* How many were, facts included. */
guint poplens_cli_time_dismissed (const PoplensTimeFindings *found, GHashTable *dismissed);
/* poplens_time_headline () as a paragraph and the title of the first finding, with what to change.
 * @caveat: (nullable): what a person should know of it */
void poplens_cli_time_answer (PoplensCliView *view, const PoplensTimeFindings *found,
                              GHashTable *dismissed, const char *caveat);
/* Keeps lines of the screen for what was not checked. Returns how many. */
guint poplens_cli_time_keep (PoplensCliView *view, const PoplensTimeFindings *found);
/* The other findings, as many as the screen has room for, the rest by their titles; and in the
 * lines
 * @kept the ledger. */
void poplens_cli_time_others (PoplensCliView *view, const PoplensTimeFindings *found,
                              GHashTable *dismissed, guint kept);

G_END_DECLS
