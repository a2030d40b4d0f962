/* Computes statistics of the executions of each program, and assigns executed steps to runs. */
#include "analysis/trace/trace-variation.h"

#include "analysis/id-table.h"
#include "base/search.h"

#include <math.h>

/* Minimum number of executions for finding outliers. */
#define LEAST_FOR_OUTLIERS 4

guint64
poplens_variation_excess (const PoplensVariation *self)
{
  return self->sum - self->n * self->least;
}

static gboolean
variation_is_outlier (const PoplensVariation *self, guint64 cycles)
{
  double width = 1.5 * (double) (self->high - self->low);

  return (double) cycles < (double) self->low - width ||
         (double) cycles > (double) self->high + width;
}

/* ---- one set of executions ------------------------------------------------------------------- */

/* Fills @self from the rows of a program on an IPU. @rows: [@n] in order of execution; @n: at
 * least 1. @values: buffer [@n]. */
static void
variation_measure (PoplensVariation *self, const PoplensTraceFacts *facts, const guint32 *rows,
                   guint32 n, guint64 *values)
{
  double squares = 0;

  self->n = n;
  self->first_row = self->longest_row = rows[0];
  for (guint32 i = 0; i < n; i++) {
    values[i] = poplens_cycles_at (facts->cycles, rows[i]);
    self->sum += values[i];
    if (values[i] > poplens_cycles_at (facts->cycles, self->longest_row))
      self->longest_row = rows[i];
  }
  self->mean = (double) self->sum / n;
  for (guint32 i = 0; i < n; i++)
    squares += ((double) values[i] - self->mean) * ((double) values[i] - self->mean);
  self->deviation = sqrt (squares / n);
  qsort (values, n, sizeof *values, poplens_compare_u64);
  self->least = values[0];
  self->most = values[n - 1];
  self->low = values[(n - 1) / 4];
  self->median = values[(n - 1) / 2];
  self->high = values[(gsize) (3 * (guint64) (n - 1) / 4)];
  for (guint32 i = 0; i < n && n >= LEAST_FOR_OUTLIERS; i++)
    self->n_outliers += variation_is_outlier (self, values[i]);
}

/* ---- all programs ---------------------------------------------------------------------------- */

/* One program on one IPU. */
typedef struct {
  guint32 group;
  guint16 ipu;
} ProgramOnIpu;

/* State of poplens_trace_variations_new (). */
typedef struct {
  const PoplensTraceFacts *facts;
  const guint32 *run_of; /* (nullable): [steps] run of each step; NULL: not known */
  GArray *cells;         /* ProgramOnIpu: each combination of program and IPU (a cell) */
  guint32 *rows;         /* rows of steps_by_ipu, sorted by cell */
  guint32 *first;        /* [cells + 1] index in .rows of the first row of each cell */
  guint64 *values;       /* buffer for the values of the cell with the most rows */
  PoplensTraceVariations *out;
} VariationBuild;

/* Adds statistics for each run, unless all rows are of the same run. @rows: [@n]: rows of a run
 * must be adjacent. */
static void
build_add_runs (VariationBuild *self, const PoplensVariation *all, const guint32 *rows, guint32 n)
{
  const PoplensExecution *x = self->facts->execution;
  guint32 from = 0;

  if (!self->run_of || self->run_of[x->row_step[rows[0]]] == self->run_of[x->row_step[rows[n - 1]]])
    return;
  for (guint32 i = 1; i <= n; i++) {
    guint32 run = self->run_of[x->row_step[rows[from]]];
    PoplensVariation one = {.group = all->group, .ipu = all->ipu, .run = run};
    if (i < n && self->run_of[x->row_step[rows[i]]] == run)
      continue;
    variation_measure (&one, self->facts, rows + from, i - from, self->values);
    g_array_append_val (self->out->variations, one);
    from = i;
  }
}

typedef struct {
  guint32 cell;
  guint64 excess;
  PoplensVariation all;
} RankedVariation;

