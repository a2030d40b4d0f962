/* The layers of the presets' networks, and the stages of a pipeline. */
#include "demo/stages.h"

#include "demo/vertex-types.h"

/* ---- layers of networks ---------------------------------------------------------------------- */

/* Operations of the embeddings, in the order of the fields of DemoOp. The sizes are bytes on one
 * tile in bert-large, with 16-bit numbers. */
static const DemoOp bert_embedding[] = {
    {"word/Gather", DEMO_MULTI_SLICE, 4, 12, 9000, 2, 0, 2400, 1600, 0, TRUE, FALSE},
    {"position/Gather", DEMO_MULTI_SLICE, 2, 6, 3100, 2, 0, 600, 1600, 0, FALSE, FALSE},
    {"tokenType/Gather", DEMO_MULTI_SLICE, 2, 4, 1200, 2, 0, 200, 1600, 0, FALSE, FALSE},
    {"Sum", DEMO_SCALED_ADD, 2, 12, 1100, 1, 0, 0, 1600, 0, TRUE, FALSE},
    {"LayerNorm/GroupNorm", DEMO_INNER_PRODUCT, 3, 12, 2600, 3, 24, 900, 1600, 0, TRUE, FALSE},
    {"Dropout", DEMO_MULTIPLY, 2, 12, 700, 1, 0, 0, 1600, 0, TRUE, FALSE},
};

static const DemoOp bert_layer[] = {
    {"attention/self/query/MatMul", DEMO_CONV_1X1, 3, 16, 21000, 1, 1480, 2900, 1500, 3100, TRUE,
     TRUE},
    {"attention/self/query/Add", DEMO_SCALED_ADD, 2, 8, 500, 1, 16, 0, 1500, 0, FALSE, FALSE},
    {"attention/self/key/MatMul", DEMO_CONV_1X1, 3, 16, 21000, 1, 1480, 2900, 1500, 3100, TRUE,
     TRUE},
    {"attention/self/key/Add", DEMO_SCALED_ADD, 2, 8, 500, 1, 16, 0, 1500, 0, FALSE, FALSE},
    {"attention/self/value/MatMul", DEMO_CONV_1X1, 3, 16, 21000, 1, 1480, 2900, 1500, 3100, TRUE,
     TRUE},
    {"attention/self/value/Add", DEMO_SCALED_ADD, 2, 8, 500, 1, 16, 0, 1500, 0, FALSE, FALSE},
    {"attention/self/Transpose", DEMO_TRANSPOSE, 2, 10, 1900, 1, 0, 1500, 1500, 0, FALSE, FALSE},
    {"attention/self/scores/MatMul", DEMO_CONV_1X1, 3, 16, 12800, 1, 0, 2200, 5800, 0, FALSE, TRUE},
    {"attention/self/Mask/Add", DEMO_SCALED_ADD, 2, 12, 1300, 1, 0, 260, 5800, 0, FALSE, FALSE},
    {"attention/self/Softmax", DEMO_EXP, 4, 12, 5600, 2, 0, 0, 5800, 0, TRUE, TRUE},
    {"attention/self/Dropout", DEMO_MULTIPLY, 2, 12, 1700, 1, 0, 0, 5800, 0, FALSE, FALSE},
    {"attention/self/context/MatMul", DEMO_CONV_1X1, 3, 16, 12800, 1, 0, 3100, 1500, 1800, FALSE,
     TRUE},
    {"attention/self/context/Transpose", DEMO_TRANSPOSE, 2, 10, 1900, 1, 0, 1500, 1500, 0, FALSE,
     FALSE},
    {"attention/output/dense/MatMul", DEMO_CONV_1X1, 3, 16, 21000, 1, 1480, 2900, 1500, 3100, TRUE,
     TRUE},
    {"attention/output/dense/Add", DEMO_SCALED_ADD, 2, 8, 500, 1, 16, 0, 1500, 0, FALSE, FALSE},
    {"attention/output/Dropout", DEMO_MULTIPLY, 2, 12, 700, 1, 0, 0, 1500, 0, FALSE, FALSE},
    {"attention/output/Residual/Add", DEMO_SCALED_ADD, 2, 12, 600, 1, 0, 0, 1500, 0, FALSE, FALSE},
    {"attention/output/LayerNorm/GroupNorm", DEMO_INNER_PRODUCT, 3, 12, 2600, 3, 24, 900, 1500, 0,
     TRUE, FALSE},
    {"intermediate/dense/MatMul", DEMO_CONV_1X1, 4, 16, 46000, 1, 5900, 3600, 5800, 6200, TRUE,
     TRUE},
    {"intermediate/dense/Add", DEMO_SCALED_ADD, 2, 12, 1700, 1, 24, 0, 5800, 0, FALSE, FALSE},
    {"intermediate/Gelu", DEMO_GELU, 4, 14, 4700, 1, 0, 0, 5800, 0, FALSE, TRUE},
    {"output/dense/MatMul", DEMO_CONV_1X1, 4, 16, 46000, 1, 5900, 3900, 1500, 4100, TRUE, TRUE},
    {"output/dense/Add", DEMO_SCALED_ADD, 2, 8, 500, 1, 16, 0, 1500, 0, FALSE, FALSE},
    {"output/Dropout", DEMO_MULTIPLY, 2, 12, 700, 1, 0, 0, 1500, 0, FALSE, FALSE},
    {"output/Residual/Add", DEMO_SCALED_ADD, 2, 12, 600, 1, 0, 0, 1500, 0, FALSE, FALSE},
    {"output/LayerNorm/GroupNorm", DEMO_INNER_PRODUCT, 3, 12, 2600, 3, 24, 900, 1500, 0, TRUE,
     FALSE},
};

