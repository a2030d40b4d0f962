/* Simulates runs, and writes the executed steps and the blocks of lightweight profiling. */
#include "demo/prng.h"
#include "demo/timeline.h"
#include "demo/write.h"

#include <string.h>

/* ---- lightweight profiling ------------------------------------------------------------------- */

/* Blocks that lightweight profiling would record. The first tile of each IPU records every program,
 * other tiles only stream copies. Tiles also record the loss of blocks and the flush of a full
 * buffer. */

/* BUFFER: number of blocks that fit in a tile's buffer. LOST: number of blocks that a full buffer
 * loses before the tile can flush it. */
#define BUFFER 60
#define LOST 5
/* Maximum cycles of a flush. A flush after lost blocks takes at most half of the time of the loss.
 */
#define FLUSH_CYCLES 400
/* LOADED: cycle counter of the first IPU when the run starts. APART: difference between the
 * counters of two neighbouring IPUs. Both are approximate. */
#define LOADED G_GUINT64_CONSTANT (2000000000)
#define APART 100003

/* Values of blocks.type. */
enum { COMMON, STREAM_COPY, OVERFLOW, ANONYMOUS, FLUSH };

/* Blocks in the buffer of a tile, and blocks lost since it was full. */
typedef struct {
  guint n, lost;
  guint64 lost_from;
} BlockBuffer;

typedef struct {
  const DemoModel *m;
  DemoDb *db;
  GHashTable *buffers; /* tile → BlockBuffer */
} BlockWriter;

static void
write_block (const BlockWriter *w, const DemoStretch *s, guint64 from, guint64 to, gint64 id,
             guint type)
{
  guint ipu = s->tile / w->m->tiles_per_ipu;
  guint64 clock = LOADED + (guint64) ipu * APART + demo_hash (w->m->seed, 4400, ipu) % 5000;

  demo_db_row (w->db, "blocks", "iiioi", DEMO_I (s->tile), DEMO_I (clock + from),
               DEMO_I (clock + to), id, DEMO_I (type));
}

static BlockBuffer *
buffer_of (const BlockWriter *w, guint tile)
{
  BlockBuffer *buffer = g_hash_table_lookup (w->buffers, GUINT_TO_POINTER (tile));

  if (!buffer) {
    buffer = g_new0 (BlockBuffer, 1);
    g_hash_table_insert (w->buffers, GUINT_TO_POINTER (tile), buffer);
  }
  return buffer;
}

/* Ends the loss of blocks: writes an overflow and a flush. */
static void
end_overflow (const BlockWriter *w, const DemoStretch *s, BlockBuffer *buffer)
{
  guint64 flush = MIN (FLUSH_CYCLES, (s->to - buffer->lost_from) / 2);

  write_block (w, s, buffer->lost_from, s->to - flush, -1, OVERFLOW);
  write_block (w, s, s->to - flush, s->to, -1, FLUSH);
  *buffer = (BlockBuffer){0};
}

static void
record (const BlockWriter *w, const DemoStretch *s)
{
  gboolean stream = s->kind >= DEMO_STEP_STREAM && s->kind <= DEMO_STEP_STREAM_END;
  gboolean named = s->kind == DEMO_STEP_COMPUTE || stream;
  BlockBuffer *buffer = buffer_of (w, s->tile);

  /* Only the first tile of an IPU records more than stream copies. */
  if (s->kind == DEMO_STEP_SYNC || (!stream && s->tile % w->m->tiles_per_ipu != 0))
    return;
  if (buffer->n < BUFFER) {
    buffer->n++;
    write_block (w, s, s->from, s->to, named ? s->program : -1,
                 stream  ? STREAM_COPY
                 : named ? COMMON
                         : ANONYMOUS);
    return;
  }
  if (buffer->lost++ == 0)
    buffer->lost_from = s->from;
  if (buffer->lost == LOST)
    end_overflow (w, s, buffer);
}

