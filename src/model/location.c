/* Locations: parsing, writing, changed copies, and the record of which keys were read. */
#include "model/location.h"

#include "base/error.h"
#include "base/format.h"
#include "base/near.h"
#include "base/typed.h"
#include "model/location-keys.h"

#include <math.h>
#include <string.h>

/* ---- location reads -------------------------------------------------------------------------- */

struct _PoplensLocationReads {
  gatomicrefcount refs;
  gint copies; /* number of copies of the location that record their reads here */
  gint all;
  gint keys[]; /* [keys of the register] TRUE if the key was read */
};

PoplensLocationReads *
poplens_location_reads_new (void)
{
  PoplensLocationReads *self =
      g_malloc0 (sizeof *self + poplens_n_location_keys * sizeof self->keys[0]);

  g_atomic_ref_count_init (&self->refs);
  return self;
}

PoplensLocationReads *
poplens_location_reads_ref (PoplensLocationReads *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
poplens_location_reads_unref (PoplensLocationReads *self)
{
  if (self && g_atomic_ref_count_dec (&self->refs))
    g_free (self);
}

static PoplensLocationReads *
location_reads_attach (PoplensLocationReads *self)
{
  g_atomic_int_inc (&self->copies);
  return poplens_location_reads_ref (self);
}

static void
location_reads_detach (PoplensLocationReads *self)
{
  g_atomic_int_add (&self->copies, -1);
  poplens_location_reads_unref (self);
}

PoplensLocationReads *
poplens_location_reads_copy (PoplensLocationReads *self)
{
  PoplensLocationReads *copy = poplens_location_reads_new ();

  copy->all = g_atomic_int_get (&self->all);
  for (guint k = 0; k < poplens_n_location_keys; k++)
    copy->keys[k] = g_atomic_int_get (&self->keys[k]);
  return copy;
}

gboolean
poplens_location_reads_same (PoplensLocationReads *self, const PoplensLocation *before,
                             const PoplensLocation *now)
{
  if (g_atomic_int_get (&self->all) || g_atomic_int_get (&self->copies))
    return poplens_location_equal (before, now);
  for (guint k = 0; k < poplens_n_location_keys; k++) {
    const char *key = poplens_location_keys[k].name;
    if (g_atomic_int_get (&self->keys[k]) &&
        g_strcmp0 (poplens_location_get (before, key), poplens_location_get (now, key)))
      return FALSE;
  }
  return TRUE;
}

/* ---- location -------------------------------------------------------------------------------- */

struct _PoplensLocation {
  PoplensPageId page;
  GTree *keys;                 /* char * → char *, sorted by key */
  PoplensLocationReads *reads; /* (nullable): records which keys are read */
};

G_DEFINE_BOXED_TYPE (PoplensLocation, poplens_location, poplens_location_ref,
                     poplens_location_unref)

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

PoplensLocation *
poplens_location_new (PoplensPageId page)
{
  PoplensLocation *self = g_atomic_rc_box_new0 (PoplensLocation);

  self->page = page;
  self->keys = g_tree_new_full (compare_keys, NULL, g_free, g_free);
  return self;
}

#define SYNTAX                                                                                     \
  "; use PAGE?key=value&key=value, PAGE one of summary, insights, memory, liveness, programs, "    \
  "operations, trace"

static gboolean
set_usage_error (GError **error, const char *text, const char *why)
{
  g_autofree char *shown = g_utf8_make_valid (text, -1);

  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "invalid location “%s”: %s", shown, why);
  return FALSE;
}

static gboolean
is_yes (const char *text)
{
  return !strcmp (text, "1") || !strcmp (text, "yes") || !strcmp (text, "true");
}

static gboolean
is_no (const char *text)
{
  return !strcmp (text, "0") || !strcmp (text, "no") || !strcmp (text, "false");
}

static gboolean
is_number (const char *text, double *value)
{
  g_autofree char *plain = poplens_typed_number (text);
  char *end = NULL;
  double number = plain ? g_ascii_strtod (plain, &end) : 0;

  if (!plain || end == plain || *end || !isfinite (number))
    return FALSE;
  *value = number;
  return TRUE;
}

const char *
poplens_location_key_wants (const PoplensLocationKey *key, const char *value)
{
  g_autoptr (PoplensTileSet) tiles = NULL;
  double number;

  switch (key->kind) {
  case POPLENS_KEY_TILES:
    tiles = poplens_tile_set_parse (value, NULL);
    return tiles ? NULL : "tiles and ranges, for example 0,5,100-120";
  case POPLENS_KEY_NUMBER:
    return is_number (value, &number) ? NULL : "a number";
  case POPLENS_KEY_YES_NO:
    return is_yes (value) || is_no (value) ? NULL : "yes or no";
  case POPLENS_KEY_TEXT:
  default:
    return NULL;
  }
}

