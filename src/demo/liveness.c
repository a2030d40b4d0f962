/* Derives equivalence classes of liveness from the families' spans, and writes the tables of
 * liveness. */
#include "demo/liveness.h"

#define range(c, i) (&g_array_index ((c)->ranges, DemoRange, i))

static void
class_clear (gpointer data)
{
  g_array_unref (((DemoClass *) data)->ranges);
}

static void
number_steps (DemoModel *m, guint program)
{
  DemoProgram *p = demo_program (m, program);

  p->step = m->n_steps++;
  for (guint i = 0; i < p->children->len; i++)
    number_steps (m, g_array_index (p->children, guint, i));
}

static int
compare_range_starts (gconstpointer a, gconstpointer b)
{
  guint x = ((const DemoRange *) a)->from, y = ((const DemoRange *) b)->from;

  return x < y ? -1 : x > y;
}

/* Returns the spans of @f as sorted ranges of steps. Overlapping and adjacent ranges are merged.
 * (transfer full) */
static GArray *
ranges_of (const DemoModel *m, const DemoFamily *f)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (DemoRange));
  guint n = 0;

  for (guint i = 0; i < f->spans->len; i++) {
    DemoSpan span = g_array_index (f->spans, DemoSpan, i);
    DemoRange r = {demo_program (m, span.first)->step, demo_program (m, span.last)->step + 1};
    g_assert (r.from < r.to && r.to <= m->n_steps);
    g_array_append_val (all, r);
  }
  g_array_sort (all, compare_range_starts);
  for (guint i = 0; i < all->len; i++) {
    DemoRange r = g_array_index (all, DemoRange, i);
    DemoRange *last = n ? &g_array_index (all, DemoRange, n - 1) : NULL;
    if (last && r.from <= last->to)
      last->to = MAX (last->to, r.to);
    else
      g_array_index (all, DemoRange, n++) = r;
  }
  g_array_set_size (all, n);
  return all;
}

/* Returns the index of the class that is live during @ranges. Adds the class if there is none yet.
 * @kind: always-live families of different kinds have different classes. @ranges: (transfer full)
 */
static guint
class_for (DemoModel *m, GHashTable *known, DemoLife kind, GArray *ranges)
{
  GString *key = g_string_new (NULL);

  g_string_append_printf (key, "%d", kind);
  for (guint i = 0; i < ranges->len; i++)
    g_string_append_printf (key, " %u-%u", g_array_index (ranges, DemoRange, i).from,
                            g_array_index (ranges, DemoRange, i).to);
  gpointer id = g_hash_table_lookup (known, key->str);
  if (id) {
    g_string_free (key, TRUE);
    g_array_unref (ranges);
    return GPOINTER_TO_UINT (id);
  }
  DemoClass new = {kind != DEMO_LISTED, ranges};
  g_array_append_val (m->classes, new);
  g_hash_table_insert (known, g_string_free (key, FALSE), GUINT_TO_POINTER (m->classes->len - 1));
  return m->classes->len - 1;
}

void
demo_liveness_resolve (DemoModel *m)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  DemoClass none = {FALSE, g_array_new (FALSE, FALSE, sizeof (DemoRange))};

  m->classes = g_array_new (FALSE, FALSE, sizeof (DemoClass));
  g_array_set_clear_func (m->classes, class_clear);
  g_array_append_val (m->classes, none);
  number_steps (m, 0);
  for (guint i = 0; i < m->families->len; i++) {
    DemoFamily *f = demo_family (m, i);
    DemoRange whole = {0, m->n_steps};
    GArray *ranges;

    if (!(f->bits & DEMO_ALLOCATED))
      continue;
    if (f->life == DEMO_LISTED) {
      ranges = ranges_of (m, f);
      if (ranges->len == 0)
        g_error ("%s is never live", f->base);
    } else {
      ranges = g_array_new (FALSE, FALSE, sizeof (DemoRange));
      g_array_append_val (ranges, whole);
    }
    f->class_id = class_for (m, known, f->life, ranges);
  }
}

