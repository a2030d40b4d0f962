/* Tests of “Open Remote Report…” with a fake ssh (played-ssh.h). */
#include "app/app-test.h"

#include "app/played-ssh.h"
#include "app/remote/folder-browser.h"
#include "app/remote/prompt-page.h"
#include "app/remote/remote-dialog.h"
#include "app/remote/remote-places.h"
#include "app/widgets/suggestion-entry.h"
#include "support/temp-dir.h"

#include <string.h>

typedef struct {
  char *root;
  char *name; /* address of the computer: another one for each test, as connections are shared */
  PoplensRemoteDialog *dialog; /* NULL after it was closed */
  char *chosen;
  gboolean given_up;
} RemoteFixture;

/* Sets the fake's behaviour to the words in @mode; the home folder is below the root of this
 * test. */
static void
set_mode (RemoteFixture *f, const char *mode)
{
  g_autofree char *text = g_strdup_printf ("%s home=%s/home", mode, f->root);

  played_ssh_set (text);
}

static void
on_chosen (PoplensRemoteDialog *dialog, const char *address, RemoteFixture *f)
{
  g_assert_null (f->chosen);
  f->chosen = g_strdup (address);
}

static void
on_given_up (PoplensRemoteDialog *dialog, RemoteFixture *f)
{
  f->given_up = TRUE;
}

static void
remote_set_up (RemoteFixture *f, gconstpointer data)
{
  f->root = new_folder ();
  g_free (temp_dir_write (f->root, "home/training/profile.pop", "", 0));
  g_free (temp_dir_write (f->root, "home/runs/a/profile.pop", "", 0));
  f->name = g_strconcat ("gc-", f->root + strlen (f->root) - 6, NULL);
  set_mode (f, data);
  f->dialog = poplens_remote_dialog_new (NULL);
  g_object_add_weak_pointer (G_OBJECT (f->dialog), (gpointer *) &f->dialog);
  g_signal_connect (f->dialog, "chosen", G_CALLBACK (on_chosen), f);
  g_signal_connect (f->dialog, "given-up", G_CALLBACK (on_given_up), f);
}

static gboolean
is_gone (gpointer data)
{
  return ((RemoteFixture *) data)->dialog == NULL;
}

static void
remote_tear_down (RemoteFixture *f, gconstpointer data)
{
  if (f->dialog)
    gtk_window_close (GTK_WINDOW (f->dialog));
  wait_until (is_gone, f);
  g_free (f->root);
  g_free (f->name);
  g_free (f->chosen);
}

/* ---- finding and pressing widgets ---- */

static gpointer
find_child (gpointer widget, GType type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child)) {
    gpointer found = find_child (child, type);
    if (found)
      return found;
  }
  return NULL;
}

static gpointer
find_button (gpointer widget, const char *label)
{
  if (GTK_IS_BUTTON (widget) && !g_strcmp0 (gtk_button_get_label (widget), label))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child)) {
    gpointer found = find_button (child, label);
    if (found)
      return found;
  }
  return NULL;
}

static void
press_button (RemoteFixture *f, const char *label)
{
  GtkWidget *button = find_button (f->dialog, label);

  g_assert_nonnull (button);
  g_assert_true (gtk_widget_is_sensitive (button));
  g_signal_emit_by_name (button, "clicked");
}

static const char *
page_of (RemoteFixture *f)
{
  return gtk_stack_get_visible_child_name (find_child (f->dialog, GTK_TYPE_STACK));
}

typedef struct {
  RemoteFixture *f;
  const char *page;
} WantedPage;

static gboolean
is_shown (gpointer data)
{
  const WantedPage *wanted = data;

  return !strcmp (page_of (wanted->f), wanted->page);
}

static void
wait_page (RemoteFixture *f, const char *page)
{
  WantedPage wanted = {f, page};

  wait_until (is_shown, &wanted);
}

/* @path: (nullable): NULL: only the computer */
static void
connect_to (RemoteFixture *f, const char *path)
{
  PoplensSuggestionEntry *entry = find_child (f->dialog, POPLENS_TYPE_SUGGESTION_ENTRY);
  g_autofree char *text = g_strconcat (f->name, path ? ":" : "", path, NULL);

  poplens_suggestion_entry_set_text (entry, text);
  g_signal_emit_by_name (entry, "changed");
  gtk_window_present (GTK_WINDOW (f->dialog));
  press_button (f, "_Connect");
}

static gboolean
has_rows (gpointer data)
{
  GtkColumnView *list = find_child (((RemoteFixture *) data)->dialog, GTK_TYPE_COLUMN_VIEW);

  return g_list_model_get_n_items (G_LIST_MODEL (gtk_column_view_get_model (list))) > 0;
}

static gboolean
is_chosen (gpointer data)
{
  return ((RemoteFixture *) data)->chosen != NULL;
}

