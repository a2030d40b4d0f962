#include "tables/engine/builders.h"

#include "analysis/summary/compile-time.h"

#include <string.h>

/* ---- files and parts ------------------------------------------------------------------ */

static const PoplensColumnSpec file_columns[] = {
    {"file", "File", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED, "Name of the file"},
    {"present", "Found", POPLENS_UNIT_BOOL, POPLENS_FROM_DERIVED, "Whether the file was found"},
    {"size", "Size", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED, "Bytes on disk"},
    {"modified", "Modified", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
     "Time of the last change, in local time"},
    {"adds", "Contents", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED, "Contents of the file"},
    {"how", "How to record", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
     "Engine option that makes Poplar write the file"},
    {"path", "Path", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED, "Path of the file"},
};

static void
add_file (PoplensRows *rows, const PoplensReportFile *file)
{
  poplens_rows_add (rows, 0);
  poplens_rows_text (rows, 0, file->name);
  poplens_rows_int (rows, 1, file->path != NULL);
  poplens_rows_text (rows, 4, file->what);
  poplens_rows_text (rows, 5, file->how);
  if (file->path) {
    g_autoptr (GDateTime) modified = g_date_time_new_from_unix_local (file->mtime);
    g_autofree char *text = modified ? g_date_time_format (modified, "%Y-%m-%d %H:%M:%S") : NULL;
    poplens_rows_int (rows, 2, (gint64) file->size);
    poplens_rows_text (rows, 3, text);
    poplens_rows_text (rows, 6, file->path);
  }
}

PoplensTable *
poplens_build_report_files (PoplensReport *report, const PoplensLocation *location,
                            GCancellable *cancellable, GError **error)
{
  PoplensRows *rows = poplens_rows_new (G_N_ELEMENTS (file_columns));
  PoplensTable *table;

  for (PoplensFileKind kind = 0; kind < POPLENS_N_FILES; kind++)
    add_file (rows, poplens_report_get_file (report, kind));
  table = poplens_rows_finish (rows, "report-files", "Report files", report, FALSE);
  poplens_table_add_columns (table, file_columns, G_N_ELEMENTS (file_columns));
  return table;
}

static const PoplensColumnSpec part_columns[] = {
    {"part", "Part", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED, "Part of the report"},
    {"present", "Found", POPLENS_UNIT_BOOL, POPLENS_FROM_DERIVED,
     "Whether the report has this part"},
    {"absence", "Reason", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
     "Reason why the part is missing, and the engine option that records it"},
};

PoplensTable *
poplens_build_parts (PoplensReport *report, const PoplensLocation *location,
                     GCancellable *cancellable, GError **error)
{
  PoplensRows *rows = poplens_rows_new (G_N_ELEMENTS (part_columns));
  PoplensTable *table;

  for (PoplensPart part = 0; part < POPLENS_N_PARTS; part++) {
    const char *absence = poplens_report_get_absence (report, part);
    poplens_rows_add (rows, 0);
    poplens_rows_text (rows, 0, poplens_part_name (part));
    poplens_rows_int (rows, 1, !absence);
    poplens_rows_text (rows, 2, absence ? absence : "");
  }
  table = poplens_rows_finish (rows, "parts", "Report parts", report, FALSE);
  poplens_table_add_columns (table, part_columns, G_N_ELEMENTS (part_columns));
  return table;
}

/* ---- options -------------------------------------------------------------------------- */

