/* PoplensStartPage: cards for opening reports, and the list of recent reports, which marks missing
 * ones. Also PoplensBusyPage. */
#include "app/window/start-page.h"

#include "app/widgets/layouts.h"
#include "app/widgets/bins.h"
#include "app/window/recent.h"
#include "pages/core/views.h"
#include "remote/address.h"

#include <string.h>

/* ---- progress page --------------------------------------------------------------------------- */

#define DELAY_MS 200

struct _PoplensBusyPage {
  AdwBin parent;
  AdwStatusPage *page;
  GtkSpinner *spinner;
  GtkProgressBar *progress;
  guint show_later;
};

G_DEFINE_FINAL_TYPE (PoplensBusyPage, poplens_busy_page, ADW_TYPE_BIN)

static void
poplens_busy_page_dispose (GObject *object)
{
  PoplensBusyPage *self = POPLENS_BUSY_PAGE (object);

  g_clear_handle_id (&self->show_later, g_source_remove);
  G_OBJECT_CLASS (poplens_busy_page_parent_class)->dispose (object);
}

static void
poplens_busy_page_class_init (PoplensBusyPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_busy_page_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/poplens/Poplens/ui/busy-page.ui");
  gtk_widget_class_bind_template_child (widget_class, PoplensBusyPage, page);
  gtk_widget_class_bind_template_child (widget_class, PoplensBusyPage, spinner);
  gtk_widget_class_bind_template_child (widget_class, PoplensBusyPage, progress);
}

static void
poplens_busy_page_init (PoplensBusyPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static gboolean
on_show_later (gpointer data)
{
  PoplensBusyPage *self = data;

  self->show_later = 0;
  gtk_widget_set_opacity (GTK_WIDGET (self->page), 1);
  return G_SOURCE_REMOVE;
}

void
poplens_busy_page_start (PoplensBusyPage *self, const char *title, gboolean with_progress)
{
  poplens_busy_page_stop (self);
  adw_status_page_set_title (self->page, title);
  gtk_widget_set_visible (GTK_WIDGET (self->progress), with_progress);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), !with_progress);
  gtk_spinner_set_spinning (self->spinner, !with_progress);
  gtk_widget_set_opacity (GTK_WIDGET (self->page), 0);
  self->show_later = g_timeout_add (DELAY_MS, on_show_later, self);
}

void
poplens_busy_page_stop (PoplensBusyPage *self)
{
  g_clear_handle_id (&self->show_later, g_source_remove);
  gtk_spinner_set_spinning (self->spinner, FALSE);
}

void
poplens_busy_page_set_progress (PoplensBusyPage *self, double fraction, const char *what)
{
  gtk_progress_bar_set_fraction (self->progress, fraction);
  gtk_progress_bar_set_text (self->progress, what);
}

/* ---- the page -------------------------------------------------------------------------------- */

struct _PoplensStartPage {
  AdwBin parent;
  GtkBox *cards;
  GtkWidget *recents;
  GtkListBox *list;

  PoplensRecent *recent;
  GCancellable *asking; /* cancels the running queries that check whether recent reports exist */
};

G_DEFINE_FINAL_TYPE (PoplensStartPage, poplens_start_page, ADW_TYPE_BIN)

static void
poplens_start_page_dispose (GObject *object)
{
  PoplensStartPage *self = POPLENS_START_PAGE (object);

  g_cancellable_cancel (self->asking);
  if (self->recent)
    g_signal_handlers_disconnect_by_data (self->recent, self);
  g_clear_object (&self->recent);
  gtk_widget_dispose_template (GTK_WIDGET (self), POPLENS_TYPE_START_PAGE);
  G_OBJECT_CLASS (poplens_start_page_parent_class)->dispose (object);
}

static void
poplens_start_page_finalize (GObject *object)
{
  g_object_unref (POPLENS_START_PAGE (object)->asking);
  G_OBJECT_CLASS (poplens_start_page_parent_class)->finalize (object);
}

/* ---- recent reports -------------------------------------------------------------------------- */

static const char *
row_path (GtkWidget *row)
{
  return g_object_get_data (G_OBJECT (row), "path");
}

/* Returns the path of the report that the row's report was compared with. (nullable) */
static const char *
row_other (GtkWidget *row)
{
  return g_object_get_data (G_OBJECT (row), "other");
}

static void
on_row_activated (PoplensStartPage *self, GtkListBoxRow *row)
{
  g_autofree char *path = g_strdup (row_path (GTK_WIDGET (row)));
  const char *other = row_other (GTK_WIDGET (row));
  g_autoptr (PoplensLocation) summary = poplens_location_new (POPLENS_PAGE_SUMMARY);
  g_autoptr (PoplensLocation) location =
      other ? poplens_location_with_other (summary, other) : NULL;
  g_autofree char *text = location ? poplens_location_to_string (location) : NULL;

  g_signal_emit_by_name (self, "chosen", path, text);
}

