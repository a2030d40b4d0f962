/* File dialogs that ask for a report or folder to open, or for a file to write. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Called when the user has chosen a file or folder. @path: (transfer none): absolute. */
typedef void (*PoplensFileFunc) (const char *path, gpointer user_data);

/* Asks for a report. @folder: TRUE: the user can choose folders; FALSE: files. A native dialog
 * cannot offer both. @user_data: (type GObject): referenced while the dialog is open. */
void poplens_file_dialog_run (GtkWindow *parent, gboolean folder, PoplensFileFunc chosen,
                              gpointer user_data);
/* Asks for a report to compare with; see poplens_file_dialog_run (). */
void poplens_file_dialog_compare (GtkWindow *parent, gboolean folder, PoplensFileFunc chosen,
                                  gpointer user_data);
/* Asks for the folder of one of two reports to compare. @last: FALSE: the first report; TRUE: the
 * second. */
void poplens_file_dialog_pair (GtkWindow *parent, gboolean last, PoplensFileFunc chosen,
                               gpointer user_data);
/* Asks for a folder to copy a report into. */
void poplens_file_dialog_copy (GtkWindow *parent, PoplensFileFunc chosen, gpointer user_data);
/* Asks for a folder with the source code of a model. */
void poplens_file_dialog_source (GtkWindow *parent, PoplensFileFunc chosen, gpointer user_data);
/* Asks for a file to write. Proposes @name in the folder that was last used for saving, and
 * remembers the folder that the user chooses. */
void poplens_file_dialog_save (GtkWindow *parent, const char *title, const char *name,
                               PoplensFileFunc chosen, gpointer user_data);

G_END_DECLS
