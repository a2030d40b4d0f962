#include "analysis/reports/level-turns.h"

#include "analysis/reports/level-chance.h"
#include "analysis/reports/level-steps.h"
#include "base/search.h"

#include <math.h>
#include <stdlib.h>

/* How likely chance may give as few turns as levels have that the series left and came back to. One
 * that it left once asks for less: six values among nine are one, five among eleven take turns.
 * Values that are the same again and again are no work of chance. */
#define LIKELY_TURNS 2e-3
#define LIKELY_TURNS_OF_ONE (1 / 320.0)
#define LIKELY_TURNS_OF_EXACT 0.025
/* The standard deviation of normal noise by what four of five of its absolute deviations are below.
 */
#define BY_FOUR_OF_FIVE 0.7803
/* Gaps that may part kinds of values: the widest. In thousands of values that are all unlike,
 * each gap would be looked at. */
#define MOST_GAPS 16u

typedef struct {
  const double *values;
  guint n;
  double noise; /* where kinds say nothing of it */
} Series;

/* A kind of values, those in [from, to), and a gap between it and those on the other side, which
 * are more. It has no gap within that is half as wide, as values that differ may be of a level that
 * the series left for another reason. */
typedef struct {
  double width, from, to;
  gboolean is_upper;
  guint below; /* values below the gap */
} Kind;

/* The lowest value above the gap. */
static double
limit_of (const Kind *kind)
{
  return kind->is_upper ? kind->from : kind->to;
}

static gboolean
is_of_kind (const Kind *kind, double value)
{
  return value >= kind->from && value < kind->to;
}

static gboolean
is_beyond (const Kind *kind, double value)
{
  return kind->is_upper ? value >= kind->to : value < kind->from;
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
  return poplens_chance_of_runs (runs, n[0], n[1]) > (self->noise <= 0 ? LIKELY_TURNS_OF_EXACT
                                                      : runs == 3      ? LIKELY_TURNS_OF_ONE
                                                                       : LIKELY_TURNS);
}

/* The noise of each side, by the differences of neighbours on it; of all values where @limit is
 * infinite. Not by their median: where values are noisy before a change and the same after it,
 * that is none, and each value before would stand out. */
static double
noise_of_sides (const Series *self, double limit)
{
  g_autofree double *by = g_new (double, self->n);
  double last[2] = {NAN, NAN};
  guint n = 0;

  for (guint i = 0; i < self->n; i++) {
    guint side = self->values[i] >= limit;
    if (!isnan (last[side]))
      by[n++] = fabs (self->values[i] - last[side]);
    last[side] = self->values[i];
  }
  qsort (by, n, sizeof *by, poplens_compare_real);
  return n ? BY_FOUR_OF_FIVE * by[(4 * n - 1) / 5] / G_SQRT2 : self->noise;
}

double
poplens_level_noise_of_most (const double *values, guint n, double noise)
{
  const Series self = {values, n, noise};

  return noise_of_sides (&self, INFINITY);
}

static int
compare_kinds (gconstpointer a, gconstpointer b)
{
  const Kind *x = a, *y = b;

  return x->width != y->width ? (x->width < y->width) - (x->width > y->width)
                              : (x->below > y->below) - (x->below < y->below);
}

/* Where the kind beside the gap begins and ends among @sorted. */
static void
find_ends (Kind *kind, const double *sorted, guint n)
{
  guint from = kind->is_upper ? kind->below : kind->below - 1;
  guint to = from + 1;

  while (!kind->is_upper && from && 2 * (sorted[from] - sorted[from - 1]) < kind->width)
    from--;
  while (kind->is_upper && to < n && 2 * (sorted[to] - sorted[to - 1]) < kind->width)
    to++;
  kind->from = sorted[from];
  kind->to = to < n ? sorted[to] : INFINITY;
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
  double most = poplens_level_noise_of_most (values, n, noise);

  for (guint k = 0; k < kinds->len; k++) {
    const Kind *kind = &g_array_index (kinds, Kind, k);
    if (!take_turns (&self, kind) ||
        kind->width <= errors * MIN (most, noise_of_sides (&self, limit_of (kind))))
      continue;
    *from = kind->from;
    *to = kind->to;
    return TRUE;
  }
  return FALSE;
}
