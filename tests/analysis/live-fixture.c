/* Random liveness and variables (see the header). */
#include "live-fixture.h"

PoplensLiveness *
live_random_liveness (GRand *rand, guint32 n_steps, guint32 n_classes)
{
  PoplensLiveness *l = poplens_liveness_new ();
  g_autoptr (GArray) class = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) from = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) to = g_array_new (FALSE, FALSE, sizeof (guint32));

  l->n_steps = n_steps;
  l->program = g_new0 (guint32, n_steps);
  l->parent = g_new0 (guint32, n_steps);
  l->not_always_live = g_new0 (guint64, n_steps);
  l->n_classes = n_classes;
  l->class_id = g_new (guint32, n_classes);
  l->class_always_live = g_new0 (guint8, n_classes);
  for (guint32 c = 0; c < n_classes; c++) {
    guint32 id = c + 1, at = (guint32) g_rand_int_range (rand, 0, (gint32) n_steps - 1);
    l->class_id[c] = id;
    l->class_always_live[c] = g_rand_int_range (rand, 0, 5) == 0;
    for (guint r = 0; r < 3 && !l->class_always_live[c] && at + 1 < n_steps; r++) {
      guint32 end = (guint32) g_rand_int_range (rand, (gint32) at + 1, (gint32) n_steps + 1);
      g_array_append_val (class, id);
      g_array_append_val (from, at);
      g_array_append_val (to, end);
      at = end + 1;
    }
  }
  l->n_ranges = class->len;
  l->range_class = (gpointer) g_array_free (g_steal_pointer (&class), FALSE);
  l->range_from = (gpointer) g_array_free (g_steal_pointer (&from), FALSE);
  l->range_to = (gpointer) g_array_free (g_steal_pointer (&to), FALSE);
  return l;
}

PoplensVariables *
live_random_variables (GRand *rand, guint32 n, guint32 n_tiles, guint32 n_classes)
{
  PoplensVariables *v = poplens_variables_new ();

  v->strings = v->strings ? v->strings : poplens_strings_new ();
  v->n = v->n_class_bytes = n;
  v->n_tiles = n_tiles;
  v->tile_first = g_new0 (guint32, n_tiles + 1);
  v->size = g_new0 (guint32, n);
  v->offset = g_new0 (guint32, n);
  v->equivalence_class = g_new0 (guint32, n);
  v->unlowered = g_new0 (guint32, n);
  v->bits = g_new0 (guint16, n);
  v->category = g_new0 (guint8, n);
  v->class_bytes_variable = g_new0 (guint32, n);
  v->class_bytes_class = g_new0 (guint32, n);
  v->class_bytes = g_new0 (guint64, n);
  for (guint32 t = 0; t <= n_tiles; t++)
    v->tile_first[t] = (guint32) ((guint64) n * t / n_tiles);
  for (guint32 i = 0; i < n; i++) {
    v->size[i] = (guint32) g_rand_int_range (rand, 0, 100);
    /* Sometimes a class that does not exist, or a variable that is not allocated. */
    v->equivalence_class[i] = (guint32) g_rand_int_range (rand, 0, (gint32) n_classes + 2);
    v->bits[i] = g_rand_int_range (rand, 0, 10) ? POPLENS_VARIABLE_ALLOCATED : 0;
    v->unlowered[i] = G_MAXUINT32;
    v->class_bytes_variable[i] = (guint32) g_rand_int_range (rand, 0, (gint32) n / 2 + 1);
    v->class_bytes_class[i] = v->equivalence_class[i];
    v->class_bytes[i] = v->size[i];
  }
  return v;
}

LiveProgram
live_random_program (guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  PoplensLiveness *liveness = live_random_liveness (rand, LIVE_STEPS, 12);

  return (LiveProgram){liveness, live_random_variables (rand, 120, 5, 12)};
}

void
live_program_clear (LiveProgram *p)
{
  poplens_liveness_free (p->liveness);
  poplens_variables_free (p->variables);
}

int
live_state (const PoplensLiveness *l, guint32 class_id, guint32 step)
{
  if (class_id == 0 || class_id > l->n_classes)
    return 0;
  if (l->class_always_live[class_id - 1])
    return 2;
  for (guint32 r = 0; r < l->n_ranges; r++)
    if (l->range_class[r] == class_id && l->range_from[r] <= step && step < l->range_to[r])
      return 1;
  return 0;
}
