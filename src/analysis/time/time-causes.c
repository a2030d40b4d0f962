/* Finds the causes of lost time in one walk over the segments of all IPUs, and computes the cycles
 * that the program would save without given causes. */
#include "analysis/time/time-causes.h"

#include "analysis/id-table.h"
#include "analysis/time/time-private.h"
#include "analysis/trace/name-parts.h"
#include "base/search.h"

#include <string.h>

/* ---- names ----------------------------------------------------------------------------------- */

/* TRUE if one part of a compute set's path shows that the compute set only moves data on its tiles:
 * "PreArrange", "OnTileCopy" … */
static gboolean
is_rearranging_part (const char *part, gsize length)
{
  static const char *const words[] = {"PreArrange", "PostArrange", "preRegroup", "OnTileCopy"};

  for (guint w = 0; w < G_N_ELEMENTS (words); w++) {
    gsize n = strlen (words[w]);
    if (length >= n && !g_ascii_strncasecmp (part, words[w], n) &&
        (length == n || !g_ascii_islower (part[n])))
      return TRUE;
  }
  return FALSE;
}

gboolean
poplens_time_is_rearranging (const char *name)
{
  for (const char *part = poplens_name_path (name); *part;) {
    gsize length = strcspn (part, "/");
    if (is_rearranging_part (part, length))
      return TRUE;
    part += length + (part[length] == '/');
  }
  return FALSE;
}

/* ---- walk over the segments ------------------------------------------------------------------ */

typedef struct {
  PoplensTimeCauses *out;
  const PoplensPrograms *programs; /* (nullable) */
  GArray *rearranges; /* guint8 by string id of a step name: 2: its compute set only moves data, 1:
                         it does more, 0: not known yet */
  PoplensIdTable known;
  GArray *chain;    /* ChainLink: compute segments of the current chain (time-causes.h) */
  GArray *held;     /* WalkPart: transfers with the host after the wait .waits; none of them is in a
                       cause yet */
  guint32 waits;    /* row of steps_by_ipu of the last wait for the host; G_MAXUINT32: none */
  const float *own; /* (nullable): by row of steps_by_ipu: imbalance of the row's compute set; NULL:
                       no chains */
  guint8 *told; /* bit array by row of steps_by_ipu: 1: a link of a chain already has the imbalance
                   of the row */
  guint8 *synced; /* bit array by step: 1: the sync is already in PoplensTimeCause.n_steps */
  /* Current stretch (time-causes.h). .place: index of the IPU in PoplensTime.ipus; .epoch: epoch of
   * the IPU; .after: TRUE: the stretch is after the last arrival at the join. */
  guint place;
  guint32 epoch;
  gboolean after;
} CauseWalk;

/* Returns a pointer to an element, after growing the array if needed. New elements are 0. */
static gpointer
array_grow_to (GArray *array, guint index)
{
  if (index >= array->len)
    g_array_set_size (array, index + 1);
  return array->data + (gsize) index * g_array_get_element_size (array);
}

static guint32
causes_find_operation (PoplensTimeCauses *self, guint32 name)
{
  guint32 *known = array_grow_to (self->subjects, name);

  if (!*known) {
    g_autofree char *key =
        poplens_name_operation_key (poplens_strings_get (self->names->strings, name));
    *known = poplens_strings_intern (self->strings, key, -1) + 1;
  }
  return *known - 1;
}

static gboolean
walk_is_rearranging (CauseWalk *self, guint32 name)
{
  guint8 *known = array_grow_to (self->rearranges, name);

  if (!*known)
    *known =
        poplens_time_is_rearranging (poplens_strings_get (self->out->names->strings, name)) ? 2 : 1;
  return *known == 2;
}

static guint32
walk_find_streams (CauseWalk *self, guint32 step)
{
  guint32 program = self->out->time->execution->step_program[step];

  return poplens_strings_intern (self->out->strings, poplens_copy_name (self->programs, program),
                                 -1);
}

static guint64
time_cause_key (PoplensTimeCauseKind kind, guint32 subject)
{
  return (guint64) kind << 32 | subject;
}

