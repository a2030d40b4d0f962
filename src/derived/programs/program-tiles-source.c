/* Reads the costs of a program on each tile from its lists and slices. */
#include "derived/programs/program-tiles-source.h"

#include "analysis/insights/insights.h"
#include "derived/programs/program-location.h"
#include "derived/programs/program-sums.h"

/* ---- values by position ---------------------------------------------------------------------- */

static guint64 *
get_values (PoplensProgramTiles *self, guint column)
{
  if (!self->values[column])
    self->values[column] = g_new0 (guint64, MAX (self->n, 1));
  return self->values[column];
}

static void
add_tile_list (PoplensProgramTiles *self, guint column, const PoplensLists *lists, guint32 row)
{
  if (lists && row < poplens_lists_n_rows (lists) && !poplens_lists_is_absent (lists, row))
    poplens_lists_accumulate (lists, row, get_values (self, column), self->n);
}

/* Adds the cycles by tile of an IPU. @slice: its list. */
static void
add_ipu_cycles (PoplensProgramTiles *self, guint column, guint32 ipu, const PoplensSlice *slice)
{
  guint64 first = self->target ? (guint64) ipu * self->target->tiles_per_ipu : 0;
  guint64 *values = get_values (self, column);

  for (guint32 t = 0; t < slice->n && first + t < G_MAXUINT32; t++) {
    guint32 position = poplens_memory_find_tile (self->memory, (guint32) (first + t));
    if (position < self->n)
      values[position] += slice->values[t];
  }
}

/* Adds the lists of all IPUs. @lists: (nullable): row @row has the ids of the lists to add, one for
 * each IPU. FALSE with @error. */
static gboolean
add_ipu_lists (PoplensProgramTiles *self, guint column, PoplensSliceKind kind,
               const PoplensLists *lists, guint32 row, GError **error)
{
  if (!lists || row >= poplens_lists_n_rows (lists))
    return TRUE;
  g_autoptr (GArray) ids = poplens_lists_values (lists, row);
  for (guint ipu = 0; ipu < ids->len; ipu++) {
    g_autoptr (PoplensSlice) slice = poplens_report_get_slice (
        self->report, kind, g_array_index (ids, guint64, ipu), self->cancellable, error);
    if (!slice)
      return FALSE;
    add_ipu_cycles (self, column, ipu, slice);
  }
  return TRUE;
}

/* ---- programs by kind ------------------------------------------------------------------------ */

static gboolean
add_exchange_costs (PoplensProgramTiles *self, GError **error)
{
  gconstpointer exchanges;
  guint32 row;

  if (!poplens_report_load_optional (self->report, POPLENS_PART_EXCHANGES, &exchanges,
                                     self->cancellable, error))
    return FALSE;
  const PoplensExchangeTable *table =
      poplens_exchange_of_program (exchanges, self->programs, self->program, &row);
  if (!table)
    return TRUE;
  add_tile_list (self, POPLENS_TILES_SENT, table->sent, row);
  add_tile_list (self, POPLENS_TILES_RECEIVED, table->received, row);
  add_tile_list (self, POPLENS_TILES_EXCHANGE_CODE, table->code, row);
  return add_ipu_lists (self, POPLENS_TILES_ESTIMATE, POPLENS_SLICE_ESTIMATES, table->estimates,
                        row, error);
}

static gboolean
add_compute_set_costs (PoplensProgramTiles *self, guint32 id, GError **error)
{
  gconstpointer data;

  if (!poplens_report_load_optional (self->report, POPLENS_PART_VERTICES, &data, self->cancellable,
                                     error))
    return FALSE;
  const PoplensVertices *v = data;
  guint32 set = v ? poplens_vertices_find_compute_set (v, id) : G_MAXUINT32;
  for (guint32 i = 0; set != G_MAXUINT32 && i < v->n_instances; i++)
    if (v->instance_compute_set[i] == set)
      add_tile_list (self, POPLENS_TILES_VERTICES, v->instances, i);
  if (set != G_MAXUINT32)
    add_tile_list (self, POPLENS_TILES_FLOPS, v->compute_set_flops, set);
  return set == G_MAXUINT32 || add_ipu_lists (self, POPLENS_TILES_ESTIMATE, POPLENS_SLICE_ESTIMATES,
                                              v->compute_set_estimates, set, error);
}

