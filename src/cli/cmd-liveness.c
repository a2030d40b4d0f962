#include "cli/cli.h"

/* ---- JSON --------------------------------------------------------------------------------------
 */

static void
write_steps (const PoplensLiveness *liveness, const PoplensPrograms *programs,
             PoplensJsonWriter *json)
{
  poplens_json_begin_array (json, "steps");
  for (guint32 s = 0; liveness && s < liveness->n_steps; s++) {
    guint32 row =
        programs ? poplens_programs_find (programs, liveness->program[s]) : POPLENS_NO_ROW;
    poplens_json_begin_object (json, NULL);
    poplens_json_uint (json, "step", s);
    poplens_json_uint (json, "program", liveness->program[s]);
    poplens_json_string (json, "type",
                         row == POPLENS_NO_ROW
                             ? NULL
                             : poplens_strings_get (programs->strings, programs->type_name[row]));
    poplens_json_uint (json, "not_always_live_bytes", liveness->not_always_live[s]);
    poplens_json_end_object (json);
  }
  poplens_json_end_array (json);
}

static void
write_ipus (const PoplensLiveness *liveness, PoplensJsonWriter *json)
{
  poplens_json_begin_object (json, "not_always_live_bytes_by_ipu");
  for (guint32 i = 0; liveness && i < liveness->n_ipus; i++) {
    char key[12];
    g_snprintf (key, sizeof key, "%u", liveness->ipu[i]);
    poplens_json_begin_array (json, key);
    for (guint32 s = 0; s < liveness->n_steps; s++)
      poplens_json_uint (json, NULL, liveness->ipu_not_always_live[i][s]);
    poplens_json_end_array (json);
  }
  poplens_json_end_object (json);
}

static void
write_peak (const PoplensLiveness *liveness, PoplensJsonWriter *json)
{
  guint32 peak = liveness ? poplens_liveness_peak_step (liveness) : G_MAXUINT32;

  if (peak == G_MAXUINT32) {
    poplens_json_null (json, "peak");
    return;
  }
  poplens_json_begin_object (json, "peak");
  poplens_json_uint (json, "step", peak);
  if (liveness->always_unknown)
    poplens_json_null (json, "bytes");
  else
    poplens_json_uint (json, "bytes", liveness->always_live + liveness->not_always_live[peak]);
  poplens_json_end_object (json);
}

gboolean
poplens_cli_liveness_json (PoplensReport *report, const PoplensLocation *location,
                           PoplensJsonWriter *json, GError **error)
{
  g_autoptr (GError) local = NULL;
  gconstpointer data;

  if (location)
    return poplens_cli_live_step_json (report, location, json, error);
  if (!poplens_cli_load (report, POPLENS_PART_LIVENESS, json, &data, error))
    return FALSE;
  const PoplensLiveness *liveness = data;
  const PoplensPrograms *programs =
      poplens_cli_load_optional (report, POPLENS_PART_PROGRAMS, &local);
  if (local) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  if (!liveness || liveness->always_unknown)
    poplens_json_null (json, "always_live_bytes");
  else
    poplens_json_uint (json, "always_live_bytes", liveness->always_live);
  write_steps (liveness, programs, json);
  write_ipus (liveness, json);
  write_peak (liveness, json);
  return TRUE;
}

/* ---- text --------------------------------------------------------------------------------------
 */

gboolean
poplens_cli_liveness_text (PoplensCliView *view, GError **error)
{
  static const PoplensCliTable tables[] = {
      {"liveness-steps",
       NULL,
       "Steps with the most live memory",
       12,
       "-total",
       {"step", "type", "name", "not_always_live", "total"}},
      {"memory-ipus",
       NULL,
       "By IPU",
       8,
       NULL,
       {"of", "not_always_live_peak", "step", "type", "name"}},
  };
  gboolean present;

  if (view->location)
    return poplens_cli_live_step_text (view, error);
  if (!poplens_cli_headline (view, POPLENS_PART_LIVENESS, &present, error))
    return FALSE;
  return !present || poplens_cli_show_tables (view, tables, G_N_ELEMENTS (tables), error);
}
