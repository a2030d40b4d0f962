/* Finds the critical path, what it is spent on, and which IPU waits for which. */
#include "analysis/time/time-path.h"

#include "analysis/time/time-private.h"
#include "analysis/time/time-replay.h"
#include "analysis/trace/name-parts.h"
#include "analysis/trace/step-names.h"
#include "base/search.h"

#include <string.h>

/* ---- path ------------------------------------------------------------------------------------ */

static const PoplensTimeEpoch *
path_epoch_at (const PoplensTime *time, guint place, guint epoch)
{
  return &g_array_index (time->ipus[place].epochs, PoplensTimeEpoch, epoch);
}

/* Returns the index of the epoch (the cycles between two joins of an IPU) that contains the cycle
 * before @cycle. */
static guint
find_epoch_before (const PoplensTime *time, guint place, guint64 cycle)
{
  guint low = 0, high = time->ipus[place].epochs->len - 1;

  POPLENS_SEARCH (low, high, at,
                  poplens_time_epoch_to (time, path_epoch_at (time, place, at)) < cycle);
  return low;
}

PoplensTimeStretch
poplens_time_find_last (const PoplensTime *time, guint place, guint64 cycle)
{
  const PoplensTimeEpoch *epoch =
      path_epoch_at (time, place, find_epoch_before (time, place, cycle));

  if (epoch->join != G_MAXUINT32) {
    const PoplensTimeJoin *join = &g_array_index (time->joins, PoplensTimeJoin, epoch->join);
    place = time->place[time->execution->row_ipu[join->last]];
    epoch = path_epoch_at (time, place, find_epoch_before (time, place, cycle));
  }
  return (PoplensTimeStretch){place, epoch->from, cycle};
}

GArray *
poplens_time_path (const PoplensTime *time, guint64 from, guint64 to)
{
  g_autoptr (GArray) back = g_array_new (FALSE, FALSE, sizeof (PoplensTimeStretch));
  GArray *path = g_array_new (FALSE, FALSE, sizeof (PoplensTimeStretch));
  guint place = 0;

  to = MIN (to, time->total);
  for (guint64 at = to; at > from && time->n_ipus;) {
    PoplensTimeStretch stretch = poplens_time_find_last (time, place, at);
    stretch.from = MAX (stretch.from, from);
    place = stretch.place;
    at = stretch.from;
    g_array_append_val (back, stretch);
  }
  for (guint i = back->len; i--;) {
    const PoplensTimeStretch *stretch = &g_array_index (back, PoplensTimeStretch, i);
    PoplensTimeStretch *last =
        path->len ? &g_array_index (path, PoplensTimeStretch, path->len - 1) : NULL;
    if (last && last->place == stretch->place)
      last->to = stretch->to;
    else
      g_array_append_vals (path, stretch, 1);
  }
  return path;
}

GArray *
poplens_time_path_segments (const PoplensTime *time, const GArray *path)
{
  GArray *segments = g_array_new (FALSE, FALSE, sizeof (PoplensTimePathSegment));

  for (guint p = 0; p < path->len; p++) {
    const PoplensTimeStretch *stretch = &g_array_index (path, PoplensTimeStretch, p);
    const PoplensTimeIpu *ipu = &time->ipus[stretch->place];
    for (guint s = poplens_time_find_segment (ipu, stretch->from); s < ipu->segments->len; s++) {
      const PoplensTimeSegment *at = poplens_time_segment (ipu, s);
      PoplensTimePathSegment one = {stretch->place, MAX (at->from, stretch->from),
                                    MIN (poplens_time_segment_to (time, ipu, s), stretch->to),
                                    at->bound, at->row};
      if (one.from >= one.to)
        break;
      PoplensTimePathSegment *last =
          segments->len ? &g_array_index (segments, PoplensTimePathSegment, segments->len - 1)
                        : NULL;
      if (last && last->place == one.place && last->bound == one.bound && last->row == one.row)
        last->to = one.to;
      else
        g_array_append_val (segments, one);
    }
  }
  return segments;
}

/* ---- waits ----------------------------------------------------------------------------------- */

/* Adds to @wait the segments of an IPU in [@from, @to) in which it waits at @join. */
static void
wait_add_join (const PoplensTime *time, const PoplensTimeJoin *join, const PoplensTimeMeet *meet,
               guint64 from, guint64 to, PoplensTimeWait *wait)
{
  const PoplensTimeIpu *ipu = &time->ipus[wait->place];
  guint64 cycles = 0, compute = 0;

  from = MAX (from, meet->arrive);
  to = MIN (to, join->came);
  for (guint s = poplens_time_find_segment (ipu, from); s < ipu->segments->len; s++) {
    const PoplensTimeSegment *at = poplens_time_segment (ipu, s);
    guint64 begin = MAX (at->from, from);
    guint64 end = MIN (poplens_time_segment_to (time, ipu, s), to);
    if (begin >= end)
      break;
    if (at->bound != POPLENS_BOUND_ANOTHER_IPU || at->row != meet->row)
      continue;
    cycles += end - begin;
    poplens_time_add_bounds (time, wait->last, begin, end, wait->did, &compute);
  }
  if (!cycles)
    return;
  wait->joins++;
  wait->cycles += cycles;
  if (cycles > wait->longest) {
    wait->longest = cycles;
    wait->longest_row = meet->row;
  }
}

