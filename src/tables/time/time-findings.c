/* Findings on time with what each saves, and what was looked for. */
#include "derived/time/time-source.h"
#include "derived/trace/trace-sums.h"
#include "report/dismissed.h"
#include "tables/engine/builders.h"
#include "tables/time/time-answer.h"

#include <math.h>

/* ---- findings ----------------------------------------------------------------------------------
 */

typedef struct {
  const char *kind, *title, *label, *subject;
  double saving, share, of_trace, own;
  const char *sentence, *advice, *location, *dismissed;
} Row;

static const PoplensColumn columns[] = {
    POPLENS_CELL (Row, title, "Title", TEXT, DERIVED, "Title of the finding"),
    POPLENS_CELL (Row, label, "Label", TEXT, DERIVED,
                  "Short name of an operation, different from those of all others in the report; "
                  "else the subject"),
    POPLENS_CELL (Row, subject, "Subject", TEXT, DERIVED,
                  "Operation, tiles, stream, IPU or iteration; empty for all together"),
    POPLENS_CELL (Row, saving, "Saves at most", CYCLES, DERIVED,
                  "Cycles that the program saves at most without the cause; of a fact, the cycles "
                  "themselves"),
    POPLENS_CELL (
        Row, share, "Share of program", RATIO, DERIVED,
        "These cycles as a share of the program time of the scope; empty for facts, which "
        "are outside of it"),
    POPLENS_CELL (Row, of_trace, "Share of all", RATIO, DERIVED,
                  "These cycles as a share of all cycles of the scope, else of the trace"),
    POPLENS_CELL (Row, own, "In the cause", CYCLES, DERIVED,
                  "Cycles that go from the cause itself, mean of the IPUs"),
    POPLENS_CELL (Row, sentence, "Finding", TEXT, DERIVED, "The finding in a sentence or two"),
    POPLENS_CELL (
        Row, advice, "Remedy", TEXT, DERIVED,
        "Change to make, with options of the frameworks, its cost and the memory free for it; "
        "empty for facts"),
    POPLENS_CELL (Row, kind, "Key", TEXT, DERIVED, "Key of the kind of finding",
                  .for_scripts = TRUE),
    POPLENS_CELL (Row, location, "Location", TEXT, DERIVED, "Location that shows it"),
    POPLENS_CELL (Row, dismissed, "Dismissed", TEXT, ASSUMED,
                  "Reason for which the user dismissed the finding; stored outside the report"),
};

/* Whether the subject is the key of an operation. */
static gboolean
is_operation (const PoplensTimeFinding *finding)
{
  switch (finding->kind) {
  case POPLENS_TIME_FEW_TILES:
  case POPLENS_TIME_UNEQUAL_LOAD:
  case POPLENS_TIME_EXCHANGE_BOUND:
  case POPLENS_TIME_REARRANGEMENT:
    return *finding->subject != '\0';
  default:
    return FALSE;
  }
}

/* (transfer full): subject → label */
static GHashTable *
find_labels (const PoplensStepLabels *labels, const GPtrArray *findings)
{
  GHashTable *found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GPtrArray) subjects = g_ptr_array_new ();

  for (guint i = 0; i < findings->len; i++) {
    const PoplensTimeFinding *finding = g_ptr_array_index (findings, i);
    if (is_operation (finding))
      g_ptr_array_add (subjects, finding->subject);
  }
  char **texts = poplens_step_labels_of_operations (labels, (const char *const *) subjects->pdata,
                                                    subjects->len);
  for (guint i = 0; i < subjects->len; i++)
    g_hash_table_insert (found, g_strdup (subjects->pdata[i]), texts[i]);
  g_free (texts);
  return found;
}

/* What is told of each beside itself. */
typedef struct {
  GHashTable *labels, *dismissed;
  double all; /* cycles of the scope */
} Context;

static void
add_finding (PoplensRecords *rows, const PoplensTimeFinding *finding, const Context *context)
{
  const char *label = is_operation (finding)
                          ? g_hash_table_lookup (context->labels, finding->subject)
                          : finding->subject;
  Row *row = poplens_records_add (rows);

  row->kind = poplens_time_kind_key (finding->kind);
  row->title = poplens_time_kind_title (finding->kind);
  row->label = poplens_records_text (rows, *label ? label : NULL);
  row->subject = poplens_records_text (rows, *finding->subject ? finding->subject : NULL);
  row->saving = finding->saving;
  if (context->all > 0)
    row->of_trace = finding->saving / context->all;
  if (!poplens_time_kind_is_fact (finding->kind)) {
    row->share = finding->share;
    row->advice = poplens_records_text (rows, finding->advice);
  }
  if (!isnan (finding->own))
    row->own = finding->own;
  row->sentence = poplens_records_text (rows, finding->sentence);
  row->location = poplens_records_text (rows, finding->location);
  row->dismissed = poplens_records_text (
      rows, poplens_dismissed_reason (context->dismissed, row->kind, finding->subject));
  poplens_records_link (rows, "%s", finding->location);
}

