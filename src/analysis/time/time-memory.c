/* The memory that the advice of a finding on time needs, against what is free for it. */
#include "analysis/time/time-findings-private.h"

#include "base/format.h"

#include <math.h>

/* As many as the advice on I/O tiles names. */
#define IO_TILES 32

/* What a kind's advice takes memory for. */
typedef enum { NOTHING, SPREADING, BATCHES, IO, LAYERS } Needs;

static Needs
needs_of (const PoplensTimeCandidate *candidate)
{
  static const Needs needs[POPLENS_TIME_N_KINDS] = {
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
  guint32 n, fullest; /* tiles that count; the position of the one that is fullest with gaps */
  guint64 bytes;      /* of all of them, with gaps */
} Tiles;

/* Sums up the tiles of @ipu, G_MAXUINT32: of all IPUs. FALSE if nothing is known of them. */
static gboolean
tiles_init (Tiles *self, const PoplensTimeFindingsInput *input, guint32 ipu)
{
  *self = (Tiles){input->memory, input->target, 0, G_MAXUINT32, 0};
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

static void
append_free (const Tiles *self, GString *text)
{
  guint32 tile = self->memory->tile[self->fullest];
  guint64 used = self->memory->total_including_gaps[self->fullest];
  guint64 capacity = self->target->bytes_per_tile;
  PoplensNumber left, all;

  g_string_append_printf (
      text, " Tile %u, the fullest of IPU %u, has %s of %s free.", tile,
      poplens_target_ipu_of_tile (self->target, tile),
      used < capacity ? poplens_format_bytes (left, capacity - used, POPLENS_BYTE_UNIT_BINARY)
                      : "nothing",
      poplens_format_bytes (all, capacity, POPLENS_BYTE_UNIT_BINARY));
}

/* I/O tiles leave what they hold to the other tiles. */
static void
append_io (const Tiles *self, GString *text)
{
  PoplensNumber more;

  if (self->n <= IO_TILES)
    return;
  guint64 moved = self->bytes / self->n * IO_TILES / (self->n - IO_TILES);
  g_string_append_printf (text, " %u I/O tiles leave each other tile about %s more, in the mean.",
                          IO_TILES, poplens_format_bytes (more, moved, POPLENS_BYTE_UNIT_BINARY));
}

static void
append_batches (const Tiles *self, GString *text)
{
  guint32 bytes = self->memory->not_always_live_max[self->fullest];
  PoplensNumber more;

  if (bytes == G_MAXUINT32)
    return;
  g_string_append_printf (
      text, " Twice the micro-batch needs about %s more there, if all not-always-live data grow.",
      poplens_format_bytes (more, bytes, POPLENS_BYTE_UNIT_BINARY));
}

/* Each action with its bound; of one alone the sentence tells it. */
static void
append_actions (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate, GString *text)
{
  PoplensTimeAction actions[POPLENS_TIME_MOST_ACTIONS];
  guint n = poplens_time_find_actions (self, candidate, actions);
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
                     guint32 ipu)
{
  GString *text = g_string_new (NULL);
  Needs needs = needs_of (candidate);
  Tiles tiles;

  append_actions (self, candidate, text);
  if (needs == NOTHING || !tiles_init (&tiles, self->input, ipu))
    return g_string_free (text, FALSE);
  if (needs == LAYERS)
    g_string_append_printf (text, " IPU %u has the least work.", ipu);
  append_free (&tiles, text);
  /* I/O tiles are so many of each IPU: what they leave stays on theirs. */
  if (needs == IO && ipu == G_MAXUINT32)
    tiles_init (&tiles, self->input,
                poplens_target_ipu_of_tile (tiles.target, tiles.memory->tile[tiles.fullest]));
  if (needs == IO)
    append_io (&tiles, text);
  if (needs == BATCHES)
    append_batches (&tiles, text);
  return g_string_free (text, FALSE);
}