static int
compare_time_waits (gconstpointer a, gconstpointer b)
{
  const PoplensTimeWait *x = a, *y = b;

  if (x->cycles != y->cycles)
    return x->cycles > y->cycles ? -1 : 1;
  return x->place < y->place ? -1 : x->place > y->place;
}

GArray *
poplens_time_waits (const PoplensTime *time, guint64 from, guint64 to)
{
  GArray *waits = g_array_new (FALSE, TRUE, sizeof (PoplensTimeWait));
  guint n = time->n_ipus;

  g_array_set_size (waits, n * n);
  for (guint i = 0; i < n * n; i++) {
    g_array_index (waits, PoplensTimeWait, i).place = i / n;
    g_array_index (waits, PoplensTimeWait, i).last = i % n;
  }
  for (guint j = 0; j < time->joins->len; j++) {
    const PoplensTimeJoin *join = &g_array_index (time->joins, PoplensTimeJoin, j);
    guint last = time->place[time->execution->row_ipu[join->last]];
    for (guint32 m = join->first; m < join->first + join->n; m++) {
      const PoplensTimeMeet *meet = poplens_time_meet (time, m);
      guint place = time->place[time->execution->row_ipu[meet->row]];
      if (place != last)
        wait_add_join (time, join, meet, from, to,
                       &g_array_index (waits, PoplensTimeWait, place * n + last));
    }
  }
  for (guint i = waits->len; i--;)
    if (!g_array_index (waits, PoplensTimeWait, i).cycles)
      g_array_remove_index_fast (waits, i);
  g_array_sort (waits, compare_time_waits);
  return waits;
}

/* ---- items of the path ----------------------------------------------------------------------- */

typedef struct {
  const PoplensTimeSide *side;
  PoplensStepNames *names;
  /* Key of an item, such as "2 Fwd/MatMul" (bound, then subject) → index in .items + 1. */
  GHashTable *known;
  GHashTable *seen_before; /* path_segment_key () → index in .items + 1; faster than .known, as the
                              key needs no text */
  guint16 *seen; /* [rows] bits 1 << PoplensBound: bounds with which the row was counted already */
  GArray *items; /* PoplensPathItem */
} PathItems;

static void
path_item_clear (gpointer data)
{
  g_free (((PoplensPathItem *) data)->subject);
}

static gboolean
bound_has_operation (PoplensBound bound)
{
  return bound == POPLENS_BOUND_COMPUTE || bound == POPLENS_BOUND_EXCHANGE ||
         bound == POPLENS_BOUND_INTER_IPU;
}

/* Returns the subject under which a segment is summed: an operation key, the streams of a copy, or
 * "". (transfer full) */
static char *
path_segment_subject (PathItems *self, const PoplensTimePathSegment *segment)
{
  const PoplensExecution *x = self->side->time->execution;

  if (segment->row == G_MAXUINT32)
    return g_strdup ("");
  guint32 step = x->row_step[segment->row];
  if (bound_has_operation (segment->bound))
    return poplens_name_operation_key (
        poplens_strings_get (self->names->strings, poplens_step_names_get (self->names, step)));
  if (segment->bound == POPLENS_BOUND_HOST_TRANSFER || segment->bound == POPLENS_BOUND_HOST_WAIT)
    return g_strdup (poplens_copy_name (self->side->programs, x->step_program[step]));
  return g_strdup ("");
}

/* Returns a number that identifies the bound of a segment, and the type, sync and program of its
 * step. Segments with equal numbers have the same subject. */
static gpointer
path_segment_key (const PathItems *self, const PoplensTimePathSegment *segment)
{
  const PoplensExecution *x = self->side->time->execution;
  gsize id = 0;

  if (segment->row != G_MAXUINT32) {
    guint32 step = x->row_step[segment->row];
    id = 1 + ((gsize) x->step_type[step] << 40 | (gsize) x->step_sync[step] << 32 |
              x->step_program[step]);
  }
  return GSIZE_TO_POINTER (id << 4 | segment->bound);
}

