#include "analysis/compare/compare-tree.h"

static void
add (guint64 *sum, guint64 amount)
{
  *sum = MIN (*sum, POPLENS_MOST_AMOUNT) + MIN (amount, POPLENS_MOST_AMOUNT);
  *sum = MIN (*sum, POPLENS_MOST_AMOUNT);
}

/* Paths that differ, as places of the index; and whose path each name is. (transfer full) */
static GArray *
list_places (PoplensComparedTree *self, PoplensPathIndex *index,
             const PoplensNamedAmounts of[POPLENS_N_SIDES])
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL); /* place: thing + 1 */

  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    self->thing[s] = g_new (guint32, MAX (of[s].n, 1));
    for (guint32 i = 0; i < of[s].n; i++) {
      guint32 place = poplens_path_index_add (index, 0, of[s].paths[i]);
      guint at = GPOINTER_TO_UINT (g_hash_table_lookup (known, GUINT_TO_POINTER (place)));
      if (!at) {
        g_array_append_val (places, place);
        at = places->len;
        g_hash_table_insert (known, GUINT_TO_POINTER (place), GUINT_TO_POINTER (at));
      }
      self->thing[s][i] = at - 1;
    }
  }
  return places;
}

/* A parent comes before its children, so the way back meets every sum when it is whole. */
static void
add_up (const PoplensPathTree *tree, guint64 *sums)
{
  for (guint32 i = tree->n; i-- > 1;)
    add (&sums[tree->parent[i]], sums[i]);
}

PoplensComparedTree *
poplens_compared_tree_new (const PoplensNamedAmounts of[POPLENS_N_SIDES])
{
  PoplensComparedTree *self = g_new0 (PoplensComparedTree, 1);
  g_autoptr (PoplensPathIndex) index = poplens_path_index_new ();
  g_autoptr (GArray) places = list_places (self, index, of);

  self->tree =
      poplens_path_tree_new (index, (const guint32 *) (gconstpointer) places->data, places->len);
  self->larger = g_new (guint64, self->tree->n);
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    self->own[s] = g_new0 (guint64, self->tree->n);
    for (guint32 i = 0; i < of[s].n; i++)
      add (&self->own[s][self->tree->node[self->thing[s][i]]], of[s].amounts[i]);
    self->all[s] = g_memdup2 (self->own[s], self->tree->n * sizeof (guint64));
    add_up (self->tree, self->all[s]);
  }
  for (guint32 i = 0; i < self->tree->n; i++)
    self->larger[i] = MAX (self->own[POPLENS_FIRST][i], self->own[POPLENS_SECOND][i]);
  add_up (self->tree, self->larger);
  return self;
}

void
poplens_compared_tree_free (PoplensComparedTree *self)
{
  if (!self)
    return;
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    g_free (self->thing[s]);
    g_free (self->own[s]);
    g_free (self->all[s]);
  }
  g_free (self->larger);
  poplens_path_tree_unref (self->tree);
  g_free (self);
}
