/* framework.json and app.json → a tree. */
#pragma once

#include "base/storage.h"
#include "model/json-tree.h"

G_BEGIN_DECLS

/* Any valid JSON up to 64 MiB. What is too large, too deep or broken is an error that names file,
 * line and column, and harms nothing else. Members of the same name are all there, in order. What
 * is no character (\u0000, half a pair of surrogates) stands as the file writes it. */
PoplensJsonTree *poplens_json_read (PoplensFile *file, GCancellable *cancellable, GError **error);

G_END_DECLS
