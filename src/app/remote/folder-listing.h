/* Reads folders of another computer on workers: what is in one, and which of those are reports. */
#pragma once

#include "base/storage.h"

#include <glib-object.h>

G_BEGIN_DECLS

/* As many as are shown of a folder. */
#define POPLENS_FOLDER_MOST 100000

typedef struct {
  char *path;
  GPtrArray *entries; /* PoplensFolderEntry: folders, and files that can be opened; sorted */
  guint n_others;     /* other files, and hidden folders */
  gboolean is_report; /* a report is in this folder itself */
  gboolean is_cut;    /* it has more than POPLENS_FOLDER_MOST */
} PoplensFolder;

void poplens_folder_free (PoplensFolder *self);

void poplens_folder_read_async (PoplensStorage *storage, const char *path,
                                GCancellable *cancellable, GAsyncReadyCallback callback,
                                gpointer user_data);
/* NULL with NOT_FOUND, LINK, or G_IO_ERROR_CANCELLED. (transfer full) */
PoplensFolder *poplens_folder_read_finish (GAsyncResult *result, GError **error);
/* Sets "is-report" of the folders among the entries as it is found out, several asked at a time.
 * Ends when @cancellable is cancelled. */
void poplens_folder_mark (PoplensStorage *storage, PoplensFolder *folder,
                          GCancellable *cancellable);
/* Whether the folder at @path has a report in it, or the file there is a profile by its name.
 * Waits.
 */
gboolean poplens_folder_is_report (PoplensStorage *storage, const char *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFolder, poplens_folder_free)

/* ---- an entry of a folder -------------------------------------------------------------------- */

/* PoplensFolderEntry: a row of a folder on another computer. Main thread, but for making one. */

#define POPLENS_TYPE_FOLDER_ENTRY (poplens_folder_entry_get_type ())
/* Properties: "shown" (the name as text), "is-folder", "icon", "modified" (seconds since the
 * epoch), "when" (the same in words), "is-report". */
G_DECLARE_FINAL_TYPE (PoplensFolderEntry, poplens_folder_entry, POPLENS, FOLDER_ENTRY, GObject)

const char *poplens_folder_entry_get_name (PoplensFolderEntry *self);
gboolean poplens_folder_entry_is_folder (PoplensFolderEntry *self);
gboolean poplens_folder_entry_is_report (PoplensFolderEntry *self);

/* Folders first, then as people sort names: "run-2" before "run-10". A GCompareDataFunc. */
int poplens_folder_entry_compare (gconstpointer a, gconstpointer b, gpointer data);

G_END_DECLS
