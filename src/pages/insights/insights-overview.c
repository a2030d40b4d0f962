/* Insights, Overview: does it fit, and what are memory and time spent on: findings in the order of
 * what they would save. */
#include "pages/insights/insights-page.h"

#include "analysis/insights/insights.h"
#include "analysis/memory/memory-analysis.h"
#include "base/error.h"
#include "base/visible.h"
#include "derived/insights/insights-ground.h"
#include "derived/insights/insights-input.h"
#include "model/assumptions.h"
#include "model/location-keys.h"
#include "pages/core/finding.h"
#include "report/bookmarks.h"
#include "tables/time/time-findings.h"

#define FULLEST 5
/* Variables of a profile up to this size are read before the page is shown. */
#define PROFILE_AT_ONCE ((guint64) 128 << 20)
#define WORST_TITLE "Largest tile peak"

/* ---- findings ----------------------------------------------------------------------------------
 */

static const char *
source_of (const PoplensFinding *finding)
{
  if (finding->is_guess)
    return "Approximated from the executed steps, as cycles by tile are not recorded";
  return finding->cycles ? "Derived from the executed steps" : "Derived from compiler data";
}

/* What is said of each tells whether the program fits, and stays. */
static const char *
reason_of (GHashTable *dismissed, const PoplensFinding *finding)
{
  return finding->kind <= POPLENS_FINDING_BAD
             ? NULL
             : poplens_dismissed_reason (dismissed, finding->key, finding->subject);
}

/* @reason: (nullable): for which it was dismissed. */
static void
insights_overview_add_finding (GPtrArray *facts, const PoplensFinding *finding, const char *reason,
                               const PoplensPageContext *context)
{
  g_autofree char *value = poplens_finding_value (finding, context->unit);
  g_autofree char *sentence = poplens_finding_sentence (finding, context->unit);
  PoplensFact *fact = poplens_facts_add (facts, finding->title, value, sentence);

  fact->tone = finding->kind == POPLENS_FINDING_BAD    ? POPLENS_TONE_BAD
               : finding->is_tight                     ? POPLENS_TONE_WARNING
               : finding->kind == POPLENS_FINDING_GOOD ? POPLENS_TONE_GOOD
                                                       : POPLENS_TONE_NEUTRAL;
  fact->cause = reason && *reason ? g_strconcat ("Dismissed: ", reason, NULL)
                : reason          ? g_strdup ("Dismissed without a reason")
                                  : g_strdup (finding->cause);
  if (finding->kind > POPLENS_FINDING_BAD)
    fact->finding = poplens_finding_name (finding->key, finding->subject);
  fact->is_dismissed = reason != NULL;
  fact->source = source_of (finding);
  fact->link = g_strdup (finding->location);
  fact->command = poplens_finding_command (finding, poplens_report_get_path (context->report));
}

/* Findings are in sections of their own: what passes outside the program is not of the list, as no
 * change helps there, nor is what nobody can tell the saving of, as bytes in use must not be read
 * as bytes that could be saved. The first comes first, and the others below what is there. */
enum { FINDINGS, OUTSIDE, FACTS, DISMISSED, N_LISTS };

static guint
list_of (const PoplensFinding *finding, const char *reason)
{
  if (reason)
    return DISMISSED;
  if (poplens_finding_is_outside (finding))
    return OUTSIDE;
  return finding->saves || finding->cycles || finding->kind <= POPLENS_FINDING_BAD ? FINDINGS
                                                                                   : FACTS;
}

/* The first sentence on time, below whether the program fits. */
static void
add_time_answer (GPtrArray *facts, const PoplensTimeFindings *time, GHashTable *dismissed,
                 const PoplensPageContext *context)
{
  g_autofree char *answer = time ? poplens_time_headline (time, dismissed) : NULL;

  if (!answer)
    return;
  PoplensFact *fact = poplens_facts_add (facts, "Where the time went", "Time", answer);
  fact->source = "Derived from the executed steps";
  fact->link = g_strdup ("trace?tab=trace-time");
  g_autofree char *path = poplens_shell_word (poplens_report_get_path (context->report));
  fact->command = g_strconcat ("poplens-cli time ", path, NULL);
}

