/* archive.a: a GNU archive with an ELF image for each tile. */
#pragma once

#include "demo/model.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Where the archive of ours says so, from its beginning. */
#define DEMO_ARCHIVE_MARK "poplens-demo (synthetic)"
#define DEMO_ARCHIVE_MARK_AT 152

gboolean demo_archive_write (const DemoModel *m, const char *path, GCancellable *cancellable,
                             GError **error);

G_END_DECLS
