/* Writes a chart of a page as an image: checks the request, and paints the chart on a canvas. */
#include "pages/picture/picture.h"

#include "base/error.h"
#include "base/save-file.h"
#include "charts/lanes/lanes.h"
#include "pages/picture/chart-paint.h"

#include <string.h>

static const char *const names[POPLENS_N_PICTURES] = {"png", "svg", "pdf"};

const char *
poplens_picture_name (PoplensPictureFormat format)
{
  return names[format];
}

gboolean
poplens_picture_parse (const char *name, PoplensPictureFormat *format)
{
  for (guint i = 0; i < POPLENS_N_PICTURES; i++)
    if (!g_ascii_strcasecmp (name, names[i])) {
      *format = i;
      return TRUE;
    }
  return FALSE;
}

gboolean
poplens_picture_of_file (const char *file, PoplensPictureFormat *format)
{
  const char *dot = strrchr (file, '.');

  return dot && poplens_picture_parse (dot + 1, format);
}

static gboolean
check_spec (const PoplensPictureSpec *spec, GError **error)
{
  double most = (double) MAX (spec->width, spec->height) * spec->scale;
  PoplensNumber scale;

  if (spec->width < 1 || spec->height < 1 || spec->width > POPLENS_CANVAS_MAX ||
      spec->height > POPLENS_CANVAS_MAX) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "invalid image size %d × %d; each side must be 1 to %d pixels", spec->width,
                 spec->height, POPLENS_CANVAS_MAX);
    return FALSE;
  }
  if (spec->scale >= POPLENS_PICTURE_LEAST_SCALE && spec->scale <= POPLENS_PICTURE_MOST_SCALE &&
      most <= POPLENS_CANVAS_MAX)
    return TRUE;
  g_set_error (
      error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
      "cannot draw %d × %d pixels at scale %s; use a scale of 0.25 to 8 and sides up to %d pixels",
      spec->width, spec->height, poplens_format_digits (scale, spec->scale, 6), POPLENS_CANVAS_MAX);
  return FALSE;
}

/* Returns the section @key, which must have a chart. @key: (nullable), NULL for the first section
 * with a chart. NULL with @error. */
static const PoplensSection *
find_chart (const PoplensPage *self, const char *key, GError **error)
{
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint i = 0; i < self->sections->len; i++) {
    const PoplensSection *section = g_ptr_array_index (self->sections, i);
    if (!section->chart)
      continue;
    if (!key || !strcmp (section->key, key))
      return section;
    g_string_append_printf (all, "%s%s", all->len ? ", " : "; it has ", section->key);
  }
  if (all->len)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "page %s has no chart “%s”%s",
                 poplens_page_id_name (self->id), key, all->str);
  else
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
                 "page %s has no chart here; the HTML report has its tables",
                 poplens_page_id_name (self->id));
  return NULL;
}

GBytes *
poplens_page_draw_picture (const PoplensPage *self, const PoplensLocation *location,
                           const PoplensPictureSpec *spec, GError **error)
{
  PoplensChartStyle style = {spec->dark, spec->font, spec->palette};
  g_autoptr (PoplensCanvas) canvas = NULL;
  g_autofree char *title = NULL;
  g_autofree char *subject = poplens_location_to_string (location);

  const PoplensSection *chart =
      check_spec (spec, error) ? find_chart (self, spec->chart, error) : NULL;
  if (!chart)
    return NULL;
  const char *name = self->compared ? self->compared : spec->report_name;
  title = g_strdup_printf ("%s · %s", name, poplens_chart_get_title (chart->chart));
  canvas = poplens_canvas_new (&style, spec->format, spec->width, spec->height, spec->scale);
  poplens_canvas_set_title (canvas, title, subject);
  poplens_canvas_set_work (canvas, spec->work);
  g_autoptr (GError) unread = NULL;
  PoplensPainter painter = {canvas,     self,   location, {spec->dark, spec->palette},
                            spec->work, &unread};
  if (spec->bare)
    poplens_paint_chart_box (&painter, chart, 0, 0, spec->width, spec->height);
  else
    poplens_paint_chart_alone (&painter, chart, name, spec->width, spec->height);
  if (unread) {
    g_propagate_error (error, g_steal_pointer (&unread));
    return NULL;
  }
  return poplens_canvas_finish (canvas, error);
}

double
poplens_page_chart_height (const PoplensPage *self, const PoplensSection *section, double width)
{
  PoplensChartStyle style = {FALSE, NULL};
  PoplensChartView view = poplens_page_section_view (self, section, self->location);
  double natural = poplens_chart_natural_height (section->chart, width);

  if (poplens_chart_get_kind (section->chart) != &poplens_lanes_kind)
    return natural;
  /* Lay out the chart in a height that has space for a legend, and return the height of the
   * contents. */
  g_autoptr (PoplensChartLayout) layout =
      poplens_chart_layout_new (section->chart, &view, &style, width, 400);
  return poplens_chart_layout_get_content_height (layout);
}

gboolean
poplens_page_save_picture (const PoplensPage *self, const PoplensPictureSpec *spec,
                           const char *file, GError **error)
{
  g_autoptr (GBytes) bytes = poplens_page_draw_picture (self, self->location, spec, error);

  return bytes && poplens_save_bytes (file, bytes, error);
}
