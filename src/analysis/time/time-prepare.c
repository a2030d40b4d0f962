/* Prepares PoplensTime for the sweep (time-sweep.c), from columns of the execution and the
 * programs: finds steps of the profiler, the start of each run by the host, and joins of IPUs. Also
 * estimates how much memory the advice of a finding needs. */
#include "analysis/time/time-findings-private.h"
#include "analysis/time/time-private.h"
#include "analysis/trace/trace-variation.h"
#include "base/format.h"
#include "base/search.h"

#include <math.h>
#include <string.h>

/* ---- memory for advice ----------------------------------------------------------------------- */

/* Tells how much memory is free for the advice of a finding, such as larger batches or I/O
 * tiles. */

/* Number of I/O tiles that the advice suggests. */
#define IO_TILES 32

/* Purpose of the memory that an advice needs: to spread data over more tiles, for larger batches,
 * for I/O tiles, or for moved layers. */
typedef enum { NOTHING, SPREADING, BATCHES, IO, LAYERS } MemoryNeed;

static MemoryNeed
candidate_memory_need (const PoplensTimeCandidate *candidate)
{
  static const MemoryNeed needs[POPLENS_TIME_N_KINDS] = {
      [POPLENS_TIME_STAGES_UNBALANCED] = LAYERS, [POPLENS_TIME_OWN_TILES] = SPREADING,
      [POPLENS_TIME_FEW_TILES] = SPREADING,      [POPLENS_TIME_UNEQUAL_LOAD] = SPREADING,
      [POPLENS_TIME_EXCHANGE_BOUND] = BATCHES,   [POPLENS_TIME_INTER_IPU_EXCHANGE] = BATCHES,
      [POPLENS_TIME_SYNC_OVERHEAD] = BATCHES,
  };

  if (candidate->kind != POPLENS_TIME_HOST_COPY)
    return needs[candidate->kind];
  if (!*candidate->subject)
    return NOTHING;
  if (!(candidate->ways & POPLENS_TRANSFER_REMOTE))
    return IO;
  return candidate->ways & POPLENS_TRANSFER_READ_BACK ? SPREADING : NOTHING;
}

typedef struct {
  const PoplensMemory *memory;
  const PoplensTarget *target;
  guint32 n, fullest; /* number of tiles; index in .memory of the tile with the most bytes */
  guint64 bytes;      /* memory of these n tiles, gaps included */
} FreeTiles;

/* Sums up the memory of the tiles of @ipu; G_MAXUINT32: of all IPUs. FALSE if the memory of tiles,
 * or its capacity, is not known. */
static gboolean
free_tiles_init (FreeTiles *self, const PoplensTimeFindingsInput *input, guint32 ipu)
{
  *self = (FreeTiles){input->memory, input->target, 0, G_MAXUINT32, 0};
  if (!self->memory || self->memory->from_archive || !self->target || !self->target->bytes_per_tile)
    return FALSE;
  for (guint32 t = 0; t < self->memory->n_tiles; t++) {
    if (ipu != G_MAXUINT32 &&
        ipu != poplens_target_ipu_of_tile (self->target, self->memory->tile[t]))
      continue;
    guint32 bytes = self->memory->total_including_gaps[t];
    if (!self->n++ || bytes > self->memory->total_including_gaps[self->fullest])
      self->fullest = t;
    self->bytes += bytes;
  }
  return self->n > 0;
}

/* Returns "Tile 5, the fullest of IPU 0, has 2.5 KiB of 624 KiB free." (transfer full) */
static char *
tiles_describe_free (const FreeTiles *self)
{
  guint32 tile = self->memory->tile[self->fullest];
  guint64 used = self->memory->total_including_gaps[self->fullest];
  guint64 capacity = self->target->bytes_per_tile;
  PoplensNumber left, all;

  return g_strdup_printf (
      "Tile %u, the fullest of IPU %u, has %s of %s free.", tile,
      poplens_target_ipu_of_tile (self->target, tile),
      used < capacity ? poplens_format_bytes (left, capacity - used, POPLENS_BYTE_UNIT_BINARY)
                      : "nothing",
      poplens_format_bytes (all, capacity, POPLENS_BYTE_UNIT_BINARY));
}

