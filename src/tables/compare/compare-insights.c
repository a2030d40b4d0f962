/* Findings of two reports: what is new, gone, worse or better. */
#include "derived/compare/compare-insights.h"
#include "tables/compare/compare-table.h"

static const PoplensCompareMeasure measures[] = {
    {"bytes", "Bytes", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED, "Bytes of the finding", FALSE},
};

enum { TITLE, BECAME, N_LEADING, KEY = N_LEADING, SUBJECT, SENTENCE = SUBJECT + POPLENS_N_SIDES };

static const PoplensColumn texts[] = {
    [TITLE] = {"finding", "Finding", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
               "Title of the finding"},
    [BECAME] = {"became", "Status", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
                "new, gone, worse or better; for facts more or less"},
    [KEY] = {"key", "Key", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED, "Identifier, for scripts"},
    [SUBJECT] = {"subject_first", "Subject before", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
                 "Name of the variable, vertex type or exchange in the report before"},
    {"subject_second", "Subject after", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
     "Name of the variable, vertex type or exchange in the report after"},
    [SENTENCE] = {"sentence_first", "Finding before", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
                  "The finding before, in one sentence; bytes in binary units"},
    {"sentence_second", "Finding after", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
     "The finding after, in one sentence"},
};

typedef struct {
  PoplensComparedFindings findings;     /* the comparison is the table's */
  GPtrArray *sentence[POPLENS_N_SIDES]; /* char* */
} Data;

static void
data_free (gpointer pointer)
{
  Data *self = pointer;

  poplens_compared_findings_clear (&self->findings);
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    g_ptr_array_unref (self->sentence[s]);
  g_free (self);
}

static Data *
data_new (const PoplensComparedFindings *findings)
{
  Data *self = g_new0 (Data, 1);

  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    GPtrArray *of = self->findings.of[s] = g_ptr_array_ref (findings->of[s]);
    self->sentence[s] = g_ptr_array_new_with_free_func (g_free);
    for (guint i = 0; i < of->len; i++)
      g_ptr_array_add (self->sentence[s],
                       poplens_finding_sentence (of->pdata[i], POPLENS_BYTE_UNIT_BINARY));
  }
  return self;
}

static void
text (gconstpointer data, const PoplensPair *pair, guint column, PoplensValue *value)
{
  const Data *self = data;
  const PoplensFinding *first = poplens_compared_finding (&self->findings, pair, POPLENS_FIRST);
  const PoplensFinding *second = poplens_compared_finding (&self->findings, pair, POPLENS_SECOND);
  const PoplensFinding *any = second ? second : first;
  PoplensSide side = (column - SUBJECT) % POPLENS_N_SIDES;
  const PoplensFinding *one = side == POPLENS_FIRST ? first : second;

  if (column == BECAME)
    poplens_cell_text (value, poplens_finding_became (first, second));
  else if (column <= KEY)
    poplens_cell_text (value, column == TITLE ? any->title : any->key);
  else if (one)
    poplens_cell_text (value, column < SENTENCE ? one->subject
                                                : self->sentence[side]->pdata[pair->of[side]]);
}

static char *
link_of (gconstpointer data, guint32 thing)
{
  const Data *self = data;
  const PoplensFinding *finding = self->findings.of[POPLENS_FIRST]->pdata[thing];

  return g_strdup (finding->location);
}

PoplensTable *
poplens_build_compare_insights (PoplensReport *report, const PoplensLocation *location,
                                GCancellable *cancellable, GError **error)
{
  g_auto (PoplensCompareSource) source = {0};
  g_auto (PoplensComparedFindings) findings = {0};

  if (!poplens_compare_source_init (&source, report, error) ||
      !poplens_compared_findings_load (&source, &findings, cancellable, error))
    return NULL;
  const PoplensCompareThings things = {.name = "compare-insights",
                                       .title = "Changed findings",
                                       .things = "findings",
                                       .texts = texts,
                                       .n_texts = G_N_ELEMENTS (texts),
                                       .n_leading = N_LEADING,
                                       .text = text,
                                       .link = link_of,
                                       .data = data_new (&findings),
                                       .free_data = data_free,
                                       .measures = measures,
                                       .n_measures = G_N_ELEMENTS (measures)};
  return poplens_compare_table_new (&things, g_steal_pointer (&findings.comparison), &source,
                                    location);
}
