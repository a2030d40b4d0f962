/* Tables of figures of the report, its files and parts, engine options, compilation, and metadata
 * files. */
#include "analysis/summary/compile-time.h"
#include "base/error.h"
#include "tables/engine/builders.h"

/* ---- figures --------------------------------------------------------------------------------- */

/* Table of figures: target, graph, versions and instrumentation, then all columns of target_info,
 * then the compiler's counters. */

typedef struct {
  const char *section, *name;
  PoplensValue value;
} SummaryRow;

static const PoplensColumn summary_columns[] = {
    POPLENS_CELL (SummaryRow, section, "Section", TEXT, FILE,
                  "Target, Graph, Versions, Instrumentation, Recorded (columns of target_info, as "
                  "spelled in the file) or Counters (of the compiler's optimisations)"),
    POPLENS_CELL (SummaryRow, name, "Name", TEXT, FILE, "Name of the figure"),
    POPLENS_CELL (SummaryRow, value, "Value", MIXED, FILE,
                  "Value: bytes, hertz, a count or text (target_info, graph_info, poplar_version, "
                  "version_info, date_time, instrumentation_settings, optimization_info)"),
};

static void
add_figure_row (PoplensRecords *rows, const char *section, const char *name, PoplensValue value)
{
  SummaryRow *row = poplens_records_add (rows);

  row->section = section;
  row->name = name;
  row->value = value;
}

/* Adds a row with a text. @value: (nullable). */
static void
add_text_row (PoplensRecords *rows, const char *section, const char *name, const char *value)
{
  add_figure_row (rows, section, name, poplens_value_text (poplens_records_text (rows, value)));
}

static void
add_number_row (PoplensRecords *rows, const char *section, const char *name, guint64 value,
                PoplensUnit unit)
{
  add_figure_row (rows, section, name, poplens_value_int ((gint64) value, unit));
}

static void
add_target_rows (PoplensRecords *rows, const PoplensTarget *target)
{
  static const char section[] = "Target";
  const char *title = poplens_architecture_title (target->architecture);
  g_autofree char *architecture = g_strcmp0 (title, target->architecture)
                                      ? g_strdup_printf ("%s (%s)", title, target->architecture)
                                      : g_strdup (title);

  add_text_row (rows, section, "Type", target->type);
  add_text_row (rows, section, "Architecture", architecture);
  add_number_row (rows, section, "IPUs", target->num_ipus, POPLENS_UNIT_COUNT);
  add_number_row (rows, section, "Replicas", target->num_replicas, POPLENS_UNIT_COUNT);
  add_number_row (rows, section, "IPUs per replica", target->ipus_per_replica, POPLENS_UNIT_COUNT);
  add_number_row (rows, section, "Tiles", target->num_tiles, POPLENS_UNIT_COUNT);
  add_number_row (rows, section, "Tiles per IPU", target->tiles_per_ipu, POPLENS_UNIT_COUNT);
  add_number_row (rows, section, "Tiles per replica", target->tiles_per_replica,
                  POPLENS_UNIT_COUNT);
  add_number_row (rows, section, "Memory per tile", target->bytes_per_tile, POPLENS_UNIT_BYTES);
  add_number_row (rows, section, "Memory per IPU", target->bytes_per_ipu, POPLENS_UNIT_BYTES);
  add_number_row (rows, section, "Memory per replica", target->memory_per_replica,
                  POPLENS_UNIT_BYTES);
  add_number_row (rows, section, "Total memory", target->total_memory, POPLENS_UNIT_BYTES);
  if (target->clock_hz)
    add_number_row (rows, section, "Clock, nominal", target->clock_hz, POPLENS_UNIT_HERTZ);
  else
    add_text_row (rows, section, "Clock, nominal", NULL);
}

static void
add_graph_figures (PoplensRecords *rows, const PoplensTarget *target)
{
  if (!target->has_graph)
    return;
  add_number_row (rows, "Graph", "Compute sets", target->compute_sets, POPLENS_UNIT_COUNT);
  add_number_row (rows, "Graph", "Edges", target->edges, POPLENS_UNIT_COUNT);
  add_number_row (rows, "Graph", "Variables", target->variables, POPLENS_UNIT_COUNT);
  add_number_row (rows, "Graph", "Vertices", target->vertices, POPLENS_UNIT_COUNT);
}

