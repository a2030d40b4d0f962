/* The critical path, outlined on the blocks. */
#include "pages/trace/trace-view.h"

#include "analysis/time/time-path.h"
#include "base/error.h"
#include "charts/lanes/lanes.h"
#include "derived/time/time-source.h"

/* [n_items] 1 for blocks that the path goes through. (transfer full) */
static guint8 *
mark_items (const PoplensTraceLanes *lanes, const GArray *segments)
{
  guint8 *marked = g_malloc0 (MAX (lanes->n_items, 1));

  for (guint s = 0; s < segments->len; s++) {
    guint32 row = g_array_index (segments, PoplensTimePathSegment, s).row;
    if (row != G_MAXUINT32 && lanes->item_of_row[row] != G_MAXUINT32)
      marked[lanes->item_of_row[row]] = 1;
  }
  return marked;
}

static guint
find_most (const guint64 *cycles, guint n)
{
  guint most = 0;

  for (guint i = 1; i < n; i++)
    if (cycles[i] > cycles[most])
      most = i;
  return most;
}

/* What takes most of it, without what is outside, and on which IPU. */
static void
say_path (PoplensPage *page, const PoplensTime *time, const GArray *segments)
{
  g_autofree guint64 *ipus = g_new0 (guint64, MAX (time->n_ipus, 1));
  guint64 bounds[POPLENS_N_BOUNDS] = {0}, program = time->total - time->outside;
  PoplensNumber cycles, share, on;

  for (guint s = 0; s < segments->len; s++) {
    const PoplensTimePathSegment *at = &g_array_index (segments, PoplensTimePathSegment, s);
    if (at->bound == POPLENS_BOUND_OUTSIDE)
      continue;
    bounds[at->bound] += at->to - at->from;
    ipus[at->place] += at->to - at->from;
  }
  if (!program)
    return;
  guint bound = find_most (bounds, POPLENS_N_BOUNDS), place = find_most (ipus, time->n_ipus);
  g_autofree char *text = g_strdup_printf (
      "Critical path outlined: %s for %s of its cycles (%s); IPU %u holds %s",
      poplens_bound_title (bound), poplens_format_count (cycles, bounds[bound]),
      poplens_format_percent (share, (double) bounds[bound] / (double) program),
      time->ipus[place].ipu, poplens_format_percent (on, (double) ipus[place] / (double) program));
  poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "critical", text);
}

gboolean
poplens_trace_set_path (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  g_autoptr (GError) wrong = NULL;
  const PoplensTime *time = poplens_report_time (context->report, context->cancellable, &wrong);

  if (!time) {
    if (!poplens_error_is_lack (wrong)) {
      g_propagate_error (error, g_steal_pointer (&wrong));
      return FALSE;
    }
    poplens_page_add_misuse (page, wrong->message);
    return TRUE;
  }
  g_autoptr (GArray) path = poplens_time_path (time, 0, time->total);
  g_autoptr (GArray) segments = poplens_time_path_segments (time, path);
  poplens_chart_set_lane_outlined (poplens_page_get_chart (page)->chart,
                                   mark_items (page->trace->lanes, segments));
  say_path (page, time, segments);
  return TRUE;
}