gboolean
demo_classes_meet (const DemoModel *m, guint a, guint b)
{
  const DemoClass *x = demo_class (m, a), *y = demo_class (m, b);

  for (guint i = 0; i < x->ranges->len; i++)
    for (guint k = 0; k < y->ranges->len; k++)
      if (range (x, i)->from < range (y, k)->to && range (y, k)->from < range (x, i)->to)
        return TRUE;
  return FALSE;
}

/* Adds the changes of live bytes at each step on @times tiles of a kind to @delta. */
static void
add_deltas (const DemoModel *m, guint kind, gint64 times, gint64 *delta)
{
  for (guint32 v = m->first_slot[kind]; v < m->first_slot[kind + 1]; v++) {
    const DemoFamily *f = demo_family (m, m->family[v]);
    const DemoClass *c = demo_class (m, f->class_id);
    if (c->always)
      continue;
    for (guint i = 0; i < c->ranges->len; i++) {
      delta[range (c, i)->from] += f->size[kind] * times;
      delta[range (c, i)->to] -= f->size[kind] * times;
    }
  }
}

guint
demo_liveness_peak (const DemoModel *m, guint kind)
{
  g_autofree gint64 *delta = g_new0 (gint64, m->n_steps + 1);
  gint64 live = 0, most = 0;

  add_deltas (m, kind, 1, delta);
  for (guint s = 0; s < m->n_steps; s++) {
    live += delta[s];
    most = MAX (most, live);
  }
  return (guint) most;
}

static void
write_classes (DemoModel *m, DemoDb *db)
{
  for (guint i = 0; i < m->classes->len; i++) {
    const DemoClass *c = demo_class (m, i);
    g_autoptr (GArray) others = g_array_new (FALSE, FALSE, sizeof (guint32));

    if (i > 0)
      demo_db_row (db, "eq_classes", "ii", DEMO_I (i), DEMO_I (c->always));
    for (guint r = 0; r < c->ranges->len; r++)
      demo_db_row (db, "eq_class_step", "iii", DEMO_I (i), DEMO_I (range (c, r)->from),
                   DEMO_I (range (c, r)->to));
    for (guint32 k = 1; k < m->classes->len; k++)
      if (demo_classes_meet (m, i, k))
        g_array_append_val (others, k);
    g_autoptr (GByteArray) list =
        demo_plain ((const guint32 *) (gpointer) others->data, others->len);
    demo_db_row (db, "equivalence_class_interference", "ib", DEMO_I (i), list);
  }
}

static void
write_sums (DemoModel *m, DemoDb *db)
{
  gsize n = m->n_steps + 1;
  g_autofree gint64 *all = g_new0 (gint64, n);

  for (guint ipu = 0; ipu < m->ipus; ipu++) {
    g_autofree gint64 *delta = g_new0 (gint64, n);
    for (guint k = 0; k < m->n_kinds; k++)
      if (demo_ipu (m, k) == ipu)
        add_deltas (m, k, m->kinds[k].n_tiles, delta);
    for (guint s = 0; s < m->n_steps; s++) {
      all[s] += delta[s];
      if (delta[s])
        demo_db_row (db, "memory_not_always_live_by_step_and_ipu", "iii", DEMO_I (ipu), DEMO_I (s),
                     delta[s]);
    }
  }
  for (guint s = 0; s < m->n_steps; s++)
    if (all[s])
      demo_db_row (db, "memory_not_always_live_by_step_and_ipu", "nii", DEMO_I (s), all[s]);
}

void
demo_liveness_write (DemoModel *m, DemoDb *db)
{
  g_autofree guint *by_step = g_new (guint, m->n_steps);

  for (guint i = 0; i < m->programs->len; i++)
    if (demo_program (m, i)->step != DEMO_NONE)
      by_step[demo_program (m, i)->step] = i;
  for (guint s = 0; s < m->n_steps; s++) {
    guint parent = demo_program (m, by_step[s])->parent;
    demo_db_row (db, "depth_first_steps", "iio", DEMO_I (s), DEMO_I (by_step[s]),
                 parent == DEMO_NONE ? DEMO_I (-1) : DEMO_I (demo_program (m, parent)->step));
  }
  write_classes (m, db);
  write_sums (m, db);
}
