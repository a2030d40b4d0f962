/* Tests of finding the operation of each used debug context in the small tree of used contexts,
 * against walking up the file's whole tree. */
#include "analysis/operations/operations.h"

#define KINDS 4

/* Returns random contexts without cycles, whose parents have any number. @long_chain: all are one
 * chain, from the first to the last. */
static PoplensDebugContexts *
contexts_new (guint32 n, gboolean long_chain)
{
  PoplensDebugContexts *c = poplens_debug_contexts_new ();
  g_autofree guint32 *order = g_new (guint32, n);

  c->n = n;
  c->parent = g_new (guint32, n);
  c->kind = g_new (guint16, n);
  for (guint32 i = 0; i < n; i++)
    order[i] = i;
  for (guint32 i = n; !long_chain && i-- > 1;) {
    guint32 k = (guint32) g_test_rand_int_range (0, (gint32) i + 1), swap = order[i];
    order[i] = order[k];
    order[k] = swap;
  }
  for (guint32 i = 0; i < n; i++) {
    gint32 up = long_chain ? 1 : g_test_rand_int_range (-1, (gint32) (n - i));
    c->kind[order[i]] = (guint16) g_test_rand_int_range (0, KINDS);
    c->parent[order[i]] = up > 0 && i + (guint32) up < n ? order[i + (guint32) up]
                          : up                           ? POPLENS_NO_CONTEXT
                                                         : POPLENS_PARENT_DANGLING;
  }
  return c;
}

static guint32
plain_owner (const PoplensDebugContexts *c, guint32 context, const gboolean *of_layer)
{
  while (context < c->n && !of_layer[c->kind[context]])
    context = poplens_debug_context_parent (c, context);
  return context < c->n ? context : POPLENS_NO_CONTEXT;
}

static void
check_owners (const PoplensDebugContexts *c, const guint32 *used, gsize n_used)
{
  g_autofree guint32 *node = g_new (guint32, n_used + 1);
  g_autoptr (PoplensOperationNodes) nodes = poplens_operation_nodes_new (c, used, n_used, node);

  for (guint32 i = 1; i < nodes->n; i++)
    g_assert_cmpuint (nodes->context[i - 1], <, nodes->context[i]);
  for (gsize i = 0; i < n_used; i++)
    if (used[i] < c->n)
      g_assert_cmpuint (nodes->context[node[i]], ==, used[i]);
    else
      g_assert_cmpuint (node[i], ==, POPLENS_NO_NODE);
  for (guint layer = 0; layer < 1 << KINDS; layer++) {
    gboolean of_layer[KINDS];
    for (guint k = 0; k < KINDS; k++)
      of_layer[k] = layer >> k & 1;
    g_autofree guint32 *owners = poplens_operation_nodes_owners (nodes, of_layer);
    for (guint32 i = 0; i < nodes->n; i++) {
      guint32 owner = plain_owner (c, nodes->context[i], of_layer);
      if (owner == POPLENS_NO_CONTEXT)
        g_assert_cmpuint (owners[i], ==, POPLENS_NO_NODE);
      else
        g_assert_cmpuint (nodes->context[owners[i]], ==, owner);
    }
  }
}

static void
test_random_owners (void)
{
  for (guint round = 0; round < 300; round++) {
    g_autoptr (PoplensDebugContexts) c =
        contexts_new ((guint32) g_test_rand_int_range (1, 60), FALSE);
    guint32 used[40];
    guint n = (guint) g_test_rand_int_range (0, G_N_ELEMENTS (used));
    for (guint i = 0; i < n; i++)
      used[i] = g_test_rand_int_range (0, 8) ? (guint32) g_test_rand_int_range (0, (gint32) c->n)
                                             : POPLENS_NO_CONTEXT;
    check_owners (c, used, n);
  }
}

/* A file can contain long chains, and children before their parents. */
static void
test_long_chain (void)
{
  g_autoptr (PoplensDebugContexts) c = contexts_new (20000, TRUE);
  const guint32 used[] = {0, 19999, 7, 0};
  guint32 node[4];
  const gboolean of_layer[KINDS] = {FALSE};
  g_autoptr (PoplensOperationNodes) nodes = poplens_operation_nodes_new (c, used, 4, node);
  g_autofree guint32 *owners = poplens_operation_nodes_owners (nodes, of_layer);

  g_assert_cmpuint (nodes->n, ==, 20000);
  g_assert_cmpuint (node[0], ==, node[3]);
  g_assert_cmpuint (nodes->order[0], ==, 19999);
  for (guint32 i = 0; i < nodes->n; i++)
    g_assert_cmpuint (owners[i], ==, POPLENS_NO_NODE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/operation-nodes/random", test_random_owners);
  g_test_add_func ("/operation-nodes/long-chain", test_long_chain);
  return g_test_run ();
}
