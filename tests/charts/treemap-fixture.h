/* Trees with made-up numbers, the same in every run. */
#pragma once

#include "charts/treemap/treemap.h"

/* Returns the operations of a small transformer in bytes: three levels of names, a chain of groups
 * with one part each, an operation with bytes of its own, forty small ones, and two quiet parts. */
PoplensChart *fixture_treemap (void);
/* Returns a layout of the node @root and its descendants. (transfer full) */
PoplensChartLayout *fixture_treemap_layout (PoplensChart *chart, gsize root, double width,
                                            double height);
/* Returns the first item of fixture_treemap () with this name; asserts that there is one. */
gsize fixture_treemap_item (const PoplensChart *chart, const char *name);
/* Returns @n nodes from a seeded generator. */
PoplensChart *fixture_random_treemap (guint32 n, guint32 seed);
