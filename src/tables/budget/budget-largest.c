/* Names what contributes most to a figure that breaks its limit: a tile, step, program, IPU or
 * cause. */
#include "analysis/time/time.h"
#include "analysis/time/time-path.h"
#include "analysis/trace/trace-costs.h"
#include "base/format.h"
#include "derived/programs/program-location.h"
#include "derived/time/time-source.h"
#include "derived/trace/trace-last-source.h"
#include "model/cycle-range.h"
#include "tables/budget/budget.h"
#include "tables/engine/registry.h"

#include <string.h>

/* ---- classes of time ------------------------------------------------------------------------- */

typedef struct {
  PoplensReport *report;
  GCancellable *cancellable;
  const PoplensTime *time;
  PoplensTimeClass first, last; /* first and last of the time classes that the rule sums */
  guint64 program;              /* length of the program in cycles */
} BlameQuery;

static guint64
sum_blamed_classes (const BlameQuery *asked, const guint64 classes[POPLENS_N_TIMES])
{
  guint64 sum = 0;

  for (PoplensTimeClass c = asked->first; c <= asked->last; c++)
    sum += classes[c];
  return sum;
}

/* Formats @tile_cycles as a share of all tile cycles of @n IPUs during the program. */
static const char *
format_share (const BlameQuery *asked, PoplensNumber number, guint64 tile_cycles, guint n)
{
  return poplens_format_percent (number, (double) tile_cycles /
                                             ((double) asked->program * asked->time->tiles * n));
}

/* Adds a text to @says that names the IPU with most cycles in the rule's time classes. Adds nothing
 * if there is only one IPU, or if several IPUs share the maximum. */
static void
add_largest_ipu (const BlameQuery *asked, GPtrArray *says)
{
  const PoplensTimeIpu *most = NULL;
  guint64 highest = 0;
  PoplensNumber number;

  for (guint i = 0; i < asked->time->n_ipus; i++) {
    guint64 sum = sum_blamed_classes (asked, asked->time->ipus[i].classes);
    if (sum < highest)
      continue;
    most = sum > highest ? &asked->time->ipus[i] : NULL;
    highest = sum;
  }
  if (most && asked->time->n_ipus > 1)
    g_ptr_array_add (says, g_strdup_printf ("IPU %u has most, %s of its time", most->ipu,
                                            format_share (asked, number, highest, 1)));
}

/* If the rule sums several time classes, adds a text to @says that names the largest one. Returns
 * the largest class. */
static PoplensTimeClass
add_time_cause (const BlameQuery *asked, GPtrArray *says)
{
  guint64 sums[POPLENS_N_TIMES] = {0};
  PoplensNumber number;

  if (asked->first == asked->last)
    return asked->first;
  for (guint i = 0; i < asked->time->n_ipus; i++)
    for (PoplensTimeClass c = asked->first; c <= asked->last; c++)
      sums[c] += asked->time->ipus[i].classes[c];
  PoplensTimeClass most = poplens_time_largest_class (sums);
  if (most < POPLENS_N_TIMES)
    g_ptr_array_add (
        says, g_strdup_printf ("largest cause: %s, %s", poplens_time_class_title (most),
                               format_share (asked, number, sums[most], asked->time->n_ipus)));
  return most;
}

/* Adds a text to @says that names the IPU for which the other IPUs wait longest. */
static void
add_awaited_ipu (const BlameQuery *asked, GPtrArray *says)
{
  const PoplensTime *time = asked->time;
  g_autoptr (GArray) waits = poplens_time_waits (time, 0, time->total);
  g_autofree guint64 *cycles = g_new0 (guint64, time->n_ipus);
  guint most = 0;
  PoplensNumber number;

  for (guint w = 0; w < waits->len; w++) {
    const PoplensTimeWait *wait = &g_array_index (waits, PoplensTimeWait, w);
    cycles[wait->last] += wait->cycles;
  }
  for (guint i = 1; i < time->n_ipus; i++)
    if (cycles[i] > cycles[most])
      most = i;
  if (waits->len)
    g_ptr_array_add (says, g_strdup_printf ("IPU most waited for: %u, %s cycles of all others",
                                            time->ipus[most].ipu,
                                            poplens_format_count (number, cycles[most])));
}

