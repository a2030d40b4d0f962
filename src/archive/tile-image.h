/* ELF image of a tile, which libelf opens as a member of the archive. */
#pragma once

#include "archive/ar-walk.h"

#include <libelf.h>

G_BEGIN_DECLS

typedef struct {
  guint64 from, to; /* addresses; .to is excluded */
} TileRange;

typedef enum {
  TILE_IMAGE_OK,
  TILE_IMAGE_OTHER,      /* not a tile image */
  TILE_IMAGE_UNREADABLE, /* a tile image, but its headers point outside the member */
} TileImageState;

/* Checks the ELF header of a member. Called before tile_image_open (), because libelf would
 * allocate memory for any counts in the header. */
TileImageState tile_image_probe (ArWalk *walk, const ArMember *member);

/* The archive that libelf reads: the file, or a copy of one member in memory if the file has no
 * descriptor. */
typedef struct {
  ArWalk *walk;
  Elf *archive;
  GByteArray *bytes; /* (nullable): the copy in memory */
} TileImages;

/* Opens the archive. FALSE with DAMAGED or READ. Call tile_images_clear () after a failure, too,
 * and before ar_walk_clear (). */
gboolean tile_images_open (TileImages *self, ArWalk *walk, GError **error);
void tile_images_clear (TileImages *self);
/* Sets .error of the walk if libelf could not read some data. Call it after each image, because
 * libelf only sets errno and returns an incomplete image. */
void tile_images_note_failure (TileImages *self);
/* Opens a member with libelf. The result is valid until the next call. (transfer full) (nullable)
 */
Elf *tile_image_open (TileImages *self, const ArMember *member);

guint32 tile_image_flags (Elf *elf);
/* Appends the address ranges that the image loads, sorted and merged. FALSE if a range ends above 4
 * GiB. */
gboolean tile_image_ranges (Elf *elf, GArray *ranges);

typedef void (*TileSectionFunc) (const char *name, const Elf32_Shdr *header, gpointer user_data);
/* Calls @each for every section except ELF's null section, with "" for an unreadable name. */
void tile_image_each_section (Elf *elf, TileSectionFunc each, gpointer user_data);

/* TRUE if section @section is a string table that libelf can read safely. */
gboolean tile_image_is_string_table (Elf *elf, gsize section);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Elf, elf_end)

G_END_DECLS
