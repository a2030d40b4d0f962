#include "tables/compare/compare-judge.h"

#include "analysis/compare/compare.h"
#include "analysis/time/time-replay.h"

#include <string.h>

/* Column of @suffix of the measure whose change stands in @change; -1: it is no change. */
static int
column_beside (const PoplensTable *table, guint change, const char *suffix)
{
  const char *name = poplens_table_get_column (table, change)->name;
  g_autofree char *stem = NULL;
  g_autofree char *other = NULL;

  if (!g_str_has_suffix (name, "_change"))
    return -1;
  stem = g_strndup (name, strlen (name) - strlen ("_change"));
  other = g_strconcat (stem, suffix, NULL);
  return poplens_table_find_column (table, other);
}

/* What only one report records has no change. */
static gboolean
change_exceeds (const PoplensTable *table, guint32 row, guint column, guint first, double percent)
{
  PoplensValue change = poplens_table_get (table, row, column);
  PoplensValue a = poplens_table_get (table, row, first);

  return change.type == POPLENS_VALUE_INT &&
         poplens_change_exceeds (
             change.integer, a.type == POPLENS_VALUE_INT ? a.integer : POPLENS_NO_AMOUNT, percent);
}

gboolean
poplens_compare_row_exceeds (const PoplensTable *table, guint32 row, double percent)
{
  if (percent < 0)
    return TRUE;
  for (guint c = 0; c < poplens_table_n_columns (table); c++) {
    int first = column_beside (table, c, "_first");
    if (first >= 0 && change_exceeds (table, row, c, (guint) first, percent))
      return TRUE;
  }
  return FALSE;
}

/* ---- some rows --------------------------------------------------------------------------------
 */

/* The column that says what became of a row, or else the change of the main measure, if that is of
 * bytes or cycles, of which more is worse; -1: rows have no direction. */
static int
find_direction (const PoplensTable *table)
{
  int became = poplens_table_find_column (table, "became");
  g_autofree char *measure = poplens_compare_main_measure (table);

  if (became >= 0 || !measure)
    return became;
  g_autofree char *of_change = g_strconcat (measure, "_change", NULL);
  int change = poplens_table_find_column (table, of_change);
  PoplensUnit unit = poplens_table_get_column (table, (guint) change)->unit;
  return unit == POPLENS_UNIT_SIGNED_BYTES || unit == POPLENS_UNIT_SIGNED_CYCLES ? change : -1;
}

/* What crossed a threshold did so as it grew, or as the program time fell, of which it is a share.
 */
static gboolean
has_grown (const PoplensTable *table, guint32 row)
{
  g_autofree char *measure = poplens_compare_main_measure (table);
  g_autofree char *of_change = measure ? g_strconcat (measure, "_change", NULL) : NULL;
  int change = of_change ? poplens_table_find_column (table, of_change) : -1;

  return change >= 0 && poplens_table_get (table, row, (guint) change).integer > 0;
}

static gboolean
says (const PoplensTable *table, guint32 row, const char *column, const char *text)
{
  int at = poplens_table_find_column (table, column);
  PoplensValue value = at < 0 ? (PoplensValue){0} : poplens_table_get (table, row, (guint) at);

  return value.type == POPLENS_VALUE_TEXT && g_str_equal (value.text, text);
}

/* Programs by which the host starts a run. */
static gboolean
starts_run (const PoplensTable *table, guint32 row)
{
  int name = poplens_table_find_column (table, "name");
  PoplensValue value = name < 0 ? (PoplensValue){0} : poplens_table_get (table, row, (guint) name);

  return value.type == POPLENS_VALUE_TEXT && poplens_time_is_start_stream (value.text);
}

/* What passes outside the program has no direction, as bar, as cause, as finding and as program:
 * nothing in the program changes it. So have steps that are of no operation, which wait for it. */
static gboolean
is_outside (const PoplensTable *table, guint32 row)
{
  return says (table, row, "bar", poplens_time_bar_key (POPLENS_BAR_OUTSIDE)) ||
         says (table, row, "class", poplens_bound_title (POPLENS_BOUND_OUTSIDE)) ||
         says (table, row, "first_id", "no-program") ||
         says (table, row, "first_id", "unattributed") || starts_run (table, row);
}

static gboolean
is_worse (const PoplensTable *table, guint32 row, int direction)
{
  PoplensValue value =
      direction < 0 ? (PoplensValue){0} : poplens_table_get (table, row, (guint) direction);

  if (value.type == POPLENS_VALUE_TEXT)
    return g_str_equal (value.text, "worse") || g_str_equal (value.text, "new") ||
           (g_str_has_prefix (value.text, "now ") && has_grown (table, row));
  return value.type == POPLENS_VALUE_INT && value.integer > 0 &&
         !(value.unit == POPLENS_UNIT_SIGNED_CYCLES && is_outside (table, row));
}

typedef struct {
  PoplensTable *table;
  GArray *rows; /* guint32 */
} Some;

static void
some_free (gpointer data)
{
  Some *self = data;

  poplens_table_unref (self->table);
  g_array_unref (self->rows);
  g_free (self);
}

static void
some_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const Some *self = data;

  *value = poplens_table_get (self->table, g_array_index (self->rows, guint32, row), column);
}

static char *
some_link (gconstpointer data, guint32 row)
{
  const Some *self = data;

  return poplens_table_get_link (self->table, g_array_index (self->rows, guint32, row));
}

PoplensTable *
poplens_compare_rows_beyond (PoplensTable *table, gboolean worse, double percent)
{
  Some *some = g_new (Some, 1);
  int direction = find_direction (table);

  *some = (Some){poplens_table_ref (table), g_array_new (FALSE, FALSE, sizeof (guint32))};
  for (guint32 row = 0; row < poplens_table_n_rows (table); row++)
    if ((!worse || is_worse (table, row, direction)) &&
        poplens_compare_row_exceeds (table, row, percent))
      g_array_append_val (some->rows, row);
  PoplensTable *kept = poplens_table_new (
      poplens_table_get_name (table), poplens_table_get_title (table), some->rows->len, some_cell,
      some, some_free, poplens_table_get_report (table));
  for (guint c = 0; c < poplens_table_n_columns (table); c++) {
    PoplensColumn column = *poplens_table_get_column (table, c);
    column.holds = POPLENS_HOLDS_NOTHING;
    poplens_table_add_columns (kept, &column, 1);
  }
  poplens_table_set_link (kept, some_link);
  poplens_table_set_note (kept, poplens_table_get_note (table));
  poplens_table_set_lacks (kept, poplens_table_get_lacks (table));
  return kept;
}

/* ---- the measure -------------------------------------------------------------------------------
 */

static gboolean
has_change (const PoplensTable *table, guint column)
{
  for (guint32 row = 0; row < poplens_table_n_rows (table); row++) {
    PoplensValue value = poplens_table_get (table, row, column);
    if (value.type == POPLENS_VALUE_INT && value.integer)
      return TRUE;
  }
  return FALSE;
}

char *
poplens_compare_main_measure (const PoplensTable *table)
{
  int chosen = -1;

  for (guint c = 0; c < poplens_table_n_columns (table); c++) {
    if (column_beside (table, c, "_first") < 0)
      continue;
    if (chosen < 0)
      chosen = (int) c;
    if (has_change (table, c)) {
      chosen = (int) c;
      break;
    }
  }
  if (chosen < 0)
    return NULL;
  const char *name = poplens_table_get_column (table, (guint) chosen)->name;
  return g_strndup (name, strlen (name) - strlen ("_change"));
}
