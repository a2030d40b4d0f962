/* Variables of two reports: what those of the program hold, by name. */
#include "tables/compare/compare-table.h"

#include "analysis/liveness/live-step.h"
#include "tables/engine/kind-column.h"

typedef struct {
  const char *variable, *kind;
  guint32 id;
  gint64 bytes, always_live, at_peak;
} Variable;

static const PoplensColumn columns[] = {
    POPLENS_CELL (Variable, variable, "Variable", TEXT, FILE,
                  "Name of the variable (unlowered_vars.name); empty if none is recorded"),
    POPLENS_KIND_CELL (Variable, kind),
    POPLENS_CELL (Variable, bytes, "Bytes", BYTES, FILE,
                  "Allocated bytes over all tiles (var_bytes_by_eq_class)"),
    POPLENS_CELL (Variable, always_live, "Always live", BYTES, FILE,
                  "Bytes that are live at every step (part of the previous column)"),
    POPLENS_CELL (Variable, at_peak, "At the peak", BYTES, FILE,
                  "Bytes that are live at the peak step of each report"),
    {"*_id", "ID", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
     "ID of the variable, as numbered in var_bytes_by_eq_class", POPLENS_HOLDS_U32,
     POPLENS_ABSENT_MAX, G_STRUCT_OFFSET (Variable, id)},
};

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return x < y ? -1 : x > y;
}

static int
compare_variables (gconstpointer a, gconstpointer b)
{
  return compare_ids (&((const Variable *) a)->id, &((const Variable *) b)->id);
}

/* That of the id; it is there. */
static Variable *
find (GArray *rows, guint32 id)
{
  guint at = 0;

  g_array_binary_search (rows, &(Variable){.id = id}, compare_variables, &at);
  return &g_array_index (rows, Variable, at);
}

/* Those that hold anything, by id. (transfer full) GArray of Variable */
static GArray *
list_variables (const PoplensVariables *v, const PoplensKindIndex *kinds)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (Variable));
  guint32 n = v->n_class_bytes;
  g_autofree guint32 *sorted = g_memdup2 (v->class_bytes_variable, n * sizeof *sorted);

  if (n)
    qsort (sorted, n, sizeof *sorted, compare_ids);
  for (guint32 i = 0; i < n; i++) {
    Variable one = {.variable = poplens_variable_name (v, sorted[i]),
                    .kind = poplens_kind_text (kinds, v, sorted[i]),
                    .id = sorted[i],
                    .always_live = POPLENS_NO_AMOUNT,
                    .at_peak = POPLENS_NO_AMOUNT};
    if (!i || sorted[i] != sorted[i - 1])
      g_array_append_val (rows, one);
  }
  for (guint32 i = 0; i < n; i++) {
    gint64 *sum = &find (rows, v->class_bytes_variable[i])->bytes;
    *sum = MIN (*sum + poplens_base_amount (v->class_bytes[i]), POPLENS_MOST_AMOUNT);
  }
  return rows;
}

/* FALSE where the program has no steps: nothing is live at any. */
static gboolean
take_live (GArray *rows, const PoplensVariables *variables, const PoplensLiveness *liveness)
{
  guint32 peak = poplens_liveness_peak_step (liveness);

  if (peak == G_MAXUINT32)
    return FALSE;
  PoplensClassBytes *bytes = poplens_class_bytes_new (liveness, variables);
  g_autoptr (PoplensLiveStep) step = poplens_live_step_new (liveness, bytes, peak);
  for (guint i = 0; i < rows->len; i++) {
    Variable *row = &g_array_index (rows, Variable, i);
    row->always_live = row->at_peak = 0;
  }
  for (guint i = 0; i < step->variables->len; i++) {
    const PoplensStepVariable *v = &g_array_index (step->variables, PoplensStepVariable, i);
    Variable *row = find (rows, v->variable);
    row->always_live = poplens_base_amount (v->always_live);
    row->at_peak = poplens_base_amount (v->live) + row->always_live;
  }
  poplens_class_bytes_free (bytes);
  return TRUE;
}

/* ---- the peak, by kind -------------------------------------------------------------------------
 */

/* So many kinds are named, and none of less than a tenth of the largest. */
#define MOST_KINDS 3
#define LEAST_KIND 0.1

typedef struct {
  const char *kind;
  gint64 change;
} KindChange;

