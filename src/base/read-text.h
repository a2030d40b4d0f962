/* Reads a small file that a user names, which may also be a pipe: never endlessly, never much. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns the whole content of @path, with a NUL after its *@length bytes. NULL with
 * POPLENS_ERROR_USAGE if it has more than @most bytes, cannot be read, or is a pipe that no program
 * writes to. (transfer full) */
char *poplens_read_text (const char *path, gsize most, gsize *length, GError **error);

G_END_DECLS
