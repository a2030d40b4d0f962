/* PoplensSession: keeps the history, carries the selection from page to page, and handles
 * comparisons and the finding that is followed. */
#include "app/window/session.h"

#include "app/window/session-pair.h"
#include "model/location-keys.h"
#include "pages/core/views.h"

#include <string.h>

/* ---- what a change requires of a page -------------------------------------------------------- */

gboolean
poplens_location_is_view_key (const char *key, PoplensPageId page)
{
  const PoplensLocationKey *known = poplens_location_find_key (key);

  return known && known->views & POPLENS_PAGE_BIT (page);
}

/* Returns the location as a text for comparing: without view keys and, unless @with_selection,
 * without the selection. (transfer full) */
static char *
location_essence (const PoplensLocation *location, gboolean with_selection)
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
  a = location_essence (before, TRUE);
  b = location_essence (now, TRUE);
  if (!strcmp (a, b))
    return POPLENS_CHANGE_VIEW;
  c = location_essence (before, FALSE);
  d = location_essence (now, FALSE);
  return strcmp (c, d) ? POPLENS_CHANGE_PAGE : POPLENS_CHANGE_SELECTION;
}

/* ---- the session ----------------------------------------------------------------------------- */

/* Maximum number of entries in the history. An entry takes a few hundred bytes. */
#define MAX_HISTORY 200

struct _PoplensSession {
  GObject parent;
  PoplensSessionPair pair;
  PoplensLocation *location;
  GPtrArray *back, *forward; /* of PoplensLocation: history entries before and after .location; the
                                nearest entry is last */
  PoplensLocation *left[POPLENS_N_PAGES]; /* (nullable): last location of each page */
  /* Location with only the keys that other pages inherit: the selection, and the operation that
   * pages are limited to. All other keys stay with their page. */
  PoplensLocation *carried;
  char *with, *order; /* (nullable): keys "with" (report to compare with) and "before" (order) of
                         the location */
  PoplensPageDefaults defaults;
  gboolean is_visit; /* see poplens_session_is_visit () */
};

G_DEFINE_FINAL_TYPE (PoplensSession, poplens_session, G_TYPE_OBJECT)

enum {
  PROP_HOME = 1,
  PROP_REPORT,
  PROP_OTHER,
  PROP_LOCATION,
  PROP_DEFAULTS,
  PROP_BACK,
  PROP_FORWARD
};

static void
poplens_session_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  PoplensSession *self = POPLENS_SESSION (object);

  if (id == PROP_HOME)
    g_value_set_object (value, self->pair.home);
  else if (id == PROP_REPORT)
    g_value_set_object (value, self->pair.before);
  else if (id == PROP_OTHER)
    g_value_set_object (value, self->pair.after);
  else if (id == PROP_LOCATION)
    g_value_set_boxed (value, self->location);
  else if (id == PROP_DEFAULTS)
    g_value_set_pointer (value, &self->defaults);
  else if (id == PROP_BACK)
    g_value_set_boolean (value, poplens_session_can_go_back (self));
  else if (id == PROP_FORWARD)
    g_value_set_boolean (value, poplens_session_can_go_forward (self));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
poplens_session_finalize (GObject *object)
{
  PoplensSession *self = POPLENS_SESSION (object);

  poplens_session_pair_clear (&self->pair);
  g_clear_pointer (&self->location, poplens_location_unref);
  g_free (self->with);
  g_free (self->order);
  g_ptr_array_unref (self->back);
  g_ptr_array_unref (self->forward);
  for (guint i = 0; i < POPLENS_N_PAGES; i++)
    g_clear_pointer (&self->left[i], poplens_location_unref);
  g_clear_pointer (&self->carried, poplens_location_unref);
  G_OBJECT_CLASS (poplens_session_parent_class)->finalize (object);
}

