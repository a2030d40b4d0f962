#include "analysis/compare.h"

#include <stdlib.h>

#include <math.h>

/* ---- pairs ------------------------------------------------------------------------------------
 */

/* Numbers for keys, the same on both sides: 0 … n − 1. */
static guint32 *
number_keys (GHashTable *numbers, gconstpointer (*key) (gconstpointer keys, guint32 i),
             gconstpointer keys, guint32 n)
{
  guint32 *out = g_new (guint32, MAX (n, 1));

  for (guint32 i = 0; i < n; i++) {
    gconstpointer at = key (keys, i);
    gpointer number = g_hash_table_lookup (numbers, at);
    if (!number) {
      number = GUINT_TO_POINTER (g_hash_table_size (numbers) + 1);
      g_hash_table_insert (numbers, (gpointer) at, number);
    }
    out[i] = GPOINTER_TO_UINT (number) - 1;
  }
  return out;
}

static void
add_pair (GArray *pairs, guint32 first, guint32 second)
{
  PoplensPair pair = {{first, second}};

  g_array_append_val (pairs, pair);
}

static GArray *
match (GHashTable *numbers, gconstpointer (*key) (gconstpointer keys, guint32 i),
       const gconstpointer keys[POPLENS_N_SIDES], const guint32 n[POPLENS_N_SIDES])
{
  g_autofree guint32 *first = number_keys (numbers, key, keys[POPLENS_FIRST], n[POPLENS_FIRST]);
  g_autofree guint32 *second = number_keys (numbers, key, keys[POPLENS_SECOND], n[POPLENS_SECOND]);
  guint32 n_keys = g_hash_table_size (numbers);
  /* Those of the second by key, each list in their order. */
  g_autofree guint32 *head = g_new (guint32, MAX (n_keys, 1));
  g_autofree guint32 *next = g_new (guint32, MAX (n[POPLENS_SECOND], 1));
  g_autofree guint8 *taken = g_new0 (guint8, MAX (n[POPLENS_SECOND], 1));
  GArray *pairs = g_array_sized_new (FALSE, FALSE, sizeof (PoplensPair), n[POPLENS_FIRST]);

  for (guint32 k = 0; k < n_keys; k++)
    head[k] = POPLENS_NOT_THERE;
  for (guint32 i = n[POPLENS_SECOND]; i-- > 0;) {
    next[i] = head[second[i]];
    head[second[i]] = i;
  }
  for (guint32 i = 0; i < n[POPLENS_FIRST]; i++) {
    guint32 other = head[first[i]];
    add_pair (pairs, i, other);
    if (other == POPLENS_NOT_THERE)
      continue;
    head[first[i]] = next[other];
    taken[other] = 1;
  }
  for (guint32 i = 0; i < n[POPLENS_SECOND]; i++)
    if (!taken[i])
      add_pair (pairs, POPLENS_NOT_THERE, i);
  return pairs;
}

static gconstpointer
text_key (gconstpointer keys, guint32 i)
{
  return ((const char *const *) keys)[i];
}

static gconstpointer
number_key (gconstpointer keys, guint32 i)
{
  return (const guint64 *) keys + i;
}

GArray *
poplens_pairs_match (const char *const *const keys[POPLENS_N_SIDES],
                     const guint32 n[POPLENS_N_SIDES])
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (g_str_hash, g_str_equal);
  const gconstpointer both[] = {keys[POPLENS_FIRST], keys[POPLENS_SECOND]};

  return match (numbers, text_key, both, n);
}

GArray *
poplens_pairs_match_numbers (const guint64 *const keys[POPLENS_N_SIDES],
                             const guint32 n[POPLENS_N_SIDES])
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (g_int64_hash, g_int64_equal);
  const gconstpointer both[] = {keys[POPLENS_FIRST], keys[POPLENS_SECOND]};

  return match (numbers, number_key, both, n);
}

typedef struct {
  guint64 key; /* place in the first, then in the second */
  PoplensPair pair;
} InLine;

