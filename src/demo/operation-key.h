/* Operations as findings name them, of the names of compute sets and exchanges. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The name without its count ("cs12_") and role ("/Op", "/ExchangePre"); the number at the end of
 * each part but the last is '*': "Bwd/layer.*\/dense/MatMul". (transfer full) */
char *demo_operation_key (const char *name);
/* Whether the key of @name is @operation, or ends in it. */
gboolean demo_is_of_operation (const char *name, const char *operation);
/* The parts that all keys end in; of one key all of it. (transfer full) */
char *demo_common_operation (const GPtrArray *keys);

G_END_DECLS
