/* Loads parts, each at most once, on any thread; estimates the bytes to transfer, and lists what is
 * damaged. */
#include "base/error.h"
#include "base/work.h"
#include "remote/far-file.h"
#include "report/report-private.h"

#include <time.h>

/* ---- bytes to transfer ----------------------------------------------------------------------- */

/* Parts outside the profile whose files can be large. */
static const PoplensPart sides[] = {POPLENS_PART_ARCHIVE, POPLENS_PART_DEBUG};

static guint64
count_absent (PoplensFile *file, const PoplensByteRange *ranges, guint n)
{
  guint64 bytes = 0;

  for (guint i = 0; POPLENS_IS_FAR_FILE (file) && i < n; i++)
    bytes += poplens_far_file_count_absent (POPLENS_FAR_FILE (file), &ranges[i]);
  return bytes;
}

static guint64
estimate_sides (PoplensReport *self, guint32 parts)
{
  guint64 bytes = 0;

  for (guint i = 0; i < G_N_ELEMENTS (sides); i++) {
    const PoplensReportFile *file = &self->files->files[poplens_part_file (sides[i])];
    PoplensByteRange whole = {0, file->size};
    if (parts & POPLENS_PART_BIT (sides[i]) && file->file)
      bytes += count_absent (file->file, &whole, 1);
  }
  return bytes;
}

guint64
poplens_report_estimate (PoplensReport *self, guint32 parts, GCancellable *cancellable)
{
  g_autoptr (GArray) ranges = NULL;
  guint32 wanted = 0;

  if (poplens_report_is_near (self) || poplens_report_is_past (self))
    return 0;
  for (PoplensPart part = 0; part < POPLENS_N_PARTS; part++)
    if (parts & POPLENS_PART_BIT (part) && !poplens_report_peek (self, part) &&
        !poplens_report_peek_damage (self, part))
      wanted |= POPLENS_PART_BIT (part);
  if (wanted && self->profile)
    ranges = poplens_profile_estimate (self->profile, wanted, cancellable, NULL);
  return estimate_sides (self, wanted) +
         (ranges ? count_absent (self->files->files[POPLENS_FILE_PROFILE].file,
                                 (const PoplensByteRange *) (gpointer) ranges->data, ranges->len)
                 : 0);
}

/* ---- notices --------------------------------------------------------------------------------- */

static gpointer
copy_text (gconstpointer text, gpointer data)
{
  return g_strdup (text);
}

/* Adds the errors of parts that cannot be read to @damage. Skips duplicates, as one damaged table
 * may affect several parts. */
static void
add_refused (GPtrArray *damage, PoplensReport *report)
{
  for (PoplensPart part = 0; part < POPLENS_N_PARTS; part++) {
    const char *why = poplens_report_peek_damage (report, part);
    g_autofree char *sentence = why ? g_strdup_printf ("%s.", why) : NULL;
    if (why && !g_ptr_array_find_with_equal_func (damage, sentence, g_str_equal, NULL))
      g_ptr_array_add (damage, g_steal_pointer (&sentence));
  }
}

char *
poplens_report_describe_unknown_values (PoplensReport *self)
{
  return self->profile ? poplens_profile_describe_damage (self->profile) : NULL;
}

GPtrArray *
poplens_report_list_damage (PoplensReport *self)
{
  GPtrArray *damage = g_ptr_array_new_with_free_func (g_free);
  char *profile = poplens_report_describe_profile_error (self);
  char *values = poplens_report_describe_unknown_values (self);
  const PoplensDebugContexts *contexts = poplens_report_peek (self, POPLENS_PART_DEBUG);
  const PoplensArchive *archive = poplens_report_peek (self, POPLENS_PART_ARCHIVE);
  const PoplensTarget *target = poplens_report_peek (self, POPLENS_PART_TARGET);
  const PoplensExecution *execution = poplens_report_peek (self, POPLENS_PART_EXECUTION);
  g_autofree char *trace = execution ? poplens_execution_describe_damage (execution) : NULL;

  if (self->files->unfinished)
    g_ptr_array_add (damage, g_strdup (self->files->unfinished));
  if (profile)
    g_ptr_array_add (damage, profile);
  if (values)
    g_ptr_array_add (damage, values);
  if (target && target->contradiction)
    g_ptr_array_add (damage, g_strdup (target->contradiction));
  if (trace)
    g_ptr_array_add (damage, g_strdup_printf ("%s.", trace));
  if (contexts && contexts->incomplete && contexts->reason)
    g_ptr_array_add (damage,
                     g_strdup_printf ("%s is incomplete: %s.",
                                      poplens_part_name (POPLENS_PART_DEBUG), contexts->reason));
  g_autofree char *cut = archive ? poplens_archive_describe_damage (archive) : NULL;
  if (cut)
    g_ptr_array_add (damage, g_strdup_printf ("%s.", cut));
  add_refused (damage, self);
  return damage;
}

