/* Sums the classes of time from blocks of lightweight profiling. */
#include "analysis/time/time-light.h"

#include "analysis/trace/light.h"

static PoplensTimeClass
program_class (const PoplensPrograms *programs, gint64 id)
{
  guint32 row = programs && id >= 0 && id < POPLENS_NO_PROGRAM
                    ? poplens_programs_find (programs, (guint32) id)
                    : POPLENS_NO_ROW;

  switch (row == POPLENS_NO_ROW ? POPLENS_PROGRAM_UNKNOWN : programs->kind[row]) {
  case POPLENS_PROGRAM_ON_TILE_EXECUTE:
    return POPLENS_TIME_COMPUTE;
  case POPLENS_PROGRAM_DO_EXCHANGE:
    return POPLENS_TIME_EXCHANGE;
  case POPLENS_PROGRAM_GLOBAL_EXCHANGE:
    return POPLENS_TIME_INTER_IPU;
  case POPLENS_PROGRAM_STREAM_COPY_MID:
    return POPLENS_TIME_HOST_TRANSFER;
  case POPLENS_PROGRAM_STREAM_COPY_BEGIN:
  case POPLENS_PROGRAM_STREAM_COPY_END:
    return POPLENS_TIME_HOST;
  case POPLENS_PROGRAM_SYNC:
  case POPLENS_PROGRAM_SANS:
  case POPLENS_PROGRAM_SYNC_ANS:
    return POPLENS_TIME_SYNC;
  default:
    return POPLENS_TIME_UNTRACKED;
  }
}

static PoplensTimeClass
block_class (const PoplensLightBlocks *blocks, guint32 row, const PoplensPrograms *programs)
{
  PoplensLightType type = poplens_light_blocks_type (blocks, row);

  if (type == POPLENS_LIGHT_FLUSH)
    return POPLENS_TIME_PROFILER;
  if (type == POPLENS_LIGHT_OVERFLOW)
    return POPLENS_TIME_UNTRACKED;
  PoplensTimeClass class = program_class (programs, blocks->id[row]);
  return type == POPLENS_LIGHT_STREAM_COPY && class == POPLENS_TIME_UNTRACKED
             ? POPLENS_TIME_HOST_TRANSFER
             : class;
}

typedef struct {
  guint64 to;
  PoplensTimeClass class;
} OpenBlock;

typedef struct {
  guint64 *classes;
  guint64 at;   /* current cycle; earlier cycles are already in .classes */
  GArray *open; /* OpenBlock: stack of the blocks that contain the current cycle, the innermost one
                   last */
} BlockSweep;

static void
sweep_count_to (BlockSweep *self, guint64 to, PoplensTimeClass class)
{
  if (to > self->at) {
    self->classes[class] += to - self->at;
    self->at = to;
  }
}

/* Adds the cycles up to @to to the classes, each to the class of the innermost block at this cycle.
 * Closes blocks that end at @to or earlier. */
static void
sweep_close_to (BlockSweep *self, guint64 to)
{
  while (self->open->len) {
    OpenBlock open = g_array_index (self->open, OpenBlock, self->open->len - 1);
    sweep_count_to (self, MIN (open.to, to), open.class);
    if (open.to > to)
      return;
    g_array_set_size (self->open, self->open->len - 1);
  }
  sweep_count_to (self, to, POPLENS_TIME_UNTRACKED);
}

/* Adds the cycles [@from, @to) of a tile to @classes. The tile's blocks are sorted by begin; blocks
 * that begin together are sorted longest first. */
static void
tile_add_classes (const PoplensLightBlocks *blocks, guint32 tile, const PoplensPrograms *programs,
                  guint64 from, guint64 to, guint64 *classes)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (OpenBlock));
  BlockSweep sweep = {classes, from, open};

  for (guint32 row = blocks->first[tile]; row < blocks->first[tile + 1]; row++) {
    OpenBlock one = {poplens_light_blocks_to (blocks, row), block_class (blocks, row, programs)};
    sweep_close_to (&sweep, blocks->from[row]);
    g_array_append_val (open, one);
  }
  sweep_close_to (&sweep, to);
}

PoplensTimeLight *
poplens_time_light_new (const PoplensLightBlocks *blocks, const PoplensPrograms *programs,
                        guint32 tiles_per_ipu, const PoplensWork *work)
{
  g_autoptr (PoplensTimeLight) self = g_new0 (PoplensTimeLight, 1);
  g_autoptr (GArray) tiles = poplens_light_tiles (blocks, tiles_per_ipu);
  g_autoptr (GArray) clocks = poplens_light_ipus (tiles);

  self->ipus = g_array_new (FALSE, TRUE, sizeof (PoplensTimeLightIpu));
  for (guint i = 0; i < clocks->len; i++) {
    const PoplensLightIpu *clock = &g_array_index (clocks, PoplensLightIpu, i);
    self->total = MAX (self->total, clock->to - clock->from);
  }
  /* Each IPU has its own clock, so each has its own first cycle. */
  for (guint i = 0; i < clocks->len; i++) {
    const PoplensLightIpu *clock = &g_array_index (clocks, PoplensLightIpu, i);
    PoplensTimeLightIpu ipu = {.ipu = clock->ipu, .n_tiles = clock->n_tiles};
    for (guint32 t = 0; t < blocks->n_tiles; t++) {
      if (g_array_index (tiles, PoplensLightTile, t).ipu != clock->ipu)
        continue;
      if (!poplens_work_go_on (work, "Adding up where the time went", t, blocks->n_tiles))
        return NULL;
      tile_add_classes (blocks, t, programs, clock->from, clock->from + self->total, ipu.classes);
    }
    g_array_append_val (self->ipus, ipu);
  }
  return g_steal_pointer (&self);
}

gboolean
poplens_time_light_tells (const PoplensTimeLight *self, PoplensTimeClass class)
{
  switch (class) {
  case POPLENS_TIME_UNUSED:
  case POPLENS_TIME_UNEQUAL:
  case POPLENS_TIME_TILE_EXCHANGE:
  case POPLENS_TIME_ANOTHER_IPU:
  case POPLENS_TIME_OUTSIDE:
    return FALSE;
  case POPLENS_TIME_UNTRACKED:
  case POPLENS_TIME_PROFILER:
    return TRUE;
  default:
    for (guint i = 0; i < self->ipus->len; i++)
      if (g_array_index (self->ipus, PoplensTimeLightIpu, i).classes[class])
        return TRUE;
    return FALSE;
  }
}

void
poplens_time_light_free (PoplensTimeLight *self)
{
  if (!self)
    return;
  g_array_unref (self->ipus);
  g_free (self);
}
