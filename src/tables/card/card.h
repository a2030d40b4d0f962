/* The card of a thing that was found: what it is, and where in the report it can be seen, each with
 * its number. */
#pragma once

#include "tables/find/find.h"

G_BEGIN_DECLS

/* Its rows; a row of nothing is left out. What the report lacks is, too. NULL with @error where it
 * was cancelled or changed. (transfer full) */
PoplensTable *poplens_card_new (PoplensReport *report, const PoplensFound *found,
                                GCancellable *cancellable, GError **error);

G_END_DECLS
