/* Part with the compiler's phases, steps and optimisation counters: memory management. */
#include "model/compilation.h"

PoplensCompilation *
poplens_compilation_new (void)
{
  PoplensCompilation *self = g_new0 (PoplensCompilation, 1);

  self->strings = poplens_strings_new ();
  return self;
}

void
poplens_compilation_free (PoplensCompilation *self)
{
  if (!self)
    return;
  poplens_strings_free (self->strings);
  g_free (self->phase_name);
  g_free (self->phase_start);
  g_free (self->phase_duration);
  g_free (self->optimization_key);
  g_free (self->optimization_value);
  g_free (self->step_id);
  g_free (self->step_name);
  g_free (self);
}
