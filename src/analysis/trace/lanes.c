/* Assigns blocks to lanes by first fit, and the blocks of a flame graph to rows. */
#include "analysis/trace/lanes.h"

#include "base/large.h"
#include "base/sort.h"

#include <stdlib.h>

/* ---- first fit ------------------------------------------------------------------------------- */

typedef struct {
  guint64 key;
  guint32 lane;
} LaneKey;

/* A binary heap with the smallest key on top. */
typedef struct {
  GArray *entries;
} LaneHeap;

static void
lane_heap_push (LaneHeap *self, guint64 key, guint32 lane)
{
  LaneKey entry = {key, lane}, *e;
  guint at = self->entries->len;

  g_array_append_val (self->entries, entry);
  e = (LaneKey *) (void *) self->entries->data;
  for (; at && e[(at - 1) / 2].key > key; at = (at - 1) / 2)
    e[at] = e[(at - 1) / 2];
  e[at] = entry;
}

static guint32
lane_heap_pop (LaneHeap *self)
{
  LaneKey *e = (LaneKey *) (void *) self->entries->data;
  guint n = self->entries->len - 1, at = 0;
  guint32 lane = e[0].lane;
  LaneKey last = e[n];

  for (;;) {
    guint child = 2 * at + 1;
    if (child >= n)
      break;
    if (child + 1 < n && e[child + 1].key < e[child].key)
      child++;
    if (e[child].key >= last.key)
      break;
    e[at] = e[child];
    at = child;
  }
  e[at] = last;
  g_array_set_size (self->entries, n);
  return lane;
}

struct _PoplensLaneFit {
  LaneHeap busy, idle; /* heap of busy lanes by their end; heap of idle lanes by number */
  guint32 n;
};

PoplensLaneFit *
poplens_lane_fit_new (void)
{
  PoplensLaneFit *self = g_new0 (PoplensLaneFit, 1);

  self->busy.entries = g_array_new (FALSE, FALSE, sizeof (LaneKey));
  self->idle.entries = g_array_new (FALSE, FALSE, sizeof (LaneKey));
  return self;
}

guint32
poplens_lane_fit_take (PoplensLaneFit *self, guint64 from, guint64 to)
{
  LaneKey *first = (LaneKey *) (void *) self->busy.entries->data;
  const LaneKey *idle = (const LaneKey *) (void *) self->idle.entries->data;
  guint32 lane;

  /* Fast path: only one lane is busy, and it is free again when this block begins. */
  if (self->busy.entries->len == 1 && first->key <= from &&
      (!self->idle.entries->len || first->lane < idle->key)) {
    first->key = MAX (to, from + 1);
    return first->lane;
  }
  while (self->busy.entries->len && g_array_index (self->busy.entries, LaneKey, 0).key <= from) {
    guint32 ended = lane_heap_pop (&self->busy);
    lane_heap_push (&self->idle, ended, ended);
  }
  lane = self->idle.entries->len ? lane_heap_pop (&self->idle) : self->n++;
  lane_heap_push (&self->busy, MAX (to, from + 1), lane);
  return lane;
}

guint32
poplens_lane_fit_free (PoplensLaneFit *self)
{
  guint32 n = self->n;

  g_array_unref (self->busy.entries);
  g_array_unref (self->idle.entries);
  g_free (self);
  return n;
}

