/* A variable that lies evenly on all tiles of an IPU. */
#include "analysis/insights/what-if-private.h"

guint32
poplens_what_if_ipu_of (const PoplensWhatIf *self, guint32 tile)
{
  return self->tiles_per_ipu ? tile / self->tiles_per_ipu : 0;
}

/* How many tiles of each kind the IPU has, of those that the report lists. (transfer full) */
static guint32 *
count_kinds (const PoplensWhatIf *self, guint32 ipu, guint32 *n_tiles)
{
  guint32 *n = g_new0 (guint32, MAX (self->alike->n_kinds, 1));

  *n_tiles = 0;
  for (guint32 i = 0; i < self->memory->n_tiles; i++) {
    guint32 tile = self->memory->tile[i];
    if (poplens_what_if_ipu_of (self, tile) != ipu)
      continue;
    ++*n_tiles;
    if (tile < self->alike->n_tiles)
      n[self->alike->of_tile[tile]]++;
  }
  return n;
}

static void
add_kind (const PoplensTilesAlike *alike, guint32 kind, guint64 n, const guint8 *hit, guint64 *sum)
{
  for (guint32 e = alike->first[kind]; n && e < alike->first[kind + 1]; e++) {
    const PoplensPairBytes *entry = &alike->entries[e];
    if (hit[alike->pairs[entry->pair].group])
      sum[entry->pair] += n * entry->bytes;
  }
}

void
poplens_what_if_spread (const PoplensWhatIf *self, const guint8 *hit, guint32 ipu, GArray *out)
{
  const PoplensTilesAlike *alike = self->alike;
  g_autofree guint64 *sum = g_new0 (guint64, MAX (alike->n_pairs, 1));
  guint32 n_tiles;
  g_autofree guint32 *n = count_kinds (self, ipu, &n_tiles);

  for (guint32 k = 0; k < alike->n_kinds; k++)
    add_kind (alike, k, n[k], hit, sum);
  for (guint32 p = 0; n_tiles && p < alike->n_pairs; p++) {
    PoplensPairBytes even = {p, (guint32) ((sum[p] + n_tiles - 1) / n_tiles)};
    if (hit[alike->pairs[p].group])
      g_array_append_val (out, even);
  }
}
