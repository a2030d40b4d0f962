#include "analysis/program-tree.h"

typedef struct {
  const PoplensPrograms *programs;
  GArray *nodes;   /* PoplensProgramNode */
  guint8 *listed;  /* by row */
  GArray *pending; /* PoplensProgramNode, next on top */
} Walk;

/* Children go on the stack last first, so that they come off in order. */
static void
push_children (Walk *w, guint32 row, guint16 depth)
{
  g_autoptr (GArray) children = poplens_lists_values (w->programs->children, row);

  for (guint i = children->len; i-- > 0;) {
    guint64 id = g_array_index (children, guint64, i);
    guint32 child = id < G_MAXUINT32 ? poplens_programs_find (w->programs, id) : POPLENS_NO_ROW;
    PoplensProgramNode node = {
        .row = child, .depth = MIN (depth + 1, G_MAXUINT16), .entry = -1, .function = -1};
    if (child != POPLENS_NO_ROW)
      g_array_append_val (w->pending, node);
  }
}

static void
walk_from (Walk *w, guint32 row, int entry, int function)
{
  PoplensProgramNode root = {.row = row, .entry = entry, .function = function};

  g_array_append_val (w->pending, root);
  while (w->pending->len) {
    PoplensProgramNode node = g_array_index (w->pending, PoplensProgramNode, w->pending->len - 1);
    g_array_set_size (w->pending, w->pending->len - 1);
    node.repeated = w->listed[node.row];
    w->listed[node.row] = TRUE;
    g_array_append_val (w->nodes, node);
    if (!node.repeated)
      push_children (w, node.row, node.depth);
  }
}

/* Programs that another one names as its child. */
static guint8 *
find_children (const PoplensPrograms *programs)
{
  guint8 *is_child = g_new0 (guint8, MAX (programs->n, 1));

  for (guint32 row = 0; row < programs->n; row++) {
    g_autoptr (GArray) children = poplens_lists_values (programs->children, row);
    for (guint i = 0; i < children->len; i++) {
      guint64 id = g_array_index (children, guint64, i);
      guint32 child = id < G_MAXUINT32 ? poplens_programs_find (programs, id) : POPLENS_NO_ROW;
      if (child != POPLENS_NO_ROW)
        is_child[child] = TRUE;
    }
  }
  return is_child;
}

GArray *
poplens_program_tree (const PoplensPrograms *programs)
{
  Walk w = {
      .programs = programs,
      .nodes = g_array_new (FALSE, FALSE, sizeof (PoplensProgramNode)),
      .pending = g_array_new (FALSE, FALSE, sizeof (PoplensProgramNode)),
      .listed = g_new0 (guint8, MAX (programs->n, 1)),
  };
  g_autofree guint8 *is_child = find_children (programs);

  for (guint32 e = 0; e < programs->n_control; e++) {
    guint32 row = poplens_programs_find (programs, programs->control_program[e]);
    if (row != POPLENS_NO_ROW)
      walk_from (&w, row, e, -1);
  }
  for (guint32 f = 0; f < programs->n_functions; f++) {
    guint32 row = poplens_programs_find (programs, programs->function_program[f]);
    if (row != POPLENS_NO_ROW && !w.listed[row])
      walk_from (&w, row, -1, f);
  }
  /* What is left: roots first, then programs that hold one another in a ring. */
  for (guint pass = 0; pass < 2; pass++)
    for (guint32 row = 0; row < programs->n; row++)
      if (!w.listed[row] && (pass || !is_child[row]))
        walk_from (&w, row, -1, -1);
  g_free (w.listed);
  g_array_unref (w.pending);
  return w.nodes;
}

guint64
poplens_program_own_code (const PoplensPrograms *programs, guint32 row)
{
  guint64 own = poplens_lists_sum (programs->control_code, row);
  g_autoptr (GArray) children = poplens_lists_values (programs->children, row);

  for (guint i = 0; i < children->len; i++) {
    guint64 id = g_array_index (children, guint64, i);
    guint32 child = id < G_MAXUINT32 ? poplens_programs_find (programs, id) : POPLENS_NO_ROW;
    guint64 bytes = child != POPLENS_NO_ROW ? poplens_lists_sum (programs->control_code, child) : 0;
    own -= MIN (own, bytes);
  }
  return own;
}

guint16 *
poplens_liveness_depths (const PoplensLiveness *liveness)
{
  guint16 *depths = g_new0 (guint16, MAX (liveness->n_steps, 1));

  for (guint32 s = 0; s < liveness->n_steps; s++)
    if (liveness->parent[s] < s)
      depths[s] = MIN (depths[liveness->parent[s]] + 1, G_MAXUINT16);
  return depths;
}

guint64
poplens_liveness_ipu_peak (const PoplensLiveness *liveness, guint32 index, guint32 *step)
{
  guint64 peak = 0;

  *step = 0;
  for (guint32 s = 0; s < liveness->n_steps; s++)
    if (liveness->ipu_not_always_live[index][s] > peak) {
      peak = liveness->ipu_not_always_live[index][s];
      *step = s;
    }
  return peak;
}