guint32
poplens_lanes_assign (guint32 n, const guint64 *from, const guint64 *to, guint32 *lane)
{
  g_autofree guint32 *order = poplens_sort_order (n, from);
  PoplensLaneFit *fit = poplens_lane_fit_new ();

  for (guint32 i = 0; i < n; i++) {
    guint32 block = order ? order[i] : i;
    lane[block] = poplens_lane_fit_take (fit, from[block], to[block]);
  }
  return poplens_lane_fit_free (fit);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static PoplensLanes *
lanes_alloc (guint32 n)
{
  PoplensLanes *self = g_new0 (PoplensLanes, 1);

  self->n_blocks = n;
  self->from = POPLENS_NEW_LARGE (guint64, n);
  self->to = POPLENS_NEW_LARGE (guint64, n);
  self->row = POPLENS_NEW_LARGE (guint32, n);
  return self;
}

static void
lanes_set_block (PoplensLanes *self, guint32 block, guint64 from, guint64 to)
{
  /* A node of a flame graph may end before it starts (flame.h). */
  self->from[block] = MIN (from, to);
  self->to[block] = MAX (from, to);
}

/* Two blocks in a row may overlap by 1/OVERLAP_PART of the shorter one. */
#define OVERLAP_PART 10

static gboolean
blocks_overlap (const PoplensLanes *self, guint32 a, guint32 b)
{
  guint64 a_to = MAX (self->to[a], self->from[a] + 1), b_to = MAX (self->to[b], self->from[b] + 1);
  guint64 from = MAX (self->from[a], self->from[b]), to = MIN (a_to, b_to);

  return from < to && to - from > MIN (a_to - self->from[a], b_to - self->from[b]) / OVERLAP_PART;
}

/* Returns how many blocks must be removed from the end of @added so that @block fits: 0 or 1. One
 * block is removed if it overlaps with @block and is shorter than a tenth of @block. −1: @block
 * does not fit. */
static int
lanes_count_giving_way (const PoplensLanes *self, const GArray *added, guint32 block)
{
  guint32 last = added->len ? g_array_index (added, guint32, added->len - 1) : 0;

  if (!added->len || !blocks_overlap (self, last, block))
    return 0;
  if ((self->to[block] - self->from[block]) / OVERLAP_PART <= self->to[last] - self->from[last] ||
      (added->len > 1 &&
       blocks_overlap (self, g_array_index (added, guint32, added->len - 2), block)))
    return -1;
  return 1;
}

/* Assigns blocks to row 0 if there is space. Considers only blocks for which @beside equals
 * @wanted. @order: (nullable): block numbers sorted by start; NULL: the blocks are sorted. @taken:
 * blocks already in row 0, sorted by start. @added: (inout): the function appends the blocks that
 * it assigns, sorted by start. */
static void
lanes_fill_first_row (PoplensLanes *self, const guint32 *order, const guint8 *beside,
                      gboolean wanted, const GArray *taken, GArray *added)
{
  guint at = 0;

  for (guint32 i = 0; i < self->n_blocks; i++) {
    guint32 block = order ? order[i] : i;
    if ((beside && beside[block]) != wanted)
      continue;
    int give_way = lanes_count_giving_way (self, added, block);
    gboolean free = give_way >= 0;
    while (at < taken->len && self->to[g_array_index (taken, guint32, at)] < self->from[block])
      at++;
    for (guint t = at; free && t < taken->len; t++) {
      guint32 other = g_array_index (taken, guint32, t);
      if (self->from[other] > self->to[block])
        break;
      free = !blocks_overlap (self, other, block);
    }
    if (!free)
      continue;
    if (give_way) {
      self->row[g_array_index (added, guint32, added->len - 1)] = POPLENS_LANE_NOWHERE;
      g_array_set_size (added, added->len - 1);
    }
    self->row[block] = 0;
    g_array_append_val (added, block);
  }
}

PoplensLanes *
poplens_lanes_new_flat (guint32 n, const guint64 *from, const guint64 *to, const guint8 *beside)
{
  PoplensLanes *self = lanes_alloc (n);
  g_autoptr (GArray) none = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) work = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) rest = g_array_new (FALSE, FALSE, sizeof (guint32));
  PoplensLaneFit *fit = poplens_lane_fit_new ();

  for (guint32 i = 0; i < n; i++) {
    lanes_set_block (self, i, from[i], to[i]);
    self->row[i] = POPLENS_LANE_NOWHERE;
  }
  g_autofree guint32 *order = poplens_sort_order (n, self->from);
  lanes_fill_first_row (self, order, beside, FALSE, none, work);
  lanes_fill_first_row (self, order, beside, TRUE, work, rest);
  for (guint32 i = 0; i < n; i++) {
    guint32 block = order ? order[i] : i;
    if (self->row[block] == POPLENS_LANE_NOWHERE)
      self->row[block] = 1 + poplens_lane_fit_take (fit, self->from[block], self->to[block]);
  }
  self->n_rows = self->first_io = poplens_lane_fit_free (fit) + (n > 0);
  self->row_depth = g_new0 (guint32, MAX (self->n_rows, 1));
  self->row_inside = g_new0 (guint64, MAX (self->n_rows, 1));
  return self;
}