static int
compare_ranked_variations (gconstpointer a, gconstpointer b)
{
  const RankedVariation *x = a, *y = b;

  if (x->excess != y->excess)
    return x->excess > y->excess ? -1 : 1;
  return x->cell < y->cell ? -1 : x->cell > y->cell;
}

static gboolean
build_add_cells (VariationBuild *self, const PoplensWork *work)
{
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (RankedVariation));

  for (guint32 c = 0; c < self->cells->len; c++) {
    const ProgramOnIpu *cell = &g_array_index (self->cells, ProgramOnIpu, c);
    guint32 n = self->first[c + 1] - self->first[c];
    RankedVariation entry = {.cell = c, .all = {cell->group, cell->ipu, G_MAXUINT32}};
    if (!(c & 0x3f) && !poplens_work_go_on (work, "Comparing executions", c, self->cells->len))
      return FALSE;
    self->out->n_once += n == 1;
    if (n < 2)
      continue;
    variation_measure (&entry.all, self->facts, self->rows + self->first[c], n, self->values);
    entry.excess = poplens_variation_excess (&entry.all);
    g_array_append_val (entries, entry);
  }
  g_array_sort (entries, compare_ranked_variations);
  for (guint e = 0; e < entries->len; e++) {
    const RankedVariation *entry = &g_array_index (entries, RankedVariation, e);
    g_array_append_val (self->out->variations, entry->all);
    build_add_runs (self, &entry->all, self->rows + self->first[entry->cell],
                    (guint32) entry->all.n);
  }
  return TRUE;
}

/* Returns the index of each row's cell (program and IPU); G_MAXUINT32 if the row is not selected.
 * Fills .cells. (transfer full) */
static guint32 *
build_find_cells (VariationBuild *self, const guint32 *group, const PoplensTraceWanted *wanted)
{
  const PoplensExecution *x = self->facts->execution;
  g_auto (PoplensIdTable) known = {0};
  guint32 *cell = g_new (guint32, MAX (x->n_rows, 1));

  for (guint32 row = 0; row < x->n_rows; row++) {
    ProgramOnIpu new = {group[x->row_step[row]], x->row_ipu[row]};
    cell[row] = G_MAXUINT32;
    if (!poplens_trace_wanted_has (wanted, x, row) ||
        poplens_trace_row_waits (x, row) != wanted->waits)
      continue;
    cell[row] =
        poplens_id_table_add (&known, (guint64) new.group << 16 | new.ipu, self->cells->len);
    if (cell[row] != POPLENS_NO_INDEX)
      continue;
    cell[row] = self->cells->len;
    g_array_append_val (self->cells, new);
  }
  return cell;
}

/* Sorts the rows by cell; rows of a cell stay in order. Allocates .values for the largest cell. */
static void
build_sort_rows (VariationBuild *self, const guint32 *cell)
{
  guint32 n_rows = self->facts->execution->n_rows, n_cells = self->cells->len, largest = 1;
  g_autofree guint32 *at = NULL;

  self->first = g_new0 (guint32, (gsize) n_cells + 1);
  for (guint32 row = 0; row < n_rows; row++)
    if (cell[row] != G_MAXUINT32)
      self->first[cell[row] + 1]++;
  for (guint32 c = 0; c < n_cells; c++) {
    largest = MAX (largest, self->first[c + 1]);
    self->first[c + 1] += self->first[c];
  }
  self->rows = g_new (guint32, MAX (self->first[n_cells], 1));
  self->values = g_new (guint64, largest);
  at = g_memdup2 (self->first, ((gsize) n_cells + 1) * sizeof (guint32));
  for (guint32 row = 0; row < n_rows; row++)
    if (cell[row] != G_MAXUINT32)
      self->rows[at[cell[row]]++] = row;
}