/* Appends how much more memory the other tiles need if IO_TILES tiles do nothing but I/O. */
static void
tiles_append_io (const FreeTiles *self, GString *text)
{
  PoplensNumber more;

  if (self->n <= IO_TILES)
    return;
  guint64 moved = self->bytes / self->n * IO_TILES / (self->n - IO_TILES);
  g_string_append_printf (text, " %u I/O tiles leave each other tile about %s more, in the mean.",
                          IO_TILES, poplens_format_bytes (more, moved, POPLENS_BYTE_UNIT_BINARY));
  if (self->memory->total_including_gaps[self->fullest] + moved > self->target->bytes_per_tile)
    g_string_append (text, " That is more than the fullest tile has free.");
}

/* TRUE if the fullest tile cannot hold its not-always-live data twice. A micro-batch of twice the
 * size needs that. */
static gboolean
tiles_are_tight (const FreeTiles *self)
{
  guint32 bytes = self->memory->not_always_live_max[self->fullest];
  guint64 used = self->memory->total_including_gaps[self->fullest];

  return bytes != G_MAXUINT32 && used + bytes > self->target->bytes_per_tile;
}

static void
tiles_append_batches (const FreeTiles *self, GString *text)
{
  guint32 bytes = self->memory->not_always_live_max[self->fullest];
  PoplensNumber more;

  if (bytes == G_MAXUINT32 || tiles_are_tight (self))
    return;
  g_string_append_printf (
      text, " Twice the micro-batch needs about %s more there, if all not-always-live data grow.",
      poplens_format_bytes (more, bytes, POPLENS_BYTE_UNIT_BINARY));
}

/* Appends the advice of each action and, if there are several actions, the saving of each. */
static void
candidate_append_actions (const PoplensTimeCandidate *candidate, const PoplensTimeAction *actions,
                          guint n, GString *text)
{
  PoplensNumber cycles;

  for (guint i = 0; i < n; i++) {
    g_string_append_printf (text, "%s%s", i ? " " : "", actions[i].advice);
    if (n > 1)
      g_string_append_printf (
          text, " At most %s.",
          poplens_format_items (cycles, (guint64) (fmax (actions[i].saving, 0) + 0.5), "cycle"));
  }
  if (candidate->ways & POPLENS_TRANSFER_PROFILER && *candidate->subject)
    g_string_append (text, " The profiler's streams in it go away without debug.instrument.");
}

char *
poplens_time_advice (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate,
                     guint32 ipu, PoplensTimeAction *actions, guint n, char **room)
{
  GString *text = g_string_new (NULL);
  MemoryNeed needs = candidate_memory_need (candidate);
  FreeTiles tiles;
  gboolean is_known = free_tiles_init (&tiles, self->input, ipu);

  *room = NULL;
  for (guint i = 0; is_known && tiles_are_tight (&tiles) && i < n; i++)
    if (actions[i].tight)
      actions[i].advice = actions[i].tight;
  candidate_append_actions (candidate, actions, n, text);
  if (needs == NOTHING || !is_known)
    return g_string_free (text, FALSE);
  if (needs == LAYERS && !self->layers.n_moves)
    g_string_append_printf (text, " IPU %u has the least work.", ipu);
  *room = tiles_describe_free (&tiles);
  g_string_append_printf (text, " %s", *room);
  /* Poplar takes the I/O tiles from each IPU, and their data moves to other tiles of the same IPU.
   * So count only the tiles of the fullest tile's IPU. */
  if (needs == IO && ipu == G_MAXUINT32)
    free_tiles_init (&tiles, self->input,
                     poplens_target_ipu_of_tile (tiles.target, tiles.memory->tile[tiles.fullest]));
  if (needs == IO)
    tiles_append_io (&tiles, text);
  if (needs == BATCHES)
    tiles_append_batches (&tiles, text);
  return g_string_free (text, FALSE);
}

/* ---- roles of programs ----------------------------------------------------------------------- */

/* Names of streams that Poplar adds. The streams *_TIMING copy measured durations to the host. The
 * other two streams start a run. */
#define COPY_TIMING "streamCopyTimingInfoStream_"
#define STEP_TIMING "timingInfoStream_ipu#"
#define SYNC_ID "_sync_id"
#define PROGRAM_ID "programId"

static gboolean
stream_is_program_id (const char *stream)
{
  const char *digits = stream + strlen (PROGRAM_ID);

  return g_str_has_prefix (stream, PROGRAM_ID) && *digits &&
         strspn (digits, "0123456789") == strlen (digits);
}

