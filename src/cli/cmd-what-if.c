/* what-if: live bytes of every tile, were some variables larger, smaller or gone. */
#include "cli/cli.h"

#include "derived/insights/insights-ground.h"

const PoplensCliKey poplens_cli_what_if_keys[] = {
    {"scaled", "FILTER[=FACTOR]",
     "scale matching variables, or say how far they may grow: part of a name, pattern, "
     "category:NAME or kind:NAME; add @TILES to limit it; can be repeated",
     "scale", POPLENS_CLI_MANY},
    {"change", "KEY",
     "apply this change: optimiser-off-chip, accumulators-off-chip, recompute, micro-batch=N, "
     "serialise=N:OPERATION, off-chip=VARIABLE, spread=VARIABLE, io-tiles, half or "
     "no-instrumentation; can be repeated",
     NULL, POPLENS_CLI_MANY},
    {"estimate", "optimistic|pessimistic",
     "which of two estimates of these changes (default: optimistic)", NULL, POPLENS_CLI_ONE},
    {"without", "instrumentation", "remove instrumentation", NULL, POPLENS_CLI_ONE},
    {"half", NULL, "halve variables that debug.cbor records as 32-bit floats", NULL,
     POPLENS_CLI_FLAG},
    {"tile", "T", "limit to these tiles, for example 0,5,100-120", NULL, POPLENS_CLI_ONE},
    {"ipu", "I", "limit to this IPU", NULL, POPLENS_CLI_ONE},
    {NULL},
};

/* Their notes say what is changed, and which tile overflows first. */
static const PoplensCliTable tables[] = {
    {"what-if",
     "sum",
     "Total",
     5,
     NULL,
     {"of", "tiles", "over_before", "over", "tight", "worst", "worst_tile", "before", "after"}},
    {"what-if-tiles",
     "tiles",
     "Tiles at their own peak steps",
     8,
     "-needs",
     {"tile", "needs", "before", "after", "headroom", "verdict", "full_at"}},
};

static void
write_changes (const PoplensLocation *location, PoplensJsonWriter *json)
{
  g_autoptr (GPtrArray) changes = poplens_what_if_changes (location, NULL);

  poplens_json_begin_array (json, "changes");
  for (guint c = 0; changes && c < changes->len; c++) {
    g_autofree char *text = poplens_change_to_string (g_ptr_array_index (changes, c));
    poplens_json_string (json, NULL, text);
  }
  poplens_json_end_array (json);
}

static void
write_result (const PoplensWhatIfResult *result, PoplensJsonWriter *json)
{
  g_autofree char *sentence = poplens_what_if_sentence (result);

  poplens_json_string (json, "sentence", sentence);
  if (result->capacity)
    poplens_json_uint (json, "capacity", result->capacity);
  else
    poplens_json_null (json, "capacity");
}

gboolean
poplens_cli_what_if_json (PoplensReport *report, const PoplensLocation *location,
                          PoplensJsonWriter *json, GError **error)
{
  g_autoptr (PoplensWhatIfResult) result =
      poplens_what_if_of_location (report, location, NULL, error);

  if (!result)
    return FALSE;
  write_changes (location, json);
  write_result (result, json);
  return poplens_cli_write_tables (report, location, tables, G_N_ELEMENTS (tables), json, error);
}

gboolean
poplens_cli_what_if_text (PoplensCliView *view, GError **error)
{
  g_autoptr (PoplensWhatIfResult) result =
      poplens_what_if_of_location (view->report, view->location, NULL, error);

  if (!result)
    return FALSE;
  poplens_cli_line (view, "%s", poplens_report_get_name (view->report));
  return poplens_cli_show_tables (view, tables, G_N_ELEMENTS (tables), error);
}
