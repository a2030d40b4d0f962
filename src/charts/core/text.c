/* Text of charts: laid out once, with tabular figures. */
#include "charts/core/layout-private.h"

#include "base/shorten.h"

#include <math.h>
#include <string.h>

void
poplens_chart_text_init (PoplensChartLayout *self, const char *family)
{
  cairo_font_options_t *options = cairo_font_options_create ();

  self->context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  /* Fixed, so that window, file and golden picture agree on every position at any scale. */
  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_SLIGHT);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options (self->context, options);
  pango_context_set_round_glyph_positions (self->context, FALSE);
  cairo_font_options_destroy (options);
  self->font = pango_font_description_new ();
  pango_font_description_set_family (self->font, family && *family ? family : "Sans");
  self->tabular = pango_attr_list_new ();
  pango_attr_list_insert (self->tabular, pango_attr_font_features_new ("tnum=1"));
}

PangoLayout *
poplens_chart_text_new (const PoplensChartLayout *self, const char *text, guint size)
{
  PangoLayout *layout = pango_layout_new (self->context);
  g_autofree char *cut = NULL;

  pango_font_description_set_absolute_size (self->font, size * PANGO_SCALE);
  pango_font_description_set_weight (self->font, size >= POPLENS_TEXT_TITLE ? PANGO_WEIGHT_SEMIBOLD
                                                                            : PANGO_WEIGHT_NORMAL);
  pango_layout_set_font_description (layout, self->font);
  pango_layout_set_attributes (layout, self->tabular);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_text (layout, poplens_shorten (text, POPLENS_LINE_BYTES, &cut), -1);
  return layout;
}

static double
layout_width (PangoLayout *layout)
{
  int width;

  pango_layout_get_size (layout, &width, NULL);
  return (double) width / PANGO_SCALE;
}

double
poplens_chart_text_width (const PoplensChartLayout *self, const char *text, guint size)
{
  g_autoptr (PangoLayout) layout = poplens_chart_text_new (self, text, size);

  return layout_width (layout);
}

PoplensRect
poplens_layout_text (PoplensChartLayout *self, const char *text, const PoplensTextSpec *spec)
{
  PoplensDrawText item = {poplens_chart_text_new (self, text, spec->size), 0, 0,
                          poplens_ink (spec->ink, self->theme)};
  double width = layout_width (item.layout), height, baseline;
  int pango_height;

  if (spec->max_width > 0 && width > spec->max_width) {
    pango_layout_set_ellipsize (item.layout, spec->ellipsize);
    pango_layout_set_width (item.layout, (int) (spec->max_width * PANGO_SCALE));
    width = layout_width (item.layout);
  }
  pango_layout_get_size (item.layout, NULL, &pango_height);
  height = (double) pango_height / PANGO_SCALE;
  baseline = (double) pango_layout_get_baseline (item.layout) / PANGO_SCALE;
  item.x = spec->x - width * spec->align;
  /* The baseline on a whole pixel, or the line looks smeared. */
  item.y = round (spec->y - height / 2 + baseline) - baseline;
  g_array_append_val (self->texts, item);
  return (PoplensRect){item.x, item.y, width, height};
}

/* A text that would be so much too long, were all its letters alike, is not measured. */
#define SURELY 1.4

/* @path as it is, or its first @keep bytes, "…" and as many names of its end as fit. Where not even
 * the last one does: with nothing to keep "…" and that, else @path. */
static char *
shorten_path (const PoplensChartLayout *self, const char *path, gsize keep, double width)
{
  g_autofree char *shorter = g_strdup (path);
  double full = poplens_chart_text_width (self, path, POPLENS_TEXT_LABEL), now = full;
  double length = (double) strlen (path);

  for (const char *slash = strchr (path + keep, '/'); now > width && slash;
       slash = strchr (slash + 1, '/')) {
    if (!slash[1])
      break;
    if (strchr (slash + 1, '/') &&
        full * (double) (keep + strlen (slash)) / length > width * SURELY)
      continue;
    g_free (shorter);
    shorter = g_strdup_printf ("%.*s…%s", (int) keep, path, slash);
    now = poplens_chart_text_width (self, shorter, POPLENS_TEXT_LABEL);
  }
  return keep && now > width ? g_strdup (path) : g_steal_pointer (&shorter);
}

char *
poplens_chart_shorten_path (const PoplensChartLayout *self, const char *path, double width)
{
  return shorten_path (self, path, 0, width);
}

char *
poplens_chart_shorten_middle (const PoplensChartLayout *self, const char *path, double width)
{
  const char *slash = strchr (path, '/');

  return shorten_path (self, path, slash ? (gsize) (slash + 1 - path) : 0, width);
}
