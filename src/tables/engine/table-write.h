/* Rows as CSV or JSON, of one table or of several behind one another. Private to the tables. */
#pragma once

#include "tables/engine/table.h"

G_BEGIN_DECLS

typedef struct {
  PoplensTableFormat format;
  const guint *columns;
  guint n_columns;
  const PoplensTableOutput *output;
  PoplensTextSink *sink;
  PoplensJsonWriter *json; /* between begin and end: the output's, or its own */
  guint64 n_written, of;   /* rows: of JSON */
} PoplensTableWriter;

/* The columns that @output asks for, or all. (transfer full) */
guint *poplens_table_choose_columns (const PoplensTable *table, const PoplensTableOutput *output);

/* Writes the part before the rows. @table: for its name and columns. @note: (nullable) */
void poplens_table_writer_begin (PoplensTableWriter *self, const PoplensTable *table,
                                 const char *note);
/* @limit rows at most, 0: all, of @view (nullable) or of those that the output's conditions find.
 * FALSE where cancelled. */
gboolean poplens_table_writer_rows (PoplensTableWriter *self, const PoplensTable *table,
                                    const PoplensTableView *view, guint32 limit, GError **error);
void poplens_table_writer_end (PoplensTableWriter *self);

G_END_DECLS
