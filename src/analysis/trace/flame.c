/* Builds a flame graph from the names of steps in three stages: merges steps to leaves, builds a
 * tree of the parts of names, and converts the tree to columns. */
#include "analysis/trace/flame.h"

#include "analysis/trace/name-parts.h"
#include "base/large.h"
#include "base/search.h"

#include <stdlib.h>
#include <string.h>

/* ---- tree of paths --------------------------------------------------------------------------- */

typedef enum {
  FLAME_PATH,        /* leaf whose name is its path in the tree */
  FLAME_OWN,         /* leaf with the same path as a node: the node's own step */
  FLAME_TRANSPARENT, /* sync or copy without a path: its place depends on the leaves before and
                        after it */
  FLAME_STREAM,      /* Begin, Mid or End of a StreamCopy: placed below the node of the copy */
  FLAME_APART,       /* SyncAns: placed at the top level, outside the tree */
} FlameRole;

/* Twig: a node or leaf of the unfinished tree. One twig holds several path parts if the path does
 * not branch between them. */
typedef struct {
  guint32 parent; /* index of the parent twig; POPLENS_FLAME_NONE: no parent, or a StreamCopy that
                     is not placed yet */
  guint32 first;  /* first leaf (step) below the twig */
  PoplensFlameName name;
  gboolean is_leaf;
  gboolean is_io; /* TRUE: a StreamCopy that overlaps with compute or an exchange */
} FlameTwig;

/* Position of a leaf in the tree. */
typedef struct {
  guint8 role;  /* FlameRole */
  guint32 twig; /* index of the leaf's twig; for FLAME_OWN, index of the node's twig */
} FlameSeat;

/* The tree while it is built. Leaves are already merged. */
typedef struct {
  GArray *twigs; /* FlameTwig */
  FlameSeat *seats;
} FlameTree;

/* Text for progress while a flame graph is built. */
#define FLAME_WORK "Grouping steps by name"

typedef enum {
  FLAME_EMPTY,
  FLAME_STREAM_COPY,
  FLAME_BEGIN,
  FLAME_MID,
  FLAME_END,
} FlameFixedName;

static PoplensFlameName
flame_fixed_name (FlameFixedName name)
{
  return (PoplensFlameName){POPLENS_FLAME_NONE, name, 0};
}

/* ---- stream copies that overlap with work ---------------------------------------------------- */

/* Number of leaves per chunk in the search for compute and exchanges that overlap with a
 * StreamCopy. Leaves are nearly sorted by time, so the search can skip whole chunks. */
#define CHUNK 512

/* Start and end of compute and exchanges, by chunk of leaves. */
typedef struct {
  const PoplensFlame *flame;
  const guint8 *kind;
  guint32 n;       /* number of chunks */
  guint64 *ends;   /* [n] latest end of compute and exchanges in this and all earlier chunks */
  guint64 *begins; /* [n] earliest start of compute and exchanges in this and all later chunks */
} WorkChunks;

static void
work_chunks_init (WorkChunks *self, const PoplensFlame *flame, const guint8 *kind)
{
  *self = (WorkChunks){flame, kind, (flame->n_leaves + CHUNK - 1) / CHUNK, NULL, NULL};
  self->ends = g_new0 (guint64, MAX (self->n, 1));
  self->begins = POPLENS_NEW_LARGE (guint64, MAX (self->n, 1));
  for (guint32 c = 0; c < self->n; c++)
    self->begins[c] = G_MAXUINT64;
  for (guint32 i = 0; i < flame->n_leaves; i++)
    if (poplens_step_kind_is_work (kind[i])) {
      self->ends[i / CHUNK] = MAX (self->ends[i / CHUNK], flame->leaf_to[i]);
      self->begins[i / CHUNK] = MIN (self->begins[i / CHUNK], flame->leaf_from[i]);
    }
  for (guint32 c = 1; c < self->n; c++)
    self->ends[c] = MAX (self->ends[c], self->ends[c - 1]);
  for (guint32 c = self->n; c-- > 1;)
    self->begins[c - 1] = MIN (self->begins[c - 1], self->begins[c]);
}

