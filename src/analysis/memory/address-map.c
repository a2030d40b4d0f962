/* Builds the memory map of a tile (blocks, shared bytes, rows and gaps), and describes its
 * blocks and gaps. */
#include "analysis/memory/address-map.h"

#include "analysis/liveness/live-step.h"
#include "analysis/liveness/peaks.h"
#include "base/format.h"
#include "base/search.h"

#include <stdlib.h>

/* ---- look-ups -------------------------------------------------------------------------------- */

static const PoplensAddressBlock *
block_at (const PoplensAddressMap *self, guint32 block)
{
  return &g_array_index (self->blocks, PoplensAddressBlock, block);
}

const PoplensTileVariable *
poplens_address_map_variable (const PoplensAddressMap *self, guint32 block)
{
  return &self->slice->variables[block_at (self, block)->variable];
}

const char *
poplens_address_map_name (const PoplensAddressMap *self, guint32 block)
{
  return poplens_strings_get (self->slice->strings,
                              poplens_address_map_variable (self, block)->name);
}

guint32
poplens_address_map_find (const PoplensAddressMap *self, guint32 id)
{
  guint32 low = 0, high = self->slice->n;

  POPLENS_SEARCH (low, high, at, self->slice->variables[at].id < id);
  return low < self->slice->n && self->slice->variables[low].id == id ? self->block_of[low]
                                                                      : G_MAXUINT32;
}

GArray *
poplens_address_map_sharing (const PoplensAddressMap *self, guint32 block)
{
  GArray *out = g_array_new (FALSE, FALSE, sizeof (PoplensAddressShare));
  const PoplensAddressBlock *b = block_at (self, block);

  for (guint32 i = 0; i < self->blocks->len && block_at (self, i)->from < b->to; i++) {
    const PoplensAddressBlock *other = block_at (self, i);
    PoplensAddressShare share = {i, MAX (b->from, other->from), MIN (b->to, other->to)};
    if (i != block && share.from < share.to)
      g_array_append_val (out, share);
  }
  return out;
}

/* ---- life ------------------------------------------------------------------------------------ */

guint32
poplens_address_map_ranges (const PoplensAddressMap *self, guint32 block, guint32 *first)
{
  const PoplensLiveness *l = self->liveness;
  guint32 row = block_at (self, block)->class_row, n = 0;

  *first = 0;
  if (!l || row == POPLENS_NO_CLASS)
    return 0;
  *first = self->class_ranges[row];
  /* The next ranges may belong to a class that eq_classes lacks, so compare class IDs. */
  while (*first + n < l->n_ranges && l->range_class[*first + n] == l->class_id[row])
    n++;
  return n;
}

guint8 *
poplens_address_map_live_at (const PoplensAddressMap *self, guint32 step)
{
  guint8 *live = g_new0 (guint8, MAX (self->blocks->len, 1));
  g_autofree guint8 *classes =
      self->liveness ? poplens_liveness_classes_at (self->liveness, step) : NULL;

  for (guint32 i = 0; classes && i < self->blocks->len; i++) {
    guint32 row = block_at (self, i)->class_row;
    live[i] = row != POPLENS_NO_CLASS &&
              (classes[row] & (POPLENS_CLASS_LIVE | POPLENS_CLASS_ALWAYS)) != 0;
  }
  return live;
}

