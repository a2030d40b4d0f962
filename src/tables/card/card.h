/* Cards: facts about one thing, such as a tile or a program, with links to where the report shows
 * them. */
#pragma once

#include "tables/find/find.h"

G_BEGIN_DECLS

/* Makes the card of @found. Values that the report lacks have no row. (transfer full) (nullable):
 * NULL with @error if cancelled, if the report changed, or if it cannot be read */
PoplensTable *poplens_card_new (PoplensReport *report, const PoplensFound *found,
                                GCancellable *cancellable, GError **error);

/* ---- words for a thing ----------------------------------------------------------------------- */

/* Words that name a thing for the table "card" and `poplens-cli show`: "variable 5", "tile 812".
 * The functions below return NULL if no thing, or more than one, is selected, or if the thing has
 * no card. */

/* Returns the words for the thing that a search found. (transfer full) (nullable): NULL also for a
 * search result that stands for several things */
char *poplens_card_ref_of_found (const PoplensFound *found);
/* Returns the words for the thing that @link selects. @label: (nullable): name of the row or item
 * with the link. Ignores a link to a tile that @label does not name: rows on causes link to the
 * tile with most bytes. (transfer full) (nullable) */
char *poplens_card_ref_of_link (const char *link, const char *label);
/* Returns the words for the thing that @with selects and @without does not. A tile variable selects
 * its variable. A step selects its program; an executed step without a program selects itself.
 * @report: only its loaded parts are read. @label: (nullable): name of the selected item. (transfer
 * full) (nullable) */
char *poplens_card_ref_of_selection (PoplensReport *report, const PoplensLocation *with,
                                     const PoplensLocation *without, const char *label);
/* Returns the words for the thing of a row: from its columns or else from its link. (transfer full)
 * (nullable) */
char *poplens_card_ref_of_row (const PoplensTable *table, guint32 row);
/* TRUE if the row has a link, or if its thing has a card. */
gboolean poplens_card_row_leads (const PoplensTable *table, guint32 row);

G_END_DECLS
