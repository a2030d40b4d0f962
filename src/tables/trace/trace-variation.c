/* Executions of one program beside one another. */
#include "analysis/trace/trace-range.h"
#include "analysis/trace/trace-iterations.h"
#include "base/error.h"
#include "derived/trace/trace-costs-source.h"
#include "tables/engine/builders.h"

typedef struct {
  const char *name;
  gint64 ipu, executions, beyond_fastest, mean, deviation, shortest, median, longest;
  double spread;
  gint64 outliers, step;
  const char *type;
  gint64 program;
  const char *source;
} Row;

static const PoplensColumn columns[] = {
    POPLENS_CELL (Row, name, "Name", TEXT, FILE,
                  "Name of the program, else type of the program; expandable to the runs "
                  "if there are several"),
    POPLENS_CELL (Row, ipu, "IPU", ID, FILE, "Number of the IPU"),
    POPLENS_CELL (Row, executions, "Executed", COUNT, FILE,
                  "Number of executions on the IPU, at least two", .total = TRUE),
    POPLENS_CELL (Row, beyond_fastest, "Over fastest", CYCLES, DERIVED,
                  "Cycles of all executions over the fastest one: total − executions × shortest",
                  .total = TRUE),
    POPLENS_CELL (Row, mean, "Mean", CYCLES, DERIVED,
                  "Mean cycles of the longest tile of an execution, rounded"),
    POPLENS_CELL (Row, deviation, "Deviation", CYCLES, DERIVED,
                  "Standard deviation of these cycles, rounded"),
    POPLENS_CELL (Row, shortest, "Shortest", CYCLES, ROW, "Cycles of the shortest execution"),
    POPLENS_CELL (Row, median, "Median", CYCLES, ROW,
                  "Median cycles of an execution; the lower of two"),
    POPLENS_CELL (Row, longest, "Longest", CYCLES, ROW, "Cycles of the longest execution"),
    POPLENS_CELL (Row, spread, "Spread", RATIO, DERIVED, "(Longest − shortest) ÷ mean"),
    POPLENS_CELL (Row, outliers, "Outliers", COUNT, DERIVED,
                  "Executions more than 1.5 interquartile ranges outside the "
                  "quartiles (Tukey); none with fewer than 4",
                  .total = TRUE),
    POPLENS_CELL (Row, step, "Step", ID, FILE,
                  "ID of the step of the longest execution (steps.id)"),
    POPLENS_CELL (Row, type, "Type", TEXT, FILE, "Type of the steps, as named in steps.type"),
    POPLENS_CELL (Row, program, "Program", ID, FILE,
                  "ID of the program; empty for an implicit sync"),
    POPLENS_CELL (Row, source, "Source", TEXT, DERIVED,
                  "Source of the cycles: measured, estimated (DoExchange) or derived (steps "
                  "without a program)"),
};

/* ---- rows ------------------------------------------------------------------------------ */

static char *
name_of (const PoplensTraceCostSource *source, const PoplensIterations *one,
         const PoplensTraceGroupCost *group)
{
  const PoplensExecution *x = source->facts.execution;

  if (one->run == G_MAXUINT32)
    return poplens_trace_cost_source_name (source, group->step);
  const PoplensRunInfo *run = &x->runs[one->run];
  g_autofree char *name = g_strdup_printf ("Run %" G_GINT64_FORMAT " %s", run->id,
                                           poplens_strings_get (x->strings, run->name));
  return g_strdup (g_strchomp (name));
}

static void
add_row (PoplensRecords *rows, const PoplensTraceCostSource *source, const PoplensIterations *one,
         const PoplensTraceGroupCost *group, const PoplensLocation *location)
{
  const PoplensExecution *x = source->facts.execution;
  guint32 longest = x->row_step[one->longest_row];
  g_autofree char *name = name_of (source, one, group);
  g_autofree char *link = poplens_trace_step_link (x, longest, location, TRUE);
  Row *row = poplens_records_add_at (rows, one->run != G_MAXUINT32);

  row->name = poplens_records_text (rows, name);
  row->ipu = one->ipu;
  row->executions = one->n;
  row->beyond_fastest = poplens_iterations_excess (one);
  row->mean = (gint64) (one->mean + 0.5);
  row->deviation = (gint64) (one->deviation + 0.5);
  row->shortest = one->least;
  row->median = one->median;
  row->longest = one->most;
  if (one->mean > 0)
    row->spread = (double) (one->most - one->least) / one->mean;
  row->outliers = one->n_outliers;
  row->step = poplens_execution_step_id (x, longest);
  row->type = poplens_execution_step_type (x, group->step);
  if (group->program != POPLENS_NO_PROGRAM)
    row->program = group->program;
  row->source = poplens_step_source_name (poplens_step_source (x, group->step));
  poplens_records_link (rows, "%s", link);
}

static char *
describe (const PoplensTraceCostSource *source, const PoplensTraceIterations *all)
{
  g_autofree char *what = poplens_trace_cost_source_describe (source, NULL);
  const char *counted = source->wanted.waits ? "waiting" : "work";
  PoplensNumber once;

  if (!all->n_once)
    return g_strdup_printf ("%s Programs with %s steps, counted on each IPU.", what, counted);
  return g_strdup_printf (
      "%s Programs with %s steps, counted on each IPU. Excluded: %s executed once.", what, counted,
      poplens_format_count (once, all->n_once));
}

PoplensTable *
poplens_build_trace_variation (PoplensReport *report, const PoplensLocation *location,
                               GCancellable *cancellable, GError **error)
{
  g_auto (PoplensTraceCostSource) source = {0};
  g_autoptr (PoplensTraceIterations) all = NULL;
  PoplensWork work;

  if (!poplens_trace_cost_source_init (&source, report, location, cancellable, error))
    return NULL;
  work = poplens_work_of (cancellable);
  work = poplens_work_share (&work, POPLENS_STEP_SUMS_SHARE, 1);
  all = poplens_trace_iterations_new (&source.facts, &source.wanted, &work);
  if (!all) {
    g_cancellable_set_error_if_cancelled (cancellable, error);
    return NULL;
  }
  PoplensRecords *rows = POPLENS_RECORDS (Row, columns);
  for (guint i = 0; i < all->iterations->len; i++) {
    const PoplensIterations *one = &g_array_index (all->iterations, PoplensIterations, i);
    add_row (rows, &source, one, &g_array_index (all->groups, PoplensTraceGroupCost, one->group),
             location);
  }
  PoplensTable *table = poplens_records_finish_tree (rows, "trace-variation", "Variation", report);
  g_autofree char *note = describe (&source, all);
  poplens_table_set_initial_depth (table, 0);
  poplens_table_set_note (table, note);
  return table;
}
