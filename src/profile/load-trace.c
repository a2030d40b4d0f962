/* program_trace: which programs were executed, in order. */
#include "profile/load-steps.h"

#include <string.h>

/* Row ids of a slice. */
#define SLICE (1u << 16)

struct _PoplensTraceReading {
  guint32 *program; /* of all slices */
  guint n;
  struct TraceSlice {
    PoplensRowSpan span;
    guint32 *program; /* of the reading's */
    guint32 n, room;
    guint64 first_id, last_id;
  } slices[];
};
typedef struct TraceSlice Slice;

static void
add_program (PoplensQuery *q, Slice *self)
{
  guint64 id = poplens_query_u64 (q, 0);

  if (!self->n)
    self->first_id = id;
  else if (id <= self->last_id)
    poplens_query_fail (q, "id %" G_GUINT64_FORMAT " does not rise", id);
  self->last_id = id;
  if (poplens_slice_has_room (q, self->span, self->n, self->room))
    self->program[self->n++] = poplens_query_u32 (q, 1);
}

#define PROGRAM_TRACE "id!, program_id!"

static gboolean
read_slice (const PoplensLoad *load, gpointer data, GError **error)
{
  Slice self = *(Slice *) data;
  g_autoptr (PoplensQuery) q =
      poplens_load_slice_rows (load, "program_trace", PROGRAM_TRACE, NULL, self.span, error);

  while (q && poplens_query_next (q))
    add_program (q, &self);
  *(Slice *) data = self;
  return q && poplens_query_end (q, error);
}

PoplensTraceReading *
poplens_trace_add_jobs (const PoplensLoad *load, GArray *jobs)
{
  PoplensTraceReading *self;
  PoplensRowSpan span;
  guint n;

  if (!poplens_load_span (load, "program_trace", &span))
    return NULL;
  n = poplens_span_slices (span, SLICE);
  self = g_malloc0 (sizeof *self + n * sizeof (Slice));
  self->n = n;
  self->program = g_new (guint32, poplens_span_length (span));
  for (guint i = 0; i < n; i++) {
    PoplensRowSpan part = poplens_span_slice (span, SLICE, i);
    self->slices[i] = (Slice){.span = part,
                              .program = self->program + (part.first - span.first),
                              .room = poplens_span_length (part)};
  }
  poplens_crew_add (jobs, read_slice, self->slices, sizeof (Slice), n);
  return self;
}

void
poplens_trace_reading_free (PoplensTraceReading *self)
{
  if (self)
    g_free (self->program);
  g_free (self);
}

gboolean
poplens_trace_join (PoplensTraceReading *self, PoplensExecution *part)
{
  const Slice *last = NULL;
  guint32 n = 0;

  for (guint i = 0; i < self->n; i++) {
    const Slice *slice = &self->slices[i];
    if (!slice->n)
      continue;
    if (last && slice->first_id <= last->last_id)
      return FALSE;
    memmove (self->program + n, slice->program, slice->n * sizeof (guint32));
    n += slice->n;
    last = slice;
  }
  part->n_trace = n;
  part->trace_program = n ? g_renew (guint32, g_steal_pointer (&self->program), n) : NULL;
  return TRUE;
}

/* ---- in one go ---------------------------------------------------------------------------------
 */

gboolean
poplens_trace_read (const PoplensLoad *load, PoplensExecution *part, GError **error)
{
  g_autoptr (GArray) programs = POPLENS_COLUMN (guint32);
  g_autoptr (PoplensQuery) q =
      poplens_load_rows (load, "program_trace", PROGRAM_TRACE, "id", error);

  while (q && poplens_query_next (q))
    POPLENS_PUSH (programs, guint32, poplens_query_u32 (q, 1));
  if (!q || !poplens_query_end (q, error))
    return FALSE;
  part->n_trace = programs->len;
  part->trace_program = poplens_column_steal (&programs);
  return TRUE;
}
