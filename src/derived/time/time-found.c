#include "derived/time/time-found.h"

#include "derived/parts.h"
#include "derived/time/time-source.h"

/* ---- iterations --------------------------------------------------------------------------------
 */

static void
iterations_clear (gpointer data)
{
  poplens_time_iterations_free (*(PoplensTimeIterations **) data);
}

static void
iterations_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, iterations_clear);
}

static gpointer
iterations_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensTime *time = poplens_report_time (report, cancellable, error);
  gconstpointer programs;

  if (!time ||
      !poplens_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable, error))
    return NULL;
  PoplensTimeIterations **kept = g_atomic_rc_box_new0 (PoplensTimeIterations *);
  *kept = poplens_time_iterations_new (time, programs);
  return kept;
}

const PoplensTimeIterations *
poplens_report_time_iterations (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-time-iterations", iterations_new,
                                         g_atomic_rc_box_acquire, iterations_unref};
  PoplensTimeIterations **kept = poplens_report_derive (report, &derived, cancellable, error);
  const PoplensTimeIterations *iterations = kept ? *kept : NULL;

  /* The report has a reference of its own. */
  if (kept)
    iterations_unref (kept);
  return iterations;
}
