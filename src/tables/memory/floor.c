/* Where tiles lie, with what they hold. */
#include "analysis/floor-plan.h"
#include "base/error.h"
#include "derived/memory/tile-values.h"
#include "derived/parts.h"
#include "derived/scope.h"
#include "tables/engine/builders.h"

#include <string.h>

enum { TILE, IPU, PHYSICAL, ROW, COLUMN, TOTAL, WITH_GAPS, FREE, OVERFLOWED, SHARE, VALUE };

static const PoplensColumn floor_columns[] = {
    [TILE] = {"tile", "Tile", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Number of the tile"},
    [IPU] = {"ipu", "IPU", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED, "IPU of the tile"},
    [PHYSICAL] = {"physical", "Physical ID", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED,
                  "Number of the tile on the die, within the IPU; if the position is unknown, the "
                  "number within the IPU"},
    [ROW] = {"row", "Row", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED, "Row in the map of the IPU"},
    [COLUMN] = {"column", "Column", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED,
                "Column in the map of the IPU"},
    [TOTAL] = {"total", "Excl. gaps", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
               "Bytes that variables cover, each counted once (memory_by_tile.total)"},
    [WITH_GAPS] =
        {"total_including_gaps", "Incl. gaps", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
         "Bytes up to the end of the highest variable (memory_by_tile.total_including_gaps)"},
    [FREE] = {"free", "Free", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
              "Capacity minus bytes including gaps; negative if the tile is over capacity"},
    [OVERFLOWED] = {"overflowed", "Overflowed", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                    "Bytes past the end of the tile's memory (memory_by_tile.overflowed)"},
    [SHARE] = {"share", "Used", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
               "Bytes including gaps as a share of the capacity"},
};

typedef struct {
  const PoplensMemory *memory;
  const PoplensTarget *target; /* nullable */
  PoplensFloorPlan plan;
  PoplensScope scope;
  guint64 *values; /* (nullable): by position, of the column VALUE */
} Floor;

static void
floor_free (gpointer pointer)
{
  Floor *self = pointer;

  poplens_scope_clear (&self->scope);
  g_free (self->values);
  g_free (self);
}

static void
place_cell (const Floor *self, guint32 tile, guint column, PoplensValue *value)
{
  PoplensFloorPlace cell;

  if (!poplens_floor_plan_find (&self->plan, tile, &cell))
    return;
  const guint32 numbers[] = {
      [IPU] = cell.ipu, [PHYSICAL] = cell.physical, [ROW] = cell.row, [COLUMN] = cell.column};
  poplens_cell_int (value, numbers[column]);
}

static void
floor_cell (gconstpointer pointer, guint32 row, guint column, PoplensValue *value)
{
  const Floor *self = pointer;
  const PoplensMemory *m = self->memory;
  guint32 p = self->scope.selection.positions[row];
  gint64 capacity = self->target ? (gint64) self->target->bytes_per_tile : 0;

  if (column == TILE)
    poplens_cell_int (value, m->tile[p]);
  else if (column <= COLUMN)
    place_cell (self, m->tile[p], column, value);
  else if (column == TOTAL && !m->from_archive)
    poplens_cell_int (value, m->total[p]);
  else if (column == WITH_GAPS)
    poplens_cell_int (value, m->total_including_gaps[p]);
  else if (column == OVERFLOWED && !m->regions_unknown)
    poplens_cell_int (value, m->overflowed[p]);
  else if (column == FREE && capacity)
    poplens_cell_int (value, capacity - m->total_including_gaps[p]);
  else if (column == VALUE && self->values[p] != POPLENS_TILE_UNKNOWN)
    poplens_cell_int (value, (gint64) self->values[p]);
  else if (column == SHARE && capacity)
    poplens_cell_real (value, (double) m->total_including_gaps[p] / (double) capacity);
}

static char *
floor_link (gconstpointer pointer, guint32 row)
{
  const Floor *self = pointer;

  return g_strdup_printf ("memory?tile=%u",
                          self->memory->tile[self->scope.selection.positions[row]]);
}

/* ---- what colours the tile map -----------------------------------------------------------------
 */

static gboolean
refuse (GError **error, const char *what, const char *name, const char *instead)
{
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "unknown %s \u201c%s\u201d; %s", what,
               name, instead);
  return FALSE;
}

