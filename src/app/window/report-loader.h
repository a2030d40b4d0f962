/* Opens reports on a worker, and reads there all that the window needs before it shows one. */
#pragma once

#include "pages/core/page.h"

G_BEGIN_DECLS

typedef struct {
  PoplensReport *report;
  char *reasons[POPLENS_N_PAGES]; /* by page: (nullable): why the page is not available */
  gboolean is_older;              /* the report is older than the one that it was opened beside */
} PoplensOpened;

void poplens_opened_free (PoplensOpened *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensOpened, poplens_opened_free)
/* Returns @wanted if its page is available, else the first available page, compared with the same
 * report. @wanted: (nullable): Summary. (transfer full) */
PoplensLocation *poplens_opened_first_location (const PoplensOpened *self, PoplensLocation *wanted);

/* Opens the report at @path. A cancelled call returns at once, even if the disk does not respond.
 */
void poplens_open_async (const char *path, GCancellable *cancellable, GAsyncReadyCallback callback,
                         gpointer user_data);
/* As poplens_open_async (), for a report to compare with @beside. */
void poplens_open_beside_async (const char *path, PoplensReport *beside, GCancellable *cancellable,
                                GAsyncReadyCallback callback, gpointer user_data);
/* As poplens_open_async (), for a recovered copy: see poplens_report_recover (). */
void poplens_open_recovered_async (const char *path, GCancellable *cancellable,
                                   GAsyncReadyCallback callback, gpointer user_data);
/* Opens the current files of @report. */
void poplens_reopen_async (PoplensReport *report, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer user_data);
/* TRUE if opening failed, was not cancelled, and a recovered copy can be tried. */
gboolean poplens_open_can_recover (GAsyncResult *result);
/* Finishes all of these. (transfer full) (nullable): NULL with @error; POPLENS_ERROR_SEVERAL also
 * if reports are in deeper folders than poplens_report_open () searches. */
PoplensOpened *poplens_open_finish (GAsyncResult *result, GError **error);

G_END_DECLS
