/* Sums up transfers: exchanges between tiles, exchanges between IPUs, and copies with the host by
 * their streams. Finds how many cycles of a transfer compute hides, and by how many cycles the
 * transfer delays the program. */
#include "analysis/time/time-transfers.h"

#include "analysis/time/time-causes.h"
#include "analysis/time/time-private.h"
#include "analysis/trace/step-names.h"

#include <math.h>
#include <string.h>

/* At this number of pending intervals, a transfer sums and removes the intervals that no later step
 * can overlap. */
#define MOST_OPEN 1024

enum { EXCHANGE, INTER_IPU, NO_NAME };

/* ---- transfer of each program ---------------------------------------------------------------- */

typedef struct {
  const PoplensTime *time;
  const PoplensTimeInput *input;
  PoplensTimeTransfers *out;
  GArray *groups; /* PoplensTimeTransfer of each transfer; sums over IPUs are filled at the end */
  GHashTable *named; /* streams → index in .groups */
  guint32 *group_of; /* [programs] index in .groups of each program that is part of a copy */
} TransferSearch;

static guint
transfers_add_group (TransferSearch *self, PoplensTransferKind kind, const char *streams)
{
  PoplensTimeTransfer group = {.kind = kind, .place = G_MAXUINT, .longest_row = G_MAXUINT32};

  group.streams = g_string_chunk_insert_const (self->out->texts, streams);
  g_array_append_val (self->groups, group);
  return self->groups->len - 1;
}

static guint
transfers_find_group (TransferSearch *self, const char *streams)
{
  gpointer group;

  if (g_hash_table_lookup_extended (self->named, streams, NULL, &group))
    return GPOINTER_TO_UINT (group);
  guint new = transfers_add_group (self, POPLENS_TRANSFER_COPY, streams);
  g_hash_table_insert (self->named,
                       (gpointer) g_array_index (self->groups, PoplensTimeTransfer, new).streams,
                       GUINT_TO_POINTER (new));
  return new;
}

static gboolean
program_is_copy (PoplensProgramKind kind)
{
  return kind == POPLENS_PROGRAM_STREAM_COPY_BEGIN || kind == POPLENS_PROGRAM_STREAM_COPY_MID ||
         kind == POPLENS_PROGRAM_STREAM_COPY_END;
}

/* Returns the remote buffers that some copy of the program reads, as a set of string ids.
 * @exchanges: (nullable): NULL: the set is empty. (transfer full) */
static GHashTable *
find_read_back (const PoplensExchanges *exchanges)
{
  GHashTable *read = g_hash_table_new (NULL, NULL);

  for (guint32 i = 0; exchanges && i < exchanges->n_streams; i++)
    if (exchanges->streams[i].remote_buffer && !exchanges->streams[i].to_host)
      g_hash_table_add (read, GUINT_TO_POINTER (exchanges->streams[i].stream));
  return read;
}

/* Adds the properties of a stream to those of its copy in @mids. A copy has the property REMOTE
 * only if all of its streams are remote buffers; streams of the profiler do not count. @mids:
 * PoplensTransferWay bits by id of the StreamCopyMid. @read_back: see find_read_back (). */
static void
copy_add_stream (GHashTable *mids, const PoplensExchanges *exchanges,
                 const PoplensHostStream *stream, GHashTable *read_back)
{
  gpointer mid = GUINT_TO_POINTER (stream->mid_id);
  guint ways = GPOINTER_TO_UINT (g_hash_table_lookup (mids, mid));
  guint way = stream->to_host ? POPLENS_TRANSFER_TO_HOST : POPLENS_TRANSFER_FROM_HOST;
  gboolean remote =
      stream->remote_buffer && (!(ways & POPLENS_TRANSFER_WAYS) || ways & POPLENS_TRANSFER_REMOTE);

  if (poplens_time_is_timing_stream (poplens_strings_get (exchanges->strings, stream->stream)))
    ways |= POPLENS_TRANSFER_PROFILER;
  else
    ways = (ways & ~(guint) POPLENS_TRANSFER_REMOTE) | way | (remote ? POPLENS_TRANSFER_REMOTE : 0);
  if (g_hash_table_contains (read_back, GUINT_TO_POINTER (stream->stream)))
    ways |= POPLENS_TRANSFER_READ_BACK;
  g_hash_table_insert (mids, mid, GUINT_TO_POINTER (ways));
}

