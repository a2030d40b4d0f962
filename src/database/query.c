/* Reads rows from the leaves of a table, or from a statement of SQLite if that is impossible, and
 * checks their values. */
#include "database/query.h"

#include "base/error.h"
#include "base/format.h"
#include "database/damage.h"
#include "database/database.h"
#include "database/scan.h"
#include "database/sqlite-file.h"

#include <math.h>
#include <string.h>

/* ---- order of rows --------------------------------------------------------------------------- */

/* Rows between two checks of the cancellable. */
#define POLL_ROWS 4096

/* Compares two cells as SQLite does: NULL comes first. If a cell is neither an integer nor NULL,
 * sets @good to FALSE. */
static int
compare_cells (const PoplensCell *a, const PoplensCell *b, gboolean *good)
{
  gboolean has_a = a->kind == SQLITE_INTEGER, has_b = b->kind == SQLITE_INTEGER;

  *good = *good && (has_a || a->kind == SQLITE_NULL) && (has_b || b->kind == SQLITE_NULL);
  if (!has_a || !has_b)
    return has_a - has_b;
  return a->integer < b->integer ? -1 : a->integer > b->integer;
}

#define MOST_ORDERS 4

/* Parses @order ("tile, offset DESC"). @places: (out): positions of the columns in a record.
 * @signs: (out): 1, or −1 for DESC. Returns the number of columns; 0 if a column does not exist. */
static guint
find_order (const PoplensSchemaTable *table, const char *order, int *places, int *signs)
{
  g_auto (GStrv) parts = g_strsplit (order, ",", MOST_ORDERS + 1);
  guint n = 0;

  for (; parts[n]; n++) {
    char *name = g_strstrip (parts[n]);
    char *falls = g_str_has_suffix (name, " DESC") ? name + strlen (name) - strlen (" DESC") : NULL;
    if (falls)
      *falls = '\0';
    if (n == MOST_ORDERS || (places[n] = poplens_schema_table_find (table, name)) < 0)
      return 0;
    signs[n] = falls ? -1 : 1;
  }
  return n;
}

/* TRUE if the rows are sorted by @order ("tile, offset DESC"). The columns must hold integers or
 * NULL. Reads only these columns of all rows. FALSE also if the leaves cannot be read. */
static gboolean
rows_are_in_order (PoplensDatabase *database, const PoplensSchemaTable *table,
                   PoplensLeaves *leaves, const char *order)
{
  int places[MOST_ORDERS], signs[MOST_ORDERS];
  PoplensRowSpan all = {G_MININT64, G_MAXINT64};
  PoplensCell cells[MOST_ORDERS], last[MOST_ORDERS];
  guint n = find_order (table, order, places, signs);
  gboolean good = n > 0;

  if (n == 1 && signs[0] > 0 && places[0] == table->row_id)
    return TRUE;
  if (!n)
    return FALSE;
  g_autoptr (PoplensScan) scan =
      poplens_scan_new (&database->pages, leaves, table, places, n, all, cells);
  for (guint64 row = 0; good && poplens_scan_next (scan); row++) {
    int sign = row ? 0 : -1;
    for (guint i = 0; i < n && !sign; i++)
      sign = signs[i] * compare_cells (&last[i], &cells[i], &good);
    good = good && sign <= 0 &&
           (row % POLL_ROWS || !g_cancellable_is_cancelled (database->cancellable));
    memcpy (last, cells, sizeof last);
  }
  return good && !poplens_scan_get_odd (scan);
}

/* ---- statements ------------------------------------------------------------------------------ */

/* Special positions of a column in a record (scan.h). */
#define ROW_ID (-1)
#define LACKING (-2)

typedef struct {
  PoplensQuery row; /* must be first: callers have a pointer to it */
  PoplensDatabase *database;
  const PoplensSchemaTable *found;     /* (nullable): NULL if there is no table to read */
  char *table, **names;                /* .names: (length n): names of the columns */
  guint n;                             /* number of columns */
  int *places;                         /* (length n): positions of the columns in a record */
  const PoplensSchemaColumn **columns; /* (length n): NULL for ROW_ID and LACKING */
  guint64 *most;                       /* (length n): array that .row.most points to */
  PoplensCell *cells;                  /* (length n): array that .row.cells points to */
  GString **texts; /* (nullable) (length n): values as text with a final NUL, if a caller asked for
                      them */
  PoplensScan *scan; /* (nullable): reads the leaves; NULL: .statement returns the rows */
  sqlite3_stmt *statement;
  PoplensRowSpan span; /* row IDs to read */
  char *order;         /* (nullable): columns to sort by: "tile, offset DESC" */
  gboolean has_span;
  GError *error;
  guint64 n_rows, given, overflow;
  gboolean done;
} RowQuery;

