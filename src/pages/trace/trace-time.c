/* Tabs on where the cycles of the trace went: time by class for each IPU, and as a waterfall. */
#include "pages/trace/trace-tabs.h"

#include "analysis/time/time-replay.h"
#include "charts/lanes/lanes.h"
#include "analysis/trace/trace-fold.h"
#include "derived/time/time-source.h"
#include "derived/trace/trace-location.h"
#include "pages/core/finding.h"
#include "pages/core/time-chart.h"
#include "pages/core/look.h"
#include "report/bookmarks.h"
#include "tables/engine/registry.h"
#include "tables/time/time-findings.h"

#include <string.h>

/* Time classes of each bar of the waterfall, written as a value of the location's key "cause". */
static const char *const bar_classes[POPLENS_N_BARS] = {
    [POPLENS_BAR_IDEAL] = "compute",
    [POPLENS_BAR_OTHER_IPUS] = "ipu_wait",
    [POPLENS_BAR_OWN_TILES] = "idle_tiles,load_imbalance",
    [POPLENS_BAR_EXCHANGE] = "exchange,exchange_wait",
    [POPLENS_BAR_INTER_IPU] = "inter_ipu_exchange",
    [POPLENS_BAR_SYNC] = "sync",
    [POPLENS_BAR_HOST] = "host_transfer,host_wait",
    [POPLENS_BAR_UNTRACKED] = "untracked",
    [POPLENS_BAR_PROFILER] = "profiler",
    [POPLENS_BAR_OUTSIDE] = "outside",
};

/* ---- texts ----------------------------------------------------------------------------------- */

static void
trace_time_add_cycles (PoplensTabChart *tab, const char *label, double cycles, const char *detail)
{
  PoplensNumber text;

  poplens_facts_add (tab->facts, label,
                     poplens_format_count (text, (guint64) (MAX (cycles, 0) + 0.5)), detail);
}

/* Returns the title of a link of a finding. @there: location that the link leads to. (transfer
 * full) */
static char *
name_next (const PoplensLocation *there)
{
  const char *name = poplens_location_get (there, "tab");
  const PoplensTableSpec *table = name ? poplens_tables_find (name) : NULL;
  const char *step = poplens_location_get (there, "executed");
  const char *ipu = poplens_location_get (there, "ipu");

  if (table)
    return g_strdup (table->title);
  if (step)
    return g_strdup_printf ("Step %s%s%s of this finding", step, ipu ? " on IPU " : "",
                            ipu ? ipu : "");
  return g_strdup (poplens_location_get (there, "search") ? "The steps of this finding"
                                                          : "Execution Trace");
}

/* Sets the texts of the tab: where the program's cycles went, and the first finding that the user
 * has not dismissed. If the location names a finding, leaves the finding out. FALSE with @error. */
static gboolean
add_answer (PoplensTabChart *tab, const PoplensPageContext *context, const PoplensTime *time,
            guint64 from, guint64 to, GError **error)
{
  g_autoptr (PoplensTimeFindings) found = NULL;

  if (from >= to) {
    tab->title = g_strdup ("Nothing selected");
    return TRUE;
  }
  found = poplens_report_time_findings_in (context->report, from, to, context->cancellable, error);
  if (!found)
    return FALSE;
  g_autoptr (GHashTable) dismissed = poplens_dismissed_read (context->report, context->cancellable);
  const PoplensTimeFinding *first = poplens_time_first_finding (found, dismissed);
  if (poplens_page_shows_finding (context->location)) {
    tab->title = g_strdup ("All cycles, not those of the finding alone");
    tab->text = g_strdup (found->where);
    return TRUE;
  }
  tab->lead = found->whole ? NULL : g_strdup (found->where);
  if (!first) {
    g_autofree char *note = found->program <= 0    ? g_strdup ("The program executed nothing here.")
                            : found->findings->len ? g_strdup ("All findings are dismissed.")
                                                   : poplens_time_findings_note (found);
    tab->title = g_strdup ("No finding");
    tab->text = g_strjoin (" ", note, poplens_time_caveat (time), NULL);
    return TRUE;
  }
  tab->title = poplens_time_finding_title (first);
  tab->text = g_strjoin (" ", first->sentence, poplens_time_caveat (time), NULL);
  g_autoptr (PoplensLocation) there = poplens_location_parse (first->location, NULL);
  g_autofree char *name = there ? name_next (there) : NULL;
  PoplensFact *fact = poplens_facts_add (tab->facts, "Next", name ? name : "Execution Trace", NULL);
  fact->link = g_strdup (first->location);
  return TRUE;
}

