/* Tests of the layer, operation and phase that names of steps reveal. Examples are from real
 * trainings (formats.md 6.1), and from a generated BERT model. */
#include <string.h>

#include "analysis/bert-names.h"
#include "analysis/trace/name-labels.h"
#include "analysis/trace/name-parts.h"
#include "support/work-time.h"

/* ---- parts ---- */

static void
test_counts (void)
{
  g_assert_cmpstr (poplens_name_path ("cs12_Conv/ExchangePre"), ==, "Conv/ExchangePre");
  g_assert_cmpstr (poplens_name_path ("cs_Conv"), ==, "cs_Conv");
  g_assert_cmpstr (poplens_name_path ("cs12Conv"), ==, "cs12Conv");
  g_assert_cmpstr (poplens_name_path ("a/cs1_b"), ==, "a/cs1_b");
  g_assert_cmpstr (poplens_name_path ("copy1_a"), ==, "copy1_a");
  g_assert_true (poplens_name_is_copy ("copy1_switchControlBroadcast1/ExchangePre"));
  g_assert_false (poplens_name_is_copy ("copy_a"));
  g_assert_false (poplens_name_is_copy ("copyX_1"));
  g_assert_false (poplens_name_is_copy ("Copy_Fwd/stage0_to_Fwd/stage1/GlobalPre/GlobalExchange"));
  g_assert_cmpstr (poplens_name_without_count ("copy3_a_to_b"), ==, "a_to_b");
  g_assert_cmpstr (poplens_name_without_count ("cs3_a"), ==, "a");
  g_assert_cmpstr (poplens_name_without_count ("a"), ==, "a");
}

