/* Builds the training program of the presets, and fits its steps and variables to the plan. */
#include "demo/pipeline.h"

#include "demo/off-chip.h"
#include "demo/stages.h"

#define STAGE_BYTES 1600

static DemoSpread
on_ipu (guint ipu)
{
  return (DemoSpread){(guint64) 1 << ipu, 16, 3, FALSE};
}

/* Adds the input buffers of all stages, for the forward and the backward pass. */
static void
stage_buffers (DemoModel *m, DemoStages *p)
{
  guint bytes = MAX (16, STAGE_BYTES * m->plan->percent / 100 / 4 * 4);

  for (guint ipu = 0; ipu < m->ipus; ipu++) {
    g_autofree char *in = g_strdup_printf ("Fwd/stage%u/in", ipu);
    g_autofree char *back = g_strdup_printf ("Bwd/stage%u/gradient", ipu);
    p->in[ipu] = p->back[ipu] = DEMO_NONE;
    if (ipu > 0)
      p->in[ipu] = demo_tensor (m, DEMO_FOR_MESSAGE, DEMO_GLOBAL_MESSAGE, in, bytes, on_ipu (ipu),
                                DEMO_BY_VERTEX, DEMO_LISTED);
    if (ipu + 1 < m->ipus)
      p->back[ipu] = demo_tensor (m, DEMO_FOR_MESSAGE, DEMO_GLOBAL_MESSAGE, back, bytes,
                                  on_ipu (ipu), DEMO_BY_VERTEX, DEMO_LISTED);
  }
}

/* Adds one training step. Returns the stream copy of the loss. */
static guint
pipeline_add_step (DemoModel *m, DemoStages *p)
{
  demo_open (m, DEMO_SEQUENCE, "step", 0);
  guint ids = demo_load_input (m, &p->t);
  /* Load the masks first: after the copies of the next input, they would wait for those copies. */
  for (guint ipu = 0; ipu < m->ipus; ipu++)
    demo_load_mask (m, &p->t, ipu);
  demo_io_streams (m, &p->t, DEMO_INPUT_WAIT);
  for (guint ipu = 0; ipu < m->ipus; ipu++)
    demo_stages_run (p, m, ipu, ipu ? p->in[ipu] : ids);
  demo_until_now (m, ids);
  if (m->ipus > 1)
    demo_stages_exchange (p, m);
  guint loss = demo_return_loss (m, &p->t);
  demo_close (m);
  return loss;
}

static guint
update_layer (DemoModel *m, DemoStages *p, guint i, guint arguments, const char *name)
{
  DemoLayer *layer = demo_stages_layer (p, i);
  guint first = demo_bring (m, layer, p->gradients);
  guint set = m->compute_sets->len;
  guint call = demo_call_update (m, i, arguments, name);

  demo_layer_touch (m, layer, set);
  for (guint g = 0; g < layer->n_gradients; g++)
    demo_touch (m, set, g_array_index (p->gradients, DemoSpan, layer->first_gradient + g).first);
  demo_take_away (m, layer, p->gradients, first);
  return call;
}

/* Adds the update of all weights. It uses gradients that are summed over the training steps. */
static void
pipeline_add_update (DemoModel *m, DemoStages *p, guint arguments, guint first)
{
  guint n = p->layers->len, call = 0;

  demo_open (m, DEMO_SEQUENCE, "Update", 0);
  demo_clip (m, &p->t);
  for (guint i = 0; i < n; i++) {
    g_autofree char *name = g_strdup_printf ("copy%u_Copy_%s_to_Update/adam/arguments/OnTileCopy-0",
                                             31 + i, demo_stages_layer (p, i)->name);
    call = update_layer (m, p, i, arguments, name);
  }
  for (guint i = 0; i < p->gradients->len && !m->plan->change.accumulators_off_chip; i++)
    demo_family_live (m, g_array_index (p->gradients, DemoSpan, i).first, first, call);
  demo_close (m);
}

static void
training (DemoModel *m, DemoStages *p, guint arguments)
{
  demo_open (m, DEMO_SEQUENCE, "training", 0);
  demo_load_rate (m, &p->t);
  guint first = m->programs->len;
  demo_io_streams (m, &p->t, DEMO_INPUT_WAIT);
  guint repeat = demo_open (m, DEMO_REPEAT, NULL, 16);
  demo_program (m, repeat)->index = 0;
  guint sets = m->compute_sets->len, exchanges = m->exchanges->len;
  guint loss = pipeline_add_step (m, p);
  demo_pace_loss (m, loss, sets, exchanges);
  demo_close (m);
  demo_stages_keep_buffers (p, m, repeat);
  pipeline_add_update (m, p, arguments, repeat);
  guint stream = demo_stream_new (m, FALSE, 18000);
  demo_stream_copy (m, stream, "RemoteBuffer/norms", p->t.norms, 64, TRUE, TRUE);
  demo_stream_run (m, stream, 1);
  demo_stages_keep_inputs (p, m, first);
  demo_close (m);
}

static void
weights_to_host (DemoModel *m, const DemoStages *p)
{
  guint first = m->streams->len, n = 0;

  demo_open (m, DEMO_SEQUENCE, "weightsToHost", 0);
  for (guint i = 0; i < p->layers->len; i++) {
    const DemoLayer *l = demo_stages_layer (p, i);
    const char *name = g_intern_string (l->name);
    guint stream = DEMO_NONE;
    for (guint k = 0; k < l->n_ops; k++)
      if (l->weights[k] != DEMO_NONE) {
        if (stream == DEMO_NONE) {
          stream = demo_stream_new (m, FALSE, 90000);
          n++;
        }
        demo_stream_copy (m, stream, name, l->weights[k], 0, TRUE, FALSE);
      }
  }
  demo_stream_run (m, first, n);
  demo_close (m);
}