/* Returns @location with "cause" set to @classes. If it is set to @classes already, removes it.
 * (transfer full) */
static PoplensLocation *
toggle_classes (const PoplensLocation *location, const char *classes)
{
  gboolean is_set = !g_strcmp0 (poplens_location_get (location, "cause"), classes);

  return poplens_location_with (location, "cause", is_set ? NULL : classes);
}

/* ---- time by class --------------------------------------------------------------------------- */

static gboolean
range_is_whole (const PoplensTime *time, guint64 from, guint64 to)
{
  return from == 0 && to == time->total;
}

/* Adds the range of cycles as a fact, unless it is the whole trace. */
static void
trace_time_add_range (PoplensTabChart *tab, const PoplensTime *time, guint64 from, guint64 to)
{
  PoplensNumber begin, end;
  g_autofree char *range = g_strdup_printf ("%s to %s", poplens_format_count (begin, from),
                                            poplens_format_count (end, to));

  if (!range_is_whole (time, from, to))
    poplens_facts_add (tab->facts, "Range", range, NULL);
}

/* Adds a fact with the mean utilisation of all IPUs, and the IPUs with the lowest and the
 * highest. */
static void
add_utilisation (PoplensTabChart *tab, const PoplensTime *time, guint64 from, guint64 to,
                 guint64 program)
{
  double sum = 0, least = 2, most = -1;
  guint low = 0, high = 0;
  PoplensNumber mean, a, b;

  for (guint i = 0; i < time->n_ipus; i++) {
    guint64 classes[POPLENS_N_TIMES];
    poplens_time_classes (time, i, from, to, classes);
    double share = poplens_time_utilisation (time, classes, program);
    sum += share;
    if (share < least) {
      least = share;
      low = i;
    }
    if (share > most) {
      most = share;
      high = i;
    }
  }
  if (!time->n_ipus)
    return;
  g_autofree char *detail =
      time->n_ipus == 1
          ? g_strdup ("compute, of the program time")
          : g_strdup_printf ("compute, of the program time: from %s (IPU %u) to %s (IPU %u)",
                             poplens_format_percent (a, least), time->ipus[low].ipu,
                             poplens_format_percent (b, most), time->ipus[high].ipu);
  poplens_facts_add (tab->facts, "Utilisation", poplens_format_percent (mean, sum / time->n_ipus),
                     detail);
}

/* TRUE if the cycles [@from, @to) include all work, so the view counts as the whole trace. The
 * default view leaves out idle cycles at both ends. */
static gboolean
is_of_all_work (const PoplensTime *time, guint64 from, guint64 to)
{
  guint64 first, end;

  poplens_trace_opening_range (time->execution, NULL, &first, &end);
  return from <= first && to >= end;
}

/* Gives the cycles that the tab shows: the selected cycles, else the cycles in view. @from, @to:
 * (out). FALSE with @error. */
static gboolean
find_shown (const PoplensPageContext *context, const PoplensTime *time, guint64 *from, guint64 *to,
            GError **error)
{
  PoplensTraceWhich which;

  if (poplens_location_get (context->location, "range"))
    return poplens_report_time_scope (context->report, context->location, from, to,
                                      context->cancellable, error);
  if (!poplens_trace_location_range (context->location, time->execution, from, to, &which, error))
    return FALSE;
  *to = MIN (*to, time->total);
  *from = MIN (*from, *to);
  if (which == POPLENS_TRACE_IN_VIEW && is_of_all_work (time, *from, *to)) {
    *from = 0;
    *to = time->total;
  }
  return TRUE;
}

static PoplensTabChart *
time_tab_new (const PoplensPageContext *context, GError **error)
{
  const PoplensTime *time = poplens_report_time (context->report, context->cancellable, error);
  g_autoptr (PoplensTabChart) tab = NULL;
  guint64 from, to;

  if (!time || !find_shown (context, time, &from, &to, error))
    return NULL;
  guint64 outside = poplens_time_outside (time, from, to), program = to - from - outside;
  tab = poplens_tab_chart_new (
      poplens_time_chart_new (time, from, to, context->location, context->unit), NULL, NULL);
  if (!add_answer (tab, context, time, from, to, error))
    return NULL;
  trace_time_add_range (tab, time, from, to);
  add_utilisation (tab, time, from, to, program);
  trace_time_add_cycles (tab, "Program time (100 %)", (double) program, NULL);
  trace_time_add_cycles (tab, "Outside", (double) outside, "the host had not started the program");
  trace_time_add_cycles (tab, "Sum", (double) (to - from), "program time and outside");
  return g_steal_pointer (&tab);
}

