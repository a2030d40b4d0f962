/* Files beside the profile: framework.json as TensorFlow writes it, app.json as users do, and
 * archive.a. */
#pragma once

#include "demo/model.h"
#include "demo/planted.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Writes the files at these two paths; no framework.json for PopTorch. @planted: DemoPlanted, for
 * app.json. FALSE with @error. */
gboolean demo_write_side_files (const DemoPlan *plan, const GArray *planted,
                                const char *framework_path, const char *app_path, GError **error);
/* TRUE if this program wrote the file of @size bytes at @path, as one of the two. */
gboolean demo_is_side_file (const char *path, goffset size);

/* ---- archive.a ------------------------------------------------------------------------------- */

/* A GNU archive with an ELF image for each tile. A mark at byte DEMO_ARCHIVE_MARK_AT says that it
 * is synthetic. FALSE with @error. */
#define DEMO_ARCHIVE_MARK "poplens-demo (synthetic)"
#define DEMO_ARCHIVE_MARK_AT 152

gboolean demo_archive_write (const DemoModel *m, const char *path, GCancellable *cancellable,
                             GError **error);

G_END_DECLS
