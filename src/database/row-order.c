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
