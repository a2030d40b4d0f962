/* Summary: whether the model fits and is fast, what to do next, and collapsed rows on target,
 * compiler and files. */
#include "analysis/summary/compile-time.h"
#include "base/error.h"
#include "model/assumptions.h"
#include "pages/summary/summary.h"
#include "tables/summary/verdict.h"

#include <string.h>

/* ---- the verdict ----------------------------------------------------------------------------- */

/* Typical texts of the verdict. A placeholder of this length is shown until the verdict is
 * known. */
static const char loss_to_come[] =
    "Most of the lost time, at most 00.0 % of the program, goes to idle tiles and load "
    "imbalance.";
static const char cause_to_come[] =
    "No single cause fills tile 0000: weights, activations kept for backward, optimiser state and "
    "weight gradients and accumulators share it.";

/* Returns blanks about as wide as @text, with the same line breaks. So nothing moves when @text
 * replaces the blanks. (transfer full) */
static char *
blank_of (const char *text)
{
  GString *blank = g_string_new (NULL);

  for (const char *c = text; *c; c = g_utf8_next_char (c))
    g_string_append (blank, *c == ' ' ? " " : strchr ("fijlrtI.,:", *c) ? "\u2004" : "\u2007");
  return g_string_free (blank, FALSE);
}

/* Adds the verdict. If its data are not loaded yet, adds a placeholder of the same height. */
static void
add_verdict (const PoplensSummary *self, PoplensPage *page, const PoplensPageContext *context)
{
  static const PoplensTone tones[] = {
      [POPLENS_REPORT_IS_UNKNOWN] = POPLENS_TONE_NEUTRAL,
      [POPLENS_REPORT_IS_GOOD] = POPLENS_TONE_GOOD,
      [POPLENS_REPORT_IS_WARNING] = POPLENS_TONE_WARNING,
      [POPLENS_REPORT_IS_BAD] = POPLENS_TONE_BAD,
  };
  gboolean over = poplens_summary_is_over (self);
  gboolean comes = poplens_summary_steps_come (self);
  PoplensVerdictInput input = {.headline = &self->headline,
                               .memory = self->parts.memory,
                               .time = self->time,
                               .found = self->found,
                               .dismissed = self->dismissed,
                               .fit = self->fit,
                               .plan = self->plan,
                               .unit = context->unit};
  g_auto (PoplensReportVerdict) verdict = {0};

  poplens_report_verdict_init (&verdict, &input);
  g_autofree char *all = g_strjoin (" ", verdict.text, over ? cause_to_come : loss_to_come, NULL);
  g_autofree char *blank = blank_of (g_strchug (all));
  PoplensSection *section =
      poplens_page_add_notice (page, comes && !over ? POPLENS_TONE_NEUTRAL : tones[verdict.tone],
                               "verdict", comes ? blank : verdict.text);
  poplens_section_set_title (section, comes ? "Loading…" : verdict.title);
}

/* ---- notices --------------------------------------------------------------------------------- */

