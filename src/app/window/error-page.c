#include "app/window/error-page.h"

static void
suggest (GtkWidget *button, gboolean suggested)
{
  if (suggested)
    gtk_widget_add_css_class (button, "suggested-action");
  else
    gtk_widget_remove_css_class (button, "suggested-action");
}

void
poplens_error_page_show (const PoplensErrorPage *page, const char *path, const char *title,
                         const GError *error, gboolean can_recover)
{
  g_autofree char *shown = g_filename_display_name (path ? path : "");
  /* The name of a file in it need not be UTF-8. */
  g_autofree char *valid = g_utf8_make_valid (error->message, -1);
  g_autofree char *markup = g_markup_escape_text (valid, -1);

  adw_status_page_set_title (page->status, title);
  adw_status_page_set_description (page->status, markup);
  gtk_label_set_text (page->path, shown);
  gtk_widget_set_visible (page->recover, can_recover);
  suggest (page->recover, can_recover);
  suggest (page->open, !can_recover);
  gtk_widget_grab_focus (can_recover ? page->recover : page->open);
  /* It was selected if it had the keyboard for a moment. */
  gtk_label_select_region (page->path, 0, 0);
}
