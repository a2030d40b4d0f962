/* Places the steps of each IPU as blocks in lanes: in a flat view, or as a flame graph of the paths
 * in their names. */
#include "analysis/trace/lanes.h"
#include "base/format.h"
#include "base/large.h"
#include "base/sort.h"
#include "derived/trace/trace-last-source.h"
#include "derived/trace/trace-sums.h"
#include "pages/trace/trace-colour.h"
#include "pages/trace/trace-model.h"

#include <string.h>

/* ---- what blocks show ------------------------------------------------------------------------ */

guint32
poplens_trace_first_step (const PoplensFlame *flame, guint32 block)
{
  if (!flame)
    return block;
  if (block < flame->n_nodes || block - flame->n_nodes >= flame->n_leaves)
    return G_MAXUINT32;
  return flame->source[flame->leaf_source[block - flame->n_nodes]];
}

guint
poplens_trace_n_levels (const PoplensTraceGroup *self)
{
  return self->levels ? self->levels->spans->len : 0;
}

const PoplensLevelSpan *
poplens_trace_level_at (const PoplensTraceLanes *self, const PoplensTraceGroup *group, gsize item)
{
  return item - group->first_item < poplens_trace_n_levels (group)
             ? &g_array_index (group->levels->spans, PoplensLevelSpan, item - group->first_item)
             : NULL;
}

const PoplensTraceGroup *
poplens_trace_lanes_group (const PoplensTraceLanes *self, gsize item)
{
  for (guint i = 0; i < self->groups->len; i++) {
    const PoplensTraceGroup *group = &g_array_index (self->groups, PoplensTraceGroup, i);
    if (item >= group->first_item && item - group->first_item < group->n_items)
      return group;
  }
  return NULL;
}

gboolean
poplens_trace_lanes_row (const PoplensTraceLanes *self, gsize item, guint32 *row)
{
  const PoplensTraceGroup *group = poplens_trace_lanes_group (self, item);
  guint32 step;

  if (!group)
    return FALSE;
  *row = self->source[item];
  if (!group->flame)
    return TRUE;
  step = poplens_trace_first_step (group->flame, self->source[item]);
  if (step == G_MAXUINT32)
    return FALSE;
  *row = group->rows[step];
  return TRUE;
}

char *
poplens_trace_lanes_name (const PoplensTraceLanes *self, gsize item)
{
  const PoplensTraceGroup *group = poplens_trace_lanes_group (self, item);
  const PoplensTraceModel *model = self->model;
  const PoplensLevelSpan *span;
  const char *text;
  gsize length;
  guint32 row;

  if (!group)
    return NULL;
  span = poplens_trace_level_at (self, group, item);
  if (span)
    return poplens_level_span_name (span);
  if (poplens_trace_lanes_row (self, item, &row))
    return g_strdup (
        poplens_strings_get (model->strings, model->name[model->execution->row_step[row]]));
  text = poplens_flame_name (group->flame, group->flame->node_name[self->source[item]], &length);
  return g_strndup (text, length);
}

char *
poplens_trace_lanes_note (PoplensReport *report, const PoplensTraceLanes *self, gsize item)
{
  const PoplensTraceGroup *group = poplens_trace_lanes_group (self, item);
  PoplensNumber drawn, longest;
  guint32 row;

  if (!group || self->is_flame || poplens_trace_level_at (self, group, item) ||
      !poplens_trace_lanes_row (self, item, &row))
    return NULL;
  const PoplensStepSums *sums = poplens_step_sums_peek (report);
  const PoplensTraceLast *last = poplens_trace_last_peek (report);
  const PoplensTraceLastTile *tile = last ? poplens_trace_last_get (last, row) : NULL;
  guint64 cycles = sums ? poplens_cycles_at (sums->cycles, row) : POPLENS_NO_CYCLES;
  guint64 length = poplens_trace_row_cycles (self->model->execution, row);
  g_autoptr (GString) note = g_string_new (NULL);

  if (cycles != POPLENS_NO_CYCLES && cycles != length)
    g_string_append_printf (note, "Longest tile\t%s cycles; drawn: %s",
                            poplens_format_count (longest, cycles),
                            poplens_format_count (drawn, length));
  if (tile)
    g_string_append_printf (note, "%sSlowest tile\t%u", note->len ? "\n" : "", tile->tile);
  if (tile && tile->n_longest > 1)
    g_string_append_printf (note, " and %s as slow",
                            poplens_format_count (longest, tile->n_longest - 1));
  const PoplensExecution *x = self->model->execution;
  if (g_str_has_prefix (poplens_execution_step_sync (x, x->row_step[row]), "External"))
    g_string_append_printf (note, "%sWaits for\tthe last IPU, or the host", note->len ? "\n" : "");
  return note->len ? g_string_free (g_steal_pointer (&note), FALSE) : NULL;
}