/* Flushes the tile's buffer at the end of a run. @s: last stretch of the tile in that run */
static void
end_run (const BlockWriter *w, const DemoStretch *s)
{
  BlockBuffer *buffer = buffer_of (w, s->tile);

  if (buffer->lost > 0)
    end_overflow (w, s, buffer);
  else if (buffer->n > 0)
    write_block (w, s, MAX (s->from, s->to - MIN (s->to, FLUSH_CYCLES)), s->to, -1, FLUSH);
  *buffer = (BlockBuffer){0};
}

/* Writes the blocks. @stretches: DemoStretch, in order of time */
static void
demo_write_light (const DemoModel *m, DemoDb *db, const GArray *stretches)
{
  g_autoptr (GHashTable) buffers = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GHashTable) last =
      g_hash_table_new (NULL, NULL); /* tile → index of its last stretch + 1 */
  BlockWriter w = {m, db, buffers};

  for (guint i = 0; i < stretches->len; i++) {
    const DemoStretch *s = &g_array_index (stretches, DemoStretch, i);
    guint before = GPOINTER_TO_UINT (g_hash_table_lookup (last, GUINT_TO_POINTER (s->tile)));
    const DemoStretch *old = before ? &g_array_index (stretches, DemoStretch, before - 1) : NULL;
    if (old && old->run != s->run)
      end_run (&w, old);
    record (&w, s);
    g_hash_table_insert (last, GUINT_TO_POINTER (s->tile), GUINT_TO_POINTER (i + 1));
  }
  /* In order of tiles, not of the hash table: the same seed must give the same bytes. */
  for (guint tile = 0; tile < m->n_tiles; tile++) {
    guint i = GPOINTER_TO_UINT (g_hash_table_lookup (last, GUINT_TO_POINTER (tile)));
    if (i > 0)
      end_run (&w, &g_array_index (stretches, DemoStretch, i - 1));
  }
}

/* ---- steps and runs -------------------------------------------------------------------------- */

#define ONE_LATE_IN 12
#define EPOCH_MICROSECONDS G_GINT64_CONSTANT (1710408413512604)

/* Which tiles take part in a synchronisation. */
typedef enum { SYNC_COMPUTING, SYNC_ALL, SYNC_LISTED } SyncWho;

typedef struct {
  DemoModel *m;
  DemoDb *db; /* (nullable): NULL: simulates only, and writes nothing */
  DemoTimeline *line;
  guint n_programs;  /* number of rows in program_trace */
  guint *copied;     /* by stream copy: number of executions, the seed of the host's random times */
  gint64 *set_lists; /* [compute set × IPU] id of the list of cycles by tile, or −1 */
  gint64 *exchange_lists; /* [exchange × IPU] id of the list of cycles by tile, or −1 */
  gint64 *global_syncs;   /* [exchange × IPU] list id of the synchronisation before the exchange */
  gint64 zeroes;          /* id of a list of zeros */
  guint32 *cycles;        /* by kind of tile: cycles of the current step */
  guint *by_index[2]; /* DemoExchange.index → index in .exchanges; [0]: internal, [1]: global */
  guint number;       /* number of the current run */
  guint64 slow;       /* bit mask of IPUs whose next compute set takes longer, as planted */
  guint slow_cycles;  /* planted additional cycles of that compute set */
} RunState;

static guint32 *
no_cycles (RunState *r)
{
  memset (r->cycles, 0, r->m->n_kinds * sizeof r->cycles[0]);
  return r->cycles;
}

static void run_program (RunState *r, guint program);

/* Adds a synchronisation of the tiles of @ipus that @who selects. @listed: [n_kinds] 1 if tiles of
 * the kind take part, for SYNC_LISTED. @exact: FALSE: tiles end at slightly different times, by
 * their distance from the exchange. @lists: (out) (nullable): [ipus] id of the list of cycles by
 * tile */
