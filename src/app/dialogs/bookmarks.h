/* The bookmarks of this user (report/bookmarks.h), to be shown and changed. A damaged file costs
 * the bookmarks, never the program. Main thread only. */
#pragma once

#include "app/window/settings.h"
#include "report/bookmarks.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Those of this display. (transfer none) */
PoplensSettings *poplens_bookmarks_get_default (void);
/* As poplens_bookmarks_of (). */
GPtrArray *poplens_bookmarks_list (PoplensSettings *self, const char *group);
/* @name: see poplens_bookmark_name (). @note: NULL takes it away. */
void poplens_bookmarks_set (PoplensSettings *self, const char *group, const char *name,
                            const char *note);
/* Writes what was set, now. If that cannot be written, a message over @widget says why, with a
 * button that copies @note (nullable): it goes with the program otherwise. FALSE then. */
gboolean poplens_bookmarks_save (PoplensSettings *self, GtkWidget *widget, const char *note);
/* Takes one away, until it is restored. FALSE: there is none of that @name. */
gboolean poplens_bookmarks_delete (PoplensSettings *self, const char *group, const char *name);
/* Brings back the one of @group that was deleted last, as often as there is one; @name: that one
 * (nullable). FALSE: none was deleted, or all are there again. */
gboolean poplens_bookmarks_restore (PoplensSettings *self, const char *group, const char *name);

G_END_DECLS
