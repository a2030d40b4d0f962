/* PoplensChartWidget: the zooms that were, for Backspace. locations know none of them: zooming is
 * no step there. */
#include "app/chart/chart-widget-private.h"

#include <math.h>

/* Changes that follow one another sooner are one: a turn of the wheel, a drag, keys held down. */
#define PAUSE (700 * G_TIME_SPAN_MILLISECOND)
/* So many are kept. */
#define MOST 100
/* What differs by less of what is visible is no other view. */
#define LEAST 0.001

static gboolean
is_alike (PoplensChartView a, PoplensChartView b)
{
  double least = (b.to - b.from) * LEAST;

  return fabs (a.from - b.from) <= least && fabs (a.to - b.to) <= least && a.zoom == b.zoom &&
         a.group == b.group && a.column == b.column && a.row == b.row;
}

void
poplens_chart_history_note (PoplensChartWidget *self, PoplensChartView before)
{
  gint64 now = g_get_monotonic_time ();
  gboolean goes_on = now - self->view_time < PAUSE;

  /* Before it was drawn nobody has seen it. */
  if (self->going_back || !self->layout || is_alike (before, self->view))
    return;
  self->view_time = now;
  if (goes_on && self->views->len)
    return;
  if (self->views->len == MOST)
    g_array_remove_index (self->views, 0);
  g_array_append_val (self->views, before);
}

void
poplens_chart_history_clear (PoplensChartWidget *self)
{
  g_array_set_size (self->views, 0);
}

gboolean
poplens_chart_history_back (PoplensChartWidget *self)
{
  while (self->views->len) {
    PoplensChartView view = g_array_index (self->views, PoplensChartView, self->views->len - 1);
    g_array_set_size (self->views, self->views->len - 1);
    if (is_alike (view, self->view))
      continue;
    view.scroll = self->view.scroll;
    view.limit_to_scale = self->view.limit_to_scale;
    self->going_back = TRUE;
    poplens_chart_widget_change_view (self, view);
    self->going_back = FALSE;
    self->view_time = 0;
    return TRUE;
  }
  return FALSE;
}
