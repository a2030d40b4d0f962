/* Execution Trace: what ran when, on which IPU, with tabs for the selected step or range and for
 * the costliest steps. */
#include "pages/trace/light.h"
#include "pages/trace/trace-tabs.h"
#include "pages/trace/trace-view.h"

#include "analysis/trace/trace-variation.h"
#include "derived/time/time-source.h"
#include "derived/trace/trace-location.h"
#include "model/assumptions.h"
#include "model/cycle-range.h"
#include "pages/trace/trace-colour.h"

/* A wait is collapsed if it takes at least 1 ÷ FOLD_PART of the length of all work, and at least
 * FOLD_LEAST cycles. */
#define FOLD_PART 50
#define FOLD_LEAST 200

void
poplens_trace_view_free (PoplensTraceView *self)
{
  if (!self)
    return;
  poplens_trace_lanes_unref (self->lanes);
  poplens_trace_fold_free (self->waits);
  poplens_trace_fold_free (self->outside);
  poplens_trace_fold_free (self->fold);
  poplens_trace_only_unref (self->only);
  poplens_trace_bsp_unref (self->bsp);
  g_clear_object (&self->report);
  g_free (self);
}

/* ---- controls -------------------------------------------------------------------------------- */

typedef struct {
  gboolean is_flame, levels, folds, outside, balance, path, fits;
  gboolean high;   /* lanes are as high as the window allows */
  guint64 axis_hz; /* clock in Hz if the axis is in nominal time; 0: it is in cycles */
  int ipu;         /* the only IPU to show; −1: all */
  PoplensTraceColour colour;
} TraceChoices;

static void
trace_page_add_ipus (PoplensPage *page, const PoplensExecution *x, int ipu)
{
  g_autoptr (GStrvBuilder) options = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) titles = g_strv_builder_new ();
  guint current = 0, n = 1;

  g_strv_builder_add (options, "all");
  g_strv_builder_add (titles, "All IPUs");
  for (guint32 i = 0; i < x->n_ipus; i++) {
    g_autofree char *option = g_strdup_printf ("%u", i);
    g_autofree char *title = g_strdup_printf ("IPU %u", i);
    if (!x->ipu_seen[i])
      continue;
    g_strv_builder_add (options, option);
    g_strv_builder_add (titles, title);
    if ((int) i == ipu)
      current = n;
    n++;
  }
  poplens_page_add_own_choice (page, "ipu", "IPU", "IPU whose steps are shown",
                               g_strv_builder_end (options), g_strv_builder_end (titles), current);
}

static const char *const charts[] = {"flat", "flame"};
static const char *const chart_titles[] = {"Flat", "Flame"};

static TraceChoices
trace_page_add_controls (PoplensPage *page, const PoplensPageContext *context,
                         const PoplensTraceModel *model)
{
  /* Report an IPU that the report does not have, or that executed nothing. */
  g_autoptr (GError) error = NULL;
  int ipu;
  if (!poplens_trace_location_ipu (page->location, model->execution, &ipu, &error))
    poplens_page_add_misuse (page, error->message);
  TraceChoices choices = {.ipu = ipu};

  choices.is_flame = poplens_page_control (page, "view")->current == 1;
  choices.colour = poplens_page_add_choice (page, "colour", "Colour by", "Colour steps by",
                                            poplens_trace_colour_keys, poplens_trace_colour_titles,
                                            POPLENS_N_TRACE_COLOURS, POPLENS_TRACE_COLOUR_CLASS);
  poplens_page_control (page, "colour")->letter = 'c';
  poplens_page_control (page, "colour")->is_plain = TRUE;
  if (poplens_execution_count_ipus (model->execution) > 1) {
    trace_page_add_ipus (page, model->execution, choices.ipu);
    poplens_page_control (page, "ipu")->is_plain = TRUE;
  }
  poplens_page_add_search (
      page, "search", "Search steps",
      "Highlight steps by name, path or type; #7: step 7, /con[vx]/: regular expression");
  choices.folds = poplens_page_add_switch (
      page, "fold", "Collapse Waits",
      "Replace long waits with a marker that shows their exact length", FALSE);
  poplens_page_control (page, "fold")->letter = 'g';
  choices.outside = poplens_page_add_switch (
      page, "outside", "Show Outside",
      "Draw the cycles outside the program to scale, not as breaks", FALSE);
  if (poplens_execution_count_ipus (model->execution) > 1)
    choices.fits = poplens_page_add_switch (page, "fit-ipus", "Fit All IPUs",
                                            "Show all IPUs at once, in low lanes", FALSE);
  choices.balance = poplens_trace_add_balance (page);
  choices.path = poplens_page_add_switch (page, "critical-path", "Critical Path",
                                          "Outline the steps that held the program up", FALSE);
  choices.levels = choices.is_flame && poplens_trace_add_levels (page);
  choices.axis_hz = poplens_page_add_axis (page, context, model->target);
  poplens_page_add_unit (page, context);
  return choices;
}

