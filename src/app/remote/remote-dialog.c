/* PoplensRemoteDialog: implements the field for a host, the list of recent hosts, the connection
 * attempt, and the pages of the dialog. */
#include "app/remote/remote-dialog.h"

#include "app/remote/folder-browser.h"
#include "app/remote/folder-listing.h"
#include "app/remote/prompt-page.h"
#include "app/remote/remote-places.h"
#include "app/widgets/suggestion-entry.h"
#include "app/window/recent.h"
#include "base/format.h"
#include "base/visible.h"
#include "remote/address.h"
#include "remote/host.h"
#include "remote/ssh-words.h"

#include <adwaita.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* ---- host field ------------------------------------------------------------------------------ */

/* PoplensHostEntry: field for the name of a host, or for the address of a report on a host.
 * Completes hosts of the user's ssh configuration, and hosts of recent reports. Signals: "changed",
 * "entered". */

#define POPLENS_TYPE_HOST_ENTRY (poplens_host_entry_get_type ())

G_DECLARE_FINAL_TYPE (PoplensHostEntry, poplens_host_entry, POPLENS, HOST_ENTRY,
                      PoplensSuggestionEntry)

#define MOST 8
#define WIDTH_CHARS 32

struct _PoplensHostEntry {
  PoplensSuggestionEntry parent_instance;
  GStrv recent; /* (nullable): names of recent hosts */
  GStrv
      known; /* (nullable): names of hosts in the ssh configuration; NULL while it is being read */
};

G_DEFINE_FINAL_TYPE (PoplensHostEntry, poplens_host_entry, POPLENS_TYPE_SUGGESTION_ENTRY)

/* ---- ssh configuration ----------------------------------------------------------------------- */

static void
read_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autofree char *folder = g_build_filename (g_get_home_dir (), ".ssh", NULL);

  g_task_return_pointer (task, poplens_ssh_config_list_hosts (folder), (GDestroyNotify) g_strfreev);
}

static void
on_hosts_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PoplensHostEntry) self = data;

  g_strfreev (self->known);
  self->known = g_task_propagate_pointer (G_TASK (result), NULL);
}

/* ---- suggestions ----------------------------------------------------------------------------- */

/* Returns the part of @text that suggestions can complete: the name of the host, without "kim@"
 * before it. (nullable): NULL if @text already contains a path. */
static const char *
name_of (const char *text)
{
  const char *at = strrchr (text, '@');

  if (g_str_has_prefix (text, "ssh://") || strpbrk (text, "/:"))
    return NULL;
  return at ? at + 1 : text;
}

static gboolean
name_matches (const char *name, const char *typed)
{
  g_autofree char *folded = g_utf8_casefold (name, -1);
  g_autofree char *wanted = g_utf8_casefold (typed, -1);

  return strstr (folded, wanted) && g_utf8_collate (folded, wanted);
}

/* Suggests all @names that match the typed text. Returns the number of matching names. */
static guint
add_suggestions (PoplensHostEntry *self, const char *const *names, const char *detail,
                 GHashTable *seen)
{
  PoplensSuggestionEntry *entry = POPLENS_SUGGESTION_ENTRY (self);
  const char *text = poplens_suggestion_entry_get_text (entry), *typed = name_of (text);
  guint n = 0;

  for (guint i = 0; names && names[i]; i++) {
    gboolean has_user = typed != text;
    g_autofree char *whole = has_user && !strpbrk (names[i], "@:")
                                 ? g_strdup_printf ("%.*s%s", (int) (typed - text), text, names[i])
                                 : g_strdup (names[i]);
    if (!name_matches (whole, text) || !g_hash_table_add (seen, g_strdup (whole)))
      continue;
    if (g_hash_table_size (seen) <= MOST)
      poplens_suggestion_entry_add (entry, whole, detail);
    n++;
  }
  return n;
}

