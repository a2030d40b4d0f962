/* Writing a file whole or not at all: who looks finds the old file or the new one, also when we are
 * killed or the disk is full.
 *
 * What is written has no name until it is complete, where the file system can do that; elsewhere it
 * is a hidden file beside the target. Then it is on the disk, gets the mode of the file that it
 * replaces, and takes its name; where it replaces one, it is a hidden file for that moment. Hidden
 * files that nobody writes any more (".NAME.poplens-1a2b3c": a killed process left them) go with
 * the next file that is saved in their folder. A link stays, and the file that it leads to is
 * replaced. Into what is no regular file (/dev/stdout, a pipe) is written directly. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _PoplensSaveFile PoplensSaveFile;

/* NULL with an error that names @path. */
PoplensSaveFile *poplens_save_file_new (const char *path, GError **error);
/* The same for a file that a library writes by its name: poplens_save_file_get_name(). It is hidden
 * beside @path from the start; NULL also where @path is no regular file. Where there was no file,
 * one that another process makes meanwhile stays, and to commit fails. */
PoplensSaveFile *poplens_save_file_new_named (const char *path, GError **error);
const char *poplens_save_file_get_name (PoplensSaveFile *self); /* (transfer none) */
/* Without a commit nothing of it stays. */
void poplens_save_file_free (PoplensSaveFile *self);
GOutputStream *poplens_save_file_get_stream (PoplensSaveFile *self); /* (transfer none) */
/* FALSE with an error that names the file; the old file is as it was. */
gboolean poplens_save_file_commit (PoplensSaveFile *self, GError **error);
/* Why writing to the stream failed, with the file's name: "FILE cannot be written: No space left on
 * device". @cause: (transfer full): taken; a cancellation stays what it is. */
void poplens_save_file_explain (PoplensSaveFile *self, GError *cause, GError **error);

/* All of @data in one go. */
gboolean poplens_save_bytes (const char *path, GBytes *data, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensSaveFile, poplens_save_file_free)

G_END_DECLS
