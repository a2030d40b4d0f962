/* PoplensFolderBrowser: shows a folder of a remote host as a list with a path bar and a filter
 * field, and reads folders in the background. */
#include "app/remote/folder-browser.h"

#include "app/remote/folder-listing.h"
#include "base/error.h"
#include "base/format.h"
#include "base/visible.h"

#include <string.h>

struct _PoplensFolderBrowser {
  AdwBin parent;
  GtkWidget *up;
  GtkScrolledWindow *path_scroll;
  GtkBox *path_bar;
  GtkSpinner *spinner;
  GtkSearchEntry *search;
  GtkStack *stack;
  GtkColumnView *list;
  GtkColumnViewColumn *name_column;
  GtkSingleSelection *selection;
  GtkFilterListModel *filtered;
  GtkSortListModel *sorted;
  GtkLabel *nothing;
  GtkWidget *clear_filter;
  GtkLabel *message;
  GtkLabel *status;

  PoplensStorage *storage;
  PoplensFolder *folder;     /* (nullable): folder that is shown; NULL if none was read yet */
  GCancellable *cancellable; /* (nullable): cancels reading or marking a folder */
  char *opening;             /* (nullable): path of the folder that is being read */
  gboolean by_row; /* the user opened a row of the list, not a path: .opening can be a report */
};

G_DEFINE_FINAL_TYPE (PoplensFolderBrowser, poplens_folder_browser, ADW_TYPE_BIN)

enum { PROP_CAN_OPEN = 1 };

static PoplensFolderEntry *
chosen_entry (PoplensFolderBrowser *self)
{
  return gtk_single_selection_get_selected_item (self->selection);
}

/* ---- path ------------------------------------------------------------------------------------ */

static void go_to_folder (PoplensFolderBrowser *self, const char *path, gboolean by_row);

static void
on_part (GtkWidget *button, PoplensFolderBrowser *self)
{
  g_autofree char *path = g_strdup (g_object_get_data (G_OBJECT (button), "path"));

  go_to_folder (self, path, FALSE);
}

static void
add_part (PoplensFolderBrowser *self, const char *path, gboolean last)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *shown = poplens_visible_text (name, -1);
  GtkWidget *button = gtk_button_new_with_label (shown);

  gtk_widget_add_css_class (button, "flat");
  if (last)
    gtk_widget_add_css_class (button, "heading");
  g_object_set_data_full (G_OBJECT (button), "path", g_strdup (path), g_free);
  g_signal_connect (button, "clicked", G_CALLBACK (on_part), self);
  gtk_box_append (self->path_bar, button);
}

static void
show_path (PoplensFolderBrowser *self, const char *path)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->path_bar))))
    gtk_box_remove (self->path_bar, child);
  add_part (self, "/", !strcmp (path, "/"));
  for (const char *at = path; *at;) {
    const char *end = strchrnul (at + 1, '/');
    g_autofree char *part = g_strndup (path, (gsize) (end - path));
    if (end > at + 1)
      add_part (self, part, !*end);
    at = end;
  }
}

static gboolean
show_path_end (gpointer data)
{
  gtk_adjustment_set_value (data, gtk_adjustment_get_upper (data));
  return G_SOURCE_REMOVE;
}

/* Scrolls the path bar to its end, which is the current folder. Uses an idle source, because the
 * running allocation would override the scroll position. */
static void
on_path_resized (GtkAdjustment *adjustment)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, show_path_end, g_object_ref (adjustment),
                   g_object_unref);
}

/* ---- list ------------------------------------------------------------------------------------ */

