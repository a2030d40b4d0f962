/* ELF image of a tile, opened with libelf inside its archive. */
#pragma once

#include "archive/ar-walk.h"

#include <libelf.h>

G_BEGIN_DECLS

typedef struct {
  guint64 from, to; /* addresses: .to is after the last byte */
} TileRange;

typedef enum {
  TILE_IMAGE_OK,
  TILE_IMAGE_OTHER,      /* not a tile image */
  TILE_IMAGE_UNREADABLE, /* a tile image, but its headers point outside the member */
} TileImageState;

/* Checks the ELF header in the file before libelf allocates memory for the counts in it. */
TileImageState tile_image_probe (ArWalk *walk, const ArMember *member);

/* Input of libelf: the whole file by its descriptor or, if it has none, an archive in memory that
 * has only one member and the table of long names. */
typedef struct {
  ArWalk *walk;
  Elf *archive;
  GByteArray *bytes; /* (nullable): archive in memory */
} TileImages;

/* Opens the archive. FALSE with DAMAGED or READ. Needs tile_images_clear () in any case, before
 * ar_walk_clear (). */
gboolean tile_images_open (TileImages *self, ArWalk *walk, GError **error);
void tile_images_clear (TileImages *self);
/* Call it after each image is read. libelf reports a failed read or lack of memory only in errno,
 * and otherwise returns the image without the missing data. This function then sets .error of the
 * walk. */
void tile_images_note_failure (TileImages *self);
/* Opens a member with libelf. The result is valid until the next call. (transfer full) (nullable)
 */
Elf *tile_image_open (TileImages *self, const ArMember *member);

guint32 tile_image_flags (Elf *elf);
/* Appends the address ranges that the image loads: sorted, merged, not empty. FALSE if a range ends
 * above 4 GiB. */
gboolean tile_image_ranges (Elf *elf, GArray *ranges);

typedef void (*TileSectionFunc) (const char *name, const Elf32_Shdr *header, gpointer user_data);
/* Calls @each for every section except ELF's null section. A name that cannot be read is "". */
void tile_image_each_section (Elf *elf, TileSectionFunc each, gpointer user_data);

/* TRUE if section @section is a string table that libelf can read safely. */
gboolean tile_image_is_string_table (Elf *elf, gsize section);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Elf, elf_end)

G_END_DECLS
