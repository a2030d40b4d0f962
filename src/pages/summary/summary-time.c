#include "pages/summary/summary-time.h"

#include "base/error.h"
#include "derived/time/time-source.h"
#include "pages/core/time-chart.h"
#include "report/dismissed.h"
#include "tables/time/time-answer.h"

/* Pixels: four lines. */
#define ANSWER_ROOM 80.0

/* ---- loading -----------------------------------------------------------------------------------
 */

/* Parts that it is made of and that are still to be loaded; of a report without steps none. */
static guint32
parts_to_load (PoplensReport *report, GCancellable *cancellable)
{
  const PoplensExecution *brief = poplens_report_load_execution_brief (report, cancellable, NULL);
  static const PoplensPart parts[] = {POPLENS_PART_PROGRAMS, POPLENS_PART_EXCHANGES,
                                      POPLENS_PART_EXECUTION};
  guint32 bits = 0;

  for (guint i = 0; brief && brief->n_steps && i < G_N_ELEMENTS (parts); i++)
    if (!poplens_report_get_absence (report, parts[i]) && !poplens_report_peek (report, parts[i]) &&
        !poplens_report_peek_damage (report, parts[i]))
      bits |= POPLENS_PART_BIT (parts[i]);
  return bits;
}

/* All but the chart can be shown at once, where it has to be worked out. */
static gboolean
begin_later (PoplensSummaryTime *self, PoplensPage *page, const PoplensPageContext *context)
{
  const PoplensExecution *execution = poplens_report_peek (context->report, POPLENS_PART_EXECUTION);

  if (!execution || !execution->n_rows || !poplens_report_is_near (context->report) ||
      poplens_report_peek_time (context->report))
    return FALSE;
  poplens_page_set_partial (page, 0, NULL);
  self->why_not = g_strdup ("Loading…");
  self->comes = TRUE;
  return TRUE;
}

/* A damaged execution, of which some can be read, has no findings. */
static gboolean
load_time (PoplensSummaryTime *self, const PoplensPageContext *context, GError **error)
{
  g_autoptr (GError) wrong = NULL;

  self->time = poplens_report_time (context->report, context->cancellable, &wrong);
  if (self->time)
    self->found =
        poplens_report_time_findings (context->report, NULL, context->cancellable, &wrong);
  if (wrong && !poplens_error_is_lack (wrong)) {
    g_propagate_error (error, g_steal_pointer (&wrong));
    return FALSE;
  }
  if (!self->time)
    self->why_not = g_strdup (wrong->message);
  return TRUE;
}

gboolean
poplens_summary_time_init (PoplensSummaryTime *self, PoplensPage *page,
                           const PoplensPageContext *context, GError **error)
{
  const char *absence = poplens_report_get_absence (context->report, POPLENS_PART_EXECUTION);
  guint32 later = absence ? 0 : parts_to_load (context->report, context->cancellable);

  *self = (PoplensSummaryTime){0};
  if (context->extent == POPLENS_EXTENT_PARTIAL)
    return !absence && !later && begin_later (self, page, context);
  if (absence) {
    self->why_not = g_strdup (absence);
    return TRUE;
  }
  /* It reads the cycles of all steps: nothing that is asked of another computer unasked. */
  if (!poplens_report_is_near (context->report) && context->extent != POPLENS_EXTENT_WHOLE) {
    self->why_not = g_strdup ("Not loaded over this connection. Open a copy of the report on this "
                              "computer to see where the time went.");
    return TRUE;
  }
  if (later) {
    poplens_page_set_partial (page, later, NULL);
    self->why_not = g_strdup ("Loading…");
    self->comes = TRUE;
    return TRUE;
  }
  return load_time (self, context, error);
}

void
poplens_summary_time_clear (PoplensSummaryTime *self)
{
  g_clear_pointer (&self->why_not, g_free);
  g_clear_pointer (&self->found, poplens_time_findings_unref);
}

/* ---- the chart ---------------------------------------------------------------------------------
 */

/* For each bar the trace of its IPU, and then that of each class of it. (transfer full) */
static GStrv
links_new (const PoplensTime *time, const PoplensChart *chart)
{
  guint n_series = poplens_chart_get_n_series (chart), n = 0;
  GStrv links = g_new0 (char *, time->n_ipus *(n_series + 1) + 1);

  for (guint i = 0; i < time->n_ipus; i++) {
    g_autoptr (PoplensLocation) trace = poplens_location_new (POPLENS_PAGE_TRACE);
    g_autofree char *ipu = g_strdup_printf ("%u", time->ipus[i].ipu);
    g_autoptr (PoplensLocation) one =
        poplens_location_with (trace, "ipu", time->n_ipus > 1 ? ipu : NULL);
    links[n++] = poplens_location_to_string (one);
    for (guint s = 0; s < n_series; s++) {
      g_autoptr (PoplensLocation) of_class =
          poplens_location_with (one, "cause", poplens_time_chart_class (chart, (int) s));
      links[n++] = poplens_location_to_string (of_class);
    }
  }
  return links;
}

/* How high the chart will be: with a bar for each IPU of a replica, and all classes in its legend.
 */
static double
room_of (PoplensReport *report)
{
  const PoplensTarget *target = poplens_report_peek (report, POPLENS_PART_TARGET);
  gsize n = target ? MAX (target->ipus_per_replica, 1) : 1;
  g_autoptr (PoplensChart) chart = poplens_chart_new (
      &poplens_bars_kind, "Time", n, POPLENS_CHART_UNIT_CYCLES, POPLENS_BYTE_UNIT_BINARY);

  for (PoplensTimeClass c = 0; c < POPLENS_N_TIMES; c++)
    poplens_chart_add_series (chart, POPLENS_SERIES_BAND, poplens_time_class_key (c), "",
                              POPLENS_INK_TOTAL, 0, g_new0 (guint64, n), FALSE);
  return poplens_chart_natural_height (chart);
}

/* The sentence, or its place until it is there, which is as high: nothing moves then. */
static void
add_answer (const PoplensSummaryTime *self, PoplensPage *page, const PoplensPageContext *context)
{
  g_autoptr (GHashTable) dismissed =
      self->found ? poplens_dismissed_read (context->report, context->cancellable) : NULL;
  g_autofree char *answer = self->found ? poplens_time_headline (self->found, dismissed) : NULL;

  if (answer || self->comes)
    poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, POPLENS_PAGE_TIME_ANSWER,
                             answer ? answer : "Loading…")
        ->room = ANSWER_ROOM;
}

void
poplens_summary_time_add (const PoplensSummaryTime *self, PoplensPage *page,
                          const PoplensPageContext *context)
{
  static const char key[] = "time-chart", title[] = "Where the Time Went";
  PoplensSection *section;

  add_answer (self, page, context);
  /* Why there is nothing is a text, as in place of a table. */
  if (!self->time) {
    section = poplens_page_add_section (page, POPLENS_SECTION_TABLE, key, title);
    poplens_section_set_absent (section, self->why_not);
    if (self->comes)
      section->room = room_of (context->report);
    return;
  }
  PoplensNumber program, outside;
  g_autofree char *of =
      g_strdup_printf ("%s (program time, %s cycles; outside: %s)", title,
                       poplens_format_count (program, self->time->total - self->time->outside),
                       poplens_format_count (outside, self->time->outside));
  section = poplens_page_add_section (page, POPLENS_SECTION_CHART, key, of);
  section->chart =
      poplens_time_chart_new (self->time, 0, self->time->total, context->location, context->unit);
  section->plot.links = links_new (self->time, section->chart);
}
