/* Parts in brief: enough for a headline, in a fraction of the time. Each is read at most once. */
#include "report/report-private.h"

#include "base/error.h"
#include "base/work.h"

void
poplens_briefs_init (PoplensReport *self)
{
  pthread_mutex_init (&self->memory_brief.lock, NULL);
  pthread_mutex_init (&self->peak.lock, NULL);
  pthread_mutex_init (&self->execution_brief.lock, NULL);
  pthread_mutex_init (&self->exchanges_brief.lock, NULL);
  pthread_mutex_init (&self->variables_brief.lock, NULL);
}

void
poplens_briefs_clear (PoplensReport *self)
{
  poplens_memory_free (self->memory_brief.data);
  poplens_peak_free (self->peak.data);
  poplens_execution_free (self->execution_brief.data);
  poplens_exchanges_free (self->exchanges_brief.data);
  poplens_variables_free (self->variables_brief.data);
  pthread_mutex_destroy (&self->memory_brief.lock);
  pthread_mutex_destroy (&self->peak.lock);
  pthread_mutex_destroy (&self->execution_brief.lock);
  pthread_mutex_destroy (&self->exchanges_brief.lock);
  pthread_mutex_destroy (&self->variables_brief.lock);
}

/* Whether @part may be had in brief: it is in a profile, or was, and then it was asked. */
static gboolean
can_be_brief (PoplensReport *self, PoplensPart part)
{
  return self->profile &&
         (poplens_report_is_past (self) || !poplens_report_get_absence (self, part));
}

/* Whether it is to be read now. */
static gboolean
is_due (PoplensReport *self, const BriefSlot *slot)
{
  return !slot->asked && !poplens_report_is_past (self);
}

const PoplensMemory *
poplens_report_load_memory_brief (PoplensReport *self, GCancellable *cancellable, GError **error)
{
  BriefSlot *slot = &self->memory_brief;
  const PoplensMemory *memory = poplens_report_peek (self, POPLENS_PART_MEMORY);
  g_autoptr (GError) wrong = NULL;

  if (!memory && can_be_brief (self, POPLENS_PART_MEMORY)) {
    if (!poplens_lock_unless_cancelled (&slot->lock, cancellable, error))
      return NULL;
    if (is_due (self, slot))
      slot->data = poplens_profile_load_memory_brief (self->profile, cancellable, &wrong);
    slot->asked = !poplens_error_is_interruption (wrong);
    memory = slot->data;
    pthread_mutex_unlock (&slot->lock);
  }
  return memory ? memory : poplens_report_load_memory (self, cancellable, error);
}

const PoplensExecution *
poplens_report_load_execution_brief (PoplensReport *self, GCancellable *cancellable, GError **error)
{
  BriefSlot *slot = &self->execution_brief;
  const PoplensExecution *execution = poplens_report_peek (self, POPLENS_PART_EXECUTION);
  g_autoptr (GError) wrong = NULL;

  if (!execution && can_be_brief (self, POPLENS_PART_EXECUTION)) {
    if (!poplens_lock_unless_cancelled (&slot->lock, cancellable, error))
      return NULL;
    if (is_due (self, slot))
      slot->data = poplens_profile_load_execution_brief (self->profile, cancellable, &wrong);
    slot->asked = !poplens_error_is_interruption (wrong);
    execution = slot->data;
    pthread_mutex_unlock (&slot->lock);
  }
  return execution ? execution : poplens_report_load_execution (self, cancellable, error);
}

const PoplensExchanges *
poplens_report_load_exchanges_brief (PoplensReport *self, GCancellable *cancellable, GError **error)
{
  BriefSlot *slot = &self->exchanges_brief;
  const PoplensExchanges *exchanges = poplens_report_peek (self, POPLENS_PART_EXCHANGES);
  g_autoptr (GError) wrong = NULL;

  if (!exchanges && can_be_brief (self, POPLENS_PART_EXCHANGES)) {
    if (!poplens_lock_unless_cancelled (&slot->lock, cancellable, error))
      return NULL;
    if (is_due (self, slot))
      slot->data = poplens_profile_load_exchanges_brief (self->profile, cancellable, &wrong);
    slot->asked = !poplens_error_is_interruption (wrong);
    exchanges = slot->data;
    pthread_mutex_unlock (&slot->lock);
  }
  return exchanges ? exchanges : poplens_report_load_exchanges (self, cancellable, error);
}

