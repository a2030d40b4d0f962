/* Jumps of the trace (key "jump"): from the selected step to a step that takes longer, to another
 * execution of its program, or to a wait. */
#include "derived/trace/trace-location.h"
#include "pages/trace/trace-view.h"

#include <string.h>

typedef enum {
  LONGER,  /* to a step that works, and takes longer than the selected one */
  PROGRAM, /* to a step of the same program */
  WAIT,    /* to a step that waits */
} JumpKind;

static const struct {
  const char *key, *title;
  JumpKind kind;
  int by;
  const char *none;
} jumps[] = {
    {"next-longer", "Next Longer Step", LONGER, 1, "No later step takes longer"},
    {"previous-longer", "Previous Longer Step", LONGER, -1, "No earlier step takes longer"},
    {"next-run", "Next Execution of Program", PROGRAM, 1, "No later execution of this program"},
    {"previous-run", "Previous Execution of Program", PROGRAM, -1,
     "No earlier execution of this program"},
    {"next-wait", "Next Wait", WAIT, 1, "No later wait"},
    {"previous-wait", "Previous Wait", WAIT, -1, "No earlier wait"},
};

void
poplens_trace_jump_views (GPtrArray *views)
{
  for (guint i = 0; i < G_N_ELEMENTS (jumps); i++)
    poplens_views_add (views, "Jump", "jump", jumps[i].key, jumps[i].title);
}

/* ---- steps that are drawn -------------------------------------------------------------------- */

typedef struct {
  const PoplensPage *page;
  const PoplensTraceLanes *lanes;
  const PoplensExecution *x;
  const PoplensChart *chart;
  JumpKind kind;
  guint64 longer;  /* LONGER: cycles of the selected step, which the target must exceed */
  guint32 program; /* PROGRAM: id of the program of the selected step */
} StepWalk;

/* Returns the cycles of the block in @row of steps_by_ipu. */
static guint64
cycles_of (const StepWalk *walk, guint32 row)
{
  return poplens_execution_row_to (walk->x, row) - walk->x->row_from[row];
}

/* TRUE if the chart draws the block in @row: its begin is known, and its IPU and series are shown.
 */
static gboolean
is_drawn (const StepWalk *walk, guint32 row)
{
  return walk->x->row_from[row] != G_MAXUINT64 && walk->lanes->shown[walk->x->row_ipu[row]] &&
         !poplens_chart_is_series_hidden (walk->chart, poplens_trace_class_of (walk->lanes, row));
}

/* TRUE if the chart draws @row, and the jump can end at @row. */
static gboolean
trace_jump_is_wanted (const StepWalk *walk, guint32 row)
{
  guint32 step = walk->x->row_step[row];
  gboolean waits = poplens_trace_waits (walk->lanes->model, step);

  if (!is_drawn (walk, row))
    return FALSE;
  switch (walk->kind) {
  case LONGER:
    return !waits && cycles_of (walk, row) > walk->longer &&
           poplens_trace_only_has (walk->page->trace->only, step);
  case PROGRAM:
    return walk->x->step_program[step] == walk->program;
  default:
    return waits && cycles_of (walk, row) > 0;
  }
}

/* Finds the next row at which the jump can end, beginning with @from. @by: 1: forwards; −1:
 * backwards. Returns the row of steps_by_ipu; G_MAXUINT32: none. */
static guint32
trace_jump_find (const StepWalk *walk, gint64 from, int by)
{
  for (gint64 r = from; r >= 0 && r < walk->x->n_rows; r += by)
    if (trace_jump_is_wanted (walk, (guint32) r))
      return (guint32) r;
  return G_MAXUINT32;
}

/* Returns the row where a jump begins if no step is selected; −1: none. @by: 1: the first drawn row
 * that begins at or after the start of the view. −1: the last drawn row that ends at or before the
 * end of the view. */
static gint64
first_in_view (const StepWalk *walk, PoplensChartView view, int by)
{
  gint64 n = walk->x->n_rows;

  for (gint64 r = by > 0 ? 0 : n - 1; r >= 0 && r < n; r += by)
    if (is_drawn (walk, (guint32) r) &&
        (by > 0 ? (double) walk->x->row_from[r] >= view.from
                : (double) poplens_execution_row_to (walk->x, (guint32) r) <= view.to))
      return r;
  return -1;
}

/* ---- the location it leads to ---------------------------------------------------------------- */

/* Replaces *@location by one with @key set to @value. @value: (nullable): NULL: unsets the key */
static void
jump_set_key (PoplensLocation **location, const char *key, const char *value)
{
  g_autoptr (PoplensLocation) old = *location;

  *location = poplens_location_with (old, key, value);
}

