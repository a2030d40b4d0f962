/* A trace of so many steps that grouping and colouring them is waited for: what is shown before
 * that, and what is told of it. */
#include "charts/lanes.h"
#include "pages/trace-fixture.h"
#include "support/run-demo.h"
#include "support/temp-dir.h"

#include <string.h>

#define PLACE "trace?view=flame"

static char *folder; /* of the report */

static PoplensReport *
open_large (void)
{
  g_autoptr (GError) error = NULL;
  PoplensReport *report = poplens_report_open (folder, &error);

  g_assert_no_error (error);
  return report;
}

/* What a worker told: where it has been, and whether it ever went back. */
typedef struct {
  double last;
  guint n, back;
  guint stop_at; /* cancels then; 0: never */
  GCancellable *cancellable;
} Told;

static void
on_told (double fraction, const char *what, gpointer data)
{
  Told *told = data;

  g_assert_nonnull (what);
  g_assert_cmpfloat (fraction, >=, 0);
  g_assert_cmpfloat (fraction, <=, 1);
  told->back += fraction < told->last;
  told->last = fraction;
  if (++told->n == told->stop_at)
    g_cancellable_cancel (told->cancellable);
}

static gsize
n_flat (PoplensReport *report)
{
  g_autoptr (PoplensPage) flat = trace_page (report, "trace");

  return poplens_chart_get_n_items (trace_chart (flat));
}

static void
test_before (void)
{
  g_autoptr (PoplensReport) report = open_large ();
  g_autoptr (PoplensPlace) place = trace_place (PLACE);
  PoplensWork work = {.to = 1};
  g_autoptr (PoplensPage) early =
      poplens_page_build_early (report, place, POPLENS_BYTE_UNIT_BINARY, &work);

  /* All steps, flat; the choice stands as it was made, and what is shown instead is said. */
  g_assert_nonnull (early);
  g_assert_cmpuint (poplens_chart_get_n_items (trace_chart (early)), ==, n_flat (report));
  g_assert_cmpuint (poplens_page_find_control (early, "view")->current, ==, 1);
  g_assert_nonnull (poplens_page_find_block (early, "early"));
  g_assert_true (poplens_place_equal (early->place, place));

  g_autoptr (PoplensPage) whole = trace_page (report, PLACE);
  g_assert_null (poplens_page_find_block (whole, "early"));
  g_assert_cmpuint (poplens_chart_get_n_items (trace_chart (whole)), !=, n_flat (report));
}

/* ---- before anything is read -------------------------------------------------------------------
 */

static PoplensPage *
build_first (PoplensReport *report, const char *text, GCancellable *cancellable)
{
  g_autoptr (PoplensPlace) place = trace_place (text);
  PoplensWork work = {.cancellable = cancellable, .to = 1};

  return poplens_page_build_first (report, place, POPLENS_BYTE_UNIT_BINARY, &work);
}

static void
assert_same_view (PoplensChartView a, PoplensChartView b)
{
  g_assert_cmpfloat (a.from, ==, b.from);
  g_assert_cmpfloat (a.to, ==, b.to);
}

/* Both ends of a block in one number. */
static guint64
block_of (const PoplensChart *chart, gsize item)
{
  guint64 from, to;
  guint row;

  g_assert_true (poplens_chart_get_lane_item (chart, item, &from, &to, &row));
  return from << 24 ^ to;
}

static void
assert_blocks_of (const PoplensChart *part, const PoplensChart *whole)
{
  gsize n = poplens_chart_get_n_items (whole);
  g_autoptr (GHashTable) blocks = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autofree guint64 *keys = g_new (guint64, n);

  for (gsize i = 0; i < n; i++) {
    keys[i] = block_of (whole, i);
    g_hash_table_add (blocks, &keys[i]);
  }
  for (gsize i = 0; i < poplens_chart_get_n_items (part); i++) {
    guint64 key = block_of (part, i);
    g_assert_true (g_hash_table_contains (blocks, &key));
  }
}

/* Its blocks lie where they will be, on the axis that there will be. */
static void
test_first (void)
{
  static const char *const places[] = {"trace", "trace?view=flame&colour=name", "trace?ipu=1",
                                       "trace?bsp=yes", "trace?from=5&to=100000"};

  for (guint p = 0; p < G_N_ELEMENTS (places); p++) {
    g_autoptr (PoplensReport) report = open_large ();
    g_autoptr (PoplensPage) first = build_first (report, places[p], NULL);
    g_assert_nonnull (first);
    g_assert_null (poplens_report_peek (report, POPLENS_PART_EXECUTION));
    g_assert_nonnull (poplens_page_find_block (first, "early"));
    g_autofree char *flat = g_strconcat ("trace", strstr (places[p], "?ipu=1"), NULL);
    g_autoptr (PoplensPage) whole = trace_page (report, flat);
    const PoplensChart *a = trace_chart (first), *b = trace_chart (whole);
    g_assert_cmpuint (poplens_chart_get_n_items (a), >, 10000);
    g_assert_cmpuint (poplens_chart_get_n_items (a), <, poplens_chart_get_n_items (b));
    assert_same_view (poplens_chart_view_all (a), poplens_chart_view_all (b));
    if (!strstr (places[p], "from="))
      assert_same_view (poplens_page_chart_view (first, first->place),
                        poplens_page_chart_view (whole, whole->place));
    assert_blocks_of (a, b);
    for (guint i = 0; i < first->controls->len; i++) {
      const PoplensControl *control = first->controls->pdata[i];
      const PoplensControl *its = poplens_page_find_control (whole, control->key);
      g_assert_nonnull (its);
      g_assert_cmpuint (control->n_options, ==, its->n_options);
    }
    /* The tabs are those that come, and nothing of them is made. */
    for (guint i = 0; i < first->blocks->len; i++) {
      const PoplensBlock *block = first->blocks->pdata[i];
      g_assert_null (block->table);
      if (block->kind == POPLENS_BLOCK_TABLE)
        g_assert_nonnull (poplens_page_find_block (whole, block->key));
    }
    g_assert_null (build_first (report, places[p], NULL));
  }
}

