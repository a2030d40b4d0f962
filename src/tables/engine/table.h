/* Tables: each is defined once. The same object feeds the window, the terminal, CSV, JSON, the
 * clipboard and the accessible form of a chart.
 *
 * A table is immutable. Its cells are computed when they are read, so a table of 10^7 rows costs
 * nothing until then. */
#pragma once

#include "base/csv-writer.h"
#include "model/location.h"
#include "report/report.h"
#include "tables/engine/column.h"

G_BEGIN_DECLS

typedef struct _PoplensTable PoplensTable;

/* Sets the cell @value, which is NULL at first. Must be thread-safe and fast (no SQL). */
typedef void (*PoplensCellFunc) (gconstpointer data, guint32 row, guint column,
                                 PoplensValue *value);

/* Creates a table. @cell: (nullable): NULL if all cells are in memory. @data: (transfer full):
 * freed with @free_data. The table keeps @report (nullable) alive for it. (transfer full) */
PoplensTable *poplens_table_new (const char *name, const char *title, guint32 n_rows,
                                 PoplensCellFunc cell, gpointer data, GDestroyNotify free_data,
                                 PoplensReport *report);
PoplensTable *poplens_table_ref (PoplensTable *self);
void poplens_table_unref (PoplensTable *self);

/* Attaches data that a user of the table computes once; the table frees it with @free_kept. If
 * another thread attached data first, @kept is freed at once. Any thread. */
void poplens_table_keep (PoplensTable *self, gpointer kept, GDestroyNotify free_kept);
gpointer poplens_table_get_kept (PoplensTable *self); /* (nullable) (transfer none) */

/* ---- building, before the table is shared ---------------------------------------------------- */

/* Adds columns whose cells the table's function returns. Copies their descriptions. */
void poplens_table_add_columns (PoplensTable *self, const PoplensColumn *columns, guint n);
void poplens_table_add_column (PoplensTable *self, const char *name, const char *title,
                               PoplensUnit unit, PoplensProvenance provenance, const char *doc);
/* Adds columns of records of @size bytes, which must live as long as the table. For a column with
 * POPLENS_HOLDS_NOTHING the function returns the cells. */
void poplens_table_add_records (PoplensTable *self, const PoplensColumn *columns, guint n,
                                gconstpointer records, gsize size);
/* Makes the table a tree: rows are in preorder, and depths[row] is the depth (0: top). @depths:
 * (transfer full) */
void poplens_table_set_depths (PoplensTable *self, guint16 *depths);
/* Sets the deepest level of rows that are shown at first. By default all are. */
void poplens_table_set_initial_depth (PoplensTable *self, guint16 depth);
/* Gives the column a total: the sum of all rows, or of the rows of depth 0 in a tree. */
void poplens_table_add_total (PoplensTable *self, guint column);
/* Sets the text of the first column in the totals row, by default "Total". @label: (static) */
void poplens_table_set_total_label (PoplensTable *self, const char *label);
/* Returns the link of a row: a location as text. (transfer full) (nullable) */
typedef char *(*PoplensLinkFunc) (gconstpointer data, guint32 row);
void poplens_table_set_link (PoplensTable *self, PoplensLinkFunc link);
/* Sets the text above the table: "12 of 2,944 tiles", an assumption, a remainder. */
void poplens_table_set_note (PoplensTable *self, const char *note);
/* Sets the part of the note that only names the compared reports, word for word. */
void poplens_table_set_names (PoplensTable *self, const char *names);
/* Sets sentences on what the report, or one of two compared reports, does not record. The note
 * contains them, too. */
void poplens_table_set_lacks (PoplensTable *self, const char *lacks);
/* Marks a table that leaves out rows because they are too many for memory; the note says which. */
void poplens_table_set_partial (PoplensTable *self, gboolean partial);
/* Shows the text of @column after that of the first column, for people: "DoExchange
 * Loss/mean/Reduce". @column need not be shown; both are texts. */
void poplens_table_set_label (PoplensTable *self, guint column);
/* Draws a RATIO column as a bar with its number. */
void poplens_table_set_bar (PoplensTable *self, guint column);

/* Activity that a row is about. It is marked in the colour of such steps in the trace. */
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
  gboolean waits;  /* waiting for it: the mark is hollow */
  gboolean strong; /* the row is emphasized */
} PoplensRowLook;

