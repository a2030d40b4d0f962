/* Lists the SQL tables of an export. Rules say which tables are written by default, and which are
 * written once for each value of a key. */
#include "base/error.h"
#include "base/near.h"
#include "export/export-private.h"

#include <string.h>

/* ---- the values of a key --------------------------------------------------------------------- */

/* Keys of locations. .table and .column: where the values of .key are listed. .doc describes the
 * key's column in an export. */

static const struct {
  const char *key, *table, *column, *doc;
} keys[] = {
    {"tile", "memory-tiles", "tile", "Tile of the row"},
    {"ipu", "memory-ipus", "ipu", "IPU of the row"},
    {"step", "liveness-steps", "step", "Program step of the row"},
    {"program", "programs", "id", "ID of the program of the row"},
    {"variable", "variables", "id", "ID of the variable of the row"},
    {"layer", "layers", "layer", "Layer of debug contexts of the row"},
    {"operation", "operations", "operation", "Operation of the row, as in operations.operation"},
};

/* Tables that have a tile column. A single location selects all tiles, instead of one location for
 * each tile. */
static const char *const tables_with_tiles[] = {"tile-variables", "tile-gaps", NULL};

static guint
find_key_index (const char *key)
{
  guint k = 0;

  while (k + 1 < G_N_ELEMENTS (keys) && strcmp (keys[k].key, key))
    k++;
  return k;
}

const char *
poplens_export_key_doc (const char *key)
{
  return keys[find_key_index (key)].doc;
}

/* Lists the distinct values of the column of key @k, in the order of its table. FALSE with
 * @error. */
static gboolean
list_values (PoplensExportKeys *self, guint k, PoplensReport *report, GError **error)
{
  g_autoptr (PoplensLocation) location =
      poplens_location_new (poplens_tables_find (keys[k].table)->page);
  g_autoptr (PoplensTable) table =
      poplens_tables_build (keys[k].table, report, location, NULL, error);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  guint column;

  if (!table || !poplens_table_require_column (table, keys[k].column, &column, error))
    return FALSE;
  self->values = g_ptr_array_new_with_free_func (g_free);
  self->numbers = poplens_table_get_column (table, column)->unit == POPLENS_UNIT_ID;
  for (guint32 row = 0; row < poplens_table_n_rows (table); row++) {
    PoplensValue value = poplens_table_get (table, row, column);
    PoplensNumber buffer;
    const char *text = poplens_value_plain (&value, buffer);
    if (value.type == POPLENS_VALUE_NULL || g_hash_table_contains (seen, text))
      continue;
    char *copy = g_strdup (text);
    g_hash_table_add (seen, copy);
    g_ptr_array_add (self->values, copy);
  }
  return TRUE;
}

static void
add_location (PoplensExportKeys *self, const PoplensLocation *page, const char *key,
              const char *value)
{
  g_ptr_array_add (self->locations, poplens_location_with (page, key, value));
}

gboolean
poplens_export_keys_init (PoplensExportKeys *self, const PoplensExportEntry *entry,
                          PoplensReport *report, GError **error)
{
  g_autoptr (PoplensLocation) plain =
      poplens_location_new (poplens_tables_find (entry->table)->page);
  g_autoptr (PoplensLocation) page = poplens_location_with (plain, "by", entry->by);

  *self = (PoplensExportKeys){
      .locations = g_ptr_array_new_with_free_func ((GDestroyNotify) poplens_location_unref)};
  if (!entry->key) {
    g_ptr_array_add (self->locations, poplens_location_ref (page));
    return TRUE;
  }
  if (!list_values (self, find_key_index (entry->key), report, error))
    return FALSE;
  if (g_strv_contains (tables_with_tiles, entry->table)) {
    /* Select all tiles at once, as their numbers have no gaps. */
    g_autofree char *all = g_strdup_printf ("0-%u", MAX (self->values->len, 1) - 1);
    add_location (self, page, entry->key, all);
    g_clear_pointer (&self->values, g_ptr_array_unref);
  } else {
    for (guint v = 0; v < self->values->len; v++)
      add_location (self, page, entry->key, g_ptr_array_index (self->values, v));
  }
  return TRUE;
}

void
poplens_export_keys_clear (PoplensExportKeys *self)
{
  g_clear_pointer (&self->locations, g_ptr_array_unref);
  g_clear_pointer (&self->values, g_ptr_array_unref);
}

/* ---- the tables ------------------------------------------------------------------------------ */

/* Says when a table is exported, for a key and grouping. If no rule fits, the table is exported by
 * default. */
typedef struct {
  const char *table, *key;
  PoplensExportWhen when;
  const char *reason;
  gboolean is_key; /* TRUE: .key is a grouping ("by") and also a key of the location */
  const char *by;  /* (nullable): grouping to set in the location: "type" */
} Rule;

