#include "cli/cli.h"

static void
write_program (const PoplensPrograms *programs, guint32 row, PoplensJsonWriter *json)
{
  g_autoptr (GArray) children = poplens_lists_values (programs->children, row);

  poplens_json_begin_object (json, NULL);
  poplens_json_uint (json, "id", programs->id[row]);
  poplens_json_string (json, "type",
                       poplens_strings_get (programs->strings, programs->type_name[row]));
  poplens_json_string (json, "name", poplens_strings_get (programs->strings, programs->name[row]));
  poplens_json_begin_array (json, "children");
  for (guint i = 0; i < children->len; i++)
    poplens_json_uint (json, NULL, g_array_index (children, guint64, i));
  poplens_json_end_array (json);
  poplens_json_uint (json, "debug_id", programs->debug_id[row]);
  poplens_json_uint (json, "control_code_bytes", poplens_lists_sum (programs->control_code, row));
  poplens_json_end_object (json);
}

static void
write_ids (const char *key, const guint32 *ids, guint32 n, PoplensJsonWriter *json)
{
  poplens_json_begin_array (json, key);
  for (guint32 i = 0; i < n; i++)
    poplens_json_uint (json, NULL, ids[i]);
  poplens_json_end_array (json);
}

gboolean
poplens_cli_programs_json (PoplensReport *report, const PoplensPlace *place,
                           PoplensJsonWriter *json, GError **error)
{
  gconstpointer data;

  if (!poplens_cli_load (report, POPLENS_PART_PROGRAMS, json, &data, error))
    return FALSE;
  const PoplensPrograms *programs = data;
  poplens_json_begin_array (json, "programs");
  for (guint32 row = 0; programs && row < programs->n; row++)
    write_program (programs, row, json);
  poplens_json_end_array (json);
  write_ids ("control_programs", programs ? programs->control_program : NULL,
             programs ? programs->n_control : 0, json);
  write_ids ("functions", programs ? programs->function_program : NULL,
             programs ? programs->n_functions : 0, json);
  return TRUE;
}

gboolean
poplens_cli_programs_text (PoplensCliView *view, GError **error)
{
  static const char *const columns[] = {"type", "name", "id", "control_code", NULL};
  g_autoptr (GError) local = NULL;
  const PoplensPrograms *programs =
      poplens_cli_load_optional (view->report, POPLENS_PART_PROGRAMS, NULL, &local);
  PoplensNumber n, control, functions;

  if (local) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  poplens_cli_line (view, "%s", poplens_report_get_name (view->report));
  if (programs)
    poplens_cli_line (view, "%s program%s, %s entry point%s, %s function%s",
                      poplens_format_count (n, programs->n), programs->n == 1 ? "" : "s",
                      poplens_format_count (control, programs->n_control),
                      programs->n_control == 1 ? "" : "s",
                      poplens_format_count (functions, programs->n_functions),
                      programs->n_functions == 1 ? "" : "s");
  return poplens_cli_named_table (view, "programs", "Program tree", columns, NULL, G_MAXUINT32,
                                  error);
}
