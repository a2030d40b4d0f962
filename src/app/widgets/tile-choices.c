#include "app/widgets/tile-choices.h"

#include "app/widgets/tooltip.h"

struct _PoplensTileChoices {
  GtkWidget parent_instance;
  GtkWidget *button;
  GtkWidget *list;
  GPtrArray *choices; /* PoplensTileChoice */
};

G_DEFINE_FINAL_TYPE (PoplensTileChoices, poplens_tile_choices, GTK_TYPE_WIDGET)

static void
choice_free (gpointer data)
{
  PoplensTileChoice *choice = data;

  g_free (choice->title);
  g_free (choice->detail);
  poplens_tile_set_free (choice->tiles);
  g_free (choice);
}

void
poplens_tile_choices_set (PoplensTileChoices *self, const GPtrArray *choices)
{
  g_ptr_array_set_size (self->choices, 0);
  for (guint i = 0; choices && i < choices->len; i++) {
    const PoplensTileChoice *choice = choices->pdata[i];
    PoplensTileChoice *copy = g_new0 (PoplensTileChoice, 1);
    copy->title = g_strdup (choice->title);
    copy->detail = g_strdup (choice->detail);
    copy->tiles = choice->tiles ? poplens_tile_set_copy (choice->tiles) : NULL;
    g_ptr_array_add (self->choices, copy);
  }
  gtk_widget_set_visible (GTK_WIDGET (self), self->choices->len > 0);
}

static void
on_clicked (GtkWidget *row, gpointer data)
{
  PoplensTileChoices *self = data;
  guint index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "poplens-choice"));
  const PoplensTileChoice *choice = index < self->choices->len ? self->choices->pdata[index] : NULL;
  g_autoptr (PoplensTileSet) tiles =
      choice && choice->tiles ? poplens_tile_set_copy (choice->tiles) : NULL;

  gtk_menu_button_popdown (GTK_MENU_BUTTON (self->button));
  if (tiles)
    g_signal_emit_by_name (self, "tiles-entered", tiles);
}

static GtkWidget *
make_row (PoplensTileChoices *self, guint index)
{
  const PoplensTileChoice *choice = self->choices->pdata[index];
  GtkWidget *button = gtk_button_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *title = gtk_label_new (choice->title), *detail = gtk_label_new (choice->detail);

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_xalign (GTK_LABEL (detail), 0);
  gtk_widget_add_css_class (detail, "caption");
  gtk_widget_add_css_class (detail, "dim-label");
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), detail);
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_sensitive (button, choice->tiles != NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  choice->title, -1);
  g_object_set_data (G_OBJECT (button), "poplens-choice", GUINT_TO_POINTER (index));
  g_signal_connect (button, "clicked", G_CALLBACK (on_clicked), self);
  return button;
}

/* Pages are built more often than the menu is opened. */
static void
on_shown (PoplensTileChoices *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->list)))
    gtk_box_remove (GTK_BOX (self->list), child);
  for (guint i = 0; i < self->choices->len; i++)
    gtk_box_append (GTK_BOX (self->list), make_row (self, i));
}

static void
poplens_tile_choices_dispose (GObject *object)
{
  PoplensTileChoices *self = POPLENS_TILE_CHOICES (object);

  g_clear_pointer (&self->button, gtk_widget_unparent);
  g_clear_pointer (&self->choices, g_ptr_array_unref);
  G_OBJECT_CLASS (poplens_tile_choices_parent_class)->dispose (object);
}

static void
poplens_tile_choices_class_init (PoplensTileChoicesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_tile_choices_dispose;
  g_signal_new ("tiles-entered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_POINTER);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/poplens/Poplens/ui/tile-choices.ui");
  gtk_widget_class_bind_template_child (widget_class, PoplensTileChoices, button);
  gtk_widget_class_bind_template_child (widget_class, PoplensTileChoices, list);
  gtk_widget_class_bind_template_callback (widget_class, on_shown);
}

static void
poplens_tile_choices_init (PoplensTileChoices *self)
{
  self->choices = g_ptr_array_new_with_free_func (choice_free);
  gtk_widget_init_template (GTK_WIDGET (self));
  poplens_tooltip_set (self->button, "Select the fullest tiles, tiles over, or similar tiles");
}

GtkWidget *
poplens_tile_choices_new (void)
{
  return g_object_new (POPLENS_TYPE_TILE_CHOICES, NULL);
}