static PoplensTimeCause *
walk_find_cause (CauseWalk *self, PoplensTimeCauseKind kind, guint32 subject)
{
  GArray *causes = self->out->causes;
  guint32 known = poplens_id_table_add (&self->known, time_cause_key (kind, subject), causes->len);
  PoplensTimeCause cause = {.kind = kind, .subject = subject, .longest_row = G_MAXUINT32};

  if (known == POPLENS_NO_INDEX) {
    known = causes->len;
    cause.pieces = g_array_new (FALSE, FALSE, sizeof (PoplensTimePiece));
    g_array_append_val (causes, cause);
  }
  return &g_array_index (causes, PoplensTimeCause, known);
}

/* The part of a segment that is in the range of the trace. .all, .work, .wait and .idle are tile
 * cycles. */
typedef struct {
  guint64 cycles, all, work, wait;
  guint64 idle; /* waiting of tiles without work, before chain_divide_wait () changes .wait */
  double share; /* share (0 … 1) of .wait in which tiles without work wait */
  guint32 row;
} WalkPart;

/* A compute segment of a chain (time-causes.h). */
typedef struct {
  WalkPart part;
  guint32 step;
  /* Imbalance of the compute set, tile cycles; 0 if an earlier link has the same row. */
  double own;
} ChainLink;

/* Adds @tile_cycles and @more to the piece of the current stretch; appends this piece if it is
 * missing. Calls must be in the order of IPUs and cycles. */
static void
walk_add_piece (const CauseWalk *self, GArray *pieces, guint64 tile_cycles, guint64 more)
{
  PoplensTimePiece new = {tile_cycles,           self->epoch, (guint16) self->place,
                          (guint16) self->after, more,        0};
  PoplensTimePiece *last =
      pieces->len ? &g_array_index (pieces, PoplensTimePiece, pieces->len - 1) : NULL;

  if (last && last->epoch == new.epoch && last->place == new.place && last->after == new.after)
    last->tile_cycles += tile_cycles, last->more += more;
  else
    g_array_append_val (pieces, new);
}

static PoplensTimeCause *
walk_add_cause (CauseWalk *self, PoplensTimeCauseKind kind, guint32 subject, const WalkPart *part,
                guint64 tile_cycles)
{
  PoplensTimeCause *cause = walk_find_cause (self, kind, subject);

  cause->bound += part->all;
  cause->active += part->all - part->idle;
  cause->work += part->work;
  if (part->cycles > cause->longest || cause->longest_row == G_MAXUINT32) {
    cause->longest = part->cycles;
    cause->longest_row = part->row;
  }
  cause->tile_cycles += tile_cycles;
  if (tile_cycles)
    walk_add_piece (self, cause->pieces, tile_cycles, 0);
  return cause;
}

/* Adds @part to the cause of tiles that wait in @operation. @kind: UNUSED: tiles without work wait;
 * UNEQUAL: tiles with less work wait. */
static PoplensTimeCause *
walk_add_tile_wait (CauseWalk *self, PoplensTimeCauseKind kind, guint32 operation,
                    const WalkPart *part, guint64 tile_cycles)
{
  const PoplensTime *time = self->out->time;
  PoplensTimeCause *cause = walk_add_cause (self, kind, operation, part, tile_cycles);
  guint32 with_work = time->row_tiles[part->row];

  cause->fewest = cause->most ? MIN (cause->fewest, with_work) : with_work;
  cause->most = MAX (cause->most, with_work);
  cause->io = MAX (cause->io, time->ipus[self->place].io);
  return cause;
}

/* Sets a bit. TRUE if it was not set before. */
static gboolean
bits_set (guint8 *bits, guint32 place)
{
  guint8 bit = (guint8) (1u << place % 8);
  gboolean taken = bits[place / 8] & bit;

  bits[place / 8] |= bit;
  return !taken;
}

/* Adds @part to the cause of syncs. A sync on several IPUs counts as one step. */
static void
walk_add_sync (CauseWalk *self, guint32 step, const WalkPart *part)
{
  PoplensTimeCause *cause = walk_add_cause (self, POPLENS_CAUSE_SYNC, 0, part, part->all);

  cause->n_steps += bits_set (self->synced, step);
}

