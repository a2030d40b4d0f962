/* Reads files with data of the user: settings, bookmarks, dismissed findings, recent reports. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Reads the key file at @path with its comments, and replaces old names of keys. The result is
 * empty if the file does not exist, or is not a key file. (transfer full) (nullable): NULL with
 * READ (disk or memory failed) or NOT_FOUND if the content is unknown. The caller must then not
 * overwrite the file */
GKeyFile *poplens_user_file_read (const char *path, GError **error);

G_END_DECLS
