#include "analysis/reports/level-several.h"

#include "analysis/reports/level-chance.h"
#include "analysis/reports/level-steps.h"

#include <math.h>
#include <string.h>

/* Two values that stand out side by side are no rarity where noise has heavy tails. */
#define FEWEST_AMONG 5u
/* The time grows with the square. Changes among more values are found in their parts. */
#define MOST_VALUES 500u

typedef struct {
  const double *values;
  guint n, last;      /* the fewest values of the last part */
  double correlation; /* of neighbours everywhere */
  double *least;      /* [part][end]: least squares of the values before end in so many parts */
  guint *from;        /* [part][end]: where the last of those begins */
} Search;

static void
search_clear (Search *self)
{
  g_free (self->least);
  g_free (self->from);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

/* Lets a part begin at @from, and end wherever that is the best so far. */
static void
extend (Search *self, guint part, guint from)
{
  guint row = part * (self->n + 1);
  double before = part ? self->least[row - self->n - 1 + from] : 0, mean = 0, squares = 0;

  for (guint end = from + 1; end <= self->n && isfinite (before); end++) {
    double by = self->values[end - 1] - mean;
    guint n = end - from, fewest = !part ? 2 : end == self->n ? self->last : FEWEST_AMONG;
    mean += by / n;
    squares += by * (self->values[end - 1] - mean);
    if (n < fewest || before + squares >= self->least[row + end])
      continue;
    self->least[row + end] = before + squares;
    self->from[row + end] = from;
  }
}

static void
search_init (Search *self)
{
  guint size = (POPLENS_LEVEL_SEVERAL + 1) * (self->n + 1);

  self->least = g_new (double, size);
  self->from = g_new0 (guint, size);
  for (guint i = 0; i < size; i++)
    self->least[i] = INFINITY;
  extend (self, 0, 0);
  for (guint part = 1; part <= POPLENS_LEVEL_SEVERAL; part++)
    for (guint from = 1; from < self->n; from++)
      extend (self, part, from);
}

/* The ends of the best @changes + 1 parts: [ends[p], ends[p + 1]). */
static void
read_parts (const Search *self, guint changes, guint *ends)
{
  ends[changes + 1] = self->n;
  for (guint part = changes + 1; part-- > 0;)
    ends[part] = self->from[part * (self->n + 1) + ends[part + 1]];
}

/* Of residuals around the parts. */
static double
correlation_of (const Search *self, guint changes, const guint *ends, const double *means)
{
  double last = 0, products = 0, squares = 0;

  for (guint part = 0; part <= changes; part++)
    for (guint i = ends[part]; i < ends[part + 1]; i++) {
      double value = self->values[i] - means[part];
      products += value * last;
      squares += value * value;
      last = value;
    }
  return poplens_level_correlation (products, squares, self->n);
}

/* The least t of a change. */
static double
student (const guint *ends, const double *means, guint changes, double noise)
{
  double least = INFINITY;

  for (guint part = 1; part <= changes; part++) {
    double before = ends[part] - ends[part - 1], after = ends[part + 1] - ends[part];
    double by = fabs (means[part] - means[part - 1]);
    /* Rounding is no noise. */
    double error = MAX (noise * sqrt (1 / before + 1 / after), 1e-9 * by + G_MINDOUBLE);
    least = MIN (least, by / error);
  }
  return least;
}

/* The ways to lay that many changes among the values. */
static double
count_ways (guint n, guint changes)
{
  double ways = 1;

  for (guint c = 0; c < changes; c++)
    ways *= (double) (n - 1 - c) / (c + 1);
  return ways;
}

/* Twice as rare for each change more: all numbers of changes together are no likelier. */
static gboolean
is_clear (const Search *self, guint changes, const guint *ends)
{
  double least = self->least[changes * (self->n + 1) + self->n], means[POPLENS_LEVEL_SEVERAL + 1];
  guint n = self->n - (changes - 1); /* a mean more for each change */

  for (guint part = 0; part <= changes; part++) {
    means[part] = 0;
    for (guint i = ends[part]; i < ends[part + 1]; i++)
      means[part] += self->values[i] / (ends[part + 1] - ends[part]);
  }
  double t = student (ends, means, changes, sqrt (least / (n - 2)));
  double here = correlation_of (self, changes, ends, means);
  return poplens_level_is_clear (poplens_level_chance (t, n, here, self->correlation),
                                 count_ways (self->n, changes) * (1 << (changes - 1)));
}

guint
poplens_level_several_find (const double *values, guint n, gboolean is_last, double correlation,
                            guint at[POPLENS_LEVEL_SEVERAL])
{
  g_auto (Search) search = {values, n, is_last ? 1 : 2, correlation, NULL, NULL};
  guint ends[POPLENS_LEVEL_SEVERAL + 2];

  if (n > MOST_VALUES)
    return 0;
  search_init (&search);
  for (guint changes = 2; changes <= POPLENS_LEVEL_SEVERAL; changes++) {
    if (n < changes + 3 || !isfinite (search.least[changes * (n + 1) + n]))
      return 0;
    read_parts (&search, changes, ends);
    if (!is_clear (&search, changes, ends))
      continue;
    memcpy (at, ends + 1, changes * sizeof *at);
    return changes;
  }
  return 0;
}
