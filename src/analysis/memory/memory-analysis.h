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
  POPLENS_N_BREAKDOWNS, /* number of breakdowns for which PoplensMemory suffices */
  POPLENS_BREAKDOWN_KIND = POPLENS_N_BREAKDOWNS, /* also needs PoplensKinds (kind-index.h) */
} PoplensBreakdown;

/* Keys of the breakdowns in locations, such as "group", and titles, such as "Category group". */
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
  POPLENS_BAND_GAPS,      /* gaps between variables; only in charts that compare two reports */
} PoplensBandRole;

typedef struct {
  char *key;  /* key of the band: "total", "region:interleaved", "category:message", "shared" … */
  char *name; /* title of the band: "Vertex code" */
  int group;  /* PoplensMemoryGroup of the band, or -1 */
  guint shade; /* shade of a category: number of the band within its group, from 0 */
  PoplensBandRole role;
  guint64 *values; /* (owned) [n_tiles] bytes of the tiles, in the order of the chart */
} PoplensBand;

void poplens_band_free (PoplensBand *self);

/* Returns the order of tiles in a chart, as positions in PoplensMemory. @by_use: TRUE: tiles with
 * the most bytes first; FALSE: by number of the tile. @including_gaps: TRUE: bytes include gaps.
 * (transfer full): [n_tiles] */
guint32 *poplens_memory_order (const PoplensMemory *memory, gboolean by_use,
                               gboolean including_gaps);

/* Returns the bands of a stacked chart, from bottom to top. On every tile they add up exactly to
 * its total without gaps:
 *
 * - none: the total
 * - region: non-interleaved, interleaved, overflowed, and bytes in no region
 * - group, category: bytes that only one variable uses, by group or category; then the bytes that
 * several variables share
 * - liveness: always live (limited to the total), and not always live
 *
 * Bands without bytes are left out. If no band is left, or the file lacks the data, there is one
 * band: the total. @order: from poplens_memory_order (). (transfer full): GPtrArray of PoplensBand
 * that frees its elements */
GPtrArray *poplens_memory_bands (const PoplensMemory *memory, PoplensBreakdown breakdown,
                                 const guint32 *order);

/* Returns the positions in @memory of the tiles in @tiles, ascending. Leaves out tiles that the
 * file does not list. @tiles: (nullable): NULL or an empty set stands for all tiles. (transfer
 * full): GArray of guint32 */
GArray *poplens_memory_positions (const PoplensMemory *memory, const PoplensTileSet *tiles);

/* Sums over a set of tiles, in bytes. NULL or an empty set stands for all tiles. */
typedef struct {
  guint32 n_tiles;
  guint64 total, total_including_gaps;
  guint64 non_interleaved, non_interleaved_including_gaps;
  guint64 interleaved, interleaved_including_gaps;
  guint64 overflowed, overflowed_including_gaps;
  guint64 always_live;
  /* Sum of the peaks of all tiles, although each tile can reach its peak at a different step. */
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
  /* Bytes by region, including bytes that other variables overlap. */
  guint64 non_interleaved, interleaved, overflowed;
  guint64 not_overlapped, overlapped, total;
} PoplensCategorySums;

PoplensCategorySums poplens_category_sums_at (const PoplensCategory *category,
                                              const guint32 *positions, guint n);

/* Returns the positions of the @n fullest tiles, or of all if there are fewer. The fullest tile
 * comes first; of equally full tiles, the one with the lower number. (transfer full): GArray of
 * guint32 */
GArray *poplens_memory_fullest (const PoplensMemory *memory, guint n, gboolean including_gaps);

/* TRUE if a tile has so little of its @capacity (bytes) left that a small change may overfill it.
 * FALSE if the capacity is unknown. */
gboolean poplens_is_nearly_full (guint64 bytes, guint64 capacity);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensBand, poplens_band_free)

/* ---- similar tiles --------------------------------------------------------------------------- */

/* Returns the positions of the tiles that resemble the tile at @position, including that tile. The
 * differences in all categories must add up to at most 1 % of the total of the tile at @position.
 * Without categories, the totals with and without gaps are compared. (transfer full): GArray of
 * guint32, ascending */
GArray *poplens_memory_alike (const PoplensMemory *memory, guint32 position);

/* ---- archive --------------------------------------------------------------------------------- */

/* Result of comparing archive.a with the profile beside it: the architecture, and the regions and
 * the bytes including gaps of each tile (formats.md 4.5). The checks in check-rules.c follow the
 * same rules and list the differences; this comparison only counts them. */

typedef struct {
  guint32 n_tiles; /* number of tiles that differ in bytes or regions */
  guint32 n_images;
  guint32 n_without; /* number of tiles of the profile that have no image; this is valid: they are
                        idle */
  gboolean architecture;     /* TRUE: archive and profile record an architecture, and they differ */
  gboolean compares_regions; /* FALSE: regions are not compared, as their starts are not recorded */
} PoplensArchiveComparison;

/* Compares archive and profile. @memory: read from the profile, not from the archive */
PoplensArchiveComparison poplens_archive_compare (const PoplensArchive *archive,
                                                  const PoplensMemory *memory,
                                                  const PoplensTarget *target);
gboolean poplens_archive_comparison_agrees (const PoplensArchiveComparison *self);

G_END_DECLS
