/* Lanes whose rows are things of their own, over steps. */
#pragma once

#include "charts/lanes/lanes.h"

#define FIXTURE_STEPS 40

/* Nine rows "model/layer_N/out" with bars over 40 steps in two groups; the two of the first can be
 * taken away. Row 3 is live at all steps, row 4 at three times, row 5 has no bar, and row 8 forty
 * narrow ones. */
PoplensChart *fixture_rows (void);
