/* Checks of the report's invariants, and what fails them. */
#include "tables/engine/builders.h"

#include "base/error.h"
#include "derived/check/check-report.h"

/* ---- the report ------------------------------------------------------------------------- */

#define KEY "poplens-checks"

typedef struct {
  PoplensReport *report;
  GCancellable *cancellable;
} Source;

static PoplensSlice *
get_slice (PoplensSliceKind kind, guint64 key, gpointer user_data, GError **error)
{
  const Source *source = user_data;

  return poplens_report_get_slice (source->report, kind, key, source->cancellable, error);
}

/* Loads what checks look at; what is absent or refused says why in @errors. */
static gboolean
load_parts (PoplensReport *report, PoplensCheckInput *input, GError **errors, GError **error)
{
  guint32 parts = poplens_check_parts ();

  for (guint p = 0; p < POPLENS_N_PARTS; p++) {
    if (!(parts & POPLENS_PART_BIT (p)))
      continue;
    input->parts[p] = poplens_report_load (report, p, input->cancellable, &errors[p]);
    if (!errors[p])
      continue;
    input->reasons[p] = errors[p]->message;
    if (g_error_matches (errors[p], POPLENS_ERROR, POPLENS_ERROR_DAMAGED)) {
      input->refused |= POPLENS_PART_BIT (p);
    } else if (!g_error_matches (errors[p], POPLENS_ERROR, POPLENS_ERROR_ABSENT)) {
      g_propagate_error (error, g_steal_pointer (&errors[p]));
      return FALSE;
    }
  }
  return TRUE;
}

static guint
find_no_files (PoplensReport *report, PoplensCheckNoFile *no_files)
{
  guint n = 0;

  for (guint f = 0; f < POPLENS_N_FILES; f++) {
    const PoplensReportFile *file = poplens_report_get_file (report, f);
    if (!file->path && file->instead)
      no_files[n++] = (PoplensCheckNoFile){file->name, file->instead};
  }
  return n;
}

static gpointer
ref_checks (gpointer checks, gpointer user_data)
{
  return checks ? g_ptr_array_ref (checks) : NULL;
}

GPtrArray *
poplens_report_check (PoplensReport *report, PoplensCheckProgressFunc progress,
                      gpointer progress_data, GCancellable *cancellable, GError **error)
{
  GPtrArray *checks = g_object_dup_data (G_OBJECT (report), KEY, ref_checks, NULL);
  GError *errors[POPLENS_N_PARTS] = {NULL};
  PoplensCheckNoFile no_files[POPLENS_N_FILES];
  Source source = {report, cancellable};
  PoplensCheckInput input = {.profile_error = poplens_report_get_profile_error (report),
                             .no_files = no_files,
                             .n_no_files = find_no_files (report, no_files),
                             .unfinished = poplens_report_is_unfinished (report),
                             .get_slice = get_slice,
                             .slice_data = &source,
                             .progress = progress,
                             .progress_data = progress_data,
                             .cancellable = cancellable};

  if (checks)
    return checks;
  if (load_parts (report, &input, errors, error))
    checks = poplens_check_run (&input, error);
  for (guint p = 0; p < POPLENS_N_PARTS; p++)
    g_clear_error (&errors[p]);
  if (checks)
    g_object_set_data_full (G_OBJECT (report), KEY, g_ptr_array_ref (checks),
                            (GDestroyNotify) g_ptr_array_unref);
  return checks;
}

char *
poplens_checks_summary (const GPtrArray *checks)
{
  guint failed = poplens_checks_tally (checks, POPLENS_CHECK_FAIL);
  guint passed = poplens_checks_tally (checks, POPLENS_CHECK_PASS);

  if (failed)
    return g_strdup_printf ("%u of %u checks %s", failed, failed + passed,
                            failed == 1 ? "fails" : "fail");
  if (passed == checks->len)
    return g_strdup_printf ("All %u checks pass", passed);
  const char *others = checks->len - passed == 1 ? "does not apply" : "do not apply";
  if (passed == 1)
    return g_strdup_printf ("The one check that applies passes, %u %s", checks->len - 1, others);
  return g_strdup_printf ("All %u checks pass, %u %s", passed, checks->len - passed, others);
}

