#include "app/window/drop-choice.h"

#include <adwaita.h>

#include <string.h>

typedef struct {
  char *path;
  PoplensFileFunc compare, open;
  GObject *object;
} Choice;

static void
choice_free (gpointer data, GClosure *closure)
{
  Choice *choice = data;

  g_free (choice->path);
  g_object_unref (choice->object);
  g_free (choice);
}

static void
on_response (AdwMessageDialog *dialog, const char *response, gpointer data)
{
  Choice *choice = data;

  if (!strcmp (response, "compare"))
    choice->compare (choice->path, choice->object);
  else if (!strcmp (response, "open"))
    choice->open (choice->path, choice->object);
}

void
poplens_drop_choice_ask (GtkWindow *parent, const char *path, PoplensFileFunc compare,
                         PoplensFileFunc open, gpointer object)
{
  g_autofree char *name = g_filename_display_basename (path);
  GtkWidget *dialog = adw_message_dialog_new (parent, "Compare the Two Reports?", NULL);
  Choice *choice = g_new (Choice, 1);

  *choice = (Choice){g_strdup (path), compare, open, g_object_ref (object)};
  adw_message_dialog_format_body (ADW_MESSAGE_DIALOG (dialog),
                                  "Compare %s with the open report, or open it in a new window.",
                                  name);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", "_Cancel", "open",
                                    "_Open", "compare", "Co_mpare", NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "compare",
                                              ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "compare");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_response), choice, choice_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}
