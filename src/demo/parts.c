/* Builds the parts of training programs other than layers: input, loss, update, control. */
#include "demo/parts.h"

#include "demo/build.h"
#include "demo/oom-model.h"
#include "demo/vertex-types.h"

static guint64
last_ipu (const DemoModel *m)
{
  return (guint64) 1 << (m->ipus - 1);
}

void
demo_io_streams (DemoModel *m, DemoTensors *net, guint wait)
{
  guint stream = demo_stream_new (m, TRUE, wait), bytes = m->plan->input;

  demo_stream_copy (m, stream, "Input/tokens", net->input, bytes, FALSE, FALSE);
  demo_stream_copy (m, stream, "Input/labels", net->labels, bytes / 2, FALSE, FALSE);
  for (guint ipu = 0; ipu < m->ipus; ipu++)
    if (net->masks[ipu] != DEMO_NONE)
      demo_stream_copy (m, stream, "Input/mask", net->masks[ipu], bytes / 10, FALSE, FALSE);
  demo_stream_run (m, stream, 1);
}

void
demo_load_mask (DemoModel *m, DemoTensors *net, guint ipu)
{
  g_autofree char *name = g_strdup_printf ("Fwd/stage%u/mask", ipu);
  g_autofree char *copy = g_strdup_printf ("copy4_Copy_Input/mask_to_%s/ExchangePre", name);

  if (net->masks[ipu] == DEMO_NONE)
    return;
  guint mask =
      demo_tensor (m, DEMO_FOR_TEMPORARY, DEMO_VARIABLE, name, 600,
                   (DemoSpread){(guint64) 1 << ipu, 16, 0, FALSE}, DEMO_BY_VERTEX, DEMO_LISTED);
  demo_copy (m, copy, &net->masks[ipu], 1, 14000, mask, TRUE);
  demo_family_live (m, mask, demo_last (m), demo_last (m));
}

guint
demo_load_input (DemoModel *m, DemoTensors *net)
{
  guint ids = demo_tensor (m, DEMO_FOR_ACTIVATION, DEMO_VARIABLE, "Fwd/embedding/ids", 2200,
                           (DemoSpread){1, 16, 0, FALSE}, DEMO_BY_VERTEX, DEMO_LISTED);

  demo_copy (m, "copy2_Copy_Input/tokens_to_Fwd/embedding/ids/ExchangePre", &net->input, 1, 14000,
             ids, TRUE);
  demo_family_live (m, ids, demo_last (m), demo_last (m));
  return ids;
}

void
demo_until_now (DemoModel *m, guint family)
{
  GArray *spans = demo_family (m, family)->spans;

  g_array_index (spans, DemoSpan, spans->len - 1).last = demo_last (m);
}

guint
demo_run_layer (DemoModel *m, DemoLayer *layer, guint input)
{
  guint out = demo_layer_forward (m, layer, input);
  GArray *spans = demo_family (m, input)->spans;

  if (spans->len > 0)
    g_array_index (spans, DemoSpan, spans->len - 1).last = layer->made[0];
  return out;
}

guint
demo_loss (DemoModel *m, DemoTensors *net, guint logits)
{
  DemoSpread spread = {last_ipu (m), 16, 1, FALSE};
  guint hot = demo_tensor (m, DEMO_FOR_TEMPORARY, DEMO_VARIABLE, "Loss/oneHot", 5200, spread,
                           DEMO_BY_VERTEX, DEMO_LISTED);
  guint gradient = demo_tensor (m, DEMO_FOR_GRADIENT, DEMO_VARIABLE, "Loss/crossEntropy/gradient",
                                9800, spread, DEMO_BY_VERTEX, DEMO_LISTED);
  DemoVertexSpec one_hot = {DEMO_ONE_HOT, 2}, cross = {DEMO_LOSS, 3}, sum = {DEMO_REDUCE_FLOAT, 1};

  demo_open (m, DEMO_SEQUENCE, "Loss", 0);
  demo_contexts_operation (m->contexts, "Loss/crossEntropy", "elementwise");
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
  demo_compute (m, "Loss/mean/Reduce", (DemoSpread){last_ipu (m), 1, 2, FALSE}, &sum, 1, 5400, 2,
                sums, 2);
  demo_family_live (m, net->loss, demo_last (m), demo_last (m));
  demo_contexts_operation (m->contexts, NULL, NULL);
  demo_close (m);
  return gradient;
}

