/* Tests of the list of a folder's reports: it grows on the calling thread and stops when cancelled;
 * and of the texts about changes. */
#include "base/error.h"

#include "support/run-demo.h"
#include "support/temp-dir.h"
#include "report/place.h"
#include "tables/reports/report-list.h"

#include <stdio.h>
#include <string.h>

#define REPORTS 9

typedef struct {
  GThread *thread;
  guint n;
  GHashTable *paths;
  GCancellable *cancellable; /* (nullable): cancelled at the first report */
} ListProgress;

static void
on_list_progress (PoplensReportList *so_far, guint all, gpointer user_data)
{
  ListProgress *self = user_data;
  guint done = so_far->reports->len;
  const PoplensListedReport *report = g_ptr_array_index (so_far->reports, done - 1);

  g_assert_true (g_thread_self () == self->thread);
  g_assert_cmpuint (done, ==, ++self->n);
  g_assert_cmpuint (all, ==, REPORTS + 1);
  g_assert_true (g_hash_table_add (self->paths, g_strdup (report->path)));
  if (self->cancellable)
    g_cancellable_cancel (self->cancellable);
}

/* Creates a folder with reports run-1 … and one that cannot be read. (transfer full) */
static char *
folder_new (void)
{
  char *folder = temp_dir_new ();
  const char *const options[] = {"--tiles=32", "--without=archive,debug,json", NULL};

  for (guint i = 1; i <= REPORTS; i++) {
    g_autofree char *report = g_strdup_printf ("%s/run-%u", folder, i);
    g_assert_true (run_demo (report, options));
  }
  g_autofree char *broken = temp_dir_write (folder, "broken/profile.pop", "no profile", -1);
  return folder;
}

static void
test_one_by_one (void)
{
  g_autofree char *folder = folder_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GHashTable) paths = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const PoplensReportListOptions options = {0};
  ListProgress seen = {.thread = g_thread_self (), .paths = paths};
  g_autoptr (PoplensReportList) list =
      poplens_report_list_read (folder, &options, on_list_progress, &seen, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (seen.n, ==, REPORTS + 1);
  g_assert_cmpuint (list->reports->len, ==, REPORTS + 1);
  for (guint r = 0; r < REPORTS; r++) {
    const PoplensListedReport *report = g_ptr_array_index (list->reports, r);
    g_autofree char *name = g_strdup_printf ("run-%u", r + 1);
    g_assert_cmpstr (report->path, ==, name);
    g_assert_true (report->opened);
    g_assert_null (report->error);
    g_assert_true (report->timing.known && report->timing.n_iterations);
    g_assert_cmpuint (report->timing.program + report->timing.outside, ==, report->headline.cycles);
  }
  const PoplensListedReport *last = g_ptr_array_index (list->reports, REPORTS);
  g_assert_cmpstr (last->path, ==, "broken");
  g_assert_false (last->opened);
  g_assert_nonnull (last->error);
  g_assert_cmpuint (list->changes->len, ==, 0);
  temp_dir_remove (folder);
}

