/* Writes a file completely or not at all: readers see the old file or the new one, even if the
 * process is killed or the disk is full.
 *
 * The data goes to an unnamed or hidden temporary file in the folder of the target. A commit syncs
 * the data and renames the file to the target. Hidden files of killed processes
 * (".NAME.poplens-1a2b3c") are deleted when another file is saved in the folder. If the path is a
 * link, the link stays, and the file that it points to is replaced. A pipe or a device is written
 * to directly. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _PoplensSaveFile PoplensSaveFile;

/* Starts to write @path. (transfer full) (nullable): NULL with an error that names @path */
PoplensSaveFile *poplens_save_file_new (const char *path, GError **error);
/* Starts a file that a library writes by name (poplens_save_file_get_name ()). @path must be a
 * regular file or missing. If @path is missing, the commit fails if another process creates it
 * meanwhile. (transfer full) (nullable): NULL with @error */
PoplensSaveFile *poplens_save_file_new_named (const char *path, GError **error);
const char *poplens_save_file_get_name (PoplensSaveFile *self); /* (transfer none) */
/* Frees the object. Without a commit the data is deleted. */
void poplens_save_file_free (PoplensSaveFile *self);
GOutputStream *poplens_save_file_get_stream (PoplensSaveFile *self); /* (transfer none) */
/* Completes the file. FALSE with an error that names the file; the old file is then unchanged. */
gboolean poplens_save_file_commit (PoplensSaveFile *self, GError **error);
/* Adds the name of the file to the error of a failed write: "Cannot write FILE: No space left on
 * device". Does not change a cancellation. @cause: (transfer full) */
void poplens_save_file_explain (PoplensSaveFile *self, GError *cause, GError **error);

/* Saves @data as the file @path. */
gboolean poplens_save_bytes (const char *path, GBytes *data, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensSaveFile, poplens_save_file_free)

G_END_DECLS