/* Sets @look, which is none at first. As fast as a cell function. */
typedef void (*PoplensLookFunc) (gconstpointer data, guint32 row, PoplensRowLook *look);
void poplens_table_set_look (PoplensTable *self, PoplensLookFunc look);
/* Returns and clears the error of cells that could not be read because the link was lost. (transfer
 * full) (nullable): NULL if there is none */
typedef GError *(*PoplensLostFunc) (gconstpointer data);
void poplens_table_set_lost (PoplensTable *self, PoplensLostFunc lost);
/* Sets the column that the table is sorted by at first. */
void poplens_table_set_default_sort (PoplensTable *self, guint column, gboolean descending);

/* FALSE with LINK if cells were empty since the last call because they could not be read. */
gboolean poplens_table_check_lost (const PoplensTable *self, GError **error);

/* ---- reading --------------------------------------------------------------------------------- */

const char *poplens_table_get_name (const PoplensTable *self);
const char *poplens_table_get_title (const PoplensTable *self);
PoplensReport *poplens_table_get_report (const PoplensTable *self); /* (nullable) (transfer none) */
const char *poplens_table_get_note (const PoplensTable *self);      /* (nullable) */
const char *poplens_table_get_names (const PoplensTable *self);     /* (nullable) */
/* Returns the note for a window, which names the reports elsewhere. "" if nothing is left.
 * (transfer full) */
char *poplens_table_note_without_names (const PoplensTable *self);
const char *poplens_table_get_lacks (const PoplensTable *self); /* (nullable) */
gboolean poplens_table_is_partial (const PoplensTable *self);
guint32 poplens_table_n_rows (const PoplensTable *self);
guint poplens_table_n_columns (const PoplensTable *self);
const PoplensColumn *poplens_table_get_column (const PoplensTable *self, guint column);
/* Returns the column with that name, or −1. */
int poplens_table_find_column (const PoplensTable *self, const char *name);
/* Finds a column. FALSE with POPLENS_ERROR_USAGE, which lists the columns, if there is none. */
gboolean poplens_table_require_column (const PoplensTable *self, const char *name, guint *column,
                                       GError **error);
PoplensValue poplens_table_get (const PoplensTable *self, guint32 row, guint column);
/* Formats a cell for people. Bytes are in the unit of the largest cell of their column, unless the
 * cell is less than a tenth of that unit; long tables are sampled for the largest cell. */
const char *poplens_table_format (const PoplensTable *self, guint32 row, guint column,
                                  PoplensByteUnit unit, PoplensNumber buffer);
/* Returns the provenance of a cell: of its column, or of the row if that differs by row. */
PoplensProvenance poplens_table_get_provenance (const PoplensTable *self, guint32 row,
                                                guint column);
gboolean poplens_table_is_bar (const PoplensTable *self, guint column);
int poplens_table_get_label (const PoplensTable *self); /* −1: no label column */
gboolean poplens_table_has_looks (const PoplensTable *self);
PoplensRowLook poplens_table_get_look (const PoplensTable *self, guint32 row);
gboolean poplens_table_is_tree (const PoplensTable *self);
guint16 poplens_table_get_depth (const PoplensTable *self, guint32 row);
guint16 poplens_table_get_initial_depth (const PoplensTable *self); /* G_MAXUINT16: all */
/* TRUE with the total of the column, if it has one. */
gboolean poplens_table_get_total (const PoplensTable *self, guint column, PoplensValue *total);
/* Returns the sum of a column over @rows (nullable: over the rows of depth 0); a NULL value if no
 * cell is a number. */
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

/* TRUE if the column is aligned as numbers are: by its unit or, if cells have their own units, if
 * all cells are numbers. */
gboolean poplens_table_column_is_numeric (const PoplensTable *self, guint column);

/* ---- views: sort and filter ------------------------------------------------------------------ */

/* Conditions on columns: see table-where.h. */
typedef struct _PoplensWhere PoplensWhere;

typedef struct {
  guint column;
  gboolean descending;
  gboolean by_size; /* ignore the sign of numbers */
} PoplensSortKey;

/* Selects and sorts rows. .filter: (nullable): words; a row matches if every word is in one of its
 * text cells (ignoring case) or equals one of its ID cells. .where: (nullable): conditions that a
 * row must meet. A tree keeps the ancestors of matching rows, too. .keys: the first is the most
 * significant; without keys rows keep the order of the table. Trees sort siblings. NULLs go last in
 * both directions; equal rows keep the order of the table. */
typedef struct {
  const char *filter;
  const PoplensWhere *where;
  const PoplensSortKey *keys;
  guint n_keys;
} PoplensTableQuery;

