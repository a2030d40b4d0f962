/* Compares things of two reports by their amounts (PoplensComparison), and merges the amounts of
 * both reports into one tree of paths (PoplensComparedTree). */
#include "analysis/compare/compare.h"

#include "base/format.h"

#include <math.h>

/* ---- merged trees ---------------------------------------------------------------------------- */

static void
add_saturated (guint64 *sum, guint64 amount)
{
  *sum = MIN (*sum, POPLENS_MOST_AMOUNT) + MIN (amount, POPLENS_MOST_AMOUNT);
  *sum = MIN (*sum, POPLENS_MOST_AMOUNT);
}

/* Adds the path of each amount to @index, and sets .thing. Returns the position of each distinct
 * path in @index. (transfer full) GArray of guint32 */
static GArray *
list_places (PoplensComparedTree *self, PoplensPathIndex *index,
             const PoplensNamedAmounts of[POPLENS_N_SIDES])
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GHashTable) known =
      g_hash_table_new (NULL, NULL); /* path in @index → position in places + 1 */

  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    self->thing[s] = g_new (guint32, MAX (of[s].n, 1));
    for (guint32 i = 0; i < of[s].n; i++) {
      guint32 place = poplens_path_index_add (index, 0, of[s].paths[i]);
      guint at = GPOINTER_TO_UINT (g_hash_table_lookup (known, GUINT_TO_POINTER (place)));
      if (!at) {
        g_array_append_val (places, place);
        at = places->len;
        g_hash_table_insert (known, GUINT_TO_POINTER (place), GUINT_TO_POINTER (at));
      }
      self->thing[s][i] = at - 1;
    }
  }
  return places;
}

/* Adds the sum of each node to its parent. Parents are stored before their children, so the loop
 * runs backwards. */
static void
sum_to_parents (const PoplensPathTree *tree, guint64 *sums)
{
  for (guint32 i = tree->n; i-- > 1;)
    add_saturated (&sums[tree->parent[i]], sums[i]);
}

PoplensComparedTree *
poplens_compared_tree_new (const PoplensNamedAmounts of[POPLENS_N_SIDES])
{
  PoplensComparedTree *self = g_new0 (PoplensComparedTree, 1);
  g_autoptr (PoplensPathIndex) index = poplens_path_index_new ();
  g_autoptr (GArray) places = list_places (self, index, of);

  self->tree =
      poplens_path_tree_new (index, (const guint32 *) (gconstpointer) places->data, places->len);
  self->larger = g_new (guint64, self->tree->n);
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    self->own[s] = g_new0 (guint64, self->tree->n);
    for (guint32 i = 0; i < of[s].n; i++)
      add_saturated (&self->own[s][self->tree->node[self->thing[s][i]]], of[s].amounts[i]);
    self->all[s] = g_memdup2 (self->own[s], self->tree->n * sizeof (guint64));
    sum_to_parents (self->tree, self->all[s]);
  }
  for (guint32 i = 0; i < self->tree->n; i++)
    self->larger[i] = MAX (self->own[POPLENS_FIRST][i], self->own[POPLENS_SECOND][i]);
  sum_to_parents (self->tree, self->larger);
  return self;
}

void
poplens_compared_tree_free (PoplensComparedTree *self)
{
  if (!self)
    return;
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    g_free (self->thing[s]);
    g_free (self->own[s]);
    g_free (self->all[s]);
  }
  g_free (self->larger);
  poplens_path_tree_unref (self->tree);
  g_free (self);
}

/* ---- amounts --------------------------------------------------------------------------------- */

static PoplensAmount
amount_new (gint64 first, gint64 second, gint64 change)
{
  PoplensAmount amount = {.of = {first, second}, .has_change = TRUE, .change = change};

  amount.has_part = !change || (first != POPLENS_NO_AMOUNT && first != 0);
  amount.part = change && amount.has_part ? (double) change / fabs ((double) first) : 0;
  return amount;
}

PoplensAmount
poplens_amount_of (gint64 first, gint64 second)
{
  if (first == POPLENS_NO_AMOUNT || second == POPLENS_NO_AMOUNT)
    return (PoplensAmount){.of = {first, second}};
  first = CLAMP (first, -POPLENS_MOST_AMOUNT, POPLENS_MOST_AMOUNT);
  second = CLAMP (second, -POPLENS_MOST_AMOUNT, POPLENS_MOST_AMOUNT);
  return amount_new (first, second, second - first);
}

