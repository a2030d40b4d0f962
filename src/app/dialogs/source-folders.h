/* Folders on this computer that hold the source code of reports: in the settings, group "sources",
 * key "folders", one pair "PREFIX=FOLDER" per line (report/source-map.h). */
#pragma once

#include "tables/engine/table.h"

#include <adwaita.h>
#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Shows the folders as rows of @group, each with a button that removes it, and updates the rows
 * when the folders change. */
void poplens_source_folders_show (AdwPreferencesGroup *group);

/* @text: (transfer none): message with the result. */
typedef void (*PoplensSourceFolderFunc) (const char *text, gpointer user_data);

/* Asks for a folder, and adds the pair that maps @file of a report to a file below that folder
 * which has at least @line lines. @user_data: (type GObject): kept alive until @done is called. */
void poplens_source_folders_choose (GtkWindow *parent, const char *file, guint32 line,
                                    PoplensSourceFolderFunc done, gpointer user_data);

/* ---- source file of a table row -------------------------------------------------------------- */

/* The source file that a table row names, as "model.py:34" in the column "location", or in the
 * column "file". */

/* Returns "model.py:34" as the row has it. (transfer full) (nullable): NULL if the row names no
 * file. */
char *poplens_table_source_location (const PoplensTable *table, guint32 row);
/* Returns the file as the report records it. @line: (out): line number, 0 if there is none.
 * (transfer full) (nullable): NULL if the row names no file. */
char *poplens_table_source_recorded (const PoplensTable *table, guint32 row, guint32 *line);
/* Returns the path of that file on this computer: in a folder that the user chose, or as recorded.
 * (transfer full) (nullable): NULL with POPLENS_ERROR_ABSENT if the row names no file or it is not
 * found here, which is common if the report was made on another computer. */
char *poplens_table_source_file (const PoplensTable *table, guint32 row, GError **error);
/* Opens the file with the desktop's default application. */
void poplens_table_source_open (GtkWidget *widget, const char *path);

G_END_DECLS
