/* Tests of tables of a report on another computer: they equal those of the same report on this one,
 * byte by byte. If the connection is lost, the error says so; the table can be requested again. */
#include "tables/fixtures.h"

#include "base/error.h"
#include "support/far-storage.h"
#include "support/report-fixture.h"
#include "tables/engine/registry.h"

static PoplensReport *
open_far (FarStorage *storage, const char *path, GError **error)
{
  /* A storage requires absolute paths. */
  g_autofree char *place = g_canonicalize_filename (path, NULL);

  return poplens_report_open_at (POPLENS_STORAGE (storage), place, NULL, error);
}

/* Returns the table as CSV. (transfer full) (nullable): NULL with @error */
static char *
write_csv (const PoplensTable *table, GError **error)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (PoplensTextSink) sink = poplens_text_sink_new (stream);

  if (!poplens_table_write (table, NULL, POPLENS_TABLE_CSV, NULL, sink, error))
    return NULL;
  g_output_stream_write (stream, "", 1, NULL, NULL);
  g_output_stream_close (stream, NULL, NULL);
  return g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (stream));
}

/* Builds a table, as CSV. (transfer full) (nullable): NULL with @error */
static char *
build_table_csv (PoplensReport *report, const char *table, GError **error)
{
  g_autoptr (PoplensLocation) location = poplens_location_parse ("memory?tile=0,5", NULL);
  g_autoptr (PoplensTable) built = poplens_tables_build (table, report, location, NULL, error);

  return built ? write_csv (built, error) : NULL;
}

/* Returns the table as CSV, or the error code: messages contain the report's name, which differs.
 * (transfer full) */
static char *
ask_or_why (PoplensReport *report, const char *table)
{
  g_autoptr (GError) error = NULL;
  char *text = build_table_csv (report, table, &error);

  return text ? text : g_strdup_printf ("%d", error->code);
}

/* Fails if the texts differ. Removes "far:" first, which paths of remote files have. */
static void
assert_same (const char *table, const char *far, const char *near)
{
  g_auto (GStrv) pieces = g_strsplit (far, "far:", -1);
  g_autofree char *bare = g_strjoinv ("", pieces);

  gsize at = 0;
  while (bare[at] && bare[at] == near[at])
    at++;
  if (bare[at] || near[at])
    g_error ("%s: at byte %" G_GSIZE_FORMAT ": %.200s\n---- near:\n%.200s", table, at, bare + at,
             near + at);
}

static void
test_all (gconstpointer name)
{
  g_autofree char *path = report_fixture_path (name);
  g_autoptr (FarStorage) storage = far_storage_new ();
  g_autoptr (GError) error = NULL;
  guint n;

  if (!path)
    return;
  g_autoptr (PoplensReport) near = poplens_report_open (path, &error);
  g_assert_no_error (error);
  g_autoptr (PoplensReport) far = open_far (storage, path, &error);
  g_assert_no_error (error);
  g_assert_true (poplens_report_is_near (near) && !poplens_report_is_near (far));
  const PoplensTableSpec *specs = poplens_tables_list (&n);
  for (guint t = 0; t < n; t++) {
    g_autofree char *of_near = ask_or_why (near, specs[t].name);
    g_autofree char *of_far = ask_or_why (far, specs[t].name);
    assert_same (specs[t].name, of_far, of_near);
  }
}

/* ---- cells ----------------------------------------------------------------------------------- */

static guint
count_questions (FarStorage *storage)
{
  FarCounts counts;

  far_storage_get_counts (storage, &counts);
  return counts.stats + counts.lists + counts.reads;
}

/* Reads every cell, link and style, as the main thread of the window does. */
static void
read_cells (const PoplensTable *table)
{
  for (guint32 row = 0; row < poplens_table_n_rows (table); row++) {
    for (guint column = 0; column < poplens_table_n_columns (table); column++)
      poplens_table_get (table, row, column);
    g_free (poplens_table_get_link (table, row));
    poplens_table_get_look (table, row);
  }
}

