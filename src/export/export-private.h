/* Private functions of src/export: the SQLite file, the values of keys, the threads that build
 * tables, and the SQL tables. */
#pragma once

#include "export/export.h"
#include "tables/engine/registry.h"

#include <sqlite3.h>

G_BEGIN_DECLS

/* ---- export-file.c --------------------------------------------------------------------------- */

sqlite3 *poplens_export_file_get_handle (PoplensExportFile *self);
/* Runs SQL statements that return no rows. FALSE with @error; poplens_export_file_failed () is then
 * TRUE. */
gboolean poplens_export_file_run (PoplensExportFile *self, const char *sql, GError **error);
/* Prepares a statement. NULL with @error; poplens_export_file_failed () is then TRUE. */
sqlite3_stmt *poplens_export_file_prepare (PoplensExportFile *self, const char *sql,
                                           GError **error);
/* Runs @statement up to its next row. Returns 1 for a row, 0 at the end. −1 with @error;
 * poplens_export_file_failed () is then TRUE. */
int poplens_export_file_step (PoplensExportFile *self, sqlite3_stmt *statement, GError **error);
/* Returns the set of texts in the first column of the results of @statement. (transfer full)
 * (element-type utf8) (nullable): NULL with @error */
GHashTable *poplens_export_file_list (PoplensExportFile *self, sqlite3_stmt *statement,
                                      GError **error);
/* Returns 1 if the file has an SQL table of this name, 0 if not, −1 with @error. */
int poplens_export_file_has_table (PoplensExportFile *self, const char *name, GError **error);
/* Begins the transaction in which one report is written. It ends with commit () or roll_back (). */
gboolean poplens_export_file_begin (PoplensExportFile *self, GError **error);
gboolean poplens_export_file_commit (PoplensExportFile *self, GError **error);
void poplens_export_file_roll_back (PoplensExportFile *self);

/* ---- export-list.c --------------------------------------------------------------------------- */

/* Returns @chosen in the order in which to write them: tables that take longest come first.
 * (transfer container) (element-type PoplensExportEntry) */
GPtrArray *poplens_export_order (const GPtrArray *chosen);

/* Locations that together give all rows of an SQL table: one for each value of its key, or only
 * one. */
typedef struct {
  GPtrArray *locations; /* PoplensLocation */
  GPtrArray *values;    /* (nullable): char *: value of the key in each location */
  gboolean numbers;     /* the values are numbers */
} PoplensExportKeys;

/* Lists a location for each value of the key of @entry. FALSE with @error if @report lacks the
 * values. */
gboolean poplens_export_keys_init (PoplensExportKeys *self, const PoplensExportEntry *entry,
                                   PoplensReport *report, GError **error);
void poplens_export_keys_clear (PoplensExportKeys *self);
/* Returns a sentence that describes the column of @key. (transfer none) */
const char *poplens_export_key_doc (const char *key);

/* ---- export-ahead.c -------------------------------------------------------------------------- */

/* Some rows of an SQL table: a table, or a part of a long one. */
typedef struct {
  PoplensTable *table; /* NULL: the entry has no more pieces */
  char *key;           /* (nullable): value of the entry's key for all rows of .table */
  gboolean numbers;    /* the key's values are numbers */
  gboolean is_part; /* .table is one of several parts, as the whole table is too long for memory */
  GError *error;    /* (nullable): why there are no (more) rows; only if .table is NULL */
} PoplensExportPiece;

void poplens_export_piece_clear (PoplensExportPiece *self);

typedef struct _PoplensExportAhead PoplensExportAhead;

/* Starts up to three threads that build the tables of @entries in advance. @report and @entries
 * must outlive the result. (transfer full) */
PoplensExportAhead *poplens_export_ahead_new (PoplensReport *report, const GPtrArray *entries);
/* Cancels the tables that are being built, and waits for the threads. */
void poplens_export_ahead_free (PoplensExportAhead *self);
/* Waits for the next piece of the current entry. A piece whose .table is NULL ends the entry; the
 * next call begins the next entry. Must not be called after the last entry. */
void poplens_export_ahead_next (PoplensExportAhead *self, PoplensExportPiece *piece);

/* ---- export-table.c -------------------------------------------------------------------------- */

typedef struct _PoplensExportTable PoplensExportTable;

/* Opens the SQL table of @entry to write rows of report number @report. Creates the table or the
 * columns that @first needs. NULL with @error. */
PoplensExportTable *poplens_export_table_new (PoplensExportFile *file,
                                              const PoplensExportEntry *entry, gint64 report,
                                              const PoplensExportPiece *first, GError **error);
void poplens_export_table_free (PoplensExportTable *self);
/* Inserts the rows of @piece, whose columns can differ from those of earlier pieces. FALSE with
 * @error. */
gboolean poplens_export_table_add (PoplensExportTable *self, const PoplensExportPiece *piece,
                                   GError **error);
/* Creates the index of the SQL table after the last row, if the table is new. FALSE with @error. */
gboolean poplens_export_table_end (PoplensExportTable *self, GError **error);
guint64 poplens_export_table_n_rows (const PoplensExportTable *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensExportKeys, poplens_export_keys_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensExportPiece, poplens_export_piece_clear)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensExportAhead, poplens_export_ahead_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensExportTable, poplens_export_table_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3_stmt, sqlite3_finalize)

G_END_DECLS
