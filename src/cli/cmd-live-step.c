/* liveness --step, --tile, --ipu: what is live at a step, of all tiles or of some. */
#include "cli/cli.h"

#include "analysis/liveness/variable-live.h"
#include "base/error.h"
#include "derived/liveness/live-source.h"
#include "derived/memory/variable-ids.h"

#include <string.h>

static const char *
jump_needs (const char *value)
{
  return g_str_has_suffix (value, "-touch") ? "variable" : NULL;
}

const char *
poplens_cli_source_needs (const char *value)
{
  static const char *const keys[] = {"tile", "ipu", "replica"};

  for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
    if (!strcmp (value, keys[k]))
      return keys[k];
  return NULL;
}

const PoplensCliKey poplens_cli_liveness_keys[] = {
    {"step", "N[,M]",
     "variables live, born and freed at this step; several steps (3,9,40-42) are compared"},
    {"jump", "WHERE",
     "move to peak, next-peak or previous-peak; with --variable also to next-touch or "
     "previous-touch, where it is next or last born or freed",
     .needs = jump_needs},
    {"variable", "NAME", "show the lifetime of this variable"},
    {"tile", "T", "limit to these tiles, for example 0,5,100-120"},
    {"ipu", "I", "limit to this IPU"},
    {"replica", "R", "limit to this replica"},
    {"source", "S", "memory to show: all, ipu, replica, tile or fullest",
     .needs = poplens_cli_source_needs},
    {NULL},
};

/* ---- JSON --------------------------------------------------------------------------------------
 */

static const char *
program_text (PoplensLiveSource *source, guint32 step, gboolean name)
{
  guint32 row = source->programs
                    ? poplens_programs_find (source->programs, source->liveness->program[step])
                    : POPLENS_NO_ROW;

  if (row == POPLENS_NO_ROW)
    return NULL;
  return name ? poplens_programs_name (source->programs, row)
              : poplens_strings_get (source->programs->strings, source->programs->type_name[row]);
}

static void
write_whose (const PoplensLiveSource *source, PoplensJsonWriter *json)
{
  g_autofree char *tiles = source->tiles ? poplens_tile_set_to_string (source->tiles) : NULL;

  poplens_json_string (json, "source", poplens_source_kind_name (source->kind));
  if (source->kind == POPLENS_SOURCE_IPU)
    poplens_json_uint (json, "ipu", source->number);
  else if (source->kind == POPLENS_SOURCE_REPLICA)
    poplens_json_uint (json, "replica", source->number);
  else if (tiles && poplens_tile_set_count (source->tiles) == 1)
    poplens_json_uint (json, "tile", source->tiles->ranges[0].first);
  else if (tiles)
    poplens_json_string (json, "tiles", tiles);
}

static void
write_curve (PoplensLiveSource *source, const PoplensLiveCurve *curve, PoplensJsonWriter *json)
{
  if (source->liveness->always_unknown && !source->tiles && !curve->always_live)
    poplens_json_null (json, "always_live_bytes");
  else
    poplens_json_uint (json, "always_live_bytes", curve->always_live);
  poplens_json_begin_array (json, "steps");
  for (guint32 s = 0; s < curve->n_steps; s++) {
    poplens_json_begin_object (json, NULL);
    poplens_json_uint (json, "step", s);
    poplens_json_uint (json, "program", source->liveness->program[s]);
    poplens_json_string (json, "type", program_text (source, s, FALSE));
    poplens_json_uint (json, "not_always_live_bytes", curve->not_always_live[s]);
    poplens_json_end_object (json);
  }
  poplens_json_end_array (json);
  if (curve->peak_step == G_MAXUINT32) {
    poplens_json_null (json, "peak");
    return;
  }
  poplens_json_begin_object (json, "peak");
  poplens_json_uint (json, "step", curve->peak_step);
  poplens_json_uint (json, "bytes", curve->always_live + curve->not_always_live[curve->peak_step]);
  poplens_json_end_object (json);
}

