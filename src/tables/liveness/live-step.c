/* Variables at a step, at the peak, always, and over all steps. */
#include "tables/liveness/live-table.h"

#include "analysis/liveness/variable-live.h"

/* ---- a step ---------------------------------------------------------------------------- */

static PoplensLiveStep *
load_step (PoplensLiveSource *source, guint32 step, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensClassBytes) bytes = poplens_live_source_bytes (source, cancellable, error);

  return bytes ? poplens_live_step_new (source->liveness, bytes, step) : NULL;
}

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

/* The same with what is live at the first; *@step is NULL where there is none. */
static gboolean
load (PoplensLiveSource *source, PoplensLiveStep **step, PoplensReport *report,
      const PoplensLocation *location, GCancellable *cancellable, GError **error)
{
  PoplensStepList steps;

  if (!load_source (source, &steps, report, location, cancellable, error))
    return FALSE;
  if (!steps.n)
    return TRUE;
  *step = load_step (source, steps.step[0], cancellable, error);
  return *step != NULL;
}

static PoplensTable *
build_all_live (PoplensLiveSource *source, const PoplensLiveStep *step)
{
  static const PoplensColumn columns[] = {
      {"live", "Live", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
       "Bytes live at the step: total of the next two columns (var_bytes_by_eq_class)"},
      {"not_always_live", "Not always live", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
       "Bytes that are not live at every step"},
      {"always_live", "Always live", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
       "Bytes that are live at every step"},
  };
  PoplensLiveTable *table = poplens_live_table_new (source, G_N_ELEMENTS (columns));

  for (guint i = 0; i < step->variables->len; i++) {
    const PoplensStepVariable *v = &g_array_index (step->variables, PoplensStepVariable, i);
    gint64 values[] = {(gint64) (v->live + v->always_live), (gint64) v->live,
                       (gint64) v->always_live};
    if (values[0])
      poplens_live_table_add (table, v->variable, values);
  }
  return poplens_live_table_finish (table, "live-variables", columns,
                                    "Bytes as a share of all live bytes at the step");
}

static PoplensTable *
build_others_live (PoplensLiveSource *source, const PoplensLiveStep *step)
{
  static const PoplensColumn columns[] = {
      {"live", "Not always live", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
       "Not-always-live bytes at the step (var_bytes_by_eq_class)"},
      {"born", "Born", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
       "Bytes born at this step (part of the previous column; eq_class_step.step_id_from)"},
      {"freed", "Freed", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
       "Bytes freed at this step: live up to the step before (eq_class_step.step_id_to)"},
  };
  PoplensLiveTable *table = poplens_live_table_new (source, G_N_ELEMENTS (columns));

  for (guint i = 0; i < step->variables->len; i++) {
    const PoplensStepVariable *v = &g_array_index (step->variables, PoplensStepVariable, i);
    gint64 values[] = {(gint64) v->live, (gint64) v->born, (gint64) v->freed};
    if (v->live || v->born || v->freed)
      poplens_live_table_add (table, v->variable, values);
  }
  return poplens_live_table_finish (table, "not-always-live-variables", columns,
                                    "Bytes as a share of all not-always-live bytes at the step");
}

static PoplensTable *
build_live (PoplensReport *report, const PoplensLocation *location, gboolean with_always,
            GCancellable *cancellable, GError **error)
{
  const char *name = with_always ? "live-variables" : "not-always-live-variables";
  g_auto (PoplensLiveSource) source = {0};
  g_autoptr (PoplensLiveStep) step = NULL;
  PoplensStepList steps;

  if (!load_source (&source, &steps, report, location, cancellable, error))
    return NULL;
  if (!steps.n)
    return poplens_live_table_nothing (&source, name);
  if (steps.n > 1)
    return poplens_live_table_steps (&source, name, &steps, with_always, cancellable, error);
  step = load_step (&source, steps.step[0], cancellable, error);
  if (!step)
    return NULL;
  return poplens_live_table_note (with_always ? build_all_live (&source, step)
                                              : build_others_live (&source, step),
                                  &source, step->step, "Bytes are those of one replica.");
}

PoplensTable *
poplens_build_live_variables (PoplensReport *report, const PoplensLocation *location,
                              GCancellable *cancellable, GError **error)
{
  return build_live (report, location, TRUE, cancellable, error);
}

PoplensTable *
poplens_build_not_always_live_variables (PoplensReport *report, const PoplensLocation *location,
                                         GCancellable *cancellable, GError **error)
{
  return build_live (report, location, FALSE, cancellable, error);
}

/* ---- born, freed ----------------------------------------------------------------------- */

static PoplensTable *
build_changes (PoplensReport *report, const PoplensLocation *location, const char *name,
               gboolean born, const char *doc, GCancellable *cancellable, GError **error)
{
  const PoplensColumn column = {"bytes", born ? "Born" : "Freed", POPLENS_UNIT_BYTES,
                                POPLENS_FROM_FILE, doc};
  g_auto (PoplensLiveSource) source = {0};
  g_autoptr (PoplensLiveStep) step = NULL;
  PoplensLiveTable *table;

  if (!load (&source, &step, report, location, cancellable, error))
    return NULL;
  if (!step)
    return poplens_live_table_nothing (&source, name);
  table = poplens_live_table_new (&source, 1);
  for (guint i = 0; i < step->variables->len; i++) {
    const PoplensStepVariable *v = &g_array_index (step->variables, PoplensStepVariable, i);
    gint64 bytes = (gint64) (born ? v->born : v->freed);
    if (bytes)
      poplens_live_table_add (table, v->variable, &bytes);
  }
  return poplens_live_table_note (
      poplens_live_table_finish (table, name, &column, "Bytes as a share of all bytes listed"),
      &source, step->step, born ? "Live from this step on." : "Live up to the step before.");
}

