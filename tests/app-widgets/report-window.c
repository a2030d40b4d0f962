#include "app-widgets/report-window.h"

#include "app-widgets/app-widgets-test.h"
#include "app/page-view.h"
#include "support/report-fixture.h"

gboolean
report_window_open (ReportWindow *self, const char *place_text)
{
  g_autoptr (PoplensPlace) place = poplens_place_parse (place_text, NULL);

  self->report = report_fixture_open ("integrals");
  if (!self->report)
    return FALSE;
  self->session = poplens_session_new (self->report, place);
  self->view = poplens_page_view_new (self->session);
  self->window = show_in_window (self->view);
  return TRUE;
}

void
report_window_close (ReportWindow *self)
{
  if (!self->report)
    return;
  check_finalizes (self->window, self->view);
  g_object_unref (self->session);
  g_object_unref (self->report);
}

const char *
report_window_key (const ReportWindow *self, const char *key)
{
  return poplens_place_get (poplens_session_get_place (self->session), key);
}