/* Adds a text to @says that names the tile with the largest total imbalance. Adds nothing if no
 * cycles by tile were recorded. */
static void
add_largest_tile (const BlameQuery *asked, GPtrArray *says)
{
  g_autofree char *note = NULL;
  PoplensStragglers *all =
      poplens_report_stragglers (asked->report, NULL, &note, asked->cancellable, NULL);
  guint32 most = 0;
  PoplensNumber number;

  if (!all)
    return;
  for (guint32 t = 1; t < all->n_tiles; t++)
    if (all->stragglers[t].waste > all->stragglers[most].waste)
      most = t;
  if (all->n_tiles && all->tiles && all->stragglers[most].waste) {
    guint64 cycles = (all->stragglers[most].waste + all->tiles / 2) / all->tiles;
    g_ptr_array_add (says, g_strdup_printf ("tile most waited for: %u, %s cycles over the mean",
                                            most, poplens_format_count (number, cycles)));
  }
  poplens_stragglers_free (all);
}

/* TRUE for syncs, which are not named as a cause: in a sync, tiles wait for another step. */
static gboolean
is_sync_group (const PoplensExecution *x, const PoplensTraceGroupCost *group)
{
  PoplensStepKind kind = x->type_kind[group->type];

  return kind == POPLENS_STEP_SYNC || kind == POPLENS_STEP_SANS || kind == POPLENS_STEP_SYNC_ANS;
}

/* Returns the program with most cycles in the rule's time classes. @cycles: (out): number of these
 * cycles. (nullable): NULL if no program has such cycles */
static const PoplensTraceGroupCost *
find_costliest_group (const BlameQuery *asked, const GArray *groups, PoplensTimeClasses *classes,
                      guint64 *cycles)
{
  const PoplensTraceGroupCost *most = NULL;

  *cycles = 0;
  for (guint g = 0; g < groups->len; g++) {
    const PoplensTraceGroupCost *group = &g_array_index (groups, PoplensTraceGroupCost, g);
    guint64 sum = sum_blamed_classes (asked, classes[g]);
    if (group->program == POPLENS_NO_PROGRAM || is_sync_group (asked->time->execution, group) ||
        sum <= *cycles)
      continue;
    most = group;
    *cycles = sum;
  }
  return most;
}

/* Adds a text to @says that names the program with most cycles in the rule's time classes. */
static void
add_largest_program (const BlameQuery *asked, GPtrArray *says)
{
  const PoplensExecution *x = asked->time->execution;
  const PoplensPrograms *programs =
      poplens_report_load_programs (asked->report, asked->cancellable, NULL);
  PoplensWork work = poplens_work_of (asked->cancellable);
  g_autoptr (GArray) groups = NULL;
  g_autofree guint32 *of_step = poplens_trace_group_steps (x, &groups, &work);
  g_autofree guint32 *owner = g_new (guint32, MAX (x->n_rows, 1));
  PoplensNumber number;
  guint64 cycles;

  for (guint32 row = 0; of_step && row < x->n_rows; row++)
    owner[row] = of_step[x->row_step[row]];
  g_autofree PoplensTimeClasses *classes =
      of_step ? poplens_time_by_owner (asked->time, owner, groups->len, &work) : NULL;
  const PoplensTraceGroupCost *most =
      classes ? find_costliest_group (asked, groups, classes, &cycles) : NULL;
  if (!most)
    return;
  const char *name = poplens_program_name_text (programs, most->program);
  g_autofree char *title = poplens_program_title (programs, most->program);
  g_ptr_array_add (says,
                   g_strdup_printf ("program with most: %s, %s", name && *name ? name : title,
                                    format_share (asked, number, cycles, asked->time->n_ipus)));
}

