/* Variables live at a step or at several, and over all steps. */
#include "tables/liveness/live-table.h"

#include "analysis/liveness/lifetimes.h"
#include "derived/liveness/live-source.h"

/* ---- a step ---------------------------------------------------------------------------- */

/* The source that @location asks for, and its steps; none where the program has none. */
static gboolean
load_source (PoplensLiveSource *source, PoplensStepList *steps, PoplensReport *report,
             const PoplensLocation *location, GCancellable *cancellable, GError **error)
{
  /* The variables' absence is said before anything is counted. */
  return poplens_live_source_init (source, report, location, cancellable, error) &&
         (source->variables = poplens_report_load_variables (report, cancellable, error)) &&
         poplens_live_source_steps (source, steps, cancellable, error);
}

static PoplensTable *
build_step (PoplensLiveSource *source, const PoplensLiveStep *step, gboolean with_always)
{
  static const PoplensColumn columns[] = {
      {"live", "Live", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
       "Bytes live at the step: total of the next two columns (var_bytes_by_eq_class); with "
       "always-live=no without those that are always live"},
      {"not_always_live", "Not always live", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
       "Bytes that are not live at every step"},
      {"always_live", "Always live", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
       "Bytes that are live at every step"},
      {"born", "Born", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
       "Bytes born at this step (part of the live bytes; eq_class_step.step_id_from)"},
      {"freed", "Freed", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
       "Bytes freed at this step: live up to the step before (eq_class_step.step_id_to)"},
  };
  PoplensLiveTable *table = poplens_live_table_new (source, G_N_ELEMENTS (columns));

  for (guint i = 0; i < step->variables->len; i++) {
    const PoplensStepVariable *v = &g_array_index (step->variables, PoplensStepVariable, i);
    gint64 always = with_always ? (gint64) v->always_live : 0;
    gint64 values[] = {(gint64) v->live + always, (gint64) v->live, (gint64) v->always_live,
                       (gint64) v->born, (gint64) v->freed};
    if (values[0] || v->born || v->freed)
      poplens_live_table_add (table, v->variable, values);
  }
  return poplens_live_table_finish (table, "live-variables", columns,
                                    "Live bytes as a share of all live bytes listed");
}

PoplensTable *
poplens_build_live_variables (PoplensReport *report, const PoplensLocation *location,
                              GCancellable *cancellable, GError **error)
{
  gboolean with_always = !location || poplens_location_get_bool (location, "always-live", TRUE);
  g_auto (PoplensLiveSource) source = {0};
  g_autoptr (PoplensClassBytes) bytes = NULL;
  g_autoptr (PoplensLiveStep) step = NULL;
  PoplensStepList steps;

  if (!load_source (&source, &steps, report, location, cancellable, error))
    return NULL;
  if (!steps.n)
    return poplens_live_table_nothing (&source, "live-variables");
  if (steps.n > 1)
    return poplens_live_table_steps (&source, "live-variables", &steps, with_always, cancellable,
                                     error);
  if (!(bytes = poplens_live_source_bytes (&source, cancellable, error)))
    return NULL;
  step = poplens_live_step_new (source.liveness, bytes, steps.step[0]);
  return poplens_live_table_note (build_step (&source, step, with_always), &source, step->step,
                                  "Bytes are those of one replica.");
}

/* ---- all steps ------------------------------------------------------------------------- */

enum { BYTES, ALWAYS_LIVE, MOST_PASSING, STEP, AT_PEAK, BORN, FREED, LENGTH, RANGES, N_VALUES };

