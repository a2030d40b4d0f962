#include "profile/loaders.h"

static gboolean
read_types (const PoplensLoad *load, PoplensVertices *part, GError **error)
{
  g_autoptr (GArray) ids = POPLENS_COLUMN (guint32);
  g_autoptr (GArray) names = POPLENS_COLUMN (guint32);
  g_autoptr (GArray) sources = POPLENS_COLUMN (guint32);
  g_autoptr (GArray) sizes = POPLENS_COLUMN (guint64);
  g_autoptr (PoplensQuery) q =
      poplens_load_rows (load, "vertex_types", "id!, name!, size, source", "id", error);

  while (q && poplens_query_next (q)) {
    POPLENS_PUSH (ids, guint32, poplens_query_u32 (q, 0));
    POPLENS_PUSH (names, guint32, poplens_query_intern (q, 1, part->strings));
    POPLENS_PUSH (sizes, guint64, poplens_query_u64 (q, 2));
    POPLENS_PUSH (sources, guint32, poplens_query_intern (q, 3, part->strings));
  }
  if (!q || !poplens_query_end (q, error))
    return FALSE;
  part->n_types = ids->len;
  part->type_id = poplens_column_steal (&ids);
  part->type_name = poplens_column_steal (&names);
  part->type_source = poplens_column_steal (&sources);
  part->type_size = poplens_column_steal (&sizes);
  return TRUE;
}

static gboolean
read_compute_sets (const PoplensLoad *load, PoplensVertices *part, GError **error)
{
  g_autoptr (GArray) ids = POPLENS_COLUMN (guint32);
  g_autoptr (GArray) names = POPLENS_COLUMN (guint32);
  g_autoptr (GArray) debug_ids = POPLENS_COLUMN (guint32);
  g_autoptr (GArray) edges = POPLENS_COLUMN (guint64);
  g_autoptr (PoplensQuery) q = poplens_load_rows (
      load, "compute_sets",
      "compute_set!, name!, debug_id, edge_count, vertex_types, vertex_counts, var_ids_diff_rle,"
      "cycles_by_tile_ids, estimated_flops_by_tile",
      "compute_set", error);

  part->compute_set_types = poplens_lists_new (POPLENS_ENCODING_PLAIN, POPLENS_ANY_LENGTH);
  part->compute_set_counts = poplens_lists_new (POPLENS_ENCODING_PLAIN, POPLENS_ANY_LENGTH);
  part->compute_set_vars = poplens_lists_new (POPLENS_ENCODING_DIFF_RLE, POPLENS_ANY_LENGTH);
  part->compute_set_estimates = poplens_lists_new (POPLENS_ENCODING_PLAIN, POPLENS_ANY_LENGTH);
  part->compute_set_flops = poplens_lists_new (POPLENS_ENCODING_RLE, POPLENS_ANY_LENGTH);
  while (q && poplens_query_next (q)) {
    POPLENS_PUSH (ids, guint32, poplens_query_u32 (q, 0));
    POPLENS_PUSH (names, guint32, poplens_query_intern (q, 1, part->strings));
    POPLENS_PUSH (debug_ids, guint32, poplens_query_u32 (q, 2));
    POPLENS_PUSH (edges, guint64, poplens_query_u64 (q, 3));
    poplens_query_append_list (q, 4, part->compute_set_types);
    poplens_query_append_list (q, 5, part->compute_set_counts);
    poplens_query_append_list (q, 6, part->compute_set_vars);
    poplens_query_append_list (q, 7, part->compute_set_estimates);
    poplens_query_append_list (q, 8, part->compute_set_flops);
    gsize row = ids->len - 1;
    if (ids->len == poplens_lists_n_rows (part->compute_set_types) &&
        ids->len == poplens_lists_n_rows (part->compute_set_counts) &&
        poplens_lists_length (part->compute_set_types, row) !=
            poplens_lists_length (part->compute_set_counts, row))
      poplens_query_fail (q, "vertex_types and vertex_counts differ in length");
  }
  if (!q || !poplens_query_end (q, error))
    return FALSE;
  part->n_compute_sets = ids->len;
  part->compute_set_id = poplens_column_steal (&ids);
  part->compute_set_name = poplens_column_steal (&names);
  part->compute_set_debug_id = poplens_column_steal (&debug_ids);
  part->compute_set_edges = poplens_column_steal (&edges);
  return TRUE;
}

static gboolean
read_instances (const PoplensLoad *load, PoplensVertices *part, GError **error)
{
  g_autoptr (GArray) sets = POPLENS_COLUMN (guint32);
  g_autoptr (GArray) types = POPLENS_COLUMN (guint32);
  g_autoptr (PoplensQuery) q =
      poplens_load_rows (load, "vertex_instances", "compute_set!, vertex_type!, instances_by_tile!",
                         "compute_set, vertex_type", error);

  part->instances =
      poplens_lists_new (POPLENS_ENCODING_RLE, poplens_sizes_list_length (load->sizes));
  while (q && poplens_query_next (q)) {
    guint32 set = poplens_vertices_find_compute_set (part, poplens_query_u32 (q, 0));
    guint32 type = poplens_vertices_find_type (part, poplens_query_u32 (q, 1));
    if (set == G_MAXUINT32 || type == G_MAXUINT32)
      poplens_query_fail (q, "the compute set or the vertex type does not exist");
    POPLENS_PUSH (sets, guint32, set);
    POPLENS_PUSH (types, guint32, type);
    poplens_query_append_list (q, 2, part->instances);
  }
  if (!q || !poplens_query_end (q, error))
    return FALSE;
  part->n_instances = sets->len;
  part->instance_compute_set = poplens_column_steal (&sets);
  part->instance_type = poplens_column_steal (&types);
  return TRUE;
}