PoplensTable *
poplens_build_born_variables (PoplensReport *report, const PoplensLocation *location,
                              GCancellable *cancellable, GError **error)
{
  return build_changes (report, location, "born-variables", TRUE,
                        "Bytes born at this step (eq_class_step.step_id_from)", cancellable, error);
}

PoplensTable *
poplens_build_freed_variables (PoplensReport *report, const PoplensLocation *location,
                               GCancellable *cancellable, GError **error)
{
  return build_changes (
      report, location, "freed-variables", FALSE,
      "Bytes freed at this step: live up to the step before (eq_class_step.step_id_to)",
      cancellable, error);
}

/* ---- always, at the peak ---------------------------------------------------------------- */

static const PoplensLocation *
without_step (const PoplensLocation *location, PoplensLocation **changed)
{
  if (location)
    *changed = poplens_location_with (location, "step", NULL);
  return *changed;
}

static PoplensTable *
build_part (PoplensReport *report, const PoplensLocation *location, const char *name,
            gboolean always, const PoplensColumn *column, const char *share_doc,
            GCancellable *cancellable, GError **error)
{
  g_auto (PoplensLiveSource) source = {0};
  g_autoptr (PoplensLocation) changed = NULL;
  g_autoptr (PoplensLiveStep) step = NULL;
  PoplensLiveTable *table;

  if (!load (&source, &step, report, without_step (location, &changed), cancellable, error))
    return NULL;
  if (!step)
    return poplens_live_table_nothing (&source, name);
  source.location = location;
  table = poplens_live_table_new (&source, 1);
  for (guint i = 0; i < step->variables->len; i++) {
    const PoplensStepVariable *v = &g_array_index (step->variables, PoplensStepVariable, i);
    gint64 bytes = (gint64) (always ? v->always_live : v->live);
    if (bytes)
      poplens_live_table_add (table, v->variable, &bytes);
  }
  return poplens_live_table_note (
      poplens_live_table_finish (table, name, column, share_doc), &source,
      always ? POPLENS_NO_STEP : step->step,
      always ? "Live at every step."
             : "Step with the most live memory. Bytes are those of one replica.");
}

PoplensTable *
poplens_build_always_live_variables (PoplensReport *report, const PoplensLocation *location,
                                     GCancellable *cancellable, GError **error)
{
  static const PoplensColumn column = {
      "bytes", "Always live", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
      "Bytes that are live at every step (var_bytes_by_eq_class, eq_classes.is_always_live)"};

  return build_part (report, location, "always-live-variables", TRUE, &column,
                     "Bytes as a share of all always-live bytes", cancellable, error);
}

PoplensTable *
poplens_build_peak_variables (PoplensReport *report, const PoplensLocation *location,
                              GCancellable *cancellable, GError **error)
{
  static const PoplensColumn column = {"bytes", "At the peak", POPLENS_UNIT_BYTES,
                                       POPLENS_FROM_FILE, "Not-always-live bytes at the peak step"};

  return build_part (report, location, "peak-variables", FALSE, &column,
                     "Bytes as a share of all not-always-live bytes at the peak step", cancellable,
                     error);
}

/* ---- all steps ------------------------------------------------------------------------- */

PoplensTable *
poplens_build_variables (PoplensReport *report, const PoplensLocation *location,
                         GCancellable *cancellable, GError **error)
{
  static const PoplensColumn columns[] = {
      {"most", "Total", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED, "Total of the next two columns"},
      {"always_live", "Always live", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
       "Bytes that are live at every step"},
      {"not_always_live_max", "Most not-always-live", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
       "Most not-always-live bytes at one step. Variables have their maxima at different steps; "
       "the total is not a peak."},
      {"step", "At step", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED,
       "First step with the most not-always-live bytes"},
  };
  g_auto (PoplensLiveSource) source = {0};
  g_autoptr (PoplensClassBytes) bytes = NULL;
  g_autoptr (GArray) live = NULL;
  PoplensLiveTable *table;

  if (!poplens_live_source_init (&source, report, location, cancellable, error) ||
      !(bytes = poplens_live_source_bytes (&source, cancellable, error)))
    return NULL;
  live = poplens_variables_live (source.liveness, bytes, cancellable);
  if (!live) {
    g_cancellable_set_error_if_cancelled (cancellable, error);
    return NULL;
  }
  table = poplens_live_table_new (&source, G_N_ELEMENTS (columns));
  poplens_live_table_set_step (table, 3);
  for (guint i = 0; i < live->len; i++) {
    const PoplensVariableLive *v = &g_array_index (live, PoplensVariableLive, i);
    gint64 values[] = {(gint64) (v->always_live + v->not_always_live_max), (gint64) v->always_live,
                       (gint64) v->not_always_live_max,
                       v->step == POPLENS_NO_STEP ? POPLENS_LIVE_NOTHING : (gint64) v->step};
    poplens_live_table_add (table, v->variable, values);
  }
  return poplens_live_table_note (poplens_live_table_finish (table, "variables", columns,
                                                             "Share of the total of all variables"),
                                  &source, POPLENS_NO_STEP, "Bytes are those of one replica.");
}
