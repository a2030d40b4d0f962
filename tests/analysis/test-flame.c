/* Golden test: the flame graph that the reference application computed for a real training, with
 * its 590 groups and 4,604 steps, is computed from the steps alone (formats.md 6). */
#include <sqlite3.h>
#include <string.h>

#include "analysis/flame-fixture.h"

#define NODES 590
#define LEAVES 4604

typedef struct {
  gint64 id, parent; /* parent: -1: none */
  char *tag, *name;
  guint32 ipu, row;
  guint64 from, to;
  GArray *steps; /* guint64, ascending: step ids */
} Block;

static void
block_free (gpointer data)
{
  Block *block = data;

  g_free (block->tag);
  g_free (block->name);
  g_array_unref (block->steps);
  g_free (block);
}

static gboolean
is_node (const Block *block)
{
  return !strcmp (block->tag, "FlameGraphNode");
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return x < y ? -1 : x > y;
}

/* Decodes step ids: seven bits a byte, the most significant group first; the last byte has its high
 * bit set. */
static GArray *
read_steps (const guint8 *data, int size)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint64 value = 0;

  for (int i = 0; i < size; i++) {
    value = value << 7 | (data[i] & 0x7f);
    if (!(data[i] & 0x80))
      continue;
    g_array_append_val (steps, value);
    value = 0;
  }
  g_array_sort (steps, compare_numbers);
  return steps;
}

static GPtrArray *
read_blocks (const char *path)
{
  GPtrArray *blocks = g_ptr_array_new_with_free_func (block_free);
  sqlite3 *db;
  sqlite3_stmt *statement;

  g_assert_cmpint (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READONLY, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db,
                                       "SELECT id, ifnull(parent_id, -1), tag, ifnull(name, ''), "
                                       "ipu, \"row\", cycles_from, cycles_to, step_ids "
                                       "FROM execution_trace_blocks_v3_101111 ORDER BY id",
                                       -1, &statement, NULL),
                   ==, SQLITE_OK);
  while (sqlite3_step (statement) == SQLITE_ROW) {
    Block *block = g_new0 (Block, 1);
    block->id = sqlite3_column_int64 (statement, 0);
    block->parent = sqlite3_column_int64 (statement, 1);
    block->tag = g_strdup ((const char *) sqlite3_column_text (statement, 2));
    block->name = g_strdup ((const char *) sqlite3_column_text (statement, 3));
    block->ipu = (guint32) sqlite3_column_int64 (statement, 4);
    block->row = (guint32) sqlite3_column_int64 (statement, 5);
    block->from = (guint64) sqlite3_column_int64 (statement, 6);
    block->to = (guint64) sqlite3_column_int64 (statement, 7);
    block->steps =
        read_steps (sqlite3_column_blob (statement, 8), sqlite3_column_bytes (statement, 8));
    g_ptr_array_add (blocks, block);
  }
  sqlite3_finalize (statement);
  sqlite3_close (db);
  return blocks;
}

static Block *
find_block (const GPtrArray *blocks, gint64 id)
{
  for (guint i = 0; i < blocks->len; i++)
    if (((Block *) blocks->pdata[i])->id == id)
      return blocks->pdata[i];
  return NULL;
}

static char *
path_of (const GPtrArray *blocks, const Block *block)
{
  GString *path = g_string_new (block->name);

  while (block->parent >= 0) {
    block = find_block (blocks, block->parent);
    g_string_prepend_c (path, '/');
    g_string_prepend (path, block->name);
  }
  return g_string_free (path, FALSE);
}

static gboolean
same_steps (const GArray *a, const GArray *b)
{
  return a->len == b->len && (!a->len || !memcmp (a->data, b->data, a->len * sizeof (guint64)));
}

static gboolean
is_copy (const char *name)
{
  return g_regex_match_simple ("^copy[0-9]+_", name, 0, 0);
}

/* Returns the name of the step of @leaf, undoing the shortening that formats.md 6.1 describes.
 * (transfer full) */
static char *
full_name (const GPtrArray *blocks, const Block *leaf)
{
  if (strstr (leaf->tag, "Sync") || g_str_has_prefix (leaf->tag, "StreamCopy") ||
      is_copy (leaf->name))
    return g_strdup (leaf->name);
  if (*leaf->name)
    return path_of (blocks, leaf);
  for (guint i = 0; i < blocks->len; i++) {
    const Block *node = blocks->pdata[i];
    if (is_node (node) && node->ipu == leaf->ipu && same_steps (node->steps, leaf->steps))
      return path_of (blocks, node);
  }
  g_assert_not_reached ();
}

static PoplensStepKind
kind_of (const char *tag)
{
  if (!strcmp (tag, "InternalSync") || !strcmp (tag, "ExternalSync"))
    return POPLENS_STEP_SYNC;
  return poplens_step_kind_parse (tag);
}

/* ---- comparison ------------------------------------------------------------------------------ */

typedef struct {
  PoplensFlame *flame;
  GPtrArray *leaves;      /* golden blocks, in the order in which they were added to the trace */
  gint64 *golden;         /* node → id, or -1 */
  GHashTable *node_of_id; /* id → node + 1 */
} Match;

