#include "tables/trace-last-source.h"

#include "base/error.h"
#include "tables/builders.h"

typedef struct {
  PoplensReport *report;
  GCancellable *cancellable;
} From;

static PoplensSlice *
get_slice (PoplensSliceKind kind, guint64 key, gpointer data, GError **error)
{
  const From *from = data;

  return poplens_report_get_slice (from->report, kind, key, from->cancellable, error);
}

static void
kept_clear (gpointer data)
{
  poplens_trace_last_free (*(PoplensTraceLast **) data);
}

static void
kept_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, kept_clear);
}

static gpointer
kept_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensExecution *x = poplens_report_load_execution (report, cancellable, error);
  From from = {report, cancellable};
  PoplensWork work = {.cancellable = cancellable, .to = 1};
  PoplensTraceLast *last, **kept;
  gconstpointer target;

  if (!x || !poplens_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error))
    return NULL;
  guint32 tiles = target ? ((const PoplensTarget *) target)->tiles_per_ipu : 0;
  last = tiles ? poplens_trace_last_new (x, tiles, get_slice, &from, &work, error) : NULL;
  if (tiles && !last)
    return NULL;
  if (!last || (x->n_rows && !last->n_listed)) {
    poplens_trace_last_free (last);
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
                 "No cycles by tile are recorded, so which tile was last is not known: the engine "
                 "option debug.computeInstrumentationLevel has to be tile or vertex");
    return NULL;
  }
  kept = g_atomic_rc_box_new0 (PoplensTraceLast *);
  *kept = last;
  return kept;
}

const PoplensTraceLast *
poplens_trace_last_of (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-trace-last", kept_new, g_atomic_rc_box_acquire,
                                         kept_unref};
  PoplensTraceLast **kept = poplens_report_derive (report, &derived, cancellable, error);
  const PoplensTraceLast *last = kept ? *kept : NULL;

  /* The report has a reference of its own. */
  if (kept)
    kept_unref (kept);
  return last;
}