static void
work_chunks_clear (WorkChunks *self)
{
  g_free (self->ends);
  g_free (self->begins);
}

/* TRUE if compute or an exchange runs within the cycles [@from, @to). */
static gboolean
work_chunks_overlap (const WorkChunks *self, guint64 from, guint64 to)
{
  const PoplensFlame *flame = self->flame;
  guint32 low = 0, high = self->n;

  POPLENS_SEARCH (low, high, at, self->ends[at] <= from);
  for (guint32 c = low; c < self->n && self->begins[c] < to; c++)
    for (guint32 i = c * CHUNK; i < flame->n_leaves && i / CHUNK == c; i++)
      if (poplens_step_kind_is_work (self->kind[i]) && flame->leaf_from[i] < to &&
          flame->leaf_to[i] > from)
        return TRUE;
  return FALSE;
}

/* Range of cycles in which a StreamCopy runs. */
typedef struct {
  guint32 twig;
  guint64 from, to;
} CopyExtent;

/* Returns the extent of each StreamCopy. A part (Begin, Mid, End) belongs to the copy that began
 * last. (transfer full) */
static GArray *
tree_collect_copies (const FlameTree *tree, const PoplensFlame *flame)
{
  GArray *copies = g_array_new (FALSE, FALSE, sizeof (CopyExtent));

  for (guint32 i = 0; i < flame->n_leaves; i++) {
    guint32 twig;
    CopyExtent *copy;
    if (tree->seats[i].role != FLAME_STREAM)
      continue;
    twig = g_array_index (tree->twigs, FlameTwig, tree->seats[i].twig).parent;
    if (!copies->len || g_array_index (copies, CopyExtent, copies->len - 1).twig != twig) {
      CopyExtent first = {twig, flame->leaf_from[i], flame->leaf_to[i]};
      g_array_append_val (copies, first);
    }
    copy = &g_array_index (copies, CopyExtent, copies->len - 1);
    copy->from = MIN (copy->from, flame->leaf_from[i]);
    copy->to = MAX (copy->to, flame->leaf_to[i]);
  }
  return copies;
}

/* Sets .is_io of each StreamCopy that overlaps with compute or an exchange. @kind: [n_leaves]
 * PoplensStepKind. */
static void
flame_tree_mark_io (FlameTree *tree, const PoplensFlame *flame, const guint8 *kind)
{
  g_autoptr (GArray) copies = tree_collect_copies (tree, flame);
  WorkChunks work;

  if (!copies->len)
    return;
  work_chunks_init (&work, flame, kind);
  for (guint i = 0; i < copies->len; i++) {
    const CopyExtent *copy = &g_array_index (copies, CopyExtent, i);
    g_array_index (tree->twigs, FlameTwig, copy->twig).is_io =
        work_chunks_overlap (&work, copy->from, copy->to);
  }
  work_chunks_clear (&work);
}

/* ---- building the tree ----------------------------------------------------------------------- */

/* Builds the tree from names, one after the other. The open path is the path of the previous name.
 * The next name reuses the parts at the start that both names have. A position in a path is the
 * offset of the first character of a part. The position after the last part is the length of the
 * path + 1. */

typedef struct {
  FlameTree *tree;
  const PoplensFlame *flame;
  GArray *open;          /* guint32: twigs of the open path, from the top */
  const char *open_text; /* (nullable): text of the open path; NULL: no path is open */
  gboolean open_is_leaf; /* TRUE: the open path ends in a leaf */
  guint32 stream; /* twig of the StreamCopy to which steps are added, or POPLENS_FLAME_NONE */
} FlameBuilder;

static FlameTwig *
builder_twig (const FlameBuilder *self, guint32 twig)
{
  return &g_array_index (self->tree->twigs, FlameTwig, twig);
}

