/* Finds the few tiles that explain a change of time. Takes tiles on the critical path first, then
 * adds tiles of any IPU that are equally slow. */
#include "analysis/compare/compare-stragglers.h"

#include "analysis/time/time-path.h"
#include "analysis/time/time-replay.h"
#include "analysis/time/time-stragglers.h"
#include "analysis/trace/name-parts.h"
#include "analysis/trace/step-names.h"
#include "base/search.h"

#include <math.h>
#include <string.h>

/* Least share that a set of tiles must save of what it would save with one more tile. A set that
 * saves less gets the additional tile. */
#define ENOUGH 0.8

/* Compute step of the critical path whose slowest tiles are known. */
typedef struct {
  guint32 row;
  guint64 cycles;                 /* cycles of this step on the critical path */
  const PoplensTimeTile *longest; /* [StragglerComparison.most + 1] slowest tiles of the step, in
                                     descending order of cycles */
} PathStep;

/* Compute steps on the critical path of one report. */
typedef struct {
  const PoplensTimeSide *of;
  guint most;
  GArray *steps; /* array of PathStep */
} PathSide;

typedef struct {
  PathSide side[POPLENS_N_SIDES];
  gint64 sign;     /* sign of the change of time: 1 or −1 */
  guint32 n_tiles; /* number of tiles of all IPUs, in the report that has more */
  gint64 *scores;  /* [n_tiles] cycles by tile of all IPUs; index: IPU × tiles per IPU + tile */
  GHashTable *by_name; /* operation key → gint64: cycles that it contributes to the change */
  guint most;          /* limit of tiles in .set; for each step, .most + 1 slow tiles are known */
  guint32 set[2 * POPLENS_MOST_STRAGGLERS];
  guint n_set;
} StragglerComparison;

static guint32
tile_of (const PathSide *self, const PathStep *step, guint i)
{
  const PoplensTime *time = self->of->time;

  return time->execution->row_ipu[step->row] * time->tiles + (guint32) step->longest[i].tile;
}

static void
side_init (PathSide *self, const PoplensTimeSide *of)
{
  const PoplensTime *time = of->time;
  g_autoptr (GArray) path = poplens_time_path (time, of->from, of->to);
  g_autoptr (GArray) segments = poplens_time_path_segments (time, path);

  *self = (PathSide){of, poplens_time_stragglers_most (time->tiles),
                     g_array_new (FALSE, FALSE, sizeof (PathStep))};
  for (guint s = 0; s < segments->len; s++) {
    const PoplensTimePathSegment *at = &g_array_index (segments, PoplensTimePathSegment, s);
    const PoplensTimeLongest *longest = time->ipus[at->place].longest;
    if (at->bound != POPLENS_BOUND_COMPUTE || !longest || !time->row_list)
      continue;
    PathStep step = {at->row, at->to - at->from,
                     poplens_time_longest_get (longest, time->row_list[at->row])};
    if (step.longest)
      g_array_append_val (self->steps, step);
  }
}

/* ---- choice of tiles ------------------------------------------------------------------------- */

/* Adds delays of tiles to .scores: cycles that a slow tile computes longer than the fastest known
 * tile of the same step. @sign: 1 adds the delays, −1 subtracts them */
static void
add_scores (StragglerComparison *self, const PathSide *side, gint64 sign)
{
  for (guint s = 0; s < side->steps->len; s++) {
    const PathStep *step = &g_array_index (side->steps, PathStep, s);
    for (guint i = 0; i < side->most; i++) {
      guint64 beyond = step->longest[i].cycles - step->longest[side->most].cycles;
      self->scores[tile_of (side, step, i)] += sign * (gint64) MIN (beyond, step->cycles);
    }
  }
}

/* TRUE if the tile is among the set's tiles @from … @to − 1. */
static gboolean
is_in_set (const StragglerComparison *self, guint from, guint to, guint32 tile)
{
  for (guint i = from; i < to; i++)
    if (self->set[i] == tile)
      return TRUE;
  return FALSE;
}

/* Returns the tile with the largest positive score that is not among the set's tiles @from … @to −
 * 1. G_MAXUINT32: there is none. */
static guint32
find_next (const StragglerComparison *self, guint from, guint to)
{
  guint32 next = G_MAXUINT32;

  for (guint32 t = 0; t < self->n_tiles; t++)
    if (self->scores[t] > (next == G_MAXUINT32 ? 0 : self->scores[next]) &&
        !is_in_set (self, from, to, t))
      next = t;
  return next;
}

static void
clear_scores (StragglerComparison *self)
{
  memset (self->scores, 0, self->n_tiles * sizeof *self->scores);
}

/* Appends to .set the tiles whose delays changed most. @sign: 1: tiles that are slower in the
 * second report; −1: tiles that are slower in the first report */
