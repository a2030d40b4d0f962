#include "pages/compare/compare-align.h"

#include "analysis/trace/trace-fold.h"
#include "base/error.h"
#include "derived/compare/compare-source.h"
#include "derived/time/time-source.h"

#include <string.h>

/* So many iterations can be chosen of a list; others by the location. */
#define MOST_CHOICES 20
/* And so many first parts of names. */
#define MOST_NAMES 8

static const char *const align_options[] = {"program", "start"};
static const char *const align_titles[] = {"First work", "Start of trace"};

/* ---- steps of a name ---------------------------------------------------------------------------
 */

/* Whether each string of @model is @name or below it. (transfer full) */
static guint8 *
mark_names (const PoplensTraceModel *model, const char *name)
{
  guint32 n = poplens_strings_count (model->strings);
  guint8 *marks = g_new (guint8, n);
  gsize length = strlen (name);

  for (guint32 s = 0; s < n; s++) {
    const char *text = poplens_strings_get (model->strings, s);
    marks[s] = g_str_has_prefix (text, name) && (!text[length] || text[length] == '/');
  }
  return marks;
}

/* Where the iteration ends in which @cycle is; without one the trace. */
static guint64
end_of_turn (const GArray *turns, guint64 cycle)
{
  for (guint t = 0; turns && t + 1 < turns->len; t++) {
    guint64 next = g_array_index (turns, PoplensTimeIteration, t + 1).from;
    if (next > cycle)
      return next;
  }
  return G_MAXUINT64;
}

/* From the first step of that name to the last one of the same iteration. FALSE: there is none. */
static gboolean
find_named (const PoplensTraceLanes *lanes, const GArray *turns, const char *name, guint64 *from,
            guint64 *to)
{
  const PoplensExecution *x = lanes->model->execution;
  g_autofree guint8 *marks = mark_names (lanes->model, name);
  guint64 end = 0;

  for (guint32 r = 0; r < x->n_rows; r++) {
    if (!marks[lanes->model->name[x->row_step[r]]] || x->row_from[r] == G_MAXUINT64 ||
        (lanes->shown && !lanes->shown[x->row_ipu[r]]))
      continue;
    if (!end) {
      end = end_of_turn (turns, x->row_from[r]);
      *from = x->row_from[r];
      *to = 0;
    }
    if (x->row_from[r] >= end)
      break;
    *from = MIN (*from, x->row_from[r]);
    *to = MAX (*to, poplens_execution_row_to (x, r));
  }
  return end > 0;
}

/* First parts of names of steps, in their order. (transfer full): GPtrArray of (transfer full) */
static GPtrArray *
list_parts (const PoplensTraceModel *model)
{
  const PoplensExecution *x = model->execution;
  g_autofree guint8 *seen = g_new0 (guint8, poplens_strings_count (model->strings));
  GPtrArray *parts = g_ptr_array_new_with_free_func (g_free);

  for (guint32 step = 0; step < x->n_steps; step++) {
    const char *text = poplens_strings_get (model->strings, model->name[step]);
    gsize length = seen[model->name[step]] ? 0 : strcspn (text, "/ ");
    /* "StreamCopyBegin Fwd/input" is of no part. */
    g_autofree char *part = length && text[length] == '/' ? g_strndup (text, length) : NULL;
    seen[model->name[step]] = TRUE;
    if (part && !g_ptr_array_find_with_equal_func (parts, part, g_str_equal, NULL))
      g_ptr_array_add (parts, g_steal_pointer (&part));
  }
  return parts;
}

/* ---- the place ---------------------------------------------------------------------------------
 */

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
  if (g_str_has_prefix (text, "name=") && text[strlen ("name=")]) {
    *align = (PoplensAlign){.kind = POPLENS_ALIGN_NAME, .name = text + strlen ("name=")};
    return TRUE;
  }
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

/* @what: "iteration 99". (out) error: USAGE */
static gboolean
refuse (PoplensComparePage *page, PoplensSide side, const char *what, GError **error)
{
  g_autofree char *name = poplens_report_name_beside (page->of[side], page->of[!side]);

  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "no %s in the report %s (%s)", what,
               poplens_side_name (side), name);
  return FALSE;
}

