/* Tests of a trace with so many steps that grouping and colouring take noticeable time: the chart
 * that is shown before, and its progress. */
#include "charts/lanes/lanes.h"
#include "pages/trace-fixture.h"
#include "support/run-demo.h"
#include "support/temp-dir.h"

#define PLACE "trace?view=flame"

static char *folder; /* directory of the report */

static PoplensReport *
open_large (void)
{
  g_autoptr (GError) error = NULL;
  PoplensReport *report = poplens_report_open (folder, &error);

  g_assert_no_error (error);
  return report;
}

/* Progress that a worker reported: the last fraction, and how often it decreased. */
typedef struct {
  double last;
  guint n, back;
  guint stop_at; /* number of reports before cancelling; 0: never */
  GCancellable *cancellable;
} WorkReports;

static void
on_progress (double fraction, const char *what, gpointer data)
{
  WorkReports *told = data;

  g_assert_nonnull (what);
  g_assert_cmpfloat (fraction, >=, 0);
  g_assert_cmpfloat (fraction, <=, 1);
  told->back += fraction < told->last;
  told->last = fraction;
  if (++told->n == told->stop_at)
    g_cancellable_cancel (told->cancellable);
}

static gsize
count_flat_blocks (PoplensReport *report)
{
  g_autoptr (PoplensPage) flat = trace_page (report, "trace");

  return poplens_chart_get_n_items (trace_chart (flat));
}

static void
test_before (void)
{
  g_autoptr (PoplensReport) report = open_large ();
  g_autoptr (PoplensLocation) location = trace_location (PLACE);
  PoplensWork work = {.to = 1};
  g_autoptr (PoplensPage) early =
      poplens_page_build_partial (report, location, (PoplensPageDefaults){0}, &work);

  /* The early chart has all steps, flat; the control has the chosen view, and a notice says what is
   * shown instead. */
  g_assert_nonnull (early);
  g_assert_cmpint (early->state, ==, POPLENS_PARTIAL);
  g_assert_cmpuint (early->later, ==, 0);
  g_assert_cmpuint (poplens_chart_get_n_items (trace_chart (early)), ==,
                    count_flat_blocks (report));
  g_assert_cmpuint (poplens_page_find_control (early, "view")->current, ==, 1);
  g_assert_nonnull (poplens_page_find_section (early, "partial"));
  g_assert_true (poplens_location_equal (early->location, location));

  g_autoptr (PoplensPage) whole = trace_page (report, PLACE);
  g_assert_null (poplens_page_find_section (whole, "partial"));
  g_assert_cmpuint (poplens_chart_get_n_items (trace_chart (whole)), !=,
                    count_flat_blocks (report));
}

/* If the whole page takes no longer, there is no early page. */
static void
test_not_needed (void)
{
  static const char *const locations[] = {"trace?colour=type&fit-ipus=yes", "liveness", "memory"};
  g_autoptr (PoplensReport) report = open_large ();
  g_autoptr (PoplensReport) small = report_fixture_open ("demo");
  g_autoptr (PoplensLocation) flame = trace_location (PLACE);
  PoplensWork work = {.to = 1};

  for (guint i = 0; i < G_N_ELEMENTS (locations); i++) {
    g_autoptr (PoplensLocation) location = trace_location (locations[i]);
    g_assert_null (poplens_page_build_partial (report, location, (PoplensPageDefaults){0}, &work));
  }
  g_assert_nonnull (small);
  g_assert_null (poplens_page_build_partial (small, flame, (PoplensPageDefaults){0}, &work));
}

static void
test_early_progress (void)
{
  g_autoptr (PoplensReport) report = open_large ();
  g_autoptr (PoplensLocation) location = trace_location (PLACE);
  g_autoptr (GError) error = NULL;
  WorkReports told = {0};
  PoplensWork work = {on_progress, &told, NULL, 0, 1};
  g_autoptr (PoplensPage) page =
      poplens_page_build_work (report, location, (PoplensPageDefaults){0}, NULL, &work, &error);

  g_assert_no_error (error);
  g_assert_nonnull (page);
  g_assert_cmpuint (told.n, >, 4);
  g_assert_cmpuint (told.back, ==, 0);
  g_assert_cmpfloat (told.last, >, 0.5);
}

/* Reading reports progress too, through the cancellable, on two threads: it may decrease. */
static void
on_reading (double fraction, const char *what, gpointer data)
{
  g_assert_cmpstr (what, ==, "Loading executed steps");
  g_assert_cmpfloat (fraction, <=, 1);
  g_atomic_int_inc ((gint *) data);
}

static void
test_reading (void)
{
  g_autoptr (PoplensReport) report = open_large ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  gint n = 0;

  poplens_work_attach (cancellable, on_reading, &n);
  g_assert_nonnull (poplens_report_load_execution (report, cancellable, &error));
  g_assert_no_error (error);
  g_assert_cmpint (n, >, 3);
}

/* Grouping can be cancelled; the next call starts from the beginning. */
static void
test_early_cancel (void)
{
  g_autoptr (PoplensReport) report = open_large ();
  g_autoptr (PoplensLocation) location = trace_location (PLACE);

  for (guint stop = 1; stop < 8; stop += 2) {
    g_autoptr (GCancellable) cancellable = g_cancellable_new ();
    g_autoptr (GError) error = NULL;
    WorkReports told = {.stop_at = stop, .cancellable = cancellable};
    PoplensWork work = {on_progress, &told, cancellable, 0, 1};
    g_autoptr (PoplensPage) page =
        poplens_page_build_work (report, location, (PoplensPageDefaults){0}, NULL, &work, &error);
    g_assert_null (page);
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  }
  g_autoptr (PoplensPage) page = trace_page (report, PLACE);
  g_assert_nonnull (page);
}

int
main (int argc, char **argv)
{
  static const char *const options[] = {"--preset",    "bert-base", "--without", "archive,debug",
                                        "--variables", "20000",     "--tiles",   "32",
                                        "--steps",     "40000",     NULL};
  int failed;

  g_test_init (&argc, &argv, NULL);
  folder = temp_dir_new ();
  if (!run_demo (folder, options))
    g_error ("no report to test on");
  g_test_add_func ("/trace-early/before", test_before);
  g_test_add_func ("/trace-early/not-needed", test_not_needed);
  g_test_add_func ("/trace-early/progress", test_early_progress);
  g_test_add_func ("/trace-early/reading", test_reading);
  g_test_add_func ("/trace-early/cancel", test_early_cancel);
  failed = g_test_run ();
  temp_dir_remove (folder);
  g_free (folder);
  return failed;
}