static void
show_list (PoplensSuggestionEntry *entry)
{
  PoplensHostEntry *self = POPLENS_HOST_ENTRY (entry);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  PoplensNumber shown, all;
  g_autofree char *rest = NULL;
  guint n = 0;

  poplens_suggestion_entry_clear (entry);
  if (name_of (poplens_suggestion_entry_get_text (entry))) {
    n = add_suggestions (self, (const char *const *) self->recent, "recent", seen);
    n += add_suggestions (self, (const char *const *) self->known, NULL, seen);
  }
  if (n > MOST)
    rest = g_strdup_printf ("%s of %s names", poplens_format_count (shown, MOST),
                            poplens_format_count (all, n));
  poplens_suggestion_entry_open (entry, rest);
}

static void
on_written (PoplensSuggestionEntry *entry)
{
  show_list (entry);
  g_signal_emit_by_name (entry, "changed");
}

/* Inserts the chosen suggestion into the field without connecting, so that the user can add a path.
 * Enter then connects. */
static void
on_taken (PoplensSuggestionEntry *entry, const char *suggestion)
{
  if (suggestion) {
    poplens_suggestion_entry_set_text (entry, suggestion);
    g_signal_emit_by_name (entry, "changed");
  } else {
    g_signal_emit_by_name (entry, "entered");
  }
}

/* ---- construction and destruction ------------------------------------------------------------ */

static void
poplens_host_entry_finalize (GObject *object)
{
  PoplensHostEntry *self = POPLENS_HOST_ENTRY (object);

  g_strfreev (self->recent);
  g_strfreev (self->known);
  G_OBJECT_CLASS (poplens_host_entry_parent_class)->finalize (object);
}

static void
poplens_host_entry_class_init (PoplensHostEntryClass *klass)
{
  PoplensSuggestionEntryClass *entry_class = POPLENS_SUGGESTION_ENTRY_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = poplens_host_entry_finalize;
  entry_class->written = on_written;
  entry_class->asked = show_list;
  entry_class->taken = on_taken;
  for (guint i = 0; i < 2; i++)
    g_signal_new (i ? "entered" : "changed", POPLENS_TYPE_HOST_ENTRY, G_SIGNAL_RUN_LAST, 0, NULL,
                  NULL, NULL, G_TYPE_NONE, 0);
}

static void
poplens_host_entry_init (PoplensHostEntry *self)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, on_hosts_read, g_object_ref (self));

  poplens_suggestion_entry_describe (POPLENS_SUGGESTION_ENTRY (self), "Host or address",
                                     WIDTH_CHARS, "Host or address");
  g_task_run_in_thread (task, read_thread);
}

/* ---- connecting on a worker thread ----------------------------------------------------------- */

/* A job that connects to a host on a worker thread, and finds the folder to show first. */

typedef struct {
  PoplensHost *host;
  PoplensAddress *address;
  PoplensAddress *last; /* (nullable): folder of this host that was shown last */
  gboolean is_report;   /* (out): the returned path is a report, not a folder to show */
} ConnectJob;

static void
connect_job_free (gpointer data)
{
  ConnectJob *job = data;

  g_object_unref (job->host);
  poplens_address_free (job->address);
  g_clear_pointer (&job->last, poplens_address_free);
  g_free (job);
}

static gboolean
is_folder (PoplensStorage *host, const char *path)
{
  PoplensFileInfo info;

  return !poplens_storage_stat (host, path, &info) && S_ISDIR (info.mode);
}

static char *
find_last (const ConnectJob *job, GCancellable *cancellable)
{
  g_autofree char *path = NULL;

  if (*job->address->path || !job->last ||
      poplens_host_resolve (job->host, job->last, &path, cancellable) ||
      !is_folder (POPLENS_STORAGE (job->host), path))
    return NULL;
  return g_steal_pointer (&path);
}

/* Returns the path of the folder to show first. (transfer full) (nullable): NULL with @error. An
 * absolute path that does not exist is returned too: the browser says so, and offers the folders
 * above it. */
