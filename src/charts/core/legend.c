/* Lays out the legend above a chart, in stacking order and a limited number of rows. Also measures,
 * shortens and adds texts of charts. */
#include "base/visible.h"
#include "charts/core/layout-private.h"

#include <math.h>
#include <string.h>

/* ---- text ------------------------------------------------------------------------------------ */

/* Sets up Pango: font, tabular figures, and hinting that does not depend on the target. */

void
poplens_chart_text_init (PoplensChartLayout *self, const char *family)
{
  cairo_font_options_t *options = cairo_font_options_create ();

  self->context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  /* Use fixed options, so that texts have the same positions in windows, files and reference
   * pictures. */
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
  /* Put the baseline on a whole pixel, to keep the line sharp. */
  item.y = round (spec->y - height / 2 + baseline) - baseline;
  g_array_append_val (self->texts, item);
  return (PoplensRect){item.x, item.y, width, height};
}

/* A text whose estimated width exceeds SURELY times the space is not measured: it surely does not
 * fit. */
#define SURELY 1.4

/* Shortens @path to fit into @width: replaces parts after its first @keep bytes by "…". If the last
 * part alone is too wide and @keep is not 0, returns @path unchanged. (transfer full) */
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

/* ---- legend ---------------------------------------------------------------------------------- */

#define ROW 22
#define SWATCH 10
#define LABEL_MAX 240
#define ENTRY_GAP 18
/* Least pixels between two entries. Gaps are narrower than ENTRY_GAP only if all entries then fit
 * into one row. */
#define LEAST_GAP 8

static PoplensDrawKind
swatch_kind (const PoplensSeries *series)
{
  if (series->kind == POPLENS_SERIES_WAITING || series->kind == POPLENS_SERIES_GAP ||
      series->ink == POPLENS_INK_GAPS)
    return POPLENS_DRAW_HATCH;
  return POPLENS_DRAW_ROUNDED;
}

static PoplensColor
swatch_fill (const PoplensChartLayout *self, guint s, const PoplensSeries *series)
{
  if (self->chart->kind->get_chip)
    return self->chart->kind->get_chip (self, s);
  if (series->kind == POPLENS_SERIES_QUIET)
    return poplens_layout_series_color (self, s, poplens_layout_tint (self, series));
  return poplens_layout_series_color (
      self, s,
      series->kind == POPLENS_SERIES_WAITING || self->chart->columns ? 1 : POPLENS_FILL_ALPHA);
}

static void
add_swatch (PoplensChartLayout *self, guint s, double x, double y)
{
  const PoplensSeries *series = poplens_chart_series (self->chart, s);
  PoplensColor color = poplens_layout_series_color (self, s, 1);
  PoplensColor fill = swatch_fill (self, s, series);
  double top = y - SWATCH / 2;

  if (series->hidden) {
    poplens_layout_begin (self, POPLENS_DRAW_OUTLINE, POPLENS_PART_FURNITURE, s,
                          poplens_layout_color (self, POPLENS_INK_DIM, 0.7));
    poplens_layout_box (self, x, top, SWATCH, SWATCH);
  } else if (series->kind == POPLENS_SERIES_LINE &&
             !poplens_series_is_stacked (self->chart, series)) {
    poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, s, color);
    poplens_layout_box (self, x, y - 1, SWATCH, 2);
  } else if (series->kind == POPLENS_SERIES_BLANK) {
    poplens_layout_begin (self, POPLENS_DRAW_DOTTED_BOX, POPLENS_PART_FURNITURE, s, color);
    poplens_layout_box (self, x, top, SWATCH, SWATCH);
  } else {
    poplens_layout_begin (self, swatch_kind (series), POPLENS_PART_FURNITURE, s, fill);
    poplens_layout_box (self, x, top, SWATCH, SWATCH);
    poplens_layout_begin (self, POPLENS_DRAW_OUTLINE, POPLENS_PART_FURNITURE, s, color);
    poplens_layout_box (self, x, top, SWATCH, SWATCH);
  }
}

double
poplens_layout_swatch (PoplensChartLayout *self, guint series, double x, double y)
{
  add_swatch (self, series, x, y);
  return SWATCH;
}