static guint32
builder_add_twig (FlameBuilder *self, guint32 parent, guint32 leaf, PoplensFlameName name,
                  gboolean is_leaf)
{
  FlameTwig twig = {.parent = parent, .first = leaf, .name = name, .is_leaf = is_leaf};

  g_array_append_val (self->tree->twigs, twig);
  return self->tree->twigs->len - 1;
}

/* Returns the position after the first parts that @a and @b have in common. */
static gsize
paths_common_end (const char *a, const char *b)
{
  gsize end = 0, i = 0;

  for (;; i++) {
    gboolean a_ends = !a[i] || a[i] == '/', b_ends = !b[i] || b[i] == '/';
    if (a_ends && b_ends)
      end = i + 1;
    if (!a[i] || !b[i] || a[i] != b[i])
      return end;
  }
}

/* Returns the position at which the last part before @end begins. */
static gsize
path_drop_last_part (const char *text, gsize end)
{
  for (end--; end && text[end - 1] != '/'; end--)
    ;
  return end;
}

static gsize
twig_end (const FlameTwig *twig)
{
  return (gsize) twig->name.from + twig->name.length + 1;
}

/* Divides a twig at the position @end of its path: the parts before @end become a new node above
 * the twig. Returns that node. */
static guint32
builder_split_twig (FlameBuilder *self, guint32 twig, gsize end)
{
  FlameTwig below = *builder_twig (self, twig);
  PoplensFlameName name = below.name;
  guint32 above;

  name.length = (guint32) (end - 1 - name.from);
  above = builder_add_twig (self, below.parent, below.first, name, FALSE);
  builder_twig (self, twig)->parent = above;
  builder_twig (self, twig)->name.from = (guint32) end;
  builder_twig (self, twig)->name.length = below.name.length - name.length - 1;
  return above;
}

/* Removes the parts after the position @end from the open path. Returns the twig at its new end, or
 * POPLENS_FLAME_NONE. */
static guint32
builder_cut_open_path (FlameBuilder *self, gsize end)
{
  guint32 last;

  while (self->open->len) {
    last = g_array_index (self->open, guint32, self->open->len - 1);
    if (builder_twig (self, last)->name.from < end)
      break;
    g_array_set_size (self->open, self->open->len - 1);
  }
  if (!self->open->len)
    return POPLENS_FLAME_NONE;
  if (twig_end (builder_twig (self, last)) > end) {
    last = builder_split_twig (self, last, end);
    g_array_index (self->open, guint32, self->open->len - 1) = last;
  }
  return last;
}

/* Returns the position at which the role of a path begins: 4 for "a/b/Op". */
static gsize
path_stem_end (const char *path)
{
  gsize stem = poplens_name_stem (path);

  return stem ? stem + 1 : 0;
}

/* Converts the leaf at the end of the open path to a node. The leaf's step becomes the node's own
 * step. */
static void
builder_open_leaf (FlameBuilder *self)
{
  guint32 last = g_array_index (self->open, guint32, self->open->len - 1);

  builder_twig (self, last)->is_leaf = FALSE;
  self->tree->seats[builder_twig (self, last)->first].role = FLAME_OWN;
}

static FlameSeat
builder_seat_path (FlameBuilder *self, guint32 leaf, guint32 name)
{
  const char *text = poplens_name_path (poplens_strings_get (self->flame->strings, name));
  gsize end = self->open_text ? paths_common_end (self->open_text, text) : 0,
        length = strlen (text);
  PoplensFlameName rest = {name, 0, 0};
  guint32 last;

  if (end)
    end = MIN (end, MIN (path_stem_end (self->open_text), path_stem_end (text)));
  if (end && self->open_is_leaf && !self->open_text[end - 1]) {
    /* If the new path is longer, the previous leaf becomes a node. If the paths are equal, the new
     * leaf becomes a sibling of the previous leaf. */
    if (end <= length)
      builder_open_leaf (self);
    else
      end = path_drop_last_part (self->open_text, end);
  }
  last = builder_cut_open_path (self, end);
  self->open_text = text;
  self->open_is_leaf = end <= length;
  if (end > length)
    return (FlameSeat){FLAME_OWN, last};
  rest.from = (guint32) end;
  rest.length = (guint32) (length - end);
  last = builder_add_twig (self, last, leaf, rest, TRUE);
  g_array_append_val (self->open, last);
  return (FlameSeat){FLAME_PATH, last};
}

