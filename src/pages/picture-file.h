/* A finished picture into a file: whole or not at all. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Writes @data beside @file under a temporary name and renames it, so that whoever looks, or stops
 * us, finds the old file or the new one. Into what is no regular file (/dev/stdout, a pipe) it
 * writes directly. FALSE with an error that names @file and says why. */
gboolean poplens_picture_file_write (const char *file, const GByteArray *data, GError **error);

G_END_DECLS
