/* Checks how tables are stored, for the checks of a report: duplicate keys, damaged indices, and
 * whether a table's rows can be read from its leaves or only through SQLite. */
#include "database/columns.h"
#include "database/indices.h"
#include "profile/loaders.h"

#include <stdlib.h>
#include <string.h>

/* ---- tables by name -------------------------------------------------------------------------- */

static int
compare_tables (gconstpointer a, gconstpointer b)
{
  const PoplensSchemaTable *const *left = a, *const *right = b;

  return strcmp ((*left)->name, (*right)->name);
}

/* Returns the tables (PoplensSchemaTable) whose names begin with @prefix, sorted by name. (transfer
 * container) */
static GPtrArray *
list_tables (const PoplensLoad *load, const char *prefix)
{
  GPtrArray *tables = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer name, table;

  g_hash_table_iter_init (&iter, load->database->schema->tables);
  while (g_hash_table_iter_next (&iter, &name, &table))
    if (!g_ascii_strncasecmp (name, prefix, strlen (prefix)))
      g_ptr_array_add (tables, table);
  g_ptr_array_sort (tables, compare_tables);
  return tables;
}

/* ---- keys ------------------------------------------------------------------------------------ */

/* A table and the one or two columns of its key. */
typedef struct {
  /* .first: (nullable): NULL if the key is the column .last alone */
  const char *table, *first, *last;
} TableKey;

/* Tables that other tables refer to, or whose rows are looked up by key. The tables of program
 * types (program_type_*) are added at run time. */
static const TableKey keys[] = {
    {"program_types", NULL, "id"},
    {"programs", "compilation_step_id", "id"},
    {"vertex_types", NULL, "id"},
    {"compute_sets", NULL, "compute_set"},
    {"eq_classes", NULL, "id"},
    {"unlowered_vars", NULL, "id"},
    {"vars_string_table", NULL, "id"},
    {"var_categories", NULL, "id"},
    {"exchange_target", NULL, "id"},
    {"cycles_by_tile", NULL, "id"},
    {"compilation_cycles_by_tile", NULL, "id"},
    {"runs", NULL, "id"},
    {"compilation_parameters", NULL, "name"},
    {"target_parameters", NULL, "name"},
    {"execution_parameters", "run", "name"},
};

/* Value that stands for NULL in a Key. */
#define NO_VALUE G_MININT64
/* Base of the values that stand for texts in a Key: TEXT_VALUE + number of the text in Texts. */
#define TEXT_VALUE ((gint64) 1 << 62)

typedef struct {
  gint64 first, last;
} Key;

typedef struct {
  GHashTable *texts; /* number (from 1) of each text (GBytes) */
  GPtrArray *names;  /* GBytes: text number i + 1 at index i */
} Texts;

static gint64
text_value (Texts *texts, PoplensQuery *q, int column)
{
  gsize size;
  const guint8 *data = poplens_query_blob (q, column, &size);
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (texts->texts, bytes));

  if (!number) {
    g_ptr_array_add (texts->names, g_bytes_ref (bytes));
    number = texts->names->len;
    g_hash_table_insert (texts->texts, g_bytes_ref (bytes), GUINT_TO_POINTER (number));
  }
  return TEXT_VALUE + number;
}

static gint64
key_value (Texts *texts, PoplensQuery *q, int column)
{
  return poplens_query_is_null (q, column)     ? NO_VALUE
         : poplens_query_is_number (q, column) ? poplens_query_i64 (q, column)
                                               : text_value (texts, q, column);
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  const Key *left = a, *right = b;

  if (left->first != right->first)
    return left->first < right->first ? -1 : 1;
  return left->last < right->last ? -1 : left->last > right->last;
}

