/* Precomputes sums and extremes of the lengths of blocks in a trace, and answers queries for a
 * range of cycles. */
#include "analysis/trace/trace-range.h"

#include "analysis/trace/lanes.h"
#include "base/search.h"
#include "base/sort.h"
#include "model/programs.h"

#include <string.h>

/* ---- source of cycles ------------------------------------------------------------------------ */

PoplensStepSource
poplens_step_source (const PoplensExecution *execution, guint32 step)
{
  if (execution->step_program[step] == POPLENS_NO_PROGRAM)
    return POPLENS_STEP_DERIVED;
  return poplens_execution_step_kind (execution, step) == POPLENS_STEP_DO_EXCHANGE
             ? POPLENS_STEP_ESTIMATED
             : POPLENS_STEP_MEASURED;
}

const char *
poplens_step_source_name (PoplensStepSource source)
{
  static const char *const names[] = {"measured", "estimated", "derived"};

  return names[source];
}

/* ---- summary --------------------------------------------------------------------------------- */

guint64
poplens_trace_row_drawn (const PoplensExecution *execution, guint32 row)
{
  if (execution->row_from[row] == G_MAXUINT64)
    return 0;
  return poplens_execution_row_to (execution, row) - execution->row_from[row];
}

static int
compare_types (gconstpointer a, gconstpointer b)
{
  const PoplensStepTypeTotal *ta = a, *tb = b;

  if (ta->waiting != tb->waiting)
    return ta->waiting ? 1 : -1;
  if (ta->tile_cycles != tb->tile_cycles)
    return ta->tile_cycles > tb->tile_cycles ? -1 : 1;
  return g_strcmp0 (ta->name, tb->name);
}

static void
summary_count_steps (PoplensTraceSummary *self, const PoplensExecution *execution)
{
  for (guint32 s = 0; s < execution->n_steps; s++) {
    if (execution->step_type[s] < self->types->len) {
      PoplensStepTypeTotal *type =
          &g_array_index (self->types, PoplensStepTypeTotal, execution->step_type[s]);
      type->steps++;
      type->source = MAX (type->source, poplens_step_source (execution, s));
    }
    if (execution->step_program[s] == G_MAXUINT32)
      self->implicit_steps++;
  }
  for (guint32 r = 0; r < execution->n_rows; r++) {
    guint32 step = execution->row_step[r];
    if (execution->step_type[step] >= self->types->len)
      continue;
    PoplensStepTypeTotal *type =
        &g_array_index (self->types, PoplensStepTypeTotal, execution->step_type[step]);
    type->rows++;
  }
}

PoplensTraceSummary *
poplens_trace_summary_new (const PoplensExecution *execution)
{
  PoplensTraceSummary *self = g_new0 (PoplensTraceSummary, 1);

  self->types = g_array_new (FALSE, TRUE, sizeof (PoplensStepTypeTotal));
  for (guint32 t = 0; t < execution->n_types; t++) {
    PoplensStepTypeTotal type = {
        .name = poplens_strings_get (execution->strings, execution->type_name[t]),
        .kind = execution->type_kind[t],
        .waiting = poplens_step_kind_is_waiting (execution->type_kind[t]),
        .tile_cycles = execution->type_tile_cycles ? execution->type_tile_cycles[t] : 0,
    };
    type.unknown = type.tile_cycles == POPLENS_CYCLES_UNKNOWN;
    type.tile_cycles = type.unknown ? 0 : type.tile_cycles;
    self->unknown |= type.unknown;
    g_array_append_val (self->types, type);
  }
  summary_count_steps (self, execution);
  for (guint t = 0; t < self->types->len; t++) {
    const PoplensStepTypeTotal *type = &g_array_index (self->types, PoplensStepTypeTotal, t);
    self->tile_cycles += type->tile_cycles;
    if (type->waiting)
      self->waiting_tile_cycles += type->tile_cycles;
  }
  g_array_sort (self->types, compare_types);
  return self;
}