/* ---- notices --------------------------------------------------------------------------------- */

/* Adds a notice on the collapsed waits: how many, and how many cycles. */
static void
add_folds (PoplensPage *page, const PoplensPageContext *context, const PoplensTraceModel *model,
           const PoplensTraceFold *fold)
{
  PoplensNumber waits, folded, all, time;
  guint64 total = poplens_trace_fold_total (fold);
  g_autofree char *text = NULL;

  poplens_format_cycles_as_time (time, total, poplens_page_clock (context, model->target));
  if (fold->n)
    text = g_strdup_printf ("%s collapsed: %s of %s cycles%s%s",
                            poplens_format_items (waits, fold->n, "wait"),
                            poplens_format_count (folded, total),
                            poplens_format_count (all, model->execution->total_cycles),
                            *time ? ", nominal time " : "", time);
  poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "folds",
                           text ? text : "No waits long enough to collapse");
}

/* TRUE if an executed program has several liveness steps with different live bytes. */
static gboolean
is_live_ambiguous (const PoplensTraceLanes *lanes)
{
  const PoplensLiveTrace *live = lanes->live;

  for (guint32 i = 0; live && i < live->n; i++)
    if (lanes->model->live->several[live->program[i]])
      return TRUE;
  return FALSE;
}

/* Returns the program's name; for a program without a name its type; "" if the program is unknown.
 */
static const char *
program_name (const PoplensTraceModel *model, guint32 id)
{
  const PoplensPrograms *p = model->programs;
  guint32 row = p ? poplens_programs_find (p, id) : POPLENS_NO_ROW;
  const char *name = row == POPLENS_NO_ROW ? "" : poplens_programs_name (p, row);

  return row == POPLENS_NO_ROW || *name ? name
                                        : poplens_strings_get (p->strings, p->type_name[row]);
}

/* Adds a notice on highlighted steps, which belong to the program in the location's key "program".
 */
static void
trace_page_add_program (PoplensPage *page, const PoplensTraceModel *model)
{
  const char *text = poplens_location_get (page->location, "program");
  PoplensNumber steps;
  guint64 id, n = 0;

  if (!text || !g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT32 - 1, &id, NULL))
    return;
  g_autofree guint8 *of_program = poplens_trace_steps_of (model, (guint32) id);
  const char *name = program_name (model, (guint32) id);
  for (guint32 s = 0; s < model->execution->n_steps; s++)
    n += of_program[s];
  g_autofree char *notice =
      n ? g_strdup_printf ("Highlighted: %s of program %s%s%s",
                           poplens_format_items (steps, n, "step"), text, *name ? ", " : "", name)
        : g_strdup_printf ("No executed steps of program %s", text);
  poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "program", notice);
}

/* Adds a notice on how many steps belong to the operation to which the page is restricted. */
static void
add_only (PoplensPage *page, const PoplensTraceModel *model)
{
  const PoplensTraceOnly *only = page->trace->only;
  PoplensNumber n, all, without;

  if (!only)
    return;
  g_autofree char *text = g_strdup_printf (
      "%s of %s belong to %s; steps without a program (%s) belong to no operation%s",
      poplens_format_count (n, only->n),
      poplens_format_items (all, model->execution->n_steps, "step"), only->title,
      poplens_format_count (without, only->n_without),
      page->trace->bsp ? ". Tiles show all steps" : "");
  poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "only-steps", text);
}

