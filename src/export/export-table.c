/* Writes the rows of a table into an SQL table. Creates the SQL table or adds columns to it if
 * necessary. */
#include "export/export-private.h"

#include <math.h>
#include <string.h>

/* Kind of content of an SQL column. */
typedef enum {
  PART_REPORT,
  PART_ROW,    /* number of the row, for tables that are trees */
  PART_PARENT, /* number of the parent row, for tables that are trees */
  PART_DEPTH,
  PART_KEY,
  PART_CELL,
  PART_NUMBER, /* number of a cell that contains a number and a unit (POPLENS_UNIT_MIXED) */
  PART_UNIT,
} SqlColumnKind;

typedef struct {
  SqlColumnKind part;
  guint column; /* column of the PoplensTable; only for CELL, NUMBER and UNIT */
  char *name;
  const char *type, *unit, *title, *provenance;
  const char *doc;
  const char *last; /* (nullable) (not owned): text bound to the column's parameter in .insert */
} SqlColumn;

typedef struct {
  guint16 depth;
  guint64 row;
} Ancestor;

struct _PoplensExportTable {
  PoplensExportFile *file;
  const PoplensExportEntry *entry;
  gboolean numbers; /* values of the key are numbers */
  gint64 report;
  GArray *bound; /* SqlColumn for each parameter of .insert */
  sqlite3_stmt *insert;
  guint64 n_rows;
  gboolean is_new; /* the SQL table was created by this object, and has no index yet */
  GArray *above;   /* Ancestor: path in the tree from the root to the last row */
};

static void
bound_column_clear (gpointer data)
{
  g_free (((SqlColumn *) data)->name);
}

/* ---- columns --------------------------------------------------------------------------------- */

static const char *
sql_type (const PoplensColumn *column)
{
  switch (column->holds) {
  case POPLENS_HOLDS_DOUBLE:
    return "REAL";
  case POPLENS_HOLDS_TEXT:
  case POPLENS_HOLDS_NAME:
    return "TEXT";
  case POPLENS_HOLDS_NOTHING:
  case POPLENS_HOLDS_VALUE:
    break;
  default:
    return "INTEGER";
  }
  switch (column->unit) {
  case POPLENS_UNIT_TEXT:
  case POPLENS_UNIT_MIXED:
    return "TEXT";
  case POPLENS_UNIT_RATIO:
  case POPLENS_UNIT_SIGNED_RATIO:
  case POPLENS_UNIT_NUMBER:
    return "REAL";
  default:
    return "INTEGER";
  }
}

static void
bind_own (PoplensExportTable *self, SqlColumnKind part, const char *name, const char *type,
          const char *unit, const char *title, const char *doc)
{
  SqlColumn bound = {part, 0, g_strdup (name), type, unit, title, "derived", doc, NULL};

  g_array_append_val (self->bound, bound);
}

static void
bind_column (PoplensExportTable *self, const PoplensTable *table, guint c)
{
  const PoplensColumn *column = poplens_table_get_column (table, c);
  SqlColumn bound = {
      PART_CELL, c,          g_strdup (column->name), sql_type (column), NULL, column->title,
      NULL,      column->doc};

  bound.unit = poplens_unit_name (column->unit);
  bound.provenance = poplens_provenance_name (column->provenance);
  g_array_append_val (self->bound, bound);
  if (column->unit != POPLENS_UNIT_MIXED)
    return;
  bound.part = PART_NUMBER;
  bound.name = g_strconcat (column->name, "_number", NULL);
  bound.type = "NUMERIC";
  g_array_append_val (self->bound, bound);
  bound.part = PART_UNIT;
  bound.name = g_strconcat (column->name, "_unit", NULL);
  bound.type = "TEXT";
  bound.unit = poplens_unit_name (POPLENS_UNIT_TEXT);
  g_array_append_val (self->bound, bound);
}

