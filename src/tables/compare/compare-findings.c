/* Compares the findings of two reports on memory and on time: which are new, gone, worse or better,
 * and which rose above or fell below the threshold. */
#include "analysis/compare/compare-time.h"
#include "derived/compare/compare-insights.h"
#include "derived/compare/compare-time.h"
#include "derived/time/time-source.h"
#include "tables/compare/compare-table.h"

#include <math.h>

/* ---- findings -------------------------------------------------------------------------------- */

typedef struct {
  const char *finding, *verdict, *key, *subject, *sentence, *location;
  gint64 bytes;
} Finding;

static const PoplensColumn finding_columns[] = {
    POPLENS_CELL (Finding, finding, "Finding", TEXT, DERIVED, "Title of the finding"),
    POPLENS_CELL (Finding, verdict, "Verdict", TEXT, DERIVED, "new, gone, worse or better"),
    POPLENS_CELL (Finding, bytes, "Bytes", BYTES, DERIVED, "Bytes of the finding"),
    POPLENS_CELL (Finding, key, "Key", TEXT, DERIVED, "Identifier, for scripts",
                  .for_scripts = TRUE),
    POPLENS_CELL (Finding, subject, "Subject", TEXT, FILE,
                  "Name of the variable, vertex type or exchange"),
    POPLENS_CELL (Finding, sentence, "Finding", TEXT, DERIVED,
                  "The finding in one sentence; bytes in binary units"),
    POPLENS_CELL (Finding, location, "Location", TEXT, DERIVED, "Location of the subject"),
};

/* Returns the pairs of matching findings of both reports. @became: (out): verdict on each finding
 * of each report: "new", "gone", "worse" …. (transfer full): GArray of PoplensPair */
static GArray *
list_finding_pairs (const PoplensComparedFindings *findings, GPtrArray *became[POPLENS_N_SIDES])
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (PoplensPair));

  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    g_ptr_array_set_size (became[s], (int) findings->of[s]->len);
  poplens_comparison_order (findings->comparison, TRUE);
  for (guint32 row = 0; row < poplens_comparison_n_rows (findings->comparison); row++) {
    const PoplensPair *pair = poplens_comparison_pair (findings->comparison, row);
    const char *what =
        poplens_finding_became (poplens_compared_finding (findings, pair, POPLENS_FIRST),
                                poplens_compared_finding (findings, pair, POPLENS_SECOND));
    for (guint s = 0; s < POPLENS_N_SIDES; s++)
      if (pair->of[s] != POPLENS_NOT_THERE)
        became[s]->pdata[pair->of[s]] = (gpointer) what;
    g_array_append_val (pairs, *pair);
  }
  return pairs;
}

static PoplensTable *
build_finding_base (const GPtrArray *findings, const GPtrArray *became, PoplensReport *report)
{
  PoplensRecords *rows = POPLENS_RECORDS (Finding, finding_columns);

  for (guint i = 0; i < findings->len; i++) {
    const PoplensFinding *one = findings->pdata[i];
    g_autofree char *sentence = poplens_finding_sentence (one, POPLENS_BYTE_UNIT_BINARY);
    Finding *row = poplens_records_add (rows);
    row->finding = poplens_records_text (rows, one->title);
    row->verdict = became->pdata[i];
    row->key = poplens_records_text (rows, one->key);
    row->subject = poplens_records_text (rows, one->subject);
    row->sentence = poplens_records_text (rows, sentence);
    row->location = poplens_records_text (rows, one->location);
    row->bytes = poplens_base_amount (one->bytes);
  }
  return poplens_records_finish (rows, "base", "Base", report);
}

