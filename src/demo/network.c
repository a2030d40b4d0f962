#include "demo/network.h"

#include "demo/build.h"
#include "demo/layers.h"
#include "demo/vertex-types.h"

/* path, vertex type, instances, parts, work, skew, weights, message, output, partials, kept */
static const DemoOp embedding_ops[] = {
    {"lookup", DEMO_MULTI_SLICE, 6, 12, 14000, 2, 0, 2400, 5200, 0, TRUE},
    {"scale", DEMO_INNER_PRODUCT, 6, 5, 3800, 1, 0, 0, 4200, 0, TRUE},
};

static const DemoOp encoder_ops[] = {
    {"attention/qkv/matmul", DEMO_CONV_1X1, 12, 14, 31000, 1, 36000, 9600, 12000, 26000, TRUE},
    {"attention/scores/matmul", DEMO_CONV_1X1, 8, 6, 16500, 1, 0, 7600, 8400, 0, FALSE},
    {"attention/softmax", DEMO_EXP, 6, 6, 6200, 1, 0, 0, 8400, 0, FALSE},
    {"attention/projection/matmul", DEMO_CONV_1X1, 8, 10, 18800, 1, 14000, 6400, 6600, 0, TRUE},
    {"norm", DEMO_INNER_PRODUCT, 6, 4, 7400, 3, 0, 3000, 6600, 0, TRUE},
    {"ffn/expand/matmul", DEMO_CONV_1X1, 16, 15, 43500, 1, 42000, 12400, 16000, 0, TRUE},
    {"ffn/gelu", DEMO_GELU, 6, 9, 9300, 1, 0, 0, 16000, 0, FALSE},
    {"ffn/contract/matmul", DEMO_CONV_1X1, 16, 15, 41000, 1, 42000, 15800, 7200, 22000, TRUE},
};

static const DemoOp classifier_ops[] = {
    {"transpose", DEMO_TRANSPOSE, 4, 7, 5200, 1, 0, 2800, 5400, 0, TRUE},
    {"matmul", DEMO_CONV_1X1, 12, 14, 29500, 1, 33000, 8200, 9800, 0, TRUE},
};

typedef struct {
  DemoLayer embedding, first, second, classifier;
  GArray *gradients; /* DemoSpan: family, program that makes it */
  guint calls[2];
  guint input, labels; /* families on the tiles that serve streams */
  guint rate, loss, norms;
} Network;

static void
io_streams (DemoModel *m, Network *net)
{
  guint stream = demo_stream_new (m, TRUE, 42000);

  demo_stream_copy (m, stream, "Input/tokens", net->input, FALSE, FALSE);
  demo_stream_copy (m, stream, "Input/labels", net->labels, FALSE, FALSE);
  demo_stream_run (m, stream, 1);
}

/* From the stream tiles, where the last step left it, to the tiles that compute. */
static guint
load_input (DemoModel *m, Network *net)
{
  guint ids = demo_tensor (m, DEMO_VARIABLE, "Fwd/embedding/ids", 2200,
                           (DemoSpread){1, 16, 0, FALSE}, DEMO_BY_VERTEX, DEMO_LISTED);

  demo_copy (m, "copy2_Copy_Input/tokens_to_Fwd/embedding/ids/ExchangePre", &net->input, 1, 14000,
             ids, TRUE);
  demo_family_live (m, ids, demo_last (m), demo_last (m));
  return ids;
}

/* Sends a layer's output or gradient to the other IPU. */
static guint
across (DemoModel *m, const char *from, const char *to, guint source, guint ipu, guint bytes)
{
  g_autofree char *name = g_strdup_printf ("Copy_%s_to_%s/GlobalPre/GlobalExchange", from, to);
  guint target = demo_tensor (m, DEMO_GLOBAL_MESSAGE, to, bytes,
                              (DemoSpread){1u << ipu, 16, 3, FALSE}, DEMO_BY_VERTEX, DEMO_LISTED);

  demo_copy_across (m, name, source, bytes, target);
  demo_family_live (m, target, demo_last (m), demo_last (m));
  return target;
}

