#include "derived/trace/step-labels.h"

#include "derived/parts.h"

static void
kept_clear (gpointer data)
{
  poplens_step_labels_free (*(PoplensStepLabels **) data);
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
  gconstpointer programs;

  if (!x || !poplens_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable, error))
    return NULL;
  PoplensStepLabels **kept = g_atomic_rc_box_new0 (PoplensStepLabels *);
  *kept = poplens_step_labels_new (x, programs);
  return kept;
}

const PoplensStepLabels *
poplens_report_step_labels (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-step-labels", kept_new, g_atomic_rc_box_acquire,
                                         kept_unref};
  PoplensStepLabels **kept = poplens_report_derive (report, &derived, cancellable, error);
  const PoplensStepLabels *labels = kept ? *kept : NULL;

  /* The report has a reference of its own. */
  if (kept)
    kept_unref (kept);
  return labels;
}

const char *
poplens_step_label_or_name (const PoplensStepLabels *labels, guint32 step, const char *name)
{
  const char *label = poplens_step_labels_get (labels, step);

  return label ? label : name;
}
