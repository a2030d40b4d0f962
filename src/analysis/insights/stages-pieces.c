/* What each run of the units of an IPU needs: all runs at once, in one pass over the steps. */
#include "analysis/insights/stages-private.h"
#include "analysis/insights/what-if-private.h"

#include <string.h>

/* Bytes that are live now, or by class: of each unit of the IPU, then what is scaled, then what is
 * whole. */
#define N_SLOTS(n) ((n) + 2)

typedef struct {
  const PoplensUnits *units;
  const PoplensWhatIf *what;
  guint32 low, n;  /* units of the IPU: low … low + n − 1 */
  guint64 parts;   /* the steps of all of these, and of none */
  guint64 *amount; /* by class row, then slot; all 0 between kinds */
  GArray *touched; /* guint32: rows of `amount` */
  guint64 *marks;  /* events of the classes of the kind */
  guint64 *live;   /* by slot */
  guint64 *peak;   /* of the kind, by run: bytes × parts */
  guint64 *own;    /* of the kind, by run: always-live bytes of its units */
} Follower;

static guint32
slot_of (const Follower *self, guint32 pair)
{
  guint32 unit = self->units->of_pair[pair];

  if (unit == POPLENS_UNIT_SCALED)
    return self->n;
  return unit == POPLENS_UNIT_WHOLE ? self->n + 1
                                    : CLAMP (unit, self->low, self->low + self->n - 1) - self->low;
}

/* Adds up what tiles of @kind hold. */
static void
add_up (Follower *self, guint32 kind)
{
  const PoplensTilesAlike *alike = self->what->alike;

  memset (self->live, 0, sizeof *self->live * N_SLOTS (self->n));
  for (guint32 e = alike->first[kind]; e < alike->first[kind + 1]; e++) {
    guint32 pair = alike->entries[e].pair, row = alike->pairs[pair].class_row;
    guint32 slot = slot_of (self, pair);
    if (self->what->liveness->class_always_live[row]) {
      self->live[slot] += alike->entries[e].bytes;
      continue;
    }
    self->amount[(gsize) row * N_SLOTS (self->n) + slot] += alike->entries[e].bytes;
    g_array_append_val (self->touched, row);
    poplens_step_order_mark (self->what->order, row, self->marks);
  }
}

static guint64
steps_of (const Follower *self, guint32 unit)
{
  return g_array_index (self->units->units, PoplensUnit, self->low + unit).steps;
}

/* Keeps what is live now where it is more than ever before. */
static void
keep_peaks (Follower *self)
{
  guint64 scaled = self->live[self->n], whole = self->live[self->n + 1], *peak = self->peak;

  for (guint32 a = 0; a < self->n; a++) {
    guint64 bytes = whole, steps = self->units->others;
    for (guint32 b = a; b < self->n; b++, peak++) {
      bytes += self->live[b];
      steps += steps_of (self, b);
      *peak = MAX (*peak, bytes * self->parts + scaled * steps);
    }
  }
}

/* Before the first step what is live is always live. */
static void
keep_own (Follower *self)
{
  guint64 *own = self->own;

  for (guint32 a = 0; a < self->n; a++) {
    guint64 bytes = 0;
    for (guint32 b = a; b < self->n; b++)
      *own++ = bytes += self->live[b];
  }
}

/* Sums are unsigned: they may wrap in a damaged file, and not overflow. */
static void
take_event (Follower *self, guint32 event)
{
  const PoplensStepOrder *order = self->what->order;
  const guint64 *amount = self->amount + (gsize) order->class_row[event] * N_SLOTS (self->n);
  guint64 sign = order->freed[event] ? G_MAXUINT64 : 1;

  for (guint32 slot = 0; slot < N_SLOTS (self->n); slot++)
    self->live[slot] += sign * amount[slot];
}

/* What changes at one step counts together. */
static void
follow_steps (Follower *self)
{
  const PoplensStepOrder *order = self->what->order;
  gsize words = poplens_step_order_words (order);
  guint32 rank = G_MAXUINT32;

  for (gsize w = 0; w < words; w++) {
    for (guint64 left = self->marks[w]; left; left &= left - 1) {
      guint32 event = (guint32) (w * 64) + (guint32) __builtin_ctzll (left);
      if (order->rank[event] != rank)
        keep_peaks (self);
      rank = order->rank[event];
      take_event (self, event);
    }
    self->marks[w] = 0;
  }
  keep_peaks (self);
}

