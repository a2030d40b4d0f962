/* Limits of the numeric columns of profile.pop. They are what a machine can record, not what real
 * files have shown (formats.md 3.13). A value outside them is damage. */
#pragma once

#include "database/query.h"
#include "model/cycle-range.h"

G_BEGIN_DECLS

/* Maximum number of bytes of a tile: addresses have 32 bits. */
#define POPLENS_MOST_TILE_BYTES ((gint64) 1 << 32)
/* Maximum number of tiles of a target: 2,849 IPUs of 1,472 tiles. */
#define POPLENS_MOST_TILES ((gint64) 1 << 22)

/* Sets the limits of all columns. */
void poplens_profile_set_limits (PoplensSchema *schema);

/* Counts from a row of target_info. An unknown count (NULL or out of range) is 0; unknown counts of
 * replicas are those of a single replica. */
typedef struct {
  guint32 num_ipus, num_tiles, tiles_per_ipu;
  guint32 num_replicas, ipus_per_replica, tiles_per_replica;
} PoplensTargetCounts;

/* Columns that poplens_query_target_counts () reads. They must come first in the query. */
#define POPLENS_TARGET_COUNTS                                                                      \
  "num_ipus!, num_tiles!, tiles_per_ipu!, num_replicas, ipus_per_replica, tiles_per_replica"
PoplensTargetCounts poplens_query_target_counts (PoplensQuery *q);

G_END_DECLS
