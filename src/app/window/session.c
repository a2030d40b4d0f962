#include "app/window/session.h"

#include "app/page/page-change.h"
#include "model/place-keys.h"
#include "pages/core/views.h"

/* As many steps back as anybody walks; each is a few hundred bytes. */
#define MAX_HISTORY 200

struct _PoplensSession {
  GObject parent;
  PoplensReport *report;
  PoplensPlace *place;
  GPtrArray *back, *forward;           /* PoplensPlace; the last is the next to go to */
  PoplensPlace *left[POPLENS_N_PAGES]; /* each page as it was left, or NULL */
  /* The keys that go along from page to page: what is selected and, between pages that can be of
   * one operation, that one. Positions, tabs, filters and choices stay with their page. */
  PoplensPlace *carried;
  char *other; /* path of the report that it is compared with, as the Place has it; or NULL */
  PoplensByteUnit unit;
  gboolean is_visit; /* poplens_session_is_visit () */
};

G_DEFINE_FINAL_TYPE (PoplensSession, poplens_session, G_TYPE_OBJECT)

static void
poplens_session_finalize (GObject *object)
{
  PoplensSession *self = POPLENS_SESSION (object);

  g_clear_object (&self->report);
  g_clear_pointer (&self->place, poplens_place_unref);
  g_free (self->other);
  g_ptr_array_unref (self->back);
  g_ptr_array_unref (self->forward);
  for (guint i = 0; i < POPLENS_N_PAGES; i++)
    g_clear_pointer (&self->left[i], poplens_place_unref);
  g_clear_pointer (&self->carried, poplens_place_unref);
  G_OBJECT_CLASS (poplens_session_parent_class)->finalize (object);
}

