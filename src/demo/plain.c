#include "demo/plain.h"

#include "demo/nets.h"
#include "demo/stages.h"
#include "demo/vertex-types.h"

#define STAGE_BYTES 32
#define ON_ALL_TILES(ipu) ((DemoSpread){(guint64) 1 << (ipu), 16, 0, FALSE})

#define HOST_WAIT 1000

static void
host_copy (DemoModel *m, const char *name, guint family, gboolean to_host)
{
  guint stream = demo_stream_new (m, FALSE, HOST_WAIT);

  demo_stream_copy (m, stream, name, family, 0, to_host, FALSE);
  demo_stream_run (m, stream, 1);
}

static void
stage_buffers (DemoModel *m, DemoStages *p)
{
  for (guint ipu = 0; ipu < m->ipus; ipu++) {
    g_autofree char *in = g_strdup_printf ("Fwd/stage%u/in", ipu);
    g_autofree char *back = g_strdup_printf ("Bwd/stage%u/gradient", ipu);
    p->in[ipu] = demo_tensor (m, DEMO_FOR_MESSAGE, DEMO_GLOBAL_MESSAGE, in, STAGE_BYTES,
                              ON_ALL_TILES (ipu), DEMO_BY_VERTEX, DEMO_LISTED);
    p->back[ipu] = demo_tensor (m, DEMO_FOR_MESSAGE, DEMO_GLOBAL_MESSAGE, back, STAGE_BYTES,
                                ON_ALL_TILES (ipu), DEMO_BY_VERTEX, DEMO_LISTED);
  }
}

/* Of the last stage: the gradient is made where the loss is. */
static guint
loss (DemoModel *m, DemoTensors *net, guint logits)
{
  DemoSpread spread = ON_ALL_TILES (m->ipus - 1);
  DemoVertexSpec vertex = {DEMO_LOSS, 2};
  guint gradient = demo_tensor (m, DEMO_FOR_GRADIENT, DEMO_VARIABLE, "Loss/nll/gradient", 600,
                                spread, DEMO_BY_VERTEX, DEMO_LISTED);
  const guint touches[] = {logits, gradient, net->loss};

  demo_compute (m, "Loss/nll/Op", spread, &vertex, 1, 600, 1, touches, 3);
  demo_family_live (m, gradient, demo_last (m), demo_last (m));
  demo_family_live (m, net->loss, demo_last (m), demo_last (m));
  return gradient;
}

static guint
load_input (DemoModel *m, DemoStages *p)
{
  guint ids = demo_tensor (m, DEMO_FOR_ACTIVATION, DEMO_VARIABLE, "Fwd/input", 64, ON_ALL_TILES (0),
                           DEMO_BY_VERTEX, DEMO_LISTED);

  demo_copy (m, "copy2_Copy_Input/tokens_to_Fwd/input/ExchangePre", &p->t.input, 1, m->plan->input,
             ids, TRUE);
  demo_family_live (m, ids, demo_last (m), demo_last (m));
  return ids;
}

static void
step (DemoModel *m, DemoStages *p)
{
  demo_open (m, DEMO_SEQUENCE, "step", 0);
  guint ids = load_input (m, p);
  demo_io_streams (m, &p->t, HOST_WAIT);
  for (guint ipu = 0; ipu < m->ipus; ipu++)
    demo_stages_run (p, m, ipu, ipu ? p->in[ipu] : ids);
  demo_until_now (m, ids);
  demo_stages_exchange (p, m);
  demo_close (m);
}

static void
training (DemoModel *m, DemoStages *p)
{
  demo_open (m, DEMO_SEQUENCE, "training", 0);
  host_copy (m, "Update/learningRate", p->t.rate, FALSE);
  guint first = m->programs->len;
  demo_io_streams (m, &p->t, HOST_WAIT);
  guint repeat = demo_open (m, DEMO_REPEAT, NULL, 16);
  demo_program (m, repeat)->index = 0;
  step (m, p);
  demo_close (m);
  demo_stages_keep_buffers (p, m, repeat);
  for (guint i = 0; i < p->gradients->len; i++)
    demo_family_live (m, g_array_index (p->gradients, DemoSpan, i).first, repeat, demo_last (m));
  host_copy (m, "Loss/mean", p->t.loss, TRUE);
  demo_until_now (m, p->t.loss);
  demo_stages_keep_inputs (p, m, first);
  demo_close (m);
}

void
demo_plain_build (DemoModel *m)
{
  g_autoptr (GArray) layers = demo_net_layers (m->plan);
  g_autoptr (GArray) gradients = g_array_new (FALSE, FALSE, sizeof (DemoSpan));
  DemoStages p = {.layers = layers, .gradients = gradients, .bytes = STAGE_BYTES, .loss = loss};

  demo_make_tensors (m, &p.t);
  stage_buffers (m, &p);
  demo_open (m, DEMO_SEQUENCE, NULL, 0);
  demo_choose_program (m);
  demo_open (m, DEMO_SWITCH, NULL, 12);
  training (m, &p);
  demo_open (m, DEMO_SEQUENCE, NULL, 0);
  demo_close (m);
  demo_close (m);
  demo_close (m);
}
