/* Summary: what happened first, then all that the report says of target, compiler and files. */
#include "pages/summary/summary-time.h"

#include "analysis/summary/compile-time.h"
#include "model/assumptions.h"

/* Bars in the chart of compile phases; the table below it has them all. */
#define MAX_PHASES 12

static void
add_name (GString *names, const char *name)
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
      add_name (names, poplens_part_name (part));
      n_parts++;
    }
  /* The part is there all the same, with the unlowered ones. */
  if (lowered) {
    add_name (names, "lowered variables (engine option autoReport.outputLoweredVars=true)");
    n_parts++;
  }
  for (PoplensFileKind kind = 0; kind < POPLENS_N_FILES; kind++) {
    const PoplensReportFile *file = poplens_report_get_file (report, kind);
    if (!file->path) {
      add_name (names, file->name);
      n_files++;
    }
  }
  if (n_parts)
    add_name (counts, poplens_format_items (number, n_parts, "part"));
  if (n_files)
    add_name (counts, poplens_format_items (number, n_files, "file"));
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
  poplens_page_add_debug_fact (page, context, facts);
  add_absent (facts, context->report);
  poplens_page_add_section (page, POPLENS_SECTION_FACTS, "facts", NULL)->facts =
      g_steal_pointer (&facts);
  return TRUE;
}

static void
add_notices (PoplensPage *page, const PoplensPageContext *context)
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

static void
add_side_notices (PoplensPage *page, const PoplensPageContext *context)
{
  poplens_page_add_archive (page, context, FALSE);
  poplens_page_add_assumptions (page, context,
                                POPLENS_ASSUMES (IPUS) | POPLENS_ASSUMES (REPLICAS) |
                                    POPLENS_ASSUMES (RUNS) | POPLENS_ASSUMES (OVERFLOW) |
                                    POPLENS_ASSUMES (SCHEMA) | POPLENS_ASSUMES (ARCHIVE));
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
add_tables (PoplensPage *page, const PoplensPageContext *context, GError **error)
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
  if (!poplens_summary_time_init (&time, page, context, error) || !add_facts (page, context, error))
    return FALSE;
  poplens_page_add_damage (page, context);
  add_notices (page, context);
  add_side_notices (page, context);
  poplens_summary_time_add (&time, page, context);
  return add_section (page, context, "summary", "Target and Graph", &section, error) &&
         add_compile_time (page, context, error) && add_side_tables (page, context, error) &&
         add_tables (page, context, error);
}
