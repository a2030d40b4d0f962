/* Frames against rows that SQL gives. */
#pragma once

#define POPLENS_INSIDE
#include "support/report-fixture.h"

#include <poplens/catalogue.h>

G_BEGIN_DECLS

/* A frame of the report; an error fails the test. (transfer full) */
PoplensFrame *rows_frame (PoplensReport *report, const char *name, guint64 key);
/* The number of a column that has to be there. */
guint rows_column (const PoplensFrame *frame, const char *name);
/* Element @row of a buffer as an integer; FALSE where it has no value. Not for texts and lists. */
gboolean rows_at (const PoplensBuffer *buffer, gsize row, gint64 *value);
/* That a column is what @sql gives, row by row, by the cell and in the buffer; NULL: no value. */
void rows_check (PoplensFrame *frame, const char *column, sqlite3 *db, const char *sql);
/* That all cells of all columns are what the buffers hold. */
void rows_check_buffers (PoplensFrame *frame);

G_END_DECLS
