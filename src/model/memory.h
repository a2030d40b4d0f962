/* Memory by tile and by category (memory_by_tile, memory_by_category, memory_liveness_tiles). All
 * numbers are bytes. The file lists only the tiles of one replica. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The six lists of memory_by_category. "Not overlapped" are bytes that no other variable covers;
 * overlapped bytes are counted once for each variable (formats.md 7.1). */
typedef enum {
  POPLENS_CATEGORY_INTERLEAVED_NON_OVERLAPPED,
  POPLENS_CATEGORY_INTERLEAVED_OVERLAPPED,
  POPLENS_CATEGORY_NON_INTERLEAVED_NON_OVERLAPPED,
  POPLENS_CATEGORY_NON_INTERLEAVED_OVERLAPPED,
  POPLENS_CATEGORY_OVERFLOWED_NON_OVERLAPPED,
  POPLENS_CATEGORY_OVERFLOWED_OVERLAPPED,
  POPLENS_N_CATEGORY_LISTS,
} PoplensCategoryList;

/* Groups of memory categories, in the order in which charts stack them from bottom to top (look.md
 * 8.2). */
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
  /* [list][n_tiles] bytes by tile position; a list is NULL if it is 0 on every tile */
  guint32 *lists[POPLENS_N_CATEGORY_LISTS];
} PoplensCategory;

typedef struct {
  guint32 n_tiles;
  guint32 *tile; /* tile numbers by position, ascending */
  guint32 *total, *total_including_gaps;
  guint32 *non_interleaved, *non_interleaved_including_gaps;
  guint32 *interleaved, *interleaved_including_gaps;
  guint32 *overflowed, *overflowed_including_gaps;
  /* [n_tiles] sum of the sizes of always-live variables; shared bytes are counted repeatedly */
  guint32 *always_live;
  /* [n_tiles] peak of the bytes that are not always live; G_MAXUINT32: not in the file */
  guint32 *not_always_live_max;
  /* [n_tiles] bytes that several variables share: .total − bytes that are not overlapped */
  guint32 *shared;
  /* PoplensCategory, sorted by group and then as in the table of memory.c; may be empty */
  GPtrArray *categories;
  /* FALSE if the file has no categories, or they were not read, to save time */
  gboolean has_categories;
  guint32 n_liveness_tiles;
  guint32 *liveness_tiles; /* numbers of the fullest tiles, as chosen by the compiler */
  /* TRUE if the part was made from archive.a alone. Then .total is the size of the images,
   * including gaps inside segments. .always_live and .shared are 0 and .not_always_live_max is
   * G_MAXUINT32, as they are unknown. */
  gboolean from_archive;
  /* Only with archive.a: the file ends early or some images cannot be read, so that tiles are
   * missing. */
  gboolean incomplete;
  /* Only with archive.a: no map of a tile's memory is known, so that the columns of regions are
   * 0. */
  gboolean regions_unknown;
} PoplensMemory;

/* Returns a caveat for sums over all tiles if tiles are missing. (static) (nullable) */
const char *poplens_memory_caveat (const PoplensMemory *self);

PoplensMemory *poplens_memory_new (guint32 n_tiles);
void poplens_memory_free (PoplensMemory *self);

/* Adds a category with a copy of @name, its title and its group. (transfer none) */
PoplensCategory *poplens_memory_add_category (PoplensMemory *self, const char *name);
/* Returns a list for writing, which is created if it is missing. (transfer none) */
guint32 *poplens_memory_category_list (PoplensMemory *self, PoplensCategory *category,
                                       PoplensCategoryList list);
/* Sorts the categories by group and computes `shared`; to be called once, after all are added.
 * FALSE with an error that names the tile if its categories exceed its total (Σ not overlapped >
 * total). */
gboolean poplens_memory_finish (PoplensMemory *self, GError **error);

/* Returns the bytes of a category in @list on the tile at @position. */
guint32 poplens_category_list_bytes (const PoplensCategory *category, PoplensCategoryList list,
                                     guint32 position);
guint64 poplens_category_non_overlapped (const PoplensCategory *category, guint32 position);
guint64 poplens_category_overlapped (const PoplensCategory *category, guint32 position);
guint64 poplens_category_bytes (const PoplensCategory *category, guint32 position);
/* Finds the category by its name in the file. (transfer none) (nullable) */
const PoplensCategory *poplens_memory_find_category (const PoplensMemory *self, const char *name);

/* Returns the position of a tile number, or POPLENS_NO_TILE. */
guint32 poplens_memory_find_tile (const PoplensMemory *self, guint32 tile);

/* Returns the group of a category by its name in the file. @title: (out) (optional): "Internal
 * exchange code"; the name itself if it is unknown. */
PoplensMemoryGroup poplens_memory_group_of (const char *category, const char **title);
/* Returns the group of an unlowered variable by its name. Names such as "<message:NAME>" begin with
 * a category. The compiler's own variables have the name of a category or a known prefix. All
 * others are tensors, including constants ("<const>") and anonymous variables ("<anon>"). @name:
 * (nullable) */
PoplensMemoryGroup poplens_memory_group_of_variable (const char *name);
const char *poplens_memory_group_title (PoplensMemoryGroup group);
/* Returns the key of a group in locations and tables: "exchange-buffers". */
const char *poplens_memory_group_key (PoplensMemoryGroup group);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensMemory, poplens_memory_free)

G_END_DECLS
