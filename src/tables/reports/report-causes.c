/* What changed most on the critical paths of a series, from one report to the next. */
#include "tables/reports/report-list.h"

#include "analysis/compare/compare-time.h"

static gint64
change_of (const PoplensPathChange *change)
{
  return (gint64) (change->cycles[POPLENS_SECOND] - change->cycles[POPLENS_FIRST]);
}

/* What went against the sum of all of them explains nothing of it. (transfer none) (nullable) */
static const PoplensPathChange *
find_largest (const GPtrArray *changes, gint64 sum)
{
  const PoplensPathChange *largest = NULL;
  gint64 most = 0;

  for (guint c = 0; sum && c < changes->len; c++) {
    gint64 along = sum > 0 ? change_of (changes->pdata[c]) : -change_of (changes->pdata[c]);
    if (along > most) {
      most = along;
      largest = changes->pdata[c];
    }
  }
  return largest;
}

static void
find_cause (PoplensReportList *self, guint32 report, const GArray *before, const GArray *after)
{
  const GArray *const items[] = {before, after};
  g_autoptr (GPtrArray) changes = poplens_compare_path_items (items);
  gint64 all = 0;

  for (guint c = 0; c < changes->len; c++)
    all += change_of (changes->pdata[c]);
  const PoplensPathChange *largest = find_largest (changes, all);
  if (!largest)
    return;
  g_autofree char *title = poplens_path_title (largest->bound, largest->subject);
  self->causes[report] = (PoplensReportCause){g_string_chunk_insert_const (self->names, title),
                                              change_of (largest), all};
}

void
poplens_report_list_find_causes (PoplensReportList *self)
{
  g_autoptr (GHashTable) last = g_hash_table_new (NULL, NULL); /* series → path before */

  self->causes = g_new0 (PoplensReportCause, MAX (self->reports->len, 1));
  for (guint32 r = 0; r < self->reports->len; r++) {
    const PoplensListedReport *report = g_ptr_array_index (self->reports, r);
    gpointer series = (gpointer) self->series[r];
    const GArray *before = g_hash_table_lookup (last, series);
    if (before && report->items)
      find_cause (self, r, before, report->items);
    if (report->items)
      g_hash_table_insert (last, series, report->items);
  }
}
