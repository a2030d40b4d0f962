/* Tests of lightweight profiling: sums, and lost and recorded cycles, against counting cycle by
 * cycle. */
#include "analysis/trace/light.h"

#include <string.h>

#define TILES_PER_IPU 3
#define SPAN 400
#define START G_GUINT64_CONSTANT (2000000000)

static int
by_begin (gconstpointer a, gconstpointer b)
{
  const guint64 *x = a, *y = b;

  if (x[0] != y[0])
    return x[0] < y[0] ? -1 : 1;
  return x[1] > y[1] ? -1 : x[1] < y[1];
}

/* Returns blocks of up to eight tiles, some of which recorded nothing; blocks nest, overlap or have
 * no length. */
static PoplensLightBlocks *
random_blocks (GRand *rand)
{
  PoplensLightBlocks *self = poplens_light_blocks_new ();
  guint32 most = 8 * 40;

  self->from = g_new (guint64, most);
  self->length = g_new (guint32, most);
  self->id = g_new (gint64, most);
  self->type = g_new (guint8, most);
  self->tile = g_new (guint32, 8);
  g_free (self->first);
  self->first = g_new0 (guint32, 9);
  for (guint32 tile = 0; tile < 8; tile++) {
    guint64 ends[40][2];
    guint n = (guint) g_rand_int_range (rand, 0, 40);
    if (!n || g_rand_int_range (rand, 0, 4) == 0)
      continue;
    for (guint i = 0; i < n; i++) {
      ends[i][0] = START + (guint64) g_rand_int_range (rand, 0, SPAN);
      ends[i][1] = ends[i][0] + (guint64) g_rand_int_range (rand, 0, 60);
    }
    qsort (ends, n, sizeof ends[0], by_begin);
    self->tile[self->n_tiles++] = tile;
    for (guint i = 0; i < n; i++, self->n++) {
      self->from[self->n] = ends[i][0];
      self->length[self->n] = (guint32) (ends[i][1] - ends[i][0]);
      self->id[self->n] = g_rand_int_range (rand, -1, 5);
      self->type[self->n] = (guint8) g_rand_int_range (rand, 0, 7);
    }
    self->first[self->n_tiles] = self->n;
  }
  return self;
}

static gboolean
runs_at (const PoplensLightBlocks *blocks, guint32 row, guint64 cycle)
{
  return blocks->from[row] <= cycle && cycle < blocks->from[row] + blocks->length[row];
}

static void
hold_tile (const PoplensLightBlocks *blocks, guint32 index, const PoplensLightTile *tile)
{
  guint64 covered = 0, lost = 0, n[POPLENS_N_LIGHT_TYPES] = {0};
  guint32 first = blocks->first[index], end = blocks->first[index + 1];

  for (guint64 cycle = START; cycle < START + SPAN + 60; cycle++) {
    gboolean any = FALSE, full = FALSE;
    for (guint32 row = first; row < end; row++)
      if (runs_at (blocks, row, cycle))
        *(blocks->type[row] == POPLENS_LIGHT_OVERFLOW ? &full : &any) = TRUE;
    covered += any;
    lost += full;
  }
  for (guint32 row = first; row < end; row++) {
    n[MIN (blocks->type[row], POPLENS_LIGHT_UNKNOWN)]++;
    g_assert_cmpuint (poplens_light_blocks_tile (blocks, row), ==, index);
  }
  g_assert_cmpuint (tile->covered, ==, covered);
  g_assert_cmpuint (tile->lost, ==, lost);
  g_assert_cmpmem (tile->n, sizeof n, n, sizeof n);
  g_assert_cmpuint (tile->ipu, ==, tile->tile / TILES_PER_IPU);
}

static void
test_light_tiles (void)
{
  for (guint32 seed = 0; seed < 200; seed++) {
    g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
    g_autoptr (PoplensLightBlocks) blocks = random_blocks (rand);
    g_autoptr (GArray) tiles = poplens_light_tiles (blocks, TILES_PER_IPU);
    g_autoptr (GArray) ipus = poplens_light_ipus (tiles);
    guint64 lost = 0, of_ipus = 0;
    g_assert_cmpuint (tiles->len, ==, blocks->n_tiles);
    for (guint32 i = 0; i < tiles->len; i++) {
      hold_tile (blocks, i, &g_array_index (tiles, PoplensLightTile, i));
      lost += g_array_index (tiles, PoplensLightTile, i).lost;
    }
    for (guint i = 0; i < ipus->len; i++) {
      const PoplensLightIpu *ipu = &g_array_index (ipus, PoplensLightIpu, i);
      guint32 first, end;
      of_ipus += ipu->lost;
      poplens_light_rows (blocks, tiles, (int) ipu->ipu, &first, &end);
      for (guint32 row = 0; row < blocks->n; row++) {
        guint32 tile = blocks->tile[poplens_light_blocks_tile (blocks, row)];
        g_assert_true ((tile / TILES_PER_IPU == ipu->ipu) == (row >= first && row < end));
        if (row >= first && row < end)
          g_assert_cmpuint (blocks->from[row], >=, ipu->from);
      }
    }
    g_assert_cmpuint (of_ipus, ==, lost);
  }
}

/* ---- sums ------------------------------------------------------------------------------------ */

/* Asserts the cycles of a sum by counting those of its rows one by one, and the number of rows with
 * a cycle in the range. */
