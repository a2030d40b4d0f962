/* debug.cbor: a map of "contexts", children before their parents, and "stringTable". */
#pragma once

#include "demo/model.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Writes the file. Reads only contexts and plan of @m, so that it can run in parallel with the
 * profile's writer. FALSE with @error. */
gboolean demo_debug_write (const DemoModel *m, const char *path, GCancellable *cancellable,
                           GError **error);

G_END_DECLS
