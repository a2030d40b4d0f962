/* One tile's ELF image, opened with libelf inside its archive. */
#pragma once

#include "archive/ar-walk.h"

#include <libelf.h>

G_BEGIN_DECLS

typedef struct {
  guint64 from, to; /* addresses, half-open */
} TileRange;

typedef enum {
  TILE_IMAGE_OK,
  TILE_IMAGE_OTHER,      /* not a tile image at all */
  TILE_IMAGE_UNREADABLE, /* a tile image whose tables do not fit its size */
} TileImageState;

/* Looks at the ELF header as it lies in the file, before libelf allocates by its numbers. */
TileImageState tile_image_probe (ArWalk *walk, const ArMember *member);

/* An archive as libelf is given it: by its descriptor; or, where the file has none, each member in
 * memory, in an archive of its own with the table of names. */
typedef struct {
  ArWalk *walk;
  Elf *archive;
  GByteArray *bytes; /* (nullable): of that archive */
} TileImages;

/* FALSE with DAMAGED or READ. To be cleared in any case, before the walk is. */
gboolean tile_images_open (TileImages *self, ArWalk *walk, GError **error);
void tile_images_clear (TileImages *self);
/* To be asked whenever an image was read, with what there is of it: where libelf could not read, or
 * had no memory, that becomes the error of the walk. libelf says it in errno alone, and shows an
 * image without what it could not read. */
void tile_images_note_failure (TileImages *self);
/* The member as libelf sees it, or NULL; until the next one. */
Elf *tile_image_open (TileImages *self, const ArMember *member);

guint32 tile_image_flags (Elf *elf);
/* Appends what is loaded: sorted, merged, none empty. FALSE where an end passes 4 GiB. */
gboolean tile_image_ranges (Elf *elf, GArray *ranges);

typedef void (*TileSectionFunc) (const char *name, const Elf32_Shdr *header, gpointer user_data);
/* Every section but the null one; a name that cannot be read is "". */
void tile_image_each_section (Elf *elf, TileSectionFunc each, gpointer user_data);

/* TRUE where the string table @section can be asked for texts without surprise. */
gboolean tile_image_is_string_table (Elf *elf, gsize section);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Elf, elf_end)

G_END_DECLS
