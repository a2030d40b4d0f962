#include "profile/load-steps.h"

#include "model/search.h"

#include <string.h>

#define MOST_IPUS 65535
/* Row ids of a slice. */
#define SLICE (1u << 15)

/* A length that has no room in 32 bits. */
typedef struct {
  guint32 row;
  guint64 length;
} Long;

typedef struct {
  PoplensRowSpan span;
  const PoplensExecution *part; /* its steps */
  const PoplensCycleSums *sums; /* (nullable) */
  guint32 *step;
  guint16 *ipu;
  guint64 *from;
  guint32 *length;
  guint32 n, room;
  GArray *longs;               /* of Long; its rows count from the slice's first */
  GArray *end, *cycles, *seen; /* by IPU */
  guint64 type_cycles[256];
  guint32 n_missing, missing;  /* rows without their list, the first one's id */
  guint32 last_step, last_ipu; /* as ids */
  guint32 last;                /* step */
  gboolean sorted;             /* FALSE where rows turned out not to lie by step and IPU */
} Rows;

static void
rows_clear_sums (Rows *self)
{
  GArray **all[] = {&self->longs, &self->end, &self->cycles, &self->seen};

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    g_clear_pointer (all[i], g_array_unref);
}

static void
rows_clear (Rows *self)
{
  rows_clear_sums (self);
  g_clear_pointer (&self->step, g_free);
  g_clear_pointer (&self->ipu, g_free);
  g_clear_pointer (&self->from, g_free);
  g_clear_pointer (&self->length, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Rows, rows_clear)

static Rows
rows_new (PoplensRowSpan span, const PoplensExecution *part, const PoplensCycleSums *sums)
{
  return (Rows){.span = span,
                .part = part,
                .sums = sums,
                .longs = g_array_new (FALSE, FALSE, sizeof (Long)),
                .end = g_array_new (FALSE, TRUE, sizeof (guint64)),
                .cycles = g_array_new (FALSE, TRUE, sizeof (guint64)),
                .seen = g_array_new (FALSE, TRUE, sizeof (gboolean)),
                .sorted = TRUE};
}

static void
grow_rows (Rows *self)
{
  self->room = poplens_slice_grown (self->room);
  self->step = g_renew (guint32, self->step, self->room);
  self->ipu = g_renew (guint16, self->ipu, self->room);
  self->from = g_renew (guint64, self->from, self->room);
  self->length = g_renew (guint32, self->length, self->room);
}

#define STEPS_BY_IPU                                                                               \
  "step_id!, ipu!, cycles_base!, active_cycles_from_max!, active_cycles_to_max!,"                  \
  "all_cycles_to_max!, cycles!, active_tiles!, tile_cycles_id"

static void
set_block (PoplensQuery *q, Rows *self, guint64 base)
{
  gboolean active = poplens_query_u64 (q, 7) > 0;
  guint64 from = poplens_query_u64 (q, 3), to = poplens_query_u64 (q, 4);
  guint64 length = active ? to - from : 0;

  if (active && to < from)
    poplens_query_fail (q, "the step ends before it starts");
  if (length >= G_MAXUINT32) {
    Long entry = {self->n, length};
    g_array_append_val (self->longs, entry);
    length = G_MAXUINT32;
  }
  self->from[self->n] = active ? base + from : G_MAXUINT64;
  self->length[self->n] = (guint32) length;
}

static void
add_to_ipu (PoplensQuery *q, Rows *self, guint32 ipu, guint64 base)
{
  if (self->end->len <= ipu) {
    g_array_set_size (self->end, ipu + 1);
    g_array_set_size (self->cycles, ipu + 1);
    g_array_set_size (self->seen, ipu + 1);
  }
  guint64 *end = &g_array_index (self->end, guint64, ipu);
  *end = MAX (*end, base + poplens_query_u64 (q, 5));
  g_array_index (self->cycles, guint64, ipu) += poplens_query_u64 (q, 6);
  g_array_index (self->seen, gboolean, ipu) = TRUE;
}

/* What is not known makes a sum of which it is a part unknown. */
static void
add_cycles (guint64 *sum, guint64 cycles)
{
  *sum = *sum == POPLENS_CYCLES_UNKNOWN || cycles == POPLENS_CYCLES_UNKNOWN ? POPLENS_CYCLES_UNKNOWN
                                                                            : *sum + cycles;
}

/* A list that is not there is as little known as one that cannot be decoded. */
static guint64
find_tile_cycles (Rows *self, guint32 id)
{
  guint32 found = poplens_find_id (self->sums->ids, self->sums->n, id);

  if (found != G_MAXUINT32)
    return self->sums->sums[found];
  if (!self->n_missing++)
    self->missing = id;
  return POPLENS_CYCLES_UNKNOWN;
}

static void
add_to_type (PoplensQuery *q, Rows *self, guint32 step)
{
  guint32 id = poplens_query_u32_or (q, 8, G_MAXUINT32);

  if (id != G_MAXUINT32 && self->sums)
    add_cycles (&self->type_cycles[self->part->step_type[step]], find_tile_cycles (self, id));
}

static void
add_row (PoplensQuery *q, Rows *self, guint32 step, guint32 ipu)
{
  guint64 base = poplens_query_u64 (q, 2);

  if (ipu >= MOST_IPUS) {
    poplens_query_fail (q, "IPU %u is out of range", ipu);
    return;
  }
  /* Slices of steps find their first row by both. */
  if (self->n && self->step[self->n - 1] == step && self->ipu[self->n - 1] == ipu) {
    poplens_query_fail (q, "duplicate row of the step for IPU %u", ipu);
    return;
  }
  if (!poplens_slice_has_room (q, self->span, self->n, self->room))
    return;
  if (self->n == self->room)
    grow_rows (self);
  add_to_ipu (q, self, ipu, base);
  add_to_type (q, self, step);
  set_block (q, self, base);
  self->step[self->n] = step;
  self->ipu[self->n++] = (guint16) ipu;
}

/* @step: where to begin to look, no further than the row of @id. G_MAXUINT32: it is not there. */
static guint32
find_step (const PoplensExecution *part, guint32 step, guint32 id)
{
  if (!part->step_id)
    return id < part->n_steps ? id : G_MAXUINT32;
  while (step < part->n_steps && part->step_id[step] < id)
    step++;
  return step < part->n_steps && part->step_id[step] == id ? step : G_MAXUINT32;
}

static void
take_row (PoplensQuery *q, Rows *self)
{
  guint32 id = poplens_query_u32 (q, 0), ipu = poplens_query_u32 (q, 1), found;

  if (id < self->last_step || (id == self->last_step && ipu < self->last_ipu)) {
    self->sorted = FALSE;
    poplens_query_stop (q);
    return;
  }
  self->last_step = id;
  self->last_ipu = ipu;
  found = find_step (self->part, self->last, id);
  if (found == G_MAXUINT32)
    poplens_query_fail (q, "step %u is missing in the table steps", id);
  else
    add_row (q, self, self->last = found, ipu);
}

/* In the order of the file where @order is NULL. */
static gboolean
read_rows (const PoplensLoad *load, Rows *self, const char *order, GError **error)
{
  g_autoptr (PoplensQuery) q =
      poplens_load_slice_rows (load, "steps_by_ipu", STEPS_BY_IPU, order, self->span, error);

  while (q && poplens_query_next (q))
    if (!poplens_query_is_null (q, 1))
      take_row (q, self);
  return q && poplens_query_end (q, error);
}

static gboolean
read_slice_of_rows (const PoplensLoad *load, gpointer data, GError **error)
{
  g_autofree Rows *self = g_memdup2 (data, sizeof *self);
  gboolean good = read_rows (load, self, NULL, error) && self->sorted;

  *(Rows *) data = *self;
  return good;
}

/* What @slice, whose rows are those from @first on, adds to the part. */
static void
merge_sums (PoplensExecution *part, Rows *slice, guint32 first)
{
  for (guint i = 0; i < slice->longs->len; i++) {
    const Long *entry = &g_array_index (slice->longs, Long, i);
    if (!part->long_lengths)
      part->long_lengths = g_hash_table_new_full (NULL, NULL, NULL, g_free);
    g_hash_table_insert (part->long_lengths, GUINT_TO_POINTER (first + entry->row),
                         g_memdup2 (&entry->length, sizeof entry->length));
  }
  for (guint t = 0; t < part->n_types; t++)
    add_cycles (&part->type_tile_cycles[t], slice->type_cycles[t]);
  if (!part->n_missing)
    part->missing = slice->missing;
  part->n_missing += slice->n_missing;
  for (guint i = 0; i < slice->end->len; i++) {
    part->ipu_end[i] = MAX (part->ipu_end[i], g_array_index (slice->end, guint64, i));
    part->ipu_cycles[i] += g_array_index (slice->cycles, guint64, i);
    part->ipu_seen[i] |= g_array_index (slice->seen, gboolean, i);
    part->total_cycles = MAX (part->total_cycles, part->ipu_end[i]);
  }
}

static void
allocate_ipus (PoplensExecution *part, const Rows *slices, guint n)
{
  for (guint i = 0; i < n; i++)
    part->n_ipus = MAX (part->n_ipus, slices[i].end->len);
  part->ipu_end = g_new0 (guint64, part->n_ipus);
  part->ipu_cycles = g_new0 (guint64, part->n_ipus);
  part->ipu_seen = g_new0 (gboolean, part->n_ipus);
}

/* ---- in slices ---------------------------------------------------------------------------------
 */

/* The slices of @span, whose columns are those of @rows. (transfer full) */
static Rows *
cut_rows (Rows *rows, PoplensRowSpan span, guint n)
{
  Rows *slices = g_new0 (Rows, n);

  rows->room = poplens_span_length (span);
  rows->step = g_new (guint32, rows->room);
  rows->ipu = g_new (guint16, rows->room);
  rows->from = g_new (guint64, rows->room);
  rows->length = g_new (guint32, rows->room);
  for (guint i = 0; i < n; i++) {
    PoplensRowSpan part = poplens_span_slice (span, SLICE, i);
    gint64 first = part.first - span.first;
    slices[i] = rows_new (part, rows->part, rows->sums);
    slices[i].room = poplens_span_length (part);
    slices[i].step = rows->step + first;
    slices[i].ipu = rows->ipu + first;
    slices[i].from = rows->from + first;
    slices[i].length = rows->length + first;
  }
  return slices;
}

/* Are they, one behind the other, by step and IPU, and each of its own? */
static gboolean
lie_in_order (const Rows *slices, guint n)
{
  const Rows *last = NULL;

  for (guint i = 0; i < n; i++) {
    const Rows *slice = &slices[i];
    guint32 end = last ? last->n - 1 : 0;
    if (!slice->n)
      continue;
    if (last && (last->step[end] > slice->step[0] ||
                 (last->step[end] == slice->step[0] && last->ipu[end] >= slice->ipu[0])))
      return FALSE;
    last = slice;
  }
  return TRUE;
}

static void
join_rows (PoplensExecution *part, Rows *rows, Rows *slices, guint n)
{
  allocate_ipus (part, slices, n);
  for (guint i = 0; i < n; i++) {
    Rows *slice = &slices[i];
    merge_sums (part, slice, rows->n);
    memmove (rows->step + rows->n, slice->step, slice->n * sizeof (guint32));
    memmove (rows->ipu + rows->n, slice->ipu, slice->n * sizeof (guint16));
    memmove (rows->from + rows->n, slice->from, slice->n * sizeof (guint64));
    memmove (rows->length + rows->n, slice->length, slice->n * sizeof (guint32));
    rows->n += slice->n;
  }
}

/* Shrunk to fit. */
static void
take_columns (PoplensExecution *part, Rows *rows)
{
  guint32 n = MAX (rows->n, 1);

  part->n_rows = rows->n;
  part->row_step = g_renew (guint32, g_steal_pointer (&rows->step), n);
  part->row_ipu = g_renew (guint16, g_steal_pointer (&rows->ipu), n);
  part->row_from = g_renew (guint64, g_steal_pointer (&rows->from), n);
  part->row_length = g_renew (guint32, g_steal_pointer (&rows->length), n);
}

/* FALSE where they are to be read in one go. */
static gboolean
read_rows_in_slices (const PoplensLoad *load, PoplensExecution *part, const PoplensCycleSums *sums)
{
  g_auto (Rows) rows = {.part = part, .sums = sums};
  g_autoptr (GArray) jobs = g_array_new (FALSE, FALSE, sizeof (PoplensJob));
  g_autofree Rows *slices = NULL;
  PoplensRowSpan span;

  if (!poplens_load_span (load, "steps_by_ipu", &span))
    return FALSE;
  guint n = poplens_span_slices (span, SLICE);
  slices = cut_rows (&rows, span, n);
  poplens_crew_add (jobs, read_slice_of_rows, slices, sizeof (Rows), n);
  gboolean good =
      poplens_crew_run (load, jobs, "Loading executed steps", 0.3, 1) && lie_in_order (slices, n);
  if (good) {
    join_rows (part, &rows, slices, n);
    take_columns (part, &rows);
    poplens_load_learn_step_order (
        load, rows.n == poplens_span_length (span) ? POPLENS_STEPS_DENSE : POPLENS_STEPS_IN_ORDER);
  }
  for (guint i = 0; i < n; i++)
    rows_clear_sums (&slices[i]);
  return good;
}

/* ---- in one go ---------------------------------------------------------------------------------
 */

/* In the order of the file; sorted by SQLite only where that is not by step and IPU. */
static gboolean
read_rows_whole (const PoplensLoad *load, PoplensExecution *part, const PoplensCycleSums *sums,
                 GError **error)
{
  g_auto (Rows) rows = rows_new (poplens_span_whole, part, sums);

  if (!read_rows (load, &rows, NULL, error))
    return FALSE;
  if (!rows.sorted) {
    rows_clear (&rows);
    rows = rows_new (poplens_span_whole, part, sums);
    if (!read_rows (load, &rows, "step_id, ipu", error))
      return FALSE;
  }
  if (!rows.sorted) {
    poplens_load_fail_order (load, "steps_by_ipu", error);
    return FALSE;
  }
  allocate_ipus (part, &rows, 1);
  merge_sums (part, &rows, 0);
  take_columns (part, &rows);
  return TRUE;
}

gboolean
poplens_load_step_rows (const PoplensLoad *load, PoplensExecution *part,
                        const PoplensCycleSums *sums, GError **error)
{
  return read_rows_in_slices (load, part, sums) || read_rows_whole (load, part, sums, error);
}
