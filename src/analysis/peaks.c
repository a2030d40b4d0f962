#include "analysis/peaks.h"

#include "analysis/live-step.h"
#include "analysis/peaks-ranges.h"

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
    if (!self->bytes[last_row])
      g_array_append_val (self->touched, last_row);
    self->bytes[last_row] += v->size[r];
  }
}

/* Always-live bytes of the tally; what comes and goes is added to @events. */
static guint64
tally_events (const Tally *self, const guint32 *first, GArray *events)
{
  guint64 always_live = 0;

  for (guint i = 0; i < self->touched->len; i++) {
    guint32 row = g_array_index (self->touched, guint32, i);
    if (self->liveness->class_always_live[row])
      always_live += self->bytes[row];
    else
      poplens_class_ranges_add (self->liveness, first, row, self->bytes[row], events);
  }
  return always_live;
}

GArray *
poplens_tile_peaks (const PoplensLiveness *liveness, const PoplensVariables *variables,
                    const PoplensMemory *memory, GCancellable *cancellable)
{
  g_auto (Tally) tally = {0};
  g_autofree guint32 *first = poplens_class_ranges_new (liveness);
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (PoplensSweepEvent));
  g_autoptr (GArray) peaks = g_array_new (FALSE, FALSE, sizeof (PoplensTilePeak));

  tally_init (&tally, liveness, variables);
  for (guint32 t = 0; t < memory->n_tiles; t++) {
    PoplensTilePeak peak = {.tile = memory->tile[t]};
    if (g_cancellable_is_cancelled (cancellable))
      return NULL;
    g_array_set_size (events, 0);
    tally_reset (&tally);
    tally_add (&tally, peak.tile);
    peak.always_live = tally_events (&tally, first, events);
    peak.not_always_live = poplens_sweep_highest (events, &peak.step);
    peak.bytes = peak.always_live + peak.not_always_live;
    if (peak.step == G_MAXUINT32)
      peak.step = 0;
    g_array_append_val (peaks, peak);
  }
  return g_steal_pointer (&peaks);
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

/* ---- curves ----------------------------------------------------------------------------- */

static PoplensLiveCurve *
curve_new (const PoplensLiveness *liveness)
{
  PoplensLiveCurve *self = g_new0 (PoplensLiveCurve, 1);

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

PoplensLiveCurve *
poplens_live_curve_new (const PoplensLiveness *liveness, const PoplensVariables *variables,
                        const PoplensTileSet *tiles, GCancellable *cancellable)
{
  g_auto (Tally) tally = {0};
  g_autofree guint32 *ranges = poplens_class_ranges_new (liveness);
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (PoplensSweepEvent));
  PoplensLiveCurve *self;
  guint64 live = 0;

  tally_init (&tally, liveness, variables);
  for (guint r = 0; r < tiles->n; r++)
    for (guint32 t = tiles->ranges[r].first; t < variables->n_tiles && t <= tiles->ranges[r].last;
         t++) {
      if (g_cancellable_is_cancelled (cancellable))
        return NULL;
      tally_add (&tally, t);
    }
  self = curve_new (liveness);
  self->always_live = tally_events (&tally, ranges, events);
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
poplens_live_curve_new_all (const PoplensLiveness *liveness)
{
  PoplensLiveCurve *self = curve_new (liveness);

  self->always_live = liveness->always_live;
  for (guint32 s = 0; s < liveness->n_steps; s++)
    self->not_always_live[s] = liveness->not_always_live[s];
  find_peak (self);
  return self;
}

void
poplens_live_curve_free (PoplensLiveCurve *self)
{
  if (!self)
    return;
  g_free (self->not_always_live);
  g_free (self);
}
