/* The values of a key: a column of a table that lists them. */
#include "export/export-private.h"

#include "base/error.h"

#include <string.h>

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

/* Tables that tell rows of several tiles apart: all tiles at once. */
static const char *const told_apart[] = {"tile-variables", "tile-gaps", NULL};

static guint
find_key (const char *key)
{
  guint k = 0;

  while (k + 1 < G_N_ELEMENTS (keys) && strcmp (keys[k].key, key))
    k++;
  return k;
}

const char *
poplens_export_key_doc (const char *key)
{
  return keys[find_key (key)].doc;
}

/* The distinct values of the key's column, in their order there. */
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

/* "0-2943": numbered from 0 without holes. */
static void
take_together (PoplensExportKeys *self, const PoplensLocation *page, const char *key)
{
  g_autofree char *all = g_strdup_printf ("0-%u", MAX (self->values->len, 1) - 1);

  add_location (self, page, key, all);
  g_clear_pointer (&self->values, g_ptr_array_unref);
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
  if (!list_values (self, find_key (entry->key), report, error))
    return FALSE;
  if (g_strv_contains (told_apart, entry->table))
    take_together (self, page, entry->key);
  else
    for (guint v = 0; v < self->values->len; v++)
      add_location (self, page, entry->key, g_ptr_array_index (self->values, v));
  return TRUE;
}

void
poplens_export_keys_clear (PoplensExportKeys *self)
{
  g_clear_pointer (&self->locations, g_ptr_array_unref);
  g_clear_pointer (&self->values, g_ptr_array_unref);
}
