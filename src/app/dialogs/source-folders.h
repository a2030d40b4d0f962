/* Folders on this computer that hold the source code of reports: in the settings, group "sources",
 * key "folders", a pair "PREFIX=FOLDER" a line (report/source-map.h). */
#pragma once

#include "tables/engine/table.h"

#include <adwaita.h>
#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Shows the folders as rows of @group, each with a button that removes it, and again whenever they
 * change. */
void poplens_source_folders_show (AdwPreferencesGroup *group);

/* @text: says what came of it (transfer none). */
typedef void (*PoplensSourceFolderFunc) (const char *text, gpointer user_data);

/* Asks for a folder, and adds the pair by which @file of a report is found below it, with @line
 * lines at least. @user_data: a GObject that is kept alive meanwhile. */
void poplens_source_folders_choose (GtkWindow *parent, const char *file, guint32 line,
                                    PoplensSourceFolderFunc done, gpointer user_data);

/* ---- the source file of a row ---------------------------------------------------------------- */

/* The source file that a row names, as "model.py:34" in a column "location", or in "file". */

/* "model.py:34" as the row has it; NULL: it names none. (transfer full) */
char *poplens_table_source_location (const PoplensTable *table, guint32 row);
/* The same in its parts: the file as the report records it, and *@line, 0 where it has none; NULL.
 * (transfer full) */
char *poplens_table_source_recorded (const PoplensTable *table, guint32 row, guint32 *line);
/* The path of that file, in a folder that the user chose or where it is one of this machine; ABSENT
 * where the row names none, or it is elsewhere, as most are that a report was not made beside.
 * (transfer full) */
char *poplens_table_source_file (const PoplensTable *table, guint32 row, GError **error);
/* Opens it with what the desktop opens such files with. */
void poplens_table_source_open (GtkWidget *widget, const char *path);

G_END_DECLS