PoplensTable *
poplens_build_time_findings (PoplensReport *report, const PoplensLocation *location,
                             GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensTimeFindings) found =
      poplens_report_time_findings (report, location, cancellable, error);
  const PoplensStepLabels *steps =
      found ? poplens_report_step_labels (report, cancellable, error) : NULL;

  if (!steps)
    return NULL;
  g_autoptr (GHashTable) dismissed = poplens_dismissed_read (report, cancellable);
  g_autofree char *note = poplens_time_findings_note (found);
  g_autoptr (GHashTable) labels = find_labels (steps, found->findings);
  Context context = {labels, dismissed, (double) (found->to - found->from)};
  PoplensRecords *rows = POPLENS_RECORDS (Row, columns);
  for (guint i = 0; i < found->facts->len; i++)
    add_finding (rows, g_ptr_array_index (found->facts, i), &context);
  for (guint i = 0; i < found->findings->len; i++)
    add_finding (rows, g_ptr_array_index (found->findings, i), &context);
  PoplensTable *table = poplens_records_finish (rows, "time-findings", "Findings on time", report);
  poplens_table_set_note (table, note);
  return table;
}

/* ---- checks ------------------------------------------------------------------------------------
 */

typedef struct {
  const char *kind, *title, *result;
  gint64 findings;
  double cycles, share, of_trace;
  const char *needs;
} CheckRow;

static const PoplensColumn check_columns[] = {
    POPLENS_CELL (CheckRow, title, "Looked for", TEXT, DERIVED, "Title of the kind"),
    POPLENS_CELL (CheckRow, result, "Result", TEXT, DERIVED,
                  "found, in another finding, below threshold or not checked"),
    POPLENS_CELL (
        CheckRow, share, "Share of program", RATIO, DERIVED,
        "These cycles as a share of the program time of the scope; empty for facts, which "
        "are outside of it"),
    POPLENS_CELL (CheckRow, of_trace, "Share of all", RATIO, DERIVED,
                  "These cycles as a share of all cycles of the scope, else of the trace"),
    POPLENS_CELL (CheckRow, cycles, "Saves at most", CYCLES, DERIVED,
                  "Cycles that the largest saves at most, found or not"),
    POPLENS_CELL (CheckRow, findings, "Findings", COUNT, DERIVED, "Number of findings of the kind"),
    POPLENS_CELL (CheckRow, needs, "Needs", TEXT, DERIVED, "Data that is missing to check it"),
    POPLENS_CELL (CheckRow, kind, "Key", TEXT, DERIVED, "Key of the kind of finding",
                  .for_scripts = TRUE),
};

PoplensTable *
poplens_build_time_causes_by_finding (PoplensReport *report, const PoplensLocation *location,
                                      GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensTimeFindings) found =
      poplens_report_time_findings (report, location, cancellable, error);

  if (!found)
    return NULL;
  g_autofree char *note = poplens_time_basis_text (found);
  PoplensRecords *rows = POPLENS_RECORDS (CheckRow, check_columns);
  for (guint k = 0; k < POPLENS_TIME_N_KINDS; k++) {
    const PoplensTimeCheck *check = &found->checks[k];
    CheckRow *row = poplens_records_add (rows);
    row->kind = poplens_time_kind_key (k);
    row->title = poplens_time_kind_title (k);
    row->result = poplens_time_check_key (check->state);
    row->findings = check->n;
    if (!isnan (check->cycles)) {
      row->cycles = check->cycles;
      if (!poplens_time_kind_is_fact (k))
        row->share = check->share;
      if (found->to > found->from)
        row->of_trace = check->cycles / (double) (found->to - found->from);
    }
    row->needs = check->needs;
  }
  PoplensTable *table = poplens_records_finish (rows, "time-causes", "Checks of time", report);
  poplens_table_set_note (table, note);
  return table;
}
