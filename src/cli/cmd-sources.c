/* sources: cycles and memory by file and line. */
#include "cli/cli.h"

#include "tables/operations/sources-answer.h"

#define MOST_SHOWN 10000

const PoplensCliKey poplens_cli_sources_keys[] = {
    {"measure", "MEASURE", "rank by cycles, bytes or peak (default: the first recorded)"},
    {"frame", "FRAME", "use the caller (default) or the innermost line of a call chain"},
    {"line", "FILE:LINE", "show the text of this file, with the costs of its lines"},
    {NULL},
};

/* The rows, and the measure that the location asks for. */
static PoplensSourceLines *
find_lines (PoplensReport *report, const PoplensLocation *location, PoplensSourceMeasure *measure,
            GError **error)
{
  g_autoptr (PoplensSourceLines) lines = poplens_report_sources (report, location, NULL, error);

  if (!lines || !poplens_source_measure_of (lines, location, measure, error))
    return NULL;
  return g_steal_pointer (&lines);
}

gboolean
poplens_cli_sources_json (PoplensReport *report, const PoplensLocation *location,
                          PoplensJsonWriter *json, GError **error)
{
  g_autoptr (PoplensSourceLines) lines = NULL;
  g_autofree char *answer = NULL;
  PoplensSourceMeasure measure;

  if (!(lines = find_lines (report, location, &measure, error)))
    return FALSE;
  answer = poplens_sources_answer (lines, measure);
  poplens_json_string (json, "answer", answer);
  poplens_json_string (json, "measure", poplens_source_measure_key (measure));
  poplens_json_int (json, "total", poplens_source_lines_total (lines, measure));
  if (location && poplens_location_get (location, "line"))
    return poplens_cli_tree_json (report, "source-text", location, "text", json, error);
  return poplens_cli_tree_json (report, "sources", location, "sources", json, error);
}

gboolean
poplens_cli_sources_text (PoplensCliView *view, GError **error)
{
  g_autoptr (PoplensSourceLines) lines = NULL;
  PoplensSourceMeasure measure;

  if (!(lines = find_lines (view->report, view->location, &measure, error)))
    return FALSE;
  const char *key = poplens_source_measure_key (measure);
  g_autofree char *sort = g_strconcat ("-", key, NULL);
  const char *const columns[] = {"source", "share", key, "function", NULL};
  poplens_cli_line (view, "%s", poplens_report_get_name (view->report));
  if (view->location && poplens_location_get (view->location, "line")) {
    /* A file is shown whole, be the screen as small as it may. */
    const char *const text[] = {"line", "share", key, "text", NULL};
    view->left = G_MAXUINT / 2;
    return poplens_cli_named_table (view, "source-text", "Text", text, NULL, MOST_SHOWN, error);
  }
  return poplens_cli_named_table (view, "sources", "Source code", columns, sort, MOST_SHOWN, error);
}
