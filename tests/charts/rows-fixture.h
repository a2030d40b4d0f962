/* Lanes in which each row is an item of its own, over steps, for tests. */
#pragma once

#include "charts/lanes/lanes.h"

#define FIXTURE_STEPS 40

/* Returns nine rows "model/layer_N/out" with bars over 40 steps, in two groups; the two rows of the
 * first group can be removed. Row 3 is live at all steps, row 4 in three ranges, row 5 never, and
 * row 8 has forty narrow bars. */
PoplensChart *fixture_rows (void);