GHashTable *
poplens_time_copy_ways (const PoplensPrograms *programs, const PoplensExchanges *exchanges)
{
  GHashTable *found = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) mids = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) read_back = find_read_back (exchanges);

  for (guint32 i = 0; exchanges && i < exchanges->n_streams; i++)
    copy_add_stream (mids, exchanges, &exchanges->streams[i], read_back);
  for (guint32 row = 0; programs && row < programs->n; row++) {
    if (programs->kind[row] != POPLENS_PROGRAM_STREAM_COPY_MID)
      continue;
    const char *name = poplens_copy_name (programs, programs->id[row]);
    guint ways = GPOINTER_TO_UINT (
        g_hash_table_lookup (mids, GUINT_TO_POINTER (programs->variant_index[row])));
    guint known = GPOINTER_TO_UINT (g_hash_table_lookup (found, name));
    /* Streams of the profiler set no direction, but go to the host. */
    if (ways == POPLENS_TRANSFER_PROFILER)
      ways |= POPLENS_TRANSFER_TO_HOST;
    guint all = known | ways;
    if (known && !(known & ways & POPLENS_TRANSFER_REMOTE))
      all &= ~(guint) POPLENS_TRANSFER_REMOTE;
    g_hash_table_insert (found, (gpointer) name, GUINT_TO_POINTER (all));
  }
  return found;
}

static void
transfers_find_groups (TransferSearch *self)
{
  const PoplensPrograms *programs = self->input->programs;
  g_autoptr (GHashTable) ways = poplens_time_copy_ways (programs, self->input->exchanges);

  transfers_add_group (self, POPLENS_TRANSFER_EXCHANGE, "");
  transfers_add_group (self, POPLENS_TRANSFER_INTER_IPU, "");
  transfers_find_group (self, poplens_copy_name (NULL, POPLENS_NO_PROGRAM));
  self->group_of = g_new (guint32, programs ? MAX (programs->n, 1) : 1);
  for (guint32 row = 0; programs && row < programs->n; row++) {
    self->group_of[row] = NO_NAME;
    if (!program_is_copy (programs->kind[row]))
      continue;
    const char *name = poplens_copy_name (programs, programs->id[row]);
    self->group_of[row] = transfers_find_group (self, name);
    g_array_index (self->groups, PoplensTimeTransfer, self->group_of[row]).ways =
        GPOINTER_TO_UINT (g_hash_table_lookup (ways, name)) & POPLENS_TRANSFER_WAYS;
  }
}

static guint32
step_program_row (const TransferSearch *self, guint32 step)
{
  const PoplensPrograms *programs = self->input->programs;
  guint32 program = self->time->execution->step_program[step];

  return programs && program != POPLENS_NO_PROGRAM ? poplens_programs_find (programs, program)
                                                   : POPLENS_NO_ROW;
}

/* Returns the index of the transfer to which a step belongs; G_MAXUINT if it belongs to none. */
static guint
step_group (const TransferSearch *self, PoplensStepKind kind, guint32 program)
{
  switch (kind) {
  case POPLENS_STEP_DO_EXCHANGE:
    return EXCHANGE;
  case POPLENS_STEP_GLOBAL_EXCHANGE:
    return INTER_IPU;
  case POPLENS_STEP_STREAM_COPY_BEGIN:
  case POPLENS_STEP_STREAM_COPY_MID:
  case POPLENS_STEP_STREAM_COPY_END:
    return program == POPLENS_NO_ROW ? NO_NAME : self->group_of[program];
  default:
    return G_MAXUINT;
  }
}

/* ---- cycles of an IPU ------------------------------------------------------------------------ */

typedef struct {
  guint64 from, to;
} TransferInterval;

typedef struct {
  PoplensTimeTransfer sum;
  GArray *open; /* TransferInterval: intervals that are not summed yet; they may overlap */
  guint limit;  /* length of .open at which its intervals are merged next */
} TransferGroup;

typedef struct {
  const TransferSearch *making;
  const PoplensTimeIpu *ipu;
  TransferGroup *groups;
  guint32 *times; /* [programs] number of executed steps of the program that moved bytes */
  guint near;     /* segment of the last interval, where the next search begins */
} IpuTransfers;

static int
compare_intervals (gconstpointer a, gconstpointer b)
{
  const TransferInterval *x = a, *y = b;

  return (x->from > y->from) - (x->from < y->from);
}

static void
transfer_add_interval (IpuTransfers *self, PoplensTimeTransfer *sum,
                       const TransferInterval *interval)
{
  const PoplensTime *time = self->making->time;
  guint s = self->near = poplens_time_find_near (self->ipu, self->near, interval->from);

  for (; s < self->ipu->segments->len; s++) {
    const PoplensTimeSegment *at = poplens_time_segment (self->ipu, s);
    if (at->from >= interval->to)
      break;
    guint64 cycles = MIN (poplens_time_segment_to (time, self->ipu, s), interval->to) -
                     MAX ((guint64) at->from, interval->from);
    if (at->bound == POPLENS_BOUND_OUTSIDE)
      continue;
    sum->cycles += cycles;
    sum->hidden += at->bound == POPLENS_BOUND_COMPUTE ? cycles : 0;
  }
}

