/* Variables of two reports: what those of the program hold, by name. */
#include "tables/compare/compare-table.h"

#include "analysis/liveness/live-step.h"

enum { BYTES, ALWAYS, AT_PEAK, N_MEASURES };

static const PoplensCompareMeasure measures[] = {
    [BYTES] = {"bytes", "Bytes", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
               "Allocated bytes over all tiles (var_bytes_by_eq_class)", TRUE},
    [ALWAYS] = {"always_live", "Always live", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                "Bytes that are live at every step (part of the previous column)", TRUE},
    [AT_PEAK] = {"at_peak", "At the peak", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                 "Bytes that are live at the peak step of each report", TRUE},
};

static const PoplensColumn texts[] = {
    {"variable", "Variable", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
     "Name of the variable (unlowered_vars.name); empty if none is recorded"},
    {"first_id", "ID before", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
     "ID in the report before, as numbered in var_bytes_by_eq_class"},
    {"second_id", "ID after", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "ID in the report after"},
};

typedef struct {
  const PoplensVariables *variables;
  GArray *id;      /* guint32, rising: those that hold anything */
  GPtrArray *name; /* char*, never NULL */
} Side;

typedef struct {
  Side of[POPLENS_N_SIDES];
} Data;

static void
data_free (gpointer pointer)
{
  Data *self = pointer;

  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    g_array_unref (self->of[s].id);
    g_ptr_array_unref (self->of[s].name);
  }
  g_free (self);
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return x < y ? -1 : x > y;
}

static void
side_init (Side *self, const PoplensVariables *variables)
{
  const guint32 *all = variables->class_bytes_variable;
  guint32 n = variables->n_class_bytes;
  g_autofree guint32 *sorted = g_memdup2 (all, n * sizeof *all);

  self->variables = variables;
  self->id = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->name = g_ptr_array_new ();
  if (n)
    qsort (sorted, n, sizeof *sorted, compare_ids);
  for (guint32 i = 0; i < n; i++)
    if (!i || sorted[i] != sorted[i - 1]) {
      const char *name = poplens_variable_name (variables, sorted[i]);
      g_array_append_val (self->id, sorted[i]);
      g_ptr_array_add (self->name, (gpointer) (name ? name : ""));
    }
}

/* Where the id stands; it is there. */
static guint32
index_of (const Side *self, guint32 id)
{
  guint at;

  return g_array_binary_search (self->id, &id, compare_ids, &at) ? at : 0;
}

static gint64 *
sum_bytes (const Side *self)
{
  const PoplensVariables *v = self->variables;
  gint64 *bytes = g_new0 (gint64, MAX (self->id->len, 1));

  for (guint32 i = 0; i < v->n_class_bytes; i++) {
    gint64 *sum = &bytes[index_of (self, v->class_bytes_variable[i])];
    *sum = MIN (*sum + (gint64) MIN (v->class_bytes[i], POPLENS_MOST_AMOUNT), POPLENS_MOST_AMOUNT);
  }
  return bytes;
}

/* Where the program has no steps, nothing is live at any. */
static void
take_live (PoplensComparison *comparison, PoplensSide side, const Side *self,
           const PoplensLiveness *liveness)
{
  guint32 peak = poplens_liveness_peak_step (liveness);

  if (peak == G_MAXUINT32)
    return;
  PoplensClassBytes *bytes = poplens_class_bytes_new (liveness, self->variables);
  g_autoptr (PoplensLiveStep) step = poplens_live_step_new (liveness, bytes, peak);
  gint64 *always = g_new0 (gint64, MAX (self->id->len, 1));
  gint64 *at_peak = g_new0 (gint64, MAX (self->id->len, 1));
  for (guint i = 0; i < step->variables->len; i++) {
    const PoplensStepVariable *v = &g_array_index (step->variables, PoplensStepVariable, i);
    guint32 at = index_of (self, v->variable);
    always[at] = (gint64) MIN (v->always_live, POPLENS_MOST_AMOUNT);
    at_peak[at] = (gint64) MIN (v->live, POPLENS_MOST_AMOUNT) + always[at];
  }
  poplens_class_bytes_free (bytes);
  poplens_comparison_take (comparison, ALWAYS, side, always);
  poplens_comparison_take (comparison, AT_PEAK, side, at_peak);
}

