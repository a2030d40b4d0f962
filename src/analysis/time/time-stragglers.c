#include "analysis/time/time-stragglers.h"

#include "analysis/time/time-private.h"
#include "base/search.h"

/* Steps from which the tiles are chosen. Evenly over the cycles that steps bind, so that what saves
 * 1 % of the time is in 1 % of these. */
#define SAMPLE 4096
#define ENOUGH 0.8
#define MOST 16

guint
poplens_time_stragglers_most (guint32 tiles)
{
  return MIN (MAX (1, MIN (MAX (tiles / 100, 8), tiles / 8)), MOST);
}

/* ---- steps -------------------------------------------------------------------------------------
 */

/* A compute step of an IPU in one stretch between joins. */
typedef struct {
  guint64 cycles; /* that it binds */
  guint32 row, slot;
} Entry;

/* One of the sample. */
typedef struct {
  Entry entry;
  guint32 list, place; /* place of its IPU */
  double weight;       /* how often it stands for cycles of its length */
} Sampled;

typedef struct {
  PoplensTimeCauses *causes;
  PoplensTimeStragglers *out;
  guint32 tiles;
  guint most;
  GArray *entries; /* Entry, by IPU */
  GArray *sample;  /* Sampled, by IPU and list */
  GArray *slots;   /* PoplensTimePiece: stretches */
  guint32 *set;    /* [most] tiles over all IPUs (by place) */
  guint n_set;
  guint8 *rank;  /* [IPUs * tiles] place in the set + 1; 0: not in it */
  double *gains; /* [slots][most]: tile cycles without the first 1 … most tiles of the set */
} Search;

static guint32
slot_of (Search *self, guint place, guint32 epoch, gboolean after)
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
add_segment (Search *self, guint place, guint segment, guint32 epoch, PoplensTimeSpan range)
{
  const PoplensTime *time = self->causes->time;
  const PoplensTimeIpu *ipu = &time->ipus[place];
  const PoplensTimeSegment *at = poplens_time_segment (ipu, segment);
  const PoplensTimeEpoch *of = &g_array_index (ipu->epochs, PoplensTimeEpoch, epoch);
  guint64 to = MIN (poplens_time_segment_to (time, ipu, segment), range.to);
  guint64 from = MAX (at->from, range.from);
  Entry *last =
      self->entries->len ? &g_array_index (self->entries, Entry, self->entries->len - 1) : NULL;

  if (at->bound != POPLENS_BOUND_COMPUTE || from >= to)
    return;
  guint32 slot = slot_of (self, place, epoch, at->from >= of->arrive);
  if (last && last->row == at->row && last->slot == slot) {
    last->cycles += to - from;
    return;
  }
  Entry entry = {to - from, at->row, slot};
  g_array_append_val (self->entries, entry);
}

static void
find_entries (Search *self, PoplensTimeSpan range)
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
      add_segment (self, i, s, epoch, range);
    }
  }
}

static int
compare_sampled (gconstpointer a, gconstpointer b)
{
  const Sampled *x = a, *y = b;

  if (x->place != y->place)
    return x->place < y->place ? -1 : 1;
  if (x->list != y->list)
    return x->list < y->list ? -1 : 1;
  return x->entry.row < y->entry.row ? -1 : x->entry.row > y->entry.row;
}

static guint32
place_of (const Search *self, const Entry *entry)
{
  return g_array_index (self->slots, PoplensTimePiece, entry->slot).place;
}

/* Every one where these are few; else evenly over their cycles. */
static void
choose_sample (Search *self)
{
  const PoplensTime *time = self->causes->time;
  double all = 0, at = 0;

  for (guint e = 0; e < self->entries->len; e++)
    all += (double) g_array_index (self->entries, Entry, e).cycles;
  self->out->sampled = self->entries->len > SAMPLE;
  for (guint e = 0; e < self->entries->len; e++) {
    const Entry *entry = &g_array_index (self->entries, Entry, e);
    Sampled one = {*entry, time->row_list[entry->row], place_of (self, entry), 1};
    double step = all / SAMPLE, before = at;
    at += (double) entry->cycles;
    if (self->out->sampled)
      one.weight = (double) ((guint64) (at / step) - (guint64) (before / step)) * step /
                   (double) entry->cycles;
    if (one.weight > 0)
      g_array_append_val (self->sample, one);
  }
  /* Scores are added up in this order. */
  g_array_sort (self->sample, compare_sampled);
}

/* The longest tiles of its list, or NULL: it tells nothing. */
static const PoplensTimeTile *
longest_of (const Search *self, const Entry *entry)
{
  const PoplensTime *time = self->causes->time;

  return poplens_time_longest_get (time->ipus[place_of (self, entry)].longest,
                                   time->row_list[entry->row]);
}

/* ---- the set -----------------------------------------------------------------------------------
 */

typedef struct {
  double score;
  guint32 tile;
} Score;

