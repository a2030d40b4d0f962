#include "charts/floor/floor-private.h"

#include <math.h>
#include <string.h>

static void
group_clear (gpointer data)
{
  g_free (((PoplensFloorGroup *) data)->name);
  g_free (((PoplensFloorGroup *) data)->items);
}

PoplensFloorData *
poplens_floor_data_new (void)
{
  PoplensFloorData *self = g_new0 (PoplensFloorData, 1);

  self->groups = g_array_new (FALSE, FALSE, sizeof (PoplensFloorGroup));
  g_array_set_clear_func (self->groups, group_clear);
  return self;
}

void
poplens_floor_data_free (PoplensFloorData *self)
{
  if (!self)
    return;
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
  PoplensFloorGroup group = {g_strdup (name ? name : ""), columns, rows, NULL};
  guint64 n = (guint64) columns * rows;

  g_return_if_fail (self->floor && !self->floor->cells);
  for (guint i = 0; i < self->floor->groups->len; i++)
    n += (guint64) poplens_floor_group (self, i)->columns * poplens_floor_group (self, i)->rows;
  /* A plan that is too large is none: its items have no cell. */
  if (n > POPLENS_FLOOR_MOST_CELLS || columns > G_MAXUINT16 + 1 || rows > G_MAXUINT16 + 1)
    group.columns = group.rows = 0;
  n = (guint64) group.columns * group.rows;
  if (n) {
    group.items = g_new (guint32, n);
    memset (group.items, 0xff, n * sizeof (guint32));
  }
  g_array_append_val (self->floor->groups, group);
}

static guint32 *
cell_of (const PoplensChart *self, const PoplensFloorCell *cell)
{
  const PoplensFloorGroup *group;

  if (cell->group >= self->floor->groups->len)
    return NULL;
  group = poplens_floor_group (self, cell->group);
  if (cell->column >= group->columns || cell->row >= group->rows)
    return NULL;
  return &group->items[(gsize) cell->row * group->columns + cell->column];
}

void
poplens_chart_set_floor_cells (PoplensChart *self, PoplensFloorCell *cells)
{
  g_return_if_fail (self->floor && !self->floor->cells);
  self->floor->cells = cells;
  for (gsize i = 0; i < MIN (self->n_items, POPLENS_FLOOR_NO_ITEM); i++) {
    guint32 *at = cell_of (self, &cells[i]);
    if (at && *at == POPLENS_FLOOR_NO_ITEM)
      *at = (guint32) i;
  }
}

void
poplens_chart_set_floor_bad (PoplensChart *self, const char *name, guint8 *bad)
{
  g_return_if_fail (self->floor);
  g_free (self->floor->bad_name);
  g_free (self->floor->bad);
  self->floor->bad_name = g_strdup (name ? name : "bad");
  self->floor->bad = bad;
}

void
poplens_chart_set_floor_scale (PoplensChart *self, PoplensFloorScale scale)
{
  g_return_if_fail (self->floor);
  self->floor->scale = scale;
}

void
poplens_chart_set_floor_range (PoplensChart *self, guint64 low, guint64 high)
{
  g_return_if_fail (self->floor && low <= high);
  self->floor->has_range = TRUE;
  self->floor->low = low;
  self->floor->high = high;
}

void
poplens_chart_set_floor_range_name (PoplensChart *self, const char *name)
{
  g_return_if_fail (self->floor);
  g_free (self->floor->range_name);
  self->floor->range_name = g_strdup (name);
}

/* ---- asking ---------------------------------------------------------------------------------- */

gboolean
poplens_chart_get_floor_cell (const PoplensChart *self, gsize item, PoplensFloorCell *cell)
{
  guint32 *at;

  if (!self->floor || !self->floor->cells || item >= self->n_items)
    return FALSE;
  at = cell_of (self, &self->floor->cells[item]);
  if (!at || *at != item)
    return FALSE;
  if (cell)
    *cell = self->floor->cells[item];
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
  return self->floor->bad && self->floor->bad[item];
}

gboolean
poplens_floor_measure (const PoplensChart *self, guint64 *low, guint64 *high)
{
  int series = self->floor ? poplens_floor_series (self) : -1;
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
  if (!poplens_floor_measure (self, low, high))
    return FALSE;
  if (self->floor->has_range) {
    *low = self->floor->low;
    *high = self->floor->high;
  } else if (self->floor->scale == POPLENS_FLOOR_FROM_ZERO) {
    *low = 0;
  }
  return TRUE;
}

/* ---- in words -------------------------------------------------------------------------------- */

/* Behind the item's name. */
void
poplens_floor_describe (const PoplensChart *self, GString *out, gsize item)
{
  PoplensFloorCell cell;

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
    g_string_append_printf (out, "\nMarked\t%s", self->floor->bad_name);
  if (poplens_chart_get_floor_cell (self, item, &cell))
    g_string_append_printf (out, "\nPosition\tcolumn %u, row %u", cell.column, cell.row);
  poplens_chart_append_notes (self, out, item);
  if (self->source)
    g_string_append_printf (out, "\nSource\t%s", self->source);
}

char *
poplens_floor_describe_range (const PoplensChart *self, PoplensItemRange range)
{
  GString *out = g_string_new (NULL);
  int series = poplens_floor_series (self);
  guint64 low = G_MAXUINT64, high = 0;
  gsize unknown = 0, bad = 0, n;
  PoplensNumber number;

  range.to = MIN (range.to, self->n_items);
  if (range.from >= range.to || series < 0)
    return g_string_free (out, FALSE);
  n = range.to - range.from;
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
                            self->floor->bad_name);
  return g_string_free (out, FALSE);
}

/* ---- the view as text ------------------------------------------------------------------------ */

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
