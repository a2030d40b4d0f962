#include "database/columns.h"
#include "profile/load-steps.h"

/* One list that is damaged does not take the others with it: what it says is unknown. */
static void
add_cycle_sum (PoplensQuery *q, PoplensCycleSums *self)
{
  gsize size, count = 0;
  guint64 sum = 0;
  guint32 id = poplens_query_u32 (q, 0), n = self->range.n;
  const guint8 *bytes = poplens_query_blob (q, 1, &size);

  if (!poplens_list_sum (POPLENS_ENCODING_RLE, bytes, size, POPLENS_ANY_LENGTH, &sum, &count,
                         NULL) ||
      !poplens_sizes_is_cycles_length (self->sizes, count) ||
      sum / MAX (count, 1) > POPLENS_MOST_CYCLES)
    sum = POPLENS_CYCLES_UNKNOWN;
  if (!poplens_range_has_room (&self->range, q))
    return;
  if (n && self->ids[n - 1] > id)
    poplens_range_stop (&self->range, q);
  self->ids[n] = id;
  self->sums[n] = sum;
  self->range.n++;
}

static void
read_sums (PoplensQuery *q, gpointer data)
{
  while (poplens_query_next (q))
    add_cycle_sum (q, data);
}

static gboolean
join_sums (gpointer data, gpointer range)
{
  const PoplensCycleSums *whole = data, *next = range;

  return !whole->range.n || !next->range.n || whole->ids[whole->range.n - 1] < next->ids[0];
}

const PoplensRangeKind poplens_cycle_sums = {
    .table = "cycles_by_tile",
    .columns = "id!, cycles_by_tile_rle!",
    .orders = {"id"},
    .rows = 1 << 13,
    .size = sizeof (PoplensCycleSums),
    .kept = {POPLENS_KEPT (PoplensCycleSums, ids), POPLENS_KEPT (PoplensCycleSums, sums)},
    .read = read_sums,
    .join = join_sums,
};

void
poplens_cycle_sums_tell_damage (const PoplensCycleSums *self, PoplensExecution *part)
{
  g_autoptr (GArray) ids = POPLENS_COLUMN (guint32);

  for (guint32 i = 0; i < self->range.n; i++)
    if (self->sums[i] == POPLENS_CYCLES_UNKNOWN)
      g_array_append_val (ids, self->ids[i]);
  part->n_lists = self->range.n;
  part->n_damaged = ids->len;
  part->damaged = poplens_column_steal (&ids);
}
