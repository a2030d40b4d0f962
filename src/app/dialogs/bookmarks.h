/* The user's bookmarks (report/bookmarks.h): reading, changing and saving them. If the file is
 * damaged, bookmarks can be lost, but the program continues. Main thread only. */
#pragma once

#include "app/window/settings.h"
#include "report/bookmarks.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Returns the bookmarks, shared by all windows of the display. (transfer none) */
PoplensSettings *poplens_bookmarks_get_default (void);
/* Returns the bookmarks of @group; see poplens_bookmarks_of (). */
GPtrArray *poplens_bookmarks_list (PoplensSettings *self, const char *group);
/* Sets or, if @note is NULL, deletes a bookmark. @name: see poplens_bookmark_name (). */
void poplens_bookmarks_set (PoplensSettings *self, const char *group, const char *name,
                            const char *note);
/* Writes changed bookmarks to their file now. If writing fails, returns FALSE and shows a toast
 * over @widget with the reason. @note: (nullable): unsaved note; a button of the toast copies it.
 */
gboolean poplens_bookmarks_save (PoplensSettings *self, GtkWidget *widget, const char *note);
/* Deletes a bookmark, such that it can be restored. FALSE if there is no bookmark @name. */
gboolean poplens_bookmarks_delete (PoplensSettings *self, const char *group, const char *name);
/* Restores the bookmark of @group that was deleted last; further calls restore earlier ones. @name:
 * (nullable): restores the bookmark of this name instead. FALSE if there is nothing to restore. */
gboolean poplens_bookmarks_restore (PoplensSettings *self, const char *group, const char *name);

G_END_DECLS