GPtrArray *
poplens_report_list_notices (PoplensReport *self)
{
  g_return_val_if_fail (POPLENS_IS_REPORT (self), NULL);
  g_autoptr (GPtrArray) damage = poplens_report_list_damage (self);
  GPtrArray *notices = g_ptr_array_copy (poplens_report_get_notices (self), copy_text, NULL);

  g_ptr_array_set_free_func (notices, g_free);
  /* Skip duplicates: an unfinished or unreadable profile is already among the notices. */
  for (guint i = 0; i < damage->len; i++)
    if (!g_ptr_array_find_with_equal_func (notices, damage->pdata[i], g_str_equal, NULL))
      g_ptr_array_add (notices, g_strdup (damage->pdata[i]));
  return notices;
}

/* ---- loading --------------------------------------------------------------------------------- */

#define POLL_MILLISECONDS 20

static gpointer
read_absent_or_part (PoplensReport *self, PoplensPart part, GCancellable *cancellable,
                     GError **error)
{
  const char *absence;
  poplens_cancellable_push (cancellable);
  gboolean known = poplens_report_find_absence (self, part, &absence, error);
  poplens_cancellable_pop (cancellable);

  if (!known)
    return NULL;
  if (absence) {
    g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT, absence);
    return NULL;
  }
  if (poplens_side_is_part (self, part))
    return poplens_side_read_part (self, part, cancellable, error);
  return poplens_profile_load (self->profile, part, cancellable, error);
}

void
poplens_report_wait_a_moment (PoplensReport *self)
{
  struct timespec until;

  clock_gettime (CLOCK_REALTIME, &until);
  until.tv_nsec += POLL_MILLISECONDS * 1000000;
  until.tv_sec += until.tv_nsec / 1000000000;
  until.tv_nsec %= 1000000000;
  pthread_cond_timedwait (&self->loaded, &self->lock, &until);
}

gconstpointer
poplens_report_load (PoplensReport *self, PoplensPart part, GCancellable *cancellable,
                     GError **error)
{
  PartSlot *slot = &self->parts[part];
  g_autoptr (GError) wrong = NULL;

  g_return_val_if_fail (POPLENS_IS_REPORT (self), NULL);
  pthread_mutex_lock (&self->lock);
  while (slot->loading && !g_cancellable_is_cancelled (cancellable))
    poplens_report_wait_a_moment (self);
  gpointer data = slot->data;
  if (!data && slot->error)
    wrong = g_error_copy (slot->error);
  else if (!data)
    g_cancellable_set_error_if_cancelled (cancellable, &wrong);
  if (!data && !wrong)
    slot->loading = TRUE;
  pthread_mutex_unlock (&self->lock);
  if (data)
    return data;
  if (!wrong) {
    data = read_absent_or_part (self, part, cancellable, &wrong);
    pthread_mutex_lock (&self->lock);
    slot->data = data;
    slot->loading = FALSE;
    if (!data && poplens_report_error_lasts (wrong))
      slot->error = g_error_copy (wrong);
    pthread_cond_broadcast (&self->loaded);
    pthread_mutex_unlock (&self->lock);
  }
  poplens_report_note_error (self, wrong);
  if (!data)
    g_propagate_error (error, g_steal_pointer (&wrong));
  return data;
}

const PoplensVariables *
poplens_report_load_lowered (PoplensReport *self, GCancellable *cancellable, GError **error)
{
  const PoplensVariables *variables = poplens_report_load_variables (self, cancellable, error);

  if (!variables || variables->n)
    return variables;
  g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
                       "The profile lists no lowered variables. Record them with the engine option "
                       "autoReport.outputLoweredVars=true.");
  return NULL;
}

