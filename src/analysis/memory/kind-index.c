/* Index of the kinds of variables by ID, name and group. Sums live bytes by kind. */
#include "analysis/memory/kind-index.h"

#include "analysis/id-table.h"
#include "analysis/liveness/live-step.h"
#include "analysis/liveness/peaks.h"
#include "base/search.h"

#include <string.h>

/* Bytes by kind, summed over the groups that have the same ID, or the same name. */
typedef struct {
  guint64 bytes[POPLENS_N_KINDS];
  gboolean has[POPLENS_N_KINDS];
} KindSums;

struct _PoplensKindIndex {
  const PoplensTileBytes *bytes; /* owns the names in .of_name */
  const PoplensKinds *kinds;
  const GArray *streamed; /* (nullable): IDs of lowered variables of host exchanges */
  const PoplensVariables *variables;
  PoplensIdTable of_id;    /* unlowered ID → kind */
  GHashTable *of_name;     /* name → kind + 1; NULL: the name is unknown */
  PoplensIdTable of_group; /* variable_class_key () of a group → kind */
};

/* ---- building -------------------------------------------------------------------------------- */

static guint64
variable_class_key (guint32 unlowered, guint32 category, int instrumentation, gboolean streamed,
                    gboolean constant)
{
  return (guint64) unlowered << 16 | (guint64) (category & 0xff) << 8 |
         (guint64) (instrumentation + 1) << 2 | (guint64) streamed << 1 | constant;
}

static KindSums *
sums_of (GHashTable *table, gconstpointer key)
{
  KindSums *sums = g_hash_table_lookup (table, key);

  if (!sums)
    g_hash_table_insert (table, (gpointer) key, sums = g_new0 (KindSums, 1));
  return sums;
}

static void
sums_add (KindSums *self, PoplensKind kind, guint64 bytes)
{
  self->bytes[kind] += bytes;
  self->has[kind] = TRUE;
}

static PoplensKind
sums_most (const KindSums *self)
{
  PoplensKind most = POPLENS_N_KINDS;

  for (PoplensKind k = 0; k < POPLENS_N_KINDS; k++)
    if (self->has[k] && (most == POPLENS_N_KINDS || self->bytes[k] > self->bytes[most]))
      most = k;
  return most;
}

static void
kind_index_add_group (PoplensKindIndex *self, guint32 g, GHashTable *ids, GHashTable *names)
{
  const PoplensByteGroup *group = &self->bytes->groups[g];
  PoplensKind kind = self->kinds->kind[g];
  guint64 bytes = self->kinds->bytes[g];

  poplens_id_table_add (&self->of_group,
                        variable_class_key (group->unlowered, group->category,
                                            group->instrumentation, group->streamed,
                                            group->constant),
                        kind);
  if (group->unlowered != G_MAXUINT32 &&
      !poplens_category_is_of_another (
          poplens_variables_category_name (self->variables, group->category)))
    sums_add (sums_of (ids, GUINT_TO_POINTER (group->unlowered)), kind, bytes);
  if (group->name)
    sums_add (sums_of (names, group->name), kind, bytes);
}

static void
find_most (PoplensKindIndex *self, GHashTable *ids, GHashTable *names)
{
  GHashTableIter iter;
  gpointer key, sums;

  g_hash_table_iter_init (&iter, ids);
  while (g_hash_table_iter_next (&iter, &key, &sums))
    poplens_id_table_add (&self->of_id, GPOINTER_TO_UINT (key), sums_most (sums));
  g_hash_table_iter_init (&iter, names);
  while (g_hash_table_iter_next (&iter, &key, &sums))
    g_hash_table_insert (self->of_name, key, GUINT_TO_POINTER (sums_most (sums) + 1));
}

PoplensKindIndex *
poplens_kind_index_new (const PoplensTileBytes *bytes, const PoplensKinds *kinds,
                        const PoplensVariables *variables, const GArray *streamed)
{
  PoplensKindIndex *self = g_new0 (PoplensKindIndex, 1);
  g_autoptr (GHashTable) ids = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);

  self->bytes = bytes;
  self->kinds = kinds;
  self->streamed = streamed;
  self->variables = variables;
  self->of_name = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint32 g = 0; g < bytes->n_groups; g++)
    kind_index_add_group (self, g, ids, names);
  find_most (self, ids, names);
  return self;
}

