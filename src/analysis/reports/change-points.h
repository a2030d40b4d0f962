/* Finds changes of the level of a series of figures (change-point detection). Binary segmentation
 * by Student's t with Bonferroni's bound (Scott & Knott, "A cluster analysis method for grouping
 * means in the analysis of variance", 1974), which Hunter, now Apache Otava, uses for the same
 * purpose (Fleming et al., "Hunter: using change point detection to hunt for performance
 * regressions", 2023). The reference in plain Python, tests/series/reference.py, gives the same
 * results.
 *
 * 1. A series of fewer than four values has no changes.
 * 2. A series without noise (most neighbours are equal) changes at each value that differs; a
 * single such value between two equal ones is an outlier.
 * 3. Otherwise each segment is tested for one step, by values and by ranks; else for a level that
 * it left and came back to (circular binary segmentation: Olshen et al., 2004); else for a jump
 * among the differences of neighbours. Outliers are smoothed. Autocorrelated values count as fewer.
 * 4. Outliers are found by their distance from the level of their segment: Grubbs, 1950.
 * 5. A linear trend replaces all steps if the Bayesian information criterion prefers it.
 *
 * A difference of up to 0.1 % of the level, or 1 unit if that is more, is never a change.
 * tests/series/score.py measures how often noise alone is reported as a change, and which changes
 * are found. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Smallest number of values of a series in which changes are searched. */
#define POPLENS_CHANGE_POINTS_FEWEST 4
/* Number of values below which a series with noise can hide large changes. */
#define POPLENS_CHANGE_POINTS_ENOUGH 8

typedef struct {
  guint at; /* index of the first value of the new level; of an outlier: of the value; of a trend:
               of its last value */
  guint previous; /* index of the last value before .at that is not an outlier; .at if there is
                     none; of a trend: of its first value */
  gboolean once;  /* TRUE: an outlier, after which values are as before it */
  guint over;     /* trend only: number of its values; otherwise 0 */
  gboolean last; /* TRUE: the change is at the last value, so that no later value confirms it; FALSE
                    for a trend */
  double before, after; /* medians of the segments before and after; of an outlier: level around it,
                           and its value; of a trend: values at its ends */
  double noise;         /* standard deviation of the values before the change; 0: no noise */
} PoplensChangePoint;

/* Noise of a series. If no change was found, it tells how large a hidden change could be. NaN: too
 * few values since the last change. */
typedef struct {
  gboolean exact; /* TRUE: the series has no noise */
  gboolean turns; /* TRUE: the values alternate between two clusters */
  double level;   /* median of the values since the last change */
  double differ;  /* mean absolute difference of neighbouring values since the last change */
  double latest;  /* smallest rise of the latest value above the others that would be reported */
} PoplensSeriesNoise;

/* Finds the changes of a series. @values: finite numbers. @noise: (out) (optional). (transfer
 * full): GArray of PoplensChangePoint, sorted by .at */
GArray *poplens_change_points_find (const double *values, guint n, PoplensSeriesNoise *noise);
/* Returns the median. @n: at least 1 */
double poplens_median (const double *values, guint n);

G_END_DECLS
