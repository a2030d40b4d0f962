#include "analysis/reports/level-turns.h"

#include "analysis/reports/level-chance.h"
#include "analysis/reports/level-steps.h"
#include "base/search.h"

#include <math.h>
#include <stdlib.h>

/* How likely chance may give as few turns as levels have that the series left and came back to. One
 * that it left once, as a mended rise is, asks for less: five values in a row among ten are one (10
 * of 252 orders are as plain), three among twelve take turns (12 of 220). So do values that are the
 * same again and again. */
#define LIKELY_TURNS 2e-3
#define LIKELY_TURNS_OF_ONE 0.05
#define LIKELY_TURNS_OF_EXACT 0.025
/* The standard deviation of normal noise by what four of five of its absolute deviations are below.
 */
#define BY_FOUR_OF_FIVE 0.7803
/* Gaps that may part kinds of values: the widest. In thousands of values that are all unlike,
 * each gap would be looked at. */
#define MOST_GAPS 16u
/* So many differences of neighbours tell how much noise two kinds have. */
#define FEWEST_OF_SIDES 3u

typedef struct {
  const double *values;
  guint n;
  double noise;
} Series;

/* A kind of values beside a gap: those below or from @limit on, whichever side has fewer. No gap
 * that is half as wide is within [low, limit) or [limit, high), as values that differ may be of a
 * level that the series left for another reason. */
typedef struct {
  double width, low, limit, high;
  gboolean is_upper;
  guint below; /* all values below the gap */
} Kind;

static gboolean
is_of_kind (const Kind *kind, double value)
{
  return kind->is_upper ? value >= kind->limit && value < kind->high
                        : value < kind->limit && value >= kind->low;
}

static gboolean
is_beyond (const Kind *kind, double value)
{
  return kind->is_upper ? value >= kind->high : value < kind->low;
}

/* Whether values of @kind and those on the other side come in an order that chance gives, so that
 * neither is a level that the series left. The first value alone is no level either. */
static gboolean
take_turns (const Series *self, const Kind *kind)
{
  guint n[2] = {0}, runs = 0;
  gboolean last = FALSE;

  for (guint i = 0; i < self->n; i++) {
    gboolean is_of = is_of_kind (kind, self->values[i]);
    if (is_beyond (kind, self->values[i]))
      continue;
    runs += !runs || is_of != last;
    n[is_of]++;
    last = is_of;
  }
  if (runs == 2)
    return n[!last] == 1 && is_of_kind (kind, self->values[0]) == !last;
  return poplens_chance_of_runs (runs, n[0], n[1]) > (runs == 3          ? LIKELY_TURNS_OF_ONE
                                                      : self->noise <= 0 ? LIKELY_TURNS_OF_EXACT
                                                                         : LIKELY_TURNS);
}

/* Of normal noise, by @n differences of neighbours; they are sorted. */
static double
noise_of (double *by, guint n)
{
  qsort (by, n, sizeof *by, poplens_compare_real);
  return BY_FOUR_OF_FIVE * by[(4 * n - 1) / 5] / G_SQRT2;
}

double
poplens_level_noise_of_most (const double *values, guint n)
{
  g_autofree double *by = g_new (double, MAX (n, 1));

  for (guint i = 1; i < n; i++)
    by[i - 1] = fabs (values[i] - values[i - 1]);
  return n > 1 ? noise_of (by, n - 1) : 0;
}

/* By the differences of neighbours of those in [low, high), on each side of the gap. Where that are
 * too few, and most in a row are of them, they may be a noisy level that the series came to, whose
 * two sides are none: by all. */
static double
noise_within (const Series *self, double low, double limit, double high)
{
  g_autofree double *by = g_new (double, self->n), *all = g_new (double, self->n);
  double last[2] = {NAN, NAN}, before = NAN;
  guint n = 0, n_all = 0, first = self->n, end = 0;

  for (guint i = 0; i < self->n; i++) {
    double value = self->values[i];
    guint side = value >= limit;
    if (value < low || value >= high)
      continue;
    if (!isnan (last[side]))
      by[n++] = fabs (value - last[side]);
    if (!isnan (before))
      all[n_all++] = fabs (value - before);
    last[side] = before = value;
    first = MIN (first, i);
    end = i + 1;
  }
  gboolean is_level = 3 * (n_all + 1) > 2 * (end - first) && end - first < self->n;
  if (n < FEWEST_OF_SIDES && is_level)
    return noise_of (all, n_all);
  return n ? noise_of (by, n) : 0;
}

/* That of all values may be less, as those before a change may be the same; and that beside the gap
 * may be less, as it has no wide one. @most: of neighbours, wherever they are */
static double
noise_beside (const Series *self, const Kind *kind, double most)
{
  double all = noise_within (self, -INFINITY, kind->limit, INFINITY);

  return MAX (MIN (all, most), noise_within (self, kind->low, kind->limit, kind->high));
}

static int
compare_kinds (gconstpointer a, gconstpointer b)
{
  const Kind *x = a, *y = b;

  return x->width != y->width ? (x->width < y->width) - (x->width > y->width)
                              : (x->below > y->below) - (x->below < y->below);
}

/* How far the values on both sides of the gap reach, among @sorted. */
static void
find_ends (Kind *kind, const double *sorted, guint n)
{
  guint low = kind->below - 1, high = kind->below + 1;

  while (low && 2 * (sorted[low] - sorted[low - 1]) < kind->width)
    low--;
  while (high < n && 2 * (sorted[high] - sorted[high - 1]) < kind->width)
    high++;
  kind->low = sorted[low];
  kind->limit = sorted[kind->below];
  kind->high = high < n ? sorted[high] : INFINITY;
}

/* (transfer full) GArray of Kind: of gaps that matter, the widest first. */
static GArray *
list_kinds (const Series *self)
{
  GArray *kinds = g_array_new (FALSE, FALSE, sizeof (Kind));
  g_autofree double *sorted = g_memdup2 (self->values, self->n * sizeof *sorted);

  qsort (sorted, self->n, sizeof *sorted, poplens_compare_real);
  for (guint i = 1; i < self->n; i++) {
    Kind kind = {sorted[i] - sorted[i - 1], .is_upper = 2 * i > self->n, .below = i};
    if (poplens_level_is_other (sorted[i - 1], sorted[i]))
      g_array_append_val (kinds, kind);
  }
  g_array_sort (kinds, compare_kinds);
  g_array_set_size (kinds, MIN (kinds->len, MOST_GAPS));
  for (guint k = 0; k < kinds->len; k++)
    find_ends (&g_array_index (kinds, Kind, k), sorted, self->n);
  return kinds;
}

/* The one beside the widest gap of those that take turns, if that is more than noise makes. */
gboolean
poplens_level_turns_find (const double *values, guint n, double noise, double errors, double *from,
                          double *to)
{
  const Series self = {values, n, noise};
  g_autoptr (GArray) kinds = list_kinds (&self);
  double most = poplens_level_noise_of_most (values, n);

  for (guint k = 0; k < kinds->len; k++) {
    const Kind *kind = &g_array_index (kinds, Kind, k);
    if (!take_turns (&self, kind) || kind->width <= errors * noise_beside (&self, kind, most))
      continue;
    *from = kind->is_upper ? kind->limit : kind->low;
    *to = kind->is_upper ? kind->high : kind->limit;
    return TRUE;
  }
  return FALSE;
}
