/* Writes variables, vertex types and compute sets. */
#include "base/search.h"
#include "demo/liveness.h"
#include "demo/vertex-types.h"
#include "demo/write.h"

#include <stdlib.h>

/* ---- vertices -------------------------------------------------------------------------------- */

/* Columns of memory_by_compute_set and memory_by_vertex_type. */
enum { COPY_PTR, DESCRIPTOR, EDGE_PTR, PADDING, VERTEX_DATA, COLUMNS };

/* Bytes of vertex state. .by: [column][kind of tile] */
typedef struct {
  guint32 *by[COLUMNS];
} State;

static State *
state_new (const DemoModel *m)
{
  State *state = g_new (State, 1);

  for (guint i = 0; i < COLUMNS; i++)
    state->by[i] = g_new0 (guint32, m->n_kinds);
  return state;
}

static void
state_free (State *state)
{
  for (guint i = 0; i < COLUMNS; i++)
    g_free (state->by[i]);
  g_free (state);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (State, state_free)

static void
state_add_use (const DemoModel *m, State *state, const DemoVertices *use)
{
  const DemoVertexType *type = demo_vertex_type (use->type);

  for (guint t = 0; t < m->n_kinds; t++) {
    guint32 n = use->instances[t];
    state->by[COPY_PTR][t] += n * type->copy_ptr;
    state->by[DESCRIPTOR][t] += n * type->descriptor;
    /* Half of the fields' bytes are pointers to edges. */
    state->by[EDGE_PTR][t] += n * (type->edge_ptr + type->field / 2);
    state->by[PADDING][t] += n * type->padding;
    state->by[VERTEX_DATA][t] += n * (type->data + type->field - type->field / 2);
  }
}

static void
write_by_compute_set (DemoModel *m, DemoDb *db)
{
  for (guint c = 0; c < m->compute_sets->len; c++) {
    const DemoComputeSet *set = demo_compute_set (m, c);
    g_autoptr (State) state = state_new (m);
    GByteArray *lists[COLUMNS];

    for (guint u = 0; u < set->n_uses; u++)
      state_add_use (m, state, &set->uses[u]);
    for (guint i = 0; i < COLUMNS; i++)
      lists[i] = demo_rle_kinds (m, state->by[i]);
    demo_db_row (db, "memory_by_compute_set", "ibbbbb", DEMO_I (c), lists[0], lists[1], lists[2],
                 lists[3], lists[4]);
    for (guint i = 0; i < COLUMNS; i++)
      g_byte_array_unref (lists[i]);
  }
}

static void
write_by_type (DemoModel *m, DemoDb *db)
{
  for (guint type = 0; type < m->n_types; type++) {
    g_autofree char *name = demo_vertex_type_name (type);
    g_autoptr (State) state = state_new (m);
    GByteArray *lists[COLUMNS];

    for (guint c = 0; c < m->compute_sets->len; c++)
      for (guint u = 0; u < demo_compute_set (m, c)->n_uses; u++)
        if (demo_compute_set (m, c)->uses[u].type == type)
          state_add_use (m, state, &demo_compute_set (m, c)->uses[u]);
    for (guint i = 0; i < COLUMNS; i++)
      lists[i] = demo_plain_kinds (m, state->by[i]);
    g_autoptr (GByteArray) code = demo_plain_kinds (m, demo_family (m, m->codelet[type])->size);
    demo_db_row (db, "vertex_types", "isis", DEMO_I (type), name, DEMO_I (demo_vertex_size (type)),
                 demo_vertex_type (type)->source);
    demo_db_row (db, "memory_by_vertex_type", "ibbbbbb", DEMO_I (type), code, lists[0], lists[1],
                 lists[2], lists[3], lists[4]);
    for (guint i = 0; i < COLUMNS; i++)
      g_byte_array_unref (lists[i]);
  }
}

static void
add_ids (const DemoModel *m, guint family, GArray *ids)
{
  const DemoFamily *f = demo_family (m, family);

  for (guint t = 0; t < m->n_tiles; t++)
    if (f->size[m->kind_of[t]]) {
      guint64 id = m->first_var[t] + f->rank[m->kind_of[t]];
      g_array_append_val (ids, id);
    }
}

/* Returns the sorted ids of the variables of @set, without duplicates. Each id is stored as the
 * difference from the previous id. (transfer full) */
static GByteArray *
variables_of (const DemoModel *m, const DemoComputeSet *set)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint64 before = 0;
  guint n = 0;

  for (guint i = 0; i < set->families->len; i++)
    add_ids (m, g_array_index (set->families, guint, i), ids);
  for (guint u = 0; u < set->n_uses; u++)
    add_ids (m, set->uses[u].state, ids);
  qsort (ids->data, ids->len, sizeof (guint64), poplens_compare_u64);
  for (guint i = 0; i < ids->len; i++) {
    guint64 id = g_array_index (ids, guint64, i);
    if (i > 0 && id == before)
      continue;
    g_array_index (ids, guint64, n++) = id - before;
    before = id;
  }
  return demo_rle64 ((const guint64 *) (gpointer) ids->data, n);
}