static const Rule rules[] = {
    {"contexts", NULL, POPLENS_EXPORT_NEVER,
     "Needs a key: see contexts_by_program and contexts_by_variable"},
    {"contexts", "program", POPLENS_EXPORT_MORE, NULL},
    {"contexts", "variable", POPLENS_EXPORT_MORE, NULL},
    {"checks", NULL, POPLENS_EXPORT_MORE, NULL},
    {"memory-categories", "tile", POPLENS_EXPORT_MORE, NULL},
    {"vertex-types", "tile", POPLENS_EXPORT_MORE, NULL},
    {"vertex-types", "step", POPLENS_EXPORT_NEVER,
     "Repeats vertex_types_by_program for the program of a step"},
    {"vertex-types", "program", POPLENS_EXPORT_MORE, NULL, .is_key = TRUE},
    {"compute-sets", "tile", POPLENS_EXPORT_MORE, NULL},
    {"exchanges", "tile", POPLENS_EXPORT_MORE, NULL},
    {"tile-variables", "tile", POPLENS_EXPORT_MORE, NULL},
    {"tile-variables", "variable", POPLENS_EXPORT_NEVER,
     "Rows of tile_variables_by_tile, with one column for each tile"},
    {"tile-variables", "sharing", POPLENS_EXPORT_NEVER,
     "Needs two keys; select variables with overlapping addresses in tile_variables_by_tile"},
    {"tile-gaps", "tile", POPLENS_EXPORT_MORE, NULL},
    {"card", NULL, POPLENS_EXPORT_NEVER, "Free-form key; every row repeats another table"},
    {"what-if", NULL, POPLENS_EXPORT_NEVER, "Depends on changes that are typed in"},
    {"contents", "tile", POPLENS_EXPORT_MORE, NULL},
    {"variable-steps", NULL, POPLENS_EXPORT_NEVER, "Needs a key: see variable_steps_by_variable"},
    {"variable-steps", "variable", POPLENS_EXPORT_MORE, NULL},
    {"liveness-steps", "ipu", POPLENS_EXPORT_MORE, NULL},
    {"tile-costs", NULL, POPLENS_EXPORT_NEVER, "Programs × tiles rows"},
    {"program-variables", NULL, POPLENS_EXPORT_NEVER,
     "Needs a key: see program_variables_by_program"},
    {"program-variables", "program", POPLENS_EXPORT_MORE, NULL},
    {"operations", "layer", POPLENS_EXPORT_MORE, NULL},
    {"programs", "operation", POPLENS_EXPORT_MORE, NULL, .by = "type"},
    {"operation-code", "operation", POPLENS_EXPORT_MORE, NULL},
    {"source-text", NULL, POPLENS_EXPORT_NEVER, "Text of files outside the report"},
    {"trace-costs", "layer", POPLENS_EXPORT_MORE, NULL, .by = "operation"},
};

/* Tables with a row for each executed step, which take longest to write. */
static const char *const slow_tables[] = {"trace-steps", "trace-slowest", "critical-path"};

static void
export_entry_free (gpointer data)
{
  PoplensExportEntry *self = data;

  g_free (self->name);
  g_free (self);
}

/* Returns the rule of @table and @key (nullable), or a default rule. Ignores rules that set .by. */
static const Rule *
find_rule (const char *table, const char *key)
{
  static const Rule none = {.when = POPLENS_EXPORT_DEFAULT};

  for (guint r = 0; r < G_N_ELEMENTS (rules); r++)
    if (!rules[r].by && !strcmp (rules[r].table, table) && !g_strcmp0 (rules[r].key, key))
      return &rules[r];
  return &none;
}

/* TRUE if the table can be grouped by @key. FALSE for a grouping that exists only in comparisons of
 * reports. */
static gboolean
is_by (const PoplensTableSpec *spec, const char *key)
{
  for (guint i = 0; i < G_N_ELEMENTS (spec->by) && spec->by[i].key; i++)
    if ((!i || spec->by[i].build) && !strcmp (spec->by[i].key, key))
      return TRUE;
  return FALSE;
}

/* Adds an SQL table, named TABLE_by_BY_by_KEY. @by: (nullable): grouping. @key: (nullable): key of
 * the location; not named twice if equal to @by. */
static void
list_add_entry (GPtrArray *list, const char *table, const char *by, const char *key,
                PoplensExportWhen when, const char *reason)
{
  PoplensExportEntry *entry = g_new0 (PoplensExportEntry, 1);

  gboolean has_key = key && g_strcmp0 (by, key);
  entry->name = g_strconcat (table, by ? "_by_" : "", by ? by : "", has_key ? "_by_" : "",
                             has_key ? key : "", NULL);
  g_strdelimit (entry->name, "-", '_');
  entry->table = table;
  entry->by = by;
  entry->key = key;
  entry->when = when;
  entry->reason = reason;
  g_ptr_array_add (list, entry);
}