/* @path: below the root */
static void
check_chosen (RemoteFixture *f, const char *path)
{
  g_autofree char *address = g_strconcat (f->name, ":", f->root, path, NULL);

  wait_until (is_chosen, f);
  g_assert_cmpstr (f->chosen, ==, address);
}

/* ---- tests ---- */

/* Opens a folder, then a report in it; the folder is remembered. */
static void
test_browse (RemoteFixture *f, gconstpointer data)
{
  g_autoptr (GPtrArray) places = NULL;
  g_autofree char *runs = g_build_filename (f->root, "home/runs", NULL);

  connect_to (f, NULL);
  wait_page (f, "browser");
  wait_until (has_rows, f);
  press_button (f, "_Open"); /* runs */
  while (!find_button (f->dialog, "runs"))
    g_main_context_iteration (NULL, TRUE);
  press_button (f, "_Open"); /* a, which is a report */
  check_chosen (f, "/home/runs/a");
  wait_until (is_gone, f);
  g_assert_false (f->given_up);
  places = poplens_remote_places_list (poplens_settings_get_default ());
  g_assert_cmpstr (((PoplensRemotePlace *) places->pdata[0])->address->path, ==, runs);
}

/* The address of a report opens it without the browser; for a missing one the browser shows the
 * folder where it should be. */
static void
test_address (RemoteFixture *f, gconstpointer data)
{
  connect_to (f, "training");
  check_chosen (f, "/home/training");
}

static void
test_missing (RemoteFixture *f, gconstpointer data)
{
  g_autofree char *nothing = g_build_filename (f->root, "home/nothing", NULL);

  connect_to (f, nothing);
  wait_page (f, "browser");
  while (!find_button (f->dialog, "nothing"))
    g_main_context_iteration (NULL, TRUE);
  press_button (f, "home");
  wait_until (has_rows, f);
  g_assert_false (f->given_up);
}

static void
answer (RemoteFixture *f, const char *text)
{
  wait_page (f, "prompt");
  gtk_editable_set_text (find_child (f->dialog, GTK_TYPE_PASSWORD_ENTRY), text);
  press_button (f, "_Continue");
}

static void
check_explanation (RemoteFixture *f, const char *expected)
{
  GtkWidget *page = find_child (f->dialog, POPLENS_TYPE_PROMPT_PAGE);
  GObject *label = gtk_widget_get_template_child (page, POPLENS_TYPE_PROMPT_PAGE, "explanation");

  wait_page (f, "prompt");
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==, expected);
}

/* The question is repeated as often as ssh repeats it, until ssh gives up; the text typed before is
 * cleared. */
static void
test_secret (RemoteFixture *f, gconstpointer data)
{
  connect_to (f, NULL);
  check_explanation (f, "");
  answer (f, "wrong");
  check_explanation (f, "That passphrase was not accepted");
  answer (f, "wrong");
  answer (f, "wrong");
  wait_page (f, "error");
  press_button (f, "_Try Again");
  check_explanation (f, "");
  answer (f, "secret");
  wait_page (f, "browser");
  g_assert_cmpstr (gtk_editable_get_text (find_child (f->dialog, GTK_TYPE_PASSWORD_ENTRY)), ==, "");
}

/* The fingerprint can be copied, and Enter does not trust the key. */
static void
test_unknown_key (RemoteFixture *f, gconstpointer data)
{
  connect_to (f, NULL);
  wait_page (f, "prompt");
  GtkWidget *trust = find_button (f->dialog, "_Trust and Connect");
  PoplensPromptPage *page = find_child (f->dialog, POPLENS_TYPE_PROMPT_PAGE);
  g_assert_true (gtk_window_get_default_widget (GTK_WINDOW (f->dialog)) != trust);
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (f->dialog)) != trust);
  GtkLabel *words = GTK_LABEL (
      gtk_widget_get_template_child (GTK_WIDGET (page), POPLENS_TYPE_PROMPT_PAGE, "words"));
  g_assert_true (g_str_has_suffix (gtk_label_get_text (words),
                                   "Are you sure you want to continue connecting?"));
  GtkLabel *fingerprint = GTK_LABEL (
      gtk_widget_get_template_child (GTK_WIDGET (page), POPLENS_TYPE_PROMPT_PAGE, "fingerprint"));
  g_assert_cmpstr (gtk_label_get_text (fingerprint), ==,
                   "SHA256:0rEMq2Lm4jX7mWl3gYhOZ1rpKfHUV0ZkXn3xqk8Yb5c");
  g_assert_true (gtk_label_get_selectable (fingerprint));
  g_signal_emit_by_name (gtk_window_get_default_widget (GTK_WINDOW (f->dialog)), "clicked");
  wait_page (f, "error");
  press_button (f, "_Try Again");
  wait_page (f, "prompt");
  press_button (f, "_Trust and Connect");
  wait_page (f, "browser");
}

