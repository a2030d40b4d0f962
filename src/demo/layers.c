/* Builds layers: each operation with its exchange, compute set and reduction, forwards and
 * backwards. */
#include "demo/layers.h"

#include "demo/off-chip.h"
#include "demo/replay.h"
#include "demo/vertex-types.h"

#include <string.h>

/* One operation in one direction, while it is built. */
typedef struct {
  char *path;
  DemoSpread spread;
  guint inputs[3]; /* indices of DemoFamily; DEMO_NONE: no input */
  guint message;
  guint exchanged; /* program of the exchange; without an exchange, the operation's first program */
  guint layer;     /* number of the layer */
  gboolean backward;
} OpBuild;

static void
op_build_clear (OpBuild *run)
{
  g_free (run->path);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OpBuild, op_build_clear)

/* Returns the last component of the compute set's name. */
static const char *
last_part (const DemoOp *op)
{
  return g_str_has_suffix (op->path, "matmul") ? "/Convolve" : "/Op";
}

/* Returns the framework's name for the operation's type. */
static const char *
type_of (guint vertex)
{
  switch (vertex) {
  case DEMO_CONV_1X1:
  case DEMO_CONV_NX1:
    return "matmul";
  case DEMO_GELU:
  case DEMO_GELU_GRAD:
    return "gelu";
  case DEMO_EXP:
    return "softmax";
  case DEMO_MULTI_SLICE:
  case DEMO_MULTI_UPDATE:
    return "gather";
  case DEMO_TRANSPOSE:
    return "transpose";
  default:
    return "elementwise";
  }
}

/* TRUE if each operation is one compute set with the exchange before it. FALSE: each operation is a
 * sequence of pieces (DemoOp.split). */
static gboolean
ops_are_whole (const DemoModel *m)
{
  return m->plan->net == DEMO_NET_ENCODER || m->plan->net == DEMO_NET_PLAIN;
}

static guint
next_program (const DemoModel *m)
{
  return m->programs->len;
}

static void
op_begin (DemoModel *m, OpBuild *run, const DemoLayer *layer, guint op, const char *phase)
{
  const DemoOp *what = &layer->ops[op];

  run->path = g_strdup_printf ("%s/%s/%s", phase, layer->name, what->path);
  run->spread = (DemoSpread){(guint64) 1 << layer->ipu,
                             MAX (1, what->parts * m->plan->spread / 100), op, FALSE};
  run->message = DEMO_NONE;
  run->layer = layer->number;
  run->backward = *phase == 'B';
  demo_contexts_operation (m->contexts, run->path, type_of (what->vertex));
  for (guint i = 0; i < G_N_ELEMENTS (run->inputs); i++)
    if (run->inputs[i] != DEMO_NONE)
      demo_contexts_read (m->contexts, demo_family (m, run->inputs[i])->context);
  run->exchanged = next_program (m);
}

/* Adds an exchange that copies the inputs into a message on the tiles of the operation. The message
 * is live until the end of the compute set. */
static void
exchange_before (DemoModel *m, OpBuild *run, guint bytes, gboolean weights)
{
  DemoPurpose purpose = weights ? DEMO_FOR_WEIGHT_MESSAGE : DEMO_FOR_MESSAGE;
  g_autofree char *base = g_strdup_printf ("message-cs%u_%s-", m->compute_sets->len, run->path);
  g_autofree char *name = g_strdup_printf ("cs%u_%s/ExchangePre", m->compute_sets->len, run->path);

  run->message =
      demo_tensor (m, purpose, DEMO_MESSAGE, base, bytes, run->spread, DEMO_BY_VERTEX, DEMO_LISTED);
  DemoFamily *f = demo_family (m, run->message);
  /* The message belongs to the same unlowered variable as the input that it carries. */
  f->unlowered = demo_family (m, run->inputs[0])->unlowered;
  f->suffix = DEMO_SUFFIX_TILE_0;
  f->base[strlen (f->base) - 1] = '\0';
  demo_copy (m, name, run->inputs, G_N_ELEMENTS (run->inputs), bytes / 2, run->message, FALSE);
  run->exchanged = demo_last (m);
}