/* Returns @location with the time class of the clicked part of a bar selected. (transfer full) */
static PoplensLocation *
select_class (const PoplensTabChart *tab, const PoplensLocation *location, gsize item,
              double series)
{
  const char *class =
      item == G_MAXSIZE ? NULL : poplens_time_chart_class (tab->chart, (int) series);

  return toggle_classes (location, class);
}

/* ---- the waterfall --------------------------------------------------------------------------- */

typedef struct {
  guint n;
  PoplensTimeBar bar[POPLENS_N_BARS]; /* bars from top to bottom */
  double cycles[POPLENS_N_BARS];      /* [PoplensTimeBar] cycles of the bar */
  double all; /* cycles that count as 100 %: the range without time outside the program */
} Waterfall;

/* Labels a row of the waterfall: title and cycles, then the share. */
static void
describe_row (gconstpointer data, guint row, PoplensLaneRowText *text)
{
  const Waterfall *self = data;
  PoplensNumber cycles, share;

  if (row >= self->n)
    return;
  text->name = g_strdup_printf (
      "%s · %s", poplens_time_bar_title (self->bar[row]),
      poplens_format_count (cycles, (guint64) (MAX (self->cycles[self->bar[row]], 0) + 0.5)));
  text->note = g_strdup (
      !(self->all > 0) ? ""
                       : poplens_format_percent (share, self->cycles[self->bar[row]] / self->all));
}

static char *
name_bar (gconstpointer data, gsize item)
{
  const Waterfall *self = data;

  return item < self->n ? g_strdup (poplens_time_bar_doc (self->bar[item])) : NULL;
}

/* Returns the style of the time class that a bar shows. */
static PoplensTimeLook
look_of (PoplensTimeBar bar)
{
  static const PoplensTimeClass classes[POPLENS_N_BARS] = {
      [POPLENS_BAR_IDEAL] = POPLENS_TIME_COMPUTE,
      [POPLENS_BAR_OTHER_IPUS] = POPLENS_TIME_ANOTHER_IPU,
      [POPLENS_BAR_OWN_TILES] = POPLENS_TIME_UNUSED,
      [POPLENS_BAR_EXCHANGE] = POPLENS_TIME_EXCHANGE,
      [POPLENS_BAR_INTER_IPU] = POPLENS_TIME_INTER_IPU,
      [POPLENS_BAR_SYNC] = POPLENS_TIME_SYNC,
      [POPLENS_BAR_HOST] = POPLENS_TIME_HOST,
      [POPLENS_BAR_UNTRACKED] = POPLENS_TIME_UNTRACKED,
      [POPLENS_BAR_PROFILER] = POPLENS_TIME_PROFILER,
      [POPLENS_BAR_OUTSIDE] = POPLENS_TIME_OUTSIDE,
  };

  return poplens_time_look (classes[bar]);
}

/* Makes the bars of the waterfall: each begins where the one above it ends. Rounds the running
 * total to whole cycles, so that the bars add up to the range. */
static PoplensLaneBlocks *
waterfall_make_blocks (const Waterfall *self)
{
  guint64 *from = g_new (guint64, self->n), *to = g_new (guint64, self->n);
  guint32 *row = g_new (guint32, self->n);
  guint8 *series = g_new (guint8, self->n);
  double up_to = 0;

  for (guint r = 0; r < self->n; r++) {
    from[r] = r ? to[r - 1] : 0;
    up_to += MAX (self->cycles[self->bar[r]], 0);
    to[r] = MAX ((guint64) (up_to + 0.5), from[r]);
    row[r] = r;
    series[r] = (guint8) r;
  }
  return poplens_lane_blocks_new (self->n, from, to, row, series, NULL);
}

