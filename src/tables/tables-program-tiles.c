/* What the selected program costs each tile. */
#include "analysis/insights.h"
#include "tables/program-place.h"
#include "tables/program-sums.h"
#include "tables/scope.h"

enum {
  TILE,
  IPU,
  VERTICES,
  CONTROL_CODE,
  EXCHANGE_CODE,
  SENT,
  RECEIVED,
  ESTIMATE,
  CYCLES,
  N_COLUMNS
};

static const PoplensColumnSpec columns[N_COLUMNS] = {
    [TILE] = {"tile", "Tile", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Number of the tile."},
    [IPU] = {"ipu", "IPU", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED,
             "IPU of the tile: its number divided by the tiles of an IPU."},
    [VERTICES] = {"vertices", "Vertices", POPLENS_UNIT_COUNT, POPLENS_FROM_FILE,
                  "Vertices of its compute set on the tile (vertex_instances)."},
    [CONTROL_CODE] = {"control_code", "Control code", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                      "Bytes of control code of the program and its children on the tile."},
    [EXCHANGE_CODE] = {"exchange_code", "Exchange code", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                       "Bytes of code of its exchange on the tile "
                       "(program_type_do_exchange.code_bytes_by_tile_rle)."},
    [SENT] = {"sent_bytes", "Sent", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
              "Bytes that the tile sends in it."},
    [RECEIVED] = {"received_bytes", "Received", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                  "Bytes that the tile receives in it."},
    [ESTIMATE] = {"estimated_cycles", "Estimated cycles", POPLENS_UNIT_CYCLES,
                  POPLENS_FROM_ESTIMATED,
                  "Cycles of the tile that the compiler estimates for one execution."},
    [CYCLES] = {"cycles", "Cycles, first time", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
                "Cycles of the tile in the first execution (steps_by_ipu.tile_cycles_id); of a "
                "DoExchange they are what the compiler estimated."},
};

typedef struct {
  PoplensReport *report;
  GCancellable *cancellable;
  const PoplensPrograms *programs;
  guint32 program;
  const PoplensMemory *memory;
  const PoplensTarget *target; /* nullable */
  guint32 n;                   /* positions */
  guint64 *values[N_COLUMNS];  /* by position; NULL: not recorded */
} Finder;

/* ---- values by position ---------------------------------------------------------------- */

static guint64 *
values_of (Finder *self, guint column)
{
  if (!self->values[column])
    self->values[column] = g_new0 (guint64, MAX (self->n, 1));
  return self->values[column];
}

static void
add_list (Finder *self, guint column, const PoplensLists *lists, guint32 row)
{
  if (lists && row < poplens_lists_n_rows (lists) && !poplens_lists_is_absent (lists, row))
    poplens_lists_accumulate (lists, row, values_of (self, column), self->n);
}

/* @slice: cycles by tile of the IPU @ipu. */
static void
add_ipu (Finder *self, guint column, guint32 ipu, const PoplensSlice *slice)
{
  guint64 first = self->target ? (guint64) ipu * self->target->tiles_per_ipu : 0;
  guint64 *values = values_of (self, column);

  for (guint32 t = 0; t < slice->n && first + t < G_MAXUINT32; t++) {
    guint32 position = poplens_memory_find_tile (self->memory, (guint32) (first + t));
    if (position < self->n)
      values[position] += slice->values[t];
  }
}

/* A list an IPU, named by its id. FALSE with @error. */
static gboolean
add_ipus (Finder *self, guint column, PoplensSliceKind kind, const PoplensLists *lists, guint32 row,
          GError **error)
{
  if (!lists || row >= poplens_lists_n_rows (lists))
    return TRUE;
  g_autoptr (GArray) ids = poplens_lists_values (lists, row);
  for (guint ipu = 0; ipu < ids->len; ipu++) {
    g_autoptr (PoplensSlice) slice = poplens_report_get_slice (
        self->report, kind, g_array_index (ids, guint64, ipu), self->cancellable, error);
    if (!slice)
      return FALSE;
    add_ipu (self, column, ipu, slice);
  }
  return TRUE;
}

/* ---- its kinds ------------------------------------------------------------------------- */

static gboolean
add_exchange (Finder *self, PoplensExchangeKind kind, GError **error)
{
  gconstpointer data;

  if (!poplens_load_optional (self->report, POPLENS_PART_EXCHANGES, &data, self->cancellable,
                              error))
    return FALSE;
  const PoplensExchanges *exchanges = data;
  guint32 row = exchanges ? poplens_exchanges_find (exchanges, kind,
                                                    self->programs->variant_index[self->program])
                          : G_MAXUINT32;
  if (row == G_MAXUINT32)
    return TRUE;
  const PoplensExchangeTable *table = &exchanges->tables[kind];
  add_list (self, SENT, table->sent, row);
  add_list (self, RECEIVED, table->received, row);
  add_list (self, EXCHANGE_CODE, table->code, row);
  return add_ipus (self, ESTIMATE, POPLENS_SLICE_ESTIMATES, table->estimates, row, error);
}

static gboolean
add_compute_set (Finder *self, guint32 id, GError **error)
{
  gconstpointer data;

  if (!poplens_load_optional (self->report, POPLENS_PART_VERTICES, &data, self->cancellable, error))
    return FALSE;
  const PoplensVertices *v = data;
  guint32 set = v ? poplens_vertices_find_compute_set (v, id) : G_MAXUINT32;
  for (guint32 i = 0; set != G_MAXUINT32 && i < v->n_instances; i++)
    if (v->instance_compute_set[i] == set)
      add_list (self, VERTICES, v->instances, i);
  return set == G_MAXUINT32 ||
         add_ipus (self, ESTIMATE, POPLENS_SLICE_ESTIMATES, v->compute_set_estimates, set, error);
}

/* Cycles of the row of steps_by_ipu. */
static gboolean
add_step_row (Finder *self, guint32 row, guint32 ipu, GError **error)
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
    add_ipu (self, CYCLES, ipu, cycles);
  return cycles != NULL;
}

