/* Tests of flame graphs: each rule of formats.md 6.2 on a trace of a few steps, and properties of
 * random traces. */
#include <string.h>

#include "analysis/flame-fixture.h"
#include "analysis/trace/name-parts.h"

#define COMPUTE POPLENS_STEP_ON_TILE_EXECUTE
#define EXCHANGE POPLENS_STEP_DO_EXCHANGE
#define SYNC POPLENS_STEP_SYNC
#define ANS POPLENS_STEP_SYNC_ANS
#define BEGIN POPLENS_STEP_STREAM_COPY_BEGIN
#define MID POPLENS_STEP_STREAM_COPY_MID
#define END POPLENS_STEP_STREAM_COPY_END

/* Appends nodes as "name(child child …)" and a node's own steps as '.', in the order of steps. */
static void
dump_level (const PoplensFlame *flame, guint32 parent, GString *out)
{
  guint32 node = 0;

  for (guint32 leaf = 0; leaf < flame->n_leaves; leaf++) {
    for (; node < flame->n_nodes && flame->node_first[node] <= leaf; node++)
      if (flame->node_parent[node] == parent) {
        g_autofree char *name = flame_text (flame, flame->node_name[node]);
        g_string_append_printf (out, "%s(", name);
        dump_level (flame, node, out);
        g_string_append_c (out, ')');
      }
    if (flame->leaf_parent[leaf] == parent) {
      g_autofree char *name = flame_text (flame, flame->leaf_name[leaf]);
      g_string_append_printf (out, "%s ",
                              flame->leaf_node[leaf] == POPLENS_FLAME_NONE ? name : ".");
    }
  }
}

typedef struct {
  PoplensStepKind kind;
  const char *name;
} FlameStep;

static void
assert_tree (const FlameStep *steps, guint n, const char *expected)
{
  Trace trace;
  g_autoptr (PoplensFlame) flame = NULL;
  g_autoptr (GString) out = g_string_new (NULL);

  trace_init (&trace);
  for (guint i = 0; i < n; i++)
    trace_next (&trace, steps[i].kind, steps[i].name);
  flame = trace_flame (&trace);
  dump_level (flame, POPLENS_FLAME_NONE, out);
  g_assert_cmpstr (out->str, ==, expected);
  g_clear_pointer (&flame, poplens_flame_free);
  trace_clear (&trace);
}

#define ASSERT_TREE(expected, ...)                                                                 \
  G_STMT_START                                                                                     \
  {                                                                                                \
    static const FlameStep steps[] = {__VA_ARGS__};                                                \
    assert_tree (steps, G_N_ELEMENTS (steps), expected);                                           \
  }                                                                                                \
  G_STMT_END

static void
test_flame_paths (void)
{
  ASSERT_TREE ("a ", {COMPUTE, "a"});
  ASSERT_TREE ("a/b/c ", {COMPUTE, "a/b/c"});
  ASSERT_TREE ("a(b c )", {COMPUTE, "a/b"}, {COMPUTE, "a/c"});
  ASSERT_TREE ("a/b(c d )", {COMPUTE, "a/b/c"}, {COMPUTE, "a/b/d"});
  ASSERT_TREE ("a(b(c d )e )", {COMPUTE, "a/b/c"}, {COMPUTE, "a/b/d"}, {COMPUTE, "a/e"});
  /* Paths share whole parts, not letters. */
  ASSERT_TREE ("ab/x ac/x ", {COMPUTE, "ab/x"}, {COMPUTE, "ac/x"});
  ASSERT_TREE ("a/x ab/x ", {COMPUTE, "a/x"}, {COMPUTE, "ab/x"});
  /* A node that was closed is not opened again. */
  ASSERT_TREE ("a(b c )d/e a/f ", {COMPUTE, "a/b"}, {COMPUTE, "a/c"}, {COMPUTE, "d/e"},
               {COMPUTE, "a/f"});
  ASSERT_TREE (" / b /a ", {COMPUTE, ""}, {EXCHANGE, "/"}, {COMPUTE, "b"}, {COMPUTE, "/a"});
}

