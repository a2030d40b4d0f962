/* Computes the bytes of each tile for the colours of the tile map and for selected variables.
 * Caches the bytes of variables in the report. */
#include "derived/memory/tile-values.h"

#include "analysis/liveness/live-step.h"
#include "report/report.h"

#include <pthread.h>
#include <string.h>

/* ---- variable bytes -------------------------------------------------------------------------- */

/* Bytes of unlowered variables by tile, from var_bytes_by_eq_class. */

/* Maximum number of variables in the cache of a report. Each takes 47 KB if there are 5,888 tiles.
 */
#define MOST_KEPT 64

typedef struct {
  pthread_mutex_t lock;
  GHashTable *known; /* id → GBytes of guint64 by tile */
} VariableBytesCache;

static void
variable_cache_free (gpointer data)
{
  VariableBytesCache *kept = data;

  pthread_mutex_destroy (&kept->lock);
  g_hash_table_unref (kept->known);
  g_free (kept);
}

/* Returns the cache of @report, which is created if needed. If two threads create one, only one is
 * used. */
static VariableBytesCache *
get_variable_cache (PoplensReport *report)
{
  static const char key[] = "poplens-variable-bytes";
  VariableBytesCache *kept = g_object_get_data (G_OBJECT (report), key);

  if (kept)
    return kept;
  kept = g_new0 (VariableBytesCache, 1);
  pthread_mutex_init (&kept->lock, NULL);
  kept->known = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_bytes_unref);
  if (!g_object_replace_data (G_OBJECT (report), key, NULL, kept, variable_cache_free, NULL))
    variable_cache_free (kept);
  return g_object_get_data (G_OBJECT (report), key);
}

/* Adds the bytes in @slice to the wanted variables, by tile. Skips class 0, whose variables have no
 * memory. @wanted: variable id → guint64[n_tiles]. */
static void
add_wanted_rows (const PoplensSlice *slice, GHashTable *wanted, guint32 n_tiles)
{
  for (guint32 i = 0; i < slice->n; i++) {
    const PoplensScanClassBytes *row = &slice->scan_class_bytes[i];
    if (row->tile >= n_tiles || !row->equivalence_class)
      continue;
    guint64 *bytes = g_hash_table_lookup (wanted, GUINT_TO_POINTER (row->variable));
    if (bytes)
      bytes[row->tile] += row->bytes;
  }
}

static gboolean
sum_variable_bytes (PoplensReport *report, GHashTable *wanted, guint32 n_tiles,
                    GCancellable *cancellable, GError **error)
{
  for (guint64 key = 0; key != POPLENS_NO_SLICE;) {
    g_autoptr (PoplensSlice) slice =
        poplens_report_get_slice (report, POPLENS_SLICE_SCAN_CLASS_BYTES, key, cancellable, error);
    if (!slice)
      return FALSE;
    add_wanted_rows (slice, wanted, n_tiles);
    key = slice->next;
  }
  return TRUE;
}

/* Returns a copy of the cached bytes of variable @id. (transfer full) (nullable) */
static guint64 *
variable_cache_find (VariableBytesCache *kept, guint32 id, guint32 n_tiles)
{
  guint64 *copy = NULL;

  pthread_mutex_lock (&kept->lock);
  GBytes *bytes = g_hash_table_lookup (kept->known, GUINT_TO_POINTER (id));
  if (bytes && g_bytes_get_size (bytes) == MAX (n_tiles, 1) * sizeof (guint64))
    copy = g_memdup2 (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  pthread_mutex_unlock (&kept->lock);
  return copy;
}

/* Caches the bytes of a variable by tile. Empties a full cache first. */
static void
variable_cache_add (VariableBytesCache *kept, guint32 id, const guint64 *values, guint32 n_tiles)
{
  pthread_mutex_lock (&kept->lock);
  if (g_hash_table_size (kept->known) >= MOST_KEPT)
    g_hash_table_remove_all (kept->known);
  g_hash_table_insert (kept->known, GUINT_TO_POINTER (id),
                       g_bytes_new (values, MAX (n_tiles, 1) * sizeof (guint64)));
  pthread_mutex_unlock (&kept->lock);
}

/* Returns the allocated bytes on tiles 0 … @n_tiles − 1 of each variable in @ids. Variables that
 * are not cached are found in one pass, because var_bytes_by_eq_class has no index. @ids: [@n] ids
 * in that table. NULL with @error. (transfer full): GPtrArray of guint64[n_tiles] */
static GPtrArray *
report_variable_bytes (PoplensReport *report, const guint32 *ids, guint n, guint32 n_tiles,
                       GCancellable *cancellable, GError **error)
{
  VariableBytesCache *kept = get_variable_cache (report);
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) wanted = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < n; i++) {
    guint64 *values = variable_cache_find (kept, ids[i], n_tiles);
    g_ptr_array_add (all, values ? values : g_new0 (guint64, MAX (n_tiles, 1)));
    if (!values && !g_hash_table_contains (wanted, GUINT_TO_POINTER (ids[i])))
      g_hash_table_insert (wanted, GUINT_TO_POINTER (ids[i]), all->pdata[i]);
  }
  if (g_hash_table_size (wanted) &&
      !sum_variable_bytes (report, wanted, n_tiles, cancellable, error))
    return NULL;
  for (guint i = 0; i < n; i++) {
    const guint64 *found = g_hash_table_lookup (wanted, GUINT_TO_POINTER (ids[i]));
    if (!found)
      continue;
    if (found == all->pdata[i])
      variable_cache_add (kept, ids[i], found, n_tiles);
  }
  return g_steal_pointer (&all);
}

