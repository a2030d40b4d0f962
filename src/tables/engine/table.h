/* Tables: every table there is, once. The same object feeds the window, the terminal, CSV, JSON,
 * the clipboard and a chart's accessible twin.
 *
 * A table is immutable. Its cells are computed when they are asked for, so a table of 10^7 rows
 * costs nothing until it is read. */
#pragma once

#include "base/csv-writer.h"
#include "model/location.h"
#include "report/report.h"
#include "tables/engine/column.h"

G_BEGIN_DECLS

typedef struct _PoplensTable PoplensTable;

/* Writes the cell; @value comes in as NULL. Must be thread-safe and quick (no SQL). */
typedef void (*PoplensCellFunc) (gconstpointer data, guint32 row, guint column,
                                 PoplensValue *value);

/* @cell: (nullable): where all cells lie in memory. @data: (transfer full): freed with @free_data;
 * the table keeps @report (nullable) alive for it. */
PoplensTable *poplens_table_new (const char *name, const char *title, guint32 n_rows,
                                 PoplensCellFunc cell, gpointer data, GDestroyNotify free_data,
                                 PoplensReport *report);
PoplensTable *poplens_table_ref (PoplensTable *self);
void poplens_table_unref (PoplensTable *self);

/* What its users work out once: lives as long as the table, freed with @free_kept. The first that
 * is kept stays, any other is freed at once; any thread. */
void poplens_table_keep (PoplensTable *self, gpointer kept, GDestroyNotify free_kept);
gpointer poplens_table_get_kept (PoplensTable *self); /* (nullable) (transfer none) */

/* ---- building, before the table is handed out ------------------------------------------------ */

/* Columns, of whose descriptions it keeps a copy. The table's function gives their cells. */
void poplens_table_add_columns (PoplensTable *self, const PoplensColumn *columns, guint n);
void poplens_table_add_column (PoplensTable *self, const char *name, const char *title,
                               PoplensUnit unit, PoplensProvenance provenance, const char *doc);
/* Columns of the table's records of @size bytes, which live as long as it does. Of a column that
 * holds nothing the function gives the cells. */
void poplens_table_add_records (PoplensTable *self, const PoplensColumn *columns, guint n,
                                gconstpointer records, gsize size);
/* Makes it a tree: rows in preorder, depths[row] levels deep (0: top). (transfer full) */
void poplens_table_set_depths (PoplensTable *self, guint16 *depths);
/* Rows deeper than this start collapsed; default: all open. */
void poplens_table_set_initial_depth (PoplensTable *self, guint16 depth);
/* The column gets a totals row: the sum over all rows, or over those of depth 0 in a tree. */
void poplens_table_add_total (PoplensTable *self, guint column);
/* What the first column says in that row: "Total" where nothing is set. @label: static */
void poplens_table_set_total_label (PoplensTable *self, const char *label);
/* A row's link: a location as text for (table, row), or NULL. (transfer full result) */
typedef char *(*PoplensLinkFunc) (gconstpointer data, guint32 row);
void poplens_table_set_link (PoplensTable *self, PoplensLinkFunc link);
/* Said above the table: "12 of 2,944 tiles", an assumption, a remainder. */
void poplens_table_set_note (PoplensTable *self, const char *note);
/* What of the note only names the reports that are compared, word for word. */
void poplens_table_set_names (PoplensTable *self, const char *names);
/* What the report, of a comparison one of them, does not record, in sentences; the note has them,
 * too. */
void poplens_table_set_lacks (PoplensTable *self, const char *lacks);
/* Some of its rows would be too much to be held, and are left out: the note says which. */
void poplens_table_set_partial (PoplensTable *self, gboolean partial);
/* For a person the first column's text is followed by that of @column, which need not be shown:
 * "DoExchange  Loss/mean/Reduce". Both are texts. */
void poplens_table_set_label (PoplensTable *self, guint column);
/* A RATIO column that is drawn as a bar, with its number. */
void poplens_table_set_bar (PoplensTable *self, guint column);

/* What of an IPU a row is about: a small mark in the ink that steps of it have in the trace. */
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
  gboolean waits;  /* for it: the mark is hollow */
  gboolean strong; /* the row stands out */
} PoplensRowLook;

/* Writes the look, which comes in as none; as quick as a cell function. */
typedef void (*PoplensLookFunc) (gconstpointer data, guint32 row, PoplensRowLook *look);
void poplens_table_set_look (PoplensTable *self, PoplensLookFunc look);
/* Takes the error of cells that are there and could not be read: the link was lost. NULL where
 * there is none. (transfer full) */