static void
test_merge (void)
{
  ASSERT_TREE ("a b a ", {COMPUTE, "a"}, {COMPUTE, "a"}, {COMPUTE, "b"}, {COMPUTE, "a"});
  ASSERT_TREE ("a a ", {COMPUTE, "a"}, {EXCHANGE, "a"});
  ASSERT_TREE ("s s ", {ANS, "s"}, {ANS, "s"});
  ASSERT_TREE ("a s a ", {COMPUTE, "a"}, {ANS, "s"}, {COMPUTE, "a"});
}

static void
test_own_steps (void)
{
  ASSERT_TREE ("X(Y ). ", {COMPUTE, "X/Y"}, {COMPUTE, "X"});
  ASSERT_TREE ("X(Y Z ). ", {COMPUTE, "X/Y"}, {COMPUTE, "X"}, {COMPUTE, "X/Z"});
  ASSERT_TREE ("a(X(Y ). b )", {COMPUTE, "a/X/Y"}, {COMPUTE, "a/X"}, {COMPUTE, "a/b"});
  ASSERT_TREE ("a/X(Y ). ", {COMPUTE, "a/X/Y"}, {COMPUTE, "a/X"});
  /* A case that the reference file does not contain: a step that comes before its group's children
   * is the group's own step too. */
  ASSERT_TREE ("X(Y ). ", {COMPUTE, "X"}, {COMPUTE, "X/Y"});
  ASSERT_TREE ("X(Y Z ). sync b ", {COMPUTE, "X"}, {SYNC, "sync"}, {COMPUTE, "X/Y"},
               {COMPUTE, "X/Z"}, {COMPUTE, "b"});
  ASSERT_TREE ("a/X(Y ). ", {COMPUTE, "a/X"}, {COMPUTE, "a/X/Y"});
  ASSERT_TREE ("a(X(Y(Z ). ). b )", {COMPUTE, "a/X"}, {COMPUTE, "a/X/Y"}, {COMPUTE, "a/X/Y/Z"},
               {COMPUTE, "a/b"});
  ASSERT_TREE ("X(Y ). . ", {COMPUTE, "X"}, {COMPUTE, "X/Y"}, {COMPUTE, "X"});
  ASSERT_TREE ("a(X X )", {COMPUTE, "a/X"}, {EXCHANGE, "a/X"});
}

static void
test_stream_copies (void)
{
  ASSERT_TREE ("StreamCopy(Begin Mid End )", {BEGIN, "b"}, {MID, "m"}, {END, "e"});
  ASSERT_TREE ("StreamCopy(Begin End )StreamCopy(Begin Mid End )", {BEGIN, "b"}, {END, "e"},
               {BEGIN, "b"}, {MID, "m"}, {END, "e"});
  /* A copy is never collapsed, and the path continues after it. */
  ASSERT_TREE ("a(b StreamCopy(Begin )c )", {COMPUTE, "a/b"}, {BEGIN, "b"}, {COMPUTE, "a/c"});
  ASSERT_TREE ("a(X(b StreamCopy(Begin End )c )d )", {COMPUTE, "a/X/b"}, {BEGIN, "b"}, {END, "e"},
               {COMPUTE, "a/X/c"}, {COMPUTE, "a/d"});
  ASSERT_TREE ("a/b StreamCopy(Begin )c ", {COMPUTE, "a/b"}, {BEGIN, "b"}, {COMPUTE, "c"});
  ASSERT_TREE ("a(b c )StreamCopy(Begin End )", {COMPUTE, "a/b"}, {COMPUTE, "a/c"}, {BEGIN, "b"},
               {END, "e"});
  /* A copy that overlaps work is one node at the root; an End without a Begin opens a node of its
   * own. */
  ASSERT_TREE ("a(b c d )StreamCopy(Begin End )", {COMPUTE, "a/b"}, {BEGIN, "b"}, {COMPUTE, "a/c"},
               {END, "e"}, {COMPUTE, "a/d"});
  ASSERT_TREE ("StreamCopy(Begin End )a ", {BEGIN, "b"}, {COMPUTE, "a"}, {END, "e"});
  ASSERT_TREE ("StreamCopy(End )a StreamCopy(End )", {END, "e"}, {COMPUTE, "a"}, {END, "e"});
}

