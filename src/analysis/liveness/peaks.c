#include "analysis/liveness/peaks.h"

#include "analysis/liveness/live-step.h"
#include "analysis/liveness/peaks-order.h"
#include "analysis/liveness/peaks-ranges.h"

/* ---- tiles ------------------------------------------------------------------------------ */

/* Bytes of tiles by class row, kept clean between tiles by the list of rows touched. */
typedef struct {
  const PoplensLiveness *liveness;
  const PoplensVariables *variables;
  guint64 *bytes;  /* by class row */
  GArray *touched; /* class rows */
} Tally;

static void
tally_init (Tally *self, const PoplensLiveness *liveness, const PoplensVariables *variables)
{
  self->liveness = liveness;
  self->variables = variables;
  self->bytes = g_new0 (guint64, MAX (liveness->n_classes, 1));
  self->touched = g_array_new (FALSE, FALSE, sizeof (guint32));
}

static void
tally_clear (Tally *self)
{
  g_free (self->bytes);
  g_array_unref (self->touched);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Tally, tally_clear)

static void
tally_reset (Tally *self)
{
  for (guint i = 0; i < self->touched->len; i++)
    self->bytes[g_array_index (self->touched, guint32, i)] = 0;
  g_array_set_size (self->touched, 0);
}

static void
tally_add_bytes (Tally *self, guint32 class_row, guint64 bytes)
{
  if (!self->bytes[class_row])
    g_array_append_val (self->touched, class_row);
  self->bytes[class_row] += bytes;
}

static void
tally_add (Tally *self, guint32 tile)
{
  const PoplensVariables *v = self->variables;
  guint32 last_id = 0, last_row = G_MAXUINT32;

  if (tile >= v->n_tiles)
    return;
  for (guint32 r = v->tile_first[tile]; r < v->tile_first[tile + 1]; r++) {
    if (!(v->bits[r] & POPLENS_VARIABLE_ALLOCATED) || !v->size[r])
      continue;
    /* Neighbours often share their class. */
    if (last_row == G_MAXUINT32 || v->equivalence_class[r] != last_id) {
      last_id = v->equivalence_class[r];
      last_row = poplens_liveness_find_class (self->liveness, last_id);
    }
    if (last_row == G_MAXUINT32)
      continue;
    tally_add_bytes (self, last_row, v->size[r]);
  }
}

/* Always-live bytes of the tally; what comes and goes is added to @events. */
static guint64
tally_events (const Tally *self, const PoplensLiveSpans *spans, GArray *events)
{
  guint64 always_live = 0;

  for (guint i = 0; i < self->touched->len; i++) {
    guint32 row = g_array_index (self->touched, guint32, i);
    if (self->liveness->class_always_live[row])
      always_live += self->bytes[row];
    else
      poplens_live_spans_add (spans, row, self->bytes[row], events);
  }
  return always_live;
}

/* What a sweep over the tiles works with. */
typedef struct {
  Tally tally;
  PoplensStepOrder *order;
  guint64 *marks;
  guint64 capacity; /* of a tile; 0: not known */
} Sweep;

/* The highest of a tile so far, and where it is first too high. */
typedef struct {
  gint64 highest, limit; /* limit: what not-always-live bytes may be; negative: none is too much */
  guint32 step, first_over;
} Follower;

static void
follow_step (guint32 step, const guint64 *sums, gpointer user_data)
{
  Follower *self = user_data;
  gint64 live = (gint64) sums[0];

  if (live > self->highest) {
    self->highest = live;
    self->step = step;
  }
  if (self->limit >= 0 && live > self->limit && self->first_over == G_MAXUINT32)
    self->first_over = step;
}

static void
follow_tile (const Sweep *self, PoplensTilePeak *peak)
{
  const guint64 *amounts[] = {self->tally.bytes};
  gboolean full = self->capacity && peak->always_live > self->capacity;
  Follower at = {.step = 0, .first_over = G_MAXUINT32, .limit = -1};

  if (self->capacity && !full)
    at.limit = (gint64) (self->capacity - peak->always_live);
  poplens_step_order_follow (self->order, self->marks, amounts, 1, follow_step, &at);
  peak->not_always_live = (guint64) at.highest;
  peak->step = at.step;
  peak->first_over = full ? 0 : at.first_over;
}

