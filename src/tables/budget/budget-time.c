/* Who is to blame where a rule on a class of time fails, by name. */
#include "tables/budget/budget.h"

#include "analysis/time/time.h"
#include "analysis/time/time-path.h"
#include "analysis/trace/trace-costs.h"
#include "base/format.h"
#include "derived/programs/program-location.h"
#include "derived/time/time-source.h"
#include "derived/trace/trace-last-source.h"

#include <string.h>

void
poplens_budget_time_classes (const char *name, PoplensTimeClass *first, PoplensTimeClass *last)
{
  g_autofree char *key = g_strndup (name + strlen ("max-"), strlen (name) - strlen ("max--share"));

  *first = POPLENS_TIME_UNUSED;
  *last = POPLENS_TIME_SYNC;
  g_strdelimit (key, "-", '_');
  for (PoplensTimeClass c = 0; c < POPLENS_N_TIMES; c++)
    if (g_str_equal (key, poplens_time_class_key (c)))
      *first = *last = c;
}

typedef struct {
  PoplensReport *report;
  GCancellable *cancellable;
  const PoplensTime *time;
  PoplensTimeClass first, last; /* that the rule adds up */
  guint64 program;              /* cycles of program time */
} Asked;

static guint64
sum_classes (const Asked *asked, const guint64 classes[POPLENS_N_TIMES])
{
  guint64 sum = 0;

  for (PoplensTimeClass c = asked->first; c <= asked->last; c++)
    sum += classes[c];
  return sum;
}

/* Tile cycles of @n IPUs as a share of their program time. */
static const char *
format_share (const Asked *asked, PoplensNumber number, guint64 tile_cycles, guint n)
{
  return poplens_format_percent (number, (double) tile_cycles /
                                             ((double) asked->program * asked->time->tiles * n));
}

/* Nothing where there is one IPU, or several have as much. */
static void
add_ipu (const Asked *asked, GPtrArray *says)
{
  const PoplensTimeIpu *most = NULL;
  guint64 highest = 0;
  PoplensNumber number;

  for (guint i = 0; i < asked->time->n_ipus; i++) {
    guint64 sum = sum_classes (asked, asked->time->ipus[i].classes);
    if (sum < highest)
      continue;
    most = sum > highest ? &asked->time->ipus[i] : NULL;
    highest = sum;
  }
  if (most && asked->time->n_ipus > 1)
    g_ptr_array_add (says, g_strdup_printf ("IPU %u has most, %s of its time", most->ipu,
                                            format_share (asked, number, highest, 1)));
}

/* Of several classes the largest. Returns it, or the only one. */
static PoplensTimeClass
add_cause (const Asked *asked, GPtrArray *says)
{
  guint64 sums[POPLENS_N_TIMES] = {0};
  PoplensNumber number;

  if (asked->first == asked->last)
    return asked->first;
  for (guint i = 0; i < asked->time->n_ipus; i++)
    for (PoplensTimeClass c = asked->first; c <= asked->last; c++)
      sums[c] += asked->time->ipus[i].classes[c];
  PoplensTimeClass most = poplens_time_largest_class (sums);
  if (most < POPLENS_N_TIMES)
    g_ptr_array_add (
        says, g_strdup_printf ("largest cause: %s, %s", poplens_time_class_title (most),
                               format_share (asked, number, sums[most], asked->time->n_ipus)));
  return most;
}

/* The IPU for which the others wait longest. */
static void
add_awaited (const Asked *asked, GPtrArray *says)
{
  const PoplensTime *time = asked->time;
  g_autoptr (GArray) waits = poplens_time_waits (time, 0, time->total);
  g_autofree guint64 *cycles = g_new0 (guint64, time->n_ipus);
  guint most = 0;
  PoplensNumber number;

  for (guint w = 0; w < waits->len; w++) {
    const PoplensTimeWait *wait = &g_array_index (waits, PoplensTimeWait, w);
    cycles[wait->last] += wait->cycles;
  }
  for (guint i = 1; i < time->n_ipus; i++)
    if (cycles[i] > cycles[most])
      most = i;
  if (waits->len)
    g_ptr_array_add (says, g_strdup_printf ("IPU most waited for: %u, %s cycles of all others",
                                            time->ipus[most].ipu,
                                            poplens_format_count (number, cycles[most])));
}