static gboolean
add_executed (Finder *self, GError **error)
{
  g_autoptr (PoplensProgramSums) sums = NULL;
  const PoplensExecution *x;
  guint32 first;

  if (poplens_report_get_absence (self->report, POPLENS_PART_EXECUTION))
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
find_values (Finder *self, GError **error)
{
  PoplensExchangeKind kind = poplens_program_exchange (self->programs, self->program);

  add_list (self, CONTROL_CODE, self->programs->control_code, self->program);
  if (self->programs->compute_set[self->program] != POPLENS_NO_ROW &&
      !add_compute_set (self, self->programs->compute_set[self->program], error))
    return FALSE;
  if (kind != POPLENS_N_EXCHANGE_KINDS && !add_exchange (self, kind, error))
    return FALSE;
  return add_executed (self, error);
}

/* ---- rows ------------------------------------------------------------------------------ */

static gboolean
has_any (const Finder *self, guint32 position)
{
  for (guint c = VERTICES; c < N_COLUMNS; c++)
    if (self->values[c] && self->values[c][position])
      return TRUE;
  return FALSE;
}

static void
add_tile (const Finder *self, PoplensRows *rows, guint32 position, guint32 tile)
{
  g_autofree char *link = g_strdup_printf ("memory?tile=%u", tile);

  poplens_rows_add (rows, 0);
  poplens_rows_int (rows, TILE, tile);
  if (self->target)
    poplens_rows_int (rows, IPU, poplens_target_ipu_of_tile (self->target, tile));
  for (guint c = VERTICES; c < N_COLUMNS; c++)
    if (self->values[c])
      poplens_rows_int (rows, c, (gint64) self->values[c][position]);
  poplens_rows_link (rows, link);
}

static PoplensTable *
make_table (const Finder *self, const PoplensScope *scope, const PoplensPlace *place)
{
  PoplensRows *rows = poplens_rows_new (N_COLUMNS);
  const PoplensSelection *selection = &scope->selection;
  g_autofree char *program = poplens_program_note (self->programs, place, self->program);
  PoplensNumber some, all;

  for (guint i = 0; i < selection->n; i++)
    if (has_any (self, selection->positions[i]))
      add_tile (self, rows, selection->positions[i], selection->tiles[i]);
  g_autofree char *count =
      g_strdup_printf ("%s%s%s of %s tiles have any of it", program ? program : "",
                       program ? ". " : "", poplens_format_count (some, poplens_rows_count (rows)),
                       poplens_format_count (all, selection->n));
  g_autofree char *note = poplens_scope_note (scope, count);
  PoplensTable *table =
      poplens_rows_finish (rows, "program-tiles", "A program by tile", self->report, FALSE);
  poplens_table_add_columns (table, columns, N_COLUMNS);
  for (guint c = VERTICES; c < N_COLUMNS; c++)
    poplens_table_add_total (table, c);
  poplens_table_set_note (table, note);
  return table;
}

PoplensTable *
poplens_build_program_tiles (PoplensReport *report, const PoplensPlace *place,
                             GCancellable *cancellable, GError **error)
{
  Finder self = {.report = report, .cancellable = cancellable};
  g_auto (PoplensScope) scope = {0};
  PoplensTable *table = NULL;
  gconstpointer target;

  if (!(self.programs = poplens_report_load_programs (report, cancellable, error)) ||
      !(self.memory = poplens_report_load_memory (report, cancellable, error)) ||
      !poplens_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error) ||
      !poplens_scope_init (&scope, report, place, cancellable, error) ||
      !poplens_program_of_place (self.programs, place, &self.program, error))
    return NULL;
  self.target = target;
  self.n = self.memory->n_tiles;
  if (self.program == POPLENS_NO_ROW || find_values (&self, error))
    table = make_table (&self, &scope, place);
  for (guint c = 0; c < N_COLUMNS; c++)
    g_free (self.values[c]);
  return table;
}
