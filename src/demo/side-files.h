/* Files beside the profile: framework.json as TensorFlow writes it, app.json as users do, and
 * archive.a. */
#pragma once

#include "demo/model.h"
#include "demo/planted.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Writes framework.json, except for PopTorch, and app.json. @planted: DemoPlanted, for app.json.
 * FALSE with @error. */
gboolean demo_write_side_files (const DemoPlan *plan, const GArray *planted,
                                const char *framework_path, const char *app_path, GError **error);
/* TRUE if the file at @path is a framework.json or app.json that this program wrote. @size: size of
 * the file in bytes */
gboolean demo_is_side_file (const char *path, goffset size);

/* ---- archive.a ------------------------------------------------------------------------------- */

/* Text in each ELF image that marks archive.a as synthetic. It begins at byte DEMO_ARCHIVE_MARK_AT
 * of the file. */
#define DEMO_ARCHIVE_MARK "poplens-demo (synthetic)"
#define DEMO_ARCHIVE_MARK_AT 152

gboolean demo_archive_write (const DemoModel *m, const char *path, GCancellable *cancellable,
                             GError **error);

G_END_DECLS
