#include "app-widgets/app-widgets-test.h"

#include "app/widgets/toaster.h"

/* As many messages as are on the screen, those that go among them. */
static guint
n_toasts (GtkWidget *overlay)
{
  guint n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (overlay); child;
       child = gtk_widget_get_next_sibling (child))
    n++;
  return n - 1;
}

static gboolean
one_toast (gpointer overlay)
{
  return n_toasts (overlay) == 1;
}

static gboolean
says_second (gpointer overlay)
{
  g_assert_cmpuint (n_toasts (overlay), <=, 1);
  return find_label (overlay, "second") != NULL;
}

static gboolean
no_toast (gpointer overlay)
{
  return n_toasts (overlay) == 0;
}

static void
count (gpointer data)
{
  (*(guint *) data)++;
}

/* A message that comes while another goes waits for its place; what its button does is kept. */
static void
test_one_after_the_other (void)
{
  GtkWidget *overlay = adw_toast_overlay_new ();
  AdwToastOverlay *self = ADW_TOAST_OVERLAY (overlay);
  GtkWidget *window, *button;
  guint n_freed = 0, n_pressed = 0;

  adw_toast_overlay_set_child (self, gtk_label_new ("below"));
  window = show_in_window (overlay);
  for (guint i = 0; i < 3; i++) {
    poplens_toaster_say (self, "first");
    wait_until (one_toast, overlay);
    press_key (overlay, GDK_KEY_Escape, 0);
    poplens_toaster_say (self, "never seen");
    poplens_toaster_offer (self, "second", "Undo", count, &n_pressed, NULL);
    wait_until (says_second, overlay);
    press_key (overlay, GDK_KEY_Escape, 0);
    wait_until (no_toast, overlay);
  }
  g_assert_cmpuint (n_pressed, ==, 0);

  poplens_toaster_say (self, "first");
  wait_until (one_toast, overlay);
  press_key (overlay, GDK_KEY_Escape, 0);
  poplens_toaster_offer (self, "second", "Undo", count, &n_pressed, NULL);
  wait_until (says_second, overlay);
  button = gtk_widget_get_ancestor (find_label (overlay, "Undo"), GTK_TYPE_BUTTON);
  g_signal_emit_by_name (button, "clicked");
  wait_until (no_toast, overlay);
  g_assert_cmpuint (n_pressed, ==, 1);

  /* The window goes while one waits. */
  poplens_toaster_say (self, "first");
  wait_until (one_toast, overlay);
  press_key (overlay, GDK_KEY_Escape, 0);
  poplens_toaster_offer (self, "second", "Undo", count, &n_pressed, NULL);
  poplens_toaster_offer (self, "third", "Undo", count, &n_freed, count);
  check_finalizes (window, overlay);
  g_assert_cmpuint (n_freed, ==, 1);
  g_assert_cmpuint (n_pressed, ==, 1);
}

void
add_toaster_tests (void)
{
  g_test_add_func ("/app-widgets/toaster/one-after-the-other", test_one_after_the_other);
}
