/* Compute sets, vertices and their memory, and what the graph counts. */
#include "analysis/check/check-private.h"

#include "base/format.h"

/* ---- vertices and compute sets ----------------------------------------------------------------
 */

/* How many vertices of a type the compute set at @row says to have; −1: not listed. */
static gint64
find_count (const GArray *types, const GArray *counts, guint32 type)
{
  for (guint i = 0; i < types->len && i < counts->len; i++)
    if (g_array_index (types, guint64, i) == type)
      return (gint64) g_array_index (counts, guint64, i);
  return -1;
}

/* Instances are by compute set; each of a compute set's types has a row there. */
static void
check_counts (PoplensCheckRun *run)
{
  const PoplensVertices *v = run->vertices;
  guint32 i = 0;

  for (guint32 c = 0; c < v->n_compute_sets && poplens_check_go_on (run, 0, 0); c++) {
    g_autoptr (GArray) types = poplens_lists_values (v->compute_set_types, c);
    g_autoptr (GArray) counts = poplens_lists_values (v->compute_set_counts, c);
    guint32 first = i;
    for (; i < v->n_instances && v->instance_compute_set[i] == c; i++) {
      guint32 type = v->type_id[v->instance_type[i]];
      gint64 count = find_count (types, counts, type);
      poplens_check_equal (run, CHECK_VERTEX_COUNTS, poplens_lists_sum (v->instances, i),
                           (guint64) MAX (count, 0), "compute set %u, vertex type %u",
                           v->compute_set_id[c], type);
    }
    if (types->len > i - first)
      poplens_check_equal (run, CHECK_VERTEX_COUNTS, i - first, types->len,
                           "compute set %u, number of vertex types", v->compute_set_id[c]);
  }
}

static gsize
longest (const PoplensLists *lists)
{
  gsize n = 0;

  for (gsize r = 0; lists && r < poplens_lists_n_rows (lists); r++)
    n = MAX (n, poplens_lists_length (lists, r));
  return n;
}

/* Sum over all rows, by tile. */
static void
sum_rows (const PoplensLists *lists, guint64 *sums, gsize n)
{
  for (gsize r = 0; lists && r < poplens_lists_n_rows (lists); r++)
    poplens_lists_accumulate (lists, r, sums, n);
}

static gboolean
any_bytes (PoplensLists *const *lists)
{
  for (guint b = 0; b < POPLENS_VERTEX_BYTES_CODE; b++)
    if (longest (lists[b]))
      return TRUE;
  return FALSE;
}

static void
check_agreement (PoplensCheckRun *run)
{
  const PoplensVertices *v = run->vertices;

  if (!any_bytes (v->compute_set_bytes) || !any_bytes (v->type_bytes)) {
    poplens_check_none (run, CHECK_VERTEX_BYTES_AGREE,
                        "memory_by_compute_set or memory_by_vertex_type has no row.");
    return;
  }
  for (guint b = 0; b < POPLENS_VERTEX_BYTES_CODE; b++) {
    gsize n = MAX (longest (v->compute_set_bytes[b]), longest (v->type_bytes[b]));
    g_autofree guint64 *by_set = g_new0 (guint64, MAX (n, 1));
    g_autofree guint64 *by_type = g_new0 (guint64, MAX (n, 1));
    sum_rows (v->compute_set_bytes[b], by_set, n);
    sum_rows (v->type_bytes[b], by_type, n);
    for (gsize t = 0; t < n; t++) {
      guint32 tile = poplens_check_tile_at (run, (guint32) t);
      if (!poplens_check_equal (run, CHECK_VERTEX_BYTES_AGREE, by_type[t], by_set[t], "tile %u, %s",
                                tile, poplens_vertex_bytes_key (b)))
        poplens_check_link (run, CHECK_VERTEX_BYTES_AGREE, "memory?tile=", tile);
    }
  }
}

void
poplens_check_vertices (PoplensCheckRun *run)
{
  check_counts (run);
  check_agreement (run);
}

/* ---- memory of vertices -----------------------------------------------------------------------
 */

/* Adds all bytes of the category of that name; FALSE where there is none. */
static gboolean
add_category (const PoplensMemory *m, const char *name, guint64 *sums)
{
  const PoplensCategory *category = poplens_memory_find_category (m, name);

  for (guint32 p = 0; category && p < m->n_tiles; p++)
    sums[p] += poplens_category_bytes (category, p);
  return category != NULL;
}

static void
compare (PoplensCheckRun *run, PoplensCheckId id, const guint64 *expected, const guint64 *found)
{
  const PoplensMemory *m = run->memory;

  for (guint32 p = 0; p < m->n_tiles; p++)
    if (!poplens_check_equal (run, id, expected[p], found[p], "tile %u", m->tile[p]))
      poplens_check_link (run, id, "memory?tile=", m->tile[p]);
}

