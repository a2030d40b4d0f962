#include "pages/trace-fixture.h"

PoplensPlace *
trace_place (const char *text)
{
  g_autoptr (GError) error = NULL;
  PoplensPlace *place = poplens_place_parse (text, &error);

  g_assert_no_error (error);
  return place;
}

PoplensPage *
trace_page (PoplensReport *report, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensPlace) place = trace_place (text);
  PoplensPage *page = poplens_page_build (report, place, POPLENS_BYTE_UNIT_BINARY, NULL, &error);

  g_assert_no_error (error);
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

  if (poplens_page_find_block (page, key)->waits)
    poplens_page_complete (page, report, NULL, &error);
  g_assert_no_error (error);
  return poplens_page_find_block (page, key)->table;
}
