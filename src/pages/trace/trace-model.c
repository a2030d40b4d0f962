/* Names and classifies the executed steps, once per report, for the trace page. */
#include "pages/trace/trace-model.h"

#include "analysis/programs/program-tree.h"
#include "analysis/trace/step-names.h"
#include "base/large.h"
#include "pages/core/page-private.h"

#include <string.h>

const PoplensTraceSeriesInfo poplens_trace_series[POPLENS_N_TRACE_SERIES] = {
    {"compute", "OnTileExecute", POPLENS_INK_COMPUTE, POPLENS_SERIES_BAND},
    {"exchange", "DoExchange (estimated)", POPLENS_INK_EXCHANGE, POPLENS_SERIES_BAND},
    {"links", "GlobalExchange", POPLENS_INK_LINKS, POPLENS_SERIES_BAND},
    {"host", "StreamCopy", POPLENS_INK_HOST, POPLENS_SERIES_BAND},
    {"host-begin", "StreamCopyBegin", POPLENS_INK_HOST, POPLENS_SERIES_QUIET},
    {"host-end", "StreamCopyEnd", POPLENS_INK_HOST, POPLENS_SERIES_WAITING},
    {"external-sync", "External sync", POPLENS_INK_LINKS, POPLENS_SERIES_WAITING},
    {"sync", "Sync", POPLENS_INK_SYNC, POPLENS_SERIES_WAITING},
    {"control", "Other", POPLENS_INK_OTHER, POPLENS_SERIES_BAND},
};

static void
model_clear (gpointer data)
{
  PoplensTraceModel *self = data;

  poplens_strings_free (self->strings);
  poplens_name_layers_free (self->layers);
  g_free (self->name);
  g_free (self->looks);
  poplens_live_programs_free (self->live);
}