static void
add_to_kinds (GArray *kinds, const GArray *rows, int sign)
{
  for (guint i = 0; i < rows->len; i++) {
    const Variable *row = &g_array_index (rows, Variable, i);
    guint k = 0;
    while (k < kinds->len && g_strcmp0 (g_array_index (kinds, KindChange, k).kind, row->kind))
      k++;
    if (k == kinds->len)
      g_array_append_val (kinds, ((KindChange){row->kind, 0}));
    g_array_index (kinds, KindChange, k).change += sign * row->at_peak;
  }
}

static int
compare_kinds (gconstpointer a, gconstpointer b)
{
  gint64 x = ((const KindChange *) a)->change, y = ((const KindChange *) b)->change;

  return x < y ? 1 : -(x > y);
}

/* " At the peak: +116 KiB, of which gradient +60.1 KiB, activation +50.2 KiB." Of a rise what rose,
 * of a fall what fell. */
static void
say_peak (GString *remarks, const GArray *first, const GArray *second)
{
  g_autoptr (GArray) kinds = g_array_new (FALSE, FALSE, sizeof (KindChange));
  gint64 sum = 0;
  PoplensNumber number;

  add_to_kinds (kinds, first, -1);
  add_to_kinds (kinds, second, 1);
  for (guint k = 0; k < kinds->len; k++)
    sum += g_array_index (kinds, KindChange, k).change;
  if (!sum)
    return;
  g_string_append_printf (remarks, " At the peak: %s",
                          poplens_format_signed_bytes (number, sum, POPLENS_BYTE_UNIT_BINARY));
  g_array_sort (kinds, compare_kinds);
  gint64 largest = 0;
  for (guint k = 0, n = 0; k < kinds->len && n < MOST_KINDS; k++) {
    const KindChange *one = &g_array_index (kinds, KindChange, sum > 0 ? k : kinds->len - 1 - k);
    largest = largest ? largest : one->change;
    if ((one->change > 0) != (sum > 0) || !one->kind ||
        (double) one->change / (double) largest < LEAST_KIND)
      break;
    g_string_append_printf (
        remarks, "%s %s %s", n++ ? "," : ", of which", one->kind,
        poplens_format_signed_bytes (number, one->change, POPLENS_BYTE_UNIT_BINARY));
  }
  g_string_append_c (remarks, '.');
}

static gboolean
build_base (PoplensBases *bases, const PoplensCompareSource *source, PoplensSide side,
            const PoplensVariables *variables, GString *remarks, GArray **all,
            GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (PoplensKindIndex) kinds = poplens_kinds_at_hand (source->of[side], cancellable);
  g_autoptr (GArray) rows = list_variables (variables, kinds);
  const PoplensLiveness *liveness =
      poplens_report_load_liveness (source->of[side], cancellable, &local);

  if (!liveness && !poplens_compare_source_forgive (source, side, "Live memory", remarks, &local)) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  if (!liveness || !take_live (rows, variables, liveness))
    bases->lacks[side] = "always_live at_peak";
  else if (kinds) /* those of one side alone would say the wrong ones */
    *all = g_array_ref (rows);
  bases->of[side] = POPLENS_BASE (g_steal_pointer (&rows), columns, source->of[side]);
  return TRUE;
}

PoplensTable *
poplens_build_compare_variables (PoplensReport *report, const PoplensLocation *location,
                                 GCancellable *cancellable, GError **error)
{
  static const PoplensJoin join = {.name = "compare-variables",
                                   .title = "Changed variables",
                                   .things = "variables",
                                   .shown = "variable kind bytes always_live at_peak *_id",
                                   .match = "variable",
                                   .link = "liveness?variable=",
                                   .linked = "*_id",
                                   .adds = TRUE,
                                   .covers_all_tiles = TRUE};
  g_auto (PoplensCompareSource) source = {0};
  g_auto (PoplensBases) bases = {0};
  g_autoptr (GString) remarks = g_string_new (NULL);
  gconstpointer parts[POPLENS_N_SIDES];
  g_autoptr (GArray) first = NULL, second = NULL;

  if (!poplens_compare_source_init (&source, report, error) ||
      !poplens_compare_source_load (&source, POPLENS_PART_VARIABLES, parts, cancellable, error) ||
      !build_base (&bases, &source, POPLENS_FIRST, parts[POPLENS_FIRST], remarks, &first,
                   cancellable, error) ||
      !build_base (&bases, &source, POPLENS_SECOND, parts[POPLENS_SECOND], remarks, &second,
                   cancellable, error))
    return NULL;
  if (first && second)
    say_peak (remarks, first, second);
  return poplens_compare_table_new (&join, &bases, NULL, &source, location, remarks->str);
}