static void
test_transparent (void)
{
  ASSERT_TREE ("a(b sync c )", {COMPUTE, "a/b"}, {SYNC, "sync"}, {COMPUTE, "a/c"});
  ASSERT_TREE ("a/b sync c ", {COMPUTE, "a/b"}, {SYNC, "sync"}, {COMPUTE, "c"});
  ASSERT_TREE ("sync a sync ", {SYNC, "sync"}, {COMPUTE, "a"}, {SYNC, "sync"});
  ASSERT_TREE ("a(b copy1_x/y c )", {COMPUTE, "a/b"}, {COMPUTE, "copy1_x/y"}, {COMPUTE, "a/c"});
  ASSERT_TREE ("a/b copy_x/y a/c ", {COMPUTE, "a/b"}, {COMPUTE, "copy_x/y"}, {COMPUTE, "a/c"});
  ASSERT_TREE ("a/b copyX_1/y a/c ", {COMPUTE, "a/b"}, {COMPUTE, "copyX_1/y"}, {COMPUTE, "a/c"});
  ASSERT_TREE ("StreamCopy(Begin Mid )sync sync a ", {BEGIN, "b"}, {SYNC, "sync"}, {MID, "m"},
               {SYNC, "sync"}, {COMPUTE, "a"});
  ASSERT_TREE ("a(b StreamCopy(Begin Mid )sync c )", {COMPUTE, "a/b"}, {BEGIN, "b"}, {SYNC, "sync"},
               {MID, "m"}, {COMPUTE, "a/c"});
  ASSERT_TREE ("StreamCopy(Begin )sync StreamCopy(Begin )", {BEGIN, "b"}, {SYNC, "sync"},
               {BEGIN, "c"});
  ASSERT_TREE ("a(b c )ans ", {COMPUTE, "a/b"}, {ANS, "ans"}, {COMPUTE, "a/c"});
  /* A node is not the parent of its own step. */
  ASSERT_TREE ("a(b X(Y )sync . )", {COMPUTE, "a/b"}, {COMPUTE, "a/X/Y"}, {SYNC, "sync"},
               {COMPUTE, "a/X"});
  ASSERT_TREE ("X(Y Z ). sync ", {COMPUTE, "X/Y"}, {COMPUTE, "X"}, {SYNC, "sync"},
               {COMPUTE, "X/Z"});
}

/* Names with Poplar's running number of compute sets ("cs12_"), which the reference report
 * lacks. */
static void
test_counted (void)
{
  ASSERT_TREE ("a(b c )", {COMPUTE, "a/b"}, {EXCHANGE, "cs12_a/c"});
  ASSERT_TREE ("a(b/X(ExchangePre ). c )", {EXCHANGE, "cs7_a/b/X/ExchangePre"}, {COMPUTE, "a/b/X"},
               {COMPUTE, "a/c"});
  ASSERT_TREE ("a(x(Op ExchangePre )y/Op )", {COMPUTE, "a/x/Op"},
               {EXCHANGE, "cs1234_a/x/ExchangePre"}, {EXCHANGE, "cs2_a/y/Op"});
  ASSERT_TREE ("a(b sync c )", {EXCHANGE, "cs1_a/b"}, {SYNC, "sync"}, {EXCHANGE, "cs22_a/c"});
  ASSERT_TREE ("sync ", {SYNC, "cs1_sync"});
  ASSERT_TREE ("a b ", {EXCHANGE, "cs1_a"}, {EXCHANGE, "cs1_b"});
  ASSERT_TREE (" a ", {EXCHANGE, "cs1_"}, {EXCHANGE, "cs1_a"});
}