static void
walk_add_compute (CauseWalk *self, guint32 step, const WalkPart *part)
{
  PoplensTimeCauses *out = self->out;
  guint32 name = poplens_step_names_get (out->names, step);
  guint32 operation = causes_find_operation (out, name);

  if (operation >= out->n_compute) {
    guint32 n = MAX (operation + 1, 2 * out->n_compute);
    out->compute = g_renew (guint64, out->compute, n);
    memset (out->compute + out->n_compute, 0, (n - out->n_compute) * sizeof *out->compute);
    out->n_compute = n;
  }
  out->compute[operation] += part->all;
  PoplensTimeTileWaits waits = poplens_time_divide_wait (out->time, &out->time->ipus[self->place],
                                                         part->row, part->share, part->wait);
  walk_add_tile_wait (self, POPLENS_CAUSE_UNUSED, operation, part, waits.unused);
  PoplensTimeCause *unequal =
      walk_add_tile_wait (self, POPLENS_CAUSE_UNEQUAL, operation, part, waits.unequal);
  if (waits.unequal)
    g_array_index (unequal->pieces, PoplensTimePiece, unequal->pieces->len - 1).more +=
        waits.alone - MIN (waits.alone, waits.unequal);
  if (walk_is_rearranging (self, name))
    walk_add_cause (self, POPLENS_CAUSE_REARRANGE, operation, part, part->all);
}

static ChainLink *
link_at (const CauseWalk *self, guint i)
{
  return &g_array_index (self->chain, ChainLink, i);
}

/* Sets .own of each link of the chain to the imbalance of its row. If several links have the same
 * row, only the first has the imbalance. Returns the sum of .own, tile cycles. */
static double
chain_set_imbalance (CauseWalk *self)
{
  double sum = 0;

  for (guint i = 0; self->own && i < self->chain->len; i++) {
    ChainLink *link = link_at (self, i);
    link->own = bits_set (self->told, link->part.row) ? self->own[link->part.row] : 0;
    sum += link->own;
  }
  return sum;
}

/* Divides the waiting of the whole chain among its links, in proportion to their imbalance .own.
 * @own: sum of .own */
static void
chain_divide_wait (CauseWalk *self, double own)
{
  guint64 waits = 0, left;
  double told = 0;

  for (guint i = 0; i < self->chain->len; i++)
    waits += link_at (self, i)->part.wait;
  left = waits;
  for (guint i = 0; i < self->chain->len; i++) {
    ChainLink *link = link_at (self, i);
    WalkPart *part = &link->part;
    told += link->own;
    /* Round the waiting that is left for later links, not each share. The shares then add up
     * exactly. */
    guint64 behind = waits - MIN (waits, (guint64) ((double) waits * MIN (told / own, 1) + 0.5));
    part->wait = left - MIN (left, behind);
    left -= part->wait;
  }
}

static void
walk_end_chain (CauseWalk *self)
{
  double own = chain_set_imbalance (self);

  if (self->chain->len > 1 && own > 0)
    chain_divide_wait (self, own);
  for (guint i = 0; i < self->chain->len; i++)
    walk_add_compute (self, link_at (self, i)->step, &link_at (self, i)->part);
  g_array_set_size (self->chain, 0);
}

/* ---- host ------------------------------------------------------------------------------------ */

static void
walk_add_host (CauseWalk *self, guint32 of_row, const WalkPart *part, gboolean waits)
{
  guint32 step = self->out->time->execution->row_step[of_row];

  walk_add_cause (self, POPLENS_CAUSE_HOST, walk_find_streams (self, step), part, part->all)
      ->waits += waits ? part->all : 0;
}

/* Adds the transfers with the host in .held to causes. Transfers in the middle of a wait for the
 * host belong to the cause of this wait. @row: row of steps_by_ipu of the wait after the transfers;
 * G_MAXUINT32: none. */
static void
walk_end_host_wait (CauseWalk *self, guint32 row)
{
  gboolean within = self->waits != G_MAXUINT32 && self->waits == row;

  for (guint i = 0; i < self->held->len; i++) {
    const WalkPart *part = &g_array_index (self->held, WalkPart, i);
    walk_add_host (self, within ? row : part->row, part, FALSE);
  }
  g_array_set_size (self->held, 0);
  self->waits = row;
}

/* Ends the current chain and the current wait for the host, and adds both to their causes. */
static void
walk_flush (CauseWalk *self)
{
  walk_end_chain (self);
  walk_end_host_wait (self, G_MAXUINT32);
}

