/* Tests of one report with many threads: parts, slices, tables and pages are requested at once, in
 * different orders, and some are cancelled. Each thread gets what a single thread gets.
 * ThreadSanitizer (script/tsan) also finds data races. Threads are those of pthread, as it does not
 * see GLib's own synchronisation. */
#include "base/error.h"
#include "pages/core/page.h"
#include "support/run-demo.h"
#include "support/temp-dir.h"
#include "tables/engine/registry.h"

#include <pthread.h>

#define THREADS 4
#define ROWS 20 /* compared rows of each table */

typedef struct {
  char *folder;
  char *path, *long_path; /* paths of a report, and of one with so many steps that a thread pool
                             reads them */
} ThreadsFixture;

static void
threads_write_report (const char *ipus, const char *steps, const char *path)
{
  const char *const options[] = {"--preset", "mnist", "--ipus",      ipus,  "--tiles", "32",
                                 "--steps",  steps,   "--variables", "300", NULL};

  g_assert_true (run_demo (path, options));
}

static PoplensReport *
open_path (const char *path)
{
  g_autoptr (GError) error = NULL;
  PoplensReport *report = poplens_report_open (path, &error);

  g_assert_no_error (error);
  return report;
}

static PoplensReport *
threads_open_report (const ThreadsFixture *f)
{
  return open_path (f->path);
}

/* ---- all at once ----------------------------------------------------------------------------- */

typedef struct {
  PoplensReport *report;
  pthread_barrier_t *start;
  guint self; /* 0 … THREADS − 1 */
  GString *said;
  GCancellable *cancellable;
  gpointer shared;
} ThreadWorker;

typedef void (*WorkFunc) (ThreadWorker *worker);

typedef struct {
  ThreadWorker worker;
  WorkFunc work;
} ThreadJob;

static void *
run_job (void *data)
{
  ThreadJob *job = data;

  pthread_barrier_wait (job->worker.start);
  job->work (&job->worker);
  return NULL;
}

/* Runs @work in THREADS threads, and checks that all have the same result. (transfer full): that
 * result */
