#include "analysis/reports/level-steps.h"

#include "analysis/reports/level-chance.h"

#include <math.h>

/* How likely noise alone may give as clear a change somewhere among the values. */
#define LEAST_LIKELY 2e-3
/* Values that a level between two parts of another has to have: two that stand out side by side
 * are no rarity where noise has heavy tails. */
#define FEWEST_BETWEEN 5u
/* Values that all pairs of places are tried for. */
#define MOST_PAIRED 2000u
/* Standard deviations that 19 of 20 values of normal noise are below. */
#define NINETEEN_OF_TWENTY 1.645

/* Of values less their mean: sums of those before each, and the sum of all squares. */
typedef struct {
  guint n;
  double *sums; /* [n + 1] */
  double squares;
} Sums;

static void
sums_init (Sums *self, const double *values, guint n)
{
  double mean = 0;

  for (guint i = 0; i < n; i++)
    mean += values[i] / n;
  *self = (Sums){.n = n, .sums = g_new0 (double, n + 1)};
  for (guint i = 0; i < n; i++) {
    self->sums[i + 1] = self->sums[i] + (values[i] - mean);
    self->squares += (values[i] - mean) * (values[i] - mean);
  }
}

static void
sums_clear (Sums *self)
{
  g_free (self->sums);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sums, sums_clear)

/* Student's t of the values in [at, end) against all others. */
static double
student (const Sums *self, guint at, guint end)
{
  double n = self->n, inside = end - at, outside = n - inside;
  double sum = self->sums[end] - self->sums[at], rest = self->sums[self->n] - sum;
  double within = self->squares - sum * sum / inside - rest * rest / outside;
  double by = fabs (sum / inside - rest / outside);
  double error = sqrt (MAX (within, 0) / (n - 2) * (1 / inside + 1 / outside));

  /* Rounding is no noise. */
  return by / MAX (error, 1e-9 * by + G_MINDOUBLE);
}

/* Bonferroni: the clearest of many @places is so by chance at most as often as all of them. */
static gboolean
is_clear (double t, double places, guint n)
{
  return t > 0 && places * poplens_chance_of_t (t, n - 2) < LEAST_LIKELY;
}

static PoplensLevelStep
find_one_place (const Sums *self, gboolean is_last)
{
  PoplensLevelStep best = {0};
  double most = 0;

  for (guint at = 2; at < self->n; at++) {
    double t = student (self, at, self->n);
    if (t <= most || (at + 1 == self->n && !is_last))
      continue;
    most = t;
    best.at = at;
  }
  return is_clear (most, self->n - 2, self->n) ? best : (PoplensLevelStep){0};
}

static PoplensLevelStep
find_two_places (const Sums *self, gboolean is_last)
{
  PoplensLevelStep best = {0};
  double n = self->n, most = 0;

  for (guint at = 2; at < self->n; at++)
    for (guint back = at + FEWEST_BETWEEN; back < self->n; back++) {
      double t = student (self, at, back);
      if (t <= most || (back + 1 == self->n && !is_last))
        continue;
      most = t;
      best = (PoplensLevelStep){at, back};
    }
  return is_clear (most, n * (n - 1) / 2, self->n) ? best : (PoplensLevelStep){0};
}

PoplensLevelStep
poplens_level_step_find (const double *values, guint n, gboolean is_last)
{
  PoplensLevelStep found = {0};
  g_auto (Sums) sums = {0};

  if (n < 3)
    return found;
  sums_init (&sums, values, n);
  found = find_one_place (&sums, is_last);
  return found.at || n > MOST_PAIRED ? found : find_two_places (&sums, is_last);
}

/* The least t that is clear, of one place. */
static double
least_clear (guint n)
{
  double low = 0, high = 1;

  while (!is_clear (high, n - 2, n))
    high *= 2;
  for (guint i = 0; i < 50; i++) {
    double t = (low + high) / 2;
    *(is_clear (t, n - 2, n) ? &high : &low) = t;
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
  return (t + NINETEEN_OF_TWENTY * spread) * sqrt (sums.squares / (n - 1)) *
         sqrt (1.0 / after + 1.0 / (n - after));
}
