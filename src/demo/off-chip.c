/* Moves optimiser state and gradients between the chip and remote buffers, for --change. */
#include "demo/off-chip.h"

#include "demo/replay.h"

#define HOST_WAIT 6000

/* Returns the layer's weight gradients. (transfer full): guint */
static GArray *
gradients_of (const DemoLayer *layer, const GArray *gradients)
{
  GArray *out = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < layer->n_gradients; i++) {
    guint family = g_array_index (gradients, DemoSpan, layer->first_gradient + i).first;
    g_array_append_val (out, family);
  }
  return out;
}

/* Returns the layer's optimiser state, if the plan has it off chip. (transfer full): guint */
static GArray *
states_of (const DemoModel *m, const DemoLayer *layer)
{
  GArray *out = g_array_new (FALSE, FALSE, sizeof (guint));

  if (m->plan->change.optimiser_off_chip && layer->n_states)
    g_array_append_vals (out, &g_array_index (m->states, guint, layer->first_state),
                         layer->n_states);
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
  /* The copies exist only because of --change. */
  m->extra = TRUE;
  demo_stream_run (m, stream, 1);
  m->extra = FALSE;
}

/* Moves the last @n children of the open program to its front. */
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

static DemoSpan
since (const DemoModel *m, guint first)
{
  return (DemoSpan){first, demo_last (m)};
}

void
demo_move_gradients (DemoModel *m, DemoLayer *layer, const GArray *gradients)
{
  g_autoptr (GArray) families = gradients_of (layer, gradients);
  /* TRUE if gradients are summed over several steps. The sums are then brought onto the chip before
   * each step. */
  gboolean sums = m->plan->net != DEMO_NET_ENCODER || m->plan->change.micro_batch;

  if (!m->plan->change.accumulators_off_chip || families->len == 0)
    return;
  if (sums) {
    /* The sums are known only after the backward pass was built. So their copies are added at its
     * end, and then moved to its front. */
    guint first = m->programs->len;
    copy_all (m, layer->name, families, FALSE);
    layer->brought = since (m, first);
    move_to_front (m, m->programs->len - first);
  }
  guint first = m->programs->len;
  copy_all (m, layer->name, families, TRUE);
  layer->taken = since (m, first);
  for (guint i = 0; i < families->len; i++) {
    guint made = g_array_index (gradients, DemoSpan, layer->first_gradient + i).last;
    demo_family_live (m, g_array_index (families, guint, i), sums ? layer->brought.first : made,
                      demo_last (m));
  }
}

guint
demo_bring (DemoModel *m, DemoLayer *layer, const GArray *gradients)
{
  g_autoptr (GArray) states = states_of (m, layer);
  g_autoptr (GArray) families = gradients_of (layer, gradients);
  guint first = m->programs->len;

  if (layer->brought.last)
    demo_replay (m, layer->brought.first, layer->brought.last);
  else if (layer->taken.last)
    copy_all (m, layer->name, families, FALSE);
  if (states->len)
    copy_all (m, layer->name, states, FALSE);
  return first;
}

void
demo_take_away (DemoModel *m, DemoLayer *layer, const GArray *gradients, guint first)
{
  g_autoptr (GArray) families = states_of (m, layer);

  if (families->len)
    copy_all (m, layer->name, families, TRUE);
  if (layer->taken.last) {
    g_autoptr (GArray) more = gradients_of (layer, gradients);
    demo_replay (m, layer->taken.first, layer->taken.last);
    g_array_append_vals (families, more->data, more->len);
  }
  for (guint i = 0; i < families->len; i++)
    demo_family_live (m, g_array_index (families, guint, i), first, demo_last (m));
}
