#include "profile/loaders.h"

/* Columns that all four tables share, in this order. */
#define COMMON                                                                                     \
  "id!, bytes_received_by_tile_rle, bytes_sent_by_tile_rle, bytes_received_by_ipu_rle,"            \
  "bytes_sent_by_ipu_rle, max_data_sent_and_received_by_ipu_rle, code_bytes_by_tile_rle,"          \
  "source_vars, destination_vars, source_regions_id, destination_regions_id, sync_type,"

static const struct {
  const char *table, *columns; /* COMMON and the name that the ids of cycles have there */
} tables[POPLENS_N_EXCHANGE_KINDS] = {
    [POPLENS_EXCHANGE_INTERNAL] = {"program_type_do_exchange", COMMON "cycles_by_tile_ids"},
    [POPLENS_EXCHANGE_GLOBAL] = {"program_type_global_exchange",
                                 COMMON "estimated_cycles_by_tile_ids"},
    [POPLENS_EXCHANGE_HOST] = {"program_type_stream_copy_mid",
                               COMMON "estimated_cycles_by_tile_ids"},
    [POPLENS_EXCHANGE_CODE_COPY] = {"program_type_code_copy", COMMON "cycles_by_tile_ids"},
};

static gboolean
read_table (const PoplensLoad *load, PoplensExchanges *part, PoplensExchangeKind kind,
            GError **error)
{
  PoplensExchangeTable *table = &part->tables[kind];
  gsize tiles = poplens_sizes_list_length (load->sizes), ipus = poplens_sizes_ipus (load->sizes);
  g_autoptr (GArray) ids = POPLENS_COLUMN (guint32);
  g_autoptr (GArray) sources = POPLENS_COLUMN (guint32);
  g_autoptr (GArray) destinations = POPLENS_COLUMN (guint32);
  g_autoptr (GArray) source_ids = POPLENS_COLUMN (guint32);
  g_autoptr (GArray) destination_ids = POPLENS_COLUMN (guint32);
  g_autoptr (GArray) syncs = POPLENS_COLUMN (guint32);
  g_autoptr (PoplensQuery) q =
      poplens_load_rows (load, tables[kind].table, tables[kind].columns, "id", error);

  table->received = poplens_lists_new (POPLENS_ENCODING_RLE, tiles);
  table->sent = poplens_lists_new (POPLENS_ENCODING_RLE, tiles);
  table->received_by_ipu = poplens_lists_new (POPLENS_ENCODING_RLE, ipus);
  table->sent_by_ipu = poplens_lists_new (POPLENS_ENCODING_RLE, ipus);
  table->max_data_by_ipu = poplens_lists_new (POPLENS_ENCODING_RLE, ipus);
  table->code = poplens_lists_new (POPLENS_ENCODING_RLE, tiles);
  table->estimates = poplens_lists_new (POPLENS_ENCODING_PLAIN, ipus);
  PoplensLists *const lists[] = {table->received,        table->sent,
                                 table->received_by_ipu, table->sent_by_ipu,
                                 table->max_data_by_ipu, table->code};
  while (q && poplens_query_next (q)) {
    POPLENS_PUSH (ids, guint32, poplens_query_u32 (q, 0));
    for (guint l = 0; l < G_N_ELEMENTS (lists); l++)
      poplens_query_append_list (q, 1 + l, lists[l]);
    POPLENS_PUSH (sources, guint32, poplens_query_intern (q, 7, part->strings));
    POPLENS_PUSH (destinations, guint32, poplens_query_intern (q, 8, part->strings));
    POPLENS_PUSH (source_ids, guint32, poplens_query_u32_or (q, 9, POPLENS_NO_REGIONS));
    POPLENS_PUSH (destination_ids, guint32, poplens_query_u32_or (q, 10, POPLENS_NO_REGIONS));
    POPLENS_PUSH (syncs, guint32, poplens_query_intern (q, 11, part->strings));
    poplens_query_append_list (q, 12, table->estimates);
  }
  if (!q || !poplens_query_end (q, error))
    return FALSE;
  table->n = ids->len;
  table->id = poplens_column_steal (&ids);
  table->source_text = poplens_column_steal (&sources);
  table->destination_text = poplens_column_steal (&destinations);
  table->source_regions = poplens_column_steal (&source_ids);
  table->destination_regions = poplens_column_steal (&destination_ids);
  table->sync_type = poplens_column_steal (&syncs);
  return TRUE;
}

static gboolean
read_streams (const PoplensLoad *load, PoplensExchanges *part, const char *table, gboolean to_host,
              GArray *streams, GError **error)
{
  g_autoptr (PoplensQuery) q = poplens_load_rows (
      load, table, "stream_copy_mid_id!, stream!, regions, is_remote_buffer, regions_id",
      "stream_copy_mid_id", error);

  while (q && poplens_query_next (q)) {
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
  return q && poplens_query_end (q, error);
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
  g_autoptr (GArray) ids = POPLENS_COLUMN (guint32);
  g_autoptr (PoplensQuery) q = poplens_load_rows (
      load, "inter_ipu_exchange_cycles_by_tile",
      "inter_ipu_exchange_id!, exchange_cycles_by_tile_ids, sync_cycles_by_tile_ids",
      "inter_ipu_exchange_id", error);

  part->global_exchange_cycles = poplens_lists_new (POPLENS_ENCODING_PLAIN, POPLENS_ANY_LENGTH);
  part->global_sync_cycles = poplens_lists_new (POPLENS_ENCODING_PLAIN, POPLENS_ANY_LENGTH);
  while (q && poplens_query_next (q)) {
    POPLENS_PUSH (ids, guint32, poplens_query_u32 (q, 0));
    poplens_query_append_list (q, 1, part->global_exchange_cycles);
    poplens_query_append_list (q, 2, part->global_sync_cycles);
  }
  if (!q || !poplens_query_end (q, error))
    return FALSE;
  part->n_global_cycles = ids->len;
  part->global_cycles_id = poplens_column_steal (&ids);
  return TRUE;
}

PoplensExchanges *
poplens_load_exchanges (const PoplensLoad *load, GError **error)
{
  g_autoptr (PoplensExchanges) part = poplens_exchanges_new ();
  g_autoptr (GArray) streams = POPLENS_COLUMN (PoplensHostStream);

  for (guint kind = 0; kind < POPLENS_N_EXCHANGE_KINDS; kind++)
    if (!read_table (load, part, kind, error))
      return NULL;
  if (!read_streams (load, part, "host_exchange_from_host", FALSE, streams, error) ||
      !read_streams (load, part, "host_exchange_to_host", TRUE, streams, error) ||
      !read_global_cycles (load, part, error))
    return NULL;
  g_array_sort (streams, compare_streams);
  part->n_streams = streams->len;
  part->streams = poplens_column_steal (&streams);
  return g_steal_pointer (&part);
}