/* Variables with one of a step's numbers, that of @offset, as "bytes". */
static void
write_variables (PoplensLiveSource *source, const PoplensLiveStep *step, const char *key,
                 gsize offset, guint64 all, PoplensJsonWriter *json)
{
  poplens_json_begin_array (json, key);
  for (guint i = 0; i < step->variables->len; i++) {
    const PoplensStepVariable *v = &g_array_index (step->variables, PoplensStepVariable, i);
    guint64 bytes = G_STRUCT_MEMBER (guint64, v, offset);
    if (!bytes)
      continue;
    poplens_json_begin_object (json, NULL);
    if (v->variable == POPLENS_NO_VARIABLE)
      poplens_json_null (json, "id");
    else
      poplens_json_uint (json, "id", v->variable);
    poplens_json_string (json, "name", poplens_variable_name (source->variables, v->variable));
    poplens_json_uint (json, "bytes", bytes);
    poplens_json_double (json, "share", (double) bytes / (double) all);
    poplens_json_end_object (json);
  }
  poplens_json_end_array (json);
}

static void
write_step (PoplensLiveSource *source, const PoplensLiveStep *step, PoplensJsonWriter *json)
{
  guint64 all = step->always_live + step->live;

  poplens_json_uint (json, "step", step->step);
  poplens_json_uint (json, "program", source->liveness->program[step->step]);
  poplens_json_string (json, "type", program_text (source, step->step, FALSE));
  poplens_json_string (json, "name", program_text (source, step->step, TRUE));
  poplens_json_uint (json, "bytes", all);
  poplens_json_uint (json, "always_live_bytes", step->always_live);
  poplens_json_uint (json, "not_always_live_bytes", step->live);
  poplens_json_uint (json, "born_bytes", step->born);
  poplens_json_uint (json, "freed_bytes", step->freed);
  write_variables (source, step, "live", G_STRUCT_OFFSET (PoplensStepVariable, live), all, json);
  write_variables (source, step, "born", G_STRUCT_OFFSET (PoplensStepVariable, born), step->born,
                   json);
  write_variables (source, step, "freed", G_STRUCT_OFFSET (PoplensStepVariable, freed), step->freed,
                   json);
  write_variables (source, step, "always_live", G_STRUCT_OFFSET (PoplensStepVariable, always_live),
                   all, json);
}

/* Of each step its bytes, of each variable its bytes at each, in the order that was asked for. */
static void
write_steps (PoplensLiveSource *source, const PoplensStepList *steps, const PoplensLiveSteps *live,
             PoplensJsonWriter *json)
{
  poplens_json_uint (json, "always_live_bytes", live->always_live);
  if (source->steps.named > steps->n)
    poplens_json_uint (json, "steps_named", source->steps.named);
  poplens_json_begin_array (json, "steps");
  for (guint i = 0; i < steps->n; i++) {
    poplens_json_begin_object (json, NULL);
    poplens_json_uint (json, "step", steps->step[i]);
    poplens_json_uint (json, "program", source->liveness->program[steps->step[i]]);
    poplens_json_string (json, "type", program_text (source, steps->step[i], FALSE));
    poplens_json_string (json, "name", program_text (source, steps->step[i], TRUE));
    poplens_json_uint (json, "bytes", live->always_live + live->live[i]);
    poplens_json_int (json, "difference", (gint64) (live->live[i] - live->live[0]));
    poplens_json_end_object (json);
  }
  poplens_json_end_array (json);
}

static void
write_steps_variables (PoplensLiveSource *source, const PoplensLiveSteps *live,
                       PoplensJsonWriter *json)
{
  poplens_json_begin_array (json, "variables");
  for (guint row = 0; row < live->variable->len; row++) {
    guint32 variable = g_array_index (live->variable, guint32, row);
    guint64 always = g_array_index (live->always, guint64, row);
    const guint64 *bytes = &g_array_index (live->bytes, guint64, (gsize) row * live->n);
    poplens_json_begin_object (json, NULL);
    if (variable == POPLENS_NO_VARIABLE)
      poplens_json_null (json, "id");
    else
      poplens_json_uint (json, "id", variable);
    poplens_json_string (json, "name", poplens_variable_name (source->variables, variable));
    poplens_json_uint (json, "always_live_bytes", always);
    poplens_json_begin_array (json, "bytes");
    for (guint i = 0; i < live->n; i++)
      poplens_json_uint (json, NULL, always + bytes[i]);
    poplens_json_end_array (json);
    poplens_json_begin_array (json, "differences");
    for (guint i = 0; i < live->n; i++)
      poplens_json_int (json, NULL, (gint64) (bytes[i] - bytes[0]));
    poplens_json_end_array (json);
    poplens_json_end_object (json);
  }
  poplens_json_end_array (json);
}

