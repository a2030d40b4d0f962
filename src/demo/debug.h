/* debug.cbor: a map of "contexts", children before their parents, and "stringTable". */
#pragma once

#include "demo/model.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Reads nothing of @m but its contexts and plan, so that it can run beside the profile's writer. */
gboolean demo_debug_write (const DemoModel *m, const char *path, GCancellable *cancellable,
                           GError **error);

G_END_DECLS
