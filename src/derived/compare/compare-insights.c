/* Computes the findings of two reports from the parts that both have, and pairs them. */
#include "derived/compare/compare-insights.h"

#include "derived/insights/insights-input.h"

void
poplens_compared_findings_clear (PoplensComparedFindings *self)
{
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    g_clear_pointer (&self->of[s], g_ptr_array_unref);
  g_clear_pointer (&self->comparison, poplens_comparison_free);
  g_clear_pointer (&self->lacks, g_free);
}

/* Data that only one report has. The comparison uses them for neither report. */
typedef struct {
  guint32 parts;       /* mask of POPLENS_PART_BIT ()s */
  gboolean by_lowered; /* TRUE: only one report has the names of lowered variables */
} UnusedParts;

static GPtrArray *
compute_findings (PoplensReport *report, UnusedParts without, GCancellable *cancellable,
                  GError **error)
{
  PoplensInsightsInput input;

  if (!poplens_insights_load (report, without.parts, &input, cancellable, error))
    return NULL;
  if (without.by_lowered)
    input.names = NULL;
  return poplens_insights_findings (&input);
}

static gpointer
make_findings (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  return compute_findings (report, (UnusedParts){0}, cancellable, error);
}

/* Returns the findings of a report, computed without the data in @without. Findings from all data
 * are cached in the report. (transfer full) */
static GPtrArray *
load_findings (PoplensReport *report, UnusedParts without, GCancellable *cancellable,
               GError **error)
{
  static const PoplensDerived derived = {"poplens-findings", make_findings,
                                         (GBoxedCopyFunc) g_ptr_array_ref,
                                         (GDestroyNotify) g_ptr_array_unref};

  return without.parts || without.by_lowered
             ? compute_findings (report, without, cancellable, error)
             : poplens_report_derive (report, &derived, cancellable, error);
}

/* Appends a sentence on @what to @note if exactly one report lacks it. Returns TRUE then. */
static gboolean
note_if_one_lacks (const gboolean lacks[POPLENS_N_SIDES], const char *what, GString *note)
{
  if (lacks[POPLENS_FIRST] == lacks[POPLENS_SECOND])
    return FALSE;
  g_string_append_printf (
      note, " Findings on %s: not checked %s.", what,
      poplens_side_name (lacks[POPLENS_FIRST] ? POPLENS_FIRST : POPLENS_SECOND));
  return TRUE;
}

static gboolean
lacks_lowered_variables (PoplensReport *report)
{
  g_autofree char *why = poplens_report_explain_no_lowered (report);

  return why || poplens_report_get_absence (report, POPLENS_PART_VARIABLES);
}

static UnusedParts
find_unused_parts (const PoplensCompareSource *source, GString *note)
{
  static const struct {
    PoplensPart part;
    const char *title;
  } parts[] = {{POPLENS_PART_VERTICES, "vertices"},
               {POPLENS_PART_EXCHANGES, "exchanges"},
               {POPLENS_PART_VARIABLES, "variables"},
               {POPLENS_PART_LIVENESS, "liveness"}};
  gboolean lacks[POPLENS_N_SIDES];
  UnusedParts without = {0};

  for (guint p = 0; p < G_N_ELEMENTS (parts); p++) {
    for (guint s = 0; s < POPLENS_N_SIDES; s++)
      lacks[s] = poplens_report_get_absence (source->of[s], parts[p].part) != NULL;
    if (note_if_one_lacks (lacks, parts[p].title, note))
      without.parts |= POPLENS_PART_BIT (parts[p].part);
  }
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    lacks[s] = lacks_lowered_variables (source->of[s]);
  without.by_lowered = note_if_one_lacks (lacks, "tile variables", note);
  return without;
}

/* TRUE if the pair is shown as a change. A finding without bytes never is. Two findings must be of
 * the same kind. A finding of one report must be a problem or a saving: facts are neither new nor
 * gone. */