typedef GError *(*PoplensLostFunc) (gconstpointer data);
void poplens_table_set_lost (PoplensTable *self, PoplensLostFunc lost);
/* Column sorted first when shown; descending where @descending. */
void poplens_table_set_default_sort (PoplensTable *self, guint column, gboolean descending);

/* FALSE with LINK where cells have been empty because they could not be read, since it was asked
 * last. */
gboolean poplens_table_check_lost (const PoplensTable *self, GError **error);

/* ---- asking ---------------------------------------------------------------------------------- */

const char *poplens_table_get_name (const PoplensTable *self);
const char *poplens_table_get_title (const PoplensTable *self);
PoplensReport *poplens_table_get_report (const PoplensTable *self); /* (nullable) (transfer none) */
const char *poplens_table_get_note (const PoplensTable *self);      /* or NULL */
const char *poplens_table_get_names (const PoplensTable *self);     /* or NULL */
/* The note for a window, which names the reports above all tables. "": there is none. (transfer
 * full) */
char *poplens_table_note_without_names (const PoplensTable *self);
const char *poplens_table_get_lacks (const PoplensTable *self); /* or NULL */
gboolean poplens_table_is_partial (const PoplensTable *self);
guint32 poplens_table_n_rows (const PoplensTable *self);
guint poplens_table_n_columns (const PoplensTable *self);
const PoplensColumn *poplens_table_get_column (const PoplensTable *self, guint column);
/* Column of that name, or -1. */
int poplens_table_find_column (const PoplensTable *self, const char *name);
/* The same; FALSE with POPLENS_ERROR_USAGE, which lists the columns, where there is none. */
gboolean poplens_table_require_column (const PoplensTable *self, const char *name, guint *column,
                                       GError **error);
PoplensValue poplens_table_get (const PoplensTable *self, guint32 row, guint column);
/* The cell as people read it. Bytes are in the unit of the largest cell of their column where that
 * leaves a tenth of it; in a long table, of the largest of rows here and there. */
const char *poplens_table_format (const PoplensTable *self, guint32 row, guint column,
                                  PoplensByteUnit unit, PoplensNumber buffer);
/* Where the value of a cell comes from: as its column says, else as the row does. */
PoplensProvenance poplens_table_get_provenance (const PoplensTable *self, guint32 row,
                                                guint column);
gboolean poplens_table_is_bar (const PoplensTable *self, guint column);
int poplens_table_get_label (const PoplensTable *self); /* −1: the first column tells the rows */
gboolean poplens_table_has_looks (const PoplensTable *self);
PoplensRowLook poplens_table_get_look (const PoplensTable *self, guint32 row);
gboolean poplens_table_is_tree (const PoplensTable *self);
guint16 poplens_table_get_depth (const PoplensTable *self, guint32 row);
guint16 poplens_table_get_initial_depth (const PoplensTable *self); /* G_MAXUINT16: all open */
/* TRUE with the total of the column. */
gboolean poplens_table_get_total (const PoplensTable *self, guint column, PoplensValue *total);
/* Sum of a column over @rows, or where NULL over those of depth 0; NULL where none has a number. */
PoplensValue poplens_table_sum (const PoplensTable *self, guint column, const guint32 *rows,
                                guint32 n);
gboolean poplens_table_column_has_total (const PoplensTable *self, guint column);
const char *poplens_table_get_total_label (const PoplensTable *self);
/* TRUE where any column has a total. */
gboolean poplens_table_has_totals (const PoplensTable *self);
char *poplens_table_get_link (const PoplensTable *self,
                              guint32 row); /* (nullable) (transfer full) */
gboolean poplens_table_get_default_sort (const PoplensTable *self, guint *column,
                                         gboolean *descending);

/* Whether the column is to be aligned as numbers are: by its unit, or where cells have units of
 * their own, as all of its cells are numbers. */
gboolean poplens_table_column_is_numeric (const PoplensTable *self, guint column);

/* ---- views: sort and filter ------------------------------------------------------------------ */

/* Conditions on columns: see table-where.h. */
typedef struct _PoplensWhere PoplensWhere;

typedef struct {
  guint column;
  gboolean descending;
  gboolean by_size; /* numbers without their sign */
} PoplensSortKey;

/* @filter: (nullable): words; a row stays where every word is in one of its text cells (case
 * folded) or is the whole number of one of its ID cells. @where: (nullable): a row stays where all
 * its conditions hold. In a tree the ancestors of rows that stay do too.
 * @keys: the first decides; none keeps the table's order. Trees sort siblings. NULLs go last in
 * both directions; equal rows keep the table's order. */
