/* A finder that finds the pages' views besides what the report holds: Ctrl+K, `poplens-cli find`.
 */
#pragma once

#include "tables/find/find.h"

G_BEGIN_DECLS

/* As poplens_finder_new (), or, where it @loads nothing, as poplens_finder_new_of_loaded (), with
 * the views of the report's pages. (transfer full) */
PoplensFinder *poplens_finder_new_with_views (PoplensReport *report, gboolean loads,
                                              GCancellable *cancellable, GError **error);

G_END_DECLS
