/* Tests of folding graphs of operations to a number of boxes, on small hand-made trees, and of
 * properties of all folded graphs. */
#include "analysis/operations/operation-graph.h"

#include <string.h>

#define LAYERS 24
#define OPS 3

/* A model: "Fwd/embed", 24 layers of three operations, a loss, and their backward pass. */
typedef struct {
  PoplensPathTree *tree;
  GArray *pairs;
  guint32 *family;
  gboolean *backward;
} Model;

static guint32
add_thing (PoplensPathIndex *index, GArray *places, const char *path)
{
  guint32 place = poplens_path_index_add (index, 0, path);

  g_array_append_val (places, place);
  return places->len - 1;
}

static void
add_pair (Model *self, guint32 from, guint32 to)
{
  PoplensThingPair pair = {from, to};

  g_array_append_val (self->pairs, pair);
}

/* Adds a chain of operations that begins after item @before. Returns the last one. */
static guint32
add_layers (Model *self, PoplensPathIndex *index, GArray *places, const char *phase, guint32 before)
{
  static const char *const ops[OPS] = {"qkv", "softmax", "out"};

  for (guint l = 0; l < LAYERS; l++)
    for (guint k = 0; k < OPS; k++) {
      g_autofree char *path = g_strdup_printf ("%s/encoder/layer.%u/%s", phase, l, ops[k]);
      guint32 thing = add_thing (index, places, path);
      add_pair (self, before, thing);
      before = thing;
    }
  return before;
}

static void
model_init (Model *self)
{
  g_autoptr (PoplensPathIndex) index = poplens_path_index_new ();
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (guint32));

  self->pairs = g_array_new (FALSE, FALSE, sizeof (PoplensThingPair));
  guint32 last = add_thing (index, places, "Fwd/embed");
  last = add_layers (self, index, places, "Fwd", last);
  guint32 loss = add_thing (index, places, "Loss");
  add_pair (self, last, loss);
  add_layers (self, index, places, "Bwd", loss);
  self->tree =
      poplens_path_tree_new (index, (const guint32 *) (gpointer) places->data, places->len);
  self->family = g_new0 (guint32, self->tree->n);
  self->backward = g_new0 (gboolean, self->tree->n_things);
  for (guint32 n = 1; n < self->tree->n; n++)
    self->family[n] = g_str_has_prefix (poplens_path_tree_name (self->tree, n), "layer.");
  for (guint32 t = loss + 1; t < self->tree->n_things; t++)
    self->backward[t] = TRUE;
}

static void
model_clear (Model *self)
{
  poplens_path_tree_unref (self->tree);
  g_array_unref (self->pairs);
  g_free (self->family);
  g_free (self->backward);
}

static PoplensFoldInput
input_of (const Model *self, guint most)
{
  return (PoplensFoldInput){.tree = self->tree,
                            .family = self->family,
                            .backward = self->backward,
                            .pairs = self->pairs,
                            .most = most,
                            .limit = 1000};
}

/* Returns the path of a box, the number of copies it contains, and "+" if a double click opens it.
 * (transfer full) */
static char *
describe_box (const Model *self, const PoplensFoldedNode *node)
{
  g_autofree char *path = poplens_path_tree_path (self->tree, node->first);

  return g_strdup_printf ("%s%s%u%s", path, node->is_backward ? " back " : " ", node->n_copies,
                          node->enter == POPLENS_PATH_NONE ? "" : " +");
}

static void
assert_graph (const Model *self, const PoplensFoldInput *input, const char *boxes,
              const char *lines)
{
  g_autoptr (PoplensFoldedGraph) graph = poplens_folded_graph_new (input);
  g_autoptr (GString) nodes = g_string_new (NULL), edges = g_string_new (NULL);
  guint32 n_things = 0;

  for (guint i = 0; i < graph->nodes->len; i++) {
    const PoplensFoldedNode *node = &g_array_index (graph->nodes, PoplensFoldedNode, i);
    g_autofree char *name = describe_box (self, node);
    g_string_append_printf (nodes, "%s%s", i ? ", " : "", name);
    n_things += node->n_things;
    g_assert_cmpuint (node->item, <, graph->n_items);
    g_assert_cmpuint (graph->shown[node->item], ==, i);
  }
  for (guint i = 0; i < graph->edges->len; i++) {
    const PoplensFoldedEdge *edge = &g_array_index (graph->edges, PoplensFoldedEdge, i);
    g_string_append_printf (edges, "%s%u>%u*%u", i ? " " : "", edge->from, edge->to, edge->n);
  }
  if (boxes)
    g_assert_cmpstr (nodes->str, ==, boxes);
  if (lines)
    g_assert_cmpstr (edges->str, ==, lines);
  /* Every item that is not hidden is in exactly one box. */
  for (guint32 t = 0; t < self->tree->n_things; t++) {
    gboolean is_shown = graph->of_thing[t] != POPLENS_PATH_NONE;
    g_assert_true (is_shown != (input->hidden && input->hidden[t]));
    n_things -= is_shown;
  }
  g_assert_cmpuint (n_things, ==, 0);
}

