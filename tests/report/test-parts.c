/* Tests of parts and slices of a report: loaded once for all threads, cancelled, absent, and out of
 * date. */
#include "base/error.h"
#include "report/report.h"
#include "support/mini-profile.h"
#include "support/temp-dir.h"

#include <pthread.h>
#include <string.h>

typedef struct {
  char *dir, *path;
  PoplensReport *report;
} PartsFixture;

static void
parts_set_up (PartsFixture *f, gconstpointer sql)
{
  g_autoptr (GError) error = NULL;

  f->dir = temp_dir_new ();
  f->path = g_build_filename (f->dir, "profile.pop", NULL);
  mini_profile_write (f->path, sql);
  f->report = poplens_report_open (f->dir, &error);
  g_assert_no_error (error);
}

static void
parts_tear_down (PartsFixture *f, gconstpointer data)
{
  g_clear_object (&f->report);
  temp_dir_remove (f->dir);
  g_free (f->dir);
  g_free (f->path);
}

#define ALL_PARTS ((1u << POPLENS_N_PARTS) - 1)
#define THREADS 8

typedef struct {
  PoplensReport *report;
  pthread_barrier_t *start;
  guint first;
  gconstpointer parts[POPLENS_PART_EXECUTION + 1];
} PartsReader;

static void *
read_parts (void *data)
{
  PartsReader *reader = data;
  guint n = G_N_ELEMENTS (reader->parts);

  pthread_barrier_wait (reader->start);
  for (guint i = 0; i < n; i++) {
    guint part = (reader->first + i) % n;
    g_autoptr (GError) error = NULL;
    reader->parts[part] = poplens_report_load (reader->report, part, NULL, &error);
    g_assert_no_error (error);
    g_assert_null (poplens_report_get_absence (reader->report, part));
  }
  return NULL;
}

