/* What changed most on the critical paths of a series, from one report to the next. */
#include "tables/reports/report-list.h"

#include "analysis/compare/compare-time.h"

/* What changed most in the direction of all: a class, or what is more than half of it. Many that
 * changed a little each are less than one that comes and goes by itself, but not their class. */
typedef struct {
  PoplensBound bound;
  const char *subject; /* "": all of the class */
  gint64 cycles;       /* 0: nothing did */
} Cause;

static Cause
find_largest (const GPtrArray *changes, gint64 sign)
{
  gint64 of_class[POPLENS_N_BOUNDS] = {0};
  Cause cause = {.subject = ""};
  gint64 most = 0;

  for (guint c = 0; c < changes->len; c++)
    of_class[((const PoplensPathChange *) changes->pdata[c])->bound] +=
        sign * poplens_path_change (changes->pdata[c]);
  for (guint b = 0; b < POPLENS_N_BOUNDS; b++)
    if (of_class[b] > cause.cycles)
      cause = (Cause){b, "", of_class[b]};
  for (guint c = 0; c < changes->len; c++) {
    const PoplensPathChange *change = changes->pdata[c];
    gint64 along = sign * poplens_path_change (change);
    if (change->bound != cause.bound || along <= most || 2 * along <= of_class[cause.bound])
      continue;
    most = along;
    cause.subject = change->subject;
    cause.cycles = along;
  }
  return cause;
}

static void
find_cause (PoplensReportList *self, guint32 report, const GArray *before, const GArray *after)
{
  const GArray *const items[] = {before, after};
  g_autoptr (GPtrArray) changes = poplens_compare_path_items (items);
  gint64 all = 0;

  for (guint c = 0; c < changes->len; c++)
    all += poplens_path_change (changes->pdata[c]);
  gint64 sign = all < 0 ? -1 : 1;
  Cause cause = all ? find_largest (changes, sign) : (Cause){0};
  if (!cause.cycles)
    return;
  g_autofree char *title = poplens_path_title (cause.bound, cause.subject);
  self->causes[report] = (PoplensReportCause){g_string_chunk_insert_const (self->names, title),
                                              sign * cause.cycles, all};
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
