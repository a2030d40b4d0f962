/* Computes the values that the rules of a budget limit, and judges the rules. */
#include "analysis/summary/headline.h"
#include "analysis/trace/trace-costs.h"
#include "base/error.h"
#include "base/near.h"
#include "derived/headline.h"
#include "derived/time/time-source.h"
#include "derived/trace/trace-sums.h"
#include "tables/budget/budget.h"
#include "tables/engine/registry.h"

#include <math.h>
#include <string.h>

/* Maximum number of names that are compared with a misspelt name, to suggest a similar one. */
#define MOST_NAMES 2000

static void
set_unknown (PoplensBudgetRule *rule, const char *reason)
{
  rule->result = POPLENS_BUDGET_UNKNOWN;
  rule->bound = POPLENS_BUDGET_NO_VALUE;
  rule->reason = g_strdup (reason);
}

/* Judges the rule by @value. If @value is only a bound, and the exact value can be on either side
 * of the limit, the result is UNKNOWN. @missing: (nullable): why @value is not exact */
static void
set_bound (PoplensBudgetRule *rule, double value, PoplensBudgetBound bound, const char *missing)
{
  gboolean least = poplens_budget_is_least (rule->measure);
  gboolean kept = least ? value >= rule->limit : value <= rule->limit;
  gboolean decides = bound == POPLENS_BUDGET_EXACT ||
                     (bound == POPLENS_BUDGET_AT_LEAST ? kept == least : kept != least);

  rule->value = value;
  rule->bound = bound;
  rule->result = !decides ? POPLENS_BUDGET_UNKNOWN
                 : kept   ? POPLENS_BUDGET_PASS
                          : POPLENS_BUDGET_FAIL;
  rule->reason = bound == POPLENS_BUDGET_EXACT ? NULL : g_strdup (missing);
}

/* Judges the rule by an exact value. @missing: (nullable): why data is incomplete; then the result
 * is UNKNOWN */
static void
set_whole (PoplensBudgetRule *rule, double value, const char *missing)
{
  if (missing)
    set_unknown (rule, missing);
  else
    set_bound (rule, value, POPLENS_BUDGET_EXACT, NULL);
}

/* Judges the rule by a sum or a maximum. @missing: (nullable): why data is incomplete; then @value
 * is a lower bound */
static void
set_rule_value (PoplensBudgetRule *rule, double value, const char *missing)
{
  set_bound (rule, value, missing ? POPLENS_BUDGET_AT_LEAST : POPLENS_BUDGET_EXACT, missing);
}

/* Sets the rule to UNKNOWN if @wrong says that the report lacks data, or lacks the layer that the
 * rule names. FALSE with @error for any other error. @wrong: (transfer full) */
static gboolean
set_unknown_if_absent (PoplensBudgetRule *rule, GError *wrong, GError **error)
{
  g_autoptr (GError) local = wrong;

  if (!g_error_matches (local, POPLENS_ERROR, POPLENS_ERROR_ABSENT) &&
      !(rule->layer && g_error_matches (local, POPLENS_ERROR, POPLENS_ERROR_USAGE))) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  set_unknown (rule, local->message);
  return TRUE;
}

/* ---- the whole report ------------------------------------------------------------------------ */

typedef struct {
  PoplensReport *report;
  GCancellable *cancellable;
  GHashTable *tables; /* tables that rules use, by "NAME LAYER" */
  PoplensHeadlineParts parts;
  PoplensHeadline headline;
  char *no_memory; /* (nullable): why the memory of tiles is incomplete or unreliable */
  char *no_time;   /* (nullable): why executed steps are incomplete; set by find_no_time () */
} JudgedReport;

/* Returns why a capacity is unknown or unreliable. @memory: the capacity in bytes; 0: not recorded.
 * (transfer none) (nullable): NULL if it is known */
static const char *
find_no_capacity (const JudgedReport *g, guint64 memory)
{
  if (!memory)
    return "Tile capacity not recorded.";
  return g->parts.target ? g->parts.target->contradiction : NULL;
}

/* Returns the number by which the rule's bytes are divided: 1 for bytes, the capacity @memory for a
 * share. Returns 0, and sets the rule to unknown, if the capacity is not known. */
