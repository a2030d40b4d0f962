/* What a report says of each rule of a budget. */
#include "analysis/headline.h"
#include "analysis/trace-costs.h"
#include "base/error.h"
#include "cli/budget.h"
#include "tables/registry.h"
#include "tables/trace-sums.h"

#include <string.h>

static void
set_unknown (PoplensBudgetRule *rule, const char *reason)
{
  rule->result = POPLENS_BUDGET_UNKNOWN;
  rule->reason = g_strdup (reason);
}

static void
set_value (PoplensBudgetRule *rule, double value)
{
  guint n;
  gboolean least = g_str_has_prefix (poplens_budget_measures (&n)[rule->measure].name, "min-");

  rule->value = value;
  rule->result = (least ? value >= rule->limit : value <= rule->limit) ? POPLENS_BUDGET_PASS
                                                                       : POPLENS_BUDGET_FAIL;
}

/* TRUE where only something is absent, which is said of the rule. */
static gboolean
forgive (PoplensBudgetRule *rule, GError *wrong, GError **error)
{
  g_autoptr (GError) local = wrong;

  if (!g_error_matches (local, POPLENS_ERROR, POPLENS_ERROR_ABSENT)) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  set_unknown (rule, local->message);
  return TRUE;
}

/* ---- the whole report --------------------------------------------------------------------------
 */

typedef struct {
  PoplensReport *report;
  const PoplensTarget *target;
  const PoplensMemory *memory;
  const PoplensPeak *peak;
  const PoplensExecution *execution;
  PoplensHeadline headline;
} Ground;

/* Parts that are absent are NULL. */
static gboolean
ground_init (Ground *self, PoplensReport *report, GError **error)
{
  GError *wrong[4] = {0};
  gboolean good = TRUE;

  *self = (Ground){.report = report};
  self->target = poplens_report_load_target (report, NULL, &wrong[0]);
  self->memory = poplens_report_load_memory_brief (report, NULL, &wrong[1]);
  self->peak = poplens_report_load_peak (report, NULL, &wrong[2]);
  self->execution = poplens_report_load_execution_brief (report, NULL, &wrong[3]);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    if (good && wrong[i] && !g_error_matches (wrong[i], POPLENS_ERROR, POPLENS_ERROR_ABSENT)) {
      g_propagate_error (error, g_steal_pointer (&wrong[i]));
      good = FALSE;
    }
    g_clear_error (&wrong[i]);
  }
  if (good)
    poplens_headline_compute (&self->headline, self->target, self->memory, self->peak,
                              self->execution);
  return good;
}

static void
judge_memory (const Ground *g, PoplensBudgetRule *rule, const char *name)
{
  const PoplensHeadline *h = &g->headline;
  const char *absence = poplens_report_get_absence (g->report, POPLENS_PART_MEMORY);
  gboolean is_free = g_str_equal (name, "min-free-memory");
  double left = (double) h->tile_capacity - (double) h->fullest_bytes;

  if (!h->has_memory)
    set_unknown (rule, absence ? absence : "The report does not say what its tiles hold.");
  else if (is_free && !h->tile_capacity)
    set_unknown (rule, "The report does not say how much memory a tile has.");
  else if (is_free)
    set_value (rule, rule->unit == POPLENS_BUDGET_SHARE ? left / (double) h->tile_capacity : left);
  else if (g_str_equal (name, "max-tile-memory"))
    set_value (rule, (double) h->fullest_bytes);
  else if (g_str_equal (name, "max-memory"))
    set_value (rule, (double) h->total_including_gaps);
  else if (h->fullest_bytes)
    set_value (rule, (double) h->total_including_gaps / h->n_tiles / (double) h->fullest_bytes);
  else
    set_unknown (rule, "Its tiles hold nothing.");
}

static void
judge_liveness (const Ground *g, PoplensBudgetRule *rule, const char *name)
{
  const char *absence = poplens_report_get_absence (g->report, POPLENS_PART_LIVENESS);

  if (!g->headline.has_peak || g->headline.always_unknown)
    set_unknown (rule, absence ? absence : "The report does not say what is always live.");
  else
    set_value (rule, (double) (g_str_equal (name, "max-always-live") ? g->peak->always_live
                                                                     : g->headline.peak_bytes));
}

/* Over the rows of steps that do not wait: Σ tile cycles over tiles × Σ longest. */
static gboolean
judge_balance (const Ground *g, PoplensBudgetRule *rule, GError **error)
{
  g_autoptr (GError) wrong = NULL;
  g_autoptr (PoplensStepSums) sums = poplens_step_sums_get (g->report, NULL, &wrong);
  const PoplensExecution *x = sums ? poplens_report_load_execution (g->report, NULL, &wrong) : NULL;
  double longest = 0, tile_cycles = 0;

  if (!x)
    return forgive (rule, g_steal_pointer (&wrong), error);
  for (guint32 row = 0; row < sums->n; row++)
    if (!poplens_trace_row_waits (x, row) && sums->tile_cycles[row] != POPLENS_NO_CYCLES) {
      longest += (double) sums->cycles[row];
      tile_cycles += (double) sums->tile_cycles[row];
    }
  if (longest > 0 && sums->tiles)
    set_value (rule, tile_cycles / (longest * sums->tiles));
  else
    set_unknown (rule, "No step that works says how long its tiles took.");
  return TRUE;
}

