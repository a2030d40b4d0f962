#include "derived/liveness/lifetimes-source.h"

static PoplensLifetimes *
make (PoplensLiveSource *source, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensClassBytes) bytes = poplens_live_source_bytes (source, cancellable, error);
  g_autoptr (PoplensLiveCurve) curve =
      bytes ? poplens_live_source_curve (source, cancellable, error) : NULL;
  PoplensLifetimes *lifetimes;

  if (!curve)
    return NULL;
  lifetimes = poplens_lifetimes_new (source->liveness, bytes, curve->peak_step, cancellable);
  if (!lifetimes)
    g_cancellable_set_error_if_cancelled (cancellable, error);
  return lifetimes;
}

static gpointer
make_all (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  g_auto (PoplensLiveSource) all = {0};

  if (!poplens_live_source_init (&all, report, NULL, cancellable, error))
    return NULL;
  return make (&all, cancellable, error);
}

PoplensLifetimes *
poplens_live_source_lifetimes (PoplensLiveSource *source, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-lifetimes", make_all,
                                         (GBoxedCopyFunc) poplens_lifetimes_ref,
                                         (GDestroyNotify) poplens_lifetimes_unref};

  return source->tiles || source->only.active
             ? make (source, cancellable, error)
             : poplens_report_derive (source->report, &derived, cancellable, error);
}

gboolean
poplens_lifetimes_source_init (PoplensLifetimesSource *self, PoplensReport *report,
                               const PoplensLocation *location, GCancellable *cancellable,
                               GError **error)
{
  /* Which steps are selected is no part of it. */
  g_autoptr (PoplensLocation) stepless =
      location ? poplens_location_with (location, "step", NULL) : NULL;

  *self = (PoplensLifetimesSource){0};
  if (!poplens_live_source_init (&self->source, report, stepless, cancellable, error))
    return FALSE;
  /* The names are of the variables, which a source of all tiles has not asked for yet. */
  self->source.variables = poplens_report_load_variables (report, cancellable, error);
  if (self->source.variables)
    self->lifetimes = poplens_live_source_lifetimes (&self->source, cancellable, error);
  /* It goes with this call. */
  self->source.location = NULL;
  return self->lifetimes != NULL;
}

void
poplens_lifetimes_source_clear (PoplensLifetimesSource *self)
{
  poplens_live_source_clear (&self->source);
  g_clear_pointer (&self->lifetimes, poplens_lifetimes_unref);
}

char *
poplens_lifetimes_source_name (const PoplensLifetimesSource *self, guint32 row)
{
  guint32 id = g_array_index (self->lifetimes->rows, PoplensLifetime, row).variable;
  const char *name =
      id == POPLENS_NO_VARIABLE ? NULL : poplens_variable_name (self->source.variables, id);

  if (name && *name)
    return g_strdup (name);
  return id == POPLENS_NO_VARIABLE ? g_strdup ("(name not recorded)")
                                   : g_strdup_printf ("variable %u", id);
}
