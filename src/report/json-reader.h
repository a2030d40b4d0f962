/* framework.json and app.json → a tree. */
#pragma once

#include <gio/gio.h>

#include "model/json-tree.h"

G_BEGIN_DECLS

/* Any valid JSON up to 64 MiB. What is too large, too deep or broken is an error that names file,
 * line and column, and harms nothing else. */
PoplensJsonTree *poplens_json_read (const char *path, GCancellable *cancellable, GError **error);

G_END_DECLS
