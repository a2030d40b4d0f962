/* Finds the causes of the gaps in a tile's memory, and computes the packing loss of tiles. */
#include "analysis/memory/gap-cause.h"

#include "analysis/liveness/live-step.h"
#include "analysis/liveness/peaks.h"
#include "base/search.h"

#include <stdlib.h>

/* ---- packing --------------------------------------------------------------------------------- */

typedef struct {
  const PoplensLiveness *liveness;
  const PoplensVariables *variables;
  const PoplensLiveSpans *lives;
  GArray *spans, *events;
} PackingTiles;

typedef struct {
  guint64 from, to;
} AddressSpan;

static int
by_start (gconstpointer a, gconstpointer b)
{
  const AddressSpan *x = a, *y = b;

  return x->from < y->from ? -1 : x->from > y->from;
}

/* Returns the class row of the variable in @row. G_MAXUINT32 if the variable is not allocated, has
 * no bytes, is always live, or has no class in eq_classes. */
static guint32
passing_class (const PoplensLiveness *liveness, const PoplensVariables *v, guint32 row)
{
  guint32 class;

  if (!(v->bits[row] & POPLENS_VARIABLE_ALLOCATED) || !v->size[row])
    return G_MAXUINT32;
  class = poplens_liveness_find_class (liveness, v->equivalence_class[row]);
  return class == G_MAXUINT32 || liveness->class_always_live[class] ? G_MAXUINT32 : class;
}

static guint64
union_of (GArray *spans)
{
  guint64 sum = 0, end = 0;

  g_array_sort (spans, by_start);
  for (guint i = 0; i < spans->len; i++) {
    const AddressSpan *span = &g_array_index (spans, AddressSpan, i);
    if (span->to > end)
      sum += span->to - MAX (span->from, end);
    end = MAX (end, span->to);
  }
  return sum;
}

static PoplensTilePacking
pack_tile (PackingTiles *self, guint32 tile)
{
  const PoplensVariables *v = self->variables;
  PoplensTilePacking out = {.tile = tile};
  guint32 step;

  g_array_set_size (self->spans, 0);
  g_array_set_size (self->events, 0);
  for (guint32 r = tile < v->n_tiles ? v->tile_first[tile] : 0;
       tile < v->n_tiles && r < v->tile_first[tile + 1]; r++) {
    guint32 class = passing_class (self->liveness, v, r);
    AddressSpan span = {v->offset[r], (guint64) v->offset[r] + v->size[r]};
    if (class == G_MAXUINT32)
      continue;
    g_array_append_val (self->spans, span);
    out.sizes += v->size[r];
    poplens_live_spans_add (self->lives, class, v->size[r], self->events);
  }
  out.occupied = union_of (self->spans);
  out.peak = poplens_sweep_highest (self->events, &step);
  out.lost = out.occupied > out.peak ? out.occupied - out.peak : 0;
  return out;
}

GArray *
poplens_packing_tiles (const PoplensLiveness *liveness, const PoplensVariables *variables,
                       const PoplensMemory *memory, const guint32 *positions, guint n,
                       GCancellable *cancellable)
{
  g_autoptr (GArray) out = g_array_new (FALSE, FALSE, sizeof (PoplensTilePacking));
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (AddressSpan));
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (PoplensSweepEvent));
  g_auto (PoplensLiveSpans) lives = {0};
  PackingTiles self = {liveness, variables, &lives, spans, events};

  poplens_live_spans_init (&lives, liveness);
  for (guint i = 0; i < n; i++) {
    if (g_cancellable_is_cancelled (cancellable))
      return NULL;
    PoplensTilePacking tile = pack_tile (&self, memory->tile[positions[i]]);
    g_array_append_val (out, tile);
  }
  return g_steal_pointer (&out);
}

/* ---- causes ---------------------------------------------------------------------------------- */

/* All known images start at byte 16 of the memory (formats.md 4.3). */
#define IMAGE_START 16

