/* Where tiles lie, with what they hold. */
#include "analysis/floor-plan.h"
#include "tables/scope.h"

enum { TILE, IPU, PHYSICAL, ROW, COLUMN, TOTAL, WITH_GAPS, FREE, OVERFLOWED, SHARE };

static const PoplensColumnSpec floor_columns[] = {
    [TILE] = {"tile", "Tile", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Number of the tile."},
    [IPU] = {"ipu", "IPU", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED, "IPU of the tile."},
    [PHYSICAL] = {"physical", "Physical id", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED,
                  "Its number on the die, within the IPU; where the place on the die is not known, "
                  "its number within the IPU."},
    [ROW] = {"row", "Row", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED, "Row in the plan of the IPU."},
    [COLUMN] = {"column", "Column", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED, "Column there."},
    [TOTAL] = {"total", "Without gaps", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
               "Bytes that variables occupy (memory_by_tile.total)."},
    [WITH_GAPS] = {"total_including_gaps", "With gaps", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                   "Bytes up to the end of the highest variable "
                   "(memory_by_tile.total_including_gaps)."},
    [FREE] = {"free", "Free", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
              "Memory of the tile minus the total with gaps; negative where it does not fit."},
    [OVERFLOWED] = {"overflowed", "Overflowed", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                    "Bytes beyond the tile's memory (memory_by_tile.overflowed)."},
    [SHARE] = {"share", "Used", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
               "Total with gaps as a part of the tile's memory."},
};

typedef struct {
  const PoplensMemory *memory;
  const PoplensTarget *target; /* nullable */
  PoplensFloorPlan plan;
  PoplensScope scope;
} Floor;

static void
floor_free (gpointer pointer)
{
  poplens_scope_clear (&((Floor *) pointer)->scope);
  g_free (pointer);
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

PoplensTable *
poplens_build_floor (PoplensReport *report, const PoplensPlace *place, GCancellable *cancellable,
                     GError **error)
{
  const PoplensMemory *memory = poplens_report_load_memory (report, cancellable, error);
  gconstpointer target;
  PoplensTable *table;
  Floor *self;

  if (!memory || !poplens_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error))
    return NULL;
  self = g_new0 (Floor, 1);
  if (!poplens_scope_init (&self->scope, report, place, cancellable, error)) {
    floor_free (self);
    return NULL;
  }
  self->memory = memory;
  self->target = target;
  poplens_floor_plan_init (&self->plan, target,
                           memory->n_tiles ? memory->tile[memory->n_tiles - 1] + 1 : 0);
  table = poplens_table_new ("floor", "Floor plan", self->scope.selection.n, floor_cell, self,
                             floor_free, report);
  poplens_table_add_columns (table, floor_columns, G_N_ELEMENTS (floor_columns));
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
