/* Traces with made-up blocks, the same in every run. */
#pragma once

#include "charts/lanes/lanes.h"

/* Returns the next number of a fixed sequence of numbers below 2^24. */
guint32 fixture_random (guint32 *state);

/* Columns of blocks that are added one after another. */
typedef struct {
  GArray *from, *to, *row, *series, *flags;
} FixtureBlocks;

void fixture_blocks_init (FixtureBlocks *self);
void fixture_blocks_add (FixtureBlocks *self, guint64 from, guint64 to, guint32 row, guint8 series,
                         guint8 flags);
/* Returns the blocks, and empties @self. (transfer full) */
PoplensLaneBlocks *fixture_blocks_end (FixtureBlocks *self);

/* Returns two groups ("IPU 0" with three rows, the first of which holds groups of blocks; "IPU 1"
 * with two) of about @n blocks with paths as names: work and waits of every texture, estimates,
 * narrow blocks, two runs, and live bytes. @folded: the long wait of both IPUs is folded. @hidden:
 * a series, or −1. */
PoplensChart *fixture_lanes (gsize n, gboolean folded, int hidden, gboolean collapsed);

/* Returns @n random blocks in @n_rows rows of one group, from GLib's seeded generator: some without
 * length, some touching, a few very long. */
PoplensLaneBlocks *fixture_random_blocks (gsize n, guint n_rows, guint n_series);
PoplensChart *fixture_random_lanes (gsize n, guint n_rows);