gboolean
poplens_time_is_start_stream (const char *stream)
{
  return g_str_equal (stream, SYNC_ID) || stream_is_program_id (stream);
}

gboolean
poplens_time_is_timing_stream (const char *stream)
{
  return g_str_has_prefix (stream, COPY_TIMING) || g_str_has_prefix (stream, STEP_TIMING);
}

/* Returns a map: id of a StreamCopyMid → PoplensTimeRole bits + 1. A copy belongs to the profiler
 * only if all of its streams belong to the profiler. (transfer full) */
static GHashTable *
find_copy_roles (const PoplensExchanges *exchanges)
{
  GHashTable *copies = g_hash_table_new (NULL, NULL);

  for (guint32 i = 0; exchanges && i < exchanges->n_streams; i++) {
    const PoplensHostStream *stream = &exchanges->streams[i];
    const char *name = poplens_strings_get (exchanges->strings, stream->stream);
    gpointer key = GUINT_TO_POINTER (stream->mid_id);
    guint known = GPOINTER_TO_UINT (g_hash_table_lookup (copies, key));
    guint bits = known ? known - 1 : POPLENS_TIME_PROFILES;
    if (poplens_time_is_start_stream (name))
      bits |= POPLENS_TIME_STARTS;
    if (!poplens_time_is_timing_stream (name))
      bits &= ~(guint) POPLENS_TIME_PROFILES;
    g_hash_table_insert (copies, key, GUINT_TO_POINTER (bits + 1));
  }
  return copies;
}

/* Sets @bits on the StreamCopyMid in the row @mid of the programs, and on the Begin and End of the
 * same copy. Begin and End are in the adjacent rows, with consecutive ids. */
static void
set_copy_roles (PoplensTimeMaking *making, guint32 mid, guint bits)
{
  const PoplensPrograms *programs = making->input->programs;

  making->roles[mid] |= (guint8) bits;
  if (mid && programs->kind[mid - 1] == POPLENS_PROGRAM_STREAM_COPY_BEGIN &&
      programs->id[mid - 1] + 1 == programs->id[mid])
    making->roles[mid - 1] |= (guint8) bits;
  if (mid + 1 < programs->n && programs->kind[mid + 1] == POPLENS_PROGRAM_STREAM_COPY_END &&
      programs->id[mid + 1] == programs->id[mid] + 1)
    making->roles[mid + 1] |= (guint8) bits;
}

static void
making_find_roles (PoplensTimeMaking *making)
{
  const PoplensPrograms *programs = making->input->programs;
  g_autoptr (GHashTable) copies = find_copy_roles (making->input->exchanges);

  making->roles = g_new0 (guint8, programs ? MAX (programs->n, 1) : 1);
  for (guint32 row = 0; programs && row < programs->n; row++) {
    guint bits = GPOINTER_TO_UINT (
        g_hash_table_lookup (copies, GUINT_TO_POINTER (programs->variant_index[row])));
    if (programs->kind[row] == POPLENS_PROGRAM_STREAM_COPY_MID && bits)
      set_copy_roles (making, row, bits - 1);
    if (g_str_has_prefix (poplens_strings_get (programs->strings, programs->name[row]),
                          "InstrumentationDump"))
      making->roles[row] |= POPLENS_TIME_PROFILES;
  }
}

guint
poplens_time_role (const PoplensTimeMaking *making, guint32 step)
{
  const PoplensPrograms *programs = making->input->programs;
  guint32 program = making->input->execution->step_program[step];
  guint32 row = programs && program != POPLENS_NO_PROGRAM
                    ? poplens_programs_find (programs, program)
                    : POPLENS_NO_ROW;

  return row == POPLENS_NO_ROW ? 0 : making->roles[row];
}

PoplensTileWork
poplens_time_work_of (PoplensStepKind kind)
{
  switch (kind) {
  case POPLENS_STEP_ON_TILE_EXECUTE:
    return POPLENS_WORK_COMPUTE;
  case POPLENS_STEP_DO_EXCHANGE:
    return POPLENS_WORK_EXCHANGE;
  case POPLENS_STEP_GLOBAL_EXCHANGE:
    return POPLENS_WORK_INTER_IPU;
  case POPLENS_STEP_STREAM_COPY_MID:
    return POPLENS_WORK_HOST_TRANSFER;
  default:
    return POPLENS_NO_WORK;
  }
}