/* TRUE if the part is loaded, cannot be loaded, or is being loaded by another thread. */
static gboolean
is_part_asked (PoplensReport *self, PoplensPart part)
{
  const PartSlot *slot = &self->parts[part];

  pthread_mutex_lock (&self->lock);
  gboolean is_asked = slot->data || slot->error || slot->loading;
  pthread_mutex_unlock (&self->lock);
  return is_asked;
}

const PoplensVariables *
poplens_report_read_lowered (PoplensReport *self, PoplensVariables **own, GCancellable *cancellable,
                             GError **error)
{
  *own = is_part_asked (self, POPLENS_PART_VARIABLES)
             ? NULL
             : read_absent_or_part (self, POPLENS_PART_VARIABLES, cancellable, NULL);
  if (*own && (*own)->n)
    return *own;
  /* Load the part if it has no lowered variables or cannot be read: the report then knows this. */
  g_clear_pointer (own, poplens_variables_free);
  return poplens_report_load_lowered (self, cancellable, error);
}

gboolean
poplens_report_load_optional (PoplensReport *self, PoplensPart part, gconstpointer *data,
                              GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) failed = NULL;

  *data = poplens_report_load (self, part, cancellable, &failed);
  if (*data || g_error_matches (failed, POPLENS_ERROR, POPLENS_ERROR_ABSENT) ||
      (poplens_part_has_own_file (part) && poplens_error_is_lack (failed)))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failed));
  return FALSE;
}

gconstpointer
poplens_report_peek (PoplensReport *self, PoplensPart part)
{
  pthread_mutex_lock (&self->lock);
  gpointer data = self->parts[part].data;
  pthread_mutex_unlock (&self->lock);
  return data;
}

const char *
poplens_report_peek_damage (PoplensReport *self, PoplensPart part)
{
  /* The message stays valid after unlocking: the error is freed with the report only. */
  pthread_mutex_lock (&self->lock);
  const GError *error = self->parts[part].error;
  pthread_mutex_unlock (&self->lock);
  return g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED) ? error->message : NULL;
}

/* Reports progress of a worker on the caller's main context: at most one idle source is pending,
 * and it reports the latest state. */
typedef struct {
  pthread_mutex_t lock;
  PoplensProgressFunc func;
  gpointer data;
  GMainContext *context;
  gboolean pending;
  double fraction;
  const char *what;
} LoadProgress;

static void
load_progress_clear (gpointer data)
{
  LoadProgress *progress = data;

  g_main_context_unref (progress->context);
  pthread_mutex_destroy (&progress->lock);
}

static void
load_progress_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, load_progress_clear);
}

static gboolean
load_progress_report (gpointer data)
{
  LoadProgress *progress = data;

  pthread_mutex_lock (&progress->lock);
  progress->pending = FALSE;
  double fraction = progress->fraction;
  const char *what = progress->what;
  pthread_mutex_unlock (&progress->lock);
  progress->func (fraction, what, progress->data);
  return G_SOURCE_REMOVE;
}

static void
load_progress_post (LoadProgress *progress, double fraction, const char *what)
{
  pthread_mutex_lock (&progress->lock);
  progress->fraction = fraction;
  progress->what = what;
  gboolean post = !progress->pending && progress->func;
  progress->pending |= post;
  pthread_mutex_unlock (&progress->lock);
  if (!post)
    return;
  /* Do not use g_main_context_invoke (): it calls the function on this thread if no thread runs the
   * loop. The task's completion has the same priority, so the last progress is reported first. */
  GSource *source = g_idle_source_new ();
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, load_progress_report, g_atomic_rc_box_acquire (progress),
                         load_progress_unref);
  g_source_attach (source, progress->context);
  g_source_unref (source);
}

/* Parts to load by several threads, each on its own connection. */
typedef struct {
  PoplensReport *report;
  guint32 parts;
  GCancellable *cancellable;
  LoadProgress *progress; /* (nullable): NULL if no caller wants progress */
  pthread_mutex_t lock;
  guint next, done;
  GError *error; /* first error of any thread */
} PartQueue;

