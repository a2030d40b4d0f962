/* Matches two lists by dynamic programming. Long lists are first split at names that occur once
 * in both. */
#include "analysis/compare/compare-pairs.h"

#include "base/search.h"

#include <stdlib.h>

/* ---- lists ----------------------------------------------------------------------------------- */

/* Largest block that is aligned at once, as the product of its lengths in both lists. A larger
 * block is first split at names that occur once in each list. */
#define FEW_CELLS ((gsize) 1 << 14)
/* Limit of the recursion depth of splits. In a maliciously chosen list, each split may remove only
 * one name. */
#define MOST_CUTS 64
/* Score of one pair. A score exceeds the summed differences of all pairs, so a matching with more
 * pairs always wins. */
#define WORTH ((gint64) 1 << 32)

typedef struct {
  const guint32 *const *keys;
  PoplensUnlike unlike;
  gconstpointer data;
  guint32 *other; /* by element of the first list: index of its counterpart in the second list, or
                     POPLENS_NOT_THERE */
} PairLists;

/* Range [from, to) of indices in each list. */
typedef struct {
  guint32 from[POPLENS_N_SIDES], to[POPLENS_N_SIDES];
} Block;

typedef struct {
  guint32 key, side, index;
} KeyEntry;

static int
compare_key_entries (gconstpointer a, gconstpointer b)
{
  const KeyEntry *x = a, *y = b;

  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  if (x->side != y->side)
    return x->side < y->side ? -1 : 1;
  return x->index < y->index ? -1 : x->index > y->index;
}

/* Returns how different two elements with equal keys are. 0 if the caller gave no function. */
static guint
unlikeness (const PairLists *self, guint32 first, guint32 second)
{
  return self->unlike ? MIN (self->unlike (self->data, first, second), POPLENS_MOST_UNLIKE) : 0;
}

static gboolean
is_same (const PairLists *self, guint32 first, guint32 second)
{
  return self->keys[POPLENS_FIRST][first] == self->keys[POPLENS_SECOND][second] &&
         !unlikeness (self, first, second);
}

/* Pairs equal elements at the start and at the end of @block, and removes these elements from
 * @block. */
static void
trim (PairLists *self, Block *block)
{
  guint32 *a = block->from, *b = block->to;

  while (a[0] < b[0] && a[1] < b[1] && is_same (self, a[0], a[1]))
    self->other[a[0]++] = a[1]++;
  while (a[0] < b[0] && a[1] < b[1] && is_same (self, b[0] - 1, b[1] - 1))
    self->other[--b[0]] = --b[1];
}

/* Finds the longest subsequence of @entries whose indices in the second list ascend. @entries:
 * PoplensPair, sorted by index in the first list. Returns positions in @entries, the last one
 * first. (transfer full) GArray of guint */
static GArray *
longest_in_order (const GArray *entries)
{
  GArray *chain = g_array_new (FALSE, FALSE, sizeof (guint));
  /* [length − 1] last entry of the best ascending subsequence of this length */
  g_autofree guint *end = g_new (guint, MAX (entries->len, 1));
  g_autofree guint *before = g_new (guint, MAX (entries->len, 1));
  guint length = 0;

  for (guint e = 0; e < entries->len; e++) {
    guint32 at = g_array_index (entries, PoplensPair, e).of[POPLENS_SECOND];
    guint low = 0, high = length;
    POPLENS_SEARCH (low, high, middle,
                    g_array_index (entries, PoplensPair, end[middle]).of[POPLENS_SECOND] < at);
    before[e] = low ? end[low - 1] : G_MAXUINT;
    end[low] = e;
    length = MAX (length, low + 1);
  }
  for (guint e = length ? end[length - 1] : G_MAXUINT; e != G_MAXUINT; e = before[e])
    g_array_append_val (chain, e);
  return chain;
}

static int
compare_by_first (gconstpointer a, gconstpointer b)
{
  guint32 x = ((const PoplensPair *) a)->of[POPLENS_FIRST];
  guint32 y = ((const PoplensPair *) b)->of[POPLENS_FIRST];

  return x < y ? -1 : x > y;
}

/* Lists the elements of @block without a counterpart, sorted by key, list and index. @taken:
 * (nullable): by element of the second list: 1 if it has a counterpart; NULL: none has. (transfer
 * full) GArray of KeyEntry */
static GArray *
sort_block (const PairLists *self, const Block *block, const guint8 *taken)
{
  GArray *entries = g_array_new (FALSE, FALSE, sizeof (KeyEntry));

  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    for (guint32 i = block->from[s]; i < block->to[s]; i++) {
      KeyEntry entry = {self->keys[s][i], s, i};
      if (s == POPLENS_FIRST ? self->other[i] == POPLENS_NOT_THERE : !taken || !taken[i])
        g_array_append_val (entries, entry);
    }
  g_array_sort (entries, compare_key_entries);
  return entries;
}

/* Returns the index after the last entry that has the same key as entry @from. @second: (out):
 * first entry of this key that belongs to the second list; if there is none, the returned index */
