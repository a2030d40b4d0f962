/* The range of each column of numbers in profile.pop: what a machine can record, not what was seen
 * so far (formats.md 3.13). A value outside is damage. */
#pragma once

#include "database/query.h"
#include "model/cycle-range.h"

G_BEGIN_DECLS

/* Addresses of a tile have 32 bits. */
#define POPLENS_MOST_TILE_BYTES ((gint64) 1 << 32)
/* Tiles of a target: 2,849 IPUs of 1,472. */
#define POPLENS_MOST_TILES ((gint64) 1 << 22)

/* Sets the limits of all columns. */
void poplens_profile_set_limits (PoplensSchema *schema);

/* Counts of a row of target_info, or 0 if they are unknown: NULL or out of range. */
typedef struct {
  guint32 num_ipus, num_tiles, tiles_per_ipu;
  guint32 num_replicas, ipus_per_replica, tiles_per_replica; /* if unknown: of one replica */
} PoplensTargetCounts;

/* The columns of PoplensTargetCounts, for poplens_query_new (), which come first in the query. */
#define POPLENS_TARGET_COUNTS                                                                      \
  "num_ipus!, num_tiles!, tiles_per_ipu!, num_replicas, ipus_per_replica, tiles_per_replica"
PoplensTargetCounts poplens_query_target_counts (PoplensQuery *q);

G_END_DECLS