static char *
find_path (const ConnectJob *job, GCancellable *cancellable, GError **error)
{
  const char *wanted = job->address->path;
  g_autofree char *path = find_last (job, cancellable);
  int code = path ? 0 : poplens_host_resolve (job->host, job->address, &path, cancellable);

  if (!code)
    return g_steal_pointer (&path);
  if (code != ENOLINK && code != ECANCELED && *wanted == '/')
    return g_strdup (wanted);
  poplens_storage_set_error (POPLENS_STORAGE (job->host), wanted, code, error);
  return NULL;
}

/* TRUE if the address of @job has a path, and @path is a report. A regular file counts as a report,
 * because it can be a renamed profile. */
static gboolean
is_report (const ConnectJob *job, const char *path)
{
  PoplensStorage *storage = POPLENS_STORAGE (job->host);
  PoplensFileInfo info;

  return *job->address->path && !poplens_storage_stat (storage, path, &info) &&
         (S_ISREG (info.mode) || poplens_folder_is_report (storage, path));
}

static void
connect_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  ConnectJob *job = data;
  g_autoptr (GError) error = NULL;
  char *path = NULL;

  g_cancellable_push_current (cancellable);
  if (poplens_host_connect (job->host, cancellable, &error))
    path = find_path (job, cancellable, &error);
  if (path)
    job->is_report = is_report (job, path);
  g_cancellable_pop_current (cancellable);
  if (path)
    g_task_return_pointer (task, path, g_free);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

/* Connects to @host on a worker, and finds the folder to show first: the path of @address. If
 * @address has no path, the folder is @last (nullable), if it exists. */
static void
remote_connect_async (PoplensHost *host, const PoplensAddress *address, const PoplensAddress *last,
                      GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  /* No source object: the worker may drop the last reference to the task, and must not finalize a
   * widget. */
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  ConnectJob *job = g_new0 (ConnectJob, 1);

  *job = (ConnectJob){g_object_ref (host), poplens_address_copy (address),
                      last ? poplens_address_copy (last) : NULL};
  g_task_set_task_data (task, job, connect_job_free);
  g_task_run_in_thread (task, connect_thread);
}

/* Returns the absolute path to open or show. @to_open: (out): TRUE: the path is a report; FALSE: it
 * is a folder to show. (transfer full) (nullable): NULL with POPLENS_ERROR_LINK,
 * POPLENS_ERROR_NOT_FOUND, or G_IO_ERROR_CANCELLED. */
static char *
remote_connect_finish (GAsyncResult *result, gboolean *to_open, GError **error)
{
  char *path = g_task_propagate_pointer (G_TASK (result), error);

  *to_open = path && ((const ConnectJob *) g_task_get_task_data (G_TASK (result)))->is_report;
  return path;
}

/* ---- recent hosts ---------------------------------------------------------------------------- */

/* PoplensRemoteRecents: list of the hosts of recent reports. Hidden while it is empty. */

#define POPLENS_TYPE_REMOTE_RECENTS (poplens_remote_recents_get_type ())

/* Signals: "chosen" (PoplensAddress *): the user wants to connect to this host; "removed"
 * (PoplensAddress *): the user removed it from the list. */
G_DECLARE_FINAL_TYPE (PoplensRemoteRecents, poplens_remote_recents, POPLENS, REMOTE_RECENTS, AdwBin)

struct _PoplensRemoteRecents {
  AdwBin parent;
  GtkListBox *list;
};

G_DEFINE_FINAL_TYPE (PoplensRemoteRecents, poplens_remote_recents, ADW_TYPE_BIN)

static void
emit_for_row (PoplensRemoteRecents *self, const char *signal, GtkWidget *row)
{
  /* Copy the address: a signal handler can destroy the row that owns it. */
  g_autoptr (PoplensAddress) address =
      poplens_address_copy (g_object_get_data (G_OBJECT (row), "address"));

  g_signal_emit_by_name (self, signal, address);
}

static void
on_row_activated (PoplensRemoteRecents *self, GtkListBoxRow *row)
{
  emit_for_row (self, "chosen", GTK_WIDGET (row));
}

static void
on_remove (GtkWidget *button, PoplensRemoteRecents *self)
{
  emit_for_row (self, "removed", gtk_widget_get_ancestor (button, GTK_TYPE_LIST_BOX_ROW));
}

