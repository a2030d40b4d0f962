#include "pages/compare/compare-align.h"

#include "analysis/trace/trace-fold.h"
#include "base/error.h"
#include "derived/compare/compare-source.h"
#include "derived/time/time-found.h"

#include <string.h>

/* So many iterations can be chosen of a list; others by the location. */
#define MOST_CHOICES 20

static const char *const align_options[] = {"program", "start"};
static const char *const align_titles[] = {"First work", "Start of trace"};

/* FALSE where @text is no alignment. */
static gboolean
parse_align (const char *text, PoplensAlign *align)
{
  *align = (PoplensAlign){.kind = POPLENS_ALIGN_PROGRAM};
  for (guint k = 0; text && k < G_N_ELEMENTS (align_options); k++)
    if (g_str_equal (text, align_options[k])) {
      align->kind = k;
      return TRUE;
    }
  if (!text)
    return TRUE;
  if (!g_str_has_prefix (text, "iteration=") ||
      !g_ascii_string_to_unsigned (text + strlen ("iteration="), 10, 1, G_MAXUINT32,
                                   &align->iteration, NULL))
    return FALSE;
  align->kind = POPLENS_ALIGN_ITERATION;
  return TRUE;
}

/* Iterations of the report; NULL with an error. */
static const GArray *
turns_of (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensTimeIterations *iterations =
      poplens_report_time_iterations (report, cancellable, error);

  return iterations ? iterations->iterations.turns : NULL;
}

/* Cycles of @side that are shown first; of an iteration that there is not FALSE with USAGE. */
static gboolean
find_range (PoplensComparePage *page, const PoplensTraceLanes *lanes, PoplensSide side,
            PoplensAlign *align, GCancellable *cancellable, GError **error)
{
  PoplensReport *report = page->of[side];
  const PoplensExecution *x = lanes->model->execution;

  if (align->kind != POPLENS_ALIGN_ITERATION) {
    poplens_trace_work_range (x, lanes->shown, &align->from[side], &align->to[side]);
    return TRUE;
  }
  const GArray *turns = turns_of (report, cancellable, error);
  if (!turns)
    return FALSE;
  if (align->iteration > turns->len) {
    g_autofree char *name = poplens_report_name_beside (report, page->of[!side]);
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "no iteration %" G_GUINT64_FORMAT " in the report %s (%s)", align->iteration,
                 poplens_side_name (side), name);
    return FALSE;
  }
  const PoplensTimeIteration *turn =
      &g_array_index (turns, PoplensTimeIteration, align->iteration - 1);
  align->from[side] = turn->from;
  align->to[side] = turn->from + poplens_time_iteration_length (turn);
  return TRUE;
}

gboolean
poplens_align_find (PoplensComparePage *page, PoplensTraceLanes *const lanes[POPLENS_N_SIDES],
                    PoplensAlign *align, GError **error)
{
  const char *text = poplens_location_get (page->context->location, "align");
  g_autoptr (GError) local = NULL;

  if (!parse_align (text, align))
    g_set_error (&local, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "invalid alignment “%s”; expected program, start or iteration=N", text);
  for (guint s = 0; s < POPLENS_N_SIDES && !local; s++)
    find_range (page, lanes[s], s, align, page->context->cancellable, &local);
  if (local) {
    if (!poplens_compare_page_forgive (page, &local, error))
      return FALSE;
    *align = (PoplensAlign){.kind = POPLENS_ALIGN_PROGRAM};
    for (guint s = 0; s < POPLENS_N_SIDES; s++)
      find_range (page, lanes[s], s, align, NULL, NULL);
  }
  guint64 place = MAX (align->from[POPLENS_FIRST], align->from[POPLENS_SECOND]);
  for (guint s = 0; s < POPLENS_N_SIDES && align->kind != POPLENS_ALIGN_START; s++)
    align->shift[s] = place - align->from[s];
  return TRUE;
}

/* Iterations that both have. */
static guint
count_iterations (const PoplensComparePage *self)
{
  guint n = G_MAXUINT;

  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    const GArray *turns = turns_of (self->of[s], NULL, NULL);
    n = MIN (n, turns ? turns->len : 0);
  }
  return n;
}

void
poplens_align_add (PoplensComparePage *self, const PoplensAlign *align)
{
  g_autoptr (GStrvBuilder) options = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) titles = g_strv_builder_new ();
  guint n = count_iterations (self), current = align->kind, shown = 0;

  for (guint k = 0; k < G_N_ELEMENTS (align_options); k++, shown++) {
    g_strv_builder_add (options, align_options[k]);
    g_strv_builder_add (titles, align_titles[k]);
  }
  for (guint i = 1; i <= n; i++) {
    gboolean asked = align->kind == POPLENS_ALIGN_ITERATION && i == align->iteration;
    g_autofree char *option = g_strdup_printf ("iteration=%u", i);
    g_autofree char *title = g_strdup_printf ("Iteration %u", i);
    if (i > MOST_CHOICES && !asked)
      continue;
    current = asked ? shown : current;
    g_strv_builder_add (options, option);
    g_strv_builder_add (titles, title);
    shown++;
  }
  poplens_page_add_own_choice (self->page, "align", "Align",
                               "Place in both traces that is put at the same cycle",
                               g_strv_builder_end (options), g_strv_builder_end (titles), current);
}
