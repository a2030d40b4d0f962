/* Tests of matching programs and steps of two reports, and of the changes of amounts. */
#include "analysis/compare/compare-programs.h"
#include "analysis/compare/compare-summary.h"

#include "pairs-text.h"

#include <string.h>

/* ---- amounts --------------------------------------------------------------------------- */

static void
test_amounts (void)
{
  PoplensAmount grown = poplens_amount_of (200, 210);
  PoplensAmount new_one = poplens_amount_of (0, 5);
  PoplensAmount unknown = poplens_amount_of (POPLENS_NO_AMOUNT, 5);
  PoplensAmount below = poplens_amount_of (-10, -5);
  PoplensAmount wild = poplens_amount_of (G_MININT64 + 1, G_MAXINT64);

  g_assert_cmpint (grown.change, ==, 10);
  g_assert_cmpfloat (grown.part, ==, 0.05);
  g_assert_true (new_one.has_change && !new_one.has_part);
  g_assert_false (unknown.has_change);
  g_assert_cmpint (below.change, ==, 5);
  g_assert_cmpfloat (below.part, ==, 0.5); /* -10 → -5 is an increase, so the relative change is
                                            * positive */
  g_assert_cmpint (wild.change, ==, 2 * POPLENS_MOST_AMOUNT);
  /* Changes up to 0.1 % are noise. */
  g_assert_true (poplens_amount_is_noise (poplens_amount_of (1000, 1001)));
  g_assert_false (poplens_amount_is_noise (poplens_amount_of (1000, 998)));
  g_assert_false (poplens_amount_is_noise (poplens_amount_of (10, 11)));
  g_assert_false (poplens_amount_is_noise (poplens_amount_of (0, 1)));
  g_assert_true (poplens_amount_is_noise (poplens_amount_of (0, 0)));
}

static void
test_threshold (void)
{
  g_assert_false (poplens_change_exceeds (5, 100, 5));
  g_assert_true (poplens_change_exceeds (6, 100, 5));
  g_assert_true (poplens_change_exceeds (-6, 100, 5));
  g_assert_false (poplens_change_exceeds (-5, 100, 5));
  g_assert_true (poplens_change_exceeds (1, G_MAXINT64 / 4, 0));
  g_assert_false (poplens_change_exceeds (0, 0, 0));
  g_assert_true (poplens_change_exceeds (1, 0, 1e9)); /* from zero: any limit is exceeded */
  g_assert_true (poplens_change_exceeds (1, POPLENS_NO_AMOUNT, 1e9));
  g_assert_false (poplens_change_exceeds (1, 1000, 0.1));
  g_assert_true (poplens_change_exceeds (1, 999, 0.1));
}

static PoplensComparison *
make_comparison (const gint64 *first, const gint64 *second, guint32 n_first, guint32 n_second)
{
  g_autofree guint64 *a = g_new (guint64, n_first + 1);
  g_autofree guint64 *b = g_new (guint64, n_second + 1);
  const guint64 *const keys[] = {a, b};
  const guint32 n[] = {n_first, n_second};

  for (guint64 i = 0; i < MAX (n_first, n_second); i++) {
    if (i < n_first)
      a[i] = i;
    if (i < n_second)
      b[i] = i;
  }
  PoplensComparison *self = poplens_comparison_new (n, 2);
  poplens_comparison_take_pairs (self, poplens_pairs_match_numbers (keys, n, NULL, NULL));
  poplens_comparison_take (self, 0, POPLENS_FIRST, g_memdup2 (first, n_first * sizeof *first));
  poplens_comparison_take (self, 0, POPLENS_SECOND, g_memdup2 (second, n_second * sizeof *second));
  return self;
}

static char *
changes_of (const PoplensComparison *self)
{
  GString *text = g_string_new (NULL);

  for (guint32 row = 0; row < poplens_comparison_n_rows (self); row++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, row ? " " : "",
                            poplens_comparison_get (self, row, 0).change);
  return g_string_free (text, FALSE);
}