/* Returns an error message for an unknown key: the most similar key, and a list of all keys.
 * (transfer full) */
static char *
explain_unknown (const char *key)
{
  g_autofree const char **names = g_new0 (const char *, poplens_n_location_keys + 1);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint k = 0; k < poplens_n_location_keys; k++)
    names[k] = poplens_location_keys[k].name;
  const char *near = poplens_near (key, names);
  g_string_printf (text, "unknown key “%s”; ", key);
  if (near)
    g_string_append_printf (text, "did you mean “%s”? All keys: ", near);
  else
    g_string_append (text, "known keys: ");
  for (guint k = 0; names[k]; k++)
    g_string_append_printf (text, "%s%s%s", k ? ", " : "", names[k],
                            g_str_has_suffix (names[k], ".") ? "TABLE" : "");
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Returns an error message for an invalid @key or @value. (transfer full) (nullable): NULL if both
 * are valid */
static char *
explain_invalid_pair (const char *key, const char *value)
{
  const PoplensLocationKey *known = poplens_location_find_key (key);
  const char *wants = known ? poplens_location_key_wants (known, value) : NULL;

  if (!known)
    return explain_unknown (key);
  return wants ? g_strdup_printf ("invalid %s “%s”; use %s", key, value, wants) : NULL;
}

static gboolean
parse_pair (PoplensLocation *self, const char *pair, const char *text, GError **error)
{
  const char *equals = strchr (pair, '=');

  if (!equals || equals == pair)
    return set_usage_error (error, text, "a key has no value" SYNTAX);
  g_autofree char *key = g_uri_unescape_segment (pair, equals, NULL);
  g_autofree char *value = g_uri_unescape_string (equals + 1, NULL);
  if (!key || !value || !g_utf8_validate (key, -1, NULL) || !g_utf8_validate (value, -1, NULL))
    return set_usage_error (error, text, "invalid percent encoding" SYNTAX);
  g_autofree char *wrong = explain_invalid_pair (key, value);
  if (wrong)
    return set_usage_error (error, text, wrong);
  g_tree_insert (self->keys, g_steal_pointer (&key), g_steal_pointer (&value));
  return TRUE;
}

