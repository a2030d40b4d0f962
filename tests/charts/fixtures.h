/* Charts with made-up numbers, the same in every run. */
#pragma once

#include "charts/core/chart.h"

/* Bytes of a tile of a Mk2 IPU. */
#define FIXTURE_LIMIT (624 * 1024)

/* Returns eight bands of noisy bytes, "Gaps" hatched, series 3 hidden. @groups: the halves are IPU
 * 0 and 1. */
PoplensChart *fixture_stack (gsize n_items, gboolean groups);
/* Returns a band with a line above it. */
PoplensChart *fixture_totals (gsize n_items);
/* Returns bars with paths as labels. */
PoplensChart *fixture_bars (gsize n_items);
/* Returns bars that mostly wait, and have every style of a series. */
PoplensChart *fixture_waits (void);
/* Returns one band of @value, except @spike_value at @spike. */
PoplensChart *fixture_spike (gsize n_items, guint64 value, gsize spike, guint64 spike_value);
