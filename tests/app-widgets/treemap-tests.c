/* Tests of the chart widget with a treemap. */
#include "app-widgets/chart-seen.h"

/* Items of the tree and their sizes: a 60 (b 30, c 20, d 10), e 30 (f 30), g 10. */
enum { ROOT, A, B, C, D, E, F, G, N_ITEMS };

static char *
name_item (gconstpointer data, gsize item)
{
  return g_strndup (&"-abcdefg"[item], 1);
}

static PoplensChart *
make_treemap (void)
{
  static const guint32 parent[N_ITEMS] = {0, ROOT, A, A, A, ROOT, E, ROOT};
  static const guint64 own[N_ITEMS] = {0, 0, 30, 20, 10, 0, 30, 10};
  PoplensChart *chart = poplens_chart_new (&poplens_treemap_kind, "Cycles", N_ITEMS,
                                           POPLENS_CHART_UNIT_CYCLES, POPLENS_BYTE_UNIT_BINARY);

  poplens_chart_set_item_axis (chart, NULL, "operation");
  poplens_chart_set_item_names (chart, name_item, NULL, NULL);
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "a", "a", POPLENS_INK_TOTAL, 0, NULL,
                            FALSE);
  poplens_chart_set_treemap (chart, g_memdup2 (parent, sizeof parent), g_memdup2 (own, sizeof own),
                             g_new0 (guint8, N_ITEMS));
  return chart;
}

static void
click (PoplensChartWidget *self, gsize item)
{
  double x, y, width, height;

  g_assert_true (poplens_chart_layout_item_rect (poplens_chart_widget_get_layout (self), item, &x,
                                                 &y, &width, &height));
  /* On the item's name. */
  poplens_chart_widget_click (self, x + width / 2, y + 5, 0);
}

static gsize
root_of (PoplensChartWidget *self)
{
  return poplens_chart_widget_get_view (self).root;
}

static void
treemap_press (PoplensChartWidget *self, guint key)
{
  press_key (GTK_WIDGET (self), key, 0);
}

static void
test_pointer (void)
{
  ChartSeen seen = {0};
  GtkWidget *window;
  g_autoptr (PoplensChart) chart = make_treemap ();
  PoplensChartWidget *self = show_chart (chart, &seen, &window);
  PoplensChartView view;
  gboolean crumb = FALSE;

  click (self, C);
  g_assert_cmpuint (seen.from, ==, C);
  g_assert_cmpuint (seen.to, ==, C + 1);
  /* The name of a group belongs to the group. */
  click (self, A);
  g_assert_cmpuint (seen.from, ==, A);
  g_assert_cmpuint (root_of (self), ==, ROOT);
  view = poplens_chart_widget_get_view (self);
  view.root = A;
  poplens_chart_widget_set_view (self, view);
  g_assert_cmpuint (seen.views, ==, 0);
  /* A click on a name of the path above leaves the group. */
  for (double x = 0; x < 200 && !crumb; x++)
    crumb = poplens_chart_layout_hit (poplens_chart_widget_get_layout (self), x, 18).area ==
                POPLENS_CHART_HIT_PATH &&
            (poplens_chart_widget_click (self, x, 18, 0), TRUE);
  g_assert_true (crumb);
  g_assert_cmpuint (root_of (self), ==, ROOT);
  g_assert_cmpuint (seen.views, ==, 1);
  settle (window);
  check_finalizes (window, GTK_WIDGET (self));
}

static void
test_treemap_keys (void)
{
  g_autoptr (GArray) selected = g_array_new (FALSE, FALSE, sizeof (PoplensItemRange));
  PoplensItemRange a = {A, A + 1};
  ChartSeen seen = {0};
  GtkWidget *window;
  g_autoptr (PoplensChart) chart = make_treemap ();
  PoplensChartWidget *self = show_chart (chart, &seen, &window);

  /* The first key shows the cursor, at the largest item. */
  treemap_press (self, GDK_KEY_Right);
  treemap_press (self, GDK_KEY_space);
  g_assert_cmpuint (seen.from, ==, A);
  /* e contains only f, so it is drawn as f. */
  treemap_press (self, GDK_KEY_Right);
  treemap_press (self, GDK_KEY_space);
  g_assert_cmpuint (seen.from, ==, F);
  treemap_press (self, GDK_KEY_Left);
  treemap_press (self, GDK_KEY_Return);
  g_assert_cmpuint (root_of (self), ==, A);
  g_assert_cmpuint (seen.views, ==, 1);
  /* Enter goes into the group, whose largest item is b. Enter on an item without children selects
   * it. */
  treemap_press (self, GDK_KEY_Return);
  g_assert_cmpuint (seen.from, ==, B);
  g_assert_cmpuint (root_of (self), ==, A);
  treemap_press (self, GDK_KEY_BackSpace);
  g_assert_cmpuint (root_of (self), ==, ROOT);
  /* The cursor is at the group that was left. */
  treemap_press (self, GDK_KEY_w);
  g_assert_cmpuint (root_of (self), ==, A);
  treemap_press (self, GDK_KEY_Escape);
  g_assert_cmpuint (root_of (self), ==, ROOT);
  seen.selected = 0;
  g_array_append_val (selected, a);
  poplens_chart_widget_set_selected (self, selected);
  treemap_press (self, GDK_KEY_Escape);
  g_assert_cmpuint (seen.selected, ==, 1);
  g_assert_cmpuint (seen.to, ==, 0);
  gtk_widget_activate_action (GTK_WIDGET (self), "chart.zoom-in", NULL);
  gtk_widget_activate_action (GTK_WIDGET (self), "chart.fit", NULL);
  g_assert_cmpuint (root_of (self), ==, ROOT);
  treemap_press (self, GDK_KEY_a);
  treemap_press (self, GDK_KEY_f);
  settle (window);
  check_finalizes (window, GTK_WIDGET (self));
}

void
add_treemap_tests (void)
{
  g_test_add_func ("/app-widgets/treemap/pointer", test_pointer);
  g_test_add_func ("/app-widgets/treemap/keys", test_treemap_keys);
}
