/* Tables with columns, units and provenance. The same object is shown in the window and the
 * terminal, and written as CSV and JSON. A table is immutable. Its cells are computed when they are
 * read, so creating a table of 10^7 rows costs nothing. */
#pragma once

#include "base/csv-writer.h"
#include "model/location.h"
#include "report/report.h"
#include "tables/engine/column.h"

G_BEGIN_DECLS

typedef struct _PoplensTable PoplensTable;

/* Sets a cell. @value: (inout): has the type NULL at first. Must be thread-safe, and fast: no SQL.
 */
typedef void (*PoplensCellFunc) (gconstpointer data, guint32 row, guint column,
                                 PoplensValue *value);

/* Creates a table without columns. @cell: (nullable): computes cells; NULL if all are in memory.
 * @data: (transfer full): argument of @cell; freed with @free_data. @report: (nullable): report
 * that @data uses; the table keeps it alive. (transfer full) */
PoplensTable *poplens_table_new (const char *name, const char *title, guint32 n_rows,
                                 PoplensCellFunc cell, gpointer data, GDestroyNotify free_data,
                                 PoplensReport *report);
PoplensTable *poplens_table_ref (PoplensTable *self);
void poplens_table_unref (PoplensTable *self);

/* Attaches data that was computed for the table. The table frees the data with @free_kept. If
 * another thread has already attached data, frees @kept at once. Any thread. */
void poplens_table_keep (PoplensTable *self, gpointer kept, GDestroyNotify free_kept);
gpointer poplens_table_get_kept (PoplensTable *self); /* the attached data; (nullable) */

/* ---- building, before the table is shared ---------------------------------------------------- */

/* Adds columns whose cells the table's PoplensCellFunc computes. Copies their descriptions. */
void poplens_table_add_columns (PoplensTable *self, const PoplensColumn *columns, guint n);
void poplens_table_add_column (PoplensTable *self, const char *name, const char *title,
                               PoplensUnit unit, PoplensProvenance provenance, const char *doc);
/* Adds columns whose values are members of records of @size bytes. @records: one record for each
 * row; must live as long as the table. Columns with POPLENS_HOLDS_NOTHING are computed by the
 * PoplensCellFunc. */
void poplens_table_add_records (PoplensTable *self, const PoplensColumn *columns, guint n,
                                gconstpointer records, gsize size);
/* Makes the table a tree, whose rows are in preorder. @depths: (transfer full): depth of each row;
 * 0 is the top */
void poplens_table_set_depths (PoplensTable *self, guint16 *depths);
/* Sets the depth down to which rows are shown at first. By default all are. */
void poplens_table_set_initial_depth (PoplensTable *self, guint16 depth);
/* Gives the column a total: the sum of all rows; in a tree, of the rows at the top. */
void poplens_table_add_total (PoplensTable *self, guint column);
/* Sets the text in the first column of the totals row, by default "Total". @label: (static) */
void poplens_table_set_total_label (PoplensTable *self, const char *label);
/* Returns the link of a row: a location as text. (transfer full) (nullable) */
typedef char *(*PoplensLinkFunc) (gconstpointer data, guint32 row);
void poplens_table_set_link (PoplensTable *self, PoplensLinkFunc link);
/* Sets the text above the table, such as "12 of 2,944 tiles", or what is assumed or left out. */
void poplens_table_set_note (PoplensTable *self, const char *note);
/* Sets the part of the note that names the compared reports. @names: must be contained in the note
 * word for word */
void poplens_table_set_names (PoplensTable *self, const char *names);
/* Sets the part of the note that says what the report, or one of two compared reports, does not
 * record. */
void poplens_table_set_lacks (PoplensTable *self, const char *lacks);
/* Marks a table that leaves out rows because they are too many for memory; the note says which. */
void poplens_table_set_partial (PoplensTable *self, gboolean partial);
/* Shows the text of @column after that of the first column, for people: "DoExchange
 * Loss/mean/Reduce". @column may be hidden; both are columns of texts. */
void poplens_table_set_label (PoplensTable *self, guint column);
/* Draws the shares in a column of unit RATIO as bars with a number. */
void poplens_table_set_bar (PoplensTable *self, guint column);

/* Activity in the trace that a row is about. The row gets a mark in the colour of the activity. */
typedef enum {
  POPLENS_SWATCH_NONE,
  POPLENS_SWATCH_COMPUTE,
  POPLENS_SWATCH_EXCHANGE,
  POPLENS_SWATCH_LINKS,
  POPLENS_SWATCH_HOST,
  POPLENS_SWATCH_SYNC,
  POPLENS_SWATCH_CONTROL,
} PoplensSwatch;

typedef struct {
  PoplensSwatch swatch;
  gboolean waits;  /* the row is about waiting for that activity: the mark is hollow */
  gboolean strong; /* the row is emphasized */
} PoplensRowLook;

