/* Tables of findings on time, of the checks behind them, and of causes as bars of a waterfall.
 * Describes findings in sentences. */
#include "tables/time/time-findings.h"

#include "analysis/time/time-replay.h"
#include "base/format.h"
#include "derived/time/time-source.h"
#include "derived/trace/trace-sums.h"
#include "report/bookmarks.h"
#include "tables/engine/builders.h"

#include <math.h>

/* ---- sentences ------------------------------------------------------------------------------- */

static const char *
format_rounded_cycles (PoplensNumber buffer, double cycles)
{
  return poplens_format_count (buffer, cycles > 0 ? (guint64) (cycles + 0.5) : 0);
}

char *
poplens_time_iteration_text (const PoplensTimeIterations *iterations, guint64 hz)
{
  const PoplensTimeLoop *loop = &iterations->iterations;
  PoplensNumber median, time, least, most, turns;
  guint n = loop->length->len;

  if (!n)
    return NULL;
  poplens_format_cycles_as_time (time, loop->median, hz);
  g_autofree char *of = n == loop->turns->len ? NULL : g_strdup_printf ("%u of ", n);
  return g_strdup_printf ("One iteration: median %s cycles%s%s%s, from %s to %s; %s%s%s.",
                          poplens_format_count (median, loop->median), *time ? " (" : "", time,
                          *time ? " nominal)" : "",
                          poplens_format_count (least, g_array_index (loop->length, guint64, 0)),
                          poplens_format_count (most, g_array_index (loop->length, guint64, n - 1)),
                          of ? of : "", poplens_format_items (turns, loop->turns->len, "iteration"),
                          of ? ", the others are not whole" : "");
}

static gboolean
is_dismissed (const PoplensTimeFinding *finding, GHashTable *dismissed)
{
  return poplens_dismissed_reason (dismissed, poplens_time_kind_key (finding->kind),
                                   finding->subject) != NULL;
}

const PoplensTimeFinding *
poplens_time_first_finding (const PoplensTimeFindings *findings, GHashTable *dismissed)
{
  for (guint i = 0; i < findings->findings->len; i++) {
    const PoplensTimeFinding *one = g_ptr_array_index (findings->findings, i);
    if (!is_dismissed (one, dismissed))
      return one;
  }
  return NULL;
}

const PoplensTimeFinding *
poplens_time_largest_finding (const PoplensTimeFindings *findings, GHashTable *dismissed,
                              const PoplensTimeFinding *first)
{
  const PoplensTimeFinding *found = first;

  for (guint i = 0; i < findings->findings->len; i++) {
    const PoplensTimeFinding *one = g_ptr_array_index (findings->findings, i);
    if (one->largest && one->saving > found->saving && !is_dismissed (one, dismissed))
      found = one;
  }
  return found == first ? NULL : found;
}

char *
poplens_time_finding_title (const PoplensTimeFinding *finding)
{
  PoplensNumber saving, share;

  return g_strdup_printf ("%s%s%s: saves at most %s%s cycles (%s)",
                          poplens_time_kind_title (finding->kind), *finding->subject ? ", " : "",
                          finding->subject, finding->approximated ? "≈ " : "",
                          format_rounded_cycles (saving, finding->saving),
                          poplens_format_percent (share, finding->share));
}

char *
poplens_time_headline (const PoplensTimeFindings *findings, GHashTable *dismissed)
{
  const PoplensTimeFinding *first = poplens_time_first_finding (findings, dismissed);
  const PoplensTimeFinding *most =
      first ? poplens_time_largest_finding (findings, dismissed, first) : NULL;
  PoplensNumber saving, share;

  if (!first || !findings->where)
    return g_strdup (findings->where);
  if (!most)
    return g_strdup_printf ("%s %s", findings->where, first->sentence);
  return g_strdup_printf (
      "%s Largest loss: %s, at most %s%s cycles (%s) in many places. Largest single saving: %s",
      findings->where, poplens_time_kind_title (most->kind), most->approximated ? "≈ " : "",
      format_rounded_cycles (saving, most->saving), poplens_format_percent (share, most->share),
      first->sentence);
}

char *
poplens_time_findings_note (const PoplensTimeFindings *findings)
{
  PoplensNumber threshold;

  poplens_format_percent (threshold, findings->threshold);
  if (!findings->findings->len)
    return g_strdup_printf ("Nothing saves %s of the program time.", threshold);
  return g_strdup_printf ("Largest single saving first, from %s of the program time on. Savings "
                          "overlap and do not add up.",
                          threshold);
}

