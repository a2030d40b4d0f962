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

gboolean
poplens_cli_table_json (PoplensReport *report, const char *name, const PoplensPlace *place,
                        const char *key, PoplensJsonWriter *json, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (PoplensTable) table = poplens_tables_build (name, report, place, NULL, &local);

  if (!table && !g_error_matches (local, POPLENS_ERROR, POPLENS_ERROR_ABSENT)) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  poplens_json_begin_array (json, key);
  for (guint32 row = 0; table && row < poplens_table_n_rows (table); row++) {
    poplens_json_begin_object (json, NULL);
    for (guint c = 0; c < poplens_table_n_columns (table); c++)
      write_cell (table, row, c, json);
    poplens_json_end_object (json);
  }
  poplens_json_end_array (json);
  return TRUE;
}