static const DemoOp bert_head[] = {
    {"pooler/dense/MatMul", DEMO_CONV_1X1, 3, 12, 8800, 1, 1480, 1200, 800, 0, TRUE, FALSE},
    {"pooler/Tanh", DEMO_EXP, 2, 6, 900, 1, 0, 0, 800, 0, FALSE, FALSE},
    {"cls/predictions/transform/MatMul", DEMO_CONV_1X1, 3, 16, 21000, 1, 1480, 2900, 1500, 0, TRUE,
     TRUE},
    {"cls/predictions/transform/Gelu", DEMO_GELU, 2, 10, 1100, 1, 0, 0, 1500, 0, FALSE, FALSE},
    {"cls/predictions/decoder/MatMul", DEMO_CONV_1X1, 6, 16, 64000, 1, 11800, 4100, 9800, 9600,
     TRUE, TRUE},
};

static const DemoOp resnet_stem[] = {
    {"conv1/Conv2D", DEMO_CONV_1X1, 10, 15, 52000, 1, 900, 9600, 22000, 26000, TRUE, FALSE},
    {"bn1/FusedBatchNorm", DEMO_INNER_PRODUCT, 4, 12, 9400, 2, 24, 1200, 22000, 0, FALSE, FALSE},
    {"relu/Relu", DEMO_GELU, 4, 14, 4900, 1, 0, 0, 22000, 0, TRUE, FALSE},
    {"pool1/MaxPool", DEMO_EXP, 4, 10, 7100, 2, 0, 3100, 9000, 0, TRUE, FALSE},
};

static const DemoOp resnet_block[] = {
    {"conv1/Conv2D", DEMO_CONV_1X1, 8, 14, 19000, 1, 2100, 6400, 5200, 7600, TRUE, FALSE},
    {"bn1/FusedBatchNorm", DEMO_INNER_PRODUCT, 3, 10, 3900, 2, 24, 800, 5200, 0, FALSE, FALSE},
    {"relu1/Relu", DEMO_GELU, 3, 12, 1600, 1, 0, 0, 5200, 0, FALSE, FALSE},
    {"conv2/Conv2D", DEMO_CONV_1X1, 10, 15, 33000, 1, 4700, 8200, 5200, 9400, TRUE, FALSE},
    {"bn2/FusedBatchNorm", DEMO_INNER_PRODUCT, 3, 10, 3900, 2, 24, 800, 5200, 0, FALSE, FALSE},
    {"relu2/Relu", DEMO_GELU, 3, 12, 1600, 1, 0, 0, 5200, 0, FALSE, FALSE},
    {"conv3/Conv2D", DEMO_CONV_1X1, 8, 14, 19000, 1, 2100, 6400, 9800, 11200, TRUE, FALSE},
    {"bn3/FusedBatchNorm", DEMO_INNER_PRODUCT, 3, 12, 5200, 2, 48, 1200, 9800, 0, FALSE, FALSE},
    {"add/Add", DEMO_SCALED_ADD, 3, 12, 2100, 1, 0, 0, 9800, 0, FALSE, FALSE},
    {"relu3/Relu", DEMO_GELU, 3, 12, 2400, 1, 0, 0, 9800, 0, TRUE, FALSE},
};

