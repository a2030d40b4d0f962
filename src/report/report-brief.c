/* Loads parts in brief, that is, only the values that a headline needs. Reads each brief at most
 * once. */
#include "report/report-private.h"

#include "base/error.h"
#include "base/work.h"

void
poplens_briefs_init (PoplensReport *self)
{
  for (PoplensPart part = 0; part < POPLENS_N_PARTS; part++)
    pthread_mutex_init (&self->briefs[part].lock, NULL);
}

void
poplens_briefs_clear (PoplensReport *self)
{
  for (PoplensPart part = 0; part < POPLENS_N_PARTS; part++) {
    poplens_brief_free (part, self->briefs[part].data);
    pthread_mutex_destroy (&self->briefs[part].lock);
  }
}

/* TRUE if the profile has @part, so that it may be loaded in brief. After
 * poplens_report_leave_files () TRUE for every part: its brief may already be loaded. */
static gboolean
can_be_brief (PoplensReport *self, PoplensPart part)
{
  return self->profile &&
         (poplens_report_is_past (self) || !poplens_report_get_absence (self, part));
}

/* TRUE if the brief was not read yet, and the report's files may still be read. */
static gboolean
brief_is_due (PoplensReport *self, const BriefSlot *slot)
{
  return !slot->asked && !poplens_report_is_past (self);
}

/* Returns the part if it is loaded, else its brief or, if there is none, loads the whole part. */
static gconstpointer
load_brief (PoplensReport *self, PoplensPart part, GCancellable *cancellable, GError **error)
{
  BriefSlot *slot = &self->briefs[part];
  gconstpointer found = poplens_report_peek (self, part);
  g_autoptr (GError) wrong = NULL;

  if (!found && can_be_brief (self, part)) {
    if (!poplens_lock_unless_cancelled (&slot->lock, cancellable, error))
      return NULL;
    if (brief_is_due (self, slot))
      slot->data = poplens_profile_load_brief (self->profile, part, cancellable, &wrong);
    slot->asked = !poplens_error_is_interruption (wrong);
    found = slot->data;
    pthread_mutex_unlock (&slot->lock);
  }
  return found ? found : poplens_report_load (self, part, cancellable, error);
}

const PoplensMemory *
poplens_report_load_memory_brief (PoplensReport *self, GCancellable *cancellable, GError **error)
{
  return load_brief (self, POPLENS_PART_MEMORY, cancellable, error);
}

const PoplensExecution *
poplens_report_load_execution_brief (PoplensReport *self, GCancellable *cancellable, GError **error)
{
  return load_brief (self, POPLENS_PART_EXECUTION, cancellable, error);
}

const PoplensExchanges *
poplens_report_load_exchanges_brief (PoplensReport *self, GCancellable *cancellable, GError **error)
{
  return load_brief (self, POPLENS_PART_EXCHANGES, cancellable, error);
}

const PoplensVariables *
poplens_report_load_variables_brief (PoplensReport *self, GCancellable *cancellable, GError **error)
{
  return load_brief (self, POPLENS_PART_VARIABLES, cancellable, error);
}

PoplensStrings *
poplens_report_load_compute_set_names (PoplensReport *self, GCancellable *cancellable,
                                       GError **error)
{
  return self->profile && !poplens_report_is_past (self)
             ? poplens_profile_load_compute_set_names (self->profile, cancellable, error)
             : NULL;
}

/* ---- the peak of liveness -------------------------------------------------------------------- */

/* Computes the peak of live bytes from the complete liveness part, if the brief cannot be read.
 * (transfer full) */
static PoplensPeak *
peak_of_parts (PoplensReport *self, GCancellable *cancellable, GError **error)
{
  const PoplensLiveness *liveness = poplens_report_load_liveness (self, cancellable, error);
  const PoplensPrograms *programs;
  g_autoptr (PoplensPeak) peak = NULL;
  g_autoptr (GError) wrong = NULL;

  if (!liveness)
    return NULL;
  peak = poplens_liveness_get_peak (liveness);
  if (!peak) {
    g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT, "No liveness steps recorded.");
    return NULL;
  }
  programs = poplens_report_load_programs (self, cancellable, &wrong);
  if (programs) {
    guint32 row = poplens_programs_find (programs, peak->program);
    if (row != POPLENS_NO_ROW)
      peak->label = g_strdup (poplens_programs_label (programs, row));
  } else if (!poplens_error_is_lack (wrong)) {
    g_propagate_error (error, g_steal_pointer (&wrong));
    return NULL;
  }
  return g_steal_pointer (&peak);
}

const PoplensPeak *
poplens_report_load_peak (PoplensReport *self, GCancellable *cancellable, GError **error)
{
  BriefSlot *slot = &self->briefs[POPLENS_PART_LIVENESS];
  gboolean brief = can_be_brief (self, POPLENS_PART_LIVENESS);
  g_autoptr (GError) wrong = NULL;

  if (!poplens_lock_unless_cancelled (&slot->lock, cancellable, error))
    return NULL;
  /* Skip the brief if an earlier, interrupted call already stored the peak of the complete part. */
  if (brief && brief_is_due (self, slot) && !slot->data)
    slot->data =
        poplens_profile_load_brief (self->profile, POPLENS_PART_LIVENESS, cancellable, &wrong);
  slot->asked = !poplens_error_is_interruption (wrong);
  if (!slot->data)
    slot->data = peak_of_parts (self, cancellable, error);
  const PoplensPeak *peak = slot->data;
  pthread_mutex_unlock (&slot->lock);
  return peak;
}

/* ---- several briefs -------------------------------------------------------------------------- */

typedef struct {
  PoplensReport *report;
  GCancellable *cancellable;
} PeakJob;

static gpointer
load_peak (gpointer data)
{
  PeakJob *job = data;

  poplens_report_load_peak (job->report, job->cancellable, NULL);
  return NULL;
}

void
poplens_report_load_briefs (PoplensReport *self, guint32 parts, guint32 whole,
                            GCancellable *cancellable)
{
  PeakJob job = {self, cancellable};
  GThread *helper = NULL;

  if (parts && self->profile && !poplens_report_is_past (self)) {
    poplens_cancellable_push (cancellable);
    poplens_profile_expect_briefs (self->profile);
    poplens_cancellable_pop (cancellable);
  }
  /* Reading the peak takes as long as all other briefs together, so use a thread for it. */
  if (parts & POPLENS_PART_BIT (POPLENS_PART_LIVENESS))
    helper = g_thread_try_new ("poplens-peak", load_peak, &job, NULL);
  if (parts & POPLENS_PART_BIT (POPLENS_PART_MEMORY))
    poplens_report_load_memory_brief (self, cancellable, NULL);
  if (parts & POPLENS_PART_BIT (POPLENS_PART_EXECUTION))
    poplens_report_load_execution_brief (self, cancellable, NULL);
  poplens_report_load_parts (self, whole, cancellable, NULL);
  g_clear_pointer (&helper, g_thread_join);
}
