/* Pages, of the trace above all, on reports that have one: real ones, and the demo's two IPUs. */
#pragma once

#include "pages/core/page.h"

#include "support/report-fixture.h"

/* Report and profile; FALSE, and the test is skipped, where it is not there. */
gboolean trace_open_both (const char *name, PoplensReport **report, sqlite3 **db);

PoplensLocation *trace_location (const char *text);
/* Without an error. */
PoplensPage *trace_any_page (PoplensReport *report, const char *location);
/* Without misuse, too. */
PoplensPage *trace_page (PoplensReport *report, const char *location);
/* That the page is about; fails where it has none. */
const PoplensChart *trace_chart (const PoplensPage *page);
/* The table of that section, made first where it is partial. */
const PoplensTable *trace_table (PoplensReport *report, PoplensPage *page, const char *key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3, sqlite3_close)
