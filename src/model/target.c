/* Target part: memory management, titles of architectures, the IPU of a tile, the tiles of a
 * replica. */
#include "model/target.h"

static void
field_free (gpointer data)
{
  PoplensTargetField *field = data;

  g_free (field->key);
  g_free (field->value);
  g_free (field);
}

PoplensTarget *
poplens_target_new (void)
{
  PoplensTarget *self = g_new0 (PoplensTarget, 1);

  self->fields = g_ptr_array_new_with_free_func (field_free);
  self->notices = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
poplens_target_free (PoplensTarget *self)
{
  if (!self)
    return;
  g_free (self->type);
  g_free (self->architecture);
  g_free (self->contradiction);
  g_clear_pointer (&self->memory_element_offsets, g_array_unref);
  g_clear_pointer (&self->memory_region_offsets, g_array_unref);
  g_ptr_array_unref (self->fields);
  g_ptr_array_unref (self->notices);
  g_free (self->poplar_version);
  g_free (self->package_hash);
  g_free (self->timestamp);
  g_free (self->format_version);
  g_free (self->compilation_id);
  g_free (self->execution_compilation_id);
  g_free (self->compute_level);
  g_free (self->sync_delay_tile);
  g_free (self->sync_delay);
  g_free (self);
}

const char *
poplens_architecture_title (const char *architecture)
{
  static const char *const titles[][2] = {{"ipu1", "Mk1"}, {"ipu2", "Mk2"}, {"ipu21", "Mk2.1"}};

  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    if (!g_strcmp0 (architecture, titles[i][0]))
      return titles[i][1];
  return architecture ? architecture : "unknown";
}

guint32
poplens_target_ipu_of_tile (const PoplensTarget *self, guint32 tile)
{
  return self->tiles_per_ipu ? tile / self->tiles_per_ipu : 0;
}

gboolean
poplens_target_tiles_of_replica (const PoplensTarget *self, guint32 n_listed, guint32 replica,
                                 guint32 *first, guint32 *last)
{
  guint64 from = (guint64) replica * self->tiles_per_replica;

  if (!self->tiles_per_replica || from >= n_listed)
    return FALSE;
  *first = (guint32) from;
  *last = (guint32) MIN (from + self->tiles_per_replica, n_listed) - 1;
  return TRUE;
}
