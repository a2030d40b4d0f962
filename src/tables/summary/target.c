/* The report in figures: target, graph, versions and instrumentation, all columns of target_info as
 * recorded, and the compiler's counters. */
#include "derived/parts.h"
#include "tables/engine/builders.h"

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
add_figure (PoplensRecords *rows, const char *section, const char *name, PoplensValue value)
{
  SummaryRow *row = poplens_records_add (rows);

  row->section = section;
  row->name = name;
  row->value = value;
}

/* @value: (nullable) */
static void
add_text (PoplensRecords *rows, const char *section, const char *name, const char *value)
{
  add_figure (rows, section, name, poplens_value_text (poplens_records_text (rows, value)));
}

static void
add_number (PoplensRecords *rows, const char *section, const char *name, guint64 value,
            PoplensUnit unit)
{
  add_figure (rows, section, name, poplens_value_int ((gint64) value, unit));
}

static void
add_target (PoplensRecords *rows, const PoplensTarget *target)
{
  static const char section[] = "Target";
  const char *title = poplens_architecture_title (target->architecture);
  g_autofree char *architecture = g_strcmp0 (title, target->architecture)
                                      ? g_strdup_printf ("%s (%s)", title, target->architecture)
                                      : g_strdup (title);

  add_text (rows, section, "Type", target->type);
  add_text (rows, section, "Architecture", architecture);
  add_number (rows, section, "IPUs", target->num_ipus, POPLENS_UNIT_COUNT);
  add_number (rows, section, "Replicas", target->num_replicas, POPLENS_UNIT_COUNT);
  add_number (rows, section, "IPUs per replica", target->ipus_per_replica, POPLENS_UNIT_COUNT);
  add_number (rows, section, "Tiles", target->num_tiles, POPLENS_UNIT_COUNT);
  add_number (rows, section, "Tiles per IPU", target->tiles_per_ipu, POPLENS_UNIT_COUNT);
  add_number (rows, section, "Tiles per replica", target->tiles_per_replica, POPLENS_UNIT_COUNT);
  add_number (rows, section, "Memory per tile", target->bytes_per_tile, POPLENS_UNIT_BYTES);
  add_number (rows, section, "Memory per IPU", target->bytes_per_ipu, POPLENS_UNIT_BYTES);
  add_number (rows, section, "Memory per replica", target->memory_per_replica, POPLENS_UNIT_BYTES);
  add_number (rows, section, "Total memory", target->total_memory, POPLENS_UNIT_BYTES);
  if (target->clock_hz)
    add_number (rows, section, "Clock, nominal", target->clock_hz, POPLENS_UNIT_HERTZ);
  else
    add_text (rows, section, "Clock, nominal", NULL);
}

static void
add_graph (PoplensRecords *rows, const PoplensTarget *target)
{
  if (!target->has_graph)
    return;
  add_number (rows, "Graph", "Compute sets", target->compute_sets, POPLENS_UNIT_COUNT);
  add_number (rows, "Graph", "Edges", target->edges, POPLENS_UNIT_COUNT);
  add_number (rows, "Graph", "Variables", target->variables, POPLENS_UNIT_COUNT);
  add_number (rows, "Graph", "Vertices", target->vertices, POPLENS_UNIT_COUNT);
}

static void
add_versions (PoplensRecords *rows, const PoplensTarget *target)
{
  static const char section[] = "Versions";
  g_autofree char *format =
      g_strdup_printf ("%s%s", target->format_version ? target->format_version : "unknown",
                       target->unstable_format ? " (unstable)" : "");

  add_text (rows, section, "Poplar", target->poplar_version);
  add_text (rows, section, "Package", target->package_hash);
  add_text (rows, section, "Report format", format);
  add_text (rows, section, "Compiled", target->timestamp);
  add_text (rows, section, "Compilation ID", target->compilation_id);
  add_text (rows, section, "Compilation ID of the execution", target->execution_compilation_id);
}

static void
add_instrumentation (PoplensRecords *rows, const PoplensTarget *target)
{
  static const char section[] = "Instrumentation";

  if (!target->has_instrumentation)
    return;
  add_text (rows, section, "Compute sets", target->compute_level);
  add_text (rows, section, "External exchange", target->external_exchange ? "on" : "off");
  add_text (rows, section, "Control flow", target->control_flow ? "on" : "off");
}

static void
add_fields (PoplensRecords *rows, const PoplensTarget *target)
{
  for (guint f = 0; f < target->fields->len; f++) {
    const PoplensTargetField *field = g_ptr_array_index (target->fields, f);
    add_text (rows, "Recorded", poplens_records_text (rows, field->key), field->value);
  }
}

static void
add_counters (PoplensRecords *rows, const PoplensCompilation *compilation)
{
  for (guint32 o = 0; o < compilation->n_optimizations; o++)
    add_figure (rows, "Counters",
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

  if (!target ||
      !poplens_load_optional (report, POPLENS_PART_COMPILATION, &compilation, cancellable, error))
    return NULL;
  rows = POPLENS_RECORDS (SummaryRow, summary_columns);
  add_target (rows, target);
  add_graph (rows, target);
  add_versions (rows, target);
  add_instrumentation (rows, target);
  add_fields (rows, target);
  if (compilation)
    add_counters (rows, compilation);
  return poplens_records_finish (rows, "summary", "Target and graph", report);
}