static void
synchronise (RunState *r, const char *type, gint64 program, guint64 ipus, SyncWho who,
             const guint8 *listed, gboolean exact, gint64 *lists)
{
  const DemoModel *m = r->m;
  guint32 *cycles = no_cycles (r);
  guint64 last = 0;
  /* Now and then, a synchronisation takes other cycles than the last time. */
  gboolean late =
      m->plan->alike && !exact && demo_hash (m->seed, 4300, r->n_programs) % ONE_LATE_IN == 0;

  for (guint t = 0; t < m->n_kinds; t++)
    if (ipus >> demo_ipu (m, t) & 1 && (who == SYNC_ALL || !demo_serves_streams (m, t)))
      last = MAX (last, demo_timeline_end (r->line, t));
  for (guint t = 0; t < m->n_kinds; t++) {
    if (!(ipus >> demo_ipu (m, t) & 1) || (who != SYNC_ALL && demo_serves_streams (m, t)) ||
        (who == SYNC_LISTED && !listed[t]))
      continue;
    guint delay = exact ? 60 : 18 + m->kinds[t].sync_delay;
    if (late)
      delay += (guint) (demo_hash (m->seed, 4200 + r->n_programs, m->kinds[t].number) % 9);
    cycles[t] = (guint32) (last - demo_timeline_end (r->line, t)) + delay;
  }
  demo_timeline_step (r->line, DEMO_STEP_SYNC, program, type, -1);
  for (guint ipu = 0; ipu < m->ipus; ipu++) {
    gint64 list = ipus >> ipu & 1 ? demo_timeline_cycles (r->line, ipu, cycles, -1) : DEMO_I (-1);
    if (lists)
      lists[ipu] = list;
  }
}

/* Adds a step that takes the same cycles every time. Its lists of cycles are written only once.
 * @lists: (inout) [ipus] ids of the lists, or −1 */
static void
fixed_step (RunState *r, DemoStepKind kind, guint program, gint64 id, const guint32 *cycles,
            gint64 *lists)
{
  demo_timeline_step (r->line, kind, program, NULL, id);
  for (guint ipu = 0; ipu < r->m->ipus; ipu++)
    lists[ipu] = demo_timeline_cycles (r->line, ipu, cycles, lists[ipu]);
}

static void
run_exchange (RunState *r, guint program, gboolean global, gint64 index)
{
  guint i = r->by_index[global][index];
  const DemoExchange *e = demo_exchange (r->m, i);
  gint64 *lists = r->exchange_lists + (gsize) i * r->m->ipus;

  {
    if (global) {
      synchronise (r, "External", -1, demo_all_ipus (r->m), SYNC_COMPUTING, NULL, TRUE,
                   r->global_syncs + (gsize) i * r->m->ipus);
      fixed_step (r, DEMO_STEP_GLOBAL_EXCHANGE, program, index, e->cycles, lists);
    } else {
      synchronise (r, "Internal", -1, e->ipus, e->all_tiles ? SYNC_ALL : SYNC_COMPUTING, NULL,
                   FALSE, NULL);
      fixed_step (r, DEMO_STEP_INTERNAL_EXCHANGE, program, index, e->cycles, lists);
    }
  }
}

/* Returns the stream copy that a Begin, Mid or End program belongs to. Only the Mid program, next
 * to Begin and End, stores its index. */
static guint
stream_of (const DemoModel *m, guint program)
{
  DemoProgramType type = demo_program (m, program)->type;
  guint mid = type == DEMO_STREAM_BEGIN ? program + 1
              : type == DEMO_STREAM_END ? program - 1
                                        : program;

  return (guint) demo_program (m, mid)->index;
}

/* Returns the planted delay of the host before it selects the program to run. */
static guint
starts_late (const RunState *r, const char *stream)
{
  return g_str_has_prefix (stream, "programId") ? r->m->late_start[r->number > 0] : 0;
}