static int
compare_scores (gconstpointer a, gconstpointer b)
{
  const Score *x = a, *y = b;

  if (x->score != y->score)
    return x->score > y->score ? -1 : 1;
  return x->tile < y->tile ? -1 : x->tile > y->tile;
}

/* Each of the slowest tiles is worth what it is beyond the first that could not be in the set. */
static void
add_scores (Search *self, const Sampled *one)
{
  const PoplensTimeTile *longest = longest_of (self, &one->entry);
  double *scores = self->gains + (gsize) one->place * self->tiles;

  for (guint i = 0; longest && i < self->most; i++)
    scores[longest[i].tile] +=
        one->weight * (double) (longest[i].cycles - longest[self->most].cycles);
}

static void
choose_set (Search *self)
{
  gsize n = (gsize) self->causes->time->n_ipus * self->tiles;
  g_autofree Score *scores = g_new (Score, n);

  self->gains = g_new0 (double, n);
  self->rank = g_new0 (guint8, n);
  for (guint i = 0; i < self->sample->len; i++)
    add_scores (self, &g_array_index (self->sample, Sampled, i));
  for (gsize t = 0; t < n; t++)
    scores[t] = (Score){self->gains[t], (guint32) t};
  g_clear_pointer (&self->gains, g_free);
  qsort (scores, n, sizeof *scores, compare_scores);
  for (guint i = 0; i < self->most && i < n && scores[i].score > 0; i++) {
    self->set[self->n_set++] = scores[i].tile;
    self->rank[scores[i].tile] = (guint8) self->n_set;
  }
}

/* ---- what it saves -----------------------------------------------------------------------------
 */

/* Tile cycles that the step ends earlier without the first k tiles of the set, for each k. No tile
 * of the set that is not among the longest takes longer than the first of these that is not in the
 * set: there is one, as they are more than the set. */
static void
add_gains (Search *self, const Entry *entry, double weight)
{
  const PoplensTimeTile *longest = longest_of (self, entry);
  const guint8 *rank = self->rank + (gsize) place_of (self, entry) * self->tiles;
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

/* Cycles that the step ends earlier without the first k + 1 tiles of the set. */
static guint64
gain_of (const Search *self, const Entry *entry, guint k)
{
  const PoplensTimeTile *longest = longest_of (self, entry);
  const guint8 *rank = self->rank + (gsize) place_of (self, entry) * self->tiles;
  guint i = 0;

  while (longest && rank[longest[i].tile] && rank[longest[i].tile] <= k + 1)
    i++;
  return i ? MIN (longest[0].cycles - longest[i].cycles, entry->cycles) : 0;
}

static void
measure_set (Search *self)
{
  g_free (self->gains);
  self->gains = g_new0 (double, (gsize) self->slots->len * self->most);
  for (guint i = 0; self->out->sampled && i < self->sample->len; i++) {
    const Sampled *one = &g_array_index (self->sample, Sampled, i);
    add_gains (self, &one->entry, one->weight);
  }
  for (guint i = 0; !self->out->sampled && i < self->entries->len; i++)
    add_gains (self, &g_array_index (self->entries, Entry, i), 1);
}

static double
saving_of (Search *self, guint k)
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
add_cause (Search *self, guint k)
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

/* ---- what others tell of it --------------------------------------------------------------------
 */

static gboolean
has_slow_tile (const Search *self, guint place, guint k)
{
  for (guint i = 0; i <= k; i++)
    if (self->set[i] / self->tiles == place)
      return TRUE;
  return FALSE;
}

/* Gains in all compute sets of the IPUs that have one of the first k + 1 slow tiles. */
static GArray *
find_gains (const Search *self, guint k)
{
  GArray *gains = g_array_new (FALSE, FALSE, sizeof (PoplensTimeGain));

  for (guint e = 0; e < self->entries->len; e++) {
    const Entry *entry = &g_array_index (self->entries, Entry, e);
    const PoplensTimePiece *slot = &g_array_index (self->slots, PoplensTimePiece, entry->slot);
    PoplensTimeGain gain = {
        .row = entry->row, .epoch = slot->epoch, .place = slot->place, .after = slot->after};
    if (!has_slow_tile (self, slot->place, k))
      continue;
    gain.cycles = gain_of (self, entry, k);
    g_array_append_val (gains, gain);
  }
  return gains;
}

/* What slow tiles take longer, in the middle of the compute sets that show it. */
static guint64
find_typical (const PoplensTimeGain *gains, guint n)
{
  g_autoptr (GArray) seen = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint g = 0; g < n; g++)
    if (gains[g].cycles)
      g_array_append_val (seen, gains[g].cycles);
  g_array_sort (seen, poplens_compare_u64);
  return seen->len ? g_array_index (seen, guint64, seen->len / 2) : 0;
}

/* How much longer the slowest of the other tiles takes than the mean of all but I/O tiles: a slow
 * tile may be hidden by so much. */
static double
find_room (const Search *self, const PoplensTimeGain *gain)
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

/* Whether slow tiles are so in nearly all compute sets that cannot hide it; then they are in the
 * others, too. */
