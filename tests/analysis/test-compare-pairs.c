/* Tests of matching the items of two lists by name, order and amount. */
#include "pairs-text.h"

#include <stdlib.h>

static void
assert_pairs (const char *first, const char *second, const char *expected)
{
  g_auto (GStrv) a = g_strsplit (first, " ", -1);
  g_auto (GStrv) b = g_strsplit (second, " ", -1);
  const char *const *const keys[] = {(const char *const *) a, (const char *const *) b};
  const guint32 n[] = {g_strv_length (a), g_strv_length (b)};
  g_autoptr (GArray) pairs = poplens_pairs_match (keys, n, NULL, NULL);
  g_autofree char *text = pairs_to_text (pairs);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_pairs (void)
{
  assert_pairs ("a b c", "c a b", "0=1 1=2 2=0");
  assert_pairs ("a a a", "a b a", "0=0 1=- 2=2 -=1"); /* a surplus item stays unpaired */
  assert_pairs ("a", "a a", "0=0 -=1");
  assert_pairs ("", "x", "-=0");
  assert_pairs ("x", "", "0=-");
  assert_pairs ("", "", "");
}

/* Asserts the pairs in line order: an item of the second list alone comes after the one that
 * precedes it there. */
static void
assert_line (const char *first, const char *second, const char *expected)
{
  g_auto (GStrv) a = g_strsplit (first, " ", -1);
  g_auto (GStrv) b = g_strsplit (second, " ", -1);
  const char *const *const keys[] = {(const char *const *) a, (const char *const *) b};
  const guint32 n[] = {g_strv_length (a), g_strv_length (b)};
  g_autoptr (GArray) pairs = poplens_pairs_match (keys, n, NULL, NULL);
  poplens_pairs_align (pairs, n[POPLENS_SECOND]);
  g_autofree char *text = pairs_to_text (pairs);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_line (void)
{
  assert_line ("a b c", "a x b y z", "0=0 -=1 1=2 -=3 -=4 2=-");
  assert_line ("a b", "x y a b", "-=0 -=1 0=2 1=3");
  assert_line ("a b c", "c x a", "0=2 1=- 2=0 -=1");
  assert_line ("", "x y", "-=0 -=1");
  assert_line ("x y", "", "0=- 1=-");
}

/* ---- among items of one name ---- */

/* Items of two lists, written "a10": a name of one letter, and an amount. */
typedef struct {
  guint32 *key[POPLENS_N_SIDES], n[POPLENS_N_SIDES];
  gint *amount[POPLENS_N_SIDES];
} ItemLists;

static void
things_init (ItemLists *self, PoplensSide side, guint32 n)
{
  self->n[side] = n;
  self->key[side] = g_new (guint32, MAX (n, 1));
  self->amount[side] = g_new (gint, MAX (n, 1));
}

static void
things_clear (ItemLists *self)
{
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    g_free (self->key[s]);
    g_free (self->amount[s]);
  }
}

static guint
unlike (gconstpointer data, guint32 first, guint32 second)
{
  const ItemLists *self = data;

  return (guint) ABS (self->amount[POPLENS_FIRST][first] - self->amount[POPLENS_SECOND][second]);
}

static guint32 *
pair (const ItemLists *self)
{
  const guint32 *const keys[] = {self->key[POPLENS_FIRST], self->key[POPLENS_SECOND]};

  return poplens_pair_lists (keys, self->n, unlike, self);
}

static void
assert_others (const char *first, const char *second, const char *expected)
{
  const char *const texts[] = {first, second};
  g_autoptr (GString) found = g_string_new (NULL);
  ItemLists things;

  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    g_auto (GStrv) words = g_strsplit (texts[s], " ", -1);
    things_init (&things, s, g_strv_length (words));
    for (guint i = 0; words[i]; i++) {
      things.key[s][i] = (guint32) *words[i];
      things.amount[s][i] = atoi (words[i] + 1);
    }
  }
  g_autofree guint32 *other = pair (&things);
  for (guint32 i = 0; i < things.n[POPLENS_FIRST]; i++)
    if (other[i] == POPLENS_NOT_THERE)
      g_string_append (found, i ? " -" : "-");
    else
      g_string_append_printf (found, i ? " %u" : "%u", other[i]);
  g_assert_cmpstr (found->str, ==, expected);
  things_clear (&things);
}

static void
test_same_names (void)
{
  /* One item was inserted in the middle of a run: it is the new one, not the last. */
  assert_others ("a10 a20 a30", "a10 a15 a20 a30", "0 2 3");
  assert_others ("a10 a15 a20 a30", "a10 a20 a30", "0 - 1 2");
  /* All amounts grew, and one item was inserted. */
  assert_others ("a10 a200 a30", "a12 a50 a210 a33", "0 2 3");
  /* Neighbours decide if amounts cannot. */
  assert_others ("x1 s5 y1 s5 z1 s5", "x1 s5 n1 s5 y1 s5 z1 s5", "0 1 4 5 6 7");
  /* Pairs as many items as possible, however different their amounts. */
  assert_others ("a1 a1", "a900 a900", "0 1");
  /* Items in another order are paired too. */
  assert_others ("a1 b1 c1", "c1 a1 b1", "1 2 0");
}

