#include "analysis/reports/level-pieces.h"

#include "analysis/reports/level-chance.h"
#include "analysis/reports/level-several.h"
#include "analysis/reports/level-steps.h"

#include <math.h>

/* How much more likely a line has to make the values than a step does, as twice the logarithm: most
 * changes are one commit's, so that strong evidence is asked for where a step is clear, and
 * positive one where none is; very strong where the line began among them. Kass and Raftery, "Bayes
 * factors", 1995. */
#define VERY_STRONG 10.0
#define STRONG 6.0
#define POSITIVE 2.0
/* Fewer values say too little of their noise. */
#define FEWEST_OF_LINE 8
/* By so much, over the number of values, the correlation of residuals may be chance. */
#define CORRELATION_BY_CHANCE 5.0

typedef struct {
  const double *values;
  guint n;
  double correlation; /* of neighbours, as far as it is known */
  GArray *pieces;
} Search;

/* ---- residuals ---------------------------------------------------------------------------------
 */

static double
mean_of (const double *values, guint from, guint end)
{
  double sum = 0;

  for (guint i = from; i < end; i++)
    sum += values[i];
  return sum / (end - from);
}

/* By least squares. */
static double
slope_of (const double *values, guint from, guint end)
{
  double n = end - from, middle = (from + end - 1) / 2.0, sum = 0;

  for (guint i = from; i < end; i++)
    sum += (i - middle) * values[i];
  return sum * 12 / (n * (n * n - 1));
}

/* Of residuals: the sum of their squares, and that of the products of neighbours. */
typedef struct {
  double squares, products;
} Residuals;

/* Adds those of [from, end) around a line through their mean. */
static void
add_residuals (Residuals *self, const double *values, guint from, guint end, double slope)
{
  double mean = mean_of (values, from, end), middle = (from + end - 1) / 2.0, last = 0;

  for (guint i = from; i < end; i++) {
    double value = values[i] - mean - slope * (i - middle);
    self->squares += value * value;
    self->products += value * last;
    last = value;
  }
}

static PoplensLevelPiece *
piece_at (const Search *self, guint p)
{
  return &g_array_index (self->pieces, PoplensLevelPiece, p);
}

/* Around the pieces [@first, @last), the last of which ends at @end. */
static Residuals
residuals_of_pieces (const Search *self, guint first, guint last, guint end)
{
  Residuals residuals = {0};

  for (guint p = last; p-- > first;) {
    add_residuals (&residuals, self->values, piece_at (self, p)->from, end,
                   piece_at (self, p)->slope);
    end = piece_at (self, p)->from;
  }
  return residuals;
}

/* Sum of the squares of residuals around two levels, which meet where it is least. @all: around
 * one */
static double
squares_of_step (const double *values, guint from, guint end, double all)
{
  double n = end - from, mean = mean_of (values, from, end), sum = 0, most = 0;

  for (guint i = from; i + 1 < end; i++) {
    double before = i + 1 - from;
    sum += values[i] - mean;
    most = MAX (most, sum * sum * n / (before * (n - before)));
  }
  return all - most;
}

/* ---- lines -------------------------------------------------------------------------------------
 */

/* Of the pieces [@first, @last); a place where two meet is one, too. */
static guint
count_parameters (const Search *self, guint first, guint last)
{
  guint n = last - first - 1;

  for (guint p = first; p < last; p++)
    n += piece_at (self, p)->slope != 0 ? 2 : 1;
  return n;
}

/* Whether a line is a better account of the pieces [@first, @last) than one step, and by the
 * Bayesian information criterion (Schwarz, 1978) than they are. */
static gboolean
is_better (const Search *self, guint first, guint last, guint end, double squares, double all,
           double least)
{
  guint from = piece_at (self, first)->from;
  double share = poplens_level_share (self->correlation);
  double n = end - from;
  double others = residuals_of_pieces (self, first, last, end).squares;
  double step = squares_of_step (self->values, from, end, all);
  int more = (int) count_parameters (self, first, last) - 2;

  /* Rounding is no noise. */
  squares = MAX (squares, 1e-12 * all);
  return share * n * log (MAX (step, squares) / squares) >= least &&
         share * n * log (MAX (others, 1e-12 * all) / squares) + more * log (n) > 0;
}