static void
poplens_session_class_init (PoplensSessionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->finalize = poplens_session_finalize;
  object_class->get_property = poplens_session_get_property;
  g_object_class_install_property (
      object_class, PROP_HOME,
      g_param_spec_object ("home", NULL, NULL, POPLENS_TYPE_REPORT, flags));
  g_object_class_install_property (
      object_class, PROP_REPORT,
      g_param_spec_object ("report", NULL, NULL, POPLENS_TYPE_REPORT, flags));
  g_object_class_install_property (
      object_class, PROP_OTHER,
      g_param_spec_object ("other", NULL, NULL, POPLENS_TYPE_REPORT, flags));
  g_object_class_install_property (
      object_class, PROP_LOCATION,
      g_param_spec_boxed ("location", NULL, NULL, POPLENS_TYPE_LOCATION, flags));
  g_object_class_install_property (object_class, PROP_DEFAULTS,
                                   g_param_spec_pointer ("defaults", NULL, NULL, flags));
  g_object_class_install_property (object_class, PROP_BACK,
                                   g_param_spec_boolean ("can-go-back", NULL, NULL, FALSE, flags));
  g_object_class_install_property (
      object_class, PROP_FORWARD,
      g_param_spec_boolean ("can-go-forward", NULL, NULL, FALSE, flags));
}

static void
poplens_session_init (PoplensSession *self)
{
  self->back = g_ptr_array_new_with_free_func ((GDestroyNotify) poplens_location_unref);
  self->forward = g_ptr_array_new_with_free_func ((GDestroyNotify) poplens_location_unref);
}

/* Saves the keys "with" and "before" of the current location. Locations without these keys inherit
 * them. */
static void
remember_other (PoplensSession *self)
{
  g_free (self->with);
  g_free (self->order);
  self->with = g_strdup (poplens_location_get (self->location, "with"));
  self->order = g_strdup (poplens_location_get (self->location, "before"));
}

static void
remember_page (PoplensSession *self)
{
  PoplensLocation **left = &self->left[poplens_location_get_page (self->location)];

  g_clear_pointer (left, poplens_location_unref);
  *left = poplens_location_ref (self->location);
}

/* Saves the selection of @location for other pages. @edited: TRUE if the user changed the location
 * on the same page: keys that @location lacks are removed from the saved selection. FALSE if
 * @location is a link or another page: these keys are kept. */
static void
remember_selection (PoplensSession *self, const PoplensLocation *location, gboolean edited)
{
  g_autoptr (PoplensLocation) before = self->carried;

  self->carried = edited ? poplens_location_with_role (before, location, POPLENS_KEY_TRAVELS)
                         : poplens_location_add_role (before, location, POPLENS_KEY_TRAVELS);
  if (poplens_page_can_restrict (poplens_location_get_page (location))) {
    g_autoptr (PoplensLocation) selected = self->carried;
    self->carried = poplens_location_with_role (selected, location, POPLENS_KEY_LIMITS);
  }
}

/* Adds the operation that the user limited pages to, if the page of @location can show only one
 * operation. @location: (transfer full). (transfer full) */
static PoplensLocation *
with_only (PoplensSession *self, PoplensLocation *location)
{
  g_autoptr (PoplensLocation) whole = location;

  return poplens_page_can_restrict (poplens_location_get_page (location))
             ? poplens_location_with_role (whole, self->carried, POPLENS_KEY_LIMITS)
             : g_steal_pointer (&whole);
}

PoplensSession *
poplens_session_new (PoplensReport *report, PoplensLocation *location)
{
  PoplensSession *self = g_object_new (POPLENS_TYPE_SESSION, NULL);

  self->location =
      location ? poplens_location_ref (location) : poplens_location_new (POPLENS_PAGE_SUMMARY);
  poplens_session_pair_set_home (&self->pair, report);
  poplens_session_pair_arrange (&self->pair, self->location);
  remember_other (self);
  self->carried = poplens_location_new (POPLENS_PAGE_SUMMARY);
  remember_page (self);
  remember_selection (self, self->location, TRUE);
  return self;
}

PoplensReport *
poplens_session_get_report (PoplensSession *self)
{
  return self->pair.before;
}

PoplensReport *
poplens_session_get_home (PoplensSession *self)
{
  return self->pair.home;
}