/* ---- bands of a flame ------------------------------------------------------------------------ */

/* Number of bands that are searched for space. A band is a set of rows, one for each depth. If a
 * block fits into none of them, it gets a new band below. */
#define BANDS 64

/* State of a band while the blocks of one depth are placed. */
typedef struct {
  guint64 end;  /* end of the block that was added last, cycles */
  GArray *from; /* guint64, ascending: starts of the groups placed in the band, cycles */
  GArray *to;   /* guint64, ascending: ends of the groups placed in the band, cycles */
  guint next;   /* index in .from of the first group that ends after the current block starts */
  gboolean used;
} DepthBand;

/* State of assigning the blocks of a flame graph to bands. */
typedef struct {
  PoplensLanes *lanes;
  const PoplensFlame *flame;
  guint32 n_depths;
  guint32 *first;   /* [n_depths + 1] index in .blocks of the first block of each depth */
  guint32 *blocks;  /* block numbers sorted by depth; at each depth, groups come before leaves */
  GArray *bands;    /* DepthBand */
  GHashTable *rows; /* key: band_row_key () of each row in use; value: number of the row, set by
                       stack_number_rows () */
} BandStack;

static void
band_clear (gpointer data)
{
  DepthBand *band = data;

  g_array_unref (band->from);
  g_array_unref (band->to);
}

static guint32
block_node_above (const PoplensFlame *flame, guint32 block)
{
  guint32 leaf = block - flame->n_nodes;

  if (block < flame->n_nodes)
    return flame->node_parent[block];
  return flame->leaf_node[leaf] == POPLENS_FLAME_NONE ? flame->leaf_parent[leaf]
                                                      : flame->leaf_node[leaf];
}

static guint32
block_depth (const PoplensFlame *flame, guint32 block)
{
  guint32 above = block_node_above (flame, block);

  return above == POPLENS_FLAME_NONE ? 0 : flame->node_row[above] + 1;
}

/* TRUE if the block is, or belongs to, a StreamCopy that overlaps with compute or an exchange. */
static gboolean
block_is_io (const PoplensFlame *flame, guint32 block)
{
  guint32 node = block < flame->n_nodes ? block : block_node_above (flame, block);

  return node != POPLENS_FLAME_NONE && flame->node_is_io[node];
}

static gpointer
band_row_key (guint32 band, guint32 depth)
{
  return GSIZE_TO_POINTER ((gsize) band << 32 | depth);
}

static DepthBand *
stack_band_at (const BandStack *self, guint32 i)
{
  while (self->bands->len <= i) {
    DepthBand band = {0, g_array_new (FALSE, FALSE, sizeof (guint64)),
                      g_array_new (FALSE, FALSE, sizeof (guint64)), 0, FALSE};
    g_array_append_val (self->bands, band);
  }
  return &g_array_index (self->bands, DepthBand, i);
}

/* TRUE if a leaf with the cycles [@from, @to) fits between the groups of the band. Leaves must be
 * passed in order of their begins. */
static gboolean
band_fits_between_groups (DepthBand *band, guint64 from, guint64 to)
{
  while (band->next < band->to->len && g_array_index (band->to, guint64, band->next) <= from)
    band->next++;
  return band->next == band->from->len || g_array_index (band->from, guint64, band->next) >= to;
}

/* Returns the first band with space for the block. The search starts with the band of the block's
 * group. @rest: assigns bands from BANDS on, for blocks that fit into none of the first BANDS. */
static guint32
stack_find_band (const BandStack *self, guint32 block, PoplensLaneFit *rest)
{
  const PoplensLanes *lanes = self->lanes;
  gboolean is_group = block < self->flame->n_nodes;
  guint32 above = block_node_above (self->flame, block);
  guint64 from = lanes->from[block], to = MAX (lanes->to[block], from + 1);

  for (guint32 b = above == POPLENS_FLAME_NONE ? 0 : lanes->row[above]; b < BANDS; b++) {
    DepthBand *band = stack_band_at (self, b);
    if (band->end > from || (!is_group && !band_fits_between_groups (band, from, to)))
      continue;
    band->end = to;
    if (is_group) {
      g_array_append_val (band->from, from);
      g_array_append_val (band->to, to);
    }
    return b;
  }
  return BANDS + poplens_lane_fit_take (rest, from, to);
}

