/* What rows are, where each is one thing of its own: its name by its blocks, its note in the
 * gutter. */
#include "charts/lanes/lanes-private.h"

#include <math.h>

#define NOTE_GAP 8
#define CROSS_X 3
#define CROSS_ROOM 12
#define CROSS_ZONE 18

/* Room for a name: in a cell of that series, or where nothing is drawn. */
typedef struct {
  double x0, x1;
  int series; /* −1: beside the blocks */
} Room;

static const PoplensLaneCell *
cell_at (const PoplensChartLayout *self, guint i)
{
  return &g_array_index (poplens_lanes_layout (self)->cells, PoplensLaneCell, i);
}

static void
take_wider (Room *best, double x0, double x1, int series)
{
  if (x1 - x0 > best->x1 - best->x0)
    *best = (Room){x0, x1, series};
}

/* The first block with so much room, else the widest. */
static Room
find_inside (const PoplensChartLayout *self, const PoplensLaneRow *row, double wanted)
{
  Room best = {0, 0, -1};

  for (guint c = row->first_cell; c < row->first_cell + row->n_cells; c++) {
    const PoplensLaneCell *cell = cell_at (self, c);
    if (cell->mix < 0 && best.x1 - best.x0 < wanted)
      take_wider (&best, cell->x0, cell->x1,
                  poplens_lane_series (poplens_lanes (self->chart)->blocks, cell->first));
  }
  return best;
}

/* Behind the last block where @wanted fits there, as one reads; else before the first; else the
 * widest gap. */
static Room
find_beside (const PoplensChartLayout *self, const PoplensLaneRow *row, double wanted)
{
  const PoplensRect *plot = &self->plot;
  double at = plot->x;
  Room best = {at, at, -1}, last;

  for (guint c = row->first_cell; c < row->first_cell + row->n_cells; c++) {
    take_wider (&best, at, cell_at (self, c)->x0, -1);
    at = cell_at (self, c)->x1;
  }
  last = (Room){at, plot->x + plot->width, -1};
  if (last.x1 - last.x0 >= wanted)
    return last;
  take_wider (&best, last.x0, last.x1, -1);
  return best;
}

static void
add_name (PoplensChartLayout *self, const PoplensLaneRow *row, const char *name)
{
  double inset = POPLENS_LANE_LABEL_INSET;
  double wanted = ceil (poplens_chart_text_width (self, name, POPLENS_TEXT_LABEL)) + 2 * inset;
  Room room = find_inside (self, row, wanted), beside;
  PoplensTextSpec spec = {0,
                          row->y + poplens_lane_height (self) / 2.0,
                          0,
                          POPLENS_TEXT_LABEL,
                          POPLENS_INK_FOREGROUND,
                          0,
                          PANGO_ELLIPSIZE_END};
  PoplensRect rect;

  if (room.x1 - room.x0 < wanted) {
    beside = find_beside (self, row, wanted);
    if (beside.x1 - beside.x0 > room.x1 - room.x0)
      room = beside;
  }
  if (room.x1 - room.x0 < POPLENS_LANE_LABEL_FROM)
    return;
  spec.max_width = room.x1 - room.x0 - 2 * inset;
  spec.x = room.x0 + inset;
  /* Before the first block a name stands at it. */
  if (room.series < 0 && row->n_cells && room.x0 <= self->plot.x) {
    spec.x = room.x1 - inset;
    spec.align = 1;
  }
  g_autofree char *text = poplens_chart_shorten_path (self, name, spec.max_width);
  rect = poplens_layout_text (self, text, &spec);
  if (room.series < 0)
    return;
  g_array_index (self->texts, PoplensDrawText, self->texts->len - 1).color =
      poplens_lane_text_color (self, (guint8) room.series);
  if ((guint) room.series < self->chart->series->len &&
      poplens_lane_is_outlined (poplens_chart_series (self->chart, (guint) room.series)))
    poplens_lane_add_ground (self, rect);
}

/* Nothing of the row is in view: where it is. */
static void
add_absent_name (PoplensChartLayout *self, const PoplensLaneRow *row, const char *name)
{
  const PoplensLaneBlocks *blocks = poplens_lanes (self->chart)->blocks;
  const PoplensRect *plot = &self->plot;
  gboolean any =
      row->row < blocks->n_rows && blocks->row_first[row->row] < blocks->row_first[row->row + 1];
  gsize first = any ? blocks->row_first[row->row] : 0;
  gsize last = any ? blocks->row_first[row->row + 1] - 1 : 0;
  gboolean behind = any && (double) poplens_lane_from (blocks, first) >= self->view.to;
  gboolean before = any && poplens_lane_end (blocks, last) <= self->view.from;
  g_autofree char *text = behind   ? g_strconcat (name, " →", NULL)
                          : before ? g_strconcat ("← ", name, NULL)
                                   : g_strdup (name);
  PoplensTextSpec spec = {behind ? plot->x + plot->width - POPLENS_LANE_LABEL_INSET
                                 : plot->x + POPLENS_LANE_LABEL_INSET,
                          row->y + poplens_lane_height (self) / 2.0,
                          behind ? 1 : 0,
                          POPLENS_TEXT_LABEL,
                          POPLENS_INK_DIM,
                          MAX (plot->width - 2 * POPLENS_LANE_LABEL_INSET, 1),
                          PANGO_ELLIPSIZE_MIDDLE};

  poplens_layout_text (self, text, &spec);
}

static void
add_cross (PoplensChartLayout *self, const PoplensLaneRow *row)
{
  PoplensTextSpec spec = {CROSS_X,
                          row->y + poplens_lane_height (self) / 2.0,
                          0,
                          POPLENS_TEXT_TICK,
                          POPLENS_INK_DIM,
                          0,
                          PANGO_ELLIPSIZE_NONE};

  poplens_layout_text (self, "✕", &spec);
  poplens_layout_zone (self, (PoplensRect){0, row->y, CROSS_ZONE, poplens_lane_height (self)},
                       POPLENS_CHART_HIT_ROW, (int) row->row);
}

static void
add_note (PoplensChartLayout *self, const PoplensLaneRow *row, const char *note, gboolean removable)
{
  PoplensTextSpec spec = {self->plot.x - NOTE_GAP,
                          row->y + poplens_lane_height (self) / 2.0,
                          1,
                          POPLENS_TEXT_TICK,
                          POPLENS_INK_DIM,
                          self->plot.x - NOTE_GAP - (removable ? CROSS_ROOM : 2),
                          PANGO_ELLIPSIZE_START};

  poplens_layout_text (self, note, &spec);
}

void
poplens_lane_add_row_texts (PoplensChartLayout *self)
{
  const PoplensLaneData *lanes = poplens_lanes (self->chart);

  for (guint r = 0; lanes->row_text && r < poplens_lanes_layout (self)->rows->len; r++) {
    const PoplensLaneRow *row =
        &g_array_index (poplens_lanes_layout (self)->rows, PoplensLaneRow, r);
    PoplensLaneRowText text = {0};
    /* A row that is cut has no room for text. */
    if (row->bottom - row->top < poplens_lane_height (self))
      continue;
    lanes->row_text (lanes->row_data, row->row, &text);
    if (text.name && *text.name && row->n_cells)
      add_name (self, row, text.name);
    else if (text.name && *text.name)
      add_absent_name (self, row, text.name);
    if (text.note)
      add_note (self, row, text.note, text.removable);
    if (text.removable)
      add_cross (self, row);
    g_free (text.name);
    g_free (text.note);
  }
}
