#include "app/page/page-failure.h"

#include "base/error.h"

GtkWidget *
poplens_page_failure_new (void)
{
  GtkWidget *status = adw_status_page_new (), *button = gtk_button_new ();

  gtk_button_set_use_underline (GTK_BUTTON (button), TRUE);
  gtk_widget_add_css_class (button, "pill");
  gtk_widget_set_halign (button, GTK_ALIGN_CENTER);
  adw_status_page_set_icon_name (ADW_STATUS_PAGE (status), "dialog-error-symbolic");
  adw_status_page_set_child (ADW_STATUS_PAGE (status), button);
  return status;
}

/* What is wrong is mostly a file that is gone or changed, or a computer that does not answer, and
 * may be well again. */
void
poplens_page_failure_set (GtkWidget *failure, const char *title, const GError *error)
{
  AdwStatusPage *status = ADW_STATUS_PAGE (failure);
  GtkWidget *again = adw_status_page_get_child (status);
  gboolean is_lost = g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_LINK);
  g_autofree char *head = g_strdup_printf ("Cannot Show %s", title);
  /* The name of a file in it need not be UTF-8. */
  g_autofree char *valid = g_utf8_make_valid (error->message, -1);
  g_autofree char *text = g_markup_escape_text (valid, -1);

  gtk_button_set_label (GTK_BUTTON (again), is_lost ? "_Try Again" : "_Reload");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (again),
                                  is_lost ? "report.reconnect" : "win.reload");
  adw_status_page_set_title (status, head);
  adw_status_page_set_description (status, text);
}