static void
walk_add_part (CauseWalk *self, PoplensBound bound, const WalkPart *part)
{
  const PoplensExecution *x = self->out->time->execution;

  if (part->row == G_MAXUINT32)
    return;
  guint32 step = x->row_step[part->row];
  switch (bound) {
  case POPLENS_BOUND_COMPUTE: {
    ChainLink link = {*part, step, 0};
    g_array_append_val (self->chain, link);
    break;
  }
  case POPLENS_BOUND_EXCHANGE:
    walk_add_cause (
        self, POPLENS_CAUSE_EXCHANGE,
        causes_find_operation (self->out, poplens_step_names_get (self->out->names, step)), part,
        part->all);
    break;
  case POPLENS_BOUND_HOST_TRANSFER:
    g_array_append_vals (self->held, part, 1);
    break;
  case POPLENS_BOUND_HOST_WAIT:
    walk_end_host_wait (self, part->row);
    walk_add_host (self, part->row, part, TRUE);
    break;
  case POPLENS_BOUND_INTER_IPU:
    walk_add_cause (self, POPLENS_CAUSE_INTER_IPU, 0, part, part->all);
    break;
  case POPLENS_BOUND_SYNC:
    walk_add_sync (self, step, part);
    break;
  default:
    break;
  }
}

static guint64
cycles_in_proportion (guint64 tile_cycles, guint64 part, guint64 whole)
{
  return part == whole ? tile_cycles
                       : (guint64) ((double) tile_cycles * (double) part / (double) whole);
}

/* Adds a segment of an IPU to its causes. If the segment does not continue the current chain or the
 * current wait for the host, ends these first. */
static void
walk_add_segment (CauseWalk *self, const PoplensTimeIpu *ipu, guint segment)
{
  const PoplensTimeCauses *out = self->out;
  const PoplensTime *time = out->time;
  const PoplensTimeSegment *at = poplens_time_segment (ipu, segment);
  guint64 to = poplens_time_segment_to (time, ipu, segment), length = to - at->from;
  guint64 cycles = MIN (to, out->to) - MAX (at->from, out->from);
  WalkPart part = {.cycles = cycles, .all = cycles * time->tiles, .row = at->row};

  while (self->epoch + 1 < ipu->epochs->len &&
         poplens_time_epoch_to (
             time, &g_array_index (ipu->epochs, PoplensTimeEpoch, self->epoch)) <= at->from) {
    walk_flush (self);
    self->epoch++;
  }
  const PoplensTimeEpoch *epoch = &g_array_index (ipu->epochs, PoplensTimeEpoch, self->epoch);
  if (self->after != (at->from >= epoch->arrive))
    walk_flush (self);
  if (at->bound != POPLENS_BOUND_COMPUTE)
    walk_end_chain (self);
  if (at->bound != POPLENS_BOUND_HOST_TRANSFER && at->bound != POPLENS_BOUND_HOST_WAIT)
    walk_end_host_wait (self, G_MAXUINT32);
  self->after = at->from >= epoch->arrive;
  part.work = MIN (cycles_in_proportion (at->work, cycles, length), part.all);
  part.wait = part.all - part.work;
  part.share = poplens_time_unused (at, 1);
  part.idle = MIN ((guint64) (poplens_time_unused (at, part.wait) + 0.5), part.wait);
  /* Between its own arrival and the last arrival at a join, the IPU waits for another IPU. Skip
   * this segment: a shorter wait saves nothing. */
  if (self->after && (epoch->join == G_MAXUINT32 ||
                      at->from < g_array_index (time->joins, PoplensTimeJoin, epoch->join).came))
    return;
  walk_add_part (self, at->bound, &part);
}

/* ---- joins that copies make ------------------------------------------------------------------ */

/* Adds a copy with the host for which other IPUs wait at a join, and adds @awaited to the cause of
 * the copy. @awaited: tile cycles of this waiting. If a copy never limits its own IPU, its cause
 * has no pieces. */
static void
walk_add_copy (CauseWalk *self, guint32 join, const PoplensTimeMeet *meet, guint64 awaited)
{
  const PoplensExecution *x = self->out->time->execution;
  PoplensTimeJoinCopy copy = {join, walk_find_streams (self, x->row_step[meet->copy])};

  g_array_append_val (self->out->copies, copy);
  walk_find_cause (self, POPLENS_CAUSE_HOST, copy.subject)->awaited += awaited;
}