void
poplens_amount_append_part (PoplensAmount amount, GString *text)
{
  PoplensNumber part;

  if (amount.change && amount.has_part)
    g_string_append_printf (text, " (%s)", poplens_format_signed_percent (part, amount.part));
}

gboolean
poplens_amount_is_noise (PoplensAmount amount)
{
  return !poplens_change_exceeds (amount.change, amount.of[POPLENS_FIRST], 100 * POPLENS_NOISE);
}

gboolean
poplens_change_exceeds (gint64 change, gint64 first, double percent)
{
  if (!change)
    return FALSE;
  if (first == POPLENS_NO_AMOUNT || !first)
    return TRUE;
  return fabsl ((long double) change) * 100 > fabsl ((long double) first) * (long double) percent;
}

/* ---- comparison ------------------------------------------------------------------------------ */

struct _PoplensComparison {
  GArray *pairs; /* PoplensPair, in the order of matching */
  guint32 n[POPLENS_N_SIDES];
  guint n_measures;
  gboolean levels;
  gint64 **amounts[POPLENS_N_SIDES]; /* [measure][n of the side]; NULL: the report does not record
                                        the measure */
  GArray *rows;                      /* guint32: indices of pairs, in the order of display */
};

PoplensComparison *
poplens_comparison_new (const guint32 n[POPLENS_N_SIDES], guint n_measures)
{
  PoplensComparison *self = g_new0 (PoplensComparison, 1);

  self->pairs = g_array_new (FALSE, FALSE, sizeof (PoplensPair));
  self->n_measures = n_measures;
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    self->n[s] = n[s];
    self->amounts[s] = g_new0 (gint64 *, MAX (n_measures, 1));
  }
  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  return self;
}

void
poplens_comparison_free (PoplensComparison *self)
{
  if (!self)
    return;
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    for (guint m = 0; m < self->n_measures; m++)
      g_free (self->amounts[s][m]);
    g_free (self->amounts[s]);
  }
  g_array_unref (self->pairs);
  g_array_unref (self->rows);
  g_free (self);
}

void
poplens_comparison_take (PoplensComparison *self, guint measure, PoplensSide side, gint64 *amounts)
{
  g_free (self->amounts[side][measure]);
  self->amounts[side][measure] = amounts;
  for (guint32 i = 0; amounts && i < self->n[side]; i++)
    if (amounts[i] != POPLENS_NO_AMOUNT)
      amounts[i] = CLAMP (amounts[i], -POPLENS_MOST_AMOUNT, POPLENS_MOST_AMOUNT);
}

/* Returns the relative difference of two amounts. 0: equal, 1: nothing in common. */
static double
part_unlike (gint64 first, gint64 second)
{
  double most = MAX (fabs ((double) first), fabs ((double) second));

  if (first == POPLENS_NO_AMOUNT || second == POPLENS_NO_AMOUNT)
    return first != second;
  return first == second ? 0 : MIN (fabs ((double) first - (double) second) / most, 1);
}

guint
poplens_comparison_unlike (gconstpointer comparison, guint32 first, guint32 second)
{
  const PoplensComparison *self = comparison;
  double sum = 0;
  guint n = 0;

  for (guint m = 0; m < self->n_measures; m++) {
    const gint64 *a = self->amounts[POPLENS_FIRST][m], *b = self->amounts[POPLENS_SECOND][m];
    if (!a || !b)
      continue;
    sum += part_unlike (a[first], b[second]);
    n++;
  }
  return n ? (guint) ceil (sum / n * POPLENS_MOST_UNLIKE) : 0;
}

void
poplens_comparison_take_levels (PoplensComparison *self)
{
  self->levels = TRUE;
}

void
poplens_comparison_take_pairs (PoplensComparison *self, GArray *pairs)
{
  g_array_unref (self->pairs);
  self->pairs = pairs;
}

static gint64
amount_at (const PoplensComparison *self, const PoplensPair *pair, guint measure, PoplensSide side)
{
  const gint64 *amounts = self->amounts[side][measure];
  guint32 at = pair->of[side];

  return !amounts || at == POPLENS_NOT_THERE ? POPLENS_NO_AMOUNT : amounts[at];
}