static void
test_notice (RemoteFixture *f, gconstpointer data)
{
  connect_to (f, NULL);
  wait_page (f, "prompt");
  set_mode (f, "plain");
  wait_page (f, "browser");
}

/* Returns to the list of computers, or closes the dialog, while the computer does not answer. */
static void
test_cancel_connecting (RemoteFixture *f, gconstpointer data)
{
  connect_to (f, NULL);
  g_assert_cmpstr (page_of (f), ==, "connecting");
  g_signal_emit_by_name (
      gtk_widget_get_template_child (GTK_WIDGET (f->dialog), POPLENS_TYPE_REMOTE_DIALOG, "back"),
      "clicked");
  g_assert_cmpstr (page_of (f), ==, "host");
  press_button (f, "_Connect");
  gtk_window_close (GTK_WINDOW (f->dialog));
  wait_until (is_gone, f);
  g_assert_true (f->given_up);
}

static void
test_cancel_prompt (RemoteFixture *f, gconstpointer data)
{
  connect_to (f, NULL);
  wait_page (f, "prompt");
  gtk_window_close (GTK_WINDOW (f->dialog));
  wait_until (is_gone, f);
  g_assert_true (f->given_up);
}

/* The typed address is in the next dialog of the window too, until it has led to a report. */
static void
test_typed_again (RemoteFixture *f, gconstpointer data)
{
  GtkWindow *parent = GTK_WINDOW (gtk_window_new ());
  const char *left[] = {"", f->name, ""};

  for (guint i = 0; i < G_N_ELEMENTS (left); i++) {
    gtk_window_destroy (GTK_WINDOW (f->dialog));
    wait_until (is_gone, f);
    f->dialog = poplens_remote_dialog_new (parent);
    g_object_add_weak_pointer (G_OBJECT (f->dialog), (gpointer *) &f->dialog);
    PoplensSuggestionEntry *entry = find_child (f->dialog, POPLENS_TYPE_SUGGESTION_ENTRY);
    g_assert_cmpstr (poplens_suggestion_entry_get_text (entry), ==, left[i]);
    set_mode (f, i ? "plain" : "refused");
    if (i < 2) {
      connect_to (f, NULL);
      wait_page (f, i ? "browser" : "error");
    }
  }
  gtk_window_destroy (GTK_WINDOW (f->dialog));
  wait_until (is_gone, f);
  gtk_window_destroy (parent);
}

static void
test_refused_connection (RemoteFixture *f, gconstpointer data)
{
  connect_to (f, NULL);
  wait_page (f, "error");
  set_mode (f, "plain");
  press_button (f, "_Try Again");
  wait_page (f, "browser");
  wait_until (has_rows, f);
  set_mode (f, "refused");
  played_ssh_end ();
  press_button (f, "_Open");
  wait_page (f, "error");
}

static void
connect_only (RemoteFixture *f)
{
  g_autofree char *text = g_strconcat (f->name, ":", f->root, "/run", NULL);
  g_autoptr (PoplensAddress) address = poplens_address_parse (text, NULL);

  poplens_remote_dialog_connect (f->dialog, address);
}

/* Opening a recent report shows no window if ssh asks nothing, and does not examine its files. */
static void
test_connect_only (RemoteFixture *f, gconstpointer data)
{
  connect_only (f);
  wait_until (is_chosen, f);
  g_assert_false (f->dialog && gtk_widget_get_visible (GTK_WIDGET (f->dialog)));
  check_chosen (f, "/run");
}

static void
test_connect_asks (RemoteFixture *f, gconstpointer data)
{
  connect_only (f);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (f->dialog)));
  wait_page (f, "prompt");
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (f->dialog)));
  answer (f, "secret");
  wait_until (is_chosen, f);
}

void
add_remote_dialog_tests (gboolean has_ssh)
{
#define ADD(name, mode, func)                                                                      \
  g_test_add ("/app/remote-dialog/" name, RemoteFixture, mode, remote_set_up, func,                \
              remote_tear_down)
  if (!has_ssh)
    return;
  ADD ("browse", "plain", test_browse);
  ADD ("address", "plain", test_address);
  ADD ("missing", "plain", test_missing);
  ADD ("secret", "passphrase", test_secret);
  ADD ("unknown-key", "unknown", test_unknown_key);
  ADD ("typed-again", "refused", test_typed_again);
  ADD ("notice", "touch", test_notice);
  ADD ("cancel", "hang", test_cancel_connecting);
  ADD ("cancel-prompt", "passphrase", test_cancel_prompt);
  ADD ("refused", "refused", test_refused_connection);
  ADD ("connect-only", "plain", test_connect_only);
  ADD ("connect-asks", "passphrase", test_connect_asks);
#undef ADD
}
