#include "app/page-notices.h"

#include "app/page-tables.h"

#define SPACING 6

static gboolean
is_warning (const PoplensBlock *block)
{
  return block->tone == POPLENS_TONE_WARNING || block->tone == POPLENS_TONE_BAD;
}

static guint
count_notes (const PoplensPage *page)
{
  guint n = 0;

  for (guint i = 0; i < page->blocks->len; i++) {
    const PoplensBlock *block = page->blocks->pdata[i];
    n += block->kind == POPLENS_BLOCK_NOTICE && !is_warning (block);
  }
  return n;
}

/* The last child, and always there: a button that remembers whether it is open, and the notes. Not
 * a GtkExpander, over which GTK 4.8 stumbles when Tab comes by and it is closed. */
static GtkWidget *
fold_of (GtkWidget *self)
{
  return gtk_widget_get_last_child (self);
}

static GtkToggleButton *
button_of (GtkWidget *self)
{
  return GTK_TOGGLE_BUTTON (gtk_widget_get_first_child (fold_of (self)));
}

static void
on_toggled (GtkToggleButton *button)
{
  gboolean open = gtk_toggle_button_get_active (button);
  GtkWidget *notes = gtk_widget_get_next_sibling (GTK_WIDGET (button));
  GtkWidget *arrow = gtk_widget_get_first_child (gtk_button_get_child (GTK_BUTTON (button)));

  gtk_image_set_from_icon_name (GTK_IMAGE (arrow), open ? "pan-down-symbolic" : "pan-end-symbolic");
  if (notes)
    gtk_widget_set_visible (notes, open);
}

static void
clear (GtkWidget *self)
{
  GtkWidget *fold = fold_of (self), *child, *notes;

  while ((child = gtk_widget_get_first_child (self)) != fold)
    gtk_box_remove (GTK_BOX (self), child);
  notes = gtk_widget_get_next_sibling (GTK_WIDGET (button_of (self)));
  if (notes)
    gtk_box_remove (GTK_BOX (fold), notes);
}

static void
show_notes (GtkWidget *self, GtkWidget *notes, guint n)
{
  GtkToggleButton *button = button_of (self);
  GtkWidget *inside = gtk_button_get_child (GTK_BUTTON (button));
  g_autofree char *label = g_strdup_printf ("%u notes", n);

  gtk_label_set_label (GTK_LABEL (gtk_widget_get_last_child (inside)), label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  gtk_box_append (GTK_BOX (fold_of (self)), notes);
  on_toggled (button);
}

void
poplens_page_notices_show (GtkWidget *self, const PoplensPage *page)
{
  GtkWidget *fold = fold_of (self);
  GtkWidget *notes = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING);
  guint n = count_notes (page);

  clear (self);
  for (guint i = 0; i < page->blocks->len; i++) {
    const PoplensBlock *block = page->blocks->pdata[i];
    GtkWidget *notice;
    if (block->kind != POPLENS_BLOCK_NOTICE)
      continue;
    notice = poplens_page_notice_new (block->tone, block->text);
    /* A line that opens saves nothing where there is one. */
    if (n > 1 && !is_warning (block))
      gtk_box_append (GTK_BOX (notes), notice);
    else
      gtk_widget_insert_before (notice, self, fold);
  }
  show_notes (self, notes, n);
  gtk_widget_set_visible (fold, n > 1);
  gtk_widget_set_visible (self, n > 1 || gtk_widget_get_first_child (self) != fold);
}

static GtkWidget *
make_button (void)
{
  GtkWidget *button = gtk_toggle_button_new ();
  GtkWidget *inside = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_box_append (GTK_BOX (inside), gtk_image_new_from_icon_name ("pan-end-symbolic"));
  gtk_box_append (GTK_BOX (inside), gtk_label_new (NULL));
  gtk_button_set_child (GTK_BUTTON (button), inside);
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_widget_add_css_class (button, "flat");
  g_signal_connect (button, "toggled", G_CALLBACK (on_toggled), NULL);
  return button;
}

GtkWidget *
poplens_page_notices_new (void)
{
  GtkWidget *self = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING);
  GtkWidget *fold = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING);

  gtk_widget_add_css_class (self, "page-notices");
  gtk_widget_add_css_class (fold, "page-notes");
  gtk_box_append (GTK_BOX (fold), make_button ());
  gtk_box_append (GTK_BOX (self), fold);
  gtk_widget_set_visible (fold, FALSE);
  gtk_widget_set_visible (self, FALSE);
  return self;
}
