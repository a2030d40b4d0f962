#include "derived/compare/compare-time.h"

#include "base/error.h"
#include "derived/parts.h"
#include "derived/time/time-found.h"
#include "derived/time/time-source.h"

#include <string.h>

/* Where both traces are drawn at an iteration, the numbers below them are of that. */
static const char *
find_scope (const PoplensLocation *location)
{
  const char *scope = poplens_location_get (location, "range");
  const char *align = poplens_location_get (location, "align");

  if (scope || !align || !g_str_has_prefix (align, "iteration=") ||
      g_strcmp0 (poplens_location_get (location, "view"), "traces"))
    return scope;
  return align;
}

PoplensLocation *
poplens_compared_time_scope (const PoplensLocation *location)
{
  g_autoptr (PoplensLocation) bare = poplens_location_new (POPLENS_PAGE_TRACE);

  return poplens_location_with (bare, "range", location ? find_scope (location) : NULL);
}

char *
poplens_compared_time_scope_note (const PoplensLocation *location)
{
  static const char *const names[][2] = {
      {"iteration=", "iteration"}, {"run=", "run"}, {"", "cycles"}};
  const char *scope = location ? find_scope (location) : NULL;

  for (guint i = 0; scope && i < G_N_ELEMENTS (names); i++)
    if (g_str_has_prefix (scope, names[i][0]))
      return g_strdup_printf (" Only %s %s.", names[i][1], scope + strlen (names[i][0]));
  return NULL;
}

static gboolean
load_side (PoplensReport *report, const PoplensLocation *scope, PoplensTimeSide *side,
           const PoplensTimeIterations **iterations, GCancellable *cancellable, GError **error)
{
  gconstpointer programs;

  side->time = poplens_report_time (report, cancellable, error);
  if (!side->time ||
      !poplens_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable, error))
    return FALSE;
  side->programs = programs;
  *iterations = poplens_report_time_iterations (report, cancellable, error);
  return *iterations &&
         poplens_report_time_scope (report, scope, &side->from, &side->to, cancellable, error);
}

gboolean
poplens_compared_time_load (const PoplensCompareSource *source, const PoplensLocation *location,
                            PoplensComparedTime *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensLocation) scope = poplens_compared_time_scope (location);
  g_autofree char *why = NULL;
  gboolean has[POPLENS_N_SIDES];

  *self = (PoplensComparedTime){.whole = poplens_location_get (scope, "range") == NULL};
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    g_autoptr (GError) local = NULL;
    has[s] =
        load_side (source->of[s], scope, &self->of[s], &self->iterations[s], cancellable, &local);
    if (!has[s] && !g_error_matches (local, POPLENS_ERROR, POPLENS_ERROR_ABSENT)) {
      g_propagate_error (error, g_steal_pointer (&local));
      poplens_compare_source_blame (source, s, error);
      return FALSE;
    }
    if (!has[s] && !why)
      why = g_strdup (local->message);
  }
  return poplens_compare_source_require (source, has, why, error);
}