static void
on_remove (GtkWidget *button, PoplensStartPage *self)
{
  GtkWidget *row = gtk_widget_get_ancestor (button, GTK_TYPE_LIST_BOX_ROW);

  poplens_recent_remove (self->recent, row_path (row), row_other (row));
}

static void
on_clear (PoplensStartPage *self)
{
  poplens_recent_clear (self->recent);
}

/* Marks a row as missing if its report does not exist. The query is asynchronous, because a disk
 * that does not respond would block the window. Reports on other computers are not queried: that
 * would connect to them without the user's request. */
static void
on_asked (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GtkWidget) row = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GFileInfo) info = g_file_query_info_finish (G_FILE (source), result, &error);

  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND) &&
      !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_DIRECTORY))
    return;
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_tooltip_text (row, "Report not found");
  gtk_widget_set_visible (g_object_get_data (G_OBJECT (row), "missing"), TRUE);
  if (g_object_get_data (G_OBJECT (row), "compare"))
    gtk_widget_set_visible (g_object_get_data (G_OBJECT (row), "compare"), FALSE);
  gtk_widget_set_sensitive (g_object_get_data (G_OBJECT (row), "words"), FALSE);
}

/* Shortens a path in the home folder, such as "/home/me/runs/a", to "~/runs/a". (transfer full) */
static char *
short_path (const char *path)
{
  g_autofree char *shown = g_filename_display_name (path);
  const char *home = g_get_home_dir ();

  if (home && *home && g_str_has_prefix (shown, home) && shown[strlen (home)] == '/')
    return g_strconcat ("~", shown + strlen (home), NULL);
  return g_steal_pointer (&shown);
}

static GtkWidget *
start_label_new (const char *words, PangoEllipsizeMode ellipsize, const char *css_class)
{
  GtkWidget *label = gtk_label_new (words);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), ellipsize);
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
row_words (const PoplensRecentEntry *entry)
{
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  g_autofree char *path = short_path (entry->path);
  GtkWidget *location = start_label_new (path, PANGO_ELLIPSIZE_START, "caption");

  gtk_widget_add_css_class (location, "dim-label");
  gtk_widget_set_hexpand (words, TRUE);
  gtk_box_append (GTK_BOX (words), start_label_new (entry->name, PANGO_ELLIPSIZE_END, NULL));
  gtk_box_append (GTK_BOX (words), location);
  return words;
}

static void
make_compare_menu (GtkMenuButton *button, gpointer data)
{
  PoplensStartPage *self = data;
  GtkWidget *row = gtk_widget_get_ancestor (GTK_WIDGET (button), GTK_TYPE_LIST_BOX_ROW);
  g_autoptr (GMenu) menu = g_menu_new ();

  poplens_recent_menu_fill (menu, self->recent, row_path (row), TRUE);
  gtk_menu_button_set_menu_model (button, G_MENU_MODEL (menu));
}

/* Makes a menu button for a row. The menu lists the recent reports to compare the row's report
 * with. */
static GtkWidget *
compare_button (PoplensStartPage *self, const char *name)
{
  GtkWidget *button = gtk_menu_button_new ();
  g_autofree char *label = g_strdup_printf ("Compare %s with a recent report", name);

  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "view-dual-symbolic");
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (button), make_compare_menu, self, NULL);
  gtk_widget_set_tooltip_text (button, "Compare With Recent Report");
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "circular");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  return button;
}

static void
add_recent_row (PoplensStartPage *self, const PoplensRecentEntry *entry, gint64 now)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  g_autofree char *when = poplens_recent_when (entry->opened, now);
  g_autofree char *shown = g_filename_display_name (entry->path);
  GtkWidget *words = row_words (entry),
            *missing = start_label_new ("missing", PANGO_ELLIPSIZE_NONE, NULL);
  GtkWidget *opened = start_label_new (when, PANGO_ELLIPSIZE_NONE, "dim-label");
  GtkWidget *compare = entry->other || entry->is_folder ? NULL : compare_button (self, entry->name);

  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 6);
  gtk_widget_set_margin_top (box, 8);
  gtk_widget_set_margin_bottom (box, 8);
  gtk_widget_add_css_class (row, "recent-row");
  gtk_widget_add_css_class (opened, "when");
  gtk_widget_add_css_class (missing, "missing-tag");
  gtk_widget_set_valign (missing, GTK_ALIGN_CENTER);
  gtk_widget_set_visible (missing, FALSE);
  gtk_widget_set_tooltip_text (row, shown);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, entry->name,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, shown, -1);
  gtk_box_append (GTK_BOX (box), words);
  gtk_box_append (GTK_BOX (box), missing);
  gtk_box_append (GTK_BOX (box), opened);
  if (compare)
    gtk_box_append (GTK_BOX (box), compare);
  GtkWidget *button = poplens_remove_button_new (entry->name);
  g_signal_connect (button, "clicked", G_CALLBACK (on_remove), self);
  gtk_box_append (GTK_BOX (box), button);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data_full (G_OBJECT (row), "path", g_strdup (entry->path), g_free);
  g_object_set_data_full (G_OBJECT (row), "other", g_strdup (entry->other), g_free);
  g_object_set_data (G_OBJECT (row), "missing", missing);
  g_object_set_data (G_OBJECT (row), "words", words);
  g_object_set_data (G_OBJECT (row), "compare", compare);
  gtk_list_box_append (self->list, row);
  g_autoptr (GFile) file = g_file_new_for_path (row_path (row));
  if (!poplens_address_is_remote (row_path (row)))
    g_file_query_info_async (file, G_FILE_ATTRIBUTE_STANDARD_TYPE, G_FILE_QUERY_INFO_NONE,
                             G_PRIORITY_LOW, self->asking, on_asked, g_object_ref (row));
}