static void
add_recent_row (PoplensRemoteRecents *self, const PoplensRemotePlace *place, gint64 now)
{
  GtkWidget *row = adw_action_row_new (), *seen;
  g_autofree char *when = poplens_recent_when (place->seen, now);
  g_autofree char *folder = poplens_visible_text (place->address->path, -1);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), place->destination);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), folder);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 1);
  seen = gtk_label_new (when);
  gtk_widget_add_css_class (seen, "dim-label");
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), seen);
  GtkWidget *button = poplens_remove_button_new (place->destination);
  g_signal_connect (button, "clicked", G_CALLBACK (on_remove), self);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data_full (G_OBJECT (row), "address", poplens_address_copy (place->address),
                          (GDestroyNotify) poplens_address_free);
  gtk_list_box_append (self->list, row);
}

/* Shows the hosts in @places, of PoplensRemotePlace. @now: seconds since the epoch. */
static void
remote_recents_show (PoplensRemoteRecents *self, GPtrArray *places, gint64 now)
{
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->list, 0)))
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  for (guint i = 0; i < places->len; i++)
    add_recent_row (self, places->pdata[i], now);
  gtk_widget_set_visible (GTK_WIDGET (self), places->len > 0);
}

static void
poplens_remote_recents_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), POPLENS_TYPE_REMOTE_RECENTS);
  G_OBJECT_CLASS (poplens_remote_recents_parent_class)->dispose (object);
}

static void
poplens_remote_recents_class_init (PoplensRemoteRecentsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_remote_recents_dispose;
  for (guint i = 0; i < 2; i++)
    g_signal_new (i ? "removed" : "chosen", POPLENS_TYPE_REMOTE_RECENTS, G_SIGNAL_RUN_LAST, 0, NULL,
                  NULL, NULL, G_TYPE_NONE, 1, POPLENS_TYPE_ADDRESS);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/poplens/Poplens/ui/remote-recents.ui");
  gtk_widget_class_bind_template_child (widget_class, PoplensRemoteRecents, list);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
}

static void
poplens_remote_recents_init (PoplensRemoteRecents *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* ---- the dialog ------------------------------------------------------------------------------ */

/* Milliseconds of connecting before the dialog is shown. A fast host is connected by then, and
 * needs no dialog. */
#define SHOW_AFTER_MS 500

struct _PoplensRemoteDialog {
  AdwWindow parent;
  AdwWindowTitle *title;
  GtkWidget *back;
  GtkWidget *next;
  GtkStack *stack;
  PoplensHostEntry *entry;
  GtkLabel *hint;
  PoplensRemoteRecents *recents;
  AdwStatusPage *connecting_page;
  PoplensPromptPage *prompt;
  AdwStatusPage *error;
  GtkWidget *details;
  GtkLabel *words;
  GtkWidget *again;
  PoplensFolderBrowser *browser;

  PoplensSettings *settings;
  PoplensAddress *address;     /* (nullable): address that the dialog connects to */
  PoplensHost *host;           /* (nullable): host of .address */
  PoplensRemotePrompter *asks; /* (nullable): passes ssh's questions about .host to the dialog */
  GQueue questions; /* of PoplensRemoteQuestion: questions without an answer; the first is shown */
  GCancellable *connecting; /* (nullable): cancels the running connection attempt */
  guint show_later;
  gboolean only_connects; /* the dialog only connects to a given address, and shows no folders */
  gboolean is_over;       /* "chosen" or "given-up" was emitted */
};

G_DEFINE_FINAL_TYPE (PoplensRemoteDialog, poplens_remote_dialog, ADW_TYPE_WINDOW)

/* ---- typed address --------------------------------------------------------------------------- */

/* Key of the parent window's object data: the typed address. If connecting fails, the next dialog
 * of this window starts with that address. */
#define TYPED "poplens-remote-typed"

/* Saves the typed address as object data of the parent window, for the next dialog. @text:
 * (nullable): NULL removes it. */
static void
keep_typed (PoplensRemoteDialog *self, const char *text)
{
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (self));

  if (parent && !self->only_connects)
    g_object_set_data_full (G_OBJECT (parent), TYPED, g_strdup (text), g_free);
}

