/* Costs by tile: of one program, or of the programs at several steps side by side. */
#include "base/format.h"
#include "derived/liveness/live-source.h"
#include "derived/programs/program-location.h"
#include "derived/programs/program-tiles-source.h"
#include "derived/scope.h"
#include "tables/engine/builders.h"

typedef struct {
  gint64 tile, ipu;
  gint64 values[][POPLENS_N_TILES_VALUES]; /* [TileCosts.n] */
} TileCostsRow;

static const PoplensColumn tile_columns[] = {
    POPLENS_CELL (TileCostsRow, tile, "Tile", ID, FILE, "Number of the tile"),
    POPLENS_CELL (TileCostsRow, ipu, "IPU", ID, DERIVED, "IPU of the tile"),
};

#define VALUE(value, key, title, unit, from, ...)                                                  \
  [POPLENS_TILES_##value] =                                                                        \
      POPLENS_CELL_NAMED (TileCostsRow, values[0][POPLENS_TILES_##value], key, title, unit, from,  \
                          __VA_ARGS__, .total = TRUE)

/* Columns of the first program; values of the others follow in each row. */
static const PoplensColumn value_columns[POPLENS_N_TILES_VALUES] = {
    VALUE (VERTICES, "vertices", "Vertices", COUNT, FILE,
           "Vertices of the compute set on the tile (vertex_instances)"),
    VALUE (CONTROL_CODE, "control_code", "Control code", BYTES, FILE,
           "Bytes of control code of the program and its children on the tile"),
    VALUE (EXCHANGE_CODE, "exchange_code", "Exchange code", BYTES, FILE,
           "Bytes of code of the exchange on the tile "
           "(program_type_do_exchange.code_bytes_by_tile_rle)"),
    VALUE (SENT, "sent_bytes", "Sent", BYTES, FILE, "Bytes that the tile sends in the exchange"),
    VALUE (RECEIVED, "received_bytes", "Received", BYTES, FILE,
           "Bytes that the tile receives in the exchange"),
    VALUE (ESTIMATE, "estimated_cycles", "Estimated cycles", CYCLES, ESTIMATED,
           "Compiler's cycle estimate for one execution on the tile (compilation_cycles_by_tile)"),
    VALUE (FLOPS, "flops", "FLOPs", COUNT, ESTIMATED,
           "Compiler's FLOP estimate for one execution of the compute set on the tile"),
    VALUE (CYCLES, "cycles", "Cycles", CYCLES, MEASURED,
           "Cycles of the tile in the first execution (steps_by_ipu.tile_cycles_id). DoExchange "
           "cycles are estimated."),
};

typedef struct {
  PoplensScope scope;
  guint n;        /* programs */
  guint n_values; /* of value_columns: those in front */
  PoplensProgramTiles of[POPLENS_MOST_STEPS];
  PoplensLiveSource source; /* of the steps */
  PoplensStepList steps;    /* whose programs they are; empty: the program is chosen by itself */
} TileCosts;

static void
costs_clear (TileCosts *self)
{
  poplens_scope_clear (&self->scope);
  poplens_live_source_clear (&self->source);
  for (guint i = 0; i < POPLENS_MOST_STEPS; i++)
    poplens_program_tiles_clear (&self->of[i]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TileCosts, costs_clear)

/* ---- rows ------------------------------------------------------------------------------ */

#define ROW_VALUES(n) ((n) * sizeof (((TileCostsRow *) NULL)->values[0]))

/* Adds the column of @value of the program at @i: those of several steps are named apart. */
static void
costs_add_column (const TileCosts *self, PoplensRecords *rows, PoplensTilesValue value, guint i)
{
  PoplensColumn column = value_columns[value];
  g_autofree char *name =
      i ? g_strdup_printf ("%s_%u", column.name, i + 1) : g_strdup (column.name);
  g_autofree char *title = self->n > 1
                               ? g_strdup_printf ("%s, step %u", column.title, self->steps.step[i])
                               : g_strdup (column.title);

  column.name = name;
  column.title = title;
  column.offset += ROW_VALUES (i);
  poplens_records_add_column (rows, &column);
}

/* Returns columns for tile, IPU and each value, of the programs side by side. Of several programs,
 * values that none of them has are left out. (transfer full) */
static PoplensRecords *
costs_new_records (const TileCosts *self)
{
  PoplensRecords *rows = poplens_records_new (tile_columns, G_N_ELEMENTS (tile_columns),
                                              sizeof (TileCostsRow) + ROW_VALUES (self->n));

  for (guint v = 0; v < self->n_values; v++) {
    gboolean any = self->n == 1;
    for (guint i = 0; i < self->n; i++)
      any |= self->of[i].values[v] != NULL;
    for (guint i = 0; any && i < self->n; i++)
      costs_add_column (self, rows, v, i);
  }
  return rows;
}

/* TRUE if a value of the tile is to be shown: of a program those that are not 0; of steps all, so
 * that each has the same tiles. */
static gboolean
costs_has_tile (const TileCosts *self, guint32 position)
{
  for (guint i = 0; i < self->n; i++)
    for (guint v = 0; v < self->n_values; v++)
      if (self->of[i].values[v] && (self->steps.n || self->of[i].values[v][position]))
        return TRUE;
  return FALSE;
}

static void
costs_add_tile (const TileCosts *self, PoplensRecords *rows, guint32 position, guint32 tile)
{
  const PoplensTarget *target = self->of[0].target;
  TileCostsRow *row = poplens_records_add (rows);

  row->tile = tile;
  if (target)
    row->ipu = poplens_target_ipu_of_tile (target, tile);
  for (guint i = 0; i < self->n; i++)
    for (guint v = 0; v < self->n_values; v++)
      if (self->of[i].values[v])
        row->values[i][v] = (gint64) self->of[i].values[v][position];
  poplens_records_link (rows, "memory?tile=%u", tile);
}

/* Makes a row for each selected tile that has costs to show. */
static PoplensTable *
costs_make_table (const TileCosts *self, PoplensReport *report)
{
  PoplensRecords *rows = costs_new_records (self);
  const PoplensSelection *selection = &self->scope.selection;

  for (guint i = 0; i < selection->n; i++)
    if (costs_has_tile (self, selection->positions[i]))
      costs_add_tile (self, rows, selection->positions[i], selection->tiles[i]);
  return poplens_records_finish (rows, "tile-costs", "Costs by tile", report);
}

/* ---- a program ------------------------------------------------------------------------- */

PoplensTable *
poplens_build_tile_costs (PoplensReport *report, const PoplensLocation *location,
                          GCancellable *cancellable, GError **error)
{
  g_auto (TileCosts) self = {.n = 1, .n_values = POPLENS_N_TILES_VALUES};
  PoplensNumber some, all;
  PoplensTable *table;

  if (!poplens_scope_init (&self.scope, report, location, cancellable, error) ||
      !poplens_program_tiles_init (&self.of[0], report, location, cancellable, error))
    return NULL;
  table = costs_make_table (&self, report);
  poplens_format_count (some, poplens_table_n_rows (table));
  poplens_format_count (all, self.scope.selection.n);
  g_autofree char *program =
      poplens_program_note (self.of[0].programs, location, self.of[0].program);
  g_autofree char *count =
      program ? g_strdup_printf ("%s. %s of %s tiles take part", program, some, all)
              : g_strdup_printf ("%s of %s tiles take part", some, all);
  g_autofree char *note = poplens_scope_note (&self.scope, count);
  poplens_table_set_note (table, note);
  return table;
}

/* ---- steps ----------------------------------------------------------------------------- */

/* Adds " 1,234 cycles on the longest tile, 5; mean 321, least 0, total 4,321." */
static void
costs_add_summary (const TileCosts *self, guint i, PoplensTilesValue value, GString *note)
{
  const PoplensSelection *s = &self->scope.selection;
  const guint64 *values = self->of[i].values[value];
  guint most = 0, least = 0;
  PoplensNumber highest, lowest, mean, all;
  guint64 sum = 0;

  for (guint t = 0; t < s->n; t++) {
    sum += values[s->positions[t]];
    if (values[s->positions[t]] > values[s->positions[most]])
      most = t;
    if (values[s->positions[t]] < values[s->positions[least]])
      least = t;
  }
  g_string_append_printf (note,
                          value == POPLENS_TILES_ESTIMATE
                              ? " %s cycles on the longest tile, %u; mean %s, least %s, total %s."
                              : " At most %s FLOPs, on tile %u; mean %s, least %s, total %s.",
                          poplens_format_count (highest, values[s->positions[most]]),
                          s->tiles[most], poplens_format_count (mean, sum / s->n),
                          poplens_format_count (lowest, values[s->positions[least]]),
                          poplens_format_count (all, sum));
}

/* Adds what the compiler estimates of the program at a step, or why there is no estimate. Only
 * compute sets have FLOPs. */
static void
costs_describe_step (const TileCosts *self, guint i, GString *note)
{
  const PoplensProgramTiles *of = &self->of[i];
  gboolean computes =
      of->program != POPLENS_NO_ROW && of->programs->compute_set[of->program] != POPLENS_NO_ROW;
  g_autofree char *where = poplens_live_source_describe (&self->source, self->steps.step[i]);

  g_string_append_printf (note, "%s%s:", i ? " " : "", where);
  if (of->values[POPLENS_TILES_ESTIMATE] && self->scope.selection.n)
    costs_add_summary (self, i, POPLENS_TILES_ESTIMATE, note);
  else
    g_string_append (note, computes
                               ? " No cycle estimates. Set profiler.includeCycleEstimates=true "
                                 "and record again."
                               : " No cycle estimates.");
  if (of->values[POPLENS_TILES_FLOPS] && self->scope.selection.n)
    costs_add_summary (self, i, POPLENS_TILES_FLOPS, note);
  else if (computes)
    g_string_append (note, " " POPLENS_NO_FLOP_ESTIMATES);
}

static gboolean
costs_read_steps (TileCosts *self, PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensPrograms *programs = self->source.programs;

  for (guint i = 0; i < self->steps.n; i++) {
    guint32 id = self->source.liveness->program[self->steps.step[i]];
    guint32 program = programs ? poplens_programs_find (programs, id) : POPLENS_NO_ROW;
    if (!poplens_program_tiles_init_compiled (&self->of[i], report, programs, program, cancellable,
                                              error))
      return FALSE;
  }
  self->n = MAX (self->steps.n, 1);
  return TRUE;
}

PoplensTable *
poplens_build_tile_costs_by_step (PoplensReport *report, const PoplensLocation *location,
                                  GCancellable *cancellable, GError **error)
{
  g_auto (TileCosts) self = {.n_values = POPLENS_TILES_CYCLES};
  g_autoptr (GString) note = g_string_new (NULL);
  PoplensTable *table;
  int cycles;

  if (!poplens_live_source_init (&self.source, report, location, cancellable, error) ||
      !poplens_live_source_steps (&self.source, &self.steps, cancellable, error) ||
      !poplens_scope_init (&self.scope, report, location, cancellable, error) ||
      !costs_read_steps (&self, report, cancellable, error))
    return NULL;
  table = costs_make_table (&self, report);
  cycles = poplens_table_find_column (table, value_columns[POPLENS_TILES_ESTIMATE].name);
  if (cycles >= 0)
    poplens_table_set_default_sort (table, (guint) cycles, TRUE);
  for (guint i = 0; i < self.steps.n; i++)
    costs_describe_step (&self, i, note);
  poplens_table_set_note (table, self.steps.n ? note->str : "No program steps");
  return table;
}
