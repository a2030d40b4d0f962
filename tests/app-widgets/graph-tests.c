/* Tests of the chart widget with a graph: it requests opening and closing of groups, which the
 * chart's owner does. */
#include "app-widgets/chart-seen.h"

#include "charts/graph-fixture.h"

static void
graph_press (PoplensChartWidget *self, guint key)
{
  press_key (GTK_WIDGET (self), key, 0);
}

static void
place_of (PoplensChartWidget *self, gsize item, double *x, double *y)
{
  double width, height;

  g_assert_true (poplens_chart_layout_item_rect (poplens_chart_widget_get_layout (self), item, x, y,
                                                 &width, &height));
  *x += 2;
  *y += 2;
}

/* Double-clicks a box that opens, one that does not, the frame of an open group, and a frame
 * without a group. */
static void
test_pointer (void)
{
  static const struct {
    gsize item;
    guint group;
  } clicks[] = {{5, FIXTURE_GRAPH_REPEATED_GROUP},
                {0, 0},
                {FIXTURE_GRAPH_ENCODER, FIXTURE_GRAPH_ENCODER_GROUP},
                {FIXTURE_GRAPH_IPU0, 0}};
  g_autoptr (PoplensChart) chart = fixture_graph ();
  ChartSeen seen = {0};
  GtkWidget *window;
  PoplensChartWidget *self = show_chart (chart, &seen, &window);
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (clicks); i++) {
    double x, y;
    place_of (self, clicks[i].item, &x, &y);
    poplens_chart_widget_click (self, x, y, 0);
    g_assert_cmpuint (seen.from, ==, clicks[i].item);
    g_assert_cmpuint (seen.groups, ==, n);
    poplens_chart_widget_double_click (self, x, y);
    n += clicks[i].group > 0;
    g_assert_cmpuint (seen.groups, ==, n);
    if (clicks[i].group)
      g_assert_cmpuint (seen.group, ==, clicks[i].group);
  }
  settle (window);
  check_finalizes (window, GTK_WIDGET (self));
}

static void
test_graph_keys (void)
{
  g_autoptr (PoplensChart) chart = fixture_graph ();
  ChartSeen seen = {0};
  GtkWidget *window;
  PoplensChartWidget *self = show_chart (chart, &seen, &window);

  /* The cursor starts at the box in the middle, "attention" or "out". */
  graph_press (self, GDK_KEY_Right);
  for (guint i = 0; i < 9; i++)
    graph_press (self, GDK_KEY_Right);
  graph_press (self, GDK_KEY_space);
  g_assert_cmpuint (seen.from, ==, 8);
  graph_press (self, GDK_KEY_Left);
  graph_press (self, GDK_KEY_Left);
  graph_press (self, GDK_KEY_Return);
  g_assert_cmpuint (seen.groups, ==, 1);
  g_assert_cmpuint (seen.group, ==, FIXTURE_GRAPH_REPEATED_GROUP);
  graph_press (self, GDK_KEY_BackSpace);
  g_assert_cmpuint (seen.groups, ==, 2);
  g_assert_cmpuint (seen.group, ==, FIXTURE_GRAPH_ENCODER_GROUP);
  seen.selected = 0;
  graph_press (self, GDK_KEY_Escape);
  g_assert_cmpuint (seen.groups, ==, 3);
  g_assert_cmpuint (seen.selected, ==, 0);
  settle (window);
  check_finalizes (window, GTK_WIDGET (self));
}

void
add_graph_tests (void)
{
  g_test_add_func ("/app-widgets/graph/pointer", test_pointer);
  g_test_add_func ("/app-widgets/graph/keys", test_graph_keys);
}
