#include "demo/write.h"

#include "base/search.h"
#include "demo/vertex-types.h"

#include <stdlib.h>

/* Columns of memory_by_compute_set and memory_by_vertex_type. */
enum { COPY_PTR, DESCRIPTOR, EDGE_PTR, PADDING, VERTEX_DATA, COLUMNS };

/* Bytes by column and kind of tile. */
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
add_use (const DemoModel *m, State *state, const DemoVertices *use)
{
  const DemoVertexType *type = demo_vertex_type (use->type);

  for (guint t = 0; t < m->n_kinds; t++) {
    guint32 n = use->instances[t];
    state->by[COPY_PTR][t] += n * type->copy_ptr;
    state->by[DESCRIPTOR][t] += n * type->descriptor;
    /* Half of the fields' data are pointers to edges. */
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
      add_use (m, state, &set->uses[u]);
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
          add_use (m, state, &demo_compute_set (m, c)->uses[u]);
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

/* Each variable once, in order, as differences. */
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