static PoplensTable *
compare_findings (const PoplensJoin *join, PoplensReport *report, const PoplensLocation *location,
                  GCancellable *cancellable, GError **error)
{
  g_auto (PoplensCompareSource) source = {0};
  g_auto (PoplensComparedFindings) findings = {0};
  g_auto (PoplensBases) bases = {0};
  g_autoptr (GPtrArray) first = g_ptr_array_new ();
  g_autoptr (GPtrArray) second = g_ptr_array_new ();

  if (!poplens_compare_source_init (&source, report, error) ||
      !poplens_compared_findings_load (&source, &findings, cancellable, error))
    return NULL;
  GPtrArray *became[] = {first, second};
  GArray *pairs = list_finding_pairs (&findings, became);
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    bases.of[s] = build_finding_base (findings.of[s], became[s], source.of[s]);
  PoplensTable *table =
      poplens_compare_table_new (join, &bases, pairs, &source, location, findings.lacks);
  if (*findings.lacks)
    poplens_table_set_lacks (table, findings.lacks + 1);
  return table;
}

const PoplensJoin poplens_join_findings = {.name = "findings",
                                           .title = "Findings on memory",
                                           .things = "findings on memory",
                                           .build = compare_findings,
                                           .shown = "finding verdict bytes key subject* sentence*",
                                           .link = "",
                                           .linked = "location",
                                           .links_added = TRUE};

/* ---- findings on time ------------------------------------------------------------------------ */

typedef struct {
  const char *finding, *verdict, *key, *subject, *sentence, *location, *match;
  gint64 saving;
  double share;
} ComparedTimeFinding;

static const PoplensColumn time_finding_columns[] = {
    POPLENS_CELL (ComparedTimeFinding, finding, "Finding", TEXT, DERIVED, "Title of the finding"),
    POPLENS_CELL (ComparedTimeFinding, verdict, "Verdict", TEXT, DERIVED,
                  "worse, better, new or gone; now above threshold or now below threshold where it "
                  "crossed the lower threshold of both reports; not checked before or not checked "
                  "after, among unchanged rows; for facts more or less"),
    POPLENS_CELL (ComparedTimeFinding, saving, "Saves at most", CYCLES, DERIVED,
                  "Cycles that the program saves at most without the cause; of a fact, the cycles "
                  "themselves"),
    POPLENS_CELL (ComparedTimeFinding, subject, "Subject", TEXT, DERIVED,
                  "Operation, tiles, stream, IPU or iteration; empty for all together"),
    POPLENS_CELL (ComparedTimeFinding, share, "Share", RATIO, DERIVED,
                  "Share of the program time; of a fact, share of the trace"),
    POPLENS_CELL (ComparedTimeFinding, sentence, "Finding", TEXT, DERIVED,
                  "The finding in a sentence or two"),
    POPLENS_CELL (ComparedTimeFinding, key, "Key", TEXT, DERIVED, "Key of the kind of finding",
                  .for_scripts = TRUE),
    POPLENS_CELL (ComparedTimeFinding, location, "Location", TEXT, DERIVED,
                  "Location that shows it"),
    POPLENS_CELL (ComparedTimeFinding, match, "Match", TEXT, DERIVED, "Key and subject"),
};

typedef struct {
  PoplensTimeFindings *of[POPLENS_N_SIDES];
} BothFindings;