typedef struct {
  const char *filter;
  const PoplensWhere *where;
  const PoplensSortKey *keys;
  guint n_keys;
} PoplensTableQuery;

/* Which rows, in which order: immutable; made on a worker, then swapped in. */
typedef struct {
  guint32 n;
  guint32 *rows;
  guint32 n_matches;    /* rows that the filter finds itself, not as the ancestors of others */
  PoplensValue *totals; /* by column, of the rows that match and lie below none; NULL: no filter */
  guint8 *matches;      /* of a filtered tree: a bit a row of the table; else NULL */
  guint32 n_among;      /* rows that these were chosen from, not by a filter; 0: all of the table */
} PoplensTableView;

/* Returns: NULL only where @cancellable was cancelled */
PoplensTableView *poplens_table_view_query (const PoplensTable *table,
                                            const PoplensTableQuery *query,
                                            GCancellable *cancellable);
/* The same, without conditions, by one column. @sort_column: -1 keeps the table's order */
PoplensTableView *poplens_table_view_new (const PoplensTable *table, const char *filter,
                                          int sort_column, gboolean descending,
                                          GCancellable *cancellable);
void poplens_table_view_free (PoplensTableView *self);
/* Whether the filter finds the row itself; TRUE where nothing is filtered. @view: (nullable) */
gboolean poplens_table_view_matches (const PoplensTableView *view, guint32 row);
/* As poplens_table_get_total(), of the rows that @view (nullable) shows. */
gboolean poplens_table_view_get_total (const PoplensTable *table, const PoplensTableView *view,
                                       guint column, PoplensValue *total);
/* "Total", "Total of 2 of 14". (transfer full) */
char *poplens_table_view_total_label (const PoplensTable *table, const PoplensTableView *view);

/* ---- ways out -------------------------------------------------------------------------------- */

typedef enum { POPLENS_TABLE_TEXT, POPLENS_TABLE_CSV, POPLENS_TABLE_JSON } PoplensTableFormat;

/* How many rows of how many that were asked for; called every few thousand rows, on the thread that
 * writes. */
typedef void (*PoplensRowsFunc) (guint32 done, guint32 of, gpointer user_data);

typedef struct {
  guint32 written;
  guint32 of; /* rows that there were to write, had there been no limit */
} PoplensTableCount;

typedef struct {
  const guint *columns; /* or NULL: all */
  guint n_columns;
  guint32 limit;             /* rows at most; 0: all. Text says "N of M" where it cuts */
  PoplensByteUnit byte_unit; /* text only */
  gboolean totals;           /* text only: the totals row */
  /* text only: cut long texts so that a line fits, and leave out columns at the end where that is
   * not enough ("6 of 9 columns fit"); the note in as many lines as it takes; 0: never */
  guint max_width;
  const char *const *titles; /* (nullable) text only: in place of the titles of columns */
  guint least_first;         /* text only: what the first column keeps at least of a text; 0: 40 */
  const char *more; /* (nullable) text only: what shows the rows that the limit leaves out */
  /* (nullable) JSON only: the object that the table becomes a member of, by its name */
  PoplensJsonWriter *json;
  gboolean csv_safe; /* CSV only: texts as of poplens_csv_cell_safe(); numbers stay */
  /* CSV and JSON only, and in place of a view: rows are looked for while they are written, so that
   * nothing is kept of them */
  const PoplensWhere *where;
  /* CSV and JSON only */
  PoplensTableCount *count; /* (nullable) (out) */
  PoplensRowsFunc progress; /* (nullable) */
  gpointer progress_data;
  GCancellable *cancellable; /* (nullable) */
} PoplensTableOutput;

/* "depth" of a tree's rows is written, unless the table has such a column itself. */
gboolean poplens_table_writes_depth (const PoplensTable *self);
/* What a table is in JSON began with this version (docs/poplens.schema.json). */
#define POPLENS_JSON_SCHEMA 1

/* Streams the rows of @view (or all, where NULL). CSV: a header of column names. JSON: an object of
 * title, note, columns and rows, each row an object on a line of its own; how many are written, and
 * of how many. Of a tree both give each row's depth as a last member "depth". FALSE where writing
 * failed or was cancelled, or cells could not be read. @output: (nullable): all columns and rows,
 * exact bytes. */
gboolean poplens_table_write (const PoplensTable *self, const PoplensTableView *view,
                              PoplensTableFormat format, const PoplensTableOutput *output,
                              PoplensTextSink *sink, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTable, poplens_table_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTableView, poplens_table_view_free)

G_END_DECLS