static const DemoOp resnet_head[] = {
    {"avgPool/Mean", DEMO_REDUCE, 4, 8, 3300, 2, 0, 2600, 900, 0, TRUE, FALSE},
    {"fc/MatMul", DEMO_CONV_1X1, 8, 14, 14000, 1, 2900, 4200, 1900, 0, TRUE, FALSE},
    {"fc/BiasAdd", DEMO_SCALED_ADD, 2, 6, 600, 1, 16, 0, 1900, 0, FALSE, FALSE},
};

static const DemoOp mnist_layer[] = {
    {"conv1/Conv2D", DEMO_CONV_1X1, 6, 12, 21000, 1, 400, 5200, 12000, 9000, TRUE, FALSE},
    {"conv1/Relu", DEMO_GELU, 3, 12, 2900, 1, 0, 0, 12000, 0, FALSE, FALSE},
    {"pool1/MaxPool", DEMO_EXP, 3, 8, 5100, 2, 0, 2900, 5400, 0, TRUE, FALSE},
    {"conv2/Conv2D", DEMO_CONV_1X1, 8, 13, 38000, 1, 2200, 6900, 9200, 16000, TRUE, FALSE},
    {"conv2/Relu", DEMO_GELU, 3, 11, 2300, 1, 0, 0, 9200, 0, FALSE, FALSE},
    {"pool2/MaxPool", DEMO_EXP, 3, 7, 4200, 2, 0, 2100, 3900, 0, TRUE, FALSE},
    {"flatten/Transpose", DEMO_TRANSPOSE, 2, 7, 2600, 1, 0, 1900, 3900, 0, TRUE, FALSE},
    {"dense/MatMul", DEMO_CONV_1X1, 8, 14, 17000, 1, 6400, 4800, 2900, 4600, TRUE, FALSE},
    {"dense/BiasAdd", DEMO_SCALED_ADD, 2, 6, 800, 1, 16, 0, 2900, 0, FALSE, FALSE},
    {"dense/Relu", DEMO_GELU, 2, 6, 900, 1, 0, 0, 2900, 0, FALSE, FALSE},
    {"logits/MatMul", DEMO_CONV_1X1, 4, 9, 6200, 1, 1400, 2200, 1300, 0, TRUE, FALSE},
    {"logits/BiasAdd", DEMO_SCALED_ADD, 2, 4, 500, 1, 16, 0, 1300, 0, FALSE, FALSE},
};

/* Each operation is on all tiles, and follows an exchange. The exchange synchronises the tiles, so
 * operations do not overlap. */
static const DemoOp plain_layer[] = {
    {"dense/MatMul", DEMO_CONV_1X1, 4, 16, 40000, 1, 400, 240, 400, 0, TRUE, FALSE},
    {"dense/Gelu", DEMO_GELU, 2, 16, 8000, 1, 0, 240, 400, 0, TRUE, FALSE},
    {"output/MatMul", DEMO_CONV_1X1, 4, 16, 30000, 1, 400, 240, 400, 0, TRUE, FALSE},
    {"LayerNorm/GroupNorm", DEMO_INNER_PRODUCT, 3, 16, 6000, 1, 24, 240, 400, 0, TRUE, FALSE},
};

static void
layers_append (GArray *layers, const char *name, const DemoOp *ops, guint n_ops)
{
  DemoLayer layer = {.name = g_intern_string (name), .ops = ops, .n_ops = n_ops};

  g_array_append_val (layers, layer);
}

#define ADD(layers, name, ops) layers_append (layers, name, ops, G_N_ELEMENTS (ops))

static void
add_bert (const DemoPlan *plan, GArray *layers)
{
  ADD (layers, "bert/embeddings", bert_embedding);
  for (guint i = 0; i < plan->layers; i++) {
    g_autofree char *name = g_strdup_printf ("bert/encoder/layer.%u", i);
    ADD (layers, name, bert_layer);
  }
  ADD (layers, "bert/head", bert_head);
}

static void
add_resnet (const DemoPlan *plan, GArray *layers)
{
  static const guint blocks[] = {3, 4, 6, 3};
  guint left = plan->layers;

  ADD (layers, "resnet50/stem", resnet_stem);
  for (guint stage = 0; stage < G_N_ELEMENTS (blocks); stage++)
    for (guint i = 0; i < blocks[stage] && left > 0; i++, left--) {
      g_autofree char *name = g_strdup_printf ("resnet50/stage%u/block%u", stage + 1, i);
      ADD (layers, name, resnet_block);
    }
  ADD (layers, "resnet50/head", resnet_head);
}

/* Returns the IPU of encoder layer @i. --change=stages gives the number of layers on each IPU. */
static guint
stage_of (const DemoChange *change, guint i)
{
  guint stage = 0;

  for (guint end = change->stages[0]; i >= end && stage + 1 < change->n_stages;)
    end += change->stages[++stage];
  return stage;
}

