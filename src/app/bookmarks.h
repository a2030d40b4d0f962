/* Bookmarks: places of a trace with a note, kept in bookmarks.ini of the user's data folder, by the
 * id of the compilation, so that they are there again in a copy of the report. Never written to a
 * report. A damaged file costs the bookmarks, never the program. Main thread only. */
#pragma once

#include "app/settings.h"
#include "report/report.h"

G_BEGIN_DECLS

typedef struct {
  guint64 cycle;
  char *note;
} PoplensBookmark;

/* Those of this display. (transfer none) */
PoplensSettings *poplens_bookmarks_get_default (void);
/* What bookmarks of @report go by: the compilation's id where it is loaded and recorded, else path
 * and size of the profile. (transfer full) */
char *poplens_bookmarks_key (PoplensReport *report);
/* By rising cycle. (transfer full): GPtrArray of PoplensBookmark */
GPtrArray *poplens_bookmarks_list (PoplensSettings *self, const char *key);
/* @note: NULL takes it away. */
void poplens_bookmarks_set (PoplensSettings *self, const char *key, guint64 cycle,
                            const char *note);

G_END_DECLS