static void
hold_sum (const PoplensLightBlocks *blocks, const PoplensLightSum *sum, const GArray *ipus,
          const PoplensLightWanted *wanted)
{
  guint64 cycles = 0, n = 0;

  for (guint32 row = 0; row < blocks->n; row++) {
    guint32 ipu = blocks->tile[poplens_light_blocks_tile (blocks, row)] / TILES_PER_IPU;
    guint64 origin = poplens_light_origin (ipus, ipu, wanted->from_first), here = 0;
    guint64 begin = blocks->from[row] - origin;
    if (blocks->type[row] != sum->type || blocks->id[row] != sum->id ||
        (wanted->ipu >= 0 && ipu != (guint32) wanted->ipu))
      continue;
    for (guint64 cycle = begin; cycle < begin + blocks->length[row]; cycle++)
      here += !wanted->has_range || (cycle >= wanted->from && cycle < wanted->to);
    cycles += here;
    n += here || (!blocks->length[row] &&
                  (!wanted->has_range || (begin >= wanted->from && begin < wanted->to)));
  }
  g_assert_cmpuint (sum->cycles, ==, cycles);
  g_assert_cmpuint (sum->n, ==, n);
  g_assert_cmpuint (sum->n, >, 0);
}

/* Returns a random choice of all cycles or a range, of all IPUs or of one, which may not exist. */
static PoplensLightWanted
random_wanted (GRand *rand)
{
  gboolean from_first = g_rand_boolean (rand);
  guint64 from = (from_first ? 0 : START) + (guint64) g_rand_int_range (rand, 0, SPAN);

  return (PoplensLightWanted){g_rand_boolean (rand), from,
                              from + (guint64) g_rand_int_range (rand, 1, SPAN), from_first,
                              g_rand_int_range (rand, -1, 3)};
}

static void
test_light_sums (void)
{
  for (guint32 seed = 0; seed < 300; seed++) {
    g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
    g_autoptr (PoplensLightBlocks) blocks = random_blocks (rand);
    g_autoptr (GArray) tiles = poplens_light_tiles (blocks, TILES_PER_IPU);
    g_autoptr (GArray) ipus = poplens_light_ipus (tiles);
    PoplensLightWanted wanted = random_wanted (rand);
    g_autoptr (GArray) sums = poplens_light_sums (blocks, tiles, &wanted);
    guint64 n = 0;
    for (guint i = 0; i < sums->len; i++) {
      hold_sum (blocks, &g_array_index (sums, PoplensLightSum, i), ipus, &wanted);
      n += g_array_index (sums, PoplensLightSum, i).n;
      if (i)
        g_assert_cmpuint (g_array_index (sums, PoplensLightSum, i).cycles, <=,
                          g_array_index (sums, PoplensLightSum, i - 1).cycles);
    }
    if (!wanted.has_range && wanted.ipu < 0)
      g_assert_cmpuint (n, ==, blocks->n);
  }
}

/* Each row within the range is in one track of its tile, and rows of a track do not overlap. */
static void
test_tracks (void)
{
  for (guint32 seed = 0; seed < 300; seed++) {
    g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
    g_autoptr (PoplensLightBlocks) blocks = random_blocks (rand);
    g_autoptr (GArray) tiles = poplens_light_tiles (blocks, TILES_PER_IPU);
    g_autoptr (GArray) ipus = poplens_light_ipus (tiles);
    PoplensLightWanted wanted = random_wanted (rand);
    g_autoptr (GArray) sums = poplens_light_sums (blocks, tiles, &wanted);
    g_autoptr (PoplensLightTracks) tracks =
        poplens_light_tracks_new (blocks, tiles, ipus, &wanted, NULL);
    g_autofree gboolean *seen = g_new0 (gboolean, blocks->n + 1);
    guint64 n = 0, lost = 0, n_lost = 0, next = 0;

    for (guint t = 0; t < tracks->tracks->len; t++) {
      const PoplensLightTrack *track = &g_array_index (tracks->tracks, PoplensLightTrack, t);
      guint64 last = 0, origin = poplens_light_origin (
                            ipus, g_array_index (tiles, PoplensLightTile, track->tile).ipu,
                            wanted.from_first);
      g_assert_cmpuint (track->first, ==, next);
      next = track->end;
      for (guint32 i = track->first; i < track->end; i++) {
        guint32 row = g_array_index (tracks->rows, guint32, i);
        guint64 from, to;
        g_assert_cmpuint (poplens_light_blocks_tile (blocks, row), ==, track->tile);
        g_assert_true (poplens_light_cut (blocks, row, origin, &wanted, &from, &to));
        g_assert_false (seen[row]);
        seen[row] = TRUE;
        g_assert_cmpuint (from, >=, last);
        last = to;
      }
    }
    g_assert_cmpuint (next, ==, tracks->rows->len);
    for (guint i = 0; i < sums->len; i++) {
      const PoplensLightSum *sum = &g_array_index (sums, PoplensLightSum, i);
      n += sum->n;
      lost += sum->type == POPLENS_LIGHT_OVERFLOW ? sum->cycles : 0;
      n_lost += sum->type == POPLENS_LIGHT_OVERFLOW ? sum->n : 0;
    }
    g_assert_cmpuint (tracks->rows->len, ==, n);
    g_assert_cmpuint (tracks->n_lost, ==, n_lost);
    g_assert_cmpuint (tracks->lost, ==, lost);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/analysis/light/tiles", test_light_tiles);
  g_test_add_func ("/analysis/light/sums", test_light_sums);
  g_test_add_func ("/analysis/light/tracks", test_tracks);
  return g_test_run ();
}
