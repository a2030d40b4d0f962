/* Where variables lie: alignment, allocation order, and that what shares an address never lives at
 * the same step. */
#include "analysis/check/check-private.h"

#include "analysis/liveness/live-step.h"
#include "analysis/liveness/peaks-ranges.h"
#include "base/sort.h"

#include <string.h>

void
poplens_check_places (PoplensCheckRun *run)
{
  const PoplensCheckId id = CHECK_ALIGNMENT;
  guint64 done = 0;

  for (guint64 key = 0; key != POPLENS_NO_SLICE;) {
    g_autoptr (PoplensSlice) slice =
        poplens_check_slice (run, id, POPLENS_SLICE_SCAN_VARIABLES, key);
    if (!slice || !poplens_check_go_on (run, done += slice->n, run->variables->n))
      return;
    for (guint32 i = 0; i < slice->n; i++) {
      const PoplensScanVariable *v = &slice->scan_variables[i];
      if (poplens_check_that (run, id, !v->alignment || v->offset % v->alignment == 0))
        continue;
      g_autofree char *expected = g_strdup_printf ("a multiple of %u", v->alignment);
      g_autofree char *found = g_strdup_printf ("%u", v->offset);
      poplens_check_fail (run, id, expected, found, "tile %u, variable %u", v->tile, v->id);
      poplens_check_link (run, id, "memory?tile=", v->tile);
    }
    key = slice->next;
  }
}

/* ---- allocation order -------------------------------------------------------------------------
 */

/* Ids of the tile's order, each once and allocated there; @seen: by row. */
static void
check_order (PoplensCheckRun *run, guint32 tile, const GArray *ids, guint8 *seen)
{
  const PoplensVariables *v = run->variables;
  const PoplensCheckId id = CHECK_ALLOCATION_ORDER;
  guint32 first = tile < v->n_tiles ? v->tile_first[tile] : 0;
  guint32 end = tile < v->n_tiles ? v->tile_first[tile + 1] : 0;
  guint32 allocated = 0;

  for (guint32 r = first; r < end; r++)
    allocated += v->bits[r] & POPLENS_VARIABLE_ALLOCATED;
  for (guint i = 0; i < ids->len; i++) {
    guint64 variable = g_array_index (ids, guint64, i);
    guint32 row =
        variable < G_MAXUINT32 ? poplens_check_variable (run, (guint32) variable) : G_MAXUINT32;
    if (row >= first && row < end && v->bits[row] & POPLENS_VARIABLE_ALLOCATED && !seen[row]) {
      seen[row] = TRUE;
      continue;
    }
    g_autofree char *found = g_strdup_printf ("variable %" G_GUINT64_FORMAT, variable);
    poplens_check_that (run, id, FALSE);
    poplens_check_fail (run, id, "an allocated variable of the tile, once", found,
                        "tile %u, position %u of the order", tile, i);
    poplens_check_link (run, id, "memory?tile=", tile);
    return;
  }
  if (!poplens_check_equal (run, id, allocated, ids->len, "tile %u, number of variables", tile))
    poplens_check_link (run, id, "memory?tile=", tile);
}

void
poplens_check_orders (PoplensCheckRun *run)
{
  const PoplensVariables *v = run->variables;
  g_autofree guint8 *seen = g_new0 (guint8, MAX (v->n, 1));
  g_autofree guint8 *listed = g_new0 (guint8, MAX (v->n_tiles, 1));
  guint64 done = 0;

  for (guint64 key = 0; key != POPLENS_NO_SLICE;) {
    g_autoptr (PoplensSlice) slice =
        poplens_check_slice (run, CHECK_ALLOCATION_ORDER, POPLENS_SLICE_SCAN_ORDERS, key);
    if (!slice || !poplens_check_go_on (run, done += slice->n, v->n_tiles))
      return;
    for (guint32 i = 0; i < slice->n; i++) {
      g_autoptr (GArray) ids = poplens_lists_values (slice->lists, i);
      guint32 tile = (guint32) slice->values[i];
      check_order (run, tile, ids, seen);
      if (tile < v->n_tiles)
        listed[tile] = TRUE;
    }
    key = slice->next;
  }
  if (!done)
    return;
  for (guint32 t = 0; t < v->n_tiles; t++)
    if (!listed[t] && v->tile_first[t] < v->tile_first[t + 1]) {
      poplens_check_that (run, CHECK_ALLOCATION_ORDER, FALSE);
      poplens_check_fail (run, CHECK_ALLOCATION_ORDER, "a row", "none", "tile %u", t);
    }
}

/* ---- overlap ----------------------------------------------------------------------------------
 */

/* Variables and their lives are rectangles of addresses and steps. A sweep over the addresses keeps
 * the step ranges that are open, sorted: they are disjoint as long as nothing overlaps, so a new
 * one has to be held against its two neighbours only. */
typedef struct {
  guint32 from, to; /* steps */
  guint32 row;      /* of the variable */
} Life;

/* Where a variable begins or ends, in one number that sorts by address: address, then whether it
 * begins, as what ends at an address is gone before what begins there comes, then the row of the
 * variable less the first of the tile. */
#define ROW_BITS 30
#define BEGINS ((guint64) 1 << ROW_BITS)

static inline guint64
edge_of (guint64 address, guint64 begins, guint32 row)
{
  return address << (ROW_BITS + 1) | begins | row;
}