static gboolean
add_hidden (const Search *self, PoplensTimeGain *gains, guint n)
{
  guint64 typical = find_typical (gains, n);
  guint shows = 0, slow = 0;

  for (guint g = 0; g < n; g++)
    if (find_room (self, &gains[g]) < (double) typical / 2) {
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

/* Finds the IPUs on which that is so: @slow [IPUs]. Whether it is on each that has slow tiles. */
static gboolean
add_all_hidden (const Search *self, GArray *gains, gboolean *slow)
{
  PoplensTimeGain *all = (PoplensTimeGain *) (gpointer) gains->data;
  gboolean each = TRUE;

  for (guint g = 0, n; g < gains->len; g += n) {
    for (n = 1; g + n < gains->len && all[g + n].place == all[g].place;)
      n++;
    each &= slow[all[g].place] = add_hidden (self, all + g, n);
  }
  return each;
}

/* Makes @n other tiles the set. */
static void
change_set (Search *self, const guint32 *set, guint n)
{
  for (guint i = 0; i < self->n_set; i++)
    self->rank[self->set[i]] = 0;
  self->n_set = n;
  for (guint i = 0; i < n; i++) {
    self->set[i] = set[i];
    self->rank[set[i]] = (guint8) (i + 1);
  }
  measure_set (self);
}

/* Drops tiles of IPUs on which none is slow everywhere, if others are and save enough: uneven
 * operations have their slowest tiles there. Returns: the last tile's place in the set */
static guint
drop_uneven (Search *self, guint k, double worth)
{
  g_autofree gboolean *slow = g_new0 (gboolean, self->causes->time->n_ipus);
  g_autoptr (GArray) gains = find_gains (self, k);
  guint32 before[MOST], kept[MOST];
  guint n_before = self->n_set, n = 0;

  add_all_hidden (self, gains, slow);
  for (guint i = 0; i < n_before; i++) {
    before[i] = self->set[i];
    if (i <= k && slow[self->set[i] / self->tiles])
      kept[n++] = self->set[i];
  }
  if (!n || n == k + 1)
    return k;
  change_set (self, kept, n);
  if (saving_of (self, n - 1) >= worth)
    return n - 1;
  change_set (self, before, n_before);
  return k;
}

/* Gains of these tiles in all of the report, as a stage has one size in all of it. */
static GArray *
find_all_gains (const Search *self, guint k)
{
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  g_autoptr (GArray) slots = g_array_new (FALSE, FALSE, sizeof (PoplensTimePiece));
  Search all = *self;

  all.entries = entries;
  all.slots = slots;
  find_entries (&all, (PoplensTimeSpan){0, self->causes->time->total});
  return find_gains (&all, k);
}

static void
take_out (Search *self, guint k, double unequal)
{
  const PoplensTimeCauses *causes = self->causes;
  gboolean whole = causes->from == 0 && causes->to == causes->time->total;
  g_autofree gboolean *slow = g_new0 (gboolean, causes->time->n_ipus);
  g_autoptr (GArray) gains = find_gains (self, k);

  if (!add_all_hidden (self, gains, slow) && self->out->saving < ENOUGH * unequal)
    return;
  poplens_time_causes_take (self->causes, gains);
  self->out->gains = whole ? g_steal_pointer (&gains) : find_all_gains (self, k);
}

static void
search (Search *self, double worth, double unequal)
{
  PoplensTimeStragglers *out = self->out;
  guint k = 0;

  find_entries (self, (PoplensTimeSpan){self->causes->from, self->causes->to});
  choose_sample (self);
  choose_set (self);
  if (!self->n_set)
    return;
  measure_set (self);
  if (out->sampled && saving_of (self, self->n_set - 1) >= worth / 2) {
    out->sampled = FALSE;
    measure_set (self);
  }
  double all = saving_of (self, self->n_set - 1);
  while (k + 1 < self->n_set && saving_of (self, k) < ENOUGH * all)
    k++;
  if (saving_of (self, k) >= worth)
    k = drop_uneven (self, k, worth);
  out->saving = saving_of (self, k);
  add_cause (self, k);
  if (out->saving >= worth)
    take_out (self, k, unequal);
}

void
poplens_time_find_stragglers (PoplensTimeCauses *causes, double worth, double unequal,
                              PoplensTimeStragglers *stragglers)
{
  Search self = {.causes = causes,
                 .out = stragglers,
                 .tiles = causes->time->tiles,
                 .most = poplens_time_stragglers_most (causes->time->tiles),
                 .entries = g_array_new (FALSE, FALSE, sizeof (Entry)),
                 .sample = g_array_new (FALSE, FALSE, sizeof (Sampled)),
                 .slots = g_array_new (FALSE, FALSE, sizeof (PoplensTimePiece)),
                 .set = g_new (guint32, MOST)};

  *stragglers = (PoplensTimeStragglers){.cause = G_MAXUINT32};
  search (&self, worth, unequal);
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