/* Adds the notice of a trace without steps. @has_blocks: TRUE: links to the blocks of lightweight
 * profiling */
static void
add_no_steps (PoplensPage *page, gboolean has_blocks)
{
  PoplensSection *notice = poplens_page_add_notice (
      page, POPLENS_TONE_NEUTRAL, "no-steps",
      has_blocks ? "No executed steps: only lightweight profiling was recorded"
                 : "No executed steps");
  if (has_blocks) {
    g_autoptr (PoplensLocation) blocks = poplens_location_with (page->location, "view", "blocks");
    g_autofree char *link = poplens_location_to_string (blocks);
    poplens_page_add_link (notice, "Show Blocks", link);
  }
}

static void
trace_page_add_notices (PoplensPage *page, const PoplensPageContext *context,
                        const PoplensTraceLanes *lanes)
{
  PoplensNumber steps;
  g_autofree char *text = NULL;
  guint32 n = lanes->model->n_undrawn;

  if (page->trace->waits)
    add_folds (page, context, lanes->model, page->trace->waits);
  trace_page_add_program (page, lanes->model);
  add_only (page, lanes->model);
  if (!lanes->model->execution->n_steps)
    add_no_steps (page, lanes->model->execution->light->n > 0);
  if (n) {
    text = g_strdup_printf ("%s hidden: no active tiles", poplens_format_items (steps, n, "step"));
    poplens_page_add_standing (page, POPLENS_TONE_NEUTRAL, "undrawn", text);
  }
  if (is_live_ambiguous (lanes))
    poplens_page_add_standing (
        page, POPLENS_TONE_NEUTRAL, "live-bytes",
        "Live memory: some programs have several program steps; the highest value is shown");
}

/* Reports keys of the location that name something that does not exist. */
static void
judge_location (PoplensPage *page, const PoplensTraceModel *model)
{
  const char *executed = poplens_location_get (page->location, "executed");
  const char *range = poplens_location_get (page->usable, "range");
  const char *program = poplens_location_get (page->location, "program");
  g_autofree char *expression = poplens_trace_search_wrong (page->location);
  g_autoptr (GError) wrong = NULL;
  guint64 from, to, id;
  guint32 step;

  if (expression)
    poplens_page_add_misuse (page, expression);

  if (executed && !poplens_trace_executed (model, page->location, &step)) {
    g_autofree char *text = g_strdup_printf ("No executed step “%s”", executed);
    poplens_page_add_misuse (page, text);
  }
  if (program && !g_ascii_string_to_unsigned (program, 10, 0, G_MAXUINT32 - 1, &id, NULL)) {
    g_autofree char *text = g_strdup_printf ("Invalid program ID “%s”", program);
    poplens_page_add_misuse (page, text);
  }
  if (range && !poplens_trace_range_parse (range, &from, &to, &wrong))
    poplens_page_add_misuse (page, wrong->message);
}

/* ---- the chart ------------------------------------------------------------------------------- */

/* Returns the waits to collapse: those that are long compared with the work. (transfer full) */
static PoplensTraceFold *
make_fold (const PoplensTraceLanes *lanes)
{
  const PoplensExecution *x = lanes->model->execution;
  g_autoptr (PoplensTraceFold) all = poplens_trace_fold_new (x, lanes->shown, 1);
  guint64 waits = poplens_trace_fold_total (all);
  guint64 work = x->total_cycles > waits ? x->total_cycles - waits : 0;

  return poplens_trace_fold_new (x, lanes->shown, MAX (work / FOLD_PART, FOLD_LEAST));
}

/* Returns the time outside the program. (transfer full) (nullable): NULL if there is none, or if
 * computing it would delay the page */
