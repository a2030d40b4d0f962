/* Finds the few tiles that delay compute sets (stragglers), and subtracts their cost from other
 * causes. */
#include "analysis/time/time-stragglers.h"

#include "analysis/time/time-private.h"
#include "base/search.h"

/* Number of steps in the sample from which stragglers are chosen. Steps are sampled in proportion
 * to the cycles that they limit. */
#define SAMPLE 4096
#define ENOUGH 0.8
#define MOST 16

guint
poplens_time_stragglers_most (guint32 tiles)
{
  return MIN (MAX (1, MIN (MAX (tiles / 100, 8), tiles / 8)), MOST);
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* A step of compute on an IPU, within one stretch (time-causes.h). */
typedef struct {
  guint64 cycles;    /* cycles in which the step limits its IPU */
  guint32 row, slot; /* row of steps_by_ipu; index of its stretch in .slots */
} ComputeStep;

/* A step of compute that is in the sample. */
typedef struct {
  ComputeStep entry;
  guint32 list, place; /* .list: cycles_by_tile.id; .place: index in PoplensTime.ipus */
  double weight;       /* number of steps for which this step counts */
} SampledStep;

typedef struct {
  PoplensTimeCauses *causes;
  PoplensTimeStragglers *out;
  guint32 tiles;
  guint most;
  GArray *entries; /* ComputeStep, sorted by IPU */
  GArray *sample;  /* SampledStep, sorted by IPU and list */
  GArray *slots;   /* PoplensTimePiece: each stretch that has steps of compute */
  guint32 *set; /* [most] tiles of the set, slowest first; a tile is: index of its IPU × .tiles +
                   number within the IPU */
  guint n_set;
  guint8 *rank; /* [IPUs × tiles] index of a tile in .set + 1; 0: it is not in the set */
  /* [slots][most] tile cycles saved in a stretch without the tiles 0 … k of .set. Until the set is
   * chosen, the array has another use: [IPUs × tiles] scores of tiles. */
  double *gains;
} StragglerSearch;

static guint32
search_find_slot (StragglerSearch *self, guint place, guint32 epoch, gboolean after)
{
  const PoplensTimePiece *last =
      self->slots->len ? &g_array_index (self->slots, PoplensTimePiece, self->slots->len - 1)
                       : NULL;

  if (!last || last->place != place || last->epoch != epoch || last->after != after) {
    PoplensTimePiece slot = {.epoch = epoch, .place = (guint16) place, .after = (guint16) after};
    g_array_append_val (self->slots, slot);
  }
  return self->slots->len - 1;
}

static void
search_add_segment (StragglerSearch *self, guint place, guint segment, guint32 epoch,
                    PoplensTimeSpan range)
{
  const PoplensTime *time = self->causes->time;
  const PoplensTimeIpu *ipu = &time->ipus[place];
  const PoplensTimeSegment *at = poplens_time_segment (ipu, segment);
  const PoplensTimeEpoch *of = &g_array_index (ipu->epochs, PoplensTimeEpoch, epoch);
  guint64 to = MIN (poplens_time_segment_to (time, ipu, segment), range.to);
  guint64 from = MAX (at->from, range.from);
  ComputeStep *last = self->entries->len
                          ? &g_array_index (self->entries, ComputeStep, self->entries->len - 1)
                          : NULL;

  if (at->bound != POPLENS_BOUND_COMPUTE || from >= to)
    return;
  guint32 slot = search_find_slot (self, place, epoch, at->from >= of->arrive);
  if (last && last->row == at->row && last->slot == slot) {
    last->cycles += to - from;
    return;
  }
  ComputeStep entry = {to - from, at->row, slot};
  g_array_append_val (self->entries, entry);
}

static void
search_find_steps (StragglerSearch *self, PoplensTimeSpan range)
{
  const PoplensTime *time = self->causes->time;

  for (guint i = 0; i < time->n_ipus; i++) {
    const PoplensTimeIpu *ipu = &time->ipus[i];
    guint32 epoch = 0;
    for (guint s = poplens_time_find_segment (ipu, range.from);
         s < ipu->segments->len && poplens_time_segment (ipu, s)->from < range.to; s++) {
      while (epoch + 1 < ipu->epochs->len &&
             poplens_time_epoch_to (time, &g_array_index (ipu->epochs, PoplensTimeEpoch, epoch)) <=
                 poplens_time_segment (ipu, s)->from)
        epoch++;
      search_add_segment (self, i, s, epoch, range);
    }
  }
}

static int
compare_sampled (gconstpointer a, gconstpointer b)
{
  const SampledStep *x = a, *y = b;

  if (x->place != y->place)
    return x->place < y->place ? -1 : 1;
  if (x->list != y->list)
    return x->list < y->list ? -1 : 1;
  return x->entry.row < y->entry.row ? -1 : x->entry.row > y->entry.row;
}

static guint32
step_ipu_place (const StragglerSearch *self, const ComputeStep *entry)
{
  return g_array_index (self->slots, PoplensTimePiece, entry->slot).place;
}

/* Chooses the sample: all steps if they are few, otherwise steps that are evenly distributed over
 * all cycles. */
static void
search_choose_sample (StragglerSearch *self)
{
  const PoplensTime *time = self->causes->time;
  double all = 0, at = 0;

  for (guint e = 0; e < self->entries->len; e++)
    all += (double) g_array_index (self->entries, ComputeStep, e).cycles;
  self->out->sampled = self->entries->len > SAMPLE;
  for (guint e = 0; e < self->entries->len; e++) {
    const ComputeStep *entry = &g_array_index (self->entries, ComputeStep, e);
    SampledStep one = {*entry, time->row_list[entry->row], step_ipu_place (self, entry), 1};
    double step = all / SAMPLE, before = at;
    at += (double) entry->cycles;
    if (self->out->sampled)
      one.weight = (double) ((guint64) (at / step) - (guint64) (before / step)) * step /
                   (double) entry->cycles;
    if (one.weight > 0)
      g_array_append_val (self->sample, one);
  }
  /* Sort, because rounding makes sums of scores depend on the order of steps. */
  g_array_sort (self->sample, compare_sampled);
}

/* Returns the longest tiles of a step, see poplens_time_longest_get (). (transfer none)
 * (nullable) */
static const PoplensTimeTile *
step_longest_tiles (const StragglerSearch *self, const ComputeStep *entry)
{
  const PoplensTime *time = self->causes->time;

  return poplens_time_longest_get (time->ipus[step_ipu_place (self, entry)].longest,
                                   time->row_list[entry->row]);
}

/* ---- the set --------------------------------------------------------------------------------- */

typedef struct {
  double score;
  guint32 tile;
} TileScore;

static int
compare_tile_scores (gconstpointer a, gconstpointer b)
{
  const TileScore *x = a, *y = b;

  if (x->score != y->score)
    return x->score > y->score ? -1 : 1;
  return x->tile < y->tile ? -1 : x->tile > y->tile;
}

/* Adds the excess of the .most slowest tiles of a step to their scores. The excess of a tile is its
 * cycles above those of the next slowest tile, number .most + 1. */
static void
search_add_scores (StragglerSearch *self, const SampledStep *one)
{
  const PoplensTimeTile *longest = step_longest_tiles (self, &one->entry);
  double *scores = self->gains + (gsize) one->place * self->tiles;

  for (guint i = 0; longest && i < self->most; i++)
    scores[longest[i].tile] +=
        one->weight * (double) (longest[i].cycles - longest[self->most].cycles);
}

static void
search_choose_set (StragglerSearch *self)
{
  gsize n = (gsize) self->causes->time->n_ipus * self->tiles;
  g_autofree TileScore *scores = g_new (TileScore, n);

  self->gains = g_new0 (double, n);
  self->rank = g_new0 (guint8, n);
  for (guint i = 0; i < self->sample->len; i++)
    search_add_scores (self, &g_array_index (self->sample, SampledStep, i));
  for (gsize t = 0; t < n; t++)
    scores[t] = (TileScore){self->gains[t], (guint32) t};
  g_clear_pointer (&self->gains, g_free);
  qsort (scores, n, sizeof *scores, compare_tile_scores);
  for (guint i = 0; i < self->most && i < n && scores[i].score > 0; i++) {
    self->set[self->n_set++] = scores[i].tile;
    self->rank[scores[i].tile] = (guint8) self->n_set;
  }
}

/* ---- savings --------------------------------------------------------------------------------- */

/* Adds to .gains[k], for each k, the tile cycles that the step saves without the first k + 1 tiles
 * of the set of slow tiles. The loop ends, as one longest tile of the step is not in the set. */
static void
search_add_gains (StragglerSearch *self, const ComputeStep *entry, double weight)
{
  const PoplensTimeTile *longest = step_longest_tiles (self, entry);
  const guint8 *rank = self->rank + (gsize) step_ipu_place (self, entry) * self->tiles;
  double *gains = self->gains + (gsize) entry->slot * self->most;
  guint64 cycles[MOST] = {0}, without;
  guint i = 0;

  for (; longest && rank[longest[i].tile]; i++)
    cycles[rank[longest[i].tile] - 1] = longest[i].cycles;
  if (!i)
    return;
  without = longest[i].cycles;
  for (guint k = self->n_set; k--;) {
    guint64 gain = MIN (longest[0].cycles - without, entry->cycles);
    gains[k] += weight * (double) gain * self->tiles;
    without = MAX (without, cycles[k]);
  }
}

/* Returns the cycles by which the step would end earlier without the first k + 1 tiles of the
 * set. */
static guint64
step_gain (const StragglerSearch *self, const ComputeStep *entry, guint k)
{
  const PoplensTimeTile *longest = step_longest_tiles (self, entry);
  const guint8 *rank = self->rank + (gsize) step_ipu_place (self, entry) * self->tiles;
  guint i = 0;

  while (longest && rank[longest[i].tile] && rank[longest[i].tile] <= k + 1)
    i++;
  return i ? MIN (longest[0].cycles - longest[i].cycles, entry->cycles) : 0;
}

static void
search_measure_set (StragglerSearch *self)
{
  g_free (self->gains);
  self->gains = g_new0 (double, (gsize) self->slots->len * self->most);
  for (guint i = 0; self->out->sampled && i < self->sample->len; i++) {
    const SampledStep *one = &g_array_index (self->sample, SampledStep, i);
    search_add_gains (self, &one->entry, one->weight);
  }
  for (guint i = 0; !self->out->sampled && i < self->entries->len; i++)
    search_add_gains (self, &g_array_index (self->entries, ComputeStep, i), 1);
}

static double
set_saving (StragglerSearch *self, guint k)
{
  const PoplensTimeCauses *causes = self->causes;
  g_autoptr (PoplensTimeReplay) replay = poplens_time_replay_copy (causes->measured);

  for (guint32 s = 0; s < self->slots->len; s++) {
    const PoplensTimePiece *slot = &g_array_index (self->slots, PoplensTimePiece, s);
    poplens_time_replay_shorten (replay, slot->place, slot->epoch, slot->after,
                                 (guint64) self->gains[(gsize) s * self->most + k]);
  }
  return (double) (causes->to - causes->from) -
         (double) poplens_time_replay_run (replay) / self->tiles;
}

static void
search_add_cause (StragglerSearch *self, guint k)
{
  PoplensTimeStragglers *out = self->out;
  g_autoptr (GString) subject = g_string_new (k ? "tiles " : "tile ");

  out->n = k + 1;
  out->tile = g_new (guint32, out->n);
  for (guint i = 0; i < out->n; i++) {
    guint32 place = self->set[i] / self->tiles;
    out->tile[i] = self->causes->time->ipus[place].ipu * self->tiles + self->set[i] % self->tiles;
  }
  qsort (out->tile, out->n, sizeof *out->tile, poplens_compare_u32);
  for (guint i = 0; i < out->n; i++)
    g_string_append_printf (subject, "%s%u", i ? ", " : "", out->tile[i]);
  for (guint32 s = 0; s < self->slots->len; s++)
    g_array_index (self->slots, PoplensTimePiece, s).tile_cycles =
        (guint64) self->gains[(gsize) s * self->most + k];
  out->cause = poplens_time_causes_add (self->causes, POPLENS_CAUSE_STRAGGLER, subject->str,
                                        g_array_ref (self->slots));
}

/* ---- subtraction from other causes ----------------------------------------------------------- */

static gboolean
has_slow_tile (const StragglerSearch *self, guint place, guint k)
{
  for (guint i = 0; i <= k; i++)
    if (self->set[i] / self->tiles == place)
      return TRUE;
  return FALSE;
}

/* Returns the gain of each compute set on the IPUs that have one of the first @k + 1 tiles of the
 * set. (transfer full): GArray of PoplensTimeGain */
static GArray *
search_find_gains (const StragglerSearch *self, guint k)
{
  GArray *gains = g_array_new (FALSE, FALSE, sizeof (PoplensTimeGain));

  for (guint e = 0; e < self->entries->len; e++) {
    const ComputeStep *entry = &g_array_index (self->entries, ComputeStep, e);
    const PoplensTimePiece *slot = &g_array_index (self->slots, PoplensTimePiece, entry->slot);
    PoplensTimeGain gain = {
        .row = entry->row, .epoch = slot->epoch, .place = slot->place, .after = slot->after};
    if (!has_slow_tile (self, slot->place, k))
      continue;
    gain.cycles = step_gain (self, entry, k);
    g_array_append_val (gains, gain);
  }
  return gains;
}

/* Returns the median of the gains that are above 0, cycles; 0 if there are none. */
static guint64
gains_median (const PoplensTimeGain *gains, guint n)
{
  g_autoptr (GArray) seen = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint g = 0; g < n; g++)
    if (gains[g].cycles)
      g_array_append_val (seen, gains[g].cycles);
  g_array_sort (seen, poplens_compare_u64);
  return seen->len ? g_array_index (seen, guint64, seen->len / 2) : 0;
}

