/* Builds the default network: an encoder on two IPUs, with its training step. */
#include "demo/network.h"

#include "demo/build.h"
#include "demo/layers.h"
#include "demo/off-chip.h"
#include "demo/parts.h"
#include "demo/vertex-types.h"

/* Operations of the embedding, in the order of the fields of DemoOp. */
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

/* Bytes that each tile passes to the other stage: 4 sequences × 128 tokens × 768 numbers of 2
 * bytes, divided by the tiles of an IPU. */
#define STAGE_BYTES 560

typedef struct {
  DemoTensors t;
  DemoLayer embedding, first, second, classifier;
  GArray *gradients; /* DemoSpan: .first is the DemoFamily index of a weight gradient, .last the
                        program that computes it */
  guint in, back; /* DemoFamily indices: input of layer 2's forward pass, and of layer 1's backward
                     pass */
  guint calls[2], sets[2]; /* for each of the two update calls: its program, and the compute set
                              that copies its arguments */
} Network;

/* Adds the input buffer of a stage on @ipu. The previous step fills the buffer, so both IPUs work
 * in parallel on different batches. */
static guint
stage_buffer (DemoModel *m, const char *name, guint ipu)
{
  return demo_tensor (m, DEMO_FOR_MESSAGE, DEMO_GLOBAL_MESSAGE, name, STAGE_BYTES,
                      (DemoSpread){(guint64) 1 << ipu, 16, 3, FALSE}, DEMO_BY_VERTEX, DEMO_LISTED);
}

static void
exchange_stages (DemoModel *m, const Network *net, guint out, guint gradient)
{
  demo_copy_across (m,
                    "Copy_Fwd/encoder/layer1/out_to_Fwd/encoder/layer2/in/GlobalPre/GlobalExchange",
                    out, STAGE_BYTES, net->in);
  demo_until_now (m, out);
  demo_family (m, out)->purpose = DEMO_FOR_PASSING;
  demo_copy_across (m,
                    "Copy_Bwd/encoder/layer2/gradient_to_Bwd/encoder/layer1/gradient/GlobalPre/"
                    "GlobalExchange",
                    gradient, STAGE_BYTES, net->back);
  demo_until_now (m, gradient);
}

/* Adds update call @n (0 or 1), which updates the weights of two of the four layers. */
static void
call_update (DemoModel *m, Network *net, guint n, guint arguments, const char *name)
{
  DemoLayer *layers[] = {&net->embedding, &net->first, &net->second, &net->classifier};
  DemoLayer *one = layers[2 * n], *other = layers[2 * n + 1];
  guint first = demo_bring (m, one, net->gradients);

  demo_bring (m, other, net->gradients);
  net->sets[n] = m->compute_sets->len;
  net->calls[n] = demo_call_update (m, n, arguments, name);
  demo_layer_touch (m, one, net->sets[n]);
  demo_layer_touch (m, other, net->sets[n]);
  demo_take_away (m, one, net->gradients, first);
  demo_take_away (m, other, net->gradients, first);
}

static void
encoder_add_update (DemoModel *m, Network *net, guint arguments)
{
  demo_open (m, DEMO_SEQUENCE, "Update", 0);
  demo_clip (m, &net->t);
  call_update (m, net, 0, arguments, "copy31_Copy_attention_to_Update/adam/arguments/OnTileCopy-0");
  call_update (m, net, 1, arguments, "copy32_Copy_ffn_to_Update/adam/arguments/OnTileCopy-0");
  for (guint i = 0; i < net->gradients->len; i++) {
    DemoSpan open = g_array_index (net->gradients, DemoSpan, i);
    demo_touch (m, net->sets[i % 2], open.first);
    if (!m->plan->change.accumulators_off_chip)
      demo_family_live (m, open.first, open.last, net->calls[i % 2]);
  }
  demo_close (m);
}

