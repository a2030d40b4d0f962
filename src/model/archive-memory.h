/* Memory that the tile images in archive.a occupy (formats.md 4): columns with one row per image,
 * by tile number. Sizes are bytes; addresses are those of the tile. Gaps inside a segment count as
 * used, because an image does not say where variables are. So `bytes` exceeds the total of a
 * profile, which excludes gaps. `including_gaps` equals that of a profile. */
#pragma once

#include "base/strings.h"
#include "model/memory.h"
#include "model/target.h"

G_BEGIN_DECLS

/* Address range of a tile's memory, and where its regions begin (formats.md 4.4). */
typedef struct {
  guint64 base;              /* address of the memory's first byte */
  guint64 interleaved_start; /* offset of the interleaved region, bytes; 0: regions unknown */
  guint64 bytes_per_tile;    /* size of the memory; bytes after it are overflowed; 0: unknown */
} PoplensTileMap;

typedef struct {
  guint32 name;      /* PoplensStrings id: name of the section */
  guint32 n_members; /* number of images that have a section of this name */
  /* Sum of the sections' sizes. Includes NOBITS sections, which have no bytes in the file */
  guint64 bytes;
  gboolean loaded; /* TRUE if at least one of the sections is loaded (SHF_ALLOC) */
} PoplensArchiveSection;

typedef enum {
  POPLENS_TILES_BY_NAME, /* tile number: the last number in the member's name */
  /* Tile number: position in the archive. Used if the names do not give each image a number of its
   * own */
  POPLENS_TILES_BY_ORDINAL,
} PoplensTileNumbering;

typedef struct {
  PoplensStrings *strings;
  guint32 n; /* number of tile images */
  guint32 *tile;
  guint32 *name;           /* PoplensStrings id: name of the archive member */
  guint64 *position;       /* offset of the member's header in the file, bytes */
  guint64 *bytes;          /* bytes that segments cover; overlaps count once */
  guint64 *including_gaps; /* highest end − map.base; 0 if nothing is loaded */
  /* Parts of `bytes` in each region. map.interleaved_start and map.bytes_per_tile are the
   * boundaries. 0 unless .has_regions */
  guint64 *non_interleaved, *interleaved, *overflowed;
  guint64 *below;     /* bytes below map.base, in no region; expected to be 0 */
  guint32 *n_symbols; /* entries of the symbol table; 0 if there is none */

  char *architecture; /* "ipu1", "ipu2", "ipu21"; NULL: unknown */
  /* Read from ELF flags; FALSE: assumed from the lowest load address */
  gboolean architecture_from_flags;
  PoplensTileMap map;
  gboolean map_from_profile; /* FALSE: assumed from the architecture's constants */
  gboolean has_regions;
  PoplensTileNumbering numbering;
  GArray *sections; /* PoplensArchiveSection, largest first */

  guint32 n_other;       /* members that are not tile images; skipped */
  guint32 n_unreadable;  /* tile images that cannot be read; skipped */
  GPtrArray *unreadable; /* char *: the first unreadable members: "tile_7.elf, at byte 1,234" */
  /* The file ends early or is damaged: only members before that point are included */
  gboolean incomplete;
  char *reason;       /* reason and byte offset; NULL unless .incomplete */
  GPtrArray *notices; /* char*: sentences about odd or assumed values; may be empty */
} PoplensArchive;

/* Creates zeroed columns for @n tile images. */
PoplensArchive *poplens_archive_new (guint32 n);
void poplens_archive_free (PoplensArchive *self);

/* Returns the row of @tile, or POPLENS_NO_TILE. */
guint32 poplens_archive_find_tile (const PoplensArchive *self, guint32 tile);

/* Describes members that are missing: a sentence without a full stop. (transfer full) (nullable):
 * NULL if none are */
char *poplens_archive_describe_damage (const PoplensArchive *self);

/* Make the target and the memory of a report that has only archive.a. Except for the architecture,
 * the target is assumed, as its notices say. The memory has .from_archive set. (transfer full) */
PoplensTarget *poplens_archive_make_target (const PoplensArchive *self);
PoplensMemory *poplens_archive_make_memory (const PoplensArchive *self);

/* Finds the tile map and tiles per IPU of an architecture, "ipu2". FALSE if it is unknown. */
gboolean poplens_architecture_constants (const char *architecture, PoplensTileMap *map,
                                         guint32 *tiles_per_ipu);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensArchive, poplens_archive_free)

G_END_DECLS