static void
until_now (DemoModel *m, guint family)
{
  GArray *spans = demo_family (m, family)->spans;

  g_array_index (spans, DemoSpan, spans->len - 1).last = demo_last (m);
}

/* Runs a layer on an input that is not needed after the layer's first operation. */
static guint
run_layer (DemoModel *m, DemoLayer *layer, guint input)
{
  guint out = demo_layer_forward (m, layer, input);
  GArray *spans = demo_family (m, input)->spans;

  if (spans->len > 0)
    g_array_index (spans, DemoSpan, spans->len - 1).last = layer->made[0];
  return out;
}

static guint
loss (DemoModel *m, Network *net, guint logits)
{
  DemoSpread spread = {2, 16, 1, FALSE};
  guint hot =
      demo_tensor (m, DEMO_VARIABLE, "Loss/oneHot", 5200, spread, DEMO_BY_VERTEX, DEMO_LISTED);
  guint gradient = demo_tensor (m, DEMO_VARIABLE, "Loss/crossEntropy/gradient", 9800, spread,
                                DEMO_BY_VERTEX, DEMO_LISTED);
  DemoVertexSpec one_hot = {DEMO_ONE_HOT, 2}, cross = {DEMO_LOSS, 3}, sum = {DEMO_REDUCE_FLOAT, 1};

  demo_open (m, DEMO_SEQUENCE, "Loss", 0);
  demo_copy (m, "copy9_Copy_Input/labels_to_Loss/oneHot/ExchangePre", &net->labels, 1, 7000, hot,
             TRUE);
  guint first = demo_last (m);
  demo_compute (m, "Loss/oneHot/EncodeOneHot", spread, &one_hot, 1, 2100, 1, &hot, 1);
  const guint touches[] = {hot, logits, gradient};
  demo_compute (m, "Loss/crossEntropy/LossCrossEntropy", spread, &cross, 1, 8600, 1, touches, 3);
  demo_family_live (m, gradient, demo_last (m), demo_last (m));
  demo_family_live (m, hot, first, demo_last (m));
  guint edge = demo_fixed (m, DEMO_OUTPUT_EDGE, "outputEdge-Loss", DEMO_SUFFIX_TILE_0, 16, spread,
                           DEMO_BY_VERTEX, 8, DEMO_LISTED);
  demo_family_live (m, edge, demo_last (m), demo_last (m));
  const guint sums[] = {gradient, net->loss};
  demo_compute (m, "Loss/mean/Reduce", (DemoSpread){2, 1, 2, FALSE}, &sum, 1, 5400, 2, sums, 2);
  demo_family_live (m, net->loss, demo_last (m), demo_last (m));
  demo_close (m);
  return gradient;
}

/* Scales the gradients for as long as their norm is too large. */
static void
clip (DemoModel *m, Network *net)
{
  DemoVertexSpec compare = {DEMO_COMPARE, 1}, scale = {DEMO_SCALED_ADD, 6};
  DemoSpread everywhere = {DEMO_BOTH_IPUS, 14, 0, FALSE};

  demo_open (m, DEMO_REPEAT_WHILE, NULL, 20);
  demo_open (m, DEMO_SEQUENCE, "Update/clip/condition", 0);
  demo_compute (m, "Update/clip/Compare", (DemoSpread){DEMO_BOTH_IPUS, 2, 5, FALSE}, &compare, 1,
                420, 1, &net->norms, 1);
  demo_leaf (m, DEMO_SET_CONSENSUS, -1, NULL, 12, NULL);
  demo_leaf (m, DEMO_SYNC, 0, NULL, 4, NULL);
  demo_close (m);
  demo_open (m, DEMO_SEQUENCE, "Update/clip/body", 0);
  demo_compute (m, "Update/clip/Scale", everywhere, &scale, 1, 5100, 1, &net->norms, 1);
  demo_close (m);
  demo_close (m);
}

