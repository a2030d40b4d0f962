/* Summary: what happened first, then all that the report says of target, compiler and files. */
#include "analysis/memory/memory-analysis.h"
#include "analysis/operations/debug-operation.h"
#include "analysis/summary/compile-time.h"
#include "analysis/time/time-findings.h"
#include "base/error.h"
#include "derived/operations/debug-source.h"
#include "derived/time/time-source.h"
#include "model/assumptions.h"
#include "pages/core/page-private.h"
#include "pages/core/time-chart.h"
#include "report/bookmarks.h"
#include "tables/time/time-findings.h"

/* ---- side files ------------------------------------------------------------------------------ */

/* What archive.a and debug.cbor tell on pages, and what rests on assumptions. Large files are not
 * read on the way to a page: it says so, and is built again once they are. */

/* Images of 3,000 tiles, in about 10 ms. */
#define ARCHIVE_AT_ONCE ((guint64) 6 << 20)

/* ---- assumptions ----------------------------------------------------------------------------- */

void
poplens_page_add_assumptions (PoplensPage *page, const PoplensPageContext *context, guint32 shown)
{
  /* What the page has read of memory, whole or in brief; NULL: nothing. */
  const PoplensMemory *memory = poplens_report_peek (context->report, POPLENS_PART_MEMORY);
  guint32 bits = poplens_assumptions_of (
      poplens_report_peek (context->report, POPLENS_PART_TARGET),
      memory || page->id != POPLENS_PAGE_SUMMARY
          ? memory
          : poplens_report_load_memory_brief (context->report, context->cancellable, NULL),
      poplens_report_peek (context->report, POPLENS_PART_EXECUTION));

  /* Beside a profile the archive is shown where it was read. */
  if (poplens_page_find_section (page, "archive"))
    bits |= POPLENS_ASSUMES (ARCHIVE);
  page->assumes = bits & shown;
  g_autofree char *text = poplens_assumptions_sentence (page->assumes);
  if (text)
    poplens_page_add_standing (page, POPLENS_TONE_NEUTRAL, "assumption", text);
}

/* ---- archive.a ------------------------------------------------------------------------------- */

static void
add_texts (PoplensPage *page, const PoplensArchive *archive, gboolean notices)
{
  if (archive->reason) {
    g_autofree char *text = g_strdup_printf ("archive.a is incomplete: %s.", archive->reason);
    poplens_page_add_standing (page, POPLENS_TONE_WARNING, "archive-incomplete", text);
  }
  for (guint i = 0; notices && i < archive->notices->len; i++)
    poplens_page_add_standing (page, POPLENS_TONE_WARNING, "archive-notice",
                               g_ptr_array_index (archive->notices, i));
}

/* NULL where it is not there, cannot be read, which is said, or is read later. */
static const PoplensArchive *
load_archive (PoplensPage *page, const PoplensPageContext *context)
{
  const PoplensReportFile *file = poplens_report_get_file (context->report, POPLENS_FILE_ARCHIVE);
  const PoplensArchive *archive = poplens_report_peek (context->report, POPLENS_PART_ARCHIVE);
  g_autoptr (GError) wrong = NULL;

  if (archive || !file->path)
    return archive;
  const char *damage = poplens_report_peek_damage (context->report, POPLENS_PART_ARCHIVE);
  if (!damage && file->size > ARCHIVE_AT_ONCE) {
    poplens_page_set_partial (page, POPLENS_PART_BIT (POPLENS_PART_ARCHIVE), NULL);
    return NULL;
  }
  archive = poplens_report_load_archive (context->report, context->cancellable, &wrong);
  if (!archive && g_error_matches (wrong, POPLENS_ERROR, POPLENS_ERROR_DAMAGED))
    poplens_page_add_standing (page, POPLENS_TONE_WARNING, "archive-damage", wrong->message);
  return archive;
}

/* "archive.a matches the profile on all 1,472 tiles.", or on how many it differs. (transfer full)
 */
static char *
archive_verdict (const PoplensArchiveComparison *c, const PoplensArchive *archive,
                 const PoplensTarget *target)
{
  GString *text = g_string_new (NULL);
  PoplensNumber differ, images, without;

  poplens_format_count (images, c->n_images);
  if (c->architecture)
    g_string_append_printf (text,
                            "archive.a (%s) and profile (%s) are from different compilations. ",
                            archive->architecture, target->architecture);
  if (c->n_tiles)
    g_string_append_printf (
        text, "archive.a differs from the profile on %s of %s tiles; the checks list them.",
        poplens_format_count (differ, c->n_tiles), images);
  else
    g_string_append_printf (text,
                            c->n_without ? "archive.a matches the profile on all %s tiles with an "
                                           "image."
                                         : "archive.a matches the profile on all %s tiles.",
                            images);
  if (!c->n_tiles && !c->compares_regions)
    g_string_append (text, " Regions are not compared.");
  poplens_format_count (without, c->n_without);
  if (c->n_without && (archive->incomplete || archive->n_unreadable))
    g_string_append_printf (text, " Tiles of the profile without a readable image: %s.", without);
  else if (c->n_without)
    g_string_append_printf (
        text, " Tiles of the profile without an image: %s, which is normal for idle tiles.",
        without);
  return g_string_free (text, FALSE);
}

