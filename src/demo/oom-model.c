/* Enlarges a planted cause until the model no longer fits. */
#include "demo/oom-model.h"

#include "base/error.h"
#include "demo/liveness.h"
#include "demo/write.h"

void
demo_oom_concentrate (DemoModel *m, guint family)
{
  DemoFamily *f = demo_family (m, family);
  guint most = MAX (1, m->n_tiles / 100), n = 0;

  for (guint k = 0; k < m->n_kinds; k++) {
    guint tiles = m->kinds[k].n_tiles;
    if (f->size[k] && n + tiles <= most)
      n += tiles;
    else
      f->size[k] = 0;
  }
}

/* TRUE if DEMO_OOM_GAPS constrains the variables: weights, weight gradients and optimiser state. */
static gboolean
is_constrained (const DemoFamily *f)
{
  return f->purpose == DEMO_FOR_WEIGHTS || f->purpose == DEMO_FOR_OPTIMISER ||
         f->purpose == DEMO_FOR_WEIGHT_GRADIENT;
}

static gboolean
share_tiles (const DemoModel *m, const DemoFamily *a, const DemoFamily *b)
{
  for (guint k = 0; k < m->n_kinds; k++)
    if (a->size[k] && b->size[k])
      return TRUE;
  return FALSE;
}

void
demo_oom_constrain (DemoModel *m)
{
  g_autoptr (GArray) chosen = g_array_new (FALSE, FALSE, sizeof (guint));
  guint reach = (guint) (4 * m->plan->oom.factor);

  if (m->plan->oom.cause != DEMO_OOM_GAPS)
    return;
  for (guint f = 0; f < m->families->len; f++)
    if (is_constrained (demo_family (m, f)))
      g_array_append_val (chosen, f);
  for (guint i = 0; i < chosen->len; i++)
    for (guint k = i + 1; k < chosen->len && k < i + reach; k++) {
      guint a = g_array_index (chosen, guint, i), b = g_array_index (chosen, guint, k);
      if (share_tiles (m, demo_family (m, a), demo_family (m, b)))
        demo_family_apart (m, a, b);
    }
}

/* Returns the bytes that a tile of @kind needs. Includes gaps only for the cause DEMO_OOM_GAPS. */
static guint32
needed (const DemoModel *m, guint kind)
{
  guint32 bytes = demo_liveness_peak (m, kind);

  if (m->plan->oom.cause == DEMO_OOM_GAPS)
    return demo_memory_end (m, kind);
  for (guint32 v = m->first_slot[kind]; v < m->first_slot[kind + 1]; v++) {
    const DemoFamily *f = demo_family (m, m->family[v]);
    if (f->bits & DEMO_ALLOCATED && demo_class (m, f->class_id)->always)
      bytes += f->size[kind];
  }
  return bytes;
}

gboolean
demo_oom_is_over (const DemoModel *m)
{
  const DemoFamily *table = demo_family (m, m->filler);
  gboolean few = m->plan->oom.cause == DEMO_OOM_IMBALANCE;
  guint all = 0, over = 0;

  for (guint k = 0; k < m->n_kinds; k++) {
    if (few && !table->size[k])
      continue;
    all += m->kinds[k].n_tiles;
    over += needed (m, k) > DEMO_BYTES_PER_TILE ? m->kinds[k].n_tiles : 0;
  }
  return few ? over == all : over * 2 >= all;
}

static gboolean
refuse_cause (DemoPlan *plan, const char *why, GError **error)
{
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "cannot plant oom=%s: %s",
               demo_oom_name (plan->oom.cause), why);
  return FALSE;
}

/* Bisects between the factors @fits and @over four times. Sets plan->oom.factor to the lowest
 * factor that did not fit. FALSE with @error. */
static gboolean
bisect_factor (DemoPlan *plan, double fits, double over, DemoTry attempt, gpointer user_data,
               GError **error)
{
  for (guint i = 0; i < 4; i++) {
    plan->oom.factor = (fits + over) / 2;
    DemoModelFit fit = attempt (plan, user_data, error);
    if (fit == DEMO_MODEL_FAILED)
      return FALSE;
    *(fit == DEMO_MODEL_OVER ? &over : &fits) = plan->oom.factor;
  }
  plan->oom.factor = over;
  return TRUE;
}

#define MOST_DOUBLED 12
/* Factor by which the smallest sufficient cause is enlarged, so that analysis reports this cause
 * first. */
#define ENLARGED 1.25

gboolean
demo_oom_enlarge (DemoPlan *plan, DemoTry attempt, gpointer user_data, GError **error)
{
  DemoOom oom = plan->oom;

  plan->oom.cause = DEMO_OOM_NONE;
  DemoModelFit fit = attempt (plan, user_data, error);
  plan->oom = oom;
  if (fit == DEMO_MODEL_OVER)
    return refuse_cause (plan, "the model does not fit without it", error);
  for (guint i = 0; i < MOST_DOUBLED && fit == DEMO_MODEL_FITS; i++) {
    plan->oom.factor = 1 << i;
    fit = attempt (plan, user_data, error);
  }
  if (fit == DEMO_MODEL_FITS)
    return refuse_cause (plan, "the model has too little of it, use another preset", error);
  if (fit == DEMO_MODEL_FAILED ||
      !bisect_factor (plan, plan->oom.factor > 1 ? plan->oom.factor / 2 : 0, plan->oom.factor,
                      attempt, user_data, error))
    return FALSE;
  plan->oom.factor *= ENLARGED;
  return TRUE;
}
