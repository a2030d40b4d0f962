#include "analysis/reports/levels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Values that a new level is judged by, from its first on. */
#define AFTER 5u
/* Values of the level before that are looked at: the last ones. */
#define MOST_BEFORE 100u
#define STANDARD_ERRORS 5.0
#define LEAST_SHARE 0.001
#define LEAST_UNITS 1.0
/* How likely noise alone may give as clear a change somewhere in a level. */
#define LEAST_LIKELY 1e-3
/* Of normal noise: its standard deviation by the median of its absolute deviations. */
#define BY_MEDIAN 1.4826

typedef struct {
  const double *values; /* those that are known */
  guint n;
  double noise;
  double errors;  /* standard errors that a change has to have */
  double *sorted; /* [n]: to take medians */
} Series;

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
middle (double *sorted, guint n)
{
  qsort (sorted, n, sizeof *sorted, compare_doubles);
  return n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

static double
median (const Series *self, guint from, guint to)
{
  memcpy (self->sorted, self->values + from, (to - from) * sizeof (double));
  return middle (self->sorted, to - from);
}

static double
deviation (const Series *self, guint from, guint to, double level)
{
  for (guint i = from; i < to; i++)
    self->sorted[i - from] = fabs (self->values[i] - level);
  return BY_MEDIAN * middle (self->sorted, to - from);
}

/* Of two numbers in the middle the lower: a single change in a series of three differences or four
 * is no noise. */
static double
noise_by_differences (const Series *self)
{
  for (guint i = 1; i < self->n; i++)
    self->sorted[i - 1] = fabs (self->values[i] - self->values[i - 1]);
  middle (self->sorted, self->n - 1);
  return BY_MEDIAN * self->sorted[(self->n - 2) / 2] / G_SQRT2;
}

/* Variance of the median of @n values with normal noise, of that of one value. */
static double
median_variance (guint n)
{
  static const double few[] = {1, 1, 0.5, 0.449, 0.298, 0.287};

  return n < G_N_ELEMENTS (few) ? few[n] : G_PI_2 / n;
}

/* Of @n values these may be on the other side. */
static guint
exceptions (guint n)
{
  return n < 4 ? 0 : MAX (1, n / 10);
}

gboolean
poplens_level_is_other (double before, double after)
{
  return fabs (after - before) > MAX (LEAST_UNITS, LEAST_SHARE * fabs (before));
}

static gboolean
is_far (const Series *self, double before, double after, double noise, guint n_before,
        guint n_after)
{
  double error = noise * sqrt (median_variance (n_before) + median_variance (n_after));

  return poplens_level_is_other (before, after) && fabs (after - before) > self->errors * error;
}

/* How many values are nearer to the level @there than to the level @here. */
static guint
count_beyond (const Series *self, guint from, guint to, double here, double there)
{
  guint n = 0;

  for (guint i = from; i < to; i++)
    n += fabs (self->values[i] - there) <= fabs (self->values[i] - here);
  return n;
}

/* Whether [at, end) is on another level than [from, at). */
static gboolean
is_new_level (const Series *self, guint from, guint at, guint end, double before, double after,
              double noise)
{
  return is_far (self, before, after, noise, at - from, end - at) &&
         count_beyond (self, from, at, before, after) <= exceptions (at - from) &&
         count_beyond (self, at, end, after, before) <= exceptions (end - at);
}

/* Where in (from, end) values change from being nearer to the level before to the one after: the
 * split with the least sum of absolute deviations. */
static guint
place_change (const Series *self, guint from, guint at, guint end)
{
  double before = median (self, from, at), after = median (self, at, end);
  double sum = 0, least = 0;
  guint best = from + 1;

  for (guint i = from + 1; i < end; i++) {
    if (sum < least) {
      least = sum;
      best = i;
    }
    sum += fabs (self->values[i] - before) - fabs (self->values[i] - after);
  }
  return best;
}

/* The first values of all levels, by one walk that sees what follows five values far. */
static GArray *
walk (const Series *self)
{
  GArray *starts = g_array_new (FALSE, FALSE, sizeof (guint));
  guint start = 0;

  g_array_append_val (starts, start);
  for (guint at = 1; at < self->n; at++) {
    guint from = at - start > MOST_BEFORE ? at - MOST_BEFORE : start;
    guint end = MIN (at + AFTER, self->n);
    double before = median (self, from, at);
    double after = median (self, at, end);
    double noise = MAX (self->noise, deviation (self, from, at, before));
    if (!is_new_level (self, from, at, end, before, after, noise))
      continue;
    start = at = place_change (self, from, at, end);
    g_array_append_val (starts, start);
  }
  return starts;
}

/* How many of @n values in order are below @value, and with @or_same as large. */
static guint
count_below (const double *sorted, guint n, double value, gboolean or_same)
{
  guint low = 0, high = n;

  while (low < high) {
    guint middle_of = low + (high - low) / 2;
    if (sorted[middle_of] < value || (or_same && sorted[middle_of] == value))
      low = middle_of + 1;
    else
      high = middle_of;
  }
  return low;
}

/* Of the pairs of one value before each place in [from, end) and one from it on: those that rise
 * less those that fall. */
static double *
count_rises (const Series *self, guint from, guint end)
{
  guint n = end - from;
  double *rises = g_new (double, n + 1);

  memcpy (self->sorted, self->values + from, n * sizeof (double));
  qsort (self->sorted, n, sizeof (double), compare_doubles);
  rises[0] = 0;
  for (guint i = 0; i < n; i++) {
    double value = self->values[from + i];
    guint below = count_below (self->sorted, n, value, FALSE);
    guint above = n - count_below (self->sorted, n, value, TRUE);
    rises[i + 1] = rises[i] + above - below;
  }
  return rises;
}

/* Whether [at, end) is apart from [from, at) as a whole, by ranks (Mann and Whitney). */
static gboolean
is_shifted (const Series *self, guint from, guint at, guint end)
{
  g_autofree double *rises = count_rises (self, from, end);
  double n = end - from, before = at - from;
  double deviation = sqrt (before * (n - before) * (n + 1) / 3);

  return erfc (fabs (rises[at - from]) / deviation / G_SQRT2) < LEAST_LIKELY &&
         poplens_level_is_other (median (self, from, at), median (self, at, end));
}

/* Where in [from, end) the level changes most clearly, if it does: 0 where noise alone would give
 * as much. The range of the path is that of a step, or of a step up and down again (Pettitt;
 * Kuiper). */
static guint
find_shift (const Series *self, guint from, guint end)
{
  guint n = end - from, least = 0, most = 0;
  g_autofree double *rises = count_rises (self, from, end);

  for (guint i = 1; i < n; i++) {
    least = rises[i] < rises[least] ? i : least;
    most = rises[i] > rises[most] ? i : most;
  }
  double range = (rises[most] - rises[least]) / sqrt ((double) n * n * (n + 1) / 3);
  double likely = 2 * (4 * range * range - 1) * exp (-2 * range * range);
  guint at = from + (-rises[least] > rises[most] ? least : most);
  /* Below 1 noise gives as much nearly always, and the formula does not hold. */
  return range > 1 && likely < LEAST_LIKELY && is_shifted (self, from, at, end) ? at : 0;
}

static guint
end_of (const Series *self, const GArray *starts, guint level)
{
  return level + 1 < starts->len ? g_array_index (starts, guint, level + 1) : self->n;
}

/* The walk looked at five values: a change that is small, but lasts, is seen by the whole. */
static void
split_levels (const Series *self, GArray *starts)
{
  for (guint l = 0; l < starts->len;) {
    guint at = find_shift (self, g_array_index (starts, guint, l), end_of (self, starts, l));
    if (at)
      g_array_insert_val (starts, l + 1, at);
    else
      l++;
  }
}

/* The walk knew little of the first levels: those that are not apart as a whole are one. */
static void
join_levels (const Series *self, GArray *starts)
{
  for (guint l = 1; l < starts->len;) {
    guint from = g_array_index (starts, guint, l - 1), at = g_array_index (starts, guint, l);
    guint end = end_of (self, starts, l);
    double before = median (self, from, at), after = median (self, at, end);
    if (is_new_level (self, from, at, end, before, after, self->noise) ||
        is_shifted (self, from, at, end)) {
      l++;
    } else {
      g_array_remove_index (starts, l);
      l = MAX (l - 1, 1);
    }
  }
}

/* Now that both levels are known, each change is where the values say. */
static void
place_levels (const Series *self, GArray *starts)
{
  for (guint l = 1; l < starts->len; l++) {
    guint *at = &g_array_index (starts, guint, l);
    *at = place_change (self, g_array_index (starts, guint, l - 1), *at, end_of (self, starts, l));
  }
}

/* Values of the level that stand out alone; none where so many do that it is the level's way. */
static void
add_exceptions (const Series *self, guint from, guint to, GArray *changes)
{
  double level = median (self, from, to);
  double noise = MAX (self->noise, deviation (self, from, to, level));
  guint first = changes->len;

  for (guint i = from; i < to; i++)
    if (is_far (self, level, self->values[i], noise, to - from, 1)) {
      PoplensLevelChange change = {.at = i,
                                   .once = TRUE,
                                   .last = i + 1 == self->n,
                                   .before = level,
                                   .after = self->values[i],
                                   .noise = noise};
      g_array_append_val (changes, change);
    }
  if (changes->len - first > exceptions (to - from))
    g_array_set_size (changes, first);
}

static void
add_change (const Series *self, guint from, guint at, guint to, GArray *changes)
{
  double before = median (self, from, at);
  PoplensLevelChange change = {.at = at,
                               .last = at + 1 == self->n,
                               .before = before,
                               .after = median (self, at, to),
                               .noise = MAX (self->noise, deviation (self, from, at, before))};

  g_array_append_val (changes, change);
}

static void
find_changes (const Series *self, GArray *changes)
{
  g_autoptr (GArray) starts = walk (self);

  split_levels (self, starts);
  join_levels (self, starts);
  place_levels (self, starts);
  for (guint l = 0; l < starts->len; l++) {
    guint from = g_array_index (starts, guint, l), to = end_of (self, starts, l);
    if (l)
      add_change (self, g_array_index (starts, guint, l - 1), from, to, changes);
    add_exceptions (self, from, to, changes);
  }
}

GArray *
poplens_levels_find (const double *values, guint n)
{
  GArray *changes = g_array_new (FALSE, FALSE, sizeof (PoplensLevelChange));
  g_autofree double *known = g_new (double, n), *sorted = g_new (double, n);
  g_autofree guint *places = g_new (guint, n);
  Series self = {.values = known, .sorted = sorted};

  for (guint i = 0; i < n; i++)
    if (!isnan (values[i])) {
      places[self.n] = i;
      known[self.n++] = values[i];
    }
  if (self.n < POPLENS_LEVELS_FEWEST)
    return changes;
  self.noise = noise_by_differences (&self);
  self.errors = STANDARD_ERRORS * (1 + 4.0 / (self.n - 1));
  find_changes (&self, changes);
  for (guint c = 0; c < changes->len; c++) {
    PoplensLevelChange *change = &g_array_index (changes, PoplensLevelChange, c);
    change->previous = places[change->at ? change->at - 1 : 0];
    change->at = places[change->at];
  }
  return changes;
}

double
poplens_levels_median (const double *values, guint n)
{
  g_autofree double *sorted = g_memdup2 (values, n * sizeof *values);

  return middle (sorted, n);
}
