/* Tests of a session: history, selections that pages share, tabs, and the followed finding. */
#include "app/app-test.h"

#include "app/window/session.h"
#include "base/error.h"

/* Creates a session without a report, which locations and history do not need. */
static PoplensSession *
new_session (const char *text)
{
  g_autoptr (PoplensLocation) location = text ? poplens_location_parse (text, NULL) : NULL;

  return poplens_session_new (NULL, location);
}

static void
expect_location (PoplensSession *session, const char *text)
{
  g_autofree char *now = poplens_location_to_string (poplens_session_get_location (session));

  g_assert_cmpstr (now, ==, text);
}

static void
follow (PoplensSession *session, const char *text)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (poplens_session_follow (session, text, &error));
  g_assert_no_error (error);
}

static void
adjust (PoplensSession *session, const char *text)
{
  g_autoptr (PoplensLocation) location = poplens_location_parse (text, NULL);

  poplens_session_adjust (session, location);
}

static void
test_history (void)
{
  g_autoptr (PoplensSession) session = new_session (NULL);

  expect_location (session, "summary");
  g_assert_false (poplens_session_can_go_back (session));
  poplens_session_go_back (session);
  expect_location (session, "summary");

  follow (session, "memory?tile=5");
  follow (session, "memory?tile=6");
  follow (session, "memory?tile=6");
  poplens_session_go_back (session);
  expect_location (session, "memory?tile=5");
  g_assert_true (poplens_session_can_go_forward (session));
  poplens_session_go_back (session);
  expect_location (session, "summary");
  g_assert_false (poplens_session_can_go_back (session));
  poplens_session_go_forward (session);
  poplens_session_go_forward (session);
  expect_location (session, "memory?tile=6");
  g_assert_false (poplens_session_can_go_forward (session));

  /* Another location replaces the old forward entries. */
  poplens_session_go_back (session);
  follow (session, "memory?tile=7");
  g_assert_false (poplens_session_can_go_forward (session));
  poplens_session_go_back (session);
  expect_location (session, "memory?tile=5");
}

/* Zooming adds no entry to the history, but an entry has the zoom at the time it was left. */
static void
test_adjust (void)
{
  g_autoptr (PoplensSession) session = new_session ("memory");

  adjust (session, "memory?from=10&to=20");
  g_assert_false (poplens_session_can_go_back (session));
  follow (session, "summary");
  poplens_session_go_back (session);
  expect_location (session, "memory?from=10&to=20");
}

/* A jump that leads nowhere leaves no entry from which going back would not move. */
static void
test_nowhere (void)
{
  g_autoptr (PoplensSession) session = new_session ("trace");

  follow (session, "trace?executed=3");
  follow (session, "trace?executed=3&jump=next-wait");
  adjust (session, "trace?executed=3");
  poplens_session_go_back (session);
  expect_location (session, "trace");
  g_assert_false (poplens_session_can_go_back (session));
  g_assert_true (poplens_session_can_go_forward (session));
}

static void
test_session_pages (void)
{
  g_autoptr (PoplensSession) session = new_session ("memory?breakdown=category&from=3&tile=5");

  poplens_session_go_to_page (session, POPLENS_PAGE_SUMMARY);
  expect_location (session, "summary?tile=5");
  poplens_session_go_to_page (session, POPLENS_PAGE_SUMMARY);
  g_assert_true (poplens_session_can_go_back (session));
  follow (session, "summary?tile=8");
  poplens_session_go_to_page (session, POPLENS_PAGE_MEMORY);
  expect_location (session, "memory?breakdown=category&from=3&tile=8");

  /* A selection that was cleared on another page stays cleared. */
  poplens_session_go_to_page (session, POPLENS_PAGE_SUMMARY);
  adjust (session, "summary?filter.options=x");
  poplens_session_go_to_page (session, POPLENS_PAGE_MEMORY);
  expect_location (session, "memory?breakdown=category&from=3");
  poplens_session_go_to_page (session, POPLENS_PAGE_SUMMARY);
  expect_location (session, "summary?filter.options=x");
}

static void
test_shared_selection (void)
{
  g_autoptr (PoplensSession) session = new_session ("liveness?from=2&step=37,9&to=50");

  /* Selections are shared by pages; positions, tabs and filters are not. */
  poplens_session_go_to_page (session, POPLENS_PAGE_TRACE);
  expect_location (session, "trace?step=37,9");
  adjust (session, "trace?executed=12&from=1000&ipu=1&step=37,9&tab=runs&tile=5&to=2000");
  poplens_session_go_to_page (session, POPLENS_PAGE_MEMORY);
  expect_location (session, "memory?executed=12&ipu=1&step=37,9&tile=5");
  poplens_session_go_to_page (session, POPLENS_PAGE_LIVENESS);
  expect_location (session, "liveness?executed=12&from=2&ipu=1&step=37,9&tile=5&to=50");

  /* A selection that is removed on one page is removed on all. */
  adjust (session, "liveness?ipu=1&step=37");
  poplens_session_go_to_page (session, POPLENS_PAGE_TRACE);
  expect_location (session, "trace?from=1000&ipu=1&step=37&tab=runs&to=2000");
}

