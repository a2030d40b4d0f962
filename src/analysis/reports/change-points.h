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

/* Fewest values of a series in which changes are searched. */
#define POPLENS_CHANGE_POINTS_FEWEST 4
/* A series with noise and fewer values can hide large changes. */
#define POPLENS_CHANGE_POINTS_ENOUGH 8

typedef struct {
  guint at;       /* first value of the new level; the outlier; the last value of a trend */
  guint previous; /* last value before it that is not an outlier, or .at if there is none; of a
                     trend: its first value */
  gboolean once;  /* TRUE: an outlier: later values are as those before */
  guint over;     /* of a trend: number of its values; else 0 */
  gboolean last;  /* TRUE: not a trend, and no value follows that could confirm it */
  double before, after; /* medians of the segments; of an outlier: the level around it, and the
                           value; of a trend: its ends */
  double noise;         /* standard deviation of the values before; 0: none */
} PoplensChangePoint;

/* Noise of a series: tells which changes could be hidden if none was found. NaN: too few values
 * since the last change. */
typedef struct {
  gboolean exact; /* TRUE: no noise */
  gboolean turns; /* TRUE: the values alternate between two clusters */
  double level;   /* median of the values since the last change */
  double differ;  /* mean absolute difference of neighbours among them */
  double latest;  /* least rise of the last value above the others that would be reported */
} PoplensSeriesNoise;

/* Finds the changes. @values: finite. @noise: (out) (optional). (transfer full): GArray of
 * PoplensChangePoint, by .at */
GArray *poplens_change_points_find (const double *values, guint n, PoplensSeriesNoise *noise);
/* Returns the median. @n: at least 1 */
double poplens_median (const double *values, guint n);

G_END_DECLS
