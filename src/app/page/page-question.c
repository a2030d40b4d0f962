#include "app/page/page-question.h"

#include "app/remote/link-cost.h"

struct _PoplensPageQuestion {
  AdwBin parent;
  AdwStatusPage *status;
};

G_DEFINE_FINAL_TYPE (PoplensPageQuestion, poplens_page_question, ADW_TYPE_BIN)

static void
on_load (PoplensPageQuestion *self)
{
  g_signal_emit_by_name (self, "accepted");
}

void
poplens_page_question_set (PoplensPageQuestion *self, PoplensReport *report, const char *title,
                           guint64 bytes)
{
  g_autofree char *head = g_strdup_printf ("%s Not Loaded", title);
  g_autofree char *cost = poplens_cost_describe (report, bytes);
  g_autofree char *text = bytes ? g_strdup_printf ("Needs about %s.", cost) : NULL;

  adw_status_page_set_title (self->status, head);
  adw_status_page_set_description (self->status, text);
}

void
poplens_page_question_set_small (PoplensPageQuestion *self)
{
  GtkWidget *buttons = adw_status_page_get_child (self->status);

  adw_status_page_set_icon_name (self->status, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self->status), "compact");
  gtk_orientable_set_orientation (GTK_ORIENTABLE (buttons), GTK_ORIENTATION_HORIZONTAL);
}

static void
poplens_page_question_class_init (PoplensPageQuestionClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_signal_new ("accepted", POPLENS_TYPE_PAGE_QUESTION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/poplens/Poplens/ui/page-question.ui");
  gtk_widget_class_bind_template_child (widget_class, PoplensPageQuestion, status);
  gtk_widget_class_bind_template_callback (widget_class, on_load);
}

static void
poplens_page_question_init (PoplensPageQuestion *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