/* State of all vertices by tile, from how many there are. */
static void
check_state (PoplensCheckRun *run)
{
  const PoplensVertices *v = run->vertices;
  guint32 n = run->memory->n_tiles;
  g_autofree guint64 *expected = g_new0 (guint64, MAX (n, 1));
  g_autofree guint64 *found = g_new0 (guint64, MAX (n, 1));
  g_autofree guint64 *vertices = g_new (guint64, MAX (n, 1));

  if (!v->n_instances || !add_category (run->memory, "vertexInstanceState", found)) {
    poplens_check_none (run, CHECK_VERTEX_STATE,
                        "No vertices, or no category vertexInstanceState.");
    return;
  }
  for (guint32 i = 0; i < v->n_instances && poplens_check_go_on (run, 0, 0); i++) {
    poplens_lists_read (v->instances, i, vertices, n);
    for (guint32 t = 0; t < n; t++)
      expected[t] += vertices[t] * v->type_size[v->instance_type[i]];
  }
  if (!run->error)
    compare (run, CHECK_VERTEX_STATE, expected, found);
}

/* Columns of memory_by_vertex_type together = categories together. */
static void
check_columns (PoplensCheckRun *run, PoplensCheckId id, const PoplensVertexBytes *columns,
               guint n_columns, const char *const *categories)
{
  guint32 n = run->memory->n_tiles;
  g_autofree guint64 *expected = g_new0 (guint64, MAX (n, 1));
  g_autofree guint64 *found = g_new0 (guint64, MAX (n, 1));
  gboolean any = FALSE;

  for (guint c = 0; c < 2; c++)
    any |= add_category (run->memory, categories[c], expected);
  if (!any || !any_bytes (run->vertices->type_bytes)) {
    poplens_check_none (run, id, "memory_by_vertex_type has no row, or the categories are absent.");
    return;
  }
  for (guint c = 0; c < n_columns; c++)
    sum_rows (run->vertices->type_bytes[columns[c]], found, n);
  compare (run, id, expected, found);
}

void
poplens_check_vertex_memory (PoplensCheckRun *run)
{
  static const PoplensVertexBytes fields[] = {
      POPLENS_VERTEX_BYTES_COPY_PTR, POPLENS_VERTEX_BYTES_EDGE_PTR, POPLENS_VERTEX_BYTES_PADDING,
      POPLENS_VERTEX_BYTES_VERTEX_DATA};
  static const PoplensVertexBytes descriptors[] = {POPLENS_VERTEX_BYTES_DESCRIPTOR};
  static const char *const of_fields[] = {"vertexInstanceState", "vertexFieldData"};
  static const char *const of_descriptors[] = {"copyDescriptor", "vectorListDescriptor"};

  check_state (run);
  check_columns (run, CHECK_VERTEX_FIELDS, fields, G_N_ELEMENTS (fields), of_fields);
  check_columns (run, CHECK_VERTEX_DESCRIPTORS, descriptors, G_N_ELEMENTS (descriptors),
                 of_descriptors);
}

/* ---- variables and counts ---------------------------------------------------------------------
 */

void
poplens_check_compute_set_variables (PoplensCheckRun *run)
{
  const PoplensVertices *v = run->vertices;

  for (guint32 c = 0; c < v->n_compute_sets && poplens_check_go_on (run, 0, 0); c++) {
    g_autoptr (GArray) ids = poplens_lists_values (v->compute_set_vars, c);
    for (guint i = 0; i < ids->len; i++) {
      guint64 id = g_array_index (ids, guint64, i);
      gboolean there =
          id < G_MAXUINT32 && poplens_check_variable (run, (guint32) id) != G_MAXUINT32;
      if (poplens_check_that (run, CHECK_COMPUTE_SET_VARIABLES, there))
        continue;
      g_autofree char *found = g_strdup_printf ("no variable %" G_GUINT64_FORMAT, id);
      poplens_check_fail (run, CHECK_COMPUTE_SET_VARIABLES, "a variable", found, "compute set %u",
                          v->compute_set_id[c]);
    }
  }
}

void
poplens_check_counts (PoplensCheckRun *run)
{
  const PoplensTarget *t = run->target;
  const PoplensVertices *v = run->vertices;
  guint64 edges = 0, vertices = 0;

  if (!t->has_graph) {
    poplens_check_none (run, CHECK_GRAPH_COUNTS, "graph_info has no row.");
    return;
  }
  for (guint32 c = 0; c < v->n_compute_sets; c++) {
    edges += v->compute_set_edges[c];
    vertices += poplens_lists_sum (v->compute_set_counts, c);
  }
  poplens_check_equal (run, CHECK_GRAPH_COUNTS, v->n_compute_sets, t->compute_sets,
                       "graph_info, num_compute_sets");
  poplens_check_equal (run, CHECK_GRAPH_COUNTS, edges, t->edges, "graph_info, num_edges");
  poplens_check_equal (run, CHECK_GRAPH_COUNTS, run->variables->n, t->variables,
                       "graph_info, num_vars");
  poplens_check_equal (run, CHECK_GRAPH_COUNTS, vertices, t->vertices, "graph_info, num_vertices");
}