/* Merges overlapping intervals of a group. Sums up and removes those that end at @until or before.
 * @until: cycle before which no later interval begins. */
static void
transfer_merge_intervals (IpuTransfers *self, TransferGroup *group, guint64 until)
{
  TransferInterval *at = (TransferInterval *) (gpointer) group->open->data;
  guint n = 0, left = 0;

  g_array_sort (group->open, compare_intervals);
  for (guint i = 0; i < group->open->len; i++)
    if (n && at[i].from <= at[n - 1].to)
      at[n - 1].to = MAX (at[n - 1].to, at[i].to);
    else
      at[n++] = at[i];
  for (guint i = 0; i < n; i++)
    if (at[i].to <= until)
      transfer_add_interval (self, &group->sum, &at[i]);
    else
      at[left++] = at[i];
  g_array_set_size (group->open, left);
  group->limit = MAX (MOST_OPEN, 2 * left);
}

/* Counts a step that moves bytes: an exchange, or the Mid of a copy. Begin and End of a copy only
 * wait. */
static void
ipu_add_moving (IpuTransfers *self, PoplensTimeTransfer *sum, const PoplensScanStepTimes *fields,
                guint32 program)
{
  sum->steps++;
  sum->moving += fields->cycles;
  if (program != POPLENS_NO_ROW)
    self->times[program]++;
}

/* TRUE if the step that ends at cycle @to is outside the program. Its begin does not count, because
 * every run begins outside the program, until the host has started it. */
static gboolean
ipu_is_outside (IpuTransfers *self, guint64 to)
{
  guint segment = poplens_time_find_near (self->ipu, self->near, to - 1);

  return poplens_time_segment (self->ipu, segment)->bound == POPLENS_BOUND_OUTSIDE;
}

static gboolean
ipu_add_row (guint32 row, const PoplensScanStepTimes *fields, gpointer ipu, GError **error)
{
  IpuTransfers *self = ipu;
  const PoplensTimeTransfers *out = self->making->out;
  const PoplensExecution *x = self->making->time->execution;
  PoplensStepKind kind = poplens_execution_step_kind (x, x->row_step[row]);
  TransferInterval whole = {MAX (fields->base + fields->active_from_min, out->from),
                            MIN (fields->base + fields->active_to_max, out->to)};

  if (poplens_time_work_of (kind) == POPLENS_WORK_COMPUTE || !fields->active_tiles ||
      whole.from >= whole.to)
    return TRUE;
  guint32 program = step_program_row (self->making, x->row_step[row]);
  guint at = step_group (self->making, kind, program);
  if (at == G_MAXUINT || ipu_is_outside (self, whole.to))
    return TRUE;
  TransferGroup *group = &self->groups[at];
  if (poplens_time_work_of (kind) != POPLENS_NO_WORK)
    ipu_add_moving (self, &group->sum, fields, program);
  if (whole.to - whole.from > group->sum.longest) {
    group->sum.longest = whole.to - whole.from;
    group->sum.longest_row = row;
  }
  g_array_append_val (group->open, whole);
  /* Later rows begin at this row's base or later, so intervals that end before it are complete. */
  if (group->open->len >= group->limit)
    transfer_merge_intervals (self, group, fields->base);
  return TRUE;
}

static void
ipu_transfers_init (const TransferSearch *making, IpuTransfers *self, guint place)
{
  guint n = making->groups->len;

  self->making = making;
  self->ipu = &making->time->ipus[place];
  self->groups = g_new0 (TransferGroup, n);
  self->times = g_new0 (guint32, making->input->programs ? making->input->programs->n + 1 : 1);
  for (guint g = 0; g < n; g++) {
    self->groups[g].sum = g_array_index (making->groups, PoplensTimeTransfer, g);
    self->groups[g].sum.place = place;
    self->groups[g].sum.blocking = NAN;
    self->groups[g].open = g_array_new (FALSE, FALSE, sizeof (TransferInterval));
    self->groups[g].limit = MOST_OPEN;
  }
}

static void
ipu_transfers_clear (IpuTransfers *self)
{
  for (guint g = 0; g < self->making->groups->len; g++)
    g_array_unref (self->groups[g].open);
  g_free (self->groups);
  g_free (self->times);
}

/* ---- bytes ----------------------------------------------------------------------------------- */

