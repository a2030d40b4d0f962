/* Tests that nothing on a page moves when results arrive later. */
#include "app-widgets/app-widgets-test.h"

#include "app-widgets/late-workers.h"
#include "app/chart/chart-widget.h"
#include "app/page/page-document.h"
#include "app/window/info-bar.h"
#include "app/window/report-view.h"
#include "derived/time/time-source.h"
#include "support/run-demo.h"
#include "support/temp-dir.h"

#include <math.h>
#include <unistd.h>

#define TIME_OF_CHANGE 1500000000
/* Bytes of a profile, extended by a hole at its end, so that Insights shows some findings before
 * the others. */
#define LARGE (140 << 20)

typedef struct {
  char *folder;
  GtkWidget *view, *window;
  PoplensOpened *opened;
  GHashTable *seen; /* widget → its graphene_rect_t in the last frame */
  GString *moved;   /* widgets that moved, a line each */
  gulong painted;
  int width, height;
  gboolean is_late;
  gboolean is_over;      /* the model does not fit */
  gboolean has_liveness; /* liveness is loaded before the page is built, as if all else were slow */
} CalmFixture;

/* ---- recording movements ---- */

/* TRUE for labels, charts and buttons, which must not move; their containers may grow. */
static gboolean
is_content (GtkWidget *widget)
{
  return GTK_IS_LABEL (widget) || GTK_IS_BUTTON (widget) || POPLENS_IS_CHART_WIDGET (widget);
}

static void
note (CalmFixture *f, GHashTable *now, GtkWidget *widget)
{
  const graphene_rect_t *before = g_hash_table_lookup (f->seen, widget);
  graphene_rect_t is;

  if (!gtk_widget_compute_bounds (widget, f->view, &is) ||
      is.origin.y >= gtk_widget_get_height (f->view) || is.origin.y + is.size.height <= 0)
    return;
  if (before &&
      (fabsf (before->origin.y - is.origin.y) > 1 || fabsf (before->origin.x - is.origin.x) > 1))
    g_string_append_printf (f->moved, "%s “%s” from %.0f, %.0f to %.0f, %.0f\n",
                            G_OBJECT_TYPE_NAME (widget),
                            GTK_IS_LABEL (widget) ? gtk_label_get_text (GTK_LABEL (widget)) : "",
                            before->origin.x, before->origin.y, is.origin.x, is.origin.y);
  g_hash_table_insert (now, g_object_ref (widget),
                       graphene_rect_init_from_rect (graphene_rect_alloc (), &is));
}

static void
look (CalmFixture *f, GHashTable *now, GtkWidget *widget)
{
  if (!gtk_widget_get_mapped (widget) || GTK_IS_NATIVE (widget))
    return;
  if (is_content (widget))
    note (f, now, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child))
    look (f, now, child);
}

static void
on_painted (CalmFixture *f)
{
  GHashTable *now =
      g_hash_table_new_full (NULL, NULL, g_object_unref, (GDestroyNotify) graphene_rect_free);

  look (f, now, f->view);
  g_hash_table_unref (f->seen);
  f->seen = now;
}

/* ---- a window with a report ---- */

static void
on_opened (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  *(PoplensOpened **) data = poplens_open_finish (result, &error);
  g_assert_no_error (error);
}

static gboolean
is_opened (gpointer data)
{
  return ((CalmFixture *) data)->opened != NULL;
}

/* Connects to the frame clock as soon as there is one, so that no frame is missed. */
static void
on_realized (CalmFixture *f)
{
  f->painted = g_signal_connect_swapped (gtk_widget_get_frame_clock (f->view), "after-paint",
                                         G_CALLBACK (on_painted), f);
}