static void
poplens_session_class_init (PoplensSessionClass *klass)
{
  GType type = POPLENS_TYPE_SESSION;

  G_OBJECT_CLASS (klass)->finalize = poplens_session_finalize;
  g_signal_new ("place-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                G_TYPE_POINTER, G_TYPE_POINTER);
  g_signal_new ("report-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("history-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("other-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("unit-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
poplens_session_init (PoplensSession *self)
{
  self->back = g_ptr_array_new_with_free_func ((GDestroyNotify) poplens_place_unref);
  self->forward = g_ptr_array_new_with_free_func ((GDestroyNotify) poplens_place_unref);
}

static void
remember_page (PoplensSession *self)
{
  PoplensPlace **left = &self->left[poplens_place_get_page (self->place)];

  g_clear_pointer (left, poplens_place_unref);
  *left = poplens_place_ref (self->place);
}

/* What @place selects is the selection from now on. What it does not name is no longer selected
 * where it was @edited away from the same page; a link that leads elsewhere only does not say. */
static void
remember_selection (PoplensSession *self, const PoplensPlace *place, gboolean edited)
{
  g_autoptr (PoplensPlace) before = self->carried;

  self->carried = edited ? poplens_place_with_role (before, place, POPLENS_KEY_TRAVELS)
                         : poplens_place_add_role (before, place, POPLENS_KEY_TRAVELS);
  if (poplens_page_can_restrict (poplens_place_get_page (place))) {
    g_autoptr (PoplensPlace) selected = self->carried;
    self->carried = poplens_place_with_role (selected, place, POPLENS_KEY_LIMITS);
  }
}

/* Takes @place, which may be of one operation alone. (transfer full) */
static PoplensPlace *
with_only (PoplensSession *self, PoplensPlace *place)
{
  g_autoptr (PoplensPlace) whole = place;

  return poplens_page_can_restrict (poplens_place_get_page (place))
             ? poplens_place_with_role (whole, self->carried, POPLENS_KEY_LIMITS)
             : g_steal_pointer (&whole);
}

PoplensSession *
poplens_session_new (PoplensReport *report, PoplensPlace *place)
{
  PoplensSession *self = g_object_new (POPLENS_TYPE_SESSION, NULL);

  self->report = report ? g_object_ref (report) : NULL;
  self->place = place ? poplens_place_ref (place) : poplens_place_new (POPLENS_PAGE_SUMMARY);
  self->other = poplens_place_get_other (self->place);
  self->carried = poplens_place_new (POPLENS_PAGE_SUMMARY);
  remember_page (self);
  remember_selection (self, self->place, TRUE);
  return self;
}

PoplensReport *
poplens_session_get_report (PoplensSession *self)
{
  return self->report;
}

void
poplens_session_set_report (PoplensSession *self, PoplensReport *report)
{
  if (g_set_object (&self->report, report))
    g_signal_emit_by_name (self, "report-changed");
}

PoplensPlace *
poplens_session_get_place (PoplensSession *self)
{
  return self->place;
}

/* ---- going ----------------------------------------------------------------------------------- */

static void
set_place (PoplensSession *self, PoplensPlace *place, gboolean link)
{
  g_autoptr (PoplensPlace) old = g_steal_pointer (&self->place);
  /* A listener may go on from here: this one stays valid for the others. */
  g_autoptr (PoplensPlace) now = poplens_place_ref (place);

  self->place = poplens_place_ref (place);
  g_free (self->other);
  self->other = poplens_place_get_other (place);
  remember_page (self);
  remember_selection (self, place,
                      !link && poplens_place_get_page (old) == poplens_place_get_page (place));
  g_signal_emit_by_name (self, "place-changed", old, now);
}

static void
push (GPtrArray *way, PoplensPlace *place)
{
  if (way->len == MAX_HISTORY)
    g_ptr_array_remove_index (way, 0);
  g_ptr_array_add (way, poplens_place_ref (place));
}

/* Whoever does not say what to compare with stays with it. (transfer full) */
static PoplensPlace *
with_other (PoplensSession *self, PoplensPlace *place)
{
  return self->other && !poplens_place_get (place, "with")
             ? poplens_place_with_other (place, self->other)
             : poplens_place_ref (place);
}

static void
go (PoplensSession *self, PoplensPlace *wanted, gboolean link)
{
  g_autoptr (PoplensPlace) place = with_other (self, wanted);

  self->is_visit = link;
  if (poplens_place_equal (place, self->place)) {
    if (link)
      set_place (self, place, TRUE);
    return;
  }
  push (self->back, self->place);
  g_ptr_array_set_size (self->forward, 0);
  set_place (self, place, link);
  g_signal_emit_by_name (self, "history-changed");
}

void
poplens_session_go (PoplensSession *self, PoplensPlace *place)
{
  go (self, place, FALSE);
}

/* What a chart rounds or a user scrolls: what was visited is still what one is there for. */
static gboolean
only_view_differs (const PoplensPlace *before, const PoplensPlace *now)
{
  return poplens_place_compare (before, now) <= POPLENS_CHANGE_VIEW &&
         !g_strcmp0 (poplens_place_get (before, "executed"), poplens_place_get (now, "executed"));
}

void
poplens_session_adjust (PoplensSession *self, PoplensPlace *wanted)
{
  g_autoptr (PoplensPlace) place = with_other (self, wanted);
  PoplensPlace *last = self->back->len ? self->back->pdata[self->back->len - 1] : NULL;
  gboolean returned = last && poplens_place_equal (place, last);

  if (poplens_place_equal (place, self->place))
    return;
  /* A way that led nowhere: back would lead to where one is. */
  if (returned)
    g_ptr_array_remove_index (self->back, self->back->len - 1);
  self->is_visit &= only_view_differs (self->place, place);
  set_place (self, place, FALSE);
  if (returned)
    g_signal_emit_by_name (self, "history-changed");
}

void
poplens_session_compare (PoplensSession *self, const char *path)
{
  g_autoptr (PoplensPlace) place = poplens_place_with_other (self->place, path);

  for (guint i = 0; i < POPLENS_N_PAGES; i++) {
    g_autoptr (PoplensPlace) left = self->left[i];
    self->left[i] = left ? poplens_place_with_other (left, path) : NULL;
  }
  g_clear_pointer (&self->other, g_free);
  go (self, place, FALSE);
}

void
poplens_session_set_other (PoplensSession *self, PoplensReport *other)
{
  g_autoptr (PoplensReport) old = poplens_report_ref_other (self->report);

  if (old == other)
    return;
  poplens_report_set_other (self->report, other);
  g_signal_emit_by_name (self, "other-changed");
}

/* The page as it was left, with what is selected now. A source that was chosen there would hide
 * tiles or an IPU that were selected since. (transfer full) */
static PoplensPlace *
with_selection (PoplensSession *self, const PoplensPlace *left)
{
  static const char *const scopes[] = {"tile", "ipu"};
  PoplensPlace *place = poplens_place_with_role (left, self->carried, POPLENS_KEY_TRAVELS);
  gboolean hides = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (scopes); i++)
    hides |= g_strcmp0 (poplens_place_get (left, scopes[i]),
                        poplens_place_get (self->carried, scopes[i])) != 0;
  if (hides) {
    g_autoptr (PoplensPlace) before = place;
    place = poplens_place_with (before, "source", NULL);
  }
  return with_only (self, place);
}

const PoplensPlace *
poplens_session_get_left (PoplensSession *self, PoplensPageId page)
{
  return page == poplens_place_get_page (self->place) ? self->place : self->left[page];
}

/* (transfer full) */
static PoplensPlace *
place_of_page (PoplensSession *self, PoplensPageId page)
{
  g_autoptr (PoplensPlace) left =
      self->left[page] ? poplens_place_ref (self->left[page]) : poplens_place_new (page);

  return with_selection (self, left);
}

void
poplens_session_go_to_page (PoplensSession *self, PoplensPageId page)
{
  g_autoptr (PoplensPlace) place = place_of_page (self, page);

  if (page != poplens_place_get_page (self->place))
    poplens_session_go (self, place);
}

void
poplens_session_show_view (PoplensSession *self, const PoplensPlace *view)
{
  g_autoptr (PoplensPlace) page = place_of_page (self, poplens_place_get_page (view));
  g_autoptr (PoplensPlace) place = poplens_place_with_view (page, view);

  poplens_session_go (self, place);
}

void
poplens_session_visit (PoplensSession *self, PoplensPlace *place)
{
  go (self, place, TRUE);
}

gboolean
poplens_session_is_visit (PoplensSession *self)
{
  return self->is_visit;
}

/* On the same page tables stay sorted and filtered as they are, unless @place says otherwise.
 * (transfer full) */
static PoplensPlace *
with_tables (PoplensSession *self, PoplensPlace *place)
{
  g_auto (GStrv) keys = poplens_place_list_keys (self->place);
  PoplensPlace *kept = poplens_place_ref (place);

  /* From such a page to such a page one stays with the operation. */
  if (poplens_page_can_restrict (poplens_place_get_page (self->place)) &&
      !poplens_place_get (place, "operation"))
    kept = with_only (self, kept);
  if (poplens_place_get_page (place) != poplens_place_get_page (self->place))
    return kept;
  for (guint k = 0; keys[k]; k++) {
    g_autoptr (PoplensPlace) before = kept;
    gboolean copied =
        poplens_place_key_has (keys[k], POPLENS_KEY_TABLE) && !poplens_place_get (place, keys[k]);
    kept = copied ? poplens_place_with (before, keys[k], poplens_place_get (self->place, keys[k]))
                  : poplens_place_ref (before);
  }
  return kept;
}

gboolean
poplens_session_follow (PoplensSession *self, const char *link, GError **error)
{
  g_autoptr (PoplensPlace) place = poplens_place_parse (link, error);

  if (!place)
    return FALSE;
  g_autoptr (PoplensPlace) kept = with_tables (self, place);
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
walk (PoplensSession *self, GPtrArray *from, GPtrArray *to)
{
  if (!from->len)
    return;
  g_autoptr (PoplensPlace) place = g_ptr_array_steal_index (from, from->len - 1);
  push (to, self->place);
  self->is_visit = FALSE;
  set_place (self, place, FALSE);
  g_signal_emit_by_name (self, "history-changed");
}

void
poplens_session_go_back (PoplensSession *self)
{
  walk (self, self->back, self->forward);
}

void
poplens_session_go_forward (PoplensSession *self)
{
  walk (self, self->forward, self->back);
}

/* ---- unit ------------------------------------------------------------------------------------ */

PoplensByteUnit
poplens_session_get_byte_unit (PoplensSession *self)
{
  return self->unit;
}

void
poplens_session_set_byte_unit (PoplensSession *self, PoplensByteUnit unit)
{
  if (self->unit == unit)
    return;
  self->unit = unit;
  g_signal_emit_by_name (self, "unit-changed");
}
