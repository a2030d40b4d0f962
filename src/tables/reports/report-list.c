#include "tables/reports/report-list.h"

#include "base/error.h"
#include "analysis/reports/report-series.h"
#include "analysis/time/time-replay.h"
#include "derived/headline.h"
#include "derived/time/time-source.h"
#include "report/recover.h"

#include <string.h>

#define MOST_THREADS 8u
/* One connection has a few questions under way at a time. */
#define MOST_FAR_THREADS 4u

static void
listed_clear (gpointer data)
{
  PoplensListedReport *self = data;

  g_free (self->path);
  g_free (self->address);
  g_free (self->error);
  g_free (self->compiled);
  g_free (self->poplar_version);
  g_free (self->architecture);
  g_free (self->key);
  poplens_time_costliest_clear (&self->costliest);
  g_clear_pointer (&self->rules, g_ptr_array_unref);
  g_clear_pointer (&self->items, g_array_unref);
  poplens_operation_work_free (self->work);
  g_clear_pointer (&self->names, g_array_unref);
}

static void
listed_unref (gpointer self)
{
  g_atomic_rc_box_release_full (self, listed_clear);
}

/* ---- one report --------------------------------------------------------------------------------
 */

typedef struct {
  const PoplensReportListOptions *options;
  PoplensStorage *storage;
  const char *folder;
  GCancellable *cancellable;
  GHashTable *before; /* (nullable): path → PoplensListedReport */
  GAsyncQueue *done;  /* Read */
} Reader;

typedef struct {
  PoplensListedReport *report;
  GError *stopped; /* LINK, or cancelled: nobody can say; else NULL */
} Read;

/* Keeps the first that says more than that something is not there. Takes @wrong. */
static void
keep_error (GError **kept, GError *wrong)
{
  if (wrong && !*kept && !g_error_matches (wrong, POPLENS_ERROR, POPLENS_ERROR_ABSENT))
    *kept = wrong;
  else
    g_clear_error (&wrong);
}

static void
take_target (PoplensListedReport *self, const PoplensTarget *target)
{
  self->compiled = g_strdup (target->timestamp);
  self->poplar_version = g_strdup (target->poplar_version);
  self->architecture = g_strdup (target->architecture);
  self->ipus = target->num_ipus;
  self->tiles = target->num_tiles;
  self->replicas = target->num_replicas;
}

static void
read_headline (PoplensListedReport *self, PoplensReport *report, GCancellable *cancellable,
               GError **kept)
{
  PoplensHeadlineParts parts;
  GError *wrong = NULL;

  poplens_headline_load (report, POPLENS_HEADLINE_ALL, &parts, cancellable, &wrong);
  keep_error (kept, wrong);
  if (parts.target)
    take_target (self, parts.target);
  self->timing = parts.time;
  poplens_headline_compute (&self->headline, parts.target, parts.memory, parts.peak,
                            parts.execution);
}

/* Notes that figures of the report lack tiles or executed steps. */
static void
note_incomplete (PoplensListedReport *self, PoplensReport *report)
{
  const PoplensExecution *x = poplens_report_peek (report, POPLENS_PART_EXECUTION);

  if (self->error || !(self->headline.memory_incomplete || (x && poplens_execution_lacks_rows (x))))
    return;
  g_autoptr (GPtrArray) incomplete = poplens_report_list_damage (report);
  g_ptr_array_add (incomplete, NULL);
  self->error = g_strjoinv (" ", (char **) incomplete->pdata);
}

static void
read_time (PoplensListedReport *self, PoplensReport *report, GCancellable *cancellable,
           GError **kept)
{
  GError *wrong = NULL;
  const PoplensTime *time = poplens_report_time (report, cancellable, &wrong);

  self->time_asked = TRUE;
  keep_error (kept, wrong);
  if (!time || !time->n_ipus)
    return;
  self->has_time = TRUE;
  poplens_report_program_time (report, TRUE, &self->timing, cancellable, NULL);
  for (PoplensTimeClass c = 0; c < POPLENS_N_TIMES; c++) {
    guint64 sum = 0;
    for (guint i = 0; i < time->n_ipus; i++)
      sum += time->ipus[i].classes[c];
    self->time[c] = sum / ((guint64) time->tiles * time->n_ipus);
  }
  const PoplensTimeSide side = {time, poplens_report_peek (report, POPLENS_PART_PROGRAMS), 0,
                                time->total};
  self->items = poplens_path_items_new (&side);
  self->work = poplens_operation_work_new (&side);
  poplens_time_costliest (time, side.programs, &self->costliest);
}