/* Index of the first open life that ends behind @from. */
static guint
find_life (const GArray *open, guint32 from)
{
  guint low = 0, high = open->len;

  while (low < high) {
    guint middle = low + (high - low) / 2;
    if (g_array_index (open, Life, middle).to <= from)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static guint32
id_of (const PoplensVariables *v, guint32 row)
{
  return v->id ? v->id[row] : row;
}

typedef struct {
  PoplensCheckRun *run;
  const PoplensLiveSpans *spans;
  guint64 *edges, *spare;
  GArray *open;
  GArray *opened; /* Place: of the variable at hand */
  guint32 tile;
} Overlap;

/* A life that is to open, and where among those that are open. */
typedef struct {
  Life life;
  guint at;
} Place;

static guint32
class_row (const Overlap *self, guint32 row)
{
  return poplens_liveness_find_class (self->run->liveness,
                                      self->run->variables->equivalence_class[row]);
}

/* Puts what is to open among what is open, from the end on, so that each life moves once. */
static void
insert_opened (Overlap *self)
{
  guint n = self->open->len, k = self->opened->len;

  g_array_set_size (self->open, n + k);
  Life *open = (Life *) (gpointer) self->open->data;
  while (k--) {
    const Place *place = &g_array_index (self->opened, Place, k);
    memmove (&open[place->at + k + 1], &open[place->at], (n - place->at) * sizeof *open);
    open[place->at + k] = place->life;
    n = place->at;
  }
}

/* Opens the lives of a variable, and tells one that is in the way. */
static void
open_lives (Overlap *self, guint32 row)
{
  const PoplensVariables *v = self->run->variables;
  guint32 c = class_row (self, row), other = G_MAXUINT32, step = 0, end = 0;

  g_array_set_size (self->opened, 0);
  for (guint32 s = c == G_MAXUINT32 ? 0 : self->spans->first[c];
       c != G_MAXUINT32 && s < self->spans->first[c + 1]; s++) {
    Place place = {{self->spans->spans[s].from, self->spans->spans[s].to, row},
                   find_life (self->open, self->spans->spans[s].from)};
    const Life *next =
        place.at < self->open->len ? &g_array_index (self->open, Life, place.at) : NULL;
    if (next && next->from < place.life.to) {
      other = next->row;
      step = MAX (next->from, place.life.from);
    } else if (place.life.from >= end) {
      g_array_append_val (self->opened, place);
      end = place.life.to;
    }
  }
  insert_opened (self);
  if (poplens_check_that (self->run, CHECK_OVERLAP, other == G_MAXUINT32))
    return;
  g_autofree char *found = g_strdup_printf ("both live at step %u", step);
  poplens_check_fail (self->run, CHECK_OVERLAP, "never live together", found,
                      "tile %u, variables %u and %u", self->tile, id_of (v, other), id_of (v, row));
  poplens_check_link (self->run, CHECK_OVERLAP, "memory?tile=", self->tile);
}

static void
close_lives (Overlap *self, guint32 row)
{
  guint32 c = class_row (self, row);
  guint32 first = c == G_MAXUINT32 ? 0 : self->spans->first[c];
  guint32 end = c == G_MAXUINT32 ? 0 : self->spans->first[c + 1];

  if (first == end)
    return;
  guint i = find_life (self->open, self->spans->spans[first].from), kept = i;
  Life *open = (Life *) (gpointer) self->open->data;
  for (; i < self->open->len && open[i].from < self->spans->spans[end - 1].to; i++)
    if (open[i].row != row)
      open[kept++] = open[i];
  if (i > kept)
    g_array_remove_range (self->open, kept, i - kept);
}

static gsize
collect_edges (const Overlap *self, guint32 first, guint32 end)
{
  const PoplensVariables *v = self->run->variables;
  gsize n = 0;

  for (guint32 r = first; r < end; r++) {
    if (!(v->bits[r] & POPLENS_VARIABLE_ALLOCATED) || !v->size[r])
      continue;
    self->edges[n++] = edge_of (v->offset[r], BEGINS, r - first);
    self->edges[n++] = edge_of ((guint64) v->offset[r] + v->size[r], 0, r - first);
  }
  poplens_sort_u64 (self->edges, self->spare, n);
  return n;
}

static void
check_tile (Overlap *self)
{
  const PoplensVariables *v = self->run->variables;
  guint32 first = v->tile_first[self->tile], end = v->tile_first[self->tile + 1];
  gsize n = collect_edges (self, first, MIN (end, first + BEGINS));

  g_array_set_size (self->open, 0);
  for (gsize i = 0; i < n; i++) {
    guint32 row = first + (guint32) (self->edges[i] & (BEGINS - 1));
    if (self->edges[i] & BEGINS)
      open_lives (self, row);
    else
      close_lives (self, row);
  }
}

void
poplens_check_overlap (PoplensCheckRun *run)
{
  const PoplensVariables *v = run->variables;
  g_auto (PoplensLiveSpans) spans = {0};
  gsize most = 2 * (gsize) poplens_check_most_variables (run);
  g_autofree guint64 *edges = g_new (guint64, MAX (most, 1));
  g_autofree guint64 *spare = g_new (guint64, MAX (most, 1));
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (Life));
  g_autoptr (GArray) opened = g_array_new (FALSE, FALSE, sizeof (Place));
  Overlap self = {run, &spans, edges, spare, open, opened, 0};

  if (!run->liveness->n_ranges) {
    poplens_check_none (run, CHECK_OVERLAP, "eq_class_step has no row.");
    return;
  }
  poplens_live_spans_init (&spans, run->liveness);
  for (; self.tile < v->n_tiles && poplens_check_go_on (run, self.tile, v->n_tiles); self.tile++)
    check_tile (&self);
}
