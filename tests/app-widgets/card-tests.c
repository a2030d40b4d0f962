/* Tests of the card of an item, which is beside the page or covers the end of it. */
#include "app-widgets/app-widgets-test.h"

#include "app/card/card-pane.h"
#include "app/card/card-split.h"
#include "support/report-fixture.h"

typedef struct {
  GtkWidget *window, *split, *page, *pane;
  char *followed;
} Split;

static void
on_follow (GtkWidget *split, const char *location, Split *self)
{
  g_free (self->followed);
  self->followed = g_strdup (location);
}

static void
card_set_up (Split *self)
{
  g_autoptr (PoplensReport) report = report_fixture_open ("demo");
  g_autoptr (PoplensSession) session = poplens_session_new (report, NULL);

  self->page = gtk_button_new_with_label ("Page");
  self->split = g_object_new (POPLENS_TYPE_CARD_SPLIT, "content", self->page, NULL);
  self->pane = gtk_widget_get_last_child (self->split);
  poplens_card_split_set_session (POPLENS_CARD_SPLIT (self->split), session);
  g_signal_connect (self->split, "follow", G_CALLBACK (on_follow), self);
  self->window = show_in_window (self->split);
}

static gboolean
shows_tile (gpointer data)
{
  return find_label (data, "Tile 812") != NULL;
}

static gboolean
shows_nothing (gpointer data)
{
  return find_label (data, "No Card") != NULL;
}

static guint
n_rows (Split *self)
{
  GtkWidget *list = find_type (self->pane, GTK_TYPE_LIST_BOX);
  guint n = 0;

  for (GtkWidget *row = gtk_widget_get_first_child (list); row;
       row = gtk_widget_get_next_sibling (row))
    n++;
  return n;
}

/* If two cards are requested at once, the last one is shown. A row follows its link. An item that
 * does not exist replaces the card by a message. */
static void
test_answers (void)
{
  Split self = {0};

  card_set_up (&self);
  g_assert_false (gtk_widget_get_visible (self.pane));
  g_assert_false (poplens_card_split_close (POPLENS_CARD_SPLIT (self.split)));
  gtk_widget_activate_action (self.page, "report.card", "s", "tile 5");
  gtk_widget_activate_action (self.page, "report.card", "s", "tile 812");
  wait_until (shows_tile, self.pane);
  g_assert_cmpuint (n_rows (&self), >, 4);
  GtkListBox *list = GTK_LIST_BOX (find_type (self.pane, GTK_TYPE_LIST_BOX));
  g_signal_emit_by_name (list, "row-activated", gtk_list_box_get_row_at_index (list, 0));
  g_assert_cmpstr (self.followed, ==, "memory?tile=812");
  g_clear_pointer (&self.followed, g_free);
  gtk_widget_activate_action (self.page, "report.card", "s", "tile 99999");
  wait_until (shows_nothing, self.pane);
  g_assert_nonnull (find_label (self.pane, "Valid tiles: 0 to 2,943"));
  check_finalizes (self.window, self.pane);
}

/* A card that is opened by a click does not take the focus; one that is opened by keys takes it and
 * returns it. */
static void
test_card_keyboard (void)
{
  Split self = {0};
  GtkRoot *root;

  card_set_up (&self);
  root = gtk_widget_get_root (self.page);
  gtk_widget_grab_focus (self.page);
  gtk_widget_activate_action (self.page, "report.card", "s", "tile 812");
  wait_until (shows_tile, self.pane);
  settle (self.window);
  g_assert_true (gtk_root_get_focus (root) == self.page);
  g_assert_true (poplens_card_split_close (POPLENS_CARD_SPLIT (self.split)));
  g_assert_true (gtk_root_get_focus (root) == self.page);
  poplens_card_split_open (POPLENS_CARD_SPLIT (self.split), "tile 812");
  wait_until (shows_tile, self.pane);
  settle (self.window);
  g_assert_true (gtk_widget_is_ancestor (gtk_root_get_focus (root), self.pane));
  g_assert_true (poplens_card_split_close (POPLENS_CARD_SPLIT (self.split)));
  g_assert_false (gtk_widget_get_visible (self.pane));
  g_assert_true (gtk_root_get_focus (root) == self.page);
  check_finalizes (self.window, self.split);
}

static void
check_place (Split *self, int width, int page_width)
{
  int height = 500;
  graphene_rect_t page, pane;

  gtk_widget_allocate (self->split, width, height, -1, NULL);
  g_assert_true (gtk_widget_compute_bounds (self->page, self->split, &page));
  g_assert_cmpint ((int) page.size.width, ==, page_width);
  if (!gtk_widget_get_visible (self->pane))
    return;
  g_assert_true (gtk_widget_compute_bounds (self->pane, self->split, &pane));
  g_assert_cmpint ((int) (pane.origin.x + pane.size.width), ==, width);
  g_assert_cmpint ((int) pane.size.width, ==, 352);
}

/* The card is beside the page if that leaves 880 pixels to the page. */
static void
test_card_places (void)
{
  Split self = {0};

  card_set_up (&self);
  check_place (&self, 1400, 1400);
  gtk_widget_activate_action (self.page, "report.card", "s", "tile 812");
  wait_until (shows_tile, self.pane);
  check_place (&self, 1400, 1400 - 352);
  check_place (&self, 880 + 352, 880);
  check_place (&self, 880 + 351, 880 + 351);
  check_place (&self, 800, 800);
  poplens_card_split_close (POPLENS_CARD_SPLIT (self.split));
  check_place (&self, 1400, 1400);
  check_finalizes (self.window, self.split);
}

void
add_card_tests (void)
{
  g_test_add_func ("/app/card/answers", test_answers);
  g_test_add_func ("/app/card/keyboard", test_card_keyboard);
  g_test_add_func ("/app/card/places", test_card_places);
}
