#include "app/page/page-zoom.h"

#include "charts/floor/floor.h"

#include <math.h>

/* Short texts in the location: a hundredth of what a pixel could show is enough, and whole items,
 * so that all of a chart is all. */
static void
set_position (PoplensLocation **location, const char *key, double value, double span)
{
  double step = span > 0 ? MIN (1, pow (10, floor (log10 (span)) - 6)) : 1;
  PoplensLocation *next =
      poplens_location_with_double (*location, key, round (value / step) * step);

  poplens_location_unref (*location);
  *location = next;
}

/* @text: (nullable): none takes the key away. */
static void
set_text (PoplensLocation **location, const char *key, const char *text)
{
  PoplensLocation *next = poplens_location_with (*location, key, text);

  poplens_location_unref (*location);
  *location = next;
}

/* What is shown where the location says nothing of it; a trace opens on a part. */
static gboolean
is_opening_view (const PoplensPage *page, const PoplensLocation *location, PoplensChartView view)
{
  g_autoptr (PoplensLocation) no_from = poplens_location_with (location, "from", NULL);
  g_autoptr (PoplensLocation) bare = poplens_location_with (no_from, "to", NULL);
  PoplensChartView opening = poplens_page_chart_view (page, bare);
  double least = (opening.to - opening.from) * 1e-7;

  return fabs (view.from - opening.from) <= least && fabs (view.to - opening.to) <= least;
}

/* Into another group of a treemap: a step to go back from. FALSE: it is the same */
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
  set_text (&location, "zoom",
            *zoom                ? zoom
            : view.line_zoom > 1 ? poplens_format_fixed (lines, view.line_zoom, 2)
                                 : NULL);
  if (!page || is_opening_view (page, location, view)) {
    set_text (&location, "from", NULL);
    set_text (&location, "to", NULL);
  } else {
    set_position (&location, "from", view.from, view.to - view.from);
    set_position (&location, "to", view.to, view.to - view.from);
  }
  poplens_session_adjust (session, location);
  poplens_location_unref (location);
}
