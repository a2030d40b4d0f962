#include "demo/write.h"

#include "base/search.h"
#include "demo/categories.h"
#include "demo/liveness.h"

#include <stdlib.h>

#define REGIONS 3 /* non-interleaved, interleaved, overflowed */

typedef struct {
  guint32 from, to;
  guint category;
} Extent;

/* category x region x overlapped x kind of tile */
typedef struct {
  guint32 *bytes;
  guint n_kinds;
} Categories;

typedef struct {
  guint32 region[REGIONS];
  guint32 end;     /* the highest */
  guint32 low_end; /* the highest below interleaved memory */
  guint32 always;
  guint32 peak; /* of what is not always live */
} Sums;

static guint32 *
bytes_at (const Categories *c, guint category, guint region, guint overlapped, guint kind)
{
  return c->bytes + ((gsize) (category * REGIONS + region) * 2 + overlapped) * c->n_kinds + kind;
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
  qsort (cuts->data, cuts->len, sizeof (guint32), poplens_compare_u32);
  return cuts;
}

/* Between two cuts the same variables cover everything: one alone, or several that share. */
static void
add_piece (const GArray *covering, guint32 length, guint region, guint kind, Categories *c,
           Sums *sums)
{
  if (covering->len == 0)
    return;
  sums->region[region] += length;
  for (guint i = 0; i < covering->len; i++) {
    const Extent *e = &g_array_index (covering, Extent, i);
    *bytes_at (c, e->category, region, covering->len > 1, kind) += length;
  }
}

static int
by_start (const void *a, const void *b)
{
  const Extent *x = a, *y = b;

  return x->from < y->from ? -1 : x->from > y->from;
}

static GArray *
extents_of (const DemoModel *m, guint kind, Sums *sums)
{
  GArray *extents = g_array_new (FALSE, FALSE, sizeof (Extent));

  for (guint32 v = m->first_slot[kind]; v < m->first_slot[kind + 1]; v++) {
    const DemoFamily *f = demo_family (m, m->family[v]);
    Extent e = {m->offset[v], m->offset[v] + f->size[kind], f->category};

    if (!(f->bits & DEMO_ALLOCATED))
      continue;
    g_array_append_val (extents, e);
    sums->end = MAX (sums->end, e.to);
    if (e.from < DEMO_INTERLEAVED_START)
      sums->low_end = MAX (sums->low_end, MIN (e.to, DEMO_INTERLEAVED_START));
    if (demo_class (m, f->class_id)->always)
      sums->always += f->size[kind];
  }
  qsort (extents->data, extents->len, sizeof (Extent), by_start);
  return extents;
}

static void
add_kind (const DemoModel *m, guint kind, Categories *c, Sums *sums)
{
  g_autoptr (GArray) extents = extents_of (m, kind, sums);
  g_autoptr (GArray) cuts = cuts_of (extents);
  g_autoptr (GArray) covering = g_array_new (FALSE, FALSE, sizeof (Extent));
  guint next = 0;

  for (guint i = 1; i < cuts->len; i++) {
    guint32 from = g_array_index (cuts, guint32, i - 1), to = g_array_index (cuts, guint32, i);
    if (from == to)
      continue;
    for (guint k = covering->len; k-- > 0;)
      if (g_array_index (covering, Extent, k).to <= from)
        g_array_remove_index_fast (covering, k);
    for (; next < extents->len && g_array_index (extents, Extent, next).from <= from; next++)
      g_array_append_val (covering, g_array_index (extents, Extent, next));
    add_piece (covering, to - from, region_of (from), kind, c, sums);
  }
}

static void
write_tile (DemoDb *db, guint tile, const Sums *sums)
{
  gint64 wide_end = CLAMP (sums->end, DEMO_INTERLEAVED_START, DEMO_BYTES_PER_TILE);
  gint64 over_end = MAX (sums->end, DEMO_BYTES_PER_TILE);

  demo_db_row (db, "memory_by_tile", "iiiiiiiiiii", DEMO_I (tile), DEMO_I (sums->region[1]),
               wide_end - DEMO_INTERLEAVED_START, DEMO_I (sums->region[0]),
               DEMO_I (sums->low_end + 8), DEMO_I (sums->region[2]), over_end - DEMO_BYTES_PER_TILE,
               DEMO_I (sums->region[0]) + sums->region[1] + sums->region[2], DEMO_I (sums->end),
               DEMO_I (sums->always), DEMO_I (sums->peak));
}

static void
write_categories (const DemoModel *m, const Categories *c, DemoDb *db)
{
  for (guint i = DEMO_CATEGORIES; i-- > 0;) {
    GByteArray *lists[REGIONS][2];

    for (guint r = 0; r < REGIONS; r++)
      for (guint o = 0; o < 2; o++)
        lists[r][o] = demo_plain_kinds (m, bytes_at (c, i, r, o, 0));
    demo_db_row (db, "memory_by_category", "sbbbbbb", demo_category_name (i), lists[1][0],
                 lists[1][1], lists[0][0], lists[0][1], lists[2][0], lists[2][1]);
    for (guint r = 0; r < REGIONS; r++)
      for (guint o = 0; o < 2; o++)
        g_byte_array_unref (lists[r][o]);
  }
}

/* The two tiles with the highest end; of equals the lower number. */
static void
write_fullest (const DemoModel *m, const Sums *sums, DemoDb *db)
{
  guint best = 0, second = DEMO_NONE;

#define END(t) (sums[m->kind_of[t]].end)
  for (guint t = 1; t < m->n_tiles; t++)
    if (END (t) > END (best)) {
      second = best;
      best = t;
    } else if (second == DEMO_NONE || END (t) > END (second)) {
      second = t;
    }
#undef END
  demo_db_row (db, "memory_liveness_tiles", "ii", DEMO_I (0), DEMO_I (best));
  if (second != DEMO_NONE)
    demo_db_row (db, "memory_liveness_tiles", "ii", DEMO_I (1), DEMO_I (second));
}

void
demo_write_memory (DemoModel *m, DemoDb *db)
{
  gsize n = (gsize) DEMO_CATEGORIES * REGIONS * 2 * m->n_kinds;
  g_autofree guint32 *bytes = g_new0 (guint32, n);
  g_autofree Sums *sums = g_new0 (Sums, m->n_kinds);
  Categories c = {bytes, m->n_kinds};

  for (guint k = 0; k < m->n_kinds; k++) {
    add_kind (m, k, &c, &sums[k]);
    sums[k].peak = demo_liveness_peak (m, k);
  }
  for (guint t = 0; t < m->n_tiles; t++)
    write_tile (db, t, &sums[m->kind_of[t]]);
  write_categories (m, &c, db);
  write_fullest (m, sums, db);
}

guint32
demo_memory_end (const DemoModel *m, guint kind)
{
  guint32 end = 0;

  for (guint32 v = m->first_slot[kind]; v < m->first_slot[kind + 1]; v++) {
    const DemoFamily *f = demo_family (m, m->family[v]);
    if (f->bits & DEMO_ALLOCATED)
      end = MAX (end, m->offset[v] + f->size[kind]);
  }
  return end;
}
