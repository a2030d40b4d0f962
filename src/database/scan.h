/* Rows of a table straight from its leaves: the record format of SQLite ("2.1 Record Format" in its
 * "Database File Format"), of which wanted columns are decoded and all others skipped by their
 * types.
 *
 * It gives what SQLite would give, row for row, or says why it cannot (.odd): whoever asked then
 * asks SQLite. It never guesses. */
#pragma once

#include "database/leaves.h"
#include "database/schema.h"

G_BEGIN_DECLS

/* A number is decoded by reading 8 bytes, and a header by reading 24, wherever they end. */
#define POPLENS_SCAN_PADDING 32

/* A value. Text and blobs live until the next row, and end without a NUL. */
typedef struct {
  guint32 kind; /* SQLITE_INTEGER, _FLOAT, _TEXT, _BLOB or _NULL */
  guint32 size; /* of text and blobs, in bytes */
  union {
    gint64 integer;
    double real;
    const guint8 *bytes;
  };
} PoplensCell;

/* Row ids from @first to @last. */
typedef struct {
  gint64 first, last;
} PoplensRowSpan;

typedef struct _PoplensScan PoplensScan;

/* Why a scan stops although nothing is damaged. */
#define POPLENS_ODD_DEFAULT "a record lacks a column whose default is an expression"
#define POPLENS_ODD_HEADER "the header of a record continues in another page"

/* Rows of @leaves within @span, each as @cells (length n_columns, the caller's), one for each of
 * @columns: places in the record, -1 for the row id, -2 for what the file lacks. All that is handed
 * in has to live as long. */
PoplensScan *poplens_scan_new (PoplensPages *pages, PoplensLeaves *leaves,
                               const PoplensSchemaTable *table, const int *columns, guint n_columns,
                               PoplensRowSpan span, PoplensCell *cells);
void poplens_scan_free (PoplensScan *self);
/* Makes the scan of a local file read each leaf alone, without the pages up to the next one: for
 * callers that look up single rows. Call it before the first row. */
void poplens_scan_read_alone (PoplensScan *self);

/* FALSE behind the last row, and where something is odd. */
gboolean poplens_scan_next (PoplensScan *self);
/* (nullable) (static): why it stopped before its end. */
const char *poplens_scan_get_odd (const PoplensScan *self);
/* Bytes that came from overflow pages: several rows of a hostile file may share those. */
guint64 poplens_scan_get_overflow (const PoplensScan *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensScan, poplens_scan_free)

G_END_DECLS
