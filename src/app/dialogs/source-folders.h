/* Folders on this computer with the source code of reports. They are in the settings (group
 * "sources", key "folders") as one pair "PREFIX=FOLDER" per line (report/source-map.h). */
#pragma once

#include "tables/engine/table.h"

#include <adwaita.h>
#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Shows the source folders as rows of @group, each with a button that removes it. The rows follow
 * the settings. */
void poplens_source_folders_show (AdwPreferencesGroup *group);

/* Called when the user has chosen a folder. @text: (transfer none): message with the result. */
typedef void (*PoplensSourceFolderFunc) (const char *text, gpointer user_data);

/* Asks for the folder that contains the source file @file of a report, and adds it to the settings
 * as a pair "PREFIX=FOLDER". The file must have at least @line lines. @user_data: (type GObject):
 * referenced until @done is called. */
void poplens_source_folders_choose (GtkWindow *parent, const char *file, guint32 line,
                                    PoplensSourceFolderFunc done, gpointer user_data);

/* ---- source file of a table row -------------------------------------------------------------- */

/* The source file that a table row names: in the column "location", such as "model.py:34", or in
 * the column "file". */

/* Returns the source file with its line number, such as "model.py:34". (transfer full) (nullable):
 * NULL if the row names no file. */
char *poplens_table_source_location (const PoplensTable *table, guint32 row);
/* Returns the path of the source file as recorded in the report, possibly a path on another
 * computer. @line: (out): line number; 0 if there is none. (transfer full) (nullable): NULL if the
 * row names no file. */
char *poplens_table_source_recorded (const PoplensTable *table, guint32 row, guint32 *line);
/* Returns the path of the source file on this computer: in a source folder, or as recorded in the
 * report. (transfer full) (nullable): NULL with POPLENS_ERROR_ABSENT if the row names no file, or
 * if the file is not found. */
char *poplens_table_source_file (const PoplensTable *table, guint32 row, GError **error);
/* Opens the source file @path with the desktop's default application. */
void poplens_table_source_open (GtkWidget *widget, const char *path);

G_END_DECLS
