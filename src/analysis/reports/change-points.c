/* Change-point detection by binary segmentation; change-points.h describes the algorithm. */
#include "analysis/reports/change-points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FEWEST POPLENS_CHANGE_POINTS_FEWEST
/* Smallest number of values of a series in which outliers are smoothed and a trend is searched. */
#define ENOUGH POPLENS_CHANGE_POINTS_ENOUGH
/* Significance level of a step: the chance of a false alarm in a segment without a step. */
#define ALPHA 0.005
/* Significance level of changes that are rarer than a step: a level that comes back, a jump between
 * two values, a trend. */
#define ALPHA_RARE 0.0002
/* Significance level of an outlier. It is low because the latest value is tested again with each
 * new report, and false alarms would add up. */
#define ALPHA_ALONE 0.002
/* Smallest number of values of a segment. END: first and last segment of the series; AMONG:
 * segments between two others. */
#define END 2u
#define AMONG 4u
/* Largest number of values in a temporary change of level. Without a limit, the time is quadratic.
 */
#define AWAY 100u
/* Smoothing of outliers. NEAR: number of neighbours on each side. FAR_NOISE: smallest distance from
 * the nearest neighbour at which a value is smoothed. KEPT_NOISE: distance from the median of the
 * neighbours after smoothing. Distances are in standard deviations. */
#define NEAR 5u
#define FAR_NOISE 4.0
#define KEPT_NOISE 2.0
#define MOST_MEMORY 0.9
/* Smallest difference that counts as a change: LEAST_SHARE × level or LEAST_UNITS, whichever is
 * more. */
#define LEAST_SHARE 0.001
#define LEAST_UNITS 1.0
/* Values count as equal if they differ by at most ALIKE × the smallest change. */
#define ALIKE 0.25
/* Smallest gap between the two clusters of an alternating series, in standard deviations of the
 * values around their cluster's mean. */
#define TURNS_NOISE 5.0

/* ---- numbers --------------------------------------------------------------------------------- */

static double
least_change (double level)
{
  return MAX (LEAST_UNITS, LEAST_SHARE * fabs (level));
}