static void
test_pattern (void)
{
  static const char *const cases[][3] = {
      {"Fwd/bert/layer.3/dense/MatMul/split0/out", "bert/layer.*/dense/MatMul/split*/out",
       "bert/layer.*"},
      {"cs12_Bwd/layer1/Conv_1/x", "layer*/Conv_*/x", "layer*"},
      {"Update/adam/arguments", "adam/arguments", "adam/arguments"},
      {"a/b/c/d", "a/b/c/d", "a/b"},
      {"Linear/MatMul/split0/weights", "Linear/MatMul/split*/weights", "Linear/MatMul"},
      {"a/out1", "a/out*", "a/out*"},
      {"v123", "v*", "v*"},
      {"conv2d/x", "conv2d/x", "conv2d/x"},
      {"Tensor 0 of Set 1", "Tensor * of Set *", "Tensor * of Set *"},
      {"Fwd", "Fwd", "Fwd"},
      {"MatMulLhsGradOp/x/y", "MatMulLhsGradOp/x/y", "MatMulLhsGradOp/x"},
      {"12/34/x", "*/*/x", "*"},
      {"a//b1/c", "a//b*/c", "a//b*"},
      {"", "", ""},
      {"/", "/", "/"},
      {"Fwd/", "", ""},
      {"x1\xc3\xa4/y", "x*\xc3\xa4/y", "x*\xc3\xa4/y"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    gsize layer = 0;
    g_autofree char *pattern = poplens_name_pattern (cases[i][0], &layer);
    g_assert_cmpstr (pattern, ==, cases[i][1]);
    pattern[layer] = 0;
    g_assert_cmpstr (pattern, ==, cases[i][2]);
  }
}

static void
test_stem (void)
{
  static const char *const cases[][2] = {
      {"a/Op", "a"},
      {"a/PreArrange/OnTileCopy", "a"},
      {"a/Reduce/ExchangePre", "a/Reduce"},
      {"switchControlBroadcast88/GlobalPre/GlobalExchange", "switchControlBroadcast88"},
      {"a/Op/Divide", "a/Op/Divide"},
      {"a/b/Operation", "a/b/Operation"},
      {"a/b", "a/b"},
      {"ExchangePre", ""},
      {"PreArrange/OnTileCopy", ""},
      {"", ""},
      {"a//Op", "a/"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *stem = g_strndup (cases[i][0], poplens_name_stem (cases[i][0]));
    g_assert_cmpstr (stem, ==, cases[i][1]);
  }
}

static void
test_part_number (void)
{
  static const struct {
    const char *part;
    gsize base;
    guint64 number;
  } cases[] = {{"layer.7", 5, 7},   {"layer1", 5, 1},
               {"stage_12", 5, 12}, {"a-b:3", 3, 3},
               {"100", 0, 0},       {"layer.", 0, 0},
               {"7a", 0, 0},        {"a__1", 0, 0},
               {"_1", 0, 0},        {"x1.5", 0, 0},
               {"", 0, 0},          {"conv2d", 0, 0},
               {"layer007", 5, 7},  {"a1234567890123456789012", 0, 0}};

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    gsize base = 0;
    guint64 number = 0;
    gboolean is = poplens_name_part_number (cases[i].part, strlen (cases[i].part), &base, &number);
    g_assert_cmpint (is, ==, cases[i].base > 0);
    g_assert_cmpuint (is ? base : 0, ==, cases[i].base);
    g_assert_cmpuint (is ? number : 0, ==, cases[i].number);
  }
}

static void
test_operation_key (void)
{
  static const char *const cases[][2] = {
      {"cs1103_Bwd/bert/encoder/layer.7/intermediate/dense/MatMul/ExchangePre",
       "Bwd/bert/encoder/layer.*/intermediate/dense/MatMul"},
      {"Bwd/bert/encoder/layer.11/intermediate/dense/MatMul/Op",
       "Bwd/bert/encoder/layer.*/intermediate/dense/MatMul"},
      {"matmul/100/matmulGrouped/Conv_1/Convolve", "matmul/*/matmulGrouped/Conv_*/Convolve"},
      {"matmul/100/matmulGrouped/Conv_1/Reduce0", "matmul/*/matmulGrouped/Conv_*/Reduce0"},
      {"a/b2", "a/b2"},
      {"a", "a"},
      {"Op", "Op"},
      {"copy3_a1/b_to_c/ExchangePre", "a1/b_to_c/ExchangePre"},
      {"", ""},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *key = poplens_name_operation_key (cases[i][0]);
    g_assert_cmpstr (key, ==, cases[i][1]);
  }
}

static void
test_phase (void)
{
  static const struct {
    const char *name;
    PoplensPhase phase;
  } cases[] = {
      {"Bwd/bert/encoder/layer.7/output/Dropout/Op", POPLENS_PHASE_BACKWARD},
      {"cs9_Bwd/bert/head/ExchangePre", POPLENS_PHASE_BACKWARD},
      {"Fwd/bert/embeddings/Sum/Op", POPLENS_PHASE_FORWARD},
      {"model/Fwd/a", POPLENS_PHASE_FORWARD},
      {"a/b/Fwd/c", POPLENS_PHASE_NONE},
      {"Update/adam/Moments", POPLENS_PHASE_UPDATE},
      {"Loss/mean/Reduce", POPLENS_PHASE_LOSS},
      {"matmul:MatMulLhsGradOp/211/matmulGrouped/Conv_1/Convolve", POPLENS_PHASE_BACKWARD},
      {"gelu/103/gelu_grad/NonLinearityGrad", POPLENS_PHASE_BACKWARD},
      {"a/relu_grad_12/x", POPLENS_PHASE_BACKWARD},
      {"model.bwd/x", POPLENS_PHASE_BACKWARD},
      {"a/gradients/b", POPLENS_PHASE_BACKWARD},
      {"adamupdater/398/updateStep", POPLENS_PHASE_UPDATE},
      {"accumulate/286/Mean/AddTo", POPLENS_PHASE_UPDATE},
      {"scaled_add/381/t_c_t_c/AddTo", POPLENS_PHASE_UPDATE},
      {"sgd0step/x", POPLENS_PHASE_UPDATE},
      {"sparse_softmax_cross_entropy/x", POPLENS_PHASE_LOSS},
      {"Copy_Bwd/stage1_to_Bwd/stage0/GlobalPre/GlobalExchange", POPLENS_PHASE_BACKWARD},
      /* Only tensors have these names, never operations. */
      {"x/Gradient___y", POPLENS_PHASE_NONE},
      {"x/UpdatedVar__y", POPLENS_PHASE_NONE},
      {"copy44_Copy_matmul:MatMulLhsGradOp/211_to_init/Gradient___x__t81/ExchangePre",
       POPLENS_PHASE_NONE},
      {"timestep/x", POPLENS_PHASE_NONE},
      {"upgrade/x", POPLENS_PHASE_NONE},
      {"gradual/x", POPLENS_PHASE_NONE},
      {"lossless/x", POPLENS_PHASE_NONE},
      {"matmul/100/matmulGrouped/Conv_1/Convolve", POPLENS_PHASE_NONE},
      {"", POPLENS_PHASE_NONE},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_assert_cmpint (poplens_name_phase (cases[i].name, FALSE), ==, cases[i].phase);
    if (cases[i].phase)
      g_assert_cmpint (poplens_name_phase (cases[i].name, TRUE), ==, cases[i].phase);
  }
  g_assert_cmpint (poplens_name_phase ("matmul/100/x", TRUE), ==, POPLENS_PHASE_FORWARD);
  g_assert_cmpint (poplens_name_phase ("copy1_a/b", TRUE), ==, POPLENS_PHASE_NONE);
  g_assert_cmpint (poplens_name_phase ("Copy_a_to_b/GlobalPre", TRUE), ==, POPLENS_PHASE_NONE);
  g_assert_cmpint (poplens_name_phase ("", TRUE), ==, POPLENS_PHASE_NONE);
  g_assert_cmpstr (poplens_phase_name (POPLENS_PHASE_UPDATE), ==, "update");
  g_assert_true (poplens_name_begins_with_phase ("cs9_Bwd/bert/head/ExchangePre"));
  g_assert_true (poplens_name_begins_with_phase ("Copy_Bwd/stage1_to_Bwd/stage0/GlobalPre"));
  g_assert_true (poplens_name_begins_with_phase ("loss"));
  g_assert_false (poplens_name_begins_with_phase ("model/Fwd/a"));
  g_assert_false (poplens_name_begins_with_phase ("matmul:MatMulLhsGradOp/211/a"));
}

static void
test_stage (void)
{
  static const struct {
    const char *name;
    int stage;
  } cases[] = {{"pipeline/stage3", 3},
               {"pipeline_stage_2/x", 2},
               {"a/stage1/b", 1},
               {"a/pipelinestage_0/x", 0},
               {"stage/12/x", 12},
               {"x_stage4", 4},
               {"backstage3", -1},
               {"staged3", -1},
               {"stage", -1},
               {"a/stage_x", -1},
               {"", -1},
               {"cs1_stage5/x", 5}};

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (poplens_name_stage (cases[i].name), ==, cases[i].stage);
}

/* ---- layers ---- */

static void
assert_layer (const PoplensNameLayers *layers, const char *path, const char *expected)
{
  gsize from[2];
  guint n = poplens_name_layers_find (layers, path, strlen (path), from, 2);
  g_autofree char *found = n ? g_strndup (path + from[0], strcspn (path + from[0], "/")) : NULL;

  g_assert_cmpstr (found, ==, expected);
}

static void
test_layers (void)
{
  g_autoptr (GPtrArray) names = bert_names_new ();
  g_autoptr (PoplensNameLayers) layers = NULL;
  guint n = 0;

  g_assert_cmpuint (names->len, ==, BERT_NAMES);
  layers = poplens_name_layers_new ((const char *const *) names->pdata, names->len);
  assert_layer (layers, "Fwd/bert/encoder/layer.7/attention/self/key/MatMul", "layer.7");
  assert_layer (layers, "Bwd/bert/encoder/layer.11/output/Dropout/split0/Op", "layer.11");
  assert_layer (layers, "Fwd/bert/encoder/layer.7", NULL);
  assert_layer (layers, "Fwd/bert/embeddings/Sum/split0/Op", NULL);
  assert_layer (layers, "Else/bert/encoder/layer.7/x", NULL);
  assert_layer (layers, "copy4_Copy_Input/mask_to_Fwd/stage1/mask/ExchangePre", NULL);
  for (guint i = 0; i < names->len; i++) {
    const char *path = poplens_name_path (names->pdata[i]);
    gsize from[4];
    guint found = poplens_name_layers_find (layers, path, strlen (path), from, 4);
    g_assert_cmpuint (found, ==, strstr (path, "/layer.") && !g_str_has_prefix (path, "copy"));
    n += found;
  }
  g_assert_cmpuint (n, ==, 24 * 79);
}

static void
test_no_layers (void)
{
  /* From a real training: numbers of operations, parts and tensors do not make layers. */
  static const char *const names[] = {
      "matmul/100/matmulGrouped/Conv_1/Convolve",
      "matmul/100/matmulGrouped/Conv_1/Reduce0",
      "matmul/137/matmulGrouped/Conv_1/Convolve",
      "matmul/137/matmulGrouped/Conv_1/Reduce0",
      "accumulate/134/b/Op/Divide",
      "accumulate/135/b/Op/Divide",
      "accumulate/134/counter_1",
      "accumulate/134/counter_2",
      "a/split0/Op",
      "a/split1/Op",
      "a/split0/PreArrange/OnTileCopy",
      "a/split1/PreArrange/OnTileCopy",
      /* One number has a single operation, or the numbers have no operation in common. */
      "b/part1/x",
      "b/part2/x",
      "c/block1/x",
      "c/block1/y",
      "c/block2/z",
      "c/block2/w",
      "d/only1/x",
      "d/only1/y",
  };
  g_autoptr (PoplensNameLayers) layers = poplens_name_layers_new (names, G_N_ELEMENTS (names));

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    assert_layer (layers, names[i], NULL);
}

/* AddressSanitizer reads the whole string at each access to a part. */
#if defined(__SANITIZE_ADDRESS__)
#define MANY_PARTS 2000
#else
#define MANY_PARTS 40000
#endif

/* A name with more parts than a path has levels: the first parts are still found, and the time is
 * not quadratic. */
static void
test_many_parts (void)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (PoplensNameLayers) layers = NULL;
  PoplensNameSplit splits[8];
  PoplensNameLabel *labels;
  gint64 start = work_time ();

  for (guint i = 0; i < G_N_ELEMENTS (splits); i++) {
    g_autoptr (GString) name = g_string_new ("a");
    for (guint part = 1; part < MANY_PARTS; part++)
      g_string_append_printf (name, "/%s%u", part == 50 || part == 100 ? "layer." : "x-",
                              part == 50    ? i / 4
                              : part == 100 ? i / 2 % 2
                                            : part);
    g_string_append (name, i % 2 ? "/b" : "/c");
    g_ptr_array_add (names, g_string_free (g_steal_pointer (&name), FALSE));
  }
  layers = poplens_name_layers_new ((const char *const *) names->pdata, names->len);
  for (guint i = 0; i < G_N_ELEMENTS (splits); i++) {
    gsize from[3];
    const char *name = names->pdata[i];
    g_assert_cmpuint (poplens_name_layers_find (layers, name, strlen (name), from, 3), ==, 1);
    splits[i] = poplens_name_split (layers, name);
  }
  labels = poplens_name_labels_new (splits, G_N_ELEMENTS (splits));
  for (guint i = 0; i < G_N_ELEMENTS (splits); i++)
    g_assert_cmpstr (labels[i].operation, ==, i % 2 ? "b" : "c");
  g_assert_cmpint (work_time () - start, <, G_USEC_PER_SEC);
  poplens_name_labels_free (labels, G_N_ELEMENTS (splits));
  g_ptr_array_unref (names);
}

