/* PoplensFindSource: searches the session's report by name or number. The index is built on a
 * worker thread when it is first needed, and again after a reload. A new query cancels the query
 * before it. Main thread only. */
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
/* Starts to build the index, unless it exists or is being built. */
void poplens_find_source_prepare (PoplensFindSource *self);
/* Returns a text: how much data must be transferred for the parts that the index leaves out, and
 * how long that takes. If a remote report needs much data, its index contains only loaded parts.
 * (transfer full) (nullable): NULL if the index is complete. */
char *poplens_find_source_describe_left_out (PoplensFindSource *self);
/* Builds the complete index, now and after each reload. */
void poplens_find_source_want_all (PoplensFindSource *self);
gboolean poplens_find_source_is_ready (PoplensFindSource *self);
/* Starts @query as soon as the index is built, and cancels the previous query. The signal "found"
 * has the result. */
void poplens_find_source_ask (PoplensFindSource *self, const char *query);
/* TRUE while a query is running or waits for the index. */
gboolean poplens_find_source_is_asking (PoplensFindSource *self);

G_END_DECLS
