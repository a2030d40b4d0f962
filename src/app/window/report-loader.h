/* Opens reports on a worker, with all that the window asks of the disk before it shows one. */
#pragma once

#include "pages/core/page.h"

G_BEGIN_DECLS

typedef struct {
  PoplensReport *report;
  char *reasons[POPLENS_N_PAGES]; /* why a page is not there, or NULL */
  gboolean is_older;              /* than the one that it was opened beside */
} PoplensOpened;

void poplens_opened_free (PoplensOpened *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensOpened, poplens_opened_free)
/* @wanted where its page is there, else the first page that is, compared with the same report.
 * @wanted: (nullable): Summary. (transfer full) */
PoplensLocation *poplens_opened_first_location (const PoplensOpened *self, PoplensLocation *wanted);

/* The answer to a cancelled call comes at once, even while the disk does not answer. */
void poplens_open_async (const char *path, GCancellable *cancellable, GAsyncReadyCallback callback,
                         gpointer user_data);
/* The same for one to compare @beside with. */
void poplens_open_beside_async (const char *path, PoplensReport *beside, GCancellable *cancellable,
                                GAsyncReadyCallback callback, gpointer user_data);
/* The same for a recovered copy: see poplens_report_recover(). */
void poplens_open_recovered_async (const char *path, GCancellable *cancellable,
                                   GAsyncReadyCallback callback, gpointer user_data);
/* The files of @report as they are now. */
void poplens_reopen_async (PoplensReport *report, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer user_data);
/* TRUE where opening failed, not by being cancelled, and a recovered copy can be tried. */
gboolean poplens_open_can_recover (GAsyncResult *result);
/* Ends all of them. POPLENS_ERROR_SEVERAL, too, where the reports are further below the folder than
 * poplens_report_open() looks. */
PoplensOpened *poplens_open_finish (GAsyncResult *result, GError **error);

G_END_DECLS
