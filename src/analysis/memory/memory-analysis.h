/* Memory by tile: sums over a selection, the bands that a chart stacks, the fullest tiles. All
 * numbers are bytes of the tiles that the file lists (one replica). */
#pragma once

#include "model/archive-memory.h"
#include "model/memory.h"
#include "model/target.h"
#include "model/tile-set.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_BREAKDOWN_NONE,
  POPLENS_BREAKDOWN_REGION,
  POPLENS_BREAKDOWN_GROUP,
  POPLENS_BREAKDOWN_CATEGORY,
  POPLENS_BREAKDOWN_LIVENESS,
  POPLENS_N_BREAKDOWNS, /* number of breakdowns that need only PoplensMemory */
  POPLENS_BREAKDOWN_KIND = POPLENS_N_BREAKDOWNS, /* needs kinds, too (kind-index.h) */
} PoplensBreakdown;

/* Keys of breakdowns in locations ("group"), and their titles ("Category group"). */
extern const char *const poplens_breakdown_keys[POPLENS_BREAKDOWN_KIND + 1];
extern const char *const poplens_breakdown_titles[POPLENS_BREAKDOWN_KIND + 1];

typedef enum {
  POPLENS_BAND_PLAIN, /* a group or a category */
  POPLENS_BAND_TOTAL,
  POPLENS_BAND_SHARED, /* bytes that several variables use */
  POPLENS_BAND_NON_INTERLEAVED,
  POPLENS_BAND_INTERLEAVED,
  POPLENS_BAND_OVERFLOWED,
  POPLENS_BAND_ALWAYS_LIVE,
  POPLENS_BAND_NOT_ALWAYS_LIVE,
  POPLENS_BAND_REMAINDER, /* bytes in no region; no real file has any */
  POPLENS_BAND_GAPS,      /* gaps between variables; only in comparisons of two reports */
} PoplensBandRole;

typedef struct {
  char *key;  /* "total", "region:interleaved", "group:tensors", "category:message", "shared" … */
  char *name; /* "Vertex code" */
  int group;  /* PoplensMemoryGroup, or -1 */
  guint shade; /* shade of a category: 0, 1, 2 … within its group, over the bands that are shown */
  PoplensBandRole role;
  guint64 *values; /* (owned) [n_tiles] values[i]: bytes of the tile at position order[i] */
} PoplensBand;

void poplens_band_free (PoplensBand *self);

/* Returns the order of tiles in a chart, as positions in PoplensMemory. @by_use: most bytes first,
 * of equal ones the lower tile; else by number. @including_gaps: bytes include gaps. (transfer
 * full): [n_tiles] */
guint32 *poplens_memory_order (const PoplensMemory *memory, gboolean by_use,
                               gboolean including_gaps);

/* Returns the bands to stack, from bottom to top. On every tile they add up exactly to its total
 * without gaps:
 *
 * - none: the total
 * - region: non-interleaved, interleaved, overflowed, and a remainder if they leave one
 * - group, category: bytes that one variable alone uses, by group or category; then Shared. If the
 * file has no categories: the total
 * - liveness: always live, and the rest of the total. Where variables share bytes, the file counts
 * an always-live byte twice: the sum is limited to the total
 *
 * Bands that are 0 on every tile are left out; an empty memory has one band. @order: from
 * poplens_memory_order (). (transfer full): GPtrArray of PoplensBand that frees its elements */
GPtrArray *poplens_memory_bands (const PoplensMemory *memory, PoplensBreakdown breakdown,
                                 const guint32 *order);

/* Returns the positions of the selected tiles, ascending, without tiles that the file does not
 * list. @tiles: (nullable): NULL or empty: all. (transfer full) GArray of guint32 */
GArray *poplens_memory_positions (const PoplensMemory *memory, const PoplensTileSet *tiles);

/* Sums over a set of tiles (NULL or empty: all), in bytes. */
typedef struct {
  guint32 n_tiles;
  guint64 total, total_including_gaps;
  guint64 non_interleaved, non_interleaved_including_gaps;
  guint64 interleaved, interleaved_including_gaps;
  guint64 overflowed, overflowed_including_gaps;
  guint64 always_live;
  /* Sum of each tile's own peak: not a peak of all tiles at one step. */
  guint64 not_always_live_max;
  gboolean has_not_always_live;
  guint64 shared;
} PoplensMemorySums;

PoplensMemorySums poplens_memory_sums (const PoplensMemory *memory, const PoplensTileSet *tiles);
PoplensMemorySums poplens_memory_sums_at (const PoplensMemory *memory, const guint32 *positions,
                                          guint n);

/* Sums of one category over some tiles, in bytes. */
typedef struct {
  guint64 lists[POPLENS_N_CATEGORY_LISTS];
  guint64 non_interleaved, interleaved,
      overflowed; /* bytes by region, whether other variables overlap them or not */
  guint64 not_overlapped, overlapped, total;
} PoplensCategorySums;

PoplensCategorySums poplens_category_sums_at (const PoplensCategory *category,
                                              const guint32 *positions, guint n);

/* Returns the positions of the @n fullest tiles (all tiles, if there are fewer), fullest first; of
 * equally full ones, the lower tile first. (transfer full) GArray of guint32 */
GArray *poplens_memory_fullest (const PoplensMemory *memory, guint n, gboolean including_gaps);

/* TRUE if a tile has so little of its @capacity (bytes) left that a small change may overfill it.
 * FALSE if the capacity is unknown. */
gboolean poplens_is_nearly_full (guint64 bytes, guint64 capacity);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensBand, poplens_band_free)

/* ---- similar tiles --------------------------------------------------------------------------- */

/* Returns the positions of the tiles that resemble the one at @position, itself included: the
 * differences of all categories add up to at most 1 % of its total without gaps. Without
 * categories, the differences of both totals, with and without gaps, do. (transfer full) GArray of
 * guint32, ascending */
GArray *poplens_memory_alike (const PoplensMemory *memory, guint32 position);

/* ---- archive --------------------------------------------------------------------------------- */

/* Compares archive.a with the profile beside it: tile by tile the bytes including gaps and the
 * regions; and the architecture (formats.md 4.5). The rules are those of the checks of archive.a
 * (check-rules.c), which list the differences; pages need only their number. */

typedef struct {
  guint32 n_tiles;   /* number of tiles that differ in bytes or regions */
  guint32 n_images;  /* number of images in the archive */
  guint32 n_without; /* tiles of the profile without an image; this is valid, as these are idle */
  gboolean architecture;     /* TRUE: archive and profile record an architecture, and they differ */
  gboolean compares_regions; /* FALSE: regions are not compared, as their starts are not recorded */
} PoplensArchiveComparison;

/* Compares archive and profile. @memory: read from the profile, not from the archive */
PoplensArchiveComparison poplens_archive_compare (const PoplensArchive *archive,
                                                  const PoplensMemory *memory,
                                                  const PoplensTarget *target);
gboolean poplens_archive_comparison_agrees (const PoplensArchiveComparison *self);

G_END_DECLS