static guint
end_of_key (const GArray *entries, guint from, guint *second)
{
  const KeyEntry *first = &g_array_index (entries, KeyEntry, from);
  guint end = from;

  *second = G_MAXUINT;
  for (; end < entries->len && g_array_index (entries, KeyEntry, end).key == first->key; end++)
    if (*second == G_MAXUINT && g_array_index (entries, KeyEntry, end).side == POPLENS_SECOND)
      *second = end;
  *second = MIN (*second, end);
  return end;
}

/* Finds the pairs at which the lists are split: names that occur exactly once in each list. Takes
 * the longest sequence of such names that has the same order in both lists. (transfer full) GArray
 * of PoplensPair */
static GArray *
find_cuts (const PairLists *self, const Block *block)
{
  g_autoptr (GArray) entries = sort_block (self, block, NULL);
  g_autoptr (GArray) once = g_array_new (FALSE, FALSE, sizeof (PoplensPair));
  GArray *cuts = g_array_new (FALSE, FALSE, sizeof (PoplensPair));

  for (guint e = 0, end, second; e < entries->len; e = end) {
    end = end_of_key (entries, e, &second);
    if (second != e + 1 || end != e + 2)
      continue;
    PoplensPair pair = {{g_array_index (entries, KeyEntry, e).index,
                         g_array_index (entries, KeyEntry, e + 1).index}};
    g_array_append_val (once, pair);
  }
  g_array_sort (once, compare_by_first);
  g_autoptr (GArray) chain = longest_in_order (once);
  for (guint c = chain->len; c-- > 0;)
    g_array_append_val (cuts, g_array_index (once, PoplensPair, g_array_index (chain, guint, c)));
  return cuts;
}

enum { SKIP_FIRST, SKIP_SECOND, JOIN };

/* Aligns a block by dynamic programming over all matchings that keep the order. If several are
 * equally good, takes the earliest pairs. */
static void
pair_best (PairLists *self, const Block *block)
{
  const guint32 *from = block->from;
  guint32 n_a = block->to[0] - from[0], n_b = block->to[1] - from[1];
  g_autofree guint8 *step = g_malloc ((gsize) n_a * n_b);
  g_autofree gint64 *below = g_new0 (gint64, n_b + 1), *here = g_new0 (gint64, n_b + 1);

  for (guint32 a = n_a; a-- > 0;) {
    for (guint32 b = n_b; b-- > 0;) {
      guint8 *what = &step[(gsize) a * n_b + b];
      *what = below[b] >= here[b + 1] ? SKIP_FIRST : SKIP_SECOND;
      here[b] = MAX (below[b], here[b + 1]);
      if (self->keys[0][from[0] + a] != self->keys[1][from[1] + b])
        continue;
      gint64 joined = below[b + 1] + WORTH - unlikeness (self, from[0] + a, from[1] + b);
      if (joined < here[b])
        continue;
      here[b] = joined;
      *what = JOIN;
    }
    gint64 *row = below;
    below = here;
    here = row;
  }
  for (guint32 a = 0, b = 0; a < n_a && b < n_b;) {
    guint8 what = step[(gsize) a * n_b + b];
    if (what == JOIN)
      self->other[from[0] + a] = from[1] + b;
    a += what != SKIP_SECOND;
    b += what != SKIP_FIRST;
  }
}

/* Pairs the elements of @block without changing their order. Splits a large block at the pairs of
 * find_cuts (). Aligns a block without such pairs as a whole, up to POPLENS_MOST_CELLS. @n_cut:
 * depth of the recursion */
static void
pair_block (PairLists *self, Block block, guint n_cut)
{
  trim (self, &block);
  gsize n_a = block.to[0] - block.from[0], n_b = block.to[1] - block.from[1];
  if (!n_a || !n_b)
    return;
  if (n_a * n_b <= FEW_CELLS) {
    pair_best (self, &block);
    return;
  }
  g_autoptr (GArray) cuts = n_cut < MOST_CUTS ? find_cuts (self, &block) : NULL;
  if (!cuts || !cuts->len) {
    if (n_a <= POPLENS_MOST_CELLS / n_b)
      pair_best (self, &block);
    return;
  }
  Block part = {{block.from[0], block.from[1]}, {0, 0}};
  for (guint c = 0; c <= cuts->len; c++) {
    const PoplensPair *cut = c < cuts->len ? &g_array_index (cuts, PoplensPair, c) : NULL;
    for (guint s = 0; s < POPLENS_N_SIDES; s++)
      part.to[s] = cut ? cut->of[s] : block.to[s];
    pair_block (self, part, n_cut + 1);
    if (!cut)
      break;
    self->other[cut->of[POPLENS_FIRST]] = cut->of[POPLENS_SECOND];
    for (guint s = 0; s < POPLENS_N_SIDES; s++)
      part.from[s] = cut->of[s] + 1;
  }
}

