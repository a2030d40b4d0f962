/* Tests of the program tree in preorder and of its links, also for files whose programs do not form
 * a tree. */
#include "analysis/programs/program-links.h"
#include "analysis/programs/program-tree.h"

#include "support/work-time.h"

/* Returns programs 0 … n−1 with the children in @children, each row of which ends with −1. */
static PoplensPrograms *
make_program_tree (const int (*children)[4], guint32 n)
{
  PoplensPrograms *p = poplens_programs_new ();

  p->n = n;
  p->id = g_new (guint32, n);
  p->kind = g_new0 (guint8, n);
  p->detail = g_new0 (gint64, n);
  p->children = poplens_lists_new (POPLENS_ENCODING_PLAIN, POPLENS_ANY_LENGTH);
  p->control_code = poplens_lists_new (POPLENS_ENCODING_PLAIN, POPLENS_ANY_LENGTH);
  for (guint32 row = 0; row < n; row++) {
    g_autoptr (GByteArray) list = g_byte_array_new ();
    g_autoptr (GByteArray) code = g_byte_array_new ();
    for (guint c = 0; children[row][c] >= 0; c++)
      poplens_varint_append (list, children[row][c]);
    poplens_varint_append (code, 100 >> MIN (row, 31));
    p->id[row] = row;
    g_assert_true (poplens_lists_append (p->children, list->data, list->len, NULL));
    g_assert_true (poplens_lists_append (p->control_code, code->data, code->len, NULL));
  }
  return p;
}

static char *
describe_program_nodes (const GArray *nodes)
{
  GString *text = g_string_new (NULL);

  for (guint n = 0; n < nodes->len; n++) {
    const PoplensProgramNode *node = &g_array_index (nodes, PoplensProgramNode, n);
    g_string_append_printf (text, "%s%u@%u%s", n ? " " : "", node->row, node->depth,
                            node->repeated ? "!" : "");
    if (node->entry >= 0)
      g_string_append_printf (text, "e%d", node->entry);
    if (node->function >= 0)
      g_string_append_printf (text, "f%d", node->function);
  }
  return g_string_free (text, FALSE);
}

static void
test_preorder (void)
{
  static const int children[][4] = {{1, 4, -1}, {2, 3, -1}, {-1}, {-1}, {99, -1}, {-1}, {-1}};
  g_autoptr (PoplensPrograms) p = make_program_tree (children, G_N_ELEMENTS (children));
  g_autofree char *text = NULL;

  p->n_control = 1;
  p->control_id = g_new0 (guint32, 1);
  p->control_program = g_new0 (guint32, 1);
  p->n_functions = 2; /* the second one is in the tree already */
  p->function_id = g_new0 (guint32, 2);
  p->function_program = g_new0 (guint32, 2);
  p->function_program[0] = 6;
  p->function_program[1] = 4;
  g_autoptr (GArray) nodes = poplens_program_tree (p, (PoplensProgramRoot){0});
  text = describe_program_nodes (nodes);
  g_assert_cmpstr (text, ==, "0@0e0 1@1 2@2 3@2 4@1 6@0f0 5@0");
}

static void
test_rings_end (void)
{
  static const int children[][4] = {{1, 1, -1}, {0, 2, -1}, {2, -1}, {4, -1}, {3, -1}};
  g_autoptr (PoplensPrograms) p = make_program_tree (children, G_N_ELEMENTS (children));
  g_autoptr (GArray) nodes = poplens_program_tree (p, (PoplensProgramRoot){0});
  g_autofree char *text = describe_program_nodes (nodes);

  g_assert_cmpstr (text, ==, "0@0 1@1 0@2! 2@2 2@3! 1@1! 3@0 4@1 3@2!");
}

