/* Findings of two reports: what is new, gone, worse or better. */
#include "derived/compare/compare-insights.h"
#include "tables/compare/compare-table.h"

typedef struct {
  const char *finding, *verdict, *key, *subject, *sentence, *location;
  gint64 bytes;
} Finding;

static const PoplensColumn columns[] = {
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

/* The pairs, which say what became of each finding. (transfer full) GArray of PoplensPair */
static GArray *
list_pairs (const PoplensComparedFindings *findings, GPtrArray *became[POPLENS_N_SIDES])
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
build_base (const GPtrArray *findings, const GPtrArray *became, PoplensReport *report)
{
  PoplensRecords *rows = POPLENS_RECORDS (Finding, columns);

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
  GArray *pairs = list_pairs (&findings, became);
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    bases.of[s] = build_base (findings.of[s], became[s], source.of[s]);
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