static void
restore_typed (PoplensRemoteDialog *self)
{
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (self));
  const char *text = parent ? g_object_get_data (G_OBJECT (parent), TYPED) : NULL;

  if (text)
    poplens_suggestion_entry_set_text (POPLENS_SUGGESTION_ENTRY (self->entry), text);
}

/* ---- pages ----------------------------------------------------------------------------------- */

static gboolean
is_page (PoplensRemoteDialog *self, const char *name)
{
  return !g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), name);
}

static void
update_next (PoplensRemoteDialog *self)
{
  gboolean can_open = FALSE;

  if (is_page (self, "browser"))
    g_object_get (self->browser, "can-open", &can_open, NULL);
  if (is_page (self, "host")) {
    g_autoptr (PoplensAddress) address = poplens_remote_parse (
        poplens_suggestion_entry_get_text (POPLENS_SUGGESTION_ENTRY (self->entry)), NULL);
    can_open = address != NULL;
  }
  gtk_widget_set_sensitive (self->next, can_open);
}

static void
show_page (PoplensRemoteDialog *self, const char *name)
{
  gboolean is_host = !strcmp (name, "host"), is_browser = !strcmp (name, "browser");

  gtk_stack_set_visible_child_name (self->stack, name);
  gtk_widget_set_visible (self->back, !is_host && !self->only_connects);
  gtk_widget_set_visible (self->next, is_host || is_browser);
  gtk_button_set_label (GTK_BUTTON (self->next), is_host ? "_Connect" : "_Open");
  if (is_host || is_browser)
    gtk_window_set_default_widget (GTK_WINDOW (self), self->next);
  update_next (self);
}

/* Shows the dialog at once, instead of SHOW_AFTER_MS after connecting began. */
static void
present_now (PoplensRemoteDialog *self)
{
  g_clear_handle_id (&self->show_later, g_source_remove);
  if (!gtk_widget_get_visible (GTK_WIDGET (self)))
    gtk_window_present (GTK_WINDOW (self));
}

static void
finish_with_address (PoplensRemoteDialog *self, const PoplensAddress *address)
{
  g_autofree char *text = poplens_address_to_string (address);

  self->is_over = TRUE;
  g_object_ref (self);
  g_signal_emit_by_name (self, "chosen", text);
  gtk_window_destroy (GTK_WINDOW (self));
  g_object_unref (self);
}

/* ---- questions ------------------------------------------------------------------------------- */

static void
show_question (PoplensRemoteDialog *self)
{
  PoplensRemoteQuestion *question = g_queue_peek_head (&self->questions);

  if (question) {
    show_page (self, "prompt");
    present_now (self);
    poplens_prompt_page_ask (self->prompt, question);
  } else if (is_page (self, "prompt")) {
    poplens_prompt_page_clear (self->prompt);
    show_page (self, "connecting");
  }
}

static void
on_asked (PoplensRemoteDialog *self, PoplensRemoteQuestion *question)
{
  g_queue_push_tail (&self->questions, poplens_remote_question_ref (question));
  if (g_queue_get_length (&self->questions) == 1)
    show_question (self);
}

static void
on_over (PoplensRemoteDialog *self, PoplensRemoteQuestion *question)
{
  gboolean shown = g_queue_peek_head (&self->questions) == question;

  if (!g_queue_remove (&self->questions, question))
    return;
  poplens_remote_question_unref (question);
  if (shown)
    show_question (self);
}

static void
on_answered (PoplensRemoteDialog *self)
{
  g_autoptr (PoplensRemoteQuestion) question = g_queue_pop_head (&self->questions);

  show_question (self);
}

