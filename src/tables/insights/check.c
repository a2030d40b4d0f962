/* Checks of the report's invariants, and what fails them. */
#include "tables/engine/builders.h"

#include "derived/check/check-report.h"

typedef struct {
  const char *key, *title, *result;
  gint64 cases, failed;
  const char *reason, *where, *expected, *found, *exceptions;
} Row;

static const PoplensColumn columns[] = {
    POPLENS_CELL (Row, key, "Key", TEXT, DERIVED, "Key of the check"),
    POPLENS_CELL (Row, title, "Title", TEXT, DERIVED,
                  "Rule that every report must satisfy; expandable to the first failures"),
    POPLENS_CELL (Row, result, "Result", TEXT, DERIVED, "pass, fail or not-applicable"),
    POPLENS_CELL (Row, cases, "Cases", COUNT, DERIVED, "Number of cases checked"),
    POPLENS_CELL (Row, failed, "Failed", COUNT, DERIVED, "Number of failed cases"),
    POPLENS_CELL (Row, reason, "Why not applicable", TEXT, DERIVED,
                  "Reason why no case was found; empty if the check applies"),
    POPLENS_CELL (Row, where, "Where", TEXT, DERIVED,
                  "Item that breaks the rule, in the row of a failure"),
    POPLENS_CELL (Row, expected, "Expected", TEXT, DERIVED,
                  "Expected value, in the row of a failure"),
    POPLENS_CELL (Row, found, "Found", TEXT, FILE, "Value in the file, in the row of a failure"),
    POPLENS_CELL (Row, exceptions, "Accepted exceptions", TEXT, DERIVED,
                  "Cases that are accepted, and assumptions"),
};

static void
add_failures (PoplensRecords *rows, const PoplensCheck *check)
{
  for (guint f = 0; f < check->failures->len; f++) {
    const PoplensCheckFailure *failure = g_ptr_array_index (check->failures, f);
    Row *row = poplens_records_add_at (rows, 1);
    row->key = poplens_records_text (rows, check->key);
    row->title = poplens_records_text (rows, check->title);
    row->where = poplens_records_text (rows, failure->where);
    row->expected = poplens_records_text (rows, failure->expected);
    row->found = poplens_records_text (rows, failure->found);
    if (failure->location)
      poplens_records_link (rows, "%s", failure->location);
  }
}

static void
add_check (PoplensRecords *rows, const PoplensCheck *check)
{
  Row *row = poplens_records_add_at (rows, 0);

  row->key = poplens_records_text (rows, check->key);
  row->title = poplens_records_text (rows, check->title);
  row->result = poplens_check_result_name (check->result);
  row->cases = check->cases;
  row->failed = check->failed;
  row->reason = poplens_records_text (rows, check->reason);
  row->exceptions = poplens_records_text (rows, check->exceptions);
  add_failures (rows, check);
}

PoplensTable *
poplens_build_checks (PoplensReport *report, const PoplensLocation *location,
                      GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) checks = poplens_report_check (report, NULL, NULL, cancellable, error);
  PoplensRecords *rows;

  if (!checks)
    return NULL;
  rows = POPLENS_RECORDS (Row, columns);
  /* Failed checks come first. */
  for (guint passed = 0; passed < 2; passed++)
    for (guint i = 0; i < checks->len; i++) {
      const PoplensCheck *check = g_ptr_array_index (checks, i);
      if ((check->result != POPLENS_CHECK_FAIL) == passed)
        add_check (rows, check);
    }
  g_autofree char *summary = poplens_checks_summary (checks);
  g_autofree char *note =
      g_strdup_printf ("%s. At most %d failures of each check are listed, of archive.a all.",
                       summary, POPLENS_CHECK_MOST_FAILURES);
  PoplensTable *table = poplens_records_finish_tree (rows, "checks", "Consistency checks", report);
  poplens_table_set_note (table, note);
  return table;
}