/* Asserts that @node and the golden block @id correspond, as in all earlier calls. */
static void
unite (Match *self, guint32 node, gint64 id)
{
  gpointer key = GINT_TO_POINTER ((int) id);

  if (node == POPLENS_FLAME_NONE) {
    g_assert_cmpint (id, ==, -1);
    return;
  }
  g_assert_cmpint (id, >=, 0);
  if (self->golden[node] < 0) {
    g_assert_null (g_hash_table_lookup (self->node_of_id, key));
    self->golden[node] = id;
    g_hash_table_insert (self->node_of_id, key, GUINT_TO_POINTER (node + 1));
  }
  g_assert_cmpint (self->golden[node], ==, id);
}

static guint
compare_leaves (Match *self)
{
  PoplensFlame *flame = self->flame;

  g_assert_cmpuint (flame->n_leaves, ==, self->leaves->len);
  for (guint32 i = 0; i < flame->n_leaves; i++) {
    const Block *golden;
    g_autofree char *name = flame_text (flame, flame->leaf_name[i]);
    /* The reference's steps are merged already, so nothing is merged again. */
    g_assert_cmpuint (flame->leaf_source[i + 1] - flame->leaf_source[i], ==, 1);
    golden = self->leaves->pdata[flame->source[flame->leaf_source[i]]];
    g_assert_cmpstr (name, ==, golden->name);
    g_assert_cmpuint (flame->leaf_row[i], ==, golden->row);
    g_assert_cmpuint (flame->leaf_from[i], ==, golden->from);
    g_assert_cmpuint (flame->leaf_to[i], ==, golden->to);
    unite (self, flame->leaf_parent[i], golden->parent);
  }
  return flame->n_leaves;
}

/* Asserts that the step ids of a golden group are those of the node's own steps. */
static void
compare_own (const Match *self, guint32 node, const Block *golden)
{
  PoplensFlame *flame = self->flame;
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint32 o = flame->node_own[node]; o < flame->node_own[node + 1]; o++) {
    guint32 leaf = flame->own[o];
    const Block *block = self->leaves->pdata[flame->source[flame->leaf_source[leaf]]];
    g_array_append_vals (steps, block->steps->data, block->steps->len);
  }
  g_array_sort (steps, compare_numbers);
  g_assert_true (same_steps (steps, golden->steps));
}

/* Compares nodes with their golden blocks. Children need no comparison: every leaf and node was
 * united with its parent. */
static guint
compare_nodes (Match *self, const GPtrArray *blocks)
{
  PoplensFlame *flame = self->flame;

  for (guint32 n = flame->n_nodes; n-- > 0;)
    unite (self, flame->node_parent[n], find_block (blocks, self->golden[n])->parent);
  for (guint32 n = 0; n < flame->n_nodes; n++) {
    const Block *golden = find_block (blocks, self->golden[n]);
    g_autofree char *name = flame_text (flame, flame->node_name[n]);
    g_assert_true (is_node (golden));
    g_assert_cmpstr (name, ==, golden->name);
    g_assert_cmpuint (flame->node_row[n], ==, golden->row);
    g_assert_cmpuint (flame->node_from[n], ==, golden->from);
    g_assert_cmpuint (flame->node_to[n], ==, golden->to);
    compare_own (self, n, golden);
  }
  return flame->n_nodes;
}

static void
compare_ipu (const GPtrArray *blocks, guint32 ipu, guint *n_nodes, guint *n_leaves)
{
  Match match = {.leaves = g_ptr_array_new (), .node_of_id = g_hash_table_new (NULL, NULL)};
  Trace trace;
  guint golden_nodes = 0;

  trace_init (&trace);
  for (guint i = 0; i < blocks->len; i++) {
    Block *block = blocks->pdata[i];
    g_autofree char *name = NULL;
    if (block->ipu != ipu)
      continue;
    if (is_node (block)) {
      golden_nodes++;
      continue;
    }
    name = full_name (blocks, block);
    g_assert_cmpuint (block->steps->len, >, 0);
    trace_add (&trace, (guint32) g_array_index (block->steps, guint64, 0), kind_of (block->tag),
               name, block->from, block->to);
    g_ptr_array_add (match.leaves, block);
  }
  match.flame = trace_flame (&trace);
  match.golden = g_new (gint64, match.flame->n_nodes);
  for (guint32 n = 0; n < match.flame->n_nodes; n++)
    match.golden[n] = -1;
  *n_leaves += compare_leaves (&match);
  *n_nodes += compare_nodes (&match, blocks);
  g_assert_cmpuint (match.flame->n_nodes, ==, golden_nodes);
  poplens_flame_free (match.flame);
  g_free (match.golden);
  g_hash_table_unref (match.node_of_id);
  g_ptr_array_unref (match.leaves);
  trace_clear (&trace);
}

static void
test_golden (void)
{
  const char *shared = g_getenv ("POPLENS_SHARED");
  g_autofree char *path = g_build_filename (shared ? shared : ".", "reports", "flame-reference",
                                            "profile.pop_cache", NULL);
  g_autoptr (GPtrArray) blocks = NULL;
  guint n_nodes = 0, n_leaves = 0;

  if (!g_file_test (path, G_FILE_TEST_EXISTS)) {
    g_test_skip_printf ("%s is not there: set POPLENS_SHARED to the folder with reports/", path);
    return;
  }
  blocks = read_blocks (path);
  compare_ipu (blocks, 0, &n_nodes, &n_leaves);
  compare_ipu (blocks, 1, &n_nodes, &n_leaves);
  g_assert_cmpuint (n_nodes, ==, NODES);
  g_assert_cmpuint (n_leaves, ==, LEAVES);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/flame/golden", test_golden);
  add_flame_rules ();
  return g_test_run ();
}
