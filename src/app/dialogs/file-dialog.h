/* File dialogs that ask for a report or folder to open, or for a file to write. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Called if the user chose a file or folder. @path: (transfer none): absolute. */
typedef void (*PoplensFileFunc) (const char *path, gpointer user_data);

/* Asks for a report. @folder: TRUE: only folders can be chosen, FALSE: only files; GTK's native
 * dialog cannot offer both. @user_data: (type GObject): kept alive while the dialog is open. */
void poplens_file_dialog_run (GtkWindow *parent, gboolean folder, PoplensFileFunc chosen,
                              gpointer user_data);
/* Asks for a second report to compare with, like poplens_file_dialog_run (). */
void poplens_file_dialog_compare (GtkWindow *parent, gboolean folder, PoplensFileFunc chosen,
                                  gpointer user_data);
/* Asks for the folder of a report to compare. @last: FALSE: the first report, TRUE: the second. */
void poplens_file_dialog_pair (GtkWindow *parent, gboolean last, PoplensFileFunc chosen,
                               gpointer user_data);
/* Asks for a folder to copy a report into. */
void poplens_file_dialog_copy (GtkWindow *parent, PoplensFileFunc chosen, gpointer user_data);
/* Asks for the folder of a model's source code. */
void poplens_file_dialog_source (GtkWindow *parent, PoplensFileFunc chosen, gpointer user_data);
/* Asks for a file to write. Starts with @name in the last folder used for saving, and remembers the
 * chosen folder. */
void poplens_file_dialog_save (GtkWindow *parent, const char *title, const char *name,
                               PoplensFileFunc chosen, gpointer user_data);

G_END_DECLS
