/* Writes a file completely or not at all: readers see the old file or the new one, even if the
 * process is killed or the disk is full.
 *
 * The data goes to an unnamed file or, if the file system has none, to a hidden file beside the
 * target. A commit syncs it to the disk, sets the mode of the file that it replaces, and renames it
 * to the target; an unnamed file that replaces another has a hidden name for a moment. Hidden files
 * of processes that were killed (".NAME.poplens-1a2b3c") are deleted when the next file is saved in
 * their folder. Links stay: the file that they point to is replaced. Anything that is not a regular
 * file (/dev/stdout, a pipe) is written to directly. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _PoplensSaveFile PoplensSaveFile;

/* Starts to write @path. (transfer full) (nullable): NULL with an error that names @path */
PoplensSaveFile *poplens_save_file_new (const char *path, GError **error);
/* Starts a file that a library writes by name (poplens_save_file_get_name()): it has a hidden name
 * beside @path from the start. NULL also if @path is not a regular file. The commit fails if @path
 * did not exist, and another process creates it in the meantime. (transfer full) (nullable) */
PoplensSaveFile *poplens_save_file_new_named (const char *path, GError **error);
const char *poplens_save_file_get_name (PoplensSaveFile *self); /* (transfer none) */
/* Frees the object. Without a commit the data is deleted. */
void poplens_save_file_free (PoplensSaveFile *self);
GOutputStream *poplens_save_file_get_stream (PoplensSaveFile *self); /* (transfer none) */
/* Completes the file. FALSE with an error that names the file; the old file is then unchanged. */
gboolean poplens_save_file_commit (PoplensSaveFile *self, GError **error);
/* Adds the file's name to the error of a failed write: "Cannot write FILE: No space left on
 * device". @cause: (transfer full): a cancellation is passed on unchanged */
void poplens_save_file_explain (PoplensSaveFile *self, GError *cause, GError **error);

/* Saves @data as the file @path. */
gboolean poplens_save_bytes (const char *path, GBytes *data, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensSaveFile, poplens_save_file_free)

G_END_DECLS
