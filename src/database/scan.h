/* Reads rows of a table from its leaves: decodes SQLite's record format ("2.1 Record Format" in its
 * "Database File Format"), the wanted columns only.
 *
 * A scan returns the same rows as SQLite, or stops and says why it cannot (.odd); the caller then
 * asks SQLite. It never guesses. */
#pragma once

#include "database/leaves.h"
#include "database/schema.h"

G_BEGIN_DECLS

/* Bytes that must be readable after a buffer: numbers are decoded from 8 bytes and headers from 24,
 * whatever their length. */
#define POPLENS_SCAN_PADDING 32

/* A value. Text and blobs are valid until the next row, and do not end with NUL. */
typedef struct {
  guint32 kind; /* SQLITE_INTEGER, _FLOAT, _TEXT, _BLOB or _NULL */
  guint32 size; /* of text and blobs, in bytes */
  union {
    gint64 integer;
    double real;
    const guint8 *bytes;
  };
} PoplensCell;

/* Row IDs from @first to @last, both included. */
typedef struct {
  gint64 first, last;
} PoplensRowSpan;

typedef struct _PoplensScan PoplensScan;

/* Reasons for a scan to stop although the file is not damaged. */
#define POPLENS_ODD_DEFAULT "a record lacks a column whose default is an expression"
#define POPLENS_ODD_HEADER "the header of a record continues in another page"

/* Scans the rows of @leaves within @span into @cells (length @n_columns, owned by the caller).
 * @columns: positions in the record; -1: the row ID; -2: a column that the file lacks. All
 * arguments have to outlive the scan. (transfer full) */
PoplensScan *poplens_scan_new (PoplensPages *pages, PoplensLeaves *leaves,
                               const PoplensSchemaTable *table, const int *columns, guint n_columns,
                               PoplensRowSpan span, PoplensCell *cells);
void poplens_scan_free (PoplensScan *self);
/* Makes the scan of a local file read each leaf separately, without the adjacent pages: for callers
 * that look up single rows. Call it before the first row. */
void poplens_scan_read_alone (PoplensScan *self);

/* FALSE after the last row, or if something is unusual: see poplens_scan_get_odd (). */
gboolean poplens_scan_next (PoplensScan *self);
/* Returns why the scan stopped early. (nullable) (static): NULL if it did not */
const char *poplens_scan_get_odd (const PoplensScan *self);
/* Returns the number of bytes that came from overflow pages. A hostile file may share these pages
 * between rows, so callers limit the sum. */
guint64 poplens_scan_get_overflow (const PoplensScan *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensScan, poplens_scan_free)

G_END_DECLS
