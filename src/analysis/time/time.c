/* Constructs a PoplensTime in stages, answers queries on it, and defines the names of the causes of
 * time. */
#include "analysis/time/time.h"

#include "analysis/time/time-private.h"
#include "base/large.h"
#include "base/search.h"

#include <math.h>

/* ---- words ----------------------------------------------------------------------------------- */

static const struct {
  const char *key, *title, *text, *doc;
} words[POPLENS_N_WORDS] = {
    [POPLENS_WORD_COMPUTE] = {"compute", "Compute", "compute",
                              "Tiles compute (OnTileExecute): the mean tile"},
    [POPLENS_WORD_TILE_WAIT] = {"tile_wait", "Tile wait", "tile wait",
                                "Tiles wait for the slowest tile of their IPU: idle tiles and load "
                                "imbalance"},
    [POPLENS_WORD_IDLE_TILES] = {"idle_tiles", "Idle tiles", "idle tiles",
                                 "Tiles without work in a compute set wait for those that have "
                                 "some"},
    [POPLENS_WORD_LOAD_IMBALANCE] = {"load_imbalance", "Load imbalance", "load imbalance",
                                     "Tiles with less work wait for slower tiles of their IPU"},
    [POPLENS_WORD_STRAGGLER] = {"straggler", "Straggler", "straggler",
                                "A few tiles end last in one step after the other"},
    [POPLENS_WORD_EXCHANGE] = {"exchange", "Exchange", "exchange",
                               "Tiles exchange data with tiles of their IPU (DoExchange), as "
                               "estimated by the compiler"},
    [POPLENS_WORD_EXCHANGE_WAIT] = {"exchange_wait", "Exchange wait", "exchange wait",
                                    "Tiles wait for those of their IPU that exchange"},
    [POPLENS_WORD_REARRANGEMENT] = {"rearrangement", "Rearrangement", "rearrangement",
                                    "Compute sets that only move data on tiles"},
    [POPLENS_WORD_INTER_IPU_EXCHANGE] = {"inter_ipu_exchange", "Inter-IPU exchange",
                                         "inter-IPU exchange",
                                         "IPUs exchange data over their links (GlobalExchange)"},
    [POPLENS_WORD_IPU_WAIT] = {"ipu_wait", "IPU wait", "IPU wait",
                               "An IPU waits at a sync for the last IPU: stage imbalance and "
                               "pipeline bubble"},
    [POPLENS_WORD_STAGE_IMBALANCE] = {"stage_imbalance", "Stage imbalance", "stage imbalance",
                                      "One IPU has more work in an iteration than the mean IPU"},
    [POPLENS_WORD_PIPELINE_BUBBLE] = {"pipeline_bubble", "Pipeline bubble", "pipeline bubble",
                                      "IPUs would wait with equal stages too: the schedule"},
    [POPLENS_WORD_HOST] = {"host", "Host", "host",
                           "Host transfer and host wait, as far as no compute hides them"},
    [POPLENS_WORD_HOST_TRANSFER] = {"host_transfer", "Host transfer", "host transfer",
                                    "Tiles send to the host or receive from it (StreamCopy)"},
    [POPLENS_WORD_HOST_WAIT] = {"host_wait", "Host wait", "host wait",
                                "Tiles wait for the host, or for a transfer with it"},
    [POPLENS_WORD_SYNC] = {"sync", "Sync", "sync", "Tiles sync after all of them have arrived"},
    [POPLENS_WORD_SLOW_ITERATIONS] = {"slow_iterations", "Slow iterations", "slow iterations",
                                      "Iterations longer than the median beyond their noise"},
    [POPLENS_WORD_UNTRACKED] = {"untracked", "Untracked", "untracked", "No step is recorded"},
    [POPLENS_WORD_PROFILER] = {"profiler", "Profiler", "profiler",
                               "Steps of the profiler itself, such as reading back cycles"},
    [POPLENS_WORD_OUTSIDE] = {"outside", "Outside", "outside",
                              "No run had started; nothing in the program changes it"},
    [POPLENS_WORD_BEFORE_START] = {"before_start", "Before start", "before start",
                                   "The host had not started the first run"},
    [POPLENS_WORD_BETWEEN_RUNS] = {"between_runs", "Between runs", "between runs",
                                   "The host has not started the next run"},
};