static void
run_stream (RunState *r, guint program)
{
  DemoProgramType type = demo_program (r->m, program)->type;
  guint id = stream_of (r->m, program);
  const DemoStreamCopy *s = demo_stream (r->m, id);
  guint32 *cycles = no_cycles (r);
  const char *name = g_array_index (s->copies, DemoHostCopy, 0).stream;
  guint64 chance = demo_named (4000, name);
  double late = 0.97 + 0.06 * demo_unit (r->m->seed, chance, r->copied[id]);
  guint wait =
      s->late + starts_late (r, name) +
      (guint) (s->wait * late + s->jitter * demo_unit (r->m->seed, chance + 1, r->copied[id]));
  DemoStepKind kind = type == DEMO_STREAM_BEGIN ? DEMO_STEP_STREAM_BEGIN
                      : type == DEMO_STREAM_END ? DEMO_STEP_STREAM_END
                                                : DEMO_STEP_STREAM;
  guint64 last[DEMO_MAX_IPUS] = {0};

  for (guint t = 0; t < r->m->n_kinds; t++)
    if (s->here[t])
      last[demo_ipu (r->m, t)] = MAX (last[demo_ipu (r->m, t)], demo_timeline_end (r->line, t));
  for (guint t = 0; t < r->m->n_kinds; t++) {
    guint number = r->m->kinds[t].number;
    guint jitter = (guint) (demo_hash (r->m->seed, chance + 2 + r->copied[id], number) % 29);
    if (!s->here[t])
      continue;
    if (type == DEMO_STREAM_BEGIN)
      cycles[t] =
          (guint32) (last[demo_ipu (r->m, t)] - demo_timeline_end (r->line, t)) + wait + jitter;
    else if (type == DEMO_STREAM_MID)
      cycles[t] = (guint) (s->cycles[t] * late) + jitter;
    else
      cycles[t] = 130 + s->wait / 60 + jitter;
  }
  demo_timeline_step (r->line, kind, program, NULL, kind == DEMO_STEP_STREAM ? DEMO_I (id) : -1);
  for (guint ipu = 0; ipu < r->m->ipus; ipu++)
    demo_timeline_cycles (r->line, ipu, cycles, -1);
  r->copied[id] += type == DEMO_STREAM_END;
}

static void
run_sync_ans (RunState *r, const GArray *tiles)
{
  g_autofree guint8 *listed = g_new0 (guint8, r->m->n_kinds);

  for (guint i = 0; i < tiles->len; i++)
    listed[g_array_index (tiles, guint32, i)] = 1;
  synchronise (r, "SyncAns", -1, demo_all_ipus (r->m), SYNC_LISTED, listed, FALSE, NULL);
}

static void
run_children (RunState *r, const DemoProgram *p)
{
  for (guint i = 0; i < p->children->len; i++)
    run_program (r, g_array_index (p->children, guint, i));
}

/* Runs a RepeatWhile with one iteration: the condition runs once more than the body. */
static void
run_while (RunState *r, const DemoProgram *p)
{
  guint condition = g_array_index (p->children, guint, 0),
        body = g_array_index (p->children, guint, 1);

  run_program (r, condition);
  run_program (r, body);
  run_program (r, condition);
}

/* Runs iteration @i of the training step, unless the caller has cancelled. */
static void
run_step (RunState *r, const DemoProgram *p, guint i)
{
  if (r->db && demo_db_failed (r->db))
    return;
  r->slow_cycles = r->number == 0 && i < r->m->slow->len ? g_array_index (r->m->slow, guint, i) : 0;
  r->slow = r->slow_cycles > 0 ? demo_all_ipus (r->m) : 0;
  run_children (r, p);
  r->slow = 0;
  demo_timeline_write_markers (r->line, FALSE);
}

/* Runs a compute set that takes longer on the IPUs in .slow, then clears .slow. */
static void
run_slow (RunState *r, guint program, guint set, gint64 *lists)
{
  const guint32 *cycles = demo_compute_set (r->m, set)->cycles;
  guint64 changed = 0;

  no_cycles (r);
  for (guint k = 0; k < r->m->n_kinds; k++) {
    guint64 ipu = (guint64) 1 << demo_ipu (r->m, k);
    r->cycles[k] = cycles[k] + (cycles[k] > 0 && r->slow & ipu ? r->slow_cycles : 0);
    changed |= cycles[k] > 0 ? r->slow & ipu : 0;
  }
  demo_timeline_step (r->line, DEMO_STEP_COMPUTE, program, NULL, set);
  for (guint ipu = 0; ipu < r->m->ipus; ipu++) {
    gboolean known = !(changed >> ipu & 1);
    gint64 list = demo_timeline_cycles (r->line, ipu, r->cycles, known ? lists[ipu] : -1);
    if (known)
      lists[ipu] = list;
  }
  r->slow &= ~changed;
}