static void
bind_columns (PoplensExportTable *self, const PoplensTable *table)
{
  const char *key = self->entry->key;

  bind_own (self, PART_REPORT, "report", "INTEGER NOT NULL", "id", "Report",
            "Report of the row, as in reports.report");
  if (poplens_table_is_tree (table)) {
    bind_own (self, PART_ROW, "row", "INTEGER", "id", "Row",
              "Number of the row in the table of its report, from 0");
    bind_own (self, PART_PARENT, "parent", "INTEGER", "id", "Parent",
              "Row above this one in the tree; NULL at the top");
  }
  if (key && poplens_table_find_column (table, key) < 0)
    bind_own (self, PART_KEY, key, self->numbers ? "INTEGER" : "TEXT",
              self->numbers ? "id" : "text", key, poplens_export_key_doc (key));
  for (guint c = 0; c < poplens_table_n_columns (table); c++)
    bind_column (self, table, c);
  if (poplens_table_writes_depth (table))
    bind_own (self, PART_DEPTH, "depth", "INTEGER", "count", "Depth",
              "Levels of the tree above the row");
}

/* Returns the lower-case names of the SQL table's columns; an empty set if the SQL table does not
 * exist. NULL with @error. */
static GHashTable *
list_columns (PoplensExportTable *self, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = poplens_export_file_prepare (
      self->file, "SELECT lower(name) FROM pragma_table_info(?)", error);

  if (!statement)
    return NULL;
  sqlite3_bind_text (statement, 1, self->entry->name, -1, SQLITE_STATIC);
  return poplens_export_file_list (self->file, statement, error);
}

static gboolean
document_column (PoplensExportTable *self, const SqlColumn *bound, GError **error)
{
  g_autoptr (sqlite3_stmt) statement =
      poplens_export_file_prepare (self->file,
                                   "INSERT OR REPLACE INTO poplens_columns (table_name, "
                                   "column_name, type, unit, title, document,"
                                   " provenance, position) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7,"
                                   " (SELECT count(*) FROM poplens_columns WHERE table_name = ?1))",
                                   error);
  g_autofree char *type = g_strndup (bound->type, strcspn (bound->type, " "));
  const char *texts[] = {self->entry->name, bound->name,      type, bound->unit, bound->title,
                         bound->doc,        bound->provenance};

  if (!statement)
    return FALSE;
  for (guint t = 0; t < G_N_ELEMENTS (texts); t++)
    sqlite3_bind_text (statement, (int) t + 1, texts[t], -1, SQLITE_STATIC);
  return poplens_export_file_step (self->file, statement, error) == 0;
}

/* Creates the SQL table or, if it exists, adds missing columns: the table can have more columns in
 * this report. FALSE with @error. */
static gboolean
create_sql_table (PoplensExportTable *self, GError **error)
{
  g_autoptr (GHashTable) there = list_columns (self, error);
  g_autoptr (GString) create = g_string_new (NULL);
  gboolean fresh = there && !g_hash_table_size (there);

  for (guint b = 0; there && b < self->bound->len; b++) {
    const SqlColumn *bound = &g_array_index (self->bound, SqlColumn, b);
    g_autofree char *lower = g_ascii_strdown (bound->name, -1);
    g_autofree char *alter = g_strdup_printf ("ALTER TABLE \"%s\" ADD COLUMN \"%s\" %s",
                                              self->entry->name, bound->name, bound->type);
    g_string_append_printf (create, "%s\"%s\" %s", b ? ", " : "", bound->name, bound->type);
    if (g_hash_table_contains (there, lower))
      continue;
    if (!document_column (self, bound, error) ||
        (!fresh && !poplens_export_file_run (self->file, alter, error)))
      return FALSE;
  }
  if (!there || !fresh)
    return there != NULL;
  g_autofree char *sql =
      g_strdup_printf ("CREATE TABLE \"%s\" (%s)", self->entry->name, create->str);
  self->is_new = poplens_export_file_run (self->file, sql, error);
  return self->is_new;
}

static gboolean
prepare_insert (PoplensExportTable *self, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);
  g_autoptr (GString) marks = g_string_new (NULL);

  for (guint b = 0; b < self->bound->len; b++) {
    g_string_append_printf (names, "%s\"%s\"", b ? ", " : "",
                            g_array_index (self->bound, SqlColumn, b).name);
    g_string_append (marks, b ? ", ?" : "?");
  }
  g_autofree char *sql = g_strdup_printf ("INSERT INTO \"%s\" (%s) VALUES (%s)", self->entry->name,
                                          names->str, marks->str);
  self->insert = poplens_export_file_prepare (self->file, sql, error);
  return self->insert != NULL;
}