/* Adds the cycles by tile of a row of steps_by_ipu. FALSE with @error. */
static gboolean
add_step_row (PoplensProgramTiles *self, guint32 row, guint32 ipu, GError **error)
{
  g_autoptr (PoplensSlice) rows =
      poplens_report_get_slice (self->report, POPLENS_SLICE_STEP_ROWS,
                                row / POPLENS_STEP_ROWS_PER_SLICE, self->cancellable, error);
  guint32 at = row % POPLENS_STEP_ROWS_PER_SLICE;

  if (!rows || at >= rows->n || rows->step_rows[at].tile_cycles_id < 0)
    return rows != NULL;
  g_autoptr (PoplensSlice) cycles = poplens_report_get_slice (
      self->report, POPLENS_SLICE_CYCLES, (guint64) rows->step_rows[at].tile_cycles_id,
      self->cancellable, error);
  if (cycles && cycles->n)
    add_ipu_cycles (self, POPLENS_TILES_CYCLES, ipu, cycles);
  return cycles != NULL;
}

static gboolean
add_first_execution (PoplensProgramTiles *self, GError **error)
{
  const PoplensProgramSums *sums = NULL;
  const PoplensExecution *x;
  guint32 first;

  if (self->programs->is_other || poplens_report_get_absence (self->report, POPLENS_PART_EXECUTION))
    return TRUE;
  if (!(sums = poplens_program_sums_get (self->report, self->cancellable, error)) ||
      !(x = poplens_report_load_execution (self->report, self->cancellable, error)))
    return FALSE;
  first = sums->first[self->program];
  for (guint32 row = 0; first != POPLENS_NEVER_EXECUTED && row < x->n_rows; row++)
    if (x->row_step[row] == first && !add_step_row (self, row, x->row_ipu[row], error))
      return FALSE;
  return TRUE;
}

static gboolean
add_compiled_costs (PoplensProgramTiles *self, GError **error)
{
  gboolean exchanges =
      poplens_program_exchange (self->programs, self->program) != POPLENS_N_EXCHANGE_KINDS;

  add_tile_list (self, POPLENS_TILES_CONTROL_CODE, self->programs->control_code, self->program);
  if (self->programs->compute_set[self->program] != POPLENS_NO_ROW &&
      !add_compute_set_costs (self, self->programs->compute_set[self->program], error))
    return FALSE;
  return !exchanges || add_exchange_costs (self, error);
}

gboolean
poplens_program_tiles_init_compiled (PoplensProgramTiles *self, PoplensReport *report,
                                     const PoplensPrograms *programs, guint32 program,
                                     GCancellable *cancellable, GError **error)
{
  gconstpointer target;

  *self = (PoplensProgramTiles){
      .report = report, .cancellable = cancellable, .programs = programs, .program = program};
  if (!(self->memory = poplens_report_load_memory (report, cancellable, error)) ||
      !poplens_report_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error))
    return FALSE;
  self->target = target;
  self->n = self->memory->n_tiles;
  return program == POPLENS_NO_ROW || add_compiled_costs (self, error);
}

gboolean
poplens_program_tiles_init (PoplensProgramTiles *self, PoplensReport *report,
                            const PoplensLocation *location, GCancellable *cancellable,
                            GError **error)
{
  const PoplensPrograms *programs =
      poplens_programs_of_location (report, location, cancellable, error);
  guint32 program;

  *self = (PoplensProgramTiles){0};
  return programs && poplens_program_of_location (programs, location, &program, error) &&
         poplens_program_tiles_init_compiled (self, report, programs, program, cancellable,
                                              error) &&
         (program == POPLENS_NO_ROW || add_first_execution (self, error));
}

void
poplens_program_tiles_clear (PoplensProgramTiles *self)
{
  for (guint v = 0; v < POPLENS_N_TILES_VALUES; v++)
    g_clear_pointer (&self->values[v], g_free);
}
