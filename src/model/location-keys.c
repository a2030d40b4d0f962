/* Table of the keys of a location, and functions that depend on it. */
#include "model/location-keys.h"

#include "base/error.h"

#include <string.h>

#define TEXT POPLENS_KEY_TEXT
#define TILES POPLENS_KEY_TILES
#define NUMBER POPLENS_KEY_NUMBER
#define YES_NO POPLENS_KEY_YES_NO

#define EVERYWHERE (POPLENS_PAGE_BIT (POPLENS_N_PAGES) - 1)
#define INSIGHTS POPLENS_PAGE_BIT (POPLENS_PAGE_INSIGHTS)
#define MEMORY POPLENS_PAGE_BIT (POPLENS_PAGE_MEMORY)
#define LIVENESS POPLENS_PAGE_BIT (POPLENS_PAGE_LIVENESS)
#define PROGRAMS POPLENS_PAGE_BIT (POPLENS_PAGE_PROGRAMS)
#define OPERATIONS POPLENS_PAGE_BIT (POPLENS_PAGE_OPERATIONS)
#define TRACE POPLENS_PAGE_BIT (POPLENS_PAGE_TRACE)

#define SELECTS POPLENS_KEY_SELECTS
#define TRAVELS POPLENS_KEY_TRAVELS
#define LIMITS POPLENS_KEY_LIMITS
#define TABLE POPLENS_KEY_TABLE
#define DRAWS POPLENS_KEY_DRAWS
#define OWN POPLENS_KEY_OWN

/* The third column has the pages that are not rebuilt when the key changes, because only their
 * chart or one of their tabs depends on the key. For example, a new "step" changes only a tab of
 * Memory. */
const PoplensLocationKey poplens_location_keys[] = {
    {"tile", TILES, PROGRAMS | TRACE, SELECTS | TRAVELS},
    {"ipu", TEXT, 0, TRAVELS},
    {"replica", TEXT, 0, 0},
    {"scope", TEXT, 0, 0},
    {"step", TEXT, MEMORY, SELECTS | TRAVELS | OWN},
    {"program", TEXT, EVERYWHERE, OWN},
    {"variable", TEXT, 0, SELECTS | OWN},
    {"from", NUMBER, EVERYWHERE, 0},
    {"to", NUMBER, EVERYWHERE, 0},
    {"breakdown", TEXT, 0, 0, "none region group category liveness kind"},
    {"order", TEXT, LIVENESS, DRAWS,
     "number use physical change software waiting bytes birth length"},
    {"unit", TEXT, 0, DRAWS, "binary si bytes"},
    {"axis", TEXT, MEMORY | LIVENESS, DRAWS, "data limit cycles time"},
    {"gaps", YES_NO, 0, 0},
    {"always-live", YES_NO, 0, 0},
    {"waits", YES_NO, 0, 0},
    {"fold", YES_NO, 0, DRAWS},
    {"by", TEXT, 0, DRAWS},
    {"view", TEXT, 0, DRAWS,
     "flat flame blocks operation source graph total variables map summary traces overview tiles "
     "what-if"},
    {"depth", TEXT, 0, 0},
    {"hide", TEXT, 0, DRAWS},
    {"tab", TEXT, EVERYWHERE, 0},
    {"search", TEXT, EVERYWHERE, DRAWS},
    {"filter.", TEXT, EVERYWHERE, TABLE},
    {"sort.", TEXT, EVERYWHERE, TABLE},
    {"executed", TEXT, EVERYWHERE, TRAVELS | OWN},
    {"range", TEXT, EVERYWHERE, OWN},
    {"collapse", TEXT, 0, DRAWS},
    {"context", TEXT, 0, OWN},
    {"compute-set", TEXT, 0, OWN},
    {"scale", TEXT, 0, 0},
    {"change", TEXT, 0, TRAVELS},
    {"estimate", TEXT, 0, 0, "optimistic pessimistic"},
    {"avoid", TEXT, 0, 0},
    {"only", TEXT, 0, 0},
    {"margin", TEXT, 0, 0},
    {"framework", TEXT, 0, TRAVELS, "poptorch popart tensorflow"},
    {"thing", TEXT, 0, OWN},
    {"tile-variable", TEXT, EVERYWHERE, OWN},
    {"zoom", TEXT, EVERYWHERE, DRAWS},
    {"colour", TEXT, LIVENESS, DRAWS},
    {"map-colour", TEXT, MEMORY | TRACE, 0, "category liveness beyond-second imbalance times"},
    {"layout", TEXT, 0, 0, "physical logical"},
    {"plot", TEXT, LIVENESS, 0},
    {"address", TEXT, EVERYWHERE, OWN},
    {"ramp", TEXT, 0, 0, "largest spread limit"},
    {"layer", TEXT, 0, LIMITS | DRAWS},
    {"operation", TEXT, OPERATIONS, LIMITS | OWN},
    {"open", TEXT, INSIGHTS, 0},
    {"path", TEXT, OPERATIONS, 0},
    {"backward", YES_NO, 0, DRAWS},
    {"shapes", YES_NO, 0, DRAWS},
    {"regions", YES_NO, 0, DRAWS},
    {"lifetimes", TEXT, EVERYWHERE, 0},
    {"rest", YES_NO, 0, 0},
    {"root", TEXT, 0, 0},
    {"jump", TEXT, 0, OWN},
    {"compilation", TEXT, 0, OWN},
    {"measure", TEXT, PROGRAMS | TRACE, 0},
    {"bsp", YES_NO, 0, DRAWS},
    {"block", TEXT, EVERYWHERE, OWN},
    {"clock", TEXT, 0, DRAWS, "recorded first"},
    {"same", YES_NO, 0, 0},
    {"with", TEXT, EVERYWHERE, 0},
    {"before", TEXT, EVERYWHERE, 0},
    {"compare", TEXT, 0, 0, "both before after"},
    {"fill-balance", YES_NO, 0, DRAWS},
    {"cause", TEXT, 0, DRAWS},
    {"critical-path", YES_NO, 0, DRAWS},
    {"fit-ipus", YES_NO, 0, DRAWS},
    {"outside", YES_NO, 0, DRAWS},
    {"model-levels", YES_NO, 0, DRAWS},
    {"align", TEXT, 0, 0},
    {"dismissed", YES_NO, 0, 0},
    {"frame", TEXT, 0, DRAWS, "caller innermost"},
    {"line", TEXT, OPERATIONS, 0},
    {"finding", TEXT, EVERYWHERE, TRAVELS},
    {"at", TEXT, EVERYWHERE, TRAVELS},
};
const guint poplens_n_location_keys = G_N_ELEMENTS (poplens_location_keys);