static double
find_unit (const JudgedReport *g, PoplensBudgetRule *rule, guint64 memory)
{
  const char *missing = rule->unit == POPLENS_BUDGET_BYTES ? NULL : find_no_capacity (g, memory);

  if (missing)
    set_unknown (rule, missing);
  return missing ? 0 : rule->unit == POPLENS_BUDGET_BYTES ? 1 : (double) memory;
}

/* Judges the rule by @bytes or, for a limit in percent, by @bytes as a share of @memory. @memory:
 * capacity in bytes; 0: unknown. @missing: (nullable): why data is incomplete */
static void
set_rule_bytes (const JudgedReport *g, PoplensBudgetRule *rule, double bytes, guint64 memory,
                const char *missing)
{
  double unit = find_unit (g, rule, memory);

  if (unit > 0)
    set_rule_value (rule, bytes / unit, missing);
}

/* Loads the figures of the report's headline. Parts that the report lacks are NULL. FALSE with
 * @error. */
static gboolean
judged_report_init (JudgedReport *self, PoplensReport *report, GCancellable *cancellable,
                    GError **error)
{
  *self = (JudgedReport){.report = report,
                         .cancellable = cancellable,
                         .tables = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                          (GDestroyNotify) poplens_table_unref)};
  if (!poplens_headline_load (report, POPLENS_HEADLINE_ALL, &self->parts, cancellable, error))
    return FALSE;
  poplens_headline_compute (&self->headline, self->parts.target, self->parts.memory,
                            self->parts.peak, self->parts.execution);
  if (poplens_report_get_profile_error (report))
    /* No figure is reliable now: archive.a may belong to another program, and the profile cannot be
     * read to check that. */
    self->no_memory =
        g_strdup_printf ("Cannot read the profile: %s.", poplens_report_get_profile_error (report));
  else if (self->headline.memory_incomplete)
    self->no_memory =
        poplens_archive_describe_damage (poplens_report_peek (report, POPLENS_PART_ARCHIVE));
  else
    self->no_memory = poplens_headline_describe_odd (&self->headline, self->parts.memory);
  return TRUE;
}

/* Returns why values of time are incomplete. @lists: TRUE if the value also needs lists of cycles
 * by tile. (transfer none) (nullable): NULL if they are complete */
static const char *
find_no_time (JudgedReport *self, gboolean lists)
{
  const PoplensExecution *x = poplens_report_peek (self->report, POPLENS_PART_EXECUTION);

  if (poplens_report_is_unfinished (self->report))
    return "The run is unfinished or was killed.";
  if (!x || !(poplens_execution_lacks_rows (x) || (lists && (x->n_damaged || x->n_missing))))
    return NULL;
  if (!self->no_time)
    self->no_time = poplens_execution_describe_damage (x);
  return self->no_time;
}

