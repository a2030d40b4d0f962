/* Exports the rows of a table as text, for the clipboard, and to files. */
#pragma once

#include "app/table/table-model.h"
#include "app/table/table-widget.h"

G_BEGIN_DECLS

/* Returns the exact value of a cell without a unit: "1024", not "1.0 KiB"; "" if there is none.
 * (transfer full) */
char *poplens_table_cell_plain (const PoplensTable *table, guint32 row, guint column);
/* Returns the rows at @positions as tab-separated text, after a line of column titles. Tabs and
 * line breaks in texts become spaces. (transfer full) */
char *poplens_table_copy_tsv (PoplensTableModel *model, GtkBitset *positions);

/* Returns the rows at @positions as CSV, with exact numbers, after a line of column names.
 * (transfer full) */
char *poplens_table_copy_csv (PoplensTableModel *model, GtkBitset *positions);

/* Writes the rows of @model in @format, on a worker. @path: (nullable): file to write; it is
 * replaced completely or not at all, and must not be in the table's report. If NULL, the finish
 * function returns a text, and fails if it exceeds 64 MiB, which no clipboard accepts. Errors are
 * messages for the user. @progress: (nullable): called by the worker, never after @callback. */
void poplens_table_export_async (PoplensTableModel *model, PoplensTableFormat format,
                                 const char *path, PoplensRowsFunc progress, gpointer progress_data,
                                 GCancellable *cancellable, GAsyncReadyCallback callback,
                                 gpointer user_data);
gboolean poplens_table_export_finish (GAsyncResult *result, char **text, GError **error);

/* ---- saving to a file ------------------------------------------------------------------------ */

/* Functions that save a table to a file, with file dialog, progress bar and Cancel button. */

/* Asks for a file, then writes the visible rows to it, in their order on the screen, with all
 * columns. The file's suffix (.csv, .json) overrides @format. If writing takes a while, shows a bar
 * below the table with a Cancel button. */
void poplens_table_save (PoplensTableWidget *self, PoplensTableFormat format);
/* Like poplens_table_save (), but saves to @path without a dialog. */
void poplens_table_save_to (PoplensTableWidget *self, PoplensTableFormat format, const char *path);

G_END_DECLS