static char *
noise_text (const PoplensTimeFindings *findings)
{
  PoplensNumber spread;

  if (isnan (findings->spread))
    return g_strdup ("Noise is unknown, as there are no two iterations to compare.");
  return g_strdup_printf ("The middle half of the iterations differs by %s.",
                          poplens_format_percent (spread, findings->spread));
}

/* Describes the data from which findings were computed: iterations, runs, recorded tiles,
 * estimates. (transfer full) */
static char *
time_basis_text (const PoplensTimeFindings *findings)
{
  const PoplensTimeBasis *basis = &findings->basis;
  g_autofree char *noise = noise_text (findings);
  PoplensNumber iterations, runs, tiles, estimated, threshold;

  return g_strdup_printf (
      "From %s in %s; cycles of %s by tile; %s of the program time is estimated exchanges. %s "
      "Threshold: %s.",
      poplens_format_items (iterations, basis->iterations, "iteration"),
      poplens_format_items (runs, basis->runs, "run"),
      basis->tiles ? poplens_format_items (tiles, basis->tiles, "tile") : "no tile",
      poplens_format_percent (estimated, basis->estimated), noise,
      poplens_format_percent (threshold, findings->threshold));
}

/* ---- causes ---------------------------------------------------------------------------------- */

/* Table of the waterfall from perfectly balanced compute to the measured cycles, with a row for
 * each bar. */

typedef struct {
  const char *bar, *title;
  double cycles, share, up_to;
  const char *what;
} TimeCauseRow;

static const PoplensColumn cause_columns[] = {
    POPLENS_CELL (TimeCauseRow, bar, "Key", TEXT, DERIVED, "Key of the bar", .for_scripts = TRUE),
    POPLENS_CELL (TimeCauseRow, title, "Cause", TEXT, DERIVED, "Name of the bar"),
    POPLENS_CELL (TimeCauseRow, cycles, "Cycles", CYCLES, DERIVED,
                  "Cycles that go if this goes too, once all bars below are gone; the lowest is "
                  "compute as measured",
                  .total = TRUE),
    POPLENS_CELL (TimeCauseRow, share, "Share", RATIO, DERIVED,
                  "Share of the program time; of a range, share of the range without outside"),
    POPLENS_CELL (TimeCauseRow, up_to, "Up to", CYCLES, DERIVED,
                  "Cycles with all bars up to this one"),
    POPLENS_CELL (TimeCauseRow, what, "Meaning", TEXT, DERIVED, "Meaning of the bar"),
};

PoplensTable *
poplens_build_time_causes (PoplensReport *report, const PoplensLocation *location,
                           GCancellable *cancellable, GError **error)
{
  const PoplensTime *time = poplens_report_time (report, cancellable, error);
  double bars[POPLENS_N_BARS], up_to = 0;
  guint64 from, to;

  if (!time || !poplens_report_time_scope (report, location, &from, &to, cancellable, error))
    return NULL;
  poplens_time_waterfall (time, from, to, bars);
  double program = (double) (to - from) - bars[POPLENS_BAR_OUTSIDE];
  PoplensRecords *rows = POPLENS_RECORDS (TimeCauseRow, cause_columns);
  for (guint b = 0; b < POPLENS_N_BARS; b++) {
    TimeCauseRow *row = poplens_records_add (rows);
    row->bar = poplens_time_bar_key (b);
    row->title = poplens_time_bar_title (b);
    row->what = poplens_time_bar_doc (b);
    row->cycles = bars[b];
    if (program > 0 && b != POPLENS_BAR_OUTSIDE)
      row->share = bars[b] / program;
    row->up_to = up_to += bars[b];
  }
  PoplensTable *table = poplens_records_finish (rows, "time-causes", "Causes of time", report);
  poplens_table_set_note (table, poplens_time_caveat (time));
  return table;
}

/* ---- findings -------------------------------------------------------------------------------- */

typedef struct {
  const char *kind, *title, *label, *subject;
  double saving, share, of_trace, own;
  const char *sentence, *advice, *location, *dismissed;
} TimeFindingRow;

