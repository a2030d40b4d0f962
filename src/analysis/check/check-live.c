/* Checks of variables and liveness against the lowered variables: offsets, overlaps, classes, live
 * bytes by step, and bytes by class. */
#include "analysis/check/check-private.h"
#include "analysis/check/check-rules.h"
#include "analysis/liveness/live-step.h"
#include "analysis/liveness/peaks.h"
#include "base/search.h"
#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

/* ---- alignment ------------------------------------------------------------------------------- */

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

/* ---- allocation order ------------------------------------------------------------------------ */

/* Checks that @ids are the allocated variables of the tile, each once. @seen: (inout):
 * [variables->n] TRUE for each variable that was listed */
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

/* ---- overlap --------------------------------------------------------------------------------- */

/* Range of steps during which a variable is live. */
typedef struct {
  guint32 from, to; /* first step, and the step after the last one */
  guint32 row;      /* row of the variable */
} Life;

/* Bits of the row in a number of edge_of (). Such a number has the address of a start or end, then
 * 1 (start) or 0 (end), then the row of the variable. So ends sort before starts at the same
 * address. */
#define ROW_BITS 30
#define BEGINS ((guint64) 1 << ROW_BITS)

static inline guint64
edge_of (guint64 address, guint64 begins, guint32 row)
{
  return address << (ROW_BITS + 1) | begins | row;
}

/* Returns the index in @open of the first live range that ends after @from. */
static guint
find_life (const GArray *open, guint32 from)
{
  guint low = 0, high = open->len;

  POPLENS_SEARCH (low, high, at, g_array_index (open, Life, at).to <= from);
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
  GArray *opened; /* LifeToOpen: live ranges of the variable that starts at the current address */
  guint32 tile;
} Overlap;

/* A live range to insert into Overlap.open, and the index at which to insert it. */
typedef struct {
  Life life;
  guint at;
} LifeToOpen;

static guint32
class_row (const Overlap *self, guint32 row)
{
  return poplens_liveness_find_class (self->run->liveness,
                                      self->run->variables->equivalence_class[row]);
}

/* Inserts the live ranges of .opened into .open, from the last one to the first. */
static void
insert_opened (Overlap *self)
{
  guint n = self->open->len, k = self->opened->len;

  g_array_set_size (self->open, n + k);
  Life *open = (Life *) (gpointer) self->open->data;
  while (k--) {
    const LifeToOpen *place = &g_array_index (self->opened, LifeToOpen, k);
    memmove (&open[place->at + k + 1], &open[place->at], (n - place->at) * sizeof *open);
    open[place->at + k] = place->life;
    n = place->at;
  }
}

/* Inserts the live ranges of the variable at @row into .open. Leaves out ranges that overlap a
 * range in .open, and reports one such overlap. */