PoplensLocation *
poplens_location_parse (const char *text, GError **error)
{
  const char *query = strchr (text, '?');
  g_autofree char *name = query ? g_strndup (text, query - text) : g_strdup (text);
  PoplensPageId page;

  if (!poplens_page_id_parse (name, &page)) {
    set_usage_error (error, text, "unknown page" SYNTAX);
    return NULL;
  }
  g_autoptr (PoplensLocation) self = poplens_location_new (page);
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

static void
location_record_read (const PoplensLocation *self, const char *key)
{
  if (self->reads) {
    /* @key: (nullable): NULL records that all keys are read. */
    const PoplensLocationKey *known = key ? poplens_location_find_key (key) : NULL;
    /* The register has "filter." but not each "filter.TABLE": a read of such a key counts as a read
     * of all keys. */
    if (known && !g_str_equal (known->name, key))
      known = NULL;
    g_atomic_int_set (known ? &self->reads->keys[known - poplens_location_keys] : &self->reads->all,
                      TRUE);
  }
}

char *
poplens_location_to_string (const PoplensLocation *self)
{
  GString *text = g_string_new (pages[self->page].name);

  location_record_read (self, NULL);
  g_tree_foreach (self->keys, append_pair, text);
  return g_string_free (text, FALSE);
}

PoplensLocation *
poplens_location_ref (PoplensLocation *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
location_clear (gpointer data)
{
  PoplensLocation *self = data;

  g_tree_unref (self->keys);
  g_clear_pointer (&self->reads, location_reads_detach);
}

void
poplens_location_unref (PoplensLocation *self)
{
  if (self)
    g_atomic_rc_box_release_full (self, location_clear);
}

gboolean
poplens_location_equal (const PoplensLocation *a, const PoplensLocation *b)
{
  g_autofree char *x = poplens_location_to_string (a);
  g_autofree char *y = poplens_location_to_string (b);

  return !strcmp (x, y);
}

PoplensPageId
poplens_location_get_page (const PoplensLocation *self)
{
  return self->page;
}

const char *
poplens_location_get (const PoplensLocation *self, const char *key)
{
  location_record_read (self, key);
  return g_tree_lookup (self->keys, key);
}

static gboolean
append_key (gpointer key, gpointer value, gpointer user_data)
{
  g_strv_builder_add (user_data, key);
  return FALSE;
}

GStrv
poplens_location_list_keys (const PoplensLocation *self)
{
  g_autoptr (GStrvBuilder) keys = g_strv_builder_new ();

  location_record_read (self, NULL);
  g_tree_foreach (self->keys, append_key, keys);
  return g_strv_builder_end (keys);
}

gboolean
poplens_location_get_double (const PoplensLocation *self, const char *key, double *value)
{
  const char *text = poplens_location_get (self, key);

  return text && is_number (text, value);
}

gboolean
poplens_location_get_bool (const PoplensLocation *self, const char *key, gboolean fallback)
{
  const char *text = poplens_location_get (self, key);

  return text ? is_yes (text) : fallback;
}

PoplensTileSet *
poplens_location_get_tiles (const PoplensLocation *self)
{
  const char *text = poplens_location_get (self, "tile");
  PoplensTileSet *tiles = text ? poplens_tile_set_parse (text, NULL) : NULL;

  return tiles ? tiles : poplens_tile_set_new (NULL, 0);
}

static gboolean
copy_pair (gpointer key, gpointer value, gpointer user_data)
{
  g_tree_insert (user_data, g_strdup (key), g_strdup (value));
  return FALSE;
}

char *
poplens_location_get_other (const PoplensLocation *self)
{
  const char *with = poplens_location_get (self, "with");

  if (!with || !*with)
    return NULL;
  return g_str_has_prefix (with, "file://") ? g_filename_from_uri (with, NULL, NULL)
                                            : g_strdup (with);
}

char *
poplens_location_before_alone (const char *text)
{
  g_autoptr (PoplensLocation) location = poplens_location_parse (text, NULL);
  g_autoptr (PoplensLocation) alone =
      location ? poplens_location_with (location, "compare", POPLENS_COMPARE_BEFORE) : NULL;

  return alone ? poplens_location_to_string (alone) : NULL;
}

PoplensLocation *
poplens_location_without_after (const PoplensLocation *self)
{
  gboolean is_after = !g_strcmp0 (poplens_location_get (self, "compare"), POPLENS_COMPARE_AFTER);

  return is_after ? poplens_location_with (self, "compare", POPLENS_COMPARE_BEFORE)
                  : poplens_location_on_page (self, self->page);
}

PoplensLocation *
poplens_location_on_page (const PoplensLocation *self, PoplensPageId page)
{
  PoplensLocation *copy = poplens_location_new (page);

  if (!self)
    return copy;
  g_tree_foreach (self->keys, copy_pair, copy->keys);
  copy->reads = self->reads ? location_reads_attach (self->reads) : NULL;
  return copy;
}

PoplensLocation *
poplens_location_watch (const PoplensLocation *location, PoplensLocationReads *reads)
{
  PoplensLocation *copy = poplens_location_on_page (location, location->page);

  g_clear_pointer (&copy->reads, location_reads_detach);
  copy->reads = reads ? location_reads_attach (reads) : NULL;
  return copy;
}

PoplensLocation *
poplens_location_with (const PoplensLocation *self, const char *key, const char *value)
{
  const char *const pair[][2] = {{key, value}};

  return poplens_location_with_pairs (self, pair, 1);
}

PoplensLocation *
poplens_location_with_pairs (const PoplensLocation *self, const char *const (*pairs)[2], guint n)
{
  PoplensLocation *copy = poplens_location_on_page (self, self->page);

  for (guint i = 0; i < n; i++)
    if (pairs[i][1])
      g_tree_insert (copy->keys, g_strdup (pairs[i][0]), g_strdup (pairs[i][1]));
    else
      g_tree_remove (copy->keys, pairs[i][0]);
  return copy;
}

PoplensLocation *
poplens_location_with_double (const PoplensLocation *self, const char *key, double value)
{
  PoplensNumber text;

  return poplens_location_with (self, key, poplens_format_digits (text, value, 15));
}

PoplensLocation *
poplens_location_with_tiles (const PoplensLocation *self, const PoplensTileSet *tiles)
{
  g_autofree char *text = poplens_tile_set_to_string (tiles);

  return poplens_location_with (self, "tile", *text ? text : NULL);
}

PoplensLocation *
poplens_location_rebase (const PoplensLocation *self, const PoplensLocation *from,
                         const PoplensLocation *onto)
{
  PoplensLocation *location = poplens_location_on_page (onto, self->page);
  const PoplensLocation *const of[] = {from, self};

  for (guint i = 0; i < G_N_ELEMENTS (of); i++) {
    g_auto (GStrv) keys = poplens_location_list_keys (of[i]);
    for (guint k = 0; keys[k]; k++) {
      const char *value = poplens_location_get (self, keys[k]);
      if (!g_strcmp0 (value, poplens_location_get (from, keys[k])))
        continue;
      if (value)
        g_tree_insert (location->keys, g_strdup (keys[k]), g_strdup (value));
      else
        g_tree_remove (location->keys, keys[k]);
    }
  }
  return location;
}
