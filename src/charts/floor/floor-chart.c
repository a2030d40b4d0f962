#include "charts/floor/floor-private.h"

#include <math.h>
#include <string.h>

/* Beyond any that a layout shows. */
#define MOST_ZOOM 1e4
#define MOST_CELLS 1e5

static void
group_clear (gpointer data)
{
  g_free (((PoplensFloorGroup *) data)->name);
  g_free (((PoplensFloorGroup *) data)->items);
}

static gpointer
data_new (void)
{
  PoplensFloorData *self = g_new0 (PoplensFloorData, 1);

  self->groups = g_array_new (FALSE, FALSE, sizeof (PoplensFloorGroup));
  g_array_set_clear_func (self->groups, group_clear);
  return self;
}

static void
data_free (gpointer data)
{
  PoplensFloorData *self = data;

  g_array_unref (self->groups);
  g_free (self->cells);
  g_free (self->bad_name);
  g_free (self->bad);
  g_free (self->range_name);
  g_free (self);
}

/* ---- building -------------------------------------------------------------------------------- */

void
poplens_chart_add_floor_group (PoplensChart *self, const char *name, guint columns, guint rows)
{
  PoplensFloorData *floor = poplens_floor (self);
  PoplensFloorGroup group = {g_strdup (name ? name : ""), columns, rows, NULL};
  guint64 n = (guint64) columns * rows;

  g_return_if_fail (floor && !floor->cells);
  for (guint i = 0; i < floor->groups->len; i++)
    n += (guint64) poplens_floor_group (self, i)->columns * poplens_floor_group (self, i)->rows;
  /* A plan that is too large is none: its items have no cell. */
  if (n > POPLENS_FLOOR_MOST_CELLS || columns > G_MAXUINT16 + 1 || rows > G_MAXUINT16 + 1)
    group.columns = group.rows = 0;
  n = (guint64) group.columns * group.rows;
  if (n) {
    group.items = g_new (guint32, n);
    memset (group.items, 0xff, n * sizeof (guint32));
  }
  g_array_append_val (floor->groups, group);
}

static guint32 *
cell_of (const PoplensChart *self, const PoplensFloorCell *cell)
{
  const PoplensFloorGroup *group;

  if (cell->group >= poplens_floor (self)->groups->len)
    return NULL;
  group = poplens_floor_group (self, cell->group);
  if (cell->column >= group->columns || cell->row >= group->rows)
    return NULL;
  return &group->items[(gsize) cell->row * group->columns + cell->column];
}

void
poplens_chart_set_floor_cells (PoplensChart *self, PoplensFloorCell *cells)
{
  PoplensFloorData *floor = poplens_floor (self);

  g_return_if_fail (floor && !floor->cells);
  floor->cells = cells;
  for (gsize i = 0; i < MIN (self->n_items, POPLENS_FLOOR_NO_ITEM); i++) {
    guint32 *at = cell_of (self, &cells[i]);
    if (at && *at == POPLENS_FLOOR_NO_ITEM)
      *at = (guint32) i;
  }
}

void
poplens_chart_set_floor_bad (PoplensChart *self, const char *name, guint8 *bad)
{
  PoplensFloorData *floor = poplens_floor (self);

  g_return_if_fail (floor);
  g_free (floor->bad_name);
  g_free (floor->bad);
  floor->bad_name = g_strdup (name ? name : "bad");
  floor->bad = bad;
}

void
poplens_chart_set_floor_scale (PoplensChart *self, PoplensFloorScale scale)
{
  g_return_if_fail (poplens_floor (self));
  poplens_floor (self)->scale = scale;
}

void
poplens_chart_set_floor_range (PoplensChart *self, guint64 low, guint64 high)
{
  PoplensFloorData *floor = poplens_floor (self);

  g_return_if_fail (floor && low <= high);
  floor->has_range = TRUE;
  floor->low = low;
  floor->high = high;
}

