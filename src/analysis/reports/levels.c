#include "analysis/reports/levels.h"

#include "analysis/reports/level-pieces.h"
#include "analysis/reports/level-steps.h"
#include "analysis/reports/level-turns.h"
#include "base/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Standard errors that a value that stands out has to have, in a long series. */
#define STANDARD_ERRORS 5.0
/* Values of an exact level that are looked at: the last ones. */
#define MOST_BEFORE 100u
/* The standard deviation of normal noise by the median of its absolute deviations. */
#define BY_MEDIAN 1.4826
typedef struct {
  double *values; /* those that are known */
  guint n;
  double noise;
  double errors;  /* standard errors that a change has to have */
  double *sorted; /* [n]: to take medians */
} Series;

static double
middle (double *sorted, guint n)
{
  qsort (sorted, n, sizeof *sorted, poplens_compare_real);
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

static gboolean
is_far (const Series *self, double before, double after, double noise, guint n_before,
        guint n_after)
{
  double error = noise * sqrt (median_variance (n_before) + median_variance (n_after));

  return poplens_level_is_other (before, after) && fabs (after - before) > self->errors * error;
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

/* ---- levels -------------------------------------------------------------------------------------
 */

static gboolean
is_other_level (const Series *self, guint from, guint at, guint end)
{
  return poplens_level_is_other (median (self, from, at), median (self, at, end));
}

static PoplensLevelPiece *
piece_at (const GArray *pieces, guint p)
{
  return &g_array_index (pieces, PoplensLevelPiece, p);
}

static guint
end_of (const Series *self, const GArray *pieces, guint p)
{
  return p + 1 < pieces->len ? piece_at (pieces, p + 1)->from : self->n;
}

/* Where there is no noise, a value that is not of the level begins one, unless the next one is
 * back. (transfer full) */
static GArray *
find_exact_pieces (const Series *self)
{
  GArray *pieces = g_array_new (FALSE, FALSE, sizeof (PoplensLevelPiece));
  PoplensLevelPiece piece = {0};

  g_array_append_val (pieces, piece);
  for (guint at = 1; at < self->n; at++) {
    guint from = at - piece.from > MOST_BEFORE ? at - MOST_BEFORE : piece.from;
    double level = median (self, from, at);
    if (!poplens_level_is_other (level, self->values[at]) ||
        (at + 1 < self->n && !poplens_level_is_other (level, self->values[at + 1])))
      continue;
    piece.from = at;
    g_array_append_val (pieces, piece);
  }
  poplens_level_pieces_try_line (pieces, self->values, self->n);
  return pieces;
}

static double
noise_of (const Series *self, guint from, guint end)
{
  return MAX (self->noise, deviation (self, from, end, median (self, from, end)));
}

/* A value on the way from the level before @piece to that of it, which ends at @end, begins it: it
 * is not once, as later ones are not as those before it. */
static void
take_way (const Series *self, const PoplensLevelPiece *before, PoplensLevelPiece *piece, guint end)
{
  guint way = piece->from - 1;

  if (way < before->from + 2)
    return;
  double level = median (self, before->from, way), after = median (self, piece->from, end);
  double value = self->values[way];
  if ((value > level) == (after > level) &&
      is_far (self, level, value, noise_of (self, before->from, way), way - before->from, 1))
    piece->from = way;
}

/* Now that two levels are known, a change between them is where the values say, if it is one. */
static void
place_changes (const Series *self, GArray *pieces)
{
  for (guint p = 1; p < pieces->len;) {
    PoplensLevelPiece *piece = piece_at (pieces, p), *before = piece - 1;
    guint end = end_of (self, pieces, p);
    p++;
    if (piece->slope != 0 || before->slope != 0)
      continue;
    piece->from = place_change (self, before->from, piece->from, end);
    if (is_other_level (self, before->from, piece->from, end))
      take_way (self, before, piece, end);
    else
      g_array_remove_index (pieces, --p);
  }
}

/* ---- values that take turns ---------------------------------------------------------------------
 */

/* Values of a series without those that are left out. */
typedef struct {
  Series series;
  double *values; /* [n] */
  guint *places;  /* [n]: in the whole series */
} Rest;

static void
rest_clear (Rest *self)
{
  g_free (self->values);
  g_free (self->places);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Rest, rest_clear)

static void
leave_out (Rest *self, double from, double to)
{
  guint n = 0;

  for (guint i = 0; i < self->series.n; i++)
    if (self->values[i] < from || self->values[i] >= to) {
      self->values[n] = self->values[i];
      self->places[n++] = self->places[i];
    }
  self->series.n = n;
  self->series.noise = n > 1 ? noise_by_differences (&self->series) : 0;
}

/* Leaves out the rarer kinds of those that take turns, so that like is compared with like; a kind
 * may be one value that stands out alone. */
static void
rest_init (Rest *self, const Series *series)
{
  double from, to;

  self->series = *series;
  self->values = g_memdup2 (series->values, series->n * sizeof *self->values);
  self->places = g_new (guint, series->n);
  for (guint i = 0; i < series->n; i++)
    self->places[i] = i;
  self->series.values = self->values;
  while (self->series.n > 1 &&
         poplens_level_turns_find (self->values, self->series.n, self->series.noise, series->errors,
                                   &from, &to))
    leave_out (self, from, to);
}

/* Whether noise is too small to matter. Of few values two changes are more than one of five. */
static gboolean
is_exact (const Series *self)
{
  double level = median (self, 0, self->n);
  double noise = self->n < POPLENS_LEVELS_ENOUGH
                     ? self->noise
                     : poplens_level_noise_of_most (self->values, self->n);

  return !poplens_level_is_other (level, level + self->errors * noise);
}

/* Whether two values and more, each unlike the one before, follow one another: what was the same
 * again and again became noisy. */
static gboolean
became_noisy (const Series *self, const GArray *pieces)
{
  for (guint p = 1; p + 1 < pieces->len; p++)
    if (end_of (self, pieces, p + 1) - piece_at (pieces, p)->from == 2)
      return TRUE;
  return FALSE;
}

/* Of @rest. (transfer full) */
static GArray *
find_pieces (const Series *rest)
{
  GArray *pieces = is_exact (rest) ? find_exact_pieces (rest) : NULL;

  if (pieces && became_noisy (rest, pieces))
    g_clear_pointer (&pieces, g_array_unref);
  if (!pieces)
    pieces = poplens_level_pieces_find (rest->values, rest->n);
  place_changes (rest, pieces);
  return pieces;
}

/* How far the line of a piece is above its middle at value @i of @rest. */
static double
rise_at (const Series *rest, const GArray *pieces, guint p, guint i)
{
  const PoplensLevelPiece *piece = piece_at (pieces, p);

  return piece->slope * (i - (piece->from + end_of (rest, pieces, p) - 1) / 2.0);
}

/* Takes lines off the values, so that each piece is level. */
static void
level_pieces (Series *self, Rest *rest, const GArray *pieces)
{
  guint p = 0, r = 0;

  for (guint i = 0; i < self->n; i++) {
    if (r + 1 < rest->series.n && rest->places[r + 1] <= i)
      p += ++r == end_of (&rest->series, pieces, p);
    double rise = rise_at (&rest->series, pieces, p, r);
    self->values[i] -= rise;
    if (rest->places[r] == i)
      rest->values[r] -= rise;
  }
  self->noise = noise_by_differences (self);
  rest->series.noise = rest->series.n > 1 ? noise_by_differences (&rest->series) : 0;
}

/* ---- changes ------------------------------------------------------------------------------------
 */

/* The value before @at that like is compared with; @at itself if there is none. */
static guint
find_like (const Rest *rest, guint at)
{
  guint like = at;

  for (guint i = 0; i < rest->series.n && rest->places[i] < at; i++)
    like = rest->places[i];
  return like;
}

/* Values of the level that stand out alone, but the one that begins it; none where so many do that
 * it is the level's way. */
static void
add_exceptions (const Series *self, const Rest *rest, guint from, guint to, GArray *changes)
{
  double level = median (self, from, to);
  double noise = noise_of (self, from, to);
  guint first = changes->len;

  for (guint i = from ? from + 1 : 0; i < to; i++)
    if (is_far (self, level, self->values[i], noise, to - from, 1)) {
      PoplensLevelChange change = {.at = i,
                                   .previous = find_like (rest, i),
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

/* Of the median of a piece, or of an end of its line, as many values know as much. */
static guint
count_knowing (const Series *self, const GArray *pieces, guint p)
{
  guint n = end_of (self, pieces, p) - piece_at (pieces, p)->from;

  return piece_at (pieces, p)->slope != 0 ? n / 4 : n;
}

/* Whether piece @p begins where the one before it leads, as a line and a level may: by what either
 * of them rises from a value to the next. */
static gboolean
goes_on (const Series *self, const GArray *pieces, guint p, const PoplensLevelChange *change)
{
  double last = piece_at (pieces, p - 1)->slope, next = piece_at (pieces, p)->slope;
  double by = CLAMP (change->after - change->before, MIN (last, next), MAX (last, next));

  return (last != 0 || next != 0) &&
         !is_far (self, change->before + by, change->after, change->noise,
                  count_knowing (self, pieces, p - 1), count_knowing (self, pieces, p));
}

/* @p: the second of the two */
static void
add_change (const Rest *rest, const GArray *pieces, guint p, guint n, GArray *changes)
{
  const Series *self = &rest->series;
  guint from = piece_at (pieces, p - 1)->from, at = piece_at (pieces, p)->from;
  PoplensLevelChange change = {
      .at = rest->places[at],
      .previous = rest->places[at - 1],
      .last = rest->places[at] + 1 == n,
      .before = median (self, from, at) + rise_at (self, pieces, p - 1, at - 1),
      .after = median (self, at, end_of (self, pieces, p)) + rise_at (self, pieces, p, at),
      .noise = noise_of (self, from, at)};

  if (goes_on (self, pieces, p, &change))
    return;
  g_array_append_val (changes, change);
}

static void
add_line (const Rest *rest, const GArray *pieces, guint p, GArray *changes)
{
  const Series *self = &rest->series;
  guint from = piece_at (pieces, p)->from, end = end_of (self, pieces, p);
  double middle = median (self, from, end);
  PoplensLevelChange change = {.at = rest->places[end - 1],
                               .previous = rest->places[from],
                               .over = rest->places[end - 1] - rest->places[from] + 1,
                               .before = middle + rise_at (self, pieces, p, from),
                               .after = middle + rise_at (self, pieces, p, end - 1),
                               .noise = noise_of (self, from, end)};

  if (piece_at (pieces, p)->slope != 0)
    g_array_append_val (changes, change);
}

static void
find_changes (const Series *self, const Rest *rest, const GArray *pieces, GArray *changes)
{
  for (guint p = 0; p < pieces->len; p++) {
    guint from = p ? rest->places[piece_at (pieces, p)->from] : 0;
    guint to = p + 1 < pieces->len ? rest->places[piece_at (pieces, p + 1)->from] : self->n;
    if (p)
      add_change (rest, pieces, p, self->n, changes);
    add_exceptions (self, rest, from, to, changes);
    add_line (rest, pieces, p, changes);
  }
}

/* ---- what noise hides ---------------------------------------------------------------------------
 */

/* The longest level: its values. */
static void
find_longest (const Series *self, const GArray *pieces, guint *from, guint *end)
{
  *from = *end = 0;
  for (guint p = 0; p < pieces->len; p++) {
    guint first = piece_at (pieces, p)->from, next = end_of (self, pieces, p);
    if (next - first > *end - *from) {
      *from = first;
      *end = next;
    }
  }
}

/* The largest rise between @level and a value that takes turns with it, as one from @level; 0 where
 * few do, as those are told of. */
static double
reach_of (const Series *self, const Series *rest, double level)
{
  double reach = 0;

  for (guint i = 0; i < self->n; i++) {
    double value = self->values[i];
    gboolean rises_to_level = value > 0 && value < level;
    reach = MAX (reach, rises_to_level ? level * (level / value - 1) : value - level);
  }
  return self->n - rest->n > exceptions (self->n) ? reach : 0;
}

static void
find_hidden (const Series *self, const Series *rest, const GArray *pieces,
             PoplensLevelHidden *hidden)
{
  gboolean exact = is_exact (rest);
  guint from, end;

  find_longest (rest, pieces, &from, &end);
  guint n = end - from;
  if (n < (exact ? POPLENS_LEVELS_FEWEST : POPLENS_LEVELS_ENOUGH))
    return;
  hidden->known = TRUE;
  hidden->level = median (rest, from, end);
  if (!exact) {
    hidden->lasting = poplens_level_step_seen (rest->values + from, n, n / 2);
    hidden->latest = poplens_level_step_seen (rest->values + from, n, 1);
  }
  hidden->latest += reach_of (self, rest, hidden->level);
}

/* ---- the whole ---------------------------------------------------------------------------------
 */

/* The values that are known, in @known; @places: where they are. */
static Series
series_init (const double *values, guint n, double *known, double *sorted, guint *places)
{
  Series self = {.values = known, .sorted = sorted};

  for (guint i = 0; i < n; i++)
    if (isfinite (values[i])) {
      places[self.n] = i;
      known[self.n++] = values[i];
    }
  if (self.n > 1) {
    self.noise = noise_by_differences (&self);
    self.errors = STANDARD_ERRORS * (1 + 4.0 / (self.n - 1));
  }
  return self;
}

GArray *
poplens_levels_find (const double *values, guint n, PoplensLevelHidden *hidden)
{
  GArray *changes = g_array_new (FALSE, FALSE, sizeof (PoplensLevelChange));
  g_autofree double *known = g_new (double, n), *sorted = g_new (double, n);
  g_autofree guint *places = g_new (guint, n);
  Series self = series_init (values, n, known, sorted, places);
  g_auto (Rest) rest = {0};

  if (hidden)
    *hidden = (PoplensLevelHidden){.n = self.n};
  if (self.n < POPLENS_LEVELS_FEWEST)
    return changes;
  rest_init (&rest, &self);
  g_autoptr (GArray) pieces = find_pieces (&rest.series);
  level_pieces (&self, &rest, pieces);
  find_changes (&self, &rest, pieces, changes);
  if (hidden)
    find_hidden (&self, &rest.series, pieces, hidden);
  for (guint c = 0; c < changes->len; c++) {
    PoplensLevelChange *change = &g_array_index (changes, PoplensLevelChange, c);
    change->previous = places[change->previous];
    change->at = places[change->at];
    if (!change->once)
      continue;
    /* The value as it was before a line was taken off, and what it stands out from. */
    change->before += values[change->at] - change->after;
    change->after = values[change->at];
  }
  return changes;
}

double
poplens_levels_median (const double *values, guint n)
{
  g_autofree double *sorted = g_memdup2 (values, n * sizeof *values);

  return middle (sorted, n);
}
