/* The user's bookmarks (report/bookmarks.h): reading, changing and saving them. If the file is
 * damaged, bookmarks can be lost, but the program continues. Main thread only. */
#pragma once

#include "app/window/settings.h"
#include "report/bookmarks.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Returns the bookmarks, shared by all windows of the display. (transfer none) */
PoplensSettings *poplens_bookmarks_get_default (void);
/* Returns the same as poplens_bookmarks_of (). */
GPtrArray *poplens_bookmarks_list (PoplensSettings *self, const char *group);
/* Sets or, if @note is NULL, deletes a bookmark. @name: see poplens_bookmark_name (). */
void poplens_bookmarks_set (PoplensSettings *self, const char *group, const char *name,
                            const char *note);
/* Writes the changes now. FALSE if they cannot be written: then shows a message over @widget with
 * the reason and, if @note (nullable) is given, a button that copies it, as it would otherwise be
 * lost when the program ends. */
gboolean poplens_bookmarks_save (PoplensSettings *self, GtkWidget *widget, const char *note);
/* Deletes a bookmark; it can be restored. FALSE if there is none of that @name. */
gboolean poplens_bookmarks_delete (PoplensSettings *self, const char *group, const char *name);
/* Restores the last deleted bookmark of @group; each call restores one more. @name: (nullable):
 * restore the bookmark of this name. FALSE if there is nothing to restore. */
gboolean poplens_bookmarks_restore (PoplensSettings *self, const char *group, const char *name);

G_END_DECLS