static PoplensAmount
amount_of_pair (const PoplensComparison *self, const PoplensPair *pair, guint measure)
{
  gint64 first = amount_at (self, pair, measure, POPLENS_FIRST);
  gint64 second = amount_at (self, pair, measure, POPLENS_SECOND);

  /* If only one report records the measure, amounts that the other report lacks are unknown, not 0.
   */
  if (!self->amounts[POPLENS_FIRST][measure] || !self->amounts[POPLENS_SECOND][measure])
    return (PoplensAmount){.of = {first, second}};
  if (self->levels)
    return poplens_amount_of (first, second);
  if (pair->of[POPLENS_FIRST] == POPLENS_NOT_THERE && second != POPLENS_NO_AMOUNT)
    return amount_new (first, second, second);
  if (pair->of[POPLENS_SECOND] == POPLENS_NOT_THERE && first != POPLENS_NO_AMOUNT)
    return amount_new (first, second, -first);
  return poplens_amount_of (first, second);
}

static gboolean
is_alone (const PoplensPair *pair)
{
  return pair->of[POPLENS_FIRST] == POPLENS_NOT_THERE ||
         pair->of[POPLENS_SECOND] == POPLENS_NOT_THERE;
}

static gboolean
differs (const PoplensComparison *self, const PoplensPair *pair)
{
  if (is_alone (pair))
    return TRUE;
  for (guint m = 0; m < self->n_measures; m++)
    if (amount_of_pair (self, pair, m).change)
      return TRUE;
  return FALSE;
}

/* Returns the level of a thing that only one report has. Returns 0 if both reports have the thing,
 * or if the measures are not levels. */
static gint64
level_alone (const PoplensComparison *self, const PoplensPair *pair, guint measure)
{
  return self->levels && is_alone (pair) ? MAX (amount_at (self, pair, measure, POPLENS_FIRST),
                                                amount_at (self, pair, measure, POPLENS_SECOND))
                                         : 0;
}

static int
compare_pair_rows (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const PoplensComparison *self = user_data;
  guint32 one = *(const guint32 *) a, two = *(const guint32 *) b;
  const PoplensPair *x_pair = &g_array_index (self->pairs, PoplensPair, one);
  const PoplensPair *y_pair = &g_array_index (self->pairs, PoplensPair, two);

  for (guint m = 0; m < self->n_measures; m++) {
    gint64 x = amount_of_pair (self, x_pair, m).change;
    gint64 y = amount_of_pair (self, y_pair, m).change;
    if (ABS (x) != ABS (y))
      return ABS (x) > ABS (y) ? -1 : 1;
  }
  for (guint m = 0; m < self->n_measures; m++) {
    gint64 x = level_alone (self, x_pair, m), y = level_alone (self, y_pair, m);
    if (x != y)
      return x > y ? -1 : 1;
  }
  return one < two ? -1 : one > two;
}

void
poplens_comparison_order (PoplensComparison *self, gboolean keep_same)
{
  g_array_set_size (self->rows, 0);
  for (guint32 p = 0; p < self->pairs->len; p++)
    if (keep_same || differs (self, &g_array_index (self->pairs, PoplensPair, p)))
      g_array_append_val (self->rows, p);
  g_array_sort_with_data (self->rows, compare_pair_rows, self);
}

guint32
poplens_comparison_n_rows (const PoplensComparison *self)
{
  return self->rows->len;
}

const PoplensPair *
poplens_comparison_pair (const PoplensComparison *self, guint32 row)
{
  return &g_array_index (self->pairs, PoplensPair, g_array_index (self->rows, guint32, row));
}

PoplensAmount
poplens_comparison_get (const PoplensComparison *self, guint32 row, guint measure)
{
  return amount_of_pair (self, poplens_comparison_pair (self, row), measure);
}

PoplensCompareCounts
poplens_comparison_count (const PoplensComparison *self)
{
  PoplensCompareCounts counts = {.all = self->pairs->len};

  for (guint32 p = 0; p < self->pairs->len; p++) {
    const PoplensPair *pair = &g_array_index (self->pairs, PoplensPair, p);
    if (pair->of[POPLENS_SECOND] == POPLENS_NOT_THERE)
      counts.only[POPLENS_FIRST]++;
    else if (pair->of[POPLENS_FIRST] == POPLENS_NOT_THERE)
      counts.only[POPLENS_SECOND]++;
    else if (differs (self, pair))
      counts.changed++;
    else
      counts.same++;
  }
  return counts;
}