static void
show_status (PoplensFolderBrowser *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->filtered)), all = 0;
  g_autoptr (GString) text = g_string_new (NULL);
  PoplensNumber count, number;

  if (self->folder)
    all = self->folder->entries->len;
  if (n < all)
    g_string_printf (text, "%s of %s", poplens_format_count (count, n),
                     poplens_format_items (number, all, "item"));
  else
    g_string_assign (text, poplens_format_items (count, all, "item"));
  if (self->folder && self->folder->is_cut)
    g_string_append (text, "; the folder has more");
  if (self->folder && self->folder->n_others)
    g_string_append_printf (text, "; %s not shown",
                            poplens_format_items (number, self->folder->n_others, "other file"));
  gtk_label_set_text (self->status, text->str);
  if (!n) {
    const char *filter = gtk_editable_get_text (GTK_EDITABLE (self->search));
    g_autofree char *words = *filter ? g_strdup_printf ("No names match “%s”", filter)
                                     : g_strdup ("No reports or folders");
    gtk_label_set_text (self->nothing, words);
    gtk_widget_set_visible (self->clear_filter, *filter != '\0');
  }
  if (self->folder)
    gtk_stack_set_visible_child_name (self->stack, n ? "list" : "empty");
  g_object_notify (G_OBJECT (self), "can-open");
}

static void
choose_row (PoplensFolderBrowser *self, guint position)
{
  GtkWidget *list = gtk_widget_get_last_child (GTK_WIDGET (self->list));

  if (position >= g_list_model_get_n_items (G_LIST_MODEL (self->selection)))
    return;
  gtk_single_selection_set_selected (self->selection, position);
  if (list)
    gtk_widget_activate_action (list, "list.scroll-to-item", "u", position);
}

/* Returns the row to select after the user went up from the folder @came_from. If @came_from is
 * NULL or not in the list, returns 0. */
static guint
folder_row_of (PoplensFolderBrowser *self, const char *came_from)
{
  g_autofree char *name = came_from ? g_path_get_basename (came_from) : NULL;
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->selection));

  for (guint i = 0; name && i < n; i++) {
    g_autoptr (PoplensFolderEntry) entry =
        g_list_model_get_item (G_LIST_MODEL (self->selection), i);
    if (!strcmp (poplens_folder_entry_get_name (entry), name))
      return i;
  }
  return 0;
}

static void
fill_list (PoplensFolderBrowser *self, const char *came_from)
{
  g_autoptr (GListStore) store = g_list_store_new (POPLENS_TYPE_FOLDER_ENTRY);

  g_list_store_splice (store, 0, 0, self->folder->entries->pdata, self->folder->entries->len);
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  gtk_filter_list_model_set_model (self->filtered, G_LIST_MODEL (store));
  show_status (self);
  choose_row (self, folder_row_of (self, came_from));
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

/* ---- reading --------------------------------------------------------------------------------- */

static void
set_busy (PoplensFolderBrowser *self, gboolean busy)
{
  gtk_spinner_set_spinning (self->spinner, busy);
  gtk_widget_set_opacity (GTK_WIDGET (self->spinner), busy);
}

static void
choose_report (PoplensFolderBrowser *self, const char *path)
{
  g_autofree char *copy = g_strdup (path);

  g_signal_emit_by_name (self, "chosen", copy);
}

static void
take_folder (PoplensFolderBrowser *self, PoplensFolder *folder)
{
  g_autoptr (PoplensFolder) before = self->folder;
  gboolean is_above = before && g_str_has_prefix (before->path, folder->path);

  self->folder = folder;
  show_path (self, folder->path);
  fill_list (self, is_above ? before->path : NULL);
  poplens_folder_mark (self->storage, folder, self->cancellable);
  g_signal_emit_by_name (self, "moved", folder->path);
}

static void
show_read_error (PoplensFolderBrowser *self, GError *error)
{
  if (g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_LINK)) {
    g_signal_emit_by_name (self, "lost", error);
    return;
  }
  gtk_label_set_text (self->message, error->message);
  gtk_stack_set_visible_child_name (self->stack, "message");
  g_clear_pointer (&self->folder, poplens_folder_free);
  show_path (self, self->opening);
  gtk_label_set_text (self->status, "");
  gtk_widget_grab_focus (self->up);
  g_object_notify (G_OBJECT (self), "can-open");
}