static const PoplensColumn finding_columns[] = {
    POPLENS_CELL (TimeFindingRow, title, "Title", TEXT, DERIVED, "Title of the finding"),
    POPLENS_CELL (TimeFindingRow, label, "Label", TEXT, DERIVED,
                  "Short name of an operation, different from those of all others in the report; "
                  "else the subject"),
    POPLENS_CELL (TimeFindingRow, subject, "Subject", TEXT, DERIVED,
                  "Operation, tiles, stream, IPU or iteration; empty for all together"),
    POPLENS_CELL (TimeFindingRow, saving, "Saves at most", CYCLES, DERIVED,
                  "Cycles that the program saves at most without the cause; of a fact, the cycles "
                  "themselves"),
    POPLENS_CELL (
        TimeFindingRow, share, "Share of program", RATIO, DERIVED,
        "These cycles as a share of the program time of the scope; empty for facts, which "
        "are outside of it"),
    POPLENS_CELL (TimeFindingRow, of_trace, "Share of all", RATIO, DERIVED,
                  "These cycles as a share of all cycles of the scope, else of the trace"),
    POPLENS_CELL (TimeFindingRow, own, "Lost cycles", CYCLES, DERIVED,
                  "Cycles that are lost to the cause itself, mean of the IPUs"),
    POPLENS_CELL (TimeFindingRow, sentence, "Finding", TEXT, DERIVED,
                  "The finding in a sentence or two"),
    POPLENS_CELL (
        TimeFindingRow, advice, "Remedy", TEXT, DERIVED,
        "Change to make, with options of the frameworks, its cost and the memory free for it; "
        "empty for facts"),
    POPLENS_CELL (TimeFindingRow, kind, "Key", TEXT, DERIVED, "Key of the kind of finding",
                  .for_scripts = TRUE),
    POPLENS_CELL (TimeFindingRow, location, "Location", TEXT, DERIVED, "Location that shows it"),
    POPLENS_CELL (TimeFindingRow, dismissed, "Dismissed", TEXT, ASSUMED,
                  "Reason for which the user dismissed the finding; stored outside the report"),
};

/* TRUE if .subject of the finding is the key of an operation. */
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

GHashTable *
poplens_time_finding_labels (const PoplensStepLabels *labels, const GPtrArray *findings)
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

/* Data that the rows of all findings need. */
typedef struct {
  GHashTable *labels, *dismissed;
  double all; /* cycles of the trace, or of the examined part of the trace */
} FindingContext;

static void
add_time_finding (PoplensRecords *rows, const PoplensTimeFinding *finding,
                  const FindingContext *context)
{
  const char *label = is_operation (finding)
                          ? g_hash_table_lookup (context->labels, finding->subject)
                          : finding->subject;
  TimeFindingRow *row = poplens_records_add (rows);

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
  g_autoptr (GHashTable) labels = poplens_time_finding_labels (steps, found->findings);
  FindingContext context = {labels, dismissed, (double) (found->to - found->from)};
  PoplensRecords *rows = POPLENS_RECORDS (TimeFindingRow, finding_columns);
  for (guint i = 0; i < found->findings->len; i++)
    add_time_finding (rows, g_ptr_array_index (found->findings, i), &context);
  for (guint i = 0; i < found->facts->len; i++)
    add_time_finding (rows, g_ptr_array_index (found->facts, i), &context);
  PoplensTable *table = poplens_records_finish (rows, "time-findings", "Findings on time", report);
  poplens_table_set_note (table, note);
  return table;
}

/* ---- checks ---------------------------------------------------------------------------------- */

typedef struct {
  const char *kind, *title, *result;
  gint64 findings;
  double cycles, share, of_trace;
  const char *needs;
} TimeCheckRow;

static const PoplensColumn check_columns[] = {
    POPLENS_CELL (TimeCheckRow, title, "Looked for", TEXT, DERIVED, "Title of the kind"),
    POPLENS_CELL (TimeCheckRow, result, "Result", TEXT, DERIVED,
                  "found, in another finding, below threshold or not checked"),
    POPLENS_CELL (
        TimeCheckRow, share, "Share of program", RATIO, DERIVED,
        "These cycles as a share of the program time of the scope; empty for facts, which "
        "are outside of it"),
    POPLENS_CELL (TimeCheckRow, of_trace, "Share of all", RATIO, DERIVED,
                  "These cycles as a share of all cycles of the scope, else of the trace"),
    POPLENS_CELL (TimeCheckRow, cycles, "Saves at most", CYCLES, DERIVED,
                  "Cycles that the largest saves at most, found or not"),
    POPLENS_CELL (TimeCheckRow, findings, "Findings", COUNT, DERIVED,
                  "Number of findings of the kind"),
    POPLENS_CELL (TimeCheckRow, needs, "Needs", TEXT, DERIVED, "Data that is missing to check it"),
    POPLENS_CELL (TimeCheckRow, kind, "Key", TEXT, DERIVED, "Key of the kind of finding",
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
  g_autofree char *note = time_basis_text (found);
  PoplensRecords *rows = POPLENS_RECORDS (TimeCheckRow, check_columns);
  for (guint k = 0; k < POPLENS_TIME_N_KINDS; k++) {
    const PoplensTimeCheck *check = &found->checks[k];
    TimeCheckRow *row = poplens_records_add (rows);
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