/* ---- runs ------------------------------------------------------------------------------------ */

/* Returns the cycle at which each run first computes or exchanges. @run_of: see runs_find_starts
 * (). (transfer full) [n_runs] */
static guint64 *
runs_find_first_work (const PoplensExecution *x, const guint32 *run_of, guint n_runs)
{
  guint64 *first = g_new (guint64, n_runs);
  gboolean works[256];

  for (guint r = 0; r < n_runs; r++)
    first[r] = G_MAXUINT64;
  for (guint32 t = 0; t < x->n_types; t++)
    works[t] = poplens_step_kind_is_work (x->type_kind[t]);
  for (guint32 row = 0; row < x->n_rows; row++) {
    guint32 step = x->row_step[row], r = run_of ? run_of[step] : 0;
    if (works[x->step_type[step]] && r < n_runs)
      first[r] = MIN (first[r], x->row_from[row]);
  }
  return first;
}

/* Sets .work of each run: the cycle at which the host has started the run. Copies with the role
 * POPLENS_TIME_STARTS start a run. .work is the end of the last of these copies that begins before
 * the run first computes or exchanges. @run_of: (nullable): [steps] index in PoplensTime.runs;
 * steps with a larger number are ignored. NULL: there is one run. */
static void
runs_find_starts (const PoplensTimeMaking *making, const guint32 *run_of)
{
  const PoplensExecution *x = making->input->execution;
  GArray *runs = making->time->runs;
  g_autofree guint64 *first = runs_find_first_work (x, run_of, runs->len);

  for (guint32 row = 0; row < x->n_rows; row++) {
    guint32 step = x->row_step[row], r = run_of ? run_of[step] : 0;
    if (r >= runs->len || x->row_from[row] >= first[r] ||
        !(poplens_time_role (making, step) & POPLENS_TIME_STARTS))
      continue;
    PoplensTimeRun *run = &g_array_index (runs, PoplensTimeRun, r);
    run->work = MAX (run->work, poplens_execution_row_to (x, row));
  }
}

/* Replaces the values of @run_of: rows of PoplensExecution.runs become indices of @spans, or
 * G_MAXUINT32 for a run that @spans lacks. */
static void
index_runs (guint32 *run_of, const PoplensExecution *x, const GArray *spans)
{
  g_autofree guint32 *place = g_new (guint32, x->n_runs);

  for (guint32 r = 0; r < x->n_runs; r++)
    place[r] = G_MAXUINT32;
  for (guint i = 0; i < spans->len; i++)
    place[g_array_index (spans, PoplensRunSpan, i).run] = i;
  for (guint32 s = 0; s < x->n_steps; s++)
    run_of[s] = place[run_of[s]];
}

/* Fills PoplensTime.runs. Each run begins at the end of the previous one. */
static void
making_find_runs (PoplensTimeMaking *making)
{
  const PoplensExecution *x = making->input->execution;
  PoplensTime *time = making->time;
  g_autoptr (GArray) spans = x->n_runs > 1 ? poplens_trace_run_spans (x) : NULL;
  guint n = spans ? spans->len : 0;
  g_autofree guint32 *run_of = n > 1 ? poplens_trace_find_runs (x) : NULL;
  guint32 only = x->n_runs == 1 ? 0 : G_MAXUINT32;
  guint64 at = 0;

  for (guint i = 0; i < MAX (n, 1); i++) {
    const PoplensRunSpan *span = n ? &g_array_index (spans, PoplensRunSpan, i) : NULL;
    PoplensTimeRun run = {span ? span->run : only, at, at, time->total};
    if (i + 1 < n)
      run.to = MAX (at, MIN (span->to, time->total));
    at = run.to;
    g_array_append_val (time->runs, run);
  }
  if (run_of)
    index_runs (run_of, x, spans);
  runs_find_starts (making, run_of);
  for (guint i = 0; i < time->runs->len; i++) {
    PoplensTimeRun *run = &g_array_index (time->runs, PoplensTimeRun, i);
    run->work = MIN (run->work, run->to);
    time->outside += run->work - run->from;
  }
}

/* ---- joins ----------------------------------------------------------------------------------- */

static gboolean
step_is_sync (PoplensStepKind kind)
{
  return kind == POPLENS_STEP_SYNC || kind == POPLENS_STEP_SANS || kind == POPLENS_STEP_SYNC_ANS;
}