/* @time: (nullable) */
static void
add_findings (PoplensPage *page, const PoplensPageContext *context, const GPtrArray *findings,
              const PoplensTimeFindings *time, GHashTable *dismissed, guint list)
{
  static const char *const names[N_LISTS][2] = {
      {"findings", "Findings, largest single saving first"},
      {"outside", "Outside the Program"},
      {"facts", "Facts"},
      {"dismissed", "Dismissed"},
  };
  g_autoptr (GPtrArray) facts = g_ptr_array_new_with_free_func (poplens_fact_free);
  gboolean answered = list != FINDINGS;

  for (guint i = 0; i < findings->len; i++) {
    const PoplensFinding *finding = findings->pdata[i];
    const char *reason = reason_of (dismissed, finding);
    if (list_of (finding, reason) != list)
      continue;
    if (!answered && finding->kind > POPLENS_FINDING_BAD) {
      add_time_answer (facts, time, dismissed, context);
      answered = TRUE;
    }
    insights_overview_add_finding (facts, finding, reason, context);
  }
  if (!answered)
    add_time_answer (facts, time, dismissed, context);
  if (!facts->len)
    return;
  PoplensSection *section =
      poplens_page_add_section (page, POPLENS_SECTION_FINDINGS, names[list][0], names[list][1]);
  section->facts = g_steal_pointer (&facts);
}

/* How many were dismissed, with a link that shows or hides them. Whether they are shown. */
static gboolean
add_dismissed (PoplensPage *page, const PoplensPageContext *context, const GPtrArray *findings,
               GHashTable *dismissed)
{
  gboolean shown = poplens_location_get_bool (context->location, "dismissed", FALSE);
  guint n = 0;

  for (guint i = 0; i < findings->len; i++)
    n += reason_of (dismissed, findings->pdata[i]) != NULL;
  g_autofree char *text = poplens_dismissed_text (n);
  if (!text)
    return FALSE;
  g_autoptr (PoplensLocation) there =
      poplens_location_with (context->location, "dismissed", shown ? NULL : "yes");
  g_autofree char *link = poplens_location_to_string (there);
  PoplensSection *notice =
      poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "dismissed-count", text);
  poplens_page_add_link (notice, shown ? "Hide" : "Show", link);
  return shown;
}

/* ---- charts ------------------------------------------------------------------------------------
 */

/* "1054", "1054 · IPU 1" */
static char *
tile_text (const PoplensTarget *target, guint32 tile)
{
  if (target && target->num_ipus > 1)
    return g_strdup_printf ("Tile %u · IPU %u", tile, poplens_target_ipu_of_tile (target, tile));
  return g_strdup_printf ("Tile %u", tile);
}

/* What has to fit is with gaps: so stand the bars, used bytes first. */
static void
add_fullest (PoplensPage *page, const PoplensPageContext *context,
             const PoplensInsightsInput *input)
{
  const PoplensMemory *memory = input->memory;
  g_autoptr (GArray) fullest = poplens_memory_fullest (memory, FULLEST, TRUE);
  guint n = fullest->len;
  PoplensSection *section =
      poplens_page_add_section (page, POPLENS_SECTION_CHART, "fullest-chart", "Fullest Tiles");
  PoplensChart *chart = poplens_chart_new (&poplens_bars_kind, "Fullest tiles", n,
                                           POPLENS_CHART_UNIT_BYTES, context->unit);
  guint64 *used = g_new (guint64, MAX (n, 1)), *gaps = g_new (guint64, MAX (n, 1));
  char **texts = g_new0 (char *, n + 1);

  section->chart = chart;
  section->column = 1;
  section->plot.to_limit = TRUE;
  section->plot.links = g_new0 (char *, n + 1);
  for (guint i = 0; i < n; i++) {
    guint32 position = g_array_index (fullest, guint32, i);
    used[i] =
        memory->from_archive ? memory->total_including_gaps[position] : memory->total[position];
    gaps[i] = memory->total_including_gaps[position] -
              MIN (used[i], memory->total_including_gaps[position]);
    texts[i] = tile_text (input->target, memory->tile[position]);
    section->plot.links[i] = g_strdup_printf ("memory?tile=%u", memory->tile[position]);
  }
  poplens_chart_set_item_axis (chart, NULL, "tile");
  poplens_chart_set_item_texts (chart, texts);
  poplens_chart_set_source (chart, "recorded by the compiler");
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "used",
                            memory->from_archive ? "Including gaps" : "Excluding gaps",
                            POPLENS_INK_TOTAL, 0, used, FALSE);
  /* archive.a does not tell gaps from bytes in use. */
  if (memory->from_archive)
    g_free (gaps);
  else
    poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "gaps", "Gaps", POPLENS_INK_GAPS, 0, gaps,
                              FALSE);
  if (input->target && input->target->bytes_per_tile)
    poplens_chart_set_limit (chart, "capacity", input->target->bytes_per_tile);
}

