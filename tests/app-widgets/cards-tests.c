/* Tests of small widgets of pages: cards in rows, two columns, the entry for a factor, and the
 * entry for one of many names. */
#include "app-widgets/app-widgets-test.h"

#include "app/page/changes-view.h"
#include "app/widgets/layouts.h"
#include "app/page/page-document.h"
#include "app/page/page-control.h"
#include "support/work-time.h"

static void
test_in_a_row (void)
{
  /* Cards, columns that fit, expected columns: if three fit, four cards are two and two, five are
   * three and two. */
  const guint expected[][3] = {{1, 3, 1}, {2, 3, 2}, {3, 3, 3}, {4, 3, 2}, {5, 3, 3}, {6, 3, 3},
                               {4, 4, 4}, {4, 9, 4}, {5, 4, 3}, {6, 4, 3}, {7, 4, 4}, {8, 9, 4},
                               {4, 2, 2}, {4, 1, 1}, {4, 0, 1}, {0, 3, 1}};

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmpuint (poplens_cards_in_a_row (expected[i][0], expected[i][1]), ==, expected[i][2]);
}

static GtkWidget *
add_card (GtkWidget *box, int width, int height)
{
  GtkWidget *card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_widget_set_size_request (card, width, height);
  gtk_box_append (GTK_BOX (box), card);
  return card;
}

static void
check_at (GtkWidget *card, GtkWidget *box, float x, float y, float width, float height)
{
  graphene_rect_t at;

  g_assert_true (gtk_widget_compute_bounds (card, box, &at));
  g_assert_cmpfloat (at.origin.x, ==, x);
  g_assert_cmpfloat (at.origin.y, ==, y);
  g_assert_cmpfloat (at.size.width, ==, width);
  g_assert_cmpfloat (at.size.height, ==, height);
}

static void
test_card_rows (void)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *cards[4];
  int height;

  gtk_widget_set_layout_manager (box, poplens_cards_layout_new ());
  for (guint i = 0; i < G_N_ELEMENTS (cards); i++)
    cards[i] = add_card (box, 100, i == 2 ? 50 : 20);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_widget_show (window);
  /* Three would fit: two rows of two cards, all as high as the highest. */
  gtk_widget_measure (box, GTK_ORIENTATION_VERTICAL, 352, NULL, &height, NULL, NULL);
  g_assert_cmpint (height, ==, 112);
  gtk_widget_allocate (box, 352, 112, -1, NULL);
  check_at (cards[0], box, 0, 0, 170, 50);
  check_at (cards[1], box, 182, 0, 170, 50);
  check_at (cards[2], box, 0, 62, 170, 50);
  check_at (cards[3], box, 182, 62, 170, 50);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* ---- two columns ---- */

static GtkWidget *
add_in_column (GtkWidget *box, int height, int column)
{
  GtkWidget *card = add_card (box, 100, height);

  poplens_columns_layout_set (card, column, FALSE);
  return card;
}

/* There are two columns from 860 pixels on, below the widgets across both. Two cards side by side
 * have equal heights, and joined rows have no space between them. */
