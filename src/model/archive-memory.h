/* archive.a: what the image of each tile occupies (formats.md 4). Columns by member, ordered by
 * tile number. All sizes are bytes; all addresses are the tile's own.
 *
 * An image says what is loaded, not which variable uses it: gaps inside a segment cannot be told
 * from bytes in use. So `bytes` is what the segments cover, which is more than the profile's total
 * (without gaps) and at most `including_gaps`, which equals the profile's. */
#pragma once

#include "base/strings.h"
#include "model/memory.h"
#include "model/target.h"

G_BEGIN_DECLS

/* Where a tile's memory lies, and where its regions begin (formats.md 4.4). */
typedef struct {
  guint64 base;              /* address of the first byte */
  guint64 interleaved_start; /* offset of the interleaved region; 0: the regions are not known */
  guint64 bytes_per_tile;    /* what ends past it overflows; 0: not known */
} PoplensTileMap;

typedef struct {
  guint32 name;      /* string */
  guint32 n_members; /* images that have a section of this name */
  guint64 bytes;     /* Σ of their sizes; what a NOBITS section takes when loaded counts */
  gboolean loaded;   /* one of them at least is loaded (SHF_ALLOC) */
} PoplensArchiveSection;

typedef enum {
  POPLENS_TILES_BY_NAME,    /* the last number in each member's name */
  POPLENS_TILES_BY_ORDINAL, /* names give no distinct numbers: the position in the archive */
} PoplensTileNumbering;

typedef struct {
  PoplensStrings *strings;
  guint32 n; /* tile images */
  guint32 *tile;
  guint32 *name;           /* string: the member's name */
  guint64 *position;       /* of the member's header in the file */
  guint64 *bytes;          /* covered by segments, counted once */
  guint64 *including_gaps; /* highest end − map.base; 0 where nothing is loaded */
  /* `bytes` by region, cut at map.interleaved_start and map.bytes_per_tile; 0 where !has_regions */
  guint64 *non_interleaved, *interleaved, *overflowed;
  guint64 *below;     /* bytes under map.base: in no region. Expected to be 0. */
  guint32 *n_symbols; /* entries of the symbol table; 0 where there is none */

  char *architecture;               /* "ipu1", "ipu2", "ipu21"; NULL: not known */
  gboolean architecture_from_flags; /* else told from the lowest load address: assumed */
  PoplensTileMap map;
  gboolean map_from_profile; /* else the architecture's constants: assumed */
  gboolean has_regions;
  PoplensTileNumbering numbering;
  GArray *sections; /* PoplensArchiveSection, largest first */

  guint32 n_other;       /* members that are no tile image, and are left out */
  guint32 n_unreadable;  /* tile images that cannot be read, left out */
  GPtrArray *unreadable; /* char*: the first of these: "tile_7.elf, at byte 1,234" */
  gboolean incomplete;   /* the file ends too early or is damaged: what is here was read before */
  char *reason;          /* why, and at which byte; NULL unless incomplete */
  GPtrArray *notices;    /* char*: sentences on what is odd or assumed; may be empty */
} PoplensArchive;

/* Columns for @n members, zeroed. */
PoplensArchive *poplens_archive_new (guint32 n);
void poplens_archive_free (PoplensArchive *self);

/* Position of a tile, or POPLENS_NO_TILE. */
guint32 poplens_archive_find_tile (const PoplensArchive *self, guint32 tile);

/* Describes what is missing in an archive that could otherwise be read: a sentence without a full
 * stop. (transfer full) (nullable): NULL if nothing is */
char *poplens_archive_describe_damage (const PoplensArchive *self);

/* For a report of an archive alone: what can be said of target and memory. Everything in the target
 * but the architecture is assumed, and its notices say so. In the memory `from_archive` is set. */
PoplensTarget *poplens_archive_make_target (const PoplensArchive *self);
PoplensMemory *poplens_archive_make_memory (const PoplensArchive *self);

/* "ipu2" → its tile map and tiles of an IPU; FALSE for one that is not known. */
gboolean poplens_architecture_constants (const char *architecture, PoplensTileMap *map,
                                         guint32 *tiles_per_ipu);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensArchive, poplens_archive_free)

G_END_DECLS
