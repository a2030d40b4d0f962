/* Where the level of a series of figures changes. Binary segmentation by Student's t with
 * Bonferroni's bound (Scott & Knott, "A cluster analysis method for grouping means in the analysis
 * of variance", 1974), which Hunter, now Apache Otava, uses for the same purpose (Fleming et al.,
 * "Hunter: using change point detection to hunt for performance regressions", 2023). The reference
 * in plain Python is tests/series/reference.py; its answers are the same.
 *
 * 1. Fewer than four values say nothing.
 * 2. A series without noise, as most neighbours are equal, changes with each value that differs;
 *    one between two of one level stands out alone.
 * 3. Otherwise each part is tested for one change, by values and by ranks; else for a level that it
 *    left and came back to (circular binary segmentation: Olshen et al., 2004); else for a jump
 *    among the differences of neighbours. Outliers are smoothed. Values with memory count as fewer.
 * 4. Values that stand out from their level alone: Grubbs, 1950.
 * 5. A line takes the place of all steps if the Bayesian information criterion prefers it.
 *
 * A change of 0.1 % of the level, or of 1 unit, is none in any case. How often noise alone gives a
 * change, and which are found, is measured by tests/series/score.py. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Values. With fewer, no changes are found. */
#define POPLENS_CHANGE_POINTS_FEWEST 4
/* Values. With fewer, a series with noise can hide large changes. */
#define POPLENS_CHANGE_POINTS_ENOUGH 8

typedef struct {
  guint at;       /* first value of the new level, or that stands out; the last of a line */
  guint previous; /* last value before it that does not stand out, or .at if there is none; the
                   * first of a line */
  gboolean once;  /* it stands out alone: later values are as those before */
  guint over;     /* of a line: number of its values; else 0 */
  gboolean last;  /* of no line: no value follows that could confirm it */
  double before, after; /* medians of the levels; once: of the level around it, and the value; of a
                         * line: its ends */
  double noise;         /* standard deviation of the values before; 0: none */
} PoplensChangePoint;

/* What can be said of a series in which no change was found. NaN: too few values since the last
 * change. */
typedef struct {
  gboolean exact; /* without noise */
  gboolean turns; /* two kinds of values take turns */
  double level;   /* median of the values since the last change */
  double differ;  /* mean difference of neighbours among them */
  double latest;  /* least rise of the last value above the others that would have been named */
} PoplensSeriesNoise;

/* @values: finite. @noise: (out) (nullable)
 * Returns: (transfer full): GArray of PoplensChangePoint, by .at */
GArray *poplens_change_points_find (const double *values, guint n, PoplensSeriesNoise *noise);
/* @n: 1 or more. */
double poplens_median (const double *values, guint n);

G_END_DECLS
