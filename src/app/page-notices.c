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

/* The last child, and always there: it remembers whether it is open. */
static GtkExpander *
expander_of (GtkWidget *self)
{
  return GTK_EXPANDER (gtk_widget_get_last_child (self));
}

static void
clear (GtkWidget *self)
{
  GtkWidget *expander = GTK_WIDGET (expander_of (self)), *child;

  while ((child = gtk_widget_get_first_child (self)) != expander)
    gtk_box_remove (GTK_BOX (self), child);
}

void
poplens_page_notices_show (GtkWidget *self, const PoplensPage *page)
{
  GtkExpander *expander = expander_of (self);
  GtkWidget *notes = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING);
  guint n = count_notes (page);
  g_autofree char *label = g_strdup_printf ("%u notes", n);

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
      gtk_widget_insert_before (notice, self, GTK_WIDGET (expander));
  }
  gtk_expander_set_child (expander, notes);
  gtk_expander_set_label (expander, label);
  gtk_widget_set_visible (GTK_WIDGET (expander), n > 1);
  gtk_widget_set_visible (self,
                          n > 1 || gtk_widget_get_first_child (self) != GTK_WIDGET (expander));
}

GtkWidget *
poplens_page_notices_new (void)
{
  GtkWidget *self = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING);
  GtkWidget *expander = gtk_expander_new (NULL);

  gtk_widget_add_css_class (self, "page-notices");
  gtk_widget_add_css_class (expander, "page-notes");
  gtk_box_append (GTK_BOX (self), expander);
  gtk_widget_set_visible (expander, FALSE);
  gtk_widget_set_visible (self, FALSE);
  return self;
}