/* Places the groups, or the leaves, of one depth in bands. Sets .row to the number of the band.
 * @base: number of bands after the first BANDS that are already in use. Returns the number of bands
 * that the call adds. */
static guint32
stack_place_blocks (BandStack *self, guint32 depth, const guint32 *blocks, guint32 n, guint32 base)
{
  PoplensLanes *lanes = self->lanes;
  g_autofree guint64 *from = POPLENS_NEW_LARGE (guint64, MAX (n, 1));
  g_autofree guint32 *order = NULL;
  PoplensLaneFit *rest = poplens_lane_fit_new ();

  for (guint32 i = 0; i < n; i++)
    from[i] = lanes->from[blocks[i]];
  order = poplens_sort_order (n, from);
  for (guint b = 0; b < self->bands->len; b++)
    stack_band_at (self, b)->end = 0;
  for (guint32 i = 0; i < n; i++) {
    guint32 block = blocks[order ? order[i] : i], band = stack_find_band (self, block, rest);
    lanes->row[block] = band < BANDS ? band : band + base;
    if (band < BANDS && stack_band_at (self, band)->used)
      continue;
    if (band < BANDS)
      stack_band_at (self, band)->used = TRUE;
    g_hash_table_insert (self->rows, band_row_key (lanes->row[block], depth), NULL);
  }
  return poplens_lane_fit_free (rest);
}

static void
stack_place_depth (BandStack *self, guint32 depth)
{
  const guint32 *blocks = self->blocks + self->first[depth];
  guint32 n = self->first[depth + 1] - self->first[depth], n_groups = 0, beyond;

  while (n_groups < n && blocks[n_groups] < self->flame->n_nodes)
    n_groups++;
  g_array_set_size (self->bands, 0);
  beyond = stack_place_blocks (self, depth, blocks, n_groups, 0);
  stack_place_blocks (self, depth, blocks + n_groups, n - n_groups, beyond);
}

/* Fills .blocks and .first by a counting sort. Groups have lower indices than leaves, so they come
 * first at each depth. */
static void
stack_group_by_depth (BandStack *self)
{
  const PoplensFlame *flame = self->flame;
  guint32 n = self->lanes->n_blocks, *at;

  for (guint32 i = 0; i < n; i++)
    if (!block_is_io (flame, i))
      self->n_depths = MAX (self->n_depths, block_depth (flame, i) + 1);
  self->first = g_new0 (guint32, (gsize) self->n_depths + 2);
  self->blocks = POPLENS_NEW_LARGE (guint32, MAX (n, 1));
  at = self->first + 1;
  for (guint32 i = 0; i < n; i++)
    if (!block_is_io (flame, i))
      at[block_depth (flame, i) + 1]++;
  for (guint32 d = 0; d < self->n_depths; d++)
    at[d + 1] += at[d];
  for (guint32 i = 0; i < n; i++)
    if (!block_is_io (flame, i))
      self->blocks[at[block_depth (flame, i)]++] = i;
}

static int
compare_row_keys (gconstpointer a, gconstpointer b)
{
  gsize x = GPOINTER_TO_SIZE (*(const gconstpointer *) a);
  gsize y = GPOINTER_TO_SIZE (*(const gconstpointer *) b);

  return x < y ? -1 : x > y;
}

/* Rows at a smaller depth are always shown. Deeper rows may be hidden if nothing in them is
 * readable. */
#define ALWAYS_OPEN 3

/* Numbers the rows in use, sorted by band, then by depth. */
static void
stack_number_rows (BandStack *self)
{
  PoplensLanes *lanes = self->lanes;
  guint n;
  g_autofree gpointer *rows = g_hash_table_get_keys_as_array (self->rows, &n);

  qsort (rows, n, sizeof *rows, compare_row_keys);
  lanes->n_rows = lanes->first_io = n;
  lanes->row_depth = g_new (guint32, MAX (n, 1));
  lanes->row_inside = g_new0 (guint64, MAX (n, 1));
  for (guint r = 0; r < n; r++) {
    lanes->row_depth[r] = (guint32) GPOINTER_TO_SIZE (rows[r]);
    g_hash_table_insert (self->rows, rows[r], GUINT_TO_POINTER (r));
  }
}