/* Nothing that is there lies in what is not read, and much of what comes does. */
static void
test_unread (void)
{
  g_autoptr (PoplensReport) report = open_large ();
  g_autoptr (PoplensExecution) ends = poplens_report_read_execution_ends (report, NULL);
  guint64 from, to, begin, end, most = 0;
  guint n_within = 0;

  g_assert_nonnull (ends);
  g_assert_true (poplens_execution_get_unread (ends, &from, &to));
  for (guint32 row = 0; row < ends->n_rows; row++) {
    guint64 row_to = ends->row_from[row] == G_MAXUINT64 ? 0 : poplens_execution_row_to (ends, row);
    g_assert_true (row < ends->gap_row ? row_to <= from : ends->row_from[row] >= to);
    most = MAX (most, row < ends->gap_row ? row_to : 0);
  }
  g_assert_cmpuint (from, ==, most);

  const PoplensExecution *whole = poplens_report_load_execution (report, NULL, NULL);
  g_assert_nonnull (whole);
  g_assert_false (poplens_execution_get_unread (whole, &begin, &end));
  for (guint32 row = 0; row < whole->n_rows; row++)
    n_within += whole->row_from[row] >= from && whole->row_from[row] < to;
  g_assert_cmpuint (n_within, >, ends->n_unread / 2);
  g_assert_cmpuint (n_within, <=, ends->n_unread);
}

static void
test_not_first (void)
{
  static const char *const places[] = {"summary",        "trace?view=blocks",
                                       "trace?fold=yes", "trace?operation=a&layer=b",
                                       "trace?ipu=77",   "trace?jump=wait"};
  g_autoptr (PoplensReport) report = open_large ();
  g_autoptr (PoplensReport) other = open_large ();
  g_autoptr (PoplensReport) small = report_fixture_open ("demo");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    g_assert_null (build_first (report, places[i], NULL));
  g_assert_nonnull (small);
  g_assert_null (build_first (small, "trace", NULL));
  g_cancellable_cancel (cancellable);
  g_assert_null (build_first (report, "trace", cancellable));
  poplens_report_set_other (report, other);
  g_assert_null (build_first (report, "trace", NULL));
}

/* Where all of it takes no longer, there is nothing before it. */
static void
test_not_needed (void)
{
  static const char *const places[] = {"trace", "summary", "memory"};
  g_autoptr (PoplensReport) report = open_large ();
  g_autoptr (PoplensReport) small = report_fixture_open ("demo");
  g_autoptr (PoplensPlace) flame = trace_place (PLACE);
  PoplensWork work = {.to = 1};

  for (guint i = 0; i < G_N_ELEMENTS (places); i++) {
    g_autoptr (PoplensPlace) place = trace_place (places[i]);
    g_assert_null (poplens_page_build_early (report, place, POPLENS_BYTE_UNIT_BINARY, &work));
  }
  g_assert_nonnull (small);
  g_assert_null (poplens_page_build_early (small, flame, POPLENS_BYTE_UNIT_BINARY, &work));
}

static void
test_progress (void)
{
  g_autoptr (PoplensReport) report = open_large ();
  g_autoptr (PoplensPlace) place = trace_place (PLACE);
  g_autoptr (GError) error = NULL;
  Told told = {0};
  PoplensWork work = {on_told, &told, NULL, 0, 1};
  g_autoptr (PoplensPage) page =
      poplens_page_build_work (report, place, POPLENS_BYTE_UNIT_BINARY, &work, &error);

  g_assert_no_error (error);
  g_assert_nonnull (page);
  g_assert_cmpuint (told.n, >, 4);
  g_assert_cmpuint (told.back, ==, 0);
  g_assert_cmpfloat (told.last, >, 0.5);
}

/* Reading tells too, by way of the cancellable, on two threads: one of them may be late. */
static void
on_reading (double fraction, const char *what, gpointer data)
{
  g_assert_cmpstr (what, ==, "Reading executed steps");
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

/* Grouping that is not wanted any more ends, and the next one starts anew. */
static void
test_cancel (void)
{
  g_autoptr (PoplensReport) report = open_large ();
  g_autoptr (PoplensPlace) place = trace_place (PLACE);

  for (guint stop = 1; stop < 8; stop += 2) {
    g_autoptr (GCancellable) cancellable = g_cancellable_new ();
    g_autoptr (GError) error = NULL;
    Told told = {.stop_at = stop, .cancellable = cancellable};
    PoplensWork work = {on_told, &told, cancellable, 0, 1};
    g_autoptr (PoplensPage) page =
        poplens_page_build_work (report, place, POPLENS_BYTE_UNIT_BINARY, &work, &error);
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
  g_test_add_func ("/trace-early/first", test_first);
  g_test_add_func ("/trace-early/unread", test_unread);
  g_test_add_func ("/trace-early/not-first", test_not_first);
  g_test_add_func ("/trace-early/before", test_before);
  g_test_add_func ("/trace-early/not-needed", test_not_needed);
  g_test_add_func ("/trace-early/progress", test_progress);
  g_test_add_func ("/trace-early/reading", test_reading);
  g_test_add_func ("/trace-early/cancel", test_cancel);
  failed = g_test_run ();
  temp_dir_remove (folder);
  g_free (folder);
  report_fixture_clean_up ();
  return failed;
}
