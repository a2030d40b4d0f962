#include "analysis/memory/live-groups.h"

typedef struct {
  const PoplensTileBytes *bytes;
  const PoplensMemory *memory;
  const GArray *peaks;
  PoplensLiveGroups *out;
} Groups;

static const PoplensTilePeak *
peak_of (const GArray *peaks, guint32 row)
{
  return &g_array_index (peaks, PoplensTilePeak, row);
}

/* @classes: PoplensClassBits by class, at the step */
static gint64
add_entries (Groups *self, guint32 tile, const guint8 *classes)
{
  const PoplensTileBytes *b = self->bytes;
  gint64 sum = 0;

  for (guint32 e = b->first[tile]; e < b->first[tile + 1]; e++) {
    const PoplensByteEntry *entry = &b->entries[e];
    guint8 bits = classes[entry->class_row];
    if (!(bits & (POPLENS_CLASS_LIVE | POPLENS_CLASS_ALWAYS)))
      continue;
    self->out->live[entry->group] += entry->bytes;
    if (bits & POPLENS_CLASS_ALWAYS)
      self->out->always_live[entry->group] += entry->bytes;
    sum += entry->bytes;
  }
  return sum;
}

static void
add_tile (Groups *self, guint32 row, const guint8 *classes)
{
  const PoplensMemory *m = self->memory;
  guint32 tile = m->tile[row];
  gint64 live = tile < self->bytes->n_tiles ? add_entries (self, tile, classes) : 0;
  gint64 peak = (gint64) peak_of (self->peaks, row)->bytes;
  PoplensContentsSums *sums = &self->out->sums;

  self->out->n_tiles++;
  sums->live += live;
  sums->not_live += peak - live;
  sums->packing += (gint64) m->total[row] - peak;
  sums->gaps += (gint64) m->total_including_gaps[row] - m->total[row];
  sums->total += m->total_including_gaps[row];
}

/* A tile and the step at which it is looked at. */
typedef struct {
  guint32 step, row;
} Look;

static int
compare_looks (gconstpointer a, gconstpointer b)
{
  const Look *x = a, *y = b;

  if (x->step != y->step)
    return x->step < y->step ? -1 : 1;
  return x->row < y->row ? -1 : x->row > y->row;
}

/* By step: what is live at one is worked out once. */
static GArray *
list_looks (const PoplensMemory *memory, const GArray *peaks, const PoplensTileSet *tiles,
            guint32 step)
{
  GArray *looks = g_array_new (FALSE, FALSE, sizeof (Look));

  for (guint32 row = 0; row < memory->n_tiles && row < peaks->len; row++) {
    Look look = {step == POPLENS_NO_STEP ? peak_of (peaks, row)->step : step, row};
    if (!tiles || poplens_tile_set_contains (tiles, memory->tile[row]))
      g_array_append_val (looks, look);
  }
  g_array_sort (looks, compare_looks);
  return looks;
}

PoplensLiveGroups *
poplens_live_groups_new (const PoplensTileBytes *bytes, const PoplensLiveness *liveness,
                         const PoplensMemory *memory, const GArray *peaks,
                         const PoplensTileSet *tiles, guint32 step)
{
  PoplensLiveGroups *out = g_new0 (PoplensLiveGroups, 1);
  g_autoptr (GArray) looks = list_looks (memory, peaks, tiles, step);
  g_autofree guint8 *classes = NULL;
  Groups self = {bytes, memory, peaks, out};

  out->live = g_new0 (gint64, MAX (bytes->n_groups, 1));
  out->always_live = g_new0 (gint64, MAX (bytes->n_groups, 1));
  for (guint i = 0; i < looks->len; i++) {
    const Look *look = &g_array_index (looks, Look, i);
    if (!i || look[-1].step != look->step) {
      g_free (classes);
      classes = poplens_liveness_classes_at (liveness, look->step);
    }
    add_tile (&self, look->row, classes);
  }
  return out;
}

void
poplens_live_groups_free (PoplensLiveGroups *self)
{
  if (!self)
    return;
  g_free (self->live);
  g_free (self->always_live);
  g_free (self);
}

PoplensContentsLeaf
poplens_contents_leaf (const PoplensTileBytes *bytes, const PoplensKinds *kinds,
                       const PoplensVariables *variables, guint32 group)
{
  const PoplensByteGroup *of = &bytes->groups[group];
  PoplensContentsLeaf leaf = {.kind = kinds->kind[group], .variable = of->unlowered};

  leaf.name =
      of->unlowered == G_MAXUINT32 ? NULL : poplens_variable_name (variables, of->unlowered);
  if (leaf.name && !*leaf.name)
    leaf.name = NULL;
  leaf.label = of->name && *of->name ? of->name : "<anon>";
  return leaf;
}

void
poplens_contents_leaf_add (PoplensContentsLeaf *leaf, const PoplensLiveGroups *groups,
                           guint32 group, guint side)
{
  leaf->live[side] += groups->live[group];
  leaf->always_live[side] += groups->always_live[group];
}

guint32
poplens_memory_worst_tile (const PoplensMemory *memory, const GArray *peaks,
                           const PoplensTileSet *tiles)
{
  guint32 worst = G_MAXUINT32;
  guint64 most = 0;

  for (guint32 row = 0; row < memory->n_tiles && row < peaks->len; row++) {
    guint64 need = MAX (memory->total_including_gaps[row], peak_of (peaks, row)->bytes);
    if (tiles && !poplens_tile_set_contains (tiles, memory->tile[row]))
      continue;
    if (worst == G_MAXUINT32 || need > most) {
      worst = row;
      most = need;
    }
  }
  return worst;
}