const char *
poplens_time_word_key (PoplensTimeWord word)
{
  return words[word].key;
}

const char *
poplens_time_word_title (PoplensTimeWord word)
{
  return words[word].title;
}

const char *
poplens_time_word_text (PoplensTimeWord word)
{
  return words[word].text;
}

const char *
poplens_time_word_doc (PoplensTimeWord word)
{
  return words[word].doc;
}

/* ---- sums ------------------------------------------------------------------------------------ */

/* Sums up an IPU's segments in [@from, @to) by bound, and appends the sums to PoplensTime.sums. No
 * segment crosses @from or @to. @segment: (inout): index of a segment that begins at or before
 * @from. The function sets it to the first segment that begins at or after @to. Returns the number
 * of sums. */
static guint32
time_append_sums (PoplensTime *time, const PoplensTimeIpu *ipu, guint *segment, guint64 from,
                  guint64 to)
{
  PoplensTimeSum sums[POPLENS_N_BOUNDS] = {0};
  guint32 n = 0;

  while (*segment < ipu->segments->len && poplens_time_segment (ipu, *segment)->from < from)
    ++*segment;
  for (; *segment < ipu->segments->len; ++*segment) {
    const PoplensTimeSegment *at = poplens_time_segment (ipu, *segment);
    if (at->from >= to)
      break;
    PoplensTimeSum *sum = &sums[at->bound];
    sum->tile_cycles += (poplens_time_segment_to (time, ipu, *segment) - at->from) * time->tiles;
    if (poplens_time_counts_work (at->bound)) {
      sum->compute += at->compute;
      sum->work += at->work;
    }
  }
  for (guint8 b = 0; b < POPLENS_N_BOUNDS; b++)
    if (sums[b].tile_cycles) {
      sums[b].bound = b;
      g_array_append_val (time->sums, sums[b]);
      n++;
    }
  return n;
}

static void
time_sum_epochs (PoplensTime *time, PoplensTimeIpu *ipu)
{
  guint segment = 0;

  for (guint e = 0; e < ipu->epochs->len; e++) {
    PoplensTimeEpoch *epoch = &g_array_index (ipu->epochs, PoplensTimeEpoch, e);
    const PoplensTimeJoin *join = epoch->join == G_MAXUINT32
                                      ? NULL
                                      : &g_array_index (time->joins, PoplensTimeJoin, epoch->join);
    epoch->before = time->sums->len;
    epoch->n_before = time_append_sums (time, ipu, &segment, epoch->from, epoch->arrive);
    epoch->after = time->sums->len;
    if (join)
      epoch->n_after = time_append_sums (time, ipu, &segment, join->came, join->end);
  }
}

/* ---- constructor ----------------------------------------------------------------------------- */

static void
making_add_ipus (PoplensTimeMaking *making)
{
  const PoplensExecution *x = making->input->execution;
  PoplensTime *time = making->time;

  time->ipus = g_new0 (PoplensTimeIpu, x->n_ipus + 1);
  time->place = g_new (guint32, x->n_ipus + 1);
  for (guint32 number = 0; number < x->n_ipus; number++) {
    time->place[number] = x->ipu_seen[number] ? time->n_ipus : G_MAXUINT32;
    if (!x->ipu_seen[number])
      continue;
    PoplensTimeIpu *ipu = &time->ipus[time->n_ipus++];
    ipu->ipu = number;
    ipu->segments = poplens_array_new_large (sizeof (PoplensTimeSegment), x->n_rows / x->n_ipus);
    ipu->others = g_array_new (FALSE, FALSE, sizeof (PoplensTimeOther));
    ipu->epochs = g_array_new (FALSE, FALSE, sizeof (PoplensTimeEpoch));
  }
}

