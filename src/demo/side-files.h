/* framework.json as TensorFlow writes it, app.json as users do. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean demo_write_side_files (const char *dir, GError **error);
/* Whether the file of @size bytes at @path was written by this program, as one of the two. */
gboolean demo_is_side_file (const char *path, goffset size);

G_END_DECLS