static void
add_version_rows (PoplensRecords *rows, const PoplensTarget *target)
{
  static const char section[] = "Versions";
  g_autofree char *format =
      g_strdup_printf ("%s%s", target->format_version ? target->format_version : "unknown",
                       target->unstable_format ? " (unstable)" : "");

  add_text_row (rows, section, "Poplar", target->poplar_version);
  add_text_row (rows, section, "Package", target->package_hash);
  add_text_row (rows, section, "Report format", format);
  add_text_row (rows, section, "Compiled", target->timestamp);
  add_text_row (rows, section, "Compilation ID", target->compilation_id);
  add_text_row (rows, section, "Compilation ID of the execution", target->execution_compilation_id);
}

static void
add_instrumentation_rows (PoplensRecords *rows, const PoplensTarget *target)
{
  static const char section[] = "Instrumentation";

  if (!target->has_instrumentation)
    return;
  add_text_row (rows, section, "Compute sets", target->compute_level);
  add_text_row (rows, section, "External exchange", target->external_exchange ? "on" : "off");
  add_text_row (rows, section, "Control flow", target->control_flow ? "on" : "off");
}

static void
add_fields (PoplensRecords *rows, const PoplensTarget *target)
{
  for (guint f = 0; f < target->fields->len; f++) {
    const PoplensTargetField *field = g_ptr_array_index (target->fields, f);
    add_text_row (rows, "Recorded", poplens_records_text (rows, field->key), field->value);
  }
}

static void
add_counters (PoplensRecords *rows, const PoplensCompilation *compilation)
{
  for (guint32 o = 0; o < compilation->n_optimizations; o++)
    add_figure_row (rows, "Counters",
                    poplens_strings_get (compilation->strings, compilation->optimization_key[o]),
                    poplens_value_real (compilation->optimization_value[o], POPLENS_UNIT_NUMBER));
}

PoplensTable *
poplens_build_summary (PoplensReport *report, const PoplensLocation *location,
                       GCancellable *cancellable, GError **error)
{
  const PoplensTarget *target = poplens_report_load_target (report, cancellable, error);
  gconstpointer compilation;
  PoplensRecords *rows;

  if (!target || !poplens_report_load_optional (report, POPLENS_PART_COMPILATION, &compilation,
                                                cancellable, error))
    return NULL;
  rows = POPLENS_RECORDS (SummaryRow, summary_columns);
  add_target_rows (rows, target);
  add_graph_figures (rows, target);
  add_version_rows (rows, target);
  add_instrumentation_rows (rows, target);
  add_fields (rows, target);
  if (compilation)
    add_counters (rows, compilation);
  return poplens_records_finish (rows, "summary", "Target and graph", report);
}

/* ---- files and parts ------------------------------------------------------------------------- */

typedef struct {
  const char *file, *part;
  gboolean present;
  gint64 size;
  const char *modified, *adds, *how, *absence, *path;
} FileRow;

static const PoplensColumn file_columns[] = {
    POPLENS_CELL (FileRow, file, "File", TEXT, DERIVED,
                  "Name of the file; expandable to the parts of the report that are read from it"),
    POPLENS_CELL (FileRow, part, "Part", TEXT, DERIVED,
                  "Part of the report; empty for the file itself"),
    POPLENS_CELL (FileRow, present, "Found", BOOL, DERIVED,
                  "Whether the file was found, or the report has this part"),
    POPLENS_CELL (FileRow, size, "Size", BYTES, DERIVED, "Bytes on disk"),
    POPLENS_CELL (FileRow, modified, "Modified", TEXT, DERIVED,
                  "Time of the last change, in local time"),
    POPLENS_CELL (FileRow, adds, "Contents", TEXT, DERIVED, "Contents of the file"),
    POPLENS_CELL (FileRow, how, "How to record", TEXT, DERIVED,
                  "Engine option that makes Poplar write the file"),
    POPLENS_CELL (FileRow, absence, "Reason", TEXT, DERIVED,
                  "Reason why the part is missing, and the engine option that records it"),
    POPLENS_CELL (FileRow, path, "Path", TEXT, DERIVED, "Path of the file"),
};

static void
add_file (PoplensRecords *rows, const PoplensReportFile *file)
{
  FileRow *row = poplens_records_add_at (rows, 0);

  row->file = poplens_records_text (rows, file->name);
  row->present = file->path != NULL;
  row->adds = poplens_records_text (rows, file->what);
  row->how = poplens_records_text (rows, file->how);
  if (file->path) {
    g_autoptr (GDateTime) modified = g_date_time_new_from_unix_local (file->mtime);
    g_autofree char *text = modified ? g_date_time_format (modified, "%Y-%m-%d %H:%M:%S") : NULL;
    row->size = file->size;
    row->modified = poplens_records_text (rows, text);
    g_autofree char *path = g_filename_display_name (file->path);
    row->path = poplens_records_text (rows, path);
  }
}