char *
poplens_session_name_reports (PoplensSession *self, gsize most)
{
  return poplens_session_pair_name_reports (&self->pair, most);
}

char *
poplens_session_name_places (PoplensSession *self)
{
  return poplens_session_pair_name_places (&self->pair);
}

gboolean
poplens_session_is_turned (PoplensSession *self)
{
  return poplens_session_pair_is_turned (&self->pair);
}

gboolean
poplens_session_home_is_after (PoplensSession *self)
{
  return poplens_session_pair_home_is_after (&self->pair);
}

PoplensReport *
poplens_session_get_second (PoplensSession *self)
{
  return self->pair.second;
}

/* Returns the value of the key "before" for the present order of the reports. @turned: TRUE: for
 * the reverse order. (nullable) (static) */
static const char *
order_of (PoplensSession *self, gboolean turned)
{
  return poplens_session_pair_home_is_after (&self->pair) != turned ? POPLENS_BEFORE_OTHER : NULL;
}

static void
arrange_pair (PoplensSession *self)
{
  PoplensPairChange change = poplens_session_pair_arrange (&self->pair, self->location);

  if (change == POPLENS_PAIR_BEFORE)
    g_object_notify (G_OBJECT (self), "report");
  if (change != POPLENS_PAIR_SAME)
    g_object_notify (G_OBJECT (self), "other");
}

void
poplens_session_set_home (PoplensSession *self, PoplensReport *report)
{
  if (report == self->pair.home)
    return;
  poplens_session_pair_set_home (&self->pair, report);
  arrange_pair (self);
  g_object_notify (G_OBJECT (self), "home");
}

PoplensLocation *
poplens_session_get_location (PoplensSession *self)
{
  return self->location;
}

/* ---- going to a location --------------------------------------------------------------------- */

static void
set_location (PoplensSession *self, PoplensLocation *location, gboolean link)
{
  g_autoptr (PoplensLocation) old = g_steal_pointer (&self->location);

  self->location = poplens_session_pair_settle (&self->pair, location);
  remember_other (self);
  remember_page (self);
  remember_selection (self, self->location,
                      !link &&
                          poplens_location_get_page (old) == poplens_location_get_page (location));
  if (self->pair.second)
    arrange_pair (self);
  g_object_notify (G_OBJECT (self), "location");
}

static void
notify_history (PoplensSession *self)
{
  g_object_notify (G_OBJECT (self), "can-go-back");
  g_object_notify (G_OBJECT (self), "can-go-forward");
}

static void
history_push (GPtrArray *way, PoplensLocation *location)
{
  if (way->len == MAX_HISTORY)
    g_ptr_array_remove_index (way, 0);
  g_ptr_array_add (way, poplens_location_ref (location));
}

/* Returns @location with the current comparison added. Returns @location unchanged if it names a
 * report to compare with. (transfer full) */
static PoplensLocation *
with_other (PoplensSession *self, PoplensLocation *location)
{
  return self->with && !poplens_location_get (location, "with")
             ? poplens_pair_location (location, self->with, self->order)
             : poplens_location_ref (location);
}

static void
go_by (PoplensSession *self, PoplensLocation *wanted, gboolean link)
{
  g_autoptr (PoplensLocation) location = with_other (self, wanted);

  self->is_visit = link;
  if (poplens_location_equal (location, self->location)) {
    if (link)
      set_location (self, location, TRUE);
    return;
  }
  history_push (self->back, self->location);
  g_ptr_array_set_size (self->forward, 0);
  set_location (self, location, link);
  notify_history (self);
}

void
poplens_session_go (PoplensSession *self, PoplensLocation *location)
{
  go_by (self, location, FALSE);
}

/* TRUE if the locations differ at most in keys of the view, and the key "executed" is equal. */
static gboolean
only_view_differs (const PoplensLocation *before, const PoplensLocation *now)
{
  return poplens_location_compare (before, now) <= POPLENS_CHANGE_VIEW &&
         !g_strcmp0 (poplens_location_get (before, "executed"),
                     poplens_location_get (now, "executed"));
}

