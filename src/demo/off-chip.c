#include "demo/off-chip.h"

#define HOST_WAIT 6000

static void
add_gradients (const DemoLayer *layer, const GArray *gradients, GArray *out)
{
  for (guint i = 0; i < layer->n_gradients; i++) {
    guint family = g_array_index (gradients, DemoSpan, layer->first_gradient + i).first;
    g_array_append_val (out, family);
  }
}

GArray *
demo_off_chip (const DemoModel *m, const DemoLayer *layer, const GArray *gradients)
{
  GArray *out = g_array_new (FALSE, FALSE, sizeof (guint));

  if (m->plan->change.optimiser_off_chip && layer->n_states)
    g_array_append_vals (out, &g_array_index (m->states, guint, layer->first_state),
                         layer->n_states);
  if (m->plan->change.accumulators_off_chip)
    add_gradients (layer, gradients, out);
  return out;
}

static void
copy_all (DemoModel *m, const char *name, const GArray *families, gboolean to_host)
{
  g_autofree char *buffer = g_strconcat ("RemoteBuffer/", name, NULL);
  guint stream = demo_stream_new (m, FALSE, HOST_WAIT);

  for (guint i = 0; i < families->len; i++)
    demo_stream_copy (m, stream, g_intern_string (buffer), g_array_index (families, guint, i), 0,
                      to_host, TRUE);
  /* Without the change there are no such copies. */
  m->extra = TRUE;
  demo_stream_run (m, stream, 1);
  m->extra = FALSE;
}

guint
demo_bring (DemoModel *m, const char *name, const GArray *families)
{
  guint first = m->programs->len;

  if (families->len > 0)
    copy_all (m, name, families, FALSE);
  return first;
}

void
demo_take_away (DemoModel *m, const char *name, const GArray *families, guint first)
{
  if (families->len == 0)
    return;
  copy_all (m, name, families, TRUE);
  for (guint i = 0; i < families->len; i++)
    demo_family_live (m, g_array_index (families, guint, i), first, demo_last (m));
}

/* Those made last become the first of the program that is open. */
static void
move_to_front (DemoModel *m, guint n)
{
  guint parent = g_array_index (m->open, guint, m->open->len - 1);
  GArray *children = demo_program (m, parent)->children;
  g_autofree guint *moved =
      g_memdup2 (&g_array_index (children, guint, children->len - n), n * sizeof (guint));

  g_array_set_size (children, children->len - n);
  g_array_prepend_vals (children, moved, n);
}

/* Only when all gradients are made it is known what has to come before them. */
void
demo_move_gradients (DemoModel *m, const DemoLayer *layer, const GArray *gradients)
{
  g_autoptr (GArray) families = g_array_new (FALSE, FALSE, sizeof (guint));

  if (!m->plan->change.accumulators_off_chip || layer->n_gradients == 0)
    return;
  add_gradients (layer, gradients, families);
  guint first = demo_bring (m, layer->name, families);
  move_to_front (m, m->programs->len - first);
  demo_take_away (m, layer->name, families, first);
}
