/* Advice: the findings that would save something, with what and where. */
#include "analysis/insights/insights.h"
#include "base/error.h"
#include "derived/insights/insights-ground.h"
#include "derived/insights/insights-input.h"
#include "derived/scope.h"
#include "tables/engine/builders.h"

static const PoplensColumnSpec columns[] = {
    {"key", "Finding", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
     "Identifier of the finding, for scripts"},
    {"title", "Title", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED, "Title of the finding"},
    {"saves", "Saves", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
     "Maximum bytes freed over all tiles; empty if bytes would only move"},
    {"tile", "On tile", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED, "Tile with the largest saving"},
    {"there", "On that tile", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED, "Bytes freed on that tile"},
    {"sentence", "Finding", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
     "The finding in one sentence; bytes in binary units"},
    {"cause", "How to fix", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED, "Cause or remedy"},
    {"subject", "Subject", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
     "Name of the variable, vertex type or exchange"},
    {"command", "Command", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
     "Command that prints these figures"},
};

static void
add_advice (PoplensRows *rows, const PoplensFinding *finding, PoplensReport *report)
{
  g_autofree char *sentence = poplens_finding_sentence (finding, POPLENS_BYTE_UNIT_BINARY);
  g_autofree char *command = poplens_finding_command (finding, poplens_report_get_path (report));

  poplens_rows_add (rows, 0);
  poplens_rows_text (rows, 0, finding->key);
  poplens_rows_text (rows, 1, finding->title);
  if (finding->saves)
    poplens_rows_int (rows, 2, (gint64) finding->saves);
  if (finding->tile != G_MAXUINT32) {
    poplens_rows_int (rows, 3, finding->tile);
    poplens_rows_int (rows, 4, (gint64) finding->there);
  }
  poplens_rows_text (rows, 5, sentence);
  poplens_rows_text (rows, 6, finding->cause);
  poplens_rows_text (rows, 7, finding->subject);
  poplens_rows_text (rows, 8, command);
  poplens_rows_link (rows, finding->location);
}

/* What only an evaluation of what-if tells, where the report carries it. */
static gboolean
load_more (PoplensReport *report, PoplensInsightsInput *input, PoplensWhatIf **what,
           GBytes **halves, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) failed = NULL;

  *what = NULL;
  *halves = poplens_report_float_groups (report, cancellable, &failed);
  if (*halves)
    *what = poplens_report_what_if (report, cancellable, &failed);
  input->what_if = *what;
  input->halves = *halves ? g_bytes_get_data (*halves, NULL) : NULL;
  /* A damaged debug.cbor is no reason to keep the rest back. */
  if (!failed || g_error_matches (failed, POPLENS_ERROR, POPLENS_ERROR_ABSENT) ||
      g_error_matches (failed, POPLENS_ERROR, POPLENS_ERROR_DAMAGED))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failed));
  return FALSE;
}

PoplensTable *
poplens_build_advice (PoplensReport *report, const PoplensLocation *location,
                      GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensNameSums) names = NULL;
  g_autoptr (PoplensWhatIf) what = NULL;
  g_autoptr (GBytes) halves = NULL;
  g_autoptr (GPtrArray) findings = NULL;
  PoplensInsightsInput input;
  PoplensRows *rows;
  PoplensTable *table;

  if (!poplens_insights_load (report, 0, &input, &names, cancellable, error) ||
      !load_more (report, &input, &what, &halves, cancellable, error))
    return NULL;
  findings = poplens_insights_findings (&input);
  rows = poplens_rows_new (G_N_ELEMENTS (columns));
  for (guint i = 0; i < findings->len; i++) {
    const PoplensFinding *finding = g_ptr_array_index (findings, i);
    if (finding->kind == POPLENS_FINDING_SAVING || finding->kind == POPLENS_FINDING_BAD)
      add_advice (rows, finding, report);
  }
  table = poplens_rows_finish (rows, "advice", "Recommendations", report, FALSE);
  poplens_table_add_columns (table, columns, G_N_ELEMENTS (columns));
  g_autofree char *said =
      poplens_scope_note_all (location, "Largest saving first. Savings overlap and do not add up.");
  poplens_table_set_note (table, said);
  return table;
}