const PoplensVariables *
poplens_report_load_variables_brief (PoplensReport *self, GCancellable *cancellable, GError **error)
{
  BriefSlot *slot = &self->variables_brief;
  const PoplensVariables *variables = poplens_report_peek (self, POPLENS_PART_VARIABLES);
  g_autoptr (GError) wrong = NULL;

  if (!variables && can_be_brief (self, POPLENS_PART_VARIABLES)) {
    if (!poplens_lock_unless_cancelled (&slot->lock, cancellable, error))
      return NULL;
    if (is_due (self, slot))
      slot->data = poplens_profile_load_variables_brief (self->profile, cancellable, &wrong);
    slot->asked = !poplens_error_is_interruption (wrong);
    variables = slot->data;
    pthread_mutex_unlock (&slot->lock);
  }
  return variables ? variables : poplens_report_load_variables (self, cancellable, error);
}

PoplensStrings *
poplens_report_load_compute_set_names (PoplensReport *self, GCancellable *cancellable,
                                       GError **error)
{
  return self->profile && !poplens_report_is_past (self)
             ? poplens_profile_load_compute_set_names (self->profile, cancellable, error)
             : NULL;
}

/* ---- the peak of liveness ----------------------------------------------------------------------
 */

/* Of the whole parts, where it cannot be had in brief. (transfer full) */
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
  BriefSlot *slot = &self->peak;
  gboolean brief = can_be_brief (self, POPLENS_PART_LIVENESS);
  g_autoptr (GError) wrong = NULL;

  if (!poplens_lock_unless_cancelled (&slot->lock, cancellable, error))
    return NULL;
  /* Where that was lost once, the whole parts may have told it. */
  if (brief && is_due (self, slot) && !slot->data)
    slot->data = poplens_profile_load_peak (self->profile, cancellable, &wrong);
  slot->asked = !poplens_error_is_interruption (wrong);
  if (!slot->data)
    slot->data = peak_of_parts (self, cancellable, error);
  const PoplensPeak *peak = slot->data;
  pthread_mutex_unlock (&slot->lock);
  return peak;
}

/* ---- all of them -------------------------------------------------------------------------------
 */

typedef struct {
  PoplensReport *report;
  GCancellable *cancellable;
} Job;

static gpointer
load_peak (gpointer data)
{
  Job *job = data;

  poplens_report_load_peak (job->report, job->cancellable, NULL);
  return NULL;
}

void
poplens_report_load_briefs (PoplensReport *self, guint32 parts, guint32 whole,
                            GCancellable *cancellable)
{
  Job job = {self, cancellable};
  GThread *helper = NULL;

  if (parts && self->profile && !poplens_report_is_past (self)) {
    poplens_cancellable_push (cancellable);
    poplens_profile_expect_briefs (self->profile);
    poplens_cancellable_pop (cancellable);
  }
  /* The peak takes as long as all the rest. */
  if (parts & POPLENS_PART_BIT (POPLENS_PART_LIVENESS))
    helper = g_thread_try_new ("poplens-peak", load_peak, &job, NULL);
  if (parts & POPLENS_PART_BIT (POPLENS_PART_MEMORY))
    poplens_report_load_memory_brief (self, cancellable, NULL);
  if (parts & POPLENS_PART_BIT (POPLENS_PART_EXECUTION))
    poplens_report_load_execution_brief (self, cancellable, NULL);
  poplens_report_load_parts (self, whole, cancellable, NULL);
  g_clear_pointer (&helper, g_thread_join);
}
