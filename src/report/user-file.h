/* Reads files with data of the user: settings, bookmarks, dismissed findings, recent reports. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Reads the file at @path with its comments, replacing old names of keys. The result is empty if
 * there is no file, or it is not a key file. (transfer full) (nullable): NULL with READ if the disk
 * or memory failed, else with NOT_FOUND: the content is then not known, so the caller must not
 * overwrite the file */
GKeyFile *poplens_user_file_read (const char *path, GError **error);

G_END_DECLS
