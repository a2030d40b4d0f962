#include "pages/core/find-views.h"

#include "pages/core/views.h"

#include <string.h>

/* "memory gaps", "insights section", and the tables that a view holds. */
static PoplensFinderView *
describe (const PoplensView *view)
{
  PoplensFinderView *self = g_new (PoplensFinderView, 1);
  const char *page = poplens_page_id_title (view->page), *holds = view->holds ? view->holds : "";
  gboolean of_page = view->key && strcmp (view->key, "with");
  g_autofree char *what =
      of_page ? g_strdup_printf ("%s of %s", view->what, page) : g_strdup (view->what);

  *self = (PoplensFinderView){.title = g_strdup (view->title),
                              .also = g_strdup_printf ("%s %s %s", page, view->what, holds),
                              .detail = *holds ? g_strdup_printf ("%s · %s", what, holds)
                                               : g_steal_pointer (&what),
                              .location = poplens_view_location (view)};
  return self;
}

PoplensFinder *
poplens_finder_new_with_views (PoplensReport *report, gboolean loads, GCancellable *cancellable,
                               GError **error)
{
  PoplensFinder *self = loads ? poplens_finder_new (report, cancellable, error)
                              : poplens_finder_new_of_loaded (report, cancellable, error);

  if (!self)
    return NULL;
  /* By now the parts are loaded that say which views there are. */
  g_autoptr (GPtrArray) views = poplens_views_list (report);
  GPtrArray *found = g_ptr_array_new_full (views->len, (GDestroyNotify) poplens_finder_view_free);
  for (guint i = 0; i < views->len; i++)
    g_ptr_array_add (found, describe (views->pdata[i]));
  poplens_finder_set_views (self, found);
  return self;
}