/* Adds a part of a StreamCopy. Adds a node for the copy before the first part;
 * emitter_place_stream_part () sets the node's parent. */
static FlameSeat
builder_seat_stream_copy (FlameBuilder *self, guint32 leaf, PoplensStepKind kind)
{
  FlameFixedName name = kind == POPLENS_STEP_STREAM_COPY_BEGIN ? FLAME_BEGIN
                        : kind == POPLENS_STEP_STREAM_COPY_MID ? FLAME_MID
                                                               : FLAME_END;
  guint32 part;

  if (name == FLAME_BEGIN || self->stream == POPLENS_FLAME_NONE)
    self->stream = builder_add_twig (self, POPLENS_FLAME_NONE, leaf,
                                     flame_fixed_name (FLAME_STREAM_COPY), FALSE);
  part = builder_add_twig (self, self->stream, leaf, flame_fixed_name (name), TRUE);
  if (name == FLAME_END)
    self->stream = POPLENS_FLAME_NONE;
  return (FlameSeat){FLAME_STREAM, part};
}

static FlameSeat
builder_seat_leaf (FlameBuilder *self, guint32 leaf, PoplensStepKind kind, guint32 name)
{
  switch (kind) {
  case POPLENS_STEP_SYNC_ANS:
    return (FlameSeat){FLAME_APART, POPLENS_FLAME_NONE};
  case POPLENS_STEP_SYNC:
  case POPLENS_STEP_SANS:
    return (FlameSeat){FLAME_TRANSPARENT, POPLENS_FLAME_NONE};
  case POPLENS_STEP_STREAM_COPY_BEGIN:
  case POPLENS_STEP_STREAM_COPY_MID:
  case POPLENS_STEP_STREAM_COPY_END:
    return builder_seat_stream_copy (self, leaf, kind);
  default:
    if (poplens_name_is_copy (poplens_strings_get (self->flame->strings, name)))
      return (FlameSeat){FLAME_TRANSPARENT, POPLENS_FLAME_NONE};
    return builder_seat_path (self, leaf, name);
  }
}

/* Builds the tree. @kind, @name: of each leaf of @self. FALSE if @work was cancelled; the tree must
 * be cleared in this case, too. */
static gboolean
flame_tree_init (FlameTree *tree, const PoplensFlame *self, const guint8 *kind, const guint32 *name,
                 const PoplensWork *work)
{
  guint32 i;
  FlameBuilder builder = {.tree = tree, .flame = self, .stream = POPLENS_FLAME_NONE};

  tree->twigs = g_array_new (FALSE, FALSE, sizeof (FlameTwig));
  tree->seats = POPLENS_NEW_LARGE (FlameSeat, self->n_leaves);
  builder.open = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (i = 0; i < self->n_leaves; i++) {
    if (!POPLENS_WORK_GO_ON (work, FLAME_WORK, i, self->n_leaves))
      break;
    tree->seats[i] = builder_seat_leaf (&builder, i, kind[i], name[i]);
  }
  g_array_unref (builder.open);
  if (i < self->n_leaves)
    return FALSE;
  flame_tree_mark_io (tree, self, kind);
  return TRUE;
}

static void
flame_tree_clear (FlameTree *tree)
{
  g_array_unref (tree->twigs);
  g_free (tree->seats);
}

/* ---- leaves ---------------------------------------------------------------------------------- */

/* Progress (0 … 1) at which leaves are merged (MERGED), and at which the tree is built (SEATED). */
#define MERGED 0.2
#define SEATED 0.6

static const char *const fixed_names[] = {
    [FLAME_EMPTY] = "",      [FLAME_STREAM_COPY] = "StreamCopy",
    [FLAME_BEGIN] = "Begin", [FLAME_MID] = "Mid",
    [FLAME_END] = "End",
};

