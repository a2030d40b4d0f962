/* Finds changes of the level of a series of figures (change-point detection). The method is binary
 * segmentation by Student's t with Bonferroni's bound (Scott & Knott, "A cluster analysis method
 * for grouping means in the analysis of variance", 1974). Hunter, now Apache Otava, uses the same
 * method (Fleming et al., "Hunter: using change point detection to hunt for performance
 * regressions", 2023). tests/series/reference.py is the same algorithm in plain Python.
 *
 * 1. A series of fewer than four values has no changes.
 *
 * 2. A series has no noise if most neighbours are equal. Each value that differs from the value
 * before it is then a change. A single different value between two equal ones is an outlier.
 *
 * 3. In a series with noise, outliers are smoothed first. Each segment is tested for a step, by
 * values and by ranks. If there is no step, two more tests follow: for a level that came back
 * (circular binary segmentation: Olshen et al., 2004), and for a jump between neighbours.
 * Autocorrelated values get less weight.
 *
 * 4. Outliers are found by their distance from the level of their segment (Grubbs, 1950).
 *
 * 5. A linear trend replaces all steps if the Bayesian information criterion prefers it.
 *
 * A difference of up to 0.1 % of the level, or of up to 1 unit if that is more, is never a change.
 * tests/series/score.py measures the rates of false alarms and of found changes. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Smallest number of values of a series in which changes are searched. */
#define POPLENS_CHANGE_POINTS_FEWEST 4
/* Smallest number of values of a series with noise in which large changes are found reliably. */
#define POPLENS_CHANGE_POINTS_ENOUGH 8

typedef struct {
  /* Index of the change: the first value after a step, the outlier itself, or the last value of a
   * trend. */
  guint at;
  /* Index of the last value before .at that is not an outlier; .at if there is none. For a trend:
   * index of the trend's first value. */
  guint previous;
  gboolean once; /* TRUE: an outlier; later values are as before */
  guint over;    /* number of values of the trend; 0: the change is not a trend */
  gboolean last; /* TRUE: the step or outlier is the last value, so no later value confirms it */
  /* Levels before and after the change: medians of the two segments. If the change is an outlier,
   * .after is its value. If it is a trend, these are its values at both ends. */
  double before, after;
  double noise; /* standard deviation of the values before the change; 0: no noise */
} PoplensChangePoint;

/* Noise of a series: how large a change can be without being reported. Numbers are NaN if there are
 * too few values since the last change. */
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
