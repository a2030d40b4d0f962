/* The card of a thing that was found: what it is, and where in the report it can be seen, each with
 * its number. */
#pragma once

#include "tables/find/find.h"

G_BEGIN_DECLS

/* Its rows; a row of nothing is left out. What the report lacks is, too. NULL with @error where it
 * was cancelled or changed. (transfer full) */
PoplensTable *poplens_card_new (PoplensReport *report, const PoplensFound *found,
                                GCancellable *cancellable, GError **error);

/* ---- words for a thing ----------------------------------------------------------------------- */

/* Words for the thing that something is about: those that find it, as the table "card" and
 * `poplens-cli show` take them: "variable 5", "tile 812". All are NULL where it is about no thing
 * that has a card, or about several. */

/* A result; of several with one pattern there is no card. (transfer full) (nullable) */
char *poplens_card_ref_of_found (const PoplensFound *found);
/* A link of a row or of an item called @label (nullable). A tile is only one where it is called so:
 * links of causes lead to the tile that has most of them. (transfer full) (nullable) */
char *poplens_card_ref_of_link (const char *link, const char *label);
/* What @with selects and @without does not, which may be an item called @label (nullable): of a
 * step its program or, of a sync without one, the step, of a tile variable the variable. @report:
 * what is not loaded of it is not looked for. (transfer full) (nullable) */
char *poplens_card_ref_of_selection (PoplensReport *report, const PoplensLocation *with,
                                     const PoplensLocation *without, const char *label);
/* A row: by its columns, else by its link. (transfer full) (nullable) */
char *poplens_card_ref_of_row (const PoplensTable *table, guint32 row);
/* Whether the row has a link or a card. */
gboolean poplens_card_row_leads (const PoplensTable *table, guint32 row);

G_END_DECLS
