#include "analysis/live-step.h"

#include "model/search.h"

guint32
poplens_liveness_find_class (const PoplensLiveness *liveness, guint32 class_id)
{
  return poplens_find_id (liveness->class_id, liveness->n_classes, class_id);
}

guint8 *
poplens_liveness_classes_at (const PoplensLiveness *liveness, guint32 step)
{
  guint8 *bits = g_new0 (guint8, MAX (liveness->n_classes, 1));
  guint32 row = 0;

  for (guint32 r = 0; r < liveness->n_ranges; r++) {
    guint32 id = liveness->range_class[r];
    /* Ranges come by class, as classes do: both are walked once. */
    while (row < liveness->n_classes && liveness->class_id[row] < id)
      row++;
    if (row == liveness->n_classes || liveness->class_id[row] != id ||
        liveness->class_always_live[row])
      continue;
    if (liveness->range_from[r] <= step && step < liveness->range_to[r])
      bits[row] |= POPLENS_CLASS_LIVE;
    if (liveness->range_from[r] == step)
      bits[row] |= POPLENS_CLASS_BORN;
    if (liveness->range_to[r] == step)
      bits[row] |= POPLENS_CLASS_FREED;
  }
  for (row = 0; row < liveness->n_classes; row++)
    if (liveness->class_always_live[row])
      bits[row] = POPLENS_CLASS_ALWAYS;
  return bits;
}

const char *
poplens_variable_name (const PoplensVariables *variables, guint32 id)
{
  guint32 row = poplens_find_id (variables->unlowered_id, variables->n_unlowered, id);

  return row == G_MAXUINT32
             ? NULL
             : poplens_strings_get (variables->strings, variables->unlowered_name[row]);
}

/* ---- a step ---------------------------------------------------------------------------- */

static int
by_variable (gconstpointer a, gconstpointer b)
{
  guint32 va = ((const PoplensStepVariable *) a)->variable;
  guint32 vb = ((const PoplensStepVariable *) b)->variable;

  return va < vb ? -1 : va > vb;
}

/* Rows of the same variable become one. */
static void
merge (GArray *rows)
{
  PoplensStepVariable *row = (PoplensStepVariable *) (gpointer) rows->data;
  guint n = 0;

  g_array_sort (rows, by_variable);
  for (guint i = 0; i < rows->len; i++)
    if (n && row[n - 1].variable == row[i].variable) {
      row[n - 1].always_live += row[i].always_live;
      row[n - 1].live += row[i].live;
      row[n - 1].born += row[i].born;
      row[n - 1].freed += row[i].freed;
    } else {
      row[n++] = row[i];
    }
  g_array_set_size (rows, n);
}

PoplensLiveStep *
poplens_live_step_new (const PoplensLiveness *liveness, const PoplensClassBytes *bytes,
                       guint32 step)
{
  g_autofree guint8 *bits = poplens_liveness_classes_at (liveness, step);
  PoplensLiveStep *self = g_new0 (PoplensLiveStep, 1);

  self->step = step;
  self->variables = g_array_new (FALSE, FALSE, sizeof (PoplensStepVariable));
  for (guint32 i = 0; i < bytes->n; i++) {
    guint8 class = bits[bytes->class_row[i]];
    guint64 n = bytes->bytes[i];
    PoplensStepVariable v = {
        .variable = bytes->variable[i],
        .always_live = class & POPLENS_CLASS_ALWAYS ? n : 0,
        .live = class & POPLENS_CLASS_LIVE ? n : 0,
        .born = class & POPLENS_CLASS_BORN ? n : 0,
        .freed = class & POPLENS_CLASS_FREED ? n : 0,
    };
    if (!n || !class)
      continue;
    self->always_live += v.always_live;
    self->live += v.live;
    self->born += v.born;
    self->freed += v.freed;
    g_array_append_val (self->variables, v);
  }
  merge (self->variables);
  return self;
}

void
poplens_live_step_free (PoplensLiveStep *self)
{
  if (!self)
    return;
  g_array_unref (self->variables);
  g_free (self);
}

/* ---- two steps ------------------------------------------------------------------------- */

static void
add_difference (GArray *rows, guint32 variable, const PoplensStepVariable *a,
                const PoplensStepVariable *b)
{
  PoplensStepDifference row = {
      .variable = variable,
      .first = a ? a->always_live + a->live : 0,
      .second = b ? b->always_live + b->live : 0,
  };

  row.difference = (gint64) (row.second - row.first);
  if (row.first || row.second)
    g_array_append_val (rows, row);
}

GArray *
poplens_live_step_compare (const PoplensLiveStep *first, const PoplensLiveStep *second)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (PoplensStepDifference));
  const PoplensStepVariable *a = (gpointer) first->variables->data;
  const PoplensStepVariable *b = (gpointer) second->variables->data;
  guint i = 0, j = 0, n = first->variables->len, m = second->variables->len;

  while (i < n || j < m) {
    gboolean in_a = i < n && (j == m || a[i].variable <= b[j].variable);
    gboolean in_b = j < m && (i == n || b[j].variable <= a[i].variable);
    add_difference (rows, in_a ? a[i].variable : b[j].variable, in_a ? &a[i] : NULL,
                    in_b ? &b[j] : NULL);
    i += in_a;
    j += in_b;
  }
  return rows;
}