/* Building a table may read files; reading its cells never does. */
static void
test_cells (gconstpointer name)
{
  static const char *const locations[] = {"memory?tile=0,5", "liveness?step=0,3,7",
                                          "trace?executed=3"};
  g_autofree char *path = report_fixture_path (name);
  g_autoptr (FarStorage) storage = far_storage_new ();
  g_autoptr (PoplensReport) far = path ? open_far (storage, path, NULL) : NULL;
  guint n, n_built = 0;
  const PoplensTableSpec *specs = poplens_tables_list (&n);

  for (guint i = 0; far && i < n * G_N_ELEMENTS (locations); i++) {
    const char *table = specs[i / G_N_ELEMENTS (locations)].name;
    g_autoptr (PoplensLocation) location =
        poplens_location_parse (locations[i % G_N_ELEMENTS (locations)], NULL);
    g_autoptr (PoplensTable) built = poplens_tables_build (table, far, location, NULL, NULL);
    if (!built)
      continue;
    n_built++;
    /* No slice is cached any more, and reading one would first check the file for changes. */
    poplens_report_set_cache_bytes (far, 0);
    poplens_storage_refresh (POPLENS_STORAGE (storage));
    guint before = count_questions (storage);
    read_cells (built);
    if (count_questions (storage) != before)
      g_error ("%s: its cells asked %u times", table, count_questions (storage) - before);
  }
  g_assert_true (!far || n_built > n);
}

/* ---- what is told ahead ---------------------------------------------------------------------- */

/* Reads the table of cycles in chunks. @n_pieces: (out): number of chunks; @read: (out): bytes that
 * were read. Returns the bytes of hints */
static guint64
scan_cycles (PoplensReport *far, FarStorage *storage, guint *n_pieces, guint64 *read)
{
  FarCounts counts;

  far_storage_reset_counts (storage);
  *n_pieces = 0;
  for (guint64 key = 0; key != POPLENS_NO_SLICE; ++*n_pieces) {
    g_autoptr (PoplensSlice) piece =
        poplens_report_get_slice (far, POPLENS_SLICE_SCAN_CYCLES, key, NULL, NULL);
    g_assert_nonnull (piece);
    key = piece->next;
  }
  far_storage_get_counts (storage, &counts);
  *read = counts.read_bytes;
  return counts.hinted_bytes;
}

/* Reading a table in chunks sends hints for the whole table, each time. */
static void
test_ahead (gconstpointer name)
{
  g_autofree char *path = report_fixture_path (name);
  g_autoptr (FarStorage) storage = far_storage_new ();
  g_autoptr (PoplensReport) far = path ? open_far (storage, path, NULL) : NULL;
  guint n_pieces;
  guint64 read;

  for (guint pass = 0; far && pass < 2; pass++) {
    guint64 hinted = scan_cycles (far, storage, &n_pieces, &read);
    g_test_message ("%u pieces, %" G_GUINT64_FORMAT " bytes read, %" G_GUINT64_FORMAT " told",
                    n_pieces, read, hinted);
    g_assert_cmpuint (n_pieces, >, 3);
    g_assert_cmpuint (hinted, >, read / 2);
  }
}

/* ---- a connection that is lost --------------------------------------------------------------- */

/* Opens the report and builds the table; the connection is lost (or the work cancelled) after @n
 * requests. */
static void
check_loss (const char *path, const char *table, const char *whole, guint n, gboolean cancel)
{
  g_autoptr (FarStorage) storage = far_storage_new ();
  g_autoptr (GCancellable) cancellable = cancel ? g_cancellable_new () : NULL;
  g_autoptr (GError) error = NULL, again = NULL;

  far_storage_cancel_after (storage, (int) n, cancellable);
  if (cancel)
    g_cancellable_push_current (cancellable);
  g_autoptr (PoplensReport) report = open_far (storage, path, &error);
  g_autofree char *text = report ? build_table_csv (report, table, &error) : NULL;
  if (cancel)
    g_cancellable_pop_current (cancellable);
  if (text)
    assert_same (table, text, whole);
  else if (!poplens_error_is_interruption (error))
    g_error ("%s, %u questions: %s", table, n, error->message);
  far_storage_lose_after (storage, -1);
  g_autoptr (PoplensReport) anew =
      report ? g_steal_pointer (&report) : open_far (storage, path, &again);
  g_assert_no_error (again);
  g_autofree char *whole_again = build_table_csv (anew, table, &again);
  g_assert_no_error (again);
  assert_same (table, whole_again, whole);
}

/* Alternately the connection is lost and the work cancelled. */
#define MOMENTS 2

