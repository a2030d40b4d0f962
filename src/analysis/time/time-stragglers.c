#include "analysis/time/time-stragglers.h"

#include "analysis/time/time-lists.h"
#include "analysis/time/time-private.h"
#include "base/both.h"
#include "base/search.h"

#include <string.h>

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
  gint64 list;    /* cycles_by_tile.id; −1: none */
  guint32 row, slot;
  double weight; /* how often it stands for cycles of its length; 0: not in the sample */
} Entry;

typedef struct {
  PoplensTimeCauses *causes;
  const PoplensTimeInput *input;
  const PoplensWork *work;
  PoplensTimeStragglers *out;
  guint32 tiles;
  guint most;
  GArray *entries; /* Entry: by IPU; of each by row, and by list once lists are known */
  guint *first;    /* [IPUs + 1] where each IPU's begin */
  GArray *slots;   /* PoplensTimePiece: stretches */
  guint32 *set;    /* [most] tiles over all IPUs (by place) */
  guint n_set;
  double *gains; /* [slots][most]: tile cycles without the first 1 … most tiles of the set */
  PoplensTimeLists *lists; /* (nullable): then one by one */
  GThread *teller;         /* the only one that tells how far it is … */
  gint done;               /* … entries; atomic */
} Search;

/* One IPU's steps, which are its own: two IPUs are gone through at once. */
typedef struct {
  Search *search;
  guint place;
  gint64 list;     /* whose … */
  guint64 *cycles; /* … [n_ipus * tiles] these are */
  GError *error;
} Ipu;

static guint32
slot_of (Search *self, guint place, guint32 epoch, gboolean after)
{
  const PoplensTimePiece *last =
      self->slots->len ? &g_array_index (self->slots, PoplensTimePiece, self->slots->len - 1)
                       : NULL;

  if (!last || last->place != place || last->epoch != epoch || last->after != after) {
    PoplensTimePiece slot = {0, 0, epoch, (guint16) place, (guint16) after};
    g_array_append_val (self->slots, slot);
  }
  return self->slots->len - 1;
}

static void
add_segment (Search *self, guint place, guint segment, guint32 epoch)
{
  const PoplensTime *time = self->causes->time;
  const PoplensTimeIpu *ipu = &time->ipus[place];
  const PoplensTimeSegment *at = poplens_time_segment (ipu, segment);
  const PoplensTimeEpoch *of = &g_array_index (ipu->epochs, PoplensTimeEpoch, epoch);
  guint64 to = MIN (poplens_time_segment_to (time, ipu, segment), self->causes->to);
  guint64 from = MAX (at->from, self->causes->from);
  Entry *last =
      self->entries->len ? &g_array_index (self->entries, Entry, self->entries->len - 1) : NULL;

  if (at->bound != POPLENS_BOUND_COMPUTE || from >= to)
    return;
  guint32 slot = slot_of (self, place, epoch, at->from >= of->arrive);
  if (last && last->row == at->row && last->slot == slot) {
    last->cycles += to - from;
    return;
  }
  Entry entry = {to - from, -1, at->row, slot, 0};
  g_array_append_val (self->entries, entry);
}

static void
find_entries (Search *self)
{
  const PoplensTime *time = self->causes->time;

  for (guint i = 0; i < time->n_ipus; i++) {
    const PoplensTimeIpu *ipu = &time->ipus[i];
    guint32 epoch = 0;
    self->first[i] = self->entries->len;
    for (guint s = poplens_time_find_segment (ipu, self->causes->from);
         s < ipu->segments->len && poplens_time_segment (ipu, s)->from < self->causes->to; s++) {
      while (epoch + 1 < ipu->epochs->len &&
             poplens_time_epoch_to (time, &g_array_index (ipu->epochs, PoplensTimeEpoch, epoch)) <=
                 poplens_time_segment (ipu, s)->from)
        epoch++;
      add_segment (self, i, s, epoch);
    }
  }
  self->first[time->n_ipus] = self->entries->len;
}

/* Every one where these are few; else evenly over their cycles. */
static void
choose_sample (Search *self)
{
  double all = 0, at = 0;

  for (guint e = 0; e < self->entries->len; e++)
    all += (double) g_array_index (self->entries, Entry, e).cycles;
  self->out->sampled = self->entries->len > SAMPLE;
  for (guint e = 0; e < self->entries->len; e++) {
    Entry *entry = &g_array_index (self->entries, Entry, e);
    double step = all / SAMPLE, before = at;
    at += (double) entry->cycles;
    if (!self->out->sampled)
      entry->weight = 1;
    else
      entry->weight = (double) ((guint64) (at / step) - (guint64) (before / step)) * step /
                      (double) entry->cycles;
  }
}

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer data)
{
  const Entry *x = a, *y = b;

  return x->row < y->row ? -1 : x->row > y->row;
}

