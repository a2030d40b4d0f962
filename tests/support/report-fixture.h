/* Reports to test on: the real ones of ../shared/reports, which most machines do not have, and
 * those that poplens-demo writes. What a test holds of a real report it holds of a generated one
 * too:
 *
 *   demo           the small encoder on two IPUs
 *   demo-run       one IPU of 1,472 tiles, one run, the profile alone: as "integrals"
 *   demo-compiled  compiled and not run, with debug.cbor: as "firehose"
 *   demo-killed    its profile under a temporary name, debug.cbor cut off: as "firehose-killed"
 *   demo-aborted   all tables, no rows: as "aborted" */
#pragma once

#include "report/report.h"

#include <sqlite3.h>

G_BEGIN_DECLS

/* The folder of a report; a generated one is written when it is first asked for, and removed at
 * exit. NULL, and the test is skipped, where it is not there. (transfer full) */
char *report_fixture_path (const char *name);
/* The same, opened. (transfer full) */
PoplensReport *report_fixture_open (const char *name);
/* Its profile by plain SQL, read-only. (transfer full) */
sqlite3 *report_fixture_open_sql (PoplensReport *report);
/* The number in the first row of what is asked. */
gint64 report_fixture_ask (sqlite3 *db, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Adds @path/NAME for each of these reports, the last followed by NULL; @test gets the name. */
void report_fixture_add (const char *path, GTestDataFunc test, ...) G_GNUC_NULL_TERMINATED;

typedef void (*ReportFixtureTest) (PoplensReport *report);

/* Adds @path/NAME for each of these reports; @test gets the report, opened. A test whose report is
 * not there is skipped. */
void report_fixture_test (const char *path, ReportFixtureTest test, ...) G_GNUC_NULL_TERMINATED;

/* For what takes too long on both: the real report with --long, where it is there, else @generated.
 */
const char *report_fixture_choose (const char *real, const char *generated);

G_END_DECLS