static void
test_own_code (void)
{
  static const int children[][4] = {{1, 2, -1}, {-1}, {-1}, {0, -1}};
  g_autoptr (PoplensPrograms) p = make_program_tree (children, G_N_ELEMENTS (children));

  g_assert_cmpuint (poplens_program_own_code (p, 0), ==, 100 - 50 - 25);
  g_assert_cmpuint (poplens_program_own_code (p, 1), ==, 50);
  g_assert_cmpuint (poplens_program_own_code (p, 3), ==, 0); /* never negative */
}

/* Sums the code of programs that no other program contains: the root and a function. Unknown if the
 * file has no lists. */
static void
test_all_code (void)
{
  static const int children[][4] = {{1, 2, -1}, {-1}, {-1}, {4, -1}, {-1}};
  g_autoptr (PoplensPrograms) p = make_program_tree (children, G_N_ELEMENTS (children));
  guint64 bytes;

  g_assert_true (poplens_programs_sum_code (p, &bytes));
  g_assert_cmpuint (bytes, ==, 100 + 12);
  poplens_lists_free (p->control_code);
  p->control_code = poplens_lists_new (POPLENS_ENCODING_PLAIN, POPLENS_ANY_LENGTH);
  for (guint32 row = 0; row < p->n; row++)
    g_assert_true (poplens_lists_append (p->control_code, NULL, 0, NULL));
  g_assert_false (poplens_programs_sum_code (p, &bytes));
}

static void
expect_reached (const PoplensPrograms *p, guint32 from, const char *expected)
{
  g_autofree guint8 *in = g_new0 (guint8, p->n);
  g_autoptr (GString) text = g_string_new (NULL);

  in[from] = TRUE;
  g_autofree guint8 *reached = poplens_program_reach (p, in);
  for (guint32 row = 0; row < p->n; row++)
    if (reached[row])
      g_string_append_printf (text, "%u ", row);
  g_assert_cmpstr (text->str, ==, expected);
}

/* Reaches everything that is contained or called, at any depth. Cycles and missing programs end the
 * walk. */
static void
test_reach (void)
{
  static const int children[][4] = {{1, 2, -1}, {3, 99, -1}, {-1}, {1, -1}, {-1}, {5, 2, -1}};
  g_autoptr (PoplensPrograms) p = make_program_tree (children, G_N_ELEMENTS (children));

  p->n_functions = 1;
  p->function_id = g_new0 (guint32, 1);
  p->function_program = g_new0 (guint32, 1);
  p->function_program[0] = 5;
  p->kind[4] = POPLENS_PROGRAM_CALL;
  expect_reached (p, 0, "0 1 2 3 ");
  expect_reached (p, 3, "1 3 ");
  expect_reached (p, 2, "2 ");
  expect_reached (p, 4, "2 4 5 ");
}

static gboolean
holds (const PoplensPrograms *p, guint32 row, guint32 child)
{
  g_autoptr (GArray) children = poplens_lists_values (p->children, row);

  for (guint i = 0; i < children->len; i++)
    if (g_array_index (children, guint64, i) == child)
      return TRUE;
  return FALSE;
}

/* Checks the links of one program against all lists of children, and its sum against all programs
 * that it reaches. */
static void
check_links (const PoplensPrograms *p, const PoplensProgramLinks *links, const guint32 *own,
             guint32 row)
{
  g_autofree guint8 *in = g_new0 (guint8, p->n);
  guint32 n_parents, n_callers, parent = 0, caller = 0;
  const guint32 *parents = poplens_program_links_parents (links, row, &n_parents);
  const guint32 *callers = poplens_program_links_callers (links, row, &n_callers);
  guint64 below = 0;

  in[row] = TRUE;
  g_autofree guint8 *reached = poplens_program_reach (p, in);
  for (guint32 other = 0; other < p->n; other++) {
    if (holds (p, other, row))
      g_assert_cmpuint (parents[parent++], ==, other);
    if (poplens_program_callee (p, other, NULL) == row)
      g_assert_cmpuint (callers[caller++], ==, other);
    below += reached[other] && other != row ? own[other] : 0;
  }
  g_assert_cmpuint (parent, ==, n_parents);
  g_assert_cmpuint (caller, ==, n_callers);
  g_assert_cmpuint (poplens_program_links_sum_below (links, row), ==, below);
}