static void
open_lives (Overlap *self, guint32 row)
{
  const PoplensVariables *v = self->run->variables;
  guint32 c = class_row (self, row), other = G_MAXUINT32, step = 0, end = 0;

  g_array_set_size (self->opened, 0);
  for (guint32 s = c == G_MAXUINT32 ? 0 : self->spans->first[c];
       c != G_MAXUINT32 && s < self->spans->first[c + 1]; s++) {
    LifeToOpen place = {{self->spans->spans[s].from, self->spans->spans[s].to, row},
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
  g_autoptr (GArray) opened = g_array_new (FALSE, FALSE, sizeof (LifeToOpen));
  Overlap self = {run, &spans, edges, spare, open, opened, 0};

  if (!run->liveness->n_ranges) {
    poplens_check_none (run, CHECK_OVERLAP, "eq_class_step has no row.");
    return;
  }
  poplens_live_spans_init (&spans, run->liveness);
  for (; self.tile < v->n_tiles && poplens_check_go_on (run, self.tile, v->n_tiles); self.tile++)
    check_tile (&self);
}

/* ---- classes of liveness --------------------------------------------------------------------- */

static void
check_class (PoplensCheckRun *run, guint32 row, guint32 first, guint32 end)
{
  const PoplensLiveness *l = run->liveness;
  guint32 id = l->class_id[row];
  gboolean whole =
      end - first == 1 && l->range_from[first] == 0 && l->range_to[first] == l->n_steps;

  if (!poplens_check_that (run, CHECK_ALWAYS_LIVE_RANGE, whole == !!l->class_always_live[row]))
    poplens_check_fail (run, CHECK_ALWAYS_LIVE_RANGE,
                        l->class_always_live[row] ? "the one range of all steps"
                                                  : "not all steps: it is not always live",
                        whole ? "the one range of all steps" : "other ranges", "class %u", id);
  for (guint32 r = first; r < end; r++) {
    guint32 from = l->range_from[r], to = l->range_to[r];
    gboolean apart = r == first || l->range_to[r - 1] < from;
    if (poplens_check_that (run, CHECK_RANGES, from < to && to <= l->n_steps && apart))
      continue;
    g_autofree char *found = g_strdup_printf ("%u to %u", from, to);
    g_autofree char *expected =
        apart ? g_strdup_printf ("a range within %u steps", l->n_steps)
              : g_strdup_printf ("a range that starts after step %u", l->range_to[r - 1]);
    poplens_check_fail (run, CHECK_RANGES, expected, found, "class %u", id);
    poplens_check_link (run, CHECK_RANGES, "liveness?step=", from);
  }
}

void
poplens_check_ranges (PoplensCheckRun *run)
{
  const PoplensLiveness *l = run->liveness;
  guint32 r = 0;

  for (guint32 c = 0; c < l->n_classes; c++) {
    guint32 first = r;
    for (; first < l->n_ranges && l->range_class[first] < l->class_id[c]; first++)
      if (!poplens_check_that (run, CHECK_RANGES, FALSE))
        poplens_check_fail (run, CHECK_RANGES, "a class of eq_classes", "none", "class %u",
                            l->range_class[first]);
    for (r = first; r < l->n_ranges && l->range_class[r] == l->class_id[c];)
      r++;
    check_class (run, c, first, r);
  }
  for (; r < l->n_ranges; r++)
    if (!poplens_check_that (run, CHECK_RANGES, FALSE))
      poplens_check_fail (run, CHECK_RANGES, "a class of eq_classes", "none", "class %u",
                          l->range_class[r]);
}

/* ---- interference ---------------------------------------------------------------------------- */

/* All ranges of steps, sorted by start. A binary tree over the ranges finds those that overlap a
 * given range. */
typedef struct {
  const PoplensLiveness *l;
  PoplensLiveSpans of; /* ranges of steps, by class row */
  guint32 n;
  guint32 *from, *row; /* [n] first step of each range (ascending), and row of its class */
  guint32 leaves;      /* number of leaves of the tree, a power of two */
  guint32 *latest; /* [2 × leaves] latest end of the ranges below each node; the leaves begin at
                      index .leaves */
  guint32 *met, *named; /* by class row: mark of the last check_list () that found the class live at
                           the same time (.met), or in the list (.named) */
} Meetings;

typedef struct {
  guint32 from, to, row;
} InterferenceRange;

static int
by_start (gconstpointer a, gconstpointer b)
{
  const InterferenceRange *x = a, *y = b;

  return x->from < y->from ? -1 : x->from > y->from;
}

static void
meetings_init (Meetings *self, const PoplensLiveness *l)
{
  g_autofree InterferenceRange *ranges = g_new (InterferenceRange, MAX (l->n_ranges, 1));

  *self = (Meetings){.l = l, .leaves = 1};
  poplens_live_spans_init (&self->of, l);
  for (guint32 c = 0; c < l->n_classes; c++)
    for (guint32 s = self->of.first[c]; s < self->of.first[c + 1]; s++)
      ranges[self->n++] = (InterferenceRange){self->of.spans[s].from, self->of.spans[s].to, c};
  if (self->n)
    qsort (ranges, self->n, sizeof (InterferenceRange), by_start);
  while (self->leaves < self->n)
    self->leaves *= 2;
  self->from = g_new (guint32, MAX (self->n, 1));
  self->row = g_new (guint32, MAX (self->n, 1));
  self->latest = g_new0 (guint32, 2 * (gsize) self->leaves);
  for (guint32 i = 0; i < self->n; i++) {
    self->from[i] = ranges[i].from;
    self->row[i] = ranges[i].row;
    self->latest[self->leaves + i] = ranges[i].to;
  }
  for (guint32 i = self->leaves - 1; i > 0; i--)
    self->latest[i] = MAX (self->latest[2 * i], self->latest[2 * i + 1]);
  self->met = g_new0 (guint32, l->n_classes + 1);
  self->named = g_new0 (guint32, l->n_classes + 1);
}

static void
meetings_clear (Meetings *self)
{
  poplens_live_spans_clear (&self->of);
  g_free (self->from);
  g_free (self->row);
  g_free (self->latest);
  g_free (self->met);
  g_free (self->named);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Meetings, meetings_clear)

/* Searches below @node for a class that overlaps @range, but is not in the list (.named is not
 * @mark). Sets .met to @mark for each overlapping class on the way. @low, @high: range of leaves
 * below @node. Returns the row of the class, or G_MAXUINT32 if there is none. */
static guint32
meet (Meetings *self, guint32 node, guint32 low, guint32 high, const InterferenceRange *range,
      guint32 mark)
{
  guint32 missing = G_MAXUINT32;

  if (low >= self->n || self->from[low] >= range->to || self->latest[node] <= range->from)
    return G_MAXUINT32;
  if (node >= self->leaves) {
    guint32 row = self->row[low];
    self->met[row] = mark;
    return self->named[row] == mark ? G_MAXUINT32 : row;
  }
  guint32 middle = low + (high - low) / 2;
  missing = meet (self, 2 * node, low, middle, range, mark);
  return missing == G_MAXUINT32 ? meet (self, 2 * node + 1, middle, high, range, mark) : missing;
}

static void
report_interference (PoplensCheckRun *run, guint32 id, guint64 other, const char *expected,
                     const char *found)
{
  poplens_check_fail (run, CHECK_INTERFERENCE, expected, found,
                      "class %u and class %" G_GUINT64_FORMAT, id, other);
}

/* Checks that @ids lists exactly the classes that are live at the same time as the class at row
 * @c. */
static void
check_list (PoplensCheckRun *run, Meetings *self, guint32 c, const GArray *ids)
{
  const PoplensLiveness *l = self->l;
  guint32 missing = G_MAXUINT32, mark = c + 1;
  gboolean good = TRUE;

  for (guint i = 0; i < ids->len; i++) {
    guint64 id = g_array_index (ids, guint64, i);
    guint32 row = id < G_MAXUINT32 ? poplens_liveness_find_class (l, (guint32) id) : G_MAXUINT32;
    if (row != G_MAXUINT32)
      self->named[row] = mark;
  }
  for (guint32 s = self->of.first[c]; s < self->of.first[c + 1] && missing == G_MAXUINT32; s++)
    missing = meet (self, 1, 0, self->leaves,
                    &(InterferenceRange){self->of.spans[s].from, self->of.spans[s].to, c}, mark);
  if (missing != G_MAXUINT32) {
    poplens_check_that (run, CHECK_INTERFERENCE, FALSE);
    report_interference (run, l->class_id[c], l->class_id[missing], "listed: the ranges overlap",
                         "not listed");
    return;
  }
  for (guint i = 0; i < ids->len && good; i++) {
    guint64 id = g_array_index (ids, guint64, i);
    guint32 row = id < G_MAXUINT32 ? poplens_liveness_find_class (l, (guint32) id) : G_MAXUINT32;
    good = row != G_MAXUINT32 && self->met[row] == mark;
    if (good)
      self->met[row] = 0; /* reset, so that a second entry of the same class fails */
    else
      poplens_check_that (run, CHECK_INTERFERENCE, FALSE),
          report_interference (run, l->class_id[c], id,
                               "not listed, or once: the ranges are separate", "named");
  }
  if (good)
    poplens_check_that (run, CHECK_INTERFERENCE, TRUE);
}

/* Spreads an ID over 64 bits (last step of splitmix64), so that sums of different sets differ. */
static guint64
scatter_class_id (guint64 id)
{
  id += 0x9e3779b97f4a7c15u;
  id = (id ^ (id >> 30)) * 0xbf58476d1ce4e5b9u;
  id = (id ^ (id >> 27)) * 0x94d049bb133111ebu;
  return id ^ (id >> 31);
}

/* Checks that class A lists class B if B lists A. For each class, compares two checksums: of the
 * IDs in its list, and of the IDs of all classes that list it. */
static void
check_symmetry (PoplensCheckRun *run)
{
  const PoplensVariables *v = run->variables;
  const PoplensLiveness *l = run->liveness;
  g_autofree guint64 *names = g_new0 (guint64, l->n_classes + 1);
  g_autofree guint64 *named = g_new0 (guint64, l->n_classes + 1);
  g_autofree guint32 *n_names = g_new0 (guint32, l->n_classes + 1);
  g_autofree guint32 *n_named = g_new0 (guint32, l->n_classes + 1);

  for (guint32 i = 0; i < v->n_interference && poplens_check_go_on (run, 0, 0); i++) {
    guint32 c = poplens_liveness_find_class (l, v->interference_class[i]);
    g_autoptr (GArray) ids = poplens_lists_values (v->interference, i);
    for (guint j = 0; c != G_MAXUINT32 && j < ids->len; j++) {
      guint64 id = g_array_index (ids, guint64, j);
      guint32 row = id < G_MAXUINT32 ? poplens_liveness_find_class (l, (guint32) id) : G_MAXUINT32;
      names[c] += scatter_class_id (id);
      n_names[c]++;
      if (row == G_MAXUINT32)
        continue;
      named[row] += scatter_class_id (l->class_id[c]);
      n_named[row]++;
    }
  }
  for (guint32 c = 0; c < l->n_classes; c++) {
    if (poplens_check_that (run, CHECK_INTERFERENCE_SYMMETRIC, names[c] == named[c]))
      continue;
    g_autofree char *expected =
        g_strdup_printf ("listed by the %u classes that it lists", n_names[c]);
    g_autofree char *found = g_strdup_printf (
        n_named[c] == n_names[c] ? "listed by %u, including others" : "listed by %u", n_named[c]);
    poplens_check_fail (run, CHECK_INTERFERENCE_SYMMETRIC, expected, found, "class %u",
                        l->class_id[c]);
  }
}

void
poplens_check_interference (PoplensCheckRun *run)
{
  const PoplensVariables *v = run->variables;
  const PoplensLiveness *l = run->liveness;
  g_auto (Meetings) meetings = {0};
  guint32 row = 0;

  if (!v->n_interference) {
    poplens_check_none_at_all (run, "equivalence_class_interference has no row.");
    return;
  }
  meetings_init (&meetings, l);
  for (guint32 c = 0; c < l->n_classes && poplens_check_go_on (run, c, l->n_classes); c++) {
    while (row < v->n_interference && v->interference_class[row] < l->class_id[c])
      row++;
    if (row < v->n_interference && v->interference_class[row] == l->class_id[c]) {
      g_autoptr (GArray) ids = poplens_lists_values (v->interference, row);
      check_list (run, &meetings, c, ids);
    } else {
      poplens_check_that (run, CHECK_INTERFERENCE, FALSE);
      poplens_check_fail (run, CHECK_INTERFERENCE, "a row", "none", "class %u", l->class_id[c]);
    }
  }
  check_symmetry (run);
}

/* ---- live bytes ------------------------------------------------------------------------------ */

static PoplensLiveCurve *
curve_of (PoplensCheckRun *run, guint32 first, guint32 last)
{
  PoplensTileRange range = {first, last};
  g_autoptr (PoplensTileSet) tiles = poplens_tile_set_new (&range, 1);
  PoplensLiveCurve *curve =
      poplens_live_curve_new (run->liveness, run->variables, tiles, run->input->cancellable);

  if (!curve)
    poplens_check_go_on (run, 0, 0);
  return curve;
}

static gboolean
has_deltas (const PoplensCheckRun *run)
{
  const PoplensLiveness *l = run->liveness;

  for (guint32 s = 0; s < l->n_steps; s++)
    if (l->not_always_live[s])
      return TRUE;
  return l->n_ipus > 0;
}

/* Checks the change of live bytes at each step: bytes of the classes that are born there, minus
 * bytes of the classes that are freed there. Reads the bytes of a class from
 * var_bytes_by_eq_class. */
static void
check_born (PoplensCheckRun *run)
{
  const PoplensLiveness *l = run->liveness;
  g_autoptr (PoplensClassBytes) rows = poplens_class_bytes_new (l, run->variables);
  g_autofree guint64 *bytes = g_new0 (guint64, l->n_classes + 1);
  g_autofree guint64 *born = g_new0 (guint64, (gsize) l->n_steps + 1);
  g_autofree guint64 *freed = g_new0 (guint64, (gsize) l->n_steps + 1);
  guint64 before = 0;

  if (!rows->n) {
    poplens_check_none (run, CHECK_BORN_FREED, "var_bytes_by_eq_class has no row.");
    return;
  }
  for (guint32 i = 0; i < rows->n; i++)
    bytes[rows->class_row[i]] += rows->bytes[i];
  for (guint32 r = 0; r < l->n_ranges; r++) {
    guint32 c = poplens_liveness_find_class (l, l->range_class[r]);
    if (c == G_MAXUINT32 || l->class_always_live[c])
      continue;
    born[l->range_from[r]] += bytes[c];
    freed[l->range_to[r]] += bytes[c];
  }
  for (guint32 s = 0; s < l->n_steps; s++) {
    gint64 change = (gint64) (l->not_always_live[s] - before);
    before = l->not_always_live[s];
    if (poplens_check_that (run, CHECK_BORN_FREED, (gint64) (born[s] - freed[s]) == change))
      continue;
    g_autofree char *expected = g_strdup_printf (
        "%" G_GUINT64_FORMAT " born, %" G_GUINT64_FORMAT " freed", born[s], freed[s]);
    g_autofree char *found = g_strdup_printf ("a change of %" G_GINT64_FORMAT, change);
    poplens_check_fail (run, CHECK_BORN_FREED, expected, found, "step %u", s);
    poplens_check_link (run, CHECK_BORN_FREED, "liveness?step=", s);
  }
}

void
poplens_check_live_bytes (PoplensCheckRun *run)
{
  g_autoptr (PoplensLiveCurve) curve = NULL;

  if (!has_deltas (run) || !(curve = curve_of (run, 0, G_MAXUINT32 - 1)))
    return;
  poplens_check_hold (run, RULES_LIVE, &(PoplensCheckMade){.live = curve->not_always_live}, NULL);
  check_born (run);
}

void
poplens_check_live_ipus (PoplensCheckRun *run)
{
  const PoplensLiveness *l = run->liveness;
  guint32 tiles = run->target->tiles_per_ipu;

  for (guint32 i = 0; i < l->n_ipus && tiles && poplens_check_go_on (run, i, l->n_ipus); i++) {
    guint64 first = (guint64) l->ipu[i] * tiles;
    if (first + tiles > G_MAXUINT32)
      break;
    g_autoptr (PoplensLiveCurve) curve =
        curve_of (run, (guint32) first, (guint32) first + tiles - 1);
    if (curve)
      poplens_check_hold (run, RULES_LIVE_IPU,
                          &(PoplensCheckMade){.live = curve->not_always_live,
                                              .live_in_file = l->ipu_not_always_live[i]},
                          &(PoplensCheckScope){"IPU", l->ipu[i], NULL});
  }
}

/* ---- bytes by class -------------------------------------------------------------------------- */

typedef struct {
  guint64 key; /* variable ID (upper half), class ID */
  guint64 whole, parts;
} ClassBytesSum;

typedef struct {
  ClassBytesSum *sums;
  guint32 n;
  guint64 *by_class, *by_tile; /* sums of the bytes that the file records for single tiles: by class
                                  row (.by_class), by tile (.by_tile) */
} ClassBytes;

static int
by_key (gconstpointer a, gconstpointer b)
{
  guint64 x = ((const ClassBytesSum *) a)->key, y = ((const ClassBytesSum *) b)->key;

  return x < y ? -1 : x > y;
}

static guint64
class_bytes_key (guint32 variable, guint32 class_id)
{
  return (guint64) variable << 32 | class_id;
}

/* Copies the bytes of each variable that the file records for all tiles together. Sorts them by
 * variable and class, and merges rows of the same variable and class. */
static void
class_bytes_init (ClassBytes *self, const PoplensVariables *v, const PoplensLiveness *l)
{
  guint32 n = 0;

  self->sums = g_new0 (ClassBytesSum, MAX (v->n_class_bytes, 1));
  self->by_class = g_new0 (guint64, l->n_classes + 1);
  self->by_tile = g_new0 (guint64, v->n_tiles + 1);
  for (guint32 i = 0; i < v->n_class_bytes; i++)
    self->sums[i] =
        (ClassBytesSum){class_bytes_key (v->class_bytes_variable[i], v->class_bytes_class[i]),
                        v->class_bytes[i], 0};
  if (v->n_class_bytes)
    qsort (self->sums, v->n_class_bytes, sizeof (ClassBytesSum), by_key);
  for (guint32 i = 0; i < v->n_class_bytes; i++)
    if (n && self->sums[n - 1].key == self->sums[i].key)
      self->sums[n - 1].whole += self->sums[i].whole;
    else
      self->sums[n++] = self->sums[i];
  self->n = n;
}

static void
class_bytes_clear (ClassBytes *self)
{
  g_free (self->sums);
  g_free (self->by_class);
  g_free (self->by_tile);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ClassBytes, class_bytes_clear)

static void
class_bytes_add_row (PoplensCheckRun *run, ClassBytes *self, const PoplensScanClassBytes *row)
{
  ClassBytesSum probe = {.key = class_bytes_key (row->variable, row->equivalence_class)};
  ClassBytesSum *sum;
  guint32 c;

  /* Skip rows for all tiles together (G_MAXUINT32), and class 0, whose variables have no memory. */
  if (row->tile == G_MAXUINT32 || !row->equivalence_class)
    return;
  sum = self->n ? bsearch (&probe, self->sums, self->n, sizeof (ClassBytesSum), by_key) : NULL;
  if (sum) {
    sum->parts += row->bytes;
  } else {
    poplens_check_that (run, CHECK_CLASS_BYTES, FALSE);
    poplens_check_fail (run, CHECK_CLASS_BYTES, "a row for all tiles", "none",
                        "unlowered variable %u, class %u", row->variable, row->equivalence_class);
  }
  c = poplens_liveness_find_class (run->liveness, row->equivalence_class);
  if (c == G_MAXUINT32)
    return;
  self->by_class[c] += row->bytes;
  if (row->tile < run->variables->n_tiles)
    self->by_tile[row->tile] += row->bytes;
}

static void
check_sums (PoplensCheckRun *run, const ClassBytes *self)
{
  for (guint32 i = 0; i < self->n; i++) {
    const ClassBytesSum *sum = &self->sums[i];
    guint32 variable = (guint32) (sum->key >> 32), class_id = (guint32) sum->key;
    if (class_id)
      poplens_check_hold (
          run, RULES_CLASS_BYTES,
          &(PoplensCheckMade){.ids = &class_id, .parts = sum->parts, .whole = sum->whole},
          &(PoplensCheckScope){"unlowered variable", variable, NULL});
  }
}

/* Checks the bytes that are recorded by tile against the lowered variables: sums by class, and sums
 * by tile. */
static void
check_variables (PoplensCheckRun *run, const ClassBytes *self)
{
  const PoplensVariables *v = run->variables;
  const PoplensLiveness *l = run->liveness;
  g_autofree guint64 *by_class = g_new0 (guint64, l->n_classes + 1);
  g_autofree guint64 *by_tile = g_new0 (guint64, v->n_tiles + 1);
  const PoplensCheckMade made = {.by_class = by_class,
                                 .by_class_in_file = self->by_class,
                                 .by_tile = by_tile,
                                 .by_tile_in_file = self->by_tile};

  for (guint32 t = 0; t < v->n_tiles; t++)
    for (guint32 r = v->tile_first[t]; r < v->tile_first[t + 1]; r++) {
      guint32 c = v->bits[r] & POPLENS_VARIABLE_ALLOCATED && v->equivalence_class[r]
                      ? poplens_liveness_find_class (l, v->equivalence_class[r])
                      : G_MAXUINT32;
      if (c == G_MAXUINT32)
        continue;
      by_class[c] += v->size[r];
      by_tile[t] += v->size[r];
    }
  /* Class 0 holds variables without memory: leave it out. */
  for (guint32 c = 0; c < l->n_classes; c++)
    by_class[c] = l->class_id[c] ? by_class[c] : G_MAXUINT64;
  poplens_check_hold (run, RULES_CLASS_BYTES_TILES, &made, NULL);
  poplens_check_hold (run, RULES_CLASS_BYTES_CLASSES, &made, NULL);
}

void
poplens_check_class_bytes (PoplensCheckRun *run)
{
  g_auto (ClassBytes) self = {0};
  gboolean any = FALSE;

  class_bytes_init (&self, run->variables, run->liveness);
  for (guint64 key = 0; key != POPLENS_NO_SLICE;) {
    g_autoptr (PoplensSlice) slice =
        poplens_check_slice (run, CHECK_CLASS_BYTES, POPLENS_SLICE_SCAN_CLASS_BYTES, key);
    if (!slice || !poplens_check_go_on (run, 0, 0))
      return;
    for (guint32 i = 0; i < slice->n; i++) {
      class_bytes_add_row (run, &self, &slice->scan_class_bytes[i]);
      any |= slice->scan_class_bytes[i].tile != G_MAXUINT32;
    }
    key = slice->next;
  }
  if (any) {
    check_sums (run, &self);
    check_variables (run, &self);
    return;
  }
  poplens_check_none_at_all (run, "var_bytes_by_eq_class has no row by tile.");
}
