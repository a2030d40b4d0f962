/* Sums the blocks of lightweight profiling by tile, by IPU, and by type and id. Assigns the blocks
 * to tracks. */
#include "analysis/trace/light.h"

#include "analysis/trace/lanes.h"

/* ---- tiles and clocks ------------------------------------------------------------------------ */

/* State of adding up the length of a union of intervals. Intervals must be added in order of their
 * begins. */
typedef struct {
  guint64 end, sum;
} IntervalUnion;

static void
union_add (IntervalUnion *self, guint64 from, guint64 to)
{
  from = MAX (from, self->end);
  if (to <= from)
    return;
  self->sum += to - from;
  self->end = to;
}

static void
light_sum_tile (const PoplensLightBlocks *blocks, guint32 index, PoplensLightTile *tile)
{
  IntervalUnion covered = {0}, lost = {0};

  for (guint32 row = blocks->first[index]; row < blocks->first[index + 1]; row++) {
    PoplensLightType type = poplens_light_blocks_type (blocks, row);
    guint64 from = blocks->from[row], to = poplens_light_blocks_to (blocks, row);
    tile->n[type]++;
    tile->cycles[type] += to - from;
    tile->to = MAX (tile->to, to);
    union_add (type == POPLENS_LIGHT_OVERFLOW ? &lost : &covered, from, to);
  }
  tile->covered = covered.sum;
  tile->lost = lost.sum;
}

GArray *
poplens_light_tiles (const PoplensLightBlocks *blocks, guint32 tiles_per_ipu)
{
  GArray *tiles = g_array_new (FALSE, TRUE, sizeof (PoplensLightTile));

  for (guint32 i = 0; i < blocks->n_tiles; i++) {
    PoplensLightTile tile = {.tile = blocks->tile[i],
                             .ipu = tiles_per_ipu ? blocks->tile[i] / tiles_per_ipu : 0,
                             .from = blocks->from[blocks->first[i]]};
    light_sum_tile (blocks, i, &tile);
    g_array_append_val (tiles, tile);
  }
  return tiles;
}

GArray *
poplens_light_ipus (const GArray *tiles)
{
  GArray *ipus = g_array_new (FALSE, TRUE, sizeof (PoplensLightIpu));

  for (guint i = 0; i < tiles->len; i++) {
    const PoplensLightTile *tile = &g_array_index (tiles, PoplensLightTile, i);
    PoplensLightIpu *ipu = ipus->len ? &g_array_index (ipus, PoplensLightIpu, ipus->len - 1) : NULL;
    if (!ipu || ipu->ipu != tile->ipu) {
      PoplensLightIpu next = {.ipu = tile->ipu, .from = tile->from};
      g_array_append_val (ipus, next);
      ipu = &g_array_index (ipus, PoplensLightIpu, ipus->len - 1);
    }
    ipu->n_tiles++;
    ipu->from = MIN (ipu->from, tile->from);
    ipu->to = MAX (ipu->to, tile->to);
    ipu->lost += tile->lost;
  }
  return ipus;
}

void
poplens_light_rows (const PoplensLightBlocks *blocks, const GArray *tiles, int ipu, guint32 *first,
                    guint32 *end)
{
  *first = 0;
  *end = ipu < 0 ? blocks->n : 0;
  for (guint i = 0; ipu >= 0 && i < tiles->len; i++) {
    if (g_array_index (tiles, PoplensLightTile, i).ipu != (guint32) ipu)
      continue;
    if (*end == 0)
      *first = blocks->first[i];
    *end = blocks->first[i + 1];
  }
}

guint64
poplens_light_origin (const GArray *ipus, guint32 ipu, gboolean from_first)
{
  for (guint i = 0; from_first && i < ipus->len; i++)
    if (g_array_index (ipus, PoplensLightIpu, i).ipu == ipu)
      return g_array_index (ipus, PoplensLightIpu, i).from;
  return 0;
}

/* ---- sums by type and id --------------------------------------------------------------------- */

typedef struct {
  gint64 id;
  guint8 type;
} LightSumKey;

static guint
light_sum_key_hash (gconstpointer data)
{
  const LightSumKey *key = data;

  return g_int64_hash (&key->id) * 31 + key->type;
}

static gboolean
light_sum_key_equal (gconstpointer a, gconstpointer b)
{
  const LightSumKey *x = a, *y = b;

  return x->id == y->id && x->type == y->type;
}

static PoplensLightSum *
light_find_sum (GArray *sums, GHashTable *known, guint8 type, gint64 id)
{
  LightSumKey key = {id, type};
  gpointer found = g_hash_table_lookup (known, &key);

  if (!found) {
    PoplensLightSum sum = {
        .type = type, .id = id, .shortest = G_MAXUINT64, .last_tile = G_MAXUINT32};
    g_array_append_val (sums, sum);
    found = GUINT_TO_POINTER (sums->len);
    g_hash_table_insert (known, g_memdup2 (&key, sizeof key), found);
  }
  return &g_array_index (sums, PoplensLightSum, GPOINTER_TO_UINT (found) - 1);
}

