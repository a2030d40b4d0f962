/* Levels of a series of numbers, where they change, and what rises or falls steadily: told by the
 * series' own noise, not by one threshold for all. Four steps:
 *
 * 1. Values that take turns. A program may be laid out in one of two ways by chance, and runs have
 *    one value or the other. Where a gap in the values is wider than noise makes it, and values of
 *    both sides come in an order that chance gives (by their runs: Wald and Wolfowitz), the rarer
 *    ones beside it that are alike (no gap among them is half as wide) are left out, so that like
 *    is compared with like. That leaves out what stands out alone, too. The noise is the median of
 *    the absolute differences of neighbours, as a standard deviation (× 1.4826 / √2): a few changes
 *    of level among many differences do not alter it. Rice, "Bandwidth choice for nonparametric
 *    regression", 1984.
 * 2. Among noise, values are one level until a test says otherwise (level-steps.h), which noise
 *    alone does in less than one of 500 series; each part is tested in the same way. Changes that
 *    hide each other are tested together (level-several.h). Where noise is too small to matter, a
 *    value that is not of the level begins one, unless the next one is back; until they become
 *    noisy.
 * 3. A line takes the place of levels that it explains better (level-pieces.h). What it rises or
 *    falls by is taken off, so that noise is what is left around it.
 * 4. Each change is put where values turn from one level to the other, or are on the way. A level
 * is a median.
 *
 * A change of 0.1 % of the level, or of 1 unit, is none in any case.
 *
 * Measured over 3,000 seeds: of series of 4 to 200 values with normal noise alone, half a percent
 * or fewer have a change of level; with heavy tails (Student's t, 3 degrees) one in a hundred of 5
 * to 14, and two of 50. Where a fifth of the values are of another machine, 15 % of series of 4
 * values have one, 7 % of 8, 2 % of 14 and more: few turns are no different from one change. Where
 * each value keeps half of the last one's noise, 4 % of series of 10 have a change, 5 to 7 % of 12
 * to 30, 4 % of 50 and half a percent of 200: in 20 values such noise looks like a step.
 * Steps of 6 standard deviations are found, and named to the value, in 78 % of series of 10 values
 * where the last 2 have it, and in all of 20 that have it since the middle; of 4, in 85 % of series
 * of 14 since the sixth; of 3, in 86 % of 50 since the nineteenth. Where values come back, both
 * changes of 9 and more are named in 98 % of series of 10 to 20 that leave a level for 5 or 6
 * values in their middle, both of 6 in 97 % of 6, 6 and 6 values, of 4 in half of them; 4 values, 4
 * and 4 are too few to be told from turns. A level without noise before one with it, 20 times as
 * high above the first, is named to the value in 97 % of 10 and 4 values, in 64 % of 20 and 4.
 * Lines that rise by 16 standard deviations in all are told as such in all series of 8 and more, by
 * 8 in 82 % of 8, 92 % of 20 and 99 % of 50, in most others as a step. A step is told as a line in
 * 3 % of series of 10 where it is of 3, in none where it is of 6. Lines that rise by 16 from the
 * middle of a series on are told as lines in 75 % of 20 values and 95 % of 50, in others as steps.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A series with fewer values says nothing of its noise: no changes are found. */
#define POPLENS_LEVELS_FEWEST 4

/* With fewer values most changes hide in noise: where none is found there may be one. Half of those
 * that the last value has are found of 4 values at 40 standard deviations, of 6 at 10, of 8 at 7.
 */
#define POPLENS_LEVELS_ENOUGH 8

typedef struct {
  guint at;             /* the value that begins the level, or stands out; the last of a line */
  guint previous;       /* the last value before it that is not left out; of the first value:
                         * itself; the first of a line */
  gboolean once;        /* it alone stands out: later values are as those before it */
  guint over;           /* values over which it came steadily, from @previous to @at, where the
                         * levels are @before and @after; 0: at once */
  gboolean last;        /* no value follows: it may yet turn out to be once */
  double before, after; /* levels; of what is once the level around it, and the value */
  double noise;         /* standard deviation of values around the level before; 0: none */
} PoplensLevelChange;

/* Rises that noise may hide in the longest level: those from @lasting or @latest on are found, all
 * but one in twenty. */
typedef struct {
  guint n;        /* values that are known */
  gboolean known; /* FALSE: the level is too short, and what follows 0 */
  double level;
  double lasting; /* since the middle of the level */
  double latest;  /* of the last value alone */
} PoplensLevelHidden;

/* Changes in the order of @values; one that is NaN or infinite is not known. @hidden: (out)
 * (nullable)
 * Returns: (transfer full): GArray of PoplensLevelChange */
GArray *poplens_levels_find (const double *values, guint n, PoplensLevelHidden *hidden);
/* The level of values without a change; @n: 1 or more. */
double poplens_levels_median (const double *values, guint n);

G_END_DECLS