/* Reads the names from another computer only if programs, which have them, were read already. */
static void
read_names (PoplensListedReport *self, PoplensReport *report, GCancellable *cancellable,
            GError **kept)
{
  g_autoptr (PoplensStrings) names = NULL;
  GError *wrong = NULL;

  if (poplens_report_is_near (report) || poplens_report_peek (report, POPLENS_PART_PROGRAMS))
    names = poplens_report_load_compute_set_names (report, cancellable, &wrong);
  keep_error (kept, wrong);
  if (names)
    self->names = poplens_compute_set_names_new (names);
}

static void
read_budget (PoplensListedReport *self, PoplensReport *report, const GPtrArray *rules,
             GCancellable *cancellable, GError **kept)
{
  g_autoptr (GPtrArray) own = poplens_budget_copy (rules);
  GError *wrong = NULL;

  if (poplens_budget_judge (own, report, cancellable, &wrong))
    self->rules = g_steal_pointer (&own);
  keep_error (kept, wrong);
}

static PoplensReport *
open_report (const PoplensListedReport *self, const Reader *reader, const char *place,
             GError **error)
{
  g_autofree char *copy = NULL;

  if (!reader->options->recover || !poplens_report_can_recover (self->address))
    return poplens_report_open_at (reader->storage, place, NULL, error);
  copy = poplens_report_recover (self->address, reader->cancellable, error);
  return copy ? poplens_report_open (copy, error) : NULL;
}

static void
read_report (PoplensListedReport *self, const Reader *reader, const char *place, GError **error)
{
  g_autoptr (PoplensReport) report = open_report (self, reader, place, error);

  if (!report)
    return;
  self->opened = TRUE;
  self->stamp = poplens_report_get_stamp (report);
  self->unfinished = poplens_report_is_unfinished (report);
  read_headline (self, report, reader->cancellable, error);
  if (reader->options->time)
    read_time (self, report, reader->cancellable, error);
  read_names (self, report, reader->cancellable, error);
  if (reader->options->rules)
    read_budget (self, report, reader->options->rules, reader->cancellable, error);
  if (!*error)
    poplens_report_is_whole_since (report, 0, error);
  if (!*error)
    self->error = g_strdup (poplens_report_get_profile_error (report));
  if (!*error)
    note_incomplete (self, report);
}

static gboolean
stops_all (const GError *error)
{
  return g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_LINK) ||
         g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* As it was read before, where its files did not change since. (transfer full) (nullable) */
static PoplensListedReport *
take_before (const PoplensReportCandidate *candidate, const Reader *reader)
{
  PoplensListedReport *known =
      reader->before ? g_hash_table_lookup (reader->before, candidate->name) : NULL;
  guint64 stamp;

  return known && (known->time_asked || !reader->options->time) &&
                 poplens_report_stamp_at (reader->storage, candidate->place, &stamp) &&
                 stamp == known->stamp
             ? g_atomic_rc_box_acquire (known)
             : NULL;
}

/* "/data/nightly/run-7/profile.pop is …": which report it is stands beside it. */
static void
drop_folder (PoplensListedReport *self, const char *path)
{
  gsize n = strlen (path);

  if (self->error && g_str_has_prefix (self->error, path) && self->error[n] == '/')
    memmove (self->error, self->error + n + 1, strlen (self->error + n + 1) + 1);
}

static PoplensListedReport *
read_anew (const PoplensReportCandidate *candidate, const Reader *reader, GError **stopped)
{
  PoplensListedReport *self = g_atomic_rc_box_new0 (PoplensListedReport);
  GError *error = NULL;

  self->path = g_strdup (candidate->name);
  self->key = g_utf8_collate_key_for_filename (candidate->name, -1);
  self->address = strcmp (candidate->name, ".")
                      ? g_build_filename (reader->folder, candidate->name, NULL)
                      : g_strdup (reader->folder);
  if (candidate->instead)
    self->error = g_strdup (candidate->instead);
  else if (!g_cancellable_set_error_if_cancelled (reader->cancellable, &error))
    read_report (self, reader, candidate->place, &error);
  if (error && stops_all (error))
    *stopped = g_steal_pointer (&error);
  else if (error)
    self->error = g_strdup (error->message);
  g_clear_error (&error);
  drop_folder (self, candidate->path);
  return self;
}

static void
read_candidate (gpointer data, gpointer user_data)
{
  const PoplensReportCandidate *candidate = data;
  const Reader *reader = user_data;
  Read *read = g_new0 (Read, 1);

  poplens_cancellable_push (reader->cancellable);
  read->report = take_before (candidate, reader);
  if (!read->report)
    read->report = read_anew (candidate, reader, &read->stopped);
  poplens_cancellable_pop (reader->cancellable);
  g_async_queue_push (reader->done, read);
}

/* ---- all of them -------------------------------------------------------------------------------
 */

/* The oldest first. What has no time is last, and not of a time before all. */
static int
compare_listed (gconstpointer a, gconstpointer b)
{
  const PoplensListedReport *x = *(PoplensListedReport *const *) a;
  const PoplensListedReport *y = *(PoplensListedReport *const *) b;

  if (!x->compiled != !y->compiled)
    return x->compiled ? -1 : 1;
  int by_time = g_strcmp0 (x->compiled, y->compiled);
  return by_time ? by_time : strcmp (x->key, y->key);
}