static RowQuery *
get_row_query (PoplensQuery *row)
{
  return (RowQuery *) row;
}

/* ---- creating a query ------------------------------------------------------------------------ */

/* Parses "a!, b" into names and positions. FALSE with .error if the file lacks a required column.
 * "rowid" means the integer primary key, also in a table whose key differs from the row ID. */
static gboolean
query_find_columns (RowQuery *self, const PoplensSchemaTable *table, const char *columns)
{
  self->names = g_strsplit (columns, ",", -1);
  self->n = g_strv_length (self->names);
  self->places = g_new (int, self->n);
  self->columns = g_new0 (const PoplensSchemaColumn *, self->n);
  self->cells = g_new0 (PoplensCell, self->n);
  self->row.cells = self->cells;
  self->row.most = self->most = g_new (guint64, self->n);
  for (guint c = 0; c < self->n; c++) {
    char *name = g_strstrip (self->names[c]);
    gboolean required = g_str_has_suffix (name, "!");
    if (required)
      name[strlen (name) - 1] = '\0';
    int place = poplens_schema_table_find (table, name);
    if (table->odd && table->row_id >= 0 && g_str_equal (name, "rowid"))
      place = table->row_id;
    self->cells[c].kind = SQLITE_NULL;
    self->places[c] = place >= 0 ? place : g_str_equal (name, "rowid") ? ROW_ID : LACKING;
    if (place >= 0)
      self->columns[c] = &g_array_index (table->columns, PoplensSchemaColumn, place);
    self->most[c] = self->columns[c] ? (guint64) MAX (self->columns[c]->most, 0) : G_MAXINT64;
    if (required && self->places[c] == LACKING) {
      g_set_error (&self->error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
                   "%s: table %s has no column %s: the schema of its SDK is unknown to Poplens",
                   self->database->path, self->table, name);
      return FALSE;
    }
  }
  return TRUE;
}

/* Creates a query; reads nothing yet. @found: (out) (nullable): the table; NULL if the query will
 * have no rows. (transfer full) */
static RowQuery *
query_new (PoplensDatabase *database, const char *table, const char *columns,
           const PoplensSchemaTable **found)
{
  RowQuery *self = g_new0 (RowQuery, 1);

  self->database = database;
  self->table = g_strdup (table);
  *found = poplens_schema_get_table (database->schema, table);
  self->done = !*found;
  if (*found && (!poplens_database_allows (database, *found, &self->error) ||
                 !query_find_columns (self, *found, columns)))
    *found = NULL;
  self->found = *found;
  return self;
}

PoplensQuery *
poplens_query_new_empty (void)
{
  RowQuery *self = g_new0 (RowQuery, 1);

  self->done = TRUE;
  return &self->row;
}

void
poplens_query_free (PoplensQuery *row)
{
  RowQuery *self = get_row_query (row);

  if (!self)
    return;
  sqlite3_finalize (self->statement);
  poplens_scan_free (self->scan);
  g_clear_error (&self->error);
  for (guint c = 0; self->texts && c < self->n; c++)
    if (self->texts[c])
      g_string_free (self->texts[c], TRUE);
  g_free (self->texts);
  g_free (self->table);
  g_free (self->order);
  g_strfreev (self->names);
  g_free (self->places);
  g_free (self->columns);
  g_free (self->most);
  g_free (self->cells);
  g_free (self);
}

/* Returns SELECT "a", NULL FROM …, with NULL for columns that the file lacks. (transfer full) */
static char *
build_select (const RowQuery *self, const char *tail)
{
  g_autoptr (GString) sql = g_string_new ("SELECT ");
  g_autofree char *key = poplens_schema_table_key (self->found);

  for (guint c = 0; c < self->n; c++) {
    g_string_append (sql, c ? ", " : "");
    if (self->places[c] == LACKING)
      g_string_append (sql, "NULL");
    else if (self->places[c] == ROW_ID || self->places[c] == self->found->row_id)
      g_string_append (sql, key);
    else
      g_string_append_printf (sql, "\"%s\"", self->names[c]);
  }
  g_string_append_printf (sql, " FROM \"%s\" %s", self->table, tail ? tail : "");
  return g_string_free (g_steal_pointer (&sql), FALSE);
}

