/* Asks for a report to open. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* @path: (transfer none): absolute. Not called where the user cancels. */
typedef void (*PoplensFileFunc) (const char *path, gpointer user_data);

/* GTK's native dialog takes a folder or a file, not both: @folder says which. @user_data: a GObject
 * that is kept alive meanwhile. */
void poplens_file_dialog_run (GtkWindow *parent, gboolean folder, PoplensFileFunc chosen,
                              gpointer user_data);

G_END_DECLS