static void
update (PoplensStartPage *self)
{
  GPtrArray *entries = poplens_recent_get_entries (self->recent);
  gint64 now = g_get_real_time () / G_USEC_PER_SEC;
  GtkListBoxRow *row;

  g_cancellable_cancel (self->asking);
  g_object_unref (self->asking);
  self->asking = g_cancellable_new ();
  while ((row = gtk_list_box_get_row_at_index (self->list, 0)))
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  for (guint i = 0; i < entries->len; i++)
    add_recent_row (self, g_ptr_array_index (entries, i), now);
  gtk_widget_set_visible (self->recents, entries->len > 0);
}

static void
poplens_start_page_map (GtkWidget *widget)
{
  /* Update the list: times such as "5 minutes ago" have changed, and reports can be missing now. */
  update (POPLENS_START_PAGE (widget));
  GTK_WIDGET_CLASS (poplens_start_page_parent_class)->map (widget);
}

/* ---- cards ----------------------------------------------------------------------------------- */

static void
add_card (PoplensStartPage *self, const char *icon, const char *title, const char *doc,
          const char *key, const char *action)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *image = gtk_image_new_from_icon_name (icon);
  GtkWidget *top = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *keys = start_label_new (key, PANGO_ELLIPSIZE_NONE, "key");
  GtkWidget *words = start_label_new (doc, PANGO_ELLIPSIZE_NONE, "dim-label");

  gtk_image_set_pixel_size (GTK_IMAGE (image), 24);
  gtk_widget_set_hexpand (keys, TRUE);
  gtk_widget_set_halign (keys, GTK_ALIGN_END);
  gtk_widget_set_margin_bottom (top, 6);
  gtk_label_set_wrap (GTK_LABEL (words), TRUE);
  gtk_widget_set_valign (words, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (top), image);
  gtk_box_append (GTK_BOX (top), keys);
  gtk_box_append (GTK_BOX (box), top);
  gtk_box_append (GTK_BOX (box), start_label_new (title, PANGO_ELLIPSIZE_END, "title"));
  gtk_box_append (GTK_BOX (box), words);
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, doc, -1);
  gtk_widget_add_css_class (button, "card");
  gtk_widget_add_css_class (button, "start-card");
  gtk_box_append (self->cards, button);
}

static void
poplens_start_page_class_init (PoplensStartPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_start_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = poplens_start_page_finalize;
  widget_class->map = poplens_start_page_map;
  g_signal_new ("chosen", POPLENS_TYPE_START_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
  g_type_ensure (POPLENS_TYPE_CARDS_LAYOUT);
  g_type_ensure (POPLENS_TYPE_COLUMN_BIN);
  g_type_ensure (POPLENS_TYPE_WRAP_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/poplens/Poplens/ui/start-page.ui");
  gtk_widget_class_bind_template_child (widget_class, PoplensStartPage, cards);
  gtk_widget_class_bind_template_child (widget_class, PoplensStartPage, recents);
  gtk_widget_class_bind_template_child (widget_class, PoplensStartPage, list);
  gtk_widget_class_bind_template_callback (widget_class, on_clear);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
}

static void
poplens_start_page_init (PoplensStartPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  add_card (self, "folder-open-symbolic", "Open Report Folder…",
            "A folder written by Poplar, or one with several reports", "Ctrl+O", "win.open-folder");
  add_card (self, "text-x-generic-symbolic", "Open File…",
            "profile.pop, or a profile with another name", "Ctrl+Shift+O", "win.open-file");
  add_card (self, "network-server-symbolic", "Open Remote Report…",
            "On another computer, with your ssh", "Ctrl+Alt+O", "win.open-remote");
  add_card (self, "poplens-demo-symbolic", "Open Demo Report",
            "Synthetic training step on two IPUs", "", "win.open-demo");
  add_card (self, "view-dual-symbolic", "Compare Two Reports…", "Changes between two runs", "",
            "win.compare-two");
  self->asking = g_cancellable_new ();
  self->recent = g_object_ref (poplens_recent_get_default ());
  g_signal_connect_swapped (self->recent, "changed", G_CALLBACK (update), self);
}
