/* Lists the program tree, and sums values over it. Uses a stack of its own instead of recursion, as
 * recursive functions and damaged files can make the tree deep. */
#include "analysis/programs/program-tree.h"

#include "model/search.h"

typedef struct {
  const PoplensPrograms *programs;
  GArray *nodes;   /* PoplensProgramNode: the nodes listed so far */
  guint8 *listed;  /* [n] by row of the program: TRUE if it is in .nodes */
  GArray *pending; /* PoplensProgramNode: stack of nodes to visit, the next one last */
  GArray *path;    /* guint32: rows of the ancestors of the current node, by depth */
  guint8 *on_path; /* [n] by row of the program: TRUE if it is in .path */
} ProgramTreeWalk;

guint32
poplens_program_callee (const PoplensPrograms *programs, guint32 row, int *function)
{
  guint32 f;

  if (programs->kind[row] != POPLENS_PROGRAM_CALL || programs->detail[row] < 0 ||
      programs->detail[row] >= G_MAXUINT32)
    return POPLENS_NO_ROW;
  f = poplens_find_id (programs->function_id, programs->n_functions,
                       (guint32) programs->detail[row]);
  if (f == G_MAXUINT32)
    return POPLENS_NO_ROW;
  if (function)
    *function = (int) f;
  return poplens_programs_find (programs, programs->function_program[f]);
}

/* Pushes the children of a program on the stack, the last one first, so that they are popped in
 * order. */
static void
push_children (ProgramTreeWalk *w, guint32 row, guint16 depth)
{
  g_autoptr (GArray) children = poplens_lists_values (w->programs->children, row);
  PoplensProgramNode called = {.depth = MIN (depth + 1, G_MAXUINT16), .entry = -1, .function = -1};

  called.row = poplens_program_callee (w->programs, row, &called.function);
  if (called.row != POPLENS_NO_ROW)
    g_array_append_val (w->pending, called);
  for (guint i = children->len; i-- > 0;) {
    guint64 id = g_array_index (children, guint64, i);
    guint32 child = id < G_MAXUINT32 ? poplens_programs_find (w->programs, id) : POPLENS_NO_ROW;
    PoplensProgramNode node = {
        .row = child, .depth = MIN (depth + 1, G_MAXUINT16), .entry = -1, .function = -1};
    if (child != POPLENS_NO_ROW)
      g_array_append_val (w->pending, node);
  }
}

/* Makes @node the end of the current path: removes nodes of its depth or deeper, then adds @node.
 * Does not add a repeated node, because its children are not listed again. */
static void
enter (ProgramTreeWalk *w, const PoplensProgramNode *node)
{
  while (w->path->len > node->depth) {
    w->on_path[g_array_index (w->path, guint32, w->path->len - 1)] = FALSE;
    g_array_set_size (w->path, w->path->len - 1);
  }
  if (!node->repeated) {
    g_array_append_val (w->path, node->row);
    w->on_path[node->row] = TRUE;
  }
}

static void
walk_from (ProgramTreeWalk *w, guint32 row, int entry, int function)
{
  PoplensProgramNode root = {.row = row, .entry = entry, .function = function};

  g_array_append_val (w->pending, root);
  while (w->pending->len) {
    PoplensProgramNode node = g_array_index (w->pending, PoplensProgramNode, w->pending->len - 1);
    g_array_set_size (w->pending, w->pending->len - 1);
    node.repeated = w->listed[node.row];
    w->listed[node.row] = TRUE;
    enter (w, &node);
    node.recursive = node.repeated && w->on_path[node.row];
    g_array_append_val (w->nodes, node);
    if (!node.repeated)
      push_children (w, node.row, node.depth);
  }
}

/* Returns for each program whether it is a child of another one. (transfer full): [n] */
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

static void
walk_entry (ProgramTreeWalk *w, guint32 entry)
{
  guint32 row = poplens_programs_find (w->programs, w->programs->control_program[entry]);

  if (row != POPLENS_NO_ROW)
    walk_from (w, row, (int) entry, -1);
}

static void
walk_function (ProgramTreeWalk *w, guint32 function)
{
  guint32 row = poplens_programs_find (w->programs, w->programs->function_program[function]);

  if (row != POPLENS_NO_ROW && !w->listed[row])
    walk_from (w, row, -1, (int) function);
}

/* Sets @is_called of each program that a Call program calls. A program that calls itself counts as
 * called. */
static void
find_called (const PoplensPrograms *programs, guint8 *is_called)
{
  for (guint32 row = 0; row < programs->n; row++) {
    guint32 callee = poplens_program_callee (programs, row, NULL);
    if (callee != POPLENS_NO_ROW)
      is_called[callee] = TRUE;
  }
}

static void
walk_all (ProgramTreeWalk *w)
{
  const PoplensPrograms *programs = w->programs;
  g_autofree guint8 *is_child = find_children (programs);
  g_autofree guint8 *is_called = g_new0 (guint8, MAX (programs->n, 1));

  find_called (programs, is_called);
  for (guint32 e = 0; e < programs->n_control; e++)
    walk_entry (w, e);
  /* First pass: functions that no program calls. Called functions are listed below their caller.
   * Second pass: functions that are still missing, because they call one another in a ring. */
  for (guint pass = 0; pass < 2; pass++)
    for (guint32 f = 0; f < programs->n_functions; f++) {
      guint32 row = poplens_programs_find (programs, programs->function_program[f]);
      if (row != POPLENS_NO_ROW && (pass || !is_called[row]))
        walk_function (w, f);
    }
  /* First pass: programs without a parent. Second pass: programs that are still missing, because
   * they hold one another in a ring. */
  for (guint pass = 0; pass < 2; pass++)
    for (guint32 row = 0; row < programs->n; row++)
      if (!w->listed[row] && (pass || !is_child[row]))
        walk_from (w, row, -1, -1);
}

