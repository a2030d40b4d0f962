/* Ways out of a table: the clipboard and files. */
#pragma once

#include "app/table/table-model.h"
#include "app/table/table-widget.h"

G_BEGIN_DECLS

/* The exact value, plain: "1024", not "1.0 KiB"; "" where there is none. (transfer full) */
char *poplens_table_cell_plain (const PoplensTable *table, guint32 row, guint column);
/* Tab-separated: a line of column titles, then the rows at the positions of @positions; tabs and
 * line breaks inside texts become blanks. (transfer full) */
char *poplens_table_copy_tsv (PoplensTableModel *model, GtkBitset *positions);

/* The same rows as a CSV file has them: a header of column names, exact numbers. (transfer full) */
char *poplens_table_copy_csv (PoplensTableModel *model, GtkBitset *positions);

/* Writes the rows of @model's view in @format, on a worker: into a text (@path NULL), which the
 * finish function gives, or into a file, whole or not at all, and never into the table's report.
 * Fails with a message for the user; a text over 64 MiB does too, as no clipboard takes it.
 * @progress: (nullable): called by the worker, never after @callback. */
void poplens_table_export_async (PoplensTableModel *model, PoplensTableFormat format,
                                 const char *path, PoplensRowsFunc progress, gpointer progress_data,
                                 GCancellable *cancellable, GAsyncReadyCallback callback,
                                 gpointer user_data);
gboolean poplens_table_export_finish (GAsyncResult *result, char **text, GError **error);

/* ---- into a file ----------------------------------------------------------------------------- */

/* A table into a file: where to, how far it is, and stopping it. */

/* Asks for a file, whose ending (.csv, .json) has the last word on the format, and writes the rows
 * as they are filtered and sorted, with all columns. What takes longer shows a bar below the table,
 * with a button that stops it. */
void poplens_table_save (PoplensTableWidget *self, PoplensTableFormat format);
/* The same, without asking. */
void poplens_table_save_to (PoplensTableWidget *self, PoplensTableFormat format, const char *path);

G_END_DECLS