static void
add_part_rows (PoplensRecords *rows, PoplensReport *report, const PoplensReportFile *file)
{
  for (PoplensPart part = 0; part < POPLENS_N_PARTS; part++) {
    const char *absence = poplens_report_get_absence (report, part);
    if (poplens_part_file (part) != file->kind)
      continue;
    FileRow *row = poplens_records_add_at (rows, 1);
    row->file = poplens_records_text (rows, file->name);
    row->part = poplens_part_name (part);
    row->present = !absence;
    row->absence = poplens_records_text (rows, absence);
  }
}

PoplensTable *
poplens_build_files (PoplensReport *report, const PoplensLocation *location,
                     GCancellable *cancellable, GError **error)
{
  PoplensRecords *rows = POPLENS_RECORDS (FileRow, file_columns);

  for (PoplensFileKind kind = 0; kind < POPLENS_N_FILES; kind++) {
    const PoplensReportFile *file = poplens_report_get_file (report, kind);
    add_file (rows, file);
    add_part_rows (rows, report, file);
  }
  PoplensTable *table = poplens_records_finish_tree (rows, "files", "Files", report);
  poplens_table_set_initial_depth (table, 0);
  return table;
}

/* ---- options --------------------------------------------------------------------------------- */

typedef struct {
  const char *set, *name, *value;
  gboolean is_default;
  gint64 run;
} OptionRow;

enum { IS_DEFAULT = 3 };

static const PoplensColumn option_columns[] = {
    POPLENS_CELL (OptionRow, set, "Set", TEXT, FILE,
                  "Compilation, target or execution options (compilation_parameters, "
                  "target_parameters, execution_parameters)"),
    POPLENS_CELL (OptionRow, name, "Name", TEXT, FILE, "Name of the engine option"),
    POPLENS_CELL (OptionRow, value, "Value", TEXT, FILE, "Value of the option"),
    [IS_DEFAULT] = POPLENS_CELL (OptionRow, is_default, "Default", BOOL, FILE,
                                 "Whether the value is the default"),
    POPLENS_CELL (OptionRow, run, "Run", ID, FILE, "Run of an execution option, if recorded"),
};

static void
add_option_row (PoplensRecords *rows, const PoplensOption *option)
{
  OptionRow *row = poplens_records_add (rows);

  row->set = poplens_option_set_name (option->set);
  row->name = poplens_records_text (rows, option->name);
  row->value = poplens_records_text (rows, option->value);
  row->is_default = option->is_default;
  if (option->run >= 0)
    row->run = option->run;
}

PoplensTable *
poplens_build_options (PoplensReport *report, const PoplensLocation *location,
                       GCancellable *cancellable, GError **error)
{
  const PoplensOptions *options = poplens_report_load_options (report, cancellable, error);
  PoplensRecords *rows;
  PoplensTable *table;

  if (!options)
    return NULL;
  rows = POPLENS_RECORDS (OptionRow, option_columns);
  for (guint o = 0; o < options->rows->len; o++)
    add_option_row (rows, g_ptr_array_index (options->rows, o));
  table = poplens_records_finish (rows, "options", "Engine options", report);
  poplens_table_set_default_sort (table, IS_DEFAULT, FALSE);
  return table;
}

/* ---- compilation ----------------------------------------------------------------------------- */

typedef struct {
  const char *phase;
  gint64 self_microseconds;
  double share;
  gint64 inclusive_microseconds, calls;
} PhaseRow;

static const PoplensColumn phase_columns[] = {
    POPLENS_CELL (PhaseRow, phase, "Phase", TEXT, FILE,
                  "Name of the compiler phase (compilation_trace)"),
    POPLENS_CELL (PhaseRow, self_microseconds, "Own time", MICROSECONDS, DERIVED,
                  "Time in this phase without later phases; adds up to the total", .total = TRUE),
    POPLENS_CELL (PhaseRow, share, "Share", RATIO, DERIVED,
                  "Own time as a share of the total compile time"),
    POPLENS_CELL (PhaseRow, inclusive_microseconds, "Including inner phases", MICROSECONDS, DERIVED,
                  "Time in this phase, including inner phases"),
    POPLENS_CELL (PhaseRow, calls, "Calls", COUNT, FILE, "Number of times that the phase ran",
                  .total = TRUE),
};

