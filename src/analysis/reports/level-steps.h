/* Where the mean of values with independent noise changes: at the place where Student's t of those
 * before it and those from it on is largest, counted for all places that it could have been
 * (Bonferroni). In all values, or else in a part of them: of two changes each may hide the other.
 * Scott and Knott, "A cluster analysis method for grouping means in the analysis of variance",
 * 1974; the parts as in Kovács and others, "Seeded binary segmentation", 2023. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A change at @at among the values [@from, @end). */
typedef struct {
  guint from, at, end;
} PoplensLevelStep;

/* The clearest change, if noise alone has one as clear in less than one of 500 series. No level is
 * one value alone, but the last of @values may be the first of many where @is_last. */
gboolean poplens_level_step_find (const double *values, guint n, gboolean is_last,
                                  PoplensLevelStep *step);
/* How large a step of the last @after of @values would have to be to be found in all but one of
 * twenty series with their noise; @n: 4 or more. */
double poplens_level_step_seen (const double *values, guint n, guint after);

G_END_DECLS