static PoplensPathItem *
path_find_item (PathItems *self, const PoplensTimePathSegment *segment)
{
  gpointer short_key = path_segment_key (self, segment);
  guint before = GPOINTER_TO_UINT (g_hash_table_lookup (self->seen_before, short_key));

  if (before)
    return &g_array_index (self->items, PoplensPathItem, before - 1);
  g_autofree char *subject = path_segment_subject (self, segment);
  g_autofree char *key = g_strdup_printf ("%u %s", segment->bound, subject);
  guint at = GPOINTER_TO_UINT (g_hash_table_lookup (self->known, key));

  if (!at) {
    PoplensPathItem item = {
        .bound = segment->bound, .subject = g_steal_pointer (&subject), .row = G_MAXUINT32};
    g_array_append_val (self->items, item);
    at = self->items->len;
    g_hash_table_insert (self->known, g_steal_pointer (&key), GUINT_TO_POINTER (at));
  }
  g_hash_table_insert (self->seen_before, short_key, GUINT_TO_POINTER (at));
  return &g_array_index (self->items, PoplensPathItem, at - 1);
}

/* TRUE if the row of @segment was already counted with the segment's bound; otherwise marks it as
 * counted. The path may contain several segments of a row. */
static gboolean
path_count_row (PathItems *self, const PoplensTimePathSegment *segment)
{
  guint16 bit = (guint16) (1u << segment->bound);

  if (segment->row == G_MAXUINT32)
    return FALSE;
  gboolean counted = (self->seen[segment->row] & bit) != 0;
  self->seen[segment->row] |= bit;
  return counted;
}

static void
path_add_segment (PathItems *self, const PoplensTimePathSegment *segment)
{
  PoplensPathItem *item = path_find_item (self, segment);
  guint64 cycles = segment->to - segment->from;

  item->cycles += cycles;
  item->n += !path_count_row (self, segment);
  if (cycles > item->longest) {
    item->longest = cycles;
    item->row = segment->row;
  }
}

GArray *
poplens_path_items_new (const PoplensTimeSide *side)
{
  const PoplensExecution *x = side->time->execution;
  g_autoptr (GArray) path = poplens_time_path (side->time, side->from, side->to);
  g_autoptr (GArray) segments = poplens_time_path_segments (side->time, path);
  g_autoptr (PoplensStepNames) names = poplens_step_names_new (x, side->programs);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree guint16 *seen = g_new0 (guint16, MAX (x->n_rows, 1));
  GArray *items = g_array_new (FALSE, FALSE, sizeof (PoplensPathItem));
  g_autoptr (GHashTable) seen_before = g_hash_table_new (NULL, NULL);
  PathItems self = {side, names, known, seen_before, seen, items};

  g_array_set_clear_func (items, path_item_clear);
  for (guint s = 0; s < segments->len; s++)
    path_add_segment (&self, &g_array_index (segments, PoplensTimePathSegment, s));
  return items;
}

GVariant *
poplens_path_items_pack (const GArray *items)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE (POPLENS_PATH_ITEMS_PACKED));
  for (guint i = 0; items && i < items->len; i++) {
    const PoplensPathItem *item = &g_array_index (items, PoplensPathItem, i);
    g_variant_builder_add (&builder, "(u^aytttu)", (guint32) item->bound, item->subject,
                           item->cycles, item->n, item->longest, item->row);
  }
  return g_variant_builder_end (&builder);
}

GArray *
poplens_path_items_unpack (GVariant *packed)
{
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (PoplensPathItem));
  GVariantIter each;
  PoplensPathItem item;
  guint32 bound;

  g_array_set_clear_func (items, path_item_clear);
  g_variant_iter_init (&each, packed);
  while (g_variant_iter_next (&each, "(u^aytttu)", &bound, &item.subject, &item.cycles, &item.n,
                              &item.longest, &item.row)) {
    item.bound = bound;
    g_array_append_val (items, item);
    if (bound >= POPLENS_N_BOUNDS)
      return NULL;
  }
  return g_steal_pointer (&items);
}

static int
compare_path_items (gconstpointer a, gconstpointer b)
{
  const PoplensPathItem *x = a, *y = b;

  if (x->cycles != y->cycles)
    return x->cycles > y->cycles ? -1 : 1;
  return strcmp (x->subject, y->subject);
}

GArray *
poplens_path_items_longer (const PoplensTimeSide *slow, const PoplensTimeSide *fast)
{
  GArray *items = poplens_path_items_new (slow);
  g_autoptr (GArray) usual = poplens_path_items_new (fast);

  for (guint i = items->len; i--;) {
    PoplensPathItem *item = &g_array_index (items, PoplensPathItem, i);
    for (guint u = 0; u < usual->len; u++) {
      const PoplensPathItem *other = &g_array_index (usual, PoplensPathItem, u);
      if (other->bound == item->bound && !strcmp (other->subject, item->subject))
        item->cycles -= MIN (other->cycles, item->cycles);
    }
    if (!item->cycles)
      g_array_remove_index (items, i);
  }
  g_array_sort (items, compare_path_items);
  return items;
}
