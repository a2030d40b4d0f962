/* Charts with made-up numbers that are the same every time. */
#pragma once

#include "charts/core/chart.h"

/* Limit of a tile, as on a Mk2. */
#define FIXTURE_LIMIT (624 * 1024)

/* Eight bands of noisy bytes, "Gaps" hatched, series 3 hidden; @groups: halves called IPU 0 and 1.
 */
PoplensChart *fixture_stack (gsize n_items, gboolean groups);
/* A band with a line above it. */
PoplensChart *fixture_totals (gsize n_items);
/* Bars with paths as labels. */
PoplensChart *fixture_bars (gsize n_items);
/* Bars of which most waits: every way in which a series of bars is drawn. */
PoplensChart *fixture_waits (void);
/* One band of @value, but for @spike_value at @spike. */
PoplensChart *fixture_spike (gsize n_items, guint64 value, gsize spike, guint64 spike_value);