PoplensTraceVariations *
poplens_trace_variations_new (const PoplensTraceFacts *facts, const PoplensTraceWanted *wanted,
                              const PoplensWork *work)
{
  g_autoptr (PoplensTraceVariations) self = g_new0 (PoplensTraceVariations, 1);
  g_autofree guint32 *run_of = poplens_trace_find_runs (facts->execution);
  PoplensWork first = poplens_work_share (work, 0, 0.3);
  PoplensWork second = poplens_work_share (work, 0.3, 1);
  g_autofree guint32 *group = poplens_trace_group_steps (facts->execution, &self->groups, &first);
  g_autoptr (GArray) cells = g_array_new (FALSE, FALSE, sizeof (ProgramOnIpu));
  VariationBuild build = {.facts = facts, .run_of = run_of, .cells = cells, .out = self};
  g_autofree guint32 *cell = NULL;
  gboolean whole;

  self->variations = g_array_new (FALSE, TRUE, sizeof (PoplensVariation));
  if (!group)
    return NULL;
  cell = build_find_cells (&build, group, wanted);
  build_sort_rows (&build, cell);
  whole = build_add_cells (&build, &second);
  g_free (build.rows);
  g_free (build.first);
  g_free (build.values);
  return whole ? g_steal_pointer (&self) : NULL;
}

void
poplens_trace_variations_free (PoplensTraceVariations *self)
{
  if (!self)
    return;
  g_clear_pointer (&self->groups, g_array_unref);
  g_clear_pointer (&self->variations, g_array_unref);
  g_free (self);
}

/* ---- runs ------------------------------------------------------------------------------------ */

/* Finds the run of each step. A step without a program is assumed to belong to the run of the
 * previous step. FALSE if the steps do not match program_trace, or the length of a run is not
 * known. */
static gboolean
execution_find_runs (const PoplensExecution *x, guint32 *run_of)
{
  guint32 at = 0, run = 0;
  guint64 end = x->runs[0].n_programs;

  for (guint32 r = 0; r < x->n_runs; r++)
    if (x->n_runs > 1 && x->runs[r].n_programs == POPLENS_COUNT_UNKNOWN)
      return FALSE;
  for (guint32 s = 0; s < x->n_steps; s++) {
    if (x->step_program[s] != G_MAXUINT32) {
      while (at < x->n_trace && x->trace_program[at] != x->step_program[s])
        at++;
      if (at >= x->n_trace)
        return FALSE;
      while (at >= end && run + 1 < x->n_runs) {
        run++;
        end += MIN (x->runs[run].n_programs, G_MAXUINT32);
      }
      at++;
    }
    run_of[s] = run;
  }
  return TRUE;
}

static void
spans_add_blocks (const PoplensExecution *x, const guint32 *run_of, PoplensRunSpan *spans)
{
  for (guint32 r = 0; r < x->n_rows; r++) {
    PoplensRunSpan *span = &spans[run_of[x->row_step[r]]];
    if (x->row_from[r] == G_MAXUINT64)
      continue;
    span->from = MIN (span->from, x->row_from[r]);
    span->to = MAX (span->to, poplens_execution_row_to (x, r));
  }
}

guint32 *
poplens_trace_find_runs (const PoplensExecution *execution)
{
  g_autofree guint32 *run_of = g_new0 (guint32, MAX (execution->n_steps, 1));

  if (!execution->n_runs || (execution->n_runs > 1 && !execution_find_runs (execution, run_of)))
    return NULL;
  return g_steal_pointer (&run_of);
}

GArray *
poplens_trace_run_spans (const PoplensExecution *execution)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (PoplensRunSpan));
  guint32 n = execution->n_runs;
  g_autofree guint32 *run_of = poplens_trace_find_runs (execution);
  g_autofree PoplensRunSpan *spans = g_new (PoplensRunSpan, MAX (n, 1));
  guint64 last = 0;

  if (!run_of)
    return found;
  for (guint32 r = 0; r < n; r++)
    spans[r] = (PoplensRunSpan){r, G_MAXUINT64, 0};
  spans_add_blocks (execution, run_of, spans);
  for (guint32 r = 0; r < n; r++)
    if (spans[r].from < spans[r].to && spans[r].from >= last) {
      last = spans[r].from;
      g_array_append_val (found, spans[r]);
    }
  return found;
}