static void
write_compute_set (DemoModel *m, DemoDb *db, guint c)
{
  const DemoComputeSet *set = demo_compute_set (m, c);
  guint32 types[3], counts[3] = {0};

  for (guint u = 0; u < set->n_uses; u++) {
    types[u] = set->uses[u].type;
    for (guint t = 0; t < m->n_kinds; t++)
      counts[u] += set->uses[u].instances[t] * m->kinds[t].n_tiles;
    g_autoptr (GByteArray) instances = demo_rle_kinds (m, set->uses[u].instances);
    demo_db_row (db, "vertex_instances", "iib", DEMO_I (c), DEMO_I (types[u]), instances);
  }
  g_autoptr (GByteArray) type_list = demo_plain (types, set->n_uses);
  g_autoptr (GByteArray) count_list = demo_plain (counts, set->n_uses);
  g_autoptr (GByteArray) ids = variables_of (m, set);
  demo_db_row (db, "compute_sets", "isbbnnniinnb", DEMO_I (c), set->name, type_list, count_list,
               DEMO_I (set->edges), DEMO_I (demo_contexts_id (m->contexts, set->context)), ids);
}

void
demo_write_vertices (DemoModel *m, DemoDb *db)
{
  for (guint c = 0; c < m->compute_sets->len; c++)
    write_compute_set (m, db, c);
  write_by_type (m, db);
  write_by_compute_set (m, db);
}

/* ---- variables ------------------------------------------------------------------------------- */

/* Bytes of one unlowered variable in one equivalence class of liveness on one tile. */
typedef struct {
  guint group;
  guint class_id;
  guint64 bytes;
} ClassShare;

/* Sets the name under which a variable's bytes are summed (formats.md 8.6). */
static void
choose_group (DemoModel *m, DemoFamily *f)
{
  const char *category = demo_category_name (f->category);
  g_autofree char *message = NULL;
  const char *name = category;

  if (f->unlowered != DEMO_NONE) {
    name = g_ptr_array_index (m->unlowered, f->unlowered);
    if (f->category == DEMO_MESSAGE || f->category == DEMO_REARRANGEMENT)
      name = message = g_strdup_printf ("<%s:%s>", category, name);
  } else if (f->bits & DEMO_IS_CONSTANT) {
    name = "<const>";
  } else if (f->category == DEMO_VARIABLE) {
    name = "<anon>";
  }
  f->group = demo_unlowered (m, name);
}

static void
write_names (DemoModel *m, DemoDb *db, guint *base_of)
{
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < m->families->len; i++) {
    DemoFamily *f = demo_family (m, i);
    gpointer id = g_hash_table_lookup (known, f->base);

    choose_group (m, f);
    if (!id) {
      id = GUINT_TO_POINTER (g_hash_table_size (known) + 1);
      g_hash_table_insert (known, f->base, id);
      demo_db_row (db, "vars_string_table", "is", DEMO_I (GPOINTER_TO_UINT (id) - 1), f->base);
    }
    base_of[i] = GPOINTER_TO_UINT (id) - 1;
  }
  for (guint i = 0; i < m->unlowered->len; i++) {
    const char *name = g_ptr_array_index (m->unlowered, i);
    demo_db_row (db, "unlowered_vars", "is", DEMO_I (i), name);
  }
}