void
poplens_page_add_archive (PoplensPage *page, const PoplensPageContext *context, gboolean quietly)
{
  const PoplensTarget *target = poplens_report_peek (context->report, POPLENS_PART_TARGET);
  const PoplensArchive *archive = load_archive (page, context);
  /* Compared by region: in brief is not enough. */
  const PoplensMemory *memory =
      archive ? poplens_report_load_memory (context->report, context->cancellable, NULL) : NULL;

  if (!memory)
    return;
  /* Without a profile, the target has the notices of the archive. */
  add_texts (page, archive, !memory->from_archive && !quietly);
  if (memory->from_archive)
    return;
  PoplensArchiveComparison c = poplens_archive_compare (archive, memory, target);
  gboolean agrees = poplens_archive_comparison_agrees (&c);
  g_autofree char *verdict = archive_verdict (&c, archive, target);
  if (!agrees || !quietly)
    poplens_page_add_standing (page, agrees ? POPLENS_TONE_NEUTRAL : POPLENS_TONE_WARNING,
                               "archive", verdict);
}

/* ---- debug.cbor ------------------------------------------------------------------------------ */

/* "poplar 95, poplibs 12" */
static char *
describe_layers (const PoplensDebugContexts *contexts)
{
  g_autoptr (GArray) counts = poplens_debug_count_kinds (contexts);
  GString *text = g_string_new (NULL);
  guint64 sum = 0;

  for (guint i = 0; i < counts->len; i++) {
    const PoplensDebugCount *count = &g_array_index (counts, PoplensDebugCount, i);
    PoplensNumber number;
    sum += count->n;
    if (i + 1 < counts->len &&
        g_array_index (counts, PoplensDebugCount, i + 1).layer == count->layer)
      continue;
    g_string_append_printf (text, "%s%s %s", text->len ? ", " : "",
                            poplens_strings_get (contexts->strings, count->layer),
                            poplens_format_count (number, sum));
    sum = 0;
  }
  return g_string_free (text, FALSE);
}

static void
add_read (GPtrArray *facts, const PoplensDebugContexts *contexts)
{
  PoplensNumber number;
  g_autofree char *layers = describe_layers (contexts);
  g_autofree char *state = poplens_debug_state (contexts);
  g_autofree char *detail = g_strdup_printf ("%s. %s", layers, state);
  PoplensFact *fact = poplens_facts_add (facts, "Debug contexts",
                                         poplens_format_count (number, contexts->n), detail);

  fact->source = poplens_provenance_text (POPLENS_FROM_FILE);
  if (contexts->incomplete)
    fact->tone = POPLENS_TONE_WARNING;
}

/* How many contexts debug.cbor has, or its size as long as it is not read. */
static void
page_add_debug_fact (PoplensPage *page, const PoplensPageContext *context, GPtrArray *facts)
{
  const PoplensReportFile *file = poplens_report_get_file (context->report, POPLENS_FILE_DEBUG);
  const PoplensDebugContexts *contexts =
      poplens_debug_at_hand (context->report, context->cancellable);
  g_autoptr (GError) wrong = NULL;
  PoplensNumber size;

  if (contexts) {
    add_read (facts, contexts);
  } else if (file->path && file->size > POPLENS_DEBUG_AT_ONCE &&
             !poplens_report_peek_damage (context->report, POPLENS_PART_DEBUG)) {
    poplens_page_set_partial (page, POPLENS_PART_BIT (POPLENS_PART_DEBUG), NULL);
    poplens_facts_add (facts, "Debug contexts",
                       poplens_format_bytes (size, file->size, context->unit),
                       poplens_report_is_near (context->report) ? "Not loaded yet" : "Not loaded");
  } else if (file->path) {
    poplens_report_load_debug (context->report, context->cancellable, &wrong);
    poplens_facts_add (facts, "Debug contexts", "Not readable", wrong ? wrong->message : NULL)
        ->tone = POPLENS_TONE_WARNING;
  }
}

/* ---- time ------------------------------------------------------------------------------------ */

/* Where the time went: a sentence, and a bar an IPU. */

