/* Reads framework.json and app.json into a tree. */
#pragma once

#include "base/storage.h"
#include "model/json-tree.h"

G_BEGIN_DECLS

/* Reads any valid JSON file up to 64 MiB. A file that is too large, too deep or broken is an error
 * that names file and line. Members with the same name are all returned, in the order of the file.
 * Escapes that are not characters (\u0000, half a surrogate pair) stay escaped. (transfer full)
 * (nullable) */
PoplensJsonTree *poplens_json_read (PoplensFile *file, GCancellable *cancellable, GError **error);

G_END_DECLS
