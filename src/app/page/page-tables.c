/* Tables of a page that follow the location, and notices with links. */
#include "app/page/page-tables.h"

#include "app/page/facts-view.h"
#include "app/table/table-widget.h"
#include "app/widgets/bins.h"
#include "app/widgets/layouts.h"
#include "base/visible.h"

#include <string.h>

/* Minimum width of a notice's text in characters: if it would be narrower, the buttons go below it.
 */
#define NOTICE_CHARS 40
#define VERDICT_ICON 24

void
poplens_page_set_key (PoplensSession *session, const char *key, const char *value,
                      gboolean remember)
{
  g_autoptr (PoplensLocation) location =
      poplens_location_with (poplens_session_get_location (session), key, value);

  if (remember)
    poplens_session_go (session, location);
  else
    poplens_session_adjust (session, location);
}

void
poplens_page_toast (GtkWidget *widget, const char *text)
{
  gtk_widget_activate_action (widget, "page.toast", "s", text);
}

void
poplens_page_follow (GtkWidget *widget, PoplensSession *session, const char *link)
{
  g_autoptr (GError) error = NULL;

  if (!poplens_session_follow (session, link, &error))
    poplens_page_toast (widget, error->message);
}

/* Removes series @name, which the user added, from the graph. Adds a history entry, so that
 * Alt+Left brings it back. */
static void
take_out_plot (PoplensSession *session, const char *name)
{
  const char *plot = poplens_location_get (poplens_session_get_location (session), "plot");
  g_auto (GStrv) names = g_strsplit (plot ? plot : "", ",", -1);
  g_autoptr (GString) rest = g_string_new (NULL);

  for (guint i = 0; names[i]; i++)
    if (*names[i] && strcmp (names[i], name))
      g_string_append_printf (rest, "%s%s", rest->len ? "," : "", names[i]);
  poplens_page_set_key (session, "plot", rest->len ? rest->str : NULL, TRUE);
}

void
poplens_page_toggle_series (PoplensSession *session, const char *key)
{
  const char *hide = poplens_location_get (poplens_session_get_location (session), "hide");
  g_auto (GStrv) hidden = g_strsplit (hide ? hide : "", ",", -1);
  g_autoptr (GString) now = g_string_new (NULL);
  gboolean found = FALSE;

  if (g_str_has_prefix (key, "plot:")) {
    take_out_plot (session, key + strlen ("plot:"));
    return;
  }
  for (guint i = 0; hidden[i]; i++) {
    if (!strcmp (hidden[i], key))
      found = TRUE;
    else if (*hidden[i])
      g_string_append_printf (now, "%s%s", now->len ? "," : "", hidden[i]);
  }
  if (!found)
    g_string_append_printf (now, "%s%s", now->len ? "," : "", key);
  poplens_page_set_key (session, "hide", now->len ? now->str : NULL, FALSE);
}

/* ---- tables ---------------------------------------------------------------------------------- */

static void
on_filter_changed (PoplensTableWidget *widget, const char *filter, gpointer data)
{
  g_autofree char *key = poplens_table_filter_key (poplens_table_widget_get_table (widget));

  poplens_page_set_key (data, key, filter, FALSE);
}

static void
on_sort_changed (PoplensTableWidget *widget, const char *sort, gpointer data)
{
  g_autofree char *key = poplens_table_sort_key (poplens_table_widget_get_table (widget));

  poplens_page_set_key (data, key, sort, FALSE);
}

static void
on_table_follow (GtkWidget *widget, const char *link, gpointer data)
{
  poplens_page_follow (widget, data, link);
}

static void
on_table_toast (GtkWidget *widget, const char *text, gpointer data)
{
  poplens_page_toast (widget, text);
}

GtkWidget *
poplens_page_table_new (PoplensSession *session, guint max_rows)
{
  GtkWidget *widget = poplens_table_widget_new (max_rows);

  g_signal_connect_object (widget, "filter-changed", G_CALLBACK (on_filter_changed), session, 0);
  g_signal_connect_object (widget, "sort-changed", G_CALLBACK (on_sort_changed), session, 0);
  g_signal_connect_object (widget, "follow", G_CALLBACK (on_table_follow), session, 0);
  g_signal_connect (widget, "toast", G_CALLBACK (on_table_toast), NULL);
  return widget;
}

