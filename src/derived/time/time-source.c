/* Computes and caches the time of a report, its iterations, findings and transfers, and finds the
 * cycles that a location names. */
#include "derived/time/time-source.h"

#include "base/error.h"
#include "derived/trace/trace-location.h"
#include "model/cycle-range.h"

#include <string.h>

/* ---- the time -------------------------------------------------------------------------------- */

gboolean
poplens_time_has_steps (const PoplensExecution *execution, GError **error)
{
  if (execution->n_rows && execution->total_cycles)
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
               execution->light->n
                   ? "No executed steps recorded, only blocks of lightweight profiling. Record "
                     "them with the "
                     "engine option autoReport.outputExecutionProfile=true."
                   : "No executed steps recorded. Record them with the engine option "
                     "autoReport.outputExecutionProfile=true.");
  return FALSE;
}

/* Loads the parts for a PoplensTimeInput. FALSE with the errors of poplens_report_time (). */
static gboolean
time_input_load (PoplensTimeInput *self, PoplensReport *report, GCancellable *cancellable,
                 GError **error)
{
  const guint32 parts = POPLENS_PART_BIT (POPLENS_PART_EXECUTION) |
                        POPLENS_PART_BIT (POPLENS_PART_PROGRAMS) |
                        POPLENS_PART_BIT (POPLENS_PART_EXCHANGES);
  /* Loads two parts at a time; errors are reported below, when each part is loaded. */
  poplens_report_load_parts (report, parts, cancellable, NULL);
  const PoplensExecution *x = poplens_report_load_execution (report, cancellable, error);
  gconstpointer target, programs, exchanges;

  if (!x || !poplens_time_has_steps (x, error) ||
      !poplens_report_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error) ||
      !poplens_report_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable,
                                     error) ||
      !poplens_report_load_optional (report, POPLENS_PART_EXCHANGES, &exchanges, cancellable,
                                     error))
    return FALSE;
  *self = (PoplensTimeInput){
      .execution = x,
      .programs = programs,
      .exchanges = exchanges,
      .tiles = target ? ((const PoplensTarget *) target)->tiles_per_ipu : 0,
  };
  return TRUE;
}

static gpointer
time_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  PoplensSliceReader reader = {report, cancellable};
  PoplensWork work = poplens_work_of (cancellable);
  PoplensTimeInput input;

  if (!time_input_load (&input, report, cancellable, error))
    return NULL;
  input.get_slice = poplens_report_read_slice;
  input.slice_data = &reader;
  return poplens_time_new (&input, &work, error);
}

static gpointer
time_runs_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  PoplensTimeInput input;
  guint64 outside;

  if (!time_input_load (&input, report, cancellable, error))
    return NULL;
  return poplens_time_find_runs (&input, &outside);
}

static const PoplensDerived derived_time = {"poplens-time", time_new, NULL,
                                            (GDestroyNotify) poplens_time_free};

const PoplensTime *
poplens_report_time (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  return poplens_report_derive (report, &derived_time, cancellable, error);
}

const PoplensTime *
poplens_report_peek_time (PoplensReport *report)
{
  return poplens_report_peek_derived (report, &derived_time);
}

const GArray *
poplens_report_time_runs (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived runs = {"poplens-time-runs", time_runs_new, NULL,
                                      (GDestroyNotify) g_array_unref};

  return poplens_report_derive (report, &runs, cancellable, error);
}

gboolean
poplens_report_time_light (PoplensReport *report, PoplensTimeLight **light,
                           GCancellable *cancellable, GError **error)
{
  const PoplensExecution *x = poplens_report_load_execution (report, cancellable, error);
  PoplensWork work = poplens_work_of (cancellable);
  gconstpointer target, programs;

  *light = NULL;
  if (!x || x->n_rows || !x->light->n)
    return x != NULL;
  if (!poplens_report_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error) ||
      !poplens_report_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable, error))
    return FALSE;
  *light = poplens_time_light_new (
      x->light, programs, target ? ((const PoplensTarget *) target)->tiles_per_ipu : 0, &work);
  return *light || !g_cancellable_set_error_if_cancelled (cancellable, error);
}

const char *
poplens_time_light_caveat (void)
{
  return "≈ From blocks of lightweight profiling alone, on the tiles that recorded them. Waiting "
         "by "
         "cause needs executed steps: record them with the engine option "
         "autoReport.outputExecutionProfile=true.";
}