static int
compare_in_line (gconstpointer a, gconstpointer b)
{
  guint64 x = ((const InLine *) a)->key, y = ((const InLine *) b)->key;

  return (x > y) - (x < y);
}

/* Of each thing of the second: one more than the place of that of the first which it stands at, or
 * behind. (transfer full) */
static guint32 *
anchors_of (const GArray *pairs, guint32 n_second)
{
  guint32 *anchor = g_new0 (guint32, MAX (n_second, 1));

  for (guint p = 0; p < pairs->len; p++) {
    const PoplensPair *pair = &g_array_index (pairs, PoplensPair, p);
    if (pair->of[POPLENS_FIRST] != POPLENS_NOT_THERE && pair->of[POPLENS_SECOND] < n_second)
      anchor[pair->of[POPLENS_SECOND]] = pair->of[POPLENS_FIRST] + 1;
  }
  for (guint32 i = 1; i < n_second; i++)
    if (!anchor[i])
      anchor[i] = anchor[i - 1];
  return anchor;
}

void
poplens_pairs_align (GArray *pairs, guint32 n_second)
{
  g_autofree guint32 *anchor = anchors_of (pairs, n_second);
  g_autofree InLine *line = g_new (InLine, MAX (pairs->len, 1));

  for (guint p = 0; p < pairs->len; p++) {
    PoplensPair pair = g_array_index (pairs, PoplensPair, p);
    guint32 first = pair.of[POPLENS_FIRST], second = pair.of[POPLENS_SECOND];
    guint64 place = first != POPLENS_NOT_THERE ? (guint64) first + 1
                    : second < n_second        ? anchor[second]
                                               : 0;
    line[p] = (InLine){place << 32 | (first != POPLENS_NOT_THERE ? 0 : (guint64) second + 1), pair};
  }
  qsort (line, pairs->len, sizeof *line, compare_in_line);
  for (guint p = 0; p < pairs->len; p++)
    g_array_index (pairs, PoplensPair, p) = line[p].pair;
}

/* ---- amounts ----------------------------------------------------------------------------------
 */

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

gboolean
poplens_change_exceeds (gint64 change, gint64 first, double percent)
{
  if (!change)
    return FALSE;
  if (first == POPLENS_NO_AMOUNT || !first)
    return TRUE;
  return fabsl ((long double) change) * 100 > fabsl ((long double) first) * (long double) percent;
}

/* ---- comparison -------------------------------------------------------------------------------
 */

struct _PoplensComparison {
  GArray *pairs; /* PoplensPair, in the order of matching */
  guint32 n[POPLENS_N_SIDES];
  guint n_measures;
  gint64 **amounts[POPLENS_N_SIDES]; /* [measure]: by thing; NULL: not recorded */
  GArray *rows;                      /* guint32: indices of pairs */
};

PoplensComparison *
poplens_comparison_new (GArray *pairs, const guint32 n[POPLENS_N_SIDES], guint n_measures)
{
  PoplensComparison *self = g_new0 (PoplensComparison, 1);

  self->pairs = pairs;
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

gboolean
poplens_comparison_records (const PoplensComparison *self, guint measure, PoplensSide side)
{
  return self->amounts[side][measure] != NULL;
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

  /* Where only one report records the measure, what it lacks of a thing is not known. */
  if (!self->amounts[POPLENS_FIRST][measure] || !self->amounts[POPLENS_SECOND][measure])
    return (PoplensAmount){.of = {first, second}};
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

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const PoplensComparison *self = user_data;
  guint32 one = *(const guint32 *) a, two = *(const guint32 *) b;

  for (guint m = 0; m < self->n_measures; m++) {
    gint64 x = amount_of_pair (self, &g_array_index (self->pairs, PoplensPair, one), m).change;
    gint64 y = amount_of_pair (self, &g_array_index (self->pairs, PoplensPair, two), m).change;
    if (ABS (x) != ABS (y))
      return ABS (x) > ABS (y) ? -1 : 1;
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
  g_array_sort_with_data (self->rows, compare_rows, self);
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