static guint32
stack_find_row (const BandStack *self, guint32 band, guint32 depth)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->rows, band_row_key (band, depth)));
}

static void
stack_assign_rows (BandStack *self)
{
  PoplensLanes *lanes = self->lanes;

  for (guint32 d = 0; d < self->n_depths; d++) {
    guint32 rows[BANDS];
    for (guint32 b = 0; b < BANDS; b++)
      rows[b] = stack_find_row (self, b, d);
    for (guint32 i = self->first[d]; i < self->first[d + 1]; i++) {
      guint32 block = self->blocks[i], above = block_node_above (self->flame, block);
      guint32 band = lanes->row[block],
              row = band < BANDS ? rows[band] : stack_find_row (self, band, d);
      lanes->row[block] = row;
      if (d >= ALWAYS_OPEN)
        lanes->row_inside[row] =
            MAX (lanes->row_inside[row], lanes->to[above] - lanes->from[above]);
    }
  }
}

/* Adds rows for the parts of StreamCopies that overlap with compute or an exchange. The groups of
 * these parts are not drawn: they would look the same as the parts. */
static void
lanes_add_io_rows (PoplensLanes *self, const PoplensFlame *flame)
{
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint64 *from = NULL, *to = NULL;
  g_autofree guint32 *lane = NULL;
  guint32 n_rows;

  for (guint32 i = 0; i < self->n_blocks; i++)
    if (block_is_io (flame, i)) {
      self->row[i] = POPLENS_LANE_NOWHERE;
      if (i >= flame->n_nodes)
        g_array_append_val (parts, i);
    }
  from = g_new (guint64, MAX (parts->len, 1));
  to = g_new (guint64, MAX (parts->len, 1));
  lane = g_new (guint32, MAX (parts->len, 1));
  for (guint p = 0; p < parts->len; p++) {
    from[p] = self->from[g_array_index (parts, guint32, p)];
    to[p] = self->to[g_array_index (parts, guint32, p)];
  }
  n_rows = self->n_rows + poplens_lanes_assign (parts->len, from, to, lane);
  for (guint p = 0; p < parts->len; p++)
    self->row[g_array_index (parts, guint32, p)] = self->n_rows + lane[p];
  self->row_depth = g_renew (guint32, self->row_depth, MAX (n_rows, 1));
  self->row_inside = g_renew (guint64, self->row_inside, MAX (n_rows, 1));
  for (; self->n_rows < n_rows; self->n_rows++)
    self->row_depth[self->n_rows] = self->row_inside[self->n_rows] = 0;
}

PoplensLanes *
poplens_lanes_new_flame (const PoplensFlame *flame)
{
  BandStack stack = {.lanes = lanes_alloc (flame->n_nodes + flame->n_leaves), .flame = flame};

  for (guint32 i = 0; i < flame->n_nodes; i++)
    lanes_set_block (stack.lanes, i, flame->node_from[i], flame->node_to[i]);
  for (guint32 i = 0; i < flame->n_leaves; i++)
    lanes_set_block (stack.lanes, flame->n_nodes + i, flame->leaf_from[i], flame->leaf_to[i]);
  stack_group_by_depth (&stack);
  stack.bands = g_array_new (FALSE, FALSE, sizeof (DepthBand));
  g_array_set_clear_func (stack.bands, band_clear);
  stack.rows = g_hash_table_new (NULL, NULL);
  for (guint32 d = 0; d < stack.n_depths; d++)
    stack_place_depth (&stack, d);
  stack_number_rows (&stack);
  stack_assign_rows (&stack);
  lanes_add_io_rows (stack.lanes, flame);
  g_array_unref (stack.bands);
  g_hash_table_unref (stack.rows);
  g_free (stack.first);
  g_free (stack.blocks);
  return stack.lanes;
}

void
poplens_lanes_free (PoplensLanes *self)
{
  if (!self)
    return;
  g_free (self->from);
  g_free (self->to);
  g_free (self->row);
  g_free (self->row_depth);
  g_free (self->row_inside);
  g_free (self);
}
