/* Who is to blame where a rule of a budget fails, by name. */
#include "tables/budget/budget.h"

#include "tables/engine/registry.h"

#include <string.h>

char *
poplens_budget_largest_row (const PoplensTable *table, const char *label, const char *amount,
                            const char *pattern)
{
  g_autoptr (GPatternSpec) fits = pattern ? g_pattern_spec_new (pattern) : NULL;
  int of = poplens_table_find_column (table, label);
  int most = poplens_table_find_column (table, amount);
  gint64 largest = 0;
  g_autofree char *name = NULL;
  PoplensNumber number;

  g_return_val_if_fail (of >= 0 && most >= 0, NULL);
  for (guint32 row = 0; row < poplens_table_n_rows (table); row++) {
    PoplensValue value = poplens_table_get (table, row, (guint) most);
    PoplensValue text = poplens_table_get (table, row, (guint) of);
    if (value.type != POPLENS_VALUE_INT || value.integer <= largest ||
        text.type != POPLENS_VALUE_TEXT || !*text.text ||
        (fits && !g_pattern_spec_match_string (fits, text.text)))
      continue;
    largest = value.integer;
    g_free (name);
    name = g_strdup (text.text);
  }
  if (!name)
    return NULL;
  if (poplens_table_get_column (table, (guint) most)->unit == POPLENS_UNIT_BYTES)
    return g_strdup_printf (
        "%s, %s", name, poplens_format_bytes (number, (guint64) largest, POPLENS_BYTE_UNIT_BINARY));
  return g_strdup_printf ("%s, %s cycles", name, poplens_format_count (number, (guint64) largest));
}

/* "largest variable: weights, 35.4 KiB". (transfer full) (nullable) */
static char *
largest_of (PoplensReport *report, const char *table_name, const PoplensLocation *location,
            const char *what, const char *label, const char *amount, GCancellable *cancellable)
{
  g_autoptr (PoplensTable) table =
      poplens_tables_build (table_name, report, location, cancellable, NULL);
  g_autofree char *row = table ? poplens_budget_largest_row (table, label, amount, NULL) : NULL;

  return row ? g_strdup_printf ("%s: %s", what, row) : NULL;
}

/* @first and @second (nullable) are taken. (transfer full) */
static char *
join (char *first, char *second)
{
  g_autofree char *one = first;
  g_autofree char *two = second;

  return g_strdup_printf ("%s%s%s", one, two ? "; " : "", two ? two : "");
}

static char *
of_tile (PoplensReport *report, guint32 tile, GCancellable *cancellable)
{
  g_autofree char *number = g_strdup_printf ("%u", tile);
  g_autoptr (PoplensLocation) page = poplens_location_new (POPLENS_PAGE_MEMORY);
  g_autoptr (PoplensLocation) place = poplens_location_with (page, "tile", number);

  return join (g_strdup_printf ("tile %u", tile),
               largest_of (report, "tile-variables", place, "its largest variable", "name", "size",
                           cancellable));
}

void
poplens_budget_find_largest (PoplensBudgetRule *rule, PoplensReport *report,
                             const PoplensHeadline *headline, GCancellable *cancellable)
{
  guint n;
  const char *name = poplens_budget_measures (&n)[rule->measure].name;

  if (g_str_equal (name, "max-tile-memory") || g_str_equal (name, "min-free-memory"))
    rule->largest = of_tile (report, headline->fullest_tile, cancellable);
  else if (g_str_equal (name, "max-memory"))
    /* What shares its bytes would count twice here. */
    rule->largest = largest_of (report, "memory-categories", NULL, "largest category", "category",
                                "not_overlapped", cancellable);
  else if (g_str_equal (name, "max-always-live"))
    rule->largest = largest_of (report, "always-live-variables", NULL, "largest variable",
                                "variable", "bytes", cancellable);
  else if (g_str_equal (name, "max-peak-liveness"))
    rule->largest = join (g_strdup_printf ("step %u", headline->peak_step),
                          largest_of (report, "live-variables", NULL, "its largest variable",
                                      "variable", "live", cancellable));
  else if (g_str_equal (name, "max-cycles") || g_str_equal (name, "max-run-cycles"))
    rule->largest = largest_of (report, "trace-by-program", NULL, "program with most cycles",
                                "name", "cycles", cancellable);
}
