/* The legend on top: in stacking order, over so many rows at most. */
#include "charts/core/layout-private.h"

#include <math.h>

#define ROW 22
#define SWATCH 10
#define LABEL_MAX 240
#define ENTRY_GAP 18

static PoplensDrawKind
swatch_kind (const PoplensSeries *series)
{
  if (series->kind == POPLENS_SERIES_WAITING_BEGIN)
    return POPLENS_DRAW_HATCH_BACK;
  if (series->kind == POPLENS_SERIES_WAITING || series->kind == POPLENS_SERIES_GAP ||
      series->ink == POPLENS_INK_GAPS)
    return POPLENS_DRAW_HATCH;
  return POPLENS_DRAW_ROUNDED;
}

static void
add_swatch (PoplensChartLayout *self, guint s, double x, double y)
{
  const PoplensSeries *series = poplens_chart_series (self->chart, s);
  PoplensColor color = poplens_layout_series_color (self, s, 1);
  PoplensColor fill = self->chart->kind->get_chip
                          ? self->chart->kind->get_chip (self, s)
                          : poplens_layout_series_color (self, s, POPLENS_FILL_ALPHA);
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

static gboolean
is_meant (const PoplensChartLayout *self, guint series, gboolean changes)
{
  return poplens_series_is_change (poplens_chart_series (self->chart, series)) == changes;
}

static guint
count_meant (const PoplensChartLayout *self, gboolean changes)
{
  guint n = 0;

  for (guint s = 0; s < self->chart->series->len; s++)
    n += is_meant (self, s, changes);
  return n;
}

static void
add_rest (PoplensChartLayout *self, guint n, double x, double y)
{
  char text[24];
  PoplensTextSpec spec = {x, y, 0, POPLENS_TEXT_LABEL, POPLENS_INK_DIM, 0, PANGO_ELLIPSIZE_NONE};

  g_snprintf (text, sizeof text, "+%u", n);
  poplens_layout_text (self, text, &spec);
}

double
poplens_layout_legend (PoplensChartLayout *self, gboolean changes, double x, double y, double width,
                       double indent, guint most_rows)
{
  guint n = self->chart->series->len, left = count_meant (self, changes), row = 0;
  double at = x + indent, rest = poplens_chart_text_width (self, "+999", POPLENS_TEXT_LABEL);
  gboolean any = left > 0 && !self->chart->no_legend;

  for (guint s = 0; s < n && !self->chart->no_legend; s++) {
    if (!is_meant (self, s, changes))
      continue;
    /* The last part of a path tells most. */
    g_autofree char *name =
        poplens_chart_shorten_path (self, poplens_chart_series (self->chart, s)->name, LABEL_MAX);
    double label = poplens_chart_text_width (self, name, POPLENS_TEXT_LABEL);
    double entry = SWATCH + 6 + ceil (MIN (label, LABEL_MAX));
    gboolean last_row = row + 1 == most_rows;
    /* On the last row there must be room for "+N", unless nothing follows. */
    double room = last_row && left > 1 ? width - ENTRY_GAP - rest : width;
    if (at > x && at + entry > x + room) {
      if (last_row) {
        add_rest (self, left, at, y + ROW * (row + 0.5));
        break;
      }
      row++;
      at = x;
    }
    add_entry (self, s, name, at, y + ROW * (row + 0.5), entry);
    at += entry + ENTRY_GAP;
    left--;
  }
  return any ? ROW * (row + 1) : 0;
}
