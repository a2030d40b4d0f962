#include "pages/operations/operations-classes.h"

#include "base/format.h"
#include "derived/time/time-source.h"
#include "pages/core/time-look.h"

/* Classes with less of the time of a box are not told. */
#define LEAST_SHARE 0.0005

gboolean
poplens_operations_has_time (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensExecution *execution = poplens_report_load_execution (report, cancellable, error);

  return execution && poplens_time_has_steps (execution, error);
}

PoplensTimeClasses *
poplens_operations_classes (PoplensReport *report, const PoplensOperationSource *source,
                            const PoplensTime **time, GCancellable *cancellable, GError **error)
{
  PoplensWork work = poplens_work_of (cancellable);
  g_autofree guint32 *owner = NULL;
  const PoplensExecution *x;
  PoplensTimeClasses *classes;

  *time = poplens_report_time (report, cancellable, error);
  if (!*time)
    return NULL;
  x = (*time)->execution;
  owner = g_new (guint32, MAX (x->n_rows, 1));
  for (guint32 row = 0; row < x->n_rows; row++) {
    guint32 id = x->step_program[x->row_step[row]];
    guint32 program =
        id == POPLENS_NO_PROGRAM ? POPLENS_NO_ROW : poplens_programs_find (source->programs, id);
    owner[row] = program == POPLENS_NO_ROW ? POPLENS_TIME_NO_OWNER
                                           : source->operations->program_operation[program];
  }
  classes = poplens_time_by_owner (*time, owner, source->operations->operations->len, &work);
  if (!classes)
    g_cancellable_set_error_if_cancelled (cancellable, error);
  return classes;
}

/* ---- the chart ---------------------------------------------------------------------------------
 */

/* By item, of boxes and of frames what is in them. (transfer full) */
static PoplensTimeClasses *
sum_items (gsize n_items, const PoplensGraph *graph, const PoplensPathTree *tree,
           const PoplensFoldedGraph *folded, const PoplensTimeClasses *classes)
{
  PoplensTimeClasses *sums = g_new0 (PoplensTimeClasses, MAX (n_items, 1));

  for (guint32 thing = 0; thing < tree->n_things; thing++) {
    if (folded->of_thing[thing] == POPLENS_PATH_NONE)
      continue;
    const PoplensGraphNode *box =
        &g_array_index (graph->nodes, PoplensGraphNode, folded->of_thing[thing]);
    for (guint c = 0; c < POPLENS_N_TIMES; c++)
      sums[box->item][c] += classes[thing][c];
    for (guint32 f = box->frame; f < graph->frames->len;
         f = g_array_index (graph->frames, PoplensGraphFrame, f).parent)
      for (guint c = 0; c < POPLENS_N_TIMES; c++)
        sums[g_array_index (graph->frames, PoplensGraphFrame, f).item][c] += classes[thing][c];
  }
  return sums;
}

/* "Compute\t62.0 %\nLoad imbalance\t21.3 %" */
static char *
note_new (const PoplensTime *time, const guint64 *classes)
{
  g_autoptr (GString) out = g_string_new (NULL);
  double all = 0;

  for (guint c = 0; c < POPLENS_N_TIMES; c++)
    all += (double) classes[c];
  for (PoplensTimeClass c = 0; c < POPLENS_N_TIMES; c++) {
    double share = all > 0 ? (double) classes[c] / all : 0;
    PoplensNumber number;
    if (share >= LEAST_SHARE)
      g_string_append_printf (out, "%s%s%s\t%s", out->len ? "\n" : "",
                              poplens_time_is_guess (time, c) ? "≈ " : "",
                              poplens_time_class_title (c), poplens_format_percent (number, share));
  }
  return out->len ? g_string_free (g_steal_pointer (&out), FALSE) : NULL;
}

static char *
note_of (gconstpointer notes, gsize item)
{
  return g_strdup (g_ptr_array_index ((GPtrArray *) notes, item));
}

void
poplens_operations_colour_classes (PoplensChart *chart, const PoplensGraph *graph,
                                   const PoplensPathTree *tree, const PoplensFoldedGraph *folded,
                                   const PoplensTimeClasses *classes, const PoplensTime *time)
{
  gsize n = poplens_chart_get_n_items (chart);
  g_autofree PoplensTimeClasses *sums = sum_items (n, graph, tree, folded, classes);
  GPtrArray *notes = g_ptr_array_new_full ((guint) n, g_free);
  guint8 *series = g_new0 (guint8, MAX (n, 1)), added[POPLENS_N_TIMES] = {0}, next = 1;
  gboolean seen[POPLENS_N_TIMES + 1] = {FALSE};

  for (gsize i = 0; i < n; i++)
    g_ptr_array_add (notes, note_new (time, sums[i]));
  for (guint i = 0; i < graph->nodes->len; i++)
    seen[poplens_time_largest_class (
        sums[g_array_index (graph->nodes, PoplensGraphNode, i).item])] = TRUE;
  for (PoplensTimeClass c = 0; c < POPLENS_N_TIMES; c++) {
    PoplensTimeLook look = poplens_time_look (c);
    if (!seen[c])
      continue;
    g_autofree char *title = g_strconcat (poplens_time_is_guess (time, c) ? "≈ " : "",
                                          poplens_time_class_title (c), NULL);
    poplens_chart_add_series (chart, look.kind, poplens_time_class_key (c), title, look.ink, 0,
                              NULL, FALSE);
    added[c] = next++;
  }
  for (gsize i = 0; i < n; i++) {
    PoplensTimeClass largest = poplens_time_largest_class (sums[i]);
    series[i] = largest < POPLENS_N_TIMES ? added[largest] : 0;
  }
  poplens_chart_set_graph_classes (chart, series);
  poplens_chart_set_item_notes (chart, note_of, notes, (GDestroyNotify) g_ptr_array_unref);
}