/* Largest distance in cycles between ends that count as simultaneous (formats.md 8.4).
 * SYNCS_TOGETHER: ends of one sync on several IPUs. COPY_TOGETHER: ends of a sync, and of a copy on
 * another IPU for which the sync waits. */
#define SYNCS_TOGETHER 300
#define COPY_TOGETHER 60

/* End of a step of a copy with the host. .to: cycle at which the step ends; .row: row of
 * steps_by_ipu. */
typedef struct {
  guint64 to;
  guint32 row;
} CopyEnd;

static int
compare_copy_ends (gconstpointer a, gconstpointer b)
{
  const CopyEnd *x = a, *y = b;

  return x->to < y->to ? -1 : x->to > y->to;
}

static gboolean
step_is_copy (PoplensStepKind kind)
{
  return kind == POPLENS_STEP_STREAM_COPY_BEGIN || kind == POPLENS_STEP_STREAM_COPY_MID ||
         kind == POPLENS_STEP_STREAM_COPY_END;
}

/* Returns the steps of copies on each IPU, sorted by end. (transfer full) [IPUs of the
 * execution] */
static GPtrArray *
find_copy_ends (const PoplensExecution *x)
{
  GPtrArray *copies = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint32 i = 0; i < x->n_ipus; i++)
    g_ptr_array_add (copies, g_array_new (FALSE, FALSE, sizeof (CopyEnd)));
  for (guint32 row = 0; row < x->n_rows; row++)
    if (x->row_from[row] != G_MAXUINT64 &&
        step_is_copy (poplens_execution_step_kind (x, x->row_step[row]))) {
      CopyEnd copy = {poplens_execution_row_to (x, row), row};
      g_array_append_val (copies->pdata[x->row_ipu[row]], copy);
    }
  for (guint32 i = 0; i < x->n_ipus; i++)
    g_array_sort (copies->pdata[i], compare_copy_ends);
  return copies;
}

/* Returns the last of @copies that ends together with a sync (COPY_TOGETHER); NULL if there is
 * none. @first, @end: cycles at which the sync ends on the first and on the last of its IPUs.
 * (nullable) */
static const CopyEnd *
find_copy_end (const GArray *copies, guint64 first, guint64 end)
{
  guint low = 0, high = copies->len;

  POPLENS_SEARCH (low, high, at, g_array_index (copies, CopyEnd, at).to <= end + COPY_TOGETHER);
  const CopyEnd *copy = low ? &g_array_index (copies, CopyEnd, low - 1) : NULL;
  return copy && copy->to + COPY_TOGETHER >= first ? copy : NULL;
}

/* Adds a join if IPUs wait for one another at the sync in the rows [@first, @first + @n). A sync
 * may wait for copies if its type is neither External nor Internal. Then an IPU with a copy that
 * ends together with the sync also belongs to the join. */
static void
making_add_join (PoplensTimeMaking *making, guint32 first, guint32 n, const GPtrArray *copies)
{
  const PoplensExecution *x = making->input->execution;
  const char *sync = poplens_execution_step_sync (x, x->row_step[first]);
  gboolean external = !strcmp (sync, "External"), internal = !strcmp (sync, "Internal");
  gboolean apart = FALSE;
  GArray *meets = making->time->meets;
  PoplensTimeJoin join = {.first = meets->len};
  guint64 least = G_MAXUINT64;

  for (guint32 row = first; row < first + n; row++) {
    guint64 to = x->row_from[row] == G_MAXUINT64 ? 0 : poplens_execution_row_to (x, row);
    join.end = MAX (join.end, to);
    least = MIN (least, to);
  }
  gboolean together = join.end - least <= (internal ? 0 : SYNCS_TOGETHER);
  if (!least || !(external || together))
    return;
  for (guint32 i = 0, row = first; i < x->n_ipus; i++) {
    const CopyEnd *copy =
        !external && !internal ? find_copy_end (copies->pdata[i], least, join.end) : NULL;
    PoplensTimeMeet meet = {0, G_MAXUINT32, copy ? copy->row : G_MAXUINT32};
    if (row < first + n && x->row_ipu[row] == i) {
      meet.arrive = x->row_from[row];
      meet.row = row++;
    }
    if (copy && meet.row == G_MAXUINT32)
      meet.row = copy->row;
    if (meet.row == G_MAXUINT32)
      continue;
    if (copy)
      meet.arrive = MAX (meet.arrive, MIN (copy->to, join.end));
    apart |= join.n++ && meet.arrive != poplens_time_meet (making->time, join.first)->arrive;
    g_array_append_val (meets, meet);
  }
  if (join.n > 1 && (external || apart))
    g_array_append_val (making->time->joins, join);
  else
    g_array_set_size (meets, join.first);
}

