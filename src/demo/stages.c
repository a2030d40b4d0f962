#include "demo/stages.h"

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
send (const DemoStages *self, DemoModel *m, const char *phase, guint from, guint to, guint source,
      guint target)
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
    send (self, m, "Fwd", ipu, ipu + 1, self->out[ipu], self->in[ipu + 1]);
    /* Longer than the backward pass needs it. */
    demo_family (m, self->out[ipu])->purpose = DEMO_FOR_PASSING;
    send (self, m, "Bwd", ipu + 1, ipu, self->left[ipu + 1], self->back[ipu]);
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