static void
run_readers (PoplensReport *report, gboolean same_order)
{
  PartsReader readers[THREADS];
  pthread_t threads[THREADS];
  pthread_barrier_t start;

  pthread_barrier_init (&start, NULL, THREADS);
  for (guint i = 0; i < THREADS; i++) {
    readers[i] = (PartsReader){report, &start, same_order ? 0 : i, {NULL}};
    g_assert_cmpint (pthread_create (&threads[i], NULL, read_parts, &readers[i]), ==, 0);
  }
  for (guint i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
  for (guint part = 0; part < G_N_ELEMENTS (readers[0].parts); part++)
    for (guint i = 0; i < THREADS; i++) {
      g_assert_nonnull (readers[i].parts[part]);
      g_assert_true (readers[i].parts[part] == readers[0].parts[part]);
      g_assert_true (poplens_report_peek (report, part) == readers[0].parts[part]);
    }
  pthread_barrier_destroy (&start);
}

static void
test_once_from_many_threads (PartsFixture *f, gconstpointer data)
{
  for (guint round = 0; round < 6; round++) {
    g_autoptr (PoplensReport) report = poplens_report_open (f->dir, NULL);
    g_assert_null (poplens_report_peek (report, POPLENS_PART_MEMORY));
    run_readers (report, round % 2);
  }
}

static void
test_cancelled_then_loaded (PartsFixture *f, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  for (guint part = 0; part <= POPLENS_PART_EXECUTION; part++) {
    g_autoptr (GError) error = NULL;
    g_assert_null (poplens_report_load (f->report, part, cancellable, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_clear_error (&error);
    gconstpointer loaded = poplens_report_load (f->report, part, NULL, &error);
    g_assert_no_error (error);
    /* A loaded part is returned even if the cancellable is cancelled. */
    g_assert_true (poplens_report_load (f->report, part, cancellable, NULL) == loaded);
  }
}

static void
test_parts_absent (PartsFixture *f, gconstpointer data)
{
  static const struct {
    PoplensPart part;
    const char *word;
  } cases[] = {
      {POPLENS_PART_MEMORY, "autoReport.outputGraphProfile"},
      {POPLENS_PART_PROGRAMS, "autoReport.outputGraphProfile"},
      {POPLENS_PART_VARIABLES, "autoReport.outputLoweredVars"},
      {POPLENS_PART_LIVENESS, "autoReport.outputGraphProfile"},
      {POPLENS_PART_EXECUTION, "autoReport.outputExecutionProfile"},
      {POPLENS_PART_FRAMEWORK, "framework.json"},
      {POPLENS_PART_APP, "app.json"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const char *reason = poplens_report_get_absence (f->report, cases[i].part);
    g_assert_nonnull (reason);
    g_assert_nonnull (strstr (reason, cases[i].word));
    g_assert_true (poplens_report_get_absence (f->report, cases[i].part) == reason);
    for (guint twice = 0; twice < 2; twice++) {
      g_autoptr (GError) error = NULL;
      g_assert_null (poplens_report_load (f->report, cases[i].part, NULL, &error));
      g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT);
      g_assert_cmpstr (error->message, ==, reason);
    }
  }
  g_assert_null (poplens_report_get_absence (f->report, POPLENS_PART_TARGET));
}

/* A damaged part fails with the same message each time, and does not affect others. */
static void
test_damaged (PartsFixture *f, gconstpointer data)
{
  g_autoptr (GError) first = NULL, second = NULL, none = NULL;

  g_assert_null (poplens_report_load (f->report, POPLENS_PART_LIVENESS, NULL, &first));
  g_assert_null (poplens_report_load (f->report, POPLENS_PART_LIVENESS, NULL, &second));
  g_assert_error (first, POPLENS_ERROR, POPLENS_ERROR_DAMAGED);
  g_assert_cmpstr (first->message, ==, second->message);
  g_assert_nonnull (poplens_report_load_memory (f->report, NULL, &none));
}

static void
test_reopen (PartsFixture *f, gconstpointer data)
{
  const PoplensMemory *memory = poplens_report_load_memory (f->report, NULL, NULL);
  g_autoptr (PoplensSlice) kept =
      poplens_report_get_slice (f->report, POPLENS_SLICE_TILE_VARIABLES, 2, NULL, NULL);
  g_autoptr (GError) error = NULL;

  mini_profile_alter (f->path, "UPDATE memory_by_tile SET total = 999 WHERE tile = 0;"
                               "UPDATE vars_info SET size_bytes = 7 WHERE tile = 2");
  g_autofree char *change = poplens_report_describe_change (f->report);
  g_assert_cmpstr (change, ==, "profile.pop changed");
  g_assert_null (poplens_report_load (f->report, POPLENS_PART_PROGRAMS, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_CHANGED);
  g_clear_error (&error);
  g_autoptr (PoplensReport) new = poplens_report_reopen (f->report, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (poplens_report_load_memory (new, NULL, NULL)->total[0], ==, 999);
  g_assert_nonnull (poplens_report_load_programs (new, NULL, NULL));
  g_assert_null (poplens_report_describe_change (new));
  /* The old report still has what it had loaded. */
  g_assert_cmpuint (memory->total[0], ==, 24);
  g_assert_true (poplens_report_load_memory (f->report, NULL, NULL) == memory);
  g_autoptr (PoplensSlice) same =
      poplens_report_get_slice (f->report, POPLENS_SLICE_TILE_VARIABLES, 2, NULL, NULL);
  g_assert_true (same == kept);
  g_assert_null (
      poplens_report_get_slice (f->report, POPLENS_SLICE_TILE_VARIABLES, 3, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_CHANGED);
}

/* A report that was detached from its files has what was loaded; all else is an error that says so.
 * It knows why a part is absent if that was asked before. */
static void
test_past (PartsFixture *f, gconstpointer data)
{
  const PoplensMemory *memory = poplens_report_load_memory_brief (f->report, NULL, NULL);
  const PoplensTarget *target = poplens_report_load_target (f->report, NULL, NULL);
  g_autoptr (PoplensSlice) kept =
      poplens_report_get_slice (f->report, POPLENS_SLICE_TILE_VARIABLES, 2, NULL, NULL);
  g_autofree char *absence = g_strdup (poplens_report_get_absence (f->report, POPLENS_PART_DEBUG));
  g_autofree char *name = g_strdup (poplens_report_get_name (f->report));
  g_autofree char *past_name = g_strconcat (name, " (before reload)", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (absence);
  mini_profile_alter (f->path, "UPDATE memory_by_tile SET total = 999 WHERE tile = 0");
  poplens_report_leave_files (f->report);
  g_assert_cmpstr (poplens_report_get_name (f->report), ==, past_name);
  g_assert_true (poplens_report_load_target (f->report, NULL, NULL) == target);
  g_assert_true (poplens_report_load_memory_brief (f->report, NULL, NULL) == memory);
  g_assert_cmpuint (memory->total[0], ==, 24);
  g_autoptr (PoplensSlice) same =
      poplens_report_get_slice (f->report, POPLENS_SLICE_TILE_VARIABLES, 2, NULL, NULL);
  g_assert_true (same == kept);

  /* Loaded only in brief, or not at all, and a slice. */
  g_assert_null (poplens_report_load_memory (f->report, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT);
  g_clear_error (&error);
  g_assert_null (poplens_report_load_peak (f->report, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT);
  g_clear_error (&error);
  g_assert_null (poplens_report_load_programs (f->report, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT);
  g_assert_cmpstr (error->message, ==, "Not loaded before the files of the report changed.");
  g_assert_cmpstr (poplens_report_get_absence (f->report, POPLENS_PART_PROGRAMS), ==,
                   error->message);
  g_clear_error (&error);
  g_assert_null (
      poplens_report_get_slice (f->report, POPLENS_SLICE_TILE_VARIABLES, 3, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT);
  g_assert_cmpstr (poplens_report_get_absence (f->report, POPLENS_PART_DEBUG), ==, absence);
  g_assert_null (poplens_report_get_absence (f->report, POPLENS_PART_TARGET));
}

typedef struct {
  GMainLoop *loop;
  GError *error;
  gboolean ok;
  double last;
  guint told;
  gboolean loaded;
} Async;

static void
on_progress (double fraction, const char *what, gpointer user_data)
{
  Async *async = user_data;

  g_assert_false (async->loaded);
  g_assert_cmpfloat (fraction, >=, async->last);
  g_assert_cmpfloat (fraction, <=, 1);
  g_assert_nonnull (what);
  async->last = fraction;
  async->told++;
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Async *async = user_data;

  async->loaded = TRUE;
  async->ok = poplens_report_load_finish (POPLENS_REPORT (source), result, &async->error);
  g_main_loop_quit (async->loop);
}

static void
load_async (PartsFixture *f, Async *async, guint32 parts, GCancellable *cancellable)
{
  *async = (Async){.loop = g_main_loop_new (NULL, FALSE)};
  poplens_report_load_async (f->report, parts, on_progress, async, cancellable, on_loaded, async);
  g_main_loop_run (async->loop);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_main_loop_unref (async->loop);
}

static void
test_async (PartsFixture *f, gconstpointer data)
{
  Async async;

  load_async (f, &async, ALL_PARTS, NULL);
  g_assert_no_error (async.error);
  g_assert_true (async.ok);
  g_assert_cmpuint (async.told, >, 0);
  g_assert_cmpuint (async.told, <=, POPLENS_N_PARTS);
  for (guint part = 0; part <= POPLENS_PART_EXECUTION; part++)
    g_assert_nonnull (poplens_report_peek (f->report, part));
  g_assert_null (poplens_report_peek (f->report, POPLENS_PART_APP));
}

static void
test_async_cancelled (PartsFixture *f, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Async async;

  g_cancellable_cancel (cancellable);
  load_async (f, &async, ALL_PARTS, cancellable);
  g_assert_error (async.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&async.error);
  load_async (f, &async, ALL_PARTS, NULL);
  g_assert_no_error (async.error);
}

static void
test_async_nothing (PartsFixture *f, gconstpointer data)
{
  Async async;

  load_async (f, &async, 0, NULL);
  g_assert_true (async.ok);
}

static void
test_async_damaged (PartsFixture *f, gconstpointer data)
{
  Async async;

  load_async (f, &async, ALL_PARTS, NULL);
  g_assert_false (async.ok);
  g_assert_error (async.error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED);
  g_clear_error (&async.error);
}

#define ABSENT_SQL                                                                                 \
  "DELETE FROM memory_by_tile; DROP TABLE programs; DELETE FROM vars_info;"                        \
  "DELETE FROM unlowered_vars; DROP TABLE depth_first_steps; DELETE FROM steps; DELETE FROM runs;" \
  "DELETE FROM blocks"
#define DAMAGED_SQL "UPDATE eq_class_step SET step_id_to = 99"
#define ADD(path, sql, func)                                                                       \
  g_test_add ("/report/parts/" path, PartsFixture, sql, parts_set_up, func, parts_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("once-from-many-threads", NULL, test_once_from_many_threads);
  ADD ("cancelled-then-loaded", NULL, test_cancelled_then_loaded);
  ADD ("absent", ABSENT_SQL, test_parts_absent);
  ADD ("damaged", DAMAGED_SQL, test_damaged);
  ADD ("reopen", NULL, test_reopen);
  ADD ("past", NULL, test_past);
  ADD ("async", NULL, test_async);
  ADD ("async-cancelled", NULL, test_async_cancelled);
  ADD ("async-nothing", NULL, test_async_nothing);
  ADD ("async-damaged", DAMAGED_SQL, test_async_damaged);
  return g_test_run ();
}
