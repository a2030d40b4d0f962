/* Files beside the profile: framework.json as TensorFlow writes it, app.json as users do, and
 * archive.a. */
#pragma once

#include "demo/model.h"
#include "demo/planted.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* At these two paths; PopTorch writes no framework.json. @planted: of DemoPlanted, for app.json. */
gboolean demo_write_side_files (const DemoPlan *plan, const GArray *planted,
                                const char *framework_path, const char *app_path, GError **error);
/* Whether the file of @size bytes at @path was written by this program, as one of the two. */
gboolean demo_is_side_file (const char *path, goffset size);

/* ---- archive.a ------------------------------------------------------------------------------- */

/* A GNU archive with an ELF image for each tile. The mark, which says that it is synthetic, is at
 * byte DEMO_ARCHIVE_MARK_AT. */
#define DEMO_ARCHIVE_MARK "poplens-demo (synthetic)"
#define DEMO_ARCHIVE_MARK_AT 152

gboolean demo_archive_write (const DemoModel *m, const char *path, GCancellable *cancellable,
                             GError **error);

G_END_DECLS
