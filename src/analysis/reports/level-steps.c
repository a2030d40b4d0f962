#include "analysis/reports/level-steps.h"

#include "analysis/reports/level-chance.h"

#include <math.h>

/* How likely noise alone may give as clear a change somewhere among the values. */
#define LEAST_LIKELY 2e-3
/* Parts are halves of the values, quarters and so on, down to so many; each begins an eighth of its
 * length after the one before. */
#define SHORTEST_PART 12u
#define PARTS_OVERLAP 8u
/* Values on each side of a change where a part ends among others: two that stand out side by side
 * are no rarity where noise has heavy tails. */
#define FEWEST_AMONG 5u
/* Standard deviations that 19 of 20 values of normal noise are below. */
#define NINETEEN_OF_TWENTY 1.645
/* A change of less is none. */
#define LEAST_SHARE 0.001
#define LEAST_UNITS 1.0

gboolean
poplens_level_is_other (double before, double after)
{
  return fabs (after - before) > MAX (LEAST_UNITS, LEAST_SHARE * fabs (before));
}

/* Of values less their mean: sums of those before each, and of their squares. */
typedef struct {
  double *sums, *squares; /* [n + 1] */
  double correlation;     /* of neighbours everywhere */
} Sums;

static void
sums_init (Sums *self, const double *values, guint n)
{
  double mean = 0;

  *self = (Sums){g_new0 (double, n + 1), g_new0 (double, n + 1), 0};
  for (guint i = 0; i < n; i++)
    mean += values[i] / n;
  for (guint i = 0; i < n; i++) {
    double value = values[i] - mean;
    self->sums[i + 1] = self->sums[i] + value;
    self->squares[i + 1] = self->squares[i] + value * value;
  }
}

static void
sums_clear (Sums *self)
{
  g_free (self->sums);
  g_free (self->squares);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sums, sums_clear)

static double
student (const Sums *self, guint from, guint at, guint end)
{
  double before = at - from, after = end - at;
  double sum = self->sums[at] - self->sums[from], rest = self->sums[end] - self->sums[at];
  double squares = self->squares[end] - self->squares[from];
  double within = squares - sum * sum / before - rest * rest / after;
  double by = fabs (rest / after - sum / before);
  double error = sqrt (MAX (within, 0) / (before + after - 2) * (1 / before + 1 / after));

  /* Rounding is no noise. */
  return by / MAX (error, 1e-9 * by + G_MINDOUBLE);
}

double
poplens_level_correlation (double products, double squares, guint n)
{
  return squares > 0 ? products / squares - 1 / sqrt (n) : 0;
}

double
poplens_level_share (double correlation)
{
  correlation = CLAMP (correlation, 0, 0.9);
  return (1 - correlation) / (1 + correlation);
}

/* In a part another change looks like correlation: degrees of freedom are not taken for it. */
double
poplens_level_chance (double t, guint n, double here, double everywhere)
{
  double degrees = (n - 2) * poplens_level_share (everywhere);

  return poplens_chance_of_t (t * sqrt (poplens_level_share (MAX (here, everywhere))),
                              (guint) MAX (lround (degrees), 1));
}

/* Around the levels of a step. */
static double
correlation_of (const Sums *self, const PoplensLevelStep *step)
{
  guint n = step->end - step->from;
  double before = (self->sums[step->at] - self->sums[step->from]) / (step->at - step->from);
  double after = (self->sums[step->end] - self->sums[step->at]) / (step->end - step->at);
  double last = 0, products = 0, squares = 0;

  for (guint i = step->from; i < step->end; i++) {
    double value = self->sums[i + 1] - self->sums[i] - (i < step->at ? before : after);
    products += value * last;
    squares += value * value;
    last = value;
  }
  return poplens_level_correlation (products, squares, n);
}

/* How likely chance has a change as clear as the clearest one in [@step->from, @step->end), which
 * has at least so many values on each side: at one place, of *@places. */
static double
find_in_part (const Sums *self, guint before, guint after, PoplensLevelStep *step, double *places)
{
  double most = 0;

  for (guint at = step->from + before; at + after <= step->end; at++) {
    double t = student (self, step->from, at, step->end);
    ++*places;
    if (t <= most)
      continue;
    most = t;
    step->at = at;
  }
  if (most <= 0)
    return 1;
  return poplens_level_chance (most, step->end - step->from, correlation_of (self, step),
                               self->correlation);
}

/* The same in all parts of a length. @least: (inout): what is more likely is no matter. */
static void
find_in_parts (const Sums *self, guint n, guint length, guint last, PoplensLevelStep *step,
               double *least, double *places)
{
  guint by = MAX (length / PARTS_OVERLAP, 1);

  for (guint end = length;; end = MIN (end + by, n)) {
    PoplensLevelStep here = {.from = end - length, .end = end};
    double chance = find_in_part (self, here.from ? FEWEST_AMONG : 2, end < n ? FEWEST_AMONG : last,
                                  &here, places);
    if (chance < *least) {
      *least = chance;
      *step = here;
    }
    if (end == n)
      return;
  }
}

gboolean
poplens_level_is_clear (double chance, double places)
{
  return places > 0 && chance * places < LEAST_LIKELY;
}

gboolean
poplens_level_step_find (const double *values, guint n, gboolean is_last, double correlation,
                         PoplensLevelStep *step)
{
  guint last = is_last ? 1 : 2;
  double least = 1, places = 0;
  g_auto (Sums) sums = {0};

  *step = (PoplensLevelStep){.end = n};
  if (n < 3)
    return FALSE;
  sums_init (&sums, values, n);
  sums.correlation = correlation;
  least = find_in_part (&sums, 2, last, step, &places);
  if (poplens_level_is_clear (least, places))
    return TRUE;
  least = 1;
  places = 0;
  for (guint length = n / 2; length >= SHORTEST_PART; length /= 2)
    find_in_parts (&sums, n, length, last, step, &least, &places);
  return poplens_level_is_clear (least, places);
}

/* The least t that is clear at one of the @n - 2 places. */
static double
least_clear (guint n)
{
  double low = 0, high = 1e6;

  for (guint i = 0; i < 60; i++) {
    double t = (low + high) / 2;
    *(poplens_level_is_clear (poplens_chance_of_t (t, n - 2), n - 2) ? &high : &low) = t;
  }
  return high;
}

/* The t of a step is as far from it as the noise of the step, and as that of the noise's own
 * estimate. */
double
poplens_level_step_seen (const double *values, guint n, guint after)
{
  double t = least_clear (n), spread = sqrt (1 + t * t / (2.0 * (n - 2)));
  g_auto (Sums) sums = {0};

  sums_init (&sums, values, n);
  return (t + NINETEEN_OF_TWENTY * spread) * sqrt (sums.squares[n] / (n - 1)) *
         sqrt (1.0 / after + 1.0 / (n - after));
}