/* Returns by how many cycles the slowest tile outside the set exceeds the mean tile (without I/O
 * tiles). Slow tiles with a smaller excess do not delay the step. */
static double
step_slack (const StragglerSearch *self, const PoplensTimeGain *gain)
{
  const PoplensTime *time = self->causes->time;
  const PoplensTimeIpu *ipu = &time->ipus[gain->place];
  const PoplensTimeTile *longest =
      poplens_time_longest_get (ipu->longest, time->row_list[gain->row]);
  double length = longest ? (double) longest[0].cycles : 0;

  if (!longest)
    return G_MAXDOUBLE;
  return length - (double) gain->cycles -
         (length * time->tiles - (double) time->row_waits[gain->row]) / (time->tiles - ipu->io);
}

/* Splits the cost of an IPU's slow tiles in each compute set. .cycles is the gain, at most the
 * median gain. .hidden is the rest of the median gain, which other slow tiles hide. FALSE, without
 * a change, if the cost shows in less than ENOUGH of the compute sets in which it could show. */
static gboolean
gains_add_hidden (const StragglerSearch *self, PoplensTimeGain *gains, guint n)
{
  guint64 typical = gains_median (gains, n);
  guint shows = 0, slow = 0;

  for (guint g = 0; g < n; g++)
    if (step_slack (self, &gains[g]) < (double) typical / 2) {
      shows++;
      slow += gains[g].cycles >= typical / 2;
    }
  if (!typical || !slow || slow < ENOUGH * shows)
    return FALSE;
  for (guint g = 0; g < n; g++) {
    gains[g].cycles = MIN (gains[g].cycles, typical);
    gains[g].hidden = typical - gains[g].cycles;
  }
  return TRUE;
}

