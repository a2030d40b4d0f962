/* Findings of a program that does not fit, or could fit better: the cause, the plan, each change.
 */
#include "analysis/insights/fit-text.h"

static const char *
cause_of (const PoplensFitChange *change)
{
  const char *const *options = poplens_fit_change_options (change->key);

  return *options ? *options : "";
}

static void
add_cause (GPtrArray *out, const PoplensFit *fit)
{
  PoplensFinding *f = poplens_finding_add (out, "cause", POPLENS_FINDING_BAD, "Cause", "kinds");

  f->tile = fit->worst_tile;
  f->cause =
      poplens_fit_first_cause (fit)
          ? "First cause: without it at least 80 % of the excess would go."
          : "Percentages are shares of the fullest tile; the order is by share of the excess.";
  f->location = g_strdup_printf ("liveness?tab=contents-chart&tile=%u&step=%u", fit->worst_tile,
                                 fit->worst_step);
  poplens_fit_say_answer (f, fit);
}

static void
add_plan (GPtrArray *out, const PoplensFit *fit, const PoplensFitPlan *plan)
{
  gboolean is_found = plan->verdict != POPLENS_DOES_NOT_FIT;
  PoplensFinding *f =
      poplens_finding_add (out, "plan", is_found ? POPLENS_FINDING_SAVING : POPLENS_FINDING_BAD,
                           is_found ? "Plan" : "No plan found", "plan");

  if (is_found)
    f->bytes = f->saves = plan->saved;
  f->cause = "Evaluated over all tiles at all steps; packing, gaps and time can change.";
  f->location = g_strdup ("insights?view=what-if");
  poplens_fit_say_plan (f, fit, plan);
}

static void
add_change (GPtrArray *out, const PoplensFit *fit, const PoplensFitChange *change)
{
  PoplensFinding *f =
      poplens_finding_add (out, change->key, POPLENS_FINDING_SAVING, change->title, "changes");

  f->bytes = f->saves = change->total[POPLENS_ESTIMATE_OPTIMISTIC];
  f->tile = fit->worst_tile;
  f->there = change->saving[POPLENS_ESTIMATE_OPTIMISTIC];
  f->cause = cause_of (change);
  f->location = g_strdup (change->location);
  f->table_where = g_new0 (char *, 2);
  f->table_where[0] = g_strdup_printf ("change = %s", change->key);
  poplens_fit_say_change (f, fit, change);
}

void
poplens_insights_add_fit (GPtrArray *out, const PoplensFit *fit, const PoplensFitPlan *plan)
{
  gboolean is_over = poplens_fit_is_over (fit);

  if (is_over)
    add_cause (out, fit);
  if (is_over && plan)
    add_plan (out, fit, plan);
  for (guint i = 0; i < fit->changes->len; i++) {
    const PoplensFitChange *change = fit->changes->pdata[i];
    /* The profiler's own memory is a finding of its own. */
    if (!change->is_bound && change->total[POPLENS_ESTIMATE_OPTIMISTIC] &&
        change->change->kind != POPLENS_CHANGE_WITHOUT_INSTRUMENTATION)
      add_change (out, fit, change);
  }
}

void
poplens_insights_add_never (GPtrArray *out, const PoplensNeverUsed *never)
{
  PoplensFinding *f;

  if (!never->bytes)
    return;
  f = poplens_finding_add (out, "never-used", POPLENS_FINDING_FACT, "Never used again",
                           "idle-variables");
  f->bytes = f->there = never->bytes;
  f->tile = never->tile;
  f->cause = "A hint: recorded users may be incomplete. Else it can be freed earlier.";
  f->location =
      g_strdup_printf ("liveness?tab=idle-variables&tile=%u&step=%u", never->tile, never->step);
  f->table_where = g_new0 (char *, 2);
  f->table_where[0] = g_strdup ("use = never");
  poplens_finding_say (f,
                       never->variables == 1
                           ? "{n} variable with {b} is live on tile {i} at its peak step {i} and "
                             "not used any more."
                           : "{n} variables with {b} are live on tile {i} at its peak step {i} and "
                             "not used any more.",
                       (guint64) never->variables, never->bytes, (guint64) never->tile,
                       (guint64) never->step);
}