static void
both_findings_clear (BothFindings *self)
{
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    g_clear_pointer (&self->of[s], poplens_time_findings_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (BothFindings, both_findings_clear)

/* Returns the side whose report lacks the data for the finding; POPLENS_N_SIDES if both have it. */
static guint
unchecked_side (const PoplensFindingChange *change)
{
  guint side = 0;

  while (side < POPLENS_N_SIDES && !isnan (change->cycles[side]))
    side++;
  return side;
}

/* Adds the finding's row to the base table of @side, if that report has cycles for the finding. If
 * a report lacks the data to look for the finding, adds a row without cycles to both tables. The
 * finding is then neither new nor gone. */
static void
add_finding_change (PoplensRecords *rows, const PoplensFindingChange *change,
                    const BothFindings *both, guint side)
{
  const PoplensTimeFinding *finding = change->of[side];
  gboolean checked = unchecked_side (change) == POPLENS_N_SIDES;

  if (checked && !finding && !(change->cycles[side] > 0))
    return;
  ComparedTimeFinding *row = poplens_records_add (rows);
  row->key = poplens_time_kind_key (change->kind);
  g_autofree char *match = g_strconcat (row->key, " ", change->subject, NULL);
  row->match = poplens_records_text (rows, match);
  row->finding = poplens_time_kind_title (change->kind);
  row->verdict = poplens_finding_change_became (change);
  row->subject = poplens_records_text (rows, *change->subject ? change->subject : NULL);
  if (checked)
    row->saving = poplens_finding_change_cycles (change, side);
  row->share = finding ? finding->share : both->of[side]->checks[change->kind].share;
  row->sentence = poplens_records_text (rows, finding ? finding->sentence : NULL);
  row->location = poplens_records_text (rows, finding ? finding->location : NULL);
}

static PoplensTable *
build_time_base (const GPtrArray *changes, const BothFindings *both, guint side,
                 PoplensReport *report)
{
  PoplensRecords *rows = POPLENS_RECORDS (ComparedTimeFinding, time_finding_columns);

  for (guint c = 0; c < changes->len; c++)
    add_finding_change (rows, changes->pdata[c], both, side);
  return poplens_records_finish (rows, "base", "Base", report);
}

/* Appends a note on the kinds of findings that cannot be compared. The report of @side lacks the
 * data for them. */
static void
describe_unchecked (const PoplensCompareSource *source, const GPtrArray *changes,
                    const BothFindings *both, guint side, GString *text)
{
  for (guint kind = 0; kind < POPLENS_TIME_N_KINDS; kind++) {
    gboolean any = FALSE;
    for (guint c = 0; c < changes->len && !any; c++) {
      const PoplensFindingChange *change = changes->pdata[c];
      any = change->kind == kind && unchecked_side (change) == side;
    }
    if (!any)
      continue;
    const char *needs = both->of[side]->checks[kind].needs;
    g_autofree char *why = needs ? g_strconcat ("needs ", needs, NULL) : NULL;
    poplens_compare_source_say_lack (source, side, poplens_time_kind_title (kind), why, text);
  }
}

static void
read_findings (PoplensReport *report, gconstpointer scope, GCancellable *cancellable)
{
  g_autoptr (PoplensTimeFindings) findings =
      poplens_report_time_findings (report, scope, cancellable, NULL);
}

static PoplensTable *
compare_time_findings (const PoplensJoin *join, PoplensReport *report,
                       const PoplensLocation *location, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensLocation) scope = poplens_compared_time_scope (location);
  g_auto (PoplensCompareSource) source = {0};
  g_auto (PoplensBases) bases = {0};
  g_auto (BothFindings) both = {0};
  PoplensComparedTime time;

  if (!poplens_compare_source_init (&source, report, error) ||
      !poplens_compared_time_load (&source, scope, &time, cancellable, error))
    return NULL;
  poplens_compare_source_ahead (&source, read_findings, scope, cancellable);
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    if (!(both.of[s] = poplens_report_time_findings (source.of[s], scope, cancellable, error))) {
      poplens_compare_source_blame (&source, s, error);
      return NULL;
    }
  g_autoptr (GPtrArray) changes = poplens_compare_time_findings (
      (const PoplensTimeFindings *const[]){both.of[POPLENS_FIRST], both.of[POPLENS_SECOND]});
  g_autoptr (GString) lacks = g_string_new (NULL);
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    bases.of[s] = build_time_base (changes, &both, s, source.of[s]);
    describe_unchecked (&source, changes, &both, s, lacks);
  }
  g_autofree char *scope_note = poplens_compared_time_scope_note (location);
  g_autofree char *remarks = g_strconcat (scope_note ? scope_note : "", lacks->str, NULL);
  PoplensTable *table = poplens_compare_table_new (join, &bases, NULL, &source, location, remarks);
  if (lacks->len)
    poplens_table_set_lacks (table, lacks->str + 1);
  return table;
}

const PoplensJoin poplens_join_time_findings = {
    .name = "time-findings",
    .title = "Findings on time",
    .things = "findings on time",
    .keys = "range",
    .build = compare_time_findings,
    .shown = "finding subject verdict saving share* sentence* key location",
    .match = "match",
    .link = "",
    .linked = "location",
    .links_to_more = TRUE,
    .sparse = TRUE};