char *
poplens_address_map_describe_life (const PoplensAddressMap *self, guint32 block, guint most)
{
  guint32 first, n = poplens_address_map_ranges (self, block, &first);
  g_autoptr (GString) out = g_string_new (NULL);

  if (block_at (self, block)->always_live)
    return g_strdup ("always");
  if (!n)
    return g_strdup ("never");
  for (guint32 r = 0; r < n && r < most; r++) {
    guint32 from = self->liveness->range_from[first + r], to = self->liveness->range_to[first + r];
    g_string_append_printf (out, "%s%u", r ? ", " : "", from);
    if (to > from + 1)
      g_string_append_printf (out, "-%u", to - 1);
  }
  if (n > most)
    g_string_append_printf (out, " and %u more", n - most);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* ---- descriptions ---------------------------------------------------------------------------- */

/* Returns a variable with category and size as a text: “name” (Control code, 16 bytes). A variable
 * without a name is shown by its ID. (transfer full) */
static char *
block_title (const PoplensAddressMap *self, guint32 id)
{
  guint32 block = poplens_address_map_find (self, id);

  if (block == G_MAXUINT32)
    return g_strdup_printf ("variable %u", id);
  const PoplensAddressBlock *b = block_at (self, block);
  const char *category;
  const char *name = poplens_address_map_name (self, block);
  g_autofree char *title =
      *name ? g_strdup_printf ("\u201c%s\u201d", name) : g_strdup_printf ("variable %u", id);
  PoplensNumber size;

  poplens_memory_group_of (poplens_address_map_category (self, block), &category);
  return g_strdup_printf ("%s (%s%s%s)", title, category, *category ? ", " : "",
                          poplens_format_items (size, b->to - b->from, "byte"));
}

/* Explains a gap that a memory element causes. @next: title of the variable after the gap.
 * (transfer full) */
static char *
explain_element (const PoplensAddressMap *self, const PoplensGap *gap, const char *next)
{
  g_autofree char *other = block_title (self, gap->other);
  g_autofree char *more =
      gap->n_others > 1 ? g_strdup_printf (" and %u more", gap->n_others - 1) : g_strdup ("");
  g_autofree char *then =
      gap->cause == POPLENS_GAP_ELEMENT_ALIGNED
          ? g_strdup_printf (", at a multiple of its alignment of %u", gap->alignment)
          : g_strdup ("");

  return g_strdup_printf ("%s cannot share a memory element with %s%s (element_constraints), in "
                          "element %u; it starts in the next one, from 0x%" G_GINT64_MODIFIER
                          "x on%s.",
                          next, other, more, gap->element, self->base + gap->boundary, then);
}

/* Explains a gap before interleaved memory. @next: title of the variable after the gap. (transfer
 * full) */
static char *
explain_region (const PoplensAddressMap *self, const PoplensGap *gap, const char *next)
{
  g_autofree char *then =
      gap->cause == POPLENS_GAP_REGION_ALIGNED
          ? g_strdup_printf (", at a multiple of its alignment of %u", gap->alignment)
          : g_strdup ("");

  return g_strdup_printf ("%s must be in interleaved memory, which starts at 0x%" G_GINT64_MODIFIER
                          "x%s.",
                          next, self->base + gap->boundary, then);
}

char *
poplens_address_map_explain (const PoplensAddressMap *self, guint32 row)
{
  const PoplensGap *gap = &g_array_index (self->gaps, PoplensGap, row);
  g_autofree char *next = block_title (self, gap->next);

  switch (gap->cause) {
  case POPLENS_GAP_START:
    return g_strdup_printf ("The image starts at byte 16 of the memory, with %s.", next);
  case POPLENS_GAP_ELEMENT:
  case POPLENS_GAP_ELEMENT_ALIGNED:
    return explain_element (self, gap, next);
  case POPLENS_GAP_REGION:
  case POPLENS_GAP_REGION_ALIGNED:
    return explain_region (self, gap, next);
  case POPLENS_GAP_ALIGNMENT:
    return g_strdup_printf ("%s must start at a multiple of %u.", next, gap->alignment);
  default:
    return g_strdup_printf (
        "No recorded constraint, region or alignment (%u) explains the gap before %s.",
        gap->alignment, next);
  }
}

/* ---- regions and elements -------------------------------------------------------------------- */

/* Adds the memory regions that are not empty. A region is interleaved if it starts at or after
 * target->interleaved_start. */
static void
add_regions (PoplensAddressMap *self, const PoplensTarget *target)
{
  const GArray *starts = target->memory_region_offsets;

  for (guint i = 0; starts && i < starts->len; i++) {
    guint64 from = g_array_index (starts, guint64, i);
    guint64 to = i + 1 < starts->len ? g_array_index (starts, guint64, i + 1) : self->capacity;
    PoplensAddressRegion region = {from, to,
                                   target->interleaved_start && from >= target->interleaved_start};
    if (from < to)
      g_array_append_val (self->regions, region);
  }
}

static void
add_elements (PoplensAddressMap *self, const PoplensTarget *target)
{
  const GArray *starts = target->memory_element_offsets;

  for (guint i = 0; starts && i < starts->len; i++)
    if (g_array_index (starts, guint64, i) < self->capacity)
      g_array_append_val (self->elements, g_array_index (starts, guint64, i));
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static guint32
find_category (const PoplensVariables *variables, guint32 category_id)
{
  return variables ? poplens_variables_find_category (variables, category_id) : G_MAXUINT32;
}

const char *
poplens_address_map_category (const PoplensAddressMap *self, guint32 block)
{
  guint32 c = find_category (self->variables, poplens_address_map_variable (self, block)->category);

  return c == G_MAXUINT32 ? "" : poplens_variables_category_name (self->variables, c);
}

static PoplensMemoryGroup
category_group (const PoplensVariables *variables, guint32 category_id)
{
  guint32 c = find_category (variables, category_id);

  if (c == G_MAXUINT32)
    return POPLENS_GROUP_OTHER;
  return poplens_memory_group_of (poplens_variables_category_name (variables, c), NULL);
}

/* Adds the block of the variable in @row of the slice. If the variable is always live, adds its
 * size to totals.always_live. */
static void
add_block (PoplensAddressMap *self, guint32 row)
{
  const PoplensTileVariable *v = &self->slice->variables[row];
  PoplensAddressBlock block = {.from = v->offset,
                               .to = (guint64) v->offset + v->size,
                               .variable = row,
                               .class_row = POPLENS_NO_CLASS,
                               .group = category_group (self->variables, v->category)};

  if (self->liveness)
    block.class_row = poplens_liveness_find_class (self->liveness, v->equivalence_class);
  if (block.class_row != POPLENS_NO_CLASS)
    block.always_live = self->liveness->class_always_live[block.class_row];
  if (block.always_live)
    self->totals.always_live += v->size;
  g_array_append_val (self->blocks, block);
}

static int
by_address (gconstpointer a, gconstpointer b)
{
  const PoplensAddressBlock *x = a, *y = b;

  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  if (x->to != y->to)
    return x->to > y->to ? -1 : 1;
  return x->variable < y->variable ? -1 : x->variable > y->variable;
}

/* ---- sweeps over the blocks ------------------------------------------------------------------ */

/* Starts and ends of the blocks that are not empty. Each array is sorted on its own, so .from[i]
 * and .to[i] can be of different blocks. */
typedef struct {
  guint32 n;
  guint64 *from, *to;
} Edges;

/* @blocks: sorted by address */
static void
edges_init (Edges *self, const GArray *blocks)
{
  *self = (Edges){0, g_new (guint64, MAX (blocks->len, 1)), g_new (guint64, MAX (blocks->len, 1))};
  for (guint i = 0; i < blocks->len; i++) {
    const PoplensAddressBlock *b = &g_array_index (blocks, PoplensAddressBlock, i);
    if (b->from == b->to)
      continue;
    self->from[self->n] = b->from;
    self->to[self->n++] = b->to;
  }
  if (self->n)
    qsort (self->to, self->n, sizeof *self->to, poplens_compare_u64);
}

static void
edges_clear (Edges *self)
{
  g_free (self->from);
  g_free (self->to);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Edges, edges_clear)

/* Counts for each block the other blocks that share bytes with it: the blocks that start before it
 * ends, minus those that end before it starts, minus the block itself. */
static void
count_sharing (PoplensAddressMap *self, const Edges *edges)
{
  for (guint i = 0; i < self->blocks->len; i++) {
    PoplensAddressBlock *b = &g_array_index (self->blocks, PoplensAddressBlock, i);
    if (b->from < b->to)
      b->n_sharing = (guint32) (poplens_count_below_u64 (edges->from, edges->n, b->to) -
                                poplens_count_below_u64 (edges->to, edges->n, b->from + 1) - 1);
  }
}

/* A span of bytes that several blocks cover. .before: number of shared bytes at lower addresses. */
typedef struct {
  guint64 from, to, before;
} SharedSpan;

/* Returns the number of shared bytes below @at. */
static guint64
shared_below (const GArray *spans, guint64 at)
{
  guint32 low = 0, high = spans->len;

  POPLENS_SEARCH (low, high, middle, g_array_index (spans, SharedSpan, middle).from < at);
  if (!low)
    return 0;
  const SharedSpan *last = &g_array_index (spans, SharedSpan, low - 1);
  return last->before + MIN (at, last->to) - last->from;
}

/* Sets the number of shared bytes of each block. */
static void
share_out (PoplensAddressMap *self, const GArray *spans)
{
  for (guint i = 0; i < self->blocks->len; i++) {
    PoplensAddressBlock *b = &g_array_index (self->blocks, PoplensAddressBlock, i);
    b->shared = (guint32) (shared_below (spans, b->to) - shared_below (spans, b->from));
  }
}

/* Returns how many bytes of [@from, @to) are in [@begin, @end). */
static guint64
part_of (guint64 from, guint64 to, guint64 begin, guint64 end)
{
  from = MAX (from, begin);
  to = MIN (to, end);
  return from < to ? to - from : 0;
}

/* Adds the bytes [@from, @to), which @n blocks cover, to the totals. If @n > 1, also appends the
 * range to @spans (SharedSpan). */
static void
add_covered (PoplensAddressMap *self, guint64 from, guint64 to, guint32 n, GArray *spans)
{
  SharedSpan span = {from, to, self->totals.shared};
  PoplensAddressTotals *t = &self->totals;
  guint64 end = self->capacity ? self->capacity : G_MAXUINT64;
  guint64 start = self->target ? self->target->interleaved_start : 0;

  start = start ? MIN (start, end) : end;
  t->total += to - from;
  t->non_interleaved += part_of (from, to, 0, start);
  t->interleaved += part_of (from, to, start, end);
  t->overflowed += part_of (from, to, end, G_MAXUINT64);
  if (n > 1) {
    g_array_append_val (spans, span);
    t->shared += to - from;
    t->overlapped += (to - from) * n;
  }
}

/* Computes all totals but .always_live, and the shared bytes of each block. */
static void
sum_totals (PoplensAddressMap *self, const Edges *edges)
{
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (SharedSpan));
  PoplensAddressTotals *t = &self->totals;
  guint64 at = 0;

  for (guint32 begun = 0, ended = 0; ended < edges->n;) {
    gboolean begins = begun < edges->n && edges->from[begun] < edges->to[ended];
    guint64 next = begins ? edges->from[begun] : edges->to[ended];
    if (begun > ended && next > at)
      add_covered (self, at, next, begun - ended, spans);
    at = next;
    begun += begins;
    ended += !begins;
  }
  share_out (self, spans);
  for (guint i = 0; i < self->blocks->len; i++)
    t->including_gaps =
        MAX (t->including_gaps, g_array_index (self->blocks, PoplensAddressBlock, i).to);
  t->gaps = t->including_gaps - t->total;
  t->free = self->capacity > t->including_gaps ? self->capacity - t->including_gaps : 0;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Binary tree that finds the first row of the map that is free at an address. A leaf of .lowest has
 * the end of the last block in a row. An inner node has the minimum of its children. */
typedef struct {
  guint32 leaves; /* number of leaves of the tree, a power of two */
  guint64 *lowest;
} BlockRows;

/* Returns the first row that is free at @from, and occupies it until @to. */
static guint32
take_block_row (BlockRows *rows, guint64 from, guint64 to)
{
  guint32 node = 1;

  while (node < rows->leaves)
    node = 2 * node + (rows->lowest[2 * node] > from);
  guint32 row = node - rows->leaves;
  rows->lowest[node] = to;
  for (node /= 2; node; node /= 2)
    rows->lowest[node] = MIN (rows->lowest[2 * node], rows->lowest[2 * node + 1]);
  return row;
}

/* Assigns each block, in the order of addresses, to the first row that is free at its start. So the
 * number of rows is the largest number of blocks that overlap at one byte. */
static void
stack (PoplensAddressMap *self)
{
  BlockRows rows = {.leaves = 1};

  while (rows.leaves < self->blocks->len)
    rows.leaves *= 2;
  rows.lowest = g_new0 (guint64, 2 * (gsize) rows.leaves);
  for (guint i = 0; i < self->blocks->len; i++) {
    PoplensAddressBlock *b = &g_array_index (self->blocks, PoplensAddressBlock, i);
    /* A block without bytes overlaps no other: any row will do. */
    b->row = b->from < b->to ? take_block_row (&rows, b->from, b->to) : 0;
    self->n_rows = MAX (self->n_rows, b->row + 1);
  }
  g_free (rows.lowest);
}

/* ---- map ------------------------------------------------------------------------------------- */

static void
find_gaps (PoplensAddressMap *self)
{
  g_autoptr (PoplensTileLayout) layout = poplens_tile_layout_new (self->target);

  poplens_tile_layout_add_slice (layout, self->slice);
  poplens_tile_layout_find_gaps (layout, self->gaps);
}

PoplensAddressMap *
poplens_address_map_new (PoplensSlice *slice, const PoplensTarget *target,
                         const PoplensVariables *variables, const PoplensLiveness *liveness)
{
  PoplensAddressMap *self = g_new0 (PoplensAddressMap, 1);
  g_auto (Edges) edges = {0};

  self->tile = (guint32) slice->key;
  self->base = target ? target->tile_memory_base : 0;
  self->capacity = target ? target->bytes_per_tile : 0;
  self->blocks = g_array_new (FALSE, FALSE, sizeof (PoplensAddressBlock));
  self->gaps = g_array_new (FALSE, FALSE, sizeof (PoplensGap));
  self->regions = g_array_new (FALSE, FALSE, sizeof (PoplensAddressRegion));
  self->elements = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->slice = poplens_slice_ref (slice);
  self->target = target;
  self->variables = variables;
  self->liveness = liveness;
  self->class_ranges = liveness ? poplens_class_ranges_new (liveness) : NULL;
  if (target) {
    add_regions (self, target);
    add_elements (self, target);
  }
  for (guint32 i = 0; i < slice->n; i++)
    if (slice->variables[i].bits & POPLENS_VARIABLE_ALLOCATED)
      add_block (self, i);
  g_array_sort (self->blocks, by_address);
  self->block_of = g_new (guint32, MAX (slice->n, 1));
  for (guint32 i = 0; i < slice->n; i++)
    self->block_of[i] = G_MAXUINT32;
  for (guint32 b = 0; b < self->blocks->len; b++)
    self->block_of[g_array_index (self->blocks, PoplensAddressBlock, b).variable] = b;
  edges_init (&edges, self->blocks);
  sum_totals (self, &edges);
  count_sharing (self, &edges);
  stack (self);
  find_gaps (self);
  self->end = MAX (self->capacity, self->totals.including_gaps);
  return self;
}

void
poplens_address_map_free (PoplensAddressMap *self)
{
  if (!self)
    return;
  g_array_unref (self->blocks);
  g_array_unref (self->gaps);
  g_array_unref (self->regions);
  g_array_unref (self->elements);
  g_free (self->class_ranges);
  g_free (self->block_of);
  poplens_slice_unref (self->slice);
  g_free (self);
}
