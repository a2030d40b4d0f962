#include "app/file-dialog.h"

typedef struct {
  PoplensFileFunc chosen;
  GObject *user_data;
} Request;

static void
on_response (GtkNativeDialog *dialog, int response, gpointer data)
{
  Request *request = data;
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT
                               ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog))
                               : NULL;
  g_autofree char *path = file ? g_file_get_path (file) : NULL;

  gtk_native_dialog_hide (dialog);
  if (path)
    request->chosen (path, request->user_data);
  g_object_unref (request->user_data);
  g_free (request);
  g_object_unref (dialog);
}

void
poplens_file_dialog_run (GtkWindow *parent, gboolean folder, PoplensFileFunc chosen,
                         gpointer user_data)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      "Open report", parent,
      folder ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER : GTK_FILE_CHOOSER_ACTION_OPEN, "_Open",
      "_Cancel");
  Request *request = g_new0 (Request, 1);

  request->chosen = chosen;
  request->user_data = g_object_ref (user_data);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect (dialog, "response", G_CALLBACK (on_response), request);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}
