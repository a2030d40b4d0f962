/* Asks a report for the card of a thing, on a worker. Main thread only. */
#pragma once

#include "report/report.h"
#include "tables/engine/table.h"

G_BEGIN_DECLS

/* @ref: words that find the thing (tables/card/card-ref.h). @is_wanted: whatever it brings over a
 * link. */
void poplens_card_ask_async (PoplensReport *report, const char *ref, gboolean is_wanted,
                             GCancellable *cancellable, GAsyncReadyCallback callback,
                             gpointer data);
/* The table "card". NULL with @bytes above 0 where it would bring so many, and it is not wanted;
 * else NULL with @error. (transfer full) */
PoplensTable *poplens_card_ask_finish (GAsyncResult *result, guint64 *bytes, GError **error);

G_END_DECLS
