/* The source file that a row names, as "model.py:34" in a column "location", or in "file". */
#pragma once

#include "tables/engine/table.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

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