GArray *
poplens_program_tree (const PoplensPrograms *programs, PoplensProgramRoot root)
{
  ProgramTreeWalk w = {
      .programs = programs,
      .nodes = g_array_new (FALSE, FALSE, sizeof (PoplensProgramNode)),
      .pending = g_array_new (FALSE, FALSE, sizeof (PoplensProgramNode)),
      .listed = g_new0 (guint8, MAX (programs->n, 1)),
      .path = g_array_new (FALSE, FALSE, sizeof (guint32)),
      .on_path = g_new0 (guint8, MAX (programs->n, 1)),
  };

  if (root.kind == POPLENS_ROOT_ALL)
    walk_all (&w);
  else if (root.kind == POPLENS_ROOT_ENTRY && root.index < programs->n_control)
    walk_entry (&w, root.index);
  else if (root.kind == POPLENS_ROOT_FUNCTION && root.index < programs->n_functions)
    walk_function (&w, root.index);
  g_free (w.listed);
  g_free (w.on_path);
  g_array_unref (w.path);
  g_array_unref (w.pending);
  return w.nodes;
}

/* ---- sums ------------------------------------------------------------------------------------ */

static const PoplensProgramNode *
node_at (const GArray *nodes, guint at)
{
  return &g_array_index (nodes, PoplensProgramNode, at);
}

static guint
most_depth (const GArray *nodes)
{
  guint most = 0;

  for (guint i = 0; i < nodes->len; i++)
    most = MAX (most, node_at (nodes, i)->depth);
  return most;
}

static void
reach (guint32 row, guint8 *reached, GArray *waiting)
{
  if (row == POPLENS_NO_ROW || reached[row])
    return;
  reached[row] = TRUE;
  g_array_append_val (waiting, row);
}

guint8 *
poplens_program_reach (const PoplensPrograms *programs, const guint8 *in)
{
  guint8 *reached = g_new0 (guint8, MAX (programs->n, 1));
  g_autoptr (GArray) waiting = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 row = 0; row < programs->n; row++)
    if (in[row])
      reach (row, reached, waiting);
  while (waiting->len) {
    guint32 row = g_array_index (waiting, guint32, waiting->len - 1);
    g_array_set_size (waiting, waiting->len - 1);
    g_autoptr (GArray) children = poplens_lists_values (programs->children, row);
    for (guint i = 0; i < children->len; i++) {
      guint64 id = g_array_index (children, guint64, i);
      if (id < G_MAXUINT32)
        reach (poplens_programs_find (programs, (guint32) id), reached, waiting);
    }
    reach (poplens_program_callee (programs, row, NULL), reached, waiting);
  }
  return reached;
}

/* Goes through the nodes backwards. Children come after their parent, so their sum is complete when
 * the loop reaches the parent. */
guint64 *
poplens_program_cumulate (const GArray *nodes, const guint64 *own)
{
  guint64 *sums = g_new (guint64, MAX (nodes->len, 1));
  /* By depth: sum of the visited nodes whose parent is not visited yet. */
  g_autofree guint64 *below = g_new0 (guint64, most_depth (nodes) + 2);

  for (guint i = nodes->len; i-- > 0;) {
    const PoplensProgramNode *node = node_at (nodes, i);
    sums[i] = (node->repeated ? 0 : own[node->row]) + below[node->depth + 1];
    below[node->depth + 1] = 0;
    below[node->depth] += sums[i];
  }
  return sums;
}

guint8 *
poplens_program_hot_path (const GArray *nodes, const guint64 *cumulated)
{
  guint8 *hot = g_new0 (guint8, MAX (nodes->len, 1));
  guint n_depths = most_depth (nodes) + 2;
  /* By depth: node with the largest sum among the siblings visited so far. */
  g_autofree guint *best = g_new (guint, n_depths);
  /* By node: child with the largest sum. */
  g_autofree guint *next = g_new (guint, MAX (nodes->len, 1));

  for (guint d = 0; d < n_depths; d++)
    best[d] = G_MAXUINT;
  for (guint i = nodes->len; i-- > 0;) {
    guint depth = node_at (nodes, i)->depth;
    next[i] = best[depth + 1];
    best[depth + 1] = G_MAXUINT;
    if (cumulated[i] && (best[depth] == G_MAXUINT || cumulated[i] >= cumulated[best[depth]]))
      best[depth] = i;
  }
  for (guint at = best[0]; at != G_MAXUINT; at = next[at])
    hot[at] = TRUE;
  return hot;
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

gboolean
poplens_programs_sum_code (const PoplensPrograms *programs, guint64 *bytes)
{
  gboolean any = FALSE;

  *bytes = 0;
  for (guint32 row = 0; row < programs->n; row++) {
    any |= !poplens_lists_is_absent (programs->control_code, row);
    *bytes += poplens_program_own_code (programs, row);
  }
  return any;
}

guint32
poplens_program_compute_set (const PoplensPrograms *programs, const PoplensVertices *vertices,
                             guint32 row)
{
  guint32 id = programs->compute_set[row];

  return vertices && id != POPLENS_NO_ROW ? poplens_vertices_find_compute_set (vertices, id)
                                          : G_MAXUINT32;
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