static const struct {
  const char *key, *title, *text;
} causes[POPLENS_N_GAP_CAUSES] = {
    [POPLENS_GAP_START] = {"start", "Start of the image",
                           "The image of a tile starts at byte 16 of its memory."},
    [POPLENS_GAP_ELEMENT] = {"element", "Memory element",
                             "The next variable cannot share a memory element with an earlier "
                             "variable and must start in the next element."},
    [POPLENS_GAP_ALIGNMENT] = {"alignment", "Alignment",
                               "The next variable must start at a multiple of its alignment."},
    [POPLENS_GAP_REGION] = {"region", "Interleaved region",
                            "The next variable must be in interleaved memory, which starts here."},
    [POPLENS_GAP_ELEMENT_ALIGNED] =
        {"element-alignment", "Memory element, then alignment",
         "The next variable must start in the next memory element, aligned."},
    [POPLENS_GAP_REGION_ALIGNED] = {"region-alignment", "Interleaved region, then alignment",
                                    "The next variable must be in interleaved memory, aligned."},
    [POPLENS_GAP_UNEXPLAINED] = {"unexplained", "Not explained",
                                 "No recorded constraint, alignment or region explains this gap."},
};

const char *
poplens_gap_cause_key (PoplensGapCause cause)
{
  return causes[cause].key;
}

const char *
poplens_gap_cause_title (PoplensGapCause cause)
{
  return causes[cause].title;
}

const char *
poplens_gap_cause_text (PoplensGapCause cause)
{
  return causes[cause].text;
}

/* ---- tile ------------------------------------------------------------------------------------ */

typedef struct {
  guint64 from, to;
  guint32 number; /* number of the variable within the tile; element_constraints use this number */
  guint32 alignment, bits;
  guint32 first, n; /* its constraints: .values[first] … .values[first + n − 1] */
} PlacedVariable;

struct _PoplensTileLayout {
  const PoplensTarget *target;
  guint32 first_id;
  GArray *placed; /* PlacedVariable, sorted by .number */
  GArray *values; /* guint64: numbers of the variables with which a variable must not share an
                     element */
  GArray *order;  /* guint64, sorted: offset << 32 | row in .placed; only variables with bytes */
  GArray *ends;   /* guint64, by index in .order: highest end of the variables up to this index */
  GArray *marks;  /* guint8, by row of .placed: 1 if the constraints of the variable after the gap
                     list this row */
};

PoplensTileLayout *
poplens_tile_layout_new (const PoplensTarget *target)
{
  PoplensTileLayout *self = g_new0 (PoplensTileLayout, 1);

  self->target = target;
  self->placed = g_array_new (FALSE, FALSE, sizeof (PlacedVariable));
  self->values = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->order = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->ends = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->marks = g_array_new (FALSE, TRUE, sizeof (guint8));
  return self;
}

void
poplens_tile_layout_free (PoplensTileLayout *self)
{
  if (!self)
    return;
  g_array_unref (self->placed);
  g_array_unref (self->values);
  g_array_unref (self->order);
  g_array_unref (self->ends);
  g_array_unref (self->marks);
  g_free (self);
}

void
poplens_tile_layout_begin (PoplensTileLayout *self, guint32 first_id)
{
  self->first_id = first_id;
  g_array_set_size (self->placed, 0);
  g_array_set_size (self->values, 0);
  g_array_set_size (self->order, 0);
}

void
poplens_tile_layout_add (PoplensTileLayout *self, guint32 id, guint32 offset, guint32 size,
                         guint32 alignment, guint32 bits, const PoplensLists *constraints,
                         gsize list)
{
  PlacedVariable placed = {.from = offset,
                           .to = (guint64) offset + size,
                           .number = id - self->first_id,
                           .alignment = MAX (alignment, 1),
                           .bits = bits,
                           .first = self->values->len};

  if (constraints && poplens_lists_length (constraints, list)) {
    g_autoptr (GArray) values = poplens_lists_values (constraints, list);
    g_array_append_vals (self->values, values->data, values->len);
    placed.n = values->len;
  }
  if (size) {
    guint64 key = (guint64) offset << 32 | self->placed->len;
    g_array_append_val (self->order, key);
  }
  g_array_append_val (self->placed, placed);
}

void
poplens_tile_layout_add_slice (PoplensTileLayout *self, const PoplensSlice *slice)
{
  poplens_tile_layout_begin (self, slice->n ? slice->variables[0].id : 0);
  for (guint32 i = 0; i < slice->n; i++) {
    const PoplensTileVariable *v = &slice->variables[i];
    if (v->bits & POPLENS_VARIABLE_ALLOCATED)
      poplens_tile_layout_add (self, v->id, v->offset, v->size, v->alignment, v->bits,
                               slice->element_constraints, i);
  }
}