static char *
at_once (PoplensReport *report, WorkFunc work, GCancellable *cancellable, gpointer shared)
{
  ThreadJob jobs[THREADS];
  pthread_t threads[THREADS];
  pthread_barrier_t start;

  pthread_barrier_init (&start, NULL, THREADS);
  for (guint i = 0; i < THREADS; i++) {
    jobs[i] = (ThreadJob){{report, &start, i, g_string_new (NULL), cancellable, shared}, work};
    g_assert_cmpint (pthread_create (&threads[i], NULL, run_job, &jobs[i]), ==, 0);
  }
  for (guint i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
  pthread_barrier_destroy (&start);
  for (guint i = 1; i < THREADS; i++) {
    g_assert_cmpstr (jobs[i].worker.said->str, ==, jobs[0].worker.said->str);
    g_string_free (jobs[i].worker.said, TRUE);
  }
  return g_string_free (jobs[0].worker.said, FALSE);
}

/* ---- parts and slices ------------------------------------------------------------------------ */

static void
load_parts (ThreadWorker *worker)
{
  for (guint i = 0; i < POPLENS_N_PARTS; i++) {
    PoplensPart part = (i + worker->self * 3) % POPLENS_N_PARTS;
    g_autoptr (GError) error = NULL;
    gconstpointer data = poplens_report_load (worker->report, part, NULL, &error);
    g_assert_true (data ? !error : error->code == POPLENS_ERROR_ABSENT);
    g_assert_true (poplens_report_peek (worker->report, part) == data);
  }
  for (PoplensPart part = 0; part < POPLENS_N_PARTS; part++)
    g_string_append_printf (worker->said, "%p ", poplens_report_peek (worker->report, part));
}

static void
test_threads_parts (gconstpointer data)
{
  const ThreadsFixture *f = data;
  for (guint round = 0; round < 3; round++) {
    g_autoptr (PoplensReport) report = threads_open_report (f);
    g_autofree char *said = at_once (report, load_parts, NULL, NULL);
  }
}

/* A thread pool reads the many steps of this report for the calling threads. */
static void
test_threads_long (gconstpointer data)
{
  const ThreadsFixture *f = data;
  g_autoptr (PoplensReport) report = open_path (f->long_path);
  g_autofree char *said = at_once (report, load_parts, NULL, NULL);
}

static void
get_slices (ThreadWorker *worker)
{
  for (guint i = 0; i < 32; i++) {
    guint tile = (i + worker->self * 8) % 32;
    for (PoplensSliceKind kind = 0; kind < POPLENS_SLICE_SCAN_VARIABLES; kind++) {
      g_autoptr (GError) error = NULL;
      g_autoptr (PoplensSlice) slice =
          poplens_report_get_slice (worker->report, kind, tile, NULL, &error);
      g_assert_true (slice || error);
    }
  }
}

/* A tiny cache evicts slices that other threads are reading. */
static void
test_slices (gconstpointer data)
{
  const ThreadsFixture *f = data;
  g_autoptr (PoplensReport) report = threads_open_report (f);

  for (guint round = 0; round < 2; round++) {
    g_autofree char *said = at_once (report, get_slices, NULL, NULL);
    poplens_report_set_cache_bytes (report, 4096);
  }
}

/* ---- tables and pages ------------------------------------------------------------------------ */

static void
say_table (const PoplensTable *table, GString *said)
{
  guint32 n = MIN (poplens_table_n_rows (table), ROWS);

  g_string_append_printf (said, "%u rows ", poplens_table_n_rows (table));
  for (guint32 row = 0; row < n; row++)
    for (guint c = 0; c < poplens_table_n_columns (table); c++) {
      PoplensValue value = poplens_table_get (table, row, c);
      PoplensNumber buffer;
      g_string_append (said, poplens_value_plain (&value, buffer));
    }
}

/* Returns the text of table @index of the register; each thread has a location of its own.
 * (transfer full) */
static char *
build_table (PoplensReport *report, guint index)
{
  guint n;
  const PoplensTableSpec *spec = &poplens_tables_list (&n)[index];
  g_autoptr (PoplensLocation) location = poplens_location_new (spec->page);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensTable) table =
      poplens_tables_build (spec->name, report, location, NULL, &error);
  GString *said = g_string_new (spec->name);

  if (table)
    say_table (table, said);
  else
    g_string_append (said, error->message);
  return g_string_free (said, FALSE);
}

static void
build_tables (ThreadWorker *worker)
{
  guint n;
  poplens_tables_list (&n);
  g_autofree char **said = g_new0 (char *, n);

  for (guint i = 0; i < n; i++) {
    guint index = (i + worker->self * n / THREADS) % n;
    said[index] = build_table (worker->report, index);
  }
  for (guint i = 0; i < n; i++) {
    g_string_append (worker->said, said[i]);
    g_free (said[i]);
  }
}

static void
test_threads_tables (gconstpointer data)
{
  const ThreadsFixture *f = data;
  g_autoptr (PoplensReport) report = threads_open_report (f), alone = threads_open_report (f);
  g_autofree char *said = at_once (report, build_tables, NULL, NULL);
  ThreadWorker one = {.report = alone, .said = g_string_new (NULL)};

  build_tables (&one);
  g_assert_cmpstr (said, ==, one.said->str);
  g_string_free (one.said, TRUE);
}

static void
read_shared (ThreadWorker *worker)
{
  PoplensTable *table = worker->shared;
  g_autoptr (PoplensTableView) view = poplens_table_view_new (table, "a", 0, TRUE, NULL);

  say_table (table, worker->said);
  g_string_append_printf (worker->said, " %u match", view->n);
}

/* All threads read, sort and filter the same table. */
static void
test_one_table (gconstpointer data)
{
  const ThreadsFixture *f = data;
  static const char *const names[] = {"memory-tiles", "live-variables", "tile-variables",
                                      "programs",     "trace-steps",    "trace-costs",
                                      "operations",   "liveness-tiles"};
  g_autoptr (PoplensReport) report = threads_open_report (f);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (PoplensLocation) location =
        poplens_location_new (poplens_tables_find (names[i])->page);
    g_autoptr (PoplensTable) table =
        poplens_tables_build (names[i], report, location, NULL, &error);
    g_assert_no_error (error);
    g_autofree char *said = at_once (report, read_shared, NULL, table);
  }
}