void
poplens_page_table_follow_location (GtkWidget *widget, const PoplensLocation *location)
{
  PoplensTable *table = poplens_table_widget_get_table (POPLENS_TABLE_WIDGET (widget));

  if (!table)
    return;
  PoplensTableState state = poplens_table_state (table, location);
  poplens_table_widget_set_state (POPLENS_TABLE_WIDGET (widget), state.filter, state.sort);
}

void
poplens_page_table_put (GtkWidget *widget, PoplensPageBundle *bundle, const PoplensSection *section,
                        PoplensTable *table, PoplensTableView *view,
                        const PoplensLocation *location)
{
  PoplensTableState state = poplens_table_state (table, location);

  poplens_table_widget_set_filterable (POPLENS_TABLE_WIDGET (widget), section->rows.filterable);
  poplens_table_widget_show_table (POPLENS_TABLE_WIDGET (widget), table, view, state.filter,
                                   state.sort, bundle->defaults.unit);
}

void
poplens_page_table_show (GtkWidget *widget, PoplensSession *session, PoplensPageBundle *bundle,
                         guint index)
{
  const PoplensSection *section = poplens_page_bundle_get_section (bundle, index);

  poplens_page_table_put (widget, bundle, section, section->table,
                          poplens_page_bundle_steal_view (bundle, index), bundle->page->location);
  /* Apply the filter of the current location: the user may have typed more while the rows were
   * sorted. */
  poplens_page_table_follow_location (widget, poplens_session_get_location (session));
}

/* ---- notices --------------------------------------------------------------------------------- */

GtkWidget *
poplens_page_notice_new (PoplensTone tone, const char *text)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  g_autofree char *cut = NULL;
  GtkWidget *label = gtk_label_new (poplens_shorten (text, POPLENS_LINE_BYTES, &cut));
  const char *icon = poplens_tone_icon (tone);
  GtkWidget *image = gtk_image_new_from_icon_name (icon ? icon : "dialog-information-symbolic");

  gtk_widget_set_valign (image, GTK_ALIGN_START);
  if (poplens_tone_word (tone))
    gtk_accessible_update_property (GTK_ACCESSIBLE (image), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    poplens_tone_word (tone), -1);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), NOTICE_CHARS);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  /* In GTK 4.8, Tab would end at this label: a selectable label says that it has the focus although
   * it has not. */
  gtk_widget_set_can_focus (label, FALSE);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (texts), label);
  gtk_widget_set_layout_manager (row, poplens_wrap_layout_new ());
  gtk_box_append (GTK_BOX (row), poplens_column_bin_new (texts));
  gtk_box_append (GTK_BOX (box), image);
  gtk_box_append (GTK_BOX (box), row);
  gtk_widget_add_css_class (box, "page-notice");
  gtk_widget_add_css_class (box, poplens_tone_css_class (tone));
  return box;
}

/* Returns the box that contains the texts of the notice. */
static GtkBox *
notice_texts (GtkWidget *notice)
{
  GtkWidget *row = gtk_widget_get_last_child (notice);

  return GTK_BOX (adw_bin_get_child (ADW_BIN (gtk_widget_get_first_child (row))));
}

GtkWidget *
poplens_page_verdict_new (PoplensTone tone, const char *title, const char *text)
{
  GtkWidget *notice = poplens_page_notice_new (tone, text);
  GtkWidget *label = gtk_label_new (title);

  gtk_widget_set_visible (gtk_widget_get_first_child (GTK_WIDGET (notice_texts (notice))), *text);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "verdict-title");
  gtk_box_prepend (notice_texts (notice), label);
  gtk_image_set_pixel_size (GTK_IMAGE (gtk_widget_get_first_child (notice)), VERDICT_ICON);
  gtk_widget_remove_css_class (notice, "page-notice");
  gtk_widget_add_css_class (notice, "page-verdict");
  return notice;
}