/* Neighbours that are alike stand for fewer values. @places: where it may have ended */
static gboolean
is_line (const Search *self, guint first, guint last, guint end, double slope, guint places)
{
  guint from = piece_at (self, first)->from;
  double n = end - from, mean = mean_of (self->values, from, end), half = slope * (n - 1) / 2;
  Residuals line = {0}, level = {0};

  if (n < FEWEST_OF_LINE || !poplens_level_is_other (mean - half, mean + half))
    return FALSE;
  add_residuals (&line, self->values, from, end, slope);
  add_residuals (&level, self->values, from, end, 0);
  double here = poplens_level_correlation (line.products, line.squares, end - from);
  double t = sqrt (MAX (level.squares - line.squares, 0) * (n - 2) / (line.squares + G_MINDOUBLE));
  return poplens_level_is_clear (poplens_level_chance (t, end - from, here, self->correlation),
                                 places) &&
         is_better (self, first, last, end, line.squares, level.squares,
                    last - first > 1 || places > 1 ? STRONG : POSITIVE);
}

/* Puts a line in the place of the pieces [@first, @last), which end at @end. */
static gboolean
try_line (Search *self, guint first, guint last, guint end)
{
  double slope = slope_of (self->values, piece_at (self, first)->from, end);

  if (!is_line (self, first, last, end, slope, 1))
    return FALSE;
  piece_at (self, first)->slope = slope;
  if (last - first > 1)
    g_array_remove_range (self->pieces, first + 1, last - first - 1);
  return TRUE;
}

static guint
end_of (const Search *self, guint p)
{
  return p + 1 < self->pieces->len ? piece_at (self, p + 1)->from : self->n;
}

/* Pieces may be parts of a line that were taken for steps. */
static void
join_lines (Search *self)
{
  for (guint p = 0; p + 1 < self->pieces->len;)
    if (try_line (self, p, p + 2, end_of (self, p + 1)))
      p -= p > 0;
    else
      p++;
}

/* Where two pieces of [from, end), each a @line or a level, meet so that least noise is left around
 * them. 0: nowhere, as they would be too short. @least: (out): squares of the residuals */
static guint
find_cut (const Search *self, guint from, guint end, const gboolean line[2], double *least)
{
  guint fewest = line[1] ? FEWEST_OF_LINE : end == self->n ? 1 : 2, best = 0;

  *least = INFINITY;
  for (guint at = from + (line[0] ? FEWEST_OF_LINE : 2); at + fewest <= end; at++) {
    Residuals here = {0};
    add_residuals (&here, self->values, from, at, line[0] ? slope_of (self->values, from, at) : 0);
    add_residuals (&here, self->values, at, end, line[1] ? slope_of (self->values, at, end) : 0);
    if (here.squares < *least) {
      *least = here.squares;
      best = at;
    }
  }
  return best;
}

/* Where piece @p, a line or before one, begins. */
static void
place_line (Search *self, guint p)
{
  PoplensLevelPiece *piece = piece_at (self, p), *before = piece - 1;
  const gboolean line[] = {before->slope != 0, piece->slope != 0};
  guint end = end_of (self, p);
  double least;
  guint cut = find_cut (self, before->from, end, line, &least);

  if (cut)
    piece->from = cut;
  before->slope = line[0] ? slope_of (self->values, before->from, piece->from) : 0;
  piece->slope = line[1] ? slope_of (self->values, piece->from, end) : 0;
}

/* Of the last piece, which ends at @end: a line with a level after it, which hide each other where
 * the level is as if the line had never been. Returns where the line ends. */
static guint
try_first_line (Search *self, guint end)
{
  static const gboolean line[] = {TRUE, FALSE};
  guint p = self->pieces->len - 1, from = piece_at (self, p)->from;
  double least;
  guint cut = find_cut (self, from, end, line, &least);
  double slope = cut ? slope_of (self->values, from, cut) : 0;

  if (!cut || !is_line (self, p, p + 1, cut, slope, end - from))
    return end;
  piece_at (self, p)->slope = slope;
  return cut;
}

/* Puts a level and a line after it in the place of the pieces [@first, @last), which end at @end:
 * a line that begins late looks like a step, or like one that began with the first value. */
