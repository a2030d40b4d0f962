#include "analysis/trace/flame.h"

#include "analysis/trace/name-parts.h"
#include "base/search.h"

#include <stdlib.h>
#include <string.h>

/* ---- a tree of paths ------------------------------------------------------------------------- */

typedef enum {
  FLAME_PATH,        /* has a place in the tree of names */
  FLAME_OWN,         /* the step of a node that has children already */
  FLAME_TRANSPARENT, /* put aside, and placed between its neighbours */
  FLAME_STREAM,      /* a part of a StreamCopy, which is put aside as a whole */
  FLAME_APART,       /* SyncAns: at the root, and takes no part */
} FlameRole;

/* A node or leaf of the tree. A chain of parts without a branch is one twig from the start, so that
 * "collapse" (formats.md 6.2) is never to be done. */
typedef struct {
  guint32 parent; /* twig, or POPLENS_FLAME_NONE; of a StreamCopy set when it is placed */
  guint32 first;  /* leaf: the first one within */
  PoplensFlameName name;
  gboolean is_leaf;
  gboolean is_io; /* a StreamCopy beside work */
} FlameTwig;

typedef struct {
  guint8 role;  /* FlameRole */
  guint32 twig; /* PATH, STREAM: the leaf's; OWN: the node's */
} FlameSeat;

/* Of a flame's leaves (which are merged already): twigs, and a seat for each leaf. */
typedef struct {
  GArray *twigs; /* of FlameTwig */
  FlameSeat *seats;
} FlameTree;

/* What PoplensWork tells while a flame graph is made. */
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

/* ---- stream copies beside work --------------------------------------------------------------- */

/* Leaves that are looked at together, by step, which is nearly by time. */
#define CHUNK 512

typedef struct {
  const PoplensFlame *flame;
  const guint8 *kind;
  guint32 n;       /* chunks */
  guint64 *ends;   /* [n] last end of the work in this chunk and those before, */
  guint64 *begins; /* [n] first begin of that in this one and those behind: both rise */
} Work;

static void
work_init (Work *self, const PoplensFlame *flame, const guint8 *kind)
{
  *self = (Work){flame, kind, (flame->n_leaves + CHUNK - 1) / CHUNK, NULL, NULL};
  self->ends = g_new0 (guint64, MAX (self->n, 1));
  self->begins = g_new (guint64, MAX (self->n, 1));
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
work_clear (Work *self)
{
  g_free (self->ends);
  g_free (self->begins);
}

/* Does any work run within [from, to)? */
static gboolean
overlaps (const Work *self, guint64 from, guint64 to)
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

/* A StreamCopy, from the begin of its first part to the end of its last. */
typedef struct {
  guint32 twig;
  guint64 from, to;
} Copy;

/* A part is of the copy that was opened last. */
static GArray *
collect_copies (const FlameTree *tree, const PoplensFlame *flame)
{
  GArray *copies = g_array_new (FALSE, FALSE, sizeof (Copy));

  for (guint32 i = 0; i < flame->n_leaves; i++) {
    guint32 twig;
    Copy *copy;
    if (tree->seats[i].role != FLAME_STREAM)
      continue;
    twig = g_array_index (tree->twigs, FlameTwig, tree->seats[i].twig).parent;
    if (!copies->len || g_array_index (copies, Copy, copies->len - 1).twig != twig) {
      Copy first = {twig, flame->leaf_from[i], flame->leaf_to[i]};
      g_array_append_val (copies, first);
    }
    copy = &g_array_index (copies, Copy, copies->len - 1);
    copy->from = MIN (copy->from, flame->leaf_from[i]);
    copy->to = MAX (copy->to, flame->leaf_to[i]);
  }
  return copies;
}

/* Marks each StreamCopy during which compute or an exchange runs, by the blocks of @flame's leaves.
 * @kind: of each leaf */
static void
flame_tree_mark_io (FlameTree *tree, const PoplensFlame *flame, const guint8 *kind)
{
  g_autoptr (GArray) copies = collect_copies (tree, flame);
  Work work;

  if (!copies->len)
    return;
  work_init (&work, flame, kind);
  for (guint i = 0; i < copies->len; i++) {
    const Copy *copy = &g_array_index (copies, Copy, i);
    g_array_index (tree->twigs, FlameTwig, copy->twig).is_io =
        overlaps (&work, copy->from, copy->to);
  }
  work_clear (&work);
}

/* ---- the tree -------------------------------------------------------------------------------- */

/* From names to a tree. The open path is the last name without "csN_"; positions in it count a '/'
 * behind each part, so that a path of k parts ends where its k-th slash would, and 0 is no part at
 * all. */

typedef struct {
  FlameTree *tree;
  const PoplensFlame *flame;
  GArray *open;          /* guint32: the open path's twigs, from the root down */
  const char *open_text; /* NULL: nothing is open */
  gboolean open_is_leaf; /* the open path ends in a leaf */
  guint32 stream;        /* the StreamCopy that parts join, or NONE */
} Builder;

static FlameTwig *
builder_twig (const Builder *self, guint32 twig)
{
  return &g_array_index (self->tree->twigs, FlameTwig, twig);
}

static guint32
add_twig (Builder *self, guint32 parent, guint32 leaf, PoplensFlameName name, gboolean is_leaf)
{
  FlameTwig twig = {.parent = parent, .first = leaf, .name = name, .is_leaf = is_leaf};

  g_array_append_val (self->tree->twigs, twig);
  return self->tree->twigs->len - 1;
}

/* Where the parts end that @a and @b have in common. */
static gsize
common_parts (const char *a, const char *b)
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

/* Without the last of the parts that end at @end. */
static gsize
one_part_less (const char *text, gsize end)
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

/* What @twig's name has before @end becomes a node above it. */
static guint32
split_twig (Builder *self, guint32 twig, gsize end)
{
  FlameTwig below = *builder_twig (self, twig);
  PoplensFlameName name = below.name;
  guint32 above;

  name.length = (guint32) (end - 1 - name.from);
  above = add_twig (self, below.parent, below.first, name, FALSE);
  builder_twig (self, twig)->parent = above;
  builder_twig (self, twig)->name.from = (guint32) end;
  builder_twig (self, twig)->name.length = below.name.length - name.length - 1;
  return above;
}

/* Cuts the open path to the parts that end at @end. Returns: its last twig, or NONE */
static guint32
cut_open_path (Builder *self, gsize end)
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
    last = split_twig (self, last, end);
    g_array_index (self->open, guint32, self->open->len - 1) = last;
  }
  return last;
}

