/* Floor plans and address maps with made-up numbers, the same in every run. */
#pragma once

#include "charts/floor/floor.h"
#include "charts/lanes/address.h"

/* Returns @n_groups plans of @columns × @rows cells, named IPU 0 … The value of every 37th item is
 * unknown, the highest few are bad. Values are bytes, with a hill in the middle of each plan. */
PoplensChart *fixture_floor (guint n_groups, guint columns, guint rows);
/* Returns the memory of a tile, 624 KiB in two regions with elements: blocks of three kinds with
 * gaps, some in another row, small ones that fold, some beyond the end. @dimmed: every other block
 * is dim. */
PoplensChart *fixture_address (gboolean dimmed);
/* Returns @n blocks in @n_rows rows, from a seeded generator. */
PoplensChart *fixture_random_address (gsize n, guint n_rows);