/* Where the report has no liveness, or no variables for what is asked, "absent" says why. */
static gboolean
say_absence (const GError *error, PoplensJsonWriter *json)
{
  if (!g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT))
    return FALSE;
  poplens_json_string (json, "absent", error->message);
  return TRUE;
}

/* The variable's ranges of steps, half open, of the source's tiles. */
static gboolean
write_life (PoplensLiveSource *source, const char *variable, PoplensJsonWriter *json,
            GError **error)
{
  g_autoptr (PoplensClassBytes) bytes = poplens_live_source_bytes (source, NULL, error);
  g_autoptr (GArray) ids = bytes ? poplens_variable_ids (source->variables, variable, error) : NULL;

  if (!ids)
    return FALSE;
  g_autoptr (GArray) ranges = poplens_variable_ranges (
      source->liveness, bytes, (const guint32 *) (gconstpointer) ids->data, ids->len);
  poplens_json_begin_array (json, "ranges");
  for (guint i = 0; i < ranges->len; i++) {
    const PoplensVariableRange *range = &g_array_index (ranges, PoplensVariableRange, i);
    poplens_json_begin_object (json, NULL);
    poplens_json_uint (json, "id", range->variable);
    poplens_json_string (json, "name", poplens_variable_name (source->variables, range->variable));
    poplens_json_uint (json, "class", range->class_id);
    poplens_json_uint (json, "from", range->from);
    poplens_json_uint (json, "to", range->to);
    poplens_json_uint (json, "bytes", range->bytes);
    poplens_json_bool (json, "always_live", range->always);
    poplens_json_end_object (json);
  }
  poplens_json_end_array (json);
  return TRUE;
}

static gboolean
write_source (PoplensLiveSource *source, PoplensJsonWriter *json, GError **error)
{
  g_autoptr (PoplensClassBytes) bytes = NULL;
  PoplensStepList steps;

  const char *variable = poplens_location_get (source->location, "variable");

  if (variable && !write_life (source, variable, json, error))
    return FALSE;
  if (variable && !source->has_step)
    return TRUE;
  if (!source->has_step) {
    g_autoptr (PoplensLiveCurve) curve = poplens_live_source_curve (source, NULL, error);
    if (curve)
      write_curve (source, curve, json);
    return curve != NULL;
  }
  if (!poplens_live_source_steps (source, &steps, NULL, error) ||
      !(bytes = poplens_live_source_bytes (source, NULL, error)))
    return FALSE;
  if (steps.n > 1) {
    g_autoptr (PoplensLiveSteps) live =
        poplens_live_steps_new (source->liveness, bytes, steps.step, steps.n);
    write_steps (source, &steps, live, json);
    write_steps_variables (source, live, json);
  } else {
    g_autoptr (PoplensLiveStep) step =
        poplens_live_step_new (source->liveness, bytes, steps.step[0]);
    write_step (source, step, json);
  }
  return TRUE;
}

