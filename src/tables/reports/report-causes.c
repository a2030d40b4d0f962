/* What changed most on the critical paths of a series, from one report to the next. */
#include "tables/reports/report-list.h"

#include "tables/compare/compare-time-causes.h"

/* "encoder/layer.4 and 1 more added"; NULL: none of what is not little beside @change. Those first
 * that are why it rose or fell. (transfer full) */
static char *
find_layers (const PoplensListedReport *before, const PoplensListedReport *after, gint64 change)
{
  const PoplensLayerWork *of[] = {before->work->layers, after->work->layers};

  for (guint turn = 0; turn < 2; turn++) {
    g_autoptr (GPtrArray) alone = poplens_work_alone_new ();
    guint side = (change > 0) != (turn > 0), n = 0;
    poplens_layer_work_find_alone (of[side], of[!side], alone);
    poplens_work_alone_sort (alone);
    while (n < alone->len && (double) ((PoplensWorkAlone *) alone->pdata[n])->cycles >=
                                 POPLENS_LEAST_CAUSE * (double) ABS (change))
      n++;
    if (!n)
      continue;
    GString *text = g_string_new (((PoplensWorkAlone *) alone->pdata[0])->name);
    if (n > 1)
      g_string_append_printf (text, " and %u more", n - 1);
    return g_string_free (g_string_append (text, side ? " added" : " removed"), FALSE);
  }
  return NULL;
}

static gboolean
is_outside (const PoplensPathChange *change)
{
  return change->bound == POPLENS_BOUND_OUTSIDE;
}

static void
find_cause (PoplensReportList *self, PoplensReportCause *cause, const PoplensListedReport *before,
            const PoplensListedReport *after)
{
  const GArray *const items[] = {before->items, after->items};
  g_autoptr (PoplensComparedWork) work = poplens_compare_operation_work (
      (const PoplensOperationWork *const[]){before->work, after->work});
  const PoplensCauseRule rule = {.most = 1, .outside = FALSE, .work = work};
  g_autoptr (GPtrArray) changes = poplens_compare_path_items (items);
  g_autoptr (GArray) causes = poplens_change_causes_new (changes, &rule);
  gint64 all = 0;

  for (guint c = 0; c < changes->len; c++)
    all += is_outside (changes->pdata[c]) ? 0 : poplens_path_change (changes->pdata[c]);
  if (!all || !causes->len)
    return;
  const PoplensChangeCause *first = &g_array_index (causes, PoplensChangeCause, 0);
  g_autofree char *title = poplens_change_cause_title (first);
  g_autofree char *layers = find_layers (before, after, all);
  cause->title = g_string_chunk_insert_const (self->names, title);
  cause->layers = layers ? g_string_chunk_insert_const (self->names, layers) : NULL;
  cause->cycles = first->amount;
  cause->all = all;
}

/* Of a change that came at once from the report that it is compared with, which may not be the one
 * before; and of a steady one, which is too little from one report to the next to be told apart
 * from noise. */
static void
find_of_changes (PoplensReportList *self)
{
  self->steady = g_new0 (PoplensReportCause, MAX (self->changes->len, 1));
  for (guint c = 0; c < self->changes->len; c++) {
    const PoplensReportChange *change = &g_array_index (self->changes, PoplensReportChange, c);
    const PoplensListedReport *first = g_ptr_array_index (self->reports, change->previous);
    const PoplensListedReport *last = g_ptr_array_index (self->reports, change->report);
    if (!change->level.once && poplens_report_measure_is_time (change->measure) && first->items &&
        last->items)
      find_cause (self, change->level.over ? &self->steady[c] : &self->causes[change->report],
                  first, last);
  }
}

void
poplens_report_list_find_causes (PoplensReportList *self)
{
  g_autoptr (GHashTable) last = g_hash_table_new (NULL, NULL); /* series → report before */

  self->causes = g_new0 (PoplensReportCause, MAX (self->reports->len, 1));
  for (guint32 r = 0; r < self->reports->len; r++) {
    PoplensListedReport *report = g_ptr_array_index (self->reports, r);
    gpointer series = (gpointer) self->series[r];
    PoplensListedReport *before = g_hash_table_lookup (last, series);
    if (series && before && report->items)
      find_cause (self, &self->causes[r], before, report);
    if (report->items)
      g_hash_table_insert (last, series, report);
  }
  find_of_changes (self);
}