void
poplens_page_notice_add_detail (GtkWidget *notice, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "caption");
  gtk_box_append (notice_texts (notice), label);
}

static void
on_link_clicked (GtkWidget *button, gpointer data)
{
  poplens_page_follow (button, data, g_object_get_data (G_OBJECT (button), "poplens-link"));
}

static GtkWidget *
link_button (PoplensSession *session, const PoplensPageLink *link)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *label = gtk_label_new (link->title);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_button_set_child (GTK_BUTTON (button), label);
  gtk_widget_add_css_class (button, "notice-link");
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  link->title, -1);
  g_object_set_data_full (G_OBJECT (button), "poplens-link", g_strdup (link->location), g_free);
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_link_clicked), session, 0);
  return button;
}

/* Gives @button the notice's text as its accessible description. The description tells buttons of
 * several notices apart, whose labels can be equal. */
static void
describe_button (GtkWidget *button, GtkWidget *notice)
{
  GtkWidget *label = gtk_widget_get_first_child (GTK_WIDGET (notice_texts (notice)));

  if (GTK_IS_LABEL (label))
    gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                    gtk_label_get_text (GTK_LABEL (label)), -1);
}

void
poplens_page_notice_add_beside (GtkWidget *notice, GtkWidget *button)
{
  describe_button (button, notice);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (gtk_widget_get_last_child (notice)), button);
}

void
poplens_page_notice_add_links (GtkWidget *notice, PoplensSession *session, const GPtrArray *links)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  for (guint i = 0; i < links->len; i++) {
    GtkWidget *button = link_button (session, links->pdata[i]);
    describe_button (button, notice);
    gtk_box_append (GTK_BOX (row), button);
  }
  gtk_box_append (notice_texts (notice), row);
}

/* Milliseconds after which the spinner is shown. */
#define BUSY_DELAY 150

static gboolean
on_busy (gpointer data)
{
  gtk_widget_set_visible (data, TRUE);
  g_object_set_data (data, "poplens-delay", NULL);
  return G_SOURCE_REMOVE;
}

static void
on_busy_gone (GtkWidget *box)
{
  guint delay = GPOINTER_TO_UINT (g_object_steal_data (G_OBJECT (box), "poplens-delay"));

  if (delay)
    g_source_remove (delay);
}

/* Stops the spinner in hidden tabs, where GTK 4.8 would redraw it 60 times per second. */
static void
on_spinner_mapped (GtkSpinner *spinner)
{
  gtk_spinner_set_spinning (spinner, gtk_widget_get_mapped (GTK_WIDGET (spinner)));
}

GtkWidget *
poplens_page_busy_new (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *spinner = gtk_spinner_new ();
  GtkWidget *label = gtk_label_new ("Loading the report…");

  g_signal_connect_after (spinner, "map", G_CALLBACK (on_spinner_mapped), NULL);
  g_signal_connect_after (spinner, "unmap", G_CALLBACK (on_spinner_mapped), NULL);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_box_append (GTK_BOX (box), spinner);
  gtk_box_append (GTK_BOX (box), label);
  gtk_widget_add_css_class (box, "page-notice");
  gtk_widget_set_visible (box, FALSE);
  g_object_set_data (G_OBJECT (box), "poplens-delay",
                     GUINT_TO_POINTER (g_timeout_add (BUSY_DELAY, on_busy, box)));
  g_signal_connect (box, "destroy", G_CALLBACK (on_busy_gone), NULL);
  return box;
}

char *
poplens_page_section_id (const PoplensPage *page, guint index)
{
  const PoplensSection *section = g_ptr_array_index (page->sections, index);
  guint before = 0;

  for (guint i = 0; i < index; i++) {
    const PoplensSection *other = g_ptr_array_index (page->sections, i);
    before += !g_strcmp0 (other->key, section->key);
  }
  return g_strdup_printf ("%s:%u", section->key ? section->key : "", before);
}
