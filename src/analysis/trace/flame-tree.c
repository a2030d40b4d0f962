/* From names to a tree. The open path is the last name without "csN_"; positions in it count a '/'
 * behind each part, so that a path of k parts ends where its k-th slash would, and 0 is no part at
 * all. */
#include "analysis/trace/flame-private.h"
#include "analysis/trace/name-parts.h"

#include <string.h>

/* ---- flame io -------------------------------------------------------------------------------- */

/* Which stream copies run beside work. */

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

  while (low < high) {
    guint32 middle = low + (high - low) / 2;
    if (self->ends[middle] > from)
      high = middle;
    else
      low = middle + 1;
  }
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
collect_copies (const PoplensFlameTree *tree, const PoplensFlame *flame)
{
  GArray *copies = g_array_new (FALSE, FALSE, sizeof (Copy));

  for (guint32 i = 0; i < flame->n_leaves; i++) {
    guint32 twig;
    Copy *copy;
    if (tree->seats[i].role != POPLENS_FLAME_STREAM)
      continue;
    twig = g_array_index (tree->twigs, PoplensFlameTwig, tree->seats[i].twig).parent;
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

/* Marks each StreamCopy during which compute or an exchange runs, by the blocks of @flame's leaves;
 * @kind: of each (flame-io.c). */
static void
flame_tree_mark_io (PoplensFlameTree *tree, const PoplensFlame *flame, const guint8 *kind)
{
  g_autoptr (GArray) copies = collect_copies (tree, flame);
  Work work;

  if (!copies->len)
    return;
  work_init (&work, flame, kind);
  for (guint i = 0; i < copies->len; i++) {
    const Copy *copy = &g_array_index (copies, Copy, i);
    g_array_index (tree->twigs, PoplensFlameTwig, copy->twig).is_io =
        overlaps (&work, copy->from, copy->to);
  }
  work_clear (&work);
}

/* ---- flame tree ------------------------------------------------------------------------------ */

typedef struct {
  PoplensFlameTree *tree;
  const PoplensFlame *flame;
  GArray *open;          /* guint32: the open path's twigs, from the root down */
  const char *open_text; /* NULL: nothing is open */
  gboolean open_is_leaf; /* the open path ends in a leaf */
  guint32 stream;        /* the StreamCopy that parts join, or NONE */
} Builder;

static PoplensFlameTwig *
twig_at (const Builder *self, guint32 twig)
{
  return &g_array_index (self->tree->twigs, PoplensFlameTwig, twig);
}

static guint32
add_twig (Builder *self, guint32 parent, guint32 leaf, PoplensFlameName name, gboolean is_leaf)
{
  PoplensFlameTwig twig = {.parent = parent, .first = leaf, .name = name, .is_leaf = is_leaf};

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
twig_end (const PoplensFlameTwig *twig)
{
  return (gsize) twig->name.from + twig->name.length + 1;
}

/* What @twig's name has before @end becomes a node above it. */
static guint32
split_twig (Builder *self, guint32 twig, gsize end)
{
  PoplensFlameTwig below = *twig_at (self, twig);
  PoplensFlameName name = below.name;
  guint32 above;

  name.length = (guint32) (end - 1 - name.from);
  above = add_twig (self, below.parent, below.first, name, FALSE);
  twig_at (self, twig)->parent = above;
  twig_at (self, twig)->name.from = (guint32) end;
  twig_at (self, twig)->name.length = below.name.length - name.length - 1;
  return above;
}

/* Cuts the open path to the parts that end at @end. Returns: its last twig, or NONE */
static guint32
cut_open_path (Builder *self, gsize end)
{
  guint32 last;

  while (self->open->len) {
    last = g_array_index (self->open, guint32, self->open->len - 1);
    if (twig_at (self, last)->name.from < end)
      break;
    g_array_set_size (self->open, self->open->len - 1);
  }
  if (!self->open->len)
    return POPLENS_FLAME_NONE;
  if (twig_end (twig_at (self, last)) > end) {
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

  twig_at (self, last)->is_leaf = FALSE;
  self->tree->seats[twig_at (self, last)->first].role = POPLENS_FLAME_OWN;
}

static PoplensFlameSeat
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
    return (PoplensFlameSeat){POPLENS_FLAME_OWN, last};
  rest.from = (guint32) end;
  rest.length = (guint32) (length - end);
  last = add_twig (self, last, leaf, rest, TRUE);
  g_array_append_val (self->open, last);
  return (PoplensFlameSeat){POPLENS_FLAME_PATH, last};
}

/* The group's parent is known when its first part is placed (flame.c). */
static PoplensFlameSeat
seat_stream_copy (Builder *self, guint32 leaf, PoplensStepKind kind)
{
  PoplensFlameFixedName name = kind == POPLENS_STEP_STREAM_COPY_BEGIN ? POPLENS_FLAME_BEGIN
                               : kind == POPLENS_STEP_STREAM_COPY_MID ? POPLENS_FLAME_MID
                                                                      : POPLENS_FLAME_END;
  guint32 part;

  if (name == POPLENS_FLAME_BEGIN || self->stream == POPLENS_FLAME_NONE)
    self->stream = add_twig (self, POPLENS_FLAME_NONE, leaf,
                             poplens_flame_fixed_name (POPLENS_FLAME_STREAM_COPY), FALSE);
  part = add_twig (self, self->stream, leaf, poplens_flame_fixed_name (name), TRUE);
  if (name == POPLENS_FLAME_END)
    self->stream = POPLENS_FLAME_NONE;
  return (PoplensFlameSeat){POPLENS_FLAME_STREAM, part};
}

static PoplensFlameSeat
seat_leaf (Builder *self, guint32 leaf, PoplensStepKind kind, guint32 name)
{
  switch (kind) {
  case POPLENS_STEP_SYNC_ANS:
    return (PoplensFlameSeat){POPLENS_FLAME_APART, POPLENS_FLAME_NONE};
  case POPLENS_STEP_SYNC:
  case POPLENS_STEP_SANS:
    return (PoplensFlameSeat){POPLENS_FLAME_TRANSPARENT, POPLENS_FLAME_NONE};
  case POPLENS_STEP_STREAM_COPY_BEGIN:
  case POPLENS_STEP_STREAM_COPY_MID:
  case POPLENS_STEP_STREAM_COPY_END:
    return seat_stream_copy (self, leaf, kind);
  default:
    if (poplens_name_is_copy (poplens_strings_get (self->flame->strings, name)))
      return (PoplensFlameSeat){POPLENS_FLAME_TRANSPARENT, POPLENS_FLAME_NONE};
    return seat_path (self, leaf, name);
  }
}

gboolean
poplens_flame_tree_init (PoplensFlameTree *tree, const PoplensFlame *self, const guint8 *kind,
                         const guint32 *name, const PoplensWork *work)
{
  guint32 i;
  Builder builder = {.tree = tree, .flame = self, .stream = POPLENS_FLAME_NONE};

  tree->twigs = g_array_new (FALSE, FALSE, sizeof (PoplensFlameTwig));
  tree->seats = g_new (PoplensFlameSeat, self->n_leaves);
  builder.open = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (i = 0; i < self->n_leaves; i++) {
    if (!POPLENS_WORK_GO_ON (work, POPLENS_FLAME_WORK, i, self->n_leaves))
      break;
    tree->seats[i] = seat_leaf (&builder, i, kind[i], name[i]);
  }
  g_array_unref (builder.open);
  if (i < self->n_leaves)
    return FALSE;
  flame_tree_mark_io (tree, self, kind);
  return TRUE;
}

void
poplens_flame_tree_clear (PoplensFlameTree *tree)
{
  g_array_unref (tree->twigs);
  g_free (tree->seats);
}
