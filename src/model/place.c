#include "model/place.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

struct _PoplensPlace {
  PoplensPageId page;
  GTree *keys; /* char* → char*, sorted */
};

static const struct {
  const char *name, *title;
} pages[POPLENS_N_PAGES] = {
    {"summary", "Summary"},       {"insights", "Insights"},     {"memory", "Memory"},
    {"liveness", "Liveness"},     {"programs", "Program Tree"}, {"operations", "Operations"},
    {"trace", "Execution Trace"},
};

const char *
poplens_page_id_name (PoplensPageId page)
{
  return pages[page].name;
}

const char *
poplens_page_id_title (PoplensPageId page)
{
  return pages[page].title;
}

gboolean
poplens_page_id_parse (const char *name, PoplensPageId *page)
{
  for (guint i = 0; i < POPLENS_N_PAGES; i++)
    if (!strcmp (name, pages[i].name)) {
      *page = i;
      return TRUE;
    }
  return FALSE;
}

static int
compare_keys (gconstpointer a, gconstpointer b, gpointer user_data)
{
  return strcmp (a, b);
}

PoplensPlace *
poplens_place_new (PoplensPageId page)
{
  PoplensPlace *self = g_atomic_rc_box_new0 (PoplensPlace);

  self->page = page;
  self->keys = g_tree_new_full (compare_keys, NULL, g_free, g_free);
  return self;
}

static gboolean
usage (GError **error, const char *text, const char *why)
{
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "\u201c%s\u201d is not a place: %s. Write PAGE?key=value&key=value, with a page of "
               "summary, insights, memory, liveness, programs, operations, trace",
               text, why);
  return FALSE;
}

static gboolean
parse_pair (PoplensPlace *self, const char *pair, const char *text, GError **error)
{
  const char *equals = strchr (pair, '=');

  if (!equals || equals == pair)
    return usage (error, text, "a key lacks its value");
  char *key = g_uri_unescape_segment (pair, equals, NULL);
  char *value = g_uri_unescape_string (equals + 1, NULL);
  if (!key || !value || !g_utf8_validate (key, -1, NULL) || !g_utf8_validate (value, -1, NULL)) {
    g_free (key);
    g_free (value);
    return usage (error, text, "a percent code is wrong");
  }
  g_tree_insert (self->keys, key, value);
  return TRUE;
}

PoplensPlace *
poplens_place_parse (const char *text, GError **error)
{
  const char *query = strchr (text, '?');
  g_autofree char *name = query ? g_strndup (text, query - text) : g_strdup (text);
  PoplensPageId page;

  if (!poplens_page_id_parse (name, &page)) {
    usage (error, text, "the page is unknown");
    return NULL;
  }
  g_autoptr (PoplensPlace) self = poplens_place_new (page);
  g_auto (GStrv) pairs = g_strsplit (query ? query + 1 : "", "&", -1);
  for (guint i = 0; pairs[i]; i++)
    if (*pairs[i] && !parse_pair (self, pairs[i], text, error))
      return NULL;
  return g_steal_pointer (&self);
}

static gboolean
append_pair (gpointer key, gpointer value, gpointer user_data)
{
  GString *text = user_data;
  g_autofree char *k = g_uri_escape_string (key, ".:", TRUE);
  g_autofree char *v = g_uri_escape_string (value, ",.:/ -", TRUE);

  g_string_append_printf (text, "%c%s=%s", strchr (text->str, '?') ? '&' : '?', k, v);
  return FALSE;
}

char *
poplens_place_to_string (const PoplensPlace *self)
{
  GString *text = g_string_new (pages[self->page].name);

  g_tree_foreach (self->keys, append_pair, text);
  return g_string_free (text, FALSE);
}

PoplensPlace *
poplens_place_ref (PoplensPlace *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  g_tree_unref (((PoplensPlace *) data)->keys);
}

void
poplens_place_unref (PoplensPlace *self)
{
  if (self)
    g_atomic_rc_box_release_full (self, clear);
}

gboolean
poplens_place_equal (const PoplensPlace *a, const PoplensPlace *b)
{
  g_autofree char *x = poplens_place_to_string (a);
  g_autofree char *y = poplens_place_to_string (b);

  return !strcmp (x, y);
}

PoplensPageId
poplens_place_get_page (const PoplensPlace *self)
{
  return self->page;
}

const char *
poplens_place_get (const PoplensPlace *self, const char *key)
{
  return g_tree_lookup (self->keys, key);
}

gboolean
poplens_place_get_double (const PoplensPlace *self, const char *key, double *value)
{
  const char *text = poplens_place_get (self, key);
  char *end = NULL;
  double number = text ? g_ascii_strtod (text, &end) : 0;

  if (!text || end == text || *end || !isfinite (number))
    return FALSE;
  *value = number;
  return TRUE;
}

gboolean
poplens_place_get_bool (const PoplensPlace *self, const char *key, gboolean fallback)
{
  const char *text = poplens_place_get (self, key);

  return text ? !strcmp (text, "1") || !strcmp (text, "yes") || !strcmp (text, "true") : fallback;
}

PoplensTileSet *
poplens_place_get_tiles (const PoplensPlace *self)
{
  const char *text = poplens_place_get (self, "tile");
  PoplensTileSet *tiles = text ? poplens_tile_set_parse (text, NULL) : NULL;

  return tiles ? tiles : poplens_tile_set_new (NULL, 0);
}

static gboolean
copy_pair (gpointer key, gpointer value, gpointer user_data)
{
  g_tree_insert (user_data, g_strdup (key), g_strdup (value));
  return FALSE;
}

PoplensPlace *
poplens_place_on_page (const PoplensPlace *self, PoplensPageId page)
{
  PoplensPlace *copy = poplens_place_new (page);

  g_tree_foreach (self->keys, copy_pair, copy->keys);
  return copy;
}

PoplensPlace *
poplens_place_with (const PoplensPlace *self, const char *key, const char *value)
{
  PoplensPlace *copy = poplens_place_on_page (self, self->page);

  if (value)
    g_tree_insert (copy->keys, g_strdup (key), g_strdup (value));
  else
    g_tree_remove (copy->keys, key);
  return copy;
}

PoplensPlace *
poplens_place_with_double (const PoplensPlace *self, const char *key, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  return poplens_place_with (self, key, g_ascii_formatd (text, sizeof text, "%.10g", value));
}

PoplensPlace *
poplens_place_with_tiles (const PoplensPlace *self, const PoplensTileSet *tiles)
{
  g_autofree char *text = poplens_tile_set_to_string (tiles);

  return poplens_place_with (self, "tile", *text ? text : NULL);
}
