#include "app/help/help-block.h"

/* The labels hang on the widget in the order of the block's texts. */
#define LABELS "poplens-help-labels"
#define INDENT 24

static gboolean
on_link (GtkWidget *label, const char *target, gpointer data)
{
  gtk_widget_activate_action (label, "guide.go", "s", target);
  return TRUE;
}

static GtkWidget *
add_label (GPtrArray *labels, const PoplensGuideText *text, GtkAccessibleRole role)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "accessible-role", role, "use-markup", TRUE,
                                   "label", text->markup, "xalign", 0.0, "yalign", 0.0, "wrap",
                                   TRUE, "wrap-mode", PANGO_WRAP_WORD_CHAR, NULL);

  g_signal_connect (label, "activate-link", G_CALLBACK (on_link), NULL);
  g_ptr_array_add (labels, label);
  return label;
}

static GtkWidget *
make_heading (const PoplensGuideBlock *block, GPtrArray *labels)
{
  static const char *const classes[] = {"title-2", "title-3", "title-4", "heading"};
  guint level = CLAMP (block->level, 1, G_N_ELEMENTS (classes));
  GtkWidget *label = add_label (labels, block->texts->pdata[0], GTK_ACCESSIBLE_ROLE_HEADING);

  gtk_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_LEVEL, level, -1);
  gtk_widget_add_css_class (label, classes[level - 1]);
  gtk_widget_set_margin_top (label, level == 1 ? 0 : 12);
  return label;
}

static GtkWidget *
make_paragraph (const PoplensGuideBlock *block, GPtrArray *labels)
{
  GtkWidget *label = add_label (labels, block->texts->pdata[0], GTK_ACCESSIBLE_ROLE_LABEL);
  GtkWidget *box, *mark;

  if (!block->mark)
    return label;
  box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  mark = gtk_label_new (block->mark);
  gtk_widget_set_size_request (mark, INDENT - 6, -1);
  gtk_label_set_xalign (GTK_LABEL (mark), 1);
  gtk_widget_set_valign (mark, GTK_ALIGN_START);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), mark);
  gtk_box_append (GTK_BOX (box), label);
  return box;
}

/* Lines stay whole: output of the terminal has columns. */
static GtkWidget *
make_code (const PoplensGuideBlock *block, GPtrArray *labels)
{
  GtkWidget *label = add_label (labels, block->texts->pdata[0], GTK_ACCESSIBLE_ROLE_LABEL);
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  gtk_label_set_wrap (GTK_LABEL (label), FALSE);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "monospace");
  gtk_widget_add_css_class (scrolled, "code");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_AUTOMATIC,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), label);
  return scrolled;
}

static GtkWidget *
make_table (const PoplensGuideBlock *block, GPtrArray *labels)
{
  GtkWidget *grid = gtk_grid_new ();

  for (guint i = 0; i < block->texts->len; i++) {
    guint column = i % block->n_columns;
    gboolean is_heading = i < block->n_columns;
    GtkWidget *label =
        add_label (labels, block->texts->pdata[i],
                   is_heading ? GTK_ACCESSIBLE_ROLE_COLUMN_HEADER : GTK_ACCESSIBLE_ROLE_CELL);
    gtk_widget_add_css_class (label, is_heading ? "guide-heading" : "guide-cell");
    gtk_widget_set_hexpand (label, column + 1 == block->n_columns);
    gtk_grid_attach (GTK_GRID (grid), label, column, i / block->n_columns, 1, 1);
  }
  return grid;
}

static GtkWidget *
make_picture (const PoplensGuideBlock *block, GPtrArray *labels)
{
  GtkWidget *label = add_label (labels, block->texts->pdata[0], GTK_ACCESSIBLE_ROLE_LABEL);

  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "guide-picture");
  return label;
}

GtkWidget *
poplens_help_block_new (const PoplensGuideBlock *block)
{
  GPtrArray *labels = g_ptr_array_new ();
  GtkWidget *widget = block->kind == POPLENS_GUIDE_HEADING   ? make_heading (block, labels)
                      : block->kind == POPLENS_GUIDE_CODE    ? make_code (block, labels)
                      : block->kind == POPLENS_GUIDE_TABLE   ? make_table (block, labels)
                      : block->kind == POPLENS_GUIDE_PICTURE ? make_picture (block, labels)
                                                             : make_paragraph (block, labels);

  if (block->kind != POPLENS_GUIDE_HEADING)
    gtk_widget_set_margin_start (widget, (int) (block->level - (block->mark ? 1 : 0)) * INDENT);
  g_object_set_data_full (G_OBJECT (widget), LABELS, labels, (GDestroyNotify) g_ptr_array_unref);
  return widget;
}

GtkLabel *
poplens_help_block_get_label (GtkWidget *widget, guint text)
{
  const GPtrArray *labels = g_object_get_data (G_OBJECT (widget), LABELS);

  return labels->pdata[text];
}