/* Returns the row in .placed of the @i-th variable in the order of offsets. */
static guint32
row_at (const PoplensTileLayout *self, guint i)
{
  return (guint32) g_array_index (self->order, guint64, i);
}

static const PlacedVariable *
placed_at (const PoplensTileLayout *self, guint i)
{
  return &g_array_index (self->placed, PlacedVariable, row_at (self, i));
}

/* ---- cause of a gap -------------------------------------------------------------------------- */

/* A gap, and the variables that start at its end: indices [first, end) in .order. */
typedef struct {
  const PoplensTileLayout *layout;
  PoplensGap *gap;
  guint first, end;
} GapCase;

static guint64
align_up (guint64 offset, guint32 alignment)
{
  return (offset + alignment - 1) / alignment * alignment;
}

/* Finds the memory element at @offset: its number (@element), its start (@begin), and the start of
 * the next one (@next). FALSE if there is no element, or no next one. */
static gboolean
find_element (const PoplensTileLayout *self, guint64 offset, guint32 *element, guint64 *begin,
              guint64 *next)
{
  const GArray *elements = self->target ? self->target->memory_element_offsets : NULL;
  guint low = 0, high = elements ? elements->len : 0;

  POPLENS_SEARCH (low, high, at, g_array_index (elements, guint64, at) <= offset);
  if (!low || low == elements->len)
    return FALSE;
  *element = low - 1;
  *begin = g_array_index (elements, guint64, low - 1);
  *next = g_array_index (elements, guint64, low);
  return TRUE;
}

/* Returns the row in .placed of the variable with this number, or G_MAXUINT32. */
static guint32
find_number (const PoplensTileLayout *self, guint64 number)
{
  guint32 low = 0, high = self->placed->len;

  POPLENS_SEARCH (low, high, at, g_array_index (self->placed, PlacedVariable, at).number < number);
  return low < self->placed->len &&
                 g_array_index (self->placed, PlacedVariable, low).number == number
             ? low
             : G_MAXUINT32;
}

/* Sets or clears the marks of the variables in the constraints of @placed. */
static void
mark_constraints (const PoplensTileLayout *self, const PlacedVariable *placed, guint8 mark)
{
  for (guint32 c = 0; c < placed->n; c++) {
    guint32 row = find_number (self, g_array_index (self->values, guint64, placed->first + c));
    if (row != G_MAXUINT32)
      g_array_index (self->marks, guint8, row) = mark;
  }
}

static gboolean
names (const PoplensTileLayout *self, const PlacedVariable *placed, guint32 number)
{
  for (guint32 c = 0; c < placed->n; c++)
    if (g_array_index (self->values, guint64, placed->first + c) == number)
      return TRUE;
  return FALSE;
}

/* Sets .n_others and .other of the gap: the variables from @begin to the gap that must not share an
 * element with @next. A constraint counts even if only one of the two variables lists the other
 * variable. */
static void
find_others (GapCase *c, const PlacedVariable *next, guint64 begin)
{
  const PoplensTileLayout *self = c->layout;
  PoplensGap *gap = c->gap;
  guint64 last = 0;

  mark_constraints (self, next, TRUE);
  for (guint i = c->first; i > 0 && g_array_index (self->ends, guint64, i - 1) > begin; i--) {
    const PlacedVariable *placed = placed_at (self, i - 1);
    guint32 row = row_at (self, i - 1);
    if (placed->to <= begin ||
        !(g_array_index (self->marks, guint8, row) || names (self, placed, next->number)))
      continue;
    gap->n_others++;
    if (placed->to > last) {
      last = placed->to;
      gap->other = self->first_id + placed->number;
    }
  }
  mark_constraints (self, next, FALSE);
}

/* TRUE if the gap ends at @boundary, rounded up to the alignment of @placed. */
static gboolean
ends_behind (const PoplensGap *gap, guint64 boundary, const PlacedVariable *placed)
{
  return gap->to >= boundary && gap->to == align_up (boundary, placed->alignment);
}

static void
blame (GapCase *c, const PlacedVariable *placed, PoplensGapCause cause)
{
  c->gap->cause = cause;
  c->gap->next = c->layout->first_id + placed->number;
  c->gap->alignment = placed->alignment;
}

static gboolean
try_start (GapCase *c)
{
  for (guint i = c->first; i < c->end && !c->gap->from; i++)
    if (ends_behind (c->gap, IMAGE_START, placed_at (c->layout, i))) {
      blame (c, placed_at (c->layout, i), POPLENS_GAP_START);
      return TRUE;
    }
  return FALSE;
}