static void
judged_report_clear (JudgedReport *self)
{
  g_clear_pointer (&self->tables, g_hash_table_unref);
  g_free (self->no_memory);
  g_free (self->no_time);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (JudgedReport, judged_report_clear)

/* Returns the table @name, which is built once for all rules. @name: may end with the value of the
 * key "by": "trace-costs program". @layer: (nullable). (transfer none) (nullable): NULL with
 * @error */
static PoplensTable *
find_rule_table (JudgedReport *self, const char *name, const char *layer, GError **error)
{
  g_autofree char *key = g_strdup_printf ("%s %s", name, layer ? layer : "");
  PoplensTable *table = g_hash_table_lookup (self->tables, key);

  if (!table) {
    g_auto (GStrv) words = g_strsplit (name, " ", 2);
    g_autoptr (PoplensLocation) page = poplens_location_new (POPLENS_PAGE_OPERATIONS);
    g_autoptr (PoplensLocation) whole = poplens_location_with (page, "by", words[1]);
    g_autoptr (PoplensLocation) location =
        layer ? poplens_location_with (whole, "layer", layer) : poplens_location_ref (whole);
    table = poplens_tables_build (words[0], self->report, location, self->cancellable, error);
    if (table)
      g_hash_table_insert (self->tables, g_steal_pointer (&key), table);
  }
  return table;
}

/* Judges the free bytes of the fullest tile, which are negative if a tile is over capacity. */
static void
judge_free (const JudgedReport *g, PoplensBudgetRule *rule)
{
  const PoplensHeadline *h = &g->headline;
  const char *missing = find_no_capacity (g, h->tile_capacity);
  double unit = rule->unit == POPLENS_BUDGET_BYTES ? 1 : (double) h->tile_capacity;
  double left = h->tiles_over ? -(double) h->over_bytes
                              : (double) h->tile_capacity - (double) h->fullest_bytes;

  if (missing)
    set_unknown (rule, missing);
  else
    set_bound (rule, left / unit, g->no_memory ? POPLENS_BUDGET_AT_MOST : POPLENS_BUDGET_EXACT,
               g->no_memory);
}

static void
judge_memory (const JudgedReport *g, PoplensBudgetRule *rule)
{
  const PoplensHeadline *h = &g->headline;
  const char *absence = poplens_report_get_absence (g->report, POPLENS_PART_MEMORY);
  PoplensBudgetFigure figure = rule->measure->figure;

  if (!h->has_memory)
    set_unknown (rule, absence ? absence : "Memory of the tiles not recorded.");
  else if (figure == POPLENS_BUDGET_FIGURE_FREE)
    judge_free (g, rule);
  else if (figure == POPLENS_BUDGET_FIGURE_FULLEST_TILE)
    set_rule_bytes (g, rule, (double) h->fullest_bytes, h->tile_capacity, g->no_memory);
  else if (figure == POPLENS_BUDGET_FIGURE_MEMORY && g->no_memory &&
           rule->unit == POPLENS_BUDGET_SHARE)
    /* The share is unknown, because the capacity covers only the recorded tiles. */
    set_unknown (rule, g->no_memory);
  else if (figure == POPLENS_BUDGET_FIGURE_MEMORY)
    set_rule_bytes (g, rule, (double) h->total_including_gaps, h->capacity, g->no_memory);
  else if (h->fullest_bytes)
    set_whole (rule, (double) h->total_including_gaps / h->n_tiles / (double) h->fullest_bytes,
               g->no_memory);
  else
    set_unknown (rule, "The tiles are empty.");
}

/* Returns the capacity of all tiles in bytes, even if the file does not record what they contain.
 * 0: unknown. */
static guint64
all_memory (const JudgedReport *g)
{
  const PoplensTarget *target = g->parts.target;

  if (g->headline.capacity)
    return g->headline.capacity;
  return target
             ? (guint64) target->bytes_per_tile * target->tiles_per_ipu * target->ipus_per_replica
             : 0;
}

static void
judge_liveness (const JudgedReport *g, PoplensBudgetRule *rule)
{
  gboolean always = rule->measure->figure == POPLENS_BUDGET_FIGURE_ALWAYS_LIVE;
  const char *absence = poplens_report_get_absence (g->report, POPLENS_PART_LIVENESS);
  const char *missing = g->headline.always_unknown ? "Always-live memory not recorded." : NULL;

  if (!g->headline.has_peak)
    set_unknown (rule, absence ? absence : "Always-live memory not recorded.");
  else if (always && missing)
    set_unknown (rule, missing);
  else
    set_rule_bytes (g, rule,
                    (double) (always ? g->parts.peak->always_live : g->headline.peak_bytes),
                    all_memory (g), missing);
}

static gint64
get_row_number (const PoplensTable *table, guint32 row, const char *column)
{
  return poplens_table_get (table, row, (guint) poplens_table_find_column (table, column)).integer;
}

/* Judges the highest live memory of any tile. Each tile counts with its own peak. */
static gboolean
judge_tile_liveness (JudgedReport *g, PoplensBudgetRule *rule, GError **error)
{
  GError *wrong = NULL;
  const PoplensTable *table = find_rule_table (g, "liveness-tiles", NULL, &wrong);
  gboolean lacks = FALSE;
  guint32 highest = 0;
  gint64 most = -1;

  if (!table)
    return set_unknown_if_absent (rule, wrong, error);
  int bytes = poplens_table_find_column (table, "bytes");
  g_return_val_if_fail (bytes >= 0, FALSE);
  for (guint32 row = 0; row < poplens_table_n_rows (table); row++) {
    PoplensValue value = poplens_table_get (table, row, (guint) bytes);
    lacks |= value.type != POPLENS_VALUE_INT;
    if (value.type == POPLENS_VALUE_INT && value.integer > most) {
      most = value.integer;
      highest = row;
    }
  }
  if (most < 0) {
    const char *absence = poplens_report_get_absence (g->report, POPLENS_PART_LIVENESS);
    set_unknown (rule, absence ? absence : "Live memory of the tiles not recorded.");
    return TRUE;
  }
  set_rule_bytes (g, rule, (double) most, g->parts.target ? g->parts.target->bytes_per_tile : 0,
                  lacks ? "Live memory of some tiles not recorded." : NULL);
  if (rule->result == POPLENS_BUDGET_FAIL)
    rule->largest =
        poplens_budget_name_live (g->report, get_row_number (table, highest, "tile"),
                                  get_row_number (table, highest, "step"), g->cancellable);
  return TRUE;
}

/* Judges the cycles of the program, of its median iteration, or of the longest run. */
static gboolean
judge_program (JudgedReport *g, PoplensBudgetRule *rule, GError **error)
{
  PoplensProgramTime time = g->parts.time;
  PoplensBudgetFigure figure = rule->measure->figure;
  gboolean iteration = figure == POPLENS_BUDGET_FIGURE_ITERATION;
  GError *wrong = NULL;

  if (!(time.known && (time.iterations_known || !iteration)) &&
      !poplens_report_program_time (g->report, iteration, &time, g->cancellable, &wrong))
    return set_unknown_if_absent (rule, wrong, error);
  if (!time.known)
    set_unknown (rule, "No executed steps recorded.");
  else if (iteration && !time.n_iterations)
    set_unknown (rule, "No loop of the program runs twice: there are no iterations.");
  else if (iteration)
    set_whole (rule, (double) time.iteration, find_no_time (g, FALSE));
  else if (figure == POPLENS_BUDGET_FIGURE_PROGRAM)
    set_rule_value (rule, (double) time.program, find_no_time (g, FALSE));
  else if (time.run < 0)
    set_unknown (rule, "Cannot tell the runs of this report apart.");
  else
    set_rule_value (rule, (double) (time.run_to - time.run_from), find_no_time (g, FALSE));
  if (rule->result == POPLENS_BUDGET_FAIL && figure == POPLENS_BUDGET_FIGURE_RUN)
    rule->largest =
        poplens_budget_name_run (g->report, time.run, time.run_from, time.run_to, g->cancellable);
  return TRUE;
}

/* Judges the balance of tiles in steps other than waiting: Σ cycles of all tiles / (number of tiles
 * × Σ cycles of the longest tile). */
static gboolean
judge_balance (JudgedReport *g, PoplensBudgetRule *rule, GError **error)
{
  g_autoptr (GError) wrong = NULL;
  const PoplensStepSums *sums = poplens_step_sums_get (g->report, g->cancellable, &wrong);
  const PoplensExecution *x =
      sums ? poplens_report_load_execution (g->report, g->cancellable, &wrong) : NULL;
  double longest = 0, tile_cycles = 0;

  if (!x)
    return set_unknown_if_absent (rule, g_steal_pointer (&wrong), error);
  for (guint32 row = 0; row < sums->n; row++)
    if (!poplens_trace_row_waits (x, row) &&
        poplens_cycles_at (sums->tile_cycles, row) != POPLENS_NO_CYCLES) {
      longest += (double) poplens_cycles_at (sums->cycles, row);
      tile_cycles += (double) poplens_cycles_at (sums->tile_cycles, row);
    }
  if (longest > 0 && sums->tiles)
    set_whole (rule, tile_cycles / (longest * sums->tiles), find_no_time (g, TRUE));
  else
    set_unknown (rule, "No work step has cycles by tile recorded.");
  return TRUE;
}

/* Judges the share of a class of time, or of all waiting, in the program time. */
static gboolean
judge_time (JudgedReport *g, PoplensBudgetRule *rule, GError **error)
{
  const PoplensBudgetMeasure *measure = rule->measure;
  GError *wrong = NULL;
  const PoplensTime *time = poplens_report_time (g->report, g->cancellable, &wrong);
  double sum = 0;

  if (!time)
    return set_unknown_if_absent (rule, wrong, error);
  for (guint i = 0; i < time->n_ipus; i++)
    for (PoplensTimeClass c = measure->first; c <= measure->last; c++)
      sum += (double) time->ipus[i].classes[c];
  guint64 all = time->total - time->outside;
  if (all)
    set_whole (rule, sum / ((double) all * time->tiles * time->n_ipus), find_no_time (g, TRUE));
  else
    set_unknown (rule, "The program executed nothing.");
  return TRUE;
}

static gboolean
judge_cycles (JudgedReport *g, PoplensBudgetRule *rule, GError **error)
{
  const char *absence = poplens_report_get_absence (g->report, POPLENS_PART_EXECUTION);

  if (!g->headline.has_cycles) {
    set_unknown (rule, absence ? absence : "No executed steps recorded.");
    return TRUE;
  }
  switch (rule->measure->figure) {
  case POPLENS_BUDGET_FIGURE_TILE_BALANCE:
    return judge_balance (g, rule, error);
  case POPLENS_BUDGET_FIGURE_TIME:
    return judge_time (g, rule, error);
  case POPLENS_BUDGET_FIGURE_TRACE:
    set_rule_value (rule, (double) g->headline.cycles,
                    g->headline.cycles_incomplete || poplens_report_is_unfinished (g->report)
                        ? find_no_time (g, FALSE)
                        : NULL);
    return TRUE;
  default:
    return judge_program (g, rule, error);
  }
}

/* ---- named things ---------------------------------------------------------------------------- */

/* Sums of columns over the rows whose names match a rule. */
typedef struct {
  double amount, rest; /* .amount: sum of the column that the rule limits. .rest: for rules on
                          balance, sum of the column "imbalance"; for other rules 0 */
  guint32 n_things, n_known;
  guint32 worst; /* row with the largest amount or, for rules on balance, the largest imbalance */
  gint64 most;   /* amount or imbalance of the row .worst; 0 if there is no such row */
} AmountSum;

/* Returns "No matches." or, if one of @names is similar to @pattern, "No matches; did you mean
 * NAME?" (transfer full) */
static char *
explain_nothing (const char *pattern, GHashTable *names)
{
  g_autofree char **list = (char **) g_hash_table_get_keys_as_array (names, NULL);
  const char *near = poplens_near (pattern, (const char *const *) list);

  if (near)
    return g_strdup_printf ("No matches; did you mean %s?", near);
  return g_strdup ("No matches.");
}

static void
add_amount_of_row (AmountSum *sum, const PoplensTable *table, guint32 row, guint amount, int rest)
{
  PoplensValue value = poplens_table_get (table, row, amount);
  PoplensValue more = rest < 0 ? (PoplensValue){.type = POPLENS_VALUE_INT}
                               : poplens_table_get (table, row, (guint) rest);

  sum->n_things++;
  if (value.type != POPLENS_VALUE_INT || more.type != POPLENS_VALUE_INT)
    return;
  sum->n_known++;
  sum->amount += (double) value.integer;
  sum->rest += (double) more.integer;
  gint64 bad = rest < 0 ? value.integer : more.integer;
  if (bad > sum->most) {
    sum->most = bad;
    sum->worst = row;
  }
}

/* TRUE if the row is about steps without a program, such as waiting. @operation: column of
 * operation keys; −1: none. */
static gboolean
is_row_without_program (const PoplensTable *table, guint32 row, int operation)
{
  PoplensValue key =
      operation < 0 ? (PoplensValue){0} : poplens_table_get (table, row, (guint) operation);

  return key.type == POPLENS_VALUE_TEXT && g_str_equal (key.text, "no-program");
}

/* Sets .largest of a failed rule with a wildcard to the worst row. Without a wildcard the rule
 * itself names the row. */
static void
name_worst (PoplensBudgetRule *rule, const PoplensTable *table, guint label, guint amount, int rest,
            const AmountSum *sum)
{
  if (rule->result != POPLENS_BUDGET_FAIL || !strpbrk (rule->pattern, "*?") || !sum->most)
    return;
  g_autofree char *row =
      poplens_budget_row_text (table, sum->worst, label, rest < 0 ? amount : (guint) rest);
  rule->largest = g_strdup_printf ("%s%s", rest < 0 ? "" : "largest imbalance: ", row);
}

/* Judges the rule by @ours, the sums of the rows that it matches, and by @all, the sums of all
 * rows. @others: names of the other rows, to suggest a name. @missing: (nullable): why data is
 * incomplete */
static void
judge_sum (const JudgedReport *g, PoplensBudgetRule *rule, PoplensBudgetFigure figure,
           const AmountSum *ours, const AmountSum *all, GHashTable *others, const char *missing)
{
  double whole = figure == POPLENS_BUDGET_FIGURE_SHARE ? all->amount : ours->amount;

  if (!ours->n_things) {
    g_autofree char *reason = explain_nothing (rule->pattern, others);
    set_unknown (rule, reason);
  } else if (!ours->n_known || (figure != POPLENS_BUDGET_FIGURE_SUM && whole <= 0)) {
    set_unknown (rule, "Not recorded in this report.");
  } else if (figure != POPLENS_BUDGET_FIGURE_SUM) {
    set_whole (rule, (ours->amount - ours->rest) / whole, missing);
  } else if (rule->unit == POPLENS_BUDGET_SHARE) {
    set_rule_bytes (g, rule, ours->amount, all_memory (g), missing);
  } else {
    set_rule_value (rule, ours->amount, missing);
  }
}

static void
judge_rows (JudgedReport *g, PoplensBudgetRule *rule, const PoplensTable *table, guint label,
            guint amount)
{
  PoplensBudgetFigure figure = rule->measure->figure;
  gboolean is_time = poplens_table_get_column (table, amount)->unit == POPLENS_UNIT_CYCLES;
  const char *missing =
      is_time
          ? find_no_time (g, figure == POPLENS_BUDGET_FIGURE_BALANCE ||
                                 strcmp (poplens_table_get_column (table, amount)->name, "cycles"))
          : NULL;
  g_autoptr (GPatternSpec) pattern = g_pattern_spec_new (rule->pattern);
  g_autoptr (GHashTable) others = g_hash_table_new (g_str_hash, g_str_equal);
  int operation = poplens_table_find_column (table, "operation");
  int rest =
      figure == POPLENS_BUDGET_FIGURE_BALANCE ? poplens_table_find_column (table, "imbalance") : -1;
  AmountSum ours = {0}, all = {0};

  for (guint32 row = 0; row < poplens_table_n_rows (table); row++) {
    PoplensValue name = poplens_table_get (table, row, label);
    if (is_row_without_program (table, row, operation))
      continue;
    add_amount_of_row (&all, table, row, amount, rest);
    if (name.type != POPLENS_VALUE_TEXT)
      continue;
    if (g_pattern_spec_match_string (pattern, name.text))
      add_amount_of_row (&ours, table, row, amount, rest);
    else if (!ours.n_things && g_hash_table_size (others) < MOST_NAMES)
      g_hash_table_add (others, (char *) name.text);
  }
  rule->n_things = ours.n_things;
  judge_sum (g, rule, figure, &ours, &all, others, missing);
  name_worst (rule, table, label, amount, rest, &ours);
}

static gboolean
judge_things (JudgedReport *g, PoplensBudgetRule *rule, GError **error)
{
  const PoplensBudgetMeasure *measure = rule->measure;
  GError *wrong = NULL;
  const PoplensTable *table = find_rule_table (g, measure->table, rule->layer, &wrong);

  if (!table)
    return set_unknown_if_absent (rule, wrong, error);
  int label = poplens_table_find_column (table, measure->label);
  int amount = poplens_table_find_column (table, measure->amount);
  g_return_val_if_fail (label >= 0 && amount >= 0, FALSE);
  judge_rows (g, rule, table, (guint) label, (guint) amount);
  return TRUE;
}

static gboolean
judge_rule (JudgedReport *g, PoplensBudgetRule *rule, GError **error)
{
  switch (rule->measure->figure) {
  case POPLENS_BUDGET_FIGURE_FULLEST_TILE:
  case POPLENS_BUDGET_FIGURE_FREE:
  case POPLENS_BUDGET_FIGURE_MEMORY:
  case POPLENS_BUDGET_FIGURE_MEMORY_BALANCE:
    judge_memory (g, rule);
    return TRUE;
  case POPLENS_BUDGET_FIGURE_ALWAYS_LIVE:
  case POPLENS_BUDGET_FIGURE_PEAK:
    judge_liveness (g, rule);
    return TRUE;
  case POPLENS_BUDGET_FIGURE_TILE_PEAK:
    return judge_tile_liveness (g, rule, error);
  case POPLENS_BUDGET_FIGURE_SUM:
  case POPLENS_BUDGET_FIGURE_SHARE:
  case POPLENS_BUDGET_FIGURE_BALANCE:
    return judge_things (g, rule, error);
  default:
    return judge_cycles (g, rule, error);
  }
}

gboolean
poplens_budget_judge (GPtrArray *rules, PoplensReport *report, GCancellable *cancellable,
                      GError **error)
{
  g_auto (JudgedReport) judged = {0};

  if (!judged_report_init (&judged, report, cancellable, error))
    return FALSE;
  for (guint r = 0; r < rules->len; r++) {
    PoplensBudgetRule *rule = g_ptr_array_index (rules, r);
    /* The base report lacks the value, so the limit is still a percentage: keep the result UNKNOWN.
     */
    if (rule->is_growth)
      continue;
    if (!judge_rule (&judged, rule, error))
      return FALSE;
    if (rule->result == POPLENS_BUDGET_FAIL)
      poplens_budget_find_largest (rule, report, &judged.headline, cancellable);
  }
  return TRUE;
}

/* Sets the limit of a rule such as "+5 %" from the value in the base report @base. Sets the rule to
 * unknown if @base has no exact value. FALSE with @error. */
static gboolean
set_limit (JudgedReport *base, PoplensBudgetRule *rule, GError **error)
{
  g_autoptr (GPtrArray) rules = g_ptr_array_new ();

  g_ptr_array_add (rules, rule);
  g_autoptr (GPtrArray) copies = poplens_budget_copy (rules);
  PoplensBudgetRule *of_base = copies->pdata[0];
  if (!judge_rule (base, of_base, error))
    return FALSE;
  if (of_base->bound != POPLENS_BUDGET_EXACT) {
    rule->result = POPLENS_BUDGET_UNKNOWN;
    rule->reason =
        g_strdup_printf ("%s: %s", poplens_report_get_name (base->report), of_base->reason);
    return TRUE;
  }
  rule->is_growth = FALSE;
  rule->limit = of_base->value * (1 + rule->growth);
  if (rule->unit != POPLENS_BUDGET_SHARE)
    rule->limit =
        poplens_budget_is_least (rule->measure) ? ceil (rule->limit) : floor (rule->limit);
  return TRUE;
}

gboolean
poplens_budget_set_base (GPtrArray *rules, PoplensReport *base, GCancellable *cancellable,
                         GError **error)
{
  g_auto (JudgedReport) judged = {0};

  if (base && !judged_report_init (&judged, base, cancellable, error))
    return FALSE;
  for (guint r = 0; r < rules->len; r++) {
    PoplensBudgetRule *rule = g_ptr_array_index (rules, r);
    g_autofree char *title = poplens_budget_rule_title (rule);
    PoplensNumber growth;
    if (!rule->is_growth)
      continue;
    if (!base) {
      g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                   "%s: %s needs a report to grow from; use budget --against BASE", title,
                   poplens_format_signed_percent (growth, rule->growth));
      return FALSE;
    }
    if (!set_limit (&judged, rule, error))
      return FALSE;
  }
  return TRUE;
}
