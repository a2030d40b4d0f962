/* A widget that takes dropped report folders and files. */
#pragma once

#include "app/dialogs/file-dialog.h"

G_BEGIN_DECLS

/* @highlight: shown while something hangs over @widget. @dropped is called for each path of this
 * computer, and with NULL where there was none. @user_data lives as long as @widget. */
void poplens_drop_area_attach (GtkWidget *widget, GtkRevealer *highlight, PoplensFileFunc dropped,
                               gpointer user_data);

G_END_DECLS
