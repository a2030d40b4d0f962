/* What the compiler estimates of the programs at the steps, tile by tile: cycles and FLOPs. */
#include "base/format.h"
#include "derived/liveness/live-source.h"
#include "derived/parts.h"
#include "derived/programs/program-estimates.h"
#include "derived/programs/program-text.h"
#include "derived/scope.h"
#include "derived/selection.h"
#include "tables/engine/builders.h"
#include "tables/engine/registry.h"

/* A tile, with a value for each step. */
typedef struct {
  gint64 tile, ipu;
  gint64 values[POPLENS_MOST_STEPS];
} Row;

#define FIRST_VALUE 2 /* the number of its column */

/* What a step's program has: a value for each tile, or a sentence that says why not. */
typedef struct {
  guint64 *values; /* by tile, n_tiles of them; NULL: none */
  char *why_not;
} Estimate;

typedef struct {
  PoplensReport *report;
  GCancellable *cancellable;
  PoplensLiveSource source;
  PoplensScope scope;
  PoplensStepList steps;
  const PoplensTarget *target;
  const PoplensExchanges *exchanges;
  const PoplensVertices *vertices;
  guint32 n_tiles;
  Estimate of[POPLENS_MOST_STEPS];
} Estimates;

static void
estimates_clear (Estimates *self)
{
  poplens_live_source_clear (&self->source);
  poplens_scope_clear (&self->scope);
  for (guint i = 0; i < POPLENS_MOST_STEPS; i++) {
    g_free (self->of[i].values);
    g_free (self->of[i].why_not);
  }
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Estimates, estimates_clear)

