#include "analysis/memory/memory-analysis.h"

/* Share of a tile's capacity from which its colour warns. */
#define NEARLY_FULL 0.95

static int
more_first (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const guint32 *bytes = user_data;
  guint32 pa = *(const guint32 *) a, pb = *(const guint32 *) b;

  if (bytes[pa] != bytes[pb])
    return bytes[pa] > bytes[pb] ? -1 : 1;
  return pa < pb ? -1 : pa > pb;
}

guint32 *
poplens_memory_order (const PoplensMemory *memory, gboolean by_use, gboolean including_gaps)
{
  guint32 *order = g_new (guint32, MAX (memory->n_tiles, 1));

  for (guint32 t = 0; t < memory->n_tiles; t++)
    order[t] = t;
  if (by_use)
    g_qsort_with_data (order, memory->n_tiles, sizeof *order, more_first,
                       including_gaps ? memory->total_including_gaps : memory->total);
  return order;
}

GArray *
poplens_memory_fullest (const PoplensMemory *memory, guint n, gboolean including_gaps)
{
  g_autofree guint32 *order = poplens_memory_order (memory, TRUE, including_gaps);
  GArray *out = g_array_new (FALSE, FALSE, sizeof (guint32));

  return g_array_append_vals (out, order, MIN (n, memory->n_tiles));
}

GArray *
poplens_memory_positions (const PoplensMemory *memory, const PoplensTileSet *tiles)
{
  GArray *out = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 t = 0; t < memory->n_tiles; t++)
    if (!tiles || !tiles->n || poplens_tile_set_contains (tiles, memory->tile[t]))
      g_array_append_val (out, t);
  return out;
}

PoplensMemorySums
poplens_memory_sums_at (const PoplensMemory *memory, const guint32 *positions, guint n)
{
  PoplensMemorySums sums = {.n_tiles = n};
  const struct {
    guint64 *sum;
    const guint32 *column;
  } columns[] = {
      {&sums.total, memory->total},
      {&sums.total_including_gaps, memory->total_including_gaps},
      {&sums.non_interleaved, memory->non_interleaved},
      {&sums.non_interleaved_including_gaps, memory->non_interleaved_including_gaps},
      {&sums.interleaved, memory->interleaved},
      {&sums.interleaved_including_gaps, memory->interleaved_including_gaps},
      {&sums.overflowed, memory->overflowed},
      {&sums.overflowed_including_gaps, memory->overflowed_including_gaps},
      {&sums.always_live, memory->always_live},
      {&sums.shared, memory->shared},
  };

  for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
    for (guint i = 0; i < n; i++)
      *columns[c].sum += columns[c].column[positions[i]];
  sums.has_not_always_live = n > 0;
  for (guint i = 0; i < n; i++) {
    guint32 peak = memory->not_always_live_max[positions[i]];
    if (peak == G_MAXUINT32)
      sums.has_not_always_live = FALSE;
    else
      sums.not_always_live_max += peak;
  }
  if (!sums.has_not_always_live)
    sums.not_always_live_max = 0;
  return sums;
}

PoplensMemorySums
poplens_memory_sums (const PoplensMemory *memory, const PoplensTileSet *tiles)
{
  g_autoptr (GArray) positions = poplens_memory_positions (memory, tiles);

  return poplens_memory_sums_at (memory, (const guint32 *) (gpointer) positions->data,
                                 positions->len);
}

PoplensCategorySums
poplens_category_sums_at (const PoplensCategory *category, const guint32 *positions, guint n)
{
  PoplensCategorySums s = {0};

  for (guint l = 0; l < POPLENS_N_CATEGORY_LISTS; l++)
    for (guint i = 0; category->lists[l] && i < n; i++)
      s.lists[l] += category->lists[l][positions[i]];
  s.interleaved = s.lists[POPLENS_CATEGORY_INTERLEAVED_NON_OVERLAPPED] +
                  s.lists[POPLENS_CATEGORY_INTERLEAVED_OVERLAPPED];
  s.non_interleaved = s.lists[POPLENS_CATEGORY_NON_INTERLEAVED_NON_OVERLAPPED] +
                      s.lists[POPLENS_CATEGORY_NON_INTERLEAVED_OVERLAPPED];
  s.overflowed = s.lists[POPLENS_CATEGORY_OVERFLOWED_NON_OVERLAPPED] +
                 s.lists[POPLENS_CATEGORY_OVERFLOWED_OVERLAPPED];
  s.not_overlapped = s.lists[POPLENS_CATEGORY_INTERLEAVED_NON_OVERLAPPED] +
                     s.lists[POPLENS_CATEGORY_NON_INTERLEAVED_NON_OVERLAPPED] +
                     s.lists[POPLENS_CATEGORY_OVERFLOWED_NON_OVERLAPPED];
  s.total = s.interleaved + s.non_interleaved + s.overflowed;
  s.overlapped = s.total - s.not_overlapped;
  return s;
}

gboolean
poplens_is_nearly_full (guint64 bytes, guint64 capacity)
{
  return capacity && (double) bytes > NEARLY_FULL * (double) capacity;
}