static void
test_report_list_cancelled (void)
{
  g_autofree char *folder = folder_new ();
  g_autoptr (GError) before = NULL, meanwhile = NULL;
  g_autoptr (GHashTable) paths = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const PoplensReportListOptions options = {0};
  ListProgress seen = {.thread = g_thread_self (), .paths = paths, .cancellable = cancellable};

  g_assert_null (poplens_report_list_read (folder, &options, on_list_progress, &seen, cancellable,
                                           &meanwhile));
  g_assert_error (meanwhile, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_null (
      poplens_report_list_read (folder, &options, on_list_progress, &seen, cancellable, &before));
  g_assert_error (before, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (seen.n, ==, 1);
  temp_dir_remove (folder);
}

static const PoplensListedReport *
report_at (const PoplensReportList *self, guint row)
{
  return g_ptr_array_index (self->reports, row);
}

/* Reading a list again reuses exactly the reports that did not change. */
static void
test_again (void)
{
  g_autofree char *folder = folder_new ();
  g_autofree char *changed = g_build_filename (folder, "run-3", "profile.pop", NULL);
  g_autofree char *other = g_build_filename (folder, "run-4", "profile.pop", NULL);
  g_autofree char *gone = g_build_filename (folder, "run-5", "profile.pop", NULL);
  g_autoptr (GError) error = NULL;
  PoplensReportListOptions options = {0};
  g_autoptr (PoplensReportList) first =
      poplens_report_list_read (folder, &options, NULL, NULL, NULL, &error);
  g_autofree char *bytes = NULL;
  gsize size;

  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (other, &bytes, &size, NULL));
  g_assert_true (g_file_set_contents (changed, bytes, (gssize) size, NULL));
  g_assert_cmpint (remove (gone), ==, 0);
  options.before = first;
  g_autoptr (PoplensReportList) second =
      poplens_report_list_read (folder, &options, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (second->reports->len, ==, REPORTS);
  for (guint r = 0; r < REPORTS - 1; r++) {
    const PoplensListedReport *now = report_at (second, r);
    const PoplensListedReport *before = report_at (first, r + (r >= 4));
    g_assert_cmpstr (now->path, ==, before->path);
    g_assert_cmpint (now == before, ==, r != 2);
  }
  /* A report that could not be read is tried again. */
  g_assert_cmpstr (report_at (second, REPORTS - 1)->path, ==, "broken");
  g_assert_true (report_at (second, REPORTS - 1) != report_at (first, REPORTS));
  temp_dir_remove (folder);
}

/* Time classes that are requested later are read then, and not again. */
static void
test_time_later (void)
{
  g_autofree char *folder = folder_new ();
  g_autoptr (GError) error = NULL;
  PoplensReportListOptions options = {0};
  g_autoptr (PoplensReportList) first =
      poplens_report_list_read (folder, &options, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_false (report_at (first, 0)->has_time);
  options = (PoplensReportListOptions){.time = TRUE, .before = first};
  g_autoptr (PoplensReportList) second =
      poplens_report_list_read (folder, &options, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (report_at (second, 0)->has_time);
  options.before = second;
  for (guint time = 0; time < 2; time++) {
    options.time = time == 0;
    g_autoptr (PoplensReportList) third =
        poplens_report_list_read (folder, &options, NULL, NULL, NULL, &error);
    g_assert_no_error (error);
    g_assert_true (report_at (third, 0) == report_at (second, 0));
  }
  temp_dir_remove (folder);
}

/* ---- figures that are kept ------------------------------------------------------------------- */

/* Longer than a change of a file can go unnoticed (µs): figures of younger files are not cached. */
#define SETTLE (3 * G_USEC_PER_SEC)

/* Returns the text of a list's tables. (transfer full) */
static char *
list_text (const PoplensReportList *self, const PoplensReportListOptions *options)
{
  g_autoptr (PoplensTable) reports =
      poplens_report_list_table (self, options, POPLENS_BYTE_UNIT_BYTES);
  g_autoptr (PoplensTable) changes = poplens_report_changes_table (self);
  PoplensTable *const tables[] = {reports, changes};
  GString *text = g_string_new (NULL);

  for (guint t = 0; t < G_N_ELEMENTS (tables); t++)
    for (guint32 row = 0; row < poplens_table_n_rows (tables[t]); row++)
      for (guint c = 0; c < poplens_table_n_columns (tables[t]); c++) {
        PoplensNumber number;
        g_string_append_printf (
            text, "%s\n",
            poplens_table_format (tables[t], row, c, POPLENS_BYTE_UNIT_BYTES, number));
      }
  g_autofree char *answer = poplens_report_list_answer (self, POPLENS_BYTE_UNIT_BYTES, REPORTS);
  g_string_append (text, answer);
  return g_string_free (text, FALSE);
}

/* Reads the list of @folder; an error fails the test. (transfer full) */
static PoplensReportList *
read_list (const char *folder, const PoplensReportListOptions *options)
{
  g_autoptr (GError) error = NULL;
  PoplensReportList *list = poplens_report_list_read (folder, options, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return list;
}

static void
assert_same_list (const PoplensReportList *a, const PoplensReportList *b,
                  const PoplensReportListOptions *options)
{
  g_autofree char *first = list_text (a, options), *second = list_text (b, options);

  g_assert_cmpstr (first, ==, second);
}

/* Caches false figures for the report at @path, with more cycles of the program. */
static void
plant_figures (PoplensFigureStore *store, const char *path, const PoplensListedReport *report)
{
  g_autoptr (PoplensStorage) storage = NULL;
  g_autofree char *place = NULL;
  PoplensListedReport planted = *report;
  guint64 stamp;

  g_assert_true (poplens_report_place (path, &storage, &place, NULL));
  g_autofree char *identity = poplens_report_identify_at (storage, place, &stamp);
  g_assert_nonnull (identity);
  planted.timing.program += 1000;
  poplens_figure_store_write (store, "listed-report", identity,
                              poplens_listed_report_pack (&planted));
}

/* A second list has the same text, from cached figures; changed reports are read again, as are
 * limits. */
static void
test_kept (void)
{
  g_autofree char *folder = folder_new ();
  g_autofree char *cache = temp_dir_new ();
  g_autofree char *run = g_build_filename (folder, "run-2", NULL);
  g_autofree char *changed = g_build_filename (folder, "run-3", "profile.pop", NULL);
  g_autofree char *other = g_build_filename (folder, "run-4", "profile.pop", NULL);
  g_autofree char *bytes = NULL;
  g_autoptr (PoplensFigureStore) store = poplens_figure_store_new (cache, 1 << 24);
  const PoplensReportListOptions plain = {0}, time = {.time = TRUE};
  const PoplensReportListOptions kept = {.figures = store};
  const PoplensReportListOptions kept_time = {.time = TRUE, .figures = store};
  gsize size;

  g_usleep (SETTLE);
  g_autoptr (PoplensReportList) brief = read_list (folder, &plain);
  g_autoptr (PoplensReportList) whole = read_list (folder, &time);
  g_autoptr (PoplensReportList) first = read_list (folder, &kept);
  g_autoptr (PoplensReportList) second = read_list (folder, &kept);
  assert_same_list (brief, first, &plain);
  assert_same_list (brief, second, &plain);
  /* Cached figures lack the time. */
  g_autoptr (PoplensReportList) third = read_list (folder, &kept_time);
  g_autoptr (PoplensReportList) fourth = read_list (folder, &kept_time);
  assert_same_list (whole, third, &time);
  assert_same_list (whole, fourth, &time);
  g_autoptr (PoplensReportList) fifth = read_list (folder, &kept);
  assert_same_list (brief, fifth, &plain);
  g_assert_null (report_at (fifth, 0)->items);

  guint64 program = report_at (first, 1)->timing.program;
  plant_figures (store, run, report_at (fourth, 1));
  g_autoptr (PoplensReportList) planted = read_list (folder, &kept_time);
  g_assert_cmpuint (report_at (planted, 1)->timing.program, ==, program + 1000);

  const char *const limits[] = {"max-program-cycles=1", NULL};
  g_autoptr (GPtrArray) rules = poplens_budget_collect (NULL, limits, FALSE, NULL);
  const PoplensReportListOptions ruled = {.figures = store, .rules = rules};
  g_autoptr (PoplensReportList) judged = read_list (folder, &ruled);
  g_assert_cmpuint (report_at (judged, 1)->timing.program, ==, program + 1000);
  const PoplensBudgetRule *rule = g_ptr_array_index (report_at (judged, 1)->rules, 0);
  g_assert_cmpint (rule->result, ==, POPLENS_BUDGET_FAIL);
  g_assert_cmpfloat (rule->value, ==, (double) program);

  g_assert_true (g_file_get_contents (other, &bytes, &size, NULL));
  g_assert_true (g_file_set_contents (changed, bytes, (gssize) size, NULL));
  g_autoptr (PoplensReportList) anew = read_list (folder, &kept_time);
  g_autoptr (PoplensReportList) truth = read_list (folder, &time);
  g_assert_cmpuint (report_at (anew, 1)->timing.program, ==, program + 1000);
  g_assert_cmpuint (report_at (anew, 2)->timing.program, ==, report_at (truth, 2)->timing.program);
  temp_dir_remove (folder);
  temp_dir_remove (cache);
}

/* Cached figures with a wrong structure are refused: fewer IPUs than cells, or an unknown bound. */
static void
test_kept_is_checked (void)
{
  PoplensListedReport report = {.path = NULL};
  g_autoptr (GVariant) numbers = g_variant_ref_sink (
      g_variant_new ("(@" POPLENS_PATH_ITEMS_PACKED "@atu@a(aytt))",
                     g_variant_new_array (G_VARIANT_TYPE ("(uaytttu)"), NULL, 0),
                     g_variant_new_fixed_array (G_VARIANT_TYPE_UINT64, &(guint64){1}, 1, 8), 1u,
                     g_variant_new_array (G_VARIANT_TYPE ("(aytt)"), NULL, 0)));
  GVariant *bound =
      g_variant_new ("(u^aytttu)", 1000u, "x", (guint64) 1, (guint64) 1, (guint64) 1, 0u);
  g_autoptr (GVariant) items = g_variant_ref_sink (g_variant_new_array (NULL, &bound, 1));
  g_autoptr (GVariant) empty = g_variant_ref_sink (g_variant_new_from_data (
      G_VARIANT_TYPE (POPLENS_LISTED_REPORT_PACKED), "", 0, FALSE, NULL, NULL));

  g_assert_null (poplens_operation_work_unpack (numbers));
  g_assert_null (poplens_path_items_unpack (items));
  g_assert_false (poplens_listed_report_unpack (&report, empty, TRUE));
}

/* Creates reports run-0 … of one model, whose program takes @cycles (0: not recorded). @full:
 * (nullable): for each report "." if it fits, "x" if not */
static void
made_init (PoplensReportList *self, const guint *cycles, guint n, const char *full)
{
  *self = (PoplensReportList){.reports = g_ptr_array_new ()};
  for (guint r = 0; r < n; r++) {
    PoplensListedReport *report = g_new0 (PoplensListedReport, 1);
    report->path = g_strdup_printf ("run-%u", r);
    report->address = report->path;
    report->opened = TRUE;
    report->ipus = 1;
    report->timing = (PoplensProgramTime){.known = cycles[r] > 0, .program = cycles[r]};
    report->headline.fit_known = full != NULL;
    report->headline.fits = full && full[r] == '.';
    g_ptr_array_add (self->reports, report);
  }
  poplens_report_list_find_changes (self);
}

static void
made_clear (PoplensReportList *self)
{
  for (guint r = 0; r < self->reports->len; r++) {
    PoplensListedReport *report = g_ptr_array_index (self->reports, r);
    g_free (report->path);
    g_free (report);
  }
  g_ptr_array_unref (self->reports);
  g_free (self->series);
  g_array_unref (self->changes);
  g_array_unref (self->repeats);
  g_string_chunk_free (self->names);
}

/* Six reports of about 100 cycles, one without, and five of 200. */
static void
test_series (void)
{
  static const guint values[] = {100, 101, 100, 99, 100, 102, 0, 200, 201, 202, 199, 203};
  PoplensReportList list;

  made_init (&list, values, G_N_ELEMENTS (values), NULL);
  g_assert_cmpuint (list.changes->len, ==, 1);
  g_autoptr (PoplensReportSeries) cycles =
      poplens_report_list_series (&list, list.series[0], POPLENS_MEASURE_PROGRAM);
  g_assert_cmpuint (cycles->n, ==, 11);
  for (guint i = 0; i < cycles->n; i++) {
    g_assert_cmpuint (cycles->reports[i], ==, i + (i >= 6));
    /* Medians of 100, 101, 100, 99, 100, 102 and of 200, 201, 202, 199, 203. */
    g_assert_cmpfloat (cycles->levels[i], ==, i < 6 ? 100 : 201);
  }
  g_assert_cmpfloat (cycles->values[6], ==, 200);
  g_autoptr (PoplensReportSeries) none =
      poplens_report_list_series (&list, list.series[0], POPLENS_MEASURE_PEAK);
  g_assert_cmpuint (none->n, ==, 0);
  made_clear (&list);
}

/* Cycles that rise steadily from run-2 on are reported as a trend. */
static void
test_steady (void)
{
  static const guint values[] = {0, 0, 1000, 1021, 1038, 1062, 1080, 1101, 1119, 1140, 1161, 1180};
  PoplensReportList list;

  made_init (&list, values, G_N_ELEMENTS (values), NULL);
  g_assert_cmpuint (list.changes->len, ==, 1);
  const PoplensReportChange *change = &g_array_index (list.changes, PoplensReportChange, 0);
  g_assert_cmpuint (change->report, ==, 11);
  g_assert_cmpuint (change->previous, ==, 2);
  g_assert_cmpuint (change->level.over, ==, 10);
  g_autofree char *command = poplens_report_list_command (&list);
  g_assert_cmpstr (command, ==, "poplens-cli diff run-2 run-11");
  g_autoptr (PoplensReportSeries) cycles =
      poplens_report_list_series (&list, list.series[0], POPLENS_MEASURE_PROGRAM);
  for (guint i = 0; i < cycles->n; i++)
    g_assert_cmpfloat_with_epsilon (cycles->levels[i], 1000 + 20 * i, 2);
  made_clear (&list);
}

static void
assert_next (const guint *cycles, guint n, const char *full, const char *expected)
{
  PoplensReportList list;

  made_init (&list, cycles, n, full);
  g_autofree char *command = poplens_report_list_command (&list);
  g_assert_cmpstr (command, ==, expected);
  made_clear (&list);
}

/* The next step is about the first report that got worse, but a program that does not fit has
 * precedence; of few reports it is about the last two. */
static void
test_next (void)
{
  static const guint rises[] = {1000, 1000, 1000, 1100, 1100, 1100, 1300, 1300, 1300, 1300};
  static const guint few[] = {1000, 1010, 1005, 1040, 1020};
  static const guint falls[] = {1000, 1000, 1000, 1000, 900, 900, 900, 900};

  assert_next (rises, G_N_ELEMENTS (rises), NULL, "poplens-cli diff run-2 run-3");
  assert_next (rises, G_N_ELEMENTS (rises), ".....xxxxx", "poplens-cli diff run-4 run-5");
  assert_next (rises, G_N_ELEMENTS (rises), ".......xx.", "poplens-cli diff run-2 run-3");
  assert_next (rises, G_N_ELEMENTS (rises), "....xx...x", "poplens-cli diff run-8 run-9");
  assert_next (few, G_N_ELEMENTS (few) - 1, NULL, "poplens-cli diff run-2 run-3");
  assert_next (few, G_N_ELEMENTS (few), NULL, NULL);
  assert_next (falls, G_N_ELEMENTS (falls), NULL, NULL);
}

/* Checks the changes, each as "6:worse:12": its report, and the one that fixed it, if any; "/11"
 * adds the reports that keep the value. */
static void
assert_changes (const guint *cycles, guint n, const char *full, const char *expected)
{
  PoplensReportList list;
  g_autoptr (GString) text = g_string_new (NULL);

  made_init (&list, cycles, n, full);
  for (guint c = 0; c < list.changes->len; c++) {
    const PoplensReportChange *change = &g_array_index (list.changes, PoplensReportChange, c);
    const PoplensReportChange *mend = poplens_report_list_find_mend (&list, c);
    g_string_append_printf (text, "%s%u:%s/%u", c ? " " : "", change->report,
                            change->level.once                        ? "once"
                            : poplens_report_change_is_worse (change) ? "worse"
                                                                      : "better",
                            change->later);
    if (mend)
      g_string_append_printf (text, ":%u", mend->report);
  }
  g_assert_cmpstr (text->str, ==, expected);
  made_clear (&list);
}

/* A regression that was fixed says since when; a small improvement is not a fix. */
static void
test_mended (void)
{
  static const guint mended[] = {1000, 1000, 1000, 1000, 1000, 1000, 1300, 1300,
                                 1300, 1300, 1300, 1300, 1010, 1010, 1010, 1010,
                                 1010, 1010, 1200, 1200, 1200, 1200, 1200};
  static const guint eased[] = {1000, 1000, 1000, 1000, 1000, 1000, 1300, 1300, 1300,
                                1300, 1300, 1300, 1200, 1200, 1200, 1200, 1200, 1200};
  static const guint same[] = {1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000};

  assert_changes (mended, G_N_ELEMENTS (mended), NULL, "6:worse/5:12 12:better/5 18:worse/4");
  assert_next (mended, G_N_ELEMENTS (mended), NULL, "poplens-cli diff run-17 run-18");
  assert_next (mended, 18, NULL, "poplens-cli diff run-5 run-6");
  assert_changes (eased, G_N_ELEMENTS (eased), NULL, "6:worse/5 12:better/5");
  assert_changes (same, G_N_ELEMENTS (same), "..xxx...", "2:worse/2:5 5:better/2");
}

/* If reports are few and noisy, only the last two are compared. */
static void
test_few (void)
{
  static const guint once[] = {1000, 1040, 1000, 1010, 1005, 1030};
  static const guint exact[] = {1000, 1000, 1000, 1000, 1000, 1000};
  PoplensReportList list;

  made_init (&list, once, G_N_ELEMENTS (once), ".x....");
  g_assert_true (list.few);
  g_assert_cmpuint (list.rise.previous, ==, 4);
  g_assert_cmpuint (list.rise.report, ==, 5);
  g_assert_cmpfloat (list.noise[POPLENS_MEASURE_PROGRAM].latest, ==, 0);
  g_assert_cmpuint (list.changes->len, ==, 1);
  g_assert_true (g_array_index (list.changes, PoplensReportChange, 0).level.once);
  made_clear (&list);
  made_init (&list, exact, G_N_ELEMENTS (exact), NULL);
  g_assert_false (list.few);
  made_clear (&list);
}

/* If no report got worse, the noise is given: a smaller rise of the latest report is not detected,
 * a larger one is. */
static void
test_report_list_hidden (void)
{
  static const guint cycles[] = {100100, 100400, 99800,  100000, 99500,
                                 100300, 99900,  100200, 99700,  100000};
  guint values[G_N_ELEMENTS (cycles)];
  PoplensReportList list;

  made_init (&list, cycles, G_N_ELEMENTS (cycles), NULL);
  const PoplensReportNoise noise = list.noise[POPLENS_MEASURE_PROGRAM];
  g_assert_cmpuint (list.changes->len, ==, 0);
  /* 300, 600, 200, 500, 800, 400, 300, 500 and 300 in nine differences. */
  g_assert_cmpfloat_with_epsilon (noise.differ, 3900.0 / 9 / 100000, 1e-6);
  g_assert_cmpfloat (list.noise[POPLENS_MEASURE_PEAK].differ, ==, 0);
  g_assert_null (noise.turns);
  made_clear (&list);
  for (guint twice = 0; twice < 2; twice++) {
    for (guint i = 0; i < G_N_ELEMENTS (cycles); i++)
      values[i] = cycles[i];
    values[9] += (guint) (noise.latest * 100000 * (twice ? 1.1 : 0.5));
    made_init (&list, values, G_N_ELEMENTS (values), NULL);
    g_assert_cmpuint (list.changes->len, ==, twice);
    made_clear (&list);
  }
}

/* Values that alternate between two machines are reported as such, and not as worse. */
static void
test_turns (void)
{
  static const guint cycles[] = {1000, 1102, 1001, 999, 1098, 1003, 1101, 1100, 1002, 1099};
  PoplensReportList list;

  made_init (&list, cycles, G_N_ELEMENTS (cycles), NULL);
  g_assert_cmpuint (list.changes->len, ==, 0);
  g_assert_cmpstr (list.noise[POPLENS_MEASURE_PROGRAM].turns, ==, list.series[0]);
  made_clear (&list);
}

static void
find_changes_again (PoplensReportList *self)
{
  g_free (self->series);
  g_array_unref (self->changes);
  g_array_unref (self->repeats);
  g_string_chunk_free (self->names);
  poplens_report_list_find_changes (self);
}

/* The program is judged beside the iteration: a change of both is reported once, as that of the
 * program if it changed clearly more; the segments of both are computed. */
static void
test_both_times (void)
{
  static const guint programs[] = {1000, 1000, 1000, 1000, 1500, 1500, 1500, 1500, 1000, 1000};
  static const struct {
    guint64 iteration; /* cycles of an iteration in run-4 to run-7; 90 in others */
    PoplensReportMeasure told;
  } turns[] = {{90, POPLENS_MEASURE_PROGRAM},
               {100, POPLENS_MEASURE_PROGRAM},
               {132, POPLENS_MEASURE_ITERATION},
               {140, POPLENS_MEASURE_ITERATION}};
  PoplensReportList list;

  for (guint turn = 0; turn < G_N_ELEMENTS (turns); turn++) {
    made_init (&list, programs, G_N_ELEMENTS (programs), NULL);
    for (guint r = 0; r < list.reports->len; r++) {
      PoplensProgramTime *timing = &((PoplensListedReport *) list.reports->pdata[r])->timing;
      timing->n_iterations = 10;
      timing->iterations_known = TRUE;
      timing->iteration = r >= 4 && r < 8 ? turns[turn].iteration : 90;
    }
    find_changes_again (&list);
    g_assert_cmpuint (list.changes->len, ==, 2);
    g_assert_cmpuint (list.repeats->len, ==, turns[turn].iteration == 90 ? 0 : 2);
    const PoplensReportChange *change = &g_array_index (list.changes, PoplensReportChange, 0);
    g_assert_cmpuint (change->report, ==, 4);
    g_assert_cmpuint (change->measure, ==, turns[turn].told);
    const PoplensReportChange *mend = poplens_report_list_find_mend (&list, 0);
    g_assert_cmpuint (mend->report, ==, 8);
    g_autoptr (PoplensReportSeries) iterations =
        poplens_report_list_series (&list, list.series[0], POPLENS_MEASURE_ITERATION);
    g_autoptr (PoplensReportSeries) cycles =
        poplens_report_list_series (&list, list.series[0], POPLENS_MEASURE_PROGRAM);
    g_assert_cmpfloat (iterations->levels[5], ==, (double) turns[turn].iteration);
    g_assert_cmpfloat (cycles->levels[5], ==, 1500);
    made_clear (&list);
  }
}

/* Iterations are judged if all reports have them; programs are not, if the number of iterations
 * differs. A note says so if iterations were not computed for some. Times with missing steps are
 * not judged. */
static void
test_iterations (void)
{
  static const guint programs[] = {1000, 1000, 1000, 1000, 1000, 1000, 2000, 2000, 2000, 2000};
  PoplensReportList list;

  for (guint turn = 0; turn < 3; turn++) {
    made_init (&list, programs, G_N_ELEMENTS (programs), NULL);
    for (guint r = 0; r < list.reports->len; r++) {
      PoplensProgramTime *timing = &((PoplensListedReport *) list.reports->pdata[r])->timing;
      timing->n_iterations = turn == 1 && r == 3 ? 0 : r < 6 ? 10 : 20;
      timing->iteration = 100;
      timing->iterations_known = turn != 1 || r != 3;
      timing->incomplete = turn == 2;
    }
    find_changes_again (&list);
    g_assert_cmpuint (list.changes->len, ==, turn == 1);
    g_autoptr (PoplensReportSeries) iterations =
        poplens_report_list_series (&list, list.series[0], POPLENS_MEASURE_ITERATION);
    g_assert_cmpuint (iterations->n, ==, turn ? 0 : list.reports->len);
    g_autofree char *answer = poplens_report_list_answer (&list, POPLENS_BYTE_UNIT_BINARY, 8);
    g_assert_cmpint (strstr (answer, "--time") != NULL, ==, turn == 1);
    made_clear (&list);
  }
}

static void
assert_text (PoplensReportMeasure measure, PoplensChangePoint level, const char *expected)
{
  const PoplensReportChange change = {.measure = measure, .level = level};
  g_autofree char *text = poplens_report_change_text (&change, POPLENS_BYTE_UNIT_BINARY);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_report_list_words (void)
{
  assert_text (POPLENS_MEASURE_PROGRAM,
               (PoplensChangePoint){.before = 1204331, .after = 1277795, .noise = 3100},
               "program +6.1 %");
  assert_text (POPLENS_MEASURE_ITERATION, (PoplensChangePoint){.before = 0, .after = 1100},
               "iteration +1,100");
  assert_text (POPLENS_MEASURE_FULLEST,
               (PoplensChangePoint){.before = 600 * 1024, .after = 609 * 1024, .last = TRUE},
               "fullest tile +9.00 KiB");
  assert_text (POPLENS_MEASURE_PEAK,
               (PoplensChangePoint){.before = 300 << 20, .after = 200 << 20, .once = TRUE},
               "peak −100 MiB once");
  assert_text (POPLENS_MEASURE_PROGRAM,
               (PoplensChangePoint){.before = 1000, .after = 1080, .noise = 3, .over = 20},
               "program +8.0 % steadily");
  assert_text (POPLENS_MEASURE_FITS, (PoplensChangePoint){.before = 0, .after = 1},
               "no longer fits");
  assert_text (POPLENS_MEASURE_FITS, (PoplensChangePoint){.before = 1, .after = 0}, "fits again");
  assert_text (POPLENS_MEASURE_FITS, (PoplensChangePoint){.before = 0, .after = 1, .once = TRUE},
               "does not fit");
}

/* Checks the headline. @marked: "run-5 run-4": its report, and the one to compare it with */
static void
assert_headline (const PoplensReportList *list, const char *title, const char *text,
                 const char *marked, PoplensReportsTone tone)
{
  g_auto (PoplensReportsHeadline) headline = {0};
  g_autofree char *reports = NULL;

  poplens_report_list_headline (list, POPLENS_BYTE_UNIT_BINARY, &headline);
  g_assert_cmpstr (headline.title, ==, title);
  g_assert_cmpstr (headline.text, ==, text);
  g_assert_cmpint (headline.tone, ==, tone);
  if (headline.marked)
    reports = headline.worse ? g_strdup_printf ("run-%u run-%u", headline.report, headline.before)
                             : g_strdup_printf ("run-%u", headline.report);
  g_assert_cmpstr (reports, ==, marked);
}

static void
assert_verdict (const PoplensReportList *list, guint32 report, const char *expected)
{
  g_autofree char *verdict = poplens_report_list_verdict (list, report, POPLENS_BYTE_UNIT_BINARY);

  g_assert_cmpstr (verdict, ==, expected);
}

/* The headline is the first of these that applies: no longer fits, got slower, does not fit alone,
 * got faster. Its number is that of the two named reports. */
static void
test_headline (void)
{
  static const guint slower[] = {1000, 1001, 999, 1000, 1002, 1250, 1250, 1251, 1249, 1250};
  static const guint falls[] = {1000, 1000, 1000, 1000, 900, 900, 900, 900};
  static const guint same[] = {1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000};
  static const guint few[] = {1000, 1010, 1005, 1040};
  static const guint rises[] = {1000, 1020, 1041, 1060, 1080, 1101, 1119, 1140, 1161, 1180};
  PoplensReportList list;

  made_init (&list, slower, G_N_ELEMENTS (slower), NULL);
  assert_headline (&list, "run-5 got slower by 24.8 %",
                   "The program takes 248 cycles more than in run-4, and the 4 reports after it "
                   "are as slow.",
                   "run-5 run-4", POPLENS_REPORTS_WORSE);
  assert_verdict (&list, 4, NULL);
  assert_verdict (&list, 5, "got slower by 24.8 %");
  assert_verdict (&list, 9, "as slow as run-5");
  made_clear (&list);
  made_init (&list, slower, G_N_ELEMENTS (slower), ".......xxx");
  assert_headline (&list, "run-7 no longer fits",
                   "The fullest tile needs 0 B, and the 2 reports after it are over, too.",
                   "run-7 run-6", POPLENS_REPORTS_OVER);
  made_clear (&list);
  made_init (&list, same, G_N_ELEMENTS (same), "xxxxxxxx");
  assert_headline (&list, "8 reports do not fit: run-0, run-1 and 6 more",
                   "The fullest tile of run-0 needs 0 B.", "run-0", POPLENS_REPORTS_OVER);
  assert_verdict (&list, 0, "0 tiles over");
  made_clear (&list);
  made_init (&list, falls, G_N_ELEMENTS (falls), NULL);
  assert_headline (&list, "run-4 got faster by 10.0 %", "", "run-4", POPLENS_REPORTS_GOOD);
  made_clear (&list);
  made_init (&list, same, G_N_ELEMENTS (same), NULL);
  assert_headline (&list, "No report got worse", "", NULL, POPLENS_REPORTS_GOOD);
  made_clear (&list);
  made_init (&list, few, G_N_ELEMENTS (few), NULL);
  assert_headline (&list, "run-3 is slower by 3.5 % than run-2",
                   "The program takes 35 cycles more than in run-2.", "run-3 run-2",
                   POPLENS_REPORTS_WORSE);
  made_clear (&list);
  made_init (&list, rises, G_N_ELEMENTS (rises), NULL);
  assert_headline (&list, "Reports got slower steadily, by 18.0 % over 10 reports",
                   "The program takes 180 cycles more than in run-0.", "run-9 run-0",
                   POPLENS_REPORTS_WORSE);
  made_clear (&list);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report-list/one-by-one", test_one_by_one);
  g_test_add_func ("/report-list/cancelled", test_report_list_cancelled);
  g_test_add_func ("/report-list/again", test_again);
  g_test_add_func ("/report-list/time-later", test_time_later);
  g_test_add_func ("/report-list/kept", test_kept);
  g_test_add_func ("/report-list/kept-is-checked", test_kept_is_checked);
  g_test_add_func ("/report-list/series", test_series);
  g_test_add_func ("/report-list/steady", test_steady);
  g_test_add_func ("/report-list/next", test_next);
  g_test_add_func ("/report-list/mended", test_mended);
  g_test_add_func ("/report-list/few", test_few);
  g_test_add_func ("/report-list/hidden", test_report_list_hidden);
  g_test_add_func ("/report-list/turns", test_turns);
  g_test_add_func ("/report-list/iterations", test_iterations);
  g_test_add_func ("/report-list/both-times", test_both_times);
  g_test_add_func ("/report-list/headline", test_headline);
  g_test_add_func ("/report-list/words", test_report_list_words);
  return g_test_run ();
}