/* TRUE if @after differs from @before by more than the smallest change. Ignores noise. */
static gboolean
is_other_level (double before, double after)
{
  return fabs (after - before) > least_change (before);
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

static double *
sort_values (const double *values, guint n)
{
  double *sorted = g_memdup2 (values, n * sizeof *values);

  qsort (sorted, n, sizeof *sorted, compare_doubles);
  return sorted;
}

double
poplens_median (const double *values, guint n)
{
  g_autofree double *s = sort_values (values, n);

  return n % 2 ? s[n / 2] : (s[n / 2 - 1] + s[n / 2]) / 2;
}

static double
mean (const double *values, guint n)
{
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += values[i];
  return sum / n;
}

/* Returns the sum of squared deviations of the values from their mean. */
static double
squares (const double *values, guint n)
{
  double middle = mean (values, n), sum = 0;

  for (guint i = 0; i < n; i++)
    sum += (values[i] - middle) * (values[i] - middle);
  return sum;
}

/* Returns the number of @sorted values that are less than @value or, if @equal, less than or equal
 * to @value. */
static guint
count_below (const double *sorted, guint n, double value, gboolean equal)
{
  guint below = 0;

  while (n) {
    double middle = sorted[below + n / 2];
    gboolean is_below = middle < value || (equal && middle == value);
    below += is_below ? n / 2 + 1 : 0;
    n = is_below ? n - n / 2 - 1 : n / 2;
  }
  return below;
}

/* Returns the ranks of the values, from 1. Equal values have the mean of their ranks. (transfer
 * full) */
static double *
rank_values (const double *values, guint n)
{
  g_autofree double *sorted = sort_values (values, n);
  double *ranks = g_new (double, n);

  for (guint i = 0; i < n; i++)
    ranks[i] =
        (count_below (sorted, n, values[i], FALSE) + count_below (sorted, n, values[i], TRUE) + 1) /
        2.0;
  return ranks;
}

/* Returns the two-sided tail probability of Student's t: Wallace, "Bounds on normal
 * approximations", 1959. */
static double
chance_of_t (double t, double degrees)
{
  return erfc ((8 * degrees + 1) / (8 * degrees + 3) *
               sqrt (degrees * log1p (t * t / degrees) / 2));
}

static double
least_t (double chance, double degrees)
{
  double low = 0, high = 1e6;

  for (guint i = 0; i < 80; i++) {
    double t = (low + high) / 2;
    if (chance_of_t (t, degrees) > chance)
      low = t;
    else
      high = t;
  }
  return high;
}

/* Returns for each value Student's t of its distance from the mean of all other values (Grubbs).
 * @floor: smallest standard deviation to assume. (transfer full) */
static double *
compare_with_others (const double *x, guint n, double floor)
{
  double middle = mean (x, n), all = squares (x, n);
  double *t = g_new (double, n);

  for (guint i = 0; i < n; i++) {
    double by = (x[i] - middle) * n / (n - 1);
    double rest = MAX (all - by * by * (n - 1) / n, 0) / (n - 2);
    t[i] = fabs (by) / sqrt (MAX (rest, floor * floor) * (1 + 1.0 / (n - 1)));
  }
  return t;
}

/* Returns the autocorrelation of neighbouring residuals, 0 … MOST_MEMORY. @levels: number of means
 * that were subtracted from the values. The bias from this subtraction is corrected (Marriott &
 * Pope, 1954). */
static double
find_memory (const double *residuals, guint n, guint levels)
{
  double all = 0, products = 0;

  for (guint i = 0; i < n; i++)
    all += residuals[i] * residuals[i];
  for (guint i = 1; i < n; i++)
    products += residuals[i - 1] * residuals[i];
  double rho = all > 0 ? products / all : 0;
  return CLAMP (rho + (1 + 3 * MAX (rho, 0)) * levels / n, 0, MOST_MEMORY);
}

/* Returns how many independent values carry as much information as one autocorrelated value: 0 … 1
 * (Bayley & Hammersley, 1946). @memory: autocorrelation. */
static double
share_of_memory (double memory)
{
  return (1 - memory) / (1 + memory);
}

/* ---- series ---------------------------------------------------------------------------------- */

typedef struct {
  const double *x;
  guint n;
  double *y;     /* [n] values with outliers smoothed */
  double *ranks; /* [n] */
  double floor;  /* smallest standard deviation to assume: that of values rounded to the smallest
                    change (Sheppard) */
  double memory;
  gboolean exact;
  GArray *cuts;  /* guint, ascending: index of the first value of each segment, except the first
                    segment */
  double slope;  /* slope of the trend, per value; 0: no trend. With a trend, .cuts is empty */
  double *level; /* [n] values without the trend */
  guint8 *once;  /* [n] TRUE: the value is an outlier */
} Series;

static guint
cut_at (const GArray *cuts, guint c)
{
  return g_array_index (cuts, guint, c);
}

/* Returns the index of the first value of segment @c. It ends where the next segment begins. */
static guint
level_from (const Series *self, guint c)
{
  return c ? cut_at (self->cuts, c - 1) : 0;
}

static guint
level_end (const Series *self, guint c)
{
  return c < self->cuts->len ? cut_at (self->cuts, c) : self->n;
}

/* ---- without noise --------------------------------------------------------------------------- */

/* Lists the index of the first value of each run. A new run begins if a value differs from the
 * first value of the run by more than @share of the smallest change. (transfer full): GArray of
 * guint */
static GArray *
find_value_runs (const double *x, guint n, double share)
{
  GArray *runs = g_array_new (FALSE, FALSE, sizeof (guint));
  guint first = 0;

  g_array_append_val (runs, first);
  for (guint i = 1; i < n; i++)
    if (fabs (x[i] - x[first]) > share * least_change (x[first])) {
      first = i;
      g_array_append_val (runs, first);
    }
  return runs;
}

/* TRUE if the series has no noise. This has three conditions. At least half of the neighbouring
 * values are equal. No two adjacent runs have one value each. At most one earlier level comes back.
 */
static gboolean
is_exact (const double *x, guint n)
{
  g_autoptr (GArray) runs = find_value_runs (x, n, ALIKE);
  guint backs = 0;

  if (2 * (runs->len - 1) > n - 1)
    return FALSE;
  for (guint r = 2; r < runs->len; r++) {
    guint end = r + 1 < runs->len ? cut_at (runs, r + 1) : n;
    if (end - cut_at (runs, r - 1) == 2)
      return FALSE;
    for (guint q = 0; q < r - 1; q++)
      backs += !is_other_level (x[cut_at (runs, q)], x[cut_at (runs, r)]);
  }
  return backs <= 1;
}

static void
find_exact (Series *self)
{
  g_autoptr (GArray) runs = find_value_runs (self->x, self->n, 1);

  for (guint r = 1; r + 1 < runs->len; r++)
    self->once[cut_at (runs, r)] =
        cut_at (runs, r + 1) - cut_at (runs, r) == 1 &&
        !is_other_level (self->x[cut_at (runs, r - 1)], self->x[cut_at (runs, r + 1)]);
  for (guint r = 1; r < runs->len; r++) {
    guint at = cut_at (runs, r);
    if (!self->once[at] && !self->once[at - 1])
      g_array_append_val (self->cuts, at);
  }
}

/* ---- with noise ------------------------------------------------------------------------------ */

static double
find_noise (const double *x, guint n)
{
  g_autofree double *differences = g_new (double, n - 1);

  for (guint i = 1; i < n; i++)
    differences[i - 1] = fabs (x[i] - x[i - 1]);
  return 1.4826 * poplens_median (differences, n - 1) / sqrt (2);
}

/* Moves outliers nearer to the median of their neighbours, as smooth.CNA of DNAcopy does (Olshen et
 * al.). */
static void
smooth (Series *self)
{
  double noise = MAX (find_noise (self->x, self->n), self->floor);

  for (guint i = 0; i < self->n; i++) {
    double near[2 * NEAR + 1], nearest = INFINITY, least = INFINITY, most = -INFINITY;
    guint n = 0, end = MIN (i + NEAR, self->n - 1);
    for (guint k = i > NEAR ? i - NEAR : 0; k <= end; k++) {
      near[n++] = self->x[k];
      if (k == i)
        continue;
      nearest = MIN (nearest, fabs (self->x[k] - self->x[i]));
      least = MIN (least, self->x[k]);
      most = MAX (most, self->x[k]);
    }
    if (nearest > FAR_NOISE * noise && (self->x[i] <= least || self->x[i] >= most))
      self->y[i] =
          poplens_median (near, n) + (self->x[i] > most ? KEPT_NOISE : -KEPT_NOISE) * noise;
  }
}

/* Selects the parts [i, j) of a segment of n values that are compared with the rest of the segment.
 */
typedef struct {
  guint low, high; /* .low: smallest number of values before the part; .high: smallest number of
                      values after the part or, if .to_end, in the part */
  gboolean to_end; /* TRUE: compares only parts that end where the segment ends */
} Places;

/* Finds the part [@from, @to) of the values that differs most from the rest, by Student's t.
 * Returns the chance that noise alone gives such a part. @from, @to: (out). */
static double
find_clearest (const double *values, guint n, double floor, double memory, const Places *places,
               guint *from, guint *to)
{
  g_autofree double *sums = g_new (double, n + 1);
  double middle = mean (values, n), total = squares (values, n), top = 0;
  guint n_places = 0;

  sums[0] = 0;
  for (guint i = 0; i < n; i++)
    sums[i + 1] = sums[i] + values[i] - middle;
  for (guint i = places->low; i + places->high <= n && i < n; i++) {
    guint end = places->to_end ? n : MIN (i + AWAY, n - places->high);
    for (guint j = places->to_end ? n : i + AMONG; j <= end; j++) {
      double k = j - i, by = sums[j] - sums[i];
      double between = by * by * (1 / k + 1 / (n - k));
      double t = sqrt (between / MAX ((total - between) / (n - 2), floor * floor));
      n_places++;
      if (t <= top * (1 + 1e-9))
        continue;
      top = t;
      *from = i;
      *to = j;
    }
  }
  return top > 0 ? n_places * chance_of_t (top * sqrt (share_of_memory (memory)), n - 2) : 1;
}

/* Returns for each difference of neighbouring values its Student's t against all other differences.
 * (transfer full): [n − 1] */
static double *
compare_differences (const double *values, guint n, double floor)
{
  g_autofree double *differences = g_new (double, n - 1);

  for (guint i = 1; i < n; i++)
    differences[i - 1] = values[i] - values[i - 1];
  return compare_with_others (differences, n - 1, floor * sqrt (2));
}

/* Finds a jump within a trend or drifting noise: the largest difference of two neighbours, if noise
 * alone is unlikely to make it. Returns the index of the second neighbour; 0: there is no jump. */
static guint
find_jump (const double *x, const double *y, guint n, double floor, guint low, guint high)
{
  double top = -1;
  guint at = 0;

  if (n < MAX (FEWEST + 1, low + high))
    return 0;
  g_autofree double *raw = compare_differences (x, n, floor);
  g_autofree double *smoothed = compare_differences (y, n, floor);
  for (guint k = low; k + high <= n; k++)
    if (MIN (raw[k - 1], smoothed[k - 1]) > top) {
      top = MIN (raw[k - 1], smoothed[k - 1]);
      at = k;
    }
  return (n - 1) * chance_of_t (top, n - 3.0) <= ALPHA_RARE ? at : 0;
}

/* Finds a change within the segment [@from, @end): the part that differs from the rest. @cuts:
 * (out): begin and end of the part, relative to @from. Returns the number of cuts, 0 to 2. */
static guint
find_change (const Series *self, guint from, guint end, guint cuts[2])
{
  const double *x = self->x + from, *y = self->y + from;
  guint n = end - from, to;
  Places places = {from ? AMONG : END, end == self->n ? END : AMONG, TRUE};

  if (find_clearest (y, n, self->floor, self->memory, &places, cuts, &to) <= ALPHA ||
      find_clearest (self->ranks + from, n, 0.5, self->memory, &places, cuts, &to) <= ALPHA)
    return 1;
  places.to_end = FALSE;
  if (find_clearest (x, n, self->floor, self->memory, &places, &cuts[0], &cuts[1]) <= ALPHA_RARE)
    return 2;
  cuts[0] = find_jump (x, y, n, self->floor, places.low, places.high);
  return cuts[0] > 0;
}

/* Divides the segment [@from, @end) until no part of it has a change. Adds the cuts, ascending. */
static void
find_cuts (Series *self, guint from, guint end)
{
  guint cuts[2], n = end - from < FEWEST ? 0 : find_change (self, from, end, cuts), first = from;

  for (guint c = 0; c < n; c++) {
    guint at = first + cuts[c];
    find_cuts (self, from, at);
    g_array_append_val (self->cuts, at);
    from = at;
  }
  if (n)
    find_cuts (self, from, end);
}

/* Returns the smoothed values minus the means of their segments. (transfer full): [n] */
static double *
find_residuals (const Series *self)
{
  double *residuals = g_new (double, self->n);

  for (guint c = 0; c <= self->cuts->len; c++) {
    guint from = level_from (self, c), end = level_end (self, c);
    double middle = mean (self->y + from, end - from);
    for (guint i = from; i < end; i++)
      residuals[i] = self->y[i] - middle;
  }
  return residuals;
}

/* Finds the cuts of the series. Autocorrelated values are weaker evidence than independent ones. So
 * if the residuals are autocorrelated, searches again with a stricter test. */
static void
find_steps (Series *self)
{
  find_cuts (self, 0, self->n);
  g_autofree double *residuals = find_residuals (self);
  self->memory = find_memory (residuals, self->n, self->cuts->len + 1);
  if (self->memory <= 0)
    return;
  g_array_set_size (self->cuts, 0);
  find_cuts (self, 0, self->n);
}

/* Returns the residual sum of squares of the best fit with a single step. */
static double
squares_of_step (const double *y, guint n)
{
  double middle = mean (y, n), total = squares (y, n), most = 0, sum = 0;

  for (guint k = 1; k < n; k++) {
    sum += y[k - 1] - middle;
    most = MAX (most, sum * sum * (1.0 / k + 1.0 / (n - k)));
  }
  return total - most;
}

static double
sum_squares (const double *values, guint n)
{
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += values[i] * values[i];
  return sum;
}

/* Replaces all cuts by a linear trend if the trend fits better. Its BIC (Schwarz, 1978) must be
 * better than that of the cuts. Positive evidence (Kass & Raftery, 1995) must prefer it to the best
 * single step. */
static void
find_line (Series *self)
{
  double n = self->n, middle = (n - 1) / 2, slope = 0, least = n * self->floor * self->floor;
  guint cuts = self->cuts->len;
  g_autofree double *r = g_new (double, self->n);

  if (n < ENOUGH)
    return;
  for (guint i = 0; i < self->n; i++)
    slope += (i - middle) * self->y[i];
  slope *= 12 / (n * (n * n - 1));
  for (guint i = 0; i < self->n; i++)
    r[i] = self->y[i] - slope * i;
  double around = mean (r, self->n);
  for (guint i = 0; i < self->n; i++)
    r[i] -= around;
  double line = MAX (sum_squares (r, self->n), least);
  double t = sqrt (share_of_memory (find_memory (r, self->n, 0)) * slope * slope * n * (n * n - 1) /
                   12 / (line / (n - 2)));
  if (!cuts && chance_of_t (t, n - 2) > ALPHA_RARE)
    return;
  g_autofree double *residuals = find_residuals (self);
  double steps = MAX (sum_squares (residuals, self->n), least);
  double one = MAX (squares_of_step (self->y, self->n), least);
  if (n * log (one / line) < 2 || n * log (steps / line) + (2.0 * cuts - 1) * log (n) <= 0)
    return;
  self->slope = slope;
  g_array_set_size (self->cuts, 0);
}

/* Marks outliers in the segment [@from, @end), the clearest first: at most a tenth of the values,
 * or one if that is more. */
static void
find_alone (Series *self, guint from, guint end)
{
  guint n = end - from, most = MAX (1, n / 10);
  g_autofree double *left = g_memdup2 (self->level + from, n * sizeof *left);
  g_autofree guint *place = g_new (guint, n);

  for (guint i = 0; i < n; i++)
    place[i] = from + i;
  for (guint found = 0; found < most && n >= FEWEST; found++, n--) {
    g_autofree double *t = compare_with_others (left, n, self->floor);
    double least = INFINITY;
    guint p = 0;
    for (guint i = 0; i < n; i++) {
      double chance = chance_of_t (t[i], n - 2.0) * (place[i] == self->n - 1 ? 1 : n);
      if (chance < least) {
        least = chance;
        p = i;
      }
    }
    if (least > ALPHA_ALONE)
      return;
    self->once[place[p]] = TRUE;
    memmove (left + p, left + p + 1, (n - p - 1) * sizeof *left);
    memmove (place + p, place + p + 1, (n - p - 1) * sizeof *place);
  }
}

/* ---- changes --------------------------------------------------------------------------------- */

static void
series_init (Series *self, const double *x, guint n)
{
  *self = (Series){.x = x, .n = n, .cuts = g_array_new (FALSE, FALSE, sizeof (guint))};
  self->y = g_memdup2 (x, n * sizeof *x);
  self->level = g_memdup2 (x, n * sizeof *x);
  self->once = g_new0 (guint8, n);
  self->floor = least_change (poplens_median (x, n)) / sqrt (12);
  self->exact = is_exact (x, n);
  if (self->exact) {
    find_exact (self);
    return;
  }
  self->ranks = rank_values (x, n);
  if (n >= ENOUGH)
    smooth (self);
  find_steps (self);
  find_line (self);
  for (guint i = 0; i < n; i++)
    self->level[i] -= self->slope * i;
  for (guint c = 0; c <= self->cuts->len; c++)
    find_alone (self, level_from (self, c), level_end (self, c));
}

static void
series_clear (Series *self)
{
  g_array_unref (self->cuts);
  g_free (self->y);
  g_free (self->ranks);
  g_free (self->level);
  g_free (self->once);
}

/* Returns the index of the last value before @at that is not an outlier; @at if there is none. */
static guint
find_previous (const Series *self, guint at)
{
  for (guint i = at; i--;)
    if (!self->once[i])
      return i;
  return at;
}

static void
add_change (GArray *changes, const Series *self, PoplensChangePoint change)
{
  change.last = change.at == self->n - 1 && !change.over;
  if (is_other_level (change.before, change.after))
    g_array_append_val (changes, change);
}

/* Returns the standard deviation of the segment [@from, @end) without its outliers; 0 if the series
 * has no noise. */
static double
find_deviation (const Series *self, guint from, guint end)
{
  g_autofree double *inner = g_new (double, end - from);
  guint n = 0;

  for (guint i = from; i < end; i++)
    if (!self->once[i])
      inner[n++] = self->level[i];
  return self->exact || n < 2 ? 0 : sqrt (squares (inner, n) / (n - 1));
}

/* Adds the trend as one change. The trend begins at the first value that is not an outlier, and
 * ends at the value @last. */
static void
add_trend (GArray *changes, const Series *self, guint last, double level, double noise)
{
  guint first = 0;

  while (first < last && self->once[first])
    first++;
  add_change (changes, self,
              (PoplensChangePoint){.at = last,
                                   .previous = first,
                                   .over = last - first + 1,
                                   .before = level + self->slope * first,
                                   .after = level + self->slope * last,
                                   .noise = noise});
}

static GArray *
find_changes (const Series *self)
{
  GArray *changes = g_array_new (FALSE, FALSE, sizeof (PoplensChangePoint));
  double level = 0, noise = 0;

  guint line_end = self->slope != 0 ? find_previous (self, self->n) : self->n;
  for (guint c = 0; c <= self->cuts->len; c++) {
    guint from = level_from (self, c), end = level_end (self, c);
    double before = level, noise_before = noise;
    level = poplens_median (self->level + from, end - from);
    noise = find_deviation (self, from, end);
    if (c)
      add_change (changes, self,
                  (PoplensChangePoint){.at = from,
                                       .previous = find_previous (self, from),
                                       .before = before,
                                       .after = level,
                                       .noise = noise_before});
    for (guint i = from; i < end; i++) {
      if (i == line_end)
        add_trend (changes, self, i, level, noise);
      if (self->once[i])
        add_change (changes, self,
                    (PoplensChangePoint){.at = i,
                                         .previous = find_previous (self, i),
                                         .once = TRUE,
                                         .before = level + self->slope * i,
                                         .after = self->x[i],
                                         .noise = noise});
    }
  }
  return changes;
}

/* TRUE if the series alternates between two clusters of values. The gap between the clusters must
 * be wide compared with the noise within them. There must be three switches or more, because two
 * can be a change that was reverted. */
static gboolean
takes_turns (const Series *self)
{
  g_autofree double *s = sort_values (self->x, self->n);
  guint n = self->n, least = MAX (2, n / 10), k = least, switches = 0;

  if (n < ENOUGH)
    return FALSE;
  for (guint i = least; i <= n - least; i++)
    if (s[i] - s[i - 1] > s[k] - s[k - 1])
      k = i;
  double noise = MAX (sqrt ((squares (s, k) + squares (s + k, n - k)) / (n - 2)), self->floor);
  for (guint i = 1; i < n; i++)
    switches += (self->x[i - 1] < s[k]) != (self->x[i] < s[k]);
  return s[k] - s[k - 1] > TURNS_NOISE * noise && switches > 2;
}

static void
find_hidden (const Series *self, PoplensSeriesNoise *noise)
{
  guint from = level_from (self, self->cuts->len), n = self->n - from;
  const double *last = self->level + from;
  double differ = 0, level = poplens_median (last, n);

  *noise = (PoplensSeriesNoise){self->exact, FALSE, level, 0, least_change (level)};
  if (self->exact)
    return;
  noise->turns = takes_turns (self);
  noise->differ = noise->latest = NAN;
  if (n < FEWEST)
    return;
  double rest = MAX (sqrt (squares (last, n - 1) / (n - 2)), self->floor);
  double latest = least_t (ALPHA_ALONE, n - 2.0) * rest * sqrt (1 + 1.0 / (n - 1));
  for (guint i = 1; i < n; i++)
    differ += fabs (last[i] - last[i - 1]);
  noise->differ = differ / (n - 1);
  noise->latest = MAX (latest, least_change (level));
}

GArray *
poplens_change_points_find (const double *values, guint n, PoplensSeriesNoise *noise)
{
  Series series;

  if (noise)
    *noise = (PoplensSeriesNoise){FALSE, FALSE, NAN, NAN, NAN};
  if (n < FEWEST)
    return g_array_new (FALSE, FALSE, sizeof (PoplensChangePoint));
  series_init (&series, values, n);
  GArray *changes = find_changes (&series);
  if (noise)
    find_hidden (&series, noise);
  series_clear (&series);
  return changes;
}
