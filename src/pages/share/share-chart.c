/* Charts of a shared report: each once in light colours and once in dark ones, of which the
 * reader's own choice shows one. */
#include "pages/picture/picture.h"
#include "pages/share/share-private.h"

#include "charts/lanes/lanes.h"

#include <math.h>
#include <string.h>

#define WIDTH 1064
#define HEIGHT 380.0 /* of charts that take any */
#define LEAST 200.0  /* of those that know theirs … */
#define MOST 1600.0  /* … that a report of very many IPUs stays readable */

static GBytes *
draw (PoplensShare *self, const PoplensPage *page, const char *key, int height, gboolean dark,
      GError **error)
{
  PoplensWork work = poplens_work_of (self->cancellable);
  PoplensPictureSpec spec = {.format = POPLENS_PICTURE_SVG,
                             .width = WIDTH,
                             .height = height,
                             .scale = 1,
                             .dark = dark,
                             .report_name = self->name,
                             .chart = key,
                             .bare = TRUE,
                             .work = &work};

  return poplens_page_draw_picture (page, page->location, &spec, error);
}

static gboolean
write_palette (PoplensShare *self, const PoplensPage *page, const char *key, int height,
               gboolean dark, GError **error)
{
  g_autoptr (GBytes) svg = draw (self, page, key, height, dark, error);
  g_autofree char *prefix = g_strdup_printf ("c%u%c-", self->n_charts, dark ? 'd' : 'l');
  g_autoptr (GString) out = g_string_new (NULL);

  if (!svg)
    return FALSE;
  gsize n;
  const char *data = g_bytes_get_data (svg, &n);
  poplens_share_svg (data, n, prefix, out);
  poplens_text_sink_printf (self->out, "<div class=\"%s\">", dark ? "dark" : "light");
  poplens_text_sink_write (self->out, out->str, (gssize) out->len);
  poplens_text_sink_write (self->out, "</div>\n", -1);
  return TRUE;
}

/* What of all there is the chart shows, where that is not all; rows that have no room. */
static void
write_caption (PoplensShare *self, const PoplensPage *page, const PoplensSection *section,
               double lacking)
{
  PoplensChartView view = poplens_page_section_view (page, section, page->location);
  PoplensChartView all = poplens_chart_view_all (section->chart);
  gboolean part = view.from > all.from || view.to < all.to;
  g_autofree char *span =
      part ? poplens_chart_describe_span (section->chart, view.from, view.to) : NULL;
  g_autofree char *whole =
      part ? poplens_chart_describe_span (section->chart, all.from, all.to) : NULL;

  if (!part && lacking <= 0)
    return;
  poplens_text_sink_write (self->out, "<figcaption>", -1);
  if (part) {
    poplens_text_sink_write (self->out, "Shown: ", -1);
    poplens_share_text (self, span);
    poplens_text_sink_write (self->out, ", of ", -1);
    poplens_share_text (self, whole);
    poplens_text_sink_write (self->out, ". ", -1);
  }
  if (lacking > 0)
    poplens_text_sink_write (self->out, "More rows are not shown.", -1);
  poplens_text_sink_write (self->out, "</figcaption>\n", -1);
}

gboolean
poplens_share_chart (PoplensShare *self, const PoplensPage *page, const char *key,
                     const char *title, GError **error)
{
  const PoplensSection *section = poplens_page_find_section (page, key);

  if (!section || !section->chart)
    return TRUE;
  if (!title)
    title = section->title ? section->title : poplens_chart_get_title (section->chart);
  double needs = poplens_page_chart_height (page, section, WIDTH);
  int height = (int) (needs > 0 ? CLAMP (ceil (needs), LEAST, MOST) : HEIGHT);
  poplens_text_sink_write (self->out, "<figure>", -1);
  poplens_share_element (self, "h3", NULL, title);
  poplens_text_sink_write (self->out,
                           "\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
                           "aria-label=\"",
                           -1);
  poplens_share_text (self, title);
  poplens_text_sink_write (self->out, "\">\n", -1);
  if (!write_palette (self, page, key, height, FALSE, error) ||
      !write_palette (self, page, key, height, TRUE, error))
    return FALSE;
  poplens_text_sink_write (self->out, "</div>\n", -1);
  write_caption (self, page, section, needs - height);
  poplens_text_sink_write (self->out, "</figure>\n", -1);
  self->n_charts++;
  return TRUE;
}
