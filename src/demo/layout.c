/* Places the variables of each tile: allocates offsets with constraints, alignment, and sharing by
 * variables that are never live together. */
#include "demo/layout.h"

#include "base/search.h"
#include "demo/liveness.h"

#include <stdlib.h>
#include <string.h>

/* First offset on a tile that is given to variables. */
#define FIRST_OFFSET 16
#define UNPLACED G_MAXUINT32
#define MAX_HOLES 64

static const guint32 element_starts[] = {
    0x0,     0x4000,  0x8000,  0xc000,  0x10000, 0x14000, 0x18000, 0x1c000, 0x20000,
    0x24000, 0x28000, 0x2c000, 0x30000, 0x34000, 0x3c000, 0x44000, 0x4c000, 0x54000,
    0x5c000, 0x64000, 0x6c000, 0x74000, 0x7c000, 0x84000, 0x8c000, 0x94000,
};

/* A variable on the tile that is being placed. */
typedef struct {
  const DemoFamily *family;
  guint32 rank;
  guint32 size;
  guint32 offset;
} Item;

typedef struct {
  guint32 from, to;
} Hole;

typedef struct {
  const DemoModel *m;
  const guint8 *meet; /* [classes × classes] TRUE if both classes are live at some step */
  guint kind;
  GArray *items;      /* Item: the tile's variables, ordered by family */
  guint32 *by_family; /* family → index of its item + 1 */
  GArray *order;      /* guint32: .rank of the placed items, in the order of placement */
  guint32 cursor;
  Hole holes[MAX_HOLES];
  guint n_holes;
} Tile;

#define item(t, i) (&g_array_index ((t)->items, Item, i))

const guint32 *
demo_elements (guint *n)
{
  *n = G_N_ELEMENTS (element_starts);
  return element_starts;
}

static guint
element_of (guint32 offset)
{
  if (offset < DEMO_INTERLEAVED_START)
    return offset >> 14;
  return 13 + ((offset - DEMO_INTERLEAVED_START) >> 15);
}

static guint32
element_end (guint32 offset)
{
  if (offset < DEMO_INTERLEAVED_START)
    return ((offset >> 14) + 1) << 14;
  return DEMO_INTERLEAVED_START + ((((offset - DEMO_INTERLEAVED_START) >> 15) + 1) << 15);
}

static guint32
align (guint32 offset, guint alignment)
{
  return (offset + alignment - 1) / alignment * alignment;
}

/* TRUE if @it at @offset would share a memory element with a variable of DemoFamily.apart. FALSE if
 * @it would end past the end of memory, where there are no elements. */
static gboolean
conflicts (const Tile *t, const Item *it, guint32 offset)
{
  guint first = element_of (offset), last = element_of (offset + it->size - 1);

  if (offset + it->size > DEMO_BYTES_PER_TILE)
    return FALSE;
  for (guint i = 0; i < it->family->apart->len; i++) {
    guint32 other = t->by_family[g_array_index (it->family->apart, guint, i)];
    if (other == 0 || item (t, other - 1)->offset == UNPLACED)
      continue;
    const Item *o = item (t, other - 1);
    if (element_of (o->offset) <= last && first <= element_of (o->offset + o->size - 1))
      return TRUE;
  }
  return FALSE;
}

static void
tile_put_item (Tile *t, Item *it, guint32 offset)
{
  it->offset = offset;
  g_array_append_val (t->order, it->rank);
}

static gboolean
put_in_hole (Tile *t, Item *it)
{
  for (guint i = 0; i < t->n_holes; i++) {
    guint32 offset = align (t->holes[i].from, it->family->alignment);
    if (offset + it->size > t->holes[i].to || conflicts (t, it, offset))
      continue;
    tile_put_item (t, it, offset);
    t->holes[i].from = offset + it->size;
    return TRUE;
  }
  return FALSE;
}

/* Moves the cursor to @offset. Records the skipped bytes as a hole, which later variables can fill.
 */
static void
skip_to (Tile *t, guint32 offset)
{
  if (offset - t->cursor >= 8 && t->n_holes < MAX_HOLES)
    t->holes[t->n_holes++] = (Hole){t->cursor, offset};
  t->cursor = offset;
}

static void
put_at_cursor (Tile *t, Item *it)
{
  guint32 offset = align (t->cursor, it->family->alignment);

  while (conflicts (t, it, offset)) {
    skip_to (t, element_end (offset));
    offset = t->cursor;
  }
  tile_put_item (t, it, offset);
  t->cursor = offset + it->size;
}

/* A variable in the bytes of SharingPool.head: its byte range and its class of liveness. */
typedef struct {
  guint32 from, to, class_id;
} Lain;

typedef struct {
  const Item *head;
  GArray *lain;   /* Lain */
  GArray *apart;  /* Hole: bytes in use at steps at which the next variable is live */
  GArray *starts; /* guint32, sorted: where the next variable may begin */
} SharingPool;

static void
add_to_pool (SharingPool *pool, const Item *it)
{
  Lain lain = {it->offset, it->offset + it->size, it->family->class_id};

  g_array_append_val (pool->lain, lain);
}

