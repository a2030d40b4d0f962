/* Files in which the user's own things are kept: settings, bookmarks, dismissed findings, recent
 * reports. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What is in the file at @path, comments too, with old names replaced; nothing
 * where there is no such file, or one of another kind. NULL where it cannot be read: with READ
 * where the disk or the memory failed, else with NOT_FOUND. Its content is not known then, and it
 * must not be replaced. (transfer full) */
GKeyFile *poplens_user_file_read (const char *path, GError **error);

G_END_DECLS