static void
making_find_joins (PoplensTimeMaking *making)
{
  const PoplensExecution *x = making->input->execution;

  if (making->time->n_ipus < 2)
    return;
  g_autoptr (GPtrArray) copies = find_copy_ends (x);
  for (guint32 first = 0, n; first < x->n_rows; first += n) {
    for (n = 1; first + n < x->n_rows && x->row_step[first + n] == x->row_step[first]; n++)
      ;
    if (step_is_sync (poplens_execution_step_kind (x, x->row_step[first])))
      making_add_join (making, first, n, copies);
  }
}

static int
compare_join_ends (gconstpointer a, gconstpointer b)
{
  const PoplensTimeJoin *x = a, *y = b;

  if (x->end != y->end)
    return x->end < y->end ? -1 : 1;
  return x->first < y->first ? -1 : x->first > y->first;
}

static int
compare_join_waits (gconstpointer a, gconstpointer b)
{
  const PoplensTimeJoinWait *x = a, *y = b;

  return x->row < y->row ? -1 : x->row > y->row;
}

/* Adds the epoch that ends with @join, and the wait at @join, for each IPU of the join. @number:
 * index of @join. @left: (inout): cycle at which each IPU left its previous join. Syncs of I/O
 * tiles can have earlier arrivals, which are moved to this cycle. */
static void
join_add_epochs (PoplensTimeMaking *making, PoplensTimeJoin *join, guint32 number, guint64 *left)
{
  PoplensTime *time = making->time;
  const guint16 *ipus = making->input->execution->row_ipu;

  for (guint32 m = join->first; m < join->first + join->n; m++) {
    PoplensTimeMeet *meet = &g_array_index (time->meets, PoplensTimeMeet, m);
    guint32 place = time->place[ipus[meet->row]];
    meet->arrive = MAX (meet->arrive, left[place]);
    PoplensTimeEpoch epoch = {.from = left[place], .arrive = meet->arrive, .join = number};
    if (m == join->first || meet->arrive > join->came) {
      join->came = meet->arrive;
      join->last = meet->row;
    }
    left[place] = join->end;
    g_array_append_val (time->ipus[place].epochs, epoch);
  }
  for (guint32 m = join->first; m < join->first + join->n; m++) {
    const PoplensTimeMeet *meet = poplens_time_meet (time, m);
    PoplensTimeJoinWait wait = {meet->arrive, join->came, meet->row};
    g_array_append_val (making->waits[time->place[ipus[meet->row]]], wait);
  }
}

GArray *
poplens_time_find_runs (const PoplensTimeInput *input, guint64 *outside)
{
  GArray *runs = g_array_new (FALSE, FALSE, sizeof (PoplensTimeRun));
  PoplensTime time = {.total = input->execution->total_cycles, .runs = runs};
  PoplensTimeMaking making = {.input = input, .time = &time};

  making_find_roles (&making);
  making_find_runs (&making);
  g_free (making.roles);
  *outside = time.outside;
  return runs;
}

void
poplens_time_prepare (PoplensTimeMaking *making)
{
  PoplensTime *time = making->time;
  g_autofree guint64 *left = g_new0 (guint64, time->n_ipus + 1);

  making_find_roles (making);
  making_find_runs (making);
  making_find_joins (making);
  for (guint i = 0; i < time->n_ipus; i++)
    making->waits[i] = g_array_new (FALSE, FALSE, sizeof (PoplensTimeJoinWait));
  g_array_sort (time->joins, compare_join_ends);
  for (guint j = 0; j < time->joins->len; j++)
    join_add_epochs (making, &g_array_index (time->joins, PoplensTimeJoin, j), j, left);
  for (guint i = 0; i < time->n_ipus; i++) {
    PoplensTimeEpoch tail = {.from = left[i], .arrive = time->total, .join = G_MAXUINT32};
    g_array_append_val (time->ipus[i].epochs, tail);
    g_array_sort (making->waits[i], compare_join_waits);
  }
}
