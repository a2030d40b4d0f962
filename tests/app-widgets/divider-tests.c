/* Tests of the divider between the chart and the tabs of a page, and of the heights that it gives
 * them. */
#include "app-widgets/app-widgets-test.h"

#include "app/page/page-divider.h"

#define TOP 190
#define BOTTOM 136
#define MORE 250
#define BELOW 320 /* the tabs and eight rows of a table */

/* Returns the height of the top half in a window with space for both halves. */
static int
share_of (int height)
{
  return MIN (height * TOP / (TOP + BOTTOM), height - BELOW);
}

static GtkWidget *
half_new (int height)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_widget_set_size_request (box, -1, height);
  return box;
}

static gboolean
is_divided (gpointer paned)
{
  gboolean set;

  g_object_get (paned, "position-set", &set, NULL);
  return set;
}

/* The height is shared by the same rule whichever contents exist at that time; contents that come
 * later move the divider only as far as they need. */
static void
test_share (gconstpointer there)
{
  GtkWidget *top = half_new (TOP), *bottom = half_new (BOTTOM), *more = half_new (MORE);
  GtkWidget *divider = poplens_page_divider_new (top), *window;
  GtkPaned *paned = poplens_page_divider_get_paned (divider);
  int position, height;

  gtk_box_append (GTK_BOX (bottom), more);
  gtk_widget_set_visible (more, there != NULL);
  gtk_paned_set_end_child (paned, bottom);
  window = show_in_window (divider);
  wait_until (is_divided, paned);
  settle (window);
  height = gtk_widget_get_height (top) + gtk_widget_get_height (bottom);
  position = gtk_paned_get_position (paned);
  g_assert_cmpint (height, >, 500);
  g_assert_cmpint (position, ==, MIN (share_of (height), height - (there ? MORE : 0)));
  gtk_widget_set_visible (more, !there);
  settle (window);
  g_assert_cmpint (gtk_paned_get_position (paned), <=, position);
  g_assert_cmpint (gtk_paned_get_position (paned), >=, MIN (position, height - MORE));
  check_finalizes (window, divider);
}

/* A half that is alone has the whole height; the other gets its share when it appears. */
static void
test_late (void)
{
  GtkWidget *top = half_new (TOP), *bottom = half_new (BOTTOM);
  GtkWidget *divider = poplens_page_divider_new (top), *window;
  GtkPaned *paned = poplens_page_divider_get_paned (divider);
  int height;

  gtk_widget_set_visible (bottom, FALSE);
  gtk_paned_set_end_child (paned, bottom);
  window = show_in_window (divider);
  settle (window);
  g_assert_false (is_divided (paned));
  gtk_widget_set_visible (bottom, TRUE);
  wait_until (is_divided, paned);
  settle (window);
  height = gtk_widget_get_height (top) + gtk_widget_get_height (bottom);
  g_assert_cmpint (gtk_paned_get_position (paned), ==, share_of (height));
  check_finalizes (window, divider);
}

void
add_divider_tests (void)
{
  g_test_add_data_func ("/divider/little", NULL, test_share);
  g_test_add_data_func ("/divider/much", "much", test_share);
  g_test_add_func ("/divider/late", test_late);
}
