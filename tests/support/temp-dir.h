/* A folder of a test's own, gone with all that is in it when the test ends. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* (transfer full): the folder's absolute path. */
char *temp_dir_new (void);
/* Removes @path and everything in it; follows no links. */
void temp_dir_remove (const char *path);
/* Writes @size bytes (-1: up to the NUL) to @name in @dir, making folders on the way; the path.
 * (transfer full) */
char *temp_dir_write (const char *dir, const char *name, const char *data, gssize size);
/* Sets when a file was last written, in seconds since the epoch. */
void temp_dir_set_mtime (const char *path, gint64 seconds);

G_END_DECLS