/* Where the parts end that a role stands behind: it is one name, and no node is opened within. */
static gsize
stem_end (const char *path)
{
  gsize stem = poplens_name_stem (path);

  return stem ? stem + 1 : 0;
}

/* The leaf that the open path ends in becomes a group, with the step as its own. */
static void
open_leaf (Builder *self)
{
  guint32 last = g_array_index (self->open, guint32, self->open->len - 1);

  builder_twig (self, last)->is_leaf = FALSE;
  self->tree->seats[builder_twig (self, last)->first].role = FLAME_OWN;
}

static FlameSeat
seat_path (Builder *self, guint32 leaf, guint32 name)
{
  const char *text = poplens_name_path (poplens_strings_get (self->flame->strings, name));
  gsize end = self->open_text ? common_parts (self->open_text, text) : 0, length = strlen (text);
  PoplensFlameName rest = {name, 0, 0};
  guint32 last;

  if (end)
    end = MIN (end, MIN (stem_end (self->open_text), stem_end (text)));
  if (end && self->open_is_leaf && !self->open_text[end - 1]) {
    /* The same path again stands beside the step; a longer one makes a group of it. */
    if (end <= length)
      open_leaf (self);
    else
      end = one_part_less (self->open_text, end);
  }
  last = cut_open_path (self, end);
  self->open_text = text;
  self->open_is_leaf = end <= length;
  if (end > length)
    return (FlameSeat){FLAME_OWN, last};
  rest.from = (guint32) end;
  rest.length = (guint32) (length - end);
  last = add_twig (self, last, leaf, rest, TRUE);
  g_array_append_val (self->open, last);
  return (FlameSeat){FLAME_PATH, last};
}