/* ---- checks ----------------------------------------------------------------------------- */

static const PoplensColumnSpec check_columns[] = {
    {"key", "Check", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED, "Key of the check"},
    {"title", "Rule", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
     "Rule that every report must satisfy"},
    {"result", "Result", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED, "pass, fail or not-applicable"},
    {"cases", "Cases", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED, "Number of cases checked"},
    {"failed", "Failed", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED, "Number of failed cases"},
    {"reason", "Why not applicable", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
     "Reason why no case was found; empty if the check applies"},
    {"exceptions", "Accepted exceptions", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
     "Cases that are accepted, and assumptions"},
};

PoplensTable *
poplens_build_checks (PoplensReport *report, const PoplensLocation *location,
                      GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) checks = poplens_report_check (report, NULL, NULL, cancellable, error);
  g_autofree char *note = NULL;
  PoplensRows *rows;
  PoplensTable *table;

  if (!checks)
    return NULL;
  rows = poplens_rows_new (G_N_ELEMENTS (check_columns));
  for (guint i = 0; i < checks->len; i++) {
    const PoplensCheck *check = g_ptr_array_index (checks, i);
    poplens_rows_add (rows, 0);
    poplens_rows_text (rows, 0, check->key);
    poplens_rows_text (rows, 1, check->title);
    poplens_rows_text (rows, 2, poplens_check_result_name (check->result));
    poplens_rows_int (rows, 3, (gint64) check->cases);
    poplens_rows_int (rows, 4, (gint64) check->failed);
    poplens_rows_text (rows, 5, check->reason);
    poplens_rows_text (rows, 6, check->exceptions);
  }
  table = poplens_rows_finish (rows, "checks", "Consistency checks", report, FALSE);
  poplens_table_add_columns (table, check_columns, G_N_ELEMENTS (check_columns));
  note = poplens_checks_summary (checks);
  poplens_table_set_note (table, note);
  return table;
}

/* ---- failures --------------------------------------------------------------------------- */

static const PoplensColumnSpec failure_columns[] = {
    {"check", "Check", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED, "Key of the check"},
    {"title", "Rule", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
     "Rule that every report must satisfy"},
    {"where", "Where", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED, "Item that breaks the rule"},
    {"expected", "Expected", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED, "Expected value"},
    {"found", "Found", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Value in the file"},
};

PoplensTable *
poplens_build_check_failures (PoplensReport *report, const PoplensLocation *location,
                              GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) checks = poplens_report_check (report, NULL, NULL, cancellable, error);
  g_autofree char *note = NULL;
  PoplensRows *rows;
  PoplensTable *table;
  guint64 all = 0;

  if (!checks)
    return NULL;
  rows = poplens_rows_new (G_N_ELEMENTS (failure_columns));
  for (guint i = 0; i < checks->len; i++) {
    const PoplensCheck *check = g_ptr_array_index (checks, i);
    all += check->failed;
    for (guint f = 0; f < check->failures->len; f++) {
      const PoplensCheckFailure *failure = g_ptr_array_index (check->failures, f);
      poplens_rows_add (rows, 0);
      poplens_rows_text (rows, 0, check->key);
      poplens_rows_text (rows, 1, check->title);
      poplens_rows_text (rows, 2, failure->where);
      poplens_rows_text (rows, 3, failure->expected);
      poplens_rows_text (rows, 4, failure->found);
      poplens_rows_link (rows, failure->location);
    }
  }
  note = g_strdup_printf ("%u of %" G_GUINT64_FORMAT " failures: of each check the first %d.",
                          poplens_rows_count (rows), all, POPLENS_CHECK_MOST_FAILURES);
  table = poplens_rows_finish (rows, "check-failures", "Failed checks", report, FALSE);
  poplens_table_add_columns (table, failure_columns, G_N_ELEMENTS (failure_columns));
  poplens_table_set_note (table, note);
  return table;
}
