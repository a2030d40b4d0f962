/* Two to four changes of level at once, where none is clear alone: values that rise and come back
 * have one mean on both sides of any one place. The parts that leave the least squares, by dynamic
 * programming (Fisher, "On grouping for maximum homogeneity", 1958), each of which has to be clear
 * against its neighbours: Student's t by the noise around all of them, counted for all ways to part
 * the values in so many (Bonferroni). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define POPLENS_LEVEL_SEVERAL 4

/* Where values change, in order, if noise alone has changes as clear in less than one of 500
 * series. @is_last, @correlation: as for one step (level-steps.h).
 * Returns: how many changes; 0: none */
guint poplens_level_several_find (const double *values, guint n, gboolean is_last,
                                  double correlation, guint at[POPLENS_LEVEL_SEVERAL]);

G_END_DECLS
