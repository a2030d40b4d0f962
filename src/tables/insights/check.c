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
    return g_strdup_printf ("%u of %u checks failed", failed, failed + passed);
  if (passed == checks->len)
    return g_strdup_printf ("All %u checks pass", passed);
  return g_strdup_printf (checks->len - passed == 1 ? "All %u checks pass, %u does not apply"
                                                    : "All %u checks pass, %u do not apply",
                          passed, checks->len - passed);
}

/* ---- checks ----------------------------------------------------------------------------- */

typedef struct {
  const char *key, *title, *result;
  gint64 cases, failed;
  const char *reason, *exceptions;
} CheckRow;

static const PoplensColumn check_columns[] = {
    POPLENS_CELL (CheckRow, key, "Check", TEXT, DERIVED, "Key of the check"),
    POPLENS_CELL (CheckRow, title, "Rule", TEXT, DERIVED, "Rule that every report must satisfy"),
    POPLENS_CELL (CheckRow, result, "Result", TEXT, DERIVED, "pass, fail or not-applicable"),
    POPLENS_CELL (CheckRow, cases, "Cases", COUNT, DERIVED, "Number of cases checked"),
    POPLENS_CELL (CheckRow, failed, "Failed", COUNT, DERIVED, "Number of failed cases"),
    POPLENS_CELL (CheckRow, reason, "Why not applicable", TEXT, DERIVED,
                  "Reason why no case was found; empty if the check applies"),
    POPLENS_CELL (CheckRow, exceptions, "Accepted exceptions", TEXT, DERIVED,
                  "Cases that are accepted, and assumptions"),
};

PoplensTable *
poplens_build_checks (PoplensReport *report, const PoplensLocation *location,
                      GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) checks = poplens_report_check (report, NULL, NULL, cancellable, error);
  g_autofree char *note = NULL;
  PoplensRecords *rows;
  PoplensTable *table;

  if (!checks)
    return NULL;
  rows = POPLENS_RECORDS (CheckRow, check_columns);
  for (guint i = 0; i < checks->len; i++) {
    const PoplensCheck *check = g_ptr_array_index (checks, i);
    CheckRow *row = poplens_records_add (rows);
    row->key = poplens_records_text (rows, check->key);
    row->title = poplens_records_text (rows, check->title);
    row->result = poplens_check_result_name (check->result);
    row->cases = check->cases;
    row->failed = check->failed;
    row->reason = poplens_records_text (rows, check->reason);
    row->exceptions = poplens_records_text (rows, check->exceptions);
  }
  table = poplens_records_finish (rows, "checks", "Consistency checks", report);
  note = poplens_checks_summary (checks);
  poplens_table_set_note (table, note);
  return table;
}

/* ---- failures --------------------------------------------------------------------------- */

typedef struct {
  const char *check, *title, *where, *expected, *found;
} FailureRow;

static const PoplensColumn failure_columns[] = {
    POPLENS_CELL (FailureRow, check, "Check", TEXT, DERIVED, "Key of the check"),
    POPLENS_CELL (FailureRow, title, "Rule", TEXT, DERIVED, "Rule that every report must satisfy"),
    POPLENS_CELL (FailureRow, where, "Where", TEXT, DERIVED, "Item that breaks the rule"),
    POPLENS_CELL (FailureRow, expected, "Expected", TEXT, DERIVED, "Expected value"),
    POPLENS_CELL (FailureRow, found, "Found", TEXT, FILE, "Value in the file"),
};

PoplensTable *
poplens_build_check_failures (PoplensReport *report, const PoplensLocation *location,
                              GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) checks = poplens_report_check (report, NULL, NULL, cancellable, error);
  g_autofree char *note = NULL;
  PoplensRecords *rows;
  PoplensTable *table;
  guint64 all = 0;

  if (!checks)
    return NULL;
  rows = POPLENS_RECORDS (FailureRow, failure_columns);
  for (guint i = 0; i < checks->len; i++) {
    const PoplensCheck *check = g_ptr_array_index (checks, i);
    all += check->failed;
    for (guint f = 0; f < check->failures->len; f++) {
      const PoplensCheckFailure *failure = g_ptr_array_index (check->failures, f);
      FailureRow *row = poplens_records_add (rows);
      row->check = poplens_records_text (rows, check->key);
      row->title = poplens_records_text (rows, check->title);
      row->where = poplens_records_text (rows, failure->where);
      row->expected = poplens_records_text (rows, failure->expected);
      row->found = poplens_records_text (rows, failure->found);
      if (failure->location)
        poplens_records_link (rows, "%s", failure->location);
    }
  }
  note = g_strdup_printf ("%u of %" G_GUINT64_FORMAT " failures shown; at most %d per check.",
                          poplens_records_count (rows), all, POPLENS_CHECK_MOST_FAILURES);
  table = poplens_records_finish (rows, "check-failures", "Failed checks", report);
  poplens_table_set_note (table, note);
  return table;
}
