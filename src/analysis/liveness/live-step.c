#include "analysis/liveness/live-step.h"

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

/* ---- some steps ------------------------------------------------------------------------ */

static void
set_bytes (PoplensLiveSteps *self, guint c, const PoplensStepVariable *v)
{
  guint row = self->variable->len - 1;

  g_array_index (self->always, guint64, row) = v->always_live;
  g_array_index (self->bytes, guint64, (gsize) row * self->n + c) = v->live;
}

/* Rows of all steps, which are each by variable, in one walk. */
static void
join (PoplensLiveSteps *self, GPtrArray *steps)
{
  g_autofree guint *at = g_new0 (guint, MAX (steps->len, 1));

  for (;;) {
    guint32 least = G_MAXUINT32;
    gboolean any = FALSE;
    for (guint c = 0; c < steps->len; c++) {
      GArray *rows = ((PoplensLiveStep *) steps->pdata[c])->variables;
      if (at[c] == rows->len)
        continue;
      least = MIN (least, g_array_index (rows, PoplensStepVariable, at[c]).variable);
      any = TRUE;
    }
    if (!any)
      return;
    gboolean live = FALSE;
    for (guint c = 0; c < steps->len; c++) {
      GArray *rows = ((PoplensLiveStep *) steps->pdata[c])->variables;
      const PoplensStepVariable *v = &g_array_index (rows, PoplensStepVariable, at[c]);
      if (at[c] == rows->len || v->variable != least)
        continue;
      at[c]++;
      /* One that is freed there is in the rows without being live. */
      if (!v->live && !v->always_live)
        continue;
      if (!live) {
        g_array_append_val (self->variable, least);
        g_array_set_size (self->always, self->variable->len);
        g_array_set_size (self->bytes, self->variable->len * self->n);
        live = TRUE;
      }
      set_bytes (self, c, v);
    }
  }
}

static void
step_free (gpointer step)
{
  poplens_live_step_free (step);
}

PoplensLiveSteps *
poplens_live_steps_new (const PoplensLiveness *liveness, const PoplensClassBytes *bytes,
                        const guint32 *steps, guint n)
{
  g_autoptr (GPtrArray) each = g_ptr_array_new_with_free_func (step_free);
  PoplensLiveSteps *self = g_new0 (PoplensLiveSteps, 1);

  self->n = n;
  self->live = g_new0 (guint64, MAX (n, 1));
  self->variable = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->always = g_array_new (FALSE, TRUE, sizeof (guint64));
  self->bytes = g_array_new (FALSE, TRUE, sizeof (guint64));
  for (guint c = 0; c < n; c++) {
    PoplensLiveStep *step = poplens_live_step_new (liveness, bytes, steps[c]);
    self->live[c] = step->live;
    self->always_live = step->always_live;
    g_ptr_array_add (each, step);
  }
  join (self, each);
  return self;
}

void
poplens_live_steps_free (PoplensLiveSteps *self)
{
  if (!self)
    return;
  g_free (self->live);
  g_array_unref (self->variable);
  g_array_unref (self->always);
  g_array_unref (self->bytes);
  g_free (self);
}
