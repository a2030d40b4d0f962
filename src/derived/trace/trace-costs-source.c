/* Finds the steps whose costs a location selects, sums them, and describes the selection for
 * notes. */
#include "derived/trace/trace-costs-source.h"

#include "base/error.h"
#include "base/format.h"
#include "derived/operations/operations-source.h"
#include "derived/programs/program-location.h"
#include "derived/time/time-source.h"

#include <string.h>

/* ---- the selected operation ------------------------------------------------------------------ */

static void
trace_only_clear (gpointer data)
{
  PoplensTraceOnly *self = data;

  g_free (self->key);
  g_free (self->title);
  g_free (self->steps);
  poplens_trace_ranges_free (self->ranges);
}

static PoplensTraceOnly *
trace_only_ref (PoplensTraceOnly *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
poplens_trace_only_unref (PoplensTraceOnly *self)
{
  if (self)
    g_atomic_rc_box_release_full (self, trace_only_clear);
}

/* Sets .steps. Reuses the answer of the previous step if both steps have the same program, as
 * consecutive steps often do. */
static void
set_operation_steps (PoplensTraceOnly *self, const PoplensOperationFilter *filter,
                     const PoplensExecution *x)
{
  self->steps = g_new (guint8, MAX (x->n_steps, 1));
  for (guint32 s = 0; s < x->n_steps; s++) {
    guint32 program = x->step_program[s];
    self->steps[s] = s && program == x->step_program[s - 1]
                         ? self->steps[s - 1]
                         : poplens_operation_filter_has_program (filter, program) != 0;
    self->n += self->steps[s];
    self->n_without += program == POPLENS_NO_PROGRAM;
  }
}

static gpointer
dup_trace_only (gpointer self, gpointer user_data)
{
  return self ? trace_only_ref (self) : NULL;
}

gboolean
poplens_trace_only_get (PoplensReport *report, const PoplensLocation *location,
                        PoplensTraceOnly **only, GCancellable *cancellable, GError **error)
{
  static const char name[] = "poplens-trace-only";
  PoplensOperationFilter filter = {0};
  g_autoptr (PoplensTraceOnly) self = NULL;
  const PoplensExecution *x;

  *only = NULL;
  if (!poplens_operation_filter_init (&filter, report, location, cancellable, error))
    return FALSE;
  if (!filter.active)
    return TRUE;
  g_autofree char *key = poplens_operation_filter_key (&filter);
  self = g_object_dup_data (G_OBJECT (report), name, dup_trace_only, NULL);
  if (!self || strcmp (self->key, key)) {
    if (!(x = poplens_report_load_execution (report, cancellable, error)))
      return FALSE;
    poplens_trace_only_unref (self);
    self = g_atomic_rc_box_new0 (PoplensTraceOnly);
    self->key = g_steal_pointer (&key);
    self->title = poplens_operation_title (&filter.source);
    set_operation_steps (self, &filter, x);
    self->ranges = poplens_trace_ranges_new_of (x, self->steps);
    g_object_set_data_full (G_OBJECT (report), name, trace_only_ref (self),
                            (GDestroyNotify) poplens_trace_only_unref);
  }
  *only = g_steal_pointer (&self);
  return TRUE;
}

/* ---- costs ----------------------------------------------------------------------------------- */

/* Limits the source to the steps of the followed finding. If all of them are waiting steps, waiting
 * is summed; otherwise work is summed. FALSE with @error. */
static gboolean
limit_to_finding (PoplensTraceCostSource *self, PoplensReport *report,
                  const PoplensLocation *location, GCancellable *cancellable, GError **error)
{
  const PoplensExecution *x = self->sums->execution;
  g_autoptr (PoplensTimeFindings) all =
      poplens_report_time_findings (report, NULL, cancellable, error);
  const PoplensTimeFinding *finding;
  g_autoptr (GArray) found =
      all ? poplens_report_followed_steps (report, location, all, &finding, cancellable, error)
          : NULL;

  if (!found)
    return FALSE;
  self->of_finding = g_new0 (guint8, MAX (x->n_rows, 1));
  self->wanted =
      (PoplensTraceWanted){.all = TRUE, .ipu = -1, .waits = TRUE, .rows = self->of_finding};
  for (guint i = 0; i < found->len; i++) {
    guint32 row = g_array_index (found, PoplensTimeOccurrence, i).row;
    self->of_finding[row] = TRUE;
    self->wanted.waits &= poplens_trace_row_waits (x, row);
  }
  return TRUE;
}

gboolean
poplens_trace_cost_source_init (PoplensTraceCostSource *self, PoplensReport *report,
                                const PoplensLocation *location, GCancellable *cancellable,
                                GError **error)
{
  gconstpointer programs;

  *self = (PoplensTraceCostSource){0};
  if (!(self->sums = poplens_trace_sums_get (report, cancellable, error)) ||
      !poplens_trace_only_get (report, location, &self->only, cancellable, error) ||
      !poplens_report_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable, error))
    return FALSE;
  const PoplensExecution *x = self->sums->execution;
  self->programs = programs;
  self->facts = (PoplensTraceFacts){.execution = x,
                                    .tiles = self->sums->steps->tiles,
                                    .cycles = self->sums->steps->cycles,
                                    .tile_cycles = self->sums->steps->tile_cycles,
                                    .exchange = self->sums->exchange,
                                    .received = self->sums->received,
                                    .sent = self->sums->sent};
  if (location && !g_strcmp0 (poplens_location_get (location, "by"), "finding"))
    return limit_to_finding (self, report, location, cancellable, error);
  self->wanted.steps = self->only ? self->only->steps : NULL;
  self->wanted.waits = location && poplens_location_get_bool (location, "waits", FALSE);
  if (!poplens_trace_location_range (location, x, &self->wanted.from, &self->wanted.to,
                                     &self->which, error) ||
      !poplens_trace_location_ipu (location, x, &self->wanted.ipu, error))
    return FALSE;
  self->wanted.all = self->which == POPLENS_TRACE_ALL;
  return TRUE;
}

