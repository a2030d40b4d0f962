/* The file of an export, for those who write its tables. */
#pragma once

#include "export/export.h"
#include "tables/engine/registry.h"

#include <sqlite3.h>

G_BEGIN_DECLS

/* ---- export-file.c -----------------------------------------------------------------------------
 */

sqlite3 *poplens_export_file_get_handle (PoplensExportFile *self);
/* Runs statements without results; FALSE with why the file cannot be written, which it then stays.
 */
gboolean poplens_export_file_run (PoplensExportFile *self, const char *sql, GError **error);
/* Prepares a statement, or runs it as far as its next row: 0 at its end, 1 with a row, −1 with
 * @error as above. */
sqlite3_stmt *poplens_export_file_prepare (PoplensExportFile *self, const char *sql,
                                           GError **error);
int poplens_export_file_step (PoplensExportFile *self, sqlite3_stmt *statement, GError **error);
/* The names that a statement gives in its first column; NULL with @error as above.
 * Returns: (transfer full) (nullable) (element-type utf8): a set */
GHashTable *poplens_export_file_list (PoplensExportFile *self, sqlite3_stmt *statement,
                                      GError **error);
/* Whether there is a table of SQL with this name: 1 or 0, −1 with @error as above. */
int poplens_export_file_has_table (PoplensExportFile *self, const char *name, GError **error);
/* A report is written from begin () to commit () or roll_back (). */
gboolean poplens_export_file_begin (PoplensExportFile *self, GError **error);
gboolean poplens_export_file_commit (PoplensExportFile *self, GError **error);
void poplens_export_file_roll_back (PoplensExportFile *self);

/* ---- export-list.c -----------------------------------------------------------------------------
 */

/* The entries of @chosen in the order in which they are written: what is long to write first, while
 * others are worked out.
 * Returns: (transfer container) (element-type PoplensExportEntry) */
GPtrArray *poplens_export_order (const GPtrArray *chosen);

/* The locations of the table of @entry, which cover all values of its key; each value as the number
 * or the text that it is. One location without a key, or where the table tells its rows apart. */
typedef struct {
  GPtrArray *locations; /* PoplensLocation */
  GPtrArray *values;    /* (nullable): char *, by location */
  gboolean numbers;     /* they are numbers */
} PoplensExportKeys;

gboolean poplens_export_keys_init (PoplensExportKeys *self, const PoplensExportEntry *entry,
                                   PoplensReport *report, GError **error);
void poplens_export_keys_clear (PoplensExportKeys *self);
/* One sentence on the column of a key. */
const char *poplens_export_key_doc (const char *key);

/* ---- export-ahead.c ----------------------------------------------------------------------------
 */

/* Some rows of an entry. */
typedef struct {
  PoplensTable *table; /* NULL behind the last of the entry */
  char *key;           /* (nullable): value of the key, of these rows */
  gboolean numbers;    /* the key's values are numbers */
  gboolean is_part;    /* of a table that is too long to be held */
  GError *error;       /* (nullable): why the entry ended before, or has no rows; without a table */
} PoplensExportPiece;

void poplens_export_piece_clear (PoplensExportPiece *self);

typedef struct _PoplensExportAhead PoplensExportAhead;

/* The rows of @entries, one after the other; of each, pieces up to one without a table. Threads
 * make them, as many as there are other processors, and who asks makes some rather than wait. Some
 * are there at once, of parts up to one a thread and two that wait. All that is handed in has to
 * outlive it. (transfer full) */
PoplensExportAhead *poplens_export_ahead_new (PoplensReport *report, const GPtrArray *entries);
/* Waits for the one that is being made, which is cancelled. */
void poplens_export_ahead_free (PoplensExportAhead *self);
/* Waits for the next piece; not to be asked behind the end of the last entry. */
void poplens_export_ahead_next (PoplensExportAhead *self, PoplensExportPiece *piece);

/* ---- export-table.c ----------------------------------------------------------------------------
 */

typedef struct _PoplensExportTable PoplensExportTable;

/* The table of SQL of @entry, for rows of @report: made, or widened, for the columns of @first. */
PoplensExportTable *poplens_export_table_new (PoplensExportFile *file,
                                              const PoplensExportEntry *entry, gint64 report,
                                              const PoplensExportPiece *first, GError **error);
void poplens_export_table_free (PoplensExportTable *self);
gboolean poplens_export_table_add (PoplensExportTable *self, const PoplensExportPiece *piece,
                                   GError **error);
/* Behind the last row: makes the index of a new table. */
gboolean poplens_export_table_end (PoplensExportTable *self, GError **error);
guint64 poplens_export_table_n_rows (const PoplensExportTable *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensExportKeys, poplens_export_keys_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensExportPiece, poplens_export_piece_clear)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensExportAhead, poplens_export_ahead_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensExportTable, poplens_export_table_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3_stmt, sqlite3_finalize)

G_END_DECLS
