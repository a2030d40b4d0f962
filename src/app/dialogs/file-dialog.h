/* Asks for a report to open, or for a file to write. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* @path: (transfer none): absolute. Not called where the user cancels. */
typedef void (*PoplensFileFunc) (const char *path, gpointer user_data);

/* GTK's native dialog takes a folder or a file, not both: @folder says which. @user_data: a GObject
 * that is kept alive meanwhile. */
void poplens_file_dialog_run (GtkWindow *parent, gboolean folder, PoplensFileFunc chosen,
                              gpointer user_data);
/* The same for a second report. */
void poplens_file_dialog_compare (GtkWindow *parent, gboolean folder, PoplensFileFunc chosen,
                                  gpointer user_data);
/* Asks for the folder of one of two reports to compare. @last: TRUE: of the second one. */
void poplens_file_dialog_pair (GtkWindow *parent, gboolean last, PoplensFileFunc chosen,
                               gpointer user_data);
/* Asks for a folder to copy a report into. */
void poplens_file_dialog_copy (GtkWindow *parent, PoplensFileFunc chosen, gpointer user_data);
/* Asks for the folder of a model's source code. */
void poplens_file_dialog_source (GtkWindow *parent, PoplensFileFunc chosen, gpointer user_data);
/* Asks where to write, beginning with @name in the folder that was chosen last, which is
 * remembered. */
void poplens_file_dialog_save (GtkWindow *parent, const char *title, const char *name,
                               PoplensFileFunc chosen, gpointer user_data);

G_END_DECLS
