/* Options of the trace's chart: a filter by time class, hidden series, the critical path, training
 * phases (“model levels”), and tile balance. */
#include "analysis/time/time-path.h"
#include "base/error.h"
#include "charts/lanes/lanes.h"
#include "derived/time/time-source.h"
#include "derived/trace/trace-location.h"
#include "derived/trace/trace-sums.h"
#include "pages/trace/trace-colour.h"
#include "pages/trace/trace-view.h"

#include <string.h>

/* ---- time classes: cached in the report ------------------------------------------------------ */

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

/* Computes the time classes of each row of steps_by_ipu, for the cache of the report. (transfer
 * full) (nullable): NULL with @error */
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
  /* The rows stay valid: the report holds another reference. */
  kept_unref (kept);
  return rows;
}

/* ---- time classes: which are selected -------------------------------------------------------- */

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

/* ---- time classes: notice -------------------------------------------------------------------- */

/* Appends @name to a list of names, which commas separate. */
static void
append_comma_name (GString *names, const char *name)
{
  g_string_append_printf (names, "%s%s", names->len ? ", " : "", name);
}

/* Lists the titles of @classes (POPLENS_TIME_BIT ()s): "Idle tiles, Load imbalance". (transfer
 * full) */
static char *
list_classes (guint classes)
{
  GString *names = g_string_new (NULL);

  for (PoplensTimeClass c = 0; c < POPLENS_N_TIMES; c++)
    if (classes & POPLENS_TIME_BIT (c))
      append_comma_name (names, poplens_time_class_title (c));
  return g_string_free (names, FALSE);
}

/* Returns the cycles of the selected time classes: the mean over the tiles of the shown IPUs. */
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

/* ---- hidden series --------------------------------------------------------------------------- */

/* Number of blocks and their cycles, for the notice on hidden series. */

typedef struct {
  guint64 blocks, cycles;
} Count;

guint
poplens_trace_class_of (const PoplensTraceLanes *lanes, guint32 row)
{
  const PoplensTraceModel *model = lanes->model;

  return lanes->colours
             ? lanes->colours->of_row[row]
             : model->chart_index[poplens_trace_look (model, model->execution->row_step[row])
                                      .series];
}

/* Adds the blocks and cycles of the shown IPUs to @all, and those of hidden series to @hidden. */
static void
count_rows (const PoplensTraceLanes *lanes, const PoplensChart *chart, Count *hidden, Count *all)
{
  const PoplensExecution *x = lanes->model->execution;

  for (guint32 r = 0; r < x->n_rows; r++) {
    guint64 cycles;
    if (x->row_from[r] == G_MAXUINT64 || !lanes->shown[x->row_ipu[r]])
      continue;
    cycles = poplens_execution_row_to (x, r) - x->row_from[r];
    all->blocks++;
    all->cycles += cycles;
    if (!poplens_chart_is_series_hidden (chart, poplens_trace_class_of (lanes, r)))
      continue;
    hidden->blocks++;
    hidden->cycles += cycles;
  }
}

/* Lists the names of hidden series. (transfer full) (nullable): NULL if none is hidden */
static char *
list_hidden (const PoplensChart *chart)
{
  GString *names = g_string_new (NULL);

  for (guint s = 0; s < poplens_chart_get_n_series (chart); s++)
    if (poplens_chart_is_series_hidden (chart, s))
      append_comma_name (names, poplens_chart_get_series_name (chart, s));
  return g_string_free (names, !names->len);
}

void
poplens_trace_say_hidden (PoplensPage *page, const PoplensTraceLanes *lanes,
                          const PoplensChart *chart)
{
  g_autofree char *names = list_hidden (chart);
  g_autoptr (PoplensLocation) all_location = NULL;
  g_autofree char *link = NULL;
  Count hidden = {0, 0}, all = {0, 0};
  PoplensNumber blocks, of, cycles, part;

  if (!names)
    return;
  count_rows (lanes, chart, &hidden, &all);
  g_autofree char *text = g_strdup_printf (
      "%s hidden: %s of %s steps on their IPUs, %s cycles (%s). Tables still include them.", names,
      poplens_format_count (blocks, hidden.blocks), poplens_format_count (of, all.blocks),
      poplens_format_count (cycles, hidden.cycles),
      poplens_format_percent (part, all.cycles ? (double) hidden.cycles / (double) all.cycles : 0));
  PoplensSection *notice = poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "hidden", text);
  all_location = poplens_location_with (page->location, "hide", NULL);
  link = poplens_location_to_string (all_location);
  poplens_page_add_link (notice, "Show All", link);
}

