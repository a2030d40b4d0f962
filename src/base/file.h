/* Opening files that somebody else may have put there. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Opens a regular file for reading, without waiting for anybody (a pipe of that name has no
 * writer); for pread(), never to be mapped. @what: what belongs there, for the message: "archive".
 * @size: (out): bytes. Returns: a descriptor, or -1 with NOT_FOUND or NOT_A_REPORT */
int poplens_file_open_regular (const char *path, const char *what, guint64 *size, GError **error);

G_END_DECLS
