/* Tests of enlarged text in labels and charts. */
#include "app-widgets/app-widgets-test.h"

#include "app/chart/chart-widget.h"
#include "app/widgets/bins.h"

#define DPI (96 * 1024)

static void
set_scale (double scale)
{
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", (int) (DPI * scale), NULL);
}

static int
natural (GtkWidget *widget, GtkOrientation orientation)
{
  int wished;

  gtk_widget_measure (widget, orientation, -1, NULL, &wished, NULL, NULL);
  return wished;
}

/* The chart is laid out for less space and drawn enlarged; window coordinates are converted to
 * chart coordinates. */
static void
test_chart (void)
{
  g_autoptr (PoplensChart) chart = make_chart (100);
  GtkWidget *widget = poplens_chart_widget_new ();
  GtkWidget *bin = poplens_text_scale_bin_new (widget), *window;
  graphene_point_t at;
  int usual;

  gtk_widget_set_size_request (widget, 200, 100);
  window = show_in_window (bin);
  poplens_chart_widget_set_chart (POPLENS_CHART_WIDGET (widget), chart);
  settle (window);
  usual = gtk_widget_get_width (widget);
  g_assert_cmpint (usual, ==, gtk_widget_get_width (bin));
  for (guint i = 0; i < 2; i++) {
    const double scale = i ? 2 : 1.5;
    set_scale (scale);
    settle (window);
    g_assert_cmpint (natural (bin, GTK_ORIENTATION_HORIZONTAL), ==, (int) (200 * scale));
    g_assert_cmpint (natural (bin, GTK_ORIENTATION_VERTICAL), ==, (int) (100 * scale));
    g_assert_cmpint (gtk_widget_get_width (widget), ==, (int) (gtk_widget_get_width (bin) / scale));
    g_assert_true (gtk_widget_compute_point (bin, widget, &GRAPHENE_POINT_INIT (60, 30), &at));
    g_assert_cmpfloat_with_epsilon (at.x, 60 / scale, 0.01);
    g_assert_nonnull (poplens_chart_widget_get_layout (POPLENS_CHART_WIDGET (widget)));
  }
  set_scale (1);
  settle (window);
  g_assert_cmpint (gtk_widget_get_width (widget), ==, usual);
  check_finalizes (window, bin);
}

/* Loads a style sheet for the display. (transfer full) */
static GtkStyleProvider *
load_style (const char *path)
{
  GtkCssProvider *provider = gtk_css_provider_new ();

  gtk_css_provider_load_from_resource (provider, path);
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  return GTK_STYLE_PROVIDER (provider);
}

/* No style class sets a size in pixels, which would not scale. */
static void
test_scaled_labels (void)
{
  static const char *const classes[] = {"control-label", "section-title", "fact-label",
                                        "fact-value",    "fact-detail",   "find-title",
                                        "card-title",    "find-foot"};
  g_autoptr (GtkStyleProvider) shell = load_style ("/org/poplens/Poplens/style.css");
  g_autoptr (GtkStyleProvider) pages = load_style ("/org/poplens/Poplens/widgets.css");
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *window = show_in_window (box);

  for (guint i = 0; i < G_N_ELEMENTS (classes); i++) {
    GtkWidget *label = gtk_label_new ("Where the memory and the cycles go");
    int usual;
    gtk_widget_add_css_class (label, classes[i]);
    gtk_box_append (GTK_BOX (box), label);
    usual = natural (label, GTK_ORIENTATION_HORIZONTAL);
    set_scale (1.5);
    g_test_message ("%s", classes[i]);
    g_assert_cmpint (natural (label, GTK_ORIENTATION_HORIZONTAL), >, usual * 4 / 3);
    set_scale (1);
  }
  check_finalizes (window, box);
  gtk_style_context_remove_provider_for_display (gdk_display_get_default (), shell);
  gtk_style_context_remove_provider_for_display (gdk_display_get_default (), pages);
}

void
add_text_scale_tests (void)
{
  g_test_add_func ("/text-scale/chart", test_chart);
  g_test_add_func ("/text-scale/labels", test_scaled_labels);
}