void
demo_clip (DemoModel *m, DemoTensors *net)
{
  DemoVertexSpec compare = {DEMO_COMPARE, 1}, scale = {DEMO_SCALED_ADD, 6};
  DemoSpread everywhere = {DEMO_EVERY_IPU, 14, 0, FALSE};

  demo_contexts_operation (m->contexts, "Update/clip", "elementwise");
  demo_open (m, DEMO_REPEAT_WHILE, NULL, 20);
  demo_open (m, DEMO_SEQUENCE, "Update/clip/condition", 0);
  demo_compute (m, "Update/clip/Compare", (DemoSpread){DEMO_EVERY_IPU, 2, 5, FALSE}, &compare, 1,
                420, 1, &net->norms, 1);
  demo_leaf (m, DEMO_SET_CONSENSUS, -1, NULL, 12, NULL);
  demo_leaf (m, DEMO_SYNC, 0, NULL, 4, NULL);
  demo_close (m);
  demo_open (m, DEMO_SEQUENCE, "Update/clip/body", 0);
  demo_compute (m, "Update/clip/Scale", everywhere, &scale, 1, 5100, 1, &net->norms, 1);
  demo_contexts_operation (m->contexts, NULL, NULL);
  demo_close (m);
  demo_close (m);
}

/* TRUE if one function updates the weights of all layers; FALSE if each layer has its own update
 * code. */
static gboolean
uses_functions (const DemoModel *m)
{
  return m->plan->oom.cause != DEMO_OOM_CODE;
}

static void
update_body (DemoModel *m, guint n, guint arguments)
{
  DemoSpread everywhere = {DEMO_EVERY_IPU, 14, 0, FALSE};
  DemoVertexSpec adam = {demo_vertex_type_own (m, DEMO_ADAM, n), 6};
  DemoVertexSpec add = {demo_vertex_type_own (m, DEMO_SCALED_ADD, n), 6};

  demo_contexts_operation (m->contexts, "Update/adam", "elementwise");
  demo_leaf (m, DEMO_WRITE_UNDEF, -1, NULL, 0, NULL);
  demo_compute (m, "Update/adam/Moments", everywhere, &adam, 1, 11800, 1, &arguments, 1);
  demo_compute (m, "Update/adam/ScaledAdd", everywhere, &add, 1, 7900, 1, &arguments, 1);
  demo_contexts_operation (m->contexts, NULL, NULL);
}

guint
demo_call_update (DemoModel *m, guint n, guint arguments, const char *name)
{
  DemoVertexSpec copy = {DEMO_STRIDED_COPY, 6};
  DemoSpread everywhere = {DEMO_EVERY_IPU, 14, 0, FALSE};

  demo_compute (m, name, everywhere, &copy, 1, 3300, 1, &arguments, 1);
  guint first = demo_last (m);
  if (uses_functions (m))
    demo_leaf (m, DEMO_CALL, n, NULL, 12, NULL);
  else
    update_body (m, n, arguments);
  demo_family_live (m, arguments, first, demo_last (m));
  return demo_last (m);
}

guint
demo_update_function (DemoModel *m)
{
  DemoSpread everywhere = {DEMO_EVERY_IPU, 14, 0, FALSE};
  guint arguments =
      demo_tensor (m, DEMO_FOR_WEIGHT_TEMPORARY, DEMO_VARIABLE, "Update/adam/arguments", 21000,
                   everywhere, DEMO_BY_VERTEX, DEMO_LISTED);

  if (!uses_functions (m))
    return arguments;
  demo_contexts_operation (m->contexts, "Update/adam", "elementwise");
  demo_open_function (m, "Update/adam");
  update_body (m, 0, arguments);
  demo_close (m);
  return arguments;
}

guint
demo_return_loss (DemoModel *m, DemoTensors *net)
{
  guint stream = demo_stream_new (m, FALSE, 0);

  demo_stream_copy (m, stream, "Loss/mean", net->loss, 0, TRUE, FALSE);
  demo_stream_run (m, stream, 1);
  demo_until_now (m, net->loss);
  return stream;
}

void
demo_load_rate (DemoModel *m, const DemoTensors *net)
{
  guint stream = demo_stream_new (m, FALSE, 12000);

  demo_stream_copy (m, stream, "Update/learningRate", net->rate, 0, FALSE, FALSE);
  demo_stream_run (m, stream, 1);
}

void
demo_instrumentation (DemoModel *m)
{
  DemoVertexSpec dump = {DEMO_DUMP_STEP, 1}, decrement = {DEMO_DECREMENT, 1};
  DemoSpread everywhere = {DEMO_EVERY_IPU, 14, 0, FALSE}, few = {DEMO_EVERY_IPU, 1, 0, FALSE};
  guint bytes = demo_purpose_bytes (m->plan, DEMO_FOR_PROFILER, 512);

  if (!demo_is_instrumented (m->plan))
    return;
  guint buffer = demo_fixed (m, DEMO_VARIABLE, "instrumentationStreamBuffer", DEMO_SUFFIX_TILE,
                             bytes, everywhere, DEMO_BY_VERTEX, 8, DEMO_LISTED);
  demo_family (m, buffer)->purpose = DEMO_FOR_PROFILER;
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
    for (guint ipu = 1; ipu < m->ipus; ipu++)
      demo_family (m, id)->size[m->first_kind[ipu]] = bytes;
  return id;
}

