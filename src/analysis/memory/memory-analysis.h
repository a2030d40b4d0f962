/* Memory by tile: sums over a selection, what a chart stacks, the fullest tiles. All numbers are
 * bytes of the tiles that the file lists (one replica). */
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
  POPLENS_N_BREAKDOWNS,                          /* that the part alone tells */
  POPLENS_BREAKDOWN_KIND = POPLENS_N_BREAKDOWNS, /* kind-index.h */
} PoplensBreakdown;

/* As a location calls them, "group", and their titles, "Category group". */
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
  POPLENS_BAND_REMAINDER, /* what the file's regions leave unexplained; no real file has any */
  POPLENS_BAND_GAPS,      /* between variables: of two reports compared */
} PoplensBandRole;

typedef struct {
  char *key;  /* "total", "region:interleaved", "group:tensors", "category:message", "shared" … */
  char *name; /* "Vertex code" */
  int group;  /* PoplensMemoryGroup, or -1 */
  guint shade; /* of a category: 0, 1, 2 … within its group, counting the bands shown */
  PoplensBandRole role;
  guint64 *values; /* (owned) values[i]: bytes of the tile at position order[i]; n_tiles of them */
} PoplensBand;

void poplens_band_free (PoplensBand *self);

/* Order of tiles for a chart: positions into PoplensMemory, n_tiles of them. By use: most bytes
 * first (with gaps where @including_gaps), ties to the lower tile; else by number. (transfer full)
 * g_free() */
guint32 *poplens_memory_order (const PoplensMemory *memory, gboolean by_use,
                               gboolean including_gaps);

/* The bands to stack, bottom to top. On every tile they add up to exactly its total without gaps:
 *   none      the total
 *   region    non-interleaved, interleaved, overflowed, and a remainder where they leave one
 *   group,    bytes that one variable alone uses, by group or category; then Shared; where the file
 * has category  no categories: the total liveness  always live, and the rest of the total.
 * Variables that share bytes make the file's always-live count a byte twice: where it passes the
 * total, it is cut there Bands that are 0 on every tile are left out; of an empty memory one band
 * stays. Returns: (transfer full): GPtrArray of PoplensBand that frees its elements */
GPtrArray *poplens_memory_bands (const PoplensMemory *memory, PoplensBreakdown breakdown,
                                 const guint32 *order);

/* Positions of the selected tiles, rising; all where @tiles is NULL or empty; tiles that the file
 * does not list are left out. (transfer full) GArray of guint32 */
GArray *poplens_memory_positions (const PoplensMemory *memory, const PoplensTileSet *tiles);

/* Sums over a tile set (NULL or empty: all tiles). */
typedef struct {
  guint32 n_tiles;
  guint64 total, total_including_gaps;
  guint64 non_interleaved, non_interleaved_including_gaps;
  guint64 interleaved, interleaved_including_gaps;
  guint64 overflowed, overflowed_including_gaps;
  guint64 always_live;
  guint64 not_always_live_max; /* Σ of each tile's own peak: not a peak of all tiles at one step */
  gboolean has_not_always_live;
  guint64 shared;
} PoplensMemorySums;

PoplensMemorySums poplens_memory_sums (const PoplensMemory *memory, const PoplensTileSet *tiles);
PoplensMemorySums poplens_memory_sums_at (const PoplensMemory *memory, const guint32 *positions,
                                          guint n);

/* Sums of one category over positions. */
typedef struct {
  guint64 lists[POPLENS_N_CATEGORY_LISTS];
  guint64 non_interleaved, interleaved, overflowed; /* overlapped or not */
  guint64 not_overlapped, overlapped, total;
} PoplensCategorySums;

PoplensCategorySums poplens_category_sums_at (const PoplensCategory *category,
                                              const guint32 *positions, guint n);

/* Positions of the @n fullest tiles (fewer where there are fewer), fullest first, ties to the lower
 * tile. (transfer full) GArray of guint32 */
GArray *poplens_memory_fullest (const PoplensMemory *memory, guint n, gboolean including_gaps);

/* Whether a tile that fits has so little left of its @capacity (bytes) that a small change may be
 * too much. FALSE where the capacity is not known. */
gboolean poplens_is_nearly_full (guint64 bytes, guint64 capacity);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensBand, poplens_band_free)

/* ---- tiles that hold the same ---------------------------------------------------------------- */

/* Positions of the tiles whose bytes, category by category, differ from those of the tile at
 * @position by at most 1 % of its total without gaps, all differences together; its own too.
 * Without categories: whose totals, with and without gaps, do. (transfer full) GArray of guint32,
 * rising */
GArray *poplens_memory_alike (const PoplensMemory *memory, guint32 position);

/* ---- the archive ----------------------------------------------------------------------------- */

/* archive.a against the profile beside it: tile by tile what has to fit, regions, architecture,
 * number of tiles (formats.md 4.5). Compares what the checks of archive.a compare (check-rules.c),
 * which list the differences; pages need to know only how many there are. */

typedef struct {
  guint32 n_tiles;           /* tiles that differ in anything */
  guint32 n_images;          /* of the archive */
  guint32 n_without;         /* tiles of the profile that have no image: legal, idle tiles */
  gboolean architecture;     /* both say one, and they are not the same */
  gboolean compares_regions; /* FALSE: nobody says where the regions begin */
} PoplensArchiveComparison;

/* @memory: the profile's, not one made from the archive. */
PoplensArchiveComparison poplens_archive_compare (const PoplensArchive *archive,
                                                  const PoplensMemory *memory,
                                                  const PoplensTarget *target);
gboolean poplens_archive_comparison_agrees (const PoplensArchiveComparison *self);

G_END_DECLS
