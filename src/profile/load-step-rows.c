/* Loads the rows of executed steps on each IPU, with sums of their cycles. Detects whether the rows
 * are sorted, so that single steps can be found by bisection. */
#include "database/columns.h"
#include "database/row-bisect.h"
#include "model/search.h"
#include "profile/load-steps.h"
#include "profile/loaders.h"

#include <string.h>

/* ---- cycle sums ------------------------------------------------------------------------------ */

/* Appends the sum of the list in the current row. If the list is damaged, its sum is unknown. */
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
read_cycle_sums (PoplensQuery *q, gpointer data)
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
    .read = read_cycle_sums,
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

/* ---- the order of rows ----------------------------------------------------------------------- */

/* Stores the detected order of the rows in steps_by_ipu for later loads. */
static void
load_learn_step_order (const PoplensLoad *load, PoplensStepOrder order)
{
  g_atomic_int_set (load->step_order, order);
}

/* Reads the step and IPU of all rows to detect their order. UNKNOWN if the rows cannot be read. */
static PoplensStepOrder
detect_step_order (const PoplensLoad *load)
{
  PoplensStepOrder order = POPLENS_STEPS_DENSE;
  guint32 last_step = 0, last_ipu = 0;
  gint64 last_id = 0;
  gboolean any = FALSE;
  g_autoptr (PoplensQuery) q =
      poplens_query_new_rows (load->database, "steps_by_ipu", "step_id!, ipu!, rowid!", NULL);

  for (; poplens_query_next (q); any = TRUE) {
    guint32 step = poplens_query_u32 (q, 0), ipu = poplens_query_u32 (q, 1);
    gint64 id = poplens_query_i64 (q, 2);
    if (any && (step < last_step || (step == last_step && ipu <= last_ipu)))
      return POPLENS_STEPS_ODD;
    if (poplens_query_is_null (q, 1) || (any && id != last_id + 1))
      order = POPLENS_STEPS_IN_ORDER;
    last_step = step;
    last_ipu = ipu;
    last_id = id;
  }
  return poplens_query_end (q, NULL) ? order : POPLENS_STEPS_UNKNOWN;
}

static PoplensStepOrder
get_step_order (const PoplensLoad *load)
{
  PoplensStepOrder order = (PoplensStepOrder) g_atomic_int_get (load->step_order);

  if (order == POPLENS_STEPS_UNKNOWN)
    load_learn_step_order (load, order = detect_step_order (load));
  return order;
}

PoplensQuery *
poplens_load_steps_from (const PoplensLoad *load, const char *columns, PoplensRowSpan steps)
{
  PoplensRowSpan rows;
  PoplensQuery *q;

  if (get_step_order (load) >= POPLENS_STEPS_IN_ORDER &&
      poplens_rows_bisect_range (load->database, "steps_by_ipu", "step_id", steps.first, steps.last,
                                 &rows))
    return rows.first > rows.last
               ? poplens_query_new_empty ()
               : poplens_query_new_span (load->database, "steps_by_ipu", columns, rows);
  q = poplens_query_new (load->database, "steps_by_ipu", columns,
                         "WHERE step_id BETWEEN ? AND ? AND ipu IS NOT NULL "
                         "ORDER BY step_id, ipu");
  poplens_query_bind (q, 1, steps.first);
  poplens_query_bind (q, 2, steps.last);
  return q;
}

PoplensQuery *
poplens_load_step_rows_from (const PoplensLoad *load, const char *columns, guint64 first, guint32 n)
{
  PoplensRowSpan rows;
  PoplensQuery *q;

  if (first > G_MAXUINT32)
    return poplens_query_new_empty ();
  if (get_step_order (load) == POPLENS_STEPS_DENSE &&
      poplens_rows_bisect (load->database, "steps_by_ipu", "step_id", G_MININT64, &rows.first)) {
    if (rows.first > G_MAXINT64 - G_MAXUINT32 - (gint64) n)
      return poplens_query_new_empty ();
    rows.first += (gint64) first;
    rows.last = rows.first + n - 1;
    return poplens_query_new_span (load->database, "steps_by_ipu", columns, rows);
  }
  q = poplens_query_new (load->database, "steps_by_ipu", columns,
                         "WHERE ipu IS NOT NULL ORDER BY step_id, ipu LIMIT ? OFFSET ?");
  poplens_query_bind (q, 1, n);
  poplens_query_bind (q, 2, (gint64) first);
  return q;
}