static int
compare_input_steps (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint32 *step = data;
  guint32 i = *(const guint32 *) a, j = *(const guint32 *) b;

  if (step[i] != step[j])
    return step[i] < step[j] ? -1 : 1;
  return i < j ? -1 : i > j;
}

static guint32 *
input_order_by_step (const PoplensFlameInput *input)
{
  guint32 *order = POPLENS_NEW_LARGE (guint32, input->n);
  gboolean sorted = TRUE;

  for (guint32 i = 0; i < input->n; i++) {
    order[i] = i;
    sorted = sorted && (!i || input->step[i - 1] <= input->step[i]);
  }
  if (!sorted)
    g_qsort_with_data (order, (int) input->n, sizeof (guint32), compare_input_steps,
                       (gpointer) input->step);
  return order;
}

static gboolean
step_continues (const PoplensFlameInput *input, guint32 last, guint32 next)
{
  return input->kind[last] == input->kind[next] && input->name[last] == input->name[next] &&
         input->kind[last] != POPLENS_STEP_SYNC_ANS;
}

/* Merges adjacent steps of the same kind and name to leaves. @kind, @name: (out): of each leaf, for
 * building the tree. FALSE if cancelled. */
static gboolean
flame_merge_leaves (PoplensFlame *self, const PoplensFlameInput *input, guint8 *kind, guint32 *name)
{
  PoplensWork work = poplens_work_share (input->work, 0, MERGED);

  self->source = input_order_by_step (input);
  for (guint32 i = 0; i < input->n; i++) {
    guint32 s = self->source[i], leaf = self->n_leaves - 1;
    if (!POPLENS_WORK_GO_ON (&work, FLAME_WORK, i, input->n))
      return FALSE;
    if (i && step_continues (input, self->source[i - 1], s)) {
      self->leaf_from[leaf] = MIN (self->leaf_from[leaf], input->from[s]);
      self->leaf_to[leaf] = MAX (self->leaf_to[leaf], input->to[s]);
      continue;
    }
    leaf = self->n_leaves++;
    self->leaf_source[leaf] = i;
    self->leaf_from[leaf] = input->from[s];
    self->leaf_to[leaf] = input->to[s];
    kind[leaf] = input->kind[s];
    name[leaf] = input->name[s];
  }
  self->leaf_source[self->n_leaves] = input->n;
  return TRUE;
}

/* ---- from the tree to columns ---------------------------------------------------------------- */

/* State of writing the columns of a flame graph. */
typedef struct {
  PoplensFlame *self;
  FlameTree *tree;
  const guint32 *name; /* [n_leaves] string ids of the names */
  guint32 *node_of;    /* [twigs] index of the node of each twig */
  guint32 *last_child; /* [nodes] last child of each node: index of a leaf, or n_leaves + index of a
                          node */
  GArray *chain; /* guint32: twigs of the nodes that begin with the current leaf, deepest first */
  guint32 last_path; /* last leaf that was placed by its name, or POPLENS_FLAME_NONE */
  guint32 pending;   /* first leaf that is not placed yet */
} FlameEmitter;

static FlameTwig *
emitter_twig (const FlameEmitter *e, guint32 twig)
{
  return &g_array_index (e->tree->twigs, FlameTwig, twig);
}

static guint32
emitter_node_of_twig (const FlameEmitter *e, guint32 twig)
{
  return twig == POPLENS_FLAME_NONE ? POPLENS_FLAME_NONE : e->node_of[twig];
}

static guint32
flame_row_below (const PoplensFlame *self, guint32 parent)
{
  return parent == POPLENS_FLAME_NONE ? 0 : self->node_row[parent] + 1;
}