static void
text (gconstpointer data, const PoplensPair *pair, guint column, PoplensValue *value)
{
  const Data *self = data;
  PoplensSide side = column == 0   ? pair->of[POPLENS_FIRST] == POPLENS_NOT_THERE
                     : column == 1 ? POPLENS_FIRST
                                   : POPLENS_SECOND;
  guint32 at = pair->of[side];

  if (at == POPLENS_NOT_THERE)
    return;
  guint32 id = g_array_index (self->of[side].id, guint32, at);
  if (column == 0)
    poplens_cell_text (value, poplens_variable_name (self->of[side].variables, id));
  else if (id != POPLENS_NO_VARIABLE)
    poplens_cell_int (value, id);
}

static char *
link_of (gconstpointer data, guint32 thing)
{
  const Data *self = data;
  guint32 id = g_array_index (self->of[POPLENS_FIRST].id, guint32, thing);

  return id == POPLENS_NO_VARIABLE ? NULL : g_strdup_printf ("liveness?variable=%u", id);
}

static gboolean
take_side (PoplensComparison *comparison, PoplensSide side, const Data *data,
           const PoplensCompareSource *source, GString *remarks, GCancellable *cancellable,
           GError **error)
{
  g_autoptr (GError) local = NULL;
  const PoplensLiveness *liveness =
      poplens_report_load_liveness (source->of[side], cancellable, &local);

  poplens_comparison_take (comparison, BYTES, side, sum_bytes (&data->of[side]));
  if (liveness)
    take_live (comparison, side, &data->of[side], liveness);
  else if (!poplens_compare_source_forgive (source, side, "Live memory", remarks, &local)) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  return TRUE;
}

PoplensTable *
poplens_build_compare_variables (PoplensReport *report, const PoplensLocation *location,
                                 GCancellable *cancellable, GError **error)
{
  g_auto (PoplensCompareSource) source = {0};
  g_autoptr (GString) remarks = g_string_new (NULL);
  gconstpointer parts[POPLENS_N_SIDES];
  guint32 n[POPLENS_N_SIDES];

  if (!poplens_compare_source_init (&source, report, error) ||
      !poplens_compare_source_load (&source, POPLENS_PART_VARIABLES, parts, cancellable, error))
    return NULL;
  Data *data = g_new0 (Data, 1);
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    side_init (&data->of[s], parts[s]);
    n[s] = data->of[s].id->len;
  }
  const char *const *const keys[] = {(const char *const *) data->of[POPLENS_FIRST].name->pdata,
                                     (const char *const *) data->of[POPLENS_SECOND].name->pdata};
  PoplensComparison *comparison = poplens_comparison_new (n, N_MEASURES);
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    if (!take_side (comparison, s, data, &source, remarks, cancellable, error)) {
      poplens_comparison_free (comparison);
      data_free (data);
      return NULL;
    }
  poplens_comparison_take_pairs (
      comparison, poplens_pairs_match (keys, n, poplens_comparison_unlike, comparison));
  const PoplensCompareThings things = {.name = "compare-variables",
                                       .title = "Changed variables",
                                       .things = "variables",
                                       .texts = texts,
                                       .n_texts = G_N_ELEMENTS (texts),
                                       .n_leading = 1,
                                       .text = text,
                                       .link = link_of,
                                       .data = data,
                                       .free_data = data_free,
                                       .measures = measures,
                                       .n_measures = N_MEASURES,
                                       .covers_all_tiles = TRUE,
                                       .remarks = remarks->str};
  return poplens_compare_table_new (&things, comparison, &source, location);
}
