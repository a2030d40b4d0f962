#include "app/remote/remote-dialog.h"

#include "app/remote/folder-browser.h"
#include "app/remote/host-entry.h"
#include "app/remote/prompt-page.h"
#include "app/remote/remote-connect.h"
#include "app/remote/remote-places.h"
#include "app/remote/remote-recents.h"
#include "base/error.h"

#include <string.h>

/* A computer that answers at once is no reason for a window. */
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
  PoplensAddress *address;     /* that one connects to, or NULL */
  PoplensHost *host;           /* its computer, or NULL */
  PoplensRemotePrompter *asks; /* of this computer, or NULL */
  GQueue questions;            /* PoplensRemoteQuestion; the first is shown */
  GCancellable *connecting;    /* or NULL */
  guint show_later;
  gboolean only_connects; /* poplens_remote_dialog_connect () */
  gboolean is_over;       /* a signal said how */
};

G_DEFINE_FINAL_TYPE (PoplensRemoteDialog, poplens_remote_dialog, ADW_TYPE_WINDOW)

/* ---- what was typed ---------------------------------------------------------------------------
 *
 * Where it led nowhere it is there again when the dialog of that window is opened next.
 */

#define TYPED "poplens-remote-typed"

/* @text: NULL: it was right. */
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

/* ---- pages -------------------------------------------------------------------------------------
 */

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

/* Of a page that somebody has to see. */
static void
present (PoplensRemoteDialog *self)
{
  g_clear_handle_id (&self->show_later, g_source_remove);
  if (!gtk_widget_get_visible (GTK_WIDGET (self)))
    gtk_window_present (GTK_WINDOW (self));
}

static void
finish (PoplensRemoteDialog *self, const PoplensAddress *address)
{
  g_autofree char *text = poplens_address_to_string (address);

  self->is_over = TRUE;
  g_object_ref (self);
  g_signal_emit_by_name (self, "chosen", text);
  gtk_window_destroy (GTK_WINDOW (self));
  g_object_unref (self);
}

/* ---- questions ---------------------------------------------------------------------------------
 */

static void
show_question (PoplensRemoteDialog *self)
{
  PoplensRemoteQuestion *question = g_queue_peek_head (&self->questions);

  if (question) {
    show_page (self, "prompt");
    present (self);
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

/* ---- connecting --------------------------------------------------------------------------------
 */

static void
stop (PoplensRemoteDialog *self)
{
  g_clear_handle_id (&self->show_later, g_source_remove);
  if (self->connecting)
    g_cancellable_cancel (self->connecting);
  g_clear_object (&self->connecting);
  forget_questions (self);
  poplens_folder_browser_stop (self->browser);
}

static void
show_error (PoplensRemoteDialog *self, const char *title, const GError *error)
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
  present (self);
}

/* What goes with the dialog, and does not keep it: nothing else ends a connection that is waited
 * for.
 */
static GWeakRef *
weak_new (PoplensRemoteDialog *self)
{
  GWeakRef *weak = g_new0 (GWeakRef, 1);

  g_weak_ref_init (weak, self);
  return weak;
}

static PoplensRemoteDialog *
weak_take (GWeakRef *weak)
{
  PoplensRemoteDialog *self = g_weak_ref_get (weak);

  g_weak_ref_clear (weak);
  g_free (weak);
  return self;
}

static void
on_connected (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PoplensRemoteDialog) self = weak_take (data);
  g_autoptr (GError) error = NULL;
  gboolean is_report;
  g_autofree char *path = poplens_remote_connect_finish (result, &is_report, &error);

  if (!self || g_task_get_cancellable (G_TASK (result)) != self->connecting)
    return;
  g_clear_object (&self->connecting);
  g_clear_handle_id (&self->show_later, g_source_remove);
  if (path)
    keep_typed (self, NULL);
  g_autofree char *destination = poplens_address_get_destination (self->address);
  g_autofree char *title = g_strdup_printf ("Cannot Connect to %s", destination);
  if (path && self->only_connects) {
    finish (self, self->address);
  } else if (path && is_report) {
    g_autoptr (PoplensAddress) report = poplens_address_with_path (self->address, path);
    finish (self, report);
  } else if (path) {
    show_page (self, "browser");
    poplens_folder_browser_show (self->browser, POPLENS_STORAGE (self->host), path);
  } else {
    show_error (self, title, error);
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

/* Takes @address. */
static void
start (PoplensRemoteDialog *self, PoplensAddress *address)
{
  g_autoptr (PoplensAddress) last = poplens_remote_places_find (self->settings, address);
  g_autofree char *destination = poplens_address_get_destination (address);
  g_autofree char *title = g_strdup_printf ("Connecting to %s…", destination);

  stop (self);
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
  poplens_remote_connect_async (self->host, address, last, self->connecting, on_connected,
                                weak_new (self));
}

static void
on_again (PoplensRemoteDialog *self)
{
  start (self, poplens_address_copy (self->address));
}

/* ---- the computer ------------------------------------------------------------------------------
 */

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
  start (self, g_steal_pointer (&home));
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
  poplens_host_entry_set_recent (self->entry, (const char *const *) names->pdata);
  poplens_remote_recents_show (self->recents, places, g_get_real_time () / G_USEC_PER_SEC);
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
on_back (PoplensRemoteDialog *self)
{
  stop (self);
  show_host_page (self);
}

void
poplens_remote_dialog_go_on (PoplensRemoteDialog *self)
{
  const char *text = poplens_suggestion_entry_get_text (POPLENS_SUGGESTION_ENTRY (self->entry));
  PoplensAddress *address;

  if (is_page (self, "browser"))
    poplens_folder_browser_open (self->browser);
  else if (is_page (self, "host") && (address = poplens_remote_parse (text, NULL)))
    start (self, address);
}

/* ---- its folders -------------------------------------------------------------------------------
 */

static void
on_chosen (PoplensRemoteDialog *self, const char *path)
{
  g_autoptr (PoplensAddress) report = poplens_address_with_path (self->address, path);

  finish (self, report);
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

  show_error (self, title, error);
}

/* ---- life --------------------------------------------------------------------------------------
 */

static void
give_up (PoplensRemoteDialog *self)
{
  stop (self);
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

  /* One that was never shown is destroyed without being closed. */
  give_up (self);
  g_clear_object (&self->settings);
  g_clear_object (&self->host);
  g_clear_pointer (&self->address, poplens_address_free);
  G_OBJECT_CLASS (poplens_remote_dialog_parent_class)->dispose (object);
}

static void
add_signals (void)
{
  g_signal_new ("chosen", POPLENS_TYPE_REMOTE_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_STRING);
  g_signal_new ("given-up", POPLENS_TYPE_REMOTE_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

static void
poplens_remote_dialog_class_init (PoplensRemoteDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_remote_dialog_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = poplens_remote_dialog_close_request;
  add_signals ();
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
  CALLBACK (on_back);
  CALLBACK (poplens_remote_dialog_go_on);
  CALLBACK (on_entry_changed);
  CALLBACK (on_recent_chosen);
  CALLBACK (on_recent_removed);
  CALLBACK (on_answered);
  CALLBACK (on_again);
  CALLBACK (on_chosen);
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
  start (self, poplens_address_copy (address));
  self->show_later = g_timeout_add (SHOW_AFTER_MS, on_show_later, self);
}