static int
compare_lists (gconstpointer a, gconstpointer b, gpointer data)
{
  const Entry *x = a, *y = b;

  return x->list < y->list ? -1 : x->list > y->list;
}

/* Those of each IPU; equal ones keep their order. */
static void
sort_entries (Search *self, GCompareDataFunc compare)
{
  for (guint i = 0; i < self->causes->time->n_ipus; i++)
    if (self->first[i] < self->first[i + 1])
      g_qsort_with_data (&g_array_index (self->entries, Entry, self->first[i]),
                         (gint) (self->first[i + 1] - self->first[i]), sizeof (Entry), compare,
                         NULL);
}

typedef struct {
  GArray *entries;
  guint at, end; /* those of the IPU, by row */
} Lists;

/* An IPU's rows come in their order; another thread does the same for another IPU. */
static gboolean
add_list (guint32 row, const PoplensScanStepTimes *fields, gpointer lists, GError **error)
{
  Lists *self = lists;

  while (self->at < self->end && g_array_index (self->entries, Entry, self->at).row < row)
    self->at++;
  for (; self->at < self->end; self->at++) {
    Entry *entry = &g_array_index (self->entries, Entry, self->at);
    if (entry->row != row)
      break;
    entry->list = fields->list;
  }
  return TRUE;
}

/* Sorts entries by their lists. */
static gboolean
find_lists (Search *self, GError **error)
{
  guint n_ipus = self->causes->time->n_ipus;
  g_autofree Lists *lists = g_new0 (Lists, n_ipus + 1);

  sort_entries (self, compare_rows);
  for (guint i = 0; i < n_ipus; i++)
    lists[i] = (Lists){self->entries, self->first[i], self->first[i + 1]};
  if (!poplens_time_each_row (self->input, self->causes->time, self->work, 0, 0.2, add_list, lists,
                              sizeof *lists, error))
    return FALSE;
  sort_entries (self, compare_lists);
  return TRUE;
}

/* ---- lists of cycles ---------------------------------------------------------------------------
 */

/* @cycles: of the tiles of the IPU. */
typedef void (*EachFunc) (Ipu *self, const Entry *entry, const guint64 *cycles);

/* A list is of the tiles of one IPU; one over all tiles is told by its length. */
static const guint64 *
tiles_in (const Ipu *self, gsize n)
{
  guint32 tiles = self->search->tiles;
  gsize first = n == tiles ? 0 : (gsize) self->search->causes->time->ipus[self->place].ipu * tiles;

  return n < first + tiles ? NULL : self->cycles + first;
}

/* One of the sample: its list alone. FALSE with an error. */
static gboolean
read_sampled (Ipu *self, const Entry *entry, const guint64 **cycles)
{
  const PoplensTimeInput *input = self->search->input;
  gsize room = (gsize) input->execution->n_ipus * self->search->tiles;
  g_autoptr (PoplensSlice) slice = input->get_slice (POPLENS_SLICE_CYCLES, (guint64) entry->list,
                                                     input->slice_data, &self->error);

  if (!slice)
    return FALSE;
  memcpy (self->cycles, slice->values, MIN (slice->n, room) * sizeof *self->cycles);
  *cycles = tiles_in (self, MIN (slice->n, room));
  return TRUE;
}

/* One of all: they come in the order of the table. FALSE with an error. */
static gboolean
read_next (Ipu *self, const Entry *entry, const guint64 **cycles)
{
  guint ipu = self->search->causes->time->ipus[self->place].ipu;
  PoplensScanStepTimes fields = {.list = entry->list, .ipu = ipu};
  PoplensTimeList list;

  if (entry->list == self->list)
    return TRUE;
  if (!poplens_time_lists_get (self->search->lists, &fields, &list, &self->error))
    return FALSE;
  *cycles = NULL;
  self->list = entry->list;
  if (list.slice) {
    poplens_lists_read (list.slice->lists, list.row, self->cycles,
                        list.first + self->search->tiles);
    *cycles = self->cycles + list.first;
    poplens_slice_unref (list.slice);
  }
  return TRUE;
}