typedef struct {
  const PoplensTime *time;    /* NULL: not yet, or never; the report's */
  PoplensTimeFindings *found; /* NULL: no .time, or they cannot be read */
  char *why_not;              /* … a sentence */
  gboolean comes;             /* what .why_not is in place of */
} PoplensSummaryTime;

/* Pixels: four lines. */
#define ANSWER_ROOM 80.0

/* ---- time: loading --------------------------------------------------------------------------- */

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

/* Loads the time of a report of this computer. If its parts are not loaded yet, the page becomes
 * PARTIAL, as its first paint does not wait for them; so does a page that is asked for at once if
 * the time has to be worked out. FALSE if the page cannot be shown at all, or not at once. */
static gboolean
summary_time_init (PoplensSummaryTime *self, PoplensPage *page, const PoplensPageContext *context,
                   GError **error)
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
  /* Over a connection the cycles of all steps are read for a WHOLE page alone. */
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

static void
summary_time_clear (PoplensSummaryTime *self)
{
  g_clear_pointer (&self->why_not, g_free);
  g_clear_pointer (&self->found, poplens_time_findings_unref);
}

/* ---- time: the chart ------------------------------------------------------------------------- */

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

static void
summary_time_add (const PoplensSummaryTime *self, PoplensPage *page,
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

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensSummaryTime, summary_time_clear)

/* ---- the page -------------------------------------------------------------------------------- */

/* Bars in the chart of compile phases; the table below it has them all. */
#define MAX_PHASES 12

static void
summary_add_name (GString *names, const char *name)
{
  g_string_append_printf (names, "%s%s", names->len ? ", " : "", name);
}

/* "2 parts, 3 files": a part that a table of the profile would hold, a file that is not there. */
static void
add_absent (GPtrArray *facts, PoplensReport *report)
{
  g_autoptr (GString) names = g_string_new (NULL);
  g_autoptr (GString) counts = g_string_new (NULL);
  g_autofree char *lowered = poplens_report_explain_no_lowered (report);
  PoplensNumber number;
  guint n_parts = 0, n_files = 0;

  for (PoplensPart part = 0; part < POPLENS_N_PARTS; part++)
    /* Parts that are a file of their own come below. */
    if (part <= POPLENS_PART_EXECUTION && poplens_report_get_absence (report, part)) {
      summary_add_name (names, poplens_part_name (part));
      n_parts++;
    }
  /* The part is there all the same, with the unlowered ones. */
  if (lowered) {
    summary_add_name (names, "lowered variables (engine option autoReport.outputLoweredVars=true)");
    n_parts++;
  }
  for (PoplensFileKind kind = 0; kind < POPLENS_N_FILES; kind++) {
    const PoplensReportFile *file = poplens_report_get_file (report, kind);
    if (!file->path) {
      summary_add_name (names, file->name);
      n_files++;
    }
  }
  if (n_parts)
    summary_add_name (counts, poplens_format_items (number, n_parts, "part"));
  if (n_files)
    summary_add_name (counts, poplens_format_items (number, n_files, "file"));
  if (n_parts || n_files)
    poplens_facts_add (facts, "Missing", counts->str, names->str);
}

static gboolean
add_facts (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  const guint32 parts = POPLENS_PART_BIT (POPLENS_PART_MEMORY) |
                        POPLENS_PART_BIT (POPLENS_PART_LIVENESS) |
                        POPLENS_PART_BIT (POPLENS_PART_EXECUTION);
  g_autoptr (GPtrArray) facts = poplens_page_headline (context->report, parts, context->defaults,
                                                       context->cancellable, error);

  if (!facts)
    return FALSE;
  page_add_debug_fact (page, context, facts);
  add_absent (facts, context->report);
  poplens_page_add_section (page, POPLENS_SECTION_FACTS, "facts", NULL)->facts =
      g_steal_pointer (&facts);
  return TRUE;
}

static void
summary_add_notices (PoplensPage *page, const PoplensPageContext *context)
{
  GPtrArray *notices = poplens_report_get_notices (context->report);
  /* The facts have loaded these where they are there. */
  const PoplensMemory *memory =
      poplens_report_load_memory_brief (context->report, context->cancellable, NULL);
  const PoplensTarget *target = poplens_report_peek (context->report, POPLENS_PART_TARGET);

  for (guint i = 0; i < notices->len; i++)
    poplens_page_add_standing (page, POPLENS_TONE_WARNING, "notice",
                               g_ptr_array_index (notices, i));
  for (guint i = 0; target && i < target->notices->len; i++)
    poplens_page_add_standing (page, POPLENS_TONE_WARNING, "notice",
                               g_ptr_array_index (target->notices, i));
  if (memory)
    poplens_page_add_odd_memory (page, memory);
}