void
poplens_chart_set_floor_range_name (PoplensChart *self, const char *name)
{
  PoplensFloorData *floor = poplens_floor (self);

  g_return_if_fail (floor);
  g_free (floor->range_name);
  floor->range_name = g_strdup (name);
}

/* ---- asking ---------------------------------------------------------------------------------- */

gboolean
poplens_chart_get_floor_cell (const PoplensChart *self, gsize item, PoplensFloorCell *cell)
{
  const PoplensFloorData *floor = poplens_floor (self);
  guint32 *at;

  if (!floor || !floor->cells || item >= self->n_items)
    return FALSE;
  at = cell_of (self, &floor->cells[item]);
  if (!at || *at != item)
    return FALSE;
  if (cell)
    *cell = floor->cells[item];
  return TRUE;
}

int
poplens_floor_series (const PoplensChart *self)
{
  for (guint s = 0; s < self->series->len; s++)
    if (!poplens_chart_series (self, s)->hidden)
      return (int) s;
  return -1;
}

gboolean
poplens_floor_is_bad (const PoplensChart *self, gsize item)
{
  const PoplensFloorData *floor = self->data;

  return floor->bad && floor->bad[item];
}

gboolean
poplens_floor_measure (const PoplensChart *self, guint64 *low, guint64 *high)
{
  int series = poplens_floor (self) ? poplens_floor_series (self) : -1;
  const guint64 *values;

  *low = G_MAXUINT64;
  *high = 0;
  if (series < 0)
    return FALSE;
  values = poplens_chart_series (self, (guint) series)->values;
  for (gsize i = 0; i < self->n_items; i++)
    if (values[i] != POPLENS_FLOOR_NONE) {
      *low = MIN (*low, values[i]);
      *high = MAX (*high, values[i]);
    }
  return *low <= *high;
}

gboolean
poplens_chart_get_floor_range (const PoplensChart *self, guint64 *low, guint64 *high)
{
  const PoplensFloorData *floor = poplens_floor (self);

  if (!poplens_floor_measure (self, low, high))
    return FALSE;
  if (floor->has_range) {
    *low = floor->low;
    *high = floor->high;
  } else if (floor->scale == POPLENS_FLOOR_FROM_ZERO) {
    *low = 0;
  }
  return TRUE;
}

/* ---- in words -------------------------------------------------------------------------------- */

static void
describe_item (const PoplensChart *self, GString *out, gsize item)
{
  PoplensFloorCell cell;

  poplens_chart_append_name (self, out, item);
  if (poplens_chart_get_floor_cell (self, item, &cell)) {
    const char *name = poplens_floor_group (self, cell.group)->name;
    if (*name)
      g_string_append_printf (out, " · %s", name);
  }
  for (guint s = 0; s < self->series->len; s++) {
    const PoplensSeries *series = poplens_chart_series (self, s);
    if (series->hidden)
      continue;
    g_string_append_printf (out, "\n%s\t", series->name);
    if (series->values[item] == POPLENS_FLOOR_NONE)
      g_string_append (out, "not recorded");
    else
      poplens_chart_append_exact (self, out, series->values[item]);
  }
  if (poplens_floor_is_bad (self, item))
    g_string_append_printf (out, "\nMarked\t%s", poplens_floor (self)->bad_name);
  if (poplens_chart_get_floor_cell (self, item, &cell))
    g_string_append_printf (out, "\nPosition\tcolumn %u, row %u", cell.column, cell.row);
  poplens_chart_append_notes (self, out, item);
  if (self->source)
    g_string_append_printf (out, "\nSource\t%s", self->source);
}