void
poplens_session_adjust (PoplensSession *self, PoplensLocation *wanted)
{
  g_autoptr (PoplensLocation) location = with_other (self, wanted);
  PoplensLocation *last = self->back->len ? self->back->pdata[self->back->len - 1] : NULL;
  gboolean returned = last && poplens_location_equal (location, last);

  if (poplens_location_equal (location, self->location))
    return;
  /* The change returns to the last history entry: remove that entry, because going back would
   * change nothing. */
  if (returned)
    g_ptr_array_remove_index (self->back, self->back->len - 1);
  self->is_visit &= only_view_differs (self->location, location);
  set_location (self, location, FALSE);
  if (returned)
    notify_history (self);
}

typedef PoplensLocation *(*Change) (const PoplensLocation *location, const char *with,
                                    const char *order);

/* Applies @change to the saved location of each page. Returns the current location with the same
 * change. (transfer full) */
static PoplensLocation *
change_all (PoplensSession *self, Change change, const char *with, const char *order)
{
  for (guint i = 0; i < POPLENS_N_PAGES; i++) {
    g_autoptr (PoplensLocation) left = self->left[i];
    self->left[i] = left ? change (left, with, order) : NULL;
  }
  return change (self->location, with, order);
}

void
poplens_session_compare (PoplensSession *self, const char *path)
{
  g_autoptr (PoplensLocation) both = poplens_location_with_other (self->location, path);
  gboolean turned = self->pair.before != self->pair.home;
  g_autoptr (PoplensLocation) location =
      change_all (self, turned ? poplens_pair_location_turned : poplens_pair_location,
                  poplens_location_get (both, "with"), POPLENS_BEFORE_OLDER);

  if (!path)
    g_clear_pointer (&self->with, g_free);
  go_by (self, location, FALSE);
}

void
poplens_session_compare_past (PoplensSession *self)
{
  g_autoptr (PoplensLocation) location =
      change_all (self, poplens_pair_location, POPLENS_OTHER_PAST, POPLENS_BEFORE_OTHER);

  go_by (self, location, FALSE);
}

void
poplens_session_compare_still (PoplensSession *self)
{
  g_autoptr (PoplensLocation) location =
      change_all (self, poplens_pair_location, self->pair.second_with, order_of (self, FALSE));

  poplens_session_adjust (self, location);
}

void
poplens_session_set_second (PoplensSession *self, PoplensReport *report, gboolean is_older)
{
  if (report == self->pair.second)
    return;
  poplens_session_pair_set_second (&self->pair, report, self->with, is_older);
  g_autoptr (PoplensLocation) location = poplens_session_pair_settle (&self->pair, self->location);
  poplens_session_adjust (self, location);
  arrange_pair (self);
}

void
poplens_session_swap (PoplensSession *self)
{
  if (!poplens_session_pair_is_of (&self->pair, self->location))
    return;
  g_autoptr (PoplensLocation) location = change_all (self, poplens_pair_location_turned,
                                                     self->pair.second_with, order_of (self, TRUE));

  go_by (self, location, FALSE);
}

void
poplens_session_show_only (PoplensSession *self, const char *side)
{
  if (!poplens_session_pair_is_of (&self->pair, self->location))
    return;
  g_autoptr (PoplensLocation) location =
      poplens_session_pair_show_only (&self->pair, self->location, side);

  go_by (self, location, FALSE);
}

PoplensLocation *
poplens_session_to_written (PoplensSession *self)
{
  if (!g_strcmp0 (self->with, POPLENS_OTHER_PAST) || poplens_session_pair_is_turned (&self->pair))
    return poplens_location_with_other (self->location, NULL);
  return poplens_session_pair_home_is_after (&self->pair)
             ? poplens_location_with_other (self->location,
                                            poplens_report_get_path (self->pair.home))
             : poplens_location_ref (self->location);
}