static void
append_key_value (const Texts *texts, GString *text, gint64 value)
{
  if (value > TEXT_VALUE && (guint64) (value - TEXT_VALUE) <= texts->names->len) {
    gsize size;
    const char *data =
        g_bytes_get_data (g_ptr_array_index (texts->names, value - TEXT_VALUE - 1), &size);
    g_autofree char *valid = g_utf8_make_valid (data ? data : "", (gssize) size);
    g_string_append (text, valid);
  } else if (value == NO_VALUE) {
    g_string_append (text, "NULL");
  } else {
    g_string_append_printf (text, "%" G_GINT64_FORMAT, value);
  }
}

/* Reads the keys of all rows. @all: (nullable): receives them (Key); @rows: (out): their number;
 * @rise: (out): TRUE if each key is greater than the one before. FALSE with @error. */
static gboolean
read_table_keys (const PoplensLoad *load, const TableKey *of, Texts *texts, GArray *all,
                 guint64 *rows, gboolean *rise, GError **error)
{
  g_autofree char *columns =
      g_strdup_printf ("%s!%s%s", of->last, of->first ? "," : "", of->first ? of->first : "");
  g_autoptr (PoplensQuery) q = poplens_query_new_rows (load->database, of->table, columns, NULL);
  Key before = {0, 0};

  *rise = TRUE;
  for (*rows = 0; poplens_query_next (q); ++*rows) {
    Key key = {of->first ? key_value (texts, q, 1) : 0, key_value (texts, q, 0)};
    *rise = *rise && (!*rows || compare_keys (&before, &key) < 0);
    if (all)
      g_array_append_val (all, key);
    before = key;
  }
  return poplens_query_end (q, error);
}

/* Sorts @all, and returns the number of rows that repeat the key of another row. Appends the first
 * repeated key to @text. */
static guint64
count_doubled (GArray *all, const TableKey *of, const Texts *texts, GString *text)
{
  guint64 doubled = 0;

  g_array_sort (all, compare_keys);
  for (guint i = 1; i < all->len; i++) {
    const Key *key = &g_array_index (all, Key, i);
    if (compare_keys (key - 1, key) || doubled++)
      continue;
    if (of->first) {
      append_key_value (texts, text, key->first);
      g_string_append (text, ", ");
    }
    append_key_value (texts, text, key->last);
  }
  return doubled;
}

static gboolean
read_keys (const PoplensLoad *load, const TableKey *of, PoplensStrings *strings, GArray *rows,
           GError **error)
{
  g_autoptr (GHashTable) by_text =
      g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GArray) all = POPLENS_COLUMN (Key);
  g_autoptr (GString) first = g_string_new (NULL);
  PoplensScanStorage row = {.table = poplens_strings_intern (strings, of->table, -1)};
  Texts texts = {by_text, names};
  gboolean rise;

  if (!poplens_schema_has_column (load->database->schema, of->table, of->last))
    return TRUE;
  /* The first pass only checks whether keys rise, as they do in most tables. Only other tables need
   * a second pass, which stores the keys. */
  if (!read_table_keys (load, of, &texts, NULL, &row.rows, &rise, error) ||
      (!rise && !read_table_keys (load, of, &texts, all, &row.rows, &rise, error)))
    return FALSE;
  row.different = row.rows - count_doubled (all, of, &texts, first);
  row.what = poplens_strings_intern (strings, first->str, -1);
  row.fails = row.different < row.rows;
  if (row.rows)
    g_array_append_val (rows, row);
  return TRUE;
}

static gboolean
read_all_keys (const PoplensLoad *load, PoplensStrings *strings, GArray *rows, GError **error)
{
  g_autoptr (GPtrArray) variants = list_tables (load, "program_type_");
  gboolean good = TRUE;

  for (guint k = 0; k < G_N_ELEMENTS (keys) && good; k++)
    good = read_keys (load, &keys[k], strings, rows, error);
  for (guint t = 0; t < variants->len && good; t++) {
    const PoplensSchemaTable *table = g_ptr_array_index (variants, t);
    good = read_keys (load, &(TableKey){table->name, NULL, "id"}, strings, rows, error);
  }
  return good;
}

