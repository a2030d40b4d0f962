/* Findings on time, as those on memory are. */
#include "analysis/insights/insights-finding.h"

static void
add_finding (GPtrArray *out, const PoplensTimeFinding *one)
{
  gboolean fact = poplens_time_kind_is_fact (one->kind);
  PoplensFinding *f = poplens_finding_add (out, poplens_time_kind_key (one->kind),
                                           fact ? POPLENS_FINDING_FACT : POPLENS_FINDING_SAVING,
                                           poplens_time_kind_title (one->kind), "time-findings");

  poplens_finding_say (f, "{s}", one->sentence);
  f->cause = fact ? "No change of the program helps there." : one->advice;
  f->subject = *one->subject ? g_strdup (one->subject) : NULL;
  f->location = g_strdup (one->location);
  f->cycles = (guint64) MAX (one->saving + 0.5, 1);
  f->share = one->share;
}

void
poplens_insights_add_time (GPtrArray *out, const PoplensTimeFindings *time)
{
  for (guint i = 0; i < time->facts->len; i++)
    add_finding (out, g_ptr_array_index (time->facts, i));
  for (guint i = 0; i < time->findings->len; i++)
    add_finding (out, g_ptr_array_index (time->findings, i));
}

gboolean
poplens_finding_is_outside (const PoplensFinding *self)
{
  return self->kind == POPLENS_FINDING_FACT && self->cycles;
}
