/* Tests of remembered remote computers, of listing their folders, and of ssh's questions, which are
 * asked on a worker. */
#include "app/app-test.h"

#include "app/played-ssh.h"
#include "app/remote/folder-listing.h"
#include "app/remote/link-bar.h"
#include "app/remote/remote-places.h"
#include "app/remote/remote-prompter.h"
#include "app/remote/remote-dialog.h"
#include "app/remote/report-link.h"
#include "base/error.h"
#include "remote/host.h"
#include "report/place.h"
#include "support/far-storage.h"
#include "support/temp-dir.h"

#include <errno.h>
#include <string.h>

/* ---- remembered places ---- */

static PoplensSettings *
new_settings (void)
{
  g_autofree char *folder = new_folder ();
  g_autofree char *file = g_build_filename (folder, "settings.ini", NULL);

  return poplens_settings_new (file);
}

static void
add_place (PoplensSettings *settings, const char *text, gint64 now)
{
  g_autoptr (PoplensAddress) address = poplens_address_parse (text, NULL);

  poplens_remote_places_add (settings, address, now);
}

/* @expected: addresses, separated by blanks */
static void
check_places (PoplensSettings *settings, const char *expected)
{
  g_autoptr (GPtrArray) places = poplens_remote_places_list (settings);
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint i = 0; i < places->len; i++) {
    g_autofree char *text =
        poplens_address_to_string (((PoplensRemotePlace *) places->pdata[i])->address);
    g_string_append_printf (found, i ? " %s" : "%s", text);
  }
  g_assert_cmpstr (found->str, ==, expected);
}

static void
test_remote_places (void)
{
  g_autoptr (PoplensSettings) settings = new_settings ();
  g_autoptr (PoplensAddress) here = poplens_address_parse ("ssh://kim@[fe80::1]:2222", NULL);
  g_autoptr (PoplensAddress) other = poplens_address_parse ("gc-01:", NULL);

  check_places (settings, "");
  add_place (settings, "gc-01:/data/run", 10);
  add_place (settings, "ssh://kim@[fe80::1]:2222/a%FFb", 30);
  add_place (settings, "kim@gc-01:/x=[y]", 20);
  check_places (settings, "ssh://kim@[fe80::1]:2222/a%FFb kim@gc-01:/x=[y] gc-01:/data/run");
  add_place (settings, "gc-01:/data", 40);
  check_places (settings, "gc-01:/data ssh://kim@[fe80::1]:2222/a%FFb kim@gc-01:/x=[y]");
  g_autoptr (PoplensAddress) found = poplens_remote_places_find (settings, here);
  g_assert_cmpstr (found->path, ==,
                   "/a\xff"
                   "b");
  poplens_remote_places_remove (settings, here);
  g_assert_null (poplens_remote_places_find (settings, here));
  for (guint i = 0; i < 30; i++) {
    g_autofree char *text = g_strdup_printf ("host%u:/x", i);
    add_place (settings, text, 100 + i);
  }
  g_autoptr (GPtrArray) places = poplens_remote_places_list (settings);
  g_assert_cmpuint (places->len, ==, 24);
  g_assert_null (poplens_remote_places_find (settings, other));
  poplens_settings_set_string (settings, "remote", "damaged", "no number");
  poplens_settings_set_string (settings, "remote", "damaged2", "7 -oProxyCommand=x:/y");
  g_clear_pointer (&places, g_ptr_array_unref);
  places = poplens_remote_places_list (settings);
  g_assert_cmpuint (places->len, ==, 24);
}

static void
check_parse (const char *text, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensAddress) address = poplens_remote_parse (text, &error);
  g_autofree char *found = address ? poplens_address_to_string (address) : NULL;

  g_assert_cmpstr (found, ==, expected);
  g_assert_true (!address == (error != NULL));
}

