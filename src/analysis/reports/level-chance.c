#include "analysis/reports/level-chance.h"

#include <math.h>

double
poplens_chance_of_t (double t, guint degrees)
{
  double n = degrees;

  return erfc ((8 * n + 1) / (8 * n + 3) * sqrt (n * log1p (t * t / n) / 2));
}

static double
log_factorial (guint n)
{
  int sign;

  return lgamma_r (n + 1.0, &sign);
}

static double
log_choose (guint n, guint k)
{
  return log_factorial (n) - log_factorial (k) - log_factorial (n - k);
}

/* Ways to lay @n values in @runs runs, of @all. */
static double
ways (guint n, guint runs)
{
  return runs && runs <= n ? log_choose (n - 1, runs - 1) : -INFINITY;
}

double
poplens_chance_of_runs (guint runs, guint a, guint b)
{
  double all = log_choose (a + b, a), sum = 0;

  for (guint r = 2; r <= runs; r++)
    sum += exp (ways (a, r / 2) + ways (b, (r + 1) / 2) - all) +
           exp (ways (a, (r + 1) / 2) + ways (b, r / 2) - all);
  return sum;
}
