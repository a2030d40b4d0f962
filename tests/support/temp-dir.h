/* Temporary directories of tests, and files in them. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Creates a directory. (transfer full): its absolute path */
char *temp_dir_new (void);
/* Removes @path and everything in it, without following links. */
void temp_dir_remove (const char *path);
/* Writes @size bytes (-1: up to the NUL) to @name in @dir, and creates folders on the way.
 * (transfer full): the path */
char *temp_dir_write (const char *dir, const char *name, const char *data, gssize size);
/* Sets the modification time of a file, in seconds since the epoch. */
void temp_dir_set_mtime (const char *path, gint64 seconds);

G_END_DECLS
