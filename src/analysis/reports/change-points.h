/* Finds changes of the level of a series of figures (change-point detection). The method is binary
 * segmentation by Student's t with Bonferroni's bound (Scott & Knott, "A cluster analysis method
 * for grouping means in the analysis of variance", 1974). Hunter, now Apache Otava, uses it for the
 * same purpose (Fleming et al., "Hunter: using change point detection to hunt for performance
 * regressions", 2023). tests/series/reference.py, in plain Python, gives the same results.
 *
 * 1. A series of fewer than four values has no changes.
 *
 * 2. A series has no noise if most neighbours are equal. Then each value that differs is a change;
 * a single such value between two equal ones is an outlier.
 *
 * 3. Otherwise each segment is tested for a step, by values and by ranks. Without a step, it is
 * tested for a level that came back (circular binary segmentation: Olshen et al., 2004), then for a
 * jump among the differences of neighbours. Outliers are smoothed first, and autocorrelated values
 * get less weight.
 *
 * 4. Outliers are found by their distance from the level of their segment: Grubbs, 1950.
 *
 * 5. A linear trend replaces all steps if the Bayesian information criterion prefers it.
 *
 * A difference of up to 0.1 % of the level, or 1 unit if that is more, is never a change.
 * tests/series/score.py measures the rates of false alarms and of changes found. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Smallest number of values of a series in which changes are searched. */
#define POPLENS_CHANGE_POINTS_FEWEST 4
/* Number of values below which a series with noise can hide large changes. */
#define POPLENS_CHANGE_POINTS_ENOUGH 8

typedef struct {
  /* Index of a value: the first one after a step, an outlier, or the last one of a trend. */
  guint at;
  /* Index of the last value before .at that is not an outlier, .at if there is none. For a trend:
   * index of its first value. */
  guint previous;
  gboolean once; /* TRUE: an outlier; later values are as before */
  guint over;    /* number of values of a trend; 0: not a trend */
  gboolean last; /* TRUE: the step or outlier is the last value, so no later value confirms it */
  /* Levels before and after the change: medians of both segments. For an outlier, .after is its
   * value. For a trend: values at its ends. */
  double before, after;
  double noise; /* standard deviation of the values before the change; 0: no noise */
} PoplensChangePoint;

/* Noise of a series: limits how large an unreported change can be. Numbers are NaN if there are too
 * few values since the last change. */
typedef struct {
  gboolean exact; /* TRUE: the series has no noise */
  gboolean turns; /* TRUE: the values alternate between two clusters */
  double level;   /* median of the values since the last change */
  double differ;  /* mean absolute difference of neighbouring values since the last change */
  double latest;  /* smallest rise of the latest value that would be reported */
} PoplensSeriesNoise;

/* Finds the changes of a series. @values: finite numbers. @noise: (out) (optional). (transfer
 * full): GArray of PoplensChangePoint, sorted by .at */
GArray *poplens_change_points_find (const double *values, guint n, PoplensSeriesNoise *noise);
/* Returns the median. @n: at least 1 */
double poplens_median (const double *values, guint n);

G_END_DECLS