void
poplens_kind_index_free (PoplensKindIndex *self)
{
  if (!self)
    return;
  poplens_id_table_clear (&self->of_id);
  poplens_id_table_clear (&self->of_group);
  g_hash_table_unref (self->of_name);
  g_free (self);
}

/* ---- look-ups -------------------------------------------------------------------------------- */

/* Returns the kind of the variables with the name @name in var_bytes_by_eq_class; POPLENS_N_KINDS
 * if there are none. A name that several variables share ends in "+": "<message:v>+". */
static PoplensKind
find_name (const PoplensKindIndex *self, const char *name)
{
  guint found = GPOINTER_TO_UINT (g_hash_table_lookup (self->of_name, name));

  if (!found && g_str_has_suffix (name, ">+")) {
    g_autofree char *one = g_strndup (name, strlen (name) - 1);
    found = GPOINTER_TO_UINT (g_hash_table_lookup (self->of_name, one));
  }
  return found ? found - 1 : POPLENS_N_KINDS;
}

PoplensKind
poplens_kind_index_of_variable (const PoplensKindIndex *self, guint32 id, const char *name)
{
  guint32 found = poplens_id_table_find (&self->of_id, id);

  if (found != POPLENS_NO_INDEX)
    return found;
  return name ? find_name (self, name) : POPLENS_N_KINDS;
}

static gboolean
is_streamed (const PoplensKindIndex *self, guint32 id)
{
  return self->streamed && self->streamed->len &&
         bsearch (&id, self->streamed->data, self->streamed->len, sizeof id, poplens_compare_u32);
}

PoplensKind
poplens_kind_index_of_tile_variable (const PoplensKindIndex *self, const PoplensKindAsk *ask)
{
  gboolean is_result = !strcmp (poplens_variables_category_name (self->variables, ask->category),
                                "instrumentationResults");
  guint64 key = variable_class_key (
      ask->unlowered, ask->category, poplens_instrumentation_of (ask->name, is_result),
      is_streamed (self, ask->id), !!(ask->bits & POPLENS_VARIABLE_CONSTANT));
  guint32 found = poplens_id_table_find (&self->of_group, key);

  return found == POPLENS_NO_INDEX ? POPLENS_N_KINDS : found;
}

/* ---- live bytes by kind ---------------------------------------------------------------------- */

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
kind_bytes (PoplensKindBytes *self, PoplensKind kind)
{
  if (!self->of[kind])
    self->of[kind] = g_new0 (guint64, MAX (self->n, 1));
  return self->of[kind];
}

/* ---- at the peak of each tile ---------------------------------------------------------------- */

static void
kind_bytes_add_tile (PoplensKindBytes *out, guint32 at, const PoplensTileBytes *bytes,
                     const PoplensKinds *kinds, guint32 tile, const guint8 *classes)
{
  if (tile >= bytes->n_tiles)
    return;
  for (guint32 e = bytes->first[tile]; e < bytes->first[tile + 1]; e++) {
    const PoplensByteEntry *entry = &bytes->entries[e];
    if (classes[entry->class_row] & (POPLENS_CLASS_LIVE | POPLENS_CLASS_ALWAYS))
      kind_bytes (out, kinds->kind[entry->group])[at] += entry->bytes;
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
    if (!i || peak[-1].step != peak->step) { /* reuse the classes: neighbouring tiles often have
                                                their peak at the same step */
      g_free (classes);
      classes = poplens_liveness_classes_at (liveness, peak->step);
    }
    kind_bytes_add_tile (out, i, bytes, kinds, peak->tile, classes);
  }
  return g_steal_pointer (&out);
}

/* ---- at each step ---------------------------------------------------------------------------- */

/* Bytes by class row, for each kind; NULL: no class has bytes of the kind. */
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

/* Computes the live bytes at each step (@values) from the bytes of each class. The numbers are
 * unsigned, so adding a negative change wraps around to the right sum. */
static void
sum_class_steps (guint64 *values, guint32 n, const PoplensLiveness *l, const guint32 *first,
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
    sum_class_steps (kind_bytes (out, k), out->n, liveness, first, by_class.of[k], always);
    if (!has_any (out->of[k], out->n))
      g_clear_pointer (&out->of[k], g_free);
  }
  return g_steal_pointer (&out);
}
