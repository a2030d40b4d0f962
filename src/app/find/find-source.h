/* PoplensFindSource: asks a session's report for anything by name or number. Makes the index on a
 * worker when it is first wanted, and anew after a reload; of several queries only the last is
 * answered. Main thread only. */
#pragma once

#include "app/window/session.h"
#include "tables/find/find.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_FIND_SOURCE (poplens_find_source_get_type ())
G_DECLARE_FINAL_TYPE (PoplensFindSource, poplens_find_source, POPLENS, FIND_SOURCE, GObject)

/* Signals:
 *   "progress" (double fraction, char *what): the index is being made
 *   "ready"    (): it is there
 *   "found"    (PoplensFinds *finds as pointer): answers the last query
 *   "failed"   (char *message)
 */
PoplensFindSource *poplens_find_source_new (PoplensSession *session);
/* Makes the index where it is not there yet. */
void poplens_find_source_prepare (PoplensFindSource *self);
/* Where that would bring much over a link, the index is only of what is loaded: what it would
 * bring, and how long that takes; NULL: all is there. (transfer full) */
char *poplens_find_source_describe_left_out (PoplensFindSource *self);
/* All of it, from now on. */
void poplens_find_source_want_all (PoplensFindSource *self);
gboolean poplens_find_source_is_ready (PoplensFindSource *self);
/* Answered by "found", once the index is there; a query under way is dropped. */
void poplens_find_source_ask (PoplensFindSource *self, const char *query);
/* A query waits for its answer. */
gboolean poplens_find_source_is_asking (PoplensFindSource *self);

G_END_DECLS
