/* Tests that every page fits into a window of 360 pixels width, without cutting anything off. */
#include "app-widgets/app-widgets-test.h"

#include "app/chart/chart-widget.h"
#include "app/page/findings-view.h"
#include "app/page/page-tabs.h"
#include "app/page/page-view.h"
#include "app/table/table-widget.h"
#include "app/window/sidebar.h"
#include "app/window/window-private.h"
#include "pages/core/views.h"
#include "support/run-demo.h"
#include "support/temp-dir.h"

#include <glib/gstdio.h>

#define LEAST_WIDTH 360
#define SMALL_SCREEN 1000
#define HEIGHT 700
/* Least width (pixels) of the tab buttons: the current one and part of the next. */
#define LEAST_TABS 150

typedef struct {
  char *folder, *second; /* folders with a report each */
  GtkCssProvider *styles[2];
  PoplensWindow *window;
  gulong painted;
  int widest;     /* maximum over all frames of the window's minimum width, in pixels */
  GString *wrong; /* widgets that are cut off, a line each */
  GType awaited;
  const char *title; /* (nullable): title of the section that appears last */
} NarrowFixture;

static int
least_width (GtkWidget *widget)
{
  int least;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  return least;
}

static void
on_painted (NarrowFixture *f)
{
  GtkWidget *content = gtk_widget_get_first_child (GTK_WIDGET (f->window));

  f->widest = MAX (f->widest, least_width (content));
}

static gboolean
is_content (GtkWidget *widget)
{
  return GTK_IS_LABEL (widget) || GTK_IS_BUTTON (widget) || GTK_IS_EDITABLE (widget) ||
         GTK_IS_SWITCH (widget) || POPLENS_IS_CHART_WIDGET (widget) ||
         POPLENS_IS_TABLE_WIDGET (widget);
}

/* TRUE if the widget scrolls, as scrolled content is not cut off. */
static gboolean
scrolls (GtkWidget *widget)
{
  GtkPolicyType policy = GTK_POLICY_NEVER;

  if (GTK_IS_SCROLLED_WINDOW (widget))
    gtk_scrolled_window_get_policy (GTK_SCROLLED_WINDOW (widget), &policy, NULL);
  return policy != GTK_POLICY_NEVER;
}

static void
look (NarrowFixture *f, GtkWidget *widget)
{
  graphene_rect_t at;

  if (!gtk_widget_get_mapped (widget) || GTK_IS_NATIVE (widget))
    return;
  if (is_content (widget) && gtk_widget_compute_bounds (widget, GTK_WIDGET (f->window), &at) &&
      (at.origin.x < -0.5 ||
       at.origin.x + at.size.width > gtk_widget_get_width (GTK_WIDGET (f->window)) + 0.5))
    g_string_append_printf (f->wrong, "%s “%s” from %.0f to %.0f\n", G_OBJECT_TYPE_NAME (widget),
                            GTK_IS_LABEL (widget) ? gtk_label_get_text (GTK_LABEL (widget)) : "",
                            at.origin.x, at.origin.x + at.size.width);
  if (G_OBJECT_TYPE (widget) == POPLENS_TYPE_PAGE_TABS &&
      gtk_widget_get_width (find_type (widget, GTK_TYPE_STACK_SWITCHER)) > LEAST_TABS) {
    GtkWidget *scrolled = gtk_widget_get_ancestor (find_type (widget, GTK_TYPE_STACK_SWITCHER),
                                                   GTK_TYPE_SCROLLED_WINDOW);
    if (gtk_widget_get_width (scrolled) < LEAST_TABS)
      g_string_append_printf (f->wrong, "tabs have %d\n", gtk_widget_get_width (scrolled));
  }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !scrolls (widget);
       child = gtk_widget_get_next_sibling (child))
    look (f, child);
}

static void
open_window_at (NarrowFixture *f, const char *location, int width)
{
  f->window = poplens_window_new (NULL);
  gtk_window_set_default_size (GTK_WINDOW (f->window), width, HEIGHT);
  gtk_window_present (GTK_WINDOW (f->window));
  f->painted = g_signal_connect_swapped (gtk_widget_get_frame_clock (GTK_WIDGET (f->window)),
                                         "after-paint", G_CALLBACK (on_painted), f);
  if (location)
    poplens_window_open (f->window, f->folder, location);
}

static void
open_window (NarrowFixture *f, const char *location)
{
  open_window_at (f, location, LEAST_WIDTH);
}

static void
close_window (NarrowFixture *f)
{
  g_signal_handler_disconnect (gtk_widget_get_frame_clock (GTK_WIDGET (f->window)), f->painted);
  gtk_window_destroy (GTK_WINDOW (f->window));
}

static gboolean
is_there (gpointer data)
{
  NarrowFixture *f = data;
  GtkWidget *view = find_type (GTK_WIDGET (f->window), POPLENS_TYPE_PAGE_VIEW);

  return view && find_type (view, f->awaited) && (!f->title || find_label (view, f->title)) &&
         (f->awaited != POPLENS_TYPE_CHART_WIDGET || has_chart (view));
}

