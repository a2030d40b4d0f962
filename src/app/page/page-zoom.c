#include "app/page/page-zoom.h"

#include "charts/floor/floor.h"

#include <math.h>

/* Short texts in the Place: a hundredth of what a pixel could show is enough, and whole items, so
 * that all of a chart is all. */
static void
set_position (PoplensPlace **place, const char *key, double value, double span)
{
  double step = span > 0 ? MIN (1, pow (10, floor (log10 (span)) - 6)) : 1;
  PoplensPlace *next = poplens_place_with_double (*place, key, round (value / step) * step);

  poplens_place_unref (*place);
  *place = next;
}

/* @text: (nullable): none takes the key away. */
static void
set_text (PoplensPlace **place, const char *key, const char *text)
{
  PoplensPlace *next = poplens_place_with (*place, key, text);

  poplens_place_unref (*place);
  *place = next;
}

/* What is shown where the Place says nothing of it; a trace opens on a part. */
static gboolean
is_opening_view (const PoplensPage *page, const PoplensPlace *place, PoplensChartView view)
{
  g_autoptr (PoplensPlace) no_from = poplens_place_with (place, "from", NULL);
  g_autoptr (PoplensPlace) bare = poplens_place_with (no_from, "to", NULL);
  PoplensChartView opening = poplens_page_chart_view (page, bare);
  double least = (opening.to - opening.from) * 1e-7;

  return fabs (view.from - opening.from) <= least && fabs (view.to - opening.to) <= least;
}

/* Into another group of a treemap: a step to go back from. FALSE: it is the same */
static gboolean
write_root (PoplensSession *session, const PoplensPage *page, PoplensChartView view)
{
  PoplensPlace *place = poplens_session_get_place (session);
  g_autoptr (PoplensPlace) next = poplens_page_with_view (page, place, &view);

  if (poplens_place_equal (next, place))
    return FALSE;
  poplens_session_go (session, next);
  return TRUE;
}

void
poplens_page_zoom_write (PoplensSession *session, const PoplensPage *page, PoplensChartView view)
{
  PoplensPlace *place;
  g_autofree char *zoom = NULL;
  PoplensNumber lines;

  if (page && write_root (session, page, view))
    return;
  place = poplens_place_ref (poplens_session_get_place (session));
  zoom = poplens_floor_view_format (&view);
  set_text (&place, "zoom", *zoom ? zoom : NULL);
  set_text (&place, "tile-zoom",
            view.line_zoom > 1 ? poplens_format_fixed (lines, view.line_zoom, 2) : NULL);
  if (!page || is_opening_view (page, place, view)) {
    set_text (&place, "from", NULL);
    set_text (&place, "to", NULL);
  } else {
    set_position (&place, "from", view.from, view.to - view.from);
    set_position (&place, "to", view.to, view.to - view.from);
  }
  poplens_session_adjust (session, place);
  poplens_place_unref (place);
}