/* ---- a step ---------------------------------------------------------------------------------- */

#define MOST_IPUS 65535

/* Length in cycles of a row, if the length does not fit into 32 bits. */
typedef struct {
  guint32 row;
  guint64 length;
} LongLength;

typedef struct {
  guint64 end, cycles;
  gboolean seen;
} IpuTotals;

typedef struct {
  PoplensRange range;
  const PoplensExecution *part; /* (not owned): the part, whose steps are already loaded */
  const PoplensCycleSums *sums;
  guint32 *step;
  guint16 *ipu;
  guint64 *from;
  guint32 *length;
  GArray *longs, *ipus; /* LongLength, sorted by row; IpuTotals, indexed by IPU */
  guint64 type_cycles[256];
  guint64 tile_cycles;
  /* number of rows whose list of cycles does not exist; id of the first list that does not exist */
  guint32 n_missing, missing;
  guint32 last_step, last_ipu; /* step id and IPU of the last row read */
  guint32 last;                /* index in .part of the last row's step */
} StepRowRange;

static void
begin_rows (gpointer data)
{
  StepRowRange *self = data;

  self->longs = POPLENS_COLUMN (LongLength);
  self->ipus = g_array_new (FALSE, TRUE, sizeof (IpuTotals));
  memset (self->type_cycles, 0, sizeof self->type_cycles);
  self->tile_cycles = 0;
  self->n_missing = self->missing = self->last_step = self->last_ipu = self->last = 0;
}

