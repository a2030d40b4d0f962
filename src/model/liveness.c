/* Part with the liveness of program steps: memory management, and the peak. */
#include "model/liveness.h"

PoplensLiveness *
poplens_liveness_new (void)
{
  return g_new0 (PoplensLiveness, 1);
}

void
poplens_liveness_free (PoplensLiveness *self)
{
  if (!self)
    return;
  g_free (self->program);
  g_free (self->parent);
  g_free (self->not_always_live);
  for (guint32 i = 0; i < self->n_ipus && self->ipu_not_always_live; i++)
    g_free (self->ipu_not_always_live[i]);
  g_free (self->ipu_not_always_live);
  g_free (self->ipu);
  g_free (self->class_id);
  g_free (self->class_always_live);
  g_free (self->range_class);
  g_free (self->range_from);
  g_free (self->range_to);
  g_free (self);
}

guint32
poplens_liveness_peak_step (const PoplensLiveness *self)
{
  guint32 peak = 0;

  if (!self->n_steps)
    return G_MAXUINT32;
  for (guint32 s = 1; s < self->n_steps; s++)
    if (self->not_always_live[s] > self->not_always_live[peak])
      peak = s;
  return peak;
}

PoplensPeak *
poplens_liveness_get_peak (const PoplensLiveness *self)
{
  guint32 step = poplens_liveness_peak_step (self);
  PoplensPeak *peak;

  if (step == G_MAXUINT32)
    return NULL;
  peak = g_new (PoplensPeak, 1);
  *peak = (PoplensPeak){step,
                        self->program[step],
                        self->always_live,
                        self->not_always_live[step],
                        self->always_unknown,
                        NULL};
  return peak;
}

void
poplens_peak_free (PoplensPeak *self)
{
  if (!self)
    return;
  g_free (self->label);
  g_free (self);
}