static void
reset (Follower *self)
{
  gsize n = N_SLOTS (self->n);

  for (guint i = 0; i < self->touched->len; i++)
    memset (self->amount + g_array_index (self->touched, guint32, i) * n, 0,
            sizeof *self->amount * n);
  g_array_set_size (self->touched, 0);
}

/* @peak: by run, all 0; @own: by run. */
static void
follow_kind (Follower *self, guint32 kind, guint64 *peak, guint64 *own)
{
  self->peak = peak;
  self->own = own;
  add_up (self, kind);
  keep_own (self);
  follow_steps (self);
  reset (self);
  for (guint32 run = 0; run < poplens_stage_n_runs (self->n); run++)
    peak[run] = (peak[run] + self->parts - 1) / self->parts;
}

/* ---- an IPU ------------------------------------------------------------------------------------
 */

static void
follower_init (Follower *self, const PoplensUnits *units, const PoplensWhatIf *what, guint32 ipu)
{
  *self = (Follower){.units = units, .what = what, .low = units->first[ipu]};
  self->n = units->first[ipu + 1] - self->low;
  self->parts = units->others;
  for (guint32 u = 0; u < self->n; u++)
    self->parts += steps_of (self, u);
  self->amount = g_new0 (guint64, (gsize) MAX (what->liveness->n_classes, 1) * N_SLOTS (self->n));
  self->touched = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->marks = g_new0 (guint64, poplens_step_order_words (what->order));
  self->live = g_new0 (guint64, N_SLOTS (self->n));
}

static void
follower_clear (Follower *self)
{
  g_free (self->amount);
  g_array_unref (self->touched);
  g_free (self->marks);
  g_free (self->live);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Follower, follower_clear)

/* Numbers the kinds of the IPU's tiles. (transfer full): guint32 */
static GArray *
find_rows (PoplensStagePieces *self, const PoplensUnits *units, const PoplensTilesAlike *alike,
           guint32 ipu)
{
  GArray *kinds = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint32 *row = g_new0 (guint32, MAX (alike->n_kinds, 1));

  self->row = g_new (guint32, units->tiles_per_ipu);
  memset (self->row, 0xff, sizeof *self->row * units->tiles_per_ipu);
  for (guint32 i = 0; i < units->tiles_per_ipu; i++) {
    guint64 tile = (guint64) ipu * units->tiles_per_ipu + i;
    if (tile >= alike->n_tiles)
      break;
    guint32 kind = alike->of_tile[tile];
    if (!row[kind]) {
      g_array_append_val (kinds, kind);
      row[kind] = kinds->len;
    }
    self->row[i] = row[kind] - 1;
  }
  return kinds;
}

PoplensStagePieces *
poplens_stage_pieces_new (const PoplensUnits *units, const PoplensWhatIf *what, guint32 ipu,
                          GCancellable *cancellable)
{
  g_autoptr (PoplensStagePieces) self = g_new0 (PoplensStagePieces, 1);
  g_auto (Follower) follower = {0};
  g_autoptr (GArray) kinds = find_rows (self, units, what->alike, ipu);
  gsize runs;

  follower_init (&follower, units, what, ipu);
  self->n = follower.n;
  runs = poplens_stage_n_runs (self->n);
  self->peak = g_new0 (guint64, runs * MAX (kinds->len, 1));
  self->own = g_new0 (guint64, runs * MAX (kinds->len, 1));
  for (guint k = 0; k < kinds->len; k++) {
    if (g_cancellable_is_cancelled (cancellable))
      return NULL;
    follow_kind (&follower, g_array_index (kinds, guint32, k), self->peak + k * runs,
                 self->own + k * runs);
  }
  return g_steal_pointer (&self);
}

void
poplens_stage_pieces_free (PoplensStagePieces *self)
{
  if (!self)
    return;
  g_free (self->row);
  g_free (self->peak);
  g_free (self->own);
  g_free (self);
}
