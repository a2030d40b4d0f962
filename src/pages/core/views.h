/* Views: what a page can show, by the names that stand on it: tabs, sections, graphs. */
#pragma once

#include "pages/core/page.h"
#include "tables/find/find.h"

G_BEGIN_DECLS

/* In place of a path in "with": which report, the user is to be asked. */
#define POPLENS_OTHER_TO_CHOOSE "?"
/* Likewise of two reports that are compared: what to do with them. */
#define POPLENS_OTHER_SWAP "?swap"
#define POPLENS_OTHER_CLOSE "?close"
#define POPLENS_OTHER_BEFORE_ALONE "?before"
#define POPLENS_OTHER_AFTER_ALONE "?after"
#define POPLENS_OTHER_BOTH "?both"

typedef struct {
  PoplensPageId page;
  const char *what;        /* "Tab", "Section", "Graph"; "Page": the page as it is (static) */
  const char *key, *value; /* of the location (static); NULL: of a page */
  const char *title;       /* as the page writes it (static) */
  char *holds;             /* (nullable): titles of the tables in it, with commas */
} PoplensView;

/* All that the pages of @report have, page by page. Looks at parts that are loaded (target and
 * memory), and loads none. (transfer full) GPtrArray of PoplensView */
GPtrArray *poplens_views_list (PoplensReport *report);
/* "insights?view=what-if" (transfer full) */
char *poplens_view_location (const PoplensView *self);
/* Whether @location names a view and nothing else: who goes there keeps what is selected. */
gboolean poplens_location_is_view (const PoplensLocation *location);
/* @location, which is of the same page, with the view of @view instead of its own. (transfer full)
 */
PoplensLocation *poplens_location_with_view (const PoplensLocation *location,
                                             const PoplensLocation *view);
/* Sets the report that @location compares with, which is then After: the key "before" goes. @path:
 * (nullable): none; a tab and values that only pages of two reports have go too. (transfer full) */
PoplensLocation *poplens_location_with_other (const PoplensLocation *location, const char *path);

/* ---- find views ------------------------------------------------------------------------------ */

/* A finder that finds the pages' views besides what the report holds: Ctrl+K, `poplens-cli find`.
 */

/* As poplens_finder_new (), or, where it @loads nothing, as poplens_finder_new_of_loaded (), with
 * the views of the report's pages. (transfer full) */
PoplensFinder *poplens_finder_new_with_views (PoplensReport *report, gboolean loads,
                                              GCancellable *cancellable, GError **error);

G_END_DECLS
