/* Executions of one program beside one another. */
#include "analysis/trace/trace-iterations.h"
#include "analysis/trace/trace-runs.h"
#include "base/error.h"
#include "derived/trace/trace-costs-source.h"
#include "tables/engine/builders.h"

enum {
  NAME,
  IPU,
  EXECUTIONS,
  EXCESS,
  MEAN,
  DEVIATION,
  LEAST,
  MEDIAN,
  MOST,
  SPREAD,
  OUTLIERS,
  LONGEST,
  TYPE,
  PROGRAM
};

static const PoplensColumnSpec columns[] = {
    [NAME] = {"name", "Program", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
              "Name of the program, else type of the program; expandable to the runs if there are "
              "several"},
    [IPU] = {"ipu", "IPU", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Number of the IPU"},
    [EXECUTIONS] = {"executions", "Executed", POPLENS_UNIT_COUNT, POPLENS_FROM_FILE,
                    "Number of executions on the IPU, at least two"},
    [EXCESS] = {"beyond_fastest", "Over fastest", POPLENS_UNIT_CYCLES, POPLENS_FROM_DERIVED,
                "Cycles of all executions over the fastest one: total − executions × shortest"},
    [MEAN] = {"mean", "Mean", POPLENS_UNIT_CYCLES, POPLENS_FROM_DERIVED,
              "Mean cycles of the longest tile of an execution, rounded"},
    [DEVIATION] = {"deviation", "Deviation", POPLENS_UNIT_CYCLES, POPLENS_FROM_DERIVED,
                   "Standard deviation of these cycles, rounded"},
    [LEAST] = {"least", "Shortest", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
               "Cycles of the shortest execution"},
    [MEDIAN] = {"median", "Median", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
                "Median cycles of an execution; the lower of two"},
    [MOST] = {"most", "Longest", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
              "Cycles of the longest execution"},
    [SPREAD] = {"spread", "Spread", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
                "(Longest − shortest) ÷ mean"},
    [OUTLIERS] = {"outliers", "Outliers", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED,
                  "Executions more than 1.5 interquartile ranges outside the quartiles (Tukey); "
                  "none with fewer than 4"},
    [LONGEST] = {"step", "Longest step", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
                 "ID of the step of the longest execution (steps.id)"},
    [TYPE] = {"type", "Type", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
              "Type of the steps, as named in steps.type"},
    [PROGRAM] = {"program", "Program ID", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
                 "ID of the program; empty for an implicit sync"},
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
add_row (PoplensRows *rows, const PoplensTraceCostSource *source, const PoplensIterations *one,
         const PoplensTraceGroupCost *group, const PoplensLocation *location)
{
  const PoplensExecution *x = source->facts.execution;
  guint32 longest = x->row_step[one->longest_row];
  g_autofree char *name = name_of (source, one, group);
  g_autofree char *link = poplens_trace_step_link (x, longest, location, TRUE);

  poplens_rows_add (rows, one->run != G_MAXUINT32);
  poplens_rows_text (rows, NAME, name);
  poplens_rows_int (rows, IPU, one->ipu);
  poplens_rows_int (rows, EXECUTIONS, (gint64) one->n);
  poplens_rows_int (rows, EXCESS, (gint64) poplens_iterations_excess (one));
  poplens_rows_int (rows, MEAN, (gint64) (one->mean + 0.5));
  poplens_rows_int (rows, DEVIATION, (gint64) (one->deviation + 0.5));
  poplens_rows_int (rows, LEAST, (gint64) one->least);
  poplens_rows_int (rows, MEDIAN, (gint64) one->median);
  poplens_rows_int (rows, MOST, (gint64) one->most);
  if (one->mean > 0)
    poplens_rows_real (rows, SPREAD, (double) (one->most - one->least) / one->mean);
  poplens_rows_int (rows, OUTLIERS, (gint64) one->n_outliers);
  poplens_rows_int (rows, LONGEST, poplens_execution_step_id (x, longest));
  poplens_rows_text (rows, TYPE, poplens_execution_step_type (x, group->step));
  if (group->program != POPLENS_NO_PROGRAM)
    poplens_rows_int (rows, PROGRAM, group->program);
  poplens_rows_link (rows, link);
}

static char *
describe (const PoplensTraceCostSource *source, const PoplensTraceIterations *all)
{
  g_autofree char *what = poplens_trace_cost_source_describe (source, NULL);
  const char *counted = source->wanted.waits ? "waiting" : "work";
  PoplensNumber once;

  if (!all->n_once)
    return g_strdup_printf ("%s Programs of %s, on each IPU separately.", what, counted);
  return g_strdup_printf (
      "%s Programs of %s, on each IPU separately; %s executed once %s left out.", what, counted,
      poplens_format_count (once, all->n_once), all->n_once == 1 ? "is" : "are");
}

PoplensTable *
poplens_build_trace_iterations (PoplensReport *report, const PoplensLocation *location,
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
  PoplensRows *rows = poplens_rows_new (G_N_ELEMENTS (columns));
  for (guint i = 0; i < all->iterations->len; i++) {
    const PoplensIterations *one = &g_array_index (all->iterations, PoplensIterations, i);
    add_row (rows, &source, one, &g_array_index (all->groups, PoplensTraceGroupCost, one->group),
             location);
  }
  PoplensTable *table = poplens_rows_finish (rows, "trace-iterations", "Variation", report, TRUE);
  g_autofree char *note = describe (&source, all);
  poplens_table_add_columns (table, columns, G_N_ELEMENTS (columns));
  poplens_table_add_total (table, EXECUTIONS);
  poplens_table_add_total (table, EXCESS);
  poplens_table_add_total (table, OUTLIERS);
  poplens_table_set_initial_depth (table, 0);
  poplens_table_set_note (table, note);
  return table;
}
