/* Reports for tests: real ones in ../shared/reports, which most machines do not have, and generated
 * ones. Tests of a real report also run on a generated one:
 *
 *   demo           the small encoder on two IPUs
 *   demo-run       one IPU of 1,472 tiles, one run, only the profile: like "integrals"
 *   demo-compiled  compiled and not run, with debug.cbor: like "firehose"
 *   demo-killed    profile with a temporary name, truncated debug.cbor: like "firehose-killed"
 *   demo-aborted   all tables without rows: like "aborted" */
#pragma once

#include "report/report.h"

#include <sqlite3.h>

G_BEGIN_DECLS

/* Returns the directory of a report. A generated one is written on first use, and removed at exit.
 * (transfer full) (nullable): NULL, with the test skipped, if it is not available */
char *report_fixture_path (const char *name);
/* Opens the report. (transfer full) (nullable): as report_fixture_path () */
PoplensReport *report_fixture_open (const char *name);
/* Opens its profile with SQLite, read-only. (transfer full) */
sqlite3 *report_fixture_open_sql (PoplensReport *report);
/* Returns the integer in the first row and column of the query. */
gint64 report_fixture_ask (sqlite3 *db, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Adds the test @path/NAME for each of the named reports, ended by NULL; @test gets the name. */
void report_fixture_add (const char *path, GTestDataFunc test, ...) G_GNUC_NULL_TERMINATED;

typedef void (*ReportFixtureTest) (PoplensReport *report);

/* Adds the test @path/NAME for each of the named reports, ended by NULL; @test gets the open
 * report. It is skipped if the report is not available. */
void report_fixture_test (const char *path, ReportFixtureTest test, ...) G_GNUC_NULL_TERMINATED;

/* Returns @real with --long if that report is available, else @generated. For tests that take too
 * long on both. */
const char *report_fixture_choose (const char *real, const char *generated);

G_END_DECLS