void
poplens_trace_summary_free (PoplensTraceSummary *self)
{
  if (!self)
    return;
  g_array_unref (self->types);
  g_free (self);
}

/* ---- ranges ---------------------------------------------------------------------------------- */

/* Number of children of a node in the tree of extremes. A node of the lowest level covers FAN
 * blocks, a node of a higher level FAN nodes. */
#define FAN 16
/* Number of blocks between two stored sums. Queries add up the lengths in between. */
#define SUMMED 64

/* Length of the shortest and of the longest of some blocks, cycles. */
typedef struct {
  guint64 min, max;
} LengthExtremes;

/* A lane: blocks of one IPU and type that do not overlap. */
typedef struct {
  guint16 ipu;
  guint8 type;
  guint32 first, end; /* range in the columns of PoplensTraceRanges */
} RangeLane;

struct _PoplensTraceRanges {
  const PoplensExecution *execution;
  GArray *lanes; /* RangeLane, by IPU and type */
  guint32 n;
  guint32 *row;      /* [n] rows of steps_by_ipu, by lane, then by begin */
  guint64 *sums;     /* sums[i]: sum of the lengths of the first i × SUMMED blocks, cycles */
  GArray *levels[8]; /* [n_levels] LengthExtremes: an element of level 0 covers FAN blocks, an
                        element of a higher level FAN elements of the level below */
  guint n_levels;
};

static guint64
block_from (const PoplensTraceRanges *self, guint32 i)
{
  return self->execution->row_from[self->row[i]];
}

static guint64
block_to (const PoplensTraceRanges *self, guint32 i)
{
  return poplens_execution_row_to (self->execution, self->row[i]);
}

static guint64
block_length (const PoplensTraceRanges *self, guint32 i)
{
  return block_to (self, i) - block_from (self, i);
}

/* Returns the sum of the lengths of the blocks before @i. */
static guint64
sum_lengths_before (const PoplensTraceRanges *self, guint32 i)
{
  guint64 sum = self->sums[i / SUMMED];

  for (guint32 k = i / SUMMED * SUMMED; k < i; k++)
    sum += block_length (self, k);
  return sum;
}

static void
ranges_build_sums (PoplensTraceRanges *self)
{
  guint64 sum = 0;

  self->sums = g_new (guint64, self->n / SUMMED + 1);
  for (guint32 i = 0; i <= self->n; i++) {
    if (i % SUMMED == 0)
      self->sums[i / SUMMED] = sum;
    if (i < self->n)
      sum += block_length (self, i);
  }
}

/* ---- building -------------------------------------------------------------------------------- */

/* Returns the drawn rows of selected steps, sorted by IPU, type and row number. A group is an IPU
 * and a type. @first: (out) [@n_groups + 1]: index of the first row of each group; must be zeroed.
 * (transfer full) */
static guint32 *
execution_group_rows (const PoplensExecution *execution, const guint8 *steps, guint32 n_groups,
                      guint32 *first)
{
  guint32 *rows, pass, *at = first;
  guint32 n_types = MAX (execution->n_types, 1);

  for (pass = 0, rows = NULL; pass < 2; pass++) {
    for (guint32 r = 0; r < execution->n_rows; r++) {
      guint32 type = execution->step_type[execution->row_step[r]];
      guint32 group = execution->row_ipu[r] * n_types + type;
      if (execution->row_from[r] == G_MAXUINT64 || group >= n_groups ||
          (steps && !steps[execution->row_step[r]]))
        continue;
      if (rows)
        rows[at[group]++] = r;
      else
        at[group + 1]++;
    }
    if (rows)
      break;
    for (guint32 g = 0; g < n_groups; g++)
      first[g + 1] += first[g];
    rows = g_new (guint32, first[n_groups]);
  }
  memmove (first + 1, first, n_groups * sizeof (guint32));
  first[0] = 0;
  return rows;
}

