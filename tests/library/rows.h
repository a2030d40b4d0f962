/* Compares frames with rows of SQL. */
#pragma once

#define POPLENS_INSIDE
#include "support/report-fixture.h"

#include <poplens/catalogue.h>

G_BEGIN_DECLS

/* Returns a frame of the report; an error fails the test. (transfer full) */
PoplensFrame *rows_frame (PoplensReport *report, const char *name, guint64 key);
/* Returns the index of a column, or fails. */
guint rows_column (const PoplensFrame *frame, const char *name);
/* Reads element @row of a buffer as an integer. FALSE if it has none. Not for texts and lists. */
gboolean rows_at (const PoplensBuffer *buffer, gsize row, gint64 *value);
/* Checks that the cells and the buffer of a column equal the rows of @sql; NULL means no value. */
void rows_check (PoplensFrame *frame, const char *column, sqlite3 *db, const char *sql);
/* Checks that the cells of all columns equal their buffers. */
void rows_check_buffers (PoplensFrame *frame);

G_END_DECLS
