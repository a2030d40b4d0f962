/* The card of a found thing: facts about it, with links to where the report shows them. */
#pragma once

#include "tables/find/find.h"

G_BEGIN_DECLS

/* Makes a card. Leaves out rows without a value, and what the report lacks. (transfer full)
 * (nullable): NULL with @error if cancelled or the report changed */
PoplensTable *poplens_card_new (PoplensReport *report, const PoplensFound *found,
                                GCancellable *cancellable, GError **error);

/* ---- words for a thing ----------------------------------------------------------------------- */

/* Words that find a thing, as the table "card" and `poplens-cli show` take them: "variable 5",
 * "tile 812". All functions return NULL if there is no thing with a card, or several. */

/* Returns the words for a result; several things with one pattern have no card. (transfer full)
 * (nullable) */
char *poplens_card_ref_of_found (const PoplensFound *found);
/* Returns the words for the link of a row or item with the name @label (nullable). Requires that a
 * tile's label names it: links of causes also lead to the tile with most bytes. (transfer full)
 * (nullable) */
char *poplens_card_ref_of_link (const char *link, const char *label);
/* Returns the words for what @with selects and @without does not. @label: (nullable): name of the
 * selected item. For a step, its program or, for a sync without one, the step; for a tile variable
 * the variable. @report: only loaded parts are used. (transfer full) (nullable) */
char *poplens_card_ref_of_selection (PoplensReport *report, const PoplensLocation *with,
                                     const PoplensLocation *without, const char *label);
/* Returns the words for a row: by its columns, else by its link. (transfer full) (nullable) */
char *poplens_card_ref_of_row (const PoplensTable *table, guint32 row);
/* TRUE if the row has a link or a card. */
gboolean poplens_card_row_leads (const PoplensTable *table, guint32 row);

G_END_DECLS
