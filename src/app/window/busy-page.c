#include "app/window/busy-page.h"

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