/* Sets the look of a row. @look: (inout): plain at first. Must be as fast as a PoplensCellFunc. */
typedef void (*PoplensLookFunc) (gconstpointer data, guint32 row, PoplensRowLook *look);
void poplens_table_set_look (PoplensTable *self, PoplensLookFunc look);
/* Returns and clears the error that cells were not read because the link to another computer was
 * lost. (transfer full) (nullable): NULL if there is none */
typedef GError *(*PoplensLostFunc) (gconstpointer data);
void poplens_table_set_lost (PoplensTable *self, PoplensLostFunc lost);
/* Sets the column that the table is sorted by at first. */
void poplens_table_set_default_sort (PoplensTable *self, guint column, gboolean descending);

/* FALSE with POPLENS_ERROR_LINK if cells are empty because the link to another computer was lost.
 * Covers cells that were read since the last call. */
gboolean poplens_table_check_lost (const PoplensTable *self, GError **error);

/* ---- reading --------------------------------------------------------------------------------- */

const char *poplens_table_get_name (const PoplensTable *self);
const char *poplens_table_get_title (const PoplensTable *self);
PoplensReport *poplens_table_get_report (const PoplensTable *self); /* (nullable) (transfer none) */
const char *poplens_table_get_note (const PoplensTable *self);      /* (nullable) */
const char *poplens_table_get_names (const PoplensTable *self);     /* (nullable) */
/* Returns the note without the names of compared reports, for a window that shows them elsewhere;
 * "" if nothing is left. (transfer full) */
char *poplens_table_note_without_names (const PoplensTable *self);
const char *poplens_table_get_lacks (const PoplensTable *self); /* (nullable) */
gboolean poplens_table_is_partial (const PoplensTable *self);
guint32 poplens_table_n_rows (const PoplensTable *self);
guint poplens_table_n_columns (const PoplensTable *self);
const PoplensColumn *poplens_table_get_column (const PoplensTable *self, guint column);
/* Returns the number of the column with that name, or −1. */
int poplens_table_find_column (const PoplensTable *self, const char *name);
/* Finds a column by name. FALSE with POPLENS_ERROR_USAGE if there is none; the error lists the
 * columns. */
gboolean poplens_table_require_column (const PoplensTable *self, const char *name, guint *column,
                                       GError **error);
PoplensValue poplens_table_get (const PoplensTable *self, guint32 row, guint column);
/* Formats a cell for people. Bytes have the unit that suits the largest cell of the column; only
 * cells below a tenth of that unit have a smaller one. The largest cell of a long table is found by
 * sampling. */
const char *poplens_table_format (const PoplensTable *self, guint32 row, guint column,
                                  PoplensByteUnit unit, PoplensNumber buffer);
/* Returns the provenance of a cell: the column's or, if that differs from row to row, the row's. */
PoplensProvenance poplens_table_get_provenance (const PoplensTable *self, guint32 row,
                                                guint column);
gboolean poplens_table_is_bar (const PoplensTable *self, guint column);
int poplens_table_get_label (const PoplensTable *self); /* −1: no label column */
gboolean poplens_table_has_looks (const PoplensTable *self);
PoplensRowLook poplens_table_get_look (const PoplensTable *self, guint32 row);
gboolean poplens_table_is_tree (const PoplensTable *self);
guint16 poplens_table_get_depth (const PoplensTable *self, guint32 row);
guint16 poplens_table_get_initial_depth (const PoplensTable *self); /* G_MAXUINT16: all rows */
/* Gets the total of the column. @total: (out). FALSE if the column has no total. */
gboolean poplens_table_get_total (const PoplensTable *self, guint column, PoplensValue *total);
/* Returns the sum of a column over @rows. @rows: (nullable): NULL for all rows; in a tree, for
 * those at the top. The type of the sum is NULL if no row has a number. */
PoplensValue poplens_table_sum (const PoplensTable *self, guint column, const guint32 *rows,
                                guint32 n);
gboolean poplens_table_column_has_total (const PoplensTable *self, guint column);
const char *poplens_table_get_total_label (const PoplensTable *self);
/* TRUE if any column has a total. */
gboolean poplens_table_has_totals (const PoplensTable *self);
char *poplens_table_get_link (const PoplensTable *self,
                              guint32 row); /* (nullable) (transfer full) */
gboolean poplens_table_get_default_sort (const PoplensTable *self, guint *column,
                                         gboolean *descending);

/* TRUE if the column is right-aligned: its unit is numeric, or it is MIXED and all its cells are
 * numbers. */
gboolean poplens_table_column_is_numeric (const PoplensTable *self, guint column);

/* ---- views: sort and filter ------------------------------------------------------------------ */

/* Conditions on columns: see table-where.h. */
typedef struct _PoplensWhere PoplensWhere;

typedef struct {
  guint column;
  gboolean descending;
  gboolean by_size; /* sort by absolute values */
} PoplensSortKey;

/* Query of a table: which rows to show, and in which order. A tree also shows the ancestors of
 * matching rows. Rows that compare equal keep the order of the table. */