/* Replaces *@location by one with @key set to a number. */
static void
jump_set_double (PoplensLocation **location, const char *key, double value)
{
  g_autoptr (PoplensLocation) old = *location;

  *location = poplens_location_with_double (old, key, value);
}

/* Moves the view of *@location so that it shows the block of @row. The width of the view stays. A
 * block wider than the view is shown from its start. */
static void
show_row (const StepWalk *walk, guint32 row, PoplensChartView view, PoplensLocation **location)
{
  double from = (double) walk->x->row_from[row], span = view.to - view.from;
  double to = MAX ((double) poplens_execution_row_to (walk->x, row), from + 1);
  double middle = MIN ((from + to) / 2, from + span * 0.45);

  if (from >= view.from && to <= view.to)
    return;
  view.from = middle - span / 2;
  view.to = middle + span / 2;
  view = poplens_chart_view_clamp (walk->chart, view);
  jump_set_double (location, "from", view.from);
  jump_set_double (location, "to", view.to);
}

/* Removes the jump from *@location, selects the step of @row, and shows its block. @row:
 * G_MAXUINT32: selects nothing */
static void
jump_to_row (const StepWalk *walk, guint32 row, PoplensChartView view, PoplensLocation **location)
{
  g_autofree char *id = NULL;

  jump_set_key (location, "jump", NULL);
  if (row == G_MAXUINT32)
    return;
  id = g_strdup_printf ("%u", poplens_execution_step_id (walk->x, walk->x->row_step[row]));
  jump_set_key (location, "executed", id);
  jump_set_key (location, "range", NULL);
  show_row (walk, row, view, location);
}

/* Finds the row at which the search for a target begins. @from: (out). FALSE, with a notice on the
 * page, if the jump is to the same program, but no step with a program is selected. */
static gboolean
trace_jump_begin (StepWalk *walk, PoplensPage *page, const PoplensLocation *location,
                  PoplensChartView view, int by, gint64 *from)
{
  guint32 step, first, end;

  if (!poplens_trace_executed (walk->lanes->model, location, &step)) {
    *from = first_in_view (walk, view, by);
    if (walk->kind == PROGRAM)
      poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "jump",
                               "Select a step to jump between executions of its program");
    return walk->kind != PROGRAM;
  }
  poplens_trace_rows_of (walk->x, step, &first, &end);
  *from = by > 0 ? (gint64) end : (gint64) first - 1;
  /* If the step ran on several IPUs, use the longest block that is drawn. */
  guint64 longest = 0;
  for (guint32 r = first; r < end; r++)
    if (is_drawn (walk, r))
      longest = MAX (longest, cycles_of (walk, r));
  walk->longer = longest;
  walk->program = walk->x->step_program[step];
  if (walk->kind == PROGRAM && walk->program == POPLENS_NO_PROGRAM)
    poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "jump",
                             "The selected step is an implicit sync and has no program");
  return walk->kind != PROGRAM || walk->program != POPLENS_NO_PROGRAM;
}

PoplensLocation *
poplens_trace_jump (PoplensPage *page, const PoplensLocation *location)
{
  const char *key = poplens_location_get (location, "jump");
  PoplensChartView view = poplens_page_chart_view (page, location);
  const PoplensTraceLanes *lanes = page->trace->lanes;
  StepWalk walk = {
      page, lanes, lanes->model->execution, poplens_page_get_chart (page)->chart, LONGER, 0, 0};
  PoplensLocation *there = poplens_location_ref ((PoplensLocation *) location);
  guint32 row = G_MAXUINT32;
  gint64 from;
  guint i = 0;

  if (!key)
    return there;
  while (i < G_N_ELEMENTS (jumps) && strcmp (jumps[i].key, key))
    i++;
  if (i == G_N_ELEMENTS (jumps)) {
    g_autofree char *text = g_strdup_printf (
        "unknown jump “%s”; use next-longer, next-run, next-wait, or previous-…", key);
    poplens_page_add_misuse (page, text);
    jump_set_key (&there, "jump", NULL);
    return there;
  }
  walk.kind = jumps[i].kind;
  if (trace_jump_begin (&walk, page, location, view, jumps[i].by, &from)) {
    row = trace_jump_find (&walk, from, jumps[i].by);
    if (row == G_MAXUINT32)
      poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "jump", jumps[i].none);
  }
  jump_to_row (&walk, row, view, &there);
  jump_to_row (&walk, row, view, &page->location);
  return there;
}