/* ---- blocks that show other rows ------------------------------------------------------------- */

/* Returns running totals of the leaves that show a step marked in @rows. [leaf]: number of such
 * leaves before this leaf; [n_leaves]: number of all such leaves. (transfer full) */
static guint32 *
count_leaves (const PoplensTraceLanes *self, const PoplensTraceGroup *group, const guint8 *rows)
{
  const PoplensFlame *flame = group->flame;
  guint32 *before = g_new0 (guint32, (gsize) flame->n_leaves + 1);

  for (guint32 leaf = 0; leaf < flame->n_leaves; leaf++) {
    gboolean any = FALSE;
    for (guint32 i = flame->leaf_source[leaf]; !any && i < flame->leaf_source[leaf + 1]; i++)
      any = rows[group->rows[flame->source[i]]] != 0;
    before[leaf + 1] = before[leaf] + any;
  }
  return before;
}

/* Sets @others of each training phase of @group: TRUE if none of the phase's steps on this IPU is
 * marked in @rows. */
static void
mark_other_levels (const PoplensTraceLanes *self, const PoplensTraceGroup *group,
                   const guint8 *rows, guint8 *others)
{
  const PoplensExecution *x = self->model->execution;
  g_autofree guint32 *before = NULL;

  if (!poplens_trace_n_levels (group))
    return;
  before = g_new0 (guint32, (gsize) x->n_rows + 1);
  for (guint32 r = 0; r < x->n_rows; r++)
    before[r + 1] = before[r] + (rows[r] && x->row_ipu[r] == group->ipu);
  for (guint i = 0; i < poplens_trace_n_levels (group); i++) {
    const PoplensLevelSpan *span = &g_array_index (group->levels->spans, PoplensLevelSpan, i);
    others[group->first_item + i] = before[span->end_row] == before[span->first_row];
  }
}

/* Sets @others of each item of @group: TRUE if @rows marks none of its steps. @others: by item.
 * @rows: by row of steps_by_ipu. */
static void
mark_others (const PoplensTraceLanes *self, const PoplensTraceGroup *group, const guint8 *rows,
             guint8 *others)
{
  const PoplensFlame *flame = group->flame;
  g_autofree guint32 *before = flame ? count_leaves (self, group, rows) : NULL;

  mark_other_levels (self, group, rows, others);
  for (gsize i = group->first_item + poplens_trace_n_levels (group);
       i < group->first_item + group->n_items; i++) {
    guint32 source = self->source[i];
    guint32 first = !flame || source < flame->n_nodes ? 0 : source - flame->n_nodes, last = first;
    if (!flame) {
      others[i] = !rows[source];
      continue;
    }
    if (source < flame->n_nodes) {
      first = flame->node_first[source];
      last = flame->node_last[source];
    }
    others[i] = before[last + 1] == before[first];
  }
}

guint8 *
poplens_trace_lanes_others (const PoplensTraceLanes *self, const guint8 *rows)
{
  guint8 *others = g_new0 (guint8, MAX (self->n_items, 1));

  for (guint g = 0; g < self->groups->len; g++)
    mark_others (self, &g_array_index (self->groups, PoplensTraceGroup, g), rows, others);
  return others;
}

/* ---- lanes ----------------------------------------------------------------------------------- */

#define WORK "Loading steps"
/* Progress on an IPU (0 … 1) after its steps are read (TAKEN), grouped (GROUPED) and placed in rows
 * (LANED). */
#define TAKEN 0.05
#define GROUPED 0.75
#define LANED 0.85

static void
lane_group_clear (gpointer data)
{
  PoplensTraceGroup *group = data;

  poplens_flame_free (group->flame);
  poplens_time_levels_free (group->levels);
  g_free (group->row_inside);
  g_free (group->rows);
}