static void
end_rows (gpointer data)
{
  StepRowRange *self = data;

  g_clear_pointer (&self->longs, g_array_unref);
  g_clear_pointer (&self->ipus, g_array_unref);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void
set_block (PoplensQuery *q, StepRowRange *self, guint64 base)
{
  gboolean active = poplens_query_u64 (q, 7) > 0;
  guint64 from = poplens_query_u64 (q, 3), to = poplens_query_u64 (q, 4);
  guint64 length = active ? to - from : 0;

  if (active && to < from)
    poplens_query_fail (q, "the step ends before it starts");
  if (length >= G_MAXUINT32) {
    LongLength entry = {self->range.n, length};
    g_array_append_val (self->longs, entry);
    length = G_MAXUINT32;
  }
  self->from[self->range.n] = active ? base + from : G_MAXUINT64;
  self->length[self->range.n] = (guint32) length;
}

static void
add_to_ipu (StepRowRange *self, guint32 number, IpuTotals more)
{
  if (number >= self->ipus->len)
    g_array_set_size (self->ipus, number + 1);
  IpuTotals *ipu = &g_array_index (self->ipus, IpuTotals, number);
  ipu->end = MAX (ipu->end, more.end);
  ipu->cycles += more.cycles;
  ipu->seen |= more.seen;
}

/* Adds @cycles to @sum. If either is unknown, or the sum overflows, @sum becomes unknown. */
static void
add_known_cycles (guint64 *sum, guint64 cycles)
{
  if (*sum == POPLENS_CYCLES_UNKNOWN || cycles == POPLENS_CYCLES_UNKNOWN ||
      __builtin_add_overflow (*sum, cycles, sum))
    *sum = POPLENS_CYCLES_UNKNOWN;
}

/* Returns the sum of the list of cycles @id. Unknown if the list does not exist, or cannot be
 * decoded. Counts lists that do not exist. */
static guint64
find_tile_cycles (StepRowRange *self, guint32 id)
{
  guint32 found = poplens_find_id (self->sums->ids, self->sums->range.n, id);

  if (found != G_MAXUINT32)
    return self->sums->sums[found];
  if (!self->n_missing++)
    self->missing = id;
  return POPLENS_CYCLES_UNKNOWN;
}

/* Computes the row's tile cycles as tile balance × cycles × tiles (formats.md 3.10). Unknown if a
 * factor is unknown, or above 2^53, where a double is not exact. */
static guint64
row_tile_cycles (PoplensQuery *q, const StepRowRange *self)
{
  if (!poplens_query_is_known (q, 8) || !poplens_query_is_known (q, 9))
    return POPLENS_CYCLES_UNKNOWN;
  double sum = poplens_query_double (q, 9) * (double) poplens_query_u64 (q, 6) *
               self->sums->sizes->counts.tiles_per_ipu;
  return sum < 0x1p53 ? (guint64) (sum + 0.5) : POPLENS_CYCLES_UNKNOWN;
}

static void
add_ipu_row (PoplensQuery *q, StepRowRange *self, guint32 step, guint32 ipu)
{
  guint64 base = poplens_query_position (q, 2, self->sums->sizes);
  guint32 n = self->range.n;

  if (ipu >= MOST_IPUS) {
    poplens_query_fail (q, "IPU %u is out of range", ipu);
    return;
  }
  /* Step and IPU identify a row, so they must be unique. */
  if (n && self->step[n - 1] == step && self->ipu[n - 1] == ipu) {
    poplens_query_fail (q, "duplicate row of the step for IPU %u", ipu);
    return;
  }
  if (!poplens_range_has_room (&self->range, q))
    return;
  add_to_ipu (self, ipu,
              (IpuTotals){base + poplens_query_u64 (q, 5), poplens_query_u64 (q, 6), TRUE});
  guint32 id = poplens_query_u32_or (q, 8, G_MAXUINT32);
  if (id != G_MAXUINT32 && self->sums->ids)
    add_known_cycles (&self->type_cycles[self->part->step_type[step]], find_tile_cycles (self, id));
  add_known_cycles (&self->tile_cycles, row_tile_cycles (q, self));
  set_block (q, self, base);
  self->step[n] = step;
  self->ipu[n] = (guint16) ipu;
  self->range.n++;
}

/* Finds a step by @id, starting at index @step, which must not be after that step. Returns the
 * step's index; G_MAXUINT32 if it does not exist. */
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
add_next_row (PoplensQuery *q, StepRowRange *self)
{
  guint32 id = poplens_query_u32 (q, 0), ipu = poplens_query_u32 (q, 1), found;

  if (id < self->last_step || (id == self->last_step && ipu < self->last_ipu)) {
    poplens_range_stop (&self->range, q);
    return;
  }
  self->last_step = id;
  self->last_ipu = ipu;
  found = find_step (self->part, self->last, id);
  if (found == G_MAXUINT32)
    poplens_query_fail (q, "step %u is missing in the table steps", id);
  else
    add_ipu_row (q, self, self->last = found, ipu);
}

static void
read_step_row_range (PoplensQuery *q, gpointer data)
{
  while (poplens_query_next (q))
    if (!poplens_query_is_null (q, 1))
      add_next_row (q, data);
}

/* ---- ranges ---------------------------------------------------------------------------------- */

/* TRUE if the first row of @next is after the last row of @whole, by step and IPU. */
static gboolean
rows_follow (const StepRowRange *whole, const StepRowRange *next)
{
  guint32 end = whole->range.n - 1;

  return !whole->range.n || !next->range.n || whole->step[end] < next->step[0] ||
         (whole->step[end] == next->step[0] && whole->ipu[end] < next->ipu[0]);
}

static gboolean
join_rows (gpointer data, gpointer range)
{
  StepRowRange *whole = data;
  const StepRowRange *next = range;

  for (guint i = 0; i < next->longs->len; i++) {
    LongLength entry = g_array_index (next->longs, LongLength, i);
    entry.row += whole->range.n;
    g_array_append_val (whole->longs, entry);
  }
  for (guint t = 0; t < G_N_ELEMENTS (next->type_cycles); t++)
    add_known_cycles (&whole->type_cycles[t], next->type_cycles[t]);
  add_known_cycles (&whole->tile_cycles, next->tile_cycles);
  if (!whole->n_missing)
    whole->missing = next->missing;
  whole->n_missing += next->n_missing;
  for (guint i = 0; i < next->ipus->len; i++)
    add_to_ipu (whole, i, g_array_index (next->ipus, IpuTotals, i));
  return rows_follow (whole, next);
}

static const PoplensRangeKind rows_kind = {
    .table = "steps_by_ipu",
    .columns = "step_id!, ipu!, cycles_base!, active_cycles_from_max!, active_cycles_to_max!,"
               "all_cycles_to_max!, cycles!, active_tiles!, tile_cycles_id, tile_balance",
    /* First in the order of the file (NULL), which is by step and IPU in all real files. If it is
     * another order, SQLite sorts the rows. */
    .orders = {NULL, "step_id, ipu"},
    .rows = 1 << 15,
    .size = sizeof (StepRowRange),
    .kept = {POPLENS_KEPT (StepRowRange, step), POPLENS_KEPT (StepRowRange, ipu),
             POPLENS_KEPT (StepRowRange, from), POPLENS_KEPT (StepRowRange, length)},
    .begin = begin_rows,
    .read = read_step_row_range,
    .join = join_rows,
    .end = end_rows,
};

/* ---- the part -------------------------------------------------------------------------------- */

static void
store_sums (PoplensExecution *part, StepRowRange *rows)
{
  for (guint i = 0; i < rows->longs->len; i++) {
    const LongLength *entry = &g_array_index (rows->longs, LongLength, i);
    if (!part->long_lengths)
      part->long_lengths = g_hash_table_new_full (NULL, NULL, NULL, g_free);
    g_hash_table_insert (part->long_lengths, GUINT_TO_POINTER (entry->row),
                         g_memdup2 (&entry->length, sizeof entry->length));
  }
  memcpy (part->type_tile_cycles, rows->type_cycles, part->n_types * sizeof (guint64));
  /* If no step has a row, the file recorded no cycles: they are unknown, not 0. */
  for (guint t = 0; part->n_steps && !rows->range.n && t < part->n_types; t++)
    part->type_tile_cycles[t] = POPLENS_CYCLES_UNKNOWN;
  part->row_tile_cycles = rows->tile_cycles;
  part->missing = rows->missing;
  part->n_missing = rows->n_missing;
  part->n_ipus = rows->ipus->len;
  part->ipu_end = g_new (guint64, part->n_ipus);
  part->ipu_cycles = g_new (guint64, part->n_ipus);
  part->ipu_seen = g_new (gboolean, part->n_ipus);
  for (guint i = 0; i < part->n_ipus; i++) {
    const IpuTotals *ipu = &g_array_index (rows->ipus, IpuTotals, i);
    part->ipu_end[i] = ipu->end;
    part->ipu_cycles[i] = ipu->cycles;
    part->ipu_seen[i] = ipu->seen;
    part->total_cycles = MAX (part->total_cycles, ipu->end);
  }
}

static void
store_rows (PoplensExecution *part, StepRowRange *rows)
{
  store_sums (part, rows);
  part->n_rows = rows->range.n;
  part->row_step = g_steal_pointer (&rows->step);
  part->row_ipu = g_steal_pointer (&rows->ipu);
  part->row_from = g_steal_pointer (&rows->from);
  part->row_length = g_steal_pointer (&rows->length);
}

gboolean
poplens_load_step_rows (const PoplensLoad *load, PoplensExecution *part,
                        const PoplensCycleSums *sums, GError **error)
{
  StepRowRange rows = {{&rows_kind}, part, sums};
  g_autoptr (PoplensRange) range = &rows.range;

  if (!poplens_range_read (range, load->database, "Loading executed steps", 0.3, 1, error))
    return FALSE;
  store_rows (part, &rows);
  if (poplens_range_is_part (range))
    load_learn_step_order (load, range->n == range->span.last - range->span.first + 1
                                     ? POPLENS_STEPS_DENSE
                                     : POPLENS_STEPS_IN_ORDER);
  return TRUE;
}

gboolean
poplens_load_first_step_rows (const PoplensLoad *load, PoplensExecution *part, guint32 most)
{
  /* Without .ids, the rows' lists of cycles are not looked up, and do not count as missing. */
  PoplensCycleSums sums = {.sizes = load->sizes};
  StepRowRange rows = {{&rows_kind}, part, &sums};
  g_autoptr (PoplensRange) range = &rows.range;

  if (!poplens_range_read_first (range, load->database, most))
    return FALSE;
  store_rows (part, &rows);
  return TRUE;
}