static void
sweep_init (Sweep *self, const PoplensLiveness *liveness, const PoplensVariables *variables)
{
  tally_init (&self->tally, liveness, variables);
  self->order = poplens_step_order_new (liveness);
  self->marks = g_new0 (guint64, poplens_step_order_words (self->order));
}

static void
sweep_clear (Sweep *self)
{
  tally_clear (&self->tally);
  poplens_step_order_free (self->order);
  g_free (self->marks);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sweep, sweep_clear)

/* The peak of what was tallied, which is then gone. */
static void
sweep_take (Sweep *self, guint32 tile, GArray *peaks)
{
  const guint8 *always = self->tally.liveness->class_always_live;
  PoplensTilePeak peak = {.tile = tile};

  for (guint i = 0; i < self->tally.touched->len; i++) {
    guint32 row = g_array_index (self->tally.touched, guint32, i);
    if (always[row])
      peak.always_live += self->tally.bytes[row];
    else
      poplens_step_order_mark (self->order, row, self->marks);
  }
  follow_tile (self, &peak);
  peak.bytes = peak.always_live + peak.not_always_live;
  tally_reset (&self->tally);
  g_array_append_val (peaks, peak);
}

static void
tally_add_entries (Tally *self, const PoplensTileBytes *bytes, guint32 tile)
{
  if (tile >= bytes->n_tiles)
    return;
  for (guint32 i = bytes->first[tile]; i < bytes->first[tile + 1]; i++) {
    const PoplensByteEntry *entry = &bytes->entries[i];
    tally_add_bytes (self, entry->class_row, entry->bytes);
  }
}

/* Of @bytes, or where NULL of @variables. */
static GArray *
find_peaks (const PoplensLiveness *liveness, const PoplensVariables *variables,
            const PoplensTileBytes *bytes, const PoplensMemory *memory, const PoplensTarget *target,
            GCancellable *cancellable)
{
  g_auto (Sweep) sweep = {0};
  g_autoptr (GArray) peaks = g_array_new (FALSE, FALSE, sizeof (PoplensTilePeak));

  sweep_init (&sweep, liveness, variables);
  sweep.capacity = target ? target->bytes_per_tile : 0;
  for (guint32 t = 0; t < memory->n_tiles; t++) {
    if (g_cancellable_is_cancelled (cancellable))
      return NULL;
    if (bytes)
      tally_add_entries (&sweep.tally, bytes, memory->tile[t]);
    else
      tally_add (&sweep.tally, memory->tile[t]);
    sweep_take (&sweep, memory->tile[t], peaks);
  }
  return g_steal_pointer (&peaks);
}

GArray *
poplens_tile_peaks (const PoplensLiveness *liveness, const PoplensVariables *variables,
                    const PoplensMemory *memory, const PoplensTarget *target,
                    GCancellable *cancellable)
{
  return find_peaks (liveness, variables, NULL, memory, target, cancellable);
}

GArray *
poplens_tile_peaks_of (const PoplensLiveness *liveness, const PoplensTileBytes *bytes,
                       const PoplensMemory *memory, const PoplensTarget *target,
                       GCancellable *cancellable)
{
  return find_peaks (liveness, NULL, bytes, memory, target, cancellable);
}

gboolean
poplens_tile_peaks_agree (const GArray *peaks, const PoplensMemory *memory)
{
  if (peaks->len != memory->n_tiles)
    return FALSE;
  for (guint i = 0; i < peaks->len; i++) {
    const PoplensTilePeak *peak = &g_array_index (peaks, PoplensTilePeak, i);
    if (peak->always_live != memory->always_live[i] ||
        peak->not_always_live != memory->not_always_live_max[i])
      return FALSE;
  }
  return TRUE;
}

const PoplensTilePeak *
poplens_tile_peaks_worst (const GArray *peaks)
{
  const PoplensTilePeak *worst = NULL;

  for (guint i = 0; i < peaks->len; i++) {
    const PoplensTilePeak *peak = &g_array_index (peaks, PoplensTilePeak, i);
    if (!worst || peak->bytes > worst->bytes)
      worst = peak;
  }
  return worst;
}