typedef struct {
  const char *filter;        /* (nullable): words; each must be in a text cell of the row (ignoring
                                case), or equal an ID cell */
  const PoplensWhere *where; /* (nullable): conditions that rows must also meet */
  /* Sort keys, the most significant one first. They sort siblings in a tree. NULLs go last,
   * ascending or descending. */
  const PoplensSortKey *keys;
  guint n_keys;
} PoplensTableQuery;

/* Rows of a table that match a query, in the order of the query. Immutable: for another query, a
 * worker makes a new view. */
typedef struct {
  guint32 n;
  guint32 *rows;
  guint32 n_matches; /* number of rows that match; rows kept as ancestors of matches do not count */
  PoplensValue *totals; /* (nullable): by column: sum of the matching rows, without rows below
                           another match; NULL: no filter */
  guint8 *matches;      /* (nullable): only for a filtered tree: bit N is set if row N of the table
                           itself matches */
} PoplensTableView;

/* Makes the view of the rows that match @query. (transfer full) (nullable): NULL only if cancelled
 */
PoplensTableView *poplens_table_view_query (const PoplensTable *table,
                                            const PoplensTableQuery *query,
                                            GCancellable *cancellable);
/* Makes a view with a filter (nullable), sorted by one column. @sort_column: −1 keeps the table's
 * order. (transfer full) (nullable): NULL only if cancelled */
PoplensTableView *poplens_table_view_new (const PoplensTable *table, const char *filter,
                                          int sort_column, gboolean descending,
                                          GCancellable *cancellable);
void poplens_table_view_free (PoplensTableView *self);
/* TRUE if the row matches the filter, or if there is no filter. FALSE if the row is only the
 * ancestor of a match. @view: (nullable) */
gboolean poplens_table_view_matches (const PoplensTableView *view, guint32 row);
/* Gets the total of the column over the rows of @view. @view: (nullable): NULL for all rows.
 * @total: (out). FALSE if the column has no total. */
gboolean poplens_table_view_get_total (const PoplensTable *table, const PoplensTableView *view,
                                       guint column, PoplensValue *total);
/* Returns "Total", or "Total of 2 of 14". (transfer full) */
char *poplens_table_view_total_label (const PoplensTable *table, const PoplensTableView *view);

/* ---- writing --------------------------------------------------------------------------------- */

typedef enum { POPLENS_TABLE_TEXT, POPLENS_TABLE_CSV, POPLENS_TABLE_JSON } PoplensTableFormat;

/* Reports progress: @done of @of rows are written. Called every few thousand rows, on the writing
 * thread. */
typedef void (*PoplensRowsFunc) (guint32 done, guint32 of, gpointer user_data);

typedef struct {
  guint32 written;
  guint32 of; /* rows that would have been written without a limit */
} PoplensTableCount;

typedef struct {
  const guint *columns; /* (nullable): columns to write; NULL: all */
  guint n_columns;
  guint32 limit;             /* maximum number of rows; 0: all. Text then ends with "N of M rows" */
  PoplensByteUnit byte_unit; /* text only */
  gboolean totals;           /* text only: write the totals row */
  /* text only: maximum width of a line in terminal columns; 0: no limit. To fit, long texts are
   * cut, then columns at the end are left out ("6 of 9 columns fit"). The note is wrapped */
  guint max_width;
  const char *const *titles; /* (nullable) text only: by column: replaces the title of the column */
  guint least_first; /* text only: minimum width to which the first column may be cut; 0: 40 */
  const char *more;  /* (nullable) text only: follows "N of M rows" and says how to see the rows
                        beyond the limit */
  /* (nullable) JSON only: writer that is inside an object; the table becomes a member of that
   * object, with the table's name */
  PoplensJsonWriter *json;
  gboolean csv_safe; /* CSV only: write texts as poplens_csv_cell_safe () does, so that a
                        spreadsheet runs no formula in them */
  /* (nullable) CSV and JSON only, without a view: conditions that rows must meet. They are tested
   * while writing, so that no list of rows is needed */
  const PoplensWhere *where;
  /* The following members are for CSV and JSON only. */
  PoplensTableCount *count; /* (nullable) (out): rows written */
  PoplensRowsFunc progress; /* (nullable) */
  gpointer progress_data;
  GCancellable *cancellable; /* (nullable) */
} PoplensTableOutput;

/* TRUE if the table is a tree without a column "depth": then CSV and JSON get one. */
gboolean poplens_table_writes_depth (const PoplensTable *self);
/* Version of the JSON format of tables (docs/poplens.schema.json). */
#define POPLENS_JSON_SCHEMA 1

/* Writes the rows of @view, or all rows if @view is NULL. CSV begins with a row of column names.
 * JSON is an object with title, note, columns, rows (each on a line), and numbers of rows with and
 * without the limit. Rows of a tree end with their depth. @output: (nullable): NULL for all columns
 * and rows, with exact bytes. FALSE with @error if writing failed, if cancelled, or if cells could
 * not be read. */
gboolean poplens_table_write (const PoplensTable *self, const PoplensTableView *view,
                              PoplensTableFormat format, const PoplensTableOutput *output,
                              PoplensTextSink *sink, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTable, poplens_table_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTableView, poplens_table_view_free)

G_END_DECLS