static void
test_card_columns (void)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *top, *a, *b, *c, *d, *joined;
  int height;

  gtk_widget_set_layout_manager (box, poplens_columns_layout_new ());
  top = add_in_column (box, 30, -1);
  a = add_in_column (box, 100, 0);
  b = add_in_column (box, 40, 1);
  c = add_in_column (box, 50, 1);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_widget_show (window);
  gtk_widget_measure (box, GTK_ORIENTATION_VERTICAL, 1066, NULL, &height, NULL, NULL);
  g_assert_cmpint (height, ==, 30 + 12 + 100 + 12 + 50);
  gtk_widget_allocate (box, 1066, height, -1, NULL);
  check_at (top, box, 0, 0, 1066, 30);
  check_at (a, box, 0, 42, 527, 100);
  check_at (b, box, 539, 42, 527, 100);
  check_at (c, box, 539, 154, 527, 50);
  d = add_in_column (box, 10, -1);
  joined = add_card (box, 100, 20);
  poplens_columns_layout_set (joined, -1, TRUE);
  gtk_widget_allocate (box, 1066, 246, -1, NULL);
  check_at (c, box, 539, 154, 527, 50);
  check_at (d, box, 0, 216, 1066, 10);
  check_at (joined, box, 0, 226, 1066, 20);
  /* A wide window gives more width, up to a length of line that can be read well. */
  gtk_widget_allocate (box, 1300, 246, -1, NULL);
  check_at (top, box, 117, 0, 1066, 30);
  gtk_widget_allocate (box, 1420, 246, -1, NULL);
  check_at (top, box, 10, 0, 1400, 30);
  /* Below 860 pixels there is one column. */
  gtk_widget_measure (box, GTK_ORIENTATION_VERTICAL, 859, NULL, &height, NULL, NULL);
  g_assert_cmpint (height, ==, 30 + 100 + 40 + 50 + 10 + 4 * 12 + 20);
  gtk_widget_allocate (box, 859, height, -1, NULL);
  check_at (b, box, 0, 154, 859, 40);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* ---- the factor of What If ---- */

static void
check_typed (GtkWidget *spin, const char *typed, const char *expected)
{
  gtk_editable_set_text (GTK_EDITABLE (spin), typed);
  gtk_spin_button_update (GTK_SPIN_BUTTON (spin));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (spin)), ==, expected);
}

/* Asserts that the wheel is left to the page, which scrolls under the pointer. */
static void
check_leaves_wheel (GtkWidget *widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++) {
    g_autoptr (GtkEventController) one = g_list_model_get_item (controllers, i);
    if (GTK_IS_EVENT_CONTROLLER_SCROLL (one))
      g_assert_cmpint (gtk_event_controller_get_propagation_phase (one), ==, GTK_PHASE_NONE);
  }
}

/* Text that is not a number does not change the factor: as 0 it would remove the variables. */
static void
test_factor (void)
{
  g_autoptr (PoplensLocation) location = poplens_location_new (POPLENS_PAGE_INSIGHTS);
  g_autoptr (PoplensSession) session = poplens_session_new (NULL, location);
  GtkWidget *view = poplens_changes_view_new (session);
  GtkWidget *window = show_in_window (view);
  g_autoptr (PoplensChanges) changes = poplens_changes_new_empty ();
  GtkWidget *spin;

  poplens_changes_view_set_changes (POPLENS_CHANGES_VIEW (view), changes, POPLENS_BYTE_UNIT_BINARY);
  spin = find_hidden_type (view, GTK_TYPE_SPIN_BUTTON);
  g_assert_nonnull (spin);
  check_typed (spin, "1.7", "1.70");
  check_typed (spin, "abc", "1.70");
  check_typed (spin, "", "1.70");
  check_typed (spin, "2x", "1.70");
  check_typed (spin, "nan", "1.70");
  check_typed (spin, "1.528", "1.528");
  check_typed (spin, "0.333333", "0.333333");
  check_typed (spin, "-3", "0.00");
  check_typed (spin, "99999", "1000.00");
  check_leaves_wheel (spin);
  check_leaves_wheel (find_hidden_type (view, GTK_TYPE_SCALE));
  check_finalizes (window, view);
}

/* ---- the name entry ---- */

static void
on_taken (GtkWidget *entry, const char *name, gpointer data)
{
  g_free (*(char **) data);
  *(char **) data = g_strdup (name);
}

static guint
count_name_rows (GtkWidget *entry)
{
  GtkWidget *list = find_hidden_type (entry, GTK_TYPE_LIST_BOX);
  guint n = 0;

  while (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), (int) n))
    n++;
  return n;
}