static void
walk_find_copies (CauseWalk *self)
{
  const PoplensTime *time = self->out->time;

  for (guint32 j = 0; j < time->joins->len; j++) {
    const PoplensTimeJoin *join = &g_array_index (time->joins, PoplensTimeJoin, j);
    guint64 awaited = 0;
    for (guint32 m = join->first; m < join->first + join->n; m++)
      awaited += (join->end - poplens_time_meet (time, m)->arrive) * time->tiles;
    for (guint32 m = join->first; m < join->first + join->n; m++)
      if (poplens_time_meet (time, m)->copy != G_MAXUINT32 && join->end > self->out->from &&
          join->came < self->out->to)
        walk_add_copy (self, j, poplens_time_meet (time, m), awaited);
  }
}

static void
cause_clear (gpointer cause)
{
  g_array_unref (((PoplensTimeCause *) cause)->pieces);
}

/* ---- constructor ----------------------------------------------------------------------------- */

/* TRUE if an IPU has a chain: compute sets without a sync between them. Their waiting must be
 * divided among them. */
static gboolean
causes_have_chains (const PoplensTimeCauses *self)
{
  for (guint i = 0; i < self->time->n_ipus; i++) {
    const PoplensTimeIpu *ipu = &self->time->ipus[i];
    for (guint s = 1; s < ipu->segments->len; s++) {
      const PoplensTimeSegment *at = poplens_time_segment (ipu, s);
      const PoplensTimeSegment *last = poplens_time_segment (ipu, s - 1);
      if (at->bound == POPLENS_BOUND_COMPUTE && last->bound == POPLENS_BOUND_COMPUTE &&
          at->row != last->row)
        return TRUE;
    }
  }
  return FALSE;
}

/* Walks all segments in the range. FALSE if cancelled. */
static gboolean
walk_ipus (CauseWalk *self, const PoplensWork *work)
{
  const PoplensTimeCauses *out = self->out;

  for (guint i = 0; i < out->time->n_ipus && out->from < out->to; i++) {
    const PoplensTimeIpu *ipu = &out->time->ipus[i];
    self->place = i;
    self->epoch = 0;
    self->after = FALSE;
    PoplensWork share = poplens_work_share (work, (double) i / out->time->n_ipus,
                                            (double) (i + 1) / out->time->n_ipus);
    for (guint s = poplens_time_find_segment (ipu, out->from);
         s < ipu->segments->len && poplens_time_segment (ipu, s)->from < out->to; s++) {
      if (!POPLENS_WORK_GO_ON (&share, "Adding up causes", s, ipu->segments->len))
        return FALSE;
      walk_add_segment (self, ipu, s);
    }
    walk_flush (self);
  }
  return TRUE;
}

