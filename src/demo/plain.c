#include "demo/plain.h"

#include "demo/layers.h"
#include "demo/nets.h"
#include "demo/parts.h"
#include "demo/vertex-types.h"

#define STAGE_BYTES 32
#define ON_ALL_TILES(ipu) ((DemoSpread){(guint64) 1 << (ipu), 16, 0, FALSE})

typedef struct {
  DemoTensors t;
  GArray *layers;    /* DemoLayer */
  GArray *gradients; /* DemoSpan */
  guint in[DEMO_MAX_IPUS], back[DEMO_MAX_IPUS];
  guint out[DEMO_MAX_IPUS], left[DEMO_MAX_IPUS];
} Plain;

#define layer(p, i) (&g_array_index ((p)->layers, DemoLayer, i))

#define HOST_WAIT 1000

static void
host_copy (DemoModel *m, const char *name, guint family, gboolean to_host)
{
  guint stream = demo_stream_new (m, FALSE, HOST_WAIT);

  demo_stream_copy (m, stream, name, family, 0, to_host, FALSE);
  demo_stream_run (m, stream, 1);
}

static void
stage_buffers (DemoModel *m, Plain *p)
{
  for (guint ipu = 0; ipu < m->ipus; ipu++) {
    g_autofree char *in = g_strdup_printf ("Fwd/stage%u/in", ipu);
    g_autofree char *back = g_strdup_printf ("Bwd/stage%u/gradient", ipu);
    p->in[ipu] = demo_tensor (m, DEMO_GLOBAL_MESSAGE, in, STAGE_BYTES, ON_ALL_TILES (ipu),
                              DEMO_BY_VERTEX, DEMO_LISTED);
    p->back[ipu] = demo_tensor (m, DEMO_GLOBAL_MESSAGE, back, STAGE_BYTES, ON_ALL_TILES (ipu),
                                DEMO_BY_VERTEX, DEMO_LISTED);
  }
}

/* Of the last stage: the gradient is made where the loss is. */
static guint
loss (DemoModel *m, Plain *p, guint logits)
{
  DemoSpread spread = ON_ALL_TILES (m->ipus - 1);
  DemoVertexSpec vertex = {DEMO_LOSS, 2};
  guint gradient =
      demo_tensor (m, DEMO_VARIABLE, "Loss/nll/gradient", 600, spread, DEMO_BY_VERTEX, DEMO_LISTED);
  const guint touches[] = {logits, gradient, p->t.loss};

  demo_compute (m, "Loss/nll/Op", spread, &vertex, 1, 600, 1, touches, 3);
  demo_family_live (m, gradient, demo_last (m), demo_last (m));
  demo_family_live (m, p->t.loss, demo_last (m), demo_last (m));
  return gradient;
}

static void
stage (DemoModel *m, Plain *p, guint ipu, guint input)
{
  g_autofree char *name = g_strdup_printf ("pipeline/stage%u", ipu);
  guint x = input;

  demo_open (m, DEMO_SEQUENCE, name, 0);
  for (guint i = 0; i < p->layers->len; i++)
    if (layer (p, i)->ipu == ipu)
      x = demo_layer_forward (m, layer (p, i), x);
  p->out[ipu] = x;
  guint g = ipu + 1 == m->ipus ? loss (m, p, x) : p->back[ipu];
  for (guint i = p->layers->len; i-- > 0;)
    if (layer (p, i)->ipu == ipu)
      g = demo_layer_backward (m, layer (p, i), g, p->gradients);
  p->left[ipu] = g;
  demo_close (m);
}

static void
send (DemoModel *m, const char *phase, guint from, guint to, guint source, guint target)
{
  g_autofree char *name = g_strdup_printf ("Copy_%s/stage%u_to_%s/stage%u/GlobalPre/GlobalExchange",
                                           phase, from, phase, to);

  demo_copy_across (m, name, source, STAGE_BYTES, target);
  demo_until_now (m, source);
}

static void
exchange_stages (DemoModel *m, Plain *p)
{
  demo_open (m, DEMO_SEQUENCE, "pipeline/exchange", 0);
  for (guint ipu = 0; ipu + 1 < m->ipus; ipu++) {
    send (m, "Fwd", ipu, ipu + 1, p->out[ipu], p->in[ipu + 1]);
    send (m, "Bwd", ipu + 1, ipu, p->left[ipu + 1], p->back[ipu]);
  }
  demo_close (m);
}

static guint
load_input (DemoModel *m, Plain *p)
{
  guint ids = demo_tensor (m, DEMO_VARIABLE, "Fwd/input", 64, ON_ALL_TILES (0), DEMO_BY_VERTEX,
                           DEMO_LISTED);

  demo_copy (m, "copy2_Copy_Input/tokens_to_Fwd/input/ExchangePre", &p->t.input, 1, m->plan->input,
             ids, TRUE);
  demo_family_live (m, ids, demo_last (m), demo_last (m));
  return ids;
}

static void
step (DemoModel *m, Plain *p)
{
  demo_open (m, DEMO_SEQUENCE, "step", 0);
  guint ids = load_input (m, p);
  demo_io_streams (m, &p->t, HOST_WAIT);
  for (guint ipu = 0; ipu < m->ipus; ipu++)
    stage (m, p, ipu, ipu ? p->in[ipu] : ids);
  demo_until_now (m, ids);
  exchange_stages (m, p);
  demo_close (m);
}

static void
training (DemoModel *m, Plain *p)
{
  demo_open (m, DEMO_SEQUENCE, "training", 0);
  host_copy (m, "Update/learningRate", p->t.rate, FALSE);
  guint first = m->programs->len;
  demo_io_streams (m, &p->t, HOST_WAIT);
  guint repeat = demo_open (m, DEMO_REPEAT, NULL, 16);
  demo_program (m, repeat)->index = 0;
  step (m, p);
  demo_close (m);
  for (guint ipu = 0; ipu < m->ipus; ipu++) {
    demo_family_live (m, p->in[ipu], repeat, demo_last (m));
    demo_family_live (m, p->back[ipu], repeat, demo_last (m));
  }
  for (guint i = 0; i < p->gradients->len; i++)
    demo_family_live (m, g_array_index (p->gradients, DemoSpan, i).first, repeat, demo_last (m));
  host_copy (m, "Loss/mean", p->t.loss, TRUE);
  demo_until_now (m, p->t.loss);
  demo_family_live (m, p->t.input, first, demo_last (m));
  demo_family_live (m, p->t.labels, first, demo_last (m));
  for (guint ipu = 1; ipu + 1 < m->ipus; ipu++)
    demo_family_live (m, p->t.masks[ipu], first, demo_last (m));
  demo_close (m);
}

void
demo_plain_build (DemoModel *m)
{
  g_autoptr (GArray) layers = demo_net_layers (m->plan);
  g_autoptr (GArray) gradients = g_array_new (FALSE, FALSE, sizeof (DemoSpan));
  Plain p = {.layers = layers, .gradients = gradients};

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
