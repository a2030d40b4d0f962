/* Reads all reports of a folder on a worker, and tells what there is a few times a second. */
#pragma once

#include "tables/reports/report-list.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* @done of @all reports were read. @table: (transfer none) (nullable): a row each, in their order;
 * NULL where a list that was read before is shown meanwhile. On the main thread. */
typedef void (*PoplensReportsSoFar) (PoplensTable *table, guint done, guint all, gpointer data);

/* @before: (nullable): of the same folder: reports that did not change since are taken from it.
 * @object: kept until @callback, which comes after the last call of @so_far; both get it as data.
 */
void poplens_reports_read_async (const char *folder, PoplensReportList *before,
                                 PoplensByteUnit unit, PoplensReportsSoFar so_far,
                                 GCancellable *cancellable, GAsyncReadyCallback callback,
                                 GObject *object);
/* (transfer full) */
PoplensReportList *poplens_reports_read_finish (GAsyncResult *result, GError **error);

G_END_DECLS
