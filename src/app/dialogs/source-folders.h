/* Folders on this computer that hold the source code of reports: in the settings, group "sources",
 * key "folders", a pair "PREFIX=FOLDER" a line (report/source-map.h). */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* As they are in the settings. (transfer full) */
GStrv poplens_source_folders_list (void);
/* Shows them as rows of @group, each with a button that removes it, and again whenever they change.
 */
void poplens_source_folders_show (AdwPreferencesGroup *group);

/* @text: says what came of it (transfer none). */
typedef void (*PoplensSourceFolderFunc) (const char *text, gpointer user_data);

/* Asks for a folder, and adds the pair by which @file of a report is found below it, with @line
 * lines at least. @user_data: a GObject that is kept alive meanwhile. */
void poplens_source_folders_choose (GtkWindow *parent, const char *file, guint32 line,
                                    PoplensSourceFolderFunc done, gpointer user_data);

G_END_DECLS