/* ---- hidden series: a selected step ---------------------------------------------------------- */

/* Returns a bit for each hidden series of @chart that has a block of @step. Returns 0 if any block
 * of the step is visible. @hidden: keys of hidden series. */
static guint32
find_hiding (const PoplensTraceLanes *lanes, const PoplensChart *chart, guint32 step,
             const GStrv hidden)
{
  const PoplensExecution *x = lanes->model->execution;
  guint32 first, end, series = 0;

  G_STATIC_ASSERT (POPLENS_LANE_MOST_SERIES <= 32);
  poplens_trace_rows_of (x, step, &first, &end);
  for (guint32 r = first; r < end; r++) {
    guint class = poplens_trace_class_of (lanes, r);
    if (x->row_from[r] == G_MAXUINT64 || !lanes->shown[x->row_ipu[r]])
      continue;
    if (!g_strv_contains ((const char *const *) hidden,
                          poplens_chart_get_series_key (chart, class)))
      return 0;
    series |= 1u << class;
  }
  return series;
}

char *
poplens_page_hides_selected (const PoplensPage *self, const PoplensLocation *location, char **names)
{
  const char *hide = poplens_location_get (location, "hide");
  g_auto (GStrv) hidden = g_strsplit (hide ? hide : "", ",", -1);
  const PoplensSection *section = poplens_page_get_chart (self);
  g_autoptr (GString) called = g_string_new (NULL);
  GString *keys;
  guint32 step, series;

  *names = NULL;
  if (!hide || !self->trace || !section ||
      !poplens_trace_executed (self->trace->lanes->model, location, &step))
    return NULL;
  series = find_hiding (self->trace->lanes, section->chart, step, hidden);
  if (!series)
    return NULL;
  keys = g_string_new (NULL);
  for (guint s = 0; s < poplens_chart_get_n_series (section->chart); s++)
    if (series >> s & 1) {
      append_comma_name (called, poplens_chart_get_series_name (section->chart, s));
      g_string_append_printf (keys, "%s%s", keys->len ? "," : "",
                              poplens_chart_get_series_key (section->chart, s));
    }
  *names = g_strdup (called->str);
  return g_string_free (keys, FALSE);
}

/* ---- critical path --------------------------------------------------------------------------- */

/* Critical path: outlines its blocks in the chart. */

/* Returns a byte for each item: 1 if the critical path goes through it, else 0. (transfer full) */
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

/* Returns the index of the largest of @cycles. If several are largest, returns the first. */
static guint
find_most (const guint64 *cycles, guint n)
{
  guint most = 0;

  for (guint i = 1; i < n; i++)
    if (cycles[i] > cycles[most])
      most = i;
  return most;
}

/* Adds a notice on the critical path: which class and which IPU have most of its cycles. Ignores
 * time outside the program. */
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

/* ---- training phases ------------------------------------------------------------------------- */

/* Training phases (iterations, micro-batches, phases) above the paths of a flame graph; “Model
 * Levels” in the user interface. */

/* The switch is off by default: it adds rows to the lanes of each IPU, and with several IPUs the
 * lanes would not fit the smallest window. */
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

/* ---- tile balance ---------------------------------------------------------------------------- */

/* Adds the switch “Fill by Balance”: each block is solid up to the tile balance of its step. */

gboolean
poplens_trace_add_balance (PoplensPage *page)
{
  gboolean on = poplens_page_add_switch (
      page, "fill-balance", "Fill by Balance",
      "Fill low lanes up to their tile balance (mean ÷ longest tile), too", FALSE);

  poplens_page_control (page, "fill-balance")->letter = 't';
  return on;
}

/* Returns the tile balance of each item in percent; POPLENS_LANE_WHOLE for waits. The balance of a
 * block with several steps is computed from the sums of their cycles. (transfer full) */