static guint64
lists_ipu_bytes (const PoplensLists *lists, guint32 row, guint32 ipu)
{
  return lists && row < poplens_lists_n_rows (lists) ? poplens_lists_sum_at (lists, row, &ipu, 1)
                                                     : 0;
}

static void
ipu_add_bytes (IpuTransfers *self)
{
  static const PoplensExchangeKind kinds[] = {
      [POPLENS_TRANSFER_EXCHANGE] = POPLENS_EXCHANGE_INTERNAL,
      [POPLENS_TRANSFER_INTER_IPU] = POPLENS_EXCHANGE_GLOBAL,
      [POPLENS_TRANSFER_COPY] = POPLENS_EXCHANGE_HOST};
  const PoplensPrograms *programs = self->making->input->programs;
  const PoplensExchanges *exchanges = self->making->input->exchanges;

  for (guint32 p = 0; programs && exchanges && p < programs->n; p++) {
    if (!self->times[p])
      continue;
    guint g = programs->kind[p] == POPLENS_PROGRAM_DO_EXCHANGE       ? EXCHANGE
              : programs->kind[p] == POPLENS_PROGRAM_GLOBAL_EXCHANGE ? INTER_IPU
                                                                     : self->making->group_of[p];
    PoplensTimeTransfer *sum = &self->groups[g].sum;
    const PoplensExchangeTable *table = &exchanges->tables[kinds[sum->kind]];
    guint32 row = poplens_exchanges_find (exchanges, kinds[sum->kind], programs->variant_index[p]);
    sum->received += self->times[p] * lists_ipu_bytes (table->received_by_ipu, row, self->ipu->ipu);
    sum->sent += self->times[p] * lists_ipu_bytes (table->sent_by_ipu, row, self->ipu->ipu);
  }
}

double
poplens_time_transfer_speed (const PoplensTimeTransfer *self)
{
  guint64 bytes = self->received + self->sent;

  return bytes && self->moving ? (double) bytes / (double) self->moving : NAN;
}

/* ---- blocking -------------------------------------------------------------------------------- */

static PoplensTimeTransfer *
cause_find_transfer (TransferSearch *self, const PoplensTimeCauses *causes,
                     const PoplensTimeCause *cause)
{
  gpointer group = NULL;

  if (cause->kind == POPLENS_CAUSE_EXCHANGE)
    group = GUINT_TO_POINTER (EXCHANGE);
  else if (cause->kind == POPLENS_CAUSE_INTER_IPU)
    group = GUINT_TO_POINTER (INTER_IPU);
  else if (cause->kind != POPLENS_CAUSE_HOST ||
           !g_hash_table_lookup_extended (
               self->named, poplens_strings_get (causes->strings, cause->subject), NULL, &group))
    return NULL;
  return &g_array_index (self->groups, PoplensTimeTransfer, GPOINTER_TO_UINT (group));
}

/* Fills .blocking of each transfer by replay without the transfer's causes (time-causes.h).
 * Findings use the same causes, so they show the same saving. FALSE with @error. */
static gboolean
transfers_add_blocking (TransferSearch *self, const PoplensWork *work, GError **error)
{
  g_autoptr (PoplensTimeCauses) causes = poplens_time_causes_new (
      self->time, self->input, self->out->from, self->out->to, work, error);
  g_autoptr (GPtrArray) of = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  if (!causes)
    return FALSE;
  for (guint g = 0; g < self->groups->len; g++)
    g_ptr_array_add (of, g_array_new (FALSE, FALSE, sizeof (guint32)));
  for (guint32 c = 0; c < causes->causes->len; c++) {
    const PoplensTimeCause *cause = poplens_time_cause_at (causes, c);
    PoplensTimeTransfer *group = cause_find_transfer (self, causes, cause);
    if (!group)
      continue;
    g_array_append_val (
        g_ptr_array_index (of, group - (PoplensTimeTransfer *) (gpointer) self->groups->data), c);
  }
  for (guint g = 0; g < of->len; g++) {
    const GArray *list = g_ptr_array_index (of, g);
    if (list->len)
      g_array_index (self->groups, PoplensTimeTransfer, g).blocking =
          poplens_time_causes_saving (causes, (const guint32 *) (gpointer) list->data, list->len);
  }
  return TRUE;
}

/* ---- constructor ----------------------------------------------------------------------------- */

static void
transfer_add (PoplensTimeTransfer *self, const PoplensTimeTransfer *other)
{
  self->steps += other->steps;
  self->cycles += other->cycles;
  self->hidden += other->hidden;
  self->moving += other->moving;
  self->received += other->received;
  self->sent += other->sent;
  if (other->longest > self->longest) {
    self->longest = other->longest;
    self->longest_row = other->longest_row;
  }
}