/* Within a layer, the next numbered family is a block. */
static void
test_name_blocks (void)
{
  static const char *const names[] = {"a/layer1/block_0/x/Op", "a/layer1/block_0/y/Op",
                                      "a/layer1/block_1/x/Op", "a/layer1/block_1/y/Op",
                                      "a/layer2/block_0/x/Op", "a/layer2/block_0/y/Op"};
  g_autoptr (PoplensNameLayers) layers = poplens_name_layers_new (names, G_N_ELEMENTS (names));
  gsize from[3];

  g_assert_cmpuint (poplens_name_layers_find (layers, names[0], strlen (names[0]), from, 3), ==, 2);
  g_assert_cmpuint (from[0], ==, strlen ("a/"));
  g_assert_cmpuint (from[1], ==, strlen ("a/layer1/"));
  /* layer2 has only one block. */
  g_assert_cmpuint (poplens_name_layers_find (layers, names[4], strlen (names[4]), from, 3), ==, 1);
}

/* ---- labels ---- */

static PoplensNameLabel *
labels_of (const char *const *names, guint n)
{
  g_autoptr (PoplensNameLayers) layers = poplens_name_layers_new (names, n);
  g_autofree PoplensNameSplit *splits = g_new (PoplensNameSplit, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    splits[i] = poplens_name_split (layers, names[i]);
  return poplens_name_labels_new (splits, n);
}

static void
assert_labels (const char *const (*cases)[2], guint n)
{
  g_autofree const char **names = g_new (const char *, n);
  PoplensNameLabel *labels;

  for (guint i = 0; i < n; i++)
    names[i] = cases[i][0];
  labels = labels_of (names, n);
  for (guint i = 0; i < n; i++) {
    g_autofree char *text = poplens_name_label_text (&labels[i], 0);
    g_assert_cmpstr (text, ==, cases[i][1]);
  }
  poplens_name_labels_free (labels, n);
}

static void
test_step_labels (void)
{
  /* A name without similar ones needs only its operation. */
  static const char *const one[][2] = {{"cs3_Fwd/a/MatMul/split0/ExchangePre", "MatMul"}};
  static const char *const roles[][2] = {
      {"a/MatMul/Op", "MatMul"},
      {"a/MatMul/PreArrange/OnTileCopy", "MatMul (re-arrange)"},
      {"cs1_a/MatMul/ExchangePre", "MatMul (exchange in)"},
      {"a/MatMul/Reduce", "MatMul (reduce)"},
      {"cs2_a/MatMul/Reduce/ExchangePre", "MatMul (reduce, exchange in)"}};
  static const char *const places[][2] = {{"Fwd/x/dense/Add", "Fwd · Add"},
                                          {"Bwd/x/dense/Add", "Bwd · dense · Add"},
                                          {"Bwd/x/other/Add", "Bwd · other · Add"}};
  /* No single part of the first name distinguishes it. */
  static const char *const all[][2] = {
      {"x/a/b/Add", "a/b · Add"}, {"x/a/c/Add", "c · Add"}, {"x/d/b/Add", "d · Add"}};
  static const char *const equal[][2] = {
      {"cs1_a/Op", "cs1_a/Op"}, {"cs2_a/Op", "cs2_a/Op"}, {"b", "b"}};
  static const char *const copies[][2] = {
      {"copy2_Copy_Input/tokens_to_Fwd/ids/ExchangePre", "copy2_Copy_Input/tokens_to_Fwd/ids"},
      {"Copy_Fwd/a_to_Fwd/b/GlobalPre/GlobalExchange", "Copy_Fwd/a_to_Fwd/b"},
      {"ExchangePre", "ExchangePre"},
      {"Loss/mean/Reduce", "mean"},
      {"Reduce", "Reduce"},
      {"", ""}};

  assert_labels (one, G_N_ELEMENTS (one));
  assert_labels (roles, G_N_ELEMENTS (roles));
  assert_labels (places, G_N_ELEMENTS (places));
  assert_labels (all, G_N_ELEMENTS (all));
  assert_labels (equal, G_N_ELEMENTS (equal));
  assert_labels (copies, G_N_ELEMENTS (copies));
  poplens_name_labels_free (labels_of (NULL, 0), 0);
}

static void
assert_label_in (GPtrArray *names, PoplensNameLabel *labels, const char *end, guint n_dropped,
                 const char *expected)
{
  for (guint i = 0; i < names->len; i++)
    if (!strcmp (poplens_name_path (names->pdata[i]), end)) {
      g_autofree char *text = poplens_name_label_text (&labels[i], n_dropped);
      g_assert_cmpstr (text, ==, expected);
      return;
    }
  g_assert_not_reached ();
}

/* All labels differ, and are together a third shorter than the names. */
static void
test_bert_labels (void)
{
  static const char key[] = "Fwd/bert/encoder/layer.7/attention/self/key/MatMul/split0/ExchangePre";
  g_autoptr (GPtrArray) names = bert_names_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  PoplensNameLabel *labels = labels_of ((const char *const *) names->pdata, names->len);
  gsize label_bytes = 0, name_bytes = 0;

  for (guint i = 0; i < names->len; i++) {
    char *text = poplens_name_label_text (&labels[i], 0);
    label_bytes += (gsize) g_utf8_strlen (text, -1);
    name_bytes += strlen (names->pdata[i]);
    g_assert_true (g_hash_table_add (seen, text));
  }
  g_assert_cmpuint (label_bytes * 3, <, name_bytes * 2);
  assert_label_in (names, labels, key, 0, "Fwd · layer.7 · key · MatMul (exchange in)");
  assert_label_in (names, labels, key, 1, "Fwd · layer.7 · key · MatMul");
  assert_label_in (names, labels, key, 2, "layer.7 · key · MatMul");
  assert_label_in (names, labels, key, 3, "layer.7 · MatMul");
  assert_label_in (names, labels, key, 4, "MatMul");
  assert_label_in (names, labels,
                   "Bwd/bert/encoder/layer.9/attention/output/LayerNorm/GroupNorm/split0/Op", 0,
                   "Bwd · layer.9 · attention · GroupNorm");
  assert_label_in (names, labels, "Bwd/bert/embeddings/position/Gather/split0/Op", 0,
                   "Bwd · position · Gather");
  poplens_name_labels_free (labels, names->len);
}

/* Labels of the generator's other model. */
static void
test_demo_labels (void)
{
  static const char *const cases[][2] = {
      {"Fwd/encoder/layer1/attention/qkv/matmul/Convolve", "Fwd · layer1 · qkv · Convolve"},
      {"Fwd/encoder/layer2/attention/qkv/matmul/Convolve", "Fwd · layer2 · qkv · Convolve"},
      {"Fwd/encoder/layer1/ffn/expand/matmul/Convolve", "Fwd · layer1 · expand · Convolve"},
      {"Fwd/encoder/layer2/ffn/expand/matmul/Convolve", "Fwd · layer2 · expand · Convolve"},
      {"Bwd/encoder/layer1/ffn/expand/matmul/Convolve", "Bwd · layer1 · expand · Convolve"},
      {"Bwd/encoder/layer1/ffn/contract/matmul/Convolve", "Bwd · layer1 · contract · Convolve"},
      {"Bwd/encoder/layer2/ffn/contract/matmul/Convolve", "Bwd · layer2 · contract · Convolve"},
      {"Bwd/encoder/layer2/ffn/expand/matmul/Convolve", "Bwd · layer2 · expand · Convolve"},
  };

  assert_labels (cases, G_N_ELEMENTS (cases));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/names/counts", test_counts);
  g_test_add_func ("/names/pattern", test_pattern);
  g_test_add_func ("/names/stem", test_stem);
  g_test_add_func ("/names/part-number", test_part_number);
  g_test_add_func ("/names/operation-key", test_operation_key);
  g_test_add_func ("/names/phase", test_phase);
  g_test_add_func ("/names/stage", test_stage);
  g_test_add_func ("/names/layers", test_layers);
  g_test_add_func ("/names/no-layers", test_no_layers);
  g_test_add_func ("/names/many-parts", test_many_parts);
  g_test_add_func ("/names/blocks", test_name_blocks);
  g_test_add_func ("/names/labels", test_step_labels);
  g_test_add_func ("/names/bert-labels", test_bert_labels);
  g_test_add_func ("/names/demo-labels", test_demo_labels);
  return g_test_run ();
}