static gboolean
goes_on (Search *self)
{
  PoplensWork share = poplens_work_share (self->work, 0.3, 1);
  guint done = (guint) g_atomic_int_add (&self->done, 1);

  if (self->teller != g_thread_self ())
    return !g_cancellable_is_cancelled (share.cancellable);
  return done & 0xfff ||
         poplens_work_go_on (&share, "Looking for slow tiles", done, self->entries->len);
}

static void
go_through (Ipu *self, EachFunc each)
{
  Search *search = self->search;
  const guint64 *cycles = NULL;
  guint end = search->first[self->place + 1];

  for (guint e = search->first[self->place]; e < end && goes_on (search); e++) {
    const Entry *entry = &g_array_index (search->entries, Entry, e);
    if (entry->list < 0 || (!search->lists && entry->weight <= 0))
      continue;
    if (!(search->lists ? read_next : read_sampled) (self, entry, &cycles))
      return;
    if (cycles)
      each (self, entry, cycles);
  }
}

typedef struct {
  Ipu *ipus;
  EachFunc each;
} Calls;

static void
call_one (guint i, gpointer calls)
{
  const Calls *self = calls;

  go_through (&self->ipus[i], self->each);
}

/* Of all entries, or of those of the sample: in their order those of an IPU. */
static gboolean
each_entry (Search *self, gboolean sampled, EachFunc each, GError **error)
{
  guint n = self->causes->time->n_ipus;
  gsize room = (gsize) MAX (self->input->execution->n_ipus, 1) * self->tiles;
  g_autofree Ipu *ipus = g_new0 (Ipu, n + 1);
  g_autoptr (PoplensTimeLists) lists = sampled ? NULL : poplens_time_lists_new (self->input);
  Calls calls = {ipus, each};

  self->lists = lists;
  self->teller = g_thread_self ();
  self->done = 0;
  for (guint i = 0; i < n; i++)
    ipus[i] = (Ipu){.search = self, .place = i, .list = -1, .cycles = g_new0 (guint64, room)};
  poplens_both ("poplens-time", call_one, &calls, n);
  self->lists = NULL;
  PoplensWork work = poplens_work_share (self->work, 0, 1);
  gboolean good = !g_cancellable_set_error_if_cancelled (work.cancellable, error);
  for (guint i = 0; i < n; i++) {
    g_free (ipus[i].cycles);
    if (ipus[i].error && good) {
      g_propagate_error (error, g_steal_pointer (&ipus[i].error));
      good = FALSE;
    }
    g_clear_error (&ipus[i].error);
  }
  return good;
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

/* The first most + 1 of a list, longest first; their tiles. How many those are. */
static guint
find_longest (const Search *self, const guint64 *cycles, guint32 longest[MOST + 1])
{
  guint n = 0, most = self->most + 1;

  for (guint32 t = 0; t < self->tiles; t++) {
    guint at = n;
    if (n == most && cycles[t] <= cycles[longest[n - 1]])
      continue;
    n = MIN (n + 1, most);
    at = n - 1;
    for (; at && cycles[longest[at - 1]] < cycles[t]; at--)
      longest[at] = longest[at - 1];
    longest[at] = t;
  }
  return n;
}

/* A step on hardly more tiles than may be in the set leaves tiles without work, which is another
 * cause: nobody can say that some of its tiles are slow. */
static gboolean
has_others (const Search *self, const guint64 *cycles)
{
  guint32 n = 0;

  for (guint32 t = 0; t < self->tiles && n <= 2 * self->most; t++)
    n += cycles[t] > 0;
  return n > 2 * self->most;
}

/* Each of the slowest tiles is worth what it is beyond the first that could not be in the set. */
static void
add_scores (Ipu *self, const Entry *entry, const guint64 *cycles)
{
  const Search *search = self->search;
  guint32 longest[MOST + 1];
  guint n = find_longest (search, cycles, longest);
  double *scores = search->gains + (gsize) self->place * search->tiles;

  if (n <= search->most || !has_others (search, cycles))
    return;
  for (guint i = 0; i + 1 < n; i++)
    scores[longest[i]] += entry->weight * (double) (cycles[longest[i]] - cycles[longest[n - 1]]);
}

static gboolean
choose_set (Search *self, GError **error)
{
  gsize n = (gsize) self->causes->time->n_ipus * self->tiles;
  g_autofree Score *scores = g_new (Score, n);

  self->gains = g_new0 (double, n);
  gboolean done = each_entry (self, TRUE, add_scores, error);
  for (gsize t = 0; t < n; t++)
    scores[t] = (Score){self->gains[t], (guint32) t};
  g_clear_pointer (&self->gains, g_free);
  qsort (scores, n, sizeof *scores, compare_scores);
  for (guint i = 0; i < self->most && i < n && scores[i].score > 0; i++)
    self->set[self->n_set++] = scores[i].tile;
  return done;
}

/* ---- what it saves -----------------------------------------------------------------------------
 */

/* The longest of the tiles that are not in the set. */
static guint64
longest_other (const Search *self, guint place, const guint64 *cycles)
{
  guint32 tiles[MOST];
  guint n = 0;
  guint64 longest = 0;

  for (guint i = 0; i < self->n_set; i++)
    if (self->set[i] / self->tiles == place)
      tiles[n++] = self->set[i] % self->tiles;
  qsort (tiles, n, sizeof *tiles, poplens_compare_u32);
  /* Between each two of the set. */
  for (guint i = 0, from = 0; i <= n; i++) {
    guint to = i < n ? tiles[i] : self->tiles;
    for (guint t = from; t < to; t++)
      longest = MAX (longest, cycles[t]);
    from = to + 1;
  }
  return longest;
}

/* Tile cycles that the step ends earlier without the first k tiles of the set, for each k. */
static void
add_gains (Ipu *ipu, const Entry *entry, const guint64 *cycles)
{
  const Search *self = ipu->search;
  double *gains = self->gains + (gsize) entry->slot * self->most;
  guint64 without[MOST + 1];

  if (!has_others (self, cycles))
    return;
  without[self->n_set] = longest_other (self, ipu->place, cycles);
  for (guint i = self->n_set; i--;) {
    guint32 tile = self->set[i];
    gboolean here = tile / self->tiles == ipu->place;
    without[i] = MAX (without[i + 1], here ? cycles[tile % self->tiles] : 0);
  }
  double weight = self->out->sampled ? entry->weight : 1;
  for (guint k = 0; k < self->n_set; k++)
    gains[k] += weight * (double) MIN (without[0] - without[k + 1], entry->cycles) * self->tiles;
}

static gboolean
measure_set (Search *self, GError **error)
{
  g_free (self->gains);
  self->gains = g_new0 (double, (gsize) self->slots->len * self->most);
  return each_entry (self, self->out->sampled, add_gains, error);
}

static double
saving_of (Search *self, guint k)
{
  const PoplensTimeCauses *causes = self->causes;
  g_autoptr (PoplensTimeReplay) replay =
      poplens_time_replay_new (causes->time, causes->from, causes->to);

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
                                        (const PoplensTimePiece *) (gpointer) self->slots->data,
                                        self->slots->len);
}

