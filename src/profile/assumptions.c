/* Reads the sizes of a profile, and applies the assumptions of assumptions.h to lists and
 * positions. */
#include "profile/assumptions.h"

/* Returns the smallest known value of @column, or G_MAXUINT64. A row whose first column is NULL
 * does not count: it is a sum over IPUs. */
static guint64
find_first_cycle (PoplensQuery *q, int column)
{
  guint64 first = G_MAXUINT64;

  while (poplens_query_next (q))
    if (!poplens_query_is_null (q, 0) && poplens_query_is_known (q, column))
      first = MIN (first, poplens_query_u64 (q, column));
  return first;
}

/* Returns the first cycle of the trace, which is 0 in all known files. If the first row starts
 * later, reads all rows and the markers, because a damaged file can lack its first rows. Ignores
 * errors, because loading the part reports them. */
static guint64
read_first_cycle (PoplensDatabase *database)
{
  static const char columns[] = "ipu!, cycles_base!";
  g_autoptr (PoplensQuery) one = poplens_query_new (database, "steps_by_ipu", columns, "LIMIT 1");
  guint64 first = find_first_cycle (one, 1);

  if (first && poplens_query_end (one, NULL)) {
    g_autoptr (PoplensQuery) all = poplens_query_new_rows (database, "steps_by_ipu", columns, NULL);
    g_autoptr (PoplensQuery) markers =
        poplens_query_new_rows (database, "absolute_markers", "cycles_from!", NULL);
    guint64 of_steps = find_first_cycle (all, 1), of_markers = find_first_cycle (markers, 0);
    first = MIN (of_steps, of_markers);
  }
  return first == G_MAXUINT64 ? 0 : first;
}

gboolean
poplens_sizes_read (PoplensDatabase *database, PoplensProfileSizes *sizes, GError **error)
{
  g_autoptr (PoplensQuery) q =
      poplens_query_new (database, "target_info", POPLENS_TARGET_COUNTS, "LIMIT 1");
  g_autoptr (PoplensQuery) rows =
      poplens_query_new_rows (database, "memory_by_tile", "tile!", NULL);

  *sizes = (PoplensProfileSizes){0};
  while (poplens_query_next (q))
    sizes->counts = poplens_query_target_counts (q);
  while (poplens_query_next (rows))
    sizes->listed_tiles++;
  sizes->first_cycle = read_first_cycle (database);
  return poplens_query_end (q, error) && poplens_query_end (rows, error);
}

guint64
poplens_query_position (PoplensQuery *q, int column, const PoplensProfileSizes *sizes)
{
  guint64 cycle = poplens_query_u64 (q, column);

  if (cycle >= sizes->first_cycle && cycle - sizes->first_cycle <= POPLENS_MOST_CYCLES)
    return cycle - sizes->first_cycle;
  poplens_query_fail (q, "cycle %" G_GUINT64_FORMAT " is out of range", cycle);
  return 0;
}

gsize
poplens_sizes_list_length (const PoplensProfileSizes *sizes)
{
  return sizes->listed_tiles ? sizes->listed_tiles : sizes->counts.tiles_per_replica;
}

gsize
poplens_sizes_ipus (const PoplensProfileSizes *sizes)
{
  return sizes->counts.ipus_per_replica;
}

gboolean
poplens_sizes_is_cycles_length (const PoplensProfileSizes *sizes, gsize length)
{
  return length == sizes->counts.tiles_per_ipu || length == sizes->counts.num_tiles ||
         length == poplens_sizes_list_length (sizes);
}