static void
test_folded (void)
{
  Model model;

  model_init (&model);
  PoplensFoldInput input = input_of (&model, 10);
  assert_graph (&model, &input,
                "Fwd/embed 1, Fwd/encoder/layer.0 24 +, Loss 1, Bwd/encoder/layer.0 back 24 +",
                "0>1*1 1>2*1 2>3*1");
  /* The layers of the forward pass do not fit and are folded; the backward pass is one group
   * anyway. */
  input.most = 3;
  assert_graph (&model, &input, "Fwd 1 +, Loss 1, Bwd/encoder/layer.0 back 24 +", "0>1*1 1>2*1");
  model_clear (&model);
}

/* An opened group shows its layers as boxes of their own; everything else stays folded. */
static void
test_open (void)
{
  Model model;

  model_init (&model);
  PoplensFoldInput input = input_of (&model, 10);
  g_autofree gboolean *open = g_new0 (gboolean, model.tree->n);
  guint32 layer = poplens_path_tree_find (model.tree, "Fwd/encoder/layer.3");
  input.open = open;
  open[poplens_path_tree_find (model.tree, "Fwd/encoder")] = TRUE;
  g_autoptr (PoplensFoldedGraph) graph = poplens_folded_graph_new (&input);
  g_assert_cmpuint (graph->nodes->len, ==, 1 + LAYERS + 1 + 1);
  g_assert_cmpuint (graph->edges->len, ==, 1 + LAYERS - 1 + 1 + 1);
  /* The operations of one opened layer. */
  open[layer] = TRUE;
  g_autoptr (PoplensFoldedGraph) both = poplens_folded_graph_new (&input);
  g_assert_cmpuint (both->nodes->len, ==, 1 + LAYERS - 1 + OPS + 1 + 1);
  open[poplens_path_tree_find (model.tree, "Bwd/encoder")] = TRUE;
  g_autoptr (PoplensFoldedGraph) all = poplens_folded_graph_new (&input);
  g_assert_cmpuint (all->nodes->len, ==, 1 + LAYERS - 1 + OPS + 1 + LAYERS);
  /* Only one layer is opened: its operations, and the other layers as one box. */
  memset (open, 0, model.tree->n * sizeof *open);
  open[layer] = TRUE;
  assert_graph (&model, &input,
                "Fwd/embed 1, Fwd/encoder/layer.0 23 +, Fwd/encoder/layer.3/qkv 1, "
                "Fwd/encoder/layer.3/softmax 1, Fwd/encoder/layer.3/out 1, Loss 1, "
                "Bwd/encoder/layer.0 back 24 +",
                "0>1*1 1>2*1 2>3*1 3>4*1 4>1*1 1>5*1 5>6*1");
  model_clear (&model);
}

static void
test_hidden_operations (void)
{
  Model model;

  model_init (&model);
  PoplensFoldInput input = input_of (&model, 10);
  input.hidden = model.backward;
  assert_graph (&model, &input, "Fwd/embed 1, Fwd/encoder/layer.0 24 +, Loss 1", "0>1*1 1>2*1");
  model_clear (&model);
}

static void
test_unfolded (void)
{
  Model model;

  model_init (&model);
  PoplensFoldInput input = input_of (&model, 1000);
  input.unfolded = TRUE;
  g_autoptr (PoplensFoldedGraph) graph = poplens_folded_graph_new (&input);
  g_assert_cmpuint (graph->nodes->len, ==, model.tree->n_things);
  g_assert_cmpuint (graph->edges->len, ==, model.pairs->len);
  /* There are never more boxes than fit. */
  for (input.most = 3; input.most < 200; input.most++) {
    input.limit = input.most % 2 ? input.most : 1000;
    g_autoptr (PoplensFoldedGraph) some = poplens_folded_graph_new (&input);
    g_assert_cmpuint (some->nodes->len, <=, input.most);
    assert_graph (&model, &input, NULL, NULL);
  }
  model_clear (&model);
}

