/* Functions that the files of src/export share: the SQLite file, values of keys, pieces of tables
 * that threads build in advance, and the SQL table for them. */
#pragma once

#include "export/export.h"
#include "tables/engine/registry.h"

#include <sqlite3.h>

G_BEGIN_DECLS

/* ---- export-file.c --------------------------------------------------------------------------- */

sqlite3 *poplens_export_file_get_handle (PoplensExportFile *self);
/* Runs SQL statements without results. FALSE with @error; poplens_export_file_failed () is then
 * TRUE. */
gboolean poplens_export_file_run (PoplensExportFile *self, const char *sql, GError **error);
/* Prepares a statement. NULL with @error; poplens_export_file_failed () is then TRUE. */
sqlite3_stmt *poplens_export_file_prepare (PoplensExportFile *self, const char *sql,
                                           GError **error);
/* Runs @statement up to its next row. Returns 1 for a row, 0 at the end. −1 with @error;
 * poplens_export_file_failed () is then TRUE. */
int poplens_export_file_step (PoplensExportFile *self, sqlite3_stmt *statement, GError **error);
/* Returns the texts in the first column of the results of @statement; NULL with @error. Returns:
 * (transfer full) (nullable) (element-type utf8): a set */
GHashTable *poplens_export_file_list (PoplensExportFile *self, sqlite3_stmt *statement,
                                      GError **error);
/* Returns 1 if the file has an SQL table of this name, 0 if not, −1 with @error. */
int poplens_export_file_has_table (PoplensExportFile *self, const char *name, GError **error);
/* Begins the transaction in which one report is written. It ends with commit () or roll_back (). */
gboolean poplens_export_file_begin (PoplensExportFile *self, GError **error);
gboolean poplens_export_file_commit (PoplensExportFile *self, GError **error);
void poplens_export_file_roll_back (PoplensExportFile *self);

/* ---- export-list.c --------------------------------------------------------------------------- */

/* Returns @chosen in the order of writing: first the tables that take longest to write, so that
 * threads build the others meanwhile. Returns: (transfer container) (element-type
 * PoplensExportEntry) */
GPtrArray *poplens_export_order (const GPtrArray *chosen);

/* Locations that together give all rows of an entry: one for each value of its key. Only one if the
 * entry has no key, or if its table has a column that distinguishes the values. */
typedef struct {
  GPtrArray *locations; /* PoplensLocation */
  GPtrArray *values;    /* (nullable): char *: value of the key for each location */
  gboolean numbers;     /* the values are numbers */
} PoplensExportKeys;

/* Lists the values of @entry's key in @report, and a location for each. FALSE with @error if the
 * table that has these values cannot be built. */
gboolean poplens_export_keys_init (PoplensExportKeys *self, const PoplensExportEntry *entry,
                                   PoplensReport *report, GError **error);
void poplens_export_keys_clear (PoplensExportKeys *self);
/* Returns a sentence that describes the column of @key. (transfer none) */
const char *poplens_export_key_doc (const char *key);

/* ---- export-ahead.c -------------------------------------------------------------------------- */

/* Some rows of an entry: a table, or a part of a long one. */
typedef struct {
  PoplensTable *table; /* NULL: there are no more pieces of the entry */
  char *key;        /* (nullable): value that the entry's key (PoplensExportKeys) has in .table */
  gboolean numbers; /* the key's values are numbers */
  gboolean is_part; /* .table is one of several parts of a table that is too long for memory */
  GError *error; /* (nullable): why the entry ended early or has no rows; only if .table is NULL */
} PoplensExportPiece;

void poplens_export_piece_clear (PoplensExportPiece *self);

typedef struct _PoplensExportAhead PoplensExportAhead;

/* Builds the rows of @entries on threads, while the caller writes them. There is one thread for
 * each other processor, at least one and at most three; a caller that would wait builds pieces,
 * too. Many pieces may be ready ahead, but only few parts of long tables. @report, @entries: must
 * outlive it. (transfer full) */
PoplensExportAhead *poplens_export_ahead_new (PoplensReport *report, const GPtrArray *entries);
/* Cancels the pieces that are being built, and waits for the threads. */
void poplens_export_ahead_free (PoplensExportAhead *self);
/* Waits for the next piece. Pieces arrive entry by entry, in order; a piece without a table ends an
 * entry. Must not be called after the end of the last entry. */
void poplens_export_ahead_next (PoplensExportAhead *self, PoplensExportPiece *piece);

/* ---- export-table.c -------------------------------------------------------------------------- */

typedef struct _PoplensExportTable PoplensExportTable;

/* Creates the SQL table of @entry. If it exists, adds the columns of @first that it lacks. @report:
 * the report's number in "reports". NULL with @error. */
PoplensExportTable *poplens_export_table_new (PoplensExportFile *file,
                                              const PoplensExportEntry *entry, gint64 report,
                                              const PoplensExportPiece *first, GError **error);
void poplens_export_table_free (PoplensExportTable *self);
/* Inserts the rows of @piece, whose columns may differ from those of earlier pieces. FALSE with
 * @error. */
gboolean poplens_export_table_add (PoplensExportTable *self, const PoplensExportPiece *piece,
                                   GError **error);
/* Ends writing rows: creates the index of a new SQL table. FALSE with @error. */
gboolean poplens_export_table_end (PoplensExportTable *self, GError **error);
guint64 poplens_export_table_n_rows (const PoplensExportTable *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensExportKeys, poplens_export_keys_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensExportPiece, poplens_export_piece_clear)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensExportAhead, poplens_export_ahead_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensExportTable, poplens_export_table_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3_stmt, sqlite3_finalize)

G_END_DECLS