/* ---- tile values ----------------------------------------------------------------------------- */

static const struct {
  const char *key, *title;
} values[POPLENS_N_TILE_VALUES] = {
    [POPLENS_TILE_TOTAL] = {"total", "Excl. gaps"},
    [POPLENS_TILE_WITH_GAPS] = {"with-gaps", "Need"},
    [POPLENS_TILE_GAPS] = {"gaps", "Gaps"},
    [POPLENS_TILE_FREE] = {"free", "Free"},
    [POPLENS_TILE_OVERFLOWED] = {"overflowed", "Overflowed"},
    [POPLENS_TILE_NON_INTERLEAVED] = {"non-interleaved", "Non-interleaved"},
    [POPLENS_TILE_INTERLEAVED] = {"interleaved", "Interleaved"},
    [POPLENS_TILE_ALWAYS_LIVE] = {"always-live", "Always live"},
    [POPLENS_TILE_PEAK] = {"peak", "Live at peak step"},
};

const char *
poplens_tile_value_key (PoplensTileValue value)
{
  return values[value].key;
}

const char *
poplens_tile_value_title (PoplensTileValue value)
{
  return values[value].title;
}

/* ---- values ---------------------------------------------------------------------------------- */

static guint64
get_capacity (const PoplensTileValues *self)
{
  return self->target ? self->target->bytes_per_tile : 0;
}

gboolean
poplens_tile_values_know (const PoplensTileValues *self, PoplensTileValue value)
{
  const PoplensMemory *memory = self->memory;

  switch (value) {
  case POPLENS_TILE_FREE:
    return get_capacity (self) > 0;
  case POPLENS_TILE_TOTAL:
  case POPLENS_TILE_GAPS:
  case POPLENS_TILE_ALWAYS_LIVE:
    return !memory->from_archive;
  case POPLENS_TILE_PEAK:
    for (guint32 p = 0; p < memory->n_tiles && !memory->from_archive; p++)
      if (memory->not_always_live_max[p] != G_MAXUINT32)
        return TRUE;
    return FALSE;
  case POPLENS_TILE_OVERFLOWED:
  case POPLENS_TILE_NON_INTERLEAVED:
  case POPLENS_TILE_INTERLEAVED:
    return !memory->regions_unknown;
  default:
    return TRUE;
  }
}

static guint64
get_tile_value (const PoplensTileValues *self, PoplensTileValue value, guint32 p)
{
  const PoplensMemory *m = self->memory;
  guint64 capacity = get_capacity (self);

  switch (value) {
  case POPLENS_TILE_TOTAL:
    return m->total[p];
  case POPLENS_TILE_WITH_GAPS:
    return m->total_including_gaps[p];
  case POPLENS_TILE_GAPS:
    return m->total_including_gaps[p] - m->total[p];
  case POPLENS_TILE_FREE:
    return capacity > m->total_including_gaps[p] ? capacity - m->total_including_gaps[p] : 0;
  case POPLENS_TILE_OVERFLOWED:
    return m->overflowed[p];
  case POPLENS_TILE_NON_INTERLEAVED:
    return m->non_interleaved[p];
  case POPLENS_TILE_INTERLEAVED:
    return m->interleaved[p];
  case POPLENS_TILE_ALWAYS_LIVE:
    return m->always_live[p];
  default:
    return m->not_always_live_max[p] == G_MAXUINT32
               ? POPLENS_TILE_UNKNOWN
               : (guint64) m->always_live[p] + m->not_always_live_max[p];
  }
}

