#include "demo/timeline.h"

#include <string.h>

#define MARKER_CYCLES 262144

typedef struct {
  guint32 step[DEMO_TILES];
  guint32 cycles[DEMO_TILES];
} Marker;

struct _DemoTimeline {
  DemoDb *db;
  guint64 end[DEMO_TILES];
  guint32 next_marker[DEMO_TILES];
  GPtrArray *markers; /* Marker */
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

DemoTimeline *
demo_timeline_new (DemoDb *db)
{
  DemoTimeline *self = g_new0 (DemoTimeline, 1);

  self->db = db;
  self->markers = g_ptr_array_new_with_free_func (g_free);
  self->stretches = g_array_new (FALSE, FALSE, sizeof (DemoStretch));
  return self;
}

void
demo_timeline_free (DemoTimeline *self)
{
  g_ptr_array_unref (self->markers);
  g_array_unref (self->stretches);
  g_free (self);
}

void
demo_timeline_step (DemoTimeline *self, DemoStepKind kind, gint64 program, const char *sync_type,
                    gint64 id)
{
  gint64 none = -1;

  self->kind = kind;
  self->program = program;
  demo_db_row (
      self->db, "steps", "isosoooo", DEMO_I (self->n_steps++), type_names[kind], program, sync_type,
      kind == DEMO_STEP_STREAM ? id : none, kind == DEMO_STEP_GLOBAL_EXCHANGE ? id : none,
      kind == DEMO_STEP_INTERNAL_EXCHANGE ? id : none, kind == DEMO_STEP_COMPUTE ? id : none);
}

/* Of each marker that the tile passes in this step: the step, and how far behind the marker it
 * ends. */
static void
pass_markers (DemoTimeline *self, guint tile, guint64 end)
{
  while ((guint64) self->next_marker[tile] * MARKER_CYCLES <= end) {
    guint n = self->next_marker[tile]++;
    if (n == self->markers->len)
      g_ptr_array_add (self->markers, g_new0 (Marker, 1));
    Marker *marker = g_ptr_array_index (self->markers, n);
    marker->step[tile] = self->n_steps - 1;
    marker->cycles[tile] = (guint32) (end - (guint64) n * MARKER_CYCLES);
  }
}

static gboolean
watched (guint tile)
{
  guint local = tile % DEMO_TILES_PER_IPU;

  return local == 0 || local == 5 || local == DEMO_TILES_PER_IPU - 1;
}

static void
watch (DemoTimeline *self, guint tile, guint64 from, guint64 to)
{
  DemoStretch s = {tile, from, to, self->kind, self->program, self->run};

  if (from < to && watched (tile))
    g_array_append_val (self->stretches, s);
}

typedef struct {
  guint64 max, sum, min;
} Range;

static void
range_add (Range *r, guint64 value)
{
  r->max = MAX (r->max, value);
  r->min = MIN (r->min, value);
  r->sum += value;
}

static void
write_row (DemoTimeline *self, guint ipu, const guint64 *start, const guint32 *cycles, gint64 list)
{
  Range from = {0, 0, G_MAXUINT64}, to = from, all = from, base = from, length = from;
  guint n = DEMO_TILES_PER_IPU, active = 0;

  for (guint t = 0; t < n; t++)
    range_add (&base, start[t]);
  for (guint t = 0; t < n; t++) {
    guint64 begin = start[t] - base.min;
    range_add (&all, begin + cycles[t]);
    range_add (&length, cycles[t]);
    if (cycles[t] == 0)
      continue;
    active++;
    range_add (&from, begin);
    range_add (&to, begin + cycles[t]);
  }
  demo_db_row (self->db, "steps_by_ipu", "iiiiiiiiiiiiiidndi", DEMO_I (self->n_steps - 1),
               DEMO_I (ipu), DEMO_I (base.min), DEMO_I (from.max), DEMO_I (from.sum / active),
               DEMO_I (from.min), DEMO_I (to.max), DEMO_I (to.sum / active), DEMO_I (to.min),
               DEMO_I (all.max), DEMO_I (all.sum / n), DEMO_I (all.min), DEMO_I (length.max),
               DEMO_I (active), (double) length.sum / active / (double) length.max,
               (double) length.sum / n / (double) length.max, list);
  self->by_kind[self->kind] += length.sum;
}

gint64
demo_timeline_list (DemoTimeline *self, const guint32 *cycles)
{
  g_autoptr (GByteArray) list = demo_rle (cycles, DEMO_TILES_PER_IPU);

  demo_db_row (self->db, "cycles_by_tile", "ib", self->next_list, list);
  return self->next_list++;
}

gint64
demo_timeline_cycles (DemoTimeline *self, guint ipu, const guint32 *cycles, gint64 known)
{
  guint first = ipu * DEMO_TILES_PER_IPU;
  guint64 sum = 0;

  for (guint t = 0; t < DEMO_TILES_PER_IPU; t++)
    sum += cycles[t];
  if (sum == 0)
    return -1;
  if (known < 0)
    known = demo_timeline_list (self, cycles);
  write_row (self, ipu, self->end + first, cycles, known);
  for (guint t = 0; t < DEMO_TILES_PER_IPU; t++) {
    guint64 start = self->end[first + t];
    self->end[first + t] += cycles[t];
    watch (self, first + t, start, start + cycles[t]);
    pass_markers (self, first + t, start + cycles[t]);
  }
  return known;
}

guint64
demo_timeline_end (const DemoTimeline *self, guint tile)
{
  return self->end[tile];
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

  demo_db_row (self->db, "execution_cycle_totals", "iiiiiiiiiiiiiiiiii", DEMO_I (run),
               DEMO_I (self->end[0] - self->run_start), DEMO_I (0), DEMO_I (k[DEMO_STEP_COMPUTE]),
               DEMO_I (k[DEMO_STEP_INTERNAL_EXCHANGE]), DEMO_I (k[DEMO_STEP_GLOBAL_EXCHANGE]),
               DEMO_I (k[DEMO_STEP_STREAM]), DEMO_I (k[DEMO_STEP_STREAM_BEGIN]),
               DEMO_I (k[DEMO_STEP_STREAM_END]), DEMO_I (k[DEMO_STEP_SYNC]), DEMO_I (0), DEMO_I (0),
               DEMO_I (0), DEMO_I (0), DEMO_I (0), DEMO_I (0), DEMO_I (0), DEMO_I (0));
  memset (self->by_kind, 0, sizeof self->by_kind);
  self->run_start = self->end[0];
  self->run = run + 1;
}

void
demo_timeline_write_markers (DemoTimeline *self)
{
  for (guint i = 0; i < self->markers->len; i++) {
    const Marker *marker = g_ptr_array_index (self->markers, i);
    g_autoptr (GByteArray) steps = demo_plain (marker->step, DEMO_TILES);
    g_autoptr (GByteArray) cycles = demo_plain (marker->cycles, DEMO_TILES);

    demo_db_row (self->db, "absolute_markers", "iiibb", DEMO_I (i), DEMO_I (i) * MARKER_CYCLES,
                 DEMO_I (MARKER_CYCLES), steps, cycles);
  }
}