static gboolean
search (Search *self, double worth, GError **error)
{
  PoplensTimeStragglers *out = self->out;
  guint k = 0;

  find_entries (self);
  choose_sample (self);
  if (!find_lists (self, error) || !choose_set (self, error))
    return FALSE;
  if (!self->n_set)
    return TRUE;
  if (!measure_set (self, error))
    return FALSE;
  if (out->sampled && saving_of (self, self->n_set - 1) >= worth / 2) {
    out->sampled = FALSE;
    if (!measure_set (self, error))
      return FALSE;
  }
  double all = saving_of (self, self->n_set - 1);
  while (k + 1 < self->n_set && saving_of (self, k) < ENOUGH * all)
    k++;
  out->saving = saving_of (self, k);
  add_cause (self, k);
  return TRUE;
}

gboolean
poplens_time_find_stragglers (PoplensTimeCauses *causes, const PoplensTimeInput *input,
                              double worth, PoplensTimeStragglers *stragglers,
                              const PoplensWork *work, GError **error)
{
  Search self = {.causes = causes,
                 .input = input,
                 .work = work,
                 .out = stragglers,
                 .tiles = causes->time->tiles,
                 .most = poplens_time_stragglers_most (causes->time->tiles),
                 .entries = g_array_new (FALSE, FALSE, sizeof (Entry)),
                 .slots = g_array_new (FALSE, FALSE, sizeof (PoplensTimePiece)),
                 .first = g_new0 (guint, causes->time->n_ipus + 1),
                 .set = g_new (guint32, MOST)};

  *stragglers = (PoplensTimeStragglers){.cause = G_MAXUINT32};
  gboolean done = search (&self, worth, error);
  g_array_unref (self.entries);
  g_array_unref (self.slots);
  g_free (self.set);
  g_free (self.gains);
  g_free (self.first);
  return done;
}

void
poplens_time_stragglers_clear (PoplensTimeStragglers *self)
{
  g_clear_pointer (&self->tile, g_free);
}