/* Adds up the partial results of several tiles. */
static void
op_add_reduction (DemoModel *m, OpBuild *run, guint partials, guint made, guint bytes, guint output)
{
  g_autofree char *name = g_strconcat (run->path, "/Reduce", NULL);
  g_autofree char *base = g_strdup_printf ("arrange-cs%u_%s-", m->compute_sets->len, name);
  g_autofree char *exchange = g_strdup_printf ("cs%u_%s/ExchangePre", m->compute_sets->len, name);
  DemoSpread spread = run->spread;

  spread.parts = MIN (spread.parts, 8);
  guint arranged = demo_tensor (m, demo_family (m, partials)->purpose, DEMO_REARRANGEMENT, base,
                                bytes / 2, spread, DEMO_BY_VERTEX, DEMO_LISTED);
  DemoFamily *f = demo_family (m, arranged);
  f->unlowered = demo_family (m, partials)->unlowered;
  f->base[strlen (f->base) - 1] = '\0';
  demo_copy (m, exchange, &partials, 1, bytes / 2, arranged, FALSE);
  guint exchanged = demo_last (m);
  DemoVertexSpec vertex = {DEMO_REDUCE, 4};
  const guint touches[] = {arranged, output};
  demo_compute (m, name, spread, &vertex, 1, 2600, 1, touches, 2);
  demo_family_live (m, partials, made, exchanged);
  demo_family_live (m, arranged, exchanged, demo_last (m));
}

/* Adds the compute set, with its reduction. Returns the program that makes the output. */
static guint
op_add_compute (DemoModel *m, OpBuild *run, const DemoOp *op, guint vertex, guint weights,
                guint output, const char *suffix)
{
  g_autofree char *partial_name = g_strconcat (run->path, "/partials", NULL);
  g_autofree char *name = g_strconcat (run->path, suffix, NULL);
  guint partials = DEMO_NONE;
  DemoVertexSpec specs[] = {{demo_vertex_type_own (m, vertex, run->layer), op->instances},
                            {DEMO_SHORT_MEMCPY, 3}};
  /* In the backward pass, partial results have the size of the weights, whatever the batch. */
  DemoPurpose purpose =
      run->backward && op->weights ? DEMO_FOR_WEIGHT_TEMPORARY : DEMO_FOR_TEMPORARY;

  if (op->partials)
    partials = demo_tensor (m, purpose, DEMO_VARIABLE, partial_name, op->partials, run->spread,
                            DEMO_BY_VERTEX | DEMO_INTERLEAVED, DEMO_LISTED);
  demo_leaf (m, DEMO_WRITE_UNDEF, -1, NULL, 0, NULL);
  /* The message contains all inputs. Without a message, a gradient also reads inputs[1], the output
   * of the forward pass. */
  const guint touches[] = {run->message != DEMO_NONE ? run->message : run->inputs[0], weights,
                           op->partials ? partials : output,
                           run->backward && run->message == DEMO_NONE ? run->inputs[1] : DEMO_NONE};
  demo_compute (m, name, run->spread, specs, op->skew > 1 ? 2 : 1, op->work, op->skew, touches, 4);
  guint made = demo_last (m);
  if (run->message != DEMO_NONE) {
    demo_family_live (m, run->message, run->exchanged, made);
    if (weights != DEMO_NONE)
      demo_family_apart (m, run->message, weights);
  }
  if (op->partials)
    op_add_reduction (m, run, partials, made, op->partials, output);
  return op->partials ? demo_last (m) : made;
}

/* Adds a family with the optimiser's state for the weights @name. */
static void
make_state (DemoModel *m, const OpBuild *run, const char *name, const char *moment, guint bytes)
{
  g_autofree char *full = g_strdup_printf ("%s/%s", name, moment);
  gboolean away = m->plan->change.optimiser_off_chip;
  guint state = demo_tensor (m, DEMO_FOR_OPTIMISER, DEMO_VARIABLE, full, bytes, run->spread,
                             (away ? 0 : DEMO_ALWAYS_LIVE) | DEMO_BY_VERTEX,
                             away ? DEMO_LISTED : DEMO_ALWAYS_DATA);

  g_array_append_val (m->states, state);
}