/* Adds one training step. Returns the stream copy of the loss. */
static guint
encoder_add_step (DemoModel *m, Network *net, guint arguments)
{
  demo_open (m, DEMO_SEQUENCE, "step", 0);
  guint ids = demo_load_input (m, &net->t);
  demo_family (m, ids)->purpose = DEMO_FOR_PASSING;
  demo_io_streams (m, &net->t, DEMO_INPUT_WAIT);
  guint x = demo_run_layer (m, &net->embedding, ids);
  x = demo_layer_forward (m, &net->first, x);
  guint out = x;
  net->in = stage_buffer (m, "Fwd/encoder/layer2/in", 1);
  x = demo_run_layer (m, &net->second, net->in);
  x = demo_layer_forward (m, &net->classifier, x);
  guint g = demo_loss (m, &net->t, x);
  g = demo_layer_backward (m, &net->classifier, g, net->gradients);
  g = demo_layer_backward (m, &net->second, g, net->gradients);
  net->back = stage_buffer (m, "Bwd/encoder/layer1/gradient", 0);
  guint h = demo_layer_backward (m, &net->first, net->back, net->gradients);
  demo_layer_backward (m, &net->embedding, h, net->gradients);
  exchange_stages (m, net, out, g);
  encoder_add_update (m, net, arguments);
  guint loss = demo_return_loss (m, &net->t);
  demo_close (m);
  return loss;
}

static void
training (DemoModel *m, Network *net, guint arguments)
{
  demo_open (m, DEMO_SEQUENCE, "training", 0);
  demo_load_rate (m, &net->t);
  guint first = m->programs->len;
  demo_io_streams (m, &net->t, DEMO_INPUT_WAIT);
  guint repeat = demo_open (m, DEMO_REPEAT, NULL, 16);
  demo_program (m, repeat)->index = 0;
  guint sets = m->compute_sets->len, exchanges = m->exchanges->len;
  guint loss = encoder_add_step (m, net, arguments);
  demo_pace_loss (m, loss, sets, exchanges);
  demo_close (m);
  if (m->plan->change.micro_batch && !m->plan->change.accumulators_off_chip) {
    /* Gradients are summed over several micro-batches, so they are live during the whole step. */
    for (guint i = 0; i < net->gradients->len; i++)
      demo_family_live (m, g_array_index (net->gradients, DemoSpan, i).first, repeat,
                        demo_last (m));
  }
  demo_family_live (m, net->in, repeat, demo_last (m));
  demo_family_live (m, net->back, repeat, demo_last (m));
  guint stream = demo_stream_new (m, FALSE, 18000);
  demo_stream_copy (m, stream, "RemoteBuffer/norms", net->t.norms, 64, TRUE, TRUE);
  demo_stream_run (m, stream, 1);
  /* The input and labels are always live, as they are filled one step ahead. */
  demo_family_live (m, net->t.input, first, demo_last (m));
  demo_family_live (m, net->t.labels, first, demo_last (m));
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
        demo_stream_copy (m, stream, names[i], layers[i]->weights[k], 0, TRUE, FALSE);
  }
  demo_stream_run (m, first, G_N_ELEMENTS (layers));
  demo_close (m);
}

void
demo_network_build (DemoModel *m)
{
  Network net = {
      .embedding = {"embedding", 0, 0, embedding_ops, G_N_ELEMENTS (embedding_ops)},
      .first = {"encoder/layer1", 0, 1, encoder_ops, G_N_ELEMENTS (encoder_ops)},
      .second = {"encoder/layer2", 1, 2, encoder_ops, G_N_ELEMENTS (encoder_ops)},
      .classifier = {"classifier", 1, 3, classifier_ops, G_N_ELEMENTS (classifier_ops)},
  };
  g_autoptr (GArray) gradients = g_array_new (FALSE, FALSE, sizeof (DemoSpan));

  net.gradients = gradients;
  demo_make_tensors (m, &net.t);
  demo_open (m, DEMO_SEQUENCE, NULL, 0);
  guint arguments = demo_update_function (m);
  demo_choose_program (m);
  demo_open (m, DEMO_SWITCH, NULL, 12);
  training (m, &net, arguments);
  weights_to_host (m, &net);
  demo_instrumentation (m);
  demo_open (m, DEMO_SEQUENCE, NULL, 0);
  demo_close (m);
  demo_close (m);
  demo_close (m);
}
