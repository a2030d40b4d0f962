#include "app/remote/link-question.h"

#include <adwaita.h>

#include "base/visible.h"

#include <string.h>

typedef struct {
  PoplensReportLink *link;
  PoplensLinkFunc allowed;
  GObject *data;
} Question;

static void
question_free (gpointer data, GClosure *closure)
{
  Question *question = data;

  poplens_report_link_free (question->link);
  g_object_unref (question->data);
  g_free (question);
}

static void
on_response (AdwMessageDialog *dialog, const char *response, gpointer data)
{
  const Question *question = data;

  if (!strcmp (response, "connect"))
    question->allowed (question->link, gtk_window_get_transient_for (GTK_WINDOW (dialog)),
                       question->data);
}

void
poplens_link_question_ask (GtkWindow *window, PoplensReportLink *link, PoplensLinkFunc allowed,
                           GObject *data)
{
  g_autofree char *destination = poplens_visible_text (link->destination, -1);
  g_autofree char *path = poplens_visible_text (link->path, -1);
  g_autofree char *heading = g_strdup_printf ("Connect to %s?", destination);
  GtkWidget *dialog = adw_message_dialog_new (window, heading, NULL);
  Question *question = g_new (Question, 1);

  gtk_window_set_title (GTK_WINDOW (dialog), heading);
  *question = (Question){link, allowed, g_object_ref (data)};
  adw_message_dialog_format_body (ADW_MESSAGE_DIALOG (dialog),
                                  "A link opens %s. Poplens connects with your ssh configuration, "
                                  "and only reads. Connect only if you trust the link.",
                                  path);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", "_Cancel", "connect",
                                    "C_onnect", NULL);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_response), question, question_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}
