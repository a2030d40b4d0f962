#include "app/page/page-change.h"

#include "model/location-keys.h"

#include <string.h>

gboolean
poplens_location_is_view_key (const char *key, PoplensPageId page)
{
  const PoplensLocationKey *known = poplens_location_find_key (key);

  return known && known->views & POPLENS_PAGE_BIT (page);
}

/* The written location without the keys that build nothing and, if wished, without the selection.
 */
static char *
essence (const PoplensLocation *location, gboolean with_selection)
{
  g_autofree char *text = poplens_location_to_string (location);
  char *query = strchr (text, '?');
  g_auto (GStrv) pairs = NULL;
  GString *out;

  if (query)
    *query++ = '\0';
  out = g_string_new (text);
  pairs = g_strsplit (query ? query : "", "&", -1);
  for (guint i = 0; pairs[i]; i++) {
    g_autofree char *key = g_strndup (pairs[i], strcspn (pairs[i], "="));
    if (!poplens_location_is_view_key (key, poplens_location_get_page (location)) &&
        (with_selection || !poplens_location_key_has (key, POPLENS_KEY_SELECTS)))
      g_string_append_printf (out, "&%s", pairs[i]);
  }
  return g_string_free (out, FALSE);
}

PoplensLocationChange
poplens_location_compare (const PoplensLocation *before, const PoplensLocation *now)
{
  g_autofree char *a = NULL;
  g_autofree char *b = NULL;
  g_autofree char *c = NULL;
  g_autofree char *d = NULL;

  if (!before)
    return POPLENS_CHANGE_PAGE;
  if (before == now || poplens_location_equal (before, now))
    return POPLENS_CHANGE_NONE;
  a = essence (before, TRUE);
  b = essence (now, TRUE);
  if (!strcmp (a, b))
    return POPLENS_CHANGE_VIEW;
  c = essence (before, FALSE);
  d = essence (now, FALSE);
  return strcmp (c, d) ? POPLENS_CHANGE_PAGE : POPLENS_CHANGE_SELECTION;
}