void
demo_choose_program (DemoModel *m)
{
  guint sync = on_first_tiles (m, "syncID", DEMO_CONTROL_ID, 4, TRUE);
  guint program = on_first_tiles (m, "programId0", DEMO_CONTROL_ID, 4, FALSE);
  guint everywhere = demo_fixed (m, DEMO_CONTROL_ID, "broadcastProgramId#", DEMO_SUFFIX_TILE, 4,
                                 (DemoSpread){DEMO_EVERY_IPU, 0, 0, FALSE}, 0, 4, DEMO_LISTED);
  guint streams[] = {demo_stream_new (m, FALSE, 1600), demo_stream_new (m, FALSE, 1200000)};

  demo_family_name (m, everywhere, "broadcastProgramId");
  demo_stream_copy (m, streams[0], "_sync_id", sync, 0, TRUE, FALSE);
  demo_stream_copy (m, streams[1], "programId0", program, 0, FALSE, FALSE);
  demo_stream_run (m, streams[0], 2);
  demo_family_live (m, sync, 0, demo_last (m));
  guint begin = demo_last (m) - 3;
  demo_copy (m, "copy1_switchControlBroadcast1/ExchangePre", &program, 1, 4, everywhere, TRUE);
  demo_family_live (m, program, begin, demo_last (m));
  demo_family_live (m, everywhere, demo_last (m), demo_last (m) + 1);
}

/* Returns the tiles of the embedding table: on every IPU if the planted cause is a large table,
 * else only on IPU 0. */
static DemoSpread
table_spread (const DemoModel *m)
{
  gboolean large =
      m->plan->oom.cause == DEMO_OOM_EMBEDDING || m->plan->oom.cause == DEMO_OOM_IMBALANCE;

  return (DemoSpread){large ? DEMO_EVERY_IPU : 1, 16, 0, FALSE};
}

void
demo_make_tensors (DemoModel *m, DemoTensors *net)
{
  DemoSpread few = {DEMO_EVERY_IPU, 2, 5, FALSE};

  net->input = demo_tensor (m, DEMO_FOR_IO, DEMO_VARIABLE, "Input/tokens", 160000,
                            (DemoSpread){1, 0, 0, TRUE}, 0, DEMO_LISTED);
  net->labels = demo_tensor (m, DEMO_FOR_IO, DEMO_VARIABLE, "Input/labels", 82000,
                             (DemoSpread){last_ipu (m), 0, 0, TRUE}, 0, DEMO_LISTED);
  for (guint ipu = 0; ipu < DEMO_MAX_IPUS; ipu++)
    net->masks[ipu] = DEMO_NONE;
  for (guint ipu = 1; ipu + 1 < m->ipus; ipu++)
    net->masks[ipu] = demo_tensor (m, DEMO_FOR_IO, DEMO_VARIABLE, "Input/mask", 14000,
                                   (DemoSpread){(guint64) 1 << ipu, 0, 0, TRUE}, 0, DEMO_LISTED);
  net->rate = demo_tensor (m, DEMO_FOR_SETTING, DEMO_VARIABLE, "Update/learningRate", 4, few,
                           DEMO_ALWAYS_LIVE, DEMO_ALWAYS_DATA);
  net->norms = demo_tensor (m, DEMO_FOR_WEIGHT_TEMPORARY, DEMO_VARIABLE, "Update/clip/norms", 640,
                            few, DEMO_ALWAYS_LIVE | DEMO_BY_VERTEX, DEMO_ALWAYS_DATA);
  net->loss = demo_tensor (m, DEMO_FOR_IO, DEMO_VARIABLE, "Loss/mean/out", 4,
                           (DemoSpread){last_ipu (m), 1, 2, FALSE}, DEMO_BY_VERTEX, DEMO_LISTED);
  /* Give the table a debug context, as the framework does for weights. */
  demo_contexts_operation (m->contexts, "Fwd/embedding/table", "gather");
  m->filler = demo_tensor (m, DEMO_FOR_TABLE, DEMO_VARIABLE, "Fwd/embedding/table", 36000,
                           table_spread (m), DEMO_ALWAYS_LIVE | DEMO_BY_VERTEX, DEMO_ALWAYS_DATA);
  demo_contexts_operation (m->contexts, NULL, NULL);
  if (m->plan->oom.cause == DEMO_OOM_IMBALANCE)
    demo_oom_concentrate (m, m->filler);
}