PoplensTable *
poplens_build_compile_time (PoplensReport *report, const PoplensLocation *location,
                            GCancellable *cancellable, GError **error)
{
  const PoplensCompilation *part = poplens_report_load_compilation (report, cancellable, error);
  g_autoptr (GArray) phases = NULL;
  guint64 covered;
  PoplensRecords *rows;
  PoplensTable *table;

  if (!part)
    return NULL;
  phases = poplens_compile_phases (part, &covered, NULL);
  rows = POPLENS_RECORDS (PhaseRow, phase_columns);
  for (guint p = 0; p < phases->len; p++) {
    const PoplensCompilePhase *phase = &g_array_index (phases, PoplensCompilePhase, p);
    PhaseRow *row = poplens_records_add (rows);
    row->phase = poplens_records_text (rows, phase->name);
    row->self_microseconds = phase->self;
    if (covered)
      row->share = (double) phase->self / covered;
    row->inclusive_microseconds = phase->inclusive;
    row->calls = phase->calls;
  }
  table = poplens_records_finish (rows, "compile-time", "Compile time", report);
  poplens_table_set_default_sort (table, 1, TRUE);
  return table;
}

/* ---- framework.json and app.json ------------------------------------------------------------- */

typedef struct {
  const char *key, *value, *type;
} JsonRow;

static const PoplensColumn json_columns[] = {
    POPLENS_CELL (JsonRow, key, "Key", TEXT, FILE, "Name of the member, or position in an array"),
    POPLENS_CELL (JsonRow, value, "Value", TEXT, FILE,
                  "Value as text; number of members for objects and arrays"),
    POPLENS_CELL (JsonRow, type, "Type", TEXT, FILE, "JSON type of the value"),
};

static const char *
json_type_name (PoplensJsonType type)
{
  static const char *const names[] = {"object", "array", "string", "number", "boolean", "null"};

  return type < G_N_ELEMENTS (names) ? names[type] : "";
}

const char *
poplens_json_node_text (const PoplensJsonNode *node, const PoplensStrings *strings,
                        PoplensNumber number)
{
  if (node->type == POPLENS_JSON_OBJECT || node->type == POPLENS_JSON_ARRAY)
    return poplens_format_items (number, node->n_children,
                                 node->type == POPLENS_JSON_OBJECT ? "member" : "element");
  return node->type == POPLENS_JSON_NULL ? NULL : poplens_strings_get (strings, node->value);
}

/* Adds a row for each node of a JSON file. @file: name of the file, which becomes the key of the
 * root. */
static void
add_json_tree (PoplensRecords *rows, const PoplensJsonTree *tree, const char *file)
{
  for (guint32 i = 0; tree && i < tree->nodes->len; i++) {
    const PoplensJsonNode *node = poplens_json_tree_get (tree, i);
    JsonRow *row = poplens_records_add_at (rows, (guint16) MIN (node->depth, G_MAXUINT16));
    PoplensNumber number;
    row->key = poplens_records_text (
        rows, node->depth ? poplens_strings_get (tree->strings, node->key) : file);
    row->value = poplens_records_text (rows, poplens_json_node_text (node, tree->strings, number));
    row->type = json_type_name (node->type);
  }
}

/* Sets @error to the error of loading framework.json. If framework.json is absent and app.json is
 * damaged, sets @error to that of app.json instead. */
static void
fail_metadata (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) failed = NULL;

  poplens_report_load_framework (report, cancellable, &failed);
  if (g_error_matches (failed, POPLENS_ERROR, POPLENS_ERROR_ABSENT)) {
    g_autoptr (GError) of_app = NULL;
    poplens_report_load_app (report, cancellable, &of_app);
    if (!g_error_matches (of_app, POPLENS_ERROR, POPLENS_ERROR_ABSENT)) {
      g_propagate_error (error, g_steal_pointer (&of_app));
      return;
    }
  }
  g_propagate_error (error, g_steal_pointer (&failed));
}

PoplensTable *
poplens_build_metadata (PoplensReport *report, const PoplensLocation *location,
                        GCancellable *cancellable, GError **error)
{
  gconstpointer framework, app;
  PoplensRecords *rows;

  if (!poplens_report_load_optional (report, POPLENS_PART_FRAMEWORK, &framework, cancellable,
                                     error) ||
      !poplens_report_load_optional (report, POPLENS_PART_APP, &app, cancellable, error))
    return NULL;
  if (!framework && !app) {
    fail_metadata (report, cancellable, error);
    return NULL;
  }
  rows = POPLENS_RECORDS (JsonRow, json_columns);
  add_json_tree (rows, framework, "framework.json");
  add_json_tree (rows, app, "app.json");
  PoplensTable *table = poplens_records_finish_tree (rows, "metadata", "Metadata", report);
  poplens_table_set_initial_depth (table, 1);
  return table;
}
