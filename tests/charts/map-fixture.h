/* Floor plans and memories with made-up numbers that are the same every time. */
#pragma once

#include "charts/floor/floor.h"
#include "charts/lanes/address.h"

/* @n_groups plans of @columns × @rows, called IPU 0 …; every 37th item is not known, the few
 * highest are bad. Values in bytes, a hill in the middle of each plan. */
PoplensChart *fixture_floor (guint n_groups, guint columns, guint rows);
/* A tile's memory of 624 KiB in two regions with elements: blocks of three kinds with gaps, some on
 * another row, small ones that fold, some beyond the end. @dimmed: every other one. */
PoplensChart *fixture_address (gboolean dimmed);
/* @n blocks, random and seeded, in @n_rows rows. */
PoplensChart *fixture_random_address (gsize n, guint n_rows);