static void
emitter_place_leaf (FlameEmitter *e, guint32 leaf, guint32 parent, PoplensFlameName name)
{
  PoplensFlame *self = e->self;

  self->leaf_parent[leaf] = parent;
  self->leaf_row[leaf] = flame_row_below (self, parent);
  self->leaf_name[leaf] = name;
  self->leaf_node[leaf] = POPLENS_FLAME_NONE;
  if (parent == POPLENS_FLAME_NONE)
    return;
  e->last_child[parent] = leaf;
  self->node_last[parent] = leaf;
}

static void
emitter_write_node (FlameEmitter *e, guint32 twig)
{
  PoplensFlame *self = e->self;
  const FlameTwig *t = emitter_twig (e, twig);
  guint32 node = self->n_nodes++, parent = emitter_node_of_twig (e, t->parent);

  e->node_of[twig] = node;
  self->node_parent[node] = parent;
  self->node_row[node] = flame_row_below (self, parent);
  self->node_name[node] = t->name;
  self->node_from[node] = self->leaf_from[t->first];
  self->node_first[node] = self->node_last[node] = t->first;
  self->node_is_io[node] = (guint8) t->is_io;
  if (parent != POPLENS_FLAME_NONE)
    e->last_child[parent] = self->n_leaves + node;
}

/* Returns the deepest twig that is above both the last placed path leaf and the next path leaf. The
 * leaves between the two are placed below that twig. @top: highest twig that begins with the next
 * path leaf; if none does, the leaf's own twig (FlameSeat.twig). */
static guint32
emitter_twig_above_both (const FlameEmitter *e, guint32 top)
{
  const FlameSeat *last;
  guint32 above;

  if (e->last_path == POPLENS_FLAME_NONE)
    return POPLENS_FLAME_NONE;
  last = &e->tree->seats[e->last_path];
  above = emitter_twig (e, top)->parent;
  /* An own step is placed beside its node, so the last leaf is not below that node. */
  if (last->role == FLAME_OWN && above == last->twig)
    return emitter_twig (e, above)->parent;
  return above;
}

/* Places a part of a StreamCopy below the node of the copy. That node is placed below @above or, if
 * the copy overlaps with compute or an exchange, at the top level. */
static void
emitter_place_stream_part (FlameEmitter *e, guint32 leaf, guint32 above)
{
  const FlameTwig *part = emitter_twig (e, e->tree->seats[leaf].twig);
  FlameTwig *group = emitter_twig (e, part->parent);

  if (group->first == leaf) {
    group->parent = group->is_io ? POPLENS_FLAME_NONE : above;
    emitter_write_node (e, part->parent);
  }
  emitter_place_leaf (e, leaf, e->node_of[part->parent], part->name);
}

/* Places the leaves from .pending to @end below the twig @above. These leaves are syncs and copies,
 * which have no path. */
static void
emitter_place_pending (FlameEmitter *e, guint32 end, guint32 above)
{
  guint32 parent = emitter_node_of_twig (e, above);

  for (guint32 i = e->pending; i < end; i++) {
    PoplensFlameName name = {e->name[i], 0, 0};
    FlameRole role = e->tree->seats[i].role;
    if (role == FLAME_STREAM) {
      emitter_place_stream_part (e, i, above);
      continue;
    }
    name.length =
        (guint32) strlen (poplens_name_path (poplens_strings_get (e->self->strings, name.string)));
    emitter_place_leaf (e, i, role == FLAME_APART ? POPLENS_FLAME_NONE : parent, name);
  }
}

