#include "app/page-change.h"

#include <string.h>

static gboolean
is_view_key_anywhere (const char *key)
{
  static const char *const keys[] = {
      "from",           "to",          "scale", "tab",       "executed", "range",
      "search",         "program",     "zoom",  "lowered",   "address",  "lifetimes",
      "lifetimes-sort", "life-colour", "block", "tile-zoom", "with",     NULL};

  return g_strv_contains (keys, key) || g_str_has_prefix (key, "filter.") ||
         g_str_has_prefix (key, "sort.");
}

/* On Memory a step is what a tab shows, not what the page is made of, and colours are those of its
 * map; so are on Operations the selected one and the group whose inside is shown, and on Liveness
 * the variables whose lifetimes are drawn, and on the Program Tree and the trace the tiles. */
gboolean
poplens_place_is_view_key (const char *key, PoplensPageId page)
{
  return is_view_key_anywhere (key) || (page == POPLENS_PAGE_LIVENESS && !strcmp (key, "plot")) ||
         (page == POPLENS_PAGE_PROGRAMS && (!strcmp (key, "tile") || !strcmp (key, "by-tile"))) ||
         (page == POPLENS_PAGE_TRACE &&
          (!strcmp (key, "tile") || !strcmp (key, "by-tile") || !strcmp (key, "value"))) ||
         (page == POPLENS_PAGE_MEMORY &&
          (!strcmp (key, "colour") || g_str_has_prefix (key, "step"))) ||
         (page == POPLENS_PAGE_OPERATIONS && (!strcmp (key, "operation") || !strcmp (key, "path")));
}

/* @pair: "key=value" */
static gboolean
has_view_key (const char *pair, PoplensPageId page)
{
  g_autofree char *key = g_strndup (pair, strcspn (pair, "="));

  return poplens_place_is_view_key (key, page);
}

static gboolean
is_selection (const char *pair)
{
  return g_str_has_prefix (pair, "tile=") || g_str_has_prefix (pair, "step=") ||
         g_str_has_prefix (pair, "variable=");
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
  for (guint i = 0; pairs[i]; i++)
    if (!has_view_key (pairs[i], poplens_place_get_page (place)) &&
        (with_selection || !is_selection (pairs[i])))
      g_string_append_printf (out, "&%s", pairs[i]);
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