static void
choose_set (StragglerComparison *self, gint64 sign)
{
  guint n = self->n_set, most = n + MIN (self->most - n, POPLENS_MOST_STRAGGLERS);

  clear_scores (self);
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    add_scores (self, &self->side[s], s == POPLENS_SECOND ? sign : -sign);
  while (self->n_set < most) {
    guint32 next = find_next (self, n, self->n_set);
    if (next == G_MAXUINT32)
      break;
    self->set[self->n_set++] = next;
  }
}

/* ---- amounts --------------------------------------------------------------------------------- */

/* Returns the cycles by which @step would end earlier without the first @n tiles of the set. The
 * loop ends because a step has more known tiles than the set. */
static gint64
gain_of (const StragglerComparison *self, const PathSide *side, const PathStep *step, guint n)
{
  guint i = 0;

  while (is_in_set (self, 0, n, tile_of (side, step, i)))
    i++;
  return (gint64) MIN (step->longest[0].cycles - step->longest[i].cycles, step->cycles);
}

static gint64
straggler_change (const StragglerComparison *self, guint n)
{
  gint64 change = 0;

  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    for (guint i = 0; i < self->side[s].steps->len; i++) {
      const PathStep *step = &g_array_index (self->side[s].steps, PathStep, i);
      gint64 gain = gain_of (self, &self->side[s], step, n);
      change += s == POPLENS_SECOND ? gain : -gain;
    }
  return change;
}

/* ---- off the critical path ------------------------------------------------------------------- */

/* Iterator over the compute segments of one IPU. Skips segments whose slowest tiles are not
 * known. */
typedef struct {
  const PoplensTimeSide *of;
  guint place, segment; /* index of the IPU (.place), and of the next segment (.segment) */
} SegmentIterator;

static const PoplensTimeTile *
walk_next (SegmentIterator *self, guint *segment, guint64 *cycles)
{
  const PoplensTime *time = self->of->time;
  const PoplensTimeIpu *ipu = &time->ipus[self->place];

  while (ipu->longest && time->row_list && self->segment < ipu->segments->len) {
    guint s = self->segment++;
    const PoplensTimeSegment *at = &g_array_index (ipu->segments, PoplensTimeSegment, s);
    guint64 from = MAX (at->from, self->of->from);
    guint64 to = MIN (poplens_time_segment_to (time, ipu, s), self->of->to);
    if (at->bound != POPLENS_BOUND_COMPUTE || from >= to)
      continue;
    const PoplensTimeTile *longest =
        poplens_time_longest_get (ipu->longest, time->row_list[at->row]);
    if (!longest)
      continue;
    *segment = s;
    *cycles = to - from;
    return longest;
  }
  return NULL;
}

/* Adds delays of tiles to .scores as add_scores () does, but in all compute steps of all IPUs.
 * @sign: 1 adds the delays, −1 subtracts them */
static void
score_all (StragglerComparison *self, const PathSide *side, gint64 sign)
{
  const PoplensTime *time = side->of->time;

  for (guint i = 0; i < time->n_ipus; i++) {
    gint64 *of_ipu = self->scores + (gsize) time->ipus[i].ipu * time->tiles;
    SegmentIterator walk = {side->of, i, 0};
    const PoplensTimeTile *longest;
    guint64 cycles;
    guint segment;
    while ((longest = walk_next (&walk, &segment, &cycles)))
      for (guint t = 0; t < self->most; t++)
        of_ipu[longest[t].tile] +=
            sign * (gint64) MIN (longest[t].cycles - longest[self->most].cycles, cycles);
  }
}

/* Returns the cycles that the program would save without the first @n tiles of the set. */
static double
saving_of (const StragglerComparison *self, const PathSide *side, guint n)
{
  const PoplensTime *time = side->of->time;
  g_autoptr (PoplensTimeReplay) replay =
      poplens_time_replay_new (time, side->of->from, side->of->to);
  double measured = (double) poplens_time_replay_run (replay);

  for (guint p = 0; p < time->n_ipus; p++) {
    guint32 first = time->ipus[p].ipu * time->tiles;
    SegmentIterator walk = {side->of, p, 0};
    const PoplensTimeTile *longest;
    guint64 cycles;
    guint segment, i;
    while ((longest = walk_next (&walk, &segment, &cycles))) {
      for (i = 0; is_in_set (self, 0, n, first + (guint32) longest[i].tile);)
        i++;
      if (i)
        poplens_time_replay_take (
            replay, p, segment, MIN (longest[0].cycles - longest[i].cycles, cycles) * time->tiles);
    }
  }
  return (measured - (double) poplens_time_replay_run (replay)) / time->tiles;
}

static double
saving_change (const StragglerComparison *self, guint n)
{
  return (double) self->sign * (saving_of (self, &self->side[POPLENS_SECOND], n) -
                                saving_of (self, &self->side[POPLENS_FIRST], n));
}

/* Extends the set of @n tiles by tiles that are equally slow, also on IPUs off the critical path.
 * Without this, the program would still wait for the equally slow tiles. Returns the new size of
 * the set. */