static void
making_add_rows (PoplensTimeMaking *making)
{
  guint32 n = making->input->execution->n_rows;

  making->time->row_waits = g_new0 (float, MAX (n, 1));
  making->time->row_tiles = g_new0 (guint16, MAX (n, 1));
  if (!poplens_time_has_lists (making))
    return;
  making->time->row_list = POPLENS_NEW_LARGE (guint32, MAX (n, 1));
  for (guint32 row = 0; row < n; row++)
    making->time->row_list[row] = POPLENS_TIME_NO_LIST;
}

static void
making_clear (PoplensTimeMaking *self)
{
  g_free (self->roles);
  for (guint i = 0; i < self->time->n_ipus; i++)
    g_clear_pointer (&self->waits[i], g_array_unref);
  g_free (self->waits);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensTimeMaking, making_clear)

PoplensTime *
poplens_time_new (const PoplensTimeInput *input, const PoplensWork *work, GError **error)
{
  g_autoptr (PoplensTime) self = g_new0 (PoplensTime, 1);
  g_auto (PoplensTimeMaking) making = {
      .input = input,
      .work = work,
      .time = self,
  };

  self->execution = input->execution;
  self->tiles = MAX (input->tiles, 1);
  self->total = input->execution->total_cycles;
  self->runs = g_array_new (FALSE, FALSE, sizeof (PoplensTimeRun));
  self->joins = g_array_new (FALSE, FALSE, sizeof (PoplensTimeJoin));
  self->meets = g_array_new (FALSE, FALSE, sizeof (PoplensTimeMeet));
  self->sums = g_array_new (FALSE, FALSE, sizeof (PoplensTimeSum));
  making_add_ipus (&making);
  making.waits = g_new0 (GArray *, self->n_ipus + 1);
  making_add_rows (&making);
  poplens_time_prepare (&making);
  if (!poplens_time_sweep (&making, error))
    return NULL;
  if (!poplens_time_add_tiles (&making, error) || !poplens_time_add_means (&making, error))
    return NULL;
  for (guint i = 0; i < self->n_ipus; i++) {
    time_sum_epochs (self, &self->ipus[i]);
    poplens_time_sum_classes (self, &self->ipus[i]);
  }
  return g_steal_pointer (&self);
}

void
poplens_time_free (PoplensTime *self)
{
  if (!self)
    return;
  for (guint i = 0; i < self->n_ipus; i++) {
    g_array_unref (self->ipus[i].segments);
    g_array_unref (self->ipus[i].others);
    g_array_unref (self->ipus[i].epochs);
    poplens_time_longest_free (self->ipus[i].longest);
  }
  g_free (self->ipus);
  g_free (self->place);
  g_array_unref (self->runs);
  g_array_unref (self->joins);
  g_array_unref (self->meets);
  g_array_unref (self->sums);
  g_free (self->row_list);
  g_free (self->row_waits);
  g_free (self->row_tiles);
  g_free (self);
}

/* ---- waiting in a compute set ---------------------------------------------------------------- */

PoplensTimeTileWaits
poplens_time_divide_wait (const PoplensTime *time, const PoplensTimeIpu *ipu, guint32 row,
                          double unused, guint64 wait)
{
  double tiles = time->tiles, io = ipu->io, with_work = time->row_tiles[row];
  double without = tiles - with_work, idle = (double) wait * unused;
  double unequal = (double) wait - idle, all = tiles / (tiles - io);
  double can_work = without > 0 ? fmax (without - io, 0) / without : 0;

  return (PoplensTimeTileWaits){
      .unused = (guint64) (idle * can_work * all + 0.5),
      .unequal = (guint64) (unequal * all + 0.5),
      .alone = (guint64) (unequal * (with_work > 0 ? tiles / with_work : all) + 0.5),
  };
}

/* ---- access ---------------------------------------------------------------------------------- */