static PoplensTraceFold *
make_outside (const PoplensPageContext *context)
{
  PoplensReport *report = context->report;
  gboolean is_quick = context->extent == POPLENS_EXTENT_WHOLE || poplens_report_is_near (report) ||
                      poplens_report_peek (report, POPLENS_PART_EXCHANGES);
  const GArray *runs =
      is_quick ? poplens_report_time_runs (report, context->cancellable, NULL) : NULL;
  g_autoptr (PoplensTraceFold) self = NULL;

  if (!runs)
    return NULL;
  self = g_new0 (PoplensTraceFold, 1);
  self->from = g_new (guint64, runs->len);
  self->to = g_new (guint64, runs->len);
  for (guint i = 0; i < runs->len; i++) {
    const PoplensTimeRun *run = &g_array_index (runs, PoplensTimeRun, i);
    if (run->from >= run->work)
      continue;
    self->from[self->n] = run->from;
    self->to[self->n++] = run->work;
  }
  return self->n ? g_steal_pointer (&self) : NULL;
}

/* TRUE if one collapsed span of @self hides all cycles that the location selects or shows. */
static gboolean
is_folded_away (const PoplensTraceFold *self, const PoplensPageContext *context)
{
  const PoplensExecution *execution = poplens_report_peek (context->report, POPLENS_PART_EXECUTION);
  /* Do not record the keys that are read here: the page is rebuilt if a recorded key changes, and
   * zooming must not rebuild it. */
  g_autoptr (PoplensLocation) now = poplens_location_watch (context->location, NULL);
  PoplensTraceWhich which;
  guint64 from, to;

  if (!poplens_trace_location_range (now, execution, &from, &to, &which, NULL) ||
      which == POPLENS_TRACE_ALL)
    return FALSE;
  for (guint32 i = 0; i < self->n; i++)
    if (from >= self->from[i] && to <= self->to[i])
      return TRUE;
  return FALSE;
}

/* Finds the spans that the time axis leaves out: long waits, and time outside the program. */
static void
trace_page_fold (PoplensTraceView *view, const PoplensPageContext *context,
                 const TraceChoices *choices)
{
  g_autoptr (PoplensTraceFold) none = g_new0 (PoplensTraceFold, 1);

  if (choices->folds)
    view->waits = make_fold (view->lanes);
  if (!choices->outside && !(view->classes & 1u << POPLENS_TIME_OUTSIDE))
    view->outside = make_outside (context);
  if (view->outside && is_folded_away (view->outside, context))
    g_clear_pointer (&view->outside, poplens_trace_fold_free);
  if (view->waits || view->outside)
    view->fold = poplens_trace_fold_join (view->waits ? view->waits : none,
                                          view->outside ? view->outside : none);
}

typedef struct {
  PoplensReport *report; /* keeps the data of .lanes alive */
  PoplensTraceLanes *lanes;
} TraceItemNames;

static TraceItemNames *
trace_names_new (const PoplensPageContext *context, PoplensTraceLanes *lanes)
{
  TraceItemNames *names = g_new (TraceItemNames, 1);

  *names = (TraceItemNames){g_object_ref (context->report), poplens_trace_lanes_ref (lanes)};
  return names;
}

static char *
trace_page_name_item (gconstpointer data, gsize item)
{
  return poplens_trace_lanes_name (((const TraceItemNames *) data)->lanes, item);
}

static char *
trace_page_note_item (gconstpointer data, gsize item)
{
  const TraceItemNames *names = data;

  return poplens_trace_lanes_note (names->report, names->lanes, item);
}

static void
label_items (gconstpointer data, const gsize *items, guint n, char **labels)
{
  poplens_trace_lanes_labels (((const TraceItemNames *) data)->lanes, items, n, labels);
}

static void
trace_names_free (gpointer data)
{
  TraceItemNames *names = data;

  poplens_trace_lanes_unref (names->lanes);
  g_object_unref (names->report);
  g_free (names);
}

/* Returns the title of a series. Host copies are spelled as in the file, to match the tables. */
static const char *
series_name (const PoplensTraceModel *model, guint series)
{
  const PoplensExecution *x = model->execution;

  for (guint32 t = 0; series == POPLENS_TRACE_HOST && t < x->n_types; t++)
    if (x->type_kind[t] == POPLENS_STEP_STREAM_COPY_MID)
      return poplens_strings_get (x->strings, x->type_name[t]);
  return poplens_trace_series[series].name;
}

