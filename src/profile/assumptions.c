#include "profile/assumptions.h"

gboolean
poplens_sizes_read (PoplensDatabase *database, PoplensProfileSizes *sizes, GError **error)
{
  g_autoptr (PoplensQuery) q = poplens_query_new (
      database, "target_info",
      "num_tiles!, tiles_per_ipu!, tiles_per_replica, num_ipus!, ipus_per_replica", "LIMIT 1");
  g_autoptr (PoplensQuery) rows =
      poplens_query_new_rows (database, "memory_by_tile", "tile!", NULL);

  *sizes = (PoplensProfileSizes){0};
  while (poplens_query_next (q)) {
    sizes->num_tiles = poplens_query_u32 (q, 0);
    sizes->tiles_per_ipu = poplens_query_u32 (q, 1);
    sizes->tiles_per_replica = poplens_query_u32_or (q, 2, sizes->num_tiles);
    sizes->num_ipus = poplens_query_u32 (q, 3);
    sizes->ipus_per_replica = poplens_query_u32_or (q, 4, sizes->num_ipus);
  }
  while (poplens_query_next (rows))
    sizes->listed_tiles++;
  return poplens_query_end (q, error) && poplens_query_end (rows, error);
}

gsize
poplens_sizes_list_length (const PoplensProfileSizes *sizes)
{
  return sizes->listed_tiles ? sizes->listed_tiles : sizes->tiles_per_replica;
}

gsize
poplens_sizes_ipus (const PoplensProfileSizes *sizes)
{
  return sizes->ipus_per_replica;
}

gboolean
poplens_sizes_is_cycles_length (const PoplensProfileSizes *sizes, gsize length)
{
  return length == sizes->tiles_per_ipu || length == sizes->num_tiles ||
         length == poplens_sizes_list_length (sizes);
}
