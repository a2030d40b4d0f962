#include "app/card/card-row.h"

#include "app/widgets/tooltip.h"
#include "base/shorten.h"

#define LOCATION "poplens-location"

char *
poplens_card_text (const PoplensTable *table, guint32 row, const char *column, PoplensByteUnit unit)
{
  int at = poplens_table_find_column (table, column);
  PoplensValue value = at < 0 ? (PoplensValue){0} : poplens_table_get (table, row, (guint) at);
  PoplensNumber number;

  return value.type == POPLENS_VALUE_NULL ? NULL
                                          : g_strdup (poplens_value_format (&value, unit, number));
}

static GtkWidget *
label_new (const char *text, const char *css_class)
{
  g_autofree char *cut = NULL;
  GtkWidget *label = gtk_label_new (poplens_shorten (text, POPLENS_CARD_BYTES, &cut));

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
share_new (const char *share, const PoplensTable *table)
{
  g_autofree char *text = g_strdup_printf ("%s of capacity", share);
  GtkWidget *label = label_new (text, "card-share");
  int at = poplens_table_find_column (table, "share");

  poplens_tooltip_set (label, poplens_table_get_column (table, (guint) at)->doc);
  return label;
}

/* The name of the fact, and at the end of the line its numbers. @share: (nullable) */
static GtkWidget *
line_new (const char *what, const char *number, GtkWidget *share, gboolean is_alone)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *name = label_new (what, is_alone ? NULL : "card-fact");

  gtk_widget_set_hexpand (name, TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (line), name);
  if (share)
    gtk_box_append (GTK_BOX (line), share);
  if (number)
    gtk_box_append (GTK_BOX (line), label_new (number, "numeric"));
  return line;
}

static GtkWidget *
value_new (const char *value)
{
  GtkWidget *label = label_new (value, NULL);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 1);
  return label;
}

/* Takes @texts. @location: (nullable) */
static GtkWidget *
row_of (GtkWidget *texts, const char *spoken, const char *location)
{
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *arrow = gtk_image_new_from_icon_name ("go-next-symbolic");

  gtk_widget_set_hexpand (texts, TRUE);
  gtk_widget_set_valign (texts, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), texts);
  /* Numbers of all rows are in one column, whether the row leads somewhere or not. */
  gtk_widget_set_opacity (arrow, location ? 0.7 : 0);
  gtk_box_append (GTK_BOX (box), arrow);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), location != NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  g_object_set_data_full (G_OBJECT (row), LOCATION, g_strdup (location), g_free);
  return row;
}

static void
add_word (GString *spoken, const char *word)
{
  if (word)
    g_string_append_printf (spoken, "%s%s", spoken->len ? ", " : "", word);
}

GtkWidget *
poplens_card_row_new (const PoplensTable *table, guint32 row, PoplensByteUnit unit)
{
  g_autofree char *what = poplens_card_text (table, row, "what", unit);
  int at = poplens_table_find_column (table, "value");
  gboolean is_text = poplens_table_get (table, row, (guint) at).type == POPLENS_VALUE_TEXT;
  g_autofree char *value = poplens_card_text (table, row, "value", unit);
  g_autofree char *detail = poplens_card_text (table, row, "detail", unit);
  g_autofree char *share = poplens_card_text (table, row, "share", unit);
  g_autofree char *doc = poplens_card_text (table, row, "doc", unit);
  g_autofree char *location = poplens_card_text (table, row, "location", unit);
  const char *below = is_text ? value : detail;
  g_autoptr (GString) spoken = g_string_new (what);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  add_word (spoken, value);
  add_word (spoken, share);
  add_word (spoken, detail);
  gtk_box_append (GTK_BOX (texts), line_new (what ? what : "", is_text ? NULL : value,
                                             share ? share_new (share, table) : NULL, !below));
  if (below)
    gtk_box_append (GTK_BOX (texts), value_new (below));
  if (doc)
    poplens_tooltip_set (texts, doc);
  gtk_widget_set_margin_start (texts, 12 * (int) poplens_table_get_depth (table, row));
  return row_of (texts, spoken->str, location);
}

GtkWidget *
poplens_card_row_new_link (const char *title, const char *location)
{
  return row_of (line_new (title, NULL, NULL, TRUE), title, location);
}

const char *
poplens_card_row_get_location (GtkListBoxRow *row)
{
  return g_object_get_data (G_OBJECT (row), LOCATION);
}