static gboolean
judge_cycles (const Ground *g, PoplensBudgetRule *rule, const char *name, GError **error)
{
  const char *absence = poplens_report_get_absence (g->report, POPLENS_PART_EXECUTION);

  if (!g->headline.has_cycles)
    set_unknown (rule, absence ? absence : "The report has no executed steps.");
  else if (g_str_equal (name, "min-tile-balance"))
    return judge_balance (g, rule, error);
  else
    set_value (rule, g_str_equal (name, "max-cycles") ? (double) g->headline.cycles
                                                      : g->headline.waiting_share);
  return TRUE;
}

static gboolean
judge_whole (const Ground *g, PoplensBudgetRule *rule, const char *name, GError **error)
{
  if (g_str_equal (name, "max-always-live") || g_str_equal (name, "max-peak-liveness"))
    judge_liveness (g, rule, name);
  else if (strstr (name, "memory"))
    judge_memory (g, rule, name);
  else
    return judge_cycles (g, rule, name, error);
  return TRUE;
}

/* ---- things with a name ------------------------------------------------------------------------
 */

/* Which table tells of a kind, its name's column and the column of each measure. */
static const struct {
  const char *kind, *name; /* "max-…" */
  const char *table, *label, *amount;
  gboolean share; /* of the column's sum */
} tellers[] = {
    {"program", "max-cycles", "trace-by-program", "name", "cycles", FALSE},
    {"program", "max-share", "trace-by-program", "name", "cycles", TRUE},
    {"compute-set", "max-cycles", "trace-by-compute-set", "name", "cycles", FALSE},
    {"compute-set", "max-share", "trace-by-compute-set", "name", "cycles", TRUE},
    {"operation", "max-cycles", "operations", "name", "tile_cycles", FALSE},
    {"operation", "max-share", "operations", "name", "tile_cycles", TRUE},
    {"operation", "max-bytes", "operations", "name", "peak_bytes", FALSE},
    {"category", "max-bytes", "memory-categories", "key", "total", FALSE},
    {"category", "max-share", "memory-categories", "key", "total", TRUE},
    {"variable", "max-bytes", "variables", "variable", "most", FALSE},
};

static void
judge_rows (PoplensBudgetRule *rule, const PoplensTable *table, guint label, guint amount,
            gboolean share)
{
  g_autoptr (GPatternSpec) pattern = g_pattern_spec_new (rule->pattern);
  int operation = poplens_table_find_column (table, "operation");
  double sum = 0, all = 0;
  guint32 known = 0;

  for (guint32 row = 0; row < poplens_table_n_rows (table); row++) {
    PoplensValue name = poplens_table_get (table, row, label);
    PoplensValue value = poplens_table_get (table, row, amount);
    double number = value.type == POPLENS_VALUE_INT ? (double) value.integer : 0;
    PoplensValue key =
        operation < 0 ? (PoplensValue){0} : poplens_table_get (table, row, (guint) operation);
    if (key.type == POPLENS_VALUE_TEXT && g_str_equal (key.text, "no-program"))
      continue; /* these wait */
    all += number;
    if (name.type != POPLENS_VALUE_TEXT || !g_pattern_spec_match_string (pattern, name.text))
      continue;
    rule->n_things++;
    known += value.type == POPLENS_VALUE_INT;
    sum += number;
  }
  if (!rule->n_things)
    set_unknown (rule, "The report has nothing of that name.");
  else if (!known || (share && all <= 0))
    set_unknown (rule, "The report does not record it.");
  else
    set_value (rule, share ? sum / all : sum);
}

static gboolean
judge_things (PoplensBudgetRule *rule, const PoplensBudgetMeasure *measure, PoplensReport *report,
              GError **error)
{
  for (guint t = 0; t < G_N_ELEMENTS (tellers); t++) {
    g_autoptr (GError) wrong = NULL;
    if (strcmp (tellers[t].kind, measure->kind) || strcmp (tellers[t].name, measure->name))
      continue;
    g_autoptr (PoplensTable) table =
        poplens_tables_build (tellers[t].table, report, NULL, NULL, &wrong);
    if (!table)
      return forgive (rule, g_steal_pointer (&wrong), error);
    int label = poplens_table_find_column (table, tellers[t].label);
    int amount = poplens_table_find_column (table, tellers[t].amount);
    g_return_val_if_fail (label >= 0 && amount >= 0, FALSE);
    judge_rows (rule, table, (guint) label, (guint) amount, tellers[t].share);
    return TRUE;
  }
  g_return_val_if_reached (FALSE);
}

gboolean
poplens_budget_judge (GPtrArray *rules, PoplensReport *report, GError **error)
{
  Ground ground;
  guint n;
  const PoplensBudgetMeasure *measures = poplens_budget_measures (&n);

  if (!ground_init (&ground, report, error))
    return FALSE;
  for (guint r = 0; r < rules->len; r++) {
    PoplensBudgetRule *rule = g_ptr_array_index (rules, r);
    const PoplensBudgetMeasure *measure = &measures[rule->measure];
    if (!(measure->kind ? judge_things (rule, measure, report, error)
                        : judge_whole (&ground, rule, measure->name, error)))
      return FALSE;
  }
  return TRUE;
}
