/* Places boxes and lines of a graph by running graphviz's dot as a process: the library of graphviz
 * is not thread-safe, and a process can be killed. */
#include "charts/graph/graph-private.h"

#include "base/error.h"

#include <string.h>

#define INCH 72.0 /* points per inch; dot measures in inches */
#define MOST_LETTERS 40

PoplensGraph *
poplens_graph_new (void)
{
  PoplensGraph *self = g_new0 (PoplensGraph, 1);

  self->nodes = g_array_new (FALSE, TRUE, sizeof (PoplensGraphNode));
  self->frames = g_array_new (FALSE, TRUE, sizeof (PoplensGraphFrame));
  self->edges = g_array_new (FALSE, TRUE, sizeof (PoplensGraphEdge));
  self->points = g_array_new (FALSE, FALSE, sizeof (PoplensGraphPoint));
  return self;
}

void
poplens_graph_free (PoplensGraph *self)
{
  for (guint i = 0; i < self->edges->len; i++)
    g_free (g_array_index (self->edges, PoplensGraphEdge, i).label);
  for (guint i = 0; i < self->frames->len; i++)
    g_free (poplens_graph_frame_at (self, i)->title);
  g_array_unref (self->nodes);
  g_array_unref (self->frames);
  g_array_unref (self->edges);
  g_array_unref (self->points);
  g_free (self);
}

static PoplensGraphNode *
node_at (const PoplensGraph *self, guint i)
{
  return &g_array_index (self->nodes, PoplensGraphNode, i);
}

static PoplensGraphEdge *
edge_at (const PoplensGraph *self, guint i)
{
  return &g_array_index (self->edges, PoplensGraphEdge, i);
}

/* ---- input of dot ---------------------------------------------------------------------------- */

static void
append_number (GString *out, const char *before, double value)
{
  PoplensNumber number;

  g_string_append_printf (out, "%s%s", before, poplens_format_fixed (number, value, 3));
}

/* Writes the boxes of a frame and its inner frames. @frame: POPLENS_GRAPH_NONE for boxes and frames
 * outside of all frames. */
static void
write_nodes (const PoplensGraph *self, GString *out, guint32 frame)
{
  gboolean is_frame = frame < self->frames->len;

  for (guint i = 0; i < self->nodes->len; i++)
    if (is_frame ? node_at (self, i)->frame == frame
                 : node_at (self, i)->frame >= self->frames->len)
      g_string_append_printf (out, "n%u;\n", i);
  /* Write frames in reverse order, because dot places the first one at the bottom. */
  for (guint32 i = self->frames->len; i-- > 0;) {
    guint32 parent = poplens_graph_frame_at (self, i)->parent;
    if (is_frame ? parent != frame : parent < self->frames->len)
      continue;
    /* A label of one letter makes dot reserve space for a title. */
    g_string_append_printf (out, "subgraph cluster_%u {\nmargin=%d;\nlabel=x;\nfontsize=11;\n", i,
                            POPLENS_GRAPH_MARGIN);
    write_nodes (self, out, i);
    g_string_append (out, "}\n");
  }
}

/* RANKS_OF_FRAMES: dot assigns boxes to columns within each frame. This makes graphs smaller, but
 * dot fails for some graphs ("trouble in init_rank"). RANKS_OF_ALL: dot assigns boxes to columns in
 * the whole graph. */
typedef enum { RANKS_OF_FRAMES, RANKS_OF_ALL } Ranks;

/* Writes the graph as input of dot. Reverses lines that lead backwards, so that dot keeps related
 * boxes close. Without this, dot can take minutes to route lines. (transfer full) */
static char *
write_dot (const PoplensGraph *self, Ranks ranks)
{
  GString *out =
      g_string_new ("digraph g {\ngraph [rankdir=LR nodesep=0.22 ranksep=0.36 nslimit=1];\n"
                    "node [shape=box fixedsize=true label=\"\"");

  append_number (out, " width=", POPLENS_GRAPH_WIDTH / INCH);
  append_number (out, " height=", POPLENS_GRAPH_HEIGHT / INCH);
  g_string_append (out, "];\nedge [arrowhead=none fontsize=11];\n");
  if (ranks == RANKS_OF_ALL)
    g_string_append (out, "newrank=true;\n");
  write_nodes (self, out, POPLENS_GRAPH_NONE);
  for (guint i = 0; i < self->edges->len; i++) {
    const PoplensGraphEdge *edge = edge_at (self, i);
    g_string_append_printf (out, "n%u -> n%u [id=%u", edge->returns ? edge->to : edge->from,
                            edge->returns ? edge->from : edge->to, i);
    /* Reserve space for the label, with letters "x" that need no quoting. */
    if (edge->label) {
      g_string_append (out, " label=");
      for (glong letter = MIN (g_utf8_strlen (edge->label, -1), MOST_LETTERS); letter-- > 0;)
        g_string_append_c (out, 'x');
    }
    g_string_append (out, "];\n");
  }
  return g_string_free (g_string_append (out, "}\n"), FALSE);
}