/* Finds the cycles of the location's key "range"; without the key, the whole trace. @location:
 * (nullable). FALSE with USAGE if the range ends before it begins. */
static gboolean
read_location_range (const PoplensTime *time, const PoplensLocation *location, guint64 *from,
                     guint64 *to, GError **error)
{
  PoplensTraceWhich which;

  if (!poplens_trace_location_range (location, time->execution, from, to, &which, error))
    return FALSE;
  if (which != POPLENS_TRACE_SELECTED) {
    *from = 0;
    *to = time->total;
  }
  *to = MIN (*to, time->total);
  *from = MIN (*from, *to);
  return TRUE;
}

const char *
poplens_time_caveat (const PoplensTime *time)
{
  return poplens_time_is_by_tile (time)
             ? NULL
             : "≈ Approximated: no cycles by tile recorded. Set "
               "debug.computeInstrumentationLevel to tile or vertex and record again.";
}

/* ---- iterations ------------------------------------------------------------------------------ */

static gpointer
iterations_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensTime *time = poplens_report_time (report, cancellable, error);
  gconstpointer programs;

  if (!time ||
      !poplens_report_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable, error))
    return NULL;
  return poplens_time_iterations_new (time, programs);
}

const PoplensTimeIterations *
poplens_report_time_iterations (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-time-iterations", iterations_new, NULL,
                                         (GDestroyNotify) poplens_time_iterations_free};

  return poplens_report_derive (report, &derived, cancellable, error);
}

/* ---- scope ----------------------------------------------------------------------------------- */

static gboolean
set_invalid_range (const char *scope, const char *why, GError **error)
{
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "invalid range “%s”: %s", scope, why);
  return FALSE;
}

/* Finds the cycles of iteration @number. They end where the next iteration starts or, for the last
 * iteration of a run, where the run ends. FALSE with USAGE if there is no such iteration. */
static gboolean
find_iteration_cycles (const PoplensTimeIterations *iterations, const char *scope, guint64 number,
                       guint64 *from, guint64 *to, GError **error)
{
  const PoplensTimeLoop *loop = &iterations->iterations;

  if (!loop->turns->len)
    return set_invalid_range (scope, "the report has no iterations", error);
  if (number < 1 || number > loop->turns->len) {
    g_autofree char *why = g_strdup_printf ("expected iteration 1 to %u", loop->turns->len);
    return set_invalid_range (scope, why, error);
  }
  const PoplensTimeIteration *one = poplens_time_iteration_at (loop, (guint) number - 1);
  *from = one->from;
  *to = one->end;
  return TRUE;
}

static gboolean
find_run_cycles (const PoplensTime *time, const char *scope, guint64 number, guint64 *from,
                 guint64 *to, GError **error)
{
  guint n = time->runs->len;

  for (guint i = 0; i < n; i++)
    if (poplens_time_run_id (time, i) == (gint64) number) {
      const PoplensTimeRun *run = &g_array_index (time->runs, PoplensTimeRun, i);
      *from = run->from;
      *to = run->to;
      return TRUE;
    }
  g_autofree char *why =
      n ? g_strdup_printf ("expected run %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT,
                           poplens_time_run_id (time, 0), poplens_time_run_id (time, n - 1))
        : g_strdup ("the report has no runs");
  return set_invalid_range (scope, why, error);
}

static gboolean
parse_range (const PoplensTime *time, const PoplensTimeIterations *iterations, const char *scope,
             guint64 *from, guint64 *to, GError **error)
{
  const char *value = strchr (scope, '=');
  guint64 number;

  if (g_ascii_isdigit (*scope))
    return poplens_trace_range_parse (scope, from, to, error);
  if (value && g_ascii_string_to_unsigned (value + 1, 10, 0, G_MAXUINT32, &number, NULL)) {
    if (g_str_has_prefix (scope, "iteration="))
      return find_iteration_cycles (iterations, scope, number, from, to, error);
    if (g_str_has_prefix (scope, "run="))
      return find_run_cycles (time, scope, number, from, to, error);
  }
  if (g_str_has_prefix (scope, "phase="))
    return set_invalid_range (
        scope, "a phase has other cycles on each IPU; see the table time-ipus by=phase", error);
  return set_invalid_range (scope, "expected iteration=N, run=N or FROM..TO", error);
}

