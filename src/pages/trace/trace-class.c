/* The classes of time that the location's "cause" asks for: other blocks are dimmed. */
#include "pages/trace/trace-view.h"

#include "base/error.h"
#include "derived/time/time-source.h"

/* ---- kept with the report ----------------------------------------------------------------------
 */

static void
kept_clear (gpointer data)
{
  poplens_time_rows_free (*(PoplensTimeRows **) data);
}

static void
kept_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, kept_clear);
}

static gpointer
kept_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensTime *time = poplens_report_time (report, cancellable, error);
  PoplensWork work = poplens_work_of (cancellable);
  PoplensTimeRows *rows = time ? poplens_time_rows_new (time, &work) : NULL;
  PoplensTimeRows **kept;

  if (!rows) {
    if (time)
      g_cancellable_set_error_if_cancelled (cancellable, error);
    return NULL;
  }
  kept = g_atomic_rc_box_new0 (PoplensTimeRows *);
  *kept = rows;
  return kept;
}

const PoplensTimeRows *
poplens_trace_time_rows (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-time-rows", kept_new, g_atomic_rc_box_acquire,
                                         kept_unref};
  PoplensTimeRows **kept = poplens_report_derive (report, &derived, cancellable, error);

  if (!kept)
    return NULL;
  const PoplensTimeRows *rows = *kept;
  /* The report keeps it. */
  kept_unref (kept);
  return rows;
}

/* ---- what is asked for -------------------------------------------------------------------------
 */

gboolean
poplens_trace_class_get (PoplensPage *page, const PoplensPageContext *context,
                         PoplensTraceView *view, GError **error)
{
  const char *text = poplens_location_get (context->location, "cause");
  g_autofree char *unknown = NULL, *misuse = NULL;
  g_autoptr (GError) wrong = NULL;

  if (!text || context->extent == POPLENS_EXTENT_PARTIAL)
    return TRUE;
  view->classes = poplens_time_classes_parse (text, &unknown);
  if (!view->classes) {
    misuse = g_strdup_printf ("unknown time class “%s”; use compute, idle_tiles or another "
                              "column of the table time-ipus",
                              unknown ? unknown : text);
    poplens_page_add_misuse (page, misuse);
    return TRUE;
  }
  view->rows = poplens_trace_time_rows (context->report, context->cancellable, &wrong);
  if (view->rows)
    return TRUE;
  view->classes = 0;
  if (!poplens_error_is_lack (wrong)) {
    g_propagate_error (error, g_steal_pointer (&wrong));
    return FALSE;
  }
  poplens_page_add_misuse (page, wrong->message);
  return TRUE;
}

gboolean
poplens_trace_is_asked (const PoplensTraceView *view, guint32 row)
{
  guint32 step = view->lanes->model->execution->row_step[row];

  return poplens_trace_only_has (view->only, step) &&
         (!view->classes || view->rows->all[row] & view->classes);
}

guint8 *
poplens_trace_others (const PoplensTraceView *view)
{
  const PoplensExecution *x = view->lanes->model->execution;
  g_autofree guint8 *asked = NULL;

  if (!view->only && !view->classes)
    return NULL;
  asked = g_new (guint8, MAX (x->n_rows, 1));
  for (guint32 r = 0; r < x->n_rows; r++)
    asked[r] = poplens_trace_is_asked (view, r);
  return poplens_trace_lanes_others (view->lanes, asked);
}

/* ---- what is said of them ----------------------------------------------------------------------
 */

/* "Idle tiles, Load imbalance". (transfer full) */
static char *
list_classes (guint classes)
{
  GString *names = g_string_new (NULL);

  for (PoplensTimeClass c = 0; c < POPLENS_N_TIMES; c++)
    if (classes & POPLENS_TIME_BIT (c))
      g_string_append_printf (names, "%s%s", names->len ? ", " : "", poplens_time_class_title (c));
  return g_string_free (names, FALSE);
}

/* Mean cycles of a tile of the IPUs that are shown. */
static double
mean_of (const PoplensTraceView *view, const PoplensTime *time)
{
  double sum = 0;
  guint n = 0;

  for (guint i = 0; i < time->n_ipus; i++) {
    if (!view->lanes->shown[time->ipus[i].ipu])
      continue;
    n++;
    for (PoplensTimeClass c = 0; c < POPLENS_N_TIMES; c++)
      if (view->classes & POPLENS_TIME_BIT (c))
        sum += (double) time->ipus[i].classes[c];
  }
  return n ? sum / n / time->tiles : 0;
}

void
poplens_trace_say_classes (PoplensPage *page, const PoplensPageContext *context)
{
  const PoplensTraceView *view = page->trace;
  const PoplensExecution *x = view->lanes->model->execution;
  const PoplensTime *time =
      view->classes ? poplens_report_time (context->report, context->cancellable, NULL) : NULL;
  guint32 n = 0, all = 0;
  PoplensNumber cycles, share, found, of;

  if (!time)
    return;
  for (guint32 r = 0; r < x->n_rows; r++)
    if (x->row_from[r] != G_MAXUINT64 && view->lanes->shown[x->row_ipu[r]]) {
      all++;
      n += poplens_trace_is_asked (view, r);
    }
  g_autofree char *names = list_classes (view->classes);
  double mean = mean_of (view, time);
  guint64 program = time->total - time->outside;
  g_autofree char *part =
      !program || view->classes & POPLENS_TIME_BIT (POPLENS_TIME_OUTSIDE)
          ? NULL
          : g_strdup_printf (" (%s of the program)",
                             poplens_format_percent (share, mean / (double) program));
  g_autofree char *text =
      g_strdup_printf ("%s: %s%s cycles of a tile%s, in %s of %s on their IPUs", names,
                       poplens_time_is_by_tile (time) ? "" : "≈ ",
                       poplens_format_count (cycles, (guint64) (mean + 0.5)), part ? part : "",
                       poplens_format_count (found, n), poplens_format_items (of, all, "step"));
  PoplensSection *notice = poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "class", text);
  g_autoptr (PoplensLocation) without = poplens_location_with (page->location, "cause", NULL);
  g_autofree char *link = poplens_location_to_string (without);
  poplens_page_add_link (notice, "Show All", link);
}