void
demo_pipeline_build (DemoModel *m)
{
  g_autoptr (GArray) layers = demo_net_layers (m->plan);
  g_autoptr (GArray) gradients = g_array_new (FALSE, FALSE, sizeof (DemoSpan));
  DemoStages p = {
      .layers = layers, .gradients = gradients, .bytes = STAGE_BYTES, .loss = demo_loss};

  demo_make_tensors (m, &p.t);
  stage_buffers (m, &p);
  demo_open (m, DEMO_SEQUENCE, NULL, 0);
  guint arguments = demo_update_function (m);
  demo_choose_program (m);
  demo_open (m, DEMO_SWITCH, NULL, 12);
  training (m, &p, arguments);
  weights_to_host (m, &p);
  demo_instrumentation (m);
  demo_open (m, DEMO_SEQUENCE, NULL, 0);
  demo_close (m);
  demo_close (m);
  demo_close (m);
}

/* Adds to @steps the number of steps that one execution of a program takes on each IPU. @steps:
 * (inout) [ipus] */
static void
count_steps (const DemoModel *m, guint program, guint64 *steps)
{
  const DemoProgram *p = demo_program (m, program);
  guint64 on = 0;
  guint each = 1;

  for (guint i = 0; i < p->children->len; i++)
    count_steps (m, g_array_index (p->children, guint, i), steps);
  if (p->type == DEMO_ON_TILE_EXECUTE) {
    const guint32 *cycles = demo_compute_set (m, (guint) p->index ^ 1)->cycles;
    for (guint k = 0; k < m->n_kinds; k++)
      on |= cycles[k] ? (guint64) 1 << demo_ipu (m, k) : 0;
  } else if (p->type == DEMO_DO_EXCHANGE || p->type == DEMO_GLOBAL_EXCHANGE) {
    /* Count the synchronisation before the program as a step, too. */
    each = 2;
    for (guint k = 0; k < m->n_kinds; k++)
      on |= p->control[k] ? (guint64) 1 << demo_ipu (m, k) : 0;
  }
  for (guint ipu = 0; ipu < m->ipus; ipu++)
    steps[ipu] += on >> ipu & 1 ? each : 0;
}

void
demo_pipeline_set_repeats (DemoModel *m)
{
  guint64 steps[DEMO_MAX_IPUS] = {0}, least = G_MAXUINT64;
  guint64 wanted = m->plan->steps / m->plan->runs;

  for (guint i = 0; m->plan->steps && i < m->programs->len; i++)
    if (demo_program (m, i)->type == DEMO_REPEAT) {
      count_steps (m, i, steps);
      for (guint ipu = 0; ipu < m->ipus; ipu++)
        least = MIN (least, MAX (1, steps[ipu]));
      m->repeats = (guint) MAX (1, (wanted + least - 1) / least);
      return;
    }
}

static guint64
count_variables (const DemoModel *m)
{
  guint64 n = 0;

  for (guint f = 0; f < m->families->len; f++)
    for (guint k = 0; k < m->n_kinds; k++)
      n += demo_family (m, f)->size[k] ? m->kinds[k].n_tiles : 0;
  return n;
}

/* Adds a DemoFamily with small variables. As in real files, four of ten are functions, three are
 * constants, and three are temporary tensors. Returns the number of variables added. */
static guint64
fill_one (DemoModel *m, guint n, guint ipu)
{
  DemoSpread spread = {(guint64) 1 << ipu, 16, n % 16, FALSE};
  g_autofree char *name = NULL;
  guint64 tiles = 0;
  guint id;

  if (n % 10 < 4) {
    name = g_strdup_printf (".text.poplibs_internal_%u", n);
    id = demo_fixed (m, DEMO_VERTEX_CODE, name, DEMO_SUFFIX_NONE, 16 + n * 7 % 13 * 4, spread,
                     DEMO_ALWAYS_LIVE | DEMO_EXECUTABLE | DEMO_IS_VERTEX_CODE, 4, DEMO_ALWAYS_CODE);
  } else if (n % 10 < 7) {
    name = g_strdup_printf ("<const%u>#", n);
    id = demo_fixed (m, DEMO_CONSTANT, name, DEMO_SUFFIX_TILE, 4 + n * 5 % 7 * 4, spread,
                     DEMO_IS_CONSTANT | DEMO_BY_VERTEX, 4, DEMO_ALWAYS_STATE);
  } else {
    /* Use the span of another short-lived tensor, so that there is no additional class of liveness.
     */
    guint like = n * 7919 % m->families->len, tries = 0;
    while (tries++ < m->families->len && demo_family (m, like)->spans->len != 1)
      like = (like + 1) % m->families->len;
    DemoSpan span = g_array_index (demo_family (m, like)->spans, DemoSpan, 0);
    name = g_strdup_printf ("copy%u_tmp#", n);
    id = demo_fixed (m, DEMO_REARRANGEMENT, name, DEMO_SUFFIX_PIECE, 8 + n * 3 % 5 * 4, spread,
                     DEMO_BY_VERTEX, 4, DEMO_LISTED);
    demo_family_live (m, id, span.first, span.last);
  }
  for (guint k = 0; k < m->n_kinds; k++)
    tiles += demo_family (m, id)->size[k] ? m->kinds[k].n_tiles : 0;
  return tiles;
}

void
demo_pipeline_fill (DemoModel *m)
{
  guint64 have = count_variables (m);

  for (guint i = 0; have < m->plan->variables; i++)
    have += fill_one (m, i, i % m->ipus);
}
