#include "analysis/trace/light-tracks.h"

#include "analysis/trace/lanes.h"

#define WORK "Sorting blocks"

/* One that counts, before its lane has a place. */
typedef struct {
  guint32 row, lane;
} Placed;

/* What counts of a tile, by begin, each with its lane. Returns: how many lanes there are. */
static guint32
place_blocks (PoplensLightTracks *self, const PoplensLightBlocks *blocks, guint32 tile,
              guint64 origin, const PoplensLightWanted *wanted, GArray *placed)
{
  PoplensLaneFit *fit = poplens_lane_fit_new ();

  for (guint32 row = blocks->first[tile]; row < blocks->first[tile + 1]; row++) {
    guint64 from, to;
    if (!poplens_light_cut (blocks, row, origin, wanted, &from, &to))
      continue;
    Placed one = {row, poplens_lane_fit_take (fit, from, to)};
    g_array_append_val (placed, one);
    if (poplens_light_blocks_type (blocks, row) == POPLENS_LIGHT_OVERFLOW) {
      self->n_lost++;
      self->lost += to - from;
    }
  }
  return poplens_lane_fit_free (fit);
}

/* Parted by lane; within one the order stays. */
static void
add_tracks (PoplensLightTracks *self, guint32 tile, const GArray *placed, guint32 n_lanes)
{
  g_autofree guint32 *at = g_new0 (guint32, (gsize) n_lanes + 1);
  guint32 base = self->rows->len;

  for (guint i = 0; i < placed->len; i++)
    at[g_array_index (placed, Placed, i).lane + 1]++;
  for (guint32 lane = 0; lane < n_lanes; lane++) {
    at[lane + 1] += at[lane];
    PoplensLightTrack track = {tile, lane, base + at[lane], base + at[lane + 1]};
    g_array_append_val (self->tracks, track);
  }
  g_array_set_size (self->rows, base + placed->len);
  for (guint i = 0; i < placed->len; i++) {
    const Placed *one = &g_array_index (placed, Placed, i);
    g_array_index (self->rows, guint32, base + at[one->lane]++) = one->row;
  }
}

PoplensLightTracks *
poplens_light_tracks_new (const PoplensLightBlocks *blocks, const GArray *tiles, const GArray *ipus,
                          const PoplensLightWanted *wanted, const PoplensWork *work)
{
  g_autoptr (PoplensLightTracks) self = g_new0 (PoplensLightTracks, 1);
  g_autoptr (GArray) placed = g_array_new (FALSE, FALSE, sizeof (Placed));

  self->tracks = g_array_new (FALSE, FALSE, sizeof (PoplensLightTrack));
  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 tile = 0; tile < blocks->n_tiles; tile++) {
    guint32 ipu = g_array_index (tiles, PoplensLightTile, tile).ipu;
    guint64 origin = poplens_light_origin (ipus, ipu, wanted->from_first);
    if (!poplens_work_go_on (work, WORK, blocks->first[tile], blocks->n))
      return NULL;
    if (wanted->ipu >= 0 && ipu != (guint32) wanted->ipu)
      continue;
    g_array_set_size (placed, 0);
    add_tracks (self, tile, placed, place_blocks (self, blocks, tile, origin, wanted, placed));
  }
  return g_steal_pointer (&self);
}

void
poplens_light_tracks_free (PoplensLightTracks *self)
{
  if (!self)
    return;
  g_array_unref (self->tracks);
  g_array_unref (self->rows);
  g_free (self);
}
