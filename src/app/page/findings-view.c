#include "app/page/findings-view.h"

#include "app/page/fact-list.h"
#include "app/page/facts-view.h"
#include "app/page/finding-dismiss.h"
#include "app/page/finding-layout.h"
#include "app/widgets/number-text.h"
#include "app/widgets/tooltip.h"
#include "base/visible.h"

/* "1,023 KiB" */
#define NUMBER_CHARS 9

struct _PoplensFindingsView {
  GtkWidget parent_instance;
  PoplensFactList rows;
  GtkWidget *list;
  GtkSizeGroup *numbers; /* one column */
};

G_DEFINE_FINAL_TYPE (PoplensFindingsView, poplens_findings_view, GTK_TYPE_WIDGET)

static GtkWidget *
add_label (GtkWidget *box, const char *text, const char *css_class)
{
  g_autofree char *cut = NULL;
  GtkWidget *label = gtk_label_new (poplens_shorten (text, POPLENS_CARD_BYTES, &cut));

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static void
add_number (PoplensFindingsView *self, GtkWidget *box, const PoplensFact *finding)
{
  g_autofree char *text = poplens_number_text (finding->value);
  GtkWidget *number = add_label (box, text, "finding-number");

  gtk_label_set_xalign (GTK_LABEL (number), 1);
  gtk_label_set_wrap (GTK_LABEL (number), FALSE);
  /* For all that come later too. */
  gtk_label_set_width_chars (GTK_LABEL (number), NUMBER_CHARS);
  gtk_widget_set_valign (number, GTK_ALIGN_START);
  gtk_widget_add_css_class (number, "numeric");
  gtk_size_group_add_widget (self->numbers, number);
}

static void
on_copy_clicked (GtkButton *button, gpointer data)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (button)),
                          g_object_get_data (G_OBJECT (button), "poplens-command"));
  g_signal_emit_by_name (data, "toast", "Command copied");
}

static void
add_copy_button (PoplensFindingsView *self, GtkWidget *box, const PoplensFact *finding)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("utilities-terminal-symbolic");
  g_autofree char *tooltip =
      g_strdup_printf ("Copy the command that prints these figures:\n%s", finding->command);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  poplens_tooltip_set (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Copy the command", -1);
  g_object_set_data_full (G_OBJECT (button), "poplens-command", g_strdup (finding->command),
                          g_free);
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_copy_clicked), self, 0);
  gtk_box_append (GTK_BOX (box), button);
}

/* What is said, one below the other. */
static void
add_texts (GtkWidget *box, const PoplensFact *finding)
{
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  add_label (texts, finding->label, "finding-title");
  if (finding->detail) {
    g_autofree char *wrapped = poplens_wrapped_text (finding->detail);
    add_label (texts, wrapped, "finding-sentence");
  }
  if (finding->cause)
    add_label (texts, finding->cause, "fact-detail");
  gtk_box_append (GTK_BOX (box), texts);
}

/* What can be done, in a row. */
static void
add_tools (PoplensFindingsView *self, GtkWidget *box, const PoplensFact *finding)
{
  GtkWidget *tools = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  if (finding->command)
    add_copy_button (self, tools, finding);
  if (finding->finding)
    gtk_box_append (GTK_BOX (tools), poplens_finding_dismiss_new (GTK_WIDGET (self), finding));
  if (finding->link) {
    GtkWidget *arrow = gtk_image_new_from_icon_name ("go-next-symbolic");
    gtk_widget_add_css_class (arrow, "dim-label");
    gtk_box_append (GTK_BOX (tools), arrow);
  }
  gtk_box_append (GTK_BOX (box), tools);
}

static GtkWidget *
make_row (gpointer self, const PoplensFact *finding)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_set_layout_manager (box, poplens_finding_layout_new ());
  poplens_tooltip_set (row, finding->source);
  add_number (self, box, finding);
  add_texts (box, finding);
  add_tools (self, box, finding);
  if (finding->link)
    g_object_set_data_full (G_OBJECT (row), "poplens-link", g_strdup (finding->link), g_free);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), finding->link != NULL);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_widget_add_css_class (row, poplens_tone_css_class (finding->tone));
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  finding->detail ? finding->detail : finding->label, -1);
  return row;
}

static void
insert_row (GtkWidget *list, GtkWidget *row, int index)
{
  gtk_list_box_insert (GTK_LIST_BOX (list), row, index);
}

static void
remove_row (GtkWidget *list, GtkWidget *row)
{
  gtk_list_box_remove (GTK_LIST_BOX (list), row);
}

gboolean
poplens_findings_view_show_more (PoplensFindingsView *self)
{
  return poplens_fact_list_show_more (&self->rows);
}

void
poplens_findings_view_set_findings (PoplensFindingsView *self, GPtrArray *findings)
{
  poplens_fact_list_set (&self->rows, findings);
}

static void
on_row_activated (GtkListBox *list, GtkListBoxRow *row, gpointer data)
{
  const char *link = g_object_get_data (G_OBJECT (row), "poplens-link");

  if (link)
    g_signal_emit_by_name (data, "follow", link);
}

static void
poplens_findings_view_dispose (GObject *object)
{
  PoplensFindingsView *self = POPLENS_FINDINGS_VIEW (object);

  g_clear_pointer (&self->list, gtk_widget_unparent);
  g_clear_object (&self->numbers);
  poplens_fact_list_clear (&self->rows);
  G_OBJECT_CLASS (poplens_findings_view_parent_class)->dispose (object);
}

static void
poplens_findings_view_class_init (PoplensFindingsViewClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_findings_view_dispose;
  g_signal_new ("follow", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_STRING);
  g_signal_new ("toast", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_STRING);
  g_signal_new ("dismiss", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                G_TYPE_STRING, G_TYPE_STRING);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
poplens_findings_view_init (PoplensFindingsView *self)
{
  static const PoplensFactWidgets widgets = {make_row, insert_row, remove_row};

  self->numbers = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (self->list, "findings");
  g_signal_connect (self->list, "row-activated", G_CALLBACK (on_row_activated), self);
  gtk_widget_set_parent (self->list, GTK_WIDGET (self));
  self->rows = (PoplensFactList){&widgets, self, self->list, NULL, 0};
}

GtkWidget *
poplens_findings_view_new (void)
{
  return g_object_new (POPLENS_TYPE_FINDINGS_VIEW, NULL);
}
