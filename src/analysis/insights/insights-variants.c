/* Vertex types that differ in their template arguments alone. */
#include "analysis/insights/insights.h"

#include <string.h>

static void
variants_clear (gpointer data)
{
  g_free (((PoplensVariants *) data)->name);
}

/* The types of one base name. */
typedef struct {
  GArray *rows; /* guint32 */
} Base;

static void
base_free (gpointer data)
{
  g_array_unref (((Base *) data)->rows);
  g_free (data);
}

static guint64
code_of (const PoplensLists *code, guint32 type, const PoplensTilePositions *tiles)
{
  return tiles ? poplens_lists_sum_at (code, type, tiles->positions, tiles->n)
               : poplens_lists_sum (code, type);
}

/* Base name → Base, of the types that have template arguments and code. */
static GHashTable *
group_types (const PoplensVertices *v, const PoplensLists *code, const PoplensTilePositions *tiles)
{
  GHashTable *out = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, base_free);

  for (guint32 t = 0; t < v->n_types && t < poplens_lists_n_rows (code); t++) {
    const char *name = poplens_strings_get (v->strings, v->type_name[t]);
    const char *arguments = strchr (name, '<');
    g_autofree char *key = arguments ? g_strndup (name, (gsize) (arguments - name)) : NULL;
    Base *base;
    if (!key || !*key || !code_of (code, t, tiles))
      continue;
    base = g_hash_table_lookup (out, key);
    if (!base) {
      base = g_new0 (Base, 1);
      base->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_hash_table_insert (out, g_steal_pointer (&key), base);
    }
    g_array_append_val (base->rows, t);
  }
  return out;
}

/* A merged vertex is taken to need the code of the largest of its variants on each tile. */
static PoplensVariants
merge (const char *name, const Base *base, const PoplensLists *code, guint32 n_tiles,
       const PoplensTilePositions *tiles)
{
  PoplensVariants self = {
      .name = g_strdup (name), .types = base->rows->len, .worst_tile = G_MAXUINT32};
  g_autofree guint64 *sum = g_new0 (guint64, MAX (n_tiles, 1));
  g_autofree guint64 *most = g_new0 (guint64, MAX (n_tiles, 1));
  g_autofree guint64 *one = g_new (guint64, MAX (n_tiles, 1));

  for (guint i = 0; i < base->rows->len; i++) {
    poplens_lists_read (code, g_array_index (base->rows, guint32, i), one, n_tiles);
    for (guint32 t = 0; t < n_tiles; t++) {
      sum[t] += one[t];
      most[t] = MAX (most[t], one[t]);
    }
  }
  for (guint32 i = 0, n = tiles ? tiles->n : n_tiles; i < n; i++) {
    guint32 t = tiles ? tiles->positions[i] : i;
    guint64 saving = sum[t] - most[t];
    self.code += sum[t];
    self.saving += saving;
    if (saving > self.worst) {
      self.worst = saving;
      self.worst_tile = t;
    }
  }
  return self;
}

static int
most_saving (gconstpointer a, gconstpointer b)
{
  const PoplensVariants *x = a, *y = b;

  return x->saving != y->saving ? (x->saving > y->saving ? -1 : 1) : strcmp (x->name, y->name);
}

GArray *
poplens_insights_variants (const PoplensVertices *vertices, guint32 n_tiles,
                           const PoplensTilePositions *tiles)
{
  GArray *out = g_array_new (FALSE, TRUE, sizeof (PoplensVariants));
  const PoplensLists *code = vertices->type_bytes[POPLENS_VERTEX_BYTES_CODE];
  g_autoptr (GHashTable) bases = code ? group_types (vertices, code, tiles) : NULL;
  GHashTableIter iter;
  gpointer name, base;

  g_array_set_clear_func (out, variants_clear);
  if (!bases)
    return out;
  g_hash_table_iter_init (&iter, bases);
  while (g_hash_table_iter_next (&iter, &name, &base)) {
    if (((const Base *) base)->rows->len < 2)
      continue;
    PoplensVariants row = merge (name, base, code, n_tiles, tiles);
    g_array_append_val (out, row);
  }
  g_array_sort (out, most_saving);
  return out;
}
