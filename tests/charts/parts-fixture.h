/* Areas of two reports with the parts of their difference. */
#pragma once

#include "charts/core/chart.h"

/* @n_parts series of CHANGE with random bytes of @n items, the same for the same @seed; @hidden:
 * one that is hidden, or −1. The areas are their sums. */
PoplensChart *fixture_parts (gsize n, guint n_parts, int hidden, guint32 seed);