void
poplens_report_list_sort (PoplensReportList *self)
{
  g_ptr_array_sort (self->reports, compare_listed);
}

static guint
count_threads (PoplensStorage *storage, guint n)
{
  guint most = poplens_storage_is_near (storage) ? MIN (g_get_num_processors (), MOST_THREADS)
                                                 : MOST_FAR_THREADS;

  return CLAMP (most, 1, n);
}

/* Takes what the threads have read, until all is there. FALSE with what stopped one of them. */
static gboolean
collect (PoplensReportList *self, const Reader *reader, guint n, PoplensListedFunc func,
         gpointer user_data, GError **error)
{
  GError *stopped = NULL;

  for (guint i = 0; i < n; i++) {
    Read *read = g_async_queue_pop (reader->done);
    g_ptr_array_add (self->reports, read->report);
    if (read->stopped && !stopped)
      stopped = read->stopped;
    else
      g_clear_error (&read->stopped);
    if (func && !stopped && !g_cancellable_is_cancelled (reader->cancellable))
      func (self, n, user_data);
    g_free (read);
  }
  if (!stopped)
    return !g_cancellable_set_error_if_cancelled (reader->cancellable, error);
  g_propagate_error (error, stopped);
  return FALSE;
}

static gboolean
read_all (PoplensReportList *self, const Reader *reader, const GPtrArray *candidates,
          PoplensListedFunc func, gpointer user_data, GError **error)
{
  GThreadPool *pool =
      g_thread_pool_new (read_candidate, (gpointer) reader,
                         (int) count_threads (reader->storage, candidates->len), FALSE, NULL);

  for (guint i = 0; i < candidates->len; i++)
    g_thread_pool_push (pool, g_ptr_array_index (candidates, i), NULL);
  gboolean good = collect (self, reader, candidates->len, func, user_data, error);
  g_thread_pool_free (pool, FALSE, TRUE);
  return good;
}

/* Those that were opened, by their paths. (transfer full) (nullable) */
static GHashTable *
index_before (const PoplensReportList *before)
{
  GHashTable *index = before ? g_hash_table_new (g_str_hash, g_str_equal) : NULL;

  for (guint r = 0; before && r < before->reports->len; r++) {
    PoplensListedReport *report = g_ptr_array_index (before->reports, r);
    if (report->opened)
      g_hash_table_insert (index, report->path, report);
  }
  return index;
}

PoplensReportList *
poplens_report_list_read (const char *folder, const PoplensReportListOptions *options,
                          PoplensListedFunc func, gpointer user_data, GCancellable *cancellable,
                          GError **error)
{
  g_autoptr (PoplensReportList) self = g_atomic_rc_box_new0 (PoplensReportList);
  g_autoptr (PoplensStorage) storage = NULL;
  g_autoptr (GAsyncQueue) done = g_async_queue_new ();
  g_autoptr (GHashTable) before = index_before (options->before);

  self->reports = g_ptr_array_new_with_free_func (listed_unref);
  poplens_cancellable_push (cancellable);
  g_autoptr (GPtrArray) candidates =
      poplens_report_discover_below (folder, &storage, &self->unsearched, cancellable, error);
  poplens_cancellable_pop (cancellable);
  if (!candidates)
    return NULL;
  const Reader reader = {options, storage, folder, cancellable, before, done};
  if (!read_all (self, &reader, candidates, func, user_data, error))
    return NULL;
  poplens_report_list_sort (self);
  poplens_report_list_find_changes (self);
  poplens_report_list_find_causes (self);
  return g_steal_pointer (&self);
}

gboolean
poplens_report_list_is_met (const PoplensReportList *self)
{
  for (guint r = 0; r < self->reports->len; r++) {
    const PoplensListedReport *report = g_ptr_array_index (self->reports, r);
    if (!report->rules || !poplens_budget_is_met (report->rules))
      return FALSE;
  }
  return !self->unsearched || !self->unsearched->len;
}

static void
list_clear (gpointer data)
{
  PoplensReportList *self = data;

  g_ptr_array_unref (self->reports);
  g_free (self->series);
  g_free (self->causes);
  g_free (self->steady);
  g_clear_pointer (&self->unsearched, g_ptr_array_unref);
  g_clear_pointer (&self->changes, g_array_unref);
  g_clear_pointer (&self->repeats, g_array_unref);
  g_clear_pointer (&self->names, g_string_chunk_free);
}

PoplensReportList *
poplens_report_list_ref (PoplensReportList *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
poplens_report_list_unref (PoplensReportList *self)
{
  g_atomic_rc_box_release_full (self, list_clear);
}