/* ---- output of dot --------------------------------------------------------------------------- */

/* Parses the next number of a line, and advances *@line. FALSE if there is none. */
static gboolean
graph_dot_read_number (char **line, double *value)
{
  char *end;

  *value = g_ascii_strtod (*line, &end);
  if (end == *line)
    return FALSE;
  *line = end;
  return TRUE;
}

/* Parses a node name, such as "n12". FALSE if it is invalid. */
static gboolean
read_node (const PoplensGraph *self, char **line, guint *node)
{
  char *end;
  guint64 value;

  while (**line == ' ')
    (*line)++;
  if (**line != 'n')
    return FALSE;
  value = g_ascii_strtoull (*line + 1, &end, 10);
  if (end == *line + 1 || value >= self->nodes->len)
    return FALSE;
  *node = (guint) value;
  *line = end;
  return TRUE;
}

static gboolean
place_node (PoplensGraph *self, char *line)
{
  double x, y;
  guint node;

  if (!read_node (self, &line, &node) || !graph_dot_read_number (&line, &x) ||
      !graph_dot_read_number (&line, &y))
    return FALSE;
  node_at (self, node)->x = x * INCH;
  node_at (self, node)->y = self->height - y * INCH;
  return TRUE;
}

static void
reverse_points (PoplensGraphPoint *points, guint n)
{
  for (guint i = 0; i < n / 2; i++) {
    PoplensGraphPoint other = points[n - 1 - i];
    points[n - 1 - i] = points[i];
    points[i] = other;
  }
}

static PoplensGraphEdge *
find_edge (PoplensGraph *self, GHashTable *edges, guint tail, guint head)
{
  guint64 key = (guint64) tail << 32 | head;
  gpointer at = g_hash_table_lookup (edges, &key);

  return at ? edge_at (self, GPOINTER_TO_UINT (at) - 1) : NULL;
}

/* Parses the position of a label: "xxx 3.2 1.5 …". If two lines in opposite directions coincide,
 * dot writes no label. The label is then placed at the middle of the line. */
static void
place_label (const PoplensGraph *self, PoplensGraphEdge *edge, char *line)
{
  double x, y;

  line += strspn (line, " ");
  line += strcspn (line, " ");
  if (graph_dot_read_number (&line, &x) && graph_dot_read_number (&line, &y)) {
    edge->label_x = x * INCH;
    edge->label_y = self->height - y * INCH;
  } else if (edge->n) {
    const PoplensGraphPoint *middle =
        &g_array_index (self->points, PoplensGraphPoint, edge->first + edge->n / 2);
    edge->label_x = middle->x;
    edge->label_y = middle->y;
  }
}

static gboolean
place_edge (PoplensGraph *self, char *line, GHashTable *edges)
{
  PoplensGraphEdge *edge;
  PoplensGraphPoint point;
  guint tail, head;
  double n;

  if (!read_node (self, &line, &tail) || !read_node (self, &line, &head) ||
      !graph_dot_read_number (&line, &n) || !(edge = find_edge (self, edges, tail, head)))
    return FALSE;
  edge->first = self->points->len;
  for (edge->n = 0; edge->n < n; edge->n++) {
    if (!graph_dot_read_number (&line, &point.x) || !graph_dot_read_number (&line, &point.y))
      return FALSE;
    point = (PoplensGraphPoint){point.x * INCH, self->height - point.y * INCH};
    g_array_append_val (self->points, point);
  }
  if (edge->returns)
    reverse_points (&g_array_index (self->points, PoplensGraphPoint, edge->first), edge->n);
  place_label (self, edge, line);
  return TRUE;
}

/* Places an edge for which dot wrote no curve, because another edge connects the same boxes in the
 * opposite direction. Copies the curve of that edge in reverse. */
static void
place_twin (PoplensGraph *self, GHashTable *edges, PoplensGraphEdge *edge)
{
  const PoplensGraphEdge *other = find_edge (self, edges, edge->returns ? edge->to : edge->from,
                                             edge->returns ? edge->from : edge->to);

  if (!other || !other->n)
    return;
  edge->first = self->points->len;
  edge->n = other->n;
  edge->label_x = other->label_x;
  edge->label_y = other->label_y;
  for (guint i = 0; i < other->n; i++) {
    PoplensGraphPoint point =
        g_array_index (self->points, PoplensGraphPoint, other->first + other->n - 1 - i);
    g_array_append_val (self->points, point);
  }
}

static GHashTable *
index_edges (const PoplensGraph *self)
{
  GHashTable *edges = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (guint i = 0; i < self->edges->len; i++) {
    const PoplensGraphEdge *edge = edge_at (self, i);
    guint64 key = edge->returns ? (guint64) edge->to << 32 | edge->from
                                : (guint64) edge->from << 32 | edge->to;
    g_hash_table_insert (edges, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (i + 1));
  }
  return edges;
}

