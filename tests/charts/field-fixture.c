/* Fields with made-up cells (see the header). */
#include "charts/field-fixture.h"

#include "charts/lanes-fixture.h"

#define END 6000
#define WAVE 900

/* Returns the series that the line is in at @cycle. */
static guint
series_at (guint line, guint n_lines, guint64 cycle)
{
  guint64 at = cycle % WAVE;
  guint busy = 300 + line * 500 / n_lines;

  if (at < 100)
    return 1;
  if (at < busy)
    return line % 7 == 3 && cycle / WAVE % 2 ? 3 : 0;
  return 3;
}

FixtureField *
fixture_field_new (guint n_lines, guint n_columns)
{
  FixtureField *self = g_new0 (FixtureField, 1);

  self->n_lines = n_lines;
  self->n_columns = n_columns;
  self->edges = g_new (guint64, n_columns + 1);
  self->cells = g_new0 (guint8, (gsize) n_lines * n_columns * FIXTURE_FIELD_SERIES);
  for (guint c = 0; c <= n_columns; c++)
    self->edges[c] = (guint64) c * END / n_columns;
  for (guint line = 0; line < n_lines; line++)
    for (guint c = 0; c < n_columns; c++) {
      guint8 *cell = self->cells + (gsize) line * FIXTURE_FIELD_SERIES * n_columns + c;
      guint64 width = self->edges[c + 1] - self->edges[c];
      guint count[FIXTURE_FIELD_SERIES] = {0};
      for (guint64 cycle = self->edges[c]; cycle < self->edges[c + 1]; cycle++)
        count[series_at (line, n_lines, cycle)]++;
      for (guint s = 0; s < FIXTURE_FIELD_SERIES; s++)
        cell[s * n_columns] = (guint8) (count[s] * 255 / width);
    }
  self->known = poplens_field_cells_new (n_lines, NULL, n_columns, self->edges,
                                         FIXTURE_FIELD_SERIES, self->cells, NULL, NULL);
  return self;
}

void
fixture_field_free (gpointer data)
{
  FixtureField *self = data;

  poplens_field_cells_unref (self->known);
  g_free (self->edges);
  g_free (self->cells);
  g_free (self);
}

static GPtrArray *
get_cells (gconstpointer data)
{
  const FixtureField *self = data;
  GPtrArray *cells = g_ptr_array_new_with_free_func ((GDestroyNotify) poplens_field_cells_unref);

  if (self->known)
    g_ptr_array_add (cells, poplens_field_cells_ref (self->known));
  return cells;
}

static char *
name_line (gconstpointer data, guint line)
{
  return g_strdup_printf ("%u", line);
}

static char *
describe_cell (gconstpointer data, guint line, guint64 from, guint64 to)
{
  return g_strdup_printf ("line %u: %" G_GUINT64_FORMAT "-%" G_GUINT64_FORMAT, line, from, to);
}

static gboolean
get_selected (gconstpointer data, guint line, guint64 *from, guint64 *to)
{
  const FixtureField *self = data;

  *from = 1000;
  *to = 1200 + line * 500 / self->n_lines;
  return self->selects && line % 3;
}

static char *
get_note (gconstpointer data)
{
  const FixtureField *self = data;

  return g_strdup (self->known ? self->note : "Nothing is known yet");
}

const PoplensFieldClass fixture_field_class = {get_cells, name_line, describe_cell, get_selected,
                                               get_note};

PoplensChart *
fixture_fields (gboolean known, gboolean folded)
{
  PoplensChart *chart = fixture_lanes (60, folded, -1, FALSE);

  for (guint group = 0; group < 2; group++) {
    FixtureField *field = fixture_field_new (group ? 3 : FIXTURE_LINES, group ? 40 : 400);
    if (!known)
      g_clear_pointer (&field->known, poplens_field_cells_unref);
    field->selects = TRUE;
    poplens_chart_set_lane_field (chart, group, field->n_lines, &fixture_field_class, field,
                                  fixture_field_free);
  }
  return chart;
}