/* A group that is an operation too. */
static void
test_own (void)
{
  Model model = {0};
  g_autoptr (PoplensPathIndex) index = poplens_path_index_new ();
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (guint32));

  add_thing (index, places, "a");
  add_thing (index, places, "a/b");
  add_thing (index, places, "a/c");
  model.pairs = g_array_new (FALSE, FALSE, sizeof (PoplensThingPair));
  add_pair (&model, 0, 1);
  add_pair (&model, 1, 2);
  add_pair (&model, 1, 2);
  model.tree =
      poplens_path_tree_new (index, (const guint32 *) (gpointer) places->data, places->len);
  PoplensFoldInput input = {.tree = model.tree, .pairs = model.pairs, .limit = 1000};
  input.most = 3;
  assert_graph (&model, &input, "a 1, a/b 1, a/c 1", "0>1*1 1>2*2");
  input.most = 2;
  assert_graph (&model, &input, "a 1 +", "");
  model_clear (&model);
}

/* 5,000 operations without groups, as many in one opened group, and others that repeat. */
static void
test_rest (void)
{
  Model model = {0};
  g_autoptr (PoplensPathIndex) index = poplens_path_index_new ();
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint64 *cost = g_new (guint64, 10400);
  const guint limit = 200;

  for (guint i = 0; i < 10000; i++) {
    g_autofree char *path = g_strdup_printf ("%s%c%u", i < 5000 ? "" : "group/", 'a', i);
    cost[add_thing (index, places, path)] = (i * 7919) % 10000;
  }
  for (guint i = 0; i < 400; i++) {
    g_autofree char *path = g_strdup_printf ("group/b%u", i);
    cost[add_thing (index, places, path)] = 1000;
  }
  model.pairs = g_array_new (FALSE, FALSE, sizeof (PoplensThingPair));
  for (guint32 i = 1; i < places->len; i++)
    add_pair (&model, i - 1, i);
  model.tree =
      poplens_path_tree_new (index, (const guint32 *) (gpointer) places->data, places->len);
  model.family = g_new0 (guint32, model.tree->n);
  for (guint32 n = 1; n < model.tree->n; n++)
    model.family[n] = *poplens_path_tree_name (model.tree, n) == 'b';
  PoplensFoldInput input = input_of (&model, 40);
  input.cost = cost;
  input.limit = limit;
  for (guint turn = 0; turn < 3; turn++) {
    g_autofree gboolean *open = g_new0 (gboolean, model.tree->n);
    guint32 group = poplens_path_tree_find (model.tree, "group");
    open[group] = turn > 0;
    input.open = open;
    input.unfolded = turn > 1;
    g_autoptr (PoplensFoldedGraph) graph = poplens_folded_graph_new (&input);
    guint64 least[2] = {G_MAXUINT64, G_MAXUINT64}, most[2] = {0, 0};
    guint n_rest = 0;
    g_assert_cmpuint (graph->nodes->len, ==, turn ? limit - 1 + POPLENS_FOLD_LEAST : limit);
    assert_graph (&model, &input, NULL, NULL);
    for (guint32 t = 0; t < model.tree->n_things; t++) {
      const PoplensFoldedNode *node =
          &g_array_index (graph->nodes, PoplensFoldedNode, graph->of_thing[t]);
      guint in_group = t >= 5000;
      if (node->enter == group)
        continue;
      if (node->is_rest)
        most[in_group] = MAX (most[in_group], cost[t]);
      else
        least[in_group] = MIN (least[in_group], cost[t]);
      g_assert_true (node->is_rest == (node->n_copies > 1));
    }
    for (guint i = 0; i < graph->nodes->len; i++)
      n_rest += g_array_index (graph->nodes, PoplensFoldedNode, i).is_rest;
    g_assert_cmpuint (n_rest, ==, turn ? 2 : 1);
    for (guint g = 0; g < (turn ? 2 : 1); g++)
      g_assert_cmpuint (least[g], >=, most[g]);
  }
  model_clear (&model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/operation-graph/folded", test_folded);
  g_test_add_func ("/operation-graph/open", test_open);
  g_test_add_func ("/operation-graph/hidden", test_hidden_operations);
  g_test_add_func ("/operation-graph/unfolded", test_unfolded);
  g_test_add_func ("/operation-graph/own", test_own);
  g_test_add_func ("/operation-graph/rest", test_rest);
  return g_test_run ();
}
