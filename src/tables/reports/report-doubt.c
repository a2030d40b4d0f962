/* What a list cannot tell, as reports are too few, and which two of its reports to compare next. */
#include "tables/reports/report-list.h"

#include "analysis/reports/level-steps.h"

#include <math.h>

/* ---- too few reports ---------------------------------------------------------------------------
 */

/* One series on the way: of each measure. */
typedef struct {
  guint n[POPLENS_N_MEASURES]; /* reports that have it */
  guint32 last[POPLENS_N_MEASURES];
  double value[POPLENS_N_MEASURES];           /* of the last */
  gboolean is_told[POPLENS_N_MEASURES];       /* a change was found */
  PoplensReportRise rise[POPLENS_N_MEASURES]; /* the largest; 0 before: none … */
  PoplensReportRise first[POPLENS_N_MEASURES]; /* … and that of the second report; .alone: the first
                                                * is unlike all later ones */
  gboolean any_time;
} Steps;

static double
share_of (const PoplensReportRise *rise)
{
  return rise->before > 0 ? rise->after / rise->before - 1 : 0;
}

static void
add_step (Steps *self, const PoplensListedReport *report, guint32 row, PoplensReportMeasure measure)
{
  double value = poplens_listed_report_value (report, measure, &self->any_time);

  if (isnan (value))
    return;
  const PoplensReportRise rise = {row,  self->last[measure], measure, self->value[measure], value,
                                  FALSE};
  if (self->n[measure] == 1)
    self->first[measure] = rise;
  if (self->n[measure]++ && share_of (&rise) > share_of (&self->rise[measure]))
    self->rise[measure] = rise;
  self->last[measure] = row;
  self->value[measure] = value;
}

/* (transfer full): series → Steps */
static GHashTable *
walk_series (const PoplensReportList *self)
{
  GHashTable *found = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  for (guint32 r = 0; r < self->reports->len; r++) {
    Steps *steps = g_hash_table_lookup (found, self->series[r]);
    if (!steps) {
      steps = g_new0 (Steps, 1);
      g_hash_table_insert (found, (gpointer) self->series[r], steps);
    }
    for (PoplensReportMeasure m = POPLENS_MEASURE_CYCLES; m < POPLENS_N_MEASURES; m++)
      add_step (steps, g_ptr_array_index (self->reports, r), r, m);
  }
  for (guint c = 0; c < self->changes->len; c++) {
    const PoplensReportChange *change = &g_array_index (self->changes, PoplensReportChange, c);
    Steps *steps = g_hash_table_lookup (found, self->series[change->report]);
    gboolean is_worse = poplens_report_change_is_worse (change);
    /* What is better once is not told. */
    steps->is_told[change->measure] |= is_worse || !change->level.once;
    steps->first[change->measure].alone |= !is_worse && change->previous == change->report;
  }
  return found;
}

gboolean
poplens_report_list_find_rise (const PoplensReportList *self, PoplensReportRise *rise)
{
  g_autoptr (GHashTable) all = walk_series (self);
  GHashTableIter iter;
  gpointer data;

  *rise = (PoplensReportRise){0};
  g_hash_table_iter_init (&iter, all);
  while (g_hash_table_iter_next (&iter, NULL, &data)) {
    const Steps *steps = data;
    for (PoplensReportMeasure m = POPLENS_MEASURE_CYCLES; m < POPLENS_N_MEASURES; m++) {
      gboolean alone = steps->first[m].alone;
      const PoplensReportRise *here = alone ? &steps->first[m] : &steps->rise[m];
      if ((steps->n[m] >= POPLENS_LEVELS_ENOUGH && !alone) || steps->is_told[m] ||
          !poplens_level_is_other (here->before, here->after) || share_of (here) < share_of (rise))
        continue;
      if (share_of (here) > share_of (rise) || here->report < rise->report)
        *rise = *here;
    }
  }
  return rise->after > 0;
}

/* ---- what to look into -------------------------------------------------------------------------
 */

static const PoplensReportChange *
change_at (const PoplensReportList *self, guint c)
{
  return &g_array_index (self->changes, PoplensReportChange, c);
}

/* The first change for the worse that lasts, of those that were not mended if there are any; but a
 * program that does not fit any longer does not run, whatever else it does. */
static const PoplensReportChange *
find_worst (const PoplensReportList *self)
{
  const PoplensReportChange *worst = NULL, *mended = NULL;

  for (guint c = 0; c < self->changes->len; c++) {
    const PoplensReportChange *change = change_at (self, c);
    if (change->level.once || !poplens_report_change_is_worse (change))
      continue;
    if (poplens_report_list_find_mend (self, c))
      mended = mended ? mended : change;
    else if (change->measure == POPLENS_MEASURE_FITS)
      return change;
    else
      worst = worst ? worst : change;
  }
  return worst ? worst : mended;
}

gboolean
poplens_report_list_next (const PoplensReportList *self, PoplensReportPair *next)
{
  const PoplensReportChange *worst = find_worst (self);
  PoplensReportRise rise;

  if (worst)
    *next = (PoplensReportPair){worst->previous, worst->report, worst->measure};
  else if (poplens_report_list_find_rise (self, &rise))
    *next = (PoplensReportPair){rise.previous, rise.report, rise.measure};
  else
    return FALSE;
  return TRUE;
}
