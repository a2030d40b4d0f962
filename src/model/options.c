/* Part with the engine options: memory management, and names of the sets of options. */
#include "model/options.h"

static void
option_free (gpointer data)
{
  PoplensOption *option = data;

  g_free (option->name);
  g_free (option->value);
  g_free (option);
}

PoplensOptions *
poplens_options_new (void)
{
  PoplensOptions *self = g_new0 (PoplensOptions, 1);

  self->rows = g_ptr_array_new_with_free_func (option_free);
  return self;
}

void
poplens_options_free (PoplensOptions *self)
{
  if (!self)
    return;
  g_ptr_array_unref (self->rows);
  g_free (self);
}

void
poplens_options_add (PoplensOptions *self, PoplensOptionSet set, const char *name,
                     const char *value, gboolean is_default, gint64 run)
{
  PoplensOption *option = g_new (PoplensOption, 1);

  *option = (PoplensOption){set, g_strdup (name ? name : ""), g_strdup (value ? value : ""),
                            is_default, run};
  g_ptr_array_add (self->rows, option);
  self->n_changed += !is_default;
}

const char *
poplens_option_set_name (PoplensOptionSet set)
{
  static const char *const names[] = {"compilation", "target", "execution"};

  return names[set];
}