const PoplensLocationKey *
poplens_location_find_key (const char *name)
{
  for (guint k = 0; k < poplens_n_location_keys; k++) {
    const PoplensLocationKey *key = &poplens_location_keys[k];
    gboolean begins = g_str_has_suffix (key->name, ".");
    if (begins ? g_str_has_prefix (name, key->name) && name[strlen (key->name)]
               : !strcmp (name, key->name))
      return key;
  }
  return NULL;
}

gboolean
poplens_location_key_has (const char *name, PoplensKeyRole role)
{
  const PoplensLocationKey *key = poplens_location_find_key (name);

  return key && key->roles & role;
}

/* Joins words for a message: "number, use or physical". (transfer full) */
static char *
list_words (char *const *words)
{
  guint n = g_strv_length ((char **) words);
  GString *list = g_string_new (words[0]);

  for (guint w = 1; w < n; w++)
    g_string_append_printf (list, "%s%s", w + 1 < n ? ", " : " or ", words[w]);
  return g_string_free (list, FALSE);
}

gboolean
poplens_location_check_words (const PoplensLocation *self, GError **error)
{
  for (guint k = 0; k < poplens_n_location_keys; k++) {
    const PoplensLocationKey *key = &poplens_location_keys[k];
    const char *value = key->words ? poplens_location_get (self, key->name) : NULL;
    if (!value)
      continue;
    g_auto (GStrv) words = g_strsplit (key->words, " ", -1);
    if (g_strv_contains ((const char *const *) words, value))
      continue;
    g_autofree char *list = list_words (words);
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "invalid %s “%s”; use %s", key->name,
                 value, list);
    return FALSE;
  }
  return TRUE;
}

gboolean
poplens_location_key_knows (const char *name, const char *value)
{
  const PoplensLocationKey *key = poplens_location_find_key (name);
  g_auto (GStrv) words = key && key->words ? g_strsplit (key->words, " ", -1) : NULL;

  return words && g_strv_contains ((const char *const *) words, value);
}

static PoplensLocation *
copy_role (const PoplensLocation *self, const PoplensLocation *other, PoplensKeyRole role,
           gboolean with_lacking)
{
  PoplensLocation *location = poplens_location_on_page (self, poplens_location_get_page (self));

  for (guint k = 0; k < poplens_n_location_keys; k++) {
    const PoplensLocationKey *key = &poplens_location_keys[k];
    const char *value = key->roles & role ? poplens_location_get (other, key->name) : NULL;
    g_autoptr (PoplensLocation) before = NULL;
    if (!(key->roles & role) || (!value && !with_lacking))
      continue;
    before = location;
    location = poplens_location_with (before, key->name, value);
  }
  return location;
}

PoplensLocation *
poplens_location_with_role (const PoplensLocation *self, const PoplensLocation *other,
                            PoplensKeyRole role)
{
  return copy_role (self, other, role, TRUE);
}

PoplensLocation *
poplens_location_add_role (const PoplensLocation *self, const PoplensLocation *other,
                           PoplensKeyRole role)
{
  return copy_role (self, other, role, FALSE);
}

PoplensLocation *
poplens_location_for_another (const PoplensLocation *self)
{
  g_autoptr (PoplensLocation) bare = poplens_location_new (poplens_location_get_page (self));

  return poplens_location_with_role (self, bare, POPLENS_KEY_OWN);
}

char *
poplens_finding_name (const char *kind, const char *subject)
{
  g_autofree char *name = g_strconcat (kind, subject && *subject ? " " : "", subject, NULL);

  return g_uri_escape_string (name, " /*.:,", FALSE);
}

char *
poplens_location_text_of_finding (char *text, const char *kind, const char *subject)
{
  g_autofree char *name = poplens_finding_name (kind, subject);
  g_autoptr (PoplensLocation) without = poplens_location_parse (text, NULL);

  if (!without)
    return text;
  g_autoptr (PoplensLocation) with = poplens_location_with (without, "finding", name);
  g_free (text);
  return poplens_location_to_string (with);
}
