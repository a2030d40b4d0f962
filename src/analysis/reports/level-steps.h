/* Where the mean of values with independent noise changes: at the place where Student's t of those
 * before it and those from it on is largest, counted for all places that it could have been
 * (Bonferroni). In all values, or else in a part of them: of two changes each may hide the other.
 * Scott and Knott, "A cluster analysis method for grouping means in the analysis of variance",
 * 1974; the parts as in Kovács and others, "Seeded binary segmentation", 2023. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether @after is so much more or less than @before that it matters at all, whatever the noise.
 */
gboolean poplens_level_is_other (double before, double after);

/* A change at @at among the values [@from, @end). */
typedef struct {
  guint from, at, end;
} PoplensLevelStep;

/* Of neighbours, beyond one standard error of what independent ones have: by the sums of products
 * of neighbours and of squares of @n residuals. */
double poplens_level_correlation (double products, double squares, guint n);
/* As how many independent values each counts: Bartlett, "On the theoretical specification and
 * sampling properties of autocorrelated time-series", 1946. */
double poplens_level_share (double correlation);
/* How likely chance alone gives a Student's t as large, of two parameters of @n values with that
 * correlation @here, and everywhere in the series. */
double poplens_level_chance (double t, guint n, double here, double everywhere);
/* Whether that at one of so many @places is less than one of 500 series has. */
gboolean poplens_level_is_clear (double chance, double places);
/* The clearest change, if noise alone has one as clear in less than one of 500 series. No level is
 * one value alone, but the last of @values may be the first of many where @is_last. @correlation:
 * of neighbours everywhere in the series. */
gboolean poplens_level_step_find (const double *values, guint n, gboolean is_last,
                                  double correlation, PoplensLevelStep *step);
/* How large a step of the last @after of @values would have to be to be found in all but one of
 * twenty series with their noise; @n: 4 or more. */
double poplens_level_step_seen (const double *values, guint n, guint after);

G_END_DECLS
