#include "cli/cli.h"

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

/* Which parts there are, and why the others are not. */
static void
write_parts (PoplensReport *report, PoplensJsonWriter *json)
{
  poplens_json_begin_object (json, "parts");
  for (PoplensPart part = 0; part < POPLENS_N_PARTS; part++) {
    const char *absence = poplens_report_get_absence (report, part);
    poplens_json_begin_object (json, poplens_part_name (part));
    poplens_json_bool (json, "present", !absence);
    if (absence)
      poplens_json_string (json, "absent", absence);
    poplens_json_end_object (json);
  }
  poplens_json_end_object (json);
}

gboolean
poplens_cli_summary_json (PoplensReport *report, const PoplensPlace *place, PoplensJsonWriter *json,
                          GError **error)
{
  gconstpointer data;

  if (!poplens_cli_load (report, POPLENS_PART_TARGET, json, &data, error))
    return FALSE;
  const PoplensTarget *target = data;
  poplens_json_string (json, "poplar_version", target ? target->poplar_version : NULL);
  poplens_json_string (json, "format_version", target ? target->format_version : NULL);
  poplens_json_string (json, "timestamp", target ? target->timestamp : NULL);
  if (target) {
    write_target (target, json);
    write_graph (target, json);
  } else {
    poplens_json_begin_object (json, "target");
    poplens_json_end_object (json);
    poplens_json_begin_object (json, "graph");
    poplens_json_end_object (json);
  }
  poplens_json_string (json, "path", poplens_report_get_path (report));
  write_parts (report, json);
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
    const PoplensBlock *block = poplens_page_find_block (page, shown[i].key);
    if (block->table) {
      if (!poplens_cli_table (view, block->table, block->title, shown[i].columns, NULL,
                              shown[i].most, error))
        return FALSE;
    } else {
      poplens_cli_title (view, block->title);
      poplens_cli_line (view, "%s", block->text);
    }
  }
  return TRUE;
}

gboolean
poplens_cli_summary_text (PoplensCliView *view, GError **error)
{
  g_autoptr (PoplensPlace) place = poplens_place_new (POPLENS_PAGE_SUMMARY);
  g_autoptr (PoplensPlace) changed = poplens_place_with (place, "changed", "yes");
  g_autoptr (PoplensPage) page =
      poplens_page_build (view->report, view->all ? place : changed, view->unit, NULL, error);

  if (!page)
    return FALSE;
  poplens_cli_line (view, "%s", poplens_report_get_name (view->report));
  poplens_cli_facts (view, poplens_page_find_block (page, "facts")->facts);
  poplens_cli_notices (view, page);
  return write_tables (view, page, error);
}