/* ---- indices --------------------------------------------------------------------------------- */

/* Tables whose rows are looked up through an index. */
static const char *const indexed_tables[] = {
    "blocks",
    "control_programs",
    "debug_ids",
    "execution_parameters",
    "exchange_regions",
    "function_programs",
    "memory_by_category",
    "memory_not_always_live_by_step_and_ipu",
    "programs",
    "steps_by_ipu",
    "vertex_instances",
};

typedef struct {
  PoplensStrings *strings;
  GArray *rows; /* PoplensScanStorage */
} Indices;

static void
add_index (const PoplensIndexLook *look, gpointer data)
{
  Indices *self = data;
  PoplensScanStorage row = {
      .table = poplens_strings_intern (self->strings, look->table, -1),
      .index = poplens_strings_intern (self->strings, look->index, -1),
      .what = poplens_strings_intern (self->strings, look->what, -1),
      .fails = look->is_damaged,
      .rows = look->rows,
      .different = look->entries,
  };

  g_array_append_val (self->rows, row);
}

static gboolean
read_indices (const PoplensLoad *load, PoplensStrings *strings, GArray *rows, GError **error)
{
  Indices self = {strings, rows};
  gboolean good = TRUE;

  for (guint t = 0; t < G_N_ELEMENTS (indexed_tables) && good; t++)
    good = poplens_indices_look_at (load->database, indexed_tables[t], add_index, &self, error);
  return good;
}

/* ---- how tables are read --------------------------------------------------------------------- */

/* TRUE if @reason, for which SQLite has to read @table, is not damage. */
static gboolean
is_harmless_reason (const PoplensLoad *load, const PoplensSchemaTable *table, const char *reason)
{
  return table->odd || load->database->pages.odd || !strcmp (reason, POPLENS_ODD_DEFAULT) ||
         !strcmp (reason, POPLENS_ODD_HEADER);
}

/* Adds a row for each table that is not empty. .what of the row is the reason why SQLite has to
 * read the table; "" if Poplens reads the leaves of the table. */
static gboolean
read_readers (const PoplensLoad *load, PoplensStrings *strings, GArray *rows, GError **error)
{
  g_autoptr (GPtrArray) tables = list_tables (load, "");

  for (guint t = 0; t < tables->len; t++) {
    const PoplensSchemaTable *table = g_ptr_array_index (tables, t);
    const char *reason = table->refused;
    PoplensScanStorage row = {.table = poplens_strings_intern (strings, table->name, -1)};
    if (g_cancellable_set_error_if_cancelled (load->database->cancellable, error))
      return FALSE;
    if (!poplens_database_has_rows (load->database, table->name))
      continue;
    if (!reason)
      poplens_database_leaves (load->database, table, &reason);
    row.what = poplens_strings_intern (strings, reason, -1);
    row.fails = table->refused || (reason && !is_harmless_reason (load, table, reason));
    g_array_append_val (rows, row);
  }
  return TRUE;
}

PoplensSlice *
poplens_load_storage (const PoplensLoad *load, guint64 key, GError **error)
{
  g_autoptr (GArray) rows = POPLENS_COLUMN (PoplensScanStorage);
  g_autoptr (PoplensStrings) strings = poplens_strings_new ();
  gboolean good = key == POPLENS_STORAGE_KEYS      ? read_all_keys (load, strings, rows, error)
                  : key == POPLENS_STORAGE_INDICES ? read_indices (load, strings, rows, error)
                  : key == POPLENS_STORAGE_READERS ? read_readers (load, strings, rows, error)
                                                   : TRUE;

  if (!good)
    return NULL;
  PoplensSlice *slice = poplens_slice_of (POPLENS_SLICE_SCAN_STORAGE, key, &rows);
  slice->strings = g_steal_pointer (&strings);
  return slice;
}