/* Returns @left, the last location of a page, with the current selection. If tiles or an IPU were
 * selected since, removes the key "scope", which could hide them. (transfer full) */
static PoplensLocation *
with_selection (PoplensSession *self, const PoplensLocation *left)
{
  static const char *const scopes[] = {"tile", "ipu"};
  PoplensLocation *location = poplens_location_with_role (left, self->carried, POPLENS_KEY_TRAVELS);
  gboolean hides = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (scopes); i++)
    hides |= g_strcmp0 (poplens_location_get (left, scopes[i]),
                        poplens_location_get (self->carried, scopes[i])) != 0;
  if (hides) {
    g_autoptr (PoplensLocation) before = location;
    location = poplens_location_with (before, "scope", NULL);
  }
  return with_only (self, location);
}

const PoplensLocation *
poplens_session_get_left (PoplensSession *self, PoplensPageId page)
{
  return page == poplens_location_get_page (self->location) ? self->location : self->left[page];
}

/* Returns the location at which the user left @page, with the current selection. (transfer full) */
static PoplensLocation *
location_of_page (PoplensSession *self, PoplensPageId page)
{
  g_autoptr (PoplensLocation) left =
      self->left[page] ? poplens_location_ref (self->left[page]) : poplens_location_new (page);

  return with_selection (self, left);
}

void
poplens_session_go_to_page (PoplensSession *self, PoplensPageId page)
{
  g_autoptr (PoplensLocation) location = location_of_page (self, page);

  if (page != poplens_location_get_page (self->location))
    poplens_session_go (self, location);
}

void
poplens_session_show_view (PoplensSession *self, const PoplensLocation *view)
{
  g_autoptr (PoplensLocation) page = location_of_page (self, poplens_location_get_page (view));
  g_autoptr (PoplensLocation) location = poplens_location_with_view (page, view);

  poplens_session_go (self, location);
}

void
poplens_session_visit (PoplensSession *self, PoplensLocation *location)
{
  go_by (self, location, TRUE);
}

gboolean
poplens_session_is_visit (PoplensSession *self)
{
  return self->is_visit;
}

/* Adds the current sort orders and filters of tables to @location, the target of a link on the same
 * page. Does not overwrite keys of @location. (transfer full) */
static PoplensLocation *
with_tables (PoplensSession *self, PoplensLocation *location)
{
  g_auto (GStrv) keys = poplens_location_list_keys (self->location);
  PoplensLocation *kept = poplens_location_ref (location);

  /* If both pages can show only one operation, keep the operation that the user limited pages to.
   */
  if (poplens_page_can_restrict (poplens_location_get_page (self->location)) &&
      !poplens_location_get (location, "operation"))
    kept = with_only (self, kept);
  if (poplens_location_get_page (location) != poplens_location_get_page (self->location))
    return kept;
  for (guint k = 0; keys[k]; k++) {
    g_autoptr (PoplensLocation) before = kept;
    gboolean copied = poplens_location_key_has (keys[k], POPLENS_KEY_TABLE) &&
                      !poplens_location_get (location, keys[k]);
    kept = copied ? poplens_location_with (before, keys[k],
                                           poplens_location_get (self->location, keys[k]))
                  : poplens_location_ref (before);
  }
  return kept;
}

/* ---- finding that is followed ---------------------------------------------------------------- */

/* Adds the finding that the user follows to @location, the target of a link without a finding.
 * @location: (transfer full). (transfer full) */
static PoplensLocation *
with_finding (PoplensSession *self, PoplensLocation *location)
{
  const char *const pairs[][2] = {{"finding", poplens_location_get (self->carried, "finding")},
                                  {"at", poplens_location_get (self->carried, "at")}};
  g_autoptr (PoplensLocation) without = location;

  return poplens_location_with_pairs (without, pairs, G_N_ELEMENTS (pairs));
}

/* Returns the location to go to if the user follows @link, a link with a finding. It is the last
 * location of the link's page with the keys of @link. Omits the link's range of cycles, because the
 * page chooses a range. (transfer full) */