/* The group's parent is known when its first part is placed (flame.c). */
static FlameSeat
seat_stream_copy (Builder *self, guint32 leaf, PoplensStepKind kind)
{
  FlameFixedName name = kind == POPLENS_STEP_STREAM_COPY_BEGIN ? FLAME_BEGIN
                        : kind == POPLENS_STEP_STREAM_COPY_MID ? FLAME_MID
                                                               : FLAME_END;
  guint32 part;

  if (name == FLAME_BEGIN || self->stream == POPLENS_FLAME_NONE)
    self->stream =
        add_twig (self, POPLENS_FLAME_NONE, leaf, flame_fixed_name (FLAME_STREAM_COPY), FALSE);
  part = add_twig (self, self->stream, leaf, flame_fixed_name (name), TRUE);
  if (name == FLAME_END)
    self->stream = POPLENS_FLAME_NONE;
  return (FlameSeat){FLAME_STREAM, part};
}

static FlameSeat
seat_leaf (Builder *self, guint32 leaf, PoplensStepKind kind, guint32 name)
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
    return seat_stream_copy (self, leaf, kind);
  default:
    if (poplens_name_is_copy (poplens_strings_get (self->flame->strings, name)))
      return (FlameSeat){FLAME_TRANSPARENT, POPLENS_FLAME_NONE};
    return seat_path (self, leaf, name);
  }
}

/* @kind, @name: of each leaf of @self. FALSE where @work is not wanted any more; clear it then too.
 */
