/* Advances the timelines of all tiles, and writes steps, cycles by tile, markers and totals. */
#include "demo/timeline.h"

#include "demo/prng.h"
#include "demo/write.h"

#include <string.h>

#define MARKER_CYCLES 262144
/* Limit of the number of stretches (DemoStretch) that are recorded for lightweight profiling. */
#define MOST_STRETCHES 200000
/* Watched tiles of an IPU: the first, one in the middle, the last. */
#define N_WATCHED 3

/* A marker, which is at the same cycle on all tiles. .step: [n_kinds] step that a tile executes
 * then; .cycles: [n_kinds] cycles until this step ends. */
typedef struct {
  guint32 *step, *cycles;
} Marker;

struct _DemoTimeline {
  const DemoModel *m;
  DemoDb *db;
  gboolean
      by_tile; /* TRUE: each tile has its own cycles; FALSE: all tiles of an IPU have the same */
  gboolean silent; /* TRUE: write no steps, as only watched tiles are needed */
  guint64 *end;    /* [n_kinds] current cycle */
  guint32 *next_marker;
  GArray *markers; /* Marker: markers that are not written yet */
  guint first_marker;
  GHashTable
      *known; /* maps a hash of a list's cycles to the list's id + 1; used in large reports */
  GArray *stretches;
  guint64 by_kind[DEMO_STEP_KINDS];
  guint64 run_start;
  guint n_steps, run;
  DemoStepKind kind;
  gint64 program;
  gint64 next_list;
};

static const char *const type_names[DEMO_STEP_KINDS] = {
    "OnTileExecute", "DoExchange", "GlobalExchange", "StreamCopy", "StreamCopyBegin",
    "StreamCopyEnd", "Sync"};

static void
marker_clear (gpointer data)
{
  Marker *marker = data;

  g_free (marker->step);
  g_free (marker->cycles);
}

DemoTimeline *
demo_timeline_new (const DemoModel *m, DemoDb *db)
{
  DemoTimeline *self = g_new0 (DemoTimeline, 1);

  self->m = m;
  self->db = db;
  self->silent = !db || m->plan->level == DEMO_LEVEL_BLOCKS;
  self->by_tile = m->plan->level != DEMO_LEVEL_IPU;
  self->end = g_new0 (guint64, m->n_kinds);
  self->next_marker = g_new0 (guint32, m->n_kinds);
  self->markers = g_array_new (FALSE, TRUE, sizeof (Marker));
  g_array_set_clear_func (self->markers, marker_clear);
  self->known = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->stretches = g_array_new (FALSE, FALSE, sizeof (DemoStretch));
  return self;
}

void
demo_timeline_free (DemoTimeline *self)
{
  g_array_unref (self->markers);
  g_hash_table_unref (self->known);
  g_array_unref (self->stretches);
  g_free (self->end);
  g_free (self->next_marker);
  g_free (self);
}

void
demo_timeline_step (DemoTimeline *self, DemoStepKind kind, gint64 program, const char *sync_type,
                    gint64 id)
{
  gint64 none = -1;

  self->kind = kind;
  self->program = program;
  if (self->silent) {
    self->n_steps++;
    return;
  }
  demo_db_row (
      self->db, "steps", "isosoooo", DEMO_I (self->n_steps++), type_names[kind], program, sync_type,
      kind == DEMO_STEP_STREAM ? id : none, kind == DEMO_STEP_GLOBAL_EXCHANGE ? id : none,
      kind == DEMO_STEP_INTERNAL_EXCHANGE ? id : none, kind == DEMO_STEP_COMPUTE ? id : none);
}

/* Records each marker that tiles of the kind pass in this step, with the step and the cycles from
 * the marker to the end of the step. */
static void
pass_markers (DemoTimeline *self, guint kind, guint64 end)
{
  while ((guint64) self->next_marker[kind] * MARKER_CYCLES <= end) {
    guint n = self->next_marker[kind]++;
    if (n - self->first_marker == self->markers->len) {
      Marker new = {g_new0 (guint32, self->m->n_kinds), g_new0 (guint32, self->m->n_kinds)};
      g_array_append_val (self->markers, new);
    }
    Marker *marker = &g_array_index (self->markers, Marker, n - self->first_marker);
    marker->step[kind] = self->n_steps - 1;
    marker->cycles[kind] = (guint32) (end - (guint64) n * MARKER_CYCLES);
  }
}

