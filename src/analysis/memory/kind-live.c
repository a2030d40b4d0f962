#include "analysis/memory/kind-live.h"

#include "analysis/liveness/live-step.h"
#include "analysis/liveness/peaks-ranges.h"

static PoplensKindBytes *
kind_bytes_new (guint32 n)
{
  PoplensKindBytes *self = g_new0 (PoplensKindBytes, 1);

  self->n = n;
  return self;
}

void
poplens_kind_bytes_free (PoplensKindBytes *self)
{
  if (!self)
    return;
  for (guint k = 0; k < POPLENS_N_KINDS; k++)
    g_free (self->of[k]);
  g_free (self);
}

static guint64 *
bytes_of (PoplensKindBytes *self, PoplensKind kind)
{
  if (!self->of[kind])
    self->of[kind] = g_new0 (guint64, MAX (self->n, 1));
  return self->of[kind];
}

/* ---- at the peak of each tile ------------------------------------------------------------------
 */

static void
add_tile (PoplensKindBytes *out, guint32 at, const PoplensTileBytes *bytes,
          const PoplensKinds *kinds, guint32 tile, const guint8 *classes)
{
  if (tile >= bytes->n_tiles)
    return;
  for (guint32 e = bytes->first[tile]; e < bytes->first[tile + 1]; e++) {
    const PoplensByteEntry *entry = &bytes->entries[e];
    if (classes[entry->class_row] & (POPLENS_CLASS_LIVE | POPLENS_CLASS_ALWAYS))
      bytes_of (out, kinds->kind[entry->group])[at] += entry->bytes;
  }
}

PoplensKindBytes *
poplens_kinds_at_peaks (const PoplensTileBytes *bytes, const PoplensKinds *kinds,
                        const PoplensLiveness *liveness, const GArray *peaks,
                        GCancellable *cancellable)
{
  g_autoptr (PoplensKindBytes) out = kind_bytes_new (peaks->len);
  g_autofree guint8 *classes = NULL;

  for (guint i = 0; i < peaks->len; i++) {
    const PoplensTilePeak *peak = &g_array_index (peaks, PoplensTilePeak, i);
    if (i % 64 == 0 && g_cancellable_is_cancelled (cancellable))
      return NULL;
    if (!i || peak[-1].step != peak->step) { /* tiles in a row share steps */
      g_free (classes);
      classes = poplens_liveness_classes_at (liveness, peak->step);
    }
    add_tile (out, i, bytes, kinds, peak->tile, classes);
  }
  return g_steal_pointer (&out);
}

/* ---- at each step ------------------------------------------------------------------------------
 */

/* Bytes by class of one kind; NULL: none. */
typedef struct {
  guint64 *of[POPLENS_N_KINDS];
} ByClass;

static void
by_class_clear (ByClass *self)
{
  for (guint k = 0; k < POPLENS_N_KINDS; k++)
    g_free (self->of[k]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ByClass, by_class_clear)

static void
add_classes (ByClass *self, const PoplensTileBytes *bytes, const PoplensKinds *kinds,
             guint32 n_classes, guint32 tile)
{
  for (guint32 e = bytes->first[tile]; e < bytes->first[tile + 1]; e++) {
    const PoplensByteEntry *entry = &bytes->entries[e];
    PoplensKind kind = kinds->kind[entry->group];
    if (!self->of[kind])
      self->of[kind] = g_new0 (guint64, n_classes);
    self->of[kind][entry->class_row] += entry->bytes;
  }
}

/* Changes at steps, which sums then follow; unsigned numbers wrap around there and back. */
static void
follow (guint64 *values, guint32 n, const PoplensLiveness *l, const guint32 *first,
        const guint64 *of_class, gboolean always)
{
  g_autofree guint64 *change = g_new0 (guint64, (gsize) n + 1);
  guint64 sum = 0;

  for (guint32 row = 0; row < l->n_classes; row++) {
    if (l->class_always_live[row])
      sum += always ? of_class[row] : 0;
    for (guint32 r = first[row]; of_class[row] && !l->class_always_live[row] && r < first[row + 1];
         r++) {
      if (l->range_class[r] != l->class_id[row])
        continue;
      change[MIN (l->range_from[r], n)] += of_class[row];
      change[MIN (l->range_to[r], n)] -= of_class[row];
    }
  }
  for (guint32 s = 0; s < n; s++)
    values[s] = sum += change[s];
}

static gboolean
has_any (const guint64 *values, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    if (values[i])
      return TRUE;
  return FALSE;
}

PoplensKindBytes *
poplens_kinds_by_step (const PoplensTileBytes *bytes, const PoplensKinds *kinds,
                       const PoplensLiveness *liveness, const PoplensTileSet *tiles,
                       gboolean always, GCancellable *cancellable)
{
  g_autoptr (PoplensKindBytes) out = kind_bytes_new (liveness->n_steps);
  g_autofree guint32 *first = poplens_class_ranges_new (liveness);
  g_auto (ByClass) by_class = {0};

  for (guint32 t = 0; t < bytes->n_tiles; t++) {
    if (t % 64 == 0 && g_cancellable_is_cancelled (cancellable))
      return NULL;
    if (!tiles || poplens_tile_set_contains (tiles, t))
      add_classes (&by_class, bytes, kinds, liveness->n_classes, t);
  }
  for (guint k = 0; k < POPLENS_N_KINDS; k++) {
    if (!by_class.of[k])
      continue;
    follow (bytes_of (out, k), out->n, liveness, first, by_class.of[k], always);
    if (!has_any (out->of[k], out->n))
      g_clear_pointer (&out->of[k], g_free);
  }
  return g_steal_pointer (&out);
}