static void
call_update (DemoModel *m, Network *net, guint n, guint arguments, const char *name)
{
  DemoVertexSpec copy = {DEMO_STRIDED_COPY, 6};
  DemoSpread everywhere = {DEMO_BOTH_IPUS, 14, 0, FALSE};

  demo_compute (m, name, everywhere, &copy, 1, 3300, 1, &arguments, 1);
  guint first = demo_last (m);
  net->calls[n] = demo_leaf (m, DEMO_CALL, n, NULL, 12, NULL);
  demo_family_live (m, arguments, first, demo_last (m));
}

/* What is called: its variables are live where it is. */
static guint
update_function (DemoModel *m)
{
  DemoSpread everywhere = {DEMO_BOTH_IPUS, 14, 0, FALSE};
  DemoVertexSpec adam = {DEMO_ADAM, 6}, add = {DEMO_SCALED_ADD, 6};
  guint arguments = demo_tensor (m, DEMO_VARIABLE, "Update/adam/arguments", 21000, everywhere,
                                 DEMO_BY_VERTEX, DEMO_LISTED);

  demo_open_function (m, "Update/adam");
  demo_leaf (m, DEMO_WRITE_UNDEF, -1, NULL, 0, NULL);
  demo_compute (m, "Update/adam/Moments", everywhere, &adam, 1, 11800, 1, &arguments, 1);
  demo_compute (m, "Update/adam/ScaledAdd", everywhere, &add, 1, 7900, 1, &arguments, 1);
  demo_close (m);
  return arguments;
}

static void
update (DemoModel *m, Network *net, guint arguments)
{
  demo_open (m, DEMO_SEQUENCE, "Update", 0);
  clip (m, net);
  call_update (m, net, 0, arguments, "copy31_Copy_attention_to_Update/adam/arguments/OnTileCopy-0");
  call_update (m, net, 1, arguments, "copy32_Copy_ffn_to_Update/adam/arguments/OnTileCopy-0");
  for (guint i = 0; i < net->gradients->len; i++) {
    DemoSpan open = g_array_index (net->gradients, DemoSpan, i);
    demo_family_live (m, open.first, open.last, net->calls[i % 2]);
  }
  demo_close (m);
}

static void
step (DemoModel *m, Network *net, guint arguments)
{
  demo_open (m, DEMO_SEQUENCE, "step", 0);
  guint ids = load_input (m, net);
  io_streams (m, net);
  guint x = run_layer (m, &net->embedding, ids);
  x = demo_layer_forward (m, &net->first, x);
  x = across (m, "Fwd/encoder/layer1/out", "Fwd/encoder/layer2/in", x, 1, 6800);
  x = run_layer (m, &net->second, x);
  x = demo_layer_forward (m, &net->classifier, x);
  guint g = loss (m, net, x);
  g = demo_layer_backward (m, &net->classifier, g, net->gradients);
  g = demo_layer_backward (m, &net->second, g, net->gradients);
  guint h = across (m, "Bwd/encoder/layer2/gradient", "Bwd/encoder/layer1/gradient", g, 0, 6800);
  until_now (m, g);
  h = demo_layer_backward (m, &net->first, h, net->gradients);
  demo_layer_backward (m, &net->embedding, h, net->gradients);
  update (m, net, arguments);
  guint stream = demo_stream_new (m, FALSE, 21000);
  demo_stream_copy (m, stream, "Loss/mean", net->loss, TRUE, FALSE);
  demo_stream_run (m, stream, 1);
  until_now (m, net->loss);
  demo_close (m);
}