/* Returns the SELECT statement for all rows, or for the rows in .span. Does not use indices: with a
 * damaged index, SQLite would skip rows without an error. (transfer full) */
static char *
build_select_rows (const RowQuery *self)
{
  g_autofree char *key = poplens_schema_table_key (self->found);
  g_autofree char *tail = self->has_span
                              ? g_strdup_printf ("NOT INDEXED WHERE %s BETWEEN %" G_GINT64_FORMAT
                                                 " AND %" G_GINT64_FORMAT " ORDER BY %s",
                                                 key, self->span.first, self->span.last, key)
                          : self->order ? g_strconcat ("NOT INDEXED ORDER BY ", self->order, NULL)
                                        : g_strdup ("NOT INDEXED");

  return build_select (self, tail);
}

static gboolean
query_prepare (RowQuery *self, const char *sql)
{
  poplens_database_begin_work (self->database);
  int code = poplens_sqlite_prepare (self->database->handle, sql, &self->statement);

  if (code == SQLITE_OK)
    return TRUE;
  poplens_database_set_schema_error (self->database, self->table, code & 0xff, &self->error);
  return FALSE;
}

PoplensQuery *
poplens_query_new (PoplensDatabase *database, const char *table, const char *columns,
                   const char *tail)
{
  const PoplensSchemaTable *found;
  RowQuery *self = query_new (database, table, columns, &found);

  if (found) {
    g_autofree char *sql = build_select (self, tail);
    query_prepare (self, sql);
  }
  return &self->row;
}

/* ---- from leaves ----------------------------------------------------------------------------- */

/* Logs how the table is read, if POPLENS_DEBUG=reader. */
static void
query_log_reader (const RowQuery *self, const char *reason)
{
  if (!self->database->tells)
    return;
  g_autofree char *sql = build_select_rows (self);
  g_printerr ("reader: %s%s%s: %s;\n", reason ? "SQLite (" : "leaves", reason ? reason : "",
              reason ? ")" : "", sql);
}

/* Begins to read rows from the leaves, or else by SQLite. */
static void
query_start_rows (RowQuery *self, const PoplensSchemaTable *table)
{
  const char *reason = NULL;
  PoplensLeaves *leaves = poplens_database_leaves (self->database, table, &reason);

  if (leaves && self->order && !rows_are_in_order (self->database, table, leaves, self->order)) {
    reason = "its rows are not in the requested order";
    leaves = NULL;
  }
  query_log_reader (self, reason);
  if (leaves) {
    self->scan = poplens_scan_new (&self->database->pages, leaves, table, self->places, self->n,
                                   self->span, self->cells);
    return;
  }
  g_autofree char *sql = build_select_rows (self);
  query_prepare (self, sql);
}

PoplensQuery *
poplens_query_new_rows (PoplensDatabase *database, const char *table, const char *columns,
                        const char *order)
{
  const PoplensSchemaTable *found;
  RowQuery *self = query_new (database, table, columns, &found);

  self->order = g_strdup (order);
  self->span = (PoplensRowSpan){G_MININT64, G_MAXINT64};
  if (found)
    query_start_rows (self, found);
  return &self->row;
}

PoplensQuery *
poplens_query_new_span (PoplensDatabase *database, const char *table, const char *columns,
                        PoplensRowSpan span)
{
  const PoplensSchemaTable *found;
  RowQuery *self = query_new (database, table, columns, &found);

  self->has_span = TRUE;
  self->span = span;
  if (found)
    query_start_rows (self, found);
  return &self->row;
}

/* ---- rows ------------------------------------------------------------------------------------ */

void
poplens_query_bind (PoplensQuery *row, int index, gint64 value)
{
  RowQuery *self = get_row_query (row);

  if (self->statement)
    sqlite3_bind_int64 (self->statement, index, value);
}

void
poplens_query_restart (PoplensQuery *row)
{
  RowQuery *self = get_row_query (row);

  if (!self->statement)
    return;
  sqlite3_reset (self->statement);
  poplens_database_begin_work (self->database);
  self->n_rows = self->given = 0;
  self->done = FALSE;
}

static void
fail_too_much (RowQuery *self)
{
  g_set_error (&self->error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
               "Cannot read %s, table %s: its rows exceed the file size; the file is damaged: copy "
               "it again or record a new report",
               self->database->path, self->table);
}

/* Copies the values of the row. FALSE if the statement returned more bytes than the file can hold.
 */