static void
check_narrow (NarrowFixture *f)
{
  settle (GTK_WIDGET (f->window));
  on_painted (f);
  look (f, gtk_widget_get_first_child (GTK_WIDGET (f->window)));
  g_assert_cmpstr (f->wrong->str, ==, "");
  g_assert_cmpint (f->widest, <=, LEAST_WIDTH);
  /* The size may include the window's shadow. */
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (f->window)), <=, LEAST_WIDTH);
}

/* Loads the style sheets of libadwaita and the program, as paddings take width too. */
static void
load_styles (NarrowFixture *f)
{
  static const char *const paths[] = {"/org/poplens/Poplens/style.css",
                                      "/org/poplens/Poplens/widgets.css"};

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++) {
    f->styles[i] = gtk_css_provider_new ();
    gtk_css_provider_load_from_resource (f->styles[i], paths[i]);
    gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                                GTK_STYLE_PROVIDER (f->styles[i]),
                                                GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  }
}

static void
narrow_set_up (NarrowFixture *f, gconstpointer data)
{
  static const char *const options[] = {"--tiles", "32", NULL}, *const others[] = {"--tiles", "32",
                                                                                   "--seed", "2",
                                                                                   NULL};

  f->folder = temp_dir_new ();
  f->second = temp_dir_new ();
  f->wrong = g_string_new (NULL);
  load_styles (f);
  g_assert_true (run_demo (f->folder, options));
  g_assert_true (run_demo (f->second, others));
}

static void
narrow_tear_down (NarrowFixture *f, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (f->styles); i++) {
    gtk_style_context_remove_provider_for_display (gdk_display_get_default (),
                                                   GTK_STYLE_PROVIDER (f->styles[i]));
    g_object_unref (f->styles[i]);
  }
  g_string_free (f->wrong, TRUE);
  temp_dir_remove (f->folder);
  temp_dir_remove (f->second);
  g_free (f->folder);
  g_free (f->second);
}

typedef struct {
  const char *location;
  GType awaited;
  const char *title;
} NarrowPage;

static void
check_pages (NarrowFixture *f, const NarrowPage *pages, guint n, const char *with)
{
  for (guint i = 0; i < n; i++) {
    g_autoptr (PoplensLocation) page = poplens_location_parse (pages[i].location, NULL);
    g_autoptr (PoplensLocation) location = poplens_location_with_other (page, with);
    g_autofree char *text = poplens_location_to_string (location);
    g_test_message ("%s", text);
    f->awaited = pages[i].awaited;
    f->title = pages[i].title;
    open_window (f, text);
    wait_until (is_there, f);
    check_narrow (f);
    close_window (f);
  }
}

static void
test_narrow_pages (NarrowFixture *f, gconstpointer data)
{
  const NarrowPage pages[] = {
      {"summary", POPLENS_TYPE_CHART_WIDGET, "Report Files"},
      {"insights", POPLENS_TYPE_FINDINGS_VIEW, NULL},
      {"insights?view=tiles", POPLENS_TYPE_CHART_WIDGET, NULL},
      {"insights?view=what-if", GTK_TYPE_SCALE, NULL},
      {"memory?tile=5", POPLENS_TYPE_TABLE_WIDGET, NULL},
      {"memory?tile=5&tab=memory-map", POPLENS_TYPE_CHART_WIDGET, NULL},
      {"liveness?step=20", POPLENS_TYPE_TABLE_WIDGET, NULL},
      {"programs", POPLENS_TYPE_TABLE_WIDGET, NULL},
      {"operations", POPLENS_TYPE_TABLE_WIDGET, NULL},
      {"trace", POPLENS_TYPE_CHART_WIDGET, NULL},
      {"trace?tab=trace-top", POPLENS_TYPE_TABLE_WIDGET, NULL},
  };

  check_pages (f, pages, G_N_ELEMENTS (pages), NULL);
}

/* At the width of a small screen all tabs of the trace are completely visible, beside the tools of
 * a table. */
static void
test_tabs (NarrowFixture *f, gconstpointer data)
{
  GtkWidget *switcher;
  GtkAdjustment *across;

  f->awaited = POPLENS_TYPE_TABLE_WIDGET;
  f->title = NULL;
  open_window_at (f, "trace?tab=trace-steps", SMALL_SCREEN);
  wait_until (is_there, f);
  settle (GTK_WIDGET (f->window));
  switcher = find_type (find_type (GTK_WIDGET (f->window), POPLENS_TYPE_PAGE_TABS),
                        GTK_TYPE_STACK_SWITCHER);
  across = gtk_scrolled_window_get_hadjustment (
      GTK_SCROLLED_WINDOW (gtk_widget_get_ancestor (switcher, GTK_TYPE_SCROLLED_WINDOW)));
  g_assert_cmpfloat (gtk_adjustment_get_upper (across), >, LEAST_TABS);
  g_assert_cmpfloat (gtk_adjustment_get_upper (across), <=, gtk_adjustment_get_page_size (across));
  close_window (f);
}

