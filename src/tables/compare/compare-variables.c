/* Variables of two reports: what those of the program hold, by name. */
#include "tables/compare/compare-table.h"

#include "analysis/liveness/live-step.h"
#include "derived/compare/compare-headline.h"
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
                  "Bytes that are live at the peak step of each report (always-live ones too, "
                  "unless Show Always Live is off)"),
    {"id", "ID", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
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
take_live (GArray *rows, const PoplensVariables *variables, const PoplensLiveness *liveness,
           gboolean with_always)
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
    row->at_peak = poplens_base_amount (v->live) + (with_always ? row->always_live : 0);
  }
  poplens_class_bytes_free (bytes);
  return TRUE;
}

static gboolean
build_base (PoplensBases *bases, const PoplensCompareSource *source, PoplensSide side,
            const PoplensVariables *variables, gboolean with_always, GCancellable *cancellable,
            GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (PoplensKindIndex) kinds = poplens_kinds_at_hand (source->of[side], cancellable);
  g_autoptr (GArray) rows = list_variables (variables, kinds);
  const PoplensLiveness *liveness =
      poplens_report_load_liveness (source->of[side], cancellable, &local);

  if (!liveness && !poplens_compare_source_forgive (source, side, &bases->why[side], &local)) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  if (!liveness || !take_live (rows, variables, liveness, with_always))
    bases->lacks[side] = "always_live at_peak";
  bases->of[side] = POPLENS_BASE (g_steal_pointer (&rows), columns, source->of[side]);
  return TRUE;
}

/* What variables hold is recorded with liveness: without, none is added or removed. */
static gboolean
require_bytes (const PoplensCompareSource *source, const gconstpointer variables[POPLENS_N_SIDES],
               GError **error)
{
  gboolean has[POPLENS_N_SIDES];
  const char *why = NULL;

  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    const char *absence = poplens_report_get_absence (source->of[s], POPLENS_PART_LIVENESS);
    has[s] = !absence || ((const PoplensVariables *) variables[s])->n_class_bytes;
    why = has[s] ? why : absence;
  }
  return poplens_compare_source_require (source, has, why, error);
}

static PoplensTable *
compare_variables_of_two (const PoplensJoin *join, PoplensReport *report,
                          const PoplensLocation *location, GCancellable *cancellable,
                          GError **error)
{
  /* The page of the table draws the same, and has the switch. */
  gboolean with_always = !location || poplens_location_get_bool (location, "always-live", TRUE);
  PoplensJoin shown = *join;
  g_auto (PoplensCompareSource) source = {0};
  g_auto (PoplensBases) bases = {0};
  g_autoptr (GString) remarks = g_string_new (NULL);
  gconstpointer parts[POPLENS_N_SIDES];
  gint64 at_peak;

  if (!with_always)
    shown.shown = "variable kind at_peak id*";
  if (!poplens_compare_source_init (&source, report, error) ||
      !poplens_compare_source_load (&source, POPLENS_PART_VARIABLES, parts, cancellable, error) ||
      !require_bytes (&source, parts, error))
    return NULL;
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    if (!build_base (&bases, &source, s, parts[s], with_always, cancellable, error))
      return NULL;
  g_autofree char *why = poplens_compared_peak_why (&source, with_always, POPLENS_BYTE_UNIT_BINARY,
                                                    &at_peak, cancellable);
  PoplensNumber number;
  if (at_peak)
    g_string_append_printf (remarks, " %s the peak: %s.%s%s",
                            with_always ? "At" : "Not always live at",
                            poplens_format_signed_bytes (number, at_peak, POPLENS_BYTE_UNIT_BINARY),
                            why ? " " : "", why ? why : "");
  return poplens_compare_table_new (&shown, &bases, NULL, &source, location, remarks->str);
}

const PoplensJoin poplens_join_variables = {.name = "variables",
                                            .title = "Variables",
                                            .things = "variables",
                                            .keys = "always-live",
                                            .build = compare_variables_of_two,
                                            .shown = "variable kind bytes always_live at_peak id*",
                                            .match = "variable",
                                            .link = "liveness?variable=",
                                            .linked = "id",
                                            .adds = TRUE,
                                            .covers_all_tiles = TRUE};