static gboolean
is_change (const PoplensComparedFindings *self, const PoplensPair *pair)
{
  const PoplensFinding *first = poplens_compared_finding (self, pair, POPLENS_FIRST);
  const PoplensFinding *second = poplens_compared_finding (self, pair, POPLENS_SECOND);
  const PoplensFinding *any = second ? second : first;

  return any->bytes && (first && second ? first->kind == second->kind
                                        : any->kind == POPLENS_FINDING_BAD ||
                                              any->kind == POPLENS_FINDING_SAVING);
}

static GArray *
pair_findings (const PoplensComparedFindings *self, const guint32 n[POPLENS_N_SIDES])
{
  g_autoptr (GPtrArray) first = g_ptr_array_new ();
  g_autoptr (GPtrArray) second = g_ptr_array_new ();
  GPtrArray *const both[] = {first, second};

  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    for (guint i = 0; i < self->of[s]->len; i++) {
      const PoplensFinding *finding = g_ptr_array_index (self->of[s], i);
      g_ptr_array_add (both[s], (gpointer) finding->key);
    }
  const char *const *const keys[] = {(const char *const *) first->pdata,
                                     (const char *const *) second->pdata};
  g_autoptr (GArray) pairs =
      poplens_pairs_match (keys, n, poplens_comparison_unlike, self->comparison);
  GArray *changes = g_array_new (FALSE, FALSE, sizeof (PoplensPair));
  for (guint p = 0; p < pairs->len; p++)
    if (is_change (self, &g_array_index (pairs, PoplensPair, p)))
      g_array_append_val (changes, g_array_index (pairs, PoplensPair, p));
  return changes;
}

static void
preload_findings (PoplensReport *report, gconstpointer without, GCancellable *cancellable)
{
  g_autoptr (GPtrArray) findings =
      load_findings (report, *(const UnusedParts *) without, cancellable, NULL);
}

gboolean
poplens_compared_findings_load (const PoplensCompareSource *source, PoplensComparedFindings *self,
                                GCancellable *cancellable, GError **error)
{
  gconstpointer memory[POPLENS_N_SIDES];
  guint32 n[POPLENS_N_SIDES];

  *self = (PoplensComparedFindings){0};
  /* Require the memory of both reports. Without it most findings would seem to be gone. */
  if (!poplens_compare_source_load (source, POPLENS_PART_MEMORY, memory, cancellable, error))
    return FALSE;
  g_autoptr (GString) note = g_string_new (NULL);
  UnusedParts without = find_unused_parts (source, note);
  self->lacks = g_strdup (note->str);
  if (!without.parts && !without.by_lowered)
    poplens_compare_source_ahead (source, preload_findings, &without, cancellable);
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    if (!(self->of[s] = load_findings (source->of[s], without, cancellable, error))) {
      poplens_compare_source_blame (source, s, error);
      return FALSE;
    }
    n[s] = self->of[s]->len;
  }
  self->comparison = poplens_comparison_new (n, 1);
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    gint64 *bytes = g_new (gint64, MAX (n[s], 1));
    for (guint i = 0; i < n[s]; i++) {
      const PoplensFinding *finding = g_ptr_array_index (self->of[s], i);
      bytes[i] = (gint64) MIN (finding->bytes, POPLENS_MOST_AMOUNT);
    }
    poplens_comparison_take (self->comparison, 0, s, bytes);
  }
  poplens_comparison_take_pairs (self->comparison, pair_findings (self, n));
  return TRUE;
}

const PoplensFinding *
poplens_compared_finding (const PoplensComparedFindings *self, const PoplensPair *pair,
                          PoplensSide side)
{
  return pair->of[side] == POPLENS_NOT_THERE ? NULL
                                             : g_ptr_array_index (self->of[side], pair->of[side]);
}

const char *
poplens_finding_became (const PoplensFinding *first, const PoplensFinding *second)
{
  if (!first || !second)
    return second ? "new" : "gone";
  if (first->bytes == second->bytes)
    return "as before";
  return second->bytes > first->bytes ? "worse" : "better";
}
