/* A table into a file: where to, how far it is, and stopping it. */
#pragma once

#include "app/table/table-widget.h"

G_BEGIN_DECLS

/* Asks for a file, whose ending (.csv, .json) has the last word on the format, and writes the rows
 * as they are filtered and sorted, with all columns. What takes longer shows a bar below the table,
 * with a button that stops it. */
void poplens_table_save (PoplensTableWidget *self, PoplensTableFormat format);
/* The same, without asking. */
void poplens_table_save_to (PoplensTableWidget *self, PoplensTableFormat format, const char *path);

G_END_DECLS
