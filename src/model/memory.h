/* Memory by tile and by category (memory_by_tile, memory_by_category, memory_liveness_tiles). All
 * are bytes, of the tiles that the file lists: those of one replica [D]. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The six lists of memory_by_category. "Not overlapped": bytes that no other variable covers; other
 * bytes are overlapped and counted once a variable (formats.md 7.1). */
typedef enum {
  POPLENS_CATEGORY_INTERLEAVED_NON_OVERLAPPED,
  POPLENS_CATEGORY_INTERLEAVED_OVERLAPPED,
  POPLENS_CATEGORY_NON_INTERLEAVED_NON_OVERLAPPED,
  POPLENS_CATEGORY_NON_INTERLEAVED_OVERLAPPED,
  POPLENS_CATEGORY_OVERFLOWED_NON_OVERLAPPED,
  POPLENS_CATEGORY_OVERFLOWED_OVERLAPPED,
  POPLENS_N_CATEGORY_LISTS,
} PoplensCategoryList;

/* The groups of look.md 8.2, bottom to top. */
typedef enum {
  POPLENS_GROUP_TENSORS,
  POPLENS_GROUP_EXCHANGE_BUFFERS,
  POPLENS_GROUP_VERTEX_STATE,
  POPLENS_GROUP_VERTEX_CODE,
  POPLENS_GROUP_EXCHANGE_CODE,
  POPLENS_GROUP_CONTROL_AND_STACK,
  POPLENS_GROUP_PROFILING,
  POPLENS_GROUP_OTHER,
  POPLENS_N_GROUPS,
} PoplensMemoryGroup;

typedef struct {
  char *name;  /* "internalExchangeCode", as the file spells it */
  char *title; /* "Internal exchange code" */
  PoplensMemoryGroup group;
  /* bytes by tile position (0 … n_tiles−1); lists[l] has n_tiles values, or is NULL: zero on every
   * tile, as most are */
  guint32 *lists[POPLENS_N_CATEGORY_LISTS];
} PoplensCategory;

typedef struct {
  guint32 n_tiles;
  guint32 *tile; /* tile number by position, rising */
  guint32 *total, *total_including_gaps;
  guint32 *non_interleaved, *non_interleaved_including_gaps;
  guint32 *interleaved, *interleaved_including_gaps;
  guint32 *overflowed, *overflowed_including_gaps;
  guint32 *always_live;         /* Σ sizes: can count a byte twice where variables share it */
  guint32 *not_always_live_max; /* highest Σ at one step; G_MAXUINT32 where the file has none */
  guint32 *shared;              /* total − Σ not overlapped: bytes that several variables use */
  GPtrArray *categories;        /* PoplensCategory, by group, then as in the file; may be empty */
  gboolean has_categories;      /* FALSE too where it was read in brief */
  guint32 n_liveness_tiles;
  guint32 *liveness_tiles; /* the fullest tiles, as the compiler chose them */
  /* Made from archive.a alone: `total` is what the images cover, gaps inside a segment included;
   * always_live, not_always_live_max and shared are not known (0, G_MAXUINT32, 0). */
  gboolean from_archive;
  /* Of archive.a, where it ends too early or images of it cannot be read: tiles are missing. */
  gboolean incomplete;
  /* Of archive.a, where no map of a tile's memory could be had: the regions' columns are 0. */
  gboolean regions_unknown;
} PoplensMemory;

/* Returns the caveat for sums over all tiles if some are missing. Static. (nullable) */
const char *poplens_memory_caveat (const PoplensMemory *self);

PoplensMemory *poplens_memory_new (guint32 n_tiles);
void poplens_memory_free (PoplensMemory *self);

/* Takes nothing; copies @name and finds title and group. */
PoplensCategory *poplens_memory_add_category (PoplensMemory *self, const char *name);
/* A list to write to; made where it is not there yet. */
guint32 *poplens_memory_category_list (PoplensMemory *self, PoplensCategory *category,
                                       PoplensCategoryList list);
/* Orders the categories by group, computes `shared`; call once, when all are in. FALSE where the
 * categories do not fit the tiles' totals (Σ not overlapped > total), naming the tile. */
gboolean poplens_memory_finish (PoplensMemory *self, GError **error);

/* Bytes of a category on the tile at @position: of one list; not overlapped, overlapped, both. */
guint32 poplens_category_list_bytes (const PoplensCategory *category, PoplensCategoryList list,
                                     guint32 position);
guint64 poplens_category_non_overlapped (const PoplensCategory *category, guint32 position);
guint64 poplens_category_overlapped (const PoplensCategory *category, guint32 position);
guint64 poplens_category_bytes (const PoplensCategory *category, guint32 position);
/* The category of that name in the file, or NULL. */
const PoplensCategory *poplens_memory_find_category (const PoplensMemory *self, const char *name);

/* Position of a tile number, or POPLENS_NO_TILE. */
guint32 poplens_memory_find_tile (const PoplensMemory *self, guint32 tile);

/* The group of a category by its name in the file, and its title ("Internal exchange code"; the
 * name itself where it is not known). @title: (nullable) */
PoplensMemoryGroup poplens_memory_group_of (const char *category, const char **title);
/* That of an unlowered variable, as its name tells: the compiler writes "<message:NAME>" and
 * "<rearrangement:NAME>", calls its own variables by their category, and leaves others their plain
 * names: those of programs' ids are known, the rest are tensors. Constants of the compiler
 * ("<const>") and anonymous variables ("<anon>") count as tensors. @name: (nullable) */
PoplensMemoryGroup poplens_memory_group_of_variable (const char *name);
const char *poplens_memory_group_title (PoplensMemoryGroup group);
/* "exchange-buffers": the key used in a location and in tables. */
const char *poplens_memory_group_key (PoplensMemoryGroup group);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensMemory, poplens_memory_free)

G_END_DECLS