static void
on_folder_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PoplensFolderBrowser) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensFolder) folder = poplens_folder_read_finish (result, &error);

  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  set_busy (self, FALSE);
  if (folder && folder->is_report && self->by_row)
    choose_report (self, folder->path);
  else if (folder)
    take_folder (self, g_steal_pointer (&folder));
  else
    show_read_error (self, error);
}

void
poplens_folder_browser_stop (PoplensFolderBrowser *self)
{
  if (self->cancellable)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  set_busy (self, FALSE);
}

static void
go_to_folder (PoplensFolderBrowser *self, const char *path, gboolean by_row)
{
  g_autofree char *copy = g_strdup (path);

  poplens_folder_browser_stop (self);
  self->cancellable = g_cancellable_new ();
  g_free (self->opening);
  self->opening = g_steal_pointer (&copy);
  self->by_row = by_row;
  set_busy (self, TRUE);
  poplens_folder_read_async (self->storage, self->opening, self->cancellable, on_folder_read,
                             g_object_ref (self));
}

void
poplens_folder_browser_show (PoplensFolderBrowser *self, PoplensStorage *storage, const char *path)
{
  g_set_object (&self->storage, storage);
  g_clear_pointer (&self->folder, poplens_folder_free);
  gtk_filter_list_model_set_model (self->filtered, NULL);
  show_path (self, path);
  go_to_folder (self, path, FALSE);
}

static void
go_up (PoplensFolderBrowser *self)
{
  g_autofree char *up = self->opening ? g_path_get_dirname (self->opening) : NULL;

  if (up && strcmp (up, self->opening) != 0)
    go_to_folder (self, up, FALSE);
}

void
poplens_folder_browser_open (PoplensFolderBrowser *self)
{
  PoplensFolderEntry *entry = chosen_entry (self);

  if (!entry || !self->folder)
    return;
  g_autofree char *path =
      g_build_filename (self->folder->path, poplens_folder_entry_get_name (entry), NULL);
  if (poplens_folder_entry_is_report (entry))
    choose_report (self, path);
  else
    go_to_folder (self, path, TRUE);
}

/* ---- keys ------------------------------------------------------------------------------------ */

static gboolean
is_filtered (PoplensFolderBrowser *self)
{
  return *gtk_editable_get_text (GTK_EDITABLE (self->search)) != '\0';
}

/* Opens the selected row, even if another row has the focus: refilling the list does not move the
 * focus to the selected row. */
static void
on_activated (PoplensFolderBrowser *self)
{
  poplens_folder_browser_open (self);
}

/* If the filter hides all rows, focuses the filter field. The list cannot have the focus then, and
 * typed letters would be lost. */
static void
on_items_changed (PoplensFolderBrowser *self)
{
  if (is_filtered (self) && !g_list_model_get_n_items (G_LIST_MODEL (self->filtered)))
    gtk_text_grab_focus_without_selecting (
        GTK_TEXT (gtk_editable_get_delegate (GTK_EDITABLE (self->search))));
  /* Update the status here too: the signal of a cleared filter field comes before the list is
   * filtered again. */
  show_status (self);
}

