/* Reads folders of a remote host on worker threads, and finds the reports in them. */
#pragma once

#include "base/storage.h"

#include <glib-object.h>

G_BEGIN_DECLS

/* Maximum number of entries of a folder that are shown. */
#define POPLENS_FOLDER_MOST 100000

typedef struct {
  char *path;
  GPtrArray *entries; /* of PoplensFolderEntry, sorted: folders, and files that can be opened */
  guint n_others;     /* number of entries that are not shown: other files, and hidden folders */
  gboolean is_report; /* the folder that was read contains a report */
  gboolean is_cut;    /* the folder has more than POPLENS_FOLDER_MOST entries */
} PoplensFolder;

void poplens_folder_free (PoplensFolder *self);

void poplens_folder_read_async (PoplensStorage *storage, const char *path,
                                GCancellable *cancellable, GAsyncReadyCallback callback,
                                gpointer user_data);
/* Returns the folder that was read. (transfer full) (nullable): NULL with POPLENS_ERROR_NOT_FOUND,
 * POPLENS_ERROR_LINK, or G_IO_ERROR_CANCELLED. */
PoplensFolder *poplens_folder_read_finish (GAsyncResult *result, GError **error);
/* Finds out, on a worker thread, which folders in @folder contain reports. Sets the property
 * "is-report" of each as soon as it is known. Ends when @cancellable is cancelled. */
void poplens_folder_mark (PoplensStorage *storage, PoplensFolder *folder,
                          GCancellable *cancellable);
/* TRUE if the folder at @path contains a report, or the file at @path has the name of a profile.
 * Blocks. */
gboolean poplens_folder_is_report (PoplensStorage *storage, const char *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFolder, poplens_folder_free)

/* ---- folder entries -------------------------------------------------------------------------- */

/* PoplensFolderEntry: an entry of a folder on a remote host. Main thread only, except for its
 * creation. */

#define POPLENS_TYPE_FOLDER_ENTRY (poplens_folder_entry_get_type ())
/* Properties: "shown" (the name as UTF-8), "is-folder", "icon", "modified" (seconds since the
 * epoch), "when" (the same as text), "is-report". */
G_DECLARE_FINAL_TYPE (PoplensFolderEntry, poplens_folder_entry, POPLENS, FOLDER_ENTRY, GObject)

const char *poplens_folder_entry_get_name (PoplensFolderEntry *self);
gboolean poplens_folder_entry_is_folder (PoplensFolderEntry *self);
gboolean poplens_folder_entry_is_report (PoplensFolderEntry *self);

/* GCompareDataFunc for entries: folders come first; then by name in natural order, "run-2" before
 * "run-10". */
int poplens_folder_entry_compare (gconstpointer a, gconstpointer b, gpointer data);

G_END_DECLS