/* A role such as PreArrange/OnTileCopy is one name, and never becomes a node. */
static void
test_roles (void)
{
  ASSERT_TREE ("a(PreArrange/OnTileCopy PreArrange/ExchangePre )",
               {COMPUTE, "a/PreArrange/OnTileCopy"}, {COMPUTE, "a/PreArrange/ExchangePre"});
  ASSERT_TREE ("PreArrange/OnTileCopy PreArrange/Op ", {COMPUTE, "PreArrange/OnTileCopy"},
               {COMPUTE, "PreArrange/Op"});
  ASSERT_TREE ("a(PreArrange/OnTileCopy b/Op )", {COMPUTE, "a/PreArrange/OnTileCopy"},
               {COMPUTE, "a/b/Op"});
  /* An operation that is named like a role opens a node. */
  ASSERT_TREE ("a/Op(Divide Add )", {COMPUTE, "a/Op/Divide"}, {COMPUTE, "a/Op/Add"});
  ASSERT_TREE ("a(Op Op/Add )", {COMPUTE, "a/Op"}, {COMPUTE, "a/Op/Add"});
  ASSERT_TREE ("a(Op Op )", {COMPUTE, "a/Op"}, {EXCHANGE, "a/Op"});
}

/* Extents are those of the first and the last step, not the minimum and maximum. */
static void
test_extents (void)
{
  Trace trace;
  g_autoptr (PoplensFlame) flame = NULL;

  trace_init (&trace);
  trace_add (&trace, 4, COMPUTE, "c/z", 300, 380);
  trace_add (&trace, 1, COMPUTE, "a/x", 50, 200);
  trace_add (&trace, 2, COMPUTE, "a/y", 20, 90);
  trace_add (&trace, 3, COMPUTE, "c/x", 210, 500);
  trace_add (&trace, 5, COMPUTE, "c", 310, 320);
  trace_add (&trace, 7, COMPUTE, "c", 305, 350);
  flame = trace_flame (&trace);
  g_assert_cmpuint (flame->n_nodes, ==, 2);
  g_assert_cmpuint (flame->n_leaves, ==, 5);
  g_assert_cmpuint (flame->node_from[0], ==, 50);
  g_assert_cmpuint (flame->node_to[0], ==, 90);
  g_assert_cmpuint (flame->node_from[1], ==, 210);
  g_assert_cmpuint (flame->node_to[1], ==, 350);
  /* A merged leaf covers both steps. */
  g_assert_cmpuint (flame->leaf_from[4], ==, 305);
  g_assert_cmpuint (flame->leaf_to[4], ==, 350);
  g_assert_cmpuint (flame->leaf_source[5] - flame->leaf_source[4], ==, 2);
  g_assert_cmpuint (flame->source[flame->leaf_source[4]], ==, 4);
  g_assert_cmpuint (flame->node_own[2] - flame->node_own[1], ==, 1);
  g_assert_cmpuint (flame->own[flame->node_own[1]], ==, 4);
  g_assert_cmpuint (flame->node_first[1], ==, 2);
  g_assert_cmpuint (flame->node_last[1], ==, 4);
  g_clear_pointer (&flame, poplens_flame_free);
  trace_clear (&trace);
}

/* ---- properties of any trace ---- */

