/* Trees with made-up numbers that are the same every time. */
#pragma once

#include "charts/treemap/treemap.h"

/* Operations of a small transformer in bytes: three levels of names, a chain of groups with one
 * part each, an operation with bytes of its own, forty small ones, and two quiet parts. */
PoplensChart *fixture_treemap (void);
/* From the node @root down. (transfer full) */
PoplensChartLayout *fixture_treemap_layout (PoplensChart *chart, gsize root, double width,
                                            double height);
/* The item of fixture_treemap() with this name, the first; asserts that there is one. */
gsize fixture_treemap_item (const PoplensChart *chart, const char *name);
/* @n nodes, random and seeded. */
PoplensChart *fixture_random_treemap (guint32 n, guint32 seed);
