/* Tests of toasts, which are shown one after the other, and of notes that cannot be saved. */
#include "app-widgets/app-widgets-test.h"

#include "app/dialogs/bookmarks.h"
#include "app/widgets/toaster.h"
#include "support/temp-dir.h"

#include <unistd.h>

/* Returns the number of toasts on the screen, including those that are disappearing. */
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

/* A toast that is added while another one disappears waits; its button keeps working. */
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

  /* The window is destroyed while a toast waits. */
  poplens_toaster_say (self, "first");
  wait_until (one_toast, overlay);
  press_key (overlay, GDK_KEY_Escape, 0);
  poplens_toaster_offer (self, "second", "Undo", count, &n_pressed, NULL);
  poplens_toaster_offer (self, "third", "Undo", count, &n_freed, count);
  check_finalizes (window, overlay);
  g_assert_cmpuint (n_freed, ==, 1);
  g_assert_cmpuint (n_pressed, ==, 1);
}

static gboolean
offers_copy (gpointer overlay)
{
  return find_label (overlay, "Copy") != NULL;
}

/* A note that cannot be written is not lost silently: a toast offers to copy it. */
static void
test_note_that_cannot_be_saved (void)
{
  GtkWidget *overlay = adw_toast_overlay_new (), *below = gtk_label_new ("below");
  g_autofree char *folder = temp_dir_new ();
  g_autofree char *blocked = g_build_filename (folder, "poplens", NULL);
  g_autofree char *file = g_build_filename (blocked, "bookmarks.ini", NULL);
  g_autoptr (PoplensSettings) settings = poplens_settings_new (file);
  g_auto (GValue) value = G_VALUE_INIT;

  adw_toast_overlay_set_child (ADW_TOAST_OVERLAY (overlay), below);
  GtkWidget *window = show_in_window (overlay);
  /* A file is in the way of the folder. */
  g_assert_true (g_file_set_contents (blocked, "", -1, NULL));
  poplens_bookmarks_set (settings, "trace a", "7", "why it waits");
  g_assert_false (poplens_bookmarks_save (settings, below, "why it waits"));
  wait_until (offers_copy, overlay);
  g_signal_emit_by_name (gtk_widget_get_ancestor (find_label (overlay, "Copy"), GTK_TYPE_BUTTON),
                         "clicked");
  g_value_init (&value, G_TYPE_STRING);
  g_assert_true (gdk_content_provider_get_value (
      gdk_clipboard_get_content (gtk_widget_get_clipboard (below)), &value, NULL));
  g_assert_cmpstr (g_value_get_string (&value), ==, "why it waits");
  /* The note is written when that is possible again. */
  g_assert_cmpint (unlink (blocked), ==, 0);
  g_assert_true (poplens_bookmarks_save (settings, below, NULL));
  g_autoptr (PoplensSettings) read = poplens_settings_new (file);
  g_autofree char *note = poplens_settings_get_string (read, "trace a", "7");
  g_assert_cmpstr (note, ==, "why it waits");
  check_finalizes (window, overlay);
  temp_dir_remove (folder);
}

void
add_toaster_tests (void)
{
  g_test_add_func ("/app-widgets/toaster/note-that-cannot-be-saved",
                   test_note_that_cannot_be_saved);
  g_test_add_func ("/app-widgets/toaster/one-after-the-other", test_one_after_the_other);
}
