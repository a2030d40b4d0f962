#include "database/columns.h"
#include "profile/loaders.h"

/* Each table, and the name that the ids of cycles have there. */
static const struct {
  const char *table, *cycles;
} tables[POPLENS_N_EXCHANGE_KINDS] = {
    [POPLENS_EXCHANGE_INTERNAL] = {"program_type_do_exchange", "cycles_by_tile_ids"},
    [POPLENS_EXCHANGE_GLOBAL] = {"program_type_global_exchange", "estimated_cycles_by_tile_ids"},
    [POPLENS_EXCHANGE_HOST] = {"program_type_stream_copy_mid", "estimated_cycles_by_tile_ids"},
    [POPLENS_EXCHANGE_CODE_COPY] = {"program_type_code_copy", "cycles_by_tile_ids"},
};

static gboolean
read_table (const PoplensLoad *load, PoplensExchanges *part, PoplensExchangeKind kind,
            GError **error)
{
  PoplensExchangeTable *t = &part->tables[kind];
  gsize tiles = poplens_sizes_list_length (load->sizes), ipus = poplens_sizes_ipus (load->sizes);
  PoplensReading reading = {
      tables[kind].table,
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
       {tables[kind].cycles, POPLENS_PLAIN, &t->estimates, 0, ipus}}};

  return poplens_read_columns (load->database, &reading, 1, part->strings, error);
}

static gboolean
read_streams (const PoplensLoad *load, PoplensExchanges *part, const char *table, gboolean to_host,
              GArray *streams, GError **error)
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

  if (!read_streams (load, part, "host_exchange_from_host", FALSE, streams, error) ||
      !read_streams (load, part, "host_exchange_to_host", TRUE, streams, error))
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
    if (!read_table (load, part, kind, error))
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
