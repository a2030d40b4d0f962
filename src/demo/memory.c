#include "demo/write.h"

#include "demo/categories.h"
#include "demo/liveness.h"

#include <stdlib.h>

#define REGIONS 3 /* non-interleaved, interleaved, overflowed */

typedef struct {
  guint32 from, to;
  guint category;
} Extent;

typedef struct {
  guint32 by[DEMO_CATEGORIES][REGIONS][2][DEMO_TILES]; /* category, region, overlapped, tile */
} Categories;

typedef struct {
  guint32 region[REGIONS];
  guint32 end;     /* the highest */
  guint32 low_end; /* the highest below interleaved memory */
  guint32 always;
} Sums;

static int
by_number (const void *a, const void *b)
{
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return x < y ? -1 : x > y;
}

static guint
region_of (guint32 offset)
{
  if (offset >= DEMO_BYTES_PER_TILE)
    return 2;
  return offset >= DEMO_INTERLEAVED_START;
}

/* The addresses at which anything begins or ends, and the borders of the regions, in order. */
static GArray *
cuts_of (const GArray *extents)
{
  GArray *cuts = g_array_new (FALSE, FALSE, sizeof (guint32));
  const guint32 borders[] = {DEMO_INTERLEAVED_START, DEMO_BYTES_PER_TILE};

  g_array_append_vals (cuts, borders, G_N_ELEMENTS (borders));
  for (guint i = 0; i < extents->len; i++) {
    const Extent *e = &g_array_index (extents, Extent, i);
    g_array_append_val (cuts, e->from);
    g_array_append_val (cuts, e->to);
  }
  qsort (cuts->data, cuts->len, sizeof (guint32), by_number);
  return cuts;
}

/* Between two cuts the same variables cover everything: one alone, or several that share. */
static void
add_piece (const GArray *extents, guint32 from, guint32 to, guint tile, Categories *c, Sums *sums)
{
  guint covering = 0, category = 0, region = region_of (from);

  for (guint i = 0; i < extents->len; i++) {
    const Extent *e = &g_array_index (extents, Extent, i);
    if (e->from <= from && to <= e->to) {
      covering++;
      category = e->category;
    }
  }
  if (covering == 0)
    return;
  sums->region[region] += to - from;
  if (covering == 1) {
    c->by[category][region][0][tile] += to - from;
    return;
  }
  for (guint i = 0; i < extents->len; i++) {
    const Extent *e = &g_array_index (extents, Extent, i);
    if (e->from <= from && to <= e->to)
      c->by[e->category][region][1][tile] += to - from;
  }
}

static GArray *
extents_of (const DemoModel *m, guint tile, Sums *sums)
{
  GArray *extents = g_array_new (FALSE, FALSE, sizeof (Extent));

  for (guint32 v = m->first_var[tile]; v < m->first_var[tile + 1]; v++) {
    const DemoFamily *f = demo_family (m, m->family[v]);
    Extent e = {m->offset[v], m->offset[v] + f->size[tile], f->category};

    if (!(f->bits & DEMO_ALLOCATED))
      continue;
    g_array_append_val (extents, e);
    sums->end = MAX (sums->end, e.to);
    if (e.from < DEMO_INTERLEAVED_START)
      sums->low_end = MAX (sums->low_end, MIN (e.to, DEMO_INTERLEAVED_START));
    if (demo_class (m, f->class_id)->always)
      sums->always += f->size[tile];
  }
  return extents;
}

static void
add_tile (DemoModel *m, DemoDb *db, guint tile, Categories *c, Sums *sums)
{
  g_autoptr (GArray) extents = extents_of (m, tile, sums);
  g_autoptr (GArray) cuts = cuts_of (extents);

  for (guint i = 1; i < cuts->len; i++) {
    guint32 from = g_array_index (cuts, guint32, i - 1), to = g_array_index (cuts, guint32, i);
    if (from < to)
      add_piece (extents, from, to, tile, c, sums);
  }
  gint64 wide_end = CLAMP (sums->end, DEMO_INTERLEAVED_START, DEMO_BYTES_PER_TILE);
  gint64 over_end = MAX (sums->end, DEMO_BYTES_PER_TILE);
  demo_db_row (db, "memory_by_tile", "iiiiiiiiiii", DEMO_I (tile), DEMO_I (sums->region[1]),
               wide_end - DEMO_INTERLEAVED_START, DEMO_I (sums->region[0]),
               DEMO_I (sums->low_end + 8), DEMO_I (sums->region[2]), over_end - DEMO_BYTES_PER_TILE,
               DEMO_I (sums->region[0]) + sums->region[1] + sums->region[2], DEMO_I (sums->end),
               DEMO_I (sums->always), DEMO_I (demo_liveness_peak (m, tile)));
}

static void
write_categories (const Categories *c, DemoDb *db)
{
  for (guint i = DEMO_CATEGORIES; i-- > 0;) {
    GByteArray *lists[REGIONS][2];

    for (guint r = 0; r < REGIONS; r++)
      for (guint o = 0; o < 2; o++)
        lists[r][o] = demo_plain (c->by[i][r][o], DEMO_TILES);
    demo_db_row (db, "memory_by_category", "sbbbbbb", demo_category_name (i), lists[1][0],
                 lists[1][1], lists[0][0], lists[0][1], lists[2][0], lists[2][1]);
    for (guint r = 0; r < REGIONS; r++)
      for (guint o = 0; o < 2; o++)
        g_byte_array_unref (lists[r][o]);
  }
}

/* The two tiles with the highest end; of equals the lower number. */
static void
write_fullest (const guint32 *ends, DemoDb *db)
{
  guint best = 0, second = DEMO_NONE;

  for (guint t = 1; t < DEMO_TILES; t++)
    if (ends[t] > ends[best]) {
      second = best;
      best = t;
    } else if (second == DEMO_NONE || ends[t] > ends[second]) {
      second = t;
    }
  demo_db_row (db, "memory_liveness_tiles", "ii", DEMO_I (0), DEMO_I (best));
  demo_db_row (db, "memory_liveness_tiles", "ii", DEMO_I (1), DEMO_I (second));
}

void
demo_write_memory (DemoModel *m, DemoDb *db)
{
  Categories *c = g_new0 (Categories, 1);
  g_autofree guint32 *ends = g_new0 (guint32, DEMO_TILES);

  for (guint t = 0; t < DEMO_TILES; t++) {
    Sums sums = {0};
    add_tile (m, db, t, c, &sums);
    ends[t] = sums.end;
  }
  write_categories (c, db);
  write_fullest (ends, db);
  g_free (c);
}
