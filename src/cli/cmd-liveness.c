/* liveness: what is live at each step, or at one. */
#include "cli/headline.h"

#include "analysis/liveness/live-step.h"
#include "derived/liveness/live-source.h"

const PoplensCliKey poplens_cli_liveness_keys[] = {
    {"step", "N[,M]|peak", "variables live at this step; several (3,9,40-42) are compared"},
    {"variable", "NAME", "steps at which this variable is live"},
    {"tile", "T|fullest", "limit to these tiles, for example 0,5,100-120"},
    {"ipu", "I", "limit to this IPU"},
    {"replica", "R", "limit to this replica"},
    {NULL},
};

static void
say_peak (PoplensCliAnswer *answer, PoplensLiveSource *source, const PoplensLiveCurve *curve)
{
  g_autofree char *where = poplens_live_source_describe (source, curve->peak_step);
  guint64 bytes = curve->always_live + curve->not_always_live[curve->peak_step];
  /* Always-live memory of chosen tiles is the sum of their variables. */
  gboolean known = !source->liveness->always_unknown || source->tiles;
  PoplensNumber most, always;

  if (!known)
    poplens_cli_answer_say (answer, "Peak %s, without always-live memory: %s; %u steps.",
                            poplens_format_bytes (most, bytes, answer->unit), where,
                            curve->n_steps);
  else
    poplens_cli_answer_say (answer, "Peak %s, %s of it always live: %s; %u steps.",
                            poplens_format_bytes (most, bytes, answer->unit),
                            poplens_format_bytes (always, curve->always_live, answer->unit), where,
                            curve->n_steps);
  poplens_cli_answer_bytes (answer, "peak_bytes", known, bytes);
  poplens_cli_answer_figure (answer, "peak_step",
                             poplens_value_int (curve->peak_step, POPLENS_UNIT_ID));
  poplens_cli_answer_bytes (answer, "always_live_bytes", known, curve->always_live);
}

/* The peak of what the location asks for. */
static gboolean
answer_curve (PoplensCliAnswer *answer, GError **error)
{
  g_auto (PoplensLiveSource) source = {0};

  if (!poplens_live_source_init (&source, answer->reports[0], answer->location, NULL, error))
    return FALSE;
  g_autoptr (PoplensLiveCurve) curve = poplens_live_source_curve (&source, NULL, error);
  if (!curve)
    return FALSE;
  if (curve->peak_step != G_MAXUINT32)
    say_peak (answer, &source, curve);
  poplens_cli_answer_next (answer, "liveness", "--step peak");
  return TRUE;
}

static void
say_step (PoplensCliAnswer *answer, PoplensLiveSource *source, const PoplensLiveStep *step)
{
  g_autofree char *where = poplens_live_source_describe (source, step->step);
  PoplensNumber all, always, born, freed;

  poplens_cli_answer_say (answer, "%s: %s live, %s of it always live; %s born, %s freed.", where,
                          poplens_format_bytes (all, step->always_live + step->live, answer->unit),
                          poplens_format_bytes (always, step->always_live, answer->unit),
                          poplens_format_bytes (born, step->born, answer->unit),
                          poplens_format_bytes (freed, step->freed, answer->unit));
  poplens_cli_answer_figure (answer, "step", poplens_value_int (step->step, POPLENS_UNIT_ID));
  poplens_cli_answer_bytes (answer, "live_bytes", TRUE, step->always_live + step->live);
  poplens_cli_answer_bytes (answer, "always_live_bytes", TRUE, step->always_live);
  poplens_cli_answer_bytes (answer, "born_bytes", TRUE, step->born);
  poplens_cli_answer_bytes (answer, "freed_bytes", TRUE, step->freed);
}

static gboolean
answer_step (PoplensCliAnswer *answer, GError **error)
{
  g_auto (PoplensLiveSource) source = {0};
  g_autoptr (PoplensClassBytes) bytes = NULL;
  PoplensStepList steps;

  if (!poplens_live_source_init (&source, answer->reports[0], answer->location, NULL, error) ||
      !poplens_live_source_steps (&source, &steps, NULL, error) ||
      !(bytes = poplens_live_source_bytes (&source, NULL, error)))
    return FALSE;
  for (guint i = 0; i < steps.n; i++) {
    g_autoptr (PoplensLiveStep) step =
        poplens_live_step_new (source.liveness, bytes, steps.step[i]);
    say_step (answer, &source, step);
    if (i == 0 && steps.n > 1)
      g_array_set_size (answer->figures, 0);
  }
  if (steps.n > 1)
    g_array_set_size (answer->figures, 0);
  if (source.steps.named > steps.n)
    poplens_cli_answer_say (
        answer, "%" G_GUINT64_FORMAT " more steps are left out: at most %u are compared.",
        source.steps.named - steps.n, POPLENS_MOST_STEPS);
  return TRUE;
}

#define STEP                                                                                       \
  {                                                                                                \
    "live-variables", 12, NULL,                                                                    \
    {                                                                                              \
      "variable", "kind", "live", "live_2", "difference_2", "not_always_live", "born", "freed",    \
          "share"                                                                                  \
    }                                                                                              \
  }

const PoplensCliRows poplens_cli_liveness_rows[] = {
    {"step", .answer = answer_curve,
     .tables =
         {{"liveness-steps", 12, "-total", {"step", "type", "name", "not_always_live", "total"}},
          {"liveness-peaks", .further = TRUE}}},
    {"variable",
     .tables = {{"variables",
                 12,
                 "-not_always_live_max",
                 {"variable", "kind", "always_live", "not_always_live_max", "born", "freed"}}}},
    {"tile", .tables = {{"liveness-tiles",
                         12,
                         "-bytes",
                         {"tile", "ipu", "bytes", "always_live", "step", "name"}}}},
    {"ipu",
     .tables = {{"memory-ipus", 12, NULL, {"of", "not_always_live_peak", "step", "type", "name"}}}},
    {NULL, "variable", .tables = {{"variable-steps", 20}}},
    {NULL, "step", .answer = answer_step, .tables = {STEP}},
    {NULL, "jump", .answer = answer_step, .tables = {STEP}},
};
const guint poplens_cli_liveness_n_rows = G_N_ELEMENTS (poplens_cli_liveness_rows);