static void
random_trace (Trace *trace, guint n)
{
  static const PoplensStepKind kinds[] = {COMPUTE, COMPUTE, COMPUTE, EXCHANGE, SYNC,
                                          ANS,     BEGIN,   MID,     END};

  trace_init (trace);
  for (guint i = 0; i < n; i++) {
    PoplensStepKind kind = kinds[g_test_rand_int_range (0, G_N_ELEMENTS (kinds))];
    g_autoptr (GString) name = g_string_new (NULL);
    guint parts = g_test_rand_int_range (1, 5);
    for (guint p = 0; p < parts; p++)
      g_string_append_printf (name, "%s%.*s", p ? "/" : "", g_test_rand_int_range (0, 9) > 0,
                              g_test_rand_int_range (0, 2) ? "a" : "b");
    if (g_test_rand_int_range (0, 6) == 0)
      g_string_append (name, g_test_rand_int_range (0, 2) ? "/Op" : "/PreArrange/OnTileCopy");
    if (g_test_rand_int_range (0, 8) == 0)
      g_string_prepend (name, "copy1_");
    else if (g_test_rand_int_range (0, 4) == 0)
      g_string_prepend (name, g_test_rand_int_range (0, 2) ? "cs1_" : "cs1234_");
    trace_next (trace, kind, name->str);
  }
}

static gboolean
is_transparent (const Trace *trace, guint32 input)
{
  PoplensStepKind kind = g_array_index (trace->kind, guint8, input);
  guint32 name = g_array_index (trace->name, guint32, input);

  return kind == SYNC || ((kind == COMPUTE || kind == EXCHANGE) &&
                          g_str_has_prefix (poplens_strings_get (trace->strings, name), "copy1_"));
}

/* TRUE if the step is part of a StreamCopy. */
static gboolean
is_part (const Trace *trace, guint32 input)
{
  PoplensStepKind kind = g_array_index (trace->kind, guint8, input);

  return kind == BEGIN || kind == MID || kind == END;
}

/* Returns the names from the root to @node, joined with '/'. (transfer full) */
static char *
node_path (const PoplensFlame *flame, guint32 node)
{
  g_autofree char *name = flame_text (flame, flame->node_name[node]), *above = NULL;

  if (flame->node_parent[node] == POPLENS_FLAME_NONE)
    return g_steal_pointer (&name);
  above = node_path (flame, flame->node_parent[node]);
  return g_strconcat (above, "/", name, NULL);
}

/* Asserts that the names from the root to @leaf are the whole name of its step. */
static void
assert_full_name (const Trace *trace, const PoplensFlame *flame, guint32 leaf)
{
  guint32 input = flame->source[flame->leaf_source[leaf]], parent = flame->leaf_parent[leaf];
  PoplensStepKind kind = g_array_index (trace->kind, guint8, input);
  const char *full = poplens_name_path (
      poplens_strings_get (trace->strings, g_array_index (trace->name, guint32, input)));
  g_autofree char *own = flame_text (flame, flame->leaf_name[leaf]);
  g_autofree char *path = NULL, *joined = NULL;

  if (kind == BEGIN || kind == MID || kind == END) {
    path = flame_text (flame, flame->node_name[parent]);
    g_assert_cmpstr (path, ==, "StreamCopy");
    g_assert_cmpstr (own, ==, kind == BEGIN ? "Begin" : kind == MID ? "Mid" : "End");
    return;
  }
  if (is_transparent (trace, input) || kind == ANS) {
    g_assert_cmpstr (own, ==, full);
    return;
  }
  if (flame->leaf_node[leaf] != POPLENS_FLAME_NONE) {
    g_assert_cmpstr (own, ==, "");
    path = node_path (flame, flame->leaf_node[leaf]);
    g_assert_cmpstr (path, ==, full);
    return;
  }
  if (parent != POPLENS_FLAME_NONE)
    path = node_path (flame, parent);
  joined = path ? g_strconcat (path, "/", own, NULL) : g_strdup (own);
  g_assert_cmpstr (joined, ==, full);
}

static gboolean
is_above (const PoplensFlame *flame, guint32 node, guint32 below)
{
  while (below != POPLENS_FLAME_NONE && below != node)
    below = flame->node_parent[below];
  return below == node;
}

static guint32
strict_parent (const PoplensFlame *flame, guint32 leaf)
{
  return flame->leaf_parent[leaf];
}

