/* Pages of the trace on reports that have one: real ones, and the demo's two IPUs. */
#pragma once

#include "pages/page.h"

#include <sqlite3.h>

/* "demo" is written by poplens-demo. NULL, and the test is skipped, where it is not there. */
PoplensReport *trace_open (const char *name);
/* Its profile by plain SQL. */
sqlite3 *trace_open_sql (PoplensReport *report);
/* Both; FALSE, and the test is skipped, where it is not there. */
gboolean trace_open_both (const char *name, PoplensReport **report, sqlite3 **db);
gint64 trace_sql_int (sqlite3 *db, const char *format, ...) G_GNUC_PRINTF (2, 3);

PoplensPlace *trace_place (const char *text);
/* Without an error, and without misuse. */
PoplensPage *trace_page (PoplensReport *report, const char *place);

/* Removes the demo report. */
void trace_clean_up (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3, sqlite3_close)