/* A link is shown exactly as it is written; state of other pages that it does not mention is
 * kept. */
static void
test_links_and_selection (void)
{
  g_autoptr (PoplensSession) session = new_session ("liveness?step=37&tile=5");

  follow (session, "memory?tile=9");
  expect_location (session, "memory?tile=9");
  poplens_session_go_to_page (session, POPLENS_PAGE_LIVENESS);
  expect_location (session, "liveness?step=37&tile=9");
  follow (session, "liveness?step=2");
  expect_location (session, "liveness?step=2");
  poplens_session_go_to_page (session, POPLENS_PAGE_MEMORY);
  expect_location (session, "memory?step=2&tile=9");
  poplens_session_go_back (session);
  expect_location (session, "liveness?step=2");
}

static void
show_view (PoplensSession *session, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensLocation) view = poplens_location_parse (text, &error);

  g_assert_no_error (error);
  poplens_session_show_view (session, view);
}

/* A tab that is requested by name is shown, and the rest of the page's state is kept. */
static void
test_shown_views (void)
{
  g_autoptr (PoplensSession) session = new_session ("memory?breakdown=none&tile=5");

  show_view (session, "memory?tab=memory-map");
  expect_location (session, "memory?breakdown=none&tab=memory-map&tile=5");
  show_view (session, "liveness?tab=variables");
  expect_location (session, "liveness?tab=variables&tile=5");
  show_view (session, "insights?view=tiles");
  adjust (session, "insights?view=tiles&tile=5&colour=free");
  /* A colouring of the tiles section does not exist in the other section. */
  show_view (session, "insights?view=balance");
  expect_location (session, "insights?tile=5&view=balance");
  show_view (session, "memory");
  expect_location (session, "memory?breakdown=none&tab=memory-map&tile=5");
  poplens_session_go_back (session);
  expect_location (session, "insights?tile=5&view=balance");
}

/* A source that was chosen before does not hide a later selection. */
static void
test_selection_and_source (void)
{
  g_autoptr (PoplensSession) session = new_session ("liveness?scope=all&tile=5");

  poplens_session_go_to_page (session, POPLENS_PAGE_MEMORY);
  expect_location (session, "memory?tile=5");
  poplens_session_go_to_page (session, POPLENS_PAGE_LIVENESS);
  expect_location (session, "liveness?scope=all&tile=5");
  poplens_session_go_to_page (session, POPLENS_PAGE_MEMORY);
  adjust (session, "memory?tile=6");
  poplens_session_go_to_page (session, POPLENS_PAGE_LIVENESS);
  expect_location (session, "liveness?tile=6");
}

static void
test_long_way (void)
{
  g_autoptr (PoplensSession) session = new_session (NULL);
  guint back = 0;

  for (guint i = 0; i < 5000; i++) {
    g_autofree char *text = g_strdup_printf ("memory?tile=%u", i);
    follow (session, text);
  }
  for (; poplens_session_can_go_back (session); back++)
    poplens_session_go_back (session);
  g_assert_cmpuint (back, >=, 100);
  g_assert_cmpuint (back, <=, 1000);
}

typedef struct {
  guint locations, histories, units;
  char *now;
} SessionSignals;

static void
on_location (PoplensSession *session, GParamSpec *spec, SessionSignals *heard)
{
  g_autoptr (PoplensLocation) now = NULL;

  g_object_get (session, "location", &now, NULL);
  heard->locations++;
  g_free (heard->now);
  heard->now = poplens_location_to_string (now);
}

static void
on_history (PoplensSession *session, GParamSpec *spec, SessionSignals *heard)
{
  gboolean back, forward;

  g_object_get (session, "can-go-back", &back, "can-go-forward", &forward, NULL);
  g_assert_true (back && !forward);
  heard->histories++;
}

static void
on_unit (PoplensSession *session, GParamSpec *spec, SessionSignals *heard)
{
  heard->units++;
}