static const PoplensColumn variable_columns[N_VALUES] = {
    [BYTES] = {"bytes", "Bytes", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
               "Most live bytes of the variable at one step: total of the next two columns. "
               "Variables have their maxima at different steps; the total is not a peak."},
    [ALWAYS_LIVE] = {"always_live", "Always live", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                     "Bytes that are live at every step"},
    [MOST_PASSING] = {"not_always_live_max", "Not-always-live peak", POPLENS_UNIT_BYTES,
                      POPLENS_FROM_DERIVED, "Most not-always-live bytes at one step"},
    [STEP] = {"step", "Step", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED,
              "First step with the most not-always-live bytes"},
    [AT_PEAK] =
        {"at_peak", "At the peak", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
         "Bytes of the variable that are live at the peak step, including always-live bytes"},
    [BORN] =
        {"born", "Born", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
         "First step at which the variable is live (eq_class_step.step_id_from); 0 if always live"},
    [FREED] = {"freed", "Freed", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
               "Step after the last at which the variable is live (eq_class_step.step_id_to); the "
               "number of steps if live up to the end"},
    [LENGTH] = {"length", "Steps", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED,
                "Number of steps at which the variable is live. Steps are not time."},
    [RANGES] = {"ranges", "Ranges", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED,
                "Number of step ranges in which the variable is live"},
};

/* Spans that touch are one range: they differ in what of it is always live. */
static gint64
count_ranges (const PoplensLifetimes *lifetimes, const PoplensLifetime *life)
{
  const PoplensLifeSpan *spans =
      &g_array_index (lifetimes->spans, PoplensLifeSpan, life->first_span);
  gint64 n = 1;

  for (guint32 s = 1; s < life->n_spans; s++)
    n += spans[s].from > spans[s - 1].to;
  return n;
}

/* A variable that is live at no step has no lifetime. */
static void
fill_lifetime (const PoplensLifetimes *lifetimes, guint32 variable, gint64 values[N_VALUES])
{
  guint32 row = poplens_lifetimes_find (lifetimes, variable);

  for (guint v = AT_PEAK; v < N_VALUES; v++)
    values[v] = POPLENS_LIVE_NOTHING;
  if (row == G_MAXUINT32)
    return;
  const PoplensLifetime *life = &g_array_index (lifetimes->rows, PoplensLifetime, row);
  values[AT_PEAK] = (gint64) life->at_step;
  values[BORN] = life->born;
  values[FREED] = life->freed;
  values[LENGTH] = life->length;
  values[RANGES] = count_ranges (lifetimes, life);
}

static char *
describe_peak (PoplensLiveSource *source, guint32 step)
{
  if (step == POPLENS_NO_STEP)
    return g_strdup ("Bytes are those of one replica.");
  g_autofree char *peak = poplens_live_source_describe (source, step);
  return g_strdup_printf ("Peak: %s. Bytes are those of one replica.", peak);
}

PoplensTable *
poplens_build_variables (PoplensReport *report, const PoplensLocation *location,
                         GCancellable *cancellable, GError **error)
{
  g_auto (PoplensLiveSource) source = {0};
  g_autoptr (PoplensClassBytes) bytes = NULL;
  g_autoptr (PoplensLifetimes) lifetimes = NULL;
  g_autoptr (GArray) live = NULL;
  PoplensLiveTable *table;

  if (!poplens_live_source_init (&source, report, location, cancellable, error) ||
      !(bytes = poplens_live_source_bytes (&source, cancellable, error)) ||
      !(lifetimes = poplens_live_source_lifetimes (&source, cancellable, error)))
    return NULL;
  live = poplens_variables_live (source.liveness, bytes, cancellable);
  if (!live) {
    g_cancellable_set_error_if_cancelled (cancellable, error);
    return NULL;
  }
  table = poplens_live_table_new (&source, N_VALUES);
  poplens_live_table_set_step (table, STEP);
  for (guint i = 0; i < live->len; i++) {
    const PoplensVariableLive *v = &g_array_index (live, PoplensVariableLive, i);
    gint64 values[N_VALUES] = {[BYTES] = (gint64) (v->always_live + v->not_always_live_max),
                               [ALWAYS_LIVE] = (gint64) v->always_live,
                               [MOST_PASSING] = (gint64) v->not_always_live_max,
                               [STEP] = v->step == POPLENS_NO_STEP ? POPLENS_LIVE_NOTHING
                                                                   : (gint64) v->step};
    fill_lifetime (lifetimes, v->variable, values);
    poplens_live_table_add (table, v->variable, values);
  }
  g_autofree char *note = describe_peak (&source, lifetimes->step);
  return poplens_live_table_note (poplens_live_table_finish (table, "variables", variable_columns,
                                                             "Share of the total of all variables"),
                                  &source, POPLENS_NO_STEP, note);
}