static void
add_histogram (PoplensPage *page, const PoplensPageContext *context,
               const PoplensInsightsInput *input)
{
  gboolean gaps = input->memory->from_archive ||
                  poplens_page_add_switch (page, "gaps", "Including gaps",
                                           "Count gaps between variables", FALSE);
  g_autoptr (GArray) bins = poplens_insights_histogram (input->memory, gaps);
  guint n = bins->len;
  PoplensSection *section = poplens_page_add_section (page, POPLENS_SECTION_CHART,
                                                      "histogram-chart", "Tiles by Memory Use");
  PoplensChart *chart = poplens_chart_new (&poplens_bars_kind, "Tiles by memory use", n,
                                           POPLENS_CHART_UNIT_COUNT, context->unit);
  guint64 *tiles = g_new (guint64, MAX (n, 1));
  char **texts = g_new0 (char *, n + 1);

  if (!input->memory->from_archive)
    poplens_page_control (page, "gaps")->section = "histogram-chart";
  section->chart = chart;
  section->column = 2;
  for (guint i = 0; i < n; i++) {
    const PoplensHistogramBin *bin = &g_array_index (bins, PoplensHistogramBin, i);
    tiles[i] = bin->tiles;
    /* "16.0 KiB – 18.0 KiB" */
    PoplensNumber from, to;
    texts[i] = g_strdup_printf ("%s – %s", poplens_format_bytes (from, bin->from, context->unit),
                                poplens_format_bytes (to, bin->to, context->unit));
  }
  poplens_chart_set_item_axis (chart, NULL, "bin");
  poplens_chart_set_item_texts (chart, texts);
  poplens_chart_set_source (chart, "derived by Poplens");
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "tiles", "Tiles", POPLENS_INK_TOTAL, 0,
                            tiles, FALSE);
}

/* ---- the fullest tile at its worst step --------------------------------------------------------
 */

/* The variable with the most bytes of @tile that are live at @step. (nullable) (transfer full) */
static char *
largest_at (const PoplensPageContext *context, const PoplensTilePeak *peak)
{
  g_autoptr (PoplensLocation) page = poplens_location_new (POPLENS_PAGE_LIVENESS);
  g_autoptr (PoplensLocation) at = poplens_location_with_double (page, "step", peak->step);
  g_autoptr (PoplensLocation) there = poplens_location_with_double (at, "tile", peak->tile);
  g_autoptr (PoplensTable) table =
      poplens_tables_build ("live-variables", context->report, there, context->cancellable, NULL);
  int name = table ? poplens_table_find_column (table, "variable") : -1;
  gint64 most = 0;
  char *text = NULL;

  for (guint32 row = 0; name >= 0 && row < poplens_table_n_rows (table); row++) {
    gint64 bytes = poplens_insights_number (table, row, "live", 0);
    PoplensValue value = poplens_table_get (table, row, (guint) name);
    PoplensNumber number;
    if (bytes <= most || value.type != POPLENS_VALUE_TEXT)
      continue;
    most = bytes;
    g_free (text);
    text = g_strdup_printf ("%s, %s", value.text,
                            poplens_format_bytes (number, (guint64) bytes, context->unit));
  }
  return text;
}

/* The card's place, until the liveness is there: as high, so that nothing moves then. */
static void
add_worst_loading (GPtrArray *facts, const PoplensInsightsInput *input)
{
  PoplensFact *fact = poplens_facts_add (facts, WORST_TITLE, "Loading…", "variables\nand liveness");

  fact->fill = input->target && input->target->bytes_per_tile ? 0 : -1;
  fact->source = poplens_provenance_text (POPLENS_FROM_DERIVED);
}

static void
add_worst (GPtrArray *facts, const PoplensPageContext *context, const PoplensInsightsInput *input,
           const PoplensTilePeak *peak)
{
  guint64 capacity = input->target ? input->target->bytes_per_tile : 0;
  g_autofree char *largest = largest_at (context, peak);
  g_autofree char *value = poplens_bytes_of (peak->bytes, capacity, context->unit);
  g_autofree char *detail =
      g_strdup_printf ("live on tile %u at step %u;\nthe largest is %s", peak->tile, peak->step,
                       largest ? largest : "not recorded");
  PoplensFact *fact = poplens_facts_add (facts, WORST_TITLE, value, detail);

  fact->fill = capacity ? MIN (1.0, (double) peak->bytes / (double) capacity) : -1;
  fact->tone = capacity && peak->bytes > capacity ? POPLENS_TONE_BAD : POPLENS_TONE_NEUTRAL;
  fact->link =
      g_strdup_printf ("liveness?step=%u&tile=%u&tab=contents-chart", peak->step, peak->tile);
  fact->source = poplens_provenance_text (POPLENS_FROM_DERIVED);
}