static guint8 *
make_levels (const PoplensTraceLanes *lanes, const PoplensStepSums *sums)
{
  const PoplensTraceModel *model = lanes->model;
  guint8 *levels = g_malloc (MAX (lanes->n_items, 1));
  g_autofree float *busy = g_new0 (float, lanes->n_items), *all = g_new0 (float, lanes->n_items);

  for (guint32 r = 0; r < model->execution->n_rows; r++) {
    guint32 item = lanes->item_of_row[r];
    if (item == G_MAXUINT32 || poplens_cycles_at (sums->tile_cycles, r) == POPLENS_NO_CYCLES ||
        poplens_trace_waits (model, model->execution->row_step[r]))
      continue;
    busy[item] += (float) poplens_step_sums_tile_cycles (sums, r);
    all[item] += (float) poplens_cycles_at (sums->cycles, r) * (float) sums->tiles;
  }
  for (gsize i = 0; i < lanes->n_items; i++)
    levels[i] = all[i] > 0 ? (guint8) MIN (100 * busy[i] / all[i] + 0.5f, 100) : POPLENS_LANE_WHOLE;
  return levels;
}

/* Returns for each item the percentage of tiles that have work in its step. (transfer full) */
static guint8 *
make_used (const PoplensTraceLanes *lanes, const PoplensTime *time)
{
  guint8 *used = g_malloc (MAX (lanes->n_items, 1));

  for (gsize i = 0; i < lanes->n_items; i++) {
    guint16 tiles = time->row_tiles[lanes->source[i]];
    used[i] = tiles && time->tiles ? (guint8) MIN (100.0 * tiles / time->tiles + 0.5, 100) : 100;
  }
  return used;
}

/* Divides the blocks of steps by height into tiles that work, tiles that wait for slower tiles, and
 * idle tiles. In exchanges, tiles only work or wait. */
static void
set_parts (PoplensPage *page, const PoplensTraceLanes *lanes, const PoplensTime *time)
{
  const PoplensTraceColours *colours = lanes->colours;
  guint8 compute = poplens_trace_colours_find (colours, POPLENS_TIME_COMPUTE);
  guint8 exchange = poplens_trace_colours_find (colours, POPLENS_TIME_EXCHANGE);
  PoplensLaneParts parts = {make_used (lanes, time), {0}, {0}};

  memset (parts.middle, POPLENS_LANE_GROUP, sizeof parts.middle);
  memset (parts.top, POPLENS_LANE_GROUP, sizeof parts.top);
  if (compute != POPLENS_LANE_GROUP) {
    parts.middle[compute] = poplens_trace_colours_find (colours, POPLENS_TIME_UNEQUAL);
    parts.top[compute] = poplens_trace_colours_find (colours, POPLENS_TIME_UNUSED);
  }
  if (exchange != POPLENS_LANE_GROUP)
    parts.middle[exchange] = parts.top[exchange] =
        poplens_trace_colours_find (colours, POPLENS_TIME_TILE_EXCHANGE);
  poplens_chart_set_lane_parts (poplens_page_get_chart (page)->chart, &parts);
}

gboolean
poplens_trace_set_levels (PoplensPage *page, const PoplensPageContext *context, gboolean by_height,
                          gboolean is_asked, GError **error)
{
  const PoplensTraceLanes *lanes = page->trace->lanes;
  g_autoptr (GError) wrong = NULL;
  const PoplensStepSums *sums =
      poplens_step_sums_get (context->report, context->cancellable, &wrong);

  if (sums) {
    const PoplensTime *time =
        by_height && lanes->colours && lanes->colours->by == POPLENS_TRACE_COLOUR_CLASS
            ? poplens_report_time (context->report, context->cancellable, error)
            : NULL;
    poplens_chart_set_lane_levels (poplens_page_get_chart (page)->chart, "Tile balance",
                                   make_levels (lanes, sums), !is_asked);
    if (time)
      set_parts (page, lanes, time);
    return TRUE;
  }
  if (!poplens_error_is_lack (wrong)) {
    g_propagate_error (error, g_steal_pointer (&wrong));
    return FALSE;
  }
  if (is_asked)
    poplens_page_add_misuse (page, wrong->message);
  return TRUE;
}