gboolean
poplens_report_time_scope (PoplensReport *report, const PoplensLocation *location, guint64 *from,
                           guint64 *to, GCancellable *cancellable, GError **error)
{
  const char *scope = location ? poplens_location_get (location, "range") : NULL;
  const PoplensTime *time = poplens_report_time (report, cancellable, error);
  const PoplensTimeIterations *iterations =
      time && scope ? poplens_report_time_iterations (report, cancellable, error) : NULL;

  if (!time || (scope && !iterations))
    return FALSE;
  if (!scope)
    return read_location_range (time, location, from, to, error);
  if (!parse_range (time, iterations, scope, from, to, error))
    return FALSE;
  if (*from >= time->total && time->total)
    return set_invalid_range (scope, "it begins behind the last cycle of the trace", error);
  *to = MIN (*to, time->total);
  *from = MIN (*from, *to);
  if (*from == *to && time->total)
    return set_invalid_range (scope, "it has no cycles", error);
  return TRUE;
}

PoplensLocation *
poplens_report_resolve_range (PoplensReport *report, const PoplensLocation *location,
                              GCancellable *cancellable, GError **error)
{
  const char *range = poplens_location_get (location, "range");
  PoplensNumber cycles;
  guint64 from, to;

  if (!range || !strchr (range, '='))
    return poplens_location_ref ((PoplensLocation *) location);
  if (!poplens_report_time_scope (report, location, &from, &to, cancellable, error))
    return NULL;
  return poplens_location_with (location, "range", poplens_trace_range_format (cycles, from, to));
}

/* ---- findings -------------------------------------------------------------------------------- */

/* Fills @input with the data from which @time was computed. @from: reader of slices, which must
 * live as long as @input. FALSE with @error. */
static gboolean
init_time_input (const PoplensSliceReader *from, const PoplensTime *time, PoplensTimeInput *input,
                 GError **error)
{
  gconstpointer programs, exchanges;

  if (!poplens_report_load_optional (from->report, POPLENS_PART_PROGRAMS, &programs,
                                     from->cancellable, error) ||
      !poplens_report_load_optional (from->report, POPLENS_PART_EXCHANGES, &exchanges,
                                     from->cancellable, error))
    return FALSE;
  *input = (PoplensTimeInput){.execution = time->execution,
                              .programs = programs,
                              .exchanges = exchanges,
                              .tiles = time->tiles,
                              .get_slice = poplens_report_read_slice,
                              .slice_data = (gpointer) from};
  return TRUE;
}

/* A result for the cycles [from, to). The result for the whole trace is cached. */
typedef struct {
  PoplensDerived whole;
  gpointer (*make) (PoplensReport *report, guint64 from, guint64 to, GCancellable *cancellable,
                    GError **error);
} RangeResult;

static gpointer
get_range_result (PoplensReport *report, const RangeResult *found, guint64 from, guint64 to,
                  GCancellable *cancellable, GError **error)
{
  const PoplensTime *time = poplens_report_time (report, cancellable, error);

  if (!time)
    return NULL;
  if (from == 0 && to == time->total)
    return poplens_report_derive (report, &found->whole, cancellable, error);
  return found->make (report, from, to, cancellable, error);
}

/* Loads the memory. If it is absent or damaged, sets *@memory to NULL and returns TRUE, because
 * time findings can do without it. FALSE with any other @error. */
static gboolean
load_memory_if_good (PoplensReport *report, gconstpointer *memory, GCancellable *cancellable,
                     GError **error)
{
  GError *local = NULL;

  if (poplens_report_load_optional (report, POPLENS_PART_MEMORY, memory, cancellable, &local))
    return TRUE;
  *memory = NULL;
  return poplens_error_forgive_lack (local, error);
}

/* Computes the time findings of cycles @from … @to. (transfer full) (nullable): NULL with @error */
static gpointer
find_in_range (PoplensReport *report, guint64 from, guint64 to, GCancellable *cancellable,
               GError **error)
{
  const PoplensTime *time = poplens_report_time (report, cancellable, error);
  const PoplensTimeIterations *iterations =
      time ? poplens_report_time_iterations (report, cancellable, error) : NULL;
  PoplensSliceReader source = {report, cancellable};
  PoplensWork work = poplens_work_of (cancellable);
  gconstpointer memory, target;
  PoplensTimeInput slices;

  if (!iterations || !init_time_input (&source, time, &slices, error) ||
      !load_memory_if_good (report, &memory, cancellable, error) ||
      !poplens_report_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error))
    return NULL;
  PoplensTimeFindingsInput input = {time, iterations, &slices, from, to, memory, target};
  return poplens_time_findings_new (&input, &work, error);
}