/* Writes the ids of the debug contexts of each unlowered variable. The id 0 stands for no context.
 */
static void
write_debug_ids (DemoModel *m, DemoDb *db)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint i = 0; i < m->unlowered->len; i++)
    g_ptr_array_add (all, g_array_new (FALSE, FALSE, sizeof (guint32)));
  for (guint i = 0; i < m->families->len; i++) {
    const DemoFamily *f = demo_family (m, i);
    guint32 id = demo_contexts_id (m->contexts, f->context);
    GArray *ids = f->unlowered == DEMO_NONE ? NULL : g_ptr_array_index (all, f->unlowered);
    gboolean known = !ids;
    for (guint k = 0; !known && k < ids->len; k++)
      known = g_array_index (ids, guint32, k) == id;
    if (!known)
      g_array_append_val (ids, id);
  }
  for (guint i = 0; i < all->len; i++) {
    const GArray *ids = g_ptr_array_index (all, i);
    static const guint32 none = 0;
    g_autoptr (GByteArray) list =
        ids->len ? demo_plain ((const guint32 *) (gpointer) ids->data, ids->len)
                 : demo_plain (&none, 1);
    demo_db_row (db, "debug_ids", "ib", DEMO_I (i), list);
  }
}

/* Returns the constraints of a variable: indices of variables, counted from the tile's first
 * variable. (transfer full) (nullable): NULL without constraints */
static GByteArray *
constraints (const DemoModel *m, const DemoFamily *f, guint kind)
{
  if (f->apart->len == 0)
    return NULL;

  g_autoptr (GArray) local = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < f->apart->len; i++) {
    const DemoFamily *other = demo_family (m, g_array_index (f->apart, guint, i));
    guint32 n = other->rank[kind];
    if (other->size[kind])
      g_array_append_val (local, n);
  }
  if (local->len == 0)
    return NULL;
  return demo_plain ((const guint32 *) (gpointer) local->data, local->len);
}

static void
write_tile (DemoModel *m, DemoDb *db, guint tile, const guint *base_of, guint *pieces)
{
  guint kind = m->kind_of[tile];
  char suffix[DEMO_SUFFIX_BYTES];

  for (guint32 v = m->first_var[tile]; v < m->first_var[tile + 1]; v++) {
    guint32 slot = demo_slot (m, tile, v), family = m->family[slot];
    const DemoFamily *f = demo_family (m, family);
    g_autoptr (GByteArray) apart = constraints (m, f, kind);
    gint64 unlowered = f->unlowered == DEMO_NONE ? -1 : DEMO_I (f->unlowered);

    demo_family_print (f, tile, pieces[family]++, suffix);
    demo_db_row (db, "vars_info", "iiiosiiiiibnoi", DEMO_I (v), DEMO_I (tile),
                 DEMO_I (base_of[family]), DEMO_I (f->prefix), suffix, DEMO_I (f->size[kind]),
                 DEMO_I (f->alignment), DEMO_I (m->offset[slot]), DEMO_I (f->category),
                 DEMO_I (f->class_id), apart, unlowered, DEMO_I (f->bits));
  }
}

static int
by_group (const void *a, const void *b)
{
  const ClassShare *x = a, *y = b;

  if (x->group != y->group)
    return x->group < y->group ? -1 : 1;
  return x->class_id < y->class_id ? -1 : x->class_id > y->class_id;
}

