/* Which steps the blocks of the trace show, and what they are called. */
#include "pages/trace/trace-colour-private.h"
#include "pages/trace/trace-model.h"

#include "base/format.h"
#include "derived/trace/trace-sums.h"

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
  g_autoptr (PoplensStepSums) sums = poplens_step_sums_peek (report);
  guint64 cycles = sums ? poplens_cycles_at (sums->cycles, row) : POPLENS_NO_CYCLES;
  guint64 length = poplens_trace_row_cycles (self->model->execution, row);
  if (cycles == POPLENS_NO_CYCLES || cycles == length)
    return NULL;
  return g_strdup_printf ("Longest tile\t%s cycles; drawn: %s",
                          poplens_format_count (longest, cycles),
                          poplens_format_count (drawn, length));
}

/* ---- what is asked for -------------------------------------------------------------------------
 */

/* Of the leaves before each, how many show a row that is asked for. (transfer full) */
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

/* Rows of all IPUs lie between a span's first and last, so those of its own are counted. */
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