static void
trace_page_add_series (PoplensChart *chart, const PoplensTraceLanes *lanes,
                       const PoplensLocation *location)
{
  const PoplensTraceModel *model = lanes->model;

  if (lanes->colours) {
    const PoplensTraceColours *colours = lanes->colours;
    for (guint i = 0; i < colours->classes->len; i++) {
      const PoplensTraceClass *class = &g_array_index (colours->classes, PoplensTraceClass, i);
      poplens_chart_add_series (chart, class->kind, class->key, class->name, class->ink,
                                class->shade, NULL, poplens_page_hides (location, class->key));
    }
    return;
  }
  for (guint i = 0; i < model->n_series; i++) {
    const PoplensTraceSeriesInfo *info = &poplens_trace_series[model->seen[i]];
    poplens_chart_add_series (chart, info->kind, info->key, series_name (model, model->seen[i]),
                              info->ink, 0, NULL, poplens_page_hides (location, info->key));
  }
}

/* Adds the name and span of each run above the lanes. */
static void
add_runs (PoplensChart *chart, const PoplensExecution *x)
{
  g_autoptr (GArray) spans = poplens_trace_run_spans (x);

  for (guint i = 0; i < spans->len; i++) {
    const PoplensRunSpan *span = &g_array_index (spans, PoplensRunSpan, i);
    const PoplensRunInfo *run = &x->runs[span->run];
    g_autofree char *name = g_strdup_printf ("Run %" G_GINT64_FORMAT " %s", run->id,
                                             poplens_strings_get (x->strings, run->name));
    poplens_chart_add_lane_run (chart, g_strchomp (name), span->from, span->to);
  }
}

/* Sets the notes of rows with training phases and with overlapping copies ("I/O"). Also sets for
 * each row of steps the cycles of its longest group, so that the chart can hide the row. */
static void
add_row_looks (PoplensChart *chart, const PoplensTraceLanes *lanes)
{
  g_autoptr (GArray) looks = g_array_new (FALSE, TRUE, sizeof (PoplensLaneRowLook));

  for (guint i = 0; i < lanes->groups->len; i++) {
    const PoplensTraceGroup *group = &g_array_index (lanes->groups, PoplensTraceGroup, i);
    g_array_set_size (looks, group->first_row + group->n_rows);
    for (guint r = group->n_level_rows; r < group->n_rows; r++)
      g_array_index (looks, PoplensLaneRowLook, group->first_row + r).inside =
          group->row_inside[r - group->n_level_rows];
    for (guint l = 0; l < poplens_trace_n_levels (group); l++) {
      const PoplensLevelSpan *span = &g_array_index (group->levels->spans, PoplensLevelSpan, l);
      g_array_index (looks, PoplensLaneRowLook, group->first_row + span->lane) =
          (PoplensLaneRowLook){.note = poplens_level_note (span->level), .above = TRUE};
    }
    if (group->n_io_rows)
      g_array_index (looks, PoplensLaneRowLook, looks->len - group->n_io_rows).note = "I/O";
  }
  poplens_chart_set_lane_row_looks (chart, (const PoplensLaneRowLook *) (void *) looks->data,
                                    looks->len);
}

/* Adds the curve of live bytes at each step above the lanes. */
static void
add_live (PoplensChart *chart, PoplensTraceLanes *lanes)
{
  PoplensLaneStairs stairs = {lanes->live->n,
                              lanes->model->execution->row_from,
                              lanes->live->row,
                              lanes->model->live->bytes,
                              lanes->live->program,
                              poplens_trace_lanes_ref (lanes),
                              (GDestroyNotify) poplens_trace_lanes_unref};

  poplens_chart_set_lane_area (chart, "Live", POPLENS_INK_TOTAL, &stairs);
}

