/* Tables of tile memory and target, made from archive.a alone, for reports without a profile. */
#include "model/archive-memory.h"

#include "base/search.h"

#include <stdlib.h>
#include <string.h>

/* Constants of the architectures (formats.md 4.4). */
static const struct {
  const char *architecture;
  PoplensTileMap map;
  guint32 tiles_per_ipu;
} constants[] = {
    {"ipu1", {0x40000, 0x20000, 0x40000}, 1216},
    {"ipu2", {0x4c000, 0x34000, 0x9c000}, 1472},
    {"ipu21", {0x4c000, 0x34000, 0x9c000}, 1472},
};

gboolean
poplens_architecture_constants (const char *architecture, PoplensTileMap *map,
                                guint32 *tiles_per_ipu)
{
  for (guint i = 0; i < G_N_ELEMENTS (constants); i++)
    if (!g_strcmp0 (architecture, constants[i].architecture)) {
      *map = constants[i].map;
      *tiles_per_ipu = constants[i].tiles_per_ipu;
      return TRUE;
    }
  return FALSE;
}

PoplensArchive *
poplens_archive_new (guint32 n)
{
  PoplensArchive *self = g_new0 (PoplensArchive, 1);

  self->strings = poplens_strings_new ();
  self->n = n;
  self->tile = g_new0 (guint32, n);
  self->name = g_new0 (guint32, n);
  self->position = g_new0 (guint64, n);
  self->bytes = g_new0 (guint64, n);
  self->including_gaps = g_new0 (guint64, n);
  self->non_interleaved = g_new0 (guint64, n);
  self->interleaved = g_new0 (guint64, n);
  self->overflowed = g_new0 (guint64, n);
  self->below = g_new0 (guint64, n);
  self->n_symbols = g_new0 (guint32, n);
  self->sections = g_array_new (FALSE, FALSE, sizeof (PoplensArchiveSection));
  self->notices = g_ptr_array_new_with_free_func (g_free);
  self->unreadable = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
poplens_archive_free (PoplensArchive *self)
{
  if (!self)
    return;
  poplens_strings_free (self->strings);
  g_free (self->tile);
  g_free (self->name);
  g_free (self->position);
  g_free (self->bytes);
  g_free (self->including_gaps);
  g_free (self->non_interleaved);
  g_free (self->interleaved);
  g_free (self->overflowed);
  g_free (self->below);
  g_free (self->n_symbols);
  g_free (self->architecture);
  g_array_unref (self->sections);
  g_free (self->reason);
  g_ptr_array_unref (self->notices);
  g_ptr_array_unref (self->unreadable);
  g_free (self);
}

guint32
poplens_archive_find_tile (const PoplensArchive *self, guint32 tile)
{
  const guint32 *found =
      self->n ? bsearch (&tile, self->tile, self->n, sizeof tile, poplens_compare_u32) : NULL;

  return found ? (guint32) (found - self->tile) : POPLENS_NO_TILE;
}

char *
poplens_archive_describe_damage (const PoplensArchive *self)
{
  if (self->reason)
    return g_strdup_printf ("archive.a is incomplete: %s", self->reason);
  if (self->n_unreadable)
    return g_strdup_printf ("archive.a is incomplete: %u tile images cannot be read%s%s",
                            self->n_unreadable, self->unreadable->len ? ", first " : "",
                            self->unreadable->len ? (char *) self->unreadable->pdata[0] : "");
  return NULL;
}

static void
set_sizes (PoplensTarget *target, const PoplensArchive *self, guint32 tiles_per_ipu)
{
  guint32 last = self->n ? self->tile[self->n - 1] : 0;

  target->tiles_per_ipu = tiles_per_ipu;
  target->num_ipus = last / tiles_per_ipu + 1;
  target->num_tiles = target->num_ipus * tiles_per_ipu;
  target->num_replicas = 1;
  target->ipus_per_replica = target->num_ipus;
  target->tiles_per_replica = target->num_tiles;
  target->bytes_per_tile = self->map.bytes_per_tile;
  target->bytes_per_ipu = target->bytes_per_tile * tiles_per_ipu;
  target->total_memory = target->bytes_per_ipu * target->num_ipus;
  target->memory_per_replica = target->total_memory;
  g_ptr_array_add (
      target->notices,
      g_strdup_printf (target->num_ipus == 1
                           ? "archive.a names no target: one replica with %u IPU of %u tiles is "
                             "assumed, because the highest tile is %u."
                           : "archive.a names no target: one replica with %u IPUs of %u tiles is "
                             "assumed, because the highest tile is %u.",
                       target->num_ipus, tiles_per_ipu, last));
}

PoplensTarget *
poplens_archive_make_target (const PoplensArchive *self)
{
  PoplensTarget *target = poplens_target_new ();
  PoplensTileMap map;
  guint32 tiles_per_ipu = 0;

  target->architecture = g_strdup (self->architecture);
  target->interleaved_start = self->map.interleaved_start;
  target->tile_memory_base = self->map.base;
  if (poplens_architecture_constants (self->architecture, &map, &tiles_per_ipu)) {
    set_sizes (target, self, tiles_per_ipu);
  } else {
    target->num_ipus = target->num_replicas = target->ipus_per_replica = 1;
    target->num_tiles = self->n ? self->tile[self->n - 1] + 1 : 0;
    target->tiles_per_ipu = target->tiles_per_replica = target->num_tiles;
    g_ptr_array_add (
        target->notices,
        g_strdup (
            "Unknown tile capacity: archive.a names neither a target nor a known architecture."));
  }
  for (guint i = 0; i < self->notices->len; i++)
    g_ptr_array_add (target->notices, g_strdup (g_ptr_array_index (self->notices, i)));
  return target;
}

static guint32
clamp_to_u32 (guint64 bytes)
{
  return (guint32) MIN (bytes, G_MAXUINT32);
}

static guint64
overlap_with_region (guint64 end, guint64 from, guint64 to)
{
  return end > from ? MIN (end, to) - from : 0;
}

PoplensMemory *
poplens_archive_make_memory (const PoplensArchive *self)
{
  PoplensMemory *memory = poplens_memory_new (self->n);
  guint64 split = self->map.interleaved_start, size = self->map.bytes_per_tile;

  memory->from_archive = TRUE;
  memory->incomplete = self->incomplete || self->n_unreadable;
  memory->regions_unknown = !self->has_regions;
  for (guint32 i = 0; i < self->n; i++) {
    guint64 end = self->including_gaps[i];
    memory->tile[i] = self->tile[i];
    memory->total[i] = clamp_to_u32 (self->bytes[i]);
    memory->total_including_gaps[i] = clamp_to_u32 (end);
    memory->not_always_live_max[i] = G_MAXUINT32;
    memory->non_interleaved[i] = clamp_to_u32 (self->has_regions ? self->non_interleaved[i] : 0);
    memory->interleaved[i] = clamp_to_u32 (self->interleaved[i]);
    memory->overflowed[i] = clamp_to_u32 (self->overflowed[i]);
    if (!self->has_regions)
      continue;
    /* A region extends from its start to its last used byte. */
    if (self->non_interleaved[i])
      memory->non_interleaved_including_gaps[i] =
          clamp_to_u32 (overlap_with_region (end, 0, split));
    if (self->interleaved[i])
      memory->interleaved_including_gaps[i] = clamp_to_u32 (overlap_with_region (end, split, size));
    if (self->overflowed[i])
      memory->overflowed_including_gaps[i] =
          clamp_to_u32 (overlap_with_region (end, size, G_MAXUINT64));
  }
  return memory;
}
