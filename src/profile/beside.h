/* Two connections side by side: half of a large table, or another table, is read by a thread of its
 * own while the caller reads the rest. */
#pragma once

#include "profile/loaders.h"

G_BEGIN_DECLS

/* @load is on a connection of its own, with the caller's cancellable. */
typedef gboolean (*PoplensBesideFunc) (const PoplensLoad *load, gpointer data, GError **error);
typedef struct _PoplensBeside PoplensBeside;

/* Starts @func; @load and @data must live until poplens_beside_join(). */
PoplensBeside *poplens_beside_start (const PoplensLoad *load, PoplensBesideFunc func,
                                     gpointer data);
/* Waits for it and frees @self; FALSE with its error. */
gboolean poplens_beside_join (PoplensBeside *self, GError **error);

G_END_DECLS
