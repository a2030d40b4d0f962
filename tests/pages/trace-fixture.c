/* Opens pages of reports for tests, mostly of the execution trace. */
#include "pages/trace-fixture.h"

PoplensLocation *
trace_location (const char *text)
{
  g_autoptr (GError) error = NULL;
  PoplensLocation *location = poplens_location_parse (text, &error);

  g_assert_no_error (error);
  return location;
}

PoplensPage *
trace_any_page (PoplensReport *report, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensLocation) location = trace_location (text);
  PoplensPage *page = poplens_page_build (report, location, POPLENS_BYTE_UNIT_BINARY, NULL, &error);

  g_assert_no_error (error);
  return page;
}

PoplensPage *
trace_page (PoplensReport *report, const char *text)
{
  PoplensPage *page = trace_any_page (report, text);

  g_assert_cmpstr (page->misuse, ==, NULL);
  return page;
}

const PoplensChart *
trace_chart (const PoplensPage *page)
{
  return poplens_page_get_chart (page)->chart;
}

gboolean
trace_open_both (const char *name, PoplensReport **report, sqlite3 **db)
{
  *report = report_fixture_open (name);
  if (*report)
    *db = report_fixture_open_sql (*report);
  return *report != NULL;
}

const PoplensTable *
trace_table (PoplensReport *report, PoplensPage *page, const char *key)
{
  g_autoptr (GError) error = NULL;

  if (poplens_page_find_section (page, key)->state == POPLENS_PARTIAL)
    poplens_page_complete (page, report, NULL, &error);
  g_assert_no_error (error);
  return poplens_page_find_section (page, key)->table;
}
