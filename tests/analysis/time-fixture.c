/* Made-up executions whose tiles have timelines without gaps (see the header), for tests of time
 * loss. */
#include "analysis/time-fixture.h"

#include <math.h>

static PoplensPrograms *
programs_new (void)
{
  static const PoplensProgramKind parts[] = {POPLENS_PROGRAM_STREAM_COPY_BEGIN,
                                             POPLENS_PROGRAM_STREAM_COPY_MID,
                                             POPLENS_PROGRAM_STREAM_COPY_END};
  static const char *const names[] = {"Bwd/layer.7/narrow", "Fwd/layer.7/wide", "Bwd/layer.7/wide"};
  PoplensPrograms *self = poplens_programs_new ();

  self->n = FIXTURE_N_PROGRAMS;
  self->id = g_new0 (guint32, self->n);
  self->kind = g_new0 (guint8, self->n);
  self->name = g_new0 (guint32, self->n);
  self->variant_index = g_new0 (guint32, self->n);
  self->streams = g_new0 (guint32, self->n);
  self->type_name = g_new0 (guint32, self->n);
  for (guint32 p = 0; p < self->n; p++) {
    self->id[p] = p;
    self->kind[p] = p < FIXTURE_OTHER ? (guint8) parts[p % 3] : POPLENS_PROGRAM_ON_TILE_EXECUTE;
    self->variant_index[p] = p / 3;
  }
  for (guint32 p = FIXTURE_COPY; p < FIXTURE_OTHER; p++)
    self->streams[p] = poplens_strings_intern (self->strings, "a", -1);
  for (guint32 p = FIXTURE_NARROW; p < FIXTURE_N_PROGRAMS; p++)
    self->name[p] = poplens_strings_intern (self->strings, names[p - FIXTURE_NARROW], -1);
  return self;
}

static PoplensExchanges *
exchanges_new (void)
{
  static const struct {
    guint32 mid;
    const char *stream;
  } streams[] = {{0, "programId0"},
                 {0, "streamCopyTimingInfoStream_0"},
                 {1, "streamCopyTimingInfoStream_1"},
                 {2, "streamCopyTimingInfoStream_2"},
                 {2, "a"}};
  PoplensExchanges *self = poplens_exchanges_new ();

  self->n_streams = G_N_ELEMENTS (streams);
  self->streams = g_new0 (PoplensHostStream, self->n_streams);
  for (guint32 s = 0; s < self->n_streams; s++)
    self->streams[s] = (PoplensHostStream){
        .mid_id = streams[s].mid,
        .stream = poplens_strings_intern (self->strings, streams[s].stream, -1)};
  return self;
}

TimeFixture *
time_fixture_new (guint n_ipus)
{
  TimeFixture *self = g_new0 (TimeFixture, 1);
  PoplensExecution *x = poplens_execution_new ();

  self->execution = x;
  self->programs = programs_new ();
  self->exchanges = exchanges_new ();
  self->rows = g_array_new (FALSE, TRUE, sizeof (PoplensStepRow));
  self->tiles = g_array_new (FALSE, TRUE, FIXTURE_TILES * sizeof (guint64));
  self->begin = g_array_new (FALSE, TRUE, FIXTURE_TILES * sizeof (guint64));
  self->n_ipus = n_ipus;
  x->n_types = POPLENS_STEP_OTHER + 1;
  for (guint t = 0; t < x->n_types; t++)
    x->type_kind[t] = t;
  x->n_syncs = 3;
  x->sync_name[1] = poplens_strings_intern (x->strings, "External", -1);
  x->sync_name[2] = poplens_strings_intern (x->strings, "Internal", -1);
  return self;
}

void
time_fixture_free (TimeFixture *self)
{
  poplens_execution_free (self->execution);
  poplens_programs_free (self->programs);
  poplens_exchanges_free (self->exchanges);
  g_array_unref (self->rows);
  g_array_unref (self->tiles);
  g_array_unref (self->begin);
  g_free (self);
}

/* ---- steps ---- */

/* Returns the fields of a row as Poplar computes them from the tiles' begins and cycles. */
static PoplensStepRow
row_of (const guint64 *begin, const guint64 *cycles)
{
  PoplensStepRow row = {.base = G_MAXUINT64, .tile_cycles_id = -1};
  guint64 from_min = G_MAXUINT64, from_max = 0, to_max = 0, to_min = G_MAXUINT64, sum = 0;

  for (guint t = 0; t < FIXTURE_TILES; t++) {
    row.base = MIN (row.base, begin[t]);
    row.all_to_max = MAX (row.all_to_max, begin[t] + cycles[t]);
    if (!cycles[t])
      continue;
    row.active_tiles++;
    row.cycles = MAX (row.cycles, cycles[t]);
    sum += cycles[t];
    from_min = MIN (from_min, begin[t]);
    from_max = MAX (from_max, begin[t]);
    to_min = MIN (to_min, begin[t] + cycles[t]);
    to_max = MAX (to_max, begin[t] + cycles[t]);
  }
  row.all_to_max -= row.base;
  if (row.active_tiles) {
    row.active_from_min = from_min - row.base;
    row.active_from_max = from_max - row.base;
    row.active_to_min = to_min - row.base;
    row.active_to_max = to_max - row.base;
    row.tile_balance = (double) sum / FIXTURE_TILES / (double) row.cycles;
  }
  return row;
}