/* Cycles of @side that are shown first; of what there is not FALSE with USAGE. */
static gboolean
find_range (PoplensComparePage *page, const PoplensTraceLanes *lanes, PoplensSide side,
            PoplensAlign *align, GCancellable *cancellable, GError **error)
{
  PoplensReport *report = page->of[side];
  const PoplensExecution *x = lanes->model->execution;

  if (align->kind == POPLENS_ALIGN_NAME) {
    const GArray *turns = turns_of (report, cancellable, NULL);
    if (find_named (lanes, turns, align->name, &align->from[side], &align->to[side]))
      return TRUE;
    g_autofree char *what = g_strdup_printf ("step “%s”", align->name);
    return refuse (page, side, what, error);
  }
  if (align->kind != POPLENS_ALIGN_ITERATION) {
    poplens_trace_work_range (x, lanes->shown, &align->from[side], &align->to[side]);
    return TRUE;
  }
  const GArray *turns = turns_of (report, cancellable, error);
  if (!turns)
    return FALSE;
  if (align->iteration > turns->len) {
    g_autofree char *what = g_strdup_printf ("iteration %" G_GUINT64_FORMAT, align->iteration);
    return refuse (page, side, what, error);
  }
  const PoplensTimeIteration *turn =
      &g_array_index (turns, PoplensTimeIteration, align->iteration - 1);
  align->from[side] = turn->from;
  align->to[side] = turn->end;
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
                 "invalid alignment “%s”; expected program, start, iteration=N or name=NAME", text);
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

typedef struct {
  GStrvBuilder *options, *titles;
  guint n, current;
} Choices;

static void
add_choice (Choices *self, const char *option, const char *title, gboolean is_current)
{
  self->current = is_current ? self->n : self->current;
  g_strv_builder_add (self->options, option);
  g_strv_builder_add (self->titles, title);
  self->n++;
}

static void
add_iterations (Choices *self, const PoplensAlign *align, guint n)
{
  for (guint i = 1; i <= n; i++) {
    gboolean asked = align->kind == POPLENS_ALIGN_ITERATION && i == align->iteration;
    g_autofree char *option = g_strdup_printf ("iteration=%u", i);
    g_autofree char *title = g_strdup_printf ("Iteration %u", i);
    if (i <= MOST_CHOICES || asked)
      add_choice (self, option, title, asked);
  }
}

static void
add_name (Choices *self, const PoplensAlign *align, const char *name)
{
  g_autofree char *option = g_strconcat ("name=", name, NULL);

  add_choice (self, option, name, align->name && g_str_equal (name, align->name));
}

/* What both have, and what is asked for. */
static void
add_names (Choices *self, const PoplensAlign *align,
           PoplensTraceLanes *const lanes[POPLENS_N_SIDES])
{
  g_autoptr (GPtrArray) first = list_parts (lanes[POPLENS_FIRST]->model);
  g_autoptr (GPtrArray) second = list_parts (lanes[POPLENS_SECOND]->model);
  gboolean told = !align->name;

  for (guint p = 0, n = 0; p < first->len && n < MOST_NAMES; p++) {
    const char *part = first->pdata[p];
    if (!g_ptr_array_find_with_equal_func (second, part, g_str_equal, NULL))
      continue;
    add_name (self, align, part);
    told = told || g_str_equal (part, align->name);
    n++;
  }
  if (!told)
    add_name (self, align, align->name);
}

void
poplens_align_add (PoplensComparePage *self, PoplensTraceLanes *const lanes[POPLENS_N_SIDES],
                   const PoplensAlign *align)
{
  g_autoptr (GStrvBuilder) options = g_strv_builder_new (), titles = g_strv_builder_new ();
  Choices choices = {options, titles, 0, 0};

  for (guint k = 0; k < G_N_ELEMENTS (align_options); k++)
    add_choice (&choices, align_options[k], align_titles[k], align->kind == k);
  add_iterations (&choices, align, count_iterations (self));
  add_names (&choices, align, lanes);
  poplens_page_add_own_choice (
      self->page, "align", "Align", "Place in both traces that is put at the same cycle",
      g_strv_builder_end (options), g_strv_builder_end (titles), choices.current);
}