static void
trace_page_add_chart (PoplensPage *page, const PoplensPageContext *context,
                      const TraceChoices *choices)
{
  const PoplensTraceView *view = page->trace;
  const PoplensTraceLanes *lanes = view->lanes;
  const PoplensTraceModel *model = lanes->model;
  PoplensSection *section =
      poplens_page_add_section (page, POPLENS_SECTION_CHART, "trace-chart", "Executed steps");
  PoplensChart *chart = poplens_chart_new (&poplens_lanes_kind, "Executed steps", 0,
                                           POPLENS_CHART_UNIT_BYTES, context->unit);
  section->chart = chart;
  section->plot.selects = POPLENS_SELECTS_CYCLES;
  poplens_chart_set_item_axis (chart, "Cycles", "step");
  trace_page_add_series (chart, lanes, context->location);
  poplens_chart_set_lane_blocks (chart, lanes->blocks);
  poplens_chart_set_lane_dimmed (chart, poplens_trace_others (view));
  poplens_chart_set_item_names (chart, trace_page_name_item, trace_names_new (context, view->lanes),
                                trace_names_free);
  poplens_chart_set_item_notes (chart, trace_page_note_item, trace_names_new (context, view->lanes),
                                trace_names_free);
  poplens_chart_set_lane_labels (chart, label_items, trace_names_new (context, view->lanes),
                                 trace_names_free);
  add_runs (chart, model->execution);
  for (guint i = 0; i < lanes->groups->len; i++) {
    const PoplensTraceGroup *group = &g_array_index (lanes->groups, PoplensTraceGroup, i);
    g_autofree char *name = g_strdup_printf ("IPU %u", group->ipu);
    poplens_chart_add_lane_group (chart, name, group->n_rows, group->n_rows > 1 || view->bsp,
                                  poplens_trace_is_collapsed (context->location, group->ipu));
  }
  add_row_looks (chart, lanes);
  poplens_chart_set_lane_compact (chart, choices->fits);
  if (choices->high)
    poplens_chart_set_lane_high (chart, model->target ? model->target->tiles_per_ipu : 0, "tile");
  poplens_trace_add_fields (page, context, chart);
  for (guint32 i = 0; view->fold && i < view->fold->n; i++)
    poplens_chart_add_lane_break (chart, view->fold->from[i], view->fold->to[i]);
  if (lanes->live && lanes->live->n)
    add_live (chart, view->lanes);
  poplens_chart_set_lane_nominal (chart, poplens_page_clock (context, model->target),
                                  lanes->is_flame);
  poplens_chart_set_lane_clock (chart, choices->axis_hz);
}

/* ---- the page -------------------------------------------------------------------------------- */

void
poplens_trace_page_views (GPtrArray *views, PoplensReport *report)
{
  const PoplensExecution *x = poplens_report_peek (report, POPLENS_PART_EXECUTION);

  for (guint i = 0; i < G_N_ELEMENTS (charts); i++)
    poplens_views_add (views, "Graph", "view", charts[i], chart_titles[i]);
  if (x && x->light->n)
    poplens_views_add (views, "Graph", "view", "blocks", "Blocks")->holds =
        g_strdup ("Lightweight profiling");
  if (!x || x->n_steps)
    poplens_views_add (views, "Graph", "bsp", "yes", "BSP")->holds =
        g_strdup ("BSP trace of tiles");
  poplens_trace_colour_views (views);
  poplens_trace_table_views (views, report);
  poplens_trace_jump_views (views);
}

/* Least number of rows of steps_by_ipu with which grouping and colouring delay the first page. */
#define PARTIAL_ROWS 100000

/* Replaces slow choices by a flat view that is coloured by step type. FALSE if the trace is short,
 * or if all choices are fast. */
static gboolean
choose_partial (const PoplensTraceModel *model, TraceChoices *choices)
{
  if ((!choices->is_flame && choices->colour == POPLENS_TRACE_COLOUR_TYPE && !choices->balance &&
       !choices->path && !choices->high) ||
      model->execution->n_rows < PARTIAL_ROWS)
    return FALSE;
  choices->is_flame = choices->levels = choices->balance = choices->path = FALSE;
  choices->colour = POPLENS_TRACE_COLOUR_TYPE;
  return TRUE;
}

