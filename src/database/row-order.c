#include "database/row-order.h"

#include <string.h>

#define POLL_ROWS 4096

/* As SQLite compares them: NULL is the least. FALSE in @good where they are no numbers. */
static int
compare_cells (const PoplensCell *a, const PoplensCell *b, gboolean *good)
{
  gboolean has_a = a->kind == SQLITE_INTEGER, has_b = b->kind == SQLITE_INTEGER;

  *good = *good && (has_a || a->kind == SQLITE_NULL) && (has_b || b->kind == SQLITE_NULL);
  if (!has_a || !has_b)
    return has_a - has_b;
  return a->integer < b->integer ? -1 : a->integer > b->integer;
}

#define MOST_ORDERS 4

/* The places of the columns of @order in a record, and which of them fall; 0 where one is not
 * there.
 */
static guint
find_order (const PoplensSchemaTable *table, const char *order, int *places, int *signs)
{
  g_auto (GStrv) parts = g_strsplit (order, ",", MOST_ORDERS + 1);
  guint n = 0;

  for (; parts[n]; n++) {
    char *name = g_strstrip (parts[n]);
    char *falls = g_str_has_suffix (name, " DESC") ? name + strlen (name) - strlen (" DESC") : NULL;
    if (falls)
      *falls = '\0';
    if (n == MOST_ORDERS || (places[n] = poplens_schema_table_find (table, name)) < 0)
      return 0;
    signs[n] = falls ? -1 : 1;
  }
  return n;
}

gboolean
poplens_rows_lie_in_order (PoplensDatabase *database, const PoplensSchemaTable *table,
                           PoplensLeaves *leaves, const char *order)
{
  int places[MOST_ORDERS], signs[MOST_ORDERS];
  PoplensRowSpan all = {G_MININT64, G_MAXINT64};
  PoplensCell cells[MOST_ORDERS], last[MOST_ORDERS];
  guint n = find_order (table, order, places, signs);
  gboolean good = n > 0;

  if (n == 1 && signs[0] > 0 && places[0] == table->row_id)
    return TRUE;
  if (!n)
    return FALSE;
  g_autoptr (PoplensScan) scan =
      poplens_scan_new (&database->pages, leaves, table, places, n, all, cells);
  for (guint64 row = 0; good && poplens_scan_next (scan); row++) {
    int sign = row ? 0 : -1;
    for (guint i = 0; i < n && !sign; i++)
      sign = signs[i] * compare_cells (&last[i], &cells[i], &good);
    good = good && sign <= 0 &&
           (row % POLL_ROWS || !g_cancellable_is_cancelled (database->cancellable));
    memcpy (last, cells, sizeof last);
  }
  return good && !poplens_scan_get_odd (scan);
}

/* ---- bisection ---------------------------------------------------------------------------------
 */

/* The first row of leaf @leaf whose column at @place is @value or more, or simply the first one. */
static gboolean
find_in_leaf (PoplensDatabase *database, const PoplensSchemaTable *table, PoplensLeaves *leaves,
              guint32 leaf, int place, gint64 value, gint64 *row_id, PoplensCell *cell)
{
  PoplensRowSpan span = {leaf ? leaves->last[leaf - 1] + 1 : G_MININT64, leaves->last[leaf]};
  int places[] = {place, -1};
  gboolean is_row_id = place == table->row_id;
  PoplensCell cells[2];
  g_autoptr (PoplensScan) scan =
      poplens_scan_new (&database->pages, leaves, table, is_row_id ? places + 1 : places,
                        is_row_id ? 1 : 2, span, cells);

  poplens_scan_read_alone (scan);
  while (poplens_scan_next (scan)) {
    *cell = cells[0];
    *row_id = cells[is_row_id ? 0 : 1].integer;
    if (cell->kind == SQLITE_INTEGER && cell->integer >= value)
      return TRUE;
  }
  return FALSE;
}

gboolean
poplens_rows_bisect (PoplensDatabase *database, const char *table, const char *column, gint64 value,
                     gint64 *row_id)
{
  const PoplensSchemaTable *found = poplens_schema_get_table (database->schema, table);
  int place = found ? poplens_schema_table_find (found, column) : -1;
  const char *reason;
  PoplensLeaves *leaves =
      place >= 0 && !found->refused ? poplens_database_leaves (database, found, &reason) : NULL;
  guint32 low = 0, high = leaves ? leaves->n : 0;
  PoplensCell cell;

  /* The first leaf whose first row is @value or more; what is asked for may begin in the one
   * before it. */
  while (low < high) {
    guint32 middle = low + (high - low) / 2;
    if (find_in_leaf (database, found, leaves, middle, place, G_MININT64, row_id, &cell) &&
        cell.integer < value)
      low = middle + 1;
    else
      high = middle;
  }
  return leaves &&
         ((low && find_in_leaf (database, found, leaves, low - 1, place, value, row_id, &cell)) ||
          (low < leaves->n &&
           find_in_leaf (database, found, leaves, low, place, value, row_id, &cell)));
}

gboolean
poplens_rows_bisect_range (PoplensDatabase *database, const char *table, const char *column,
                           gint64 first, gint64 last, PoplensRowSpan *rows)
{
  gint64 behind;

  if (!poplens_rows_bisect (database, table, column, first, &rows->first))
    return FALSE;
  rows->last = last < G_MAXINT64 && poplens_rows_bisect (database, table, column, last + 1, &behind)
                   ? behind - 1
                   : G_MAXINT64;
  return TRUE;
}