static gboolean
estimates_load (Estimates *self, const PoplensLocation *location, GError **error)
{
  const struct {
    PoplensPart part;
    gconstpointer *data;
  } parts[] = {{POPLENS_PART_TARGET, (gconstpointer *) &self->target},
               {POPLENS_PART_EXCHANGES, (gconstpointer *) &self->exchanges},
               {POPLENS_PART_VERTICES, (gconstpointer *) &self->vertices}};

  if (!poplens_live_source_init (&self->source, self->report, location, self->cancellable, error) ||
      !poplens_live_source_steps (&self->source, &self->steps, self->cancellable, error) ||
      !poplens_scope_init (&self->scope, self->report, location, self->cancellable, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (!poplens_load_optional (self->report, parts[i].part, parts[i].data, self->cancellable,
                                error))
      return FALSE;
  const PoplensSelection *s = &self->scope.selection;
  self->n_tiles = s->n ? s->tiles[s->n - 1] + 1 : 0;
  return TRUE;
}

/* The program at the step, for a sentence. (transfer full) */
static char *
program_of (const Estimates *self, guint32 step, guint32 *row)
{
  guint32 id = self->source.liveness->program[step];

  *row = self->source.programs ? poplens_programs_find (self->source.programs, id) : POPLENS_NO_ROW;
  return poplens_program_title (self->source.programs, id);
}

/* ---- cycles ---------------------------------------------------------------------------- */

/* Reads the list of each IPU into @values. */
static gboolean
read_cycles (const Estimates *self, const GArray *ids, guint64 *values, GError **error)
{
  guint32 per_ipu = self->target ? self->target->tiles_per_ipu : self->n_tiles;

  for (guint32 ipu = 0; ipu < ids->len; ipu++) {
    g_autoptr (PoplensSlice) slice =
        poplens_report_get_slice (self->report, POPLENS_SLICE_ESTIMATES,
                                  g_array_index (ids, guint64, ipu), self->cancellable, error);
    if (!slice)
      return FALSE;
    for (guint32 i = 0; i < slice->n && i < per_ipu; i++) {
      guint64 tile = (guint64) ipu * per_ipu + i;
      if (tile < self->n_tiles)
        values[tile] = slice->values[i];
    }
  }
  return TRUE;
}

static gboolean
estimate_cycles (Estimates *self, guint32 step, Estimate *estimate, GError **error)
{
  guint32 row, at;
  g_autofree char *program = program_of (self, step, &row);
  const PoplensLists *lists = poplens_program_estimate_lists (
      self->source.programs, self->exchanges, self->vertices, row, &at);
  g_autoptr (GArray) ids =
      lists && at < poplens_lists_n_rows (lists) ? poplens_lists_values (lists, at) : NULL;

  if (ids && ids->len) {
    estimate->values = g_new0 (guint64, MAX (self->n_tiles, 1));
    return read_cycles (self, ids, estimate->values, error);
  }
  if (row != POPLENS_NO_ROW && self->source.programs->compute_set[row] != POPLENS_NO_ROW)
    estimate->why_not = g_strdup_printf ("%s: no estimate. Set profiler.includeCycleEstimates=true "
                                         "to record cycles of compute sets.",
                                         program);
  else
    estimate->why_not = g_strdup_printf ("%s: no estimate.", program);
  return TRUE;
}

/* ---- FLOPs ----------------------------------------------------------------------------- */

static gboolean
estimate_flops (Estimates *self, guint32 step, Estimate *estimate, GError **error)
{
  guint32 row;
  g_autofree char *program = program_of (self, step, &row);
  guint32 set = row == POPLENS_NO_ROW || !self->vertices
                    ? G_MAXUINT32
                    : poplens_vertices_find_compute_set (self->vertices,
                                                         self->source.programs->compute_set[row]);
  const PoplensLists *lists = set == G_MAXUINT32 ? NULL : self->vertices->compute_set_flops;
  g_autoptr (GArray) flops =
      lists && set < poplens_lists_n_rows (lists) ? poplens_lists_values (lists, set) : NULL;

  if (set == G_MAXUINT32)
    estimate->why_not =
        g_strdup_printf ("%s: no FLOP estimates; only compute sets have them.", program);
  else if (!flops || !flops->len)
    estimate->why_not = g_strdup_printf ("%s: " POPLENS_NO_FLOP_ESTIMATES, program);
  if (estimate->why_not)
    return TRUE;
  estimate->values = g_new0 (guint64, MAX (self->n_tiles, 1));
  for (guint32 t = 0; t < MIN (flops->len, self->n_tiles); t++)
    estimate->values[t] = g_array_index (flops, guint64, t);
  return TRUE;
}

/* ---- the table ------------------------------------------------------------------------- */

/* "step 14, DoExchange: 1,234 cycles on the longest tile, 5; mean 321, least 0, total 4,321." */
static void
add_summary (const Estimates *self, guint i, gboolean cycles, GString *note)
{
  const PoplensSelection *s = &self->scope.selection;
  const guint64 *values = self->of[i].values;
  guint32 most = s->tiles[0], least = most;
  g_autofree char *where = poplens_live_source_describe (&self->source, self->steps.step[i]);
  PoplensNumber highest, lowest, mean, all;
  guint64 sum = 0;

  for (guint t = 0; t < s->n; t++) {
    guint32 tile = s->tiles[t];
    sum += values[tile];
    if (values[tile] > values[most])
      most = tile;
    if (values[tile] < values[least])
      least = tile;
  }
  g_string_append_printf (
      note,
      cycles ? "%s: %s cycles on the longest tile, %u; mean %s, least %s, total %s."
             : "%s: at most %s FLOPs, on tile %u; mean %s, least %s, total %s.",
      where, poplens_format_count (highest, values[most]), most,
      poplens_format_count (mean, sum / s->n), poplens_format_count (lowest, values[least]),
      poplens_format_count (all, sum));
}

static char *
describe (const Estimates *self, gboolean cycles)
{
  GString *note = g_string_new (NULL);

  for (guint i = 0; i < self->steps.n; i++) {
    g_string_append (note, i ? " " : "");
    if (self->of[i].values && self->scope.selection.n)
      add_summary (self, i, cycles, note);
    else if (self->of[i].why_not)
      g_string_append_printf (note, "Step %u: %s", self->steps.step[i], self->of[i].why_not);
  }
  if (!self->steps.n)
    g_string_append (note, "No program steps");
  return g_string_free (note, FALSE);
}

/* Records with a column for each step, or one where there are none. (transfer full) */
static PoplensRecords *
new_records (const Estimates *self, gboolean cycles)
{
  static const PoplensColumn fixed[] = {
      POPLENS_CELL (Row, tile, "Tile", ID, FILE, "Number of the tile"),
      POPLENS_CELL (Row, ipu, "IPU", ID, FILE, "IPU of the tile"),
  };
  const char *key = cycles ? "cycles" : "flops";
  PoplensRecords *rows = POPLENS_RECORDS (Row, fixed);

  for (guint i = 0; i < MAX (self->steps.n, 1); i++) {
    g_autofree char *name = i ? g_strdup_printf ("%s_%u", key, i + 1) : g_strdup (key);
    g_autofree char *title = self->steps.n > 1 ? g_strdup_printf ("Step %u", self->steps.step[i])
                                               : g_strdup (cycles ? "Cycles" : "FLOPs");
    PoplensColumn column = POPLENS_CELL_NAMED (
        Row, values[i], name, title, COUNT, ESTIMATED,
        cycles ? "Compiler's cycle estimate for the program of the step on the tile "
                 "(compilation_cycles_by_tile)"
               : "Compiler's FLOP estimate for the compute set of the step on the tile",
        .total = TRUE);
    column.unit = cycles ? POPLENS_UNIT_CYCLES : POPLENS_UNIT_COUNT;
    poplens_records_add_column (rows, &column);
  }
  return rows;
}

static PoplensRecords *
make_rows (const Estimates *self, gboolean cycles)
{
  const PoplensSelection *s = &self->scope.selection;
  PoplensRecords *rows = new_records (self, cycles);
  gboolean any = FALSE;

  for (guint i = 0; i < self->steps.n; i++)
    any |= self->of[i].values != NULL;
  for (guint t = 0; any && t < s->n; t++) {
    Row *row = poplens_records_add (rows);
    row->tile = s->tiles[t];
    row->ipu = self->target ? poplens_target_ipu_of_tile (self->target, s->tiles[t]) : 0;
    for (guint i = 0; i < self->steps.n; i++)
      if (self->of[i].values)
        row->values[i] = (gint64) self->of[i].values[s->tiles[t]];
    poplens_records_link (rows, "memory?tile=%u", s->tiles[t]);
  }
  return rows;
}

static PoplensTable *
build (PoplensReport *report, const PoplensLocation *location, const char *name, gboolean cycles,
       GCancellable *cancellable, GError **error)
{
  g_auto (Estimates) self = {.report = report, .cancellable = cancellable};
  g_autofree char *note = NULL;
  PoplensTable *table;

  if (!estimates_load (&self, location, error))
    return NULL;
  for (guint i = 0; i < self.steps.n; i++)
    if (!(cycles ? estimate_cycles : estimate_flops) (&self, self.steps.step[i], &self.of[i],
                                                      error))
      return NULL;
  table = poplens_records_finish (make_rows (&self, cycles), name,
                                  poplens_tables_find (name)->title, report);
  poplens_table_set_default_sort (table, FIRST_VALUE, TRUE);
  note = describe (&self, cycles);
  poplens_table_set_note (table, note);
  return table;
}

PoplensTable *
poplens_build_step_cycles (PoplensReport *report, const PoplensLocation *location,
                           GCancellable *cancellable, GError **error)
{
  return build (report, location, "step-cycles", TRUE, cancellable, error);
}

PoplensTable *
poplens_build_step_flops (PoplensReport *report, const PoplensLocation *location,
                          GCancellable *cancellable, GError **error)
{
  return build (report, location, "step-flops", FALSE, cancellable, error);
}
