/* Traces with made-up blocks that are the same every time. */
#pragma once

#include "charts/lanes/lanes.h"

/* Numbers below 2^24 that are the same every time. */
guint32 fixture_random (guint32 *state);

/* Blocks one after another. */
typedef struct {
  GArray *from, *to, *row, *series, *flags;
} FixtureBlocks;

void fixture_blocks_init (FixtureBlocks *self);
void fixture_blocks_add (FixtureBlocks *self, guint64 from, guint64 to, guint32 row, guint8 series,
                         guint8 flags);
/* (transfer full); @self is empty then. */
PoplensLaneBlocks *fixture_blocks_end (FixtureBlocks *self);

/* Two groups ("IPU 0" of three rows, where the first holds groups of blocks; "IPU 1" of two), about
 * @n blocks with paths as names: work and waits of every texture, estimates, narrow runs, two runs
 * and live bytes. @folded: the long wait of both IPUs is folded. @hidden: a series, or −1. */
PoplensChart *fixture_lanes (gsize n, gboolean folded, int hidden, gboolean collapsed);

/* @n random blocks in @n_rows rows of one group, from GLib's seeded random numbers: some without
 * length, some touching, a few very long. */
PoplensLaneBlocks *fixture_random_blocks (gsize n, guint n_rows, guint n_series);
PoplensChart *fixture_random_lanes (gsize n, guint n_rows);