static void
describe_range (const PoplensChart *self, GString *out, PoplensItemRange range)
{
  int series = poplens_floor_series (self);
  guint64 low = G_MAXUINT64, high = 0;
  gsize unknown = 0, bad = 0, n = range.to - range.from;
  PoplensNumber number;

  if (series < 0)
    return;
  for (gsize i = range.from; i < range.to; i++) {
    guint64 value = poplens_chart_series (self, (guint) series)->values[i];
    bad += poplens_floor_is_bad (self, i);
    unknown += value == POPLENS_FLOOR_NONE;
    if (value == POPLENS_FLOOR_NONE)
      continue;
    low = MIN (low, value);
    high = MAX (high, value);
  }
  g_string_append_printf (out, "%s: %s", poplens_format_items (number, n, self->item_name),
                          poplens_chart_series (self, (guint) series)->name);
  if (low <= high) {
    g_string_append (out, " lowest ");
    poplens_chart_append_exact (self, out, low);
    g_string_append (out, ", highest ");
    poplens_chart_append_exact (self, out, high);
  }
  if (unknown)
    g_string_append_printf (out, ", %s not recorded", poplens_format_count (number, unknown));
  if (bad)
    g_string_append_printf (out, ", %s %s", poplens_format_count (number, bad),
                            poplens_floor (self)->bad_name);
}

/* ---- the view -------------------------------------------------------------------------------- */

/* What needs pixels to be clamped is left to the layout. */
static PoplensChartView
clamp_view (const PoplensChart *self, PoplensChartView view)
{
  view.from = 0;
  view.to = MAX (self->n_items, 1);
  view.scroll = 0;
  if (!(view.zoom > 1) || !isfinite (view.zoom) || !isfinite (view.column) ||
      !isfinite (view.row) || view.group >= poplens_floor (self)->groups->len) {
    view.zoom = view.column = view.row = 0;
    view.group = 0;
  }
  view.zoom = MIN (view.zoom, MOST_ZOOM);
  view.column = CLAMP (view.column, -MOST_CELLS, MOST_CELLS);
  view.row = CLAMP (view.row, -MOST_CELLS, MOST_CELLS);
  return view;
}

char *
poplens_floor_view_format (const PoplensChartView *view)
{
  PoplensNumber zoom, column, row;

  if (!(view->zoom > 1))
    return g_strdup ("");
  poplens_format_digits (zoom, view->zoom, 4);
  poplens_format_fixed (column, view->column, 2);
  poplens_format_fixed (row, view->row, 2);
  return g_strdup_printf ("%s@%u:%s,%s", zoom, view->group, column, row);
}

/* A number and the character behind it. */
static gboolean
read_number (const char **text, char behind, double *value)
{
  char *end;

  *value = g_ascii_strtod (*text, &end);
  if (end == *text || *end != behind || !isfinite (*value))
    return FALSE;
  *text = end + (behind != '\0');
  return TRUE;
}

gboolean
poplens_floor_view_parse (const char *text, PoplensChartView *view)
{
  double zoom, group, column, row;

  view->zoom = view->column = view->row = 0;
  view->group = 0;
  if (!text || !*text)
    return text != NULL;
  if (!read_number (&text, '@', &zoom) || !read_number (&text, ':', &group) ||
      !read_number (&text, ',', &column) || !read_number (&text, '\0', &row) || group < 0 ||
      group > G_MAXUINT16 || zoom < 1)
    return FALSE;
  view->zoom = zoom;
  view->group = (guint) group;
  view->column = column;
  view->row = row;
  return TRUE;
}

const PoplensChartKind poplens_floor_kind = {
    .data_new = data_new,
    .data_free = data_free,
    .more_height = 100,
    .describe_item = describe_item,
    .describe_range = describe_range,
    .clamp_view = clamp_view,
    .zoom = poplens_floor_zoom,
    .pan = poplens_floor_pan,
    .fit = poplens_floor_fit,
    .lay_out = poplens_floor_lay_out,
    .layout_free = poplens_floor_layout_free,
    .hit = poplens_floor_hit,
    .item_rect = poplens_floor_item_rect,
    .draw_overlay = poplens_floor_draw_overlay,
};
