/* Pages of reports for tests, mostly of the execution trace: of real reports, and of the demo with
 * two IPUs. */
#pragma once

#include "pages/core/page.h"

#include "support/report-fixture.h"

/* Opens the report and its profile. FALSE, with the test skipped, if it is not available. */
gboolean trace_open_both (const char *name, PoplensReport **report, sqlite3 **db);

PoplensLocation *trace_location (const char *text);
/* Builds a page, which may have misuse; an error fails the test. (transfer full) */
PoplensPage *trace_any_page (PoplensReport *report, const char *location);
/* Builds a page; an error or misuse fails the test. (transfer full) */
PoplensPage *trace_page (PoplensReport *report, const char *location);
/* Returns the main chart of the page, or fails. */
const PoplensChart *trace_chart (const PoplensPage *page);
/* Returns the table of section @key, and builds it first if it is partial. */
const PoplensTable *trace_table (PoplensReport *report, PoplensPage *page, const char *key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3, sqlite3_close)