static void
training (DemoModel *m, Network *net, guint arguments)
{
  demo_open (m, DEMO_SEQUENCE, "training", 0);
  guint stream = demo_stream_new (m, FALSE, 260000);
  demo_stream_copy (m, stream, "Update/learningRate", net->rate, FALSE, FALSE);
  demo_stream_run (m, stream, 1);
  guint first = m->programs->len;
  io_streams (m, net);
  guint repeat = demo_open (m, DEMO_REPEAT, NULL, 16);
  demo_program (m, repeat)->index = 0;
  step (m, net, arguments);
  demo_close (m);
  stream = demo_stream_new (m, FALSE, 18000);
  demo_stream_copy (m, stream, "RemoteBuffer/norms", net->norms, TRUE, TRUE);
  demo_stream_run (m, stream, 1);
  /* Filled a step ahead, so live all the time. */
  demo_family_live (m, net->input, first, demo_last (m));
  demo_family_live (m, net->labels, first, demo_last (m));
  demo_close (m);
}

static void
weights_to_host (DemoModel *m, const Network *net)
{
  const DemoLayer *layers[] = {&net->first, &net->second, &net->classifier};
  static const char *const names[] = {"Weights/layer1", "Weights/layer2", "Weights/classifier"};
  guint first = m->streams->len;

  demo_open (m, DEMO_SEQUENCE, "weightsToHost", 0);
  for (guint i = 0; i < G_N_ELEMENTS (layers); i++) {
    guint stream = demo_stream_new (m, FALSE, 90000);
    for (guint k = 0; k < layers[i]->n_ops; k++)
      if (layers[i]->weights[k] != DEMO_NONE)
        demo_stream_copy (m, stream, names[i], layers[i]->weights[k], TRUE, FALSE);
  }
  demo_stream_run (m, first, G_N_ELEMENTS (layers));
  demo_close (m);
}

static void
instrumentation (DemoModel *m)
{
  DemoVertexSpec dump = {DEMO_DUMP_STEP, 1}, decrement = {DEMO_DECREMENT, 1};
  DemoSpread everywhere = {DEMO_BOTH_IPUS, 14, 0, FALSE}, few = {DEMO_BOTH_IPUS, 1, 0, FALSE};

  guint buffer = demo_fixed (m, DEMO_VARIABLE, "instrumentationStreamBuffer", DEMO_SUFFIX_TILE, 512,
                             everywhere, DEMO_BY_VERTEX, 8, DEMO_LISTED);
  guint first = demo_open (m, DEMO_SEQUENCE, "instrumentation", 0);
  demo_compute (m, "InstrumentationDumpStep", everywhere, &dump, 1, 300, 1, NULL, 0);
  demo_open (m, DEMO_REPEAT_WHILE, NULL, 20);
  demo_open (m, DEMO_SEQUENCE, NULL, 0);
  demo_leaf (m, DEMO_SET_CONSENSUS, -1, NULL, 12, NULL);
  demo_leaf (m, DEMO_SYNC, 1, NULL, 4, NULL);
  demo_close (m);
  demo_open (m, DEMO_SEQUENCE, NULL, 0);
  demo_compute (m, "InstrumentationDumpDecrement", few, &decrement, 1, 120, 1, NULL, 0);
  demo_close (m);
  demo_close (m);
  demo_family_live (m, buffer, first, demo_last (m));
  demo_close (m);
}

static guint
on_first_tiles (DemoModel *m, const char *name, DemoCategory category, guint bytes, gboolean both)
{
  g_autofree char *base = g_strconcat (name, "#", NULL);
  guint id = demo_family_new (m, category, base, DEMO_SUFFIX_PIECE, 0, 32, DEMO_LISTED);

  demo_family_name (m, id, name);
  demo_family (m, id)->size[0] = bytes;
  if (both)
    demo_family (m, id)->size[DEMO_TILES_PER_IPU] = bytes;
  return id;
}