void
time_fixture_add (TimeFixture *self, PoplensStepKind kind, const char *sync, guint32 program,
                  guint64 (*cycles)[FIXTURE_TILES], guint rows)
{
  PoplensExecution *x = self->execution;
  guint32 step = x->n_steps++;

  x->step_type = g_realloc (x->step_type, x->n_steps);
  x->step_sync = g_realloc (x->step_sync, x->n_steps);
  x->step_program = g_renew (guint32, x->step_program, x->n_steps);
  x->step_type[step] = kind;
  x->step_sync[step] = !sync ? 0 : g_str_equal (sync, "External") ? 1 : 2;
  x->step_program[step] = program;
  for (guint i = 0; i < self->n_ipus; i++) {
    PoplensStepRow row = row_of (self->ends[i], cycles[i]);
    if (!row.active_tiles && !(rows & 1u << i))
      continue;
    row.step_id = step;
    row.ipu = i;
    row.tile_cycles_id = self->rows->len;
    g_array_append_vals (self->rows, &row, 1);
    g_array_append_vals (self->tiles, cycles[i], 1);
    g_array_append_vals (self->begin, self->ends[i], 1);
    for (guint t = 0; t < FIXTURE_TILES; t++)
      self->ends[i][t] += cycles[i][t];
  }
}

void
time_fixture_join (TimeFixture *self, const char *sync, guint64 overhead)
{
  guint64 cycles[8][FIXTURE_TILES] = {0}, end = 0;

  for (guint i = 0; i < self->n_ipus; i++)
    for (guint t = 0; t < FIXTURE_TILES; t++)
      end = MAX (end, self->ends[i][t] + overhead);
  for (guint i = 0; i < self->n_ipus; i++)
    for (guint t = 0; t < FIXTURE_TILES; t++)
      cycles[i][t] = end - self->ends[i][t];
  time_fixture_add (self, POPLENS_STEP_SYNC, sync, POPLENS_NO_PROGRAM, cycles, 0);
}

void
time_fixture_end (TimeFixture *self)
{
  PoplensExecution *x = self->execution;
  guint32 n = self->rows->len;

  x->n_rows = n;
  x->step_id = g_new (guint32, x->n_steps + 1);
  for (guint32 step = 0; step < x->n_steps; step++)
    x->step_id[step] = step * FIXTURE_STEP_IDS;
  x->row_step = g_new (guint32, n + 1);
  x->row_ipu = g_new (guint16, n + 1);
  x->row_from = g_new (guint64, n + 1);
  x->row_length = g_new (guint32, n + 1);
  x->n_ipus = self->n_ipus;
  x->ipu_seen = g_new0 (gboolean, x->n_ipus);
  for (guint32 r = 0; r < n; r++) {
    const PoplensStepRow *row = &g_array_index (self->rows, PoplensStepRow, r);
    x->row_step[r] = row->step_id;
    x->row_ipu[r] = (guint16) row->ipu;
    x->row_from[r] = row->active_tiles ? row->base + row->active_from_max : G_MAXUINT64;
    x->row_length[r] = (guint32) (row->active_to_max - row->active_from_max);
    x->ipu_seen[row->ipu] = TRUE;
    x->total_cycles = MAX (x->total_cycles, row->base + row->all_to_max);
  }
}

static void
add_random (TimeFixture *self)
{
  static const PoplensStepKind kinds[] = {
      POPLENS_STEP_ON_TILE_EXECUTE, POPLENS_STEP_ON_TILE_EXECUTE,
      POPLENS_STEP_DO_EXCHANGE,     POPLENS_STEP_GLOBAL_EXCHANGE,
      POPLENS_STEP_STREAM_COPY_MID, POPLENS_STEP_STREAM_COPY_BEGIN,
      POPLENS_STEP_STREAM_COPY_END, POPLENS_STEP_SYNC,
      POPLENS_STEP_SYNC_ANS,        POPLENS_STEP_OTHER};
  PoplensStepKind kind = kinds[g_test_rand_int_range (0, G_N_ELEMENTS (kinds))];
  guint64 cycles[8][FIXTURE_TILES] = {0};
  guint32 program = FIXTURE_OTHER;
  gint32 longest = g_test_rand_int_range (1, 30);

  for (guint i = 0; i < self->n_ipus; i++)
    for (guint t = 0; t < FIXTURE_TILES && g_test_rand_int_range (0, 4); t++) {
      gint32 some = g_test_rand_int_range (-8, longest);
      cycles[i][t] = some > 0 ? (guint64) some : 0;
    }
  if (kind >= POPLENS_STEP_STREAM_COPY_BEGIN && kind <= POPLENS_STEP_STREAM_COPY_END)
    program = (guint32) (g_test_rand_int_range (0, 3) * 3 + (gint32) kind -
                         (gint32) POPLENS_STEP_STREAM_COPY_BEGIN);
  time_fixture_add (self, kind, kind == POPLENS_STEP_SYNC ? "Internal" : NULL, program, cycles,
                    (guint) g_test_rand_int_range (0, 8));
}