static guint
make_weights (DemoModel *m, const OpBuild *run, guint bytes)
{
  g_autofree char *name = g_strconcat (run->path, "/weights", NULL);
  guint weights =
      demo_tensor (m, DEMO_FOR_WEIGHTS, DEMO_VARIABLE, name, bytes, run->spread,
                   DEMO_ALWAYS_LIVE | DEMO_INTERLEAVED | DEMO_BY_VERTEX, DEMO_ALWAYS_DATA);

  if (m->plan->oom.cause != DEMO_OOM_OPTIMISER) {
    make_state (m, run, name, "momentum", bytes);
    return weights;
  }
  make_state (m, run, name, "exp_avg", bytes);
  make_state (m, run, name, "exp_avg_sq", bytes);
  return weights;
}

/* Returns the operation with sizes scaled by the plan. */
static DemoOp
scaled (const DemoModel *m, const DemoOp *op)
{
  const DemoPlan *plan = m->plan;
  DemoOp out = *op;
  guint percent = plan->percent;

  out.work = op->work * plan->work / 100;
  out.weights = op->weights * percent / 100 / 4 * 4;
  out.message = op->message * percent / 100 / 4 * 4;
  out.output = op->output * percent / 100 / 4 * 4;
  out.partials = op->partials * percent / 100 / 4 * 4;
  return out;
}

/* Prepares piece @k of @n, with its share of the tiles and of the work. */
static void
begin_piece (OpBuild *run, const OpBuild *whole, DemoOp *op, guint k, guint n, const DemoModel *m)
{
  *run = *whole;
  run->path = g_strdup_printf ("%s/split%u", whole->path, k);
  run->spread.parts = MAX (1, whole->spread.parts / n);
  /* Put the pieces on adjacent tiles. DemoSpread multiplies .salt by 5, and 13 is the inverse of 5
   * modulo 16. */
  run->spread.salt = (whole->spread.salt + k * run->spread.parts * 13) % 16;
  run->exchanged = next_program (m);
  op->work = MAX (200, op->work / n);
}

/* Rearranges the inputs of a piece into the order that its codelets need. */
static void
op_arrange (DemoModel *m, const OpBuild *run, guint bytes)
{
  g_autofree char *name = g_strconcat (run->path, "/PreArrange/OnTileCopy", NULL);
  g_autofree char *tensor = g_strconcat (run->path, "/PreArrange", NULL);
  DemoVertexSpec copy = {DEMO_STRIDED_COPY, 2};
  DemoSpread spread = run->spread;

  spread.parts = MAX (1, spread.parts / 2);
  guint arranged = demo_tensor (m, DEMO_FOR_TEMPORARY, DEMO_VARIABLE, tensor, bytes, spread,
                                DEMO_BY_VERTEX, DEMO_LISTED);
  demo_leaf (m, DEMO_WRITE_UNDEF, -1, NULL, 0, NULL);
  guint first = demo_last (m);
  const guint touches[] = {run->message != DEMO_NONE ? run->message : run->inputs[0], arranged};
  demo_compute (m, name, spread, &copy, 1, 60 + bytes / 8, 1, touches, 2);
  demo_family_live (m, arranged, first, demo_last (m));
}

typedef struct {
  guint vertex;
  guint output;
  guint weights; /* DemoFamily index of the weights; DEMO_NONE: each piece makes its own */
  gboolean backward;
} PieceJob;

/* Runs all pieces of the operation. Returns the program that makes the output. Leaves the weights
 * of the first piece in @job. */