/* Merges the elements of @shares that have the same group and class, and sorts the result. */
static void
merge_shares (GArray *shares)
{
  guint n = 0;

  qsort (shares->data, shares->len, sizeof (ClassShare), by_group);
  for (guint i = 0; i < shares->len; i++) {
    ClassShare s = g_array_index (shares, ClassShare, i);
    ClassShare *last = n ? &g_array_index (shares, ClassShare, n - 1) : NULL;
    if (last && by_group (last, &s) == 0)
      last->bytes += s.bytes;
    else
      g_array_index (shares, ClassShare, n++) = s;
  }
  g_array_set_size (shares, n);
}

/* Sets @shares to the bytes of a tile of @kind by group and class, multiplied by @times. @shares:
 * (inout): ClassShare */
static void
shares_of_kind (const DemoModel *m, guint kind, guint64 times, GArray *shares)
{
  g_array_set_size (shares, 0);
  for (guint32 v = m->first_slot[kind]; v < m->first_slot[kind + 1]; v++) {
    const DemoFamily *f = demo_family (m, m->family[v]);
    ClassShare s = {f->group, f->class_id, f->size[kind] * times};
    if (f->bits & DEMO_ALLOCATED)
      g_array_append_val (shares, s);
  }
  merge_shares (shares);
}

static void
write_bytes_by_class (DemoModel *m, DemoDb *db)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (ClassShare));
  g_autoptr (GPtrArray) by_kind = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autoptr (GArray) here = g_array_new (FALSE, FALSE, sizeof (ClassShare));

  for (guint k = 0; k < m->n_kinds; k++) {
    GArray *one = g_array_new (FALSE, FALSE, sizeof (ClassShare));
    shares_of_kind (m, k, m->kinds[k].n_tiles, here);
    g_array_append_vals (all, here->data, here->len);
    shares_of_kind (m, k, 1, one);
    g_ptr_array_add (by_kind, one);
  }
  merge_shares (all);
  for (guint i = all->len; i-- > 0;) {
    const ClassShare *s = &g_array_index (all, ClassShare, i);
    demo_db_row (db, "var_bytes_by_eq_class", "iiin", DEMO_I (s->group), DEMO_I (s->class_id),
                 DEMO_I (s->bytes));
  }
  /* Constants without an offset take no bytes, but have a row. */
  demo_db_row (db, "var_bytes_by_eq_class", "iiin", DEMO_I (demo_unlowered (m, "<const>")),
               DEMO_I (0), DEMO_I (0));
  for (guint t = 0; t < m->n_tiles; t++) {
    const GArray *one = g_ptr_array_index (by_kind, m->kind_of[t]);
    for (guint i = one->len; i-- > 0;) {
      const ClassShare *s = &g_array_index (one, ClassShare, i);
      demo_db_row (db, "var_bytes_by_eq_class", "iiii", DEMO_I (s->group), DEMO_I (s->class_id),
                   DEMO_I (s->bytes), DEMO_I (t));
    }
  }
}

static void
write_order (DemoModel *m, DemoDb *db)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint t = 0; t < m->n_tiles; t++) {
    guint32 first = m->first_slot[m->kind_of[t]], n = m->first_var[t + 1] - m->first_var[t];

    g_array_set_size (ids, 0);
    for (guint32 i = 0, placed = 0; i < n; i++)
      if (demo_family (m, m->family[first + i])->bits & DEMO_ALLOCATED) {
        guint32 id = m->first_var[t] + m->order[first + placed++];
        g_array_append_val (ids, id);
      }
    g_autoptr (GByteArray) order = demo_plain ((const guint32 *) (gpointer) ids->data, ids->len);
    demo_db_row (db, "allocation_order_by_tile", "ib", DEMO_I (t), order);
  }
}

void
demo_write_variables (DemoModel *m, DemoDb *db)
{
  g_autofree guint *base_of = g_new0 (guint, m->families->len);

  demo_write_categories (db);
  write_names (m, db, base_of);
  write_debug_ids (m, db);
  g_autofree guint *pieces = g_new0 (guint, m->families->len);
  for (guint t = 0; t < m->n_tiles; t++)
    write_tile (m, db, t, base_of, pieces);
  write_bytes_by_class (m, db);
  write_order (m, db);
}