gboolean
poplens_trace_cost_source_has_any (const PoplensTraceCostSource *self, guint64 n, const char *what,
                                   GError **error)
{
  if (self->of_finding && !n)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT, "The finding speaks of no %s", what);
  return !self->of_finding || n;
}

void
poplens_trace_cost_source_clear (PoplensTraceCostSource *self)
{
  g_clear_pointer (&self->only, poplens_trace_only_unref);
  g_clear_pointer (&self->of_finding, g_free);
}

PoplensTraceCosts *
poplens_trace_cost_source_sum (const PoplensTraceCostSource *self, GCancellable *cancellable,
                               GError **error)
{
  PoplensWork whole = poplens_work_of (cancellable);
  PoplensWork work = poplens_work_share (&whole, POPLENS_STEP_SUMS_SHARE, 1);
  PoplensTraceCosts *costs = poplens_trace_costs_new (&self->facts, &self->wanted, &work);

  if (!costs)
    g_cancellable_set_error_if_cancelled (cancellable, error);
  return costs;
}

char *
poplens_trace_cost_source_name (const PoplensTraceCostSource *self, guint32 step)
{
  const PoplensExecution *x = self->facts.execution;
  guint32 program = x->step_program[step];
  const char *type = poplens_execution_step_type (x, step);
  const char *sync = poplens_execution_step_sync (x, step);
  const char *name =
      program != POPLENS_NO_PROGRAM ? poplens_program_name_text (self->programs, program) : NULL;

  if (name && *name)
    return g_strdup (name);
  return *sync ? g_strconcat (sync, " ", type, NULL) : g_strdup (type);
}

/* Appends the range of cycles and the IPU. */
static void
append_range (const PoplensTraceCostSource *self, GString *out)
{
  static const char *const where[] = {"The whole trace", "In view", "Selected"};
  PoplensNumber from, to;

  if (self->of_finding) {
    g_string_append (out, "Steps of the finding alone, in the whole trace.");
    return;
  }
  g_string_append (out, where[self->which]);
  if (self->which != POPLENS_TRACE_ALL)
    g_string_append_printf (out, ": cycles %s to %s",
                            poplens_format_count (from, self->wanted.from),
                            poplens_format_count (to, self->wanted.to));
  if (self->wanted.ipu >= 0)
    g_string_append_printf (out, ", IPU %d", self->wanted.ipu);
  g_string_append (out, self->which == POPLENS_TRACE_ALL
                            ? "."
                            : "; steps that overlap the range count in full.");
}

char *
poplens_trace_cost_source_describe (const PoplensTraceCostSource *self,
                                    const PoplensTraceCost *left)
{
  GString *out = g_string_new (NULL);
  const char *counted = self->wanted.waits ? "waiting" : "work";
  const char *other = self->wanted.waits ? "work" : "waiting";
  PoplensNumber rows;

  append_range (self, out);
  if (left && left->rows)
    g_string_append_printf (out, " Only %s; excluded: %s rows of %s.", counted,
                            poplens_format_count (rows, left->rows), other);
  return g_string_free (out, FALSE);
}