/* Collects at most 64 offsets where the next item may begin. These are the start of .head, the ends
 * of items in the pool, and starts of memory elements within .head. */
static void
find_starts (SharingPool *pool)
{
  const Item *head = pool->head;
  guint32 starts[64];
  guint n = 0;

  starts[n++] = head->offset;
  for (guint i = 0; i < pool->lain->len && n < G_N_ELEMENTS (starts) - 4; i++)
    starts[n++] = g_array_index (pool->lain, Lain, i).to;
  for (guint32 e = element_end (head->offset);
       e < head->offset + head->size && n < G_N_ELEMENTS (starts); e = element_end (e))
    starts[n++] = e;
  qsort (starts, n, sizeof starts[0], poplens_compare_u32);
  g_array_set_size (pool->starts, 0);
  g_array_append_vals (pool->starts, starts, n);
}

/* Returns the end of a byte range in .apart that @it would overlap at @offset; 0 if there is none.
 */
static guint32
blocked_until (const SharingPool *pool, const Item *it, guint32 offset)
{
  for (guint i = 0; i < pool->apart->len; i++) {
    const Hole *o = &g_array_index (pool->apart, Hole, i);
    if (offset < o->to && o->from < offset + it->size)
      return o->to;
  }
  return 0;
}

/* Places @it at the lowest offset within .head where it overlaps only variables that are never live
 * at the same step. FALSE if there is no such offset. */
static gboolean
put_in_pool (Tile *t, SharingPool *pool, Item *it)
{
  const Item *head = pool->head;
  const guint8 *meet = t->meet + (gsize) it->family->class_id * t->m->classes->len;
  guint32 blocked = 0;

  if (it->size > head->size ||
      ((it->family->bits & DEMO_INTERLEAVED) && head->offset < DEMO_INTERLEAVED_START))
    return FALSE;
  g_array_set_size (pool->apart, 0);
  for (guint i = 0; i < pool->lain->len; i++) {
    const Lain *o = &g_array_index (pool->lain, Lain, i);
    if (meet[o->class_id])
      g_array_append_vals (pool->apart, (&(Hole){o->from, o->to}), 1);
  }
  for (guint i = 0; i < pool->starts->len; i++) {
    guint32 offset = align (g_array_index (pool->starts, guint32, i), it->family->alignment);
    if (offset < blocked)
      continue;
    if (offset + it->size > head->offset + head->size)
      return FALSE;
    blocked = blocked_until (pool, it, offset);
    if (blocked == 0 && !conflicts (t, it, offset)) {
      tile_put_item (t, it, offset);
      add_to_pool (pool, it);
      find_starts (pool);
      return TRUE;
    }
  }
  return FALSE;
}

/* Sorts by descending size, then by family, for a definite order. */
static int
by_size (gconstpointer a, gconstpointer b, gpointer data)
{
  const Tile *t = data;
  const Item *x = item (t, *(const guint *) a), *y = item (t, *(const guint *) b);

  if (x->size != y->size)
    return x->size > y->size ? -1 : 1;
  return x->rank < y->rank ? -1 : x->rank > y->rank;
}

typedef gboolean (*Which) (const Tile *t, const Item *it);

static gboolean
is_always (const Tile *t, const Item *it)
{
  return demo_class (t->m, it->family->class_id)->always;
}

static gboolean
is_code (const Tile *t, const Item *it)
{
  return (it->family->bits & DEMO_EXECUTABLE) != 0;
}

static gboolean
is_state (const Tile *t, const Item *it)
{
  return it->family->life == DEMO_ALWAYS_STATE;
}

static gboolean
is_wide_data (const Tile *t, const Item *it)
{
  return is_always (t, it) && (it->family->bits & DEMO_INTERLEAVED);
}

static gboolean
is_wide (const Tile *t, const Item *it)
{
  return (it->family->bits & DEMO_INTERLEAVED) != 0;
}

static gboolean
is_any (const Tile *t, const Item *it)
{
  return TRUE;
}

/* Places the items that @which selects and that have no offset yet. Always-live items get bytes of
 * their own. Other items share bytes with items that are never live at the same step. */
static void
tile_place_items (Tile *t, Which which, gboolean largest_first)
{
  g_autoptr (GArray) picked = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) lain = g_array_new (FALSE, FALSE, sizeof (Lain));
  g_autoptr (GArray) apart = g_array_new (FALSE, FALSE, sizeof (Hole));
  g_autoptr (GArray) starts = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < t->items->len; i++)
    if (item (t, i)->offset == UNPLACED && which (t, item (t, i)))
      g_array_append_val (picked, i);
  if (largest_first)
    g_array_sort_with_data (picked, by_size, t);
  for (guint i = 0; i < picked->len; i++) {
    guint index = g_array_index (picked, guint, i);
    Item *it = item (t, index);

    if (it->offset != UNPLACED)
      continue;
    if (is_wide (t, it) || !put_in_hole (t, it))
      put_at_cursor (t, it);
    if (is_always (t, it))
      continue;
    SharingPool pool = {it, lain, apart, starts};
    g_array_set_size (lain, 0);
    add_to_pool (&pool, it);
    find_starts (&pool);
    for (guint k = 0; k < t->items->len; k++)
      if (item (t, k)->offset == UNPLACED && !is_always (t, item (t, k)))
        put_in_pool (t, &pool, item (t, k));
  }
}