static void
test_signals (void)
{
  g_autoptr (PoplensSession) session = new_session (NULL);
  SessionSignals heard = {0};

  g_signal_connect (session, "notify::location", G_CALLBACK (on_location), &heard);
  g_signal_connect (session, "notify::can-go-back", G_CALLBACK (on_history), &heard);
  g_signal_connect (session, "notify::defaults", G_CALLBACK (on_unit), &heard);
  follow (session, "memory");
  g_assert_cmpstr (heard.now, ==, "memory");
  adjust (session, "memory?from=1");
  adjust (session, "memory?from=1");
  g_assert_cmpuint (heard.locations, ==, 2);
  g_assert_cmpuint (heard.histories, ==, 1);
  poplens_session_set_defaults (session, (PoplensPageDefaults){POPLENS_BYTE_UNIT_SI});
  poplens_session_set_defaults (session, (PoplensPageDefaults){POPLENS_BYTE_UNIT_SI});
  g_assert_cmpuint (heard.units, ==, 1);
  poplens_session_set_defaults (session, (PoplensPageDefaults){POPLENS_BYTE_UNIT_SI, TRUE});
  poplens_session_set_defaults (session, (PoplensPageDefaults){POPLENS_BYTE_UNIT_SI, TRUE, 1});
  g_assert_cmpuint (heard.units, ==, 3);
  g_assert_cmpint (poplens_session_get_byte_unit (session), ==, POPLENS_BYTE_UNIT_SI);
  g_free (heard.now);
}

static void
test_bad_link (void)
{
  g_autoptr (PoplensSession) session = new_session ("memory");
  g_autoptr (GError) error = NULL;

  g_assert_false (poplens_session_follow (session, "nowhere?x=1", &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE);
  expect_location (session, "memory");
}

/* A finding changes only the selection and the tab; clearing it restores both. */
static void
test_finding (void)
{
  g_autoptr (PoplensSession) session =
      new_session ("trace?bsp=yes&executed=9&from=5&ipu=1&search=x&tab=trace-time&to=50");

  follow (session, "insights");
  follow (session, "trace?executed=3&finding=host a&from=100&tab=trace-steps&to=200");
  expect_location (session,
                   "trace?bsp=yes&executed=3&finding=host a&from=5&ipu=1&tab=trace-steps&to=50");
  adjust (session, "trace?at=2&bsp=yes&executed=4&finding=host a&from=70&tab=trace-steps&to=90");
  poplens_session_clear_finding (session);
  expect_location (session, "trace?bsp=yes&executed=9&from=5&ipu=1&search=x&tab=trace-time&to=50");
  poplens_session_go_back (session);
  poplens_session_go_back (session);
  expect_location (session, "insights");
}

/* A finding is kept from page to page until another one replaces it; clearing it restores all pages
 * on which it was shown. */
static void
test_finding_travels (void)
{
  g_autoptr (PoplensSession) session = new_session ("insights");

  follow (session, "trace?at=2&executed=3&finding=host a&from=100&to=200");
  expect_location (session, "trace?at=2&executed=3&finding=host a&from=100&to=200");
  poplens_session_go_to_page (session, POPLENS_PAGE_PROGRAMS);
  expect_location (session, "programs?at=2&executed=3&finding=host a");
  follow (session, "memory?tile=5");
  expect_location (session, "memory?at=2&finding=host a&tile=5");
  follow (session, "trace?executed=7&finding=sync");
  expect_location (session, "trace?executed=7&finding=sync&from=100&tile=5&to=200");
  poplens_session_clear_finding (session);
  expect_location (session, "trace");
  poplens_session_go_to_page (session, POPLENS_PAGE_PROGRAMS);
  expect_location (session, "programs");
}

/* The changes of the plan on the Summary page are those of What If, in both directions. */
static void
test_changes_travel (void)
{
  g_autoptr (PoplensSession) session = new_session ("summary?change=recompute");

  poplens_session_go_to_page (session, POPLENS_PAGE_INSIGHTS);
  expect_location (session, "insights?change=recompute");
  follow (session, "insights?change=half&view=what-if");
  poplens_session_go_to_page (session, POPLENS_PAGE_SUMMARY);
  expect_location (session, "summary?change=half");
}

void
add_session_tests (void)
{
  g_test_add_func ("/app/session/history", test_history);
  g_test_add_func ("/app/session/views", test_shown_views);
  g_test_add_func ("/app/session/adjust", test_adjust);
  g_test_add_func ("/app/session/nowhere", test_nowhere);
  g_test_add_func ("/app/session/pages", test_session_pages);
  g_test_add_func ("/app/session/selection", test_shared_selection);
  g_test_add_func ("/app/session/links-and-selection", test_links_and_selection);
  g_test_add_func ("/app/session/selection-and-source", test_selection_and_source);
  g_test_add_func ("/app/session/long-way", test_long_way);
  g_test_add_func ("/app/session/signals", test_signals);
  g_test_add_func ("/app/session/bad-link", test_bad_link);
  g_test_add_func ("/app/session/finding", test_finding);
  g_test_add_func ("/app/session/finding-travels", test_finding_travels);
  g_test_add_func ("/app/session/changes-travel", test_changes_travel);
}
