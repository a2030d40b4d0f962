/* framework.json as TensorFlow writes it, app.json as users do. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean demo_write_side_files (const char *dir, GError **error);

G_END_DECLS
