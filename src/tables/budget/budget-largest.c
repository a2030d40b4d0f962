/* Who is to blame where a rule of a budget fails, by name. */
#include "tables/budget/budget.h"

#include "model/cycle-range.h"
#include "tables/engine/registry.h"

#include <string.h>

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

/* Which rows of a table count: all, or those whose column @key fits @pattern. */
typedef struct {
  const char *key, *pattern;
} Only;

static gboolean
fits (const PoplensTable *table, guint32 row, int key, GPatternSpec *pattern)
{
  PoplensValue value;

  if (!pattern)
    return TRUE;
  value = poplens_table_get (table, row, (guint) key);
  return value.type == POPLENS_VALUE_TEXT && g_pattern_spec_match_string (pattern, value.text);
}

/* "weights, 35.4 KiB": the row with most in column @amount. NULL where none has any. (transfer
 * full) (nullable) */
static char *
largest_row (const PoplensTable *table, const char *label, const char *amount, const Only *only)
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
        text.type != POPLENS_VALUE_TEXT || !*text.text || !fits (table, row, key, pattern))
      continue;
    largest = value.integer;
    found = row;
  }
  return found == G_MAXUINT32 ? NULL
                              : poplens_budget_row_text (table, found, (guint) of, (guint) most);
}

/* "largest variable: weights, 35.4 KiB". (transfer full) (nullable) */
static char *
largest_of (PoplensReport *report, const char *table_name, const PoplensLocation *location,
            const char *what, const char *label, const char *amount, const Only *only,
            GCancellable *cancellable)
{
  g_autoptr (PoplensTable) table =
      poplens_tables_build (table_name, report, location, cancellable, NULL);
  g_autofree char *row = table ? largest_row (table, label, amount, only) : NULL;

  return row ? g_strdup_printf ("%s: %s", what, row) : NULL;
}

/* Both (nullable) are taken. (transfer full) (nullable) */
static char *
join (char *first, char *second)
{
  g_autofree char *one = first;
  g_autofree char *two = second;

  if (!one || !two)
    return one ? g_steal_pointer (&one) : g_steal_pointer (&two);
  return g_strdup_printf ("%s; %s", one, two);
}

static char *
tile_variable (PoplensReport *report, guint32 tile, const Only *only, GCancellable *cancellable)
{
  g_autofree char *number = g_strdup_printf ("%u", tile);
  g_autoptr (PoplensLocation) page = poplens_location_new (POPLENS_PAGE_MEMORY);
  g_autoptr (PoplensLocation) place = poplens_location_with (page, "tile", number);

  return largest_of (report, "tile-variables", place, "its largest variable", "name", "size", only,
                     cancellable);
}

/* How far the fullest tile is beyond the others. */
static char *
of_balance (PoplensReport *report, const PoplensHeadline *h, GCancellable *cancellable)
{
  PoplensNumber most, mean;

  return join (
      g_strdup_printf ("tile %u, %s; mean %s", h->fullest_tile,
                       poplens_format_bytes (most, h->fullest_bytes, POPLENS_BYTE_UNIT_BINARY),
                       poplens_format_bytes (mean, h->total_including_gaps / h->n_tiles,
                                             POPLENS_BYTE_UNIT_BINARY)),
      tile_variable (report, h->fullest_tile, NULL, cancellable));
}

/* The tile with most of the categories that @only names. */
static char *
of_categories (PoplensReport *report, const Only *only, GCancellable *cancellable)
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
  return join (
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

  return join (g_strdup_printf ("tile %" G_GINT64_FORMAT " at step %" G_GINT64_FORMAT, tile, step),
               place ? largest_of (report, "live-variables", place, "its largest variable",
                                   "variable", "live", NULL, cancellable)
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

  return join (g_strdup_printf ("run %" G_GINT64_FORMAT, run),
               place ? largest_of (report, "trace-costs", place,
                                   "its program with most cycles, all IPUs added", "name", "cycles",
                                   NULL, cancellable)
                     : NULL);
}

static char *
largest_program (PoplensReport *report, const char *what, const char *amount,
                 GCancellable *cancellable)
{
  g_autoptr (PoplensLocation) place = poplens_location_parse ("trace?by=program", NULL);

  return largest_of (report, "trace-costs", place, what, "name", amount, NULL, cancellable);
}

static char *
of_report (const char *name, PoplensReport *report, const PoplensHeadline *h,
           GCancellable *cancellable)
{
  if (g_str_equal (name, "max-tile-bytes") || g_str_equal (name, "min-free-bytes"))
    return join (g_strdup_printf ("tile %u", h->fullest_tile),
                 tile_variable (report, h->fullest_tile, NULL, cancellable));
  if (g_str_equal (name, "min-memory-balance"))
    return of_balance (report, h, cancellable);
  if (g_str_equal (name, "max-memory-bytes"))
    /* What shares its bytes would count twice here, as it does in the rule of a category. */
    return largest_of (report, "memory-categories", NULL, "largest category, without shared bytes",
                       "category", "not_overlapped", NULL, cancellable);
  if (g_str_equal (name, "max-always-live-bytes"))
    return largest_of (report, "always-live-variables", NULL, "largest variable", "variable",
                       "always_live", NULL, cancellable);
  if (g_str_equal (name, "max-peak-bytes"))
    return join (g_strdup_printf ("step %u", h->peak_step),
                 largest_of (report, "live-variables", NULL, "its largest variable", "variable",
                             "live", NULL, cancellable));
  if (g_str_equal (name, "max-program-cycles") || g_str_equal (name, "max-iteration-cycles"))
    return largest_program (report, "program with most cycles in the whole trace, all IPUs added",
                            "cycles", cancellable);
  if (g_str_equal (name, "min-tile-balance"))
    return largest_program (report, "program with largest imbalance", "imbalance", cancellable);
  return g_str_has_suffix (name, "-share") ? poplens_budget_name_time (name, report, cancellable)
                                           : NULL;
}

void
poplens_budget_find_largest (PoplensBudgetRule *rule, PoplensReport *report,
                             const PoplensHeadline *headline, GCancellable *cancellable)
{
  guint n;
  const PoplensBudgetMeasure *measure = &poplens_budget_measures (&n)[rule->measure];
  Only only = {measure->kind, rule->pattern};
  char *more = NULL;

  if (!measure->kind)
    more = of_report (measure->name, report, headline, cancellable);
  else if (g_str_equal (measure->kind, "kind")) {
    g_autoptr (PoplensLocation) by_kind = poplens_location_parse ("liveness?by=kind", NULL);
    more = largest_of (report, "variables", by_kind, "largest variable", "variable", "bytes", &only,
                       cancellable);
  } else if (g_str_equal (measure->kind, "category"))
    more = of_categories (report, &only, cancellable);
  rule->largest = join (rule->largest, more);
}