/* Parses the output of dot: lines "graph SCALE WIDTH HEIGHT", "node …", "edge …" and "stop". */
static gboolean
read_plain (PoplensGraph *self, char *text)
{
  g_autoptr (GHashTable) edges = index_edges (self);
  double scale;

  for (char *line = strtok_r (text, "\n", &text); line; line = strtok_r (NULL, "\n", &text)) {
    char *words = strchr (line, ' ');
    gboolean good = TRUE;
    if (g_str_has_prefix (line, "graph ")) {
      good = graph_dot_read_number (&words, &scale) &&
             graph_dot_read_number (&words, &self->width) &&
             graph_dot_read_number (&words, &self->height);
      self->width *= INCH;
      self->height *= INCH;
    } else if (g_str_has_prefix (line, "node ")) {
      good = place_node (self, words);
    } else if (g_str_has_prefix (line, "edge ")) {
      good = place_edge (self, words, edges);
    }
    if (!good)
      return FALSE;
  }
  for (guint i = 0; i < self->edges->len; i++) {
    PoplensGraphEdge *edge = edge_at (self, i);
    if (!edge->n)
      place_twin (self, edges, edge);
  }
  poplens_graph_place_frames (self);
  return self->width > 0 && self->height > 0;
}

/* ---- the dot process ------------------------------------------------------------------------- */

typedef struct {
  GMutex lock;
  GCond ended;
  gboolean done, late;
  gint64 end; /* deadline, monotonic time in µs */
  GSubprocess *child;
} DotDeadline;

/* Thread function. Kills the child at the deadline. */
static gpointer
watch_deadline (gpointer data)
{
  DotDeadline *guard = data;
  g_mutex_lock (&guard->lock);
  while (!guard->done && !guard->late)
    guard->late = !g_cond_wait_until (&guard->ended, &guard->lock, guard->end);
  if (guard->late)
    g_subprocess_force_exit (guard->child);
  g_mutex_unlock (&guard->lock);
  return NULL;
}

/* Sends @question to the child process and returns its output. (transfer full) (nullable): NULL if
 * the process failed. @end: deadline, monotonic time in µs. @late: (out): the deadline has
 * passed. */
static char *
graph_dot_ask (GSubprocess *child, const char *question, gint64 end, gboolean *late,
               GCancellable *cancellable, GError **error)
{
  DotDeadline guard = {.end = end, .child = child};
  char *answer = NULL;
  GThread *thread;

  g_mutex_init (&guard.lock);
  g_cond_init (&guard.ended);
  thread = g_thread_new ("graphviz", watch_deadline, &guard);
  if (!g_subprocess_communicate_utf8 (child, question, cancellable, &answer, NULL, error))
    g_subprocess_force_exit (child);
  g_mutex_lock (&guard.lock);
  guard.done = TRUE;
  g_cond_signal (&guard.ended);
  g_mutex_unlock (&guard.lock);
  g_thread_join (thread);
  *late = guard.late;
  g_mutex_clear (&guard.lock);
  g_cond_clear (&guard.ended);
  return answer;
}

/* Runs dot once. FALSE without @error if dot failed or was too slow. @end: deadline, monotonic time
 * in µs. @late: (out): the deadline has passed. */
static gboolean
try_place (PoplensGraph *self, const char *program, Ranks ranks, gint64 end, gboolean *late,
           GCancellable *cancellable, GError **error)
{
  g_autofree char *question = write_dot (self, ranks);
  g_autofree char *answer = NULL;
  g_autoptr (GSubprocess) child =
      g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE |
                            G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                        error, program, "-Tplain", NULL);

  if (!child)
    return FALSE;
  answer = graph_dot_ask (child, question, end, late, cancellable, error);
  return answer && !*late && g_subprocess_get_successful (child) && read_plain (self, answer);
}

gboolean
poplens_graph_place (PoplensGraph *self, guint seconds, GCancellable *cancellable, GError **error)
{
  g_autofree char *program = g_find_program_in_path ("dot");
  g_autoptr (GError) local = NULL;
  gint64 end = g_get_monotonic_time () + seconds * G_TIME_SPAN_SECOND;
  gboolean late = FALSE, placed;

  if (!program) {
    g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
                         "Graphviz is not installed. Install the package graphviz to draw graphs.");
    return FALSE;
  }
  placed = try_place (self, program, RANKS_OF_FRAMES, end, &late, cancellable, &local);
  if (!placed && !late && !local && self->frames->len)
    placed = try_place (self, program, RANKS_OF_ALL, end, &late, cancellable, &local);
  if (placed)
    return TRUE;
  if (local)
    g_propagate_error (error, g_steal_pointer (&local));
  else if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    g_set_error_literal (
        error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
        late ? "Graphviz takes too long to lay out the graph. Show fewer operations."
             : "Graphviz failed to lay out the graph.");
  return FALSE;
}
