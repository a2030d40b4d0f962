/* trace --top N --by … --range …: the steps that take most, work and waits apart; of a range also
 * what it adds up to. */
#include "cli/cli.h"

const PoplensCliKey poplens_cli_trace_keys[] = {
    {"top", "N", "show the N most expensive work steps and waits"},
    {"by", "cycles|waste|imbalance|bytes",
     "rank by cycles, waste (idle tile cycles), imbalance (idle share) or bytes"},
    {"range", "FROM..TO", "show only steps in this range, with totals"},
    {"ipu", "N", "show only this IPU"},
    {"export", "chrome|perfetto|folded", "export the trace; see trace --export chrome --help"},
    {NULL},
};

/* The same place, for waits. (transfer full) */
static PoplensLocation *
of_waits (const PoplensLocation *location)
{
  return poplens_location_with (location, "waits", "yes");
}

/* Blocks of lightweight profiling, and no steps. */
static gboolean
is_light (const PoplensExecution *execution)
{
  return execution && !execution->n_steps && execution->light->n;
}

static const char no_steps[] = "no executed steps recorded, only blocks of lightweight profiling; "
                               "see the tables block-statistics and blocks";

gboolean
poplens_cli_trace_top_json (PoplensReport *report, const PoplensLocation *location,
                            PoplensJsonWriter *json, GError **error)
{
  g_autoptr (PoplensLocation) waits = of_waits (location);
  const char *by = poplens_location_get (location, "by");
  gconstpointer data;

  if (!poplens_cli_load (report, POPLENS_PART_EXECUTION, json, &data, error))
    return FALSE;
  poplens_json_string (json, "by", by ? by : "cycles");
  if (is_light (data)) {
    if (poplens_location_get (location, "range"))
      poplens_cli_no_rows_json (json, "range");
    poplens_json_string (json, "absent", no_steps);
    poplens_cli_no_rows_json (json, "work");
    poplens_cli_no_rows_json (json, "waits");
    return poplens_cli_trace_light_json (report, data, location, json, error);
  }
  return (!poplens_location_get (location, "range") ||
          poplens_cli_table_json (report, "trace-range", location, "range", json, error)) &&
         poplens_cli_table_json (report, "trace-top", location, "work", json, error) &&
         poplens_cli_table_json (report, "trace-top", waits, "waits", json, error) &&
         poplens_cli_trace_light_json (report, data, location, json, error);
}

gboolean
poplens_cli_trace_top_text (PoplensCliView *view, GError **error)
{
  static const char *const by_cycles[] = {"step",        "ipu",   "type",      "name", "cycles",
                                          "tile_cycles", "waste", "imbalance", NULL};
  static const char *const by_bytes[] = {
      "step", "ipu", "type", "name", "bytes", "cycles", "received_bytes", "sent_bytes", NULL};
  static const char *const range[] = {"ipu",   "type", "steps",          "cycles",
                                      "share", "most", "received_bytes", NULL};
  static const char *const blocks[] = {"name", "type", "blocks", "tiles", "cycles", "share", NULL};
  g_autoptr (PoplensLocation) waits = of_waits (view->location);
  const char *by = poplens_location_get (view->location, "by");
  const char *const *columns = g_strcmp0 (by, "bytes") ? by_cycles : by_bytes;
  g_autofree char *work = g_strdup_printf ("Work, by %s", by ? by : "cycles");
  g_autofree char *wait = g_strdup_printf ("Waits, by %s", by ? by : "cycles");

  poplens_cli_line (view, "%s", poplens_report_get_name (view->report));
  /* As many as were asked for, be the screen as small as it may. */
  if (poplens_location_get (view->location, "top"))
    view->left = G_MAXUINT / 2;
  const PoplensExecution *x = poplens_report_load_execution (view->report, NULL, NULL);
  if (is_light (x)) {
    poplens_cli_line (view, "%s", no_steps);
    return poplens_cli_named_table (view, "block-statistics", "Blocks by program", blocks, NULL,
                                    10000, error);
  }
  if (poplens_location_get (view->location, "range") &&
      !poplens_cli_named_table (view, "trace-range", "Range summary", range, NULL, 100, error))
    return FALSE;
  if (!poplens_cli_named_table (view, "trace-top", work, columns, NULL, 10000, error))
    return FALSE;
  view->location = waits;
  return !g_strcmp0 (by, "bytes") ||
         poplens_cli_named_table (view, "trace-top", wait, columns, NULL, 10000, error);
}