/* ---- the banner --------------------------------------------------------------------------------
 */

static void
link_to_tile (PoplensSection *notice, guint32 tile, guint32 step, const char *title)
{
  g_autofree char *location =
      g_strdup_printf ("liveness?step=%u&tile=%u&tab=contents-chart", step, tile);

  poplens_page_add_link (notice, title, location);
}

/* By how much, on how many tiles, which first. @peaks: (nullable) */
static void
add_banner (PoplensPage *page, const PoplensPageContext *context, const PoplensInsightsInput *input,
            const GArray *peaks)
{
  g_autoptr (GArray) capacities = poplens_insights_capacity (input->memory, input->target);
  const PoplensCapacity *all =
      capacities->len ? &g_array_index (capacities, PoplensCapacity, 0) : NULL;
  guint32 tiles = 0;
  const PoplensTilePeak *first = peaks ? poplens_tile_peaks_first_over (peaks, &tiles) : NULL;
  const PoplensTilePeak *worst = peaks ? poplens_tile_peaks_worst (peaks) : NULL;
  PoplensNumber count, of, together, most;

  if (!all || !all->tiles_over)
    return;
  g_autoptr (GString) text = g_string_new (NULL);
  g_string_printf (text, "Over capacity: %s of %s, by %s in total. Fullest: tile %u, %s over.",
                   poplens_format_count (count, all->tiles_over),
                   poplens_format_items (of, all->tiles, "tile"),
                   poplens_format_bytes (together, all->over_bytes, context->unit), all->worst_tile,
                   poplens_format_bytes (most, all->worst_over, context->unit));
  if (first && tiles == 1)
    g_string_append_printf (text, " Tile %u is over first, at step %u.", first->tile,
                            first->first_over);
  else if (first)
    g_string_append_printf (text, " %s are over first, at step %u.",
                            poplens_format_items (together, tiles, "tile"), first->first_over);
  PoplensSection *notice = poplens_page_add_notice (page, POPLENS_TONE_BAD, "overflow", text->str);
  if (worst)
    link_to_tile (notice, worst->tile, worst->step, "Show Fullest Tile");
  if (first)
    link_to_tile (notice, first->tile, first->first_over, "Show First Tile Over");
  if (peaks) {
    poplens_page_add_link (notice, "Show All Tiles", "insights?view=tiles");
    poplens_page_add_link (notice, "Try a Change", "insights?view=what-if");
  }
}

/* ---- the page ----------------------------------------------------------------------------------
 */

static gboolean
add_capacity (PoplensPage *page, const PoplensPageContext *context,
              const PoplensInsightsInput *input, const GArray *peaks, gboolean peaks_soon,
              GError **error)
{
  g_autoptr (GPtrArray) facts =
      poplens_page_headline (context->report, POPLENS_PART_BIT (POPLENS_PART_MEMORY),
                             context->defaults, context->cancellable, error);
  const PoplensTilePeak *worst = peaks ? poplens_tile_peaks_worst (peaks) : NULL;

  if (!facts)
    return FALSE;
  if (worst)
    add_worst (facts, context, input, worst);
  else if (peaks_soon)
    add_worst_loading (facts, input);
  poplens_page_add_section (page, POPLENS_SECTION_FACTS, "facts", NULL)->facts =
      g_steal_pointer (&facts);
  return TRUE;
}

static gboolean
insights_overview_add_tables (PoplensPage *page, const PoplensPageContext *context,
                              gboolean with_time, GError **error)
{
  static const char *const tables[] = {"memory-ipus", "insights-tiles", "memory-histogram"};
  PoplensSection *section;

  if (with_time) {
    if (!poplens_page_add_table_by (page, context, "time-checks", "time-causes", "finding",
                                    &section, error))
      return FALSE;
    poplens_section_set_title (section, "Checks of time");
  }
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++) {
    if (!poplens_page_add_table (page, context, tables[i], &section, error))
      return FALSE;
    /* These two are the charts' numbers. */
    section->collapsed = i && section->table;
  }
  return TRUE;
}

/* Peaks of the tiles, or NULL where the report lacks what they are made of; FALSE with @error where
 * nothing more can be read. */
