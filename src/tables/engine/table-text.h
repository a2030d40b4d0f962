/* Writes tables as text with aligned columns. Private to the tables. */
#pragma once

#include "tables/engine/table.h"

G_BEGIN_DECLS

/* Returns the width of @text in terminal columns: 2 for a wide character, 0 for a combining one. */
guint poplens_text_width (const char *text);

typedef struct _PoplensTableText PoplensTableText;

typedef struct {
  guint64 written;
  guint64 shown;   /* rows to write, if there were no limit */
  guint64 matches; /* of these, rows that match the filter themselves */
  guint64 all;
} PoplensTableCounts;

/* Creates a writer. Column widths come from the first rows of @view (nullable) or @table, and from
 * @totals, one value for each of @columns; they grow if later rows need it. The arguments must
 * outlive the writer. (transfer full) */
PoplensTableText *poplens_table_text_new (const PoplensTable *table, const PoplensTableView *view,
                                          const guint *columns, guint n_columns,
                                          const PoplensValue *totals,
                                          const PoplensTableOutput *output, PoplensTextSink *sink);
void poplens_table_text_free (PoplensTableText *self);
/* Writes the header. @note: (nullable) */
void poplens_table_text_begin (PoplensTableText *self, const char *note);
/* Writes the first @n rows of @view (nullable) or of @table, which has the same columns. */
void poplens_table_text_rows (PoplensTableText *self, const PoplensTable *table,
                              const PoplensTableView *view, guint32 n);
/* Writes totals and counts. @table: for its columns. @filtered: totals cover only matching rows. */
void poplens_table_text_end (PoplensTableText *self, const PoplensTable *table,
                             const PoplensValue *totals, gboolean filtered,
                             const PoplensTableCounts *counts);

/* Writes a whole table, as poplens_table_write () does for text. */
void poplens_table_write_text (const PoplensTable *self, const PoplensTableView *view,
                               const guint *columns, guint n_columns,
                               const PoplensTableOutput *output, PoplensTextSink *sink);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTableText, poplens_table_text_free)

G_END_DECLS