/* Selected rows in order. Immutable: a worker makes a view, which then replaces the old one. */
typedef struct {
  guint32 n;
  guint32 *rows;
  guint32 n_matches;    /* rows that match themselves, without ancestors of matches */
  PoplensValue *totals; /* (nullable): by column, of matching rows that are not below another match;
                           NULL: no filter */
  guint8 *matches;      /* (nullable): of a filtered tree: one bit for each row of the table */
  guint32 n_among; /* if the rows are a choice without a filter: number to choose from; 0: all of
                      the table */
} PoplensTableView;

/* Makes a view. (transfer full) (nullable): NULL only if cancelled */
PoplensTableView *poplens_table_view_query (const PoplensTable *table,
                                            const PoplensTableQuery *query,
                                            GCancellable *cancellable);
/* Makes a view without conditions, sorted by one column. @sort_column: −1 keeps the table's order.
 * (transfer full) (nullable): NULL only if cancelled */
PoplensTableView *poplens_table_view_new (const PoplensTable *table, const char *filter,
                                          int sort_column, gboolean descending,
                                          GCancellable *cancellable);
void poplens_table_view_free (PoplensTableView *self);
/* TRUE if the row matches the filter itself, or if there is no filter. @view: (nullable) */
gboolean poplens_table_view_matches (const PoplensTableView *view, guint32 row);
/* As poplens_table_get_total (), for the rows of @view (nullable). */
gboolean poplens_table_view_get_total (const PoplensTable *table, const PoplensTableView *view,
                                       guint column, PoplensValue *total);
/* Returns "Total", or "Total of 2 of 14". (transfer full) */
char *poplens_table_view_total_label (const PoplensTable *table, const PoplensTableView *view);

/* ---- writing --------------------------------------------------------------------------------- */

typedef enum { POPLENS_TABLE_TEXT, POPLENS_TABLE_CSV, POPLENS_TABLE_JSON } PoplensTableFormat;

/* Reports progress in rows. Called every few thousand rows, on the thread that writes. */
typedef void (*PoplensRowsFunc) (guint32 done, guint32 of, gpointer user_data);

typedef struct {
  guint32 written;
  guint32 of; /* rows to write, if there were no limit */
} PoplensTableCount;

typedef struct {
  const guint *columns; /* (nullable): NULL: all */
  guint n_columns;
  guint32 limit;             /* maximum number of rows; 0: all. Text says "N of M" if it cuts */
  PoplensByteUnit byte_unit; /* text only */
  gboolean totals;           /* text only: write the totals row */
  /* text only: width of a line in terminal columns; 0: no limit. Long texts are cut to fit, then
   * columns at the end are left out ("6 of 9 columns fit"). The note is wrapped */
  guint max_width;
  const char *const *titles; /* (nullable) text only: replace the titles of columns */
  guint least_first;         /* text only: minimum width of the first column if it is cut; 0: 40 */
  const char *more; /* (nullable) text only: how to show the rows that the limit leaves out */
  /* (nullable) JSON only: writer of an object; the table becomes its member, by its name */
  PoplensJsonWriter *json;
  gboolean csv_safe; /* CSV only: write texts as poplens_csv_cell_safe () does; numbers stay */
  /* (nullable) CSV and JSON only, without a view: conditions that are tested while writing, so that
   * no list of rows is needed */
  const PoplensWhere *where;
  /* CSV and JSON only: */
  PoplensTableCount *count; /* (nullable) (out) */
  PoplensRowsFunc progress; /* (nullable) */
  gpointer progress_data;
  GCancellable *cancellable; /* (nullable) */
} PoplensTableOutput;

/* TRUE if the rows' "depth" is written: the table is a tree without such a column. */
gboolean poplens_table_writes_depth (const PoplensTable *self);
/* Version of a table's form in JSON (docs/poplens.schema.json). */
#define POPLENS_JSON_SCHEMA 1

/* Writes the rows of @view (nullable: all). CSV: a header of column names. JSON: an object with
 * title, note, columns and rows, one row a line, and the number of rows written and in total. For a
 * tree both add the row's depth as last member "depth". @output: (nullable): NULL: all columns and
 * rows, exact bytes. FALSE with @error if writing failed or was cancelled, or cells could not be
 * read. */
gboolean poplens_table_write (const PoplensTable *self, const PoplensTableView *view,
                              PoplensTableFormat format, const PoplensTableOutput *output,
                              PoplensTextSink *sink, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTable, poplens_table_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTableView, poplens_table_view_free)

G_END_DECLS