static void
emitter_write_path_leaf (FlameEmitter *e, guint32 leaf)
{
  const FlameSeat *seat = &e->tree->seats[leaf];
  guint32 top = seat->twig;

  g_array_set_size (e->chain, 0);
  if (seat->role == FLAME_OWN && emitter_twig (e, top)->first == leaf)
    g_array_append_val (e->chain, top);
  if (emitter_twig (e, top)->first == leaf) {
    for (guint32 up = emitter_twig (e, top)->parent;
         up != POPLENS_FLAME_NONE && emitter_twig (e, up)->first == leaf;
         up = emitter_twig (e, up)->parent) {
      g_array_append_val (e->chain, up);
      top = up;
    }
  }
  emitter_place_pending (e, leaf, emitter_twig_above_both (e, top));
  for (guint i = e->chain->len; i-- > 0;)
    emitter_write_node (e, g_array_index (e->chain, guint32, i));
  if (seat->role == FLAME_PATH) {
    const FlameTwig *twig = emitter_twig (e, seat->twig);
    emitter_place_leaf (e, leaf, emitter_node_of_twig (e, twig->parent), twig->name);
  } else {
    guint32 node = e->node_of[seat->twig];
    PoplensFlame *self = e->self;
    self->leaf_parent[leaf] = self->node_parent[node];
    self->leaf_row[leaf] = self->node_row[node];
    self->leaf_name[leaf] = flame_fixed_name (FLAME_EMPTY);
    self->leaf_node[leaf] = node;
    self->node_last[node] = leaf;
    self->node_own[node + 1]++;
  }
  e->last_path = leaf;
  e->pending = leaf + 1;
}

/* Lists the own steps of all nodes in .own. Converts .node_own from counts to offsets in .own:
 * before the call, node_own[i + 1] is the number of own steps of node i. */
static void
flame_collect_own_steps (PoplensFlame *self)
{
  g_autofree guint32 *at = NULL;

  for (guint32 i = 0; i < self->n_nodes; i++)
    self->node_own[i + 1] += self->node_own[i];
  self->own = POPLENS_NEW_LARGE (guint32, self->node_own[self->n_nodes]);
  at = g_memdup2 (self->node_own, (self->n_nodes + 1) * sizeof (guint32));
  for (guint32 i = 0; i < self->n_leaves; i++)
    if (self->leaf_node[i] != POPLENS_FLAME_NONE)
      self->own[at[self->leaf_node[i]]++] = i;
}

/* Fills .node_to and .node_last. Children come after their parents, so the loop runs backwards: the
 * end of each child is known before that of its parent. */
static void
emitter_close_nodes (FlameEmitter *e)
{
  PoplensFlame *self = e->self;

  for (guint32 i = self->n_nodes; i-- > 0;) {
    guint32 last = e->last_child[i], parent = self->node_parent[i];
    if (self->node_own[i + 1] > self->node_own[i])
      self->node_to[i] = self->leaf_to[self->own[self->node_own[i + 1] - 1]];
    else
      self->node_to[i] =
          last < self->n_leaves ? self->leaf_to[last] : self->node_to[last - self->n_leaves];
    if (parent != POPLENS_FLAME_NONE)
      self->node_last[parent] = MAX (self->node_last[parent], self->node_last[i]);
  }
}

/* Writes the columns. FALSE if cancelled; the nodes are not complete then. */
static gboolean
flame_emit (PoplensFlame *self, FlameTree *tree, const guint32 *name, const PoplensWork *work)
{
  guint32 most = tree->twigs->len, i;
  FlameEmitter e = {.self = self, .tree = tree, .name = name, .last_path = POPLENS_FLAME_NONE};

  e.node_of = POPLENS_NEW_LARGE (guint32, most);
  e.last_child = POPLENS_NEW_LARGE (guint32, most);
  e.chain = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (i = 0; i < self->n_leaves; i++) {
    if (!POPLENS_WORK_GO_ON (work, FLAME_WORK, i, self->n_leaves))
      break;
    if (tree->seats[i].role == FLAME_PATH || tree->seats[i].role == FLAME_OWN)
      emitter_write_path_leaf (&e, i);
  }
  if (i == self->n_leaves) {
    emitter_place_pending (&e, self->n_leaves, POPLENS_FLAME_NONE);
    flame_collect_own_steps (self);
    emitter_close_nodes (&e);
  }
  g_free (e.node_of);
  g_free (e.last_child);
  g_array_unref (e.chain);
  return i == self->n_leaves;
}

