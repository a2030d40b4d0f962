/* Opens reports on a worker. The worker also finds out which pages a report can show. */
#pragma once

#include "pages/core/page.h"

G_BEGIN_DECLS

typedef struct {
  PoplensReport *report;
  char *reasons[POPLENS_N_PAGES]; /* [POPLENS_N_PAGES]: (nullable): why the page is not available */
  gboolean is_older;              /* .report is older than the report that it is compared with */
} PoplensOpened;

void poplens_opened_free (PoplensOpened *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensOpened, poplens_opened_free)
/* Returns @wanted if its page is available. Else returns a location on the first available page,
 * with the same comparison as @wanted. @wanted: (nullable): NULL: Summary. (transfer full) */
PoplensLocation *poplens_opened_first_location (const PoplensOpened *self, PoplensLocation *wanted);

/* Opens the report at @path. If the call is cancelled, @callback is called at once, even if the
 * disk does not respond. */
void poplens_open_async (const char *path, GCancellable *cancellable, GAsyncReadyCallback callback,
                         gpointer user_data);
/* Opens a report to compare with @beside; see poplens_open_async (). */
void poplens_open_beside_async (const char *path, PoplensReport *beside, GCancellable *cancellable,
                                GAsyncReadyCallback callback, gpointer user_data);
/* Opens a recovered copy of a damaged report (poplens_report_recover ()); see poplens_open_async
 * (). */
void poplens_open_recovered_async (const char *path, GCancellable *cancellable,
                                   GAsyncReadyCallback callback, gpointer user_data);
/* Opens @report again from its files, which have changed; see poplens_open_async (). */
void poplens_reopen_async (PoplensReport *report, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer user_data);
/* TRUE if opening failed because the report is damaged, and a recovered copy can be tried. */
gboolean poplens_open_can_recover (GAsyncResult *result);
/* Finishes poplens_open_async (), poplens_open_beside_async (), poplens_open_recovered_async () and
 * poplens_reopen_async (). (transfer full) (nullable): NULL with @error. POPLENS_ERROR_SEVERAL can
 * also mean that reports exist only in deeper folders than poplens_report_open () searches. */
PoplensOpened *poplens_open_finish (GAsyncResult *result, GError **error);

G_END_DECLS