TimeFixture *
time_fixture_random (guint n, guint n_ipus)
{
  TimeFixture *self = time_fixture_new (n_ipus);

  for (guint s = 0; s < n; s++)
    if (g_test_rand_int_range (0, 6))
      add_random (self);
    else
      time_fixture_join (self, g_test_rand_bit () ? "External" : "Internal",
                         (guint64) g_test_rand_int_range (0, 5));
  time_fixture_join (self, "External", 1);
  time_fixture_end (self);
  return self;
}

/* ---- slices ---- */

static PoplensSlice *
get_lists (const TimeFixture *self, guint64 key)
{
  guint64 *ids = g_new (guint64, 1 << POPLENS_SCAN_CYCLES_SHIFT);
  PoplensLists *lists = poplens_lists_new (POPLENS_ENCODING_RLE, POPLENS_ANY_LENGTH);
  guint32 n = 0;

  for (guint64 row = key << POPLENS_SCAN_CYCLES_SHIFT;
       row < self->rows->len && row < (key + 1) << POPLENS_SCAN_CYCLES_SHIFT; row++) {
    g_autoptr (GByteArray) bytes = g_byte_array_new ();
    guint64 *cycles = &g_array_index (self->tiles, guint64, row * FIXTURE_TILES);
    poplens_list_append (POPLENS_ENCODING_RLE, bytes, cycles, FIXTURE_TILES);
    g_assert_true (poplens_lists_append (lists, bytes->data, bytes->len, NULL));
    ids[n++] = row;
  }
  PoplensSlice *slice = poplens_slice_new (POPLENS_SLICE_SCAN_CYCLES, key, ids, n, n);
  slice->lists = lists;
  slice->next =
      (key + 1) << POPLENS_SCAN_CYCLES_SHIFT < self->rows->len ? key + 1 : POPLENS_NO_SLICE;
  return slice;
}

/* Returns the id of the list of cycles of @row: an equal list of one of the 64 rows before, or its
 * own. */
static gint64
list_of (const TimeFixture *self, guint32 row)
{
  const guint64 *all = (const guint64 *) (gpointer) self->tiles->data;
  const guint64 *own = all + (gsize) row * FIXTURE_TILES;

  for (guint32 before = row > 64 ? row - 64 : 0; before < row; before++)
    if (!memcmp (all + (gsize) before * FIXTURE_TILES, own, FIXTURE_TILES * sizeof *own))
      return before;
  return row;
}

/* Step ids have gaps, so that tests reach the ends of chunks. */
static PoplensSlice *
time_fixture_get_slice (PoplensSliceKind kind, guint64 key, gpointer data, GError **error)
{
  const TimeFixture *self = data;
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (PoplensScanStepTimes));

  if (kind == POPLENS_SLICE_SCAN_CYCLES)
    return get_lists (self, key);
  g_assert_cmpint (kind, ==, POPLENS_SLICE_SCAN_STEP_TIMES);
  for (guint32 i = 0; i < self->rows->len; i++) {
    const PoplensStepRow *row = &g_array_index (self->rows, PoplensStepRow, i);
    guint32 id = row->step_id * FIXTURE_STEP_IDS;
    PoplensScanStepTimes fields = {.step_id = id,
                                   .ipu = row->ipu,
                                   .base = row->base,
                                   .active_from_max = row->active_from_max,
                                   .active_from_min = row->active_from_min,
                                   .active_to_max = row->active_to_max,
                                   .cycles = row->cycles,
                                   .active_tiles = row->active_tiles,
                                   .tile_balance = row->tile_balance,
                                   .list =
                                       self->no_lists || self->lists_lost ? -1 : list_of (self, i)};
    if (id >> POPLENS_SCAN_STEP_TIMES_SHIFT == key)
      g_array_append_val (times, fields);
  }
  guint32 n = times->len;
  return poplens_slice_new (kind, key, g_array_free (g_steal_pointer (&times), FALSE), n, n);
}

PoplensTimeInput
time_fixture_input (TimeFixture *self)
{
  return (PoplensTimeInput){.execution = self->execution,
                            .programs = self->programs,
                            .exchanges = self->exchanges,
                            .tiles = FIXTURE_TILES,
                            .get_slice = time_fixture_get_slice,
                            .slice_data = self};
}

PoplensTime *
time_fixture_make (TimeFixture *self)
{
  PoplensTimeInput input = time_fixture_input (self);
  g_autoptr (GError) error = NULL;

  self->execution->n_lists = self->no_lists ? 0 : self->rows->len;
  PoplensTime *time = poplens_time_new (&input, NULL, &error);

  g_assert_no_error (error);
  return time;
}