static PoplensLocation *
enter_finding (PoplensSession *self, PoplensLocation *link)
{
  static const char *const others[][2] = {{"executed", NULL},  {"block", NULL},   {"range", NULL},
                                          {"search", NULL},    {"program", NULL}, {"at", NULL},
                                          {"operation", NULL}, {"layer", NULL}};
  PoplensPageId page = poplens_location_get_page (link);
  g_auto (GStrv) keys = poplens_location_list_keys (link);
  g_autoptr (PoplensLocation) left = NULL;
  PoplensLocation *location;

  if (!poplens_session_get_left (self, page))
    return poplens_location_ref (link);
  left = location_of_page (self, page);
  location = poplens_location_with_pairs (left, others, G_N_ELEMENTS (others));
  for (guint k = 0; keys[k]; k++) {
    g_autoptr (PoplensLocation) before = location;
    gboolean of_view = !strcmp (keys[k], "from") || !strcmp (keys[k], "to");
    location = of_view
                   ? poplens_location_ref (before)
                   : poplens_location_with (before, keys[k], poplens_location_get (link, keys[k]));
  }
  return location;
}

/* Returns the last history entry that is on @page and has no finding. (transfer full) */
static PoplensLocation *
before_finding (PoplensSession *self, PoplensPageId page)
{
  for (guint i = self->back->len; i--;) {
    PoplensLocation *one = self->back->pdata[i];
    if (poplens_location_get_page (one) == page && !poplens_location_get (one, "finding"))
      return poplens_location_ref (one);
  }
  return poplens_location_new (page);
}

void
poplens_session_clear_finding (PoplensSession *self)
{
  PoplensPageId here = poplens_location_get_page (self->location);
  g_autoptr (PoplensLocation) location = before_finding (self, here);

  if (!poplens_location_get (self->location, "finding"))
    return;
  for (PoplensPageId page = 0; page < POPLENS_N_PAGES; page++)
    if (self->left[page] && poplens_location_get (self->left[page], "finding")) {
      g_clear_pointer (&self->left[page], poplens_location_unref);
      self->left[page] = before_finding (self, page);
    }
  poplens_session_go (self, location);
}

gboolean
poplens_session_follow (PoplensSession *self, const char *link, GError **error)
{
  g_autoptr (PoplensLocation) location = poplens_location_parse (link, error);

  if (!location)
    return FALSE;
  g_autoptr (PoplensLocation) kept = poplens_location_get (location, "finding")
                                         ? enter_finding (self, location)
                                         : with_finding (self, with_tables (self, location));
  poplens_session_visit (self, kept);
  return TRUE;
}

/* ---- back and forward ------------------------------------------------------------------------ */

gboolean
poplens_session_can_go_back (PoplensSession *self)
{
  return self->back->len > 0;
}

gboolean
poplens_session_can_go_forward (PoplensSession *self)
{
  return self->forward->len > 0;
}

static void
history_walk (PoplensSession *self, GPtrArray *from, GPtrArray *to)
{
  if (!from->len)
    return;
  g_autoptr (PoplensLocation) location = g_ptr_array_steal_index (from, from->len - 1);
  history_push (to, self->location);
  self->is_visit = FALSE;
  set_location (self, location, FALSE);
  notify_history (self);
}

void
poplens_session_go_back (PoplensSession *self)
{
  history_walk (self, self->back, self->forward);
}

void
poplens_session_go_forward (PoplensSession *self)
{
  history_walk (self, self->forward, self->back);
}

/* ---- settings for all pages ------------------------------------------------------------------ */

PoplensByteUnit
poplens_session_get_byte_unit (PoplensSession *self)
{
  return self->defaults.unit;
}

PoplensPageDefaults
poplens_session_get_defaults (PoplensSession *self)
{
  return self->defaults;
}

void
poplens_session_set_defaults (PoplensSession *self, PoplensPageDefaults defaults)
{
  if (poplens_page_defaults_equal (self->defaults, defaults))
    return;
  self->defaults = defaults;
  g_object_notify (G_OBJECT (self), "defaults");
}
