/* The strip of the whole: a band a group, each pixel column the mixture of all its rows. */
#include "charts/lanes/lanes-private.h"

#include <math.h>

#define MARGIN 2
#define TINT 0.30
#define INK 0.85

typedef struct {
  double y, height;
  guint first_row, end_row;
} Band;

/* The groups' bands; without room for all, the rows of all make one. */
static void
choose_bands (const PoplensChartLayout *self, GArray *bands)
{
  const GArray *groups = poplens_lanes (self->chart)->groups;
  double height = groups->len ? floor (self->plot.height / groups->len) : 0;

  if (height < 3) {
    Band all = {self->plot.y, self->plot.height, 0, poplens_lanes (self->chart)->n_rows};
    g_array_append_val (bands, all);
    return;
  }
  for (guint i = 0; i < groups->len; i++) {
    const PoplensLaneGroup *group = &g_array_index (groups, PoplensLaneGroup, i);
    Band band = {self->plot.y + height * i, height - (groups->len > 1), group->first_row,
                 group->first_row + group->n_rows};
    g_array_append_val (bands, band);
  }
}

/* What of the column's cycles each series takes, most of a row's at most; groups hold others and do
 * not count. */
static double
mix_column (const PoplensChartLayout *self, const Band *band, double x,
            double mix[POPLENS_LANE_MIX])
{
  double from = poplens_item_axis_to_position (&self->axis, x), sum = 0;
  double to = poplens_item_axis_to_position (&self->axis, x + 1);

  for (guint row = band->first_row; row < band->end_row; row++)
    poplens_lane_add_mix_between (poplens_lanes (self->chart)->blocks, row, from, to, mix);
  mix[POPLENS_LANE_MOST_SERIES] = 0;
  for (guint m = 0; m < POPLENS_LANE_MOST_SERIES; m++) {
    if (poplens_lane_is_hidden (self->chart, (guint8) m) || !(mix[m] > 0))
      mix[m] = 0;
    sum += mix[m];
  }
  return sum;
}

static PoplensColor
color_of (const PoplensChartLayout *self, guint s)
{
  PoplensSeriesKind kind = poplens_chart_series (self->chart, s)->kind;
  gboolean waits = kind == POPLENS_SERIES_WAITING || kind == POPLENS_SERIES_WAITING_BEGIN ||
                   kind == POPLENS_SERIES_GAP;

  return poplens_layout_series_color (self, s, waits ? TINT : INK);
}

static void
add_band (PoplensChartLayout *self, const Band *band)
{
  guint n = (guint) self->plot.width,
        n_series = MIN (self->chart->series->len, POPLENS_LANE_MOST_SERIES);
  g_autofree double *shares = g_new0 (double, (gsize) n *POPLENS_LANE_MIX);
  g_autofree double *bottom = g_new (double, n);

  for (guint i = 0; i < n; i++) {
    double *mix = shares + (gsize) i * POPLENS_LANE_MIX;
    double sum = mix_column (self, band, self->plot.x + i, mix);
    bottom[i] = band->y + band->height;
    for (guint m = 0; m < POPLENS_LANE_MIX; m++)
      mix[m] = sum > 0 ? mix[m] / sum * band->height : 0;
  }
  for (guint s = 0; s < n_series; s++) {
    gboolean blank = poplens_chart_series (self->chart, s)->kind == POPLENS_SERIES_BLANK;
    poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_LOW, (int) s, color_of (self, s));
    for (guint i = 0; i < n; i++) {
      double share = shares[(gsize) i * POPLENS_LANE_MIX + s];
      if (share > 0 && !blank)
        poplens_layout_box (self, self->plot.x + i, bottom[i] - share, 1, share);
      bottom[i] -= share;
    }
  }
}

void
poplens_lane_lay_out_overview (PoplensChartLayout *self)
{
  double width = self->width - POPLENS_GUTTER - POPLENS_PADDING, low, high;
  g_autofree char *reason = poplens_layout_empty_reason (self);
  g_autoptr (GArray) bands = g_array_new (FALSE, FALSE, sizeof (Band));

  self->plot =
      (PoplensRect){POPLENS_GUTTER, MARGIN, MAX (width, 1), MAX (self->height - 2 * MARGIN - 1, 1)};
  poplens_lane_extent (self->chart, &low, &high);
  poplens_lane_axis_init (&self->axis, self->chart, low, high, self->plot.x, self->plot.width);
  poplens_overview_place_window (self);
  self->empty = reason != NULL;
  if (reason)
    return;
  choose_bands (self, bands);
  for (guint i = 0; i < bands->len; i++)
    add_band (self, &g_array_index (bands, Band, i));
  poplens_overview_add_window (self);
}