/* Calls gains_add_hidden () for each IPU that has slow tiles, and stores the results in @slow. TRUE
 * if all are TRUE. */
static gboolean
search_add_hidden (const StragglerSearch *self, GArray *gains, gboolean *slow)
{
  PoplensTimeGain *all = (PoplensTimeGain *) (gpointer) gains->data;
  gboolean each = TRUE;

  for (guint g = 0, n; g < gains->len; g += n) {
    for (n = 1; g + n < gains->len && all[g + n].place == all[g].place;)
      n++;
    each &= slow[all[g].place] = gains_add_hidden (self, all + g, n);
  }
  return each;
}

/* Replaces the set of slow tiles by the @n tiles @set. */
static void
search_change_set (StragglerSearch *self, const guint32 *set, guint n)
{
  for (guint i = 0; i < self->n_set; i++)
    self->rank[self->set[i]] = 0;
  self->n_set = n;
  for (guint i = 0; i < n; i++) {
    self->set[i] = set[i];
    self->rank[set[i]] = (guint8) (i + 1);
  }
  search_measure_set (self);
}

/* Removes the tiles of an IPU if its tiles are not slow in nearly all compute sets. On such an IPU,
 * operations are spread unevenly. Keeps all tiles if the others would save less than @worth. @k:
 * index of the last tile in use. Returns the new index. */
