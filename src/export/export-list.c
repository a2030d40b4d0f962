/* Which tables are exported, for which keys, and why others are not. */
#include "export/export-private.h"

#include "base/error.h"
#include "base/near.h"

#include <string.h>

/* A table without a rule is exported by default, without a key, and for each value of its "by". */
typedef struct {
  const char *table, *key;
  PoplensExportWhen when;
  const char *reason;
  gboolean is_key; /* the value of "by" is a key, too: for each value of that */
  const char *by;  /* (nullable): of a rule with a key of the location: "by" of its rows */
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

/* Their rows are as many as executed steps, and take the longest to write. */
static const char *const longest[] = {"trace-steps", "trace-slowest", "critical-path"};

static void
entry_free (gpointer data)
{
  PoplensExportEntry *self = data;

  g_free (self->name);
  g_free (self);
}

/* The rule for @key (nullable) of a table, without "by". */
static const Rule *
find_rule (const char *table, const char *key)
{
  static const Rule none = {.when = POPLENS_EXPORT_DEFAULT};

  for (guint r = 0; r < G_N_ELEMENTS (rules); r++)
    if (!rules[r].by && !strcmp (rules[r].table, table) && !g_strcmp0 (rules[r].key, key))
      return &rules[r];
  return &none;
}

/* TRUE if @key is a value of "by" of the table of one report. */
static gboolean
is_by (const PoplensTableSpec *spec, const char *key)
{
  for (guint i = 0; i < G_N_ELEMENTS (spec->by) && spec->by[i].key; i++)
    if ((!i || spec->by[i].build) && !strcmp (spec->by[i].key, key))
      return TRUE;
  return FALSE;
}

/* @by: (nullable): value of the table's "by"; @key: (nullable): key of the location. Where both are
 * one word, the name has it once. */
static void
add_entry (GPtrArray *list, const char *table, const char *by, const char *key,
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

/* Adds the table for each value of its "by" but the first, which is the table itself. */
static void
add_choices (GPtrArray *list, const PoplensTableSpec *spec)
{
  for (guint i = 1; i < G_N_ELEMENTS (spec->by) && spec->by[i].key; i++) {
    const char *by = spec->by[i].key;
    const Rule *rule = find_rule (spec->name, by);
    /* Without a build the rows are of two reports. */
    if (spec->by[i].build)
      add_entry (list, spec->name, by, rule->is_key ? by : NULL, rule->when, rule->reason);
  }
}

GPtrArray *
poplens_export_list (void)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (entry_free);
  guint n;
  const PoplensTableSpec *specs = poplens_tables_list (&n);

  for (guint t = 0; t < n; t++) {
    const char *table = specs[t].name;
    const Rule *rule = find_rule (table, NULL);
    add_entry (list, table, NULL, NULL, rule->when, rule->reason);
    for (guint r = 0; r < G_N_ELEMENTS (rules); r++)
      if (rules[r].key && (rules[r].by || !is_by (&specs[t], rules[r].key)) &&
          !strcmp (rules[r].table, table))
        add_entry (list, table, rules[r].by, rules[r].key, rules[r].when, rules[r].reason);
    add_choices (list, &specs[t]);
  }
  return list;
}

/* FALSE with USAGE. */
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

/* Both "memory-tiles" and "memory_tiles" mean the table without a key. */
static gboolean
choose_name (const GPtrArray *list, const char *name, GPtrArray *chosen, GError **error)
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
    if (!choose_name (list, g_strstrip (words[w]), chosen, error))
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

  for (guint l = 0; l < G_N_ELEMENTS (longest); l++)
    for (guint e = 0; e < chosen->len; e++) {
      PoplensExportEntry *entry = g_ptr_array_index (chosen, e);
      if (!entry->key && !strcmp (entry->table, longest[l]))
        g_ptr_array_add (order, entry);
    }
  for (guint e = 0; e < chosen->len; e++)
    if (!g_ptr_array_find (order, g_ptr_array_index (chosen, e), NULL))
      g_ptr_array_add (order, g_ptr_array_index (chosen, e));
  return order;
}