static void
build_pages (ThreadWorker *worker)
{
  for (guint i = 0; i < POPLENS_N_PAGES; i++) {
    g_autoptr (PoplensLocation) location =
        poplens_location_new ((i + worker->self) % POPLENS_N_PAGES);
    g_autoptr (GError) error = NULL;
    g_autoptr (PoplensPage) page =
        poplens_page_build (worker->report, location, POPLENS_BYTE_UNIT_BINARY, NULL, &error);
    g_assert_no_error (error);
    g_assert_cmpuint (page->sections->len, >, 0);
  }
}

static void
test_threads_pages (gconstpointer data)
{
  const ThreadsFixture *f = data;
  g_autoptr (PoplensReport) report = threads_open_report (f);
  g_autofree char *said = at_once (report, build_pages, NULL, NULL);
}

/* ---- given up, and compared ------------------------------------------------------------------ */

static void
load_or_give_up (ThreadWorker *worker)
{
  if (!worker->self) {
    g_cancellable_cancel (worker->cancellable);
    return;
  }
  for (PoplensPart part = 0; part < POPLENS_N_PARTS; part++) {
    g_autoptr (GError) error = NULL;
    gboolean wants = worker->self == 1;
    gconstpointer loaded =
        poplens_report_load (worker->report, part, wants ? NULL : worker->cancellable, &error);
    g_assert_true (loaded || error->code == POPLENS_ERROR_ABSENT ||
                   (!wants && error->code == G_IO_ERROR_CANCELLED));
  }
}

/* A cancelled thread does not affect the others. */
static void
test_threads_cancelled (gconstpointer data)
{
  const ThreadsFixture *f = data;
  for (guint round = 0; round < 4; round++) {
    g_autoptr (PoplensReport) report = threads_open_report (f);
    g_autoptr (GCancellable) cancellable = g_cancellable_new ();
    g_autofree char *said = at_once (report, load_or_give_up, cancellable, NULL);
    g_assert_nonnull (poplens_report_peek (report, POPLENS_PART_MEMORY));
  }
}

static void
change_other (ThreadWorker *worker)
{
  for (guint round = 0; round < 4; round++) {
    if (worker->self % 2) {
      g_autoptr (PoplensLocation) location = poplens_location_new (POPLENS_PAGE_SUMMARY);
      g_autoptr (GError) error = NULL;
      g_autoptr (PoplensTable) table =
          poplens_tables_compare ("summary", worker->report, location, NULL, &error);
      g_assert_true (table || error->code == POPLENS_ERROR_ABSENT);
    } else {
      poplens_report_set_other (worker->report, round % 2 ? NULL : worker->shared);
    }
  }
}

static void
test_other (gconstpointer data)
{
  const ThreadsFixture *f = data;
  g_autoptr (PoplensReport) report = threads_open_report (f), other = threads_open_report (f);
  g_autofree char *said = at_once (report, change_other, NULL, other);
}

int
main (int argc, char **argv)
{
  static const struct {
    const char *name;
    GTestDataFunc run;
  } tests[] = {{"parts", test_threads_parts},
               {"long", test_threads_long},
               {"slices", test_slices},
               {"tables", test_threads_tables},
               {"one-table", test_one_table},
               {"pages", test_threads_pages},
               {"cancelled", test_threads_cancelled},
               {"other", test_other}};
  ThreadsFixture fixture;
  int status;

  g_test_init (&argc, &argv, NULL);
  /* Avoids a race in G_DEFINE_QUARK, in which each thread writes the same number. */
  poplens_error_quark ();
  /* GLib protects this directory with a lock that ThreadSanitizer does not see. */
  g_get_user_data_dir ();
  fixture.folder = temp_dir_new ();
  fixture.path = g_build_filename (fixture.folder, "report", NULL);
  fixture.long_path = g_build_filename (fixture.folder, "long", NULL);
  threads_write_report ("1", "40", fixture.path);
  threads_write_report ("2", "40000", fixture.long_path);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++) {
    g_autofree char *path = g_strconcat ("/threads/", tests[i].name, NULL);
    g_test_add_data_func (path, &fixture, tests[i].run);
  }
  status = g_test_run ();
  temp_dir_remove (fixture.folder);
  g_free (fixture.folder);
  g_free (fixture.path);
  g_free (fixture.long_path);
  return status;
}