static void
calm_set_up (CalmFixture *f, gconstpointer place)
{
  g_autoptr (PoplensLocation) location = poplens_location_parse (place, NULL);
  /* A large report is slow by itself; with late workers a small one suffices. */
  const char *options[] = {"--preset",    f->is_over ? "out-of-memory" : "bert-base",
                           "--without",   "archive,debug",
                           "--variables", f->is_late ? "2000" : "20000",
                           "--tiles",     "32",
                           "--steps",     f->is_late ? "4000" : "40000",
                           NULL};
  g_autofree char *profile = NULL;

  f->folder = temp_dir_new ();
  g_assert_true (run_demo (f->folder, options));
  profile = g_build_filename (f->folder, "profile.pop", NULL);
  g_assert_cmpint (truncate (profile, LARGE), ==, 0);
  poplens_open_async (f->folder, NULL, on_opened, &f->opened);
  wait_until (is_opened, f);
  if (f->has_liveness)
    g_assert_nonnull (poplens_report_load_liveness (f->opened->report, NULL, NULL));
  f->seen = g_hash_table_new_full (NULL, NULL, g_object_unref, (GDestroyNotify) graphene_rect_free);
  f->moved = g_string_new (NULL);
  f->view = GTK_WIDGET (poplens_report_view_new (f->opened, location));
  g_signal_connect_swapped (f->view, "realize", G_CALLBACK (on_realized), f);
  f->window =
      f->width ? show_in_window_of (f->view, f->width, f->height) : show_in_window (f->view);
}

static void
set_up_liveness (CalmFixture *f, gconstpointer place)
{
  f->has_liveness = TRUE;
  calm_set_up (f, place);
}

static void
calm_tear_down (CalmFixture *f, gconstpointer place)
{
  g_signal_handler_disconnect (gtk_widget_get_frame_clock (f->window), f->painted);
  g_hash_table_unref (f->seen);
  g_string_free (f->moved, TRUE);
  check_finalizes (f->window, f->view);
  temp_dir_remove (f->folder);
  g_free (f->folder);
}

/* ---- results that arrive later ---- */

static gboolean
calm_shows_chart (gpointer data)
{
  return has_chart (((CalmFixture *) data)->view);
}

static gboolean
offers_reload (gpointer data)
{
  GtkWidget *bar = find_type (((CalmFixture *) data)->view, POPLENS_TYPE_RELOAD_BAR);

  return bar && find_label (bar, "Showing the loaded version.");
}

static void
test_calm_reload (CalmFixture *f, gconstpointer place)
{
  g_autofree char *profile = g_build_filename (f->folder, "profile.pop", NULL);

  wait_until (calm_shows_chart, f);
  settle (f->window);
  g_string_truncate (f->moved, 0);
  temp_dir_set_mtime (profile, TIME_OF_CHANGE);
  wait_until (offers_reload, f);
  settle (f->window);
  g_assert_cmpstr (f->moved->str, ==, "");
}

/* The name in the sidebar and the page belong to the same page from the first frame on. */
static void
test_switch (CalmFixture *f, gconstpointer place)
{
  PoplensSession *session = poplens_report_view_get_session (POPLENS_REPORT_VIEW (f->view));

  wait_until (calm_shows_chart, f);
  poplens_session_go_to_page (session, POPLENS_PAGE_LIVENESS);
  g_assert_false (calm_shows_chart (f));
  wait_until (calm_shows_chart, f);
  poplens_session_go_to_page (session, POPLENS_PAGE_MEMORY);
  g_assert_true (calm_shows_chart (f));
}

static gboolean
has_all_insights (gpointer data)
{
  return find_label (((CalmFixture *) data)->view, "Before start") != NULL;
}

/* Findings, cards and charts that arrive seconds later appear below the others, or in space
 * reserved for them. */
static void
test_insights (CalmFixture *f, gconstpointer place)
{
  wait_until (has_all_insights, f);
  settle (f->window);
  g_assert_cmpstr (f->moved->str, ==, "");
}

/* ---- late workers ---- */

/* Milliseconds by which workers are late: longer than it takes a page to show that it is
 * loading. */
#define LATE 300
#define FRAMES 6

static void
set_up_late (CalmFixture *f, gconstpointer place)
{
  late_workers_set (LATE);
  f->is_late = TRUE;
  f->width = 1000;
  f->height = 700;
  calm_set_up (f, place);
}

static void
set_up_wide (CalmFixture *f, gconstpointer place)
{
  late_workers_set (LATE);
  f->is_late = TRUE;
  f->width = 1500;
  f->height = 950;
  calm_set_up (f, place);
}

static void
set_up_over (CalmFixture *f, gconstpointer place)
{
  f->is_over = TRUE;
  set_up_late (f, place);
}

static void
tear_down_late (CalmFixture *f, gconstpointer place)
{
  late_workers_set (0);
  calm_tear_down (f, place);
}

