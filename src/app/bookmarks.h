/* The bookmarks of this user (report/bookmarks.h), to be shown and changed. A damaged file costs
 * the bookmarks, never the program. Main thread only. */
#pragma once

#include "app/settings.h"
#include "report/bookmarks.h"

G_BEGIN_DECLS

/* Those of this display. (transfer none) */
PoplensSettings *poplens_bookmarks_get_default (void);
/* As poplens_bookmarks_of (). */
GPtrArray *poplens_bookmarks_list (PoplensSettings *self, const char *group);
/* @name: see poplens_bookmark_name (). @note: NULL takes it away. */
void poplens_bookmarks_set (PoplensSettings *self, const char *group, const char *name,
                            const char *note);

G_END_DECLS
