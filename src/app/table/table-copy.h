/* Exports a table: to the clipboard, as text, and to files. */
#pragma once

#include "app/table/table-model.h"
#include "app/table/table-widget.h"

G_BEGIN_DECLS

/* Returns the exact value without a unit: "1024", not "1.0 KiB"; "" if there is none. (transfer
 * full) */
char *poplens_table_cell_plain (const PoplensTable *table, guint32 row, guint column);
/* Returns tab-separated text: a line of column titles, then the rows at @positions. Tabs and line
 * breaks in texts become spaces. (transfer full) */
char *poplens_table_copy_tsv (PoplensTableModel *model, GtkBitset *positions);

/* Returns the same rows as CSV: a header of column names, exact numbers. (transfer full) */
char *poplens_table_copy_csv (PoplensTableModel *model, GtkBitset *positions);

/* Writes the rows of the view of @model in @format, on a worker. @path: (nullable): a file, which
 * is replaced completely or not at all, and cannot be in the report of the table; NULL: a text,
 * which the finish function returns. Fails with a message for the user, also if a text exceeds 64
 * MiB, which no clipboard accepts. @progress: (nullable): called by the worker, never after
 * @callback. */
void poplens_table_export_async (PoplensTableModel *model, PoplensTableFormat format,
                                 const char *path, PoplensRowsFunc progress, gpointer progress_data,
                                 GCancellable *cancellable, GAsyncReadyCallback callback,
                                 gpointer user_data);
gboolean poplens_table_export_finish (GAsyncResult *result, char **text, GError **error);

/* ---- saving to a file ------------------------------------------------------------------------ */

/* Saving a table: the file dialog, a progress bar and its Cancel button. */

/* Asks for a file and writes the rows to it, filtered and sorted as shown, with all columns. The
 * suffix (.csv, .json) overrides @format. If it takes longer, shows a bar below the table with a
 * button that cancels it. */
void poplens_table_save (PoplensTableWidget *self, PoplensTableFormat format);
/* As poplens_table_save (), to @path without a dialog. */
void poplens_table_save_to (PoplensTableWidget *self, PoplensTableFormat format, const char *path);

G_END_DECLS