gboolean
poplens_trace_page_fill (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  const PoplensExecution *execution =
      poplens_report_load_execution (context->report, context->cancellable, error);
  gboolean light = execution && poplens_light_is_asked (context->location, execution);
  g_autoptr (PoplensTraceModel) model =
      execution && !light ? poplens_trace_model_get (context->report, context->cancellable, error)
                          : NULL;
  g_autoptr (PoplensTraceColours) colours = NULL;
  g_autoptr (PoplensTraceBsp) bsp = NULL;
  PoplensTileOrder order = POPLENS_TILES_BY_NUMBER;
  PoplensTraceView *view;
  PoplensPageContext there = *context;

  if (light)
    return context->extent != POPLENS_EXTENT_PARTIAL &&
           poplens_light_page_fill (page, context, error);
  if (!model)
    return FALSE;
  page->layout = POPLENS_LAYOUT_CHART;
  poplens_light_add_view (page, model->execution);
  if (!poplens_trace_add_bsp (page, context, model, &bsp, &order, error))
    return FALSE;
  TraceChoices choices = trace_page_add_controls (page, context, model);
  choices.high = !choices.is_flame && !choices.fits && !bsp;
  if (context->extent == POPLENS_EXTENT_PARTIAL && !choose_partial (model, &choices))
    return FALSE;
  if (!poplens_trace_colours_make (page, context, model, choices.colour, choices.high, &colours,
                                   error))
    return FALSE;
  PoplensTraceLanesChoice choice = {colours, choices.is_flame, choices.ipu, NULL, NULL};
  if (choices.levels && !poplens_trace_choose_levels (page, context, &choice, error))
    return FALSE;
  g_autoptr (PoplensTraceLanes) lanes =
      poplens_trace_lanes_get (context->report, model, &choice, context->work, error);
  if (!lanes)
    return FALSE;
  view = page->trace = g_new0 (PoplensTraceView, 1);
  view->report = g_object_ref (context->report);
  view->lanes = g_steal_pointer (&lanes);
  view->bsp = g_steal_pointer (&bsp);
  view->tile_order = order;
  poplens_trace_opening_range (model->execution, view->lanes->shown, &view->open_from,
                               &view->open_to);
  if (!poplens_trace_only_get (context->report, context->location, &view->only,
                               context->cancellable, error))
    return FALSE;
  if (!poplens_trace_class_get (page, context, view, error))
    return FALSE;
  /* The page is filtered by time outside the program, which the default view leaves out: show the
   * whole trace. */
  if (view->classes & 1u << POPLENS_TIME_OUTSIDE) {
    view->open_from = 0;
    view->open_to = model->execution->total_cycles;
  }
  trace_page_fold (view, context, &choices);
  judge_location (page, model);
  if (context->extent == POPLENS_EXTENT_PARTIAL)
    poplens_page_set_partial (page, 0, "Grouping and colouring steps…");
  poplens_page_add_damage (page, context);
  trace_page_add_notices (page, context, view->lanes);
  if (choice.iterations)
    poplens_trace_say_levels (page, view->lanes);
  poplens_page_add_assumptions (page, context,
                                POPLENS_ASSUMES (IPUS) | POPLENS_ASSUMES (REPLICAS) |
                                    POPLENS_ASSUMES (RUNS) | POPLENS_ASSUMES (SCHEMA));
  trace_page_add_chart (page, context, &choices);
  if ((choices.balance || (choices.high && context->extent != POPLENS_EXTENT_PARTIAL)) &&
      !poplens_trace_set_levels (page, context, choices.high, choices.balance, error))
    return FALSE;
  if (choices.fits)
    poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "fit",
                             "All IPUs fit: lanes have no text, and each IPU the rows that fit");
  if (choices.path && !poplens_trace_set_path (page, context, error))
    return FALSE;
  if (colours && colours->note)
    poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "colours", colours->note);
  poplens_trace_say_classes (page, context);
  poplens_trace_say_hidden (page, view->lanes, poplens_page_get_chart (page)->chart);
  g_autoptr (PoplensLocation) location = poplens_trace_jump (page, context->location);
  there.location = location;
  return poplens_trace_add_tables (page, &there, error);
}
