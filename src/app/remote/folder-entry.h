/* PoplensFolderEntry: a row of a folder on another computer. Main thread, but for making one. */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_FOLDER_ENTRY (poplens_folder_entry_get_type ())
/* Properties: "shown" (the name as text), "is-folder", "icon", "modified" (seconds since the
 * epoch), "when" (the same in words), "is-report". */
G_DECLARE_FINAL_TYPE (PoplensFolderEntry, poplens_folder_entry, POPLENS, FOLDER_ENTRY, GObject)

/* @name: bytes as the computer has them. @is_report: a profile; of a folder it is found out later.
 * @now: seconds since the epoch. */
PoplensFolderEntry *poplens_folder_entry_new (const char *name, gboolean is_folder,
                                              gboolean is_report, gint64 modified, gint64 now);
const char *poplens_folder_entry_get_name (PoplensFolderEntry *self);
gboolean poplens_folder_entry_is_folder (PoplensFolderEntry *self);
gboolean poplens_folder_entry_is_report (PoplensFolderEntry *self);
void poplens_folder_entry_set_is_report (PoplensFolderEntry *self, gboolean is_report);

/* Folders first, then as people sort names: "run-2" before "run-10". A GCompareDataFunc. */
int poplens_folder_entry_compare (gconstpointer a, gconstpointer b, gpointer data);

G_END_DECLS
