/* Views: the tabs, sections and graphs that pages can show. The finder (Ctrl+K) finds them by name,
 * and links lead to them. */
#pragma once

#include "pages/core/page.h"
#include "tables/find/find.h"

G_BEGIN_DECLS

/* Value of the location's key "with" instead of the path of a report: asks the user for the report
 * to compare with. */
#define POPLENS_OTHER_TO_CHOOSE "?"
/* Values of the location's key "with" for actions on two reports that are compared. */
#define POPLENS_OTHER_SWAP "?swap"
#define POPLENS_OTHER_CLOSE "?close"
#define POPLENS_OTHER_BEFORE_ALONE "?before"
#define POPLENS_OTHER_AFTER_ALONE "?after"
#define POPLENS_OTHER_BOTH "?both"

typedef struct {
  PoplensPageId page;
  const char *what; /* (static) "Tab", "Section", "Graph" or "Jump"; "Page" for the page itself */
  const char *key, *value; /* (static) key of the location that selects the view, and its value;
                              NULL: the page itself */
  const char *title;       /* (static) title, as the page shows it */
  char *holds;             /* (nullable) titles of the tables in the view, comma-separated */
} PoplensView;

/* Returns all views of the pages of @report, page by page. Considers loaded parts (target and
 * memory); loads none. (transfer full) GPtrArray of PoplensView */
GPtrArray *poplens_views_list (PoplensReport *report);
/* Returns the location of a view as text: "insights?view=what-if". (transfer full) */
char *poplens_view_location (const PoplensView *self);
/* TRUE if @location names a view and nothing else. A link to such a location keeps the user's
 * selection. */
gboolean poplens_location_is_view (const PoplensLocation *location);
/* Returns @location with its view replaced by the view that @view names. Both are locations of the
 * same page. (transfer full) */
PoplensLocation *poplens_location_with_view (const PoplensLocation *location,
                                             const PoplensLocation *view);
/* Returns @location compared with the report at @path, which becomes After. @path: (nullable): NULL
 * ends the comparison, and removes tabs and values that only a comparison has. (transfer full) */
PoplensLocation *poplens_location_with_other (const PoplensLocation *location, const char *path);

/* ---- find views ------------------------------------------------------------------------------ */

/* Creates a finder that also finds views, for Ctrl+K and `poplens-cli find`. @loads: TRUE: loads
 * the parts that the finder searches; FALSE: searches only loaded parts. NULL with @error.
 * (transfer full) */
PoplensFinder *poplens_finder_new_with_views (PoplensReport *report, gboolean loads,
                                              GCancellable *cancellable, GError **error);

G_END_DECLS