static gboolean
add_plot (Floor *self, const PoplensTileValues *source, const char *name, GCancellable *cancellable,
          GError **error)
{
  g_autoptr (GError) local = NULL;
  const char *title;
  g_autofree guint64 *bytes =
      poplens_tile_values_of_plot (source, name, &title, cancellable, &local);

  if (local) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  if (!bytes)
    return refuse (error, "variable or category", name,
                   "use the name or ID of a variable, or category:NAME");
  for (guint32 p = 0; p < self->memory->n_tiles; p++)
    self->values[p] += bytes[p];
  return TRUE;
}

/* What "plot" chooses, together. */
static gboolean
add_chosen (Floor *self, PoplensTileValues *source, const char *plot, GCancellable *cancellable,
            GError **error)
{
  g_auto (GStrv) names = g_strsplit (plot ? plot : "", ",", -1);
  gconstpointer variables;

  if (!poplens_load_optional (source->report, POPLENS_PART_VARIABLES, &variables, cancellable,
                              error))
    return FALSE;
  source->variables = variables;
  self->values = g_new0 (guint64, MAX (self->memory->n_tiles, 1));
  for (guint i = 0; names[i]; i++)
    if (*names[i] && !add_plot (self, source, names[i], cancellable, error))
      return FALSE;
  return TRUE;
}

/* The column of what the location's "value" names, as *@title calls it; FALSE with @error. */
static gboolean
add_values (Floor *self, PoplensReport *report, const PoplensLocation *location, const char **title,
            GCancellable *cancellable, GError **error)
{
  const char *option = location ? poplens_location_get (location, "value") : NULL;
  g_autoptr (PoplensOperationBytes) only = NULL;
  PoplensTileValues source = {report, self->memory, self->target, NULL, NULL};

  if (!option)
    return TRUE;
  if (!strcmp (option, POPLENS_TILE_CHOSEN)) {
    *title = POPLENS_TILE_CHOSEN_TITLE;
    return add_chosen (self, &source, poplens_location_get (location, "plot"), cancellable, error);
  }
  if (!strcmp (option, POPLENS_TILE_OPERATION) &&
      !poplens_operation_bytes_get (report, location, &only, cancellable, error))
    return FALSE;
  source.only = only;
  self->values = poplens_tile_values_of (&source, option, title);
  return self->values ||
         refuse (
             error, "value", option,
             "use total, with-gaps, gaps, free, overflowed, non-interleaved, interleaved, "
             "always-live, peak, chosen or category:NAME; operation needs the key of that name");
}

PoplensTable *
poplens_build_floor (PoplensReport *report, const PoplensLocation *location,
                     GCancellable *cancellable, GError **error)
{
  const PoplensMemory *memory = poplens_report_load_memory (report, cancellable, error);
  gconstpointer target;
  const char *title = NULL;
  PoplensTable *table;
  Floor *self;

  if (!memory || !poplens_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error))
    return NULL;
  self = g_new0 (Floor, 1);
  self->memory = memory;
  self->target = target;
  if (!poplens_scope_init (&self->scope, report, location, cancellable, error) ||
      !add_values (self, report, location, &title, cancellable, error)) {
    floor_free (self);
    return NULL;
  }
  poplens_floor_plan_init (&self->plan, target,
                           memory->n_tiles ? memory->tile[memory->n_tiles - 1] + 1 : 0);
  table = poplens_table_new ("floor", "Tile map", self->scope.selection.n, floor_cell, self,
                             floor_free, report);
  poplens_table_add_columns (table, floor_columns, G_N_ELEMENTS (floor_columns));
  if (self->values) {
    poplens_table_add_column (table, "value", title, POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
                              "Measure that colours the tile map (keys value and plot)");
    poplens_table_add_total (table, VALUE);
  }
  for (guint c = TOTAL; c <= OVERFLOWED; c++)
    if ((c != TOTAL || !memory->from_archive) && (c != OVERFLOWED || !memory->regions_unknown))
      poplens_table_add_total (table, c);
  poplens_table_set_link (table, floor_link);
  g_autofree char *tiles = poplens_scope_tiles (&self->scope);
  g_autofree char *note = g_strdup_printf ("%s%s%s", tiles ? tiles : "", tiles ? ". " : "",
                                           poplens_floor_plan_rule (&self->plan));
  poplens_table_set_note (table, note);
  return table;
}