/* The tile for which the others wait longest, as the table trace-stragglers has it. Nothing where
 * no cycles by tile were recorded. */
static void
add_tile (const Asked *asked, GPtrArray *says)
{
  g_autofree char *note = NULL;
  PoplensStragglers *all =
      poplens_report_stragglers (asked->report, NULL, &note, asked->cancellable, NULL);
  guint32 most = 0;
  PoplensNumber number;

  if (!all)
    return;
  for (guint32 t = 1; t < all->n_tiles; t++)
    if (all->stragglers[t].waste > all->stragglers[most].waste)
      most = t;
  if (all->n_tiles && all->tiles && all->stragglers[most].waste) {
    guint64 cycles = (all->stragglers[most].waste + all->tiles / 2) / all->tiles;
    g_ptr_array_add (says, g_strdup_printf ("tile most waited for: %u, %s cycles over the mean",
                                            most, poplens_format_count (number, cycles)));
  }
  poplens_stragglers_free (all);
}

/* Syncs have no cause of their own, and mostly no program. */
static gboolean
is_sync (const PoplensExecution *x, const PoplensTraceGroupCost *group)
{
  PoplensStepKind kind = x->type_kind[group->type];

  return kind == POPLENS_STEP_SYNC || kind == POPLENS_STEP_SANS || kind == POPLENS_STEP_SYNC_ANS;
}

/* Of programs the one with most. NULL: none has any. */
static const PoplensTraceGroupCost *
find_group (const Asked *asked, const GArray *groups, PoplensTimeClasses *classes, guint64 *cycles)
{
  const PoplensTraceGroupCost *most = NULL;

  *cycles = 0;
  for (guint g = 0; g < groups->len; g++) {
    const PoplensTraceGroupCost *group = &g_array_index (groups, PoplensTraceGroupCost, g);
    guint64 sum = sum_classes (asked, classes[g]);
    if (group->program == POPLENS_NO_PROGRAM || is_sync (asked->time->execution, group) ||
        sum <= *cycles)
      continue;
    most = group;
    *cycles = sum;
  }
  return most;
}

/* The program whose steps take most of the classes. */
static void
add_program (const Asked *asked, GPtrArray *says)
{
  const PoplensExecution *x = asked->time->execution;
  const PoplensPrograms *programs =
      poplens_report_load_programs (asked->report, asked->cancellable, NULL);
  PoplensWork work = poplens_work_of (asked->cancellable);
  g_autoptr (GArray) groups = NULL;
  g_autofree guint32 *of_step = poplens_trace_group_steps (x, &groups, &work);
  g_autofree guint32 *owner = g_new (guint32, MAX (x->n_rows, 1));
  PoplensNumber number;
  guint64 cycles;

  for (guint32 row = 0; of_step && row < x->n_rows; row++)
    owner[row] = of_step[x->row_step[row]];
  g_autofree PoplensTimeClasses *classes =
      of_step ? poplens_time_by_owner (asked->time, owner, groups->len, &work) : NULL;
  const PoplensTraceGroupCost *most = classes ? find_group (asked, groups, classes, &cycles) : NULL;
  if (!most)
    return;
  const char *name = poplens_program_name_text (programs, most->program);
  g_autofree char *title = poplens_program_title (programs, most->program);
  g_ptr_array_add (says,
                   g_strdup_printf ("program with most: %s, %s", name && *name ? name : title,
                                    format_share (asked, number, cycles, asked->time->n_ipus)));
}

char *
poplens_budget_name_time (const char *measure, PoplensReport *report, GCancellable *cancellable)
{
  const PoplensTime *time = poplens_report_time (report, cancellable, NULL);
  Asked asked = {report, cancellable, time, 0, 0, time ? time->total - time->outside : 0};
  g_autoptr (GPtrArray) says = g_ptr_array_new_with_free_func (g_free);

  poplens_budget_time_classes (measure, &asked.first, &asked.last);
  if (!asked.program)
    return NULL;
  add_ipu (&asked, says);
  PoplensTimeClass cause = add_cause (&asked, says);
  if (cause == POPLENS_TIME_ANOTHER_IPU)
    add_awaited (&asked, says);
  if (cause == POPLENS_TIME_UNEQUAL)
    add_tile (&asked, says);
  add_program (&asked, says);
  g_ptr_array_add (says, NULL);
  return says->len > 1 ? g_strjoinv ("; ", (char **) says->pdata) : NULL;
}
