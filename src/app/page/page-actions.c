/* Actions of pages: letter keys that jump between steps, opening the card of an item, and writing
 * the zoom to the location. */
#include "app/page/page-actions.h"

#include "app/page/page-tables.h"
#include "charts/floor/floor.h"
#include "tables/card/card.h"

#include <math.h>

/* ---- letter keys that jump between steps ----------------------------------------------------- */

gboolean
poplens_page_jump (PoplensSession *session, char letter)
{
  static const struct {
    PoplensPageId page;
    char letter;
    const char *jump;
  } jumps[] = {
      {POPLENS_PAGE_LIVENESS, 'p', "peak"},           {POPLENS_PAGE_LIVENESS, 'j', "next-peak"},
      {POPLENS_PAGE_LIVENESS, 'k', "previous-peak"},  {POPLENS_PAGE_LIVENESS, 't', "next-touch"},
      {POPLENS_PAGE_LIVENESS, 'r', "previous-touch"}, {POPLENS_PAGE_TRACE, 'l', "next-longer"},
      {POPLENS_PAGE_TRACE, 'L', "previous-longer"},   {POPLENS_PAGE_TRACE, 'p', "next-run"},
      {POPLENS_PAGE_TRACE, 'P', "previous-run"},      {POPLENS_PAGE_TRACE, 'x', "next-wait"},
      {POPLENS_PAGE_TRACE, 'X', "previous-wait"}};
  PoplensPageId page = poplens_location_get_page (poplens_session_get_location (session));

  for (guint i = 0; i < G_N_ELEMENTS (jumps); i++)
    if (jumps[i].page == page && jumps[i].letter == letter) {
      poplens_page_set_key (session, "jump", jumps[i].jump, TRUE);
      return TRUE;
    }
  return FALSE;
}

void
poplens_page_end_jump (GtkWidget *view, PoplensSession *session, const PoplensPage *page)
{
  for (guint i = 0; i < page->sections->len; i++) {
    const PoplensSection *section = page->sections->pdata[i];
    if (section->kind == POPLENS_SECTION_NOTICE && !g_strcmp0 (section->key, "jump"))
      poplens_page_toast (view, section->text);
  }
  /* Remove the key "jump", even if the jump found no target: the jump must not be repeated. */
  g_autoptr (PoplensLocation) done = poplens_location_with (page->location, "jump", NULL);
  poplens_session_adjust (session, done);
}

/* ---- cards of items -------------------------------------------------------------------------- */

static void
open_card (GtkWidget *widget, const char *ref)
{
  if (!ref)
    poplens_page_toast (widget, "No card for this item");
  else
    gtk_widget_activate_action (widget, "report.card", "s", ref);
}

void
poplens_page_open_card (GtkWidget *widget, PoplensReport *report, const PoplensLocation *with,
                        const PoplensLocation *without, const char *label)
{
  g_autofree char *ref = poplens_card_ref_of_selection (report, with, without, label);

  open_card (widget, ref);
}

void
poplens_page_open_card_of_link (GtkWidget *widget, const char *link, const char *label)
{
  g_autofree char *ref = poplens_card_ref_of_link (link, label);

  open_card (widget, ref);
}

/* ---- zoom ------------------------------------------------------------------------------------ */

/* Sets @key to @value. Rounds @value to a millionth of @span, the length of the axis, or to an
 * integer if that is finer, because a location must be short. */
static void
set_position (PoplensLocation **location, const char *key, double value, double span)
{
  double step = span > 0 ? MIN (1, pow (10, floor (log10 (span)) - 6)) : 1;
  PoplensLocation *next =
      poplens_location_with_double (*location, key, round (value / step) * step);

  poplens_location_unref (*location);
  *location = next;
}

/* Replaces @location by one with @key set to @text. @text: (nullable): NULL removes the key. */
static void
set_location_text (PoplensLocation **location, const char *key, const char *text)
{
  PoplensLocation *next = poplens_location_with (*location, key, text);

  poplens_location_unref (*location);
  *location = next;
}

/* TRUE if @view is the view that @page opens with: the view of @location without the keys "from"
 * and "to". */
static gboolean
is_opening_view (const PoplensPage *page, const PoplensLocation *location, PoplensChartView view)
{
  g_autoptr (PoplensLocation) no_from = poplens_location_with (location, "from", NULL);
  g_autoptr (PoplensLocation) bare = poplens_location_with (no_from, "to", NULL);
  PoplensChartView opening = poplens_page_chart_view (page, bare);
  double least = (opening.to - opening.from) * 1e-7;

  return fabs (view.from - opening.from) <= least && fabs (view.to - opening.to) <= least;
}

/* Writes the root of a treemap to the location, with a history entry. FALSE if it did not change.
 */
static gboolean
write_root (PoplensSession *session, const PoplensPage *page, PoplensChartView view)
{
  PoplensLocation *location = poplens_session_get_location (session);
  g_autoptr (PoplensLocation) next = poplens_page_with_view (page, location, &view);

  if (poplens_location_equal (next, location))
    return FALSE;
  poplens_session_go (session, next);
  return TRUE;
}

void
poplens_page_zoom_write (PoplensSession *session, const PoplensPage *page, PoplensChartView view)
{
  PoplensLocation *location;
  g_autofree char *zoom = NULL;
  PoplensNumber lines;

  if (page && write_root (session, page, view))
    return;
  location = poplens_location_ref (poplens_session_get_location (session));
  zoom = poplens_floor_view_format (&view);
  set_location_text (&location, "zoom",
                     *zoom                ? zoom
                     : view.line_zoom > 1 ? poplens_format_fixed (lines, view.line_zoom, 2)
                                          : NULL);
  if (!page || is_opening_view (page, location, view)) {
    set_location_text (&location, "from", NULL);
    set_location_text (&location, "to", NULL);
  } else {
    set_position (&location, "from", view.from, view.to - view.from);
    set_position (&location, "to", view.to, view.to - view.from);
  }
  poplens_session_adjust (session, location);
  poplens_location_unref (location);
}