static gboolean
is_idle (gpointer data)
{
  return !late_workers_pending ();
}

/* Waits until no worker has been started for FRAMES frames. */
static void
wait_for_all (CalmFixture *f)
{
  for (guint quiet = 0; quiet < FRAMES; quiet++) {
    if (late_workers_pending ())
      quiet = 0;
    wait_until (is_idle, f);
    settle (f->window);
  }
}

static void
check_moved (CalmFixture *f, const char *what)
{
  g_test_message ("%s", what);
  wait_for_all (f);
  g_assert_cmpstr (f->moved->str, ==, "");
}

/* Loads a page, goes to another one and returns. */
static void
test_late (CalmFixture *f, gconstpointer place)
{
  PoplensSession *session = poplens_report_view_get_session (POPLENS_REPORT_VIEW (f->view));
  PoplensPageId page = poplens_location_get_page (poplens_session_get_location (session));

  check_moved (f, "loads");
  poplens_session_go_to_page (session, page == POPLENS_PAGE_SUMMARY ? POPLENS_PAGE_MEMORY
                                                                    : POPLENS_PAGE_SUMMARY);
  check_moved (f, "another page");
  poplens_session_go_to_page (session, page);
  check_moved (f, "comes back");
}

static gboolean
is_applied (gpointer data)
{
  return find_label (((CalmFixture *) data)->view, "Applied") != NULL;
}

/* The plan of a model that does not fit appears in reserved space, and its rows do not move when
 * one of them is applied. */
static void
test_plan (CalmFixture *f, gconstpointer place)
{
  check_moved (f, "loads");
  GtkWidget *apply = find_label (f->view, "Apply");
  g_assert_nonnull (apply);
  gtk_widget_activate (gtk_widget_get_ancestor (apply, GTK_TYPE_BUTTON));
  /* The page may be requested some frames after the click. */
  wait_until (is_applied, f);
  check_moved (f, "applies");
  g_assert_nonnull (find_label (f->view, "Applied"));
}

/* Opens a finding, which leads to a page that was not shown before. */
static void
test_finding (CalmFixture *f, gconstpointer place)
{
  PoplensSession *session = poplens_report_view_get_session (POPLENS_REPORT_VIEW (f->view));

  check_moved (f, "loads");
  g_autoptr (PoplensTimeFindings) found =
      poplens_report_time_findings (f->opened->report, NULL, NULL, NULL);
  g_assert_cmpuint (found->findings->len, >, 0);
  const PoplensTimeFinding *first = found->findings->pdata[0];
  g_assert_true (poplens_session_follow (session, first->location, NULL));
  check_moved (f, "a finding");
  g_assert_nonnull (find_label (f->view, "Clear"));
}

void
add_calm_tests (void)
{
  static const char *const places[] = {
      "summary",
      "insights",
      "memory?tile=5",
      "memory?tab=memory-map",
      "memory?tab=tile-gaps",
      "memory?tab=memory-tiles",
      "liveness?step=20",
      "programs",
      "operations",
      "trace",
      "trace?tab=trace-exchanges",
  };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++) {
    g_autofree char *path = g_strconcat ("/calm/late/", places[i], NULL);
    g_test_add (path, CalmFixture, places[i], set_up_late, test_late, tear_down_late);
  }
  g_test_add ("/calm/late/insights/wide", CalmFixture, "insights", set_up_wide, test_late,
              tear_down_late);
  g_test_add ("/calm/plan", CalmFixture, "summary", set_up_over, test_plan, tear_down_late);
  g_test_add ("/calm/finding", CalmFixture, "insights", set_up_late, test_finding, tear_down_late);
  g_test_add ("/calm/insights", CalmFixture, "insights", calm_set_up, test_insights,
              calm_tear_down);
  g_test_add ("/calm/insights/liveness", CalmFixture, "insights", set_up_liveness, test_insights,
              calm_tear_down);
  g_test_add ("/calm/switch", CalmFixture, "memory", calm_set_up, test_switch, calm_tear_down);
  g_test_add ("/calm/reload/chart", CalmFixture, "memory", calm_set_up, test_calm_reload,
              calm_tear_down);
  g_test_add ("/calm/reload/document", CalmFixture, "insights?view=tiles", calm_set_up,
              test_calm_reload, calm_tear_down);
}