static guint64 *
compute_value_bytes (const PoplensTileValues *self, PoplensTileValue value)
{
  guint64 *bytes = g_new (guint64, MAX (self->memory->n_tiles, 1));

  for (guint32 p = 0; p < self->memory->n_tiles; p++)
    bytes[p] = get_tile_value (self, value, p);
  return bytes;
}

/* ---- selected variables and categories ------------------------------------------------------- */

static guint64 *
compute_category_bytes (const PoplensTileValues *self, const char *name, const char **title)
{
  const PoplensCategory *category = poplens_memory_find_category (self->memory, name);

  if (!category)
    return NULL;
  guint64 *bytes = g_new (guint64, MAX (self->memory->n_tiles, 1));
  for (guint32 p = 0; p < self->memory->n_tiles; p++)
    bytes[p] = poplens_category_bytes (category, p);
  *title = category->title;
  return bytes;
}

/* Appends the ids that @text names to @ids: a number is an id, any other text a name, which several
 * variables may have. */
static void
append_named_ids (const PoplensVariables *v, const char *text, GArray *ids)
{
  guint64 id;

  if (g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT32 - 1, &id, NULL)) {
    guint32 as_id = (guint32) id;
    for (guint32 i = 0; i < v->n_class_bytes; i++)
      if (v->class_bytes_variable[i] == as_id) {
        g_array_append_val (ids, as_id);
        return;
      }
  }
  for (guint32 r = 0; r < v->n_unlowered; r++)
    if (!strcmp (poplens_strings_get (v->strings, v->unlowered_name[r]), text))
      g_array_append_val (ids, v->unlowered_id[r]);
}

static guint64 *
compute_variable_bytes (const PoplensTileValues *self, const char *text, const char **title,
                        GCancellable *cancellable, GError **error)
{
  const PoplensMemory *memory = self->memory;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 end = memory->n_tiles ? memory->tile[memory->n_tiles - 1] + 1 : 0;

  if (self->variables)
    append_named_ids (self->variables, text, ids);
  if (!ids->len)
    return NULL;
  g_autoptr (GPtrArray) found = report_variable_bytes (
      self->report, (const guint32 *) (gpointer) ids->data, ids->len, end, cancellable, error);
  if (!found)
    return NULL;
  guint64 *bytes = g_new0 (guint64, MAX (memory->n_tiles, 1));
  for (guint v = 0; v < found->len; v++)
    for (guint32 p = 0; p < memory->n_tiles; p++)
      bytes[p] += ((const guint64 *) found->pdata[v])[memory->tile[p]];
  const char *name = poplens_variable_name (self->variables, g_array_index (ids, guint32, 0));
  *title = name ? name : text;
  return bytes;
}

guint64 *
poplens_tile_values_of_plot (const PoplensTileValues *self, const char *name, const char **title,
                             GCancellable *cancellable, GError **error)
{
  if (g_str_has_prefix (name, POPLENS_TILE_CATEGORY))
    return compute_category_bytes (self, name + strlen (POPLENS_TILE_CATEGORY), title);
  return compute_variable_bytes (self, name, title, cancellable, error);
}

static guint64 *
compute_operation_bytes (const PoplensTileValues *self)
{
  const PoplensMemory *m = self->memory;
  guint64 *bytes = g_new0 (guint64, MAX (m->n_tiles, 1));

  for (guint32 p = 0; p < m->n_tiles; p++)
    if (m->tile[p] < self->only->n_tiles)
      bytes[p] = self->only->always[m->tile[p]] + self->only->others[m->tile[p]];
  return bytes;
}

guint64 *
poplens_tile_values_of (const PoplensTileValues *self, const char *option, const char **title)
{
  if (self->only && !strcmp (option, POPLENS_TILE_OPERATION)) {
    *title = POPLENS_TILE_OPERATION_TITLE;
    return compute_operation_bytes (self);
  }
  for (guint v = 0; v < POPLENS_N_TILE_VALUES; v++)
    if (!strcmp (values[v].key, option) && poplens_tile_values_know (self, v)) {
      *title = values[v].title;
      return compute_value_bytes (self, v);
    }
  return g_str_has_prefix (option, POPLENS_TILE_CATEGORY)
             ? compute_category_bytes (self, option + strlen (POPLENS_TILE_CATEGORY), title)
             : NULL;
}