static gboolean
query_copy_values (RowQuery *self)
{
  guint64 bytes = 0;

  for (guint c = 0; c < self->n; c++) {
    sqlite3_value *value = sqlite3_column_value (self->statement, (int) c);
    PoplensCell *cell = &self->cells[c];
    cell->kind = (guint32) sqlite3_value_type (value);
    if (cell->kind == SQLITE_INTEGER)
      cell->integer = sqlite3_value_int64 (value);
    else if (cell->kind == SQLITE_FLOAT)
      cell->real = sqlite3_value_double (value);
    else if (cell->kind != SQLITE_NULL) {
      cell->bytes =
          cell->kind == SQLITE_TEXT ? sqlite3_value_text (value) : sqlite3_value_blob (value);
      cell->size = (guint32) sqlite3_value_bytes (value);
      bytes += cell->size;
    }
  }
  return !bytes || poplens_database_gives (self->database, &self->given, bytes);
}

static gboolean
next_by_statement (RowQuery *self)
{
  int code = sqlite3_step (self->statement);

  if (code == SQLITE_ROW && self->n_rows < self->database->most_rows) {
    self->n_rows++;
    if (query_copy_values (self))
      return TRUE;
    fail_too_much (self);
    return FALSE;
  }
  if (code == SQLITE_ROW)
    code = SQLITE_INTERRUPT;
  self->done = TRUE;
  if (code != SQLITE_DONE)
    poplens_database_set_error (self->database, self->table, code & 0xff, &self->error);
  return FALSE;
}

/* Switches from damaged leaves to SQLite, and continues with the next row. */
static gboolean
query_switch_to_sqlite (RowQuery *self, const char *reason)
{
  guint64 before = self->n_rows;

  g_clear_pointer (&self->scan, poplens_scan_free);
  poplens_database_give_up_leaves (self->database, self->table, reason);
  query_log_reader (self, reason);
  g_autofree char *sql = build_select_rows (self);
  if (!query_prepare (self, sql))
    return FALSE;
  /* The statement returns all rows again, also the rows that were read already, so count bytes from
   * 0. */
  self->given = 0;
  for (self->n_rows = 0; self->n_rows < before;)
    if (!next_by_statement (self))
      return FALSE;
  return next_by_statement (self);
}

/* Counts the bytes from overflow pages since the last call. FALSE if the rows together have more
 * bytes than the file can hold. */
static gboolean
count_overflow (RowQuery *self)
{
  guint64 now = poplens_scan_get_overflow (self->scan), more = now - self->overflow;

  self->overflow = now;
  if (!more || poplens_database_gives (self->database, &self->given, more))
    return TRUE;
  fail_too_much (self);
  return FALSE;
}

static gboolean
next_by_scan (RowQuery *self)
{
  const char *odd;

  if (G_LIKELY (poplens_scan_next (self->scan))) {
    self->n_rows++;
    return TRUE;
  }
  if (!count_overflow (self))
    return FALSE;
  if ((odd = poplens_scan_get_odd (self->scan)))
    return query_switch_to_sqlite (self, odd);
  self->done = TRUE;
  return FALSE;
}

gboolean
poplens_query_next (PoplensQuery *row)
{
  RowQuery *self = get_row_query (row);

  if (self->error || self->done)
    return FALSE;
  if (!(self->n_rows % POLL_ROWS) &&
      (g_cancellable_set_error_if_cancelled (self->database->cancellable, &self->error) ||
       (self->scan && !count_overflow (self))))
    return FALSE;
  return self->scan ? next_by_scan (self) : next_by_statement (self);
}

void
poplens_query_stop (PoplensQuery *row)
{
  get_row_query (row)->done = TRUE;
}

gboolean
poplens_query_end (PoplensQuery *row, GError **error)
{
  RowQuery *self = get_row_query (row);

  if (!self->error)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&self->error));
  return FALSE;
}

