/* Bookmarks of the trace: cycles or ranges of cycles with a note. The window saves them in
 * bookmarks.ini in the user's data folder (app/dialogs/bookmarks.h), as reports are never written.
 * Copies of a report share its bookmarks, which are filed under the compilation's ID. */
#pragma once

#include "report/report.h"

G_BEGIN_DECLS

typedef struct {
  guint64 from, to; /* cycles; equal for a point in time */
  char *note;
} PoplensBookmark;

/* Clock that counts a bookmark's cycles. A time axis shows only the bookmarks of its own clock. */
typedef enum {
  POPLENS_BOOKMARKS_STEPS,
  POPLENS_BOOKMARKS_BLOCKS,            /* lightweight profiling: cycles of each IPU's own clock */
  POPLENS_BOOKMARKS_BLOCKS_FROM_FIRST, /* lightweight profiling: cycles since each IPU's first block
                                        */
} PoplensBookmarkClock;

void poplens_bookmark_free (PoplensBookmark *self);
/* Returns the key of a bookmark in the file: "1200", "1200-1850". (transfer full) */
char *poplens_bookmark_name (guint64 from, guint64 to);
/* Parses the key of a bookmark. FALSE if @name is not one. */
gboolean poplens_bookmark_parse (const char *name, guint64 *from, guint64 *to);

/* Returns the path of bookmarks.ini in the user's data folder. (transfer full) */
char *poplens_bookmarks_path (void);
/* Returns the group of the report's bookmarks in the user's file. (transfer full) */
char *poplens_bookmarks_group (PoplensReport *report, PoplensBookmarkClock clock);
/* Returns the bookmarks in @group, sorted by .from. Skips other keys of the group. (transfer full):
 * GPtrArray of PoplensBookmark */
GPtrArray *poplens_bookmarks_of (GKeyFile *file, const char *group);
/* Reads the report's bookmarks from the user's file. The list is empty if the file cannot be read.
 * For worker threads. (transfer full): GPtrArray of PoplensBookmark */
GPtrArray *poplens_bookmarks_read (PoplensReport *report, PoplensBookmarkClock clock);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensBookmark, poplens_bookmark_free)

/* ---- dismissed findings ---------------------------------------------------------------------- */

/* Findings that the user dismissed, each with a reason. The window saves them in the file of the
 * bookmarks (app/page/findings-view.c), as reports are never written. */

/* Returns the group of the report's dismissed findings in the user's file. (transfer full) */
char *poplens_dismissed_group (PoplensReport *report);
/* Reads the user's reasons for dismissing findings; keys are poplens_finding_name (). The table is
 * empty if the file cannot be read. For worker threads. (transfer full) */
GHashTable *poplens_dismissed_read (PoplensReport *report, GCancellable *cancellable);
/* Returns the user's reason, which may be "", for dismissing the finding @kind of @subject.
 * (nullable): NULL if it was not dismissed */
const char *poplens_dismissed_reason (GHashTable *dismissed, const char *kind, const char *subject);
/* Returns a text: "2 findings dismissed". (transfer full) (nullable): NULL if @n is 0 */
char *poplens_dismissed_text (guint n);

G_END_DECLS
