/* Tables as text with aligned columns. Private to the tables. */
#pragma once

#include "tables/engine/table.h"

G_BEGIN_DECLS

/* Columns that a terminal needs for @text: 2 for a wide character, 0 for a combining one. */
guint poplens_text_width (const char *text);

typedef struct _PoplensTableText PoplensTableText;

typedef struct {
  guint64 written;
  guint64 shown;   /* rows that there were to write, had there been no limit */
  guint64 matches; /* of these, rows that the filter found itself */
  guint64 all;
} PoplensTableCounts;

/* Widths are taken from the first rows of @view (nullable) or of @table, and grow where later rows
 * need it, and from @totals, a value
 * for each of @columns, which stay alive as @output does. */
PoplensTableText *poplens_table_text_new (const PoplensTable *table, const PoplensTableView *view,
                                          const guint *columns, guint n_columns,
                                          const PoplensValue *totals,
                                          const PoplensTableOutput *output, PoplensTextSink *sink);
void poplens_table_text_free (PoplensTableText *self);
/* @note: (nullable) */
void poplens_table_text_begin (PoplensTableText *self, const char *note);
/* The first @n rows of @view (nullable) or of @table, which has the same columns. */
void poplens_table_text_rows (PoplensTableText *self, const PoplensTable *table,
                              const PoplensTableView *view, guint32 n);
/* @table: for its columns. @filtered: totals are of the rows that match. */
void poplens_table_text_end (PoplensTableText *self, const PoplensTable *table,
                             const PoplensValue *totals, gboolean filtered,
                             const PoplensTableCounts *counts);

/* All of the above, as poplens_table_write() says of text. */
void poplens_table_write_text (const PoplensTable *self, const PoplensTableView *view,
                               const guint *columns, guint n_columns,
                               const PoplensTableOutput *output, PoplensTextSink *sink);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTableText, poplens_table_text_free)

G_END_DECLS
