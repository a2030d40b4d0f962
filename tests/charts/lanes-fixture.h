/* Traces with made-up blocks that are the same every time. */
#pragma once

#include "charts/lanes.h"

/* Two groups ("IPU 0" of three rows, where the first holds groups of blocks; "IPU 1" of two), about
 * @n blocks with paths as names: work and waits of every texture, estimates, narrow runs, two runs
 * and live bytes. @folded: the long wait of both IPUs is folded. @hidden: a series, or −1. */
PoplensChart *fixture_lanes (gsize n, gboolean folded, int hidden, gboolean collapsed);

/* @n random blocks in @n_rows rows of one group, from GLib's seeded random numbers: some without
 * length, some touching, a few very long. */
PoplensLaneBlocks *fixture_random_blocks (gsize n, guint n_rows, guint n_series);
PoplensChart *fixture_random_lanes (gsize n, guint n_rows);