static void
lanes_clear (gpointer data)
{
  PoplensTraceLanes *self = data;

  g_array_unref (self->groups);
  poplens_lane_blocks_unref (self->blocks);
  poplens_live_trace_free (self->live);
  poplens_trace_colours_unref (self->colours);
  poplens_trace_model_unref (self->model);
  g_free (self->key);
  g_free (self->shown);
  g_free (self->source);
  g_free (self->item_of_row);
}

PoplensTraceLanes *
poplens_trace_lanes_ref (PoplensTraceLanes *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
poplens_trace_lanes_unref (PoplensTraceLanes *self)
{
  if (self)
    g_atomic_rc_box_release_full (self, lanes_clear);
}

/* ---- an IPU's steps -------------------------------------------------------------------------- */

/* Steps of an IPU that have a block: arrays of .n elements. */
typedef struct {
  guint32 n;
  guint32 *row; /* row of steps_by_ipu */
  guint64 *from, *to;
} IpuSteps;

/* Collects the rows of steps_by_ipu on @ipu whose cycles are known. */
static void
steps_init (IpuSteps *self, const PoplensExecution *x, guint16 ipu)
{
  guint32 n = 0;

  for (guint32 r = 0; r < x->n_rows; r++)
    n += x->row_ipu[r] == ipu && x->row_from[r] != G_MAXUINT64;
  *self = (IpuSteps){0, POPLENS_NEW_LARGE (guint32, n), POPLENS_NEW_LARGE (guint64, n),
                     POPLENS_NEW_LARGE (guint64, n)};
  for (guint32 r = 0; r < x->n_rows; r++)
    if (x->row_ipu[r] == ipu && x->row_from[r] != G_MAXUINT64) {
      self->row[self->n] = r;
      self->from[self->n] = x->row_from[r];
      self->to[self->n++] = poplens_execution_row_to (x, r);
    }
}

static void
steps_clear (IpuSteps *self)
{
  g_free (self->row);
  g_free (self->from);
  g_free (self->to);
}

static PoplensFlame *
make_flame (const PoplensTraceModel *model, const IpuSteps *steps, const PoplensWork *work)
{
  const PoplensExecution *x = model->execution;
  g_autofree guint32 *step = POPLENS_NEW_LARGE (guint32, steps->n),
                     *name = POPLENS_NEW_LARGE (guint32, steps->n);
  g_autofree guint8 *kind = POPLENS_NEW_LARGE (guint8, steps->n);
  PoplensFlameInput input = {steps->n,       step,        kind,      name,
                             model->strings, steps->from, steps->to, work};

  for (guint32 i = 0; i < steps->n; i++) {
    guint32 s = x->row_step[steps->row[i]];
    step[i] = poplens_execution_step_id (x, s);
    kind[i] = poplens_trace_look (model, s).kind;
    name[i] = model->name[s];
  }
  return poplens_flame_new (&input);
}

/* ---- blocks of all IPUs, in order of row and begin ------------------------------------------- */

/* State while lanes are made: arrays with the blocks of all IPUs so far. */
typedef struct {
  PoplensTraceLanes *self;
  const PoplensTraceLanesChoice *choice;
  guint8 *phases; /* (nullable) training phase of each step */
  gsize n;
  guint64 *from, *to;
  guint32 *row, *source;
  guint8 *series, *flags;
  guint n_rows;
  guint n_series;
  PoplensLaneInsides *insides; /* flame graph: cycles inside each group, by series */
  gboolean is_whole;           /* FALSE once the work was cancelled */
} LaneBuilder;

/* State while the lanes of one IPU are made. Its blocks are items from group.first_item on in the
 * arrays of .builder. */
typedef struct {
  LaneBuilder *builder;
  PoplensTraceGroup group;
  PoplensWork work;
  IpuSteps steps;
  PoplensLanes *lanes; /* (nullable) NULL once the work was cancelled */
  /* Flame graph: parent of each group and of each leaf. sum_insides () reads them. */
  guint32 *node_parent, *leaf_parent;
  float *inside;     /* flame graph: [n_nodes × n_series] cycles inside each group */
  gboolean is_whole; /* TRUE once all blocks are added */
} IpuLanes;

/* Counts the blocks that have a row in the lanes. */
static guint32
count_drawn (const PoplensLanes *lanes)
{
  guint32 n = 0;

  for (guint32 i = 0; i < lanes->n_blocks; i++)
    n += lanes->row[i] != POPLENS_LANE_NOWHERE;
  return n;
}

/* Returns the indices of the blocks that are drawn, sorted by row, then by begin. (transfer full)
 */
static guint32 *
order_blocks (const PoplensLanes *lanes)
{
  g_autofree guint32 *by_begin = poplens_sort_order (lanes->n_blocks, lanes->from);
  g_autofree guint32 *at = g_new0 (guint32, (gsize) lanes->n_rows + 1);
  guint32 *order = POPLENS_NEW_LARGE (guint32, lanes->n_blocks);

  for (guint32 i = 0; i < lanes->n_blocks; i++)
    if (lanes->row[i] != POPLENS_LANE_NOWHERE)
      at[lanes->row[i] + 1]++;
  for (guint32 r = 0; r < lanes->n_rows; r++)
    at[r + 1] += at[r];
  for (guint32 i = 0; i < lanes->n_blocks; i++) {
    guint32 block = by_begin ? by_begin[i] : i;
    if (lanes->row[block] != POPLENS_LANE_NOWHERE)
      order[at[lanes->row[block]]++] = block;
  }
  return order;
}

/* Records in .item_of_row that @item shows the steps of @block. */
static void
mark_items (LaneBuilder *b, const PoplensTraceGroup *group, const IpuSteps *steps, guint32 block,
            gsize item)
{
  const PoplensFlame *flame = group->flame;
  guint32 leaf = flame ? block - flame->n_nodes : 0;

  if (!flame) {
    b->self->item_of_row[steps->row[block]] = (guint32) item;
    return;
  }
  for (guint32 i = flame->leaf_source[leaf]; i < flame->leaf_source[leaf + 1]; i++)
    b->self->item_of_row[steps->row[flame->source[i]]] = (guint32) item;
}

/* Returns the series of a block. @step: first step that the block shows, as an index in @steps. */
static guint8
series_of_block (const LaneBuilder *b, const PoplensTraceGroup *group, const IpuSteps *steps,
                 guint32 block, guint32 step)
{
  const PoplensTraceModel *model = b->self->model;
  const PoplensFlame *flame = group->flame;
  guint32 row = steps->row[step], first, n;
  g_autofree guint32 *rows = NULL;

  if (!b->self->colours)
    return model->chart_index[poplens_trace_look (model, model->execution->row_step[row]).series];
  if (!flame)
    return poplens_trace_colours_of (b->self->colours, model, &row, 1);
  first = flame->leaf_source[block - flame->n_nodes];
  n = flame->leaf_source[block - flame->n_nodes + 1] - first;
  rows = POPLENS_NEW_LARGE (guint32, MAX (n, 1));
  rows[0] = row;
  for (guint32 i = 0; i < n; i++)
    rows[i] = steps->row[flame->source[first + i]];
  return poplens_trace_colours_of (b->self->colours, model, rows, n);
}

static void
add_block (LaneBuilder *b, const PoplensTraceGroup *group, const IpuSteps *steps,
           const PoplensLanes *lanes, guint32 block, gsize item)
{
  const PoplensTraceModel *model = b->self->model;
  guint32 step = poplens_trace_first_step (group->flame, block);

  b->from[item] = lanes->from[block];
  b->to[item] = lanes->to[block];
  b->row[item] = group->first_row + group->n_level_rows + lanes->row[block];
  b->source[item] = group->flame ? block : steps->row[block];
  b->series[item] = POPLENS_LANE_GROUP;
  b->flags[item] = 0;
  if (step == G_MAXUINT32)
    return;
  guint32 s = model->execution->row_step[steps->row[step]];
  b->series[item] = series_of_block (b, group, steps, block, step);
  if (poplens_trace_look (model, s).kind == POPLENS_STEP_DO_EXCHANGE)
    b->flags[item] = POPLENS_LANE_ESTIMATED;
  mark_items (b, group, steps, block, item);
}

/* Adds the training phases (iteration, micro-batch, phase) of an IPU. They are its first blocks, in
 * rows above those of the steps. */
static void
add_levels (LaneBuilder *b, const PoplensTraceGroup *group)
{
  guint32 base = group->flame->n_nodes + group->flame->n_leaves;

  for (guint i = 0; i < poplens_trace_n_levels (group); i++) {
    const PoplensLevelSpan *span = &g_array_index (group->levels->spans, PoplensLevelSpan, i);
    gsize item = group->first_item + i;
    b->from[item] = span->from;
    b->to[item] = span->to;
    b->row[item] = group->first_row + span->lane;
    b->source[item] = base + i;
    b->series[item] = POPLENS_LANE_GROUP;
    b->flags[item] = 0;
  }
}

/* Returns a byte for each step: TRUE for copies and waits. A flat view shows them in rows of their
 * own. (transfer full) */
static guint8 *
mark_beside (const PoplensTraceModel *model, const IpuSteps *steps)
{
  guint8 *beside = g_malloc (MAX (steps->n, 1));

  for (guint32 i = 0; i < steps->n; i++)
    beside[i] = poplens_trace_look (model, model->execution->row_step[steps->row[i]]).kind >=
                POPLENS_STEP_STREAM_COPY_BEGIN;
  return beside;
}

/* Thread function: places the blocks of an IPU (IpuLanes *) in rows. Frees arrays of millions of
 * steps as early as possible. */
static gpointer
make_lanes (gpointer data)
{
  IpuLanes *self = data;
  const PoplensTraceLanes *all = self->builder->self;
  const PoplensTraceLanesChoice *choice = self->builder->choice;
  PoplensWork work = poplens_work_share (&self->work, TAKEN, GROUPED);
  IpuSteps *steps = &self->steps;

  steps_init (steps, all->model->execution, self->group.ipu);
  if (choice->is_flame)
    self->group.flame = make_flame (all->model, steps, &work);
  else {
    g_autofree guint8 *beside = mark_beside (all->model, steps);
    self->lanes = poplens_lanes_new_flat (steps->n, steps->from, steps->to, beside);
  }
  g_clear_pointer (&steps->from, g_free);
  g_clear_pointer (&steps->to, g_free);
  if (self->group.flame) {
    self->lanes = poplens_lanes_new_flame (self->group.flame);
    self->node_parent = g_steal_pointer (&self->group.flame->node_parent);
    self->leaf_parent = g_steal_pointer (&self->group.flame->leaf_parent);
    poplens_flame_keep_names (self->group.flame);
  }
  if (self->lanes && choice->is_flame && choice->iterations) {
    self->group.levels = poplens_time_levels_new (choice->time, choice->iterations,
                                                  self->builder->phases, self->group.ipu);
    self->group.n_level_rows = self->group.levels->n_lanes;
  }
  return NULL;
}

/* Sums the cycles inside each group, by series: those of its blocks, and of all groups below it.
 * Visits children before their parents. */
static void
sum_insides (IpuLanes *self)
{
  const LaneBuilder *b = self->builder;
  const PoplensFlame *flame = self->group.flame;
  gsize n = b->n_series, end = self->group.first_item + self->group.n_items;

  self->inside = g_new0 (float, MAX (flame->n_nodes * n, 1));
  for (gsize i = self->group.first_item; i < end; i++) {
    guint32 leaf = b->source[i] - flame->n_nodes, above;
    if (poplens_trace_first_step (flame, b->source[i]) == G_MAXUINT32)
      continue;
    above = flame->leaf_node[leaf] == POPLENS_FLAME_NONE ? self->leaf_parent[leaf]
                                                         : flame->leaf_node[leaf];
    if (above != POPLENS_FLAME_NONE && b->series[i] < n)
      self->inside[above * n + b->series[i]] += (float) (b->to[i] - b->from[i]);
  }
  for (guint32 node = flame->n_nodes; node-- > 0;)
    for (gsize s = 0; self->node_parent[node] != POPLENS_FLAME_NONE && s < n; s++)
      self->inside[self->node_parent[node] * n + s] += self->inside[node * n + s];
}

/* Adds the sums of an IPU's groups to the chart's blocks. Runs for one IPU after the other, as
 * items must be added in ascending order. */
static void
keep_insides (LaneBuilder *b, IpuLanes *ipu)
{
  const PoplensTraceGroup *group = &ipu->group;

  for (gsize i = group->first_item; ipu->inside && i < group->first_item + group->n_items; i++)
    if (b->source[i] < group->flame->n_nodes)
      poplens_lane_insides_add (b->insides, i, ipu->inside + (gsize) b->source[i] * b->n_series);
  g_clear_pointer (&ipu->inside, g_free);
  g_clear_pointer (&ipu->node_parent, g_free);
  g_clear_pointer (&ipu->leaf_parent, g_free);
}

static gpointer
trace_lanes_add_blocks (gpointer data)
{
  IpuLanes *self = data;
  const PoplensLanes *lanes = self->lanes;
  PoplensWork work = poplens_work_share (&self->work, LANED, 1);
  g_autofree guint32 *order = lanes ? order_blocks (lanes) : NULL;
  guint n_levels = poplens_trace_n_levels (&self->group);

  if (n_levels)
    add_levels (self->builder, &self->group);
  for (gsize i = n_levels; lanes && i < self->group.n_items; i++) {
    if (!POPLENS_WORK_GO_ON (&work, WORK, i, self->group.n_items))
      return NULL;
    add_block (self->builder, &self->group, &self->steps, lanes, order[i - n_levels],
               self->group.first_item + i);
  }
  if (lanes && self->group.flame)
    sum_insides (self);
  self->is_whole = TRUE;
  return NULL;
}

/* Reserves items and rows for the blocks of an IPU, after the blocks of the previous IPUs. */
static void
trace_lanes_make_room (LaneBuilder *b, IpuLanes *ipu)
{
  gsize n;

  ipu->group.first_item = b->n;
  ipu->group.first_row = b->n_rows;
  if (!ipu->lanes)
    return;
  ipu->group.n_items = poplens_trace_n_levels (&ipu->group) + count_drawn (ipu->lanes);
  ipu->group.n_rows = ipu->group.n_level_rows + ipu->lanes->n_rows;
  ipu->group.row_inside = g_steal_pointer (&ipu->lanes->row_inside);
  ipu->group.n_io_rows = ipu->lanes->n_rows - ipu->lanes->first_io;
  n = b->n += ipu->group.n_items;
  b->n_rows += ipu->group.n_rows;
  b->from = poplens_realloc_large (b->from, n, sizeof (guint64));
  b->to = poplens_realloc_large (b->to, n, sizeof (guint64));
  b->row = poplens_realloc_large (b->row, n, sizeof (guint32));
  b->source = poplens_realloc_large (b->source, n, sizeof (guint32));
  b->series = poplens_realloc_large (b->series, n, sizeof (guint8));
  b->flags = poplens_realloc_large (b->flags, n, sizeof (guint8));
}

/* Number of IPUs whose lanes are made in parallel: one on this thread, one on a helper. */
#define AT_ONCE 2

/* Calls @func for one or two IPUs; the second one on a thread of its own. */
static void
do_for_each (GThreadFunc func, IpuLanes *ipus, guint n)
{
  GThread *helper = n > 1 ? g_thread_try_new ("poplens-lanes", func, &ipus[1], NULL) : NULL;

  func (&ipus[0]);
  if (n > 1 && !helper)
    func (&ipus[1]);
  g_clear_pointer (&helper, g_thread_join);
}

static void
trace_lanes_add_ipus (LaneBuilder *b, IpuLanes *ipus, guint n)
{
  do_for_each (make_lanes, ipus, n);
  for (guint i = 0; i < n; i++)
    trace_lanes_make_room (b, &ipus[i]);
  do_for_each (trace_lanes_add_blocks, ipus, n);
  for (guint i = 0; i < n; i++) {
    b->is_whole &= ipus[i].is_whole;
    keep_insides (b, &ipus[i]);
    if (ipus[i].group.flame)
      ipus[i].group.rows = g_steal_pointer (&ipus[i].steps.row);
    g_array_append_val (b->self->groups, ipus[i].group);
    steps_clear (&ipus[i].steps);
    poplens_lanes_free (ipus[i].lanes);
  }
}

/* Creates the blocks of the lanes from the collected arrays. If the work was cancelled, the lanes
 * have no blocks. */
static void
builder_finish (LaneBuilder *b)
{
  PoplensTraceLanes *self = b->self;

  self->n_items = b->is_whole ? b->n : 0;
  self->source = b->source;
  self->blocks =
      poplens_lane_blocks_new (self->n_items, b->from, b->to, b->row, b->series, b->flags);
  poplens_lane_blocks_set_insides (self->blocks, g_steal_pointer (&b->insides));
}

/* Thread function: finds for each time the program that determines the live bytes. */
static gpointer
find_live (gpointer data)
{
  PoplensTraceLanes *self = data;
  const PoplensLivePrograms *live = self->model->live;

  if (live && live->n)
    self->live = poplens_live_trace_new (self->model->execution, live, self->shown);
  return NULL;
}

static PoplensTraceLanes *
lanes_new (PoplensTraceModel *model, const PoplensTraceLanesChoice *choice, const PoplensWork *work)
{
  PoplensTraceLanes *self = g_atomic_rc_box_new0 (PoplensTraceLanes);
  const PoplensExecution *x = model->execution;
  g_autofree guint8 *phases =
      choice->iterations ? poplens_time_phases_new (x, model->strings, model->name, FALSE) : NULL;
  LaneBuilder builder = {.self = self, .choice = choice, .phases = phases, .is_whole = TRUE};
  IpuLanes ipus[AT_ONCE];
  guint n = 0;

  self->model = poplens_trace_model_ref (model);
  if (choice->colours)
    self->colours = poplens_trace_colours_ref (choice->colours);
  self->is_flame = choice->is_flame;
  self->groups = g_array_new (FALSE, FALSE, sizeof (PoplensTraceGroup));
  g_array_set_clear_func (self->groups, lane_group_clear);
  builder.n_series = self->colours ? self->colours->classes->len : model->n_series;
  if (choice->is_flame)
    builder.insides = poplens_lane_insides_new (builder.n_series);
  self->shown = g_new0 (gboolean, MAX (x->n_ipus, 1));
  self->item_of_row = POPLENS_NEW_LARGE (guint32, MAX (x->n_rows, 1));
  memset (self->item_of_row, 0xff, x->n_rows * sizeof (guint32));
  for (guint32 i = 0, first = 0; i < x->n_ipus; i++) {
    self->shown[i] = x->ipu_seen[i] && (choice->ipu < 0 || (guint32) choice->ipu == i);
    if (self->shown[i])
      ipus[n++] = (IpuLanes){.builder = &builder, .group = {.ipu = (guint16) i}};
    if (n < AT_ONCE && i + 1 < x->n_ipus)
      continue;
    /* Only the first of the parallel IPUs reports progress, on behalf of all. */
    PoplensWork part =
        poplens_work_share (work, (double) first / x->n_ipus, (double) (i + 1) / x->n_ipus);
    for (guint k = 0; k < n; k++)
      ipus[k].work = k ? (PoplensWork){.cancellable = part.cancellable, .to = 1} : part;
    /* Report progress and check for cancellation before each IPU: an IPU with millions of steps
     * takes seconds. */
    if (n && poplens_work_go_on (&part, WORK, 0, 1))
      trace_lanes_add_ipus (&builder, ipus, n);
    first = i + 1;
    n = 0;
  }
  GThread *helper = g_thread_try_new ("poplens-live", find_live, self, NULL);
  builder_finish (&builder);
  if (helper)
    g_thread_join (helper);
  else
    find_live (self);
  return self;
}

static gpointer
ref_lanes (gpointer lanes, gpointer user_data)
{
  return lanes ? poplens_trace_lanes_ref (lanes) : NULL;
}

PoplensTraceLanes *
poplens_trace_lanes_get (PoplensReport *report, PoplensTraceModel *model,
                         const PoplensTraceLanesChoice *choice, const PoplensWork *work,
                         GError **error)
{
  static const char name[] = "poplens-trace-lanes";
  g_autofree char *key = g_strdup_printf ("%s%s %d %s", choice->is_flame ? "flame" : "flat",
                                          choice->iterations ? " levels" : "", choice->ipu,
                                          choice->colours ? choice->colours->key : "");
  PoplensTraceLanes *self = g_object_dup_data (G_OBJECT (report), name, ref_lanes, NULL);

  if (self && !strcmp (self->key, key))
    return self;
  poplens_trace_lanes_unref (self);
  self = lanes_new (model, choice, work);
  if (work && g_cancellable_set_error_if_cancelled (work->cancellable, error)) {
    poplens_trace_lanes_unref (self);
    return NULL;
  }
  self->key = g_steal_pointer (&key);
  g_object_set_data_full (G_OBJECT (report), name, poplens_trace_lanes_ref (self),
                          (GDestroyNotify) poplens_trace_lanes_unref);
  return self;
}
