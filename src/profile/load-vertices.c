/* Loads two parts: exchanges with the host streams, and vertex types with compute sets. */
#include "database/columns.h"
#include "profile/loaders.h"

/* ---- exchanges ------------------------------------------------------------------------------- */

/* Table of each kind of exchange, and the table's column with ids of estimated cycles. */
static const struct {
  const char *table, *cycles;
} exchange_tables[POPLENS_N_EXCHANGE_KINDS] = {
    [POPLENS_EXCHANGE_INTERNAL] = {"program_type_do_exchange", "cycles_by_tile_ids"},
    [POPLENS_EXCHANGE_GLOBAL] = {"program_type_global_exchange", "estimated_cycles_by_tile_ids"},
    [POPLENS_EXCHANGE_HOST] = {"program_type_stream_copy_mid", "estimated_cycles_by_tile_ids"},
    [POPLENS_EXCHANGE_CODE_COPY] = {"program_type_code_copy", "cycles_by_tile_ids"},
};

static gboolean
read_exchange_table (const PoplensLoad *load, PoplensExchanges *part, PoplensExchangeKind kind,
                     GError **error)
{
  PoplensExchangeTable *t = &part->tables[kind];
  gsize tiles = poplens_sizes_list_length (load->sizes), ipus = poplens_sizes_ipus (load->sizes);
  PoplensReading reading = {
      exchange_tables[kind].table,
      "id",
      &t->n,
      {{"id!", POPLENS_U32, &t->id},
       {"bytes_received_by_tile_rle", POPLENS_RLE, &t->received, 0, tiles},
       {"bytes_sent_by_tile_rle", POPLENS_RLE, &t->sent, 0, tiles},
       {"bytes_received_by_ipu_rle", POPLENS_RLE, &t->received_by_ipu, 0, ipus},
       {"bytes_sent_by_ipu_rle", POPLENS_RLE, &t->sent_by_ipu, 0, ipus},
       {"max_data_sent_and_received_by_ipu_rle", POPLENS_RLE, &t->max_data_by_ipu, 0, ipus},
       {"code_bytes_by_tile_rle", POPLENS_RLE, &t->code, 0, tiles},
       {"source_vars", POPLENS_TEXT, &t->source_text},
       {"destination_vars", POPLENS_TEXT, &t->destination_text},
       {"source_regions_id", POPLENS_U32, &t->source_regions, POPLENS_NO_REGIONS},
       {"destination_regions_id", POPLENS_U32, &t->destination_regions, POPLENS_NO_REGIONS},
       {"sync_type", POPLENS_TEXT, &t->sync_type},
       {exchange_tables[kind].cycles, POPLENS_PLAIN, &t->estimates, 0, ipus}}};

  return poplens_read_columns (load->database, &reading, 1, part->strings, error);
}

static gboolean
read_host_streams (const PoplensLoad *load, PoplensExchanges *part, const char *table,
                   gboolean to_host, GArray *streams, GError **error)
{
  g_autoptr (PoplensQuery) q = poplens_query_new_rows (
      load->database, table, "stream_copy_mid_id!, stream!, regions, is_remote_buffer, regions_id",
      "stream_copy_mid_id");

  while (poplens_query_next (q)) {
    PoplensHostStream stream = {
        .mid_id = poplens_query_u32 (q, 0),
        .stream = poplens_query_intern (q, 1, part->strings),
        .regions_text = poplens_query_intern (q, 2, part->strings),
        .remote_buffer = poplens_query_i64 (q, 3) != 0,
        .regions = poplens_query_u32_or (q, 4, POPLENS_NO_REGIONS),
        .to_host = to_host,
    };
    g_array_append_val (streams, stream);
  }
  return poplens_query_end (q, error);
}

static int
compare_streams (gconstpointer a, gconstpointer b)
{
  const PoplensHostStream *x = a, *y = b;

  if (x->mid_id != y->mid_id)
    return x->mid_id < y->mid_id ? -1 : 1;
  return x->to_host - y->to_host;
}

static gboolean
read_global_cycles (const PoplensLoad *load, PoplensExchanges *part, GError **error)
{
  static const gsize any = POPLENS_ANY_LENGTH;
  PoplensReading reading = {
      "inter_ipu_exchange_cycles_by_tile",
      "inter_ipu_exchange_id",
      &part->n_global_cycles,
      {{"inter_ipu_exchange_id!", POPLENS_U32, &part->global_cycles_id},
       {"exchange_cycles_by_tile_ids", POPLENS_PLAIN, &part->global_exchange_cycles, 0, any},
       {"sync_cycles_by_tile_ids", POPLENS_PLAIN, &part->global_sync_cycles, 0, any}}};

  return poplens_read_columns (load->database, &reading, 1, NULL, error);
}