static void
forget_questions (PoplensRemoteDialog *self)
{
  if (self->asks) {
    g_signal_handlers_disconnect_by_data (self->asks, self);
    poplens_remote_prompter_close (self->asks);
  }
  g_clear_object (&self->asks);
  g_queue_clear_full (&self->questions, (GDestroyNotify) poplens_remote_question_unref);
  poplens_prompt_page_clear (self->prompt);
}

/* ---- connecting ------------------------------------------------------------------------------ */

static void
stop_connecting (PoplensRemoteDialog *self)
{
  g_clear_handle_id (&self->show_later, g_source_remove);
  if (self->connecting)
    g_cancellable_cancel (self->connecting);
  g_clear_object (&self->connecting);
  forget_questions (self);
  poplens_folder_browser_stop (self->browser);
}

static void
show_connect_error (PoplensRemoteDialog *self, const char *title, const GError *error)
{
  g_autofree char *markup = g_markup_escape_text (error->message, -1);
  g_autofree char *words = self->host ? poplens_host_get_words (self->host) : NULL;

  adw_status_page_set_title (self->error, title);
  adw_status_page_set_description (self->error, markup);
  gtk_label_set_text (self->words, words ? words : "");
  gtk_widget_set_visible (self->details, words && *words);
  show_page (self, "error");
  gtk_window_set_default_widget (GTK_WINDOW (self), self->again);
  gtk_widget_grab_focus (self->again);
  present_now (self);
}

static void
on_connected (GObject *source, GAsyncResult *result, gpointer data)
{
  GWeakRef *weak = data;
  g_autoptr (PoplensRemoteDialog) self = g_weak_ref_get (weak);
  g_weak_ref_clear (weak);
  g_free (weak);
  g_autoptr (GError) error = NULL;
  gboolean is_report;
  g_autofree char *path = remote_connect_finish (result, &is_report, &error);

  if (!self || g_task_get_cancellable (G_TASK (result)) != self->connecting)
    return;
  g_clear_object (&self->connecting);
  g_clear_handle_id (&self->show_later, g_source_remove);
  if (path)
    keep_typed (self, NULL);
  g_autofree char *destination = poplens_address_get_destination (self->address);
  g_autofree char *title = g_strdup_printf ("Cannot Connect to %s", destination);
  if (path && self->only_connects) {
    finish_with_address (self, self->address);
  } else if (path && is_report) {
    g_autoptr (PoplensAddress) report = poplens_address_with_path (self->address, path);
    finish_with_address (self, report);
  } else if (path) {
    show_page (self, "browser");
    poplens_folder_browser_show (self->browser, POPLENS_STORAGE (self->host), path);
  } else {
    show_connect_error (self, title, error);
  }
}

static gboolean
on_show_later (gpointer data)
{
  PoplensRemoteDialog *self = data;

  self->show_later = 0;
  gtk_window_present (GTK_WINDOW (self));
  return G_SOURCE_REMOVE;
}

/* Starts to connect to the host of @address. @address: (transfer full) */
static void
start_connecting (PoplensRemoteDialog *self, PoplensAddress *address)
{
  g_autoptr (PoplensAddress) last = poplens_remote_places_find (self->settings, address);
  g_autofree char *destination = poplens_address_get_destination (address);
  g_autofree char *title = g_strdup_printf ("Connecting to %s…", destination);

  stop_connecting (self);
  keep_typed (self, poplens_suggestion_entry_get_text (POPLENS_SUGGESTION_ENTRY (self->entry)));
  g_clear_pointer (&self->address, poplens_address_free);
  self->address = address;
  g_clear_object (&self->host);
  self->host = poplens_host_get (address);
  self->asks = poplens_remote_prompter_new ();
  g_signal_connect_swapped (self->asks, "asked", G_CALLBACK (on_asked), self);
  g_signal_connect_swapped (self->asks, "over", G_CALLBACK (on_over), self);
  poplens_host_set_prompter (self->host, poplens_remote_prompter_ask, g_object_ref (self->asks),
                             g_object_unref);
  adw_window_title_set_subtitle (self->title, destination);
  adw_status_page_set_title (self->connecting_page, title);
  show_page (self, "connecting");
  self->connecting = g_cancellable_new ();
  /* Use a weak reference: a strong one would keep the dialog alive, and its destruction is what
   * cancels the connection attempt. */
  GWeakRef *weak = g_new0 (GWeakRef, 1);
  g_weak_ref_init (weak, self);
  remote_connect_async (self->host, address, last, self->connecting, on_connected, weak);
}

