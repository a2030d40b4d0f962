/* Compute sets, vertices and their memory, and what the graph counts. */
#include "analysis/check/check-rules.h"

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

  if (!any_bytes (v->compute_set_bytes) || !any_bytes (v->type_bytes))
    return;
  for (guint b = 0; b < POPLENS_VERTEX_BYTES_CODE; b++) {
    gsize n = MAX (longest (v->compute_set_bytes[b]), longest (v->type_bytes[b]));
    g_autofree guint64 *by_set = g_new0 (guint64, MAX (n, 1));
    g_autofree guint64 *by_type = g_new0 (guint64, MAX (n, 1));
    PoplensCheckMade made = {.n = (guint32) n, .set_bytes = by_set};
    sum_rows (v->compute_set_bytes[b], by_set, n);
    sum_rows (v->type_bytes[b], by_type, n);
    made.type_bytes[b] = by_type;
    poplens_check_hold (run, RULES_VERTEX_BYTES, &made, NULL);
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

/* Adds all bytes of the category of that name, by tile. FALSE where there is none. */
static gboolean
add_category (const PoplensMemory *m, const char *name, guint64 *sums)
{
  const PoplensCategory *category = poplens_memory_find_category (m, name);

  for (guint32 p = 0; category && p < m->n_tiles; p++)
    sums[p] += poplens_category_bytes (category, p);
  return category != NULL;
}

/* State of all vertices by tile, from how many there are. */
static void
sum_state (PoplensCheckRun *run, guint64 *state)
{
  const PoplensVertices *v = run->vertices;
  guint32 n = run->memory->n_tiles;
  g_autofree guint64 *vertices = g_new (guint64, MAX (n, 1));

  for (guint32 i = 0; i < v->n_instances && poplens_check_go_on (run, 0, 0); i++) {
    poplens_lists_read (v->instances, i, vertices, n);
    for (guint32 t = 0; t < n; t++)
      state[t] += vertices[t] * v->type_size[v->instance_type[i]];
  }
}

void
poplens_check_vertex_memory (PoplensCheckRun *run)
{
  enum { STATE, STATE_BYTES, FIELD_BYTES, DESCRIPTOR_BYTES, TYPE_BYTES, N = TYPE_BYTES + 5 };
  const PoplensVertices *v = run->vertices;
  const PoplensMemory *m = run->memory;
  gsize n = MAX (m->n_tiles, 1);
  g_autofree guint64 *sums = g_new0 (guint64, N * n);
  gboolean any = any_bytes (v->type_bytes);
  PoplensCheckMade made = {.state = sums + STATE * n};

  sum_state (run, sums + STATE * n);
  for (guint b = 0; any && b < POPLENS_VERTEX_BYTES_CODE; b++) {
    made.type_bytes[b] = sums + (TYPE_BYTES + b) * n;
    sum_rows (v->type_bytes[b], sums + (TYPE_BYTES + b) * n, m->n_tiles);
  }
  if (add_category (m, "vertexInstanceState", sums + STATE_BYTES * n) && v->n_instances)
    made.state_bytes = sums + STATE_BYTES * n;
  if (add_category (m, "vertexInstanceState", sums + FIELD_BYTES * n) |
      add_category (m, "vertexFieldData", sums + FIELD_BYTES * n))
    made.field_bytes = sums + FIELD_BYTES * n;
  if (add_category (m, "copyDescriptor", sums + DESCRIPTOR_BYTES * n) |
      add_category (m, "vectorListDescriptor", sums + DESCRIPTOR_BYTES * n))
    made.descriptor_bytes = sums + DESCRIPTOR_BYTES * n;
  if (!run->error)
    poplens_check_hold (run, RULES_VERTEX_MEMORY, &made, NULL);
}

/* ---- variables and counts ---------------------------------------------------------------------
 */

void
poplens_check_compute_set_variables (PoplensCheckRun *run)
{
  const PoplensVertices *v = run->vertices;

  poplens_check_hold_lists (run, RULES_COMPUTE_SET_VARIABLES, v->compute_set_vars,
                            v->compute_set_id, v->n_compute_sets, "compute set", NULL);
}

void
poplens_check_counts (PoplensCheckRun *run)
{
  const PoplensVertices *v = run->vertices;
  PoplensCheckMade made = {0};

  for (guint32 c = 0; c < v->n_compute_sets; c++) {
    made.edges += v->compute_set_edges[c];
    made.vertices += poplens_lists_sum (v->compute_set_counts, c);
  }
  if (run->target->has_graph)
    poplens_check_hold (run, RULES_GRAPH, &made, NULL);
}