/* Returns the deepest node that contains the path leaves on both sides of @leaf, by looking at
 * all. */
static guint32
brute_parent (const Trace *trace, const PoplensFlame *flame, guint32 leaf)
{
  guint32 left = POPLENS_FLAME_NONE, right = POPLENS_FLAME_NONE, best = POPLENS_FLAME_NONE;

  for (guint32 i = 0; i < flame->n_leaves; i++) {
    guint32 input = flame->source[flame->leaf_source[i]];
    if (is_transparent (trace, input) || is_part (trace, input) ||
        g_array_index (trace->kind, guint8, input) == ANS)
      continue;
    if (i < leaf)
      left = i;
    else if (i > leaf && right == POPLENS_FLAME_NONE)
      right = i;
  }
  if (left == POPLENS_FLAME_NONE || right == POPLENS_FLAME_NONE)
    return best;
  for (guint32 n = 0; n < flame->n_nodes; n++)
    if (is_above (flame, n, strict_parent (flame, left)) &&
        is_above (flame, n, strict_parent (flame, right)))
      best = n;
  return best;
}

static gboolean
is_copy_node (const PoplensFlame *flame, guint32 node)
{
  g_autofree char *name = flame_text (flame, flame->node_name[node]);

  return !strcmp (name, "StreamCopy");
}

/* Asserts that the StreamCopy @node has the parent that a sync in its place would have, or none if
 * work runs during the copy. */
static void
assert_copy (const Trace *trace, const PoplensFlame *flame, guint32 node)
{
  guint64 from = G_MAXUINT64, to = 0;
  gboolean is_io = FALSE;

  for (guint32 i = 0; i < flame->n_leaves; i++)
    if (flame->leaf_parent[i] == node) {
      from = MIN (from, flame->leaf_from[i]);
      to = MAX (to, flame->leaf_to[i]);
    }
  for (guint32 i = 0; i < flame->n_leaves; i++) {
    PoplensStepKind kind =
        g_array_index (trace->kind, guint8, flame->source[flame->leaf_source[i]]);
    is_io = is_io || ((kind == COMPUTE || kind == EXCHANGE) && flame->leaf_from[i] < to &&
                      flame->leaf_to[i] > from);
  }
  g_assert_cmpint (flame->node_is_io[node], ==, is_io);
  g_assert_cmpuint (flame->node_parent[node], ==,
                    is_io ? POPLENS_FLAME_NONE
                          : brute_parent (trace, flame, flame->node_first[node]));
}

static void
assert_nodes (const Trace *trace, const PoplensFlame *flame)
{
  g_autofree guint32 *children = g_new0 (guint32, flame->n_nodes);

  for (guint32 n = 0; n < flame->n_nodes; n++) {
    guint32 parent = flame->node_parent[n];
    g_assert_true (parent == POPLENS_FLAME_NONE || parent < n);
    g_assert_true (!n || flame->node_first[n - 1] <= flame->node_first[n]);
    g_assert_cmpuint (flame->node_row[n], ==,
                      parent == POPLENS_FLAME_NONE ? 0 : flame->node_row[parent] + 1);
    g_assert_cmpuint (flame->node_from[n], ==, flame->leaf_from[flame->node_first[n]]);
    if (is_copy_node (flame, n))
      assert_copy (trace, flame, n);
    else
      g_assert_false (flame->node_is_io[n]);
    if (parent != POPLENS_FLAME_NONE) {
      children[parent] += !is_copy_node (flame, n);
      g_assert_cmpuint (flame->node_first[parent], <=, flame->node_first[n]);
      g_assert_cmpuint (flame->node_last[parent], >=, flame->node_last[n]);
    }
  }
  for (guint32 i = 0; i < flame->n_leaves; i++)
    if (flame->leaf_parent[i] != POPLENS_FLAME_NONE && flame->leaf_node[i] == POPLENS_FLAME_NONE &&
        !is_transparent (trace, flame->source[flame->leaf_source[i]]))
      children[flame->leaf_parent[i]]++;
  for (guint32 n = 0; n < flame->n_nodes; n++) {
    guint32 own = flame->node_own[n + 1] - flame->node_own[n];
    g_assert_true (children[n] > 1 || (children[n] == 1 && own) || is_copy_node (flame, n));
  }
}