/* memory_by_compute_set and memory_by_vertex_type, into lists that have a row for each of @n @ids,
 * absent where the table has none. */
static gboolean
read_bytes (const PoplensLoad *load, const char *table, const char *columns,
            PoplensEncoding encoding, const guint32 *ids, guint32 n, PoplensLists **lists,
            guint n_lists, const char *order, GError **error)
{
  g_autoptr (PoplensQuery) q = poplens_load_rows (load, table, columns, order, error);
  guint32 row = 0;

  for (guint c = 0; c < n_lists; c++)
    lists[c] = poplens_lists_new (encoding, poplens_sizes_list_length (load->sizes));
  while (q && poplens_query_next (q)) {
    guint32 id = poplens_query_u32 (q, 0);
    for (; row < n && ids[row] < id; row++)
      for (guint c = 0; c < n_lists; c++)
        poplens_lists_append (lists[c], NULL, 0, NULL);
    if (row >= n || ids[row] != id) {
      poplens_query_fail (q, "id %u does not exist", id);
      break;
    }
    for (guint c = 0; c < n_lists; c++)
      poplens_query_append_list (q, 1 + c, lists[c]);
    row++;
  }
  if (!q || !poplens_query_end (q, error))
    return FALSE;
  for (; row < n; row++)
    for (guint c = 0; c < n_lists; c++)
      poplens_lists_append (lists[c], NULL, 0, NULL);
  return TRUE;
}

/* compute_set_cycles_by_tile (level Tile) and _by_ipu (level IPU): lists of a value an IPU. */
static gboolean
read_sparse (const PoplensLoad *load, const char *table, const char *columns,
             PoplensEncoding encoding, const PoplensVertices *part, PoplensLists **lists,
             GError **error)
{
  g_autoptr (PoplensQuery) q = poplens_load_rows (load, table, columns, "compute_set_id", error);
  guint32 row = 0;

  *lists = poplens_lists_new (encoding, POPLENS_ANY_LENGTH);
  while (q && poplens_query_next (q)) {
    guint32 id = poplens_query_u32 (q, 0);
    for (; row < part->n_compute_sets && part->compute_set_id[row] < id; row++)
      poplens_lists_append (*lists, NULL, 0, NULL);
    if (row >= part->n_compute_sets || part->compute_set_id[row] != id) {
      poplens_query_fail (q, "compute set %u does not exist", id);
      break;
    }
    poplens_query_append_list (q, 1, *lists);
    row++;
  }
  if (!q || !poplens_query_end (q, error))
    return FALSE;
  for (; row < part->n_compute_sets; row++)
    poplens_lists_append (*lists, NULL, 0, NULL);
  return TRUE;
}

static gboolean
read_vertices (const PoplensLoad *load, PoplensVertices *part, GError **error)
{
  g_autoptr (GArray) ids = POPLENS_COLUMN (guint32);
  g_autoptr (GArray) sets = POPLENS_COLUMN (guint32);
  g_autoptr (GArray) types = POPLENS_COLUMN (guint32);
  g_autoptr (GArray) cycles = POPLENS_COLUMN (guint64);
  g_autoptr (PoplensQuery) q = poplens_load_rows (
      load, "vertices", "vertex_id!, compute_set_id!, vertex_type!, cycles!", "vertex_id", error);

  while (q && poplens_query_next (q)) {
    POPLENS_PUSH (ids, guint32, poplens_query_u32 (q, 0));
    POPLENS_PUSH (sets, guint32, poplens_query_u32 (q, 1));
    POPLENS_PUSH (types, guint32, poplens_query_u32 (q, 2));
    POPLENS_PUSH (cycles, guint64, poplens_query_u64 (q, 3));
  }
  if (!q || !poplens_query_end (q, error))
    return FALSE;
  part->n_vertices = ids->len;
  part->vertex_id = poplens_column_steal (&ids);
  part->vertex_compute_set = poplens_column_steal (&sets);
  part->vertex_type = poplens_column_steal (&types);
  part->vertex_cycles = poplens_column_steal (&cycles);
  return TRUE;
}

PoplensVertices *
poplens_load_vertices (const PoplensLoad *load, GError **error)
{
  g_autoptr (PoplensVertices) part = poplens_vertices_new ();

  if (!read_types (load, part, error) || !read_compute_sets (load, part, error) ||
      !read_instances (load, part, error) ||
      !read_bytes (load, "memory_by_compute_set",
                   "compute_set!, copy_ptr_bytes, descriptor_bytes, edge_ptr_bytes, padding_bytes,"
                   "vertex_data_bytes",
                   POPLENS_ENCODING_RLE, part->compute_set_id, part->n_compute_sets,
                   part->compute_set_bytes, POPLENS_VERTEX_BYTES_CODE, "compute_set", error) ||
      !read_bytes (load, "memory_by_vertex_type",
                   "vertex_type!, copy_ptr_bytes, descriptor_bytes, edge_ptr_bytes, padding_bytes,"
                   "vertex_data_bytes, code_bytes",
                   POPLENS_ENCODING_PLAIN, part->type_id, part->n_types, part->type_bytes,
                   POPLENS_N_VERTEX_BYTES, "vertex_type", error) ||
      !read_sparse (load, "compute_set_cycles_by_tile", "compute_set_id!, cycles_by_tile_ids!",
                    POPLENS_ENCODING_PLAIN, part, &part->compute_set_cycles, error) ||
      !read_sparse (load, "compute_set_cycles_by_ipu", "compute_set_id!, cycles_by_ipu_rle!",
                    POPLENS_ENCODING_RLE, part, &part->compute_set_ipu_cycles, error) ||
      !read_vertices (load, part, error))
    return NULL;
  return g_steal_pointer (&part);
}