static void
test_name (void)
{
  const char *const names[] = {"Fwd/dense/weights",
                               "Bwd/dense/weights",
                               "Fwd/dense/bias",
                               "category:message",
                               "x0",
                               "x1",
                               "x2",
                               "x3",
                               "x4",
                               "x5",
                               "x6",
                               "x7",
                               "x8",
                               "x9",
                               "x10",
                               NULL};
  GtkWidget *view = poplens_name_entry_new (names, "Add a variable");
  GtkWidget *window = show_in_window (view);
  GtkWidget *entry = find_hidden_type (view, GTK_TYPE_ENTRY);
  GtkWidget *list = find_hidden_type (view, GTK_TYPE_LIST_BOX);
  g_autofree char *taken = NULL;

  g_signal_connect (view, "taken", G_CALLBACK (on_taken), &taken);
  gtk_editable_set_text (GTK_EDITABLE (entry), "WEIGHT");
  g_assert_cmpuint (count_name_rows (view), ==, 2);
  /* A label says how many names are left out. */
  g_assert_false (gtk_widget_get_visible (gtk_widget_get_next_sibling (list)));
  gtk_editable_set_text (GTK_EDITABLE (entry), "x");
  g_assert_cmpuint (count_name_rows (view), ==, 10);
  g_assert_true (gtk_widget_get_visible (gtk_widget_get_next_sibling (list)));
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (gtk_widget_get_next_sibling (list))), ==,
                   "10 of 11 names; type more to narrow the list");
  gtk_editable_set_text (GTK_EDITABLE (entry), "nothing");
  g_assert_cmpuint (count_name_rows (view), ==, 0);
  gtk_editable_set_text (GTK_EDITABLE (entry), "dense");
  g_assert_cmpuint (count_name_rows (view), ==, 3);
  g_signal_emit_by_name (list, "row-activated",
                         gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 1));
  g_assert_cmpstr (taken, ==, "Bwd/dense/weights");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "");
  check_finalizes (window, view);
}

/* Types @words, and runs the main loop until the list is complete. Returns the longest
 * uninterrupted work, in µs. */
static gint64
type_words (GtkWidget *entry, const char *words)
{
  gint64 start = g_get_monotonic_time (), work = work_time (), longest;

  gtk_editable_set_text (GTK_EDITABLE (entry), words);
  longest = work_time () - work;
  while (g_get_monotonic_time () < start + 300 * 1000) {
    work = work_time ();
    if (g_main_context_iteration (NULL, FALSE))
      longest = MAX (longest, work_time () - work);
    else
      g_usleep (1000);
  }
  return longest;
}

/* A report has thousands of names; a row for each would take seconds. */
static void
test_many_names (void)
{
  g_auto (GStrv) names = g_new0 (char *, 5001);
  GtkWidget *view, *window, *entry, *rest;
  gint64 one, more;

  for (guint i = 0; i < 5000; i++)
    names[i] = g_strdup_printf ("layer%u/attention/output/weights/Variable_%04u", i % 24, i);
  view = poplens_name_entry_new ((const char *const *) names, "Add a variable");
  window = show_in_window (view);
  entry = find_hidden_type (view, GTK_TYPE_ENTRY);
  rest = gtk_widget_get_next_sibling (find_hidden_type (view, GTK_TYPE_LIST_BOX));
  one = type_words (entry, "a");
  g_assert_cmpuint (count_name_rows (view), ==, 10);
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (rest)), ==,
                   "10 of 5,000 names; type more to narrow the list");
  more = type_words (entry, "variable_4999");
  g_assert_cmpuint (count_name_rows (view), ==, 1);
  g_test_message ("the longest while typing: %.1f ms, %.1f ms", (double) one / 1e3,
                  (double) more / 1e3);
  g_assert_cmpint (MAX (one, more), <, 500 * 1000);
  check_finalizes (window, view);
}

void
add_cards_tests (void)
{
  g_test_add_func ("/app-widgets/names/many", test_many_names);
  g_test_add_func ("/app-widgets/name-entry", test_name);
  g_test_add_func ("/app-widgets/changes/factor", test_factor);
  g_test_add_func ("/app-widgets/cards/in-a-row", test_in_a_row);
  g_test_add_func ("/app-widgets/cards/rows", test_card_rows);
  g_test_add_func ("/app-widgets/columns", test_card_columns);
}