static void
on_clear_filter (PoplensFolderBrowser *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

/* Escape in the filter field: clears the filter or, if it is empty, closes the dialog. */
static void
on_stop_search (PoplensFolderBrowser *self)
{
  if (is_filtered (self))
    on_clear_filter (self);
  else
    gtk_widget_activate_action (GTK_WIDGET (self), "window.close", NULL);
}

static gboolean
on_key (PoplensFolderBrowser *self, guint key, guint code, GdkModifierType state)
{
  gboolean up = key == GDK_KEY_BackSpace || (key == GDK_KEY_Up && state & GDK_ALT_MASK);

  if (up && !is_filtered (self)) {
    go_up (self);
    return TRUE;
  }
  if (key == GDK_KEY_Down && gtk_widget_get_focus_child (GTK_WIDGET (self->search)))
    return gtk_widget_grab_focus (GTK_WIDGET (self->list));
  return FALSE;
}

/* ---- construction and destruction ------------------------------------------------------------ */

static void
poplens_folder_browser_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  if (id == PROP_CAN_OPEN)
    g_value_set_boolean (value, chosen_entry (POPLENS_FOLDER_BROWSER (object)) != NULL);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static gboolean
poplens_folder_browser_grab_focus (GtkWidget *widget)
{
  PoplensFolderBrowser *self = POPLENS_FOLDER_BROWSER (widget);
  gboolean any = g_list_model_get_n_items (G_LIST_MODEL (self->filtered)) > 0;

  return gtk_widget_grab_focus (any ? GTK_WIDGET (self->list) : self->up);
}

static void
poplens_folder_browser_dispose (GObject *object)
{
  PoplensFolderBrowser *self = POPLENS_FOLDER_BROWSER (object);

  if (self->cancellable)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  gtk_widget_dispose_template (GTK_WIDGET (self), POPLENS_TYPE_FOLDER_BROWSER);
  g_clear_object (&self->storage);
  g_clear_pointer (&self->folder, poplens_folder_free);
  g_clear_pointer (&self->opening, g_free);
  G_OBJECT_CLASS (poplens_folder_browser_parent_class)->dispose (object);
}

static void
poplens_folder_browser_class_init (PoplensFolderBrowserClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->get_property = poplens_folder_browser_get_property;
  G_OBJECT_CLASS (klass)->dispose = poplens_folder_browser_dispose;
  widget_class->grab_focus = poplens_folder_browser_grab_focus;
  g_object_class_install_property (
      G_OBJECT_CLASS (klass), PROP_CAN_OPEN,
      g_param_spec_boolean ("can-open", NULL, NULL, FALSE,
                            G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
  g_signal_new ("chosen", POPLENS_TYPE_FOLDER_BROWSER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_STRING);
  g_signal_new ("moved", POPLENS_TYPE_FOLDER_BROWSER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_STRING);
  g_signal_new ("lost", POPLENS_TYPE_FOLDER_BROWSER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_ERROR);
  g_type_ensure (POPLENS_TYPE_FOLDER_ENTRY);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/poplens/Poplens/ui/folder-browser.ui");
#define BIND(child) gtk_widget_class_bind_template_child (widget_class, PoplensFolderBrowser, child)
  BIND (up);
  BIND (path_scroll);
  BIND (path_bar);
  BIND (spinner);
  BIND (search);
  BIND (stack);
  BIND (list);
  BIND (name_column);
  BIND (selection);
  BIND (filtered);
  BIND (sorted);
  BIND (nothing);
  BIND (clear_filter);
  BIND (message);
  BIND (status);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, go_up);
  gtk_widget_class_bind_template_callback (widget_class, on_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_clear_filter);
  gtk_widget_class_bind_template_callback (widget_class, on_items_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_key);
  gtk_widget_class_bind_template_callback (widget_class, on_stop_search);
  gtk_widget_class_bind_template_callback (widget_class, show_status);
}

static void
poplens_folder_browser_init (PoplensFolderBrowser *self)
{
  g_autoptr (GtkSorter) by_name = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));
  by_name = GTK_SORTER (gtk_custom_sorter_new (poplens_folder_entry_compare, NULL, NULL));
  gtk_column_view_column_set_sorter (self->name_column, by_name);
  gtk_column_view_sort_by_column (self->list, self->name_column, GTK_SORT_ASCENDING);
  gtk_sort_list_model_set_sorter (self->sorted, gtk_column_view_get_sorter (self->list));
  gtk_search_entry_set_key_capture_widget (self->search, GTK_WIDGET (self->list));
  g_signal_connect (gtk_scrolled_window_get_hadjustment (self->path_scroll), "changed",
                    G_CALLBACK (on_path_resized), NULL);
}