static gboolean
set_columns (PoplensExportTable *self, const PoplensTable *table, GError **error)
{
  g_clear_pointer (&self->insert, sqlite3_finalize);
  g_array_set_size (self->bound, 0);
  bind_columns (self, table);
  return create_sql_table (self, error) && prepare_insert (self, error);
}

/* TRUE if the INSERT statement has the columns of @table, including the row and parent columns of a
 * tree. */
static gboolean
has_columns (const PoplensExportTable *self, const PoplensTable *table)
{
  gboolean tree = FALSE;
  guint c = 0;

  for (guint b = 0; b < self->bound->len; b++) {
    const SqlColumn *bound = &g_array_index (self->bound, SqlColumn, b);
    tree = tree || bound->part == PART_ROW;
    if (bound->part != PART_CELL)
      continue;
    if (c >= poplens_table_n_columns (table) ||
        strcmp (bound->name, poplens_table_get_column (table, c)->name))
      return FALSE;
    c++;
  }
  return c == poplens_table_n_columns (table) && tree == poplens_table_is_tree (table);
}

PoplensExportTable *
poplens_export_table_new (PoplensExportFile *file, const PoplensExportEntry *entry, gint64 report,
                          const PoplensExportPiece *first, GError **error)
{
  g_autoptr (PoplensExportTable) self = g_new0 (PoplensExportTable, 1);

  self->file = file;
  self->entry = entry;
  self->report = report;
  self->numbers = first->numbers;
  self->bound = g_array_new (FALSE, FALSE, sizeof (SqlColumn));
  g_array_set_clear_func (self->bound, bound_column_clear);
  self->above = g_array_new (FALSE, FALSE, sizeof (Ancestor));
  if (!set_columns (self, first->table, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
poplens_export_table_free (PoplensExportTable *self)
{
  if (!self)
    return;
  sqlite3_finalize (self->insert);
  g_array_unref (self->bound);
  g_array_unref (self->above);
  g_free (self);
}

/* Creates the index on report and key. Indexing all rows at the end takes a third of the time of
 * indexing after each INSERT. */
gboolean
poplens_export_table_end (PoplensExportTable *self, GError **error)
{
  const char *name = self->entry->name, *key = self->entry->key;
  g_autofree char *sql =
      key ? g_strdup_printf ("CREATE INDEX \"%s_report\" ON \"%s\" (report, \"%s\")", name, name,
                             key)
          : g_strdup_printf ("CREATE INDEX \"%s_report\" ON \"%s\" (report)", name, name);

  return !self->is_new || poplens_export_file_run (self->file, sql, error);
}

guint64
poplens_export_table_n_rows (const PoplensExportTable *self)
{
  return self->n_rows;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Binds @text without a copy: if SQLite could not allocate a copy, it would bind NULL. @text must
 * live until the row is inserted. Replaces invalid UTF-8. */
static void
bind_text (sqlite3_stmt *insert, int at, const char *text)
{
  const char *end;

  if (G_LIKELY (g_utf8_validate (text, -1, &end)))
    sqlite3_bind_text (insert, at, text, (int) (end - text), SQLITE_STATIC);
  else
    sqlite3_bind_text (insert, at, g_utf8_make_valid (text, -1), -1, g_free);
}

static void
bind_number (sqlite3_stmt *insert, int at, const PoplensValue *value)
{
  if (value->type == POPLENS_VALUE_INT)
    sqlite3_bind_int64 (insert, at, value->integer);
  else if (value->type == POPLENS_VALUE_REAL && isfinite (value->real))
    sqlite3_bind_double (insert, at, value->real);
  else
    sqlite3_bind_null (insert, at);
}

static void
bind_cell (sqlite3_stmt *insert, int at, SqlColumn *bound, const PoplensTable *table, guint32 row)
{
  PoplensValue value = poplens_table_get (table, row, bound->column);
  PoplensNumber buffer;

  if (bound->part == PART_CELL && value.type == POPLENS_VALUE_TEXT) {
    /* Skip a text that is still bound from the row before. */
    if (value.text != bound->last)
      bind_text (insert, at, value.text);
    bound->last = value.text;
    return;
  }
  bound->last = NULL;
  if (bound->part == PART_NUMBER)
    bind_number (insert, at, &value);
  else if (value.type == POPLENS_VALUE_NULL)
    sqlite3_bind_null (insert, at);
  else if (bound->part == PART_UNIT)
    sqlite3_bind_text (insert, at, poplens_unit_name (value.unit), -1, SQLITE_STATIC);
  else if (*bound->type == 'T')
    sqlite3_bind_text (insert, at, g_utf8_make_valid (poplens_value_plain (&value, buffer), -1), -1,
                       g_free);
  else
    bind_number (insert, at, &value);
}

/* Finds the parent of the current row: the closest earlier row with a smaller depth. FALSE for a
 * root. Adds the current row to self->above. */
static gboolean
find_parent (PoplensExportTable *self, guint16 depth, guint64 *parent)
{
  Ancestor here = {depth, self->n_rows};

  while (self->above->len &&
         g_array_index (self->above, Ancestor, self->above->len - 1).depth >= depth)
    g_array_set_size (self->above, self->above->len - 1);
  if (self->above->len)
    *parent = g_array_index (self->above, Ancestor, self->above->len - 1).row;
  g_array_append_val (self->above, here);
  return self->above->len > 1;
}

static void
bind_row (PoplensExportTable *self, const PoplensTable *table, guint32 row)
{
  for (guint b = 0; b < self->bound->len; b++) {
    SqlColumn *bound = &g_array_index (self->bound, SqlColumn, b);
    int at = (int) b + 1;
    guint64 parent = 0;
    switch (bound->part) {
    case PART_REPORT:
    case PART_KEY:
      break; /* bind_fixed () binds these for all rows */
    case PART_ROW:
      sqlite3_bind_int64 (self->insert, at, (gint64) self->n_rows);
      break;
    case PART_PARENT:
      if (find_parent (self, poplens_table_get_depth (table, row), &parent))
        sqlite3_bind_int64 (self->insert, at, (gint64) parent);
      else
        sqlite3_bind_null (self->insert, at);
      break;
    case PART_DEPTH:
      sqlite3_bind_int (self->insert, at, poplens_table_get_depth (table, row));
      break;
    default:
      bind_cell (self->insert, at, bound, table, row);
    }
  }
}

static void
bind_fixed (PoplensExportTable *self, const char *key)
{
  for (guint b = 0; b < self->bound->len; b++) {
    SqlColumnKind part = g_array_index (self->bound, SqlColumn, b).part;
    g_array_index (self->bound, SqlColumn, b).last = NULL;
    if (part == PART_REPORT)
      sqlite3_bind_int64 (self->insert, (int) b + 1, self->report);
    else if (part == PART_KEY && self->numbers)
      sqlite3_bind_int64 (self->insert, (int) b + 1, g_ascii_strtoll (key, NULL, 10));
    else if (part == PART_KEY)
      bind_text (self->insert, (int) b + 1, key);
  }
}

gboolean
poplens_export_table_add (PoplensExportTable *self, const PoplensExportPiece *piece, GError **error)
{
  const PoplensTable *table = piece->table;
  guint32 n = poplens_table_n_rows (table);
  int step = 0;

  if (!has_columns (self, table) && !set_columns (self, table, error))
    return FALSE;
  g_array_set_size (self->above, 0);
  bind_fixed (self, piece->key);
  for (guint32 row = 0; row < n && step == 0; row++) {
    bind_row (self, table, row);
    step = poplens_export_file_step (self->file, self->insert, step == 0 ? error : NULL);
    sqlite3_reset (self->insert);
    self->n_rows++;
  }
  /* Unbind the texts, because the caller may now free the table that owns them. */
  sqlite3_clear_bindings (self->insert);
  return step == 0 && poplens_table_check_lost (table, error);
}