static gboolean
load_peaks (const PoplensPageContext *context, GArray **peaks, GError **error)
{
  g_autoptr (GError) local = NULL;

  *peaks = poplens_report_tile_peaks (context->report, context->cancellable, &local);
  if (*peaks || poplens_error_is_lack (local))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/* FALSE if findings on time, which read the cycles of all steps, and changes, which read all
 * variables, are left out: nobody has asked for that much of another computer. */
static gboolean
reads_all (const PoplensPageContext *context)
{
  return poplens_report_is_near (context->report) || context->extent == POPLENS_EXTENT_WHOLE;
}

/* Parts that the overview does without at first: the variables and the executed steps of a large
 * report take longer than all else here. */
static guint32
find_later (const PoplensPageContext *context)
{
  static const PoplensPart parts[] = {POPLENS_PART_VARIABLES, POPLENS_PART_LIVENESS,
                                      POPLENS_PART_EXECUTION};
  PoplensReport *report = context->report;
  const PoplensReportFile *profile = poplens_report_get_file (report, POPLENS_FILE_PROFILE);
  guint n = G_N_ELEMENTS (parts) - !reads_all (context);
  guint32 later = 0;

  if (!profile->path || profile->size <= PROFILE_AT_ONCE)
    return 0;
  for (guint p = 0; p < n; p++) {
    if (poplens_report_peek_damage (report, parts[p]))
      return 0;
    if (!poplens_report_get_absence (report, parts[p]) && !poplens_report_peek (report, parts[p]))
      later |= POPLENS_PART_BIT (parts[p]);
  }
  return later;
}

gboolean
poplens_insights_fill_overview (PoplensPage *page, const PoplensPageContext *context,
                                GError **error)
{
  /* The whole replica; a selection that came along is not this chapter's. */
  g_autoptr (PoplensLocation) no_tile = poplens_location_with (context->location, "tile", NULL);
  g_autoptr (PoplensLocation) whole = poplens_location_with (no_tile, "ipu", NULL);
  guint32 later = find_later (context);
  /* The rest comes by itself: nothing is shown above which it would come. */
  gboolean soon = later && poplens_report_is_near (context->report);
  PoplensPageContext all = *context;
  g_autoptr (PoplensTimeFindings) time = NULL;
  g_autoptr (GArray) peaks = NULL;
  PoplensInsightsInput input;

  all.location = whole;
  if (!later) {
    /* Side by side, ahead of those who ask for one after the other. */
    poplens_report_load_briefs (context->report, 0,
                                POPLENS_PART_BIT (POPLENS_PART_VARIABLES) |
                                    POPLENS_PART_BIT (POPLENS_PART_LIVENESS),
                                context->cancellable);
  }
  if (!poplens_insights_load (context->report, later, &input, context->cancellable, error) ||
      (reads_all (context) && !(later & POPLENS_PART_BIT (POPLENS_PART_EXECUTION)) &&
       !poplens_insights_load_time (context->report, &input, &time, context->cancellable, error)) ||
      (!later && !load_peaks (context, &peaks, error)) ||
      (!later && reads_all (context) &&
       !poplens_insights_load_fit (context->report, &input, context->cancellable, error)) ||
      !add_capacity (page, &all, &input, peaks,
                     soon && !poplens_report_get_absence (context->report, POPLENS_PART_LIVENESS),
                     error))
    return FALSE;
  add_banner (page, &all, &input, peaks);
  poplens_page_add_damage (page, &all);
  poplens_page_add_odd_memory (page, input.memory);
  poplens_page_add_assumptions (page, &all,
                                POPLENS_ASSUMES (IPUS) | POPLENS_ASSUMES (REPLICAS) |
                                    POPLENS_ASSUMES (OVERFLOW) | POPLENS_ASSUMES (SCHEMA) |
                                    POPLENS_ASSUMES (ARCHIVE));
  g_autoptr (GPtrArray) findings = poplens_insights_findings (&input);
  g_autoptr (GHashTable) dismissed = poplens_dismissed_read (context->report, context->cancellable);
  if (soon) {
    /* Leaves those that tell whether the program fits, which come first: the others are sorted
     * among what is still loaded. */
    for (guint i = findings->len; i--;)
      if (((const PoplensFinding *) findings->pdata[i])->kind > POPLENS_FINDING_BAD)
        g_ptr_array_remove_index (findings, i);
  }
  for (guint list = 0; list < DISMISSED; list++)
    add_findings (page, &all, findings, soon ? NULL : time, dismissed, list);
  /* Next to what was clicked to show them. */
  if (!soon && add_dismissed (page, context, findings, dismissed))
    add_findings (page, &all, findings, NULL, dismissed, DISMISSED);
  if (later)
    poplens_page_set_partial (page, later,
                              later & POPLENS_PART_BIT (POPLENS_PART_EXECUTION)
                                  ? "Loading variables and executed steps…"
                                  : "Loading variables…");
  if (soon)
    return TRUE;
  add_fullest (page, &all, &input);
  add_histogram (page, &all, &input);
  return insights_overview_add_tables (page, &all, time != NULL, error);
}