static void
flame_allocate_nodes (PoplensFlame *self, const FlameTree *tree)
{
  guint32 n = 0;

  for (guint i = 0; i < tree->twigs->len; i++)
    n += !g_array_index (tree->twigs, FlameTwig, i).is_leaf;
  self->node_parent = POPLENS_NEW_LARGE (guint32, n);
  self->node_row = POPLENS_NEW_LARGE (guint32, n);
  self->node_name = POPLENS_NEW_LARGE (PoplensFlameName, n);
  self->node_from = POPLENS_NEW_LARGE (guint64, n);
  self->node_to = POPLENS_NEW_LARGE (guint64, n);
  self->node_is_io = POPLENS_NEW_LARGE (guint8, n);
  self->node_own = g_new0 (guint32, n + 1);
  self->node_first = POPLENS_NEW_LARGE (guint32, n);
  self->node_last = POPLENS_NEW_LARGE (guint32, n);
}

static void
flame_allocate_leaves (PoplensFlame *self, guint32 n)
{
  self->leaf_parent = POPLENS_NEW_LARGE (guint32, n);
  self->leaf_row = POPLENS_NEW_LARGE (guint32, n);
  self->leaf_name = POPLENS_NEW_LARGE (PoplensFlameName, n);
  self->leaf_from = POPLENS_NEW_LARGE (guint64, n);
  self->leaf_to = POPLENS_NEW_LARGE (guint64, n);
  self->leaf_node = POPLENS_NEW_LARGE (guint32, n);
  self->leaf_source = POPLENS_NEW_LARGE (guint32, (gsize) n + 1);
}

PoplensFlame *
poplens_flame_new (const PoplensFlameInput *input)
{
  PoplensFlame *self = g_new0 (PoplensFlame, 1);
  g_autofree guint8 *kind = POPLENS_NEW_LARGE (guint8, input->n);
  g_autofree guint32 *name = POPLENS_NEW_LARGE (guint32, input->n);
  PoplensWork seating = poplens_work_share (input->work, MERGED, SEATED);
  PoplensWork emitting = poplens_work_share (input->work, SEATED, 1);
  FlameTree tree = {0};
  gboolean whole;

  self->strings = input->strings;
  flame_allocate_leaves (self, input->n);
  whole = flame_merge_leaves (self, input, kind, name);
  if (whole) {
    whole = flame_tree_init (&tree, self, kind, name, &seating);
    if (whole) {
      flame_allocate_nodes (self, &tree);
      whole = flame_emit (self, &tree, name, &emitting);
    }
    flame_tree_clear (&tree);
  }
  if (!whole)
    g_clear_pointer (&self, poplens_flame_free);
  return self;
}

void
poplens_flame_keep_names (PoplensFlame *self)
{
  g_clear_pointer (&self->node_parent, g_free);
  g_clear_pointer (&self->node_row, g_free);
  g_clear_pointer (&self->node_from, g_free);
  g_clear_pointer (&self->node_to, g_free);
  g_clear_pointer (&self->node_is_io, g_free);
  g_clear_pointer (&self->node_own, g_free);
  g_clear_pointer (&self->own, g_free);
  g_clear_pointer (&self->leaf_parent, g_free);
  g_clear_pointer (&self->leaf_row, g_free);
  g_clear_pointer (&self->leaf_from, g_free);
  g_clear_pointer (&self->leaf_to, g_free);
}

void
poplens_flame_free (PoplensFlame *self)
{
  if (!self)
    return;
  poplens_flame_keep_names (self);
  g_free (self->node_first);
  g_free (self->node_last);
  g_free (self->node_name);
  g_free (self->leaf_name);
  g_free (self->leaf_node);
  g_free (self->leaf_source);
  g_free (self->source);
  g_free (self);
}

const char *
poplens_flame_name (const PoplensFlame *self, PoplensFlameName name, gsize *length)
{
  if (name.string == POPLENS_FLAME_NONE) {
    *length = strlen (fixed_names[name.from]);
    return fixed_names[name.from];
  }
  *length = name.length;
  return poplens_name_path (poplens_strings_get (self->strings, name.string)) + name.from;
}
