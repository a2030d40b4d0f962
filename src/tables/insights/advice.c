/* Advice: the findings that would save something, with what and where. */
#include "analysis/insights/insights.h"
#include "derived/insights/insights-input.h"
#include "derived/scope.h"
#include "report/dismissed.h"
#include "tables/engine/builders.h"

typedef struct {
  const char *key, *title;
  gint64 saves, tile, there;
  gint64 cycles;
  double share;
  const char *sentence, *cause, *subject, *command, *dismissed;
} Row;

static const PoplensColumn columns[] = {
    POPLENS_CELL (Row, key, "Finding", TEXT, DERIVED, "Identifier of the finding, for scripts"),
    POPLENS_CELL (Row, title, "Title", TEXT, DERIVED, "Title of the finding"),
    POPLENS_CELL (Row, saves, "Saves", BYTES, DERIVED,
                  "Maximum bytes freed over all tiles; empty if bytes would only move"),
    POPLENS_CELL (Row, tile, "On tile", ID, DERIVED, "Tile with the largest saving"),
    POPLENS_CELL (Row, there, "On that tile", BYTES, DERIVED, "Bytes freed on that tile"),
    POPLENS_CELL (Row, cycles, "Saves cycles", CYCLES, DERIVED,
                  "Cycles that the program saves at most; empty for findings on memory"),
    POPLENS_CELL (Row, share, "Share of time", RATIO, DERIVED,
                  "These cycles as a share of the program time"),
    POPLENS_CELL (Row, sentence, "Finding", TEXT, DERIVED,
                  "The finding in one sentence; bytes in binary units"),
    POPLENS_CELL (Row, cause, "How to fix", TEXT, DERIVED, "Cause or remedy"),
    POPLENS_CELL (Row, subject, "Subject", TEXT, FILE,
                  "Name of the variable, vertex type or exchange"),
    POPLENS_CELL (Row, command, "Command", TEXT, DERIVED, "Command that prints these figures"),
    POPLENS_CELL (Row, dismissed, "Dismissed", TEXT, ASSUMED,
                  "Reason for which the user dismissed the finding; stored outside the report"),
};

static void
add_advice (PoplensRecords *rows, const PoplensFinding *finding, PoplensReport *report,
            GHashTable *dismissed)
{
  g_autofree char *sentence = poplens_finding_sentence (finding, POPLENS_BYTE_UNIT_BINARY);
  g_autofree char *command = poplens_finding_command (finding, poplens_report_get_path (report));
  Row *row = poplens_records_add (rows);

  row->key = poplens_records_text (rows, finding->key);
  row->title = poplens_records_text (rows, finding->title);
  if (finding->saves)
    row->saves = finding->saves;
  if (finding->tile != G_MAXUINT32) {
    row->tile = finding->tile;
    row->there = finding->there;
  }
  if (finding->cycles) {
    row->cycles = (gint64) finding->cycles;
    row->share = finding->share;
  }
  row->sentence = poplens_records_text (rows, sentence);
  row->cause = poplens_records_text (rows, finding->cause);
  row->subject = poplens_records_text (rows, finding->subject);
  row->command = poplens_records_text (rows, command);
  row->dismissed = poplens_records_text (
      rows, poplens_dismissed_reason (dismissed, finding->key, finding->subject));
  poplens_records_link (rows, "%s", finding->location);
}

PoplensTable *
poplens_build_advice (PoplensReport *report, const PoplensLocation *location,
                      GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensNameSums) names = NULL;
  g_autoptr (PoplensTimeFindings) time = NULL;
  g_autoptr (GPtrArray) findings = NULL;
  PoplensInsightsInput input;
  PoplensRecords *rows;
  PoplensTable *table;

  if (!poplens_insights_load (report, 0, &input, &names, cancellable, error) ||
      !poplens_insights_load_time (report, &input, &time, cancellable, error) ||
      !poplens_insights_load_fit (report, &input, TRUE, cancellable, error))
    return NULL;
  findings = poplens_insights_findings (&input);
  g_autoptr (GHashTable) dismissed = poplens_dismissed_read (report, cancellable);
  rows = POPLENS_RECORDS (Row, columns);
  for (guint i = 0; i < findings->len; i++) {
    const PoplensFinding *finding = g_ptr_array_index (findings, i);
    if (finding->kind == POPLENS_FINDING_SAVING || finding->kind == POPLENS_FINDING_BAD)
      add_advice (rows, finding, report, dismissed);
  }
  table = poplens_records_finish (rows, "advice", "Recommendations", report);
  g_autofree char *said = poplens_scope_note_all (
      location, "Largest single saving first. Savings overlap and do not add up.");
  poplens_table_set_note (table, said);
  return table;
}
