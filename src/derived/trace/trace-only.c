#include "derived/trace/trace-only.h"

#include "derived/operations/operation-filter.h"

#include <string.h>

static void
clear (gpointer data)
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
    g_atomic_rc_box_release_full (self, clear);
}

/* Steps come in the order of the programs' calls: neighbours often share theirs. */
static void
find_steps (PoplensTraceOnly *self, const PoplensOperationFilter *filter, const PoplensExecution *x)
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
ref (gpointer self, gpointer user_data)
{
  return self ? trace_only_ref (self) : NULL;
}

gboolean
poplens_trace_only_get (PoplensReport *report, const PoplensLocation *location,
                        PoplensTraceOnly **only, GCancellable *cancellable, GError **error)
{
  static const char name[] = "poplens-trace-only";
  g_auto (PoplensOperationFilter) filter = {0};
  g_autoptr (PoplensTraceOnly) self = NULL;
  const PoplensExecution *x;

  *only = NULL;
  if (!poplens_operation_filter_init (&filter, report, location, cancellable, error))
    return FALSE;
  if (!filter.active)
    return TRUE;
  g_autofree char *key = poplens_operation_filter_key (&filter);
  self = g_object_dup_data (G_OBJECT (report), name, ref, NULL);
  if (!self || strcmp (self->key, key)) {
    if (!(x = poplens_report_load_execution (report, cancellable, error)))
      return FALSE;
    poplens_trace_only_unref (self);
    self = g_atomic_rc_box_new0 (PoplensTraceOnly);
    self->key = g_steal_pointer (&key);
    self->title = poplens_operation_title (&filter.source);
    find_steps (self, &filter, x);
    self->ranges = poplens_trace_ranges_new_of (x, self->steps);
    g_object_set_data_full (G_OBJECT (report), name, trace_only_ref (self),
                            (GDestroyNotify) poplens_trace_only_unref);
  }
  *only = g_steal_pointer (&self);
  return TRUE;
}
