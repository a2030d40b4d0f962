#pragma once

#include "cli/answer.h"

G_BEGIN_DECLS

/* Figures of the parts of @bits (analysis/summary/headline.h). Without @error those of damaged
 * parts are unknown. */
gboolean poplens_cli_add_figures (PoplensCliAnswer *answer, guint32 bits, GError **error);
/* Adds the figures of @bits, and the facts about them that the window's pages begin with. */
gboolean poplens_cli_add_facts (PoplensCliAnswer *answer, guint32 bits, GError **error);

/* Figures of both reports; those that neither has are left out. */
void poplens_cli_add_changes (PoplensCliAnswer *answer);

/* TRUE if the report has what tells what fills a tile, and what makes a program fit. */
gboolean poplens_cli_has_contents (PoplensReport *report);

G_END_DECLS