/* Sets number and IPU of a layer. @n: number of layers. Embeddings or a stem come before the
 * numbered layers. */
static void
assign_ipu (const DemoPlan *plan, DemoLayer *layer, guint i, guint n)
{
  guint before = plan->net == DEMO_NET_BERT || plan->net == DEMO_NET_RESNET50;

  layer->number = i;
  layer->ipu = plan->change.n_stages ? stage_of (&plan->change, MAX (i, before) - before)
                                     : i * plan->ipus / n;
}

GArray *
demo_net_layers (const DemoPlan *plan)
{
  GArray *layers = g_array_new (FALSE, TRUE, sizeof (DemoLayer));

  if (plan->net == DEMO_NET_BERT)
    add_bert (plan, layers);
  else if (plan->net == DEMO_NET_RESNET50)
    add_resnet (plan, layers);
  else if (plan->net == DEMO_NET_PLAIN)
    for (guint i = 0; i < plan->layers; i++) {
      g_autofree char *name = g_strdup_printf ("encoder/layer.%u", i);
      ADD (layers, name, plain_layer);
    }
  else
    for (guint i = 0; i < MAX (plan->layers, plan->ipus); i++) {
      g_autofree char *name = g_strdup_printf (i ? "mnist%u" : "mnist", i);
      ADD (layers, name, mnist_layer);
    }
  for (guint i = 0; i < layers->len; i++)
    assign_ipu (plan, &g_array_index (layers, DemoLayer, i), i, layers->len);
  return layers;
}

/* ---- stages ---------------------------------------------------------------------------------- */

void
demo_stages_run (DemoStages *self, DemoModel *m, guint ipu, guint input)
{
  g_autofree char *name = g_strdup_printf ("pipeline/stage%u", ipu);
  guint x = input, g = self->back[ipu];

  demo_open (m, DEMO_SEQUENCE, name, 0);
  for (guint i = 0; i < self->layers->len; i++)
    if (demo_stages_layer (self, i)->ipu == ipu)
      x = demo_layer_forward (m, demo_stages_layer (self, i), x);
  self->out[ipu] = x;
  if (ipu + 1 == m->ipus)
    g = self->loss (m, &self->t, x);
  for (guint i = self->layers->len; i-- > 0;)
    if (demo_stages_layer (self, i)->ipu == ipu)
      g = demo_layer_backward (m, demo_stages_layer (self, i), g, self->gradients);
  self->left[ipu] = g;
  demo_close (m);
}

static void
send_between_stages (const DemoStages *self, DemoModel *m, const char *phase, guint from, guint to,
                     guint source, guint target)
{
  g_autofree char *name = g_strdup_printf ("Copy_%s/stage%u_to_%s/stage%u/GlobalPre/GlobalExchange",
                                           phase, from, phase, to);

  demo_copy_across (m, name, source, self->bytes, target);
  demo_until_now (m, source);
}

void
demo_stages_exchange (const DemoStages *self, DemoModel *m)
{
  demo_open (m, DEMO_SEQUENCE, "pipeline/exchange", 0);
  for (guint ipu = 0; ipu + 1 < m->ipus; ipu++) {
    send_between_stages (self, m, "Fwd", ipu, ipu + 1, self->out[ipu], self->in[ipu + 1]);
    /* This output is live until the exchange, so analysis sees data passed on, not an activation
     * kept for backward. */
    demo_family (m, self->out[ipu])->purpose = DEMO_FOR_PASSING;
    send_between_stages (self, m, "Bwd", ipu + 1, ipu, self->left[ipu + 1], self->back[ipu]);
  }
  demo_close (m);
}

void
demo_stages_keep_buffers (const DemoStages *self, DemoModel *m, guint first)
{
  for (guint ipu = 0; ipu < m->ipus; ipu++) {
    if (self->in[ipu] != DEMO_NONE)
      demo_family_live (m, self->in[ipu], first, demo_last (m));
    if (self->back[ipu] != DEMO_NONE)
      demo_family_live (m, self->back[ipu], first, demo_last (m));
  }
}

void
demo_stages_keep_inputs (const DemoStages *self, DemoModel *m, guint first)
{
  demo_family_live (m, self->t.input, first, demo_last (m));
  demo_family_live (m, self->t.labels, first, demo_last (m));
  for (guint ipu = 1; ipu + 1 < m->ipus; ipu++)
    demo_family_live (m, self->t.masks[ipu], first, demo_last (m));
}