/* Returns "IPU 1 has most, 47.7 % of its time; largest cause: Idle tiles, 20.4 %; …", with shares
 * of program time. (transfer full) (nullable): NULL if there is nothing to name */
static char *
budget_name_time (const PoplensBudgetMeasure *measure, PoplensReport *report,
                  GCancellable *cancellable)
{
  const PoplensTime *time = poplens_report_time (report, cancellable, NULL);
  BlameQuery asked = {report,         cancellable,   time,
                      measure->first, measure->last, time ? time->total - time->outside : 0};
  g_autoptr (GPtrArray) says = g_ptr_array_new_with_free_func (g_free);

  if (!asked.program)
    return NULL;
  add_largest_ipu (&asked, says);
  PoplensTimeClass cause = add_time_cause (&asked, says);
  if (cause == POPLENS_TIME_ANOTHER_IPU)
    add_awaited_ipu (&asked, says);
  if (cause == POPLENS_TIME_UNEQUAL)
    add_largest_tile (&asked, says);
  add_largest_program (&asked, says);
  g_ptr_array_add (says, NULL);
  return says->len > 1 ? g_strjoinv ("; ", (char **) says->pdata) : NULL;
}

/* ---- tiles, programs, runs ------------------------------------------------------------------- */

char *
poplens_budget_row_text (const PoplensTable *table, guint32 row, guint label, guint amount)
{
  const char *name = poplens_table_get (table, row, label).text;
  guint64 most = (guint64) poplens_table_get (table, row, amount).integer;
  PoplensNumber number;

  if (poplens_table_get_column (table, amount)->unit == POPLENS_UNIT_BYTES)
    return g_strdup_printf ("%s, %s", name,
                            poplens_format_bytes (number, most, POPLENS_BYTE_UNIT_BINARY));
  return g_strdup_printf ("%s, %s cycles", name, poplens_format_count (number, most));
}

/* Condition on rows of a table: the text in column .key matches the wildcard .pattern. */
typedef struct {
  const char *key, *pattern;
} PatternOfKey;

static gboolean
row_matches_pattern (const PoplensTable *table, guint32 row, int key, GPatternSpec *pattern)
{
  PoplensValue value;

  if (!pattern)
    return TRUE;
  value = poplens_table_get (table, row, (guint) key);
  return value.type == POPLENS_VALUE_TEXT && g_pattern_spec_match_string (pattern, value.text);
}

/* Describes the row with the largest value in column @amount: "weights, 35.4 KiB". @only:
 * (nullable): condition on rows. (transfer full) (nullable): NULL if no value is above 0 */
static char *
describe_largest_row (const PoplensTable *table, const char *label, const char *amount,
                      const PatternOfKey *only)
{
  g_autoptr (GPatternSpec) pattern = only ? g_pattern_spec_new (only->pattern) : NULL;
  int key = only ? poplens_table_find_column (table, only->key) : -1;
  int of = poplens_table_find_column (table, label);
  int most = poplens_table_find_column (table, amount);
  guint32 found = G_MAXUINT32;
  gint64 largest = 0;

  g_return_val_if_fail (of >= 0 && most >= 0 && (!only || key >= 0), NULL);
  for (guint32 row = 0; row < poplens_table_n_rows (table); row++) {
    PoplensValue value = poplens_table_get (table, row, (guint) most);
    PoplensValue text = poplens_table_get (table, row, (guint) of);
    if (value.type != POPLENS_VALUE_INT || value.integer <= largest ||
        text.type != POPLENS_VALUE_TEXT || !*text.text ||
        !row_matches_pattern (table, row, key, pattern))
      continue;
    largest = value.integer;
    found = row;
  }
  return found == G_MAXUINT32 ? NULL
                              : poplens_budget_row_text (table, found, (guint) of, (guint) most);
}

/* Builds a table and describes its largest row: "largest variable: weights, 35.4 KiB". (transfer
 * full) (nullable): NULL if the table cannot be built or has no value above 0 */