static void
summary_add_notices (PoplensPage *page, const PoplensPageContext *context)
{
  GPtrArray *notices = poplens_report_get_notices (context->report);
  /* poplens_summary_init () has loaded this part for the headline; NULL if the report has no
   * memory. */
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

/* ---- collapsed rows -------------------------------------------------------------------------- */

/* Adds the table @name as a collapsed section. @answer: (transfer full) (nullable): text beside the
 * title. If the table is absent, the text is the reason. FALSE with @error. */
static gboolean
summary_add_row (PoplensPage *page, const PoplensPageContext *context, const char *name,
                 const char *title, char *answer, GError **error)
{
  g_autofree char *text = answer;
  PoplensSection *section;

  if (!poplens_page_add_table (page, context, name, &section, error))
    return FALSE;
  poplens_section_set_title (section, title);
  section->collapsed = TRUE;
  section->rows.filterable = !strcmp (name, "options") || !strcmp (name, "metadata");
  section->answer = section->state == POPLENS_ABSENT ? g_strdup (section->text)
                    : text                           ? g_steal_pointer (&text)
                                                     : NULL;
  return TRUE;
}

/* Adds a collapsed section in place of a card whose data are absent. @why: the reason. */
static void
add_absent_card (PoplensPage *page, const char *key, const char *title, const char *why)
{
  PoplensSection *section = poplens_page_add_section (page, POPLENS_SECTION_TABLE, key, title);

  poplens_section_set_absent (section, why);
  section->collapsed = TRUE;
  section->answer = g_strdup (section->text);
}

/* Describes the target in a line: "Mk2, 2 IPUs, 2,944 tiles, Poplar 3.3.0". (transfer full)
 * (nullable) */
static char *
describe_target (const PoplensTarget *target)
{
  GString *text = g_string_new (NULL);
  PoplensNumber ipus, tiles;

  if (!target)
    return g_string_free (text, TRUE);
  if (target->architecture)
    g_string_append_printf (text, "%s, ", poplens_architecture_title (target->architecture));
  g_string_append_printf (text, "%s, %s", poplens_format_items (ipus, target->num_ipus, "IPU"),
                          poplens_format_items (tiles, target->num_tiles, "tile"));
  if (target->poplar_version)
    g_string_append_printf (text, ", Poplar %s", target->poplar_version);
  return g_string_free (text, FALSE);
}

/* Describes the compile time in a line: "7.54 s, of which linkObjs 33.1 %". @text: (out) (transfer
 * full) (nullable). FALSE with @error. */
static gboolean
describe_compilation (const PoplensPageContext *context, char **text, GError **error)
{
  gconstpointer data;
  guint64 covered = 0;
  PoplensNumber seconds, share;

  *text = NULL;
  if (!poplens_page_load_optional (context->report, POPLENS_PART_COMPILATION, &data,
                                   context->cancellable, error))
    return FALSE;
  const PoplensCompilation *compilation = data;
  if (!compilation || !compilation->n_phases)
    return TRUE;
  g_autoptr (GArray) phases = poplens_compile_phases (compilation, &covered, NULL);
  if (!covered || !phases->len)
    return TRUE;
  const PoplensCompilePhase *most = &g_array_index (phases, PoplensCompilePhase, 0);
  *text = g_strdup_printf ("%s, of which %s %s",
                           poplens_format_seconds (seconds, (double) covered / 1e6), most->name,
                           poplens_format_percent (share, (double) most->self / (double) covered));
  return TRUE;
}

/* Returns the number of rows of @table in which column @name is false. */
static guint32
count_false (const PoplensTable *table, const char *name)
{
  int column = poplens_table_find_column (table, name);
  guint32 n = 0;

  for (guint32 row = 0; column >= 0 && row < poplens_table_n_rows (table); row++) {
    PoplensValue value = poplens_table_get (table, row, (guint) column);
    n += value.type != POPLENS_VALUE_NULL && !value.integer;
  }
  return n;
}

static void
answer_options (PoplensSection *section)
{
  PoplensNumber changed, all;

  if (!section->table)
    return;
  section->answer =
      g_strdup_printf ("%s of %s changed",
                       poplens_format_count (changed, count_false (section->table, "is_default")),
                       poplens_format_count (all, poplens_table_n_rows (section->table)));
}

/* Describes the files in a line: "6 files; debug contexts: 758; missing: framework.json". (transfer
 * full) */
static char *
describe_files (PoplensPage *page, const PoplensPageContext *context)
{
  g_autoptr (GPtrArray) facts = g_ptr_array_new_with_free_func (poplens_fact_free);
  GString *text = g_string_new (NULL);
  guint n = 0;
  PoplensNumber files;

  for (PoplensFileKind kind = 0; kind < POPLENS_N_FILES; kind++)
    n += poplens_report_get_file (context->report, kind)->path != NULL;
  g_string_append (text, poplens_format_items (files, n, "file"));
  poplens_summary_add_debug (page, context, facts);
  poplens_summary_add_absent (facts, context->report);
  for (guint i = 0; i < facts->len; i++) {
    const PoplensFact *fact = facts->pdata[i];
    if (!strcmp (fact->label, "Missing"))
      g_string_append_printf (text, "; missing: %s", fact->detail);
    else
      g_string_append_printf (text, "; debug contexts: %s%s", fact->value,
                              fact->tone == POPLENS_TONE_WARNING && g_ascii_isdigit (*fact->value)
                                  ? " (incomplete)"
                                  : "");
  }
  return g_string_free (text, FALSE);
}

/* Adds the tables of Summary to the views that the finder (Ctrl+K) lists. The page has no tabs. */
void
poplens_summary_page_views (GPtrArray *views, PoplensReport *report)
{
  static const char *const tables[] = {"options", "files", "metadata"};

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    poplens_view_add_table (views->pdata[views->len - 1], tables[i]);
}

/* Adds the collapsed sections with tables. @files: text of describe_files (). FALSE with @error. */
static gboolean
summary_add_rows (PoplensPage *page, const PoplensPageContext *context,
                  const PoplensSummary *summary, const char *files, GError **error)
{
  char *compilation;
  PoplensSection *section;

  if (!summary->time && !summary->time_comes)
    add_absent_card (page, "time-shares", "Program Time", summary->no_time);
  if (!summary->headline.has_memory)
    add_absent_card (page, "memory-shares", "Fullest Tile",
                     poplens_report_get_absence (context->report, POPLENS_PART_MEMORY));
  if (!summary_add_row (page, context, "summary", "Target and Graph",
                        describe_target (summary->parts.target), error) ||
      !describe_compilation (context, &compilation, error) ||
      !summary_add_row (page, context, "compile-time", "Compile Time", compilation, error) ||
      !summary_add_row (page, context, "options", "Engine Options", NULL, error))
    return FALSE;
  answer_options (page->sections->pdata[page->sections->len - 1]);
  if (!summary_add_row (page, context, "files", "Report Files", g_strdup (files), error))
    return FALSE;
  if (poplens_report_peek (context->report, POPLENS_PART_DEBUG)) {
    if (!poplens_page_add_table_by (page, context, "debug-layers", "layers", "type", &section,
                                    error))
      return FALSE;
    poplens_section_set_title (section, "Debug Layers");
    section->collapsed = TRUE;
  }
  return summary_add_row (page, context, "metadata", "Metadata", NULL, error);
}

gboolean
poplens_summary_page_fill (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  g_auto (PoplensSummary) summary = {0};

  page->layout = POPLENS_LAYOUT_DOCUMENT;
  if (!poplens_summary_init (&summary, page, context, error))
    return FALSE;
  add_verdict (&summary, page, context);
  poplens_page_add_damage (page, context);
  summary_add_notices (page, context);
  add_side_notices (page, context);
  poplens_summary_add_bars (&summary, page, context);
  if (!poplens_summary_add_steps (&summary, page, context, error))
    return FALSE;
  /* While the next steps are being loaded, add no sections below the steps. Such sections would
   * move when the steps appear. */
  g_autofree char *files = describe_files (page, context);
  return poplens_summary_steps_come (&summary) ||
         summary_add_rows (page, context, &summary, files, error);
}