static int
compare_transfers (gconstpointer a, gconstpointer b)
{
  const PoplensTimeTransfer *x = a, *y = b;
  guint64 shown_x = x->cycles - x->hidden, shown_y = y->cycles - y->hidden;

  if (x->blocking != y->blocking)
    return x->blocking > y->blocking ? -1 : 1;
  if (shown_x != shown_y)
    return shown_x > shown_y ? -1 : 1;
  return x->kind != y->kind ? (int) x->kind - (int) y->kind : strcmp (x->streams, y->streams);
}

static int
compare_on_ipu (gconstpointer a, gconstpointer b)
{
  const PoplensTimeTransfer *x = a, *y = b;
  guint64 shown_x = x->cycles - x->hidden, shown_y = y->cycles - y->hidden;

  if (x->place != y->place)
    return x->place < y->place ? -1 : 1;
  if (shown_x != shown_y)
    return shown_x > shown_y ? -1 : 1;
  return x->kind != y->kind ? (int) x->kind - (int) y->kind : strcmp (x->streams, y->streams);
}

static void
transfers_add_ipu (TransferSearch *self, IpuTransfers *ipu)
{
  ipu_add_bytes (ipu);
  for (guint g = 0; g < self->groups->len; g++) {
    TransferGroup *group = &ipu->groups[g];
    transfer_merge_intervals (ipu, group, G_MAXUINT64);
    if (!group->sum.longest)
      continue;
    transfer_add (&g_array_index (self->groups, PoplensTimeTransfer, g), &group->sum);
    g_array_append_val (self->out->by_ipu, group->sum);
  }
}

static gboolean
transfers_add_ipus (TransferSearch *self, const PoplensWork *work, GError **error)
{
  guint n = self->time->n_ipus;
  g_autofree IpuTransfers *ipus = g_new0 (IpuTransfers, n + 1);

  for (guint i = 0; i < n; i++)
    ipu_transfers_init (self, &ipus[i], i);
  gboolean done = poplens_time_each_row (self->input, self->time, work, 0, 0.9, ipu_add_row, ipus,
                                         sizeof *ipus, error);
  for (guint i = 0; i < n; i++) {
    if (done)
      transfers_add_ipu (self, &ipus[i]);
    ipu_transfers_clear (&ipus[i]);
  }
  return done;
}

/* Adds the transfers that have cycles in the range to the result, and sorts it. */
static void
transfers_collect (TransferSearch *self)
{
  for (guint g = 0; g < self->groups->len; g++) {
    const PoplensTimeTransfer *group = &g_array_index (self->groups, PoplensTimeTransfer, g);
    if (group->longest)
      g_array_append_vals (self->out->all, group, 1);
  }
  g_array_sort (self->out->all, compare_transfers);
  g_array_sort (self->out->by_ipu, compare_on_ipu);
}

PoplensTimeTransfers *
poplens_time_transfers_new (const PoplensTime *time, const PoplensTimeInput *input, guint64 from,
                            guint64 to, const PoplensWork *work, GError **error)
{
  g_autoptr (PoplensTimeTransfers) out = g_atomic_rc_box_new0 (PoplensTimeTransfers);
  g_autoptr (GHashTable) named = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GArray) groups = g_array_new (FALSE, FALSE, sizeof (PoplensTimeTransfer));
  TransferSearch self = {
      .time = time, .input = input, .out = out, .groups = groups, .named = named};

  out->to = MIN (to, time->total);
  out->from = MIN (from, out->to);
  out->all = g_array_new (FALSE, FALSE, sizeof (PoplensTimeTransfer));
  out->by_ipu = g_array_new (FALSE, FALSE, sizeof (PoplensTimeTransfer));
  out->texts = g_string_chunk_new (1024);
  transfers_find_groups (&self);
  gboolean done =
      transfers_add_ipus (&self, work, error) && transfers_add_blocking (&self, work, error);
  g_free (self.group_of);
  if (!done)
    return NULL;
  transfers_collect (&self);
  return g_steal_pointer (&out);
}

static void
transfers_clear (gpointer data)
{
  PoplensTimeTransfers *self = data;

  g_array_unref (self->all);
  g_array_unref (self->by_ipu);
  g_string_chunk_free (self->texts);
}

PoplensTimeTransfers *
poplens_time_transfers_ref (PoplensTimeTransfers *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
poplens_time_transfers_unref (PoplensTimeTransfers *self)
{
  g_atomic_rc_box_release_full (self, transfers_clear);
}
