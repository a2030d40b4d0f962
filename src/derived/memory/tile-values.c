#include "derived/memory/tile-values.h"

#include "analysis/liveness/live-step.h"
#include "derived/memory/variable-bytes.h"

#include <string.h>

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

/* ---- values ------------------------------------------------------------------------------------
 */

static guint64
capacity_of (const PoplensTileValues *self)
{
  return self->target ? self->target->bytes_per_tile : 0;
}

gboolean
poplens_tile_values_know (const PoplensTileValues *self, PoplensTileValue value)
{
  const PoplensMemory *memory = self->memory;

  switch (value) {
  case POPLENS_TILE_FREE:
    return capacity_of (self) > 0;
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
value_at (const PoplensTileValues *self, PoplensTileValue value, guint32 p)
{
  const PoplensMemory *m = self->memory;
  guint64 capacity = capacity_of (self);

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
bytes_of_value (const PoplensTileValues *self, PoplensTileValue value)
{
  guint64 *bytes = g_new (guint64, MAX (self->memory->n_tiles, 1));

  for (guint32 p = 0; p < self->memory->n_tiles; p++)
    bytes[p] = value_at (self, value, p);
  return bytes;
}

/* ---- chosen ones -------------------------------------------------------------------------------
 */

static guint64 *
bytes_of_category (const PoplensTileValues *self, const char *name, const char **title)
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

/* The ids that @text names: a number is an id, anything else a name, which several may have. */
static void
add_ids (const PoplensVariables *v, const char *text, GArray *ids)
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
bytes_of_variable (const PoplensTileValues *self, const char *text, const char **title,
                   GCancellable *cancellable, GError **error)
{
  const PoplensMemory *memory = self->memory;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 end = memory->n_tiles ? memory->tile[memory->n_tiles - 1] + 1 : 0;

  if (self->variables)
    add_ids (self->variables, text, ids);
  if (!ids->len)
    return NULL;
  g_autoptr (GPtrArray) found = poplens_report_variable_bytes (
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
    return bytes_of_category (self, name + strlen (POPLENS_TILE_CATEGORY), title);
  return bytes_of_variable (self, name, title, cancellable, error);
}

static guint64 *
bytes_of_operation (const PoplensTileValues *self)
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
    return bytes_of_operation (self);
  }
  for (guint v = 0; v < POPLENS_N_TILE_VALUES; v++)
    if (!strcmp (values[v].key, option) && poplens_tile_values_know (self, v)) {
      *title = values[v].title;
      return bytes_of_value (self, v);
    }
  return g_str_has_prefix (option, POPLENS_TILE_CATEGORY)
             ? bytes_of_category (self, option + strlen (POPLENS_TILE_CATEGORY), title)
             : NULL;
}