gboolean
poplens_light_cut (const PoplensLightBlocks *blocks, guint32 row, guint64 origin,
                   const PoplensLightWanted *wanted, guint64 *from, guint64 *to)
{
  *from = blocks->from[row] - origin;
  *to = poplens_light_blocks_to (blocks, row) - origin;
  if (!wanted->has_range)
    return TRUE;
  if (*from >= wanted->to || (*to <= wanted->from && *from < wanted->from))
    return FALSE;
  *from = MAX (*from, wanted->from);
  *to = CLAMP (*to, *from, wanted->to);
  return TRUE;
}

static void
light_sum_add_row (PoplensLightSum *sum, guint32 row, guint32 tile, guint64 cycles)
{
  sum->n++;
  sum->cycles += cycles;
  sum->shortest = MIN (sum->shortest, cycles);
  if (sum->n == 1 || cycles > sum->longest) {
    sum->longest = cycles;
    sum->longest_row = row;
  }
  /* Rows are sorted by tile, so a row of another tile is the first row of a new tile. */
  sum->tiles += sum->last_tile != tile;
  sum->last_tile = tile;
}

static int
compare_light_sums (gconstpointer a, gconstpointer b)
{
  const PoplensLightSum *x = a, *y = b;

  if (x->cycles != y->cycles)
    return x->cycles > y->cycles ? -1 : 1;
  if (x->type != y->type)
    return x->type < y->type ? -1 : 1;
  return x->id < y->id ? -1 : x->id > y->id;
}

GArray *
poplens_light_sums (const PoplensLightBlocks *blocks, const GArray *tiles,
                    const PoplensLightWanted *wanted)
{
  GArray *sums = g_array_new (FALSE, TRUE, sizeof (PoplensLightSum));
  g_autoptr (GHashTable) known =
      g_hash_table_new_full (light_sum_key_hash, light_sum_key_equal, g_free, NULL);
  g_autoptr (GArray) ipus = poplens_light_ipus (tiles);

  for (guint32 i = 0; i < blocks->n_tiles; i++) {
    guint32 ipu = g_array_index (tiles, PoplensLightTile, i).ipu;
    guint64 origin = poplens_light_origin (ipus, ipu, wanted->from_first), from, to;
    if (wanted->ipu >= 0 && ipu != (guint32) wanted->ipu)
      continue;
    for (guint32 row = blocks->first[i]; row < blocks->first[i + 1]; row++)
      if (poplens_light_cut (blocks, row, origin, wanted, &from, &to))
        light_sum_add_row (light_find_sum (sums, known, blocks->type[row], blocks->id[row]), row, i,
                           to - from);
  }
  g_array_sort (sums, compare_light_sums);
  return sums;
}

/* ---- tracks ---------------------------------------------------------------------------------- */

#define WORK "Sorting blocks"

/* A selected block, and its lane. */
typedef struct {
  guint32 row, lane;
} PlacedBlock;

/* Appends the selected blocks of a tile to @placed, sorted by start, each with its lane. Returns
 * the number of lanes. */
static guint32
tracks_place_blocks (PoplensLightTracks *self, const PoplensLightBlocks *blocks, guint32 tile,
                     guint64 origin, const PoplensLightWanted *wanted, GArray *placed)
{
  PoplensLaneFit *fit = poplens_lane_fit_new ();

  for (guint32 row = blocks->first[tile]; row < blocks->first[tile + 1]; row++) {
    guint64 from, to;
    if (!poplens_light_cut (blocks, row, origin, wanted, &from, &to))
      continue;
    PlacedBlock one = {row, poplens_lane_fit_take (fit, from, to)};
    g_array_append_val (placed, one);
    if (poplens_light_blocks_type (blocks, row) == POPLENS_LIGHT_OVERFLOW) {
      self->n_lost++;
      self->lost += to - from;
    }
  }
  return poplens_lane_fit_free (fit);
}

/* Adds the tracks of a tile, one for each lane, and their rows. Rows are sorted by lane (a counting
 * sort, which is stable). */
static void
tracks_add_tile (PoplensLightTracks *self, guint32 tile, const GArray *placed, guint32 n_lanes)
{
  g_autofree guint32 *at = g_new0 (guint32, (gsize) n_lanes + 1);
  guint32 base = self->rows->len;

  for (guint i = 0; i < placed->len; i++)
    at[g_array_index (placed, PlacedBlock, i).lane + 1]++;
  for (guint32 lane = 0; lane < n_lanes; lane++) {
    at[lane + 1] += at[lane];
    PoplensLightTrack track = {tile, lane, base + at[lane], base + at[lane + 1]};
    g_array_append_val (self->tracks, track);
  }
  g_array_set_size (self->rows, base + placed->len);
  for (guint i = 0; i < placed->len; i++) {
    const PlacedBlock *one = &g_array_index (placed, PlacedBlock, i);
    g_array_index (self->rows, guint32, base + at[one->lane]++) = one->row;
  }
}

PoplensLightTracks *
poplens_light_tracks_new (const PoplensLightBlocks *blocks, const GArray *tiles, const GArray *ipus,
                          const PoplensLightWanted *wanted, const PoplensWork *work)
{
  g_autoptr (PoplensLightTracks) self = g_new0 (PoplensLightTracks, 1);
  g_autoptr (GArray) placed = g_array_new (FALSE, FALSE, sizeof (PlacedBlock));

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
    tracks_add_tile (self, tile, placed,
                     tracks_place_blocks (self, blocks, tile, origin, wanted, placed));
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