void
poplens_query_fail (PoplensQuery *row, const char *format, ...)
{
  RowQuery *self = get_row_query (row);
  va_list args;

  if (self->error)
    return;
  va_start (args, format);
  g_autofree char *what = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (&self->error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
               "%s, table %s, row %" G_GUINT64_FORMAT
               ": %s; the file is damaged: copy it again or record a new report",
               self->database->path, self->table, self->n_rows, what);
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Converts a real number to an integer as SQLite does. Fails the query if it has a fraction. */
static gint64
cell_to_integer (PoplensQuery *row, int column)
{
  double real = row->cells[column].real;
  PoplensNumber number;

  if (real <= (double) G_MININT64)
    return G_MININT64;
  if (real >= (double) G_MAXINT64)
    return G_MAXINT64;
  if (real != (double) (gint64) real)
    poplens_query_fail (row, "%s is not a whole number (%s)", get_row_query (row)->names[column],
                        poplens_format_digits (number, real, 15));
  return (gint64) real;
}

/* TRUE if the cell is NULL, but the column requires a value. */
static gboolean
is_missing (PoplensQuery *row, int column)
{
  const PoplensSchemaColumn *limits = get_row_query (row)->columns[column];

  return limits && limits->is_required && poplens_query_is_null (row, column);
}

/* Fails the query if the cell is NULL, but the column requires a value. */
static void
require_value (PoplensQuery *row, int column)
{
  if (is_missing (row, column))
    poplens_query_fail (row, "%s is NULL", get_row_query (row)->names[column]);
}

/* TRUE if the cell is a number within the column's limits. */
static gboolean
is_within_limits (PoplensQuery *row, int column)
{
  const PoplensCell *cell = &row->cells[column];
  const PoplensSchemaColumn *limits = get_row_query (row)->columns[column];

  if (cell->kind == SQLITE_INTEGER)
    return !limits || (cell->integer >= limits->least && cell->integer <= limits->most);
  if (cell->kind != SQLITE_FLOAT || !isfinite (cell->real))
    return FALSE;
  return !limits || (cell->real >= (double) limits->least && cell->real <= (double) limits->most);
}

/* TRUE if the cell has a fraction, but the column holds whole numbers. */
static gboolean
is_fraction (PoplensQuery *row, int column)
{
  const PoplensCell *cell = &row->cells[column];
  const PoplensSchemaColumn *limits = get_row_query (row)->columns[column];

  return cell->kind == SQLITE_FLOAT && limits && !limits->is_real &&
         cell->real != floor (cell->real);
}

void
poplens_query_note_damage (PoplensQuery *row, int column)
{
  RowQuery *self = get_row_query (row);
  g_autofree char *what =
      poplens_query_is_number (row, column)
          ? g_strdup_printf ("is out of range (%s)", poplens_query_text (row, column))
          : g_strdup (poplens_query_is_null (row, column) ? "is NULL" : "is not a number");

  poplens_damage_note (self->database->damage, self->table, self->names[column], self->n_rows,
                       what);
}

gboolean
poplens_query_is_known (PoplensQuery *row, int column)
{
  gboolean is_value = !poplens_query_is_null (row, column);

  if ((!is_value && G_LIKELY (!is_missing (row, column))) ||
      (G_LIKELY (is_within_limits (row, column)) && G_LIKELY (!is_fraction (row, column))))
    return is_value;
  poplens_query_note_damage (row, column);
  return FALSE;
}

gboolean
poplens_query_is_number (PoplensQuery *row, int column)
{
  guint32 kind = row->cells[column].kind;

  return kind == SQLITE_INTEGER || kind == SQLITE_FLOAT;
}

gint64
poplens_query_i64 (PoplensQuery *row, int column)
{
  const PoplensCell *cell = &row->cells[column];

  switch (cell->kind) {
  case SQLITE_INTEGER:
    if (G_UNLIKELY (!is_within_limits (row, column)))
      poplens_query_fail (row, "%s is out of range (%" G_GINT64_FORMAT ")",
                          get_row_query (row)->names[column], cell->integer);
    return cell->integer;
  case SQLITE_FLOAT:
    if (!is_within_limits (row, column))
      poplens_query_fail (row, "%s is out of range (%s)", get_row_query (row)->names[column],
                          poplens_query_text (row, column));
    return cell_to_integer (row, column);
  case SQLITE_NULL:
    require_value (row, column);
    return 0;
  default:
    poplens_query_fail (row, "%s is not a number", get_row_query (row)->names[column]);
    return 0;
  }
}

guint64
poplens_query_u64_slow (PoplensQuery *row, int column)
{
  gint64 value = poplens_query_i64 (row, column);

  if (value < 0)
    poplens_query_fail (row, "%s is negative (%" G_GINT64_FORMAT ")",
                        get_row_query (row)->names[column], value);
  return MAX (value, 0);
}

guint32
poplens_query_u32_or_slow (PoplensQuery *row, int column, guint32 fallback)
{
  if (poplens_query_is_null (row, column)) {
    require_value (row, column);
    return fallback;
  }
  guint64 value = poplens_query_u64 (row, column);
  if (value < G_MAXUINT32)
    return (guint32) value;
  poplens_query_fail (row, "%s is too large (%" G_GUINT64_FORMAT ")",
                      get_row_query (row)->names[column], value);
  return 0;
}

double
poplens_query_double (PoplensQuery *row, int column)
{
  const PoplensCell *cell = &row->cells[column];

  if (poplens_query_is_null (row, column) && !is_missing (row, column))
    return NAN;
  if (!is_within_limits (row, column)) {
    poplens_query_note_damage (row, column);
    return NAN;
  }
  return cell->kind == SQLITE_FLOAT ? cell->real : (double) cell->integer;
}

/* Converts the value to text as SQLite does, with a final NUL. (transfer none) */
static const GString *
cell_to_text (PoplensQuery *row, int column)
{
  RowQuery *self = get_row_query (row);
  const PoplensCell *cell = &row->cells[column];
  char number[64] = "";

  if (!self->texts)
    self->texts = g_new0 (GString *, self->n);
  GString **text = &self->texts[column];
  if (!*text)
    *text = g_string_new (NULL);
  if (cell->kind == SQLITE_INTEGER)
    g_snprintf (number, sizeof number, "%" G_GINT64_FORMAT, cell->integer);
  else if (cell->kind == SQLITE_FLOAT)
    sqlite3_snprintf (sizeof number, number, "%!.15g", cell->real);
  g_string_truncate (*text, 0);
  if (cell->kind != SQLITE_TEXT && cell->kind != SQLITE_BLOB)
    g_string_append (*text, number);
  else if (cell->size)
    g_string_append_len (*text, (const char *) cell->bytes, cell->size);
  return *text;
}

const char *
poplens_query_text (PoplensQuery *row, int column)
{
  return poplens_query_is_null (row, column) ? "" : cell_to_text (row, column)->str;
}

guint32
poplens_query_intern (PoplensQuery *row, int column, PoplensStrings *strings)
{
  const PoplensCell *cell = &row->cells[column];

  if (cell->kind != SQLITE_TEXT || !cell->size)
    return poplens_strings_intern (strings, poplens_query_text (row, column), -1);
  return poplens_strings_intern (strings, (const char *) cell->bytes,
                                 (gssize) strnlen ((const char *) cell->bytes, cell->size));
}

const guint8 *
poplens_query_blob (PoplensQuery *row, int column, gsize *size)
{
  const PoplensCell *cell = &row->cells[column];

  *size = 0;
  if (cell->kind == SQLITE_NULL)
    return NULL;
  if (cell->kind != SQLITE_TEXT && cell->kind != SQLITE_BLOB) {
    const GString *text = cell_to_text (row, column);
    *size = text->len;
    return (const guint8 *) text->str;
  }
  *size = cell->size;
  /* SQLite returns NULL for an empty blob, too; this function only for NULL. */
  return cell->size ? cell->bytes : (const guint8 *) "";
}

static void
fail_column (PoplensQuery *self, int column, const GError *error)
{
  poplens_query_fail (self, "%s: %s", get_row_query (self)->names[column], error->message);
}

/* Fails the query if the mean of the list that was appended last exceeds the column's limit. */
static void
check_list_sum (PoplensQuery *self, int column, const PoplensLists *lists)
{
  const PoplensSchemaColumn *limits = get_row_query (self)->columns[column];
  gsize row = poplens_lists_n_rows (lists) - 1;
  gsize n = MAX (poplens_lists_length (lists, row), 1);

  if (limits && poplens_lists_sum (lists, row) / n > (guint64) limits->most)
    poplens_query_fail (self, "%s has values that are out of range", limits->name);
}

void
poplens_query_append_list (PoplensQuery *self, int column, PoplensLists *lists)
{
  g_autoptr (GError) error = NULL;
  gsize size;
  const guint8 *data = poplens_query_blob (self, column, &size);

  require_value (self, column);
  if (!poplens_lists_append (lists, data, size, &error))
    fail_column (self, column, error);
  else if (data)
    check_list_sum (self, column, lists);
}

void
poplens_query_read_list (PoplensQuery *self, int column, PoplensEncoding encoding, guint64 *out,
                         gsize n)
{
  g_autoptr (GError) error = NULL;
  gsize size;
  const guint8 *data = poplens_query_blob (self, column, &size);

  if (!poplens_list_decode_into (encoding, data, size, out, n, &error))
    fail_column (self, column, error);
}