/* Items that were inserted between items of the same names are found, and no other item is new. */
static void
test_put_in (void)
{
  for (guint round = 0; round < 300; round++) {
    guint32 n = (guint32) g_test_rand_int_range (1, round % 10 ? 60 : 700);
    guint32 more = (guint32) g_test_rand_int_range (0, 12);
    gint names = g_test_rand_int_range (1, 6);
    g_autofree guint32 *truth = g_new (guint32, n);
    ItemLists things;

    things_init (&things, POPLENS_FIRST, n);
    things_init (&things, POPLENS_SECOND, n + more);
    for (guint32 i = 0; i < n + more; i++) {
      things.key[POPLENS_SECOND][i] = (guint32) g_test_rand_int_range (0, names);
      things.amount[POPLENS_SECOND][i] = (gint) i; /* all amounts differ */
    }
    for (guint32 i = 0, at = 0, left = more; i < n; i++, at++) {
      while (left && g_test_rand_int_range (0, (gint) (n - i + left)) < (gint) left)
        at++, left--;
      truth[i] = at;
      things.key[POPLENS_FIRST][i] = things.key[POPLENS_SECOND][at];
      things.amount[POPLENS_FIRST][i] = (gint) at;
    }
    g_autofree guint32 *other = pair (&things);
    for (guint32 i = 0; i < n; i++)
      g_assert_cmpuint (other[i], ==, truth[i]);
    things_clear (&things);
  }
}

/* Returns the highest score of pairs in order from (a, b) on, by trying all: many pairs first, then
 * small differences. */
static gint64
try_all (const ItemLists *self, guint32 a, guint32 b)
{
  if (a == self->n[POPLENS_FIRST] || b == self->n[POPLENS_SECOND])
    return 0;
  gint64 best = MAX (try_all (self, a + 1, b), try_all (self, a, b + 1));
  if (self->key[POPLENS_FIRST][a] != self->key[POPLENS_SECOND][b])
    return best;
  return MAX (best, 1000000 - unlike (self, a, b) + try_all (self, a + 1, b + 1));
}

static void
test_best (void)
{
  for (guint round = 0; round < 300; round++) {
    ItemLists things;
    guint32 left[2][3] = {{0}};
    gint64 score = 0;

    for (guint s = 0; s < POPLENS_N_SIDES; s++) {
      things_init (&things, s, (guint32) g_test_rand_int_range (0, 8));
      for (guint32 i = 0; i < things.n[s]; i++) {
        things.key[s][i] = (guint32) g_test_rand_int_range (0, 3);
        things.amount[s][i] = g_test_rand_int_range (0, 50);
        left[s][things.key[s][i]]++;
      }
    }
    g_autofree guint32 *other = pair (&things);
    guint64 taken = 0;
    for (guint32 i = 0; i < things.n[POPLENS_FIRST]; i++) {
      if (other[i] == POPLENS_NOT_THERE)
        continue;
      g_assert_cmpuint (other[i], <, things.n[POPLENS_SECOND]);
      g_assert_false (taken >> other[i] & 1); /* each item is used once */
      taken |= (guint64) 1 << other[i];
      g_assert_cmpuint (things.key[0][i], ==, things.key[1][other[i]]);
      left[0][things.key[0][i]]--;
      left[1][things.key[0][i]]--;
      score += 1000000 - unlike (&things, i, other[i]);
    }
    for (guint k = 0; k < 3; k++)
      g_assert_true (!left[0][k] || !left[1][k]); /* as many pairs as possible */
    /* Pairs in order have the best possible score; pairs out of order only add to it. */
    g_assert_cmpint (score, >=, try_all (&things, 0, 0));
    things_clear (&things);
  }
}

/* Many items, and every name occurs often: pairing by order takes little time. */
static void
test_many_pairs (void)
{
  const guint32 n = 100000;
  ItemLists things;

  things_init (&things, POPLENS_FIRST, n);
  things_init (&things, POPLENS_SECOND, n + 1);
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    for (guint32 i = 0; i < n + s; i++) {
      things.key[s][i] = i % 7;
      things.amount[s][i] = (gint) ((i * 7919 + s) % 1000);
    }
  g_autofree guint32 *other = pair (&things);
  for (guint32 i = 0; i < n; i++)
    g_assert_cmpuint (other[i], ==, i);
  things_clear (&things);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/compare-pairs/pairs", test_pairs);
  g_test_add_func ("/compare-pairs/line", test_line);
  g_test_add_func ("/compare-pairs/same-names", test_same_names);
  g_test_add_func ("/compare-pairs/put-in", test_put_in);
  g_test_add_func ("/compare-pairs/best", test_best);
  g_test_add_func ("/compare-pairs/many", test_many_pairs);
  return g_test_run ();
}