GArray *
poplens_report_time_occurrences (PoplensReport *report, const PoplensTimeFinding *finding,
                                 GCancellable *cancellable, GError **error)
{
  const PoplensTime *time = poplens_report_time (report, cancellable, error);
  const PoplensTimeIterations *iterations =
      time ? poplens_report_time_iterations (report, cancellable, error) : NULL;
  PoplensSliceReader source = {report, cancellable};
  PoplensWork work = poplens_work_of (cancellable);
  PoplensTimeInput slices;

  if (!iterations || !init_time_input (&source, time, &slices, error))
    return NULL;
  PoplensTimeFindingsInput input = {.time = time, .iterations = iterations, .input = &slices};
  return poplens_time_occurrences_new (finding, &input, &work, error);
}

GArray *
poplens_report_followed_steps (PoplensReport *report, const PoplensLocation *location,
                               PoplensTimeFindings *all, const PoplensTimeFinding **finding,
                               GCancellable *cancellable, GError **error)
{
  const char *name = location ? poplens_location_get (location, "finding") : NULL;
  GArray *found;
  guint n = 0;

  *finding = name ? poplens_time_findings_named (all, name) : NULL;
  if (!*finding) {
    g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
                         "No finding on time is followed; Insights lists them");
    return NULL;
  }
  found = poplens_report_time_occurrences (report, *finding, cancellable, error);
  for (guint i = 0; found && i < found->len; i++) {
    PoplensTimeOccurrence one = g_array_index (found, PoplensTimeOccurrence, i);
    if (one.row != G_MAXUINT32)
      g_array_index (found, PoplensTimeOccurrence, n++) = one;
  }
  if (found) {
    g_array_set_size (found, n);
    g_array_sort (found, poplens_time_occurrence_compare);
  }
  return found;
}

static gpointer
findings_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  return find_in_range (report, 0, G_MAXUINT64, cancellable, error);
}

PoplensTimeFindings *
poplens_report_time_findings_in (PoplensReport *report, guint64 from, guint64 to,
                                 GCancellable *cancellable, GError **error)
{
  static const RangeResult found = {{"poplens-time-findings", findings_new,
                                     (GBoxedCopyFunc) poplens_time_findings_ref,
                                     (GDestroyNotify) poplens_time_findings_unref},
                                    find_in_range};

  return get_range_result (report, &found, from, to, cancellable, error);
}

PoplensTimeFindings *
poplens_report_time_findings (PoplensReport *report, const PoplensLocation *location,
                              GCancellable *cancellable, GError **error)
{
  guint64 from, to;

  return poplens_report_time_scope (report, location, &from, &to, cancellable, error)
             ? poplens_report_time_findings_in (report, from, to, cancellable, error)
             : NULL;
}

/* ---- transfers ------------------------------------------------------------------------------- */

static gpointer
compute_transfers (PoplensReport *report, guint64 from, guint64 to, GCancellable *cancellable,
                   GError **error)
{
  const PoplensTime *time = poplens_report_time (report, cancellable, error);
  PoplensSliceReader source = {report, cancellable};
  PoplensWork work = poplens_work_of (cancellable);
  PoplensTimeInput input;

  if (!time || !init_time_input (&source, time, &input, error))
    return NULL;
  return poplens_time_transfers_new (time, &input, from, to, &work, error);
}

static gpointer
transfers_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  return compute_transfers (report, 0, G_MAXUINT64, cancellable, error);
}

PoplensTimeTransfers *
poplens_report_time_transfers (PoplensReport *report, const PoplensLocation *location,
                               GCancellable *cancellable, GError **error)
{
  static const RangeResult found = {{"poplens-time-transfers", transfers_new,
                                     (GBoxedCopyFunc) poplens_time_transfers_ref,
                                     (GDestroyNotify) poplens_time_transfers_unref},
                                    compute_transfers};
  guint64 from, to;

  return poplens_report_time_scope (report, location, &from, &to, cancellable, error)
             ? get_range_result (report, &found, from, to, cancellable, error)
             : NULL;
}
