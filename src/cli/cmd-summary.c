#include "cli/cli.h"

#include "analysis/summary/headline.h"
#include "base/error.h"
#include "base/visible.h"
#include "derived/headline.h"
#include "derived/time/time-source.h"

#include <string.h>

/* ---- JSON --------------------------------------------------------------------------------------
 */

static void
write_target (const PoplensTarget *target, PoplensJsonWriter *json)
{
  poplens_json_begin_object (json, "target");
  poplens_json_string (json, "type", target->type);
  poplens_json_string (json, "architecture", target->architecture);
  poplens_json_uint (json, "ipus", target->num_ipus);
  poplens_json_uint (json, "replicas", target->num_replicas);
  poplens_json_uint (json, "ipus_per_replica", target->ipus_per_replica);
  poplens_json_uint (json, "tiles_per_ipu", target->tiles_per_ipu);
  poplens_json_uint (json, "tiles", target->num_tiles);
  poplens_json_uint (json, "bytes_per_tile", target->bytes_per_tile);
  poplens_json_uint (json, "bytes_per_ipu", target->bytes_per_ipu);
  poplens_json_uint (json, "memory_per_replica", target->memory_per_replica);
  poplens_json_uint (json, "total_memory", target->total_memory);
  poplens_json_uint (json, "clock_hz", target->clock_hz);
  poplens_json_end_object (json);
}

static void
write_graph (const PoplensTarget *target, PoplensJsonWriter *json)
{
  poplens_json_begin_object (json, "graph");
  if (target->has_graph) {
    poplens_json_uint (json, "compute_sets", target->compute_sets);
    poplens_json_uint (json, "edges", target->edges);
    poplens_json_uint (json, "variables", target->variables);
    poplens_json_uint (json, "vertices", target->vertices);
  }
  poplens_json_end_object (json);
}

/* Which parts there are, and why the others are not; of those that the summary has read also which
 * are damaged. */
static void
write_parts (PoplensReport *report, PoplensJsonWriter *json)
{
  poplens_json_begin_object (json, "parts");
  for (PoplensPart part = 0; part < POPLENS_N_PARTS; part++) {
    const char *absence = poplens_report_get_absence (report, part);
    g_autoptr (GError) wrong = NULL;
    poplens_json_begin_object (json, poplens_part_name (part));
    poplens_json_bool (json, "present", !absence);
    if (absence)
      poplens_json_string (json, "absent", absence);
    else if (!poplens_page_read_part (POPLENS_PAGE_SUMMARY, report, part, NULL, &wrong))
      poplens_json_string (json, "damaged", wrong->message);
    poplens_json_end_object (json);
  }
  poplens_json_end_object (json);
}

static void
write_memory (const PoplensHeadline *headline, PoplensJsonWriter *json)
{
  if (headline->fit_known)
    poplens_json_bool (json, "fits", headline->fits);
  else
    poplens_json_null (json, "fits");
  if (!headline->has_memory || headline->memory_incomplete) {
    poplens_json_null (json, "tiles_over");
    poplens_json_null (json, "over_bytes");
  } else {
    poplens_json_uint (json, "tiles_over", headline->tiles_over);
    poplens_json_uint (json, "over_bytes", headline->over_bytes);
  }
  if (headline->fullest_position == G_MAXUINT32 || headline->memory_incomplete) {
    poplens_json_null (json, "fullest_tile");
    return;
  }
  poplens_json_begin_object (json, "fullest_tile");
  poplens_json_uint (json, "tile", headline->fullest_tile);
  if (headline->total_known)
    poplens_json_uint (json, "total", headline->fullest_total);
  else
    poplens_json_null (json, "total");
  poplens_json_uint (json, "total_including_gaps", headline->fullest_bytes);
  poplens_json_end_object (json);
}

static void
write_peak (const PoplensHeadline *headline, PoplensJsonWriter *json)
{
  if (!headline->has_peak) {
    poplens_json_null (json, "peak");
    return;
  }
  poplens_json_begin_object (json, "peak");
  poplens_json_uint (json, "step", headline->peak_step);
  poplens_json_uint (json, "program", headline->peak_program);
  if (headline->always_unknown) {
    poplens_json_null (json, "total");
    poplens_json_null (json, "always_live");
  } else {
    poplens_json_uint (json, "total", headline->peak_bytes);
    poplens_json_uint (json, "always_live", headline->always_live);
  }
  poplens_json_end_object (json);
}

static void
write_figure (PoplensJsonWriter *json, const char *key, gboolean known, guint64 cycles)
{
  if (known)
    poplens_json_uint (json, key, cycles);
  else
    poplens_json_null (json, key);
}