static void
test_parse (void)
{
  check_parse ("gc-01", "gc-01:");
  check_parse (" kim@gc-01 ", "kim@gc-01:");
  check_parse ("gc-01:/data", "gc-01:/data");
  check_parse ("gc-01:data", "gc-01:data");
  check_parse ("ssh://gc-01:22/data", "ssh://gc-01:22/data");
  check_parse ("sftp://kim@gc-01/data", "kim@gc-01:/data");
  check_parse ("", NULL);
  check_parse ("/data/run", NULL);
  check_parse ("-oProxyCommand=x", NULL);
}

/* ---- paths and addresses of reports ---- */

static void
check_path (const char *text, const char *expected)
{
  g_autofree char *path = poplens_report_canonical_path (text);
  g_autofree char *uri = poplens_report_path_to_uri (path);
  g_autofree char *back = poplens_report_path_from_uri (uri);
  g_autoptr (GFile) file = poplens_report_path_get_file (text);
  /* The file as it is received from another process. */
  g_autofree char *sent = g_file_get_uri (file);
  g_autoptr (GFile) received = g_file_new_for_uri (sent);
  g_autofree char *opened = poplens_report_path_of_file (received);

  g_assert_cmpstr (path, ==, expected);
  g_assert_cmpstr (back, ==, expected);
  g_assert_cmpstr (opened, ==, expected);
}

/* An address is not a path: it passes through settings, command line and drops unchanged. */
static void
test_report_path (void)
{
  g_autofree char *here = g_get_current_dir ();
  g_autofree char *below = g_build_filename (here, "below", NULL);
  g_autoptr (GFile) dropped = g_file_new_for_uri ("sftp://kim@gc-01/data/a%20run");
  g_autofree char *path = poplens_report_path_of_file (dropped);

  check_path ("/data/run", "/data/run");
  check_path ("/data/../run/a:b", "/run/a:b");
  check_path ("below", below);
  check_path ("/data/\xff", "/data/\xff");
  check_path ("gc-01:/data/run", "gc-01:/data/run");
  check_path ("gc-01:/a b%20/../c", "gc-01:/a b%20/../c");
  check_path ("gc-01:run", "gc-01:run");
  check_path ("kim@gc-01:", "kim@gc-01:");
  check_path ("ssh://kim@gc-01:2222/data/%FF", "ssh://kim@gc-01:2222/data/%FF");
  check_path ("sftp://gc-01/data", "gc-01:/data");
  g_assert_cmpstr (path, ==, "kim@gc-01:/data/a run");
  g_assert_null (poplens_report_path_from_uri ("ssh://-oProxyCommand=x/"));
  g_assert_null (poplens_report_path_from_uri ("http://gc-01/data"));
}

/* ---- folders ---- */

static void
on_folder (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static gboolean
is_set (gpointer data)
{
  return *(gpointer *) data != NULL;
}

static PoplensFolder *
read_folder (FarStorage *host, const char *path, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  poplens_folder_read_async (POPLENS_STORAGE (host), path, cancellable, on_folder, &result);
  wait_until (is_set, &result);
  return poplens_folder_read_finish (result, error);
}

static char *
describe_folder (PoplensFolder *folder)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < folder->entries->len; i++) {
    PoplensFolderEntry *entry = folder->entries->pdata[i];
    g_string_append_printf (text, "%s%s%s ", poplens_folder_entry_get_name (entry),
                            poplens_folder_entry_is_folder (entry) ? "/" : "",
                            poplens_folder_entry_is_report (entry) ? "*" : "");
  }
  g_string_append_printf (text, "and %u", folder->n_others);
  return g_string_free (text, FALSE);
}

static gboolean
is_marked (gpointer data)
{
  g_autofree char *text = describe_folder (data);

  return !strcmp (text, "run-1/* run-2/* run-9/ run-10/* bert.pop* and 3");
}

static void
touch (const char *folder, const char *name)
{
  g_free (temp_dir_write (folder, name, "", 0));
}

