/* Rows of a table as a member of a larger JSON object. */
#include "cli/cli.h"

#include "base/error.h"

static void
write_cell (const PoplensTable *table, guint32 row, guint column, PoplensJsonWriter *json)
{
  const char *key = poplens_table_get_column (table, column)->name;
  PoplensValue value = poplens_table_get (table, row, column);

  switch (value.type) {
  case POPLENS_VALUE_NULL:
    poplens_json_null (json, key);
    break;
  case POPLENS_VALUE_TEXT:
    poplens_json_string (json, key, value.text);
    break;
  case POPLENS_VALUE_INT:
    if (value.unit == POPLENS_UNIT_BOOL)
      poplens_json_bool (json, key, value.integer != 0);
    else
      poplens_json_int (json, key, value.integer);
    break;
  case POPLENS_VALUE_REAL:
    poplens_json_double (json, key, value.real);
    break;
  }
}

static void
write_row (const PoplensTable *table, guint32 row, gboolean depth, PoplensJsonWriter *json)
{
  poplens_json_begin_object (json, NULL);
  for (guint c = 0; c < poplens_table_n_columns (table); c++)
    write_cell (table, row, c, json);
  if (depth)
    poplens_json_uint (json, "depth", poplens_table_get_depth (table, row));
  poplens_json_end_object (json);
}

void
poplens_cli_rows_json (const PoplensTable *table, const char *key, PoplensJsonWriter *json)
{
  poplens_json_begin_array (json, key);
  for (guint32 row = 0; row < poplens_table_n_rows (table); row++)
    write_row (table, row, poplens_table_is_tree (table), json);
  poplens_json_end_array (json);
}

/* @table: (nullable) */
static PoplensTableView *
sort_by_default (const PoplensTable *table)
{
  gboolean descending;
  guint column;

  return table && poplens_table_get_default_sort (table, &column, &descending)
             ? poplens_table_view_new (table, NULL, (int) column, descending, NULL)
             : NULL;
}

static gboolean
write_table (PoplensReport *report, const char *name, const PoplensLocation *location,
             const char *key, gboolean sorted, guint32 limit, PoplensJsonWriter *json,
             GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (PoplensTable) table = poplens_tables_build (name, report, location, NULL, &local);
  g_autoptr (PoplensTableView) view = sorted ? sort_by_default (table) : NULL;

  if (!table && !g_error_matches (local, POPLENS_ERROR, POPLENS_ERROR_ABSENT)) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  poplens_json_begin_array (json, key);
  for (guint32 i = 0; table && i < MIN (limit, poplens_table_n_rows (table)); i++)
    write_row (table, view ? view->rows[i] : i, FALSE, json);
  poplens_json_end_array (json);
  return TRUE;
}

void
poplens_cli_damage_json (PoplensReport *report, PoplensJsonWriter *json)
{
  g_autoptr (GPtrArray) damage = poplens_report_list_damage (report);

  poplens_json_begin_array (json, "damaged");
  for (guint i = 0; i < damage->len; i++)
    poplens_json_string (json, NULL, damage->pdata[i]);
  poplens_json_end_array (json);
}

gboolean
poplens_cli_table_json (PoplensReport *report, const char *name, const PoplensLocation *location,
                        const char *key, PoplensJsonWriter *json, GError **error)
{
  return write_table (report, name, location, key, FALSE, G_MAXUINT32, json, error);
}

gboolean
poplens_cli_sorted_json (PoplensReport *report, const char *name, const PoplensLocation *location,
                         const char *key, guint32 limit, PoplensJsonWriter *json, GError **error)
{
  return write_table (report, name, location, key, TRUE, limit, json, error);
}

gboolean
poplens_cli_tree_json (PoplensReport *report, const char *name, const PoplensLocation *location,
                       const char *key, PoplensJsonWriter *json, GError **error)
{
  g_autoptr (PoplensTable) table = poplens_tables_build (name, report, location, NULL, error);

  if (!table)
    return FALSE;
  poplens_cli_rows_json (table, key, json);
  return TRUE;
}

gboolean
poplens_cli_write_tables (PoplensReport *report, const PoplensLocation *location,
                          const PoplensCliTable *tables, guint n, PoplensJsonWriter *json,
                          GError **error)
{
  for (guint i = 0; i < n; i++) {
    g_autoptr (PoplensLocation) there =
        tables[i].by ? poplens_location_with (location, "by", tables[i].by) : NULL;
    if (tables[i].key && !poplens_cli_table_json (report, tables[i].table, there ? there : location,
                                                  tables[i].key, json, error))
      return FALSE;
  }
  return TRUE;
}