/* Which program to run comes from the host and is told to every tile, which then switches. */
static void
choose_program (DemoModel *m)
{
  guint sync = on_first_tiles (m, "syncID", DEMO_CONTROL_ID, 4, TRUE);
  guint program = on_first_tiles (m, "programId0", DEMO_CONTROL_ID, 4, FALSE);
  guint everywhere = demo_fixed (m, DEMO_CONTROL_ID, "broadcastProgramId#", DEMO_SUFFIX_TILE, 4,
                                 (DemoSpread){DEMO_BOTH_IPUS, 0, 0, FALSE}, 0, 4, DEMO_LISTED);
  guint streams[] = {demo_stream_new (m, FALSE, 1600), demo_stream_new (m, FALSE, 2400000)};

  demo_family_name (m, everywhere, "broadcastProgramId");
  demo_stream_copy (m, streams[0], "_sync_id", sync, TRUE, FALSE);
  demo_stream_copy (m, streams[1], "programId0", program, FALSE, FALSE);
  demo_stream_run (m, streams[0], 2);
  demo_family_live (m, sync, 0, demo_last (m));
  guint begin = demo_last (m) - 3;
  demo_copy (m, "copy1_switchControlBroadcast1/ExchangePre", &program, 1, 4, everywhere, TRUE);
  demo_family_live (m, program, begin, demo_last (m));
  demo_family_live (m, everywhere, demo_last (m), demo_last (m) + 1);
}

static void
make_tensors (DemoModel *m, Network *net)
{
  DemoSpread few = {DEMO_BOTH_IPUS, 2, 5, FALSE};

  net->input = demo_tensor (m, DEMO_VARIABLE, "Input/tokens", 160000, (DemoSpread){1, 0, 0, TRUE},
                            0, DEMO_LISTED);
  net->labels = demo_tensor (m, DEMO_VARIABLE, "Input/labels", 82000, (DemoSpread){2, 0, 0, TRUE},
                             0, DEMO_LISTED);
  net->rate = demo_tensor (m, DEMO_VARIABLE, "Update/learningRate", 4, few, DEMO_ALWAYS_LIVE,
                           DEMO_ALWAYS_DATA);
  net->norms = demo_tensor (m, DEMO_VARIABLE, "Update/clip/norms", 640, few,
                            DEMO_ALWAYS_LIVE | DEMO_BY_VERTEX, DEMO_ALWAYS_DATA);
  net->loss = demo_tensor (m, DEMO_VARIABLE, "Loss/mean/out", 4, (DemoSpread){2, 1, 2, FALSE},
                           DEMO_BY_VERTEX, DEMO_LISTED);
  demo_tensor (m, DEMO_VARIABLE, "Fwd/embedding/table", 36000, (DemoSpread){1, 16, 0, FALSE},
               DEMO_ALWAYS_LIVE | DEMO_BY_VERTEX, DEMO_ALWAYS_DATA);
  m->filler = m->families->len - 1;
}

void
demo_network_build (DemoModel *m)
{
  Network net = {
      .embedding = {"embedding", 0, embedding_ops, G_N_ELEMENTS (embedding_ops)},
      .first = {"encoder/layer1", 0, encoder_ops, G_N_ELEMENTS (encoder_ops)},
      .second = {"encoder/layer2", 1, encoder_ops, G_N_ELEMENTS (encoder_ops)},
      .classifier = {"classifier", 1, classifier_ops, G_N_ELEMENTS (classifier_ops)},
  };
  g_autoptr (GArray) gradients = g_array_new (FALSE, FALSE, sizeof (DemoSpan));

  net.gradients = gradients;
  make_tensors (m, &net);
  demo_open (m, DEMO_SEQUENCE, NULL, 0);
  guint arguments = update_function (m);
  choose_program (m);
  demo_open (m, DEMO_SWITCH, NULL, 12);
  training (m, &net, arguments);
  weights_to_host (m, &net);
  instrumentation (m);
  demo_open (m, DEMO_SEQUENCE, NULL, 0);
  demo_close (m);
  demo_close (m);
  demo_close (m);
}