static void
test_folder (void)
{
  g_autofree char *root = new_folder ();
  g_autoptr (FarStorage) host = far_storage_new ();
  g_autofree char *first = g_build_filename (root, "run-1", NULL);
  g_autofree char *nowhere = g_build_filename (root, "nowhere", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  touch (root, "run-1/profile.pop");
  touch (root, "run-2/profile_abc12345.pop");
  touch (root, "run-9/profile.pop/a folder");
  touch (root, "run-10/archive.a");
  touch (root, "bert.pop");
  touch (root, "notes.txt");
  touch (root, ".cache/profile.pop");
  touch (root, "debug.cbor");
  g_autoptr (PoplensFolder) folder = read_folder (host, root, &error);
  g_assert_no_error (error);
  g_autofree char *text = describe_folder (folder);
  g_assert_cmpstr (text, ==, "run-1/ run-2/ run-9/ run-10/ bert.pop* and 3");
  g_assert_false (folder->is_report);
  poplens_folder_mark (POPLENS_STORAGE (host), folder, cancellable);
  wait_until (is_marked, folder);
  g_autoptr (PoplensFolder) run = read_folder (host, first, NULL);
  g_assert_true (run->is_report);
  g_assert_null (read_folder (host, nowhere, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND);
  g_clear_error (&error);
  far_storage_lose_after (host, 0);
  g_assert_null (read_folder (host, root, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_LINK);
}

/* ---- questions ---- */

typedef struct {
  PoplensRemotePrompter *prompter;
  GCancellable *cancellable;
  char *answer;
} AskingThread;

static gpointer
ask_thread (gpointer data)
{
  AskingThread *asker = data;
  PoplensPrompt prompt = {POPLENS_PROMPT_SECRET, "gc-01", "Password \xff"};

  asker->answer = poplens_remote_prompter_ask (&prompt, asker->cancellable, asker->prompter);
  return NULL;
}

static void
on_question (PoplensRemotePrompter *prompter, PoplensRemoteQuestion *question, const char *answer)
{
  g_assert_true (g_utf8_validate (poplens_remote_question_get_text (question), -1, NULL));
  if (answer && !strcmp (answer, "close"))
    poplens_remote_prompter_close (prompter);
  else if (answer)
    poplens_remote_question_answer (question, answer);
}

static void
on_over (PoplensRemotePrompter *prompter, PoplensRemoteQuestion *question, int *n)
{
  (*n)++;
}

static gboolean
is_over (gpointer data)
{
  return *(int *) data > 0;
}

/* @answer: (nullable): the main thread's answer; NULL: none is given, and the asker is
 * cancelled. */
static void
check_asked (const char *answer, const char *expected, gboolean cancelled_before)
{
  g_autoptr (PoplensRemotePrompter) prompter = poplens_remote_prompter_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  AskingThread asker = {prompter, cancellable};
  int n_over = 0;

  g_signal_connect (prompter, "asked", G_CALLBACK (on_question), (gpointer) answer);
  g_signal_connect (prompter, "over", G_CALLBACK (on_over), &n_over);
  if (cancelled_before)
    g_cancellable_cancel (cancellable);
  GThread *thread = g_thread_new ("asker", ask_thread, &asker);
  if (!answer && !cancelled_before)
    g_cancellable_cancel (cancellable);
  wait_until (is_over, &n_over);
  g_thread_join (thread);
  g_assert_cmpstr (asker.answer, ==, expected);
  g_free (asker.answer);
}

static void
test_prompter (void)
{
  check_asked ("secret", "secret", FALSE);
  check_asked ("close", NULL, FALSE);
  check_asked (NULL, NULL, FALSE);
  check_asked (NULL, NULL, TRUE);
  g_autoptr (PoplensRemotePrompter) closed = poplens_remote_prompter_new ();
  AskingThread asker = {closed, NULL};
  poplens_remote_prompter_close (closed);
  ask_thread (&asker);
  g_assert_null (asker.answer);
}

/* ---- the bar of a lost connection ---- */

static void
on_reconnected (PoplensLinkBar *bar, int *n)
{
  (*n)++;
}

static GtkInfoBar *
info_bar (PoplensLinkBar *bar)
{
  return GTK_INFO_BAR (
      gtk_widget_get_template_child (GTK_WIDGET (bar), POPLENS_TYPE_LINK_BAR, "bar"));
}

static gboolean
is_revealed (gpointer data)
{
  return gtk_info_bar_get_revealed (data);
}

static gboolean
is_hidden (gpointer data)
{
  return !gtk_info_bar_get_revealed (data);
}

static gboolean
is_visible (gpointer data)
{
  return gtk_widget_get_visible (data);
}

static gboolean
is_sensitive (gpointer data)
{
  return gtk_widget_get_sensitive (data);
}

/* Returns the remote dialog. (transfer none) (nullable) */
static GtkWindow *
find_dialog (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++) {
    g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);
    if (POPLENS_IS_REMOTE_DIALOG (window))
      return window;
  }
  g_assert_not_reached ();
}

/* Connects to a fake computer, which must succeed. (transfer full) */
static PoplensHost *
connect_host (const char *text)
{
  g_autoptr (PoplensAddress) address = poplens_address_parse (text, NULL);
  g_autoptr (GError) error = NULL;
  PoplensHost *host = poplens_host_get (address);

  played_ssh_set ("plain");
  poplens_host_connect (host, NULL, &error);
  g_assert_no_error (error);
  return host;
}

static void
test_link_bar (void)
{
  g_autoptr (PoplensHost) host = connect_host ("gc-01:/data/run");
  g_autoptr (PoplensLinkBar) bar = g_object_ref_sink (g_object_new (POPLENS_TYPE_LINK_BAR, NULL));
  GtkWidget *button = GTK_WIDGET (
      gtk_widget_get_template_child (GTK_WIDGET (bar), POPLENS_TYPE_LINK_BAR, "button"));
  PoplensFileInfo info;
  int n = 0;

  g_signal_connect (bar, "reconnected", G_CALLBACK (on_reconnected), &n);
  poplens_link_bar_watch (bar, "/data/run");
  poplens_link_bar_watch (bar, "gc-01:/data/run");
  g_assert_false (is_revealed (info_bar (bar)));
  /* A lost connection is noticed when it is used. */
  played_ssh_set ("refused");
  played_ssh_end ();
  g_assert_cmpint (poplens_storage_stat (POPLENS_STORAGE (host), "/", &info), ==, ENOLINK);
  wait_until (is_revealed, info_bar (bar));
  /* The computer cannot be reached: the dialog says so, and the bar remains after it is closed. */
  g_signal_emit_by_name (button, "clicked");
  g_assert_false (gtk_widget_get_sensitive (button));
  GtkWindow *dialog = find_dialog ();
  wait_until (is_visible, dialog);
  gtk_window_close (dialog);
  wait_until (is_sensitive, button);
  g_assert_cmpint (n, ==, 0);
  played_ssh_set ("plain");
  g_signal_emit_by_name (button, "clicked");
  wait_until (is_over, &n);
  wait_until (is_hidden, info_bar (bar));
  g_assert_cmpint (n, ==, 1);
}

void
add_remote_tests (gboolean has_ssh)
{
  g_test_add_func ("/app/remote/places", test_remote_places);
  g_test_add_func ("/app/remote/parse", test_parse);
  g_test_add_func ("/app/remote/report-path", test_report_path);
  g_test_add_func ("/app/remote/folder", test_folder);
  g_test_add_func ("/app/remote/prompter", test_prompter);
  if (has_ssh)
    g_test_add_func ("/app/remote/link-bar", test_link_bar);
}