static char *
name_largest_row (PoplensReport *report, const char *table_name, const PoplensLocation *location,
                  const char *what, const char *label, const char *amount, const PatternOfKey *only,
                  GCancellable *cancellable)
{
  g_autoptr (PoplensTable) table =
      poplens_tables_build (table_name, report, location, cancellable, NULL);
  g_autofree char *row = table ? describe_largest_row (table, label, amount, only) : NULL;

  return row ? g_strdup_printf ("%s: %s", what, row) : NULL;
}

/* Joins two texts by "; ". @first, @second: (nullable) (transfer full). (transfer full) (nullable):
 * NULL if both texts are NULL */
static char *
join_sentences (char *first, char *second)
{
  g_autofree char *one = first;
  g_autofree char *two = second;

  if (!one || !two)
    return one ? g_steal_pointer (&one) : g_steal_pointer (&two);
  return g_strdup_printf ("%s; %s", one, two);
}

static char *
tile_variable (PoplensReport *report, guint32 tile, const PatternOfKey *only,
               GCancellable *cancellable)
{
  g_autofree char *number = g_strdup_printf ("%u", tile);
  g_autoptr (PoplensLocation) page = poplens_location_new (POPLENS_PAGE_MEMORY);
  g_autoptr (PoplensLocation) place = poplens_location_with (page, "tile", number);

  return name_largest_row (report, "tile-variables", place, "its largest variable", "name", "size",
                           only, cancellable);
}

/* Returns "tile 5, 622 KiB; mean 400 KiB; its largest variable: …": the fullest tile and the mean
 * of all tiles. (transfer full) */
static char *
name_fullest_tile (PoplensReport *report, const PoplensHeadline *h, GCancellable *cancellable)
{
  PoplensNumber most, mean;

  return join_sentences (
      g_strdup_printf ("tile %u, %s; mean %s", h->fullest_tile,
                       poplens_format_bytes (most, h->fullest_bytes, POPLENS_BYTE_UNIT_BINARY),
                       poplens_format_bytes (mean, h->total_including_gaps / h->n_tiles,
                                             POPLENS_BYTE_UNIT_BINARY)),
      tile_variable (report, h->fullest_tile, NULL, cancellable));
}

/* Describes the tile with most bytes of the categories that @only matches: its number, bytes and
 * largest variable. (transfer full) (nullable): NULL if no tile has such bytes */
static char *
name_category_tile (PoplensReport *report, const PatternOfKey *only, GCancellable *cancellable)
{
  const PoplensMemory *memory = poplens_report_load_memory (report, cancellable, NULL);
  g_autoptr (GPatternSpec) pattern = g_pattern_spec_new (only->pattern);
  g_autofree guint64 *bytes = memory ? g_new0 (guint64, MAX (memory->n_tiles, 1)) : NULL;
  guint32 most = 0;
  PoplensNumber number;

  for (guint c = 0; memory && c < memory->categories->len; c++) {
    const PoplensCategory *category = memory->categories->pdata[c];
    if (g_pattern_spec_match_string (pattern, category->name))
      for (guint32 t = 0; t < memory->n_tiles; t++)
        bytes[t] += poplens_category_bytes (category, t);
  }
  for (guint32 t = 1; memory && t < memory->n_tiles; t++)
    if (bytes[t] > bytes[most])
      most = t;
  if (!memory || !memory->n_tiles || !bytes[most])
    return NULL;
  return join_sentences (
      g_strdup_printf ("tile %u has most, %s", memory->tile[most],
                       poplens_format_bytes (number, bytes[most], POPLENS_BYTE_UNIT_BINARY)),
      tile_variable (report, memory->tile[most], only, cancellable));
}

char *
poplens_budget_name_live (PoplensReport *report, gint64 tile, gint64 step,
                          GCancellable *cancellable)
{
  g_autofree char *where =
      g_strdup_printf ("liveness?tile=%" G_GINT64_FORMAT "&step=%" G_GINT64_FORMAT, tile, step);
  g_autoptr (PoplensLocation) place = poplens_location_parse (where, NULL);

  return join_sentences (
      g_strdup_printf ("tile %" G_GINT64_FORMAT " at step %" G_GINT64_FORMAT, tile, step),
      place ? name_largest_row (report, "live-variables", place, "its largest variable", "variable",
                                "live", NULL, cancellable)
            : NULL);
}

