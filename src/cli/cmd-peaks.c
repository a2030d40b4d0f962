/* peaks, variables: the keys and values of the oracle of the same names. */
#include "cli/cli.h"

#include "analysis/liveness/peaks.h"
#include "analysis/liveness/variable-live.h"
#include "base/error.h"
#include "derived/insights/insights-ground.h"

/* Loads parts for JSON; where one is absent *@present is FALSE, and the reason is written once. */
static gboolean
load_parts (PoplensReport *report, const PoplensPart *parts, guint n, gconstpointer *data,
            gboolean *present, PoplensJsonWriter *json, GError **error)
{
  *present = TRUE;
  for (guint p = 0; p < n && *present; p++) {
    if (!poplens_cli_load (report, parts[p], json, &data[p], error))
      return FALSE;
    *present = data[p] != NULL;
  }
  return TRUE;
}

/* ---- peaks -------------------------------------------------------------------------------------
 */

static void
write_peak (const PoplensTilePeak *peak, const char *key, PoplensJsonWriter *json)
{
  poplens_json_begin_object (json, key);
  poplens_json_uint (json, "tile", peak->tile);
  poplens_json_uint (json, "step", peak->step);
  poplens_json_uint (json, "always_live", peak->always_live);
  poplens_json_uint (json, "not_always_live", peak->not_always_live);
  poplens_json_uint (json, "bytes", peak->bytes);
  poplens_json_end_object (json);
}

gboolean
poplens_cli_peaks_json (PoplensReport *report, const PoplensLocation *location,
                        PoplensJsonWriter *json, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (GArray) peaks = poplens_report_tile_peaks (report, NULL, &local);
  const PoplensTilePeak *worst;

  if (!peaks && !g_error_matches (local, POPLENS_ERROR, POPLENS_ERROR_ABSENT)) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  if (!peaks) {
    poplens_json_string (json, "absent", local->message);
    peaks = g_array_new (FALSE, FALSE, sizeof (PoplensTilePeak));
  }
  poplens_json_begin_array (json, "tiles");
  for (guint i = 0; i < peaks->len; i++)
    write_peak (&g_array_index (peaks, PoplensTilePeak, i), NULL, json);
  poplens_json_end_array (json);
  worst = poplens_tile_peaks_worst (peaks);
  if (worst)
    write_peak (worst, "worst", json);
  else
    poplens_json_null (json, "worst");
  return TRUE;
}

gboolean
poplens_cli_peaks_text (PoplensCliView *view, GError **error)
{
  static const PoplensCliTable tables[] = {
      {"liveness-tiles",
       NULL,
       "Tiles at their own peak steps",
       8,
       "-bytes",
       {"tile", "step", "type", "name", "bytes", "always_live"}},
      {"liveness-peaks",
       NULL,
       "Peaks of all tiles together",
       8,
       NULL,
       {"step", "last_step", "type", "name", "total", "rise"}},
  };

  poplens_cli_line (view, "%s", poplens_report_get_name (view->report));
  return poplens_cli_show_tables (view, tables, G_N_ELEMENTS (tables), error);
}

/* ---- variables ---------------------------------------------------------------------------------
 */

gboolean
poplens_cli_variables_json (PoplensReport *report, const PoplensLocation *location,
                            PoplensJsonWriter *json, GError **error)
{
  static const PoplensPart parts[] = {POPLENS_PART_LIVENESS, POPLENS_PART_VARIABLES};
  gconstpointer data[G_N_ELEMENTS (parts)];
  g_autoptr (PoplensClassBytes) bytes = NULL;
  g_autoptr (GArray) live = NULL;
  gboolean present;

  if (!load_parts (report, parts, G_N_ELEMENTS (parts), data, &present, json, error))
    return FALSE;
  if (present) {
    bytes = poplens_class_bytes_new (data[0], data[1]);
    live = poplens_variables_live (data[0], bytes, NULL);
  }
  poplens_json_begin_array (json, "variables");
  for (guint i = 0; live && i < live->len; i++) {
    const PoplensVariableLive *v = &g_array_index (live, PoplensVariableLive, i);
    poplens_json_begin_object (json, NULL);
    poplens_json_uint (json, "id", v->variable);
    poplens_json_string (json, "name", poplens_variable_name (data[1], v->variable));
    poplens_json_uint (json, "always_live_bytes", v->always_live);
    poplens_json_uint (json, "not_always_live_max_bytes", v->not_always_live_max);
    if (v->step == POPLENS_NO_STEP)
      poplens_json_null (json, "not_always_live_max_step");
    else
      poplens_json_uint (json, "not_always_live_max_step", v->step);
    poplens_json_end_object (json);
  }
  poplens_json_end_array (json);
  return TRUE;
}

gboolean
poplens_cli_variables_text (PoplensCliView *view, GError **error)
{
  static const PoplensCliTable variables = {
      "variables", NULL, "Largest variables",
      100,         NULL, {"variable", "always_live", "not_always_live_max", "step"}};

  poplens_cli_line (view, "%s", poplens_report_get_name (view->report));
  return poplens_cli_show_tables (view, &variables, 1, error);
}