static const PoplensColumnSpec option_columns[] = {
    {"set", "Set", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
     "Compilation, target or execution options (compilation_parameters, target_parameters, "
     "execution_parameters)"},
    {"name", "Option", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Name of the engine option"},
    {"value", "Value", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Value of the option"},
    {"is_default", "Default", POPLENS_UNIT_BOOL, POPLENS_FROM_FILE,
     "Whether the value is the default"},
    {"run", "Run", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Run of an execution option, if recorded"},
};

static void
add_option (PoplensRows *rows, const PoplensOption *option)
{
  poplens_rows_add (rows, 0);
  poplens_rows_text (rows, 0, poplens_option_set_name (option->set));
  poplens_rows_text (rows, 1, option->name);
  poplens_rows_text (rows, 2, option->value);
  poplens_rows_int (rows, 3, option->is_default != FALSE);
  if (option->run >= 0)
    poplens_rows_int (rows, 4, option->run);
}

/* Location key `changed`: only options that are not default. */
PoplensTable *
poplens_build_options (PoplensReport *report, const PoplensLocation *location,
                       GCancellable *cancellable, GError **error)
{
  const PoplensOptions *options = poplens_report_load_options (report, cancellable, error);
  gboolean changed = location && poplens_location_get_bool (location, "changed", FALSE);
  PoplensRows *rows;
  PoplensTable *table;

  if (!options)
    return NULL;
  rows = poplens_rows_new (G_N_ELEMENTS (option_columns));
  for (guint o = 0; o < options->rows->len; o++) {
    const PoplensOption *option = g_ptr_array_index (options->rows, o);
    if (!changed || !option->is_default)
      add_option (rows, option);
  }
  table = poplens_rows_finish (rows, "options", "Engine options", report, FALSE);
  poplens_table_add_columns (table, option_columns, G_N_ELEMENTS (option_columns));
  if (changed) {
    g_autofree char *note = g_strdup_printf ("%u of %u options: those that are not default",
                                             poplens_table_n_rows (table), options->rows->len);
    poplens_table_set_note (table, note);
  }
  return table;
}

/* ---- compilation ---------------------------------------------------------------------- */

static const PoplensColumnSpec phase_columns[] = {
    {"phase", "Phase", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
     "Name of the compiler phase (compilation_trace)"},
    {"self_microseconds", "Own time", POPLENS_UNIT_MICROSECONDS, POPLENS_FROM_DERIVED,
     "Time in this phase without later phases; adds up to the total"},
    {"share", "Share", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
     "Own time as a share of the total compile time"},
    {"inclusive_microseconds", "Including inner phases", POPLENS_UNIT_MICROSECONDS,
     POPLENS_FROM_DERIVED, "Time in this phase, including inner phases"},
    {"calls", "Calls", POPLENS_UNIT_COUNT, POPLENS_FROM_FILE, "Number of times that the phase ran"},
};

PoplensTable *
poplens_build_compile_time (PoplensReport *report, const PoplensLocation *location,
                            GCancellable *cancellable, GError **error)
{
  const PoplensCompilation *part = poplens_report_load_compilation (report, cancellable, error);
  g_autoptr (GArray) phases = NULL;
  guint64 covered;
  PoplensRows *rows;
  PoplensTable *table;

  if (!part)
    return NULL;
  phases = poplens_compile_phases (part, &covered, NULL);
  rows = poplens_rows_new (G_N_ELEMENTS (phase_columns));
  for (guint p = 0; p < phases->len; p++) {
    const PoplensPhase *phase = &g_array_index (phases, PoplensPhase, p);
    poplens_rows_add (rows, 0);
    poplens_rows_text (rows, 0, phase->name);
    poplens_rows_int (rows, 1, (gint64) phase->self);
    if (covered)
      poplens_rows_real (rows, 2, (double) phase->self / covered);
    poplens_rows_int (rows, 3, (gint64) phase->inclusive);
    poplens_rows_int (rows, 4, phase->calls);
  }
  table = poplens_rows_finish (rows, "compile-time", "Compile time", report, FALSE);
  poplens_table_add_columns (table, phase_columns, G_N_ELEMENTS (phase_columns));
  poplens_table_add_total (table, 1);
  poplens_table_add_total (table, 4);
  poplens_table_set_default_sort (table, 1, TRUE);
  return table;
}

static const PoplensColumnSpec optimization_columns[] = {
    {"name", "Optimisation", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
     "Name of the counter (optimization_info)"},
    {"value", "Value", POPLENS_UNIT_NUMBER, POPLENS_FROM_FILE, "Value of the counter"},
};

PoplensTable *
poplens_build_optimizations (PoplensReport *report, const PoplensLocation *location,
                             GCancellable *cancellable, GError **error)
{
  const PoplensCompilation *part = poplens_report_load_compilation (report, cancellable, error);
  PoplensRows *rows;
  PoplensTable *table;

  if (!part)
    return NULL;
  rows = poplens_rows_new (G_N_ELEMENTS (optimization_columns));
  for (guint32 o = 0; o < part->n_optimizations; o++) {
    poplens_rows_add (rows, 0);
    poplens_rows_text (rows, 0, poplens_strings_get (part->strings, part->optimization_key[o]));
    poplens_rows_real (rows, 1, part->optimization_value[o]);
  }
  table = poplens_rows_finish (rows, "optimizations", "Optimisation counters", report, FALSE);
  poplens_table_add_columns (table, optimization_columns, G_N_ELEMENTS (optimization_columns));
  return table;
}

/* ---- framework.json and app.json ------------------------------------------------------ */

static const PoplensColumnSpec json_columns[] = {
    {"key", "Key", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
     "Name of the member, or position in an array"},
    {"value", "Value", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
     "Value as text; number of members for objects and arrays"},
    {"type", "Type", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "JSON type of the value"},
};

static const char *
json_type_name (PoplensJsonType type)
{
  static const char *const names[] = {"object", "array", "string", "number", "boolean", "null"};

  return type < G_N_ELEMENTS (names) ? names[type] : "";
}

/* The root shows only where it is a bare value: else its members are the top of the tree. */
static void
add_json_node (PoplensRows *rows, const PoplensJsonNode *node, const PoplensStrings *strings,
               gboolean rootless)
{
  const char *key = poplens_strings_get (strings, node->key);
  guint32 depth = rootless && node->depth ? node->depth - 1 : node->depth;

  poplens_rows_add (rows, MIN (depth, G_MAXUINT16));
  poplens_rows_text (rows, 0, *key || node->depth ? key : "(value)");
  if (node->type == POPLENS_JSON_OBJECT || node->type == POPLENS_JSON_ARRAY) {
    const char *what = node->type == POPLENS_JSON_OBJECT ? "member" : "element";
    g_autofree char *text =
        g_strdup_printf ("%u %s%s", node->n_children, what, node->n_children == 1 ? "" : "s");
    poplens_rows_text (rows, 1, text);
  } else if (node->type != POPLENS_JSON_NULL) {
    poplens_rows_text (rows, 1, poplens_strings_get (strings, node->value));
  }
  poplens_rows_text (rows, 2, json_type_name (node->type));
}

PoplensTable *
poplens_json_rows_table (const PoplensJsonNode *nodes, guint32 n, const PoplensStrings *strings,
                         const char *name, const char *title, PoplensReport *report)
{
  PoplensRows *rows = poplens_rows_new (G_N_ELEMENTS (json_columns));
  gboolean rootless = n > 1;
  PoplensTable *table;

  for (guint32 i = rootless; i < n; i++)
    add_json_node (rows, &nodes[i], strings, rootless);
  table = poplens_rows_finish (rows, name, title, report, TRUE);
  poplens_table_add_columns (table, json_columns, G_N_ELEMENTS (json_columns));
  poplens_table_set_initial_depth (table, 1);
  return table;
}

static PoplensTable *
json_table (PoplensReport *report, const PoplensJsonTree *tree, const char *name, const char *title)
{
  return tree ? poplens_json_rows_table (poplens_json_tree_get (tree, 0), tree->nodes->len,
                                         tree->strings, name, title, report)
              : NULL;
}

PoplensTable *
poplens_build_framework (PoplensReport *report, const PoplensLocation *location,
                         GCancellable *cancellable, GError **error)
{
  return json_table (report, poplens_report_load_framework (report, cancellable, error),
                     "framework", "Framework (framework.json)");
}

PoplensTable *
poplens_build_app (PoplensReport *report, const PoplensLocation *location,
                   GCancellable *cancellable, GError **error)
{
  return json_table (report, poplens_report_load_app (report, cancellable, error), "app",
                     "Application (app.json)");
}
