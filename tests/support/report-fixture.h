/* Reports to test on: the real ones of ../shared/reports, and the one that poplens-demo writes.
 * Tests that ask for "demo" depend on the target poplens-demo. */
#pragma once

#include "report/report.h"

#include <sqlite3.h>

G_BEGIN_DECLS

/* The folder of a real report, or of the demo report ("demo"), which is written when it is first
 * asked for. NULL, and the test is skipped, where it is not there. (transfer full) */
char *report_fixture_path (const char *name);
/* The same, opened. (transfer full) */
PoplensReport *report_fixture_open (const char *name);
/* Its profile by plain SQL, read-only. (transfer full) */
sqlite3 *report_fixture_open_sql (PoplensReport *report);
/* The number in the first row of what is asked. */
gint64 report_fixture_ask (sqlite3 *db, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Removes the demo report, if it was asked for. */
void report_fixture_clean_up (void);

G_END_DECLS