PoplensTimeCauses *
poplens_time_causes_new (const PoplensTime *time, const PoplensTimeInput *input, guint64 from,
                         guint64 to, const PoplensWork *work, GError **error)
{
  g_autoptr (PoplensTimeCauses) self = g_new0 (PoplensTimeCauses, 1);
  g_autoptr (GArray) found = g_array_new (FALSE, TRUE, sizeof (guint8));
  g_autoptr (GArray) chain = g_array_new (FALSE, FALSE, sizeof (ChainLink));
  g_autoptr (GArray) held = g_array_new (FALSE, FALSE, sizeof (WalkPart));
  g_autofree guint8 *told = g_new0 (guint8, time->execution->n_rows / 8 + 1);
  g_autofree guint8 *synced = g_new0 (guint8, time->execution->n_steps / 8 + 1);

  self->time = time;
  self->to = MIN (to, time->total);
  self->from = MIN (from, self->to);
  self->measured = poplens_time_replay_new (time, self->from, self->to);
  self->strings = poplens_strings_new ();
  self->names = poplens_step_names_new (time->execution, input->programs);
  self->subjects = g_array_new (FALSE, TRUE, sizeof (guint32));
  self->causes = g_array_new (FALSE, FALSE, sizeof (PoplensTimeCause));
  g_array_set_clear_func (self->causes, cause_clear);
  self->copies = g_array_new (FALSE, FALSE, sizeof (PoplensTimeJoinCopy));
  CauseWalk walk = {.out = self,
                    .programs = input->programs,
                    .rearranges = found,
                    .chain = chain,
                    .held = held,
                    .waits = G_MAXUINT32,
                    .own = causes_have_chains (self) ? time->row_waits : NULL,
                    .told = told,
                    .synced = synced};
  gboolean done = walk_ipus (&walk, work);
  walk_find_copies (&walk);
  poplens_id_table_clear (&walk.known);
  if (!done && work && g_cancellable_set_error_if_cancelled (work->cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
poplens_time_causes_free (PoplensTimeCauses *self)
{
  if (!self)
    return;
  poplens_time_replay_free (self->measured);
  poplens_strings_free (self->strings);
  poplens_step_names_free (self->names);
  g_array_unref (self->subjects);
  g_array_unref (self->causes);
  g_array_unref (self->copies);
  g_free (self->compute);
  g_free (self);
}

guint32
poplens_time_causes_add (PoplensTimeCauses *self, PoplensTimeCauseKind kind, const char *subject,
                         GArray *pieces)
{
  PoplensTimeCause cause = {.kind = kind,
                            .subject = poplens_strings_intern (self->strings, subject, -1),
                            .longest_row = G_MAXUINT32,
                            .pieces = pieces};

  for (guint32 p = 0; p < pieces->len; p++)
    cause.tile_cycles += g_array_index (pieces, PoplensTimePiece, p).tile_cycles;
  g_array_append_val (self->causes, cause);
  return self->causes->len - 1;
}

/* ---- slow tiles ------------------------------------------------------------------------------ */

static gboolean
piece_is_before (const PoplensTimePiece *piece, const PoplensTimeGain *gain)
{
  if (piece->place != gain->place)
    return piece->place < gain->place;
  return piece->epoch != gain->epoch ? piece->epoch < gain->epoch : piece->after < gain->after;
}

/* Returns the piece of @cause that has the IPU, epoch and stretch of @gain; NULL if there is none.
 */
static PoplensTimePiece *
cause_find_piece (const PoplensTimeCause *cause, const PoplensTimeGain *gain)
{
  guint low = 0, high = cause->pieces->len;

  POPLENS_SEARCH (low, high, at,
                  piece_is_before (&g_array_index (cause->pieces, PoplensTimePiece, at), gain));
  if (low == cause->pieces->len)
    return NULL;
  PoplensTimePiece *piece = &g_array_index (cause->pieces, PoplensTimePiece, low);
  return piece->place == gain->place && piece->epoch == gain->epoch && piece->after == gain->after
             ? piece
             : NULL;
}

static void
cause_subtract_gain (PoplensTimeCause *cause, const PoplensTimeGain *gain, guint64 tile_cycles,
                     guint64 more, guint64 stays)
{
  PoplensTimePiece *piece = cause_find_piece (cause, gain);

  if (!piece)
    return;
  tile_cycles = MIN (tile_cycles, piece->tile_cycles);
  piece->tile_cycles -= tile_cycles;
  piece->more -= MIN (more, piece->more);
  piece->stays += stays;
  cause->tile_cycles -= tile_cycles;
}

/* Returns the cause of a kind and operation; NULL if there is none. @causes: map from
 * time_cause_key () to the index of a cause. */
static PoplensTimeCause *
causes_find_for_gain (const PoplensTimeCauses *self, const PoplensIdTable *causes,
                      PoplensTimeCauseKind kind, guint32 operation)
{
  guint32 cause = poplens_id_table_find (causes, time_cause_key (kind, operation));

  return cause == POPLENS_NO_INDEX ? NULL : &g_array_index (self->causes, PoplensTimeCause, cause);
}

/* Subtracts the cost of slow tiles in one compute set from the causes UNUSED and UNEQUAL of its
 * operation. Both causes include the waiting of other tiles for slow tiles. */
static void
causes_subtract_gain (PoplensTimeCauses *self, const PoplensIdTable *causes,
                      const PoplensTimeGain *gain)
{
  guint32 step = self->time->execution->row_step[gain->row], tiles = self->time->tiles;
  guint32 operation = causes_find_operation (self, poplens_step_names_get (self->names, step));
  guint32 with_work = self->time->row_tiles[gain->row];
  PoplensTimeCause *unused = causes_find_for_gain (self, causes, POPLENS_CAUSE_UNUSED, operation);
  PoplensTimeCause *unequal = causes_find_for_gain (self, causes, POPLENS_CAUSE_UNEQUAL, operation);
  double mean = with_work ? (with_work - 1.) / with_work : 0;
  guint64 stays = (guint64) ((double) gain->hidden * tiles * mean + 0.5);
  PoplensTimeTileWaits waits = poplens_time_divide_wait (
      self->time, &self->time->ipus[gain->place], gain->row,
      (double) (tiles - with_work) / MAX (tiles - 1, 1), gain->cycles * (tiles - 1));

  if (unused)
    cause_subtract_gain (unused, gain, waits.unused, 0, stays);
  if (unequal)
    cause_subtract_gain (unequal, gain, waits.unequal,
                         waits.alone - MIN (waits.alone, waits.unequal), stays);
}

void
poplens_time_causes_take (PoplensTimeCauses *self, const GArray *gains)
{
  g_auto (PoplensIdTable) causes = {0};

  for (guint32 c = 0; c < self->causes->len; c++) {
    const PoplensTimeCause *cause = poplens_time_cause_at (self, c);
    poplens_id_table_add (&causes, time_cause_key (cause->kind, cause->subject), c);
  }
  for (guint g = 0; g < gains->len; g++)
    causes_subtract_gain (self, &causes, &g_array_index (gains, PoplensTimeGain, g));
}

/* ---- savings --------------------------------------------------------------------------------- */

/* Returns the subjects of all causes of @kind among the @n @causes. (transfer full): set of string
 * ids */
static GHashTable *
causes_find_subjects (const PoplensTimeCauses *self, const guint32 *causes, guint n,
                      PoplensTimeCauseKind kind)
{
  GHashTable *found = g_hash_table_new (NULL, NULL);

  for (guint c = 0; c < n; c++) {
    const PoplensTimeCause *cause = poplens_time_cause_at (self, causes[c]);
    if (cause->kind == kind)
      g_hash_table_add (found, GUINT_TO_POINTER (cause->subject));
  }
  return found;
}

/* Removes each join from the replay if IPUs wait there only for removed copies. @gone: set of
 * string ids: streams of the removed copies. */
static void
replay_remove_joins (const PoplensTimeCauses *self, GHashTable *gone, PoplensTimeReplay *replay)
{
  for (guint i = 0, n; g_hash_table_size (gone) && i < self->copies->len; i += n) {
    const PoplensTimeJoinCopy *copy = &g_array_index (self->copies, PoplensTimeJoinCopy, i);
    gboolean all = TRUE;
    for (n = 0; i + n < self->copies->len && copy[n].join == copy->join; n++)
      all &= g_hash_table_contains (gone, GUINT_TO_POINTER (copy[n].subject));
    if (all)
      poplens_time_replay_remove_join (replay, copy->join);
  }
}

double
poplens_time_causes_saving (const PoplensTimeCauses *self, const guint32 *causes, guint n)
{
  g_autoptr (PoplensTimeReplay) replay = poplens_time_replay_copy (self->measured);
  /* Operations whose UNUSED is removed: their work would be distributed over all tiles. Work of
   * other operations would be distributed over the tiles that have work already. */
  g_autoptr (GHashTable) spread = causes_find_subjects (self, causes, n, POPLENS_CAUSE_UNUSED);
  g_autoptr (GHashTable) copied = causes_find_subjects (self, causes, n, POPLENS_CAUSE_HOST);
  double tiles = self->time->tiles;
  gboolean slow = FALSE;

  for (guint c = 0; c < n; c++)
    slow |= poplens_time_cause_at (self, causes[c])->kind == POPLENS_CAUSE_STRAGGLER;
  for (guint c = 0; c < n; c++) {
    const PoplensTimeCause *cause = poplens_time_cause_at (self, causes[c]);
    gboolean alone = cause->kind == POPLENS_CAUSE_UNEQUAL &&
                     !g_hash_table_contains (spread, GUINT_TO_POINTER (cause->subject));
    for (guint32 p = 0; p < cause->pieces->len; p++) {
      const PoplensTimePiece *piece = &g_array_index (cause->pieces, PoplensTimePiece, p);
      guint64 cycles = piece->tile_cycles + (alone ? piece->more : 0);
      if (!slow && (alone || cause->kind == POPLENS_CAUSE_UNUSED))
        cycles -= MIN (cycles, piece->stays);
      poplens_time_replay_shorten (replay, piece->place, piece->epoch, piece->after, cycles);
    }
  }
  replay_remove_joins (self, copied, replay);
  return (double) (self->to - self->from) - (double) poplens_time_replay_run (replay) / tiles;
}