static gboolean
read_all_streams (const PoplensLoad *load, PoplensExchanges *part, GError **error)
{
  g_autoptr (GArray) streams = POPLENS_COLUMN (PoplensHostStream);

  if (!read_host_streams (load, part, "host_exchange_from_host", FALSE, streams, error) ||
      !read_host_streams (load, part, "host_exchange_to_host", TRUE, streams, error))
    return FALSE;
  g_array_sort (streams, compare_streams);
  part->n_streams = streams->len;
  part->streams = poplens_column_steal (&streams);
  return TRUE;
}

PoplensExchanges *
poplens_load_exchanges (const PoplensLoad *load, GError **error)
{
  g_autoptr (PoplensExchanges) part = poplens_exchanges_new ();

  for (guint kind = 0; kind < POPLENS_N_EXCHANGE_KINDS; kind++)
    if (!read_exchange_table (load, part, kind, error))
      return NULL;
  return read_all_streams (load, part, error) && read_global_cycles (load, part, error)
             ? g_steal_pointer (&part)
             : NULL;
}

PoplensExchanges *
poplens_load_exchanges_brief (const PoplensLoad *load, GError **error)
{
  g_autoptr (PoplensExchanges) part = poplens_exchanges_new ();

  return read_all_streams (load, part, error) ? g_steal_pointer (&part) : NULL;
}

/* ---- vertex types and compute sets ----------------------------------------------------------- */

#define BYTES "copy_ptr_bytes, descriptor_bytes, edge_ptr_bytes, padding_bytes, vertex_data_bytes"

/* Reads vertex_types and vertices. Only files of instrumentation level Vertex have vertices. */
static gboolean
read_types (const PoplensLoad *load, PoplensVertices *part, GError **error)
{
  PoplensReading readings[] = {{"vertex_types",
                                "id",
                                &part->n_types,
                                {{"id!", POPLENS_U32, &part->type_id},
                                 {"name!", POPLENS_TEXT, &part->type_name},
                                 {"size", POPLENS_U64, &part->type_size},
                                 {"source", POPLENS_TEXT, &part->type_source}}},
                               {"vertices",
                                "vertex_id",
                                &part->n_vertices,
                                {{"vertex_id!", POPLENS_U32, &part->vertex_id},
                                 {"compute_set_id!", POPLENS_U32, &part->vertex_compute_set},
                                 {"vertex_type!", POPLENS_U32, &part->vertex_type},
                                 {"cycles!", POPLENS_U64, &part->vertex_cycles}}}};

  return poplens_read_columns (load->database, readings, G_N_ELEMENTS (readings), part->strings,
                               error);
}

static gboolean
read_compute_sets (const PoplensLoad *load, PoplensVertices *part, GError **error)
{
  static const gsize any = POPLENS_ANY_LENGTH;
  PoplensLists **types = &part->compute_set_types, **counts = &part->compute_set_counts;
  PoplensReading reading = {
      "compute_sets",
      "compute_set",
      &part->n_compute_sets,
      {{"compute_set!", POPLENS_U32, &part->compute_set_id},
       {"name!", POPLENS_TEXT, &part->compute_set_name},
       {"debug_id", POPLENS_U32, &part->compute_set_debug_id},
       {"edge_count", POPLENS_U64, &part->compute_set_edges},
       {"vertex_types", POPLENS_PLAIN, types, 0, any},
       {"vertex_counts", POPLENS_PLAIN, counts, 0, any},
       {"var_ids_diff_rle", POPLENS_DIFF_RLE, &part->compute_set_vars, 0, any},
       {"cycles_by_tile_ids", POPLENS_PLAIN, &part->compute_set_estimates, 0, any},
       {"estimated_flops_by_tile", POPLENS_RLE, &part->compute_set_flops, 0, any}}};
  g_auto (PoplensRows) rows = poplens_rows_begin (load->database, &reading, part->strings);

  for (guint32 n = 0; poplens_rows_next (&rows); n++) {
    poplens_rows_take (&rows);
    if (poplens_lists_n_rows (*types) == rows.n && poplens_lists_n_rows (*counts) == rows.n &&
        poplens_lists_length (*types, n) != poplens_lists_length (*counts, n))
      poplens_query_fail (rows.query, "vertex_types and vertex_counts differ in length");
  }
  return poplens_rows_end (&rows, error);
}

