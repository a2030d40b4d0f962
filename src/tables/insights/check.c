/* Checks of the report's invariants, and what fails them. */
#include "tables/engine/builders.h"

#include "base/error.h"
#include "derived/check/check-report.h"

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