gboolean
poplens_cli_live_step_json (PoplensReport *report, const PoplensLocation *location,
                            PoplensJsonWriter *json, GError **error)
{
  g_auto (PoplensLiveSource) source = {0};
  g_autoptr (GError) local = NULL;

  if (poplens_live_source_init (&source, report, location, NULL, &local)) {
    write_whose (&source, json);
    if (write_source (&source, json, &local))
      return TRUE;
  }
  if (say_absence (local, json))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/* ---- text --------------------------------------------------------------------------------------
 */

static gboolean
print_curve (PoplensCliView *view, PoplensLiveSource *source, GError **error)
{
  static const PoplensCliTable tables[] = {
      {"liveness-peaks",
       NULL,
       "Peaks",
       5,
       NULL,
       {"step", "last_step", "type", "name", "total", "rise"}},
      {"liveness-steps",
       NULL,
       "Steps with the most live memory",
       12,
       "-total",
       {"step", "type", "name", "not_always_live", "total"}},
  };
  g_autoptr (PoplensLiveCurve) curve = poplens_live_source_curve (source, NULL, error);
  PoplensNumber most, always;

  if (!curve)
    return FALSE;
  if (curve->peak_step != G_MAXUINT32) {
    g_autofree char *where = poplens_live_source_describe (source, curve->peak_step);
    poplens_cli_line (
        view, "%s: %s live, including %s always live", where,
        poplens_format_bytes (most, curve->always_live + curve->not_always_live[curve->peak_step],
                              view->unit),
        poplens_format_bytes (always, curve->always_live, view->unit));
  }
  return poplens_cli_show_tables (view, tables, G_N_ELEMENTS (tables), error);
}

static gboolean
print_step (PoplensCliView *view, PoplensLiveSource *source, GError **error)
{
  static const PoplensCliTable tables[] = {
      {"live-variables", NULL, "Live", 4, NULL, {"variable", "live", "share", "not_always_live"}},
      {"born-variables", NULL, "Born", 2, NULL, {"variable", "born"}},
      {"freed-variables", NULL, "Freed", 2, NULL, {"variable", "freed"}},
      {"always-live-variables", NULL, "Always live", 4, NULL, {"variable", "always_live"}},
  };
  g_autoptr (PoplensClassBytes) rows = poplens_live_source_bytes (source, NULL, error);
  g_autoptr (PoplensLiveStep) step = NULL;
  g_autofree char *where = NULL;
  PoplensNumber all, always, born, freed;
  guint32 at;

  if (!rows || !poplens_live_source_step (source, &at, NULL, error))
    return FALSE;
  step = poplens_live_step_new (source->liveness, rows, at);
  where = poplens_live_source_describe (source, at);
  poplens_cli_line (view, "%s", where);
  poplens_cli_line (view, "%s live, including %s always live; %s born, %s freed",
                    poplens_format_bytes (all, step->always_live + step->live, view->unit),
                    poplens_format_bytes (always, step->always_live, view->unit),
                    poplens_format_bytes (born, step->born, view->unit),
                    poplens_format_bytes (freed, step->freed, view->unit));
  return poplens_cli_show_tables (view, tables, G_N_ELEMENTS (tables), error);
}

/* The columns of the steps, and of the variables those that differ most. */
static gboolean
print_steps (PoplensCliView *view, PoplensLiveSource *source, GError **error)
{
  static const char *const columns[] = {"variable", "live",         "live_2", "difference_2",
                                        "live_3",   "difference_3", NULL};
  PoplensStepList steps;

  if (!poplens_live_source_steps (source, &steps, NULL, error))
    return FALSE;
  for (guint i = 0; i < steps.n; i++) {
    g_autofree char *where = poplens_live_source_describe (source, steps.step[i]);
    poplens_cli_line (view, "%s", where);
  }
  if (source->steps.named > steps.n)
    poplens_cli_line (view,
                      "%" G_GUINT64_FORMAT " more steps are left out: at most %u are compared.",
                      source->steps.named - steps.n, steps.n);
  /* More columns than three steps have no place on a line. */
  const char *fitting[G_N_ELEMENTS (columns)] = {0};
  memcpy (fitting, columns, sizeof *columns * (2 * MIN (steps.n, 3)));
  return poplens_cli_named_table (view, "live-variables", "Comparison", view->all ? NULL : fitting,
                                  view->all ? NULL : "-difference_2", 16, error);
}

gboolean
poplens_cli_live_step_text (PoplensCliView *view, GError **error)
{
  g_auto (PoplensLiveSource) source = {0};

  if (!poplens_live_source_init (&source, view->report, view->location, NULL, error))
    return FALSE;
  poplens_cli_line (view, "%s", poplens_report_get_name (view->report));
  gboolean variable = poplens_location_get (view->location, "variable") != NULL;
  if (variable &&
      !poplens_cli_named_table (view, "variable-steps", "Lifetime", NULL, NULL, 40, error))
    return FALSE;
  if (variable && !source.has_step)
    return TRUE;
  return source.steps.n > 1 ? print_steps (view, &source, error)
         : source.has_step  ? print_step (view, &source, error)
                            : print_curve (view, &source, error);
}