static gboolean
read_instances (const PoplensLoad *load, PoplensVertices *part, GError **error)
{
  PoplensReading reading = {"vertex_instances",
                            "compute_set, vertex_type",
                            &part->n_instances,
                            {{"compute_set!", POPLENS_U32, &part->instance_compute_set},
                             {"vertex_type!", POPLENS_U32, &part->instance_type},
                             {"instances_by_tile!", POPLENS_RLE, &part->instances, 0,
                              poplens_sizes_list_length (load->sizes)}}};
  g_auto (PoplensRows) rows = poplens_rows_begin (load->database, &reading, NULL);

  while (poplens_rows_next (&rows)) {
    guint32 set = poplens_vertices_find_compute_set (part, poplens_query_u32 (rows.query, 0));
    guint32 type = poplens_vertices_find_type (part, poplens_query_u32 (rows.query, 1));
    if (set == G_MAXUINT32 || type == G_MAXUINT32)
      poplens_query_fail (rows.query, "unknown compute set or vertex type");
    poplens_rows_take (&rows);
    part->instance_compute_set[rows.n - 1] = set;
    part->instance_type[rows.n - 1] = type;
  }
  return poplens_rows_end (&rows, error);
}

/* Describes how to read a table of lists by id. .columns: the id, by which rows are sorted, then
 * the lists. .lists get one row for each of the .n .ids; the row is absent if the table lacks the
 * id. */
typedef struct {
  const char *table, *columns, *order, *what;
  PoplensEncoding encoding;
  gsize length; /* length of each list */
  PoplensLists **lists;
  guint n_lists;
  const guint32 *ids;
  guint32 n;
} ListTable;

/* Appends absent lists for the rows [@row, @end). */
static void
append_absent_lists (const ListTable *self, guint32 row, guint32 end)
{
  for (; row < end; row++)
    for (guint c = 0; c < self->n_lists; c++)
      poplens_lists_append (self->lists[c], NULL, 0, NULL);
}

static gboolean
read_by_id (const PoplensLoad *load, const ListTable *self, GError **error)
{
  g_autoptr (PoplensQuery) q =
      poplens_query_new_rows (load->database, self->table, self->columns, self->order);
  guint32 row = 0;

  for (guint c = 0; c < self->n_lists; c++)
    self->lists[c] = poplens_lists_new (self->encoding, self->length);
  for (; poplens_query_next (q); row++) {
    guint32 id = poplens_query_u32 (q, 0), from = row;
    while (row < self->n && self->ids[row] < id)
      row++;
    append_absent_lists (self, from, row);
    if (row >= self->n || self->ids[row] != id) {
      poplens_query_fail (q, "%s %u does not exist", self->what, id);
      break;
    }
    for (guint c = 0; c < self->n_lists; c++)
      poplens_query_append_list (q, 1 + c, self->lists[c]);
  }
  if (!poplens_query_end (q, error))
    return FALSE;
  append_absent_lists (self, row, self->n);
  return TRUE;
}

/* Reads the tables of lists by compute set or vertex type. Tables of cycles have lists with a value
 * for each IPU: compute_set_cycles_by_tile at instrumentation level Tile, compute_set_cycles_by_ipu
 * at level IPU. */
static gboolean
read_lists_by_id (const PoplensLoad *load, PoplensVertices *part, GError **error)
{
  gsize tiles = poplens_sizes_list_length (load->sizes);
  guint32 *sets = part->compute_set_id, n_sets = part->n_compute_sets;
  const ListTable tables[] = {{"memory_by_compute_set", "compute_set!," BYTES, "compute_set", "id",
                               POPLENS_ENCODING_RLE, tiles, part->compute_set_bytes,
                               POPLENS_VERTEX_BYTES_CODE, sets, n_sets},
                              {"memory_by_vertex_type", "vertex_type!," BYTES ", code_bytes",
                               "vertex_type", "id", POPLENS_ENCODING_PLAIN, tiles, part->type_bytes,
                               POPLENS_N_VERTEX_BYTES, part->type_id, part->n_types},
                              {"compute_set_cycles_by_tile", "compute_set_id!, cycles_by_tile_ids!",
                               "compute_set_id", "compute set", POPLENS_ENCODING_PLAIN,
                               POPLENS_ANY_LENGTH, &part->compute_set_cycles, 1, sets, n_sets},
                              {"compute_set_cycles_by_ipu", "compute_set_id!, cycles_by_ipu_rle!",
                               "compute_set_id", "compute set", POPLENS_ENCODING_RLE,
                               POPLENS_ANY_LENGTH, &part->compute_set_ipu_cycles, 1, sets, n_sets}};

  for (guint t = 0; t < G_N_ELEMENTS (tables); t++)
    if (!read_by_id (load, &tables[t], error))
      return FALSE;
  return TRUE;
}

PoplensVertices *
poplens_load_vertices (const PoplensLoad *load, GError **error)
{
  g_autoptr (PoplensVertices) part = poplens_vertices_new ();

  if (!read_types (load, part, error) || !read_compute_sets (load, part, error) ||
      !read_instances (load, part, error) || !read_lists_by_id (load, part, error))
    return NULL;
  return g_steal_pointer (&part);
}