static guint
search_drop_uneven (StragglerSearch *self, guint k, double worth)
{
  g_autofree gboolean *slow = g_new0 (gboolean, self->causes->time->n_ipus);
  g_autoptr (GArray) gains = search_find_gains (self, k);
  guint32 before[MOST], kept[MOST];
  guint n_before = self->n_set, n = 0;

  search_add_hidden (self, gains, slow);
  for (guint i = 0; i < n_before; i++) {
    before[i] = self->set[i];
    if (i <= k && slow[self->set[i] / self->tiles])
      kept[n++] = self->set[i];
  }
  if (!n || n == k + 1)
    return k;
  search_change_set (self, kept, n);
  if (set_saving (self, n - 1) >= worth)
    return n - 1;
  search_change_set (self, before, n_before);
  return k;
}

/* Returns search_find_gains () for the whole report instead of the range, because stages are
 * compared in the whole report. (transfer full) */
static GArray *
search_find_all_gains (const StragglerSearch *self, guint k)
{
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (ComputeStep));
  g_autoptr (GArray) slots = g_array_new (FALSE, FALSE, sizeof (PoplensTimePiece));
  StragglerSearch all = *self;

  all.entries = entries;
  all.slots = slots;
  search_find_steps (&all, (PoplensTimeSpan){0, self->causes->time->total});
  return search_find_gains (&all, k);
}