/* Pairs the elements that have no counterpart yet with elements of the same key, in list order. */
static void
pair_left (PairLists *self, const guint32 n[POPLENS_N_SIDES])
{
  g_autofree guint8 *taken = g_new0 (guint8, MAX (n[POPLENS_SECOND], 1));
  const Block all = {{0, 0}, {n[0], n[1]}};

  for (guint32 i = 0; i < n[POPLENS_FIRST]; i++)
    if (self->other[i] != POPLENS_NOT_THERE)
      taken[self->other[i]] = 1;
  g_autoptr (GArray) entries = sort_block (self, &all, taken);
  for (guint e = 0, end, second; e < entries->len; e = end) {
    end = end_of_key (entries, e, &second);
    for (guint a = e, b = second; a < second && b < end; a++, b++)
      self->other[g_array_index (entries, KeyEntry, a).index] =
          g_array_index (entries, KeyEntry, b).index;
  }
}

guint32 *
poplens_pair_lists (const guint32 *const keys[POPLENS_N_SIDES], const guint32 n[POPLENS_N_SIDES],
                    PoplensUnlike unlike, gconstpointer data)
{
  PairLists self = {keys, unlike, data, g_new (guint32, MAX (n[POPLENS_FIRST], 1))};

  for (guint32 i = 0; i < n[POPLENS_FIRST]; i++)
    self.other[i] = POPLENS_NOT_THERE;
  pair_block (&self, (Block){{0, 0}, {n[0], n[1]}}, 0);
  pair_left (&self, n);
  return self.other;
}

/* ---- pairs ----------------------------------------------------------------------------------- */

/* Numbers the keys of one list. Equal keys get equal numbers from 0 on, in both lists. @numbers:
 * key → number + 1, shared by both lists. (transfer full) */
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

/* Matches two lists as poplens_pairs_match () does. @numbers: empty hash table for the keys that
 * @key returns. (transfer full) GArray of PoplensPair */
static GArray *
match (GHashTable *numbers, gconstpointer (*key) (gconstpointer keys, guint32 i),
       const gconstpointer keys[POPLENS_N_SIDES], const guint32 n[POPLENS_N_SIDES],
       PoplensUnlike unlike, gconstpointer data)
{
  g_autofree guint32 *first = number_keys (numbers, key, keys[POPLENS_FIRST], n[POPLENS_FIRST]);
  g_autofree guint32 *second = number_keys (numbers, key, keys[POPLENS_SECOND], n[POPLENS_SECOND]);
  const guint32 *const both[] = {first, second};
  g_autofree guint32 *other = poplens_pair_lists (both, n, unlike, data);
  g_autofree guint8 *taken = g_new0 (guint8, MAX (n[POPLENS_SECOND], 1));
  GArray *pairs = g_array_sized_new (FALSE, FALSE, sizeof (PoplensPair), n[POPLENS_FIRST]);

  for (guint32 i = 0; i < n[POPLENS_FIRST]; i++) {
    add_pair (pairs, i, other[i]);
    if (other[i] != POPLENS_NOT_THERE)
      taken[other[i]] = 1;
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
                     const guint32 n[POPLENS_N_SIDES], PoplensUnlike unlike, gconstpointer data)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (g_str_hash, g_str_equal);
  const gconstpointer both[] = {keys[POPLENS_FIRST], keys[POPLENS_SECOND]};

  return match (numbers, text_key, both, n, unlike, data);
}

GArray *
poplens_pairs_match_numbers (const guint64 *const keys[POPLENS_N_SIDES],
                             const guint32 n[POPLENS_N_SIDES], PoplensUnlike unlike,
                             gconstpointer data)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (g_int64_hash, g_int64_equal);
  const gconstpointer both[] = {keys[POPLENS_FIRST], keys[POPLENS_SECOND]};

  return match (numbers, number_key, both, n, unlike, data);
}

typedef struct {
  guint64 key; /* sort key; upper half: place in the first list (anchors_of ()); lower half: index +
                  1 in the second list, or 0 if the first list has the element */
  PoplensPair pair;
} AlignedPair;

static int
compare_in_line (gconstpointer a, gconstpointer b)
{
  guint64 x = ((const AlignedPair *) a)->key, y = ((const AlignedPair *) b)->key;

  return (x > y) - (x < y);
}

/* Returns, by element of the second list, where it is shown in the first list: index + 1 of its
 * counterpart. An element without a counterpart gets the value of the element before it, or 0 at
 * the start. (transfer full) */
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
  g_autofree AlignedPair *line = g_new (AlignedPair, MAX (pairs->len, 1));

  for (guint p = 0; p < pairs->len; p++) {
    PoplensPair pair = g_array_index (pairs, PoplensPair, p);
    guint32 first = pair.of[POPLENS_FIRST], second = pair.of[POPLENS_SECOND];
    guint64 place = first != POPLENS_NOT_THERE ? (guint64) first + 1
                    : second < n_second        ? anchor[second]
                                               : 0;
    line[p] =
        (AlignedPair){place << 32 | (first != POPLENS_NOT_THERE ? 0 : (guint64) second + 1), pair};
  }
  qsort (line, pairs->len, sizeof *line, compare_in_line);
  for (guint p = 0; p < pairs->len; p++)
    g_array_index (pairs, PoplensPair, p) = line[p].pair;
}