/* Adds the @n rows of one IPU and type: divides them into lanes, and sorts each lane by begin. */
static void
ranges_add_group (PoplensTraceRanges *self, guint16 ipu, guint8 type, const guint32 *rows,
                  guint32 n)
{
  g_autofree guint64 *from = g_new (guint64, n), *to = g_new (guint64, n);
  g_autofree guint32 *lane = g_new (guint32, n), *at = NULL, *order = NULL;
  guint32 n_lanes, base = self->n;

  for (guint32 i = 0; i < n; i++) {
    from[i] = self->execution->row_from[rows[i]];
    to[i] = poplens_execution_row_to (self->execution, rows[i]);
  }
  order = poplens_sort_order (n, from);
  n_lanes = poplens_lanes_assign (n, from, to, lane);
  at = g_new0 (guint32, (gsize) n_lanes + 1);
  for (guint32 i = 0; i < n; i++)
    at[lane[i] + 1]++;
  for (guint32 l = 0; l < n_lanes; l++) {
    RangeLane entry = {ipu, type, base + at[l], base + at[l] + at[l + 1]};
    at[l + 1] += at[l];
    g_array_append_val (self->lanes, entry);
  }
  for (guint32 i = 0; i < n; i++) {
    guint32 block = order ? order[i] : i;
    self->row[base + at[lane[block]]++] = rows[block];
  }
  self->n += n;
}

static LengthExtremes
extremes_at (const PoplensTraceRanges *self, guint level, guint32 i)
{
  if (level)
    return g_array_index (self->levels[level - 1], LengthExtremes, i);
  return (LengthExtremes){block_length (self, i), block_length (self, i)};
}

static void
extremes_widen (LengthExtremes *self, LengthExtremes other)
{
  self->min = MIN (self->min, other.min);
  self->max = MAX (self->max, other.max);
}

static void
ranges_build_levels (PoplensTraceRanges *self)
{
  for (guint32 below = self->n; below > FAN; below = self->levels[self->n_levels++]->len) {
    GArray *level = g_array_new (FALSE, FALSE, sizeof (LengthExtremes));
    for (guint32 i = 0; i < below; i += FAN) {
      LengthExtremes entry = {G_MAXUINT64, 0};
      for (guint32 k = i; k < MIN (i + FAN, below); k++)
        extremes_widen (&entry, extremes_at (self, self->n_levels, k));
      g_array_append_val (level, entry);
    }
    self->levels[self->n_levels] = level;
  }
}

PoplensTraceRanges *
poplens_trace_ranges_new (const PoplensExecution *execution)
{
  return poplens_trace_ranges_new_of (execution, NULL);
}

PoplensTraceRanges *
poplens_trace_ranges_new_of (const PoplensExecution *execution, const guint8 *steps)
{
  PoplensTraceRanges *self = g_new0 (PoplensTraceRanges, 1);
  guint32 n_groups = execution->n_ipus * MAX (execution->n_types, 1);
  g_autofree guint32 *first = g_new0 (guint32, (gsize) n_groups + 1);
  g_autofree guint32 *rows = execution_group_rows (execution, steps, n_groups, first);

  self->execution = execution;
  self->lanes = g_array_new (FALSE, FALSE, sizeof (RangeLane));
  self->row = g_new (guint32, first[n_groups]);
  for (guint32 g = 0; g < n_groups; g++)
    if (first[g + 1] > first[g])
      ranges_add_group (self, (guint16) (g / MAX (execution->n_types, 1)),
                        (guint8) (g % MAX (execution->n_types, 1)), rows + first[g],
                        first[g + 1] - first[g]);
  ranges_build_sums (self);
  ranges_build_levels (self);
  return self;
}

void
poplens_trace_ranges_free (PoplensTraceRanges *self)
{
  if (!self)
    return;
  g_array_unref (self->lanes);
  g_free (self->row);
  g_free (self->sums);
  for (guint i = 0; i < self->n_levels; i++)
    g_array_unref (self->levels[i]);
  g_free (self);
}

/* ---- queries --------------------------------------------------------------------------------- */