static gboolean
try_region (GapCase *c)
{
  guint64 start = c->layout->target ? c->layout->target->interleaved_start : 0;

  for (guint i = c->first; i < c->end && start && c->gap->from <= start; i++) {
    const PlacedVariable *placed = placed_at (c->layout, i);
    if (!(placed->bits & POPLENS_VARIABLE_INTERLEAVED) || !ends_behind (c->gap, start, placed))
      continue;
    blame (c, placed, c->gap->to == start ? POPLENS_GAP_REGION : POPLENS_GAP_REGION_ALIGNED);
    c->gap->boundary = start;
    return TRUE;
  }
  return FALSE;
}

static gboolean
try_element (GapCase *c)
{
  guint64 begin, next;
  guint32 element;

  if (!find_element (c->layout, c->gap->from, &element, &begin, &next))
    return FALSE;
  for (guint i = c->first; i < c->end; i++) {
    const PlacedVariable *placed = placed_at (c->layout, i);
    if (!ends_behind (c->gap, next, placed))
      continue;
    find_others (c, placed, begin);
    if (!c->gap->n_others)
      continue;
    blame (c, placed, c->gap->to == next ? POPLENS_GAP_ELEMENT : POPLENS_GAP_ELEMENT_ALIGNED);
    c->gap->element = element;
    c->gap->boundary = next;
    return TRUE;
  }
  return FALSE;
}

static gboolean
try_alignment (GapCase *c)
{
  for (guint i = c->first; i < c->end; i++)
    if (ends_behind (c->gap, c->gap->from, placed_at (c->layout, i))) {
      blame (c, placed_at (c->layout, i), POPLENS_GAP_ALIGNMENT);
      return TRUE;
    }
  return FALSE;
}

static PoplensGap
explain (const PoplensTileLayout *self, guint64 from, guint first)
{
  PoplensGap gap = {.from = from, .to = placed_at (self, first)->from, .other = G_MAXUINT32};
  GapCase c = {self, &gap, first, first};

  while (c.end < self->order->len && placed_at (self, c.end)->from == gap.to)
    c.end++;
  blame (&c, placed_at (self, first), POPLENS_GAP_UNEXPLAINED);
  if (!try_start (&c) && !try_region (&c) && !try_element (&c))
    try_alignment (&c);
  return gap;
}

void
poplens_tile_layout_find_gaps (PoplensTileLayout *self, GArray *gaps)
{
  guint64 end = 0;

  g_array_sort (self->order, poplens_compare_u64);
  g_array_set_size (self->marks, 0);
  g_array_set_size (self->marks, self->placed->len);
  g_array_set_size (self->ends, self->order->len);
  for (guint i = 0; i < self->order->len; i++) {
    const PlacedVariable *placed = placed_at (self, i);
    if (placed->from > end) {
      PoplensGap gap = explain (self, end, i);
      g_array_append_val (gaps, gap);
    }
    end = MAX (end, placed->to);
    g_array_index (self->ends, guint64, i) = end;
  }
}

/* ---- costs ----------------------------------------------------------------------------------- */

void
poplens_gap_costs_init (PoplensGapCosts *self)
{
  *self = (PoplensGapCosts){0};
  for (guint c = 0; c < POPLENS_N_GAP_CAUSES; c++)
    self->worst_tile[c] = POPLENS_NO_TILE;
}

PoplensTileGaps
poplens_tile_gaps_of (guint32 tile, const GArray *gaps)
{
  PoplensTileGaps out = {.tile = tile};

  for (guint g = 0; g < gaps->len; g++) {
    const PoplensGap *gap = &g_array_index (gaps, PoplensGap, g);
    out.bytes[gap->cause] += gap->to - gap->from;
    out.gaps[gap->cause]++;
  }
  return out;
}

void
poplens_gap_costs_add (PoplensGapCosts *self, const PoplensTileGaps *tile)
{
  for (guint c = 0; c < POPLENS_N_GAP_CAUSES; c++) {
    self->bytes[c] += tile->bytes[c];
    self->gaps[c] += tile->gaps[c];
    self->tiles[c] += tile->gaps[c] > 0;
    if (tile->bytes[c] > self->worst_bytes[c]) {
      self->worst_bytes[c] = tile->bytes[c];
      self->worst_tile[c] = tile->tile;
    }
  }
}
