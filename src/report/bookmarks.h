/* Bookmarks of the trace: cycles or ranges of cycles with a note. They are saved in bookmarks.ini
 * of the user's data folder, by the compilation's ID, so that a copy of the report has them, too.
 * Reports are never written; the window writes the file (app/dialogs/bookmarks.h). */
#pragma once

#include "report/report.h"

G_BEGIN_DECLS

typedef struct {
  guint64 from, to; /* cycles; equal: a point in time, else a range */
  char *note;
} PoplensBookmark;

/* Clock of a bookmark's cycles. Bookmarks of one clock are not shown on the axis of another. */
typedef enum {
  POPLENS_BOOKMARKS_STEPS,
  POPLENS_BOOKMARKS_BLOCKS,            /* lightweight profiling: each IPU's own clock */
  POPLENS_BOOKMARKS_BLOCKS_FROM_FIRST, /* lightweight profiling, from each IPU's first block */
} PoplensBookmarkClock;

void poplens_bookmark_free (PoplensBookmark *self);
/* Returns the key of a bookmark in the file: "1200", "1200-1850". (transfer full) */
char *poplens_bookmark_name (guint64 from, guint64 to);
/* Parses a key. FALSE if @name is not one. */
gboolean poplens_bookmark_parse (const char *name, guint64 *from, guint64 *to);

/* Returns the path of the user's file. (transfer full) */
char *poplens_bookmarks_path (void);
/* Returns the group of the report's bookmarks in that file. (transfer full) */
char *poplens_bookmarks_group (PoplensReport *report, PoplensBookmarkClock clock);
/* Returns the bookmarks in @group, sorted by .from. Skips entries that are not bookmarks. (transfer
 * full): GPtrArray of PoplensBookmark */
GPtrArray *poplens_bookmarks_of (GKeyFile *file, const char *group);
/* Reads the report's bookmarks from the user's file. The list is empty if the file cannot be read.
 * For worker threads. (transfer full): GPtrArray of PoplensBookmark */
GPtrArray *poplens_bookmarks_read (PoplensReport *report, PoplensBookmarkClock clock);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensBookmark, poplens_bookmark_free)

/* ---- dismissed findings ---------------------------------------------------------------------- */

/* Findings that the user dismissed, each with a reason. They are saved in the file of the
 * bookmarks, by the compilation's ID. Reports are never written; the window writes the file
 * (app/page/findings-view.c). */

/* Returns the group of the report's dismissed findings in that file. (transfer full) */
char *poplens_dismissed_group (PoplensReport *report);
/* Reads the reasons from the user's file, by poplens_finding_name (). The table is empty if the
 * file cannot be read. For worker threads. (transfer full) */
GHashTable *poplens_dismissed_read (PoplensReport *report, GCancellable *cancellable);
/* Returns the reason for dismissing that finding, which may be "". (nullable): NULL if it was not
 * dismissed */
const char *poplens_dismissed_reason (GHashTable *dismissed, const char *kind, const char *subject);
/* Returns a text: "2 findings dismissed". (transfer full) (nullable): NULL if @n is 0 */
char *poplens_dismissed_text (guint n);

G_END_DECLS