static void
run_compute (RunState *r, guint program, guint set)
{
  gint64 *lists = r->set_lists + (gsize) set * r->m->ipus;

  if (r->slow)
    run_slow (r, program, set, lists);
  else
    fixed_step (r, DEMO_STEP_COMPUTE, program, set, demo_compute_set (r->m, set)->cycles, lists);
}

static void
run_program (RunState *r, guint program)
{
  const DemoProgram *p = demo_program (r->m, program);
  guint set = (guint) p->index ^ 1;

  r->n_programs++;
  if (r->db && r->m->plan->level != DEMO_LEVEL_BLOCKS)
    demo_db_row (r->db, "program_trace", "ii", DEMO_I (r->n_programs), DEMO_I (program));
  switch (p->type) {
  case DEMO_SEQUENCE:
    run_children (r, p);
    break;
  case DEMO_SWITCH:
    run_program (r, g_array_index (p->children, guint, 0));
    break;
  case DEMO_REPEAT:
    for (guint i = 0; i < r->m->repeats; i++)
      run_step (r, p, i);
    break;
  case DEMO_REPEAT_WHILE:
    run_while (r, p);
    break;
  case DEMO_CALL:
    run_program (r, g_array_index (r->m->functions, guint, 0));
    break;
  case DEMO_ON_TILE_EXECUTE:
    run_compute (r, program, set);
    break;
  case DEMO_DO_EXCHANGE:
  case DEMO_GLOBAL_EXCHANGE:
    run_exchange (r, program, p->type == DEMO_GLOBAL_EXCHANGE, p->index);
    break;
  case DEMO_STREAM_BEGIN:
  case DEMO_STREAM_MID:
  case DEMO_STREAM_END:
    run_stream (r, program);
    break;
  case DEMO_SYNC:
    synchronise (r, "Internal", program, demo_all_ipus (r->m), SYNC_COMPUTING, NULL, FALSE, NULL);
    break;
  case DEMO_SYNC_ANS:
    run_sync_ans (r, g_array_index (r->m->sans, GArray *, p->index));
    break;
  default:
    break;
  }
}

/* Runs one call of Engine::run: all tiles begin and end together. */
static void
run_engine (RunState *r, guint n)
{
  guint programs = r->n_programs, steps = demo_timeline_n_steps (r->line);
  guint64 start = demo_timeline_end (r->line, 0);

  r->number = n;
  run_program (r, 0);
  synchronise (r, "External", -1, demo_all_ipus (r->m), SYNC_ALL, NULL, TRUE, NULL);
  guint64 cycles = demo_timeline_end (r->line, 0) - start;
  gint64 elapsed = (gint64) (cycles * 1000000 / DEMO_CLOCK_HZ) + 40;
  gint64 began = EPOCH_MICROSECONDS + (gint64) (start * 1000000 / DEMO_CLOCK_HZ) + 52000 * n;
  /* In real files the number of steps is one too low. */
  if (r->db)
    demo_db_row (r->db, "runs", "iiisiinnn", DEMO_I (n), began, elapsed, "main",
                 DEMO_I (r->n_programs - programs),
                 DEMO_I (demo_timeline_n_steps (r->line) - steps - 1));
  demo_timeline_end_run (r->line, n);
}

static GByteArray *
list_ids (const RunState *r, const gint64 *lists)
{
  guint32 ids[DEMO_MAX_IPUS];

  for (guint ipu = 0; ipu < r->m->ipus; ipu++)
    ids[ipu] = (guint32) (lists[ipu] < 0 ? r->zeroes : lists[ipu]);
  return demo_plain (ids, r->m->ipus);
}

static gboolean
was_run (const RunState *r, const gint64 *lists)
{
  for (guint ipu = 0; ipu < r->m->ipus; ipu++)
    if (lists[ipu] >= 0)
      return TRUE;
  return FALSE;
}

