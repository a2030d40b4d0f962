/* Tables as text with aligned columns. Private to the tables. */
#pragma once

#include "tables/table.h"

G_BEGIN_DECLS

/* Columns that a terminal needs for @text: 2 for a wide character, 0 for a combining one. */
guint poplens_text_width (const char *text);

/* The first @n rows of @view (or of the table), with what poplens_table_write() says of text. */
void poplens_table_write_text (const PoplensTable *self, const PoplensTableView *view,
                               const guint *columns, guint n_columns, guint32 n,
                               const PoplensTableOutput *output, PoplensTextSink *sink);

G_END_DECLS
