/* Writes tables as text with aligned columns. Private to the tables. */
#pragma once

#include "tables/engine/table.h"

G_BEGIN_DECLS

/* Returns the width of @text in terminal columns: 2 for a wide character, 0 for a combining one. */
guint poplens_text_width (const char *text);

typedef struct _PoplensTableText PoplensTableText;

typedef struct {
  guint64 written;
  guint64 shown;   /* rows that would be written without a limit */
  guint64 matches; /* rows of .shown that match the filter; ancestors of matches do not count */
  guint64 all;
} PoplensTableCounts;

/* Creates a writer. The first rows of @view (nullable) or @table, and @totals, decide column
 * widths. Later rows may widen columns. @totals: [n_columns]. The arguments must outlive the
 * writer. (transfer full) */
PoplensTableText *poplens_table_text_new (const PoplensTable *table, const PoplensTableView *view,
                                          const guint *columns, guint n_columns,
                                          const PoplensValue *totals,
                                          const PoplensTableOutput *output, PoplensTextSink *sink);
void poplens_table_text_free (PoplensTableText *self);
/* Writes the header. @note: (nullable) */
void poplens_table_text_begin (PoplensTableText *self, const char *note);
/* Writes the first @n rows of @view or, if @view is NULL, of @table. @table: has the same columns
 * as the table of poplens_table_text_new () */
void poplens_table_text_rows (PoplensTableText *self, const PoplensTable *table,
                              const PoplensTableView *view, guint32 n);
/* Writes the totals row and the numbers of rows. @table: only its columns are used. @filtered: a
 * filter left out rows, also from @totals */
void poplens_table_text_end (PoplensTableText *self, const PoplensTable *table,
                             const PoplensValue *totals, gboolean filtered,
                             const PoplensTableCounts *counts);

/* Writes a whole table as text, as poplens_table_write () does. */
void poplens_table_write_text (const PoplensTable *self, const PoplensTableView *view,
                               const guint *columns, guint n_columns,
                               const PoplensTableOutput *output, PoplensTextSink *sink);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTableText, poplens_table_text_free)

G_END_DECLS