static void
watch_tiles (DemoTimeline *self, guint ipu, const guint32 *cycles)
{
  guint n = self->m->tiles_per_ipu, middle = MIN (5, n / 2);
  const guint local[N_WATCHED] = {0, middle, n - 1};

  for (guint i = 0; i < N_WATCHED && self->stretches->len < MOST_STRETCHES; i++) {
    guint tile = ipu * n + local[i], kind = self->m->kind_of[tile];
    guint64 from = self->end[kind];
    DemoStretch s = {tile, from, from + cycles[kind], self->kind, self->program, self->run};

    if (cycles[kind] > 0)
      g_array_append_val (self->stretches, s);
  }
}

typedef struct {
  guint64 max, sum, min;
} Range;

static void
range_add (Range *r, guint64 value, guint64 times)
{
  r->max = MAX (r->max, value);
  r->min = MIN (r->min, value);
  r->sum += value * times;
}

static void
write_row (DemoTimeline *self, guint ipu, const guint32 *cycles, gint64 list)
{
  Range from = {0, 0, G_MAXUINT64}, to = from, all = from, base = from, length = from;
  guint n = self->m->tiles_per_ipu, active = 0;
  guint first = self->m->first_kind[ipu], end = self->m->first_kind[ipu + 1];

  for (guint k = first; k < end; k++)
    base.min = MIN (base.min, self->end[k]);
  for (guint k = first; k < end; k++) {
    guint64 begin = self->end[k] - base.min, times = self->m->kinds[k].n_tiles;
    range_add (&all, begin + cycles[k], times);
    range_add (&length, cycles[k], times);
    if (cycles[k] == 0)
      continue;
    active += times;
    range_add (&from, begin, times);
    range_add (&to, begin + cycles[k], times);
  }
  demo_db_row (self->db, "steps_by_ipu", "iiiiiiiiiiiiiidndi", DEMO_I (self->n_steps - 1),
               DEMO_I (ipu), DEMO_I (base.min), DEMO_I (from.max), DEMO_I (from.sum / active),
               DEMO_I (from.min), DEMO_I (to.max), DEMO_I (to.sum / active), DEMO_I (to.min),
               DEMO_I (all.max), DEMO_I (all.sum / n), DEMO_I (all.min), DEMO_I (length.max),
               DEMO_I (active), (double) length.sum / active / (double) length.max,
               (double) length.sum / n / (double) length.max, list);
  self->by_kind[self->kind] += length.sum;
}

/* Adds a step with the same start and length on all tiles of an IPU, for measurement by IPU. */
static void
whole_ipu (DemoTimeline *self, guint ipu, const guint32 *cycles)
{
  guint first = self->m->first_kind[ipu], end = self->m->first_kind[ipu + 1], active = 0;
  guint64 length = 0, base = self->end[first], n = self->m->tiles_per_ipu;
  gint64 zero = 0;

  for (guint k = first; k < end; k++) {
    length = MAX (length, cycles[k]);
    active += cycles[k] ? self->m->kinds[k].n_tiles : 0;
  }
  if (length == 0)
    return;
  if (!self->silent)
    demo_db_row (self->db, "steps_by_ipu", "iiiiiiiiiiiiiidndn", DEMO_I (self->n_steps - 1),
                 DEMO_I (ipu), DEMO_I (base), zero, zero, zero, DEMO_I (length), DEMO_I (length),
                 DEMO_I (length), DEMO_I (length), DEMO_I (length), DEMO_I (length),
                 DEMO_I (length), DEMO_I (active), 1.0, (double) active / (double) n);
  for (guint k = first; k < end; k++)
    self->end[k] += length;
  self->by_kind[self->kind] += length * n;
}

gint64
demo_timeline_list (DemoTimeline *self, guint ipu, const guint32 *cycles)
{
  g_autofree guint32 *by_tile = demo_by_tile (self->m, cycles, ipu);
  g_autoptr (GByteArray) list = demo_rle (by_tile, self->m->tiles_per_ipu);

  demo_db_row (self->db, "cycles_by_tile", "ib", self->next_list, list);
  return self->next_list++;
}

/* Returns the id of the list of @cycles in cycles_by_tile. A large report contains equal lists only
 * once. */