/* Sets the filler's size on the full tile: DemoModel.filler_bytes or, if 0, the remaining memory up
 * to a little under the limit. With .overflow, the filler exceeds the limit. */
static void
size_filler (Tile *t, DemoFamily *filler)
{
  guint32 end = t->m->overflow ? DEMO_BYTES_PER_TILE + 20480 : DEMO_BYTES_PER_TILE - 2560;
  Item *it = item (t, t->by_family[t->m->filler] - 1);

  t->cursor = align (t->cursor, 8);
  if (t->m->plan->oom.cause || (!t->m->filler_bytes && t->cursor + 8 > end))
    return;
  it->size = t->m->filler_bytes ? t->m->filler_bytes : (end - t->cursor) / 8 * 8;
  filler->size[t->kind] = it->size;
}

static void
place_tile (Tile *t, DemoFamily *filler)
{
  gboolean full = t->kind == t->m->full_kind && t->by_family[t->m->filler];
  gboolean wide = FALSE;

  for (guint i = 0; i < t->items->len; i++)
    wide |= is_wide (t, item (t, i));
  if (full)
    /* Give the filler an offset, so that the functions below skip it. The filler is placed last. */
    item (t, t->by_family[t->m->filler] - 1)->offset = 0;
  tile_place_items (t, is_code, FALSE);
  tile_place_items (t, is_state, FALSE);
  if (wide) {
    if (t->cursor < DEMO_INTERLEAVED_START)
      skip_to (t, DEMO_INTERLEAVED_START);
    tile_place_items (t, is_wide_data, TRUE);
    tile_place_items (t, is_wide, TRUE);
  }
  tile_place_items (t, is_always, TRUE);
  tile_place_items (t, is_any, TRUE);
  if (full) {
    size_filler (t, filler);
    put_at_cursor (t, item (t, t->by_family[t->m->filler] - 1));
  }
}

static void
number_variables (DemoModel *m)
{
  guint32 n = 0;

  m->first_slot = g_new0 (guint32, m->n_kinds + 1);
  for (guint k = 0; k < m->n_kinds; k++) {
    m->first_slot[k] = n;
    for (guint f = 0; f < m->families->len; f++)
      if (demo_family (m, f)->size[k])
        demo_family (m, f)->rank[k] = n++ - m->first_slot[k];
  }
  m->first_slot[m->n_kinds] = n;
  m->offset = g_new0 (guint32, n);
  m->order = g_new0 (guint32, n);
  m->family = g_new0 (guint32, n);
  m->first_var = g_new0 (guint32, m->n_tiles + 1);
  for (guint t = 0; t < m->n_tiles; t++) {
    guint k = m->kind_of[t];
    m->first_var[t + 1] = m->first_var[t] + m->first_slot[k + 1] - m->first_slot[k];
  }
}

static void
do_kind (DemoModel *m, Tile *t)
{
  guint32 first = m->first_slot[t->kind];

  g_array_set_size (t->items, 0);
  g_array_set_size (t->order, 0);
  memset (t->by_family, 0, m->families->len * sizeof t->by_family[0]);
  t->cursor = FIRST_OFFSET;
  t->n_holes = 0;
  for (guint f = 0; f < m->families->len; f++) {
    const DemoFamily *family = demo_family (m, f);
    Item it = {family, family->rank[t->kind], family->size[t->kind], UNPLACED};
    if (it.size == 0)
      continue;
    m->family[first + it.rank] = f;
    if (!(family->bits & DEMO_ALLOCATED))
      continue;
    g_array_append_val (t->items, it);
    t->by_family[f] = t->items->len;
  }
  place_tile (t, demo_family (m, m->filler));
  for (guint i = 0; i < t->items->len; i++)
    m->offset[first + item (t, i)->rank] = item (t, i)->offset;
  for (guint i = 0; i < t->order->len; i++)
    m->order[first + i] = g_array_index (t->order, guint32, i);
}

void
demo_layout_place (DemoModel *m)
{
  gsize n = m->classes->len;
  g_autofree guint8 *meet = g_new0 (guint8, n * n);
  Tile t = {.m = m,
            .meet = meet,
            .items = g_array_new (FALSE, FALSE, sizeof (Item)),
            .by_family = g_new (guint32, m->families->len),
            .order = g_array_new (FALSE, FALSE, sizeof (guint32))};

  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++)
      meet[a * n + b] = (guint8) demo_classes_meet (m, a, b);
  number_variables (m);
  for (t.kind = 0; t.kind < m->n_kinds; t.kind++)
    do_kind (m, &t);
  g_array_unref (t.items);
  g_array_unref (t.order);
  g_free (t.by_family);
}