static guint
run_pieces (DemoModel *m, const OpBuild *run, const DemoOp *op, PieceJob *job, GArray *gradients)
{
  guint n = op->split ? m->plan->pieces : 1, made = 0;

  demo_open (m, DEMO_SEQUENCE, run->path, 0);
  for (guint k = 0; k < n; k++) {
    g_auto (OpBuild) piece = {0};
    DemoOp part = *op;
    guint weights = job->weights;

    begin_piece (&piece, run, &part, k, n, m);
    demo_open (m, DEMO_SEQUENCE, piece.path, 0);
    if (part.weights && !job->backward)
      weights = make_weights (m, &piece, part.weights);
    if (part.message)
      exchange_before (m, &piece, part.message, part.weights > 0);
    op_arrange (m, &piece, MAX (16, part.output / 2));
    made = op_add_compute (m, &piece, &part, job->vertex, weights, job->output, last_part (op));
    if (part.weights && job->backward) {
      g_autofree char *name = g_strconcat (piece.path, "/weightGradient", NULL);
      DemoSpan open = {demo_tensor (m, DEMO_FOR_WEIGHT_GRADIENT, DEMO_VARIABLE, name, part.weights,
                                    piece.spread, DEMO_BY_VERTEX, DEMO_LISTED),
                       made};
      g_array_append_val (gradients, open);
      g_array_append_val (demo_compute_set (m, m->compute_sets->len - 1)->families, open.first);
    }
    if (k == 0 && !job->backward)
      job->weights = weights;
    demo_close (m);
  }
  demo_close (m);
  return made;
}

/* TRUE if output @i of the layer is kept until the backward pass without --change. */
static gboolean
was_kept (const DemoModel *m, const DemoLayer *layer, guint i)
{
  return layer->ops[i].kept || m->plan->oom.cause == DEMO_OOM_ACTIVATIONS;
}

/* TRUE if output @i of the layer is kept until the backward pass. If outputs are recomputed, only
 * the layer's last output is kept. */
static gboolean
is_kept (const DemoModel *m, const DemoLayer *layer, guint i)
{
  return m->plan->change.recompute ? i + 1 == layer->n_ops : was_kept (m, layer, i);
}

static guint
forward (DemoModel *m, DemoLayer *layer, guint i, guint input)
{
  DemoPurpose purpose = is_kept (m, layer, i) ? DEMO_FOR_ACTIVATION : DEMO_FOR_RECOMPUTED;
  DemoOp op = scaled (m, &layer->ops[i]);
  g_auto (OpBuild) run = {.inputs = {input, DEMO_NONE, DEMO_NONE}};

  op_begin (m, &run, layer, i, "Fwd");
  g_autofree char *out_name = g_strconcat (run.path, "/out", NULL);
  gboolean whole = ops_are_whole (m);
  layer->weights[i] = whole && op.weights ? make_weights (m, &run, op.weights) : DEMO_NONE;
  guint out = demo_tensor (m, purpose, DEMO_VARIABLE, out_name, op.output, run.spread,
                           DEMO_BY_VERTEX, DEMO_LISTED);
  layer->outputs[i] = out;
  if (!whole) {
    PieceJob job = {op.vertex, out, DEMO_NONE, FALSE};
    guint before = next_program (m);
    run_pieces (m, &run, &op, &job, NULL);
    layer->weights[i] = job.weights;
    layer->made[i] = before;
    return out;
  }
  if (op.message)
    exchange_before (m, &run, op.message, op.weights > 0);
  layer->made[i] =
      op_add_compute (m, &run, &op, op.vertex, layer->weights[i], out, last_part (&op));
  return out;
}

guint
demo_layer_forward (DemoModel *m, DemoLayer *layer, guint input)
{
  g_autofree char *name = g_strconcat ("Fwd/", layer->name, NULL);

  demo_open (m, DEMO_SEQUENCE, name, 0);
  layer->first_state = m->states->len;
  layer->first = layer->last = next_program (m);
  for (guint i = 0; i < layer->n_ops; i++) {
    guint next = forward (m, layer, i, input);
    /* If the previous output is not kept, it is live until the new output is made. */
    if (i > 0 && !is_kept (m, layer, i - 1))
      demo_family_live (m, input, layer->made[i - 1], demo_last (m));
    input = next;
    if (i + 1 < layer->n_ops)
      layer->last = demo_last (m);
  }
  layer->n_states = m->states->len - layer->first_state;
  demo_contexts_operation (m->contexts, NULL, NULL);
  demo_close (m);
  return input;
}

/* Records that output @i of the forward pass is live until now, where the backward pass has used
 * it. A kept output is live since it was made, a recomputed output since its recomputation. */