static void
test_compared (NarrowFixture *f, gconstpointer data)
{
  const NarrowPage pages[] = {
      {"summary", POPLENS_TYPE_TABLE_WIDGET, "Figures"},
      {"insights", POPLENS_TYPE_TABLE_WIDGET, "Findings on Time"},
      {"insights?view=what-if", GTK_TYPE_SCALE, NULL},
      {"memory", POPLENS_TYPE_TABLE_WIDGET, "Breakdown"},
      {"liveness", POPLENS_TYPE_TABLE_WIDGET, "Tile Contents"},
      {"programs", POPLENS_TYPE_TABLE_WIDGET, "Compute Sets"},
      {"operations", POPLENS_TYPE_TABLE_WIDGET, "Compute Sets"},
      {"trace", POPLENS_TYPE_CHART_WIDGET, "Findings"},
      {"trace?view=summary", POPLENS_TYPE_CHART_WIDGET, "Change of the Waterfall"},
      {"trace?view=flame", POPLENS_TYPE_CHART_WIDGET, "Findings"},
  };

  check_pages (f, pages, G_N_ELEMENTS (pages), f->second);
}

static gboolean
offers_reload (gpointer data)
{
  return find_label (data, "Compare With What Was Here") != NULL;
}

/* The bar that appears when the files change on the disk fits too. */
static void
test_narrow_reload_bar (NarrowFixture *f, gconstpointer data)
{
  g_autofree char *profile = g_build_filename (f->folder, "profile.pop", NULL);
  g_autofree char *other = g_build_filename (f->second, "profile.pop", NULL);

  f->awaited = POPLENS_TYPE_CHART_WIDGET;
  f->title = "Report Files";
  open_window (f, "summary");
  wait_until (is_there, f);
  g_assert_cmpint (g_rename (other, profile), ==, 0);
  wait_until (offers_reload, f->window);
  check_narrow (f);
  close_window (f);
}

static void
test_start (NarrowFixture *f, gconstpointer data)
{
  open_window (f, NULL);
  check_narrow (f);
  close_window (f);
}

/* ---- the sidebar ---- */

static GtkWidget *
sidebar (NarrowFixture *f)
{
  return find_type (GTK_WIDGET (f->window), POPLENS_TYPE_SIDEBAR);
}

static gboolean
is_open (gpointer data)
{
  NarrowFixture *f = data;
  GtkWidget *list = sidebar (f);
  graphene_rect_t at;

  /* The sidebar has finished sliding in. */
  return list && gtk_widget_compute_bounds (list, gtk_widget_get_parent (list), &at) &&
         at.origin.x >= 0 && gtk_window_get_focus (GTK_WINDOW (f->window)) &&
         gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (f->window)), list);
}

static gboolean
is_closed (gpointer data)
{
  return !sidebar (data);
}

/* F9 opens the sidebar over the page and focuses it; choosing a page closes it. */
static void
test_sidebar (NarrowFixture *f, gconstpointer data)
{
  GtkWidget *list;

  f->awaited = POPLENS_TYPE_CHART_WIDGET;
  f->title = NULL;
  open_window (f, "memory");
  wait_until (is_there, f);
  wait_until (is_closed, f);
  g_action_group_activate_action (G_ACTION_GROUP (f->window), "sidebar", NULL);
  wait_until (is_open, f);
  check_narrow (f);
  g_action_group_activate_action (G_ACTION_GROUP (f->window), "sidebar", NULL);
  wait_until (is_closed, f);
  g_action_group_activate_action (G_ACTION_GROUP (f->window), "sidebar", NULL);
  wait_until (is_open, f);
  list = find_type (sidebar (f), GTK_TYPE_LIST_BOX);
  g_signal_emit_by_name (list, "row-activated",
                         gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 0));
  wait_until (is_closed, f);
  g_assert_false (is_open (f));
  close_window (f);
}

void
add_narrow_tests (void)
{
  g_test_add ("/narrow/pages", NarrowFixture, NULL, narrow_set_up, test_narrow_pages,
              narrow_tear_down);
  g_test_add ("/narrow/tabs", NarrowFixture, NULL, narrow_set_up, test_tabs, narrow_tear_down);
  g_test_add ("/narrow/compared", NarrowFixture, NULL, narrow_set_up, test_compared,
              narrow_tear_down);
  g_test_add ("/narrow/reload", NarrowFixture, NULL, narrow_set_up, test_narrow_reload_bar,
              narrow_tear_down);
  g_test_add ("/narrow/start", NarrowFixture, NULL, narrow_set_up, test_start, narrow_tear_down);
  g_test_add ("/narrow/sidebar", NarrowFixture, NULL, narrow_set_up, test_sidebar,
              narrow_tear_down);
}
