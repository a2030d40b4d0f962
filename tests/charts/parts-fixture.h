/* Areas of two reports, with the parts of their difference, for tests. */
#pragma once

#include "charts/core/chart.h"

/* Returns @n_parts series of CHANGE with random bytes of @n items, which depend only on @seed. The
 * areas are their sums. @hidden: a hidden series, or −1. */
PoplensChart *fixture_parts (gsize n, guint n_parts, int hidden, guint32 seed);