static void
check_losses (const char *path, const char *table)
{
  g_autoptr (FarStorage) storage = far_storage_new ();
  g_autoptr (PoplensReport) report = open_far (storage, path, NULL);
  guint opening = count_questions (storage);
  g_autoptr (GError) error = NULL;
  g_autofree char *far = build_table_csv (report, table, &error);
  g_autoptr (PoplensReport) near = far ? poplens_report_open (path, NULL) : NULL;
  g_autofree char *whole = near ? build_table_csv (near, table, NULL) : NULL;

  if (!far)
    return;
  /* Threads share the requests, so their number varies a little. */
  guint all = count_questions (storage), moments = g_test_slow () ? 20 * MOMENTS : MOMENTS;
  guint each = (all - MIN (all, opening)) / moments;
  for (guint m = 0; m < moments; m++) {
    guint n = opening + m * each + (guint) g_test_rand_int_range (0, 3 + (gint32) each);
    check_loss (path, table, whole, n, m % 2);
  }
}

static void
test_loss (gconstpointer name)
{
  g_autofree char *path = report_fixture_path (name);
  guint n;
  const PoplensTableSpec *specs = poplens_tables_list (&n);

  for (guint t = 0; path && t < n; t++)
    check_losses (path, specs[t].name);
}

/* ---- a connection that comes back ------------------------------------------------------------ */

/* As check_loss (), but only @lasts requests fail. The table must not be made of what was read
 * before and after the gap alone. */
static void
check_gap (const char *path, const char *table, const char *whole, guint n, guint lasts)
{
  g_autoptr (FarStorage) storage = far_storage_new ();
  g_autoptr (GError) error = NULL, again = NULL;
  g_autoptr (PoplensReport) report = open_far (storage, path, &error);

  g_assert_no_error (error);
  far_storage_lose_for (storage, (int) n, lasts);
  g_autofree char *text = build_table_csv (report, table, &error);
  if (text)
    assert_same (table, text, whole);
  else if (!g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_LINK))
    g_error ("%s, %u lost after %u questions: %s", table, lasts, n, error->message);
  far_storage_lose_after (storage, -1);
  g_autofree char *whole_again = build_table_csv (report, table, &again);
  g_assert_no_error (again);
  assert_same (table, whole_again, whole);
}

#define GAPS 8

static void
test_table_gaps (gconstpointer name)
{
  const guint32 beside =
      POPLENS_PART_BIT (POPLENS_PART_DEBUG) | POPLENS_PART_BIT (POPLENS_PART_ARCHIVE);
  g_autofree char *path = report_fixture_path (name);
  guint n;
  const PoplensTableSpec *specs = poplens_tables_list (&n);

  for (guint t = 0; path && t < n; t++) {
    g_autoptr (FarStorage) storage = far_storage_new ();
    g_autoptr (PoplensReport) report =
        specs[t].parts & beside || specs[t].page == POPLENS_PAGE_OPERATIONS
            ? open_far (storage, path, NULL)
            : NULL;
    guint opening = count_questions (storage);
    g_autofree char *whole = report ? build_table_csv (report, specs[t].name, NULL) : NULL;
    guint all = count_questions (storage) - opening;
    guint step = g_test_slow () ? 1 : MAX (1, all / GAPS);
    g_autoptr (PoplensReport) near = whole ? poplens_report_open (path, NULL) : NULL;
    g_autofree char *of_near = near ? build_table_csv (near, specs[t].name, NULL) : NULL;
    for (guint k = 0; whole && k < all; k += step) {
      FarGap gap = far_gap ();
      for (guint lasts = gap.least; lasts <= gap.most; lasts++)
        check_gap (path, specs[t].name, of_near, k, lasts);
    }
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  report_fixture_add ("/tables/far/all", test_all, "demo", "demo-run", "demo-compiled", "integrals",
                      "firehose", NULL);
  report_fixture_add ("/tables/far/cells", test_cells, "demo", "demo-run", NULL);
  report_fixture_add ("/tables/far/ahead", test_ahead, "demo", NULL);
  /* Each table is built many times, from a newly opened report. */
  const char *name = g_test_slow () ? "demo" : "demo-small";
  report_fixture_add ("/tables/far/loss", test_loss, name, NULL);
  report_fixture_add ("/tables/far/gaps", test_table_gaps, name, NULL);
  return g_test_run ();
}