static void
write_cycles (const PoplensHeadline *headline, const PoplensProgramTime *time,
              PoplensJsonWriter *json)
{
  gboolean known = time->known && !time->incomplete;

  write_figure (json, "iteration_cycles", known && time->n_iterations, time->iteration);
  write_figure (json, "program_cycles", known, time->program);
  write_figure (json, "outside_cycles", known, time->outside);
  write_figure (json, "trace_cycles", headline->has_cycles && !headline->cycles_incomplete,
                headline->cycles);
  if (!headline->tile_cycles) {
    poplens_json_null (json, "waiting_or_outside");
    return;
  }
  poplens_json_begin_object (json, "waiting_or_outside");
  poplens_json_uint (json, "tile_cycles", headline->tile_cycles);
  poplens_json_uint (json, "idle_tile_cycles", headline->idle_tile_cycles);
  poplens_json_double (json, "share", headline->idle_share);
  poplens_json_end_object (json);
}

static void
write_instrumentation (const PoplensTarget *target, PoplensJsonWriter *json)
{
  if (!target || !target->has_instrumentation) {
    poplens_json_null (json, "instrumentation");
    return;
  }
  poplens_json_begin_object (json, "instrumentation");
  poplens_json_string (json, "compute_level", target->compute_level);
  poplens_json_bool (json, "external_exchange", target->external_exchange);
  poplens_json_bool (json, "control_flow", target->control_flow);
  poplens_json_end_object (json);
}

/* A list: the same name may stand in several sets and runs. */
static void
write_options (const PoplensOptions *options, PoplensJsonWriter *json)
{
  poplens_json_begin_array (json, "options");
  for (guint o = 0; options && o < options->rows->len; o++) {
    const PoplensOption *option = g_ptr_array_index (options->rows, o);
    poplens_json_begin_object (json, NULL);
    poplens_json_string (json, "set", poplens_option_set_name (option->set));
    poplens_json_string (json, "name", option->name);
    poplens_json_string (json, "value", option->value);
    poplens_json_bool (json, "changed", !option->is_default);
    if (option->run >= 0)
      poplens_json_int (json, "run", option->run);
    poplens_json_end_object (json);
  }
  poplens_json_end_array (json);
}

static void
write_files (PoplensReport *report, PoplensJsonWriter *json)
{
  poplens_json_begin_array (json, "files");
  for (PoplensFileKind kind = 0; kind < POPLENS_N_FILES; kind++) {
    const PoplensReportFile *file = poplens_report_get_file (report, kind);
    poplens_json_begin_object (json, NULL);
    poplens_json_string (json, "name", file->name);
    poplens_json_string (json, "path", file->path);
    if (file->path) {
      poplens_json_uint (json, "size", file->size);
      poplens_json_int (json, "modified", file->mtime);
    }
    poplens_json_end_object (json);
  }
  poplens_json_end_array (json);
}

#define ARCHIVE_NOT_READ                                                                           \
  "archive.a is large and was not read; run “poplens-cli check” to compare it with the profile"
#define DEBUG_NOT_READ "debug.cbor is large and was not read; run “poplens-cli debug” to read it"

static void
write_notices (const PoplensPage *page, PoplensJsonWriter *json)
{
  poplens_json_begin_array (json, "notices");
  for (guint i = 0; i < page->sections->len; i++) {
    const PoplensSection *section = g_ptr_array_index (page->sections, i);
    if (section->kind == POPLENS_SECTION_NOTICE && strcmp (section->key, POPLENS_PAGE_TIME_ANSWER))
      poplens_json_string (json, NULL, section->text);
  }
  if (page->later & POPLENS_PART_BIT (POPLENS_PART_ARCHIVE))
    poplens_json_string (json, NULL, ARCHIVE_NOT_READ);
  if (page->later & POPLENS_PART_BIT (POPLENS_PART_DEBUG))
    poplens_json_string (json, NULL, DEBUG_NOT_READ);
  poplens_json_end_array (json);
}

/* Writes the target; without one empty objects, and "absent" if it was not recorded. */
static void
write_target_and_graph (PoplensReport *report, const PoplensTarget *target, PoplensJsonWriter *json)
{
  g_autoptr (GError) wrong = NULL;

  poplens_json_string (json, "poplar_version", target ? target->poplar_version : NULL);
  poplens_json_string (json, "format_version", target ? target->format_version : NULL);
  poplens_json_string (json, "timestamp", target ? target->timestamp : NULL);
  if (target) {
    write_target (target, json);
    write_graph (target, json);
    return;
  }
  poplens_json_begin_object (json, "target");
  poplens_json_end_object (json);
  poplens_json_begin_object (json, "graph");
  poplens_json_end_object (json);
  poplens_report_load (report, POPLENS_PART_TARGET, NULL, &wrong);
  if (g_error_matches (wrong, POPLENS_ERROR, POPLENS_ERROR_ABSENT))
    poplens_json_string (json, "absent", wrong->message);
}

