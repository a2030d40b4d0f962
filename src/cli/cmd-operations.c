/* operations: what each operation of a layer costs; of one, what it is made of. */
#include "cli/cli.h"

#include "base/error.h"
#include "base/typed.h"
#include "derived/operations/operations-source.h"

#define MOST_SHOWN 10000

const PoplensCliKey poplens_cli_operations_keys[] = {
    {"layer", "LAYER", "list operations of this layer (default: the outermost)"},
    {"by", "METRIC", "sort by METRIC, largest first: tile_cycles, peak_bytes, …"},
    {"operation", "ID", "show programs, cycles, code and variables of this operation"},
    {"top", "N", "show at most N operations", "limit"},
    {NULL},
};

static const char *
get (const PoplensLocation *location, const char *key)
{
  return location ? poplens_location_get (location, key) : NULL;
}

/* How many operations are wanted; G_MAXUINT32: all. */
static gboolean
find_limit (const PoplensLocation *location, guint32 *limit, GError **error)
{
  const char *text = get (location, "top");
  guint64 n;

  *limit = G_MAXUINT32;
  if (!text)
    return TRUE;
  if (!poplens_typed_unsigned (text, 1, G_MAXUINT32 - 1, &n)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "invalid --limit “%s”; use a positive number", text);
    return FALSE;
  }
  *limit = (guint32) n;
  return TRUE;
}

/* The layer, and what they are told by. */
static gboolean
find_names (PoplensReport *report, const PoplensLocation *location, char **layer, PoplensMetric *by,
            GError **error)
{
  g_auto (PoplensOperationSource) source = {0};

  if (!poplens_operation_source_init (&source, report, location, NULL, error) ||
      !poplens_operation_source_metric (&source, location, by, error))
    return FALSE;
  *layer = g_strdup (poplens_operation_source_layer (&source));
  return TRUE;
}

/* What one operation is made of. */
static const PoplensCliTable parts[] = {
    {"operation-programs",
     "programs",
     "Programs",
     MOST_SHOWN,
     NULL,
     {"name", "type", "id", "tile_cycles", "control_code"}},
    {"operation-cycles",
     "cycles",
     "Cycles",
     MOST_SHOWN,
     NULL,
     {"name", "share", "executions", "tile_cycles"}},
    {"operation-code",
     "code",
     "Code",
     MOST_SHOWN,
     NULL,
     {"name", "bytes", "shared_bytes", "operations"}},
    {"operation-variables",
     "variables",
     "Variables",
     MOST_SHOWN,
     "-bytes",
     {"variable", "id", "bytes", "peak_bytes"}},
    {"debug-chain", "debug"},
};

gboolean
poplens_cli_operations_json (PoplensReport *report, const PoplensLocation *location,
                             PoplensJsonWriter *json, GError **error)
{
  g_autofree char *layer = NULL;
  gconstpointer programs;
  PoplensMetric by;
  guint32 limit;

  if (!find_limit (location, &limit, error) ||
      !poplens_cli_load (report, POPLENS_PART_PROGRAMS, json, &programs, error))
    return FALSE;
  if (!programs)
    return TRUE;
  if (!find_names (report, location, &layer, &by, error))
    return FALSE;
  if (layer)
    poplens_json_string (json, "layer", layer);
  else
    poplens_json_null (json, "layer");
  poplens_json_string (json, "by", poplens_metric_key (by));
  if (get (location, "operation"))
    return poplens_cli_write_tables (report, location, parts, G_N_ELEMENTS (parts), json, error);
  return poplens_cli_sorted_json (report, "operations", location, "operations", limit, json,
                                  error) &&
         poplens_cli_table_json (report, "operation-sums", location, "sums", json, error) &&
         poplens_cli_table_json (report, "operation-layers", location, "layers", json, error);
}

gboolean
poplens_cli_operations_text (PoplensCliView *view, GError **error)
{
  g_autofree char *layer = NULL;
  PoplensMetric by;
  guint32 limit;

  if (!find_limit (view->location, &limit, error) ||
      !find_names (view->report, view->location, &layer, &by, error))
    return FALSE;
  poplens_cli_line (view, "%s", poplens_report_get_name (view->report));
  if (get (view->location, "operation"))
    return poplens_cli_show_tables (view, parts, G_N_ELEMENTS (parts), error);
  g_autofree char *title = g_strdup_printf ("Operations%s%s, by %s", layer ? " of " : "",
                                            layer ? layer : "", poplens_metric_key (by));
  g_autofree char *sort = g_strconcat ("-", poplens_metric_key (by), NULL);
  /* As many as were asked for, be the screen as small as it may. */
  if (limit != G_MAXUINT32)
    view->left = G_MAXUINT / 2;
  const char *const columns[] = {"name", "share", poplens_metric_key (by), "operation", NULL};
  return poplens_cli_named_table (view, "operations", title, columns, sort, MIN (limit, MOST_SHOWN),
                                  error);
}