char *
poplens_budget_name_run (PoplensReport *report, gint64 run, guint64 from, guint64 to,
                         GCancellable *cancellable)
{
  PoplensNumber range;
  g_autofree char *where =
      g_strdup_printf ("trace?by=program&range=%s", poplens_trace_range_format (range, from, to));
  g_autoptr (PoplensLocation) place = poplens_location_parse (where, NULL);

  return join_sentences (g_strdup_printf ("run %" G_GINT64_FORMAT, run),
                         place ? name_largest_row (report, "trace-costs", place,
                                                   "its program with most cycles, all IPUs added",
                                                   "name", "cycles", NULL, cancellable)
                               : NULL);
}

static char *
largest_program (PoplensReport *report, const char *what, const char *amount,
                 GCancellable *cancellable)
{
  g_autoptr (PoplensLocation) place = poplens_location_parse ("trace?by=program", NULL);

  return name_largest_row (report, "trace-costs", place, what, "name", amount, NULL, cancellable);
}

static char *
name_of_report_figure (const PoplensBudgetMeasure *measure, PoplensReport *report,
                       const PoplensHeadline *h, GCancellable *cancellable)
{
  switch (measure->figure) {
  case POPLENS_BUDGET_FIGURE_FULLEST_TILE:
  case POPLENS_BUDGET_FIGURE_FREE:
    return join_sentences (g_strdup_printf ("tile %u", h->fullest_tile),
                           tile_variable (report, h->fullest_tile, NULL, cancellable));
  case POPLENS_BUDGET_FIGURE_MEMORY_BALANCE:
    return name_fullest_tile (report, h, cancellable);
  case POPLENS_BUDGET_FIGURE_MEMORY:
    /* Sort by bytes that are not shared: shared bytes count in several categories. */
    return name_largest_row (report, "memory-categories", NULL,
                             "largest category, without shared bytes", "category", "not_overlapped",
                             NULL, cancellable);
  case POPLENS_BUDGET_FIGURE_ALWAYS_LIVE:
    return name_largest_row (report, "always-live-variables", NULL, "largest variable", "variable",
                             "always_live", NULL, cancellable);
  case POPLENS_BUDGET_FIGURE_PEAK:
    return join_sentences (g_strdup_printf ("step %u", h->peak_step),
                           name_largest_row (report, "live-variables", NULL, "its largest variable",
                                             "variable", "live", NULL, cancellable));
  case POPLENS_BUDGET_FIGURE_PROGRAM:
  case POPLENS_BUDGET_FIGURE_ITERATION:
    return largest_program (report, "program with most cycles in the whole trace, all IPUs added",
                            "cycles", cancellable);
  case POPLENS_BUDGET_FIGURE_TILE_BALANCE:
    return largest_program (report, "program with largest imbalance", "imbalance", cancellable);
  case POPLENS_BUDGET_FIGURE_TIME:
    return budget_name_time (measure, report, cancellable);
  default:
    return NULL;
  }
}

void
poplens_budget_find_largest (PoplensBudgetRule *rule, PoplensReport *report,
                             const PoplensHeadline *headline, GCancellable *cancellable)
{
  const PoplensBudgetMeasure *measure = rule->measure;
  PatternOfKey only = {measure->kind, rule->pattern};
  char *more = NULL;

  if (!measure->kind)
    more = name_of_report_figure (measure, report, headline, cancellable);
  else if (g_str_equal (measure->kind, "kind")) {
    g_autoptr (PoplensLocation) by_kind = poplens_location_parse ("liveness?by=kind", NULL);
    more = name_largest_row (report, "variables", by_kind, "largest variable", "variable", "bytes",
                             &only, cancellable);
  } else if (g_str_equal (measure->kind, "category"))
    more = name_category_tile (report, &only, cancellable);
  rule->largest = join_sentences (rule->largest, more);
}