PoplensTraceModel *
poplens_trace_model_ref (PoplensTraceModel *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
poplens_trace_model_unref (PoplensTraceModel *self)
{
  if (self)
    g_atomic_rc_box_release_full (self, model_clear);
}

/* ---- what a step is -------------------------------------------------------------------------- */

/* Returns the series of a step. Syncs with the host have a series of their own. */
static PoplensTraceSeries
series_of (const PoplensExecution *x, guint32 step, PoplensStepKind kind)
{
  switch (kind) {
  case POPLENS_STEP_ON_TILE_EXECUTE:
    return POPLENS_TRACE_COMPUTE;
  case POPLENS_STEP_DO_EXCHANGE:
    return POPLENS_TRACE_EXCHANGE;
  case POPLENS_STEP_GLOBAL_EXCHANGE:
    return POPLENS_TRACE_LINKS;
  case POPLENS_STEP_STREAM_COPY_MID:
    return POPLENS_TRACE_HOST;
  case POPLENS_STEP_STREAM_COPY_BEGIN:
    return POPLENS_TRACE_HOST_BEGIN;
  case POPLENS_STEP_STREAM_COPY_END:
    return POPLENS_TRACE_HOST_END;
  case POPLENS_STEP_SYNC:
    return g_ascii_strncasecmp (poplens_execution_step_sync (x, step), "External", 8)
               ? POPLENS_TRACE_SYNC
               : POPLENS_TRACE_EXTERNAL_SYNC;
  case POPLENS_STEP_SANS:
  case POPLENS_STEP_SYNC_ANS:
    return POPLENS_TRACE_SYNC;
  default:
    return POPLENS_TRACE_OTHER;
  }
}

/* Classifies each combination of step type and sync type that occurs in the trace. */
static void
find_looks (PoplensTraceModel *self, guint32 *seen)
{
  const PoplensExecution *x = self->execution;
  gsize n = (gsize) MAX (x->n_types, 1) * x->n_syncs;
  g_autofree gboolean *known = g_new0 (gboolean, n);

  self->looks = g_new0 (PoplensTraceLook, n);
  for (guint32 s = 0; s < x->n_steps; s++) {
    gsize at = x->step_type[s] * x->n_syncs + x->step_sync[s];
    PoplensStepKind kind;
    if (known[at])
      continue;
    known[at] = TRUE;
    kind = poplens_step_kind_by_sync (x, s);
    self->looks[at] = (PoplensTraceLook){(guint8) kind, (guint8) series_of (x, s, kind)};
    *seen |= 1u << self->looks[at].series;
  }
}

/* Sets the name of each step, as an index in .strings. */
static void
name_steps (PoplensTraceModel *self)
{
  const PoplensExecution *x = self->execution;
  g_autoptr (PoplensStepNames) names = poplens_step_names_new (x, self->programs);

  self->name = POPLENS_NEW_LARGE (guint32, MAX (x->n_steps, 1));
  for (guint32 s = 0; s < x->n_steps; s++)
    self->name[s] = poplens_step_names_get (names, s);
  self->strings = g_steal_pointer (&names->strings);
}

/* Numbers the series that have steps, in the order of PoplensTraceSeries. */
static void
place_series (PoplensTraceModel *self)
{
  guint32 seen = 0;

  find_looks (self, &seen);
  for (guint i = 0; i < POPLENS_N_TRACE_SERIES; i++) {
    self->chart_index[i] = (guint8) self->n_series;
    if (seen & 1u << i)
      self->seen[self->n_series++] = i;
  }
}

/* Counts the steps without a block. Such a step has no row with known cycles. */
static void
count_undrawn (PoplensTraceModel *self)
{
  const PoplensExecution *x = self->execution;
  guint32 last = G_MAXUINT32;

  self->n_undrawn = x->n_steps;
  for (guint32 r = 0; r < x->n_rows; r++)
    if (x->row_from[r] != G_MAXUINT64 && x->row_step[r] != last) {
      last = x->row_step[r];
      self->n_undrawn--;
    }
}

guint8 *
poplens_trace_steps_of (const PoplensTraceModel *self, guint32 id)
{
  const PoplensExecution *x = self->execution;
  const PoplensPrograms *p = self->programs;
  guint32 row = p ? poplens_programs_find (p, id) : POPLENS_NO_ROW;
  guint8 *of_program = g_new0 (guint8, MAX (x->n_steps, 1));
  g_autofree guint8 *in = g_new0 (guint8, p ? MAX (p->n, 1) : 1);
  g_autofree guint8 *reached = NULL;

  if (row != POPLENS_NO_ROW) {
    in[row] = TRUE;
    reached = poplens_program_reach (p, in);
  }
  for (guint32 s = 0; s < x->n_steps; s++) {
    of_program[s] = x->step_program[s] == id;
    if (!reached || of_program[s] || x->step_program[s] == POPLENS_NO_PROGRAM)
      continue;
    row = poplens_programs_find (p, x->step_program[s]);
    of_program[s] = row != POPLENS_NO_ROW && reached[row];
  }
  return of_program;
}

/* ---- cached in the report -------------------------------------------------------------------- */

static gpointer
model_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensExecution *execution = poplens_report_load_execution (report, cancellable, error);
  gconstpointer programs, target, liveness;
  PoplensTraceModel *self;

  if (!execution ||
      !poplens_page_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable, error) ||
      !poplens_page_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error) ||
      !poplens_page_load_optional (report, POPLENS_PART_LIVENESS, &liveness, cancellable, error))
    return NULL;
  self = g_atomic_rc_box_new0 (PoplensTraceModel);
  self->execution = execution;
  self->programs = programs;
  self->target = target;
  if (liveness)
    self->live = poplens_live_programs_new (liveness, NULL);
  name_steps (self);
  guint32 n = poplens_strings_count (self->strings);
  g_autofree const char **names = g_new (const char *, MAX (n, 1));
  for (guint32 i = 0; i < n; i++)
    names[i] = poplens_strings_get (self->strings, i);
  self->layers = poplens_name_layers_new (names, n);
  place_series (self);
  count_undrawn (self);
  return self;
}

PoplensTraceModel *
poplens_trace_model_get (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-trace-model", model_new,
                                         (GBoxedCopyFunc) poplens_trace_model_ref,
                                         (GDestroyNotify) poplens_trace_model_unref};

  return poplens_report_derive (report, &derived, cancellable, error);
}