static void
assert_leaves (const Trace *trace, const PoplensFlame *flame)
{
  guint32 expected = 0;

  g_assert_cmpuint (flame->leaf_source[flame->n_leaves], ==, trace->step->len);
  for (guint32 i = 0; i < flame->n_leaves; i++) {
    guint32 parent = flame->leaf_parent[i], input = flame->source[flame->leaf_source[i]];
    for (guint32 s = flame->leaf_source[i]; s < flame->leaf_source[i + 1]; s++)
      g_assert_cmpuint (flame->source[s], ==, expected++);
    g_assert_cmpuint (flame->leaf_row[i], ==,
                      parent == POPLENS_FLAME_NONE ? 0 : flame->node_row[parent] + 1);
    if (is_transparent (trace, input))
      g_assert_cmpuint (parent, ==, brute_parent (trace, flame, i));
    if (g_array_index (trace->kind, guint8, input) == ANS)
      g_assert_cmpuint (parent, ==, POPLENS_FLAME_NONE);
    assert_full_name (trace, flame, i);
  }
}

static void
test_random_flames (void)
{
  for (guint round = 0; round < 400; round++) {
    Trace trace;
    g_autoptr (PoplensFlame) flame = NULL;
    random_trace (&trace, round % 60);
    flame = trace_flame (&trace);
    assert_nodes (&trace, flame);
    assert_leaves (&trace, flame);
    g_clear_pointer (&flame, poplens_flame_free);
    trace_clear (&trace);
  }
}

/* A name with 10^5 parts, then shorter and shorter ones: the time is linear, and nothing
 * recurses. */
static void
test_deep_name (void)
{
  const guint depth = 100000;
  Trace trace;
  g_autoptr (PoplensFlame) flame = NULL;
  g_autofree char *name = g_malloc (2 * depth + 1);

  trace_init (&trace);
  for (guint i = 0; i < depth; i++)
    memcpy (name + 2 * (gsize) i, "a/", 2);
  name[2 * depth - 1] = '\0';
  trace_next (&trace, COMPUTE, name);
  for (guint i = 0; i < 50; i++) {
    name[2 * (depth - i * 1999) - 1] = '\0';
    name[2 * (depth - i * 1999) - 2] = 'b';
    trace_next (&trace, COMPUTE, name);
  }
  flame = trace_flame (&trace);
  g_assert_cmpuint (flame->n_leaves, ==, 51);
  g_assert_cmpuint (flame->n_nodes, ==, 50);
  g_assert_cmpuint (flame->leaf_row[0], ==, 50);
  assert_leaves (&trace, flame);
  g_clear_pointer (&flame, poplens_flame_free);
  trace_clear (&trace);
}

static void
test_flame_of_nothing (void)
{
  ASSERT_TREE ("s ", {ANS, "s"});
  assert_tree (NULL, 0, "");
}

void
add_flame_rules (void)
{
  g_test_add_func ("/flame/paths", test_flame_paths);
  g_test_add_func ("/flame/merge", test_merge);
  g_test_add_func ("/flame/own-steps", test_own_steps);
  g_test_add_func ("/flame/stream-copies", test_stream_copies);
  g_test_add_func ("/flame/transparent", test_transparent);
  g_test_add_func ("/flame/counted", test_counted);
  g_test_add_func ("/flame/roles", test_roles);
  g_test_add_func ("/flame/extents", test_extents);
  g_test_add_func ("/flame/random", test_random_flames);
  g_test_add_func ("/flame/deep", test_deep_name);
  g_test_add_func ("/flame/nothing", test_flame_of_nothing);
}