static guint
add_equal (StragglerComparison *self, guint n)
{
  const PoplensTime *first = self->side[POPLENS_FIRST].of->time;
  const PoplensTime *second = self->side[POPLENS_SECOND].of->time;

  if (first->tiles != second->tiles)
    return n;
  clear_scores (self);
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    score_all (self, &self->side[s], s == POPLENS_SECOND ? self->sign : -self->sign);
  double saving = saving_change (self, n);
  while (n < MIN (self->most, POPLENS_MOST_STRAGGLERS)) {
    guint32 next = find_next (self, 0, n);
    if (next == G_MAXUINT32)
      break;
    self->set[n] = next;
    double more = saving_change (self, n + 1);
    if (saving >= ENOUGH * more)
      break;
    saving = more;
    n++;
  }
  return n;
}

/* ---- operations ------------------------------------------------------------------------------ */

static void
add_operation_gain (StragglerComparison *self, const char *name, gint64 gain)
{
  g_autofree char *key = poplens_name_operation_key (name);
  gint64 *part = g_hash_table_lookup (self->by_name, key);

  if (!part) {
    part = g_new0 (gint64, 1);
    g_hash_table_insert (self->by_name, g_steal_pointer (&key), part);
  }
  *part += gain;
}

static void
find_parts (StragglerComparison *self, guint n)
{
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    const PathSide *side = &self->side[s];
    const PoplensExecution *x = side->of->time->execution;
    g_autoptr (PoplensStepNames) names = poplens_step_names_new (x, side->of->programs);
    for (guint i = 0; i < side->steps->len; i++) {
      const PathStep *step = &g_array_index (side->steps, PathStep, i);
      gint64 gain = gain_of (self, side, step, n);
      if (gain)
        add_operation_gain (
            self,
            poplens_strings_get (names->strings,
                                 poplens_step_names_get (names, x->row_step[step->row])),
            s == POPLENS_SECOND ? gain : -gain);
    }
  }
}

static void
tell_parts (const StragglerComparison *self, PoplensStragglerChange *out)
{
  g_autoptr (GList) names =
      g_list_sort (g_hash_table_get_keys (self->by_name), (GCompareFunc) strcmp);
  gint64 most = 0, sum = 0;

  for (const GList *name = names; name; name = name->next) {
    gint64 part = self->sign * *(gint64 *) g_hash_table_lookup (self->by_name, name->data);
    out->operations += part > 0;
    sum += MAX (part, 0);
    if (part <= most)
      continue;
    most = part;
    g_free (out->most);
    out->most = g_strdup (name->data);
  }
  if (2 * most <= sum)
    g_clear_pointer (&out->most, g_free);
}

/* ---- search ---------------------------------------------------------------------------------- */

/* Returns the number of tiles up to the last IPU that has steps. */
static guint32
count_tiles (const PoplensTime *time)
{
  guint32 n = 0;

  for (guint i = 0; i < time->n_ipus; i++)
    n = MAX (n, (time->ipus[i].ipu + 1) * time->tiles);
  return n;
}

static void
fill_straggler_change (StragglerComparison *self, guint n, PoplensStragglerChange *out)
{
  guint side = self->sign > 0 ? POPLENS_SECOND : POPLENS_FIRST;

  out->n = n;
  out->change = straggler_change (self, n);
  out->saving = self->sign * llround (saving_change (self, n));
  for (guint i = 0; i < n; i++)
    out->tile[i] = self->set[i];
  qsort (out->tile, n, sizeof *out->tile, poplens_compare_u32);
  out->ipu = out->tile[0] / self->side[side].of->time->tiles;
  find_parts (self, n);
  tell_parts (self, out);
}

/* Sets .others: how the waiting changed for those tiles whose delays changed most in the opposite
 * direction. */
static void
tell_others (StragglerComparison *self, PoplensStragglerChange *out)
{
  self->n_set = out->n;
  choose_set (self, -self->sign);
  out->others = straggler_change (self, self->n_set) - out->change;
}

void
poplens_compare_stragglers (const PoplensTimeSide of[POPLENS_N_SIDES], gint64 change,
                            PoplensStragglerChange *self)
{
  g_autoptr (GHashTable) by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  StragglerComparison search = {.sign = change < 0 ? -1 : 1, .by_name = by_name};

  *self = (PoplensStragglerChange){0};
  if (!change)
    return;
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    side_init (&search.side[s], &of[s]);
    search.n_tiles = MAX (search.n_tiles, count_tiles (of[s].time));
  }
  g_autofree gint64 *scores = search.scores = g_new (gint64, MAX (search.n_tiles, 1));
  search.most = MIN (search.side[POPLENS_FIRST].most, search.side[POPLENS_SECOND].most);
  choose_set (&search, search.sign);
  for (guint n = 1; n <= search.n_set && !self->n; n++) {
    if (2 * search.sign * straggler_change (&search, n) >= ABS (change))
      fill_straggler_change (&search, add_equal (&search, n), self);
  }
  if (self->n)
    tell_others (&search, self);
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    g_array_unref (search.side[s].steps);
}

void
poplens_straggler_change_clear (PoplensStragglerChange *self)
{
  g_clear_pointer (&self->most, g_free);
}