static PoplensChart *
waterfall_chart_new (const Waterfall *self, const PoplensTime *time,
                     const PoplensPageContext *context)
{
  PoplensChart *chart = poplens_chart_new (&poplens_lanes_kind, "Waterfall", 0,
                                           POPLENS_CHART_UNIT_CYCLES, context->unit);
  g_autoptr (PoplensLaneBlocks) blocks = waterfall_make_blocks (self);

  for (guint r = 0; r < self->n; r++) {
    PoplensTimeLook look = look_of (self->bar[r]);
    poplens_chart_add_series (chart, look.kind, poplens_time_bar_key (self->bar[r]),
                              poplens_time_bar_title (self->bar[r]), look.ink, 0, NULL, FALSE);
  }
  poplens_chart_set_legend (chart, FALSE);
  poplens_chart_set_item_axis (chart, NULL, "bar");
  poplens_chart_set_lane_blocks (chart, blocks);
  poplens_chart_add_lane_group (chart, NULL, self->n, FALSE, FALSE);
  poplens_chart_set_lane_row_texts (chart, describe_row, g_memdup2 (self, sizeof *self), g_free);
  poplens_chart_set_item_names (chart, name_bar, g_memdup2 (self, sizeof *self), g_free);
  poplens_chart_set_source (chart, poplens_time_is_by_tile (time)
                                       ? "derived by Poplens"
                                       : "≈ approximated, as cycles by tile are not recorded");
  return chart;
}

static PoplensTabChart *
waterfall_tab_new (const PoplensPageContext *context, GError **error)
{
  const PoplensTime *time = poplens_report_time (context->report, context->cancellable, error);
  g_autoptr (PoplensTabChart) tab = NULL;
  guint64 from, to;
  Waterfall waterfall = {0};

  if (!time || !poplens_report_time_scope (context->report, context->location, &from, &to,
                                           context->cancellable, error))
    return NULL;
  poplens_time_waterfall (time, from, to, waterfall.cycles);
  waterfall.all = (double) (to - from) - waterfall.cycles[POPLENS_BAR_OUTSIDE];
  for (PoplensTimeBar b = 0; b < POPLENS_N_BARS; b++)
    if (b == POPLENS_BAR_IDEAL || (b != POPLENS_BAR_OUTSIDE && waterfall.cycles[b] >= 0.5))
      waterfall.bar[waterfall.n++] = b;
  tab = poplens_tab_chart_new (waterfall_chart_new (&waterfall, time, context), NULL, NULL);
  tab->items = g_memdup2 (&waterfall, sizeof waterfall);
  tab->free_items = g_free;
  if (!add_answer (tab, context, time, from, to, error))
    return NULL;
  trace_time_add_range (tab, time, from, to);
  /* If the location selects time classes, select the bar of these classes. */
  const char *classes = poplens_location_get (context->location, "cause");
  for (guint r = 0; classes && r < waterfall.n; r++) {
    PoplensItemRange range = {r, r + 1};
    if (!strcmp (bar_classes[waterfall.bar[r]], classes))
      g_array_append_val (tab->selected, range);
  }
  trace_time_add_cycles (tab, "Program time", waterfall.all, "as measured; bars add up to it");
  trace_time_add_cycles (tab, "Outside", waterfall.cycles[POPLENS_BAR_OUTSIDE],
                         "the host had not started the program");
  return g_steal_pointer (&tab);
}

static PoplensLocation *
select_bar (const PoplensTabChart *tab, const PoplensLocation *location, gsize item,
            double position)
{
  const Waterfall *self = tab->items;

  return toggle_classes (location, item < self->n ? bar_classes[self->bar[item]] : NULL);
}

/* ---- the tabs -------------------------------------------------------------------------------- */

const PoplensTabKind poplens_trace_time_kind = {time_tab_new, select_class, NULL, NULL,
                                                POPLENS_PART_BIT (POPLENS_PART_EXECUTION)};
const PoplensTabKind poplens_trace_waterfall_kind = {waterfall_tab_new, select_bar, NULL, NULL,
                                                     POPLENS_PART_BIT (POPLENS_PART_EXECUTION)};

/* Returns a reason for a report on another computer, unless the page is WHOLE: time needs the
 * cycles of all steps, which are slow to read from there. */
const char *
poplens_trace_find_time_absence (const PoplensPageContext *context, const PoplensExecution *x)
{
  if (!x->n_rows)
    return "No executed steps recorded";
  if (!poplens_report_is_near (context->report) && context->extent != POPLENS_EXTENT_WHOLE)
    return "Not loaded over this connection. Open a copy of the report on this computer to see "
           "where the time went.";
  return NULL;
}