/* Adds an entry for each grouping of the table except its default, the first one. */
static void
add_choices (GPtrArray *list, const PoplensTableSpec *spec)
{
  for (guint i = 1; i < G_N_ELEMENTS (spec->by) && spec->by[i].key; i++) {
    const char *by = spec->by[i].key;
    const Rule *rule = find_rule (spec->name, by);
    /* Without .build, the grouping exists only in comparisons of two reports. */
    if (spec->by[i].build)
      list_add_entry (list, spec->name, by, rule->is_key ? by : NULL, rule->when, rule->reason);
  }
}

GPtrArray *
poplens_export_list (void)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (export_entry_free);
  guint n;
  const PoplensTableSpec *specs = poplens_tables_list (&n);

  for (guint t = 0; t < n; t++) {
    const char *table = specs[t].name;
    const Rule *rule = find_rule (table, NULL);
    list_add_entry (list, table, NULL, NULL, rule->when, rule->reason);
    for (guint r = 0; r < G_N_ELEMENTS (rules); r++)
      if (rules[r].key && (rules[r].by || !is_by (&specs[t], rules[r].key)) &&
          !strcmp (rules[r].table, table))
        list_add_entry (list, table, rules[r].by, rules[r].key, rules[r].when, rules[r].reason);
    add_choices (list, &specs[t]);
  }
  return list;
}

/* Sets a USAGE error for @name, and returns FALSE. @never: (nullable): the entry @name, if it
 * exists but is never exported. */
static gboolean
fail_name (const GPtrArray *list, const char *name, const PoplensExportEntry *never, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  if (never) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "table “%s” is not exported: %s", name,
                 never->reason);
    return FALSE;
  }
  for (guint e = 0; e < list->len; e++)
    g_ptr_array_add (names, ((PoplensExportEntry *) g_ptr_array_index (list, e))->name);
  g_ptr_array_add (names, NULL);
  const char *near = poplens_near (name, (const char *const *) names->pdata);
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               near ? "unknown table “%s”; did you mean %s?"
                    : "unknown table “%s”%s; `poplens-cli export --list` lists all tables",
               name, near ? near : "");
  return FALSE;
}

/* Adds the entry of @name to @chosen. @name: name of a table ("memory-tiles") or SQL table
 * ("memory_tiles_by_ipu"). FALSE with USAGE. */
static gboolean
list_choose_name (const GPtrArray *list, const char *name, GPtrArray *chosen, GError **error)
{
  g_autofree char *sql = g_strdelimit (g_strdup (name), "-", '_');
  const PoplensExportEntry *never = NULL;
  gboolean found = FALSE;

  for (guint e = 0; e < list->len; e++) {
    PoplensExportEntry *entry = g_ptr_array_index (list, e);
    if (strcmp (entry->name, sql))
      continue;
    if (entry->when == POPLENS_EXPORT_NEVER)
      never = entry;
    else if (!g_ptr_array_find (chosen, entry, NULL))
      g_ptr_array_add (chosen, entry);
    found = TRUE;
  }
  return (found && !never) || fail_name (list, name, never, error);
}

GPtrArray *
poplens_export_choose (const GPtrArray *list, const char *names, gboolean all, GError **error)
{
  g_autoptr (GPtrArray) chosen = g_ptr_array_new ();
  g_auto (GStrv) words = g_strsplit (names ? names : "", ",", -1);

  for (guint w = 0; words[w]; w++)
    if (!list_choose_name (list, g_strstrip (words[w]), chosen, error))
      return NULL;
  for (guint e = 0; !names && e < list->len; e++) {
    PoplensExportEntry *entry = g_ptr_array_index (list, e);
    if (entry->when == POPLENS_EXPORT_DEFAULT || (all && entry->when == POPLENS_EXPORT_MORE))
      g_ptr_array_add (chosen, entry);
  }
  return g_steal_pointer (&chosen);
}

GPtrArray *
poplens_export_order (const GPtrArray *chosen)
{
  GPtrArray *order = g_ptr_array_new ();

  for (guint l = 0; l < G_N_ELEMENTS (slow_tables); l++)
    for (guint e = 0; e < chosen->len; e++) {
      PoplensExportEntry *entry = g_ptr_array_index (chosen, e);
      if (!entry->key && !strcmp (entry->table, slow_tables[l]))
        g_ptr_array_add (order, entry);
    }
  for (guint e = 0; e < chosen->len; e++)
    if (!g_ptr_array_find (order, g_ptr_array_index (chosen, e), NULL))
      g_ptr_array_add (order, g_ptr_array_index (chosen, e));
  return order;
}