static void
test_comparison_order (void)
{
  static const gint64 first[] = {10, 20, 30, POPLENS_NO_AMOUNT, 7};
  static const gint64 second[] = {13, 15, 30, 4, 4, 9};
  g_autoptr (PoplensComparison) self = make_comparison (first, second, 5, 6);
  PoplensCompareCounts counts;

  poplens_comparison_order (self, FALSE);
  g_autofree char *some = changes_of (self);
  g_assert_cmpstr (some, ==, "9 -5 3 -3"); /* a new item counts with its whole amount; ties keep
                                            * their order */
  poplens_comparison_order (self, TRUE);
  g_autofree char *all = changes_of (self);
  g_assert_cmpstr (all, ==, "9 -5 3 -3 0 0");
  counts = poplens_comparison_count (self);
  g_assert_cmpuint (counts.all, ==, 6);
  g_assert_cmpuint (counts.changed, ==, 3);
  g_assert_cmpuint (counts.same, ==, 2);
  g_assert_cmpuint (counts.only[POPLENS_SECOND], ==, 1);
}

/* With levels, an item of one report alone has no change, however large it is, and is sorted after
 * those that changed. */
static void
test_comparison_levels (void)
{
  static const gint64 first[] = {10, 900, 30};
  static const gint64 second[] = {13, 895, 30, 4, 700, 50};
  g_autoptr (PoplensComparison) self = make_comparison (first, second, 3, 6);

  poplens_comparison_take_levels (self);
  poplens_comparison_order (self, TRUE);
  g_autofree char *all = changes_of (self);
  g_assert_cmpstr (all, ==, "-5 3 0 0 0 0");
  for (guint32 row = 2; row < 6; row++) {
    static const gint64 levels[] = {700, 50, 4, 30};
    PoplensAmount amount = poplens_comparison_get (self, row, 0);
    g_assert_cmpint (amount.of[POPLENS_SECOND], ==, levels[row - 2]);
    g_assert_true (amount.has_change == (row == 5));
  }
  g_assert_cmpuint (poplens_comparison_count (self).only[POPLENS_SECOND], ==, 3);
}

/* A measure that only one report has shows no change. */
static void
test_one_sided (void)
{
  static const gint64 amounts[] = {1, 2};
  g_autoptr (PoplensComparison) self = make_comparison (amounts, amounts, 2, 2);

  poplens_comparison_take (self, 1, POPLENS_SECOND, g_new0 (gint64, 2));
  poplens_comparison_order (self, FALSE);
  g_assert_cmpuint (poplens_comparison_n_rows (self), ==, 0);
  poplens_comparison_order (self, TRUE);
  PoplensAmount amount = poplens_comparison_get (self, 0, 1);
  g_assert_false (amount.has_change);
  g_assert_cmpint (amount.of[POPLENS_FIRST], ==, POPLENS_NO_AMOUNT);
  g_assert_cmpint (amount.of[POPLENS_SECOND], ==, 0);
}

/* ---- programs -------------------------------------------------------------------------- */

/* Parses programs "name:child,child name: …", in the order of ids; "_" is an empty name. Program 0
 * is the entry point. */
static PoplensPrograms *
parse_programs (const char *text)
{
  g_auto (GStrv) rows = g_strsplit (text, " ", -1);
  PoplensPrograms *p = poplens_programs_new ();

  p->n = g_strv_length (rows);
  p->id = g_new (guint32, p->n);
  p->kind = g_new0 (guint8, p->n);
  p->type_name = g_new (guint32, p->n);
  p->name = g_new (guint32, p->n);
  p->children = poplens_lists_new (POPLENS_ENCODING_PLAIN, POPLENS_ANY_LENGTH);
  for (guint32 row = 0; row < p->n; row++) {
    g_auto (GStrv) halves = g_strsplit (rows[row], ":", 2);
    g_auto (GStrv) children = g_strsplit (halves[1], ",", -1);
    g_autoptr (GByteArray) list = g_byte_array_new ();
    for (guint c = 0; children[c] && *children[c]; c++)
      poplens_varint_append (list, g_ascii_strtoull (children[c], NULL, 10));
    p->id[row] = row;
    p->type_name[row] = poplens_strings_intern (p->strings, "Sequence", -1);
    p->name[row] =
        poplens_strings_intern (p->strings, strcmp (halves[0], "_") ? halves[0] : "", -1);
    g_assert_true (poplens_lists_append (p->children, list->data, list->len, NULL));
  }
  p->n_control = 1;
  p->control_id = g_new0 (guint32, 1);
  p->control_program = g_new0 (guint32, 1);
  return p;
}

