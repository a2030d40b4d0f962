/* Levels of the model above the paths of a flame graph. */
#include "pages/trace/trace-view.h"

#include "base/error.h"
#include "derived/time/time-source.h"

/* Off at first: each IPU's rows begin with one row a level, which a window of the least size with
 * several IPUs has no room for. */
gboolean
poplens_trace_add_levels (PoplensPage *page)
{
  return poplens_page_add_switch (page, "model-levels", "Model Levels",
                                  "Show iteration, micro-batch and phase above the paths", FALSE);
}

gboolean
poplens_trace_choose_levels (PoplensPage *page, const PoplensPageContext *context,
                             PoplensTraceLanesChoice *choice, GError **error)
{
  g_autoptr (GError) wrong = NULL;

  choice->iterations =
      poplens_report_time_iterations (context->report, context->cancellable, &wrong);
  if (choice->iterations)
    choice->time = poplens_report_time (context->report, context->cancellable, &wrong);
  if (choice->time)
    return TRUE;
  choice->iterations = NULL;
  if (!poplens_error_is_lack (wrong)) {
    g_propagate_error (error, g_steal_pointer (&wrong));
    return FALSE;
  }
  poplens_page_add_misuse (page, wrong->message);
  return TRUE;
}

void
poplens_trace_say_levels (PoplensPage *page, const PoplensTraceLanes *lanes)
{
  for (guint i = 0; i < lanes->groups->len; i++)
    if (g_array_index (lanes->groups, PoplensTraceGroup, i).n_level_rows)
      return;
  poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "levels",
                           "No model levels: no loop ran twice, and names tell no phases");
}