static void
on_again (PoplensRemoteDialog *self)
{
  start_connecting (self, poplens_address_copy (self->address));
}

/* ---- host page ------------------------------------------------------------------------------- */

static void
on_entry_changed (PoplensRemoteDialog *self)
{
  const char *text = poplens_suggestion_entry_get_text (POPLENS_SUGGESTION_ENTRY (self->entry));
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensAddress) address = *text ? poplens_remote_parse (text, &error) : NULL;
  g_autofree char *destination = address ? poplens_address_get_destination (address) : NULL;
  g_autofree char *hint =
      address ? g_strdup_printf (*address->path ? "Connect to %s and open %s"
                                                : "Connect to %s and show its folders",
                                 destination, address->path)
              : NULL;

  gtk_label_set_text (self->hint, hint    ? hint
                                  : error ? error->message
                                          : "Name in your ssh settings, user@host, or host:folder");
  if (error)
    gtk_widget_add_css_class (GTK_WIDGET (self->hint), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->hint), "error");
  update_next (self);
}

static void
on_recent_chosen (PoplensRemoteDialog *self, PoplensAddress *address)
{
  g_autoptr (PoplensAddress) home = poplens_address_with_path (address, "");
  g_autofree char *destination = poplens_address_get_destination (address);
  g_autofree char *text = poplens_address_to_string (home);

  poplens_suggestion_entry_set_text (POPLENS_SUGGESTION_ENTRY (self->entry),
                                     home->port ? text : destination);
  on_entry_changed (self);
  start_connecting (self, g_steal_pointer (&home));
}

static void
show_host_page (PoplensRemoteDialog *self)
{
  g_autoptr (GPtrArray) places = poplens_remote_places_list (self->settings);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < places->len; i++) {
    const PoplensRemotePlace *place = places->pdata[i];
    if (!place->address->port)
      g_ptr_array_add (names, place->destination);
  }
  g_ptr_array_add (names, NULL);
  /* Suggest recent hosts too, most recent first, in addition to those of the ssh configuration. */
  g_strfreev (self->entry->recent);
  self->entry->recent = g_strdupv ((GStrv) ((const char *const *) names->pdata));
  remote_recents_show (self->recents, places, g_get_real_time () / G_USEC_PER_SEC);
  adw_window_title_set_subtitle (self->title, "");
  show_page (self, "host");
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
  on_entry_changed (self);
}

static void
on_recent_removed (PoplensRemoteDialog *self, PoplensAddress *address)
{
  poplens_remote_places_remove (self->settings, address);
  show_host_page (self);
}

static void
on_computer_back (PoplensRemoteDialog *self)
{
  stop_connecting (self);
  show_host_page (self);
}

/* Activates the main button of the current page. */
static void
go_on (PoplensRemoteDialog *self)
{
  const char *text = poplens_suggestion_entry_get_text (POPLENS_SUGGESTION_ENTRY (self->entry));
  PoplensAddress *address;

  if (is_page (self, "browser"))
    poplens_folder_browser_open (self->browser);
  else if (is_page (self, "host") && (address = poplens_remote_parse (text, NULL)))
    start_connecting (self, address);
}

/* ---- folders --------------------------------------------------------------------------------- */

static void
on_folder_chosen (PoplensRemoteDialog *self, const char *path)
{
  g_autoptr (PoplensAddress) report = poplens_address_with_path (self->address, path);

  finish_with_address (self, report);
}

static void
on_moved (PoplensRemoteDialog *self, const char *path)
{
  g_autoptr (PoplensAddress) folder = poplens_address_with_path (self->address, path);

  poplens_remote_places_add (self->settings, folder, g_get_real_time () / G_USEC_PER_SEC);
}