static void
settle_output (DemoModel *m, const DemoLayer *layer, guint i, const OpBuild *run)
{
  guint out = layer->outputs[i];

  if (is_kept (m, layer, i))
    demo_family_live (m, out, layer->made[i], demo_last (m));
  else if (was_kept (m, layer, i))
    demo_family_live (m, out, layer->made[i] + layer->replay, demo_last (m));
  else
    demo_family_live (m, out, run->exchanged, demo_last (m));
}

static guint
gradient_vertex (guint vertex)
{
  switch (vertex) {
  case DEMO_GELU:
    return DEMO_GELU_GRAD;
  case DEMO_EXP:
    return DEMO_MULTIPLY;
  case DEMO_MULTI_SLICE:
    return DEMO_MULTI_UPDATE;
  case DEMO_CONV_1X1:
    return DEMO_CONV_NX1;
  default:
    return vertex;
  }
}

static guint
backward (DemoModel *m, DemoLayer *layer, guint i, guint gradient, GArray *gradients)
{
  DemoOp op = scaled (m, &layer->ops[i]);
  g_auto (OpBuild) run = {.inputs = {gradient, layer->outputs[i], DEMO_NONE}};
  gboolean whole = ops_are_whole (m);

  op_begin (m, &run, layer, i, "Bwd");
  g_autofree char *out_name = g_strconcat (run.path, "/gradient", NULL);
  g_autofree char *weight_name = g_strconcat (run.path, "/weightGradient", NULL);
  guint out = demo_tensor (m, DEMO_FOR_GRADIENT, DEMO_VARIABLE, out_name, op.output, run.spread,
                           DEMO_BY_VERTEX, DEMO_LISTED);
  op.work += op.work / 2;
  if (!whole) {
    PieceJob job = {gradient_vertex (op.vertex), out, layer->weights[i], TRUE};
    guint first = next_program (m);
    run_pieces (m, &run, &op, &job, gradients);
    settle_output (m, layer, i, &run);
    demo_family_live (m, out, first, demo_last (m));
    return out;
  }
  guint weight_gradient = DEMO_NONE;
  if (op.weights)
    weight_gradient = demo_tensor (m, DEMO_FOR_WEIGHT_GRADIENT, DEMO_VARIABLE, weight_name,
                                   op.weights, run.spread, DEMO_BY_VERTEX, DEMO_LISTED);
  if (op.message)
    exchange_before (m, &run, op.message, op.weights > 0);
  guint made =
      op_add_compute (m, &run, &op, gradient_vertex (op.vertex),
                      op.weights ? layer->weights[i] : weight_gradient, out, last_part (&op));
  settle_output (m, layer, i, &run);
  if (op.weights) {
    DemoSpan open = {weight_gradient, made};
    g_array_append_val (gradients, open);
    g_array_append_val (demo_compute_set (m, m->compute_sets->len - 1)->families, weight_gradient);
  }
  /* This function does not know how long the incoming gradient is live: its caller does. */
  demo_family_live (m, out, made, made);
  return out;
}

guint
demo_layer_backward (DemoModel *m, DemoLayer *layer, guint gradient, GArray *gradients)
{
  g_autofree char *name = g_strconcat ("Bwd/", layer->name, NULL);

  demo_open (m, DEMO_SEQUENCE, name, 0);
  layer->first_gradient = gradients->len;
  if (m->plan->change.recompute && layer->n_ops > 1)
    layer->replay = demo_replay (m, layer->first, layer->last);
  for (guint i = layer->n_ops; i-- > 0;) {
    guint next = backward (m, layer, i, gradient, gradients);
    GArray *spans = demo_family (m, gradient)->spans;
    if (spans->len > 0)
      g_array_index (spans, DemoSpan, spans->len - 1).last = demo_last (m);
    gradient = next;
  }
  demo_contexts_operation (m->contexts, NULL, NULL);
  layer->n_gradients = gradients->len - layer->first_gradient;
  demo_move_gradients (m, layer, gradients);
  demo_close (m);
  return gradient;
}

void
demo_layer_touch (DemoModel *m, const DemoLayer *layer, guint set)
{
  for (guint i = 0; i < layer->n_ops; i++)
    demo_touch (m, set, layer->weights[i]);
  for (guint i = 0; i < layer->n_states; i++)
    demo_touch (m, set, g_array_index (m->states, guint, layer->first_state + i));
}