static void
write_measured (RunState *r)
{
  for (guint i = 0; i < r->m->compute_sets->len; i++) {
    g_autoptr (GByteArray) ids = list_ids (r, r->set_lists + (gsize) i * r->m->ipus);
    if (was_run (r, r->set_lists + (gsize) i * r->m->ipus))
      demo_db_row (r->db, "compute_set_cycles_by_tile", "ib", DEMO_I (i), ids);
  }
  for (guint i = 0; i < r->m->exchanges->len; i++) {
    gsize at = (gsize) i * r->m->ipus;
    if (!demo_exchange (r->m, i)->global || !was_run (r, r->exchange_lists + at))
      continue;
    g_autoptr (GByteArray) ids = list_ids (r, r->exchange_lists + at);
    g_autoptr (GByteArray) syncs = list_ids (r, r->global_syncs + at);
    demo_db_row (r->db, "inter_ipu_exchange_cycles_by_tile", "ibb",
                 DEMO_I (demo_exchange (r->m, i)->index), ids, syncs);
  }
}

/* Writes cycles measured for whole IPUs. */
static void
write_by_ipu (RunState *r)
{
  const DemoModel *m = r->m;

  for (guint i = 0; i < m->compute_sets->len; i++) {
    guint64 most[DEMO_MAX_IPUS] = {0};
    for (guint k = 0; k < m->n_kinds; k++)
      most[demo_ipu (m, k)] = MAX (most[demo_ipu (m, k)], demo_compute_set (m, i)->cycles[k]);
    g_autoptr (GByteArray) list = demo_rle64 (most, m->ipus);
    demo_db_row (r->db, "compute_set_cycles_by_ipu", "ib", DEMO_I (i), list);
  }
}

static void
index_exchanges (RunState *r)
{
  for (guint i = 0; i < 2; i++)
    r->by_index[i] = g_new0 (guint, r->m->exchanges->len + 1);
  for (guint i = 0; i < r->m->exchanges->len; i++) {
    const DemoExchange *e = demo_exchange (r->m, i);
    r->by_index[e->global][e->index] = i;
  }
}

static gint64 *
no_lists (const DemoModel *m, guint n)
{
  gsize all = (gsize) n * m->ipus;
  gint64 *lists = g_new (gint64, all);

  for (gsize i = 0; i < all; i++)
    lists[i] = -1;
  return lists;
}

static RunState
run_new (DemoModel *m, DemoDb *db)
{
  RunState r = {.m = m,
                .db = db,
                .line = demo_timeline_new (m, db),
                .set_lists = no_lists (m, m->compute_sets->len),
                .exchange_lists = no_lists (m, m->exchanges->len),
                .global_syncs = no_lists (m, m->exchanges->len),
                .copied = g_new0 (guint, m->streams->len),
                .cycles = g_new0 (guint32, m->n_kinds)};

  index_exchanges (&r);
  return r;
}

static void
run_clear (RunState *r)
{
  demo_timeline_free (r->line);
  g_free (r->set_lists);
  g_free (r->exchange_lists);
  g_free (r->global_syncs);
  g_free (r->copied);
  g_free (r->cycles);
  g_free (r->by_index[0]);
  g_free (r->by_index[1]);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RunState, run_clear)

guint64
demo_simulate (DemoModel *m)
{
  g_auto (RunState) r = run_new (m, NULL);

  for (guint n = 0; n < m->plan->runs; n++)
    run_engine (&r, n);
  return demo_timeline_end (r.line, 0);
}

void
demo_write_execution (DemoModel *m, DemoDb *db)
{
  g_auto (RunState) r = run_new (m, db);

  if (m->plan->level == DEMO_LEVEL_TILE)
    r.zeroes = demo_timeline_list (r.line, 0, r.cycles);
  for (guint n = 0; n < m->plan->runs && !demo_db_failed (db); n++)
    run_engine (&r, n);
  if (m->plan->level == DEMO_LEVEL_TILE) {
    write_measured (&r);
    demo_timeline_write_markers (r.line, TRUE);
  } else if (m->plan->level == DEMO_LEVEL_IPU) {
    write_by_ipu (&r);
  }
  if (m->plan->level != DEMO_LEVEL_IPU)
    demo_write_light (m, db, demo_timeline_stretches (r.line));
}
