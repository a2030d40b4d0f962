#include "pages/summary/summary-time.h"

#include "base/error.h"
#include "derived/time/time-source.h"
#include "pages/core/time-look.h"

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

gboolean
poplens_summary_time_init (PoplensSummaryTime *self, PoplensPage *page,
                           const PoplensPageContext *context, GError **error)
{
  const char *absence = poplens_report_get_absence (context->report, POPLENS_PART_EXECUTION);
  guint32 later = absence ? 0 : parts_to_load (context->report, context->cancellable);
  g_autoptr (GError) wrong = NULL;

  *self = (PoplensSummaryTime){0};
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
    return TRUE;
  }
  self->time = poplens_report_time (context->report, context->cancellable, &wrong);
  if (self->time)
    return TRUE;
  if (!poplens_error_is_lack (wrong)) {
    g_propagate_error (error, g_steal_pointer (&wrong));
    return FALSE;
  }
  self->why_not = g_strdup (wrong->message);
  return TRUE;
}

void
poplens_summary_time_clear (PoplensSummaryTime *self)
{
  g_clear_pointer (&self->why_not, g_free);
}

/* ---- the card ----------------------------------------------------------------------------------
 */

void
poplens_summary_append_shares (GString *text, const PoplensTime *time)
{
  static const struct {
    const char *name;
    PoplensTimeClass first, last;
    gboolean always;
  } groups[] = {
      {"work", POPLENS_TIME_COMPUTE, POPLENS_TIME_HOST_TRANSFER, TRUE},
      {"waiting", POPLENS_TIME_UNUSED, POPLENS_TIME_SYNC, TRUE},
      {"untracked", POPLENS_TIME_UNTRACKED, POPLENS_TIME_UNTRACKED, FALSE},
      {"profiler", POPLENS_TIME_PROFILER, POPLENS_TIME_PROFILER, FALSE},
      {"outside", POPLENS_TIME_OUTSIDE, POPLENS_TIME_OUTSIDE, FALSE},
  };
  double all = (double) time->total * time->tiles * time->n_ipus;

  if (!poplens_time_is_by_tile (time))
    g_string_append (text, "≈ ");
  for (guint g = 0; g < G_N_ELEMENTS (groups); g++) {
    PoplensNumber percent;
    double sum = 0;
    for (guint i = 0; i < time->n_ipus; i++)
      for (PoplensTimeClass c = groups[g].first; c <= groups[g].last; c++)
        sum += (double) time->ipus[i].classes[c];
    if (sum > 0 || groups[g].always)
      g_string_append_printf (text, "%s%s %s", g ? ", " : "", groups[g].name,
                              poplens_format_percent (percent, sum / all));
  }
}

/* ---- the chart ---------------------------------------------------------------------------------
 */

/* Mean cycles a tile of each IPU, rounded so that all classes of an IPU still add up to the total;
 * NULL where they are all 0. (transfer full) */
static guint64 *
means_of (const PoplensTime *time, PoplensTimeClass class)
{
  guint64 *means = g_new0 (guint64, time->n_ipus);
  gboolean any = FALSE;

  for (guint i = 0; i < time->n_ipus; i++) {
    const guint64 *classes = time->ipus[i].classes;
    guint64 before = time->tiles / 2;
    for (PoplensTimeClass c = 0; c < class; c++)
      before += classes[c];
    means[i] = (before + classes[class]) / time->tiles - before / time->tiles;
    any = any || classes[class];
  }
  if (!any)
    g_clear_pointer (&means, g_free);
  return means;
}

static char *
note_of (gconstpointer note, gsize item)
{
  return g_strdup (note);
}

/* What of the total is the program's. */
static void
add_note (PoplensChart *chart, const PoplensTime *time)
{
  PoplensNumber program;

  if (time->outside)
    poplens_chart_set_item_notes (
        chart, note_of,
        g_strdup_printf ("Program time\t%s cycles",
                         poplens_format_count (program, time->total - time->outside)),
        g_free);
}

static PoplensChart *
chart_new (const PoplensTime *time, const PoplensPageContext *context)
{
  PoplensChart *chart = poplens_chart_new (&poplens_bars_kind, "Where the time went", time->n_ipus,
                                           POPLENS_CHART_UNIT_CYCLES, context->unit);
  char **texts = g_new0 (char *, time->n_ipus + 1);

  for (guint i = 0; i < time->n_ipus; i++)
    texts[i] = g_strdup_printf (time->ipus[i].by_tile ? "IPU %u" : "≈ IPU %u", time->ipus[i].ipu);
  poplens_chart_set_item_axis (chart, NULL, "IPU");
  poplens_chart_set_item_texts (chart, texts);
  poplens_chart_set_shares (chart, TRUE);
  add_note (chart, time);
  poplens_chart_set_source (chart, poplens_time_is_by_tile (time)
                                       ? "derived by Poplens; mean cycles of a tile"
                                       : "≈ approximated, as cycles by tile are not recorded");
  for (PoplensTimeClass c = 0; c < POPLENS_N_TIMES; c++) {
    PoplensTimeLook look = poplens_time_look (c);
    g_autofree char *key = g_strconcat ("time-", poplens_time_class_key (c), NULL);
    guint64 *means = means_of (time, c);
    if (means)
      poplens_chart_add_series (chart, look.kind, key, poplens_time_class_title (c), look.ink, 0,
                                means, poplens_page_hides (context->location, key));
  }
  return chart;
}

/* The trace of the IPU of each bar. (transfer full) */
static GStrv
links_new (const PoplensTime *time)
{
  GStrv links = g_new0 (char *, time->n_ipus + 1);

  for (guint i = 0; i < time->n_ipus; i++)
    links[i] =
        time->n_ipus > 1 ? g_strdup_printf ("trace?ipu=%u", time->ipus[i].ipu) : g_strdup ("trace");
  return links;
}

void
poplens_summary_time_add_chart (const PoplensSummaryTime *self, PoplensPage *page,
                                const PoplensPageContext *context)
{
  static const char key[] = "time-chart", title[] = "Where the Time Went";
  PoplensSection *section;

  /* Why there is nothing is a text, as in place of a table. */
  if (!self->time) {
    section = poplens_page_add_section (page, POPLENS_SECTION_TABLE, key, title);
    poplens_section_set_absent (section, self->why_not);
    return;
  }
  section = poplens_page_add_section (page, POPLENS_SECTION_CHART, key, title);
  section->chart = chart_new (self->time, context);
  section->plot.links = links_new (self->time);
}