/* Random programs: trees, cycles, several parents, calls, and children that the file lacks. */
static void
test_program_links (void)
{
  for (guint round = 0; round < 300; round++) {
    int children[24][4], n = g_test_rand_int_range (1, 25), most = round % 4;
    guint32 own[24];
    for (int row = 0; row < n; row++) {
      int c = 0, n_children = g_test_rand_int_range (0, most + 1);
      for (; c < n_children; c++)
        children[row][c] = g_test_rand_int_range (round % 2 ? 0 : row + 1, n + 2);
      children[row][c] = -1;
      own[row] = g_test_rand_int_range (0, 5);
    }
    g_autoptr (PoplensPrograms) p = make_program_tree (children, n);
    p->n_functions = 1;
    p->function_id = g_new0 (guint32, 1);
    p->function_program = g_new (guint32, 1);
    p->function_program[0] = g_test_rand_int_range (0, n);
    for (int row = 0; row < n; row++)
      if (g_test_rand_int_range (0, 8) < (int) (round % 3))
        p->kind[row] = POPLENS_PROGRAM_CALL;
    g_autoptr (PoplensProgramLinks) links = poplens_program_links_new (p, own);
    for (int row = 0; row < n; row++)
      check_links (p, links, own, row);
  }
}

/* A chain of 100,000 programs: sums are computed in one pass, without a walk for each. */
static void
test_links_of_chain (void)
{
  enum { N = 100000 };
  int (*children)[4] = g_malloc_n (N, sizeof *children);
  g_autofree guint32 *own = g_new (guint32, N);
  gint64 start = work_time ();

  for (int row = 0; row < N; row++) {
    children[row][0] = row + 1 < N ? row + 1 : -1;
    children[row][1] = -1;
    own[row] = 1;
  }
  g_autoptr (PoplensPrograms) p = make_program_tree ((const int (*)[4]) children, N);
  g_autoptr (PoplensProgramLinks) links = poplens_program_links_new (p, own);
  for (guint32 row = 0; row < N; row++)
    g_assert_cmpuint (poplens_program_links_sum_below (links, row), ==, N - 1 - row);
  g_assert_cmpint (work_time () - start, <, 2 * G_USEC_PER_SEC);
  g_free (children);
}

static void
test_liveness_depths (void)
{
  g_autoptr (PoplensLiveness) l = poplens_liveness_new ();
  static const guint32 parents[] = {G_MAXUINT32, 0, 1, 0, 77};
  static const guint16 expected[] = {0, 1, 2, 1, 0};
  guint64 *bytes = g_new0 (guint64, 5);
  guint32 step;

  l->n_steps = 5;
  l->parent = g_memdup2 (parents, sizeof parents);
  l->n_ipus = 1;
  l->ipu_not_always_live = g_new0 (guint64 *, 1);
  l->ipu_not_always_live[0] = bytes;
  l->ipu = g_new0 (guint32, 1);
  bytes[2] = bytes[4] = 8;
  g_autofree guint16 *depths = poplens_liveness_depths (l);
  g_assert_cmpmem (depths, sizeof expected, expected, sizeof expected);
  g_assert_cmpuint (poplens_liveness_ipu_peak (l, 0, &step), ==, 8);
  g_assert_cmpuint (step, ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/analysis/programs/preorder", test_preorder);
  g_test_add_func ("/analysis/programs/rings", test_rings_end);
  g_test_add_func ("/analysis/programs/own-code", test_own_code);
  g_test_add_func ("/analysis/programs/all-code", test_all_code);
  g_test_add_func ("/analysis/programs/reach", test_reach);
  g_test_add_func ("/analysis/programs/links", test_program_links);
  g_test_add_func ("/analysis/programs/links-of-chain", test_links_of_chain);
  g_test_add_func ("/analysis/liveness/depths", test_liveness_depths);
  return g_test_run ();
}
