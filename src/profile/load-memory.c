#include "database/columns.h"
#include "profile/loaders.h"

#define BY_TILE                                                                                    \
  "tile!, total!, total_including_gaps!, non_interleaved, non_interleaved_including_gaps,"         \
  "interleaved, interleaved_including_gaps, overflowed, overflowed_including_gaps,"                \
  "always_live_bytes, not_always_live_max_bytes"

static gboolean
read_tiles (const PoplensLoad *load, PoplensMemory *memory, GError **error)
{
  g_autoptr (PoplensQuery) q =
      poplens_query_new_rows (load->database, "memory_by_tile", BY_TILE, "tile");
  guint32 *const columns[] = {memory->tile,
                              memory->total,
                              memory->total_including_gaps,
                              memory->non_interleaved,
                              memory->non_interleaved_including_gaps,
                              memory->interleaved,
                              memory->interleaved_including_gaps,
                              memory->overflowed,
                              memory->overflowed_including_gaps,
                              memory->always_live};
  guint32 t = 0;

  for (; t < memory->n_tiles && poplens_query_next (q); t++) {
    for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
      columns[c][t] = poplens_query_u32 (q, c);
    memory->not_always_live_max[t] = poplens_query_u32_or (q, 10, G_MAXUINT32);
  }
  return poplens_query_end (q, error);
}

static void
take_list (PoplensQuery *q, PoplensMemory *memory, PoplensCategory *category, guint l,
           const guint64 *values)
{
  guint32 *list = NULL;

  for (guint32 t = 0; t < memory->n_tiles; t++) {
    if (!values[t])
      continue;
    if (values[t] >= G_MAXUINT32)
      poplens_query_fail (q, "%s of tile %u is too large", category->name, memory->tile[t]);
    if (!list)
      list = poplens_memory_category_list (memory, category, l);
    list[t] = (guint32) values[t];
  }
}

static gboolean
read_categories (const PoplensLoad *load, PoplensMemory *memory, GError **error)
{
  g_autofree guint64 *values = g_new0 (guint64, memory->n_tiles);
  g_autoptr (PoplensQuery) q = poplens_query_new_rows (
      load->database, "memory_by_category",
      "category_id!, interleaved_non_overlapped!, interleaved_overlapped!,"
      "non_interleaved_non_overlapped!, non_interleaved_overlapped!, overflowed_non_overlapped!,"
      "overflowed_overlapped!",
      NULL);

  while (poplens_query_next (q)) {
    g_autofree char *name = g_utf8_make_valid (poplens_query_text (q, 0), -1);
    PoplensCategory *category = poplens_memory_add_category (memory, name);
    for (guint l = 0; l < POPLENS_N_CATEGORY_LISTS; l++) {
      /* The order of PoplensCategoryList is that of the columns. */
      poplens_query_read_list (q, 1 + l, POPLENS_ENCODING_PLAIN, values, memory->n_tiles);
      take_list (q, memory, category, l, values);
    }
  }
  return poplens_query_end (q, error);
}

static gboolean
read_liveness_tiles (const PoplensLoad *load, PoplensMemory *memory, GError **error)
{
  PoplensReading reading = {"memory_liveness_tiles",
                            "position",
                            &memory->n_liveness_tiles,
                            {{"position!"}, {"tile!", POPLENS_U32, &memory->liveness_tiles}}};

  return poplens_read_columns (load->database, &reading, 1, NULL, error);
}

PoplensMemory *
poplens_load_memory (const PoplensLoad *load, GError **error)
{
  g_autoptr (PoplensMemory) memory = poplens_memory_new (load->sizes->listed_tiles);

  if (!read_tiles (load, memory, error) || !read_categories (load, memory, error) ||
      !read_liveness_tiles (load, memory, error))
    return NULL;
  if (!poplens_memory_finish (memory, error)) {
    g_prefix_error (error, "%s, table memory_by_category: ", load->database->path);
    return NULL;
  }
  return g_steal_pointer (&memory);
}

PoplensMemory *
poplens_load_memory_brief (const PoplensLoad *load, GError **error)
{
  g_autoptr (PoplensMemory) memory = poplens_memory_new (load->sizes->listed_tiles);

  return read_tiles (load, memory, error) ? g_steal_pointer (&memory) : NULL;
}
