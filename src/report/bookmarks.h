/* Bookmarks: places and ranges of a trace with a note, kept in bookmarks.ini of the user's data
 * folder, by the id of the compilation, so that they are there again in a copy of the report. Never
 * written to a report; the window writes them (app/dialogs/bookmarks.h). */
#pragma once

#include "report/report.h"

G_BEGIN_DECLS

typedef struct {
  guint64 from, to; /* cycles; equal: a place, else a range */
  char *note;
} PoplensBookmark;

/* What the cycles of a bookmark are counted by: those of one are nothing on the axis of another. */
typedef enum {
  POPLENS_BOOKMARKS_STEPS,
  POPLENS_BOOKMARKS_BLOCKS,            /* of lightweight profiling: each IPU's own clock */
  POPLENS_BOOKMARKS_BLOCKS_FROM_FIRST, /* the same from each IPU's first block */
} PoplensBookmarkClock;

void poplens_bookmark_free (PoplensBookmark *self);
/* "1200", "1200-1850": its key in the file. (transfer full) */
char *poplens_bookmark_name (guint64 from, guint64 to);
/* FALSE for what is none. */
gboolean poplens_bookmark_parse (const char *name, guint64 *from, guint64 *to);

/* The file of this user. (transfer full) */
char *poplens_bookmarks_path (void);
/* The same of bookmarks of that clock. (transfer full) */
char *poplens_bookmarks_group (PoplensReport *report, PoplensBookmarkClock clock);
/* By rising begin; what somebody else wrote there is left out. (transfer full): GPtrArray of
 * PoplensBookmark */
GPtrArray *poplens_bookmarks_of (GKeyFile *file, const char *group);
/* The same of the file of this user, as it is now; none where it cannot be read. For a worker. */
GPtrArray *poplens_bookmarks_read (PoplensReport *report, PoplensBookmarkClock clock);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensBookmark, poplens_bookmark_free)

/* ---- dismissed findings ---------------------------------------------------------------------- */

/* Findings that the user dismissed, each with a reason: kept in the file of the bookmarks,
 * by the id of the compilation. Never written to a report; the window writes
 * them (app/page/findings-view.c). */

/* The group of @report in that file. (transfer full) */
char *poplens_dismissed_group (PoplensReport *report);
/* Reasons by poplens_finding_name (), as the file is now; none where it cannot be read. For a
 * worker. (transfer full)
 */
GHashTable *poplens_dismissed_read (PoplensReport *report, GCancellable *cancellable);
/* The reason for which that finding was dismissed, which may be ""; NULL: it was not. */
const char *poplens_dismissed_reason (GHashTable *dismissed, const char *kind, const char *subject);
/* "2 findings dismissed": as texts say it; NULL for none. (transfer full) */
char *poplens_dismissed_text (guint n);

G_END_DECLS
