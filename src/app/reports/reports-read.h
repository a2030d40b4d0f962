/* Reads all reports of a folder on a worker, and tells what there is a few times a second. */
#pragma once

#include "tables/reports/report-list.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* @done of @all reports were read. @table: (transfer none) (nullable): a row each, in their order;
 * NULL where a list that was read before is shown meanwhile. On the main thread. */
typedef void (*PoplensReportsSoFar) (PoplensTable *table, guint done, guint all, gpointer data);

/* The limits that a folder of this computer has for its reports (docs/guide/pipeline.md). */
#define POPLENS_REPORTS_RULES "budget.ini"

/* @before: (nullable): of the same folder: reports that did not change since are taken from it,
 * where its limits are @rules (nullable) still.
 * @time: cycles by time class, too, which takes all executed steps.
 * @object: kept until @callback, which comes after the last call of @so_far; both get it as data.
 */
void poplens_reports_read_async (const char *folder, PoplensReportList *before, const char *rules,
                                 gboolean time, PoplensByteUnit unit, PoplensReportsSoFar so_far,
                                 GCancellable *cancellable, GAsyncReadyCallback callback,
                                 GObject *object);
/* @rules: (inout) (transfer full) (nullable): the limits by which reports were judged, as text: see
 * above. @wrong: (out) (transfer full): why those of the folder cannot be used, or NULL. (transfer
 * full) */
PoplensReportList *poplens_reports_read_finish (GAsyncResult *result, char **rules, char **wrong,
                                                GError **error);

G_END_DECLS