gint64
poplens_time_run_id (const PoplensTime *self, guint place)
{
  guint32 row = g_array_index (self->runs, PoplensTimeRun, place).run;

  return row < self->execution->n_runs ? self->execution->runs[row].id : (gint64) place;
}

gboolean
poplens_time_is_by_tile (const PoplensTime *self)
{
  for (guint i = 0; i < self->n_ipus; i++)
    if (!self->ipus[i].by_tile)
      return FALSE;
  return TRUE;
}

gboolean
poplens_time_is_guess (const PoplensTime *self, PoplensTimeClass class)
{
  return (class == POPLENS_TIME_UNUSED || class == POPLENS_TIME_UNEQUAL) &&
         !poplens_time_is_by_tile (self);
}

guint64
poplens_time_segment_to (const PoplensTime *self, const PoplensTimeIpu *ipu, guint segment)
{
  return segment + 1 < ipu->segments->len ? poplens_time_segment (ipu, segment + 1)->from
                                          : self->total;
}

/* Returns the last segment in [@low, @high) that begins at or before @cycle. Segment @low must
 * begin at or before @cycle. */
static guint
bisect_segments (const PoplensTimeIpu *ipu, guint low, guint high, guint64 cycle)
{
  low++;
  POPLENS_SEARCH (low, high, at, poplens_time_segment (ipu, at)->from <= cycle);
  return low - 1;
}

guint
poplens_time_find_segment (const PoplensTimeIpu *ipu, guint64 cycle)
{
  return bisect_segments (ipu, 0, ipu->segments->len, cycle);
}

guint
poplens_time_find_near (const PoplensTimeIpu *ipu, guint near, guint64 cycle)
{
  guint low = near, high = near + 1;

  if (near >= ipu->segments->len || poplens_time_segment (ipu, near)->from > cycle)
    return poplens_time_find_segment (ipu, cycle);
  for (guint step = 1; high < ipu->segments->len; step *= 2) {
    if (poplens_time_segment (ipu, high)->from > cycle)
      break;
    low = high;
    high = MIN (high + step, ipu->segments->len);
  }
  return bisect_segments (ipu, low, high, cycle);
}

guint64
poplens_time_epoch_to (const PoplensTime *self, const PoplensTimeEpoch *epoch)
{
  return epoch->join == G_MAXUINT32 ? self->total
                                    : g_array_index (self->joins, PoplensTimeJoin, epoch->join).end;
}

/* ---- classes by owner ------------------------------------------------------------------------ */

PoplensTimeClasses *
poplens_time_by_owner (const PoplensTime *time, const guint32 *owner, guint32 n,
                       const PoplensWork *work)
{
  g_autofree PoplensTimeClasses *all = g_new0 (PoplensTimeClasses, (gsize) n + 1);

  for (guint place = 0; place < time->n_ipus; place++) {
    const PoplensTimeIpu *ipu = &time->ipus[place];
    for (guint s = 0; s < ipu->segments->len; s++) {
      const PoplensTimeSegment *segment = &g_array_index (ipu->segments, PoplensTimeSegment, s);
      guint32 of = segment->row == G_MAXUINT32 ? POPLENS_TIME_NO_OWNER : owner[segment->row];
      PoplensTimeClasses classes;
      if (!POPLENS_WORK_GO_ON (work, "Classifying steps", s, ipu->segments->len))
        return NULL;
      poplens_time_classes (time, place, segment->from, poplens_time_segment_to (time, ipu, s),
                            classes);
      for (guint c = 0; c < POPLENS_N_TIMES; c++)
        all[MIN (of, n)][c] += classes[c];
    }
  }
  return g_steal_pointer (&all);
}

PoplensTimeClass
poplens_time_largest_class (const guint64 classes[POPLENS_N_TIMES])
{
  PoplensTimeClass most = 0;

  for (PoplensTimeClass c = 1; c < POPLENS_N_TIMES; c++)
    if (classes[c] > classes[most])
      most = c;
  return classes[most] ? most : POPLENS_N_TIMES;
}