static void
on_lost (PoplensRemoteDialog *self, GError *error)
{
  g_autofree char *destination = poplens_address_get_destination (self->address);
  g_autofree char *title = g_strdup_printf ("Connection to %s Lost", destination);

  show_connect_error (self, title, error);
}

/* ---- construction and destruction ------------------------------------------------------------ */

static void
give_up (PoplensRemoteDialog *self)
{
  stop_connecting (self);
  if (self->is_over)
    return;
  self->is_over = TRUE;
  g_signal_emit_by_name (self, "given-up");
}

static gboolean
poplens_remote_dialog_close_request (GtkWindow *window)
{
  give_up (POPLENS_REMOTE_DIALOG (window));
  return GTK_WINDOW_CLASS (poplens_remote_dialog_parent_class)->close_request (window);
}

static void
poplens_remote_dialog_dispose (GObject *object)
{
  PoplensRemoteDialog *self = POPLENS_REMOTE_DIALOG (object);

  /* A dialog that was never shown is destroyed without "close-request", so emit "given-up" here. */
  give_up (self);
  g_clear_object (&self->settings);
  g_clear_object (&self->host);
  g_clear_pointer (&self->address, poplens_address_free);
  G_OBJECT_CLASS (poplens_remote_dialog_parent_class)->dispose (object);
}

static void
poplens_remote_dialog_class_init (PoplensRemoteDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_remote_dialog_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = poplens_remote_dialog_close_request;
  g_signal_new ("chosen", POPLENS_TYPE_REMOTE_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_STRING);
  g_signal_new ("given-up", POPLENS_TYPE_REMOTE_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
  g_type_ensure (POPLENS_TYPE_HOST_ENTRY);
  g_type_ensure (POPLENS_TYPE_REMOTE_RECENTS);
  g_type_ensure (POPLENS_TYPE_PROMPT_PAGE);
  g_type_ensure (POPLENS_TYPE_FOLDER_BROWSER);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/poplens/Poplens/ui/remote-dialog.ui");
#define BIND(child) gtk_widget_class_bind_template_child (widget_class, PoplensRemoteDialog, child)
  BIND (title);
  BIND (back);
  BIND (next);
  BIND (stack);
  BIND (entry);
  BIND (hint);
  BIND (recents);
  BIND (connecting_page);
  BIND (prompt);
  BIND (error);
  BIND (details);
  BIND (words);
  BIND (again);
  BIND (browser);
#undef BIND
#define CALLBACK(func) gtk_widget_class_bind_template_callback (widget_class, func)
  CALLBACK (on_computer_back);
  CALLBACK (go_on);
  CALLBACK (on_entry_changed);
  CALLBACK (on_recent_chosen);
  CALLBACK (on_recent_removed);
  CALLBACK (on_answered);
  CALLBACK (on_again);
  CALLBACK (on_folder_chosen);
  CALLBACK (on_moved);
  CALLBACK (on_lost);
  CALLBACK (update_next);
#undef CALLBACK
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
poplens_remote_dialog_init (PoplensRemoteDialog *self)
{
  g_queue_init (&self->questions);
  self->settings = g_object_ref (poplens_settings_get_default ());
  gtk_widget_init_template (GTK_WIDGET (self));
}

PoplensRemoteDialog *
poplens_remote_dialog_new (GtkWindow *parent)
{
  PoplensRemoteDialog *self =
      g_object_new (POPLENS_TYPE_REMOTE_DIALOG, "transient-for", parent, NULL);

  restore_typed (self);
  show_host_page (self);
  return self;
}

void
poplens_remote_dialog_connect (PoplensRemoteDialog *self, const PoplensAddress *address)
{
  self->only_connects = TRUE;
  adw_window_title_set_title (self->title, "Connect to Host");
  gtk_window_set_title (GTK_WINDOW (self), "Connect to Host");
  self->show_later = 0;
  start_connecting (self, poplens_address_copy (address));
  self->show_later = g_timeout_add (SHOW_AFTER_MS, on_show_later, self);
}