/* A table below a heading: its own title is in sentence case. */
static gboolean
add_section (PoplensPage *page, const PoplensPageContext *context, const char *name,
             const char *title, PoplensSection **section, GError **error)
{
  if (!poplens_page_add_table (page, context, name, section, error))
    return FALSE;
  poplens_section_set_title (*section, title);
  return TRUE;
}

/* Tables of the files beside the profile, where there is anything in them. */
static gboolean
add_side_tables (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  PoplensSection *section;

  if (!poplens_report_peek (context->report, POPLENS_PART_DEBUG))
    return TRUE;
  if (!poplens_page_add_table_by (page, context, "debug-layers", "layers", "type", &section, error))
    return FALSE;
  poplens_section_set_title (section, "Debug Layers");
  section->collapsed = section->state == POPLENS_WHOLE;
  return TRUE;
}

static PoplensChart *
phases_chart (const GArray *phases, PoplensByteUnit unit)
{
  guint n = MIN (phases->len, MAX_PHASES);
  PoplensChart *chart = poplens_chart_new (&poplens_bars_kind, "Compile time", n,
                                           POPLENS_CHART_UNIT_MICROSECONDS, unit);
  guint64 *values = g_new (guint64, n);
  char **texts = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++) {
    values[i] = g_array_index (phases, PoplensCompilePhase, i).self;
    texts[i] = g_strdup (g_array_index (phases, PoplensCompilePhase, i).name);
  }
  poplens_chart_set_item_axis (chart, NULL, "phase");
  poplens_chart_set_item_texts (chart, texts);
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "self", "Time excluding subphases",
                            POPLENS_INK_TOTAL, 0, values, FALSE);
  return chart;
}

static gboolean
add_compile_time (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  const PoplensCompilation *compilation;
  PoplensSection *section;
  gconstpointer data;

  if (!poplens_page_load_optional (context->report, POPLENS_PART_COMPILATION, &data,
                                   context->cancellable, error))
    return FALSE;
  compilation = data;
  if (compilation && compilation->n_phases) {
    guint64 covered = 0;
    PoplensNumber count, seconds;
    g_autoptr (GArray) phases = poplens_compile_phases (compilation, &covered, NULL);
    g_autofree char *title = g_strdup_printf (
        "Compile Time (%s, %u longest of %s)",
        poplens_format_seconds (seconds, (double) covered / 1e6), MIN (phases->len, MAX_PHASES),
        poplens_format_items (count, phases->len, "phase"));
    section = poplens_page_add_section (page, POPLENS_SECTION_CHART, "compile-time-chart", title);
    section->chart = phases_chart (phases, context->unit);
  }
  if (!add_section (page, context, "compile-time", "Compiler Phases", &section, error))
    return FALSE;
  section->rows.filterable = TRUE;
  section->collapsed = section->state == POPLENS_WHOLE;
  return TRUE;
}

static const struct {
  const char *name, *title;
  gboolean collapsed, filterable;
} tables[] = {
    {"options", "Engine Options", FALSE, TRUE},
    {"files", "Files", FALSE, FALSE},
    {"metadata", "Metadata", TRUE, TRUE},
};

/* All on one page: what it holds finds the page. */
void
poplens_summary_page_views (GPtrArray *views, PoplensReport *report)
{
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    poplens_view_add_table (views->pdata[views->len - 1], tables[i].name);
}

static gboolean
summary_add_tables (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++) {
    PoplensSection *section;
    if (!add_section (page, context, tables[i].name, tables[i].title, &section, error))
      return FALSE;
    /* Why a table is not there is one line: nothing to fold. */
    section->collapsed = tables[i].collapsed && section->state == POPLENS_WHOLE;
    section->rows.filterable = tables[i].filterable;
  }
  return TRUE;
}

gboolean
poplens_summary_page_fill (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  g_auto (PoplensSummaryTime) time = {0};
  PoplensSection *section;

  page->layout = POPLENS_LAYOUT_DOCUMENT;
  if (!summary_time_init (&time, page, context, error) || !add_facts (page, context, error))
    return FALSE;
  poplens_page_add_damage (page, context);
  summary_add_notices (page, context);
  poplens_page_add_archive (page, context, FALSE);
  poplens_page_add_assumptions (page, context,
                                POPLENS_ASSUMES (IPUS) | POPLENS_ASSUMES (REPLICAS) |
                                    POPLENS_ASSUMES (RUNS) | POPLENS_ASSUMES (OVERFLOW) |
                                    POPLENS_ASSUMES (SCHEMA) | POPLENS_ASSUMES (ARCHIVE));
  summary_time_add (&time, page, context);
  return add_section (page, context, "summary", "Target and Graph", &section, error) &&
         add_compile_time (page, context, error) && add_side_tables (page, context, error) &&
         summary_add_tables (page, context, error);
}