const PoplensTilePeak *
poplens_tile_peaks_first_over (const GArray *peaks, guint32 *tiles)
{
  const PoplensTilePeak *first = NULL;

  *tiles = 0;
  for (guint i = 0; i < peaks->len; i++) {
    const PoplensTilePeak *peak = &g_array_index (peaks, PoplensTilePeak, i);
    if (peak->first_over == G_MAXUINT32 || (first && peak->first_over > first->first_over))
      continue;
    if (!first || peak->first_over < first->first_over) {
      first = peak;
      *tiles = 0;
    }
    ++*tiles;
  }
  return first;
}

/* ---- curves ----------------------------------------------------------------------------- */

static PoplensLiveCurve *
curve_new (const PoplensLiveness *liveness)
{
  PoplensLiveCurve *self = g_atomic_rc_box_new0 (PoplensLiveCurve);

  self->n_steps = liveness->n_steps;
  self->not_always_live = g_new0 (guint64, MAX (liveness->n_steps, 1));
  self->peak_step = G_MAXUINT32;
  return self;
}

static void
find_peak (PoplensLiveCurve *self)
{
  for (guint32 s = 0; s < self->n_steps; s++)
    if (self->peak_step == G_MAXUINT32 ||
        self->not_always_live[s] > self->not_always_live[self->peak_step])
      self->peak_step = s;
}

static PoplensLiveCurve *
curve_of_tally (const Tally *tally)
{
  g_auto (PoplensLiveSpans) spans = {0};
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (PoplensSweepEvent));
  PoplensLiveCurve *self = curve_new (tally->liveness);
  guint64 live = 0;

  poplens_live_spans_init (&spans, tally->liveness);
  self->always_live = tally_events (tally, &spans, events);
  for (guint i = 0; i < events->len; i++) {
    const PoplensSweepEvent *event = &g_array_index (events, PoplensSweepEvent, i);
    if (event->step < self->n_steps)
      self->not_always_live[event->step] += (guint64) event->change;
  }
  /* Changes to sums; unsigned, so that a fall is an addition too. */
  for (guint32 s = 0; s < self->n_steps; s++)
    live = self->not_always_live[s] += live;
  find_peak (self);
  return self;
}

PoplensLiveCurve *
poplens_live_curve_new (const PoplensLiveness *liveness, const PoplensVariables *variables,
                        const PoplensTileSet *tiles, GCancellable *cancellable)
{
  g_auto (Tally) tally = {0};

  tally_init (&tally, liveness, variables);
  for (guint r = 0; r < tiles->n; r++)
    for (guint32 t = tiles->ranges[r].first; t < variables->n_tiles && t <= tiles->ranges[r].last;
         t++) {
      if (g_cancellable_is_cancelled (cancellable))
        return NULL;
      tally_add (&tally, t);
    }
  return curve_of_tally (&tally);
}

PoplensLiveCurve *
poplens_class_bytes_curve (const PoplensLiveness *liveness, const PoplensClassBytes *bytes)
{
  g_auto (Tally) tally = {0};

  tally_init (&tally, liveness, NULL);
  for (guint32 i = 0; i < bytes->n; i++)
    tally_add_bytes (&tally, bytes->class_row[i], bytes->bytes[i]);
  return curve_of_tally (&tally);
}

PoplensLiveCurve *
poplens_live_curve_new_all (const PoplensLiveness *liveness)
{
  PoplensLiveCurve *self = curve_new (liveness);

  self->always_live = liveness->always_live;
  for (guint32 s = 0; s < liveness->n_steps; s++)
    self->not_always_live[s] = liveness->not_always_live[s];
  find_peak (self);
  return self;
}

PoplensLiveCurve *
poplens_live_curve_ref (PoplensLiveCurve *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
curve_clear (gpointer data)
{
  g_free (((PoplensLiveCurve *) data)->not_always_live);
}

void
poplens_live_curve_free (PoplensLiveCurve *self)
{
  if (self)
    g_atomic_rc_box_release_full (self, curve_clear);
}