/* Order of loading: slowest parts first, so that the threads finish at about the same time. */
static const PoplensPart load_order[] = {
    POPLENS_PART_VARIABLES, POPLENS_PART_EXECUTION, POPLENS_PART_DEBUG,       POPLENS_PART_VERTICES,
    POPLENS_PART_EXCHANGES, POPLENS_PART_PROGRAMS,  POPLENS_PART_LIVENESS,    POPLENS_PART_MEMORY,
    POPLENS_PART_TARGET,    POPLENS_PART_OPTIONS,   POPLENS_PART_COMPILATION, POPLENS_PART_ARCHIVE,
    POPLENS_PART_FRAMEWORK, POPLENS_PART_APP,
};
G_STATIC_ASSERT (G_N_ELEMENTS (load_order) == POPLENS_N_PARTS);

/* Returns the next part to load; POPLENS_N_PARTS if there is none, or after an error. */
static PoplensPart
queue_take (PartQueue *queue)
{
  PoplensPart part = POPLENS_N_PARTS;

  pthread_mutex_lock (&queue->lock);
  while (part == POPLENS_N_PARTS && !queue->error && queue->next < POPLENS_N_PARTS)
    if (queue->parts & POPLENS_PART_BIT (load_order[queue->next++]))
      part = load_order[queue->next - 1];
  if (part != POPLENS_N_PARTS && queue->progress)
    load_progress_post (queue->progress, (double) queue->done++ / __builtin_popcount (queue->parts),
                        poplens_part_name (part));
  pthread_mutex_unlock (&queue->lock);
  return part;
}

static gpointer
queue_work (gpointer data)
{
  PartQueue *queue = data;

  for (PoplensPart part; (part = queue_take (queue)) != POPLENS_N_PARTS;) {
    GError *error = NULL;
    if (poplens_report_load (queue->report, part, queue->cancellable, &error))
      continue;
    pthread_mutex_lock (&queue->lock);
    if (queue->error || g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT))
      g_error_free (error);
    else
      queue->error = error;
    pthread_mutex_unlock (&queue->lock);
  }
  return NULL;
}

static gboolean
load_part_set (PoplensReport *self, guint32 parts, LoadProgress *progress,
               GCancellable *cancellable, GError **error)
{
  PartQueue queue = {.report = self, .cancellable = cancellable, .progress = progress};
  GThread *helper = NULL;

  for (PoplensPart p = 0; p < POPLENS_N_PARTS; p++)
    if ((parts & POPLENS_PART_BIT (p)) && !poplens_report_peek (self, p))
      queue.parts |= POPLENS_PART_BIT (p);
  pthread_mutex_init (&queue.lock, NULL);
  if (__builtin_popcount (queue.parts) > 1)
    helper = g_thread_try_new ("poplens-load", queue_work, &queue, NULL);
  queue_work (&queue);
  g_clear_pointer (&helper, g_thread_join);
  pthread_mutex_destroy (&queue.lock);
  if (queue.error)
    g_propagate_error (error, queue.error);
  return !queue.error;
}

gboolean
poplens_report_load_parts (PoplensReport *self, guint32 parts, GCancellable *cancellable,
                           GError **error)
{
  return load_part_set (self, parts, NULL, cancellable, error);
}

typedef struct {
  guint32 parts;
  LoadProgress *progress;
} PartsJob;

static void
parts_job_free (gpointer data)
{
  PartsJob *job = data;

  load_progress_unref (job->progress);
  g_free (job);
}

static void
load_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  PartsJob *job = task_data;
  GError *error = NULL;

  poplens_lower_priority (POPLENS_NICE_LOADING);
  if (load_part_set (source, job->parts, job->progress, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
poplens_report_load_async (PoplensReport *self, guint32 parts, PoplensProgressFunc progress,
                           gpointer progress_data, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  PartsJob *job = g_new0 (PartsJob, 1);

  job->parts = parts;
  job->progress = g_atomic_rc_box_new0 (LoadProgress);
  pthread_mutex_init (&job->progress->lock, NULL);
  job->progress->func = progress;
  job->progress->data = progress_data;
  job->progress->context = g_main_context_ref_thread_default ();
  g_task_set_source_tag (task, poplens_report_load_async);
  g_task_set_task_data (task, job, parts_job_free);
  g_task_run_in_thread (task, load_thread);
}

gboolean
poplens_report_load_finish (PoplensReport *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  return g_task_propagate_boolean (G_TASK (result), error);
}
