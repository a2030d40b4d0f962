#include "database/columns.h"
#include "profile/load-steps.h"

#include <string.h>

/* Row ids of a slice. */
#define SLICE (1u << 13)

void
poplens_cycle_sums_clear (PoplensCycleSums *self)
{
  g_clear_pointer (&self->ids, g_free);
  g_clear_pointer (&self->sums, g_free);
  self->n = self->room = 0;
}

/* One list that is damaged does not take the others with it: what it says is unknown. */
static void
add_cycle_sum (PoplensQuery *q, PoplensCycleSums *out)
{
  gsize size, count = 0;
  guint64 sum = 0;
  const guint8 *bytes = poplens_query_blob (q, 1, &size);

  if (!poplens_list_sum (POPLENS_ENCODING_RLE, bytes, size, POPLENS_ANY_LENGTH, &sum, &count,
                         NULL) ||
      !poplens_sizes_is_cycles_length (out->sizes, count))
    sum = POPLENS_CYCLES_UNKNOWN;
  if (!poplens_slice_has_room (q, out->span, out->n, out->room))
    return;
  if (out->n == out->room) {
    out->room = poplens_slice_grown (out->room);
    out->ids = g_renew (guint32, out->ids, out->room);
    out->sums = g_renew (guint64, out->sums, out->room);
  }
  out->ids[out->n] = poplens_query_u32 (q, 0);
  out->sums[out->n++] = sum;
}

static gboolean
read_sums (PoplensDatabase *database, gpointer data, GError **error)
{
  PoplensCycleSums out = *(PoplensCycleSums *) data;
  g_autoptr (PoplensQuery) q = poplens_query_new_slice (
      database, "cycles_by_tile", "id!, cycles_by_tile_rle!", "id", out.span, error);

  while (q && poplens_query_next (q))
    add_cycle_sum (q, &out);
  *(PoplensCycleSums *) data = out;
  return q && poplens_query_end (q, error);
}

gboolean
poplens_cycle_sums_read (const PoplensLoad *load, PoplensCycleSums *self, GError **error)
{
  poplens_cycle_sums_clear (self);
  self->span = poplens_span_whole;
  return read_sums (load->database, self, error);
}

/* ---- in slices ---------------------------------------------------------------------------------
 */

/* The slices, whose columns are those of @sums. (transfer full) */
static PoplensCycleSums *
cut_sums (PoplensCycleSums *sums, PoplensRowSpan span, guint n)
{
  PoplensCycleSums *slices = g_new0 (PoplensCycleSums, n);

  sums->room = poplens_span_length (span);
  sums->ids = g_new (guint32, sums->room);
  sums->sums = g_new (guint64, sums->room);
  for (guint i = 0; i < n; i++) {
    PoplensRowSpan part = poplens_span_slice (span, SLICE, i);
    guint32 first = (guint32) (part.first - span.first);
    slices[i] = (PoplensCycleSums){sums->sizes,        part, sums->ids + first,
                                   sums->sums + first, 0,    poplens_span_length (part)};
  }
  return slices;
}

PoplensCycleSums *
poplens_cycle_sums_add_jobs (const PoplensLoad *load, PoplensCycleSums *self, GArray *jobs,
                             guint *n)
{
  PoplensCycleSums *slices;
  PoplensRowSpan span;

  *n = 0;
  if (!poplens_database_span (load->database, "cycles_by_tile", &span)) {
    self->span = poplens_span_whole;
    poplens_crew_add (jobs, read_sums, self, 0, 1);
    return NULL;
  }
  *n = poplens_span_slices (span, SLICE);
  slices = cut_sums (self, span, *n);
  poplens_crew_add (jobs, read_sums, slices, sizeof *slices, *n);
  return slices;
}

/* What lies behind gaps moves forward. */
gboolean
poplens_cycle_sums_join (PoplensCycleSums *self, const PoplensCycleSums *slices, guint n)
{
  for (guint i = 0; i < n; i++) {
    memmove (self->ids + self->n, slices[i].ids, slices[i].n * sizeof (guint32));
    memmove (self->sums + self->n, slices[i].sums, slices[i].n * sizeof (guint64));
    self->n += slices[i].n;
  }
  for (guint32 i = 1; i < self->n; i++)
    if (self->ids[i - 1] >= self->ids[i])
      return FALSE;
  return TRUE;
}

void
poplens_cycle_sums_tell_damage (const PoplensCycleSums *self, PoplensExecution *part)
{
  g_autoptr (GArray) ids = POPLENS_COLUMN (guint32);

  for (guint32 i = 0; i < self->n; i++)
    if (self->sums[i] == POPLENS_CYCLES_UNKNOWN)
      g_array_append_val (ids, self->ids[i]);
  part->n_lists = self->n;
  part->n_damaged = ids->len;
  part->damaged = poplens_column_steal (&ids);
}