static gboolean
flame_tree_init (FlameTree *tree, const PoplensFlame *self, const guint8 *kind, const guint32 *name,
                 const PoplensWork *work)
{
  guint32 i;
  Builder builder = {.tree = tree, .flame = self, .stream = POPLENS_FLAME_NONE};

  tree->twigs = g_array_new (FALSE, FALSE, sizeof (FlameTwig));
  tree->seats = g_new (FlameSeat, self->n_leaves);
  builder.open = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (i = 0; i < self->n_leaves; i++) {
    if (!POPLENS_WORK_GO_ON (work, FLAME_WORK, i, self->n_leaves))
      break;
    tree->seats[i] = seat_leaf (&builder, i, kind[i], name[i]);
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

/* ---- leaves: by step, neighbours of one kind and name merged --------------------------------- */

/* How much of the work is done when leaves are merged, and when the tree stands. */
#define MERGED 0.2
#define SEATED 0.6

static const char *const fixed_names[] = {
    [FLAME_EMPTY] = "",      [FLAME_STREAM_COPY] = "StreamCopy",
    [FLAME_BEGIN] = "Begin", [FLAME_MID] = "Mid",
    [FLAME_END] = "End",
};

static int
compare_steps (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint32 *step = data;
  guint32 i = *(const guint32 *) a, j = *(const guint32 *) b;

  if (step[i] != step[j])
    return step[i] < step[j] ? -1 : 1;
  return i < j ? -1 : i > j;
}

static guint32 *
order_by_step (const PoplensFlameInput *input)
{
  guint32 *order = g_new (guint32, input->n);
  gboolean sorted = TRUE;

  for (guint32 i = 0; i < input->n; i++) {
    order[i] = i;
    sorted = sorted && (!i || input->step[i - 1] <= input->step[i]);
  }
  if (!sorted)
    g_qsort_with_data (order, (int) input->n, sizeof (guint32), compare_steps,
                       (gpointer) input->step);
  return order;
}

static gboolean
continues (const PoplensFlameInput *input, guint32 last, guint32 next)
{
  return input->kind[last] == input->kind[next] && input->name[last] == input->name[next] &&
         input->kind[last] != POPLENS_STEP_SYNC_ANS;
}

/* @kind, @name: columns of the leaves, for building the tree only. FALSE where it is to stop. */
static gboolean
merge_leaves (PoplensFlame *self, const PoplensFlameInput *input, guint8 *kind, guint32 *name)
{
  PoplensWork work = poplens_work_share (input->work, 0, MERGED);

  self->source = order_by_step (input);
  for (guint32 i = 0; i < input->n; i++) {
    guint32 s = self->source[i], leaf = self->n_leaves - 1;
    if (!POPLENS_WORK_GO_ON (&work, FLAME_WORK, i, input->n))
      return FALSE;
    if (i && continues (input, self->source[i - 1], s)) {
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

typedef struct {
  PoplensFlame *self;
  FlameTree *tree;
  const guint32 *name; /* of each leaf */
  guint32 *node_of;    /* twig → node */
  guint32 *last_child; /* node → leaf, or n_leaves + node */
  GArray *chain;       /* guint32: twigs that begin with one leaf, upwards */
  guint32 last_path;   /* the path leaf before, or NONE */
  guint32 pending;     /* first leaf behind it */
} Emitter;

static FlameTwig *
twig_at (const Emitter *e, guint32 twig)
{
  return &g_array_index (e->tree->twigs, FlameTwig, twig);
}

static guint32
node_of_twig (const Emitter *e, guint32 twig)
{
  return twig == POPLENS_FLAME_NONE ? POPLENS_FLAME_NONE : e->node_of[twig];
}

static guint32
row_below (const PoplensFlame *self, guint32 parent)
{
  return parent == POPLENS_FLAME_NONE ? 0 : self->node_row[parent] + 1;
}

static void
place_leaf (Emitter *e, guint32 leaf, guint32 parent, PoplensFlameName name)
{
  PoplensFlame *self = e->self;

  self->leaf_parent[leaf] = parent;
  self->leaf_row[leaf] = row_below (self, parent);
  self->leaf_name[leaf] = name;
  self->leaf_node[leaf] = POPLENS_FLAME_NONE;
  if (parent == POPLENS_FLAME_NONE)
    return;
  e->last_child[parent] = leaf;
  self->node_last[parent] = leaf;
}

static void
emit_node (Emitter *e, guint32 twig)
{
  PoplensFlame *self = e->self;
  const FlameTwig *t = twig_at (e, twig);
  guint32 node = self->n_nodes++, parent = node_of_twig (e, t->parent);

  e->node_of[twig] = node;
  self->node_parent[node] = parent;
  self->node_row[node] = row_below (self, parent);
  self->node_name[node] = t->name;
  self->node_from[node] = self->leaf_from[t->first];
  self->node_first[node] = self->node_last[node] = t->first;
  self->node_is_io[node] = (guint8) t->is_io;
  if (parent != POPLENS_FLAME_NONE)
    e->last_child[parent] = self->n_leaves + node;
}

/* Under which twig the transparent leaves between the last path leaf and the next stand: the
 * deepest one that is strictly above both. @top: uppermost of the twigs that begin with the next,
 * else the one that it is the own step of. */
static guint32
twig_above_both (const Emitter *e, guint32 top)
{
  const FlameSeat *last;
  guint32 above;

  if (e->last_path == POPLENS_FLAME_NONE)
    return POPLENS_FLAME_NONE;
  last = &e->tree->seats[e->last_path];
  above = twig_at (e, top)->parent;
  /* A node is not above its own step. */
  if (last->role == FLAME_OWN && above == last->twig)
    return twig_at (e, above)->parent;
  return above;
}

/* A part of a StreamCopy, whose group stands under the twig @above, or beside all work. */
static void
place_stream_part (Emitter *e, guint32 leaf, guint32 above)
{
  const FlameTwig *part = twig_at (e, e->tree->seats[leaf].twig);
  FlameTwig *group = twig_at (e, part->parent);

  if (group->first == leaf) {
    group->parent = group->is_io ? POPLENS_FLAME_NONE : above;
    emit_node (e, part->parent);
  }
  place_leaf (e, leaf, e->node_of[part->parent], part->name);
}

/* What was put aside, up to the leaf @end, under the twig @above. */
static void
place_pending (Emitter *e, guint32 end, guint32 above)
{
  guint32 parent = node_of_twig (e, above);

  for (guint32 i = e->pending; i < end; i++) {
    PoplensFlameName name = {e->name[i], 0, 0};
    FlameRole role = e->tree->seats[i].role;
    if (role == FLAME_STREAM) {
      place_stream_part (e, i, above);
      continue;
    }
    name.length =
        (guint32) strlen (poplens_name_path (poplens_strings_get (e->self->strings, name.string)));
    place_leaf (e, i, role == FLAME_APART ? POPLENS_FLAME_NONE : parent, name);
  }
}

static void
emit_path_leaf (Emitter *e, guint32 leaf)
{
  const FlameSeat *seat = &e->tree->seats[leaf];
  guint32 top = seat->twig;

  g_array_set_size (e->chain, 0);
  if (seat->role == FLAME_OWN && twig_at (e, top)->first == leaf)
    g_array_append_val (e->chain, top);
  if (twig_at (e, top)->first == leaf) {
    for (guint32 up = twig_at (e, top)->parent;
         up != POPLENS_FLAME_NONE && twig_at (e, up)->first == leaf; up = twig_at (e, up)->parent) {
      g_array_append_val (e->chain, up);
      top = up;
    }
  }
  place_pending (e, leaf, twig_above_both (e, top));
  for (guint i = e->chain->len; i-- > 0;)
    emit_node (e, g_array_index (e->chain, guint32, i));
  if (seat->role == FLAME_PATH) {
    const FlameTwig *twig = twig_at (e, seat->twig);
    place_leaf (e, leaf, node_of_twig (e, twig->parent), twig->name);
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

/* Lists the own steps of each node. Turns .node_own, which holds the count of node i at i + 1, into
 * where the steps of node i begin. */
static void
collect_own (PoplensFlame *self)
{
  g_autofree guint32 *at = NULL;

  for (guint32 i = 0; i < self->n_nodes; i++)
    self->node_own[i + 1] += self->node_own[i];
  self->own = g_new (guint32, self->node_own[self->n_nodes]);
  at = g_memdup2 (self->node_own, (self->n_nodes + 1) * sizeof (guint32));
  for (guint32 i = 0; i < self->n_leaves; i++)
    if (self->leaf_node[i] != POPLENS_FLAME_NONE)
      self->own[at[self->leaf_node[i]]++] = i;
}

/* Children come after their parents, so the way back meets every end before it is asked for. */
static void
close_nodes (Emitter *e)
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

/* FALSE where it is to stop: the nodes are not closed then. */
static gboolean
emit (PoplensFlame *self, FlameTree *tree, const guint32 *name, const PoplensWork *work)
{
  guint32 most = tree->twigs->len, i;
  Emitter e = {.self = self, .tree = tree, .name = name, .last_path = POPLENS_FLAME_NONE};

  e.node_of = g_new (guint32, most);
  e.last_child = g_new (guint32, most);
  e.chain = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (i = 0; i < self->n_leaves; i++) {
    if (!POPLENS_WORK_GO_ON (work, FLAME_WORK, i, self->n_leaves))
      break;
    if (tree->seats[i].role == FLAME_PATH || tree->seats[i].role == FLAME_OWN)
      emit_path_leaf (&e, i);
  }
  if (i == self->n_leaves) {
    place_pending (&e, self->n_leaves, POPLENS_FLAME_NONE);
    collect_own (self);
    close_nodes (&e);
  }
  g_free (e.node_of);
  g_free (e.last_child);
  g_array_unref (e.chain);
  return i == self->n_leaves;
}

static void
allocate_nodes (PoplensFlame *self, const FlameTree *tree)
{
  guint32 n = 0;

  for (guint i = 0; i < tree->twigs->len; i++)
    n += !g_array_index (tree->twigs, FlameTwig, i).is_leaf;
  self->node_parent = g_new (guint32, n);
  self->node_row = g_new (guint32, n);
  self->node_name = g_new (PoplensFlameName, n);
  self->node_from = g_new (guint64, n);
  self->node_to = g_new (guint64, n);
  self->node_is_io = g_new (guint8, n);
  self->node_own = g_new0 (guint32, n + 1);
  self->node_first = g_new (guint32, n);
  self->node_last = g_new (guint32, n);
}

static void
allocate_leaves (PoplensFlame *self, guint32 n)
{
  self->leaf_parent = g_new (guint32, n);
  self->leaf_row = g_new (guint32, n);
  self->leaf_name = g_new (PoplensFlameName, n);
  self->leaf_from = g_new (guint64, n);
  self->leaf_to = g_new (guint64, n);
  self->leaf_node = g_new (guint32, n);
  self->leaf_source = g_new (guint32, (gsize) n + 1);
}

PoplensFlame *
poplens_flame_new (const PoplensFlameInput *input)
{
  PoplensFlame *self = g_new0 (PoplensFlame, 1);
  g_autofree guint8 *kind = g_new (guint8, input->n);
  g_autofree guint32 *name = g_new (guint32, input->n);
  PoplensWork seating = poplens_work_share (input->work, MERGED, SEATED);
  PoplensWork emitting = poplens_work_share (input->work, SEATED, 1);
  FlameTree tree = {0};
  gboolean whole;

  self->strings = input->strings;
  allocate_leaves (self, input->n);
  whole = merge_leaves (self, input, kind, name);
  if (whole) {
    whole = flame_tree_init (&tree, self, kind, name, &seating);
    if (whole) {
      allocate_nodes (self, &tree);
      whole = emit (self, &tree, name, &emitting);
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