gboolean
poplens_cli_summary_json (PoplensReport *report, const PoplensLocation *location,
                          PoplensJsonWriter *json, GError **error)
{
  g_autoptr (PoplensLocation) summary = poplens_location_new (POPLENS_PAGE_SUMMARY);
  /* The page loads what can be loaded, and knows what is to be said of the rest. */
  g_autoptr (PoplensPage) page =
      poplens_page_build (report, summary, POPLENS_BYTE_UNIT_BINARY, NULL, error);
  PoplensHeadlineParts parts;
  PoplensHeadline headline;

  if (!page)
    return FALSE;
  const PoplensTarget *target = poplens_report_peek (report, POPLENS_PART_TARGET);
  write_target_and_graph (report, target, json);
  poplens_headline_load (report, POPLENS_HEADLINE_ALL, &parts, NULL, NULL);
  poplens_headline_compute (&headline, target, parts.memory, parts.peak, parts.execution);
  write_memory (&headline, json);
  write_peak (&headline, json);
  write_cycles (&headline, &parts.time, json);
  write_instrumentation (target, json);
  write_options (poplens_report_peek (report, POPLENS_PART_OPTIONS), json);
  poplens_json_string (json, "path", poplens_report_get_path (report));
  write_files (report, json);
  write_parts (report, json);
  write_notices (page, json);
  return TRUE;
}

/* ---- text --------------------------------------------------------------------------------------
 */

static gboolean
write_tables (PoplensCliView *view, const PoplensPage *page, GError **error)
{
  static const struct {
    const char *key;
    const char *columns[6];
    guint32 most;
  } shown[] = {
      {"target", {"section", "name", "value", NULL}, 30},
      {"compile-time", {"phase", "self_microseconds", "share", "calls", NULL}, 5},
      {"options", {NULL}, 10},
      {"report-files", {"file", "size", "modified", "adds", NULL}, 5},
  };

  for (guint i = 0; i < G_N_ELEMENTS (shown); i++) {
    const PoplensSection *section = poplens_page_find_section (page, shown[i].key);
    if (section->table) {
      if (!poplens_cli_table (view, section->table, section->title, shown[i].columns, NULL,
                              shown[i].most, error))
        return FALSE;
    } else {
      poplens_cli_title (view, section->title);
      poplens_cli_line (view, "%s", section->text);
    }
  }
  return TRUE;
}

/* Steps of IPUs × tiles whose cycles are read and replayed within 50 ms. */
#define QUICK_CYCLES ((guint64) 1 << 23)

/* Loads what the page says of the time, if that takes no longer than all else. FALSE if there is
 * more to tell than that. */
static gboolean
load_quick_time (PoplensReport *report)
{
  const PoplensExecution *x = poplens_report_load_execution_brief (report, NULL, NULL);
  const PoplensTarget *target = poplens_report_load_target (report, NULL, NULL);

  if (!x || !x->n_rows)
    return TRUE;
  if (x->cut || !poplens_report_is_near (report) ||
      (guint64) x->n_rows * (target ? target->tiles_per_ipu : 1) > QUICK_CYCLES)
    return FALSE;
  poplens_report_time (report, NULL, NULL);
  return TRUE;
}

/* The first sentence on time, or the command that tells it. */
static void
show_time (PoplensCliView *view, const PoplensPage *page, gboolean loaded)
{
  const PoplensSection *answer = poplens_page_find_section (page, POPLENS_PAGE_TIME_ANSWER);
  g_autofree char *name = poplens_shell_word (poplens_report_get_path (view->report));

  if (!loaded)
    poplens_cli_line (view, "Where the time went: poplens-cli time %s", name);
  else if (answer)
    poplens_cli_paragraph (view, answer->text, 0, FALSE);
}

gboolean
poplens_cli_summary_text (PoplensCliView *view, GError **error)
{
  gboolean loaded = load_quick_time (view->report);
  g_autoptr (PoplensLocation) location = poplens_location_new (POPLENS_PAGE_SUMMARY);
  g_autoptr (PoplensLocation) changed = poplens_location_with (location, "changed", "yes");
  g_autoptr (PoplensPage) page =
      poplens_page_build (view->report, view->all ? location : changed, view->unit, NULL, error);

  if (!page)
    return FALSE;
  poplens_cli_line (view, "%s", poplens_report_get_name (view->report));
  show_time (view, page, loaded);
  poplens_cli_facts (view, poplens_page_find_section (page, "facts")->facts);
  poplens_cli_notices (view, page);
  /* A fact says it of debug.cbor. */
  if (page->later & POPLENS_PART_BIT (POPLENS_PART_ARCHIVE))
    poplens_cli_line (view, "Note  %s", ARCHIVE_NOT_READ);
  return write_tables (view, page, error);
}
