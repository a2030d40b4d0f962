/* Steps that a location names by what is there: the peak, the next one, the next birth. */
#include "analysis/liveness/variable-live.h"
#include "base/error.h"
#include "derived/liveness/live-source.h"
#include "derived/memory/variable-ids.h"

#include <string.h>

/* As many as the table of peaks has. */
#define MOST_PEAKS 20

static gboolean
refuse (GError **error, const char *text)
{
  g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, text);
  return FALSE;
}

/* The nearest of @stops behind @from, or before it; @from where there is none. */
static guint32
nearest (const guint32 *stops, guint n, guint32 from, gboolean forwards)
{
  guint32 best = from;

  for (guint i = 0; i < n; i++)
    if (forwards ? stops[i] > from && (best == from || stops[i] < best)
                 : stops[i] < from && (best == from || stops[i] > best))
      best = stops[i];
  return best;
}

static guint32
nearest_peak (const PoplensLiveCurve *curve, guint32 from, gboolean forwards)
{
  g_autoptr (GArray) peaks =
      poplens_local_peaks (curve->not_always_live, curve->n_steps, MOST_PEAKS);
  guint32 steps[MOST_PEAKS];

  for (guint i = 0; i < peaks->len; i++)
    steps[i] = g_array_index (peaks, PoplensLocalPeak, i).first;
  return nearest (steps, peaks->len, from, forwards);
}

static gboolean
nearest_touch (PoplensLiveSource *self, guint32 from, gboolean forwards, guint32 *step,
               GCancellable *cancellable, GError **error)
{
  const char *variable = poplens_location_get (self->location, "variable");
  g_autoptr (PoplensClassBytes) bytes = NULL;
  g_autoptr (GArray) ids = NULL;

  if (!variable)
    return refuse (error,
                   "No variable selected. Select one to go to the start or end of its lifetime.");
  if (!(bytes = poplens_live_source_all_bytes (self, cancellable, error)) ||
      !(ids = poplens_variable_ids (self->variables, variable, error)))
    return FALSE;
  g_autoptr (GArray) ranges = poplens_variable_ranges (
      self->liveness, bytes, (const guint32 *) (gconstpointer) ids->data, ids->len);
  g_autoptr (GArray) touches = poplens_variable_touches (ranges, self->liveness->n_steps);
  *step = nearest ((const guint32 *) (gconstpointer) touches->data, touches->len, from, forwards);
  return TRUE;
}

/* Where the jump leads, and from where; both POPLENS_NO_STEP where the program has no steps. */
static gboolean
find (PoplensLiveSource *self, const char *jump, guint32 *from, guint32 *step,
      GCancellable *cancellable, GError **error)
{
  gboolean forwards = g_str_has_prefix (jump, "next-");
  const char *what = forwards                               ? jump + strlen ("next-")
                     : g_str_has_prefix (jump, "previous-") ? jump + strlen ("previous-")
                                                            : NULL;
  g_autoptr (PoplensLiveCurve) curve = NULL;

  *from = *step = POPLENS_NO_STEP;
  if (what ? strcmp (what, "peak") && strcmp (what, "touch") : strcmp (jump, "peak"))
    return refuse (
        error, "Invalid jump; use peak, next-peak, previous-peak, next-touch or previous-touch");
  if (!(curve = poplens_live_source_curve (self, cancellable, error)))
    return FALSE;
  if (!curve->n_steps)
    return TRUE;
  *from = *step = what && self->has_step ? self->step : curve->peak_step;
  if (g_strcmp0 (what, "touch"))
    *step = what ? nearest_peak (curve, *from, forwards) : *from;
  else
    return nearest_touch (self, *from, forwards, step, cancellable, error);
  return TRUE;
}

gboolean
poplens_live_source_leads (PoplensLiveSource *self, const char *jump, GCancellable *cancellable)
{
  guint32 from, step;

  return find (self, jump, &from, &step, cancellable, NULL) && step != POPLENS_NO_STEP &&
         (step != from || !strcmp (jump, "peak"));
}

gboolean
poplens_live_source_jump (PoplensLiveSource *self, const char *jump, GCancellable *cancellable,
                          GError **error)
{
  guint32 from, step;

  if (!find (self, jump, &from, &step, cancellable, error))
    return FALSE;
  if (step == POPLENS_NO_STEP)
    return TRUE;
  self->steps = (PoplensStepList){0};
  poplens_step_list_add (&self->steps, step);
  self->has_step = TRUE;
  self->step = step;
  return TRUE;
}