static LengthExtremes
ranges_find_extremes (const PoplensTraceRanges *self, guint32 from, guint32 end)
{
  LengthExtremes found = {G_MAXUINT64, 0};

  for (guint level = 0; from < end; level++) {
    gboolean last = level == self->n_levels;
    while (from < end && (last || from % FAN))
      extremes_widen (&found, extremes_at (self, level, from++));
    while (from < end && !last && end % FAN)
      extremes_widen (&found, extremes_at (self, level, --end));
    from /= FAN;
    end /= FAN;
  }
  return found;
}

/* Returns the index of the first block of the lane that begins at @cycle or later. */
static guint32
lane_first_from (const PoplensTraceRanges *self, const RangeLane *lane, guint64 cycle)
{
  guint32 low = lane->first, high = lane->end;

  POPLENS_SEARCH (low, high, middle, block_from (self, middle) < cycle);
  return low;
}

/* Subtracts from @total the part of block @i that is outside [@from, @to). */
static void
total_cut_block (const PoplensTraceRanges *self, guint32 i, guint64 from, guint64 to,
                 PoplensRangeTotal *total)
{
  guint64 length = block_length (self, i);
  guint64 inside = MIN (block_to (self, i), to) - MAX (block_from (self, i), from);

  total->sum -= length - inside;
  total->min = MIN (total->min, inside);
  total->max = MAX (total->max, inside);
  total->whole -= inside < length;
}

static void
total_add_lane (const PoplensTraceRanges *self, const RangeLane *lane, guint64 from, guint64 to,
                PoplensRangeTotal *total)
{
  guint32 first = lane_first_from (self, lane, from), end = lane_first_from (self, lane, to);
  gboolean cut_first, cut_last;
  LengthExtremes inside;

  /* Only the last block that starts before the range can extend into the range, as blocks of a lane
   * do not overlap. */
  if (first > lane->first && block_to (self, first - 1) > from)
    first--;
  if (first >= end)
    return;
  total->count += end - first;
  total->whole += end - first;
  total->sum += sum_lengths_before (self, end) - sum_lengths_before (self, first);
  cut_first = block_from (self, first) < from || (end - first == 1 && block_to (self, first) > to);
  cut_last = end - first > 1 && block_to (self, end - 1) > to;
  if (cut_first)
    total_cut_block (self, first, from, to, total);
  if (cut_last)
    total_cut_block (self, end - 1, from, to, total);
  inside = ranges_find_extremes (self, first + cut_first, end - cut_last);
  total->min = MIN (total->min, inside.min);
  total->max = MAX (total->max, inside.max);
}

static int
compare_range_totals (gconstpointer a, gconstpointer b)
{
  const PoplensRangeTotal *x = a, *y = b;

  if (x->ipu != y->ipu)
    return x->ipu < y->ipu ? -1 : 1;
  if (x->waiting != y->waiting)
    return x->waiting ? 1 : -1;
  return x->type < y->type ? -1 : x->type > y->type;
}

GArray *
poplens_trace_ranges_query (const PoplensTraceRanges *self, guint64 from, guint64 to)
{
  GArray *totals = g_array_new (FALSE, FALSE, sizeof (PoplensRangeTotal));
  const RangeLane *lanes = (const RangeLane *) (void *) self->lanes->data;
  guint i = 0;

  while (from < to && i < self->lanes->len) {
    PoplensStepKind kind = self->execution->type_kind[lanes[i].type];
    PoplensRangeTotal total = {.ipu = lanes[i].ipu,
                               .type = lanes[i].type,
                               .kind = kind,
                               .waiting = poplens_step_kind_is_waiting (kind),
                               .min = G_MAXUINT64};
    for (; i < self->lanes->len && lanes[i].ipu == total.ipu && lanes[i].type == total.type; i++)
      total_add_lane (self, &lanes[i], from, to, &total);
    if (!total.count)
      continue;
    total.mean = (double) total.sum / total.count;
    g_array_append_val (totals, total);
  }
  g_array_sort (totals, compare_range_totals);
  return totals;
}