static gint64
list_for (DemoTimeline *self, guint ipu, const guint32 *cycles)
{
  guint64 key = demo_hash (ipu, 1, 0);

  if (!self->m->plan->alike)
    return demo_timeline_list (self, ipu, cycles);
  for (guint k = self->m->first_kind[ipu]; k < self->m->first_kind[ipu + 1]; k++)
    key = (key ^ cycles[k]) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) ^ (key >> 29);
  gpointer id = g_hash_table_lookup (self->known, &key);
  if (!id) {
    id = GSIZE_TO_POINTER ((gsize) demo_timeline_list (self, ipu, cycles) + 1);
    g_hash_table_insert (self->known, g_memdup2 (&key, sizeof key), id);
  }
  return (gint64) GPOINTER_TO_SIZE (id) - 1;
}

gint64
demo_timeline_cycles (DemoTimeline *self, guint ipu, const guint32 *cycles, gint64 known)
{
  guint first = self->m->first_kind[ipu], end = self->m->first_kind[ipu + 1];
  guint64 any = 0;

  if (!self->by_tile) {
    whole_ipu (self, ipu, cycles);
    return -1;
  }
  for (guint k = first; k < end; k++)
    any |= cycles[k];
  if (any == 0)
    return -1;
  if (known < 0 && !self->silent)
    known = list_for (self, ipu, cycles);
  if (!self->silent)
    write_row (self, ipu, cycles, known);
  if (self->db)
    watch_tiles (self, ipu, cycles);
  for (guint k = first; k < end; k++) {
    self->end[k] += cycles[k];
    if (self->db)
      pass_markers (self, k, self->end[k]);
  }
  return known;
}

guint64
demo_timeline_end (const DemoTimeline *self, guint kind)
{
  return self->end[kind];
}

guint
demo_timeline_n_steps (const DemoTimeline *self)
{
  return self->n_steps;
}

const GArray *
demo_timeline_stretches (const DemoTimeline *self)
{
  return self->stretches;
}

void
demo_timeline_end_run (DemoTimeline *self, guint run)
{
  const guint64 *k = self->by_kind;

  self->run = run + 1;
  if (self->silent)
    return;
  demo_db_row (self->db, "execution_cycle_totals", "iiiiiiiiiiiiiiiiii", DEMO_I (run),
               DEMO_I (self->end[0] - self->run_start), DEMO_I (0), DEMO_I (k[DEMO_STEP_COMPUTE]),
               DEMO_I (k[DEMO_STEP_INTERNAL_EXCHANGE]), DEMO_I (k[DEMO_STEP_GLOBAL_EXCHANGE]),
               DEMO_I (k[DEMO_STEP_STREAM]), DEMO_I (k[DEMO_STEP_STREAM_BEGIN]),
               DEMO_I (k[DEMO_STEP_STREAM_END]), DEMO_I (k[DEMO_STEP_SYNC]), DEMO_I (0), DEMO_I (0),
               DEMO_I (0), DEMO_I (0), DEMO_I (0), DEMO_I (0), DEMO_I (0), DEMO_I (0));
  memset (self->by_kind, 0, sizeof self->by_kind);
  self->run_start = self->end[0];
}

static void
write_marker (DemoTimeline *self, const Marker *marker, gint64 id)
{
  g_autoptr (GByteArray) steps = demo_plain_kinds (self->m, marker->step);
  g_autoptr (GByteArray) cycles = demo_plain_kinds (self->m, marker->cycles);

  demo_db_row (self->db, "absolute_markers", "iiibb", id, id * MARKER_CYCLES,
               DEMO_I (MARKER_CYCLES), steps, cycles);
}

void
demo_timeline_write_markers (DemoTimeline *self, gboolean last)
{
  guint passed = G_MAXUINT;

  if (self->silent)
    return;
  for (guint k = 0; k < self->m->n_kinds; k++)
    passed = MIN (passed, self->next_marker[k]);
  guint n = last ? self->markers->len : passed - self->first_marker;
  for (guint i = 0; i < n; i++)
    write_marker (self, &g_array_index (self->markers, Marker, i), DEMO_I (self->first_marker) + i);
  if (n > 0)
    g_array_remove_range (self->markers, 0, n);
  self->first_marker += n;
}
