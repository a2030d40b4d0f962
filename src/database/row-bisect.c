/* Finds rows of a sorted table by bisection. Bisects the leaves or, if they cannot be read, the row
 * IDs, with SQLite look-ups. */
#include "database/row-bisect.h"

#include "base/search.h"
#include "database/query.h"
#include "database/scan.h"

/* NONE: all values are smaller. UNREADABLE: leaves or row IDs cannot be read. */
typedef enum { UNREADABLE, NONE, FOUND } BisectResult;

/* Finds the first row of leaf @leaf whose column at @place is an integer, and @value or more. If
 * the leaf is damaged, makes SQLite read the table from now on. */
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
  if (poplens_scan_get_odd (scan))
    poplens_database_give_up_leaves (database, table->name, poplens_scan_get_odd (scan));
  return FALSE;
}

/* TRUE if the first row of leaf @leaf is below @value. */
static gboolean
is_leaf_below (PoplensDatabase *database, const PoplensSchemaTable *table, PoplensLeaves *leaves,
               guint32 leaf, int place, gint64 value)
{
  gint64 row_id;
  PoplensCell cell;

  if (!leaves->first || leaves->first_place != place) {
    leaves->first = g_renew (gint64, leaves->first, leaves->n);
    leaves->first_place = place;
    for (guint32 i = 0; i < leaves->n; i++)
      leaves->first[i] = G_MININT64;
  }
  if (leaves->first[leaf] == G_MININT64 &&
      find_in_leaf (database, table, leaves, leaf, place, G_MININT64, &row_id, &cell))
    leaves->first[leaf] = cell.integer;
  /* A leaf without integers does not count as below @value. */
  return leaves->first[leaf] != G_MININT64 && leaves->first[leaf] < value;
}

static BisectResult
bisect_leaves (PoplensDatabase *database, const PoplensSchemaTable *table, PoplensLeaves *leaves,
               int place, gint64 value, gint64 *row_id)
{
  guint32 low = 0, high = leaves->n;
  PoplensCell cell;

  /* Find the first leaf that begins with @value or more. The row is in this leaf, or at the end of
   * the leaf before. */
  POPLENS_SEARCH (low, high, at, is_leaf_below (database, table, leaves, at, place, value));
  gboolean found =
      (low && find_in_leaf (database, table, leaves, low - 1, place, value, row_id, &cell)) ||
      (low < leaves->n && find_in_leaf (database, table, leaves, low, place, value, row_id, &cell));
  return leaves->odd ? UNREADABLE : found ? FOUND : NONE;
}

/* Bisects the row IDs with at most 64 look-ups of SQLite. */
static BisectResult
bisect_by_statement (PoplensDatabase *database, const char *table, const char *column, gint64 value,
                     gint64 *row_id)
{
  g_autofree char *key =
      poplens_schema_table_key (poplens_schema_get_table (database->schema, table));
  g_autofree char *columns = g_strconcat ("rowid!, ", column, "!", NULL);
  g_autofree char *tail = g_strdup_printf (
      "NOT INDEXED WHERE %s >= ? AND typeof (\"%s\") = 'integer' ORDER BY %s LIMIT 1", key, column,
      key);
  g_autoptr (PoplensQuery) q = poplens_query_new (database, table, columns, tail);
  gint64 low = G_MININT64, high = G_MAXINT64;
  BisectResult found = NONE;

  while (low <= high) {
    gint64 middle = low + (gint64) (((guint64) high - (guint64) low) / 2);
    poplens_query_restart (q);
    poplens_query_bind (q, 1, middle);
    gboolean any = poplens_query_next (q);
    gint64 at = any ? poplens_query_i64 (q, 0) : G_MAXINT64;
    gboolean below = any && poplens_query_i64 (q, 1) < value;
    if (any && !below) {
      *row_id = at;
      found = FOUND;
    }
    if (below ? at == G_MAXINT64 : middle == G_MININT64)
      break;
    if (below)
      low = at + 1;
    else
      high = middle - 1;
  }
  return poplens_query_end (q, NULL) ? found : UNREADABLE;
}

static BisectResult
bisect (PoplensDatabase *database, const char *table, const char *column, gint64 value,
        gint64 *row_id)
{
  const PoplensSchemaTable *found = poplens_schema_get_table (database->schema, table);
  int place = found ? poplens_schema_table_find (found, column) : -1;
  const char *reason;
  PoplensLeaves *leaves =
      place >= 0 && !found->refused ? poplens_database_leaves (database, found, &reason) : NULL;
  BisectResult result =
      leaves ? bisect_leaves (database, found, leaves, place, value, row_id) : UNREADABLE;

  return result == UNREADABLE && place >= 0
             ? bisect_by_statement (database, table, column, value, row_id)
             : result;
}

gboolean
poplens_rows_bisect (PoplensDatabase *database, const char *table, const char *column, gint64 value,
                     gint64 *row_id)
{
  return bisect (database, table, column, value, row_id) == FOUND;
}

gboolean
poplens_rows_bisect_range (PoplensDatabase *database, const char *table, const char *column,
                           gint64 first, gint64 last, PoplensRowSpan *rows)
{
  gint64 behind;
  BisectResult begin = bisect (database, table, column, first, &rows->first);
  BisectResult end = begin == FOUND && last < G_MAXINT64
                         ? bisect (database, table, column, last + 1, &behind)
                         : NONE;

  if (begin == NONE)
    rows->first = G_MAXINT64;
  rows->last = begin == NONE ? G_MININT64 : end == FOUND ? behind - 1 : G_MAXINT64;
  return begin != UNREADABLE && end != UNREADABLE;
}