static void
assert_programs (const char *first, const char *second, const char *expected)
{
  g_autoptr (PoplensPrograms) a = parse_programs (first);
  g_autoptr (PoplensPrograms) b = parse_programs (second);
  g_autoptr (GArray) pairs = poplens_pairs_of_programs (a, b);
  g_autofree char *text = pairs_to_text (pairs);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_programs (void)
{
  /* Ids changed: programs are matched by name. */
  assert_programs ("_:1,2 a: b:", "_:2,1 b: a:", "0=0 1=2 2=1");
  /* Programs of the same name are matched by order below the same parent, or by their contents,
   * which decide first. */
  assert_programs ("_:1,2 a:3 a:4 x: x:", "_:1,3 a:2 x: a:4 x:", "0=0 1=1 2=3 3=2 4=4");
  /* A new program and a removed one. */
  assert_programs ("_:1,2 a: b:", "_:1,2 a: c:", "0=0 1=1 2=- -=2");
  /* A new layer moved programs: they are found by name, and nameless programs by their place below
   * them. */
  assert_programs ("_:1 a:2 _:3 b:", "_:1 new:2 a:3 _:4 b:", "0=0 1=2 2=3 3=4 -=1");
  /* Programs of the same name are matched by contents if one was inserted between them. */
  assert_programs ("_:1,2,3 s:4 s:5 s:6 a: b: c:", "_:1,2,3,4 s:5 s:6 s:7 s:8 a: n: b: c:",
                   "0=0 1=1 2=3 3=4 4=5 5=7 6=8 -=2 -=6");
  /* Poplar's running numbers ("cs0_", "copy7_") are ignored, but not names that only resemble
   * them. */
  assert_programs (
      "_:1,2 cs0_a: copy7_b_to_c:", "_:1,2,3 cs0_n: cs1_a: copy12_b_to_c:", "0=0 1=2 2=3 -=1");
  assert_programs ("_:1,2 cs_a: copy1:", "_:1,2 cs1_a: copy2:", "0=0 1=- 2=- -=1 -=2");
  /* A nameless program that moved is not found. */
  assert_programs ("_:1 a:2 _:", "_:1,2 a: _:", "0=0 1=1 2=- -=2");
  /* Graphs with cycles are not trees, but matching ends. */
  assert_programs ("_:1,1 a:0,2 b:2 c:4 d:3", "_:1,1 a:0,2 b:2 c:4 d:3", "0=0 1=1 2=2 3=3 4=4");
  assert_programs ("_:9 a:", "_:9 a:", "0=0 1=1");
}

/* A report against itself, and against itself with reversed ids: each program is found, once. All
 * names differ, so names alone decide. */
static void
test_random_trees (void)
{
  for (guint round = 0; round < 200; round++) {
    guint n = (guint) g_test_rand_int_range (1, 40);
    g_autoptr (GString) plain = g_string_new (NULL);
    g_autoptr (GString) turned = g_string_new (NULL);
    g_autofree guint *parent = g_new0 (guint, n);
    for (guint i = 1; i < n; i++)
      parent[i] = (guint) g_test_rand_int_range (0, (gint) i);
    /* Row r of the second report is program 0, or n − r of the first one. */
    for (guint r = 0; r < n; r++) {
      guint other = r ? n - r : 0;
      g_string_append_printf (plain, "%sp%u:", r ? " " : "", r);
      g_string_append_printf (turned, "%sp%u:", r ? " " : "", other);
      gboolean one = FALSE, two = FALSE;
      for (guint i = 1; i < n; i++) {
        if (parent[i] == r)
          g_string_append_printf (plain, "%s%u", one ? "," : "", i), one = TRUE;
        if (parent[i] == other)
          g_string_append_printf (turned, "%s%u", two ? "," : "", n - i), two = TRUE;
      }
    }
    g_autoptr (PoplensPrograms) a = parse_programs (plain->str);
    g_autoptr (PoplensPrograms) b = parse_programs (turned->str);
    g_autoptr (GArray) pairs = poplens_pairs_of_programs (a, b);
    g_assert_cmpuint (pairs->len, ==, n);
    for (guint r = 0; r < n; r++) {
      const PoplensPair *pair = &g_array_index (pairs, PoplensPair, r);
      g_assert_cmpuint (pair->of[POPLENS_FIRST], ==, r);
      g_assert_cmpuint (pair->of[POPLENS_SECOND], ==, r ? n - r : 0);
    }
  }
}

/* ---- steps ----------------------------------------------------------------------------- */

static PoplensLiveness *
make_liveness (const guint32 *programs, guint32 n)
{
  PoplensLiveness *self = poplens_liveness_new ();

  self->n_steps = n;
  self->program = g_memdup2 (programs, n * sizeof *programs);
  self->not_always_live = g_new0 (guint64, n);
  return self;
}

/* A program at several steps is matched in order. A program that neither file lists is matched by
 * its id. */
static void
test_matched_steps (void)
{
  static const guint32 first[] = {0, 1, 1, 77}, second[] = {0, 2, 1, 2, 77, 78};
  g_autoptr (PoplensPrograms) a = parse_programs ("_:1 a:");
  g_autoptr (PoplensPrograms) b = parse_programs ("_:1,2 b: a:");
  g_autoptr (PoplensLiveness) l = make_liveness (first, G_N_ELEMENTS (first));
  g_autoptr (PoplensLiveness) m = make_liveness (second, G_N_ELEMENTS (second));
  const PoplensPrograms *const of[] = {a, b};
  const PoplensLiveness *const liveness[] = {l, m};
  g_autoptr (GArray) programs = poplens_pairs_of_programs (a, b);
  g_autoptr (GArray) steps = poplens_pairs_of_steps (programs, of, liveness);
  g_autofree char *text = pairs_to_text (steps);

  g_assert_cmpstr (text, ==, "0=0 1=1 2=3 3=4 -=2 -=5");
}

/* ---- summary --------------------------------------------------------------------------- */

static const PoplensCompareFact *
find_compare_fact (const GPtrArray *facts, const char *key)
{
  for (guint f = 0; f < facts->len; f++) {
    const PoplensCompareFact *fact = g_ptr_array_index (facts, f);
    if (g_str_equal (fact->key, key))
      return fact;
  }
  return NULL;
}

static void
add_field (PoplensTarget *target, const char *key, const char *value)
{
  PoplensTargetField *field = g_new0 (PoplensTargetField, 1);

  field->key = g_strdup (key);
  field->value = g_strdup (value);
  g_ptr_array_add (target->fields, field);
}

static void
test_facts (void)
{
  g_autoptr (PoplensTarget) a = poplens_target_new ();
  g_autoptr (PoplensTarget) b = poplens_target_new ();
  PoplensCompareParts first = {.target = a}, second = {.target = b}, none = {0};

  a->has_graph = b->has_graph = TRUE;
  a->vertices = 100;
  b->vertices = G_MAXUINT64; /* as in a damaged file */
  add_field (a, "num_ipus", "1");
  add_field (b, "num_ipus", "2");
  add_field (b, "new_field", "x");
  g_autoptr (GPtrArray) self = poplens_compare_facts (&first, &first, FALSE);
  g_assert_cmpuint (self->len, ==, 0);
  g_autoptr (GPtrArray) facts = poplens_compare_facts (&first, &second, FALSE);
  g_assert_cmpuint (facts->len, ==, 3);
  g_assert_cmpint (find_compare_fact (facts, "num_ipus")->amount.change, ==, 1);
  g_assert_cmpstr (find_compare_fact (facts, "num_ipus")->title, ==, "IPUs");
  g_assert_null (find_compare_fact (facts, "new_field")->text[POPLENS_FIRST]);
  g_assert_cmpint (find_compare_fact (facts, "vertices")->amount.change, ==,
                   POPLENS_MOST_AMOUNT - 100);
  g_autoptr (GPtrArray) lacking = poplens_compare_facts (&first, &none, FALSE);
  g_assert_false (find_compare_fact (lacking, "vertices")->same);
  g_assert_false (find_compare_fact (lacking, "vertices")->amount.has_change);
  g_autoptr (GPtrArray) all = poplens_compare_facts (&first, &first, TRUE);
  g_assert_true (find_compare_fact (all, "edges")->same);
  g_assert_null (find_compare_fact (all, "cycles")); /* neither report has it */
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/compare/amounts", test_amounts);
  g_test_add_func ("/compare/threshold", test_threshold);
  g_test_add_func ("/compare/order", test_comparison_order);
  g_test_add_func ("/compare/levels", test_comparison_levels);
  g_test_add_func ("/compare/one-sided", test_one_sided);
  g_test_add_func ("/compare/programs", test_programs);
  g_test_add_func ("/compare/random-trees", test_random_trees);
  g_test_add_func ("/compare/steps", test_matched_steps);
  g_test_add_func ("/compare/facts", test_facts);
  return g_test_run ();
}
