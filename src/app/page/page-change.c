#include "app/page/page-change.h"

#include "model/place-keys.h"

#include <string.h>

gboolean
poplens_place_is_view_key (const char *key, PoplensPageId page)
{
  const PoplensPlaceKey *known = poplens_place_find_key (key);

  return known && known->views & POPLENS_PAGE_BIT (page);
}

/* The written Place without the keys that build nothing and, if wished, without the selection. */
static char *
essence (const PoplensPlace *place, gboolean with_selection)
{
  g_autofree char *text = poplens_place_to_string (place);
  char *query = strchr (text, '?');
  g_auto (GStrv) pairs = NULL;
  GString *out;

  if (query)
    *query++ = '\0';
  out = g_string_new (text);
  pairs = g_strsplit (query ? query : "", "&", -1);
  for (guint i = 0; pairs[i]; i++) {
    g_autofree char *key = g_strndup (pairs[i], strcspn (pairs[i], "="));
    if (!poplens_place_is_view_key (key, poplens_place_get_page (place)) &&
        (with_selection || !poplens_place_key_has (key, POPLENS_KEY_SELECTS)))
      g_string_append_printf (out, "&%s", pairs[i]);
  }
  return g_string_free (out, FALSE);
}

PoplensPlaceChange
poplens_place_compare (const PoplensPlace *before, const PoplensPlace *now)
{
  g_autofree char *a = NULL;
  g_autofree char *b = NULL;
  g_autofree char *c = NULL;
  g_autofree char *d = NULL;

  if (!before)
    return POPLENS_CHANGE_PAGE;
  if (before == now || poplens_place_equal (before, now))
    return POPLENS_CHANGE_NONE;
  a = essence (before, TRUE);
  b = essence (now, TRUE);
  if (!strcmp (a, b))
    return POPLENS_CHANGE_VIEW;
  c = essence (before, FALSE);
  d = essence (now, FALSE);
  return strcmp (c, d) ? POPLENS_CHANGE_PAGE : POPLENS_CHANGE_SELECTION;
}
