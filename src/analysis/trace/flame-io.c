/* Which stream copies run beside work. */
#include "analysis/trace/flame-private.h"

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

void
poplens_flame_tree_mark_io (PoplensFlameTree *tree, const PoplensFlame *flame, const guint8 *kind)
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