static void
add_entry (PoplensChartLayout *self, guint s, const char *name, double x, double y, double width)
{
  const PoplensSeries *series = poplens_chart_series (self->chart, s);
  PoplensTextSpec spec = {x + SWATCH + 6,
                          y,
                          0,
                          POPLENS_TEXT_LABEL,
                          series->hidden ? POPLENS_INK_DIM : POPLENS_INK_FOREGROUND,
                          LABEL_MAX,
                          PANGO_ELLIPSIZE_END};
  PoplensRect zone = {x - 4, y - ROW / 2, width + 8, ROW}, text;

  add_swatch (self, s, x, y);
  text = poplens_layout_text (self, name, &spec);
  if (series->hidden) {
    poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, s,
                          poplens_layout_color (self, POPLENS_INK_DIM, 0.8));
    poplens_layout_box (self, (int) text.x, y, (int) text.width + 1, 1);
  }
  poplens_layout_zone (self, zone, POPLENS_CHART_HIT_LEGEND, s);
}

/* TRUE if the legend has an entry for the series. @changes: TRUE: legend of the parts of a
 * difference; FALSE: legend of the other series. */
static gboolean
is_meant (const PoplensChartLayout *self, guint s, gboolean changes)
{
  const PoplensSeries *series = poplens_chart_series (self->chart, s);

  return series->kind != POPLENS_SERIES_BLANK && poplens_series_is_change (series) == changes;
}

static guint
count_meant (const PoplensChartLayout *self, gboolean changes)
{
  guint n = 0;

  for (guint s = 0; s < self->chart->series->len; s++)
    n += is_meant (self, s, changes);
  return n;
}

double
poplens_layout_legend_width (const PoplensChartLayout *self, gboolean close)
{
  double all = 0, gap = close ? LEAST_GAP : ENTRY_GAP;

  for (guint s = 0; s < self->chart->series->len && !self->chart->no_legend; s++) {
    if (!is_meant (self, s, FALSE))
      continue;
    g_autofree char *name =
        poplens_chart_shorten_path (self, poplens_chart_series (self->chart, s)->name, LABEL_MAX);
    double label = poplens_chart_text_width (self, name, POPLENS_TEXT_LABEL);
    all += (all > 0 ? gap : 0) + SWATCH + 6 + ceil (MIN (label, LABEL_MAX));
  }
  return all;
}

double
poplens_layout_legend (PoplensChartLayout *self, gboolean changes, double x, double y, double width,
                       double indent, guint most_rows)
{
  guint n = self->chart->series->len, left = count_meant (self, changes), row = 0;
  double at = x + indent, rest = poplens_chart_text_width (self, "+999", POPLENS_TEXT_LABEL);
  gboolean any = left > 0 && !self->chart->no_legend;
  double gap = ENTRY_GAP, beyond = poplens_layout_legend_width (self, FALSE) + indent - width;

  if (!changes && left > 1 && beyond > 0 && beyond <= (ENTRY_GAP - LEAST_GAP) * (left - 1.0))
    gap -= ceil (beyond / (left - 1.0) * 2) / 2;
  for (guint s = 0; s < n && !self->chart->no_legend; s++) {
    if (!is_meant (self, s, changes))
      continue;
    g_autofree char *name =
        poplens_chart_shorten_path (self, poplens_chart_series (self->chart, s)->name, LABEL_MAX);
    double label = poplens_chart_text_width (self, name, POPLENS_TEXT_LABEL);
    double entry = SWATCH + 6 + ceil (MIN (label, LABEL_MAX));
    gboolean last_row = row + 1 == most_rows;
    /* In the last row, reserve space for "+N", the number of omitted entries, unless this entry is
     * the last. */
    double room = last_row && left > 1 && gap >= ENTRY_GAP ? width - ENTRY_GAP - rest : width;
    if (at > x && at + entry > x + room) {
      if (last_row) {
        char text[24];
        PoplensTextSpec spec = {at, y + ROW * (row + 0.5), 0, POPLENS_TEXT_LABEL, POPLENS_INK_DIM,
                                0,  PANGO_ELLIPSIZE_NONE};
        g_snprintf (text, sizeof text, "+%u", left);
        poplens_layout_text (self, text, &spec);
        break;
      }
      row++;
      at = x;
    }
    add_entry (self, s, name, at, y + ROW * (row + 0.5), entry);
    at += entry + gap;
    left--;
  }
  return any ? ROW * (row + 1) : 0;
}