static gboolean
try_late_line (Search *self, guint first, guint last, guint end)
{
  static const gboolean line[] = {FALSE, TRUE};
  g_autoptr (GArray) before = g_array_copy (self->pieces);
  guint from = piece_at (self, first)->from;
  double n = end - from, least;
  double others = residuals_of_pieces (self, first, last, end).squares;
  int more = (int) count_parameters (self, first, last) - 4;
  PoplensLevelPiece late = {.from = find_cut (self, from, end, line, &least)};
  double better = n * log (MAX (others, G_MINDOUBLE) / MAX (least, G_MINDOUBLE));

  if (!late.from || poplens_level_share (self->correlation) * better + more * log (n) < VERY_STRONG)
    return FALSE;
  piece_at (self, first)->slope = 0;
  if (last - first > 1)
    g_array_remove_range (self->pieces, first + 1, last - first - 1);
  g_array_insert_val (self->pieces, first + 1, late);
  double slope = slope_of (self->values, late.from, end);
  if (is_line (self, first + 1, first + 2, end, slope, end - from)) {
    piece_at (self, first + 1)->slope = slope;
    return TRUE;
  }
  g_array_set_size (self->pieces, 0);
  g_array_append_vals (self->pieces, before->data, before->len);
  return FALSE;
}

/* A last piece of a line may have been taken for a step, if the line was thought to begin early. */
static void
delay_lines (Search *self)
{
  for (guint p = 0; p < self->pieces->len; p++)
    if ((p + 1 < self->pieces->len && try_late_line (self, p, p + 2, end_of (self, p + 1))) ||
        (piece_at (self, p)->slope != 0 && try_late_line (self, p, p + 1, end_of (self, p))))
      p++;
}

/* ---- pieces ------------------------------------------------------------------------------------
 */

static gboolean
find_step (const Search *self, guint from, guint end, guint *at)
{
  const double *values = self->values + from;
  PoplensLevelStep step;

  if (!poplens_level_step_find (values, end - from, end == self->n, self->correlation, &step))
    return FALSE;
  *at = from + step.at;
  return poplens_level_is_other (mean_of (values, step.from, step.at),
                                 mean_of (values, step.at, step.end));
}

/* One, or else several at once. (out): where; how many */
static guint
find_steps (const Search *self, guint from, guint end, guint at[POPLENS_LEVEL_SEVERAL])
{
  guint n;

  if (find_step (self, from, end, &at[0]))
    return 1;
  n = poplens_level_several_find (self->values + from, end - from, end == self->n,
                                  self->correlation, at);
  for (guint i = 0; i < n; i++)
    at[i] += from;
  return n;
}

static void
find_pieces (Search *self, guint from, guint end)
{
  guint first = self->pieces->len, at[POPLENS_LEVEL_SEVERAL + 1];
  guint n = find_steps (self, from, end, at);
  PoplensLevelPiece level = {from, 0};

  at[n] = end;
  if (!n)
    g_array_append_val (self->pieces, level);
  for (guint i = 0; n && i <= n; i++)
    find_pieces (self, i ? at[i - 1] : from, at[i]);
  if (!try_line (self, first, self->pieces->len, end) && !n) {
    from = try_first_line (self, end);
    if (from < end)
      find_pieces (self, from, end);
  }
}

/* By what is left around the pieces that are known so far. */
static void
set_correlation (Search *self)
{
  Residuals all = residuals_of_pieces (self, 0, self->pieces->len, self->n);

  self->correlation = all.products / (all.squares + G_MINDOUBLE) - CORRELATION_BY_CHANCE / self->n;
}

/* Few values of a part say little of how alike neighbours are; all residuals do, once the pieces
 * are known. */
GArray *
poplens_level_pieces_find (const double *values, guint n)
{
  Search search = {values, n, 0, g_array_new (FALSE, FALSE, sizeof (PoplensLevelPiece))};

  find_pieces (&search, 0, n);
  set_correlation (&search);
  g_array_set_size (search.pieces, 0);
  find_pieces (&search, 0, n);
  join_lines (&search);
  set_correlation (&search);
  delay_lines (&search);
  for (guint p = 1; p < search.pieces->len; p++)
    if ((piece_at (&search, p)->slope != 0) != (piece_at (&search, p - 1)->slope != 0))
      place_line (&search, p);
  return search.pieces;
}

void
poplens_level_pieces_try_line (GArray *pieces, const double *values, guint n)
{
  Search search = {values, n, 0, pieces};

  try_line (&search, 0, pieces->len, n);
}
