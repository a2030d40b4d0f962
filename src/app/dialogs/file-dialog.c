/* Native file dialogs of GTK, which start in the folder that was used last. */
#include "app/dialogs/file-dialog.h"

#include "app/window/settings.h"

typedef struct {
  PoplensFileFunc chosen;
  GObject *user_data;
} FileRequest;

static void
on_file_response (GtkNativeDialog *dialog, int response, gpointer data)
{
  FileRequest *request = data;
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT
                               ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog))
                               : NULL;
  g_autofree char *path = file ? g_file_get_path (file) : NULL;

  gtk_native_dialog_hide (dialog);
  if (path &&
      gtk_file_chooser_get_action (GTK_FILE_CHOOSER (dialog)) == GTK_FILE_CHOOSER_ACTION_SAVE) {
    g_autofree char *folder = g_path_get_dirname (path);
    poplens_settings_set_string (poplens_settings_get_default (), "export", "folder", folder);
  }
  if (path)
    request->chosen (path, request->user_data);
  g_object_unref (request->user_data);
  g_free (request);
  g_object_unref (dialog);
}

static void
run_chooser (GtkFileChooserNative *dialog, PoplensFileFunc chosen, gpointer user_data)
{
  FileRequest *request = g_new0 (FileRequest, 1);

  request->chosen = chosen;
  request->user_data = g_object_ref (user_data);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect (dialog, "response", G_CALLBACK (on_file_response), request);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static GtkFileChooserAction
action_of (gboolean folder)
{
  return folder ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER : GTK_FILE_CHOOSER_ACTION_OPEN;
}

void
poplens_file_dialog_run (GtkWindow *parent, gboolean folder, PoplensFileFunc chosen,
                         gpointer user_data)
{
  run_chooser (
      gtk_file_chooser_native_new ("Open Report", parent, action_of (folder), "_Open", "_Cancel"),
      chosen, user_data);
}

void
poplens_file_dialog_compare (GtkWindow *parent, gboolean folder, PoplensFileFunc chosen,
                             gpointer user_data)
{
  run_chooser (gtk_file_chooser_native_new ("Compare With Report", parent, action_of (folder),
                                            "_Compare", "_Cancel"),
               chosen, user_data);
}

void
poplens_file_dialog_pair (GtkWindow *parent, gboolean last, PoplensFileFunc chosen,
                          gpointer user_data)
{
  run_chooser (gtk_file_chooser_native_new (last ? "Compare With Report" : "Report to Compare",
                                            parent, action_of (TRUE), last ? "_Compare" : "_Next",
                                            "_Cancel"),
               chosen, user_data);
}

void
poplens_file_dialog_copy (GtkWindow *parent, PoplensFileFunc chosen, gpointer user_data)
{
  run_chooser (gtk_file_chooser_native_new ("Copy Report to Folder", parent, action_of (TRUE),
                                            "_Copy", "_Cancel"),
               chosen, user_data);
}

void
poplens_file_dialog_source (GtkWindow *parent, PoplensFileFunc chosen, gpointer user_data)
{
  run_chooser (gtk_file_chooser_native_new ("Choose Source Folder", parent, action_of (TRUE),
                                            "_Choose", "_Cancel"),
               chosen, user_data);
}

void
poplens_file_dialog_save (GtkWindow *parent, const char *title, const char *name,
                          PoplensFileFunc chosen, gpointer user_data)
{
  GtkFileChooserNative *dialog =
      gtk_file_chooser_native_new (title, parent, GTK_FILE_CHOOSER_ACTION_SAVE, "_Save", "_Cancel");
  g_autofree char *last =
      poplens_settings_get_string (poplens_settings_get_default (), "export", "folder");
  g_autoptr (GFile) folder =
      last && g_file_test (last, G_FILE_TEST_IS_DIR) ? g_file_new_for_path (last) : NULL;

  if (folder)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (dialog), folder, NULL);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  run_chooser (dialog, chosen, user_data);
}
