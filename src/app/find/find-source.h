/* PoplensFindSource: searches the session's report by name or number. Builds the index on a worker
 * thread at the first use and after a reload. Of several queries only the last one is answered.
 * Main thread only. */
#pragma once

#include "app/window/session.h"
#include "tables/find/find.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_FIND_SOURCE (poplens_find_source_get_type ())
G_DECLARE_FINAL_TYPE (PoplensFindSource, poplens_find_source, POPLENS, FIND_SOURCE, GObject)

/* Signals:
 *   "progress" (double fraction, char *what): the index is being built
 *   "ready"    (): the index is built
 *   "found"    (PoplensFinds *finds as pointer): result of the last query
 *   "failed"   (char *message) */
PoplensFindSource *poplens_find_source_new (PoplensSession *session);
/* Builds the index if it does not exist yet. */
void poplens_find_source_prepare (PoplensFindSource *self);
/* For a remote report that needs much data, the index covers only the loaded parts. Returns how
 * much data the rest needs, and how long that takes. (transfer full) (nullable): NULL: nothing is
 * left out. */
char *poplens_find_source_describe_left_out (PoplensFindSource *self);
/* Builds the complete index, also after reloads. */
void poplens_find_source_want_all (PoplensFindSource *self);
gboolean poplens_find_source_is_ready (PoplensFindSource *self);
/* Starts a query, cancelling the previous one. "found" has the result, after the index is built. */
void poplens_find_source_ask (PoplensFindSource *self, const char *query);
/* TRUE if a query is not answered yet. */
gboolean poplens_find_source_is_asking (PoplensFindSource *self);

G_END_DECLS
