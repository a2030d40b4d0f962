#include "cli/cli.h"

#include "derived/parts.h"
#include "derived/programs/program-location.h"

const PoplensCliKey poplens_cli_programs_keys[] = {
    {"view", NULL, "show cycles and code of each program and its contents", "tree",
     POPLENS_CLI_FLAG},
    {"depth", "N", "limit the depth, 0 for roots only"},
    {"root", "entry:N|function:N", "show only this entry point or function"},
    {"compilation", "ID|none", "compilation step to show (default: the first)"},
    {NULL},
};

/* ---- JSON --------------------------------------------------------------------------------------
 */

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

/* Each has programs of its own; a file without any, as all real ones, has an empty list. */
static void
write_steps (const PoplensPrograms *first, PoplensJsonWriter *json)
{
  guint n = first && first->others ? first->others->len + 1 : 0;

  poplens_json_begin_array (json, "compilation_steps");
  for (guint i = 0; i < n; i++) {
    const PoplensPrograms *one = i ? g_ptr_array_index (first->others, i - 1) : first;
    poplens_json_begin_object (json, NULL);
    poplens_json_string (json, "id", one->step);
    poplens_json_string (json, "name", one->step_name);
    poplens_json_uint (json, "programs", one->n);
    poplens_json_end_object (json);
  }
  poplens_json_end_array (json);
}

gboolean
poplens_cli_programs_json (PoplensReport *report, const PoplensLocation *location,
                           PoplensJsonWriter *json, GError **error)
{
  gconstpointer data;

  if (!poplens_cli_load (report, POPLENS_PART_PROGRAMS, json, &data, error))
    return FALSE;
  const PoplensPrograms *programs =
      data ? poplens_programs_of_location (report, location, NULL, error) : NULL;
  if (data && !programs)
    return FALSE;
  write_steps (data, json);
  poplens_json_begin_array (json, "programs");
  for (guint32 row = 0; programs && row < programs->n; row++)
    write_program (programs, row, json);
  poplens_json_end_array (json);
  write_ids ("control_programs", programs ? programs->control_program : NULL,
             programs ? programs->n_control : 0, json);
  write_ids ("functions", programs ? programs->function_program : NULL,
             programs ? programs->n_functions : 0, json);
  return !programs || !location || !poplens_location_get (location, "view") ||
         poplens_cli_tree_json (report, "programs", location, "tree", json, error);
}

gboolean
poplens_cli_programs_text (PoplensCliView *view, GError **error)
{
  static const char *const columns[] = {"type", "name", "id", "control_code", NULL};
  static const char *const costs[] = {"type",
                                      "tile_cycles_share",
                                      "tile_cycles",
                                      "executed",
                                      "control_code",
                                      "id",
                                      "name",
                                      "detail",
                                      NULL};
  const PoplensPrograms *programs;
  gboolean tree = view->location && poplens_location_get (view->location, "view");
  PoplensNumber n, control, functions;

  if (!poplens_load_optional (view->report, POPLENS_PART_PROGRAMS, (gconstpointer *) &programs,
                              NULL, error))
    return FALSE;
  poplens_cli_line (view, "%s", poplens_report_get_name (view->report));
  if (programs &&
      !(programs = poplens_programs_of_location (view->report, view->location, NULL, error)))
    return FALSE;
  if (programs && programs->ambiguous) {
    g_autofree char *title = poplens_programs_step_title (programs);
    poplens_cli_line (view, "%s", title);
  }
  if (programs)
    poplens_cli_line (view, "Programs: %s; entry points: %s; functions: %s",
                      poplens_format_count (n, programs->n),
                      poplens_format_count (control, programs->n_control),
                      poplens_format_count (functions, programs->n_functions));
  return poplens_cli_named_table (view, "programs", "Program tree", tree ? costs : columns, NULL,
                                  G_MAXUINT32, error);
}