static void
search_subtract_gains (StragglerSearch *self, guint k, double unequal)
{
  const PoplensTimeCauses *causes = self->causes;
  gboolean whole = causes->from == 0 && causes->to == causes->time->total;
  g_autofree gboolean *slow = g_new0 (gboolean, causes->time->n_ipus);
  g_autoptr (GArray) gains = search_find_gains (self, k);

  if (!search_add_hidden (self, gains, slow) && self->out->saving < ENOUGH * unequal)
    return;
  poplens_time_causes_take (self->causes, gains);
  self->out->gains = whole ? g_steal_pointer (&gains) : search_find_all_gains (self, k);
}

static void
stragglers_search (StragglerSearch *self, double worth, double unequal)
{
  PoplensTimeStragglers *out = self->out;
  guint k = 0;

  search_find_steps (self, (PoplensTimeSpan){self->causes->from, self->causes->to});
  search_choose_sample (self);
  search_choose_set (self);
  if (!self->n_set)
    return;
  search_measure_set (self);
  if (out->sampled && set_saving (self, self->n_set - 1) >= worth / 2) {
    out->sampled = FALSE;
    search_measure_set (self);
  }
  double all = set_saving (self, self->n_set - 1);
  while (k + 1 < self->n_set && set_saving (self, k) < ENOUGH * all)
    k++;
  if (set_saving (self, k) >= worth)
    k = search_drop_uneven (self, k, worth);
  out->saving = set_saving (self, k);
  search_add_cause (self, k);
  if (out->saving >= worth)
    search_subtract_gains (self, k, unequal);
}

void
poplens_time_find_stragglers (PoplensTimeCauses *causes, double worth, double unequal,
                              PoplensTimeStragglers *stragglers)
{
  StragglerSearch self = {.causes = causes,
                          .out = stragglers,
                          .tiles = causes->time->tiles,
                          .most = poplens_time_stragglers_most (causes->time->tiles),
                          .entries = g_array_new (FALSE, FALSE, sizeof (ComputeStep)),
                          .sample = g_array_new (FALSE, FALSE, sizeof (SampledStep)),
                          .slots = g_array_new (FALSE, FALSE, sizeof (PoplensTimePiece)),
                          .set = g_new (guint32, MOST)};

  *stragglers = (PoplensTimeStragglers){.cause = G_MAXUINT32};
  stragglers_search (&self, worth, unequal);
  g_array_unref (self.entries);
  g_array_unref (self.sample);
  g_array_unref (self.slots);
  g_free (self.set);
  g_free (self.rank);
  g_free (self.gains);
}

void
poplens_time_stragglers_clear (PoplensTimeStragglers *self)
{
  g_clear_pointer (&self->tile, g_free);
  g_clear_pointer (&self->gains, g_array_unref);
}
