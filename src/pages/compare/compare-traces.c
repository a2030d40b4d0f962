/* Executed steps of two reports on one axis: those of an IPU before above those after, moved so
 * that the first work, or an iteration, of both begins at one place. */
#include "base/error.h"
#include "analysis/trace/trace-fold.h"
#include "derived/compare/compare-source.h"
#include "derived/time/time-found.h"
#include "derived/time/time-source.h"
#include "pages/compare/compare-page.h"
#include "pages/trace/trace-model.h"

#include <string.h>

/* So many iterations can be chosen of a list; others by the location. */
#define MOST_CHOICES 20

/* Steps of an IPU of one report: items of the chart from .first on, of the lanes from .own on. */
typedef struct {
  PoplensSide side;
  gsize first, n, own;
} Part;

/* What hover boxes and labels ask for, long after the page was made. */
typedef struct {
  PoplensReport *report[POPLENS_N_SIDES]; /* keep the parts */
  PoplensTraceLanes *lanes[POPLENS_N_SIDES];
  GArray *parts; /* of Part, by .first */
} Traces;

static void
traces_clear (gpointer data)
{
  Traces *self = data;

  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    poplens_trace_lanes_unref (self->lanes[s]);
    g_object_unref (self->report[s]);
  }
  g_array_unref (self->parts);
}

static void
traces_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, traces_clear);
}

static const PoplensExecution *
execution_of (const Traces *self, PoplensSide side)
{
  return self->lanes[side]->model->execution;
}

/* ---- in words ----------------------------------------------------------------------------------
 */

/* Which of its lanes' items the item is; NULL for none. */
static const Part *
find_part (const Traces *self, gsize item, gsize *own)
{
  for (guint p = 0; p < self->parts->len; p++) {
    const Part *part = &g_array_index (self->parts, Part, p);
    if (item < part->first || item - part->first >= part->n)
      continue;
    *own = part->own + (item - part->first);
    return part;
  }
  return NULL;
}

static char *
name_item (gconstpointer data, gsize item)
{
  const Traces *self = data;
  gsize own;
  const Part *part = find_part (self, item, &own);

  return part ? poplens_trace_lanes_name (self->lanes[part->side], own) : NULL;
}

/* Cycles are those of its own report, wherever it is drawn. */
static char *
note_item (gconstpointer data, gsize item)
{
  static const char *const sides[] = {"Before", "After"};
  const Traces *self = data;
  PoplensNumber cycles, first, last;
  gsize own;
  guint32 row;
  const Part *part = find_part (self, item, &own);

  if (!part || !poplens_trace_lanes_row (self->lanes[part->side], own, &row))
    return NULL;
  const PoplensTraceModel *model = self->lanes[part->side]->model;
  const PoplensExecution *x = model->execution;
  g_autofree char *more =
      poplens_trace_lanes_note (self->report[part->side], self->lanes[part->side], own);
  guint64 from = x->row_from[row], to = poplens_execution_row_to (x, row);
  return g_strdup_printf (
      "%s\t%s\n%s\t%s\nFrom cycle\t%s\nTo cycle\t%s%s%s", sides[part->side],
      poplens_report_get_name (self->report[part->side]),
      poplens_trace_series[poplens_trace_look (model, x->row_step[row]).series].name,
      poplens_format_items (cycles, to - from, "cycle"), poplens_format_count (first, from),
      poplens_format_count (last, to), more ? "\n" : "", more ? more : "");
}

/* Of each report by itself, as names are told apart from those that are seen with them. */
static void
label_items (gconstpointer data, const gsize *items, guint n, char **labels)
{
  const Traces *self = data;
  g_autofree gsize *own = g_new (gsize, MAX (n, 1));
  g_autofree guint *at = g_new (guint, MAX (n, 1));
  g_autofree char **told = g_new (char *, MAX (n, 1));

  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    guint count = 0;
    for (guint i = 0; i < n; i++) {
      const Part *part = find_part (self, items[i], &own[count]);
      if (part && part->side == s)
        at[count++] = i;
    }
    memset (told, 0, count * sizeof *told);
    poplens_trace_lanes_labels (self->lanes[s], own, count, told);
    for (guint i = 0; i < count; i++)
      labels[at[i]] = told[i];
  }
}

/* ---- alignment ---------------------------------------------------------------------------------
 */

typedef enum { ALIGN_PROGRAM, ALIGN_START, ALIGN_ITERATION } AlignKind;

typedef struct {
  AlignKind kind;
  guint64 iteration;                                  /* from 1 */
  guint64 from[POPLENS_N_SIDES], to[POPLENS_N_SIDES]; /* cycles of each that are shown first */
  guint64 shift[POPLENS_N_SIDES];                     /* of each, so that .from is one place */
} Align;

static const char *const align_options[] = {"program", "start"};
static const char *const align_titles[] = {"First work", "Start of trace"};

/* FALSE where @text is no alignment. */
static gboolean
parse_align (const char *text, Align *align)
{
  *align = (Align){.kind = ALIGN_PROGRAM};
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
  align->kind = ALIGN_ITERATION;
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
find_range (const Traces *self, PoplensSide side, Align *align, GCancellable *cancellable,
            GError **error)
{
  const PoplensExecution *x = execution_of (self, side);

  if (align->kind != ALIGN_ITERATION) {
    poplens_trace_opening_range (x, self->lanes[side]->shown, &align->from[side], &align->to[side]);
    return TRUE;
  }
  const GArray *turns = turns_of (self->report[side], cancellable, error);
  if (!turns)
    return FALSE;
  if (align->iteration > turns->len) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "no iteration %" G_GUINT64_FORMAT " in the report %s (%s)", align->iteration,
                 poplens_side_name (side), poplens_report_get_name (self->report[side]));
    return FALSE;
  }
  const PoplensTimeIteration *turn =
      &g_array_index (turns, PoplensTimeIteration, align->iteration - 1);
  align->from[side] = turn->from;
  align->to[side] = turn->from + poplens_time_iteration_length (turn);
  return TRUE;
}

/* FALSE only where nothing more can be read: what cannot be is said, and the first work aligned. */
static gboolean
find_align (PoplensComparePage *page, const Traces *self, Align *align, GError **error)
{
  const char *text = poplens_location_get (page->context->location, "align");
  g_autoptr (GError) local = NULL;

  if (!parse_align (text, align))
    g_set_error (&local, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "invalid alignment “%s”; expected program, start or iteration=N", text);
  for (guint s = 0; s < POPLENS_N_SIDES && !local; s++)
    find_range (self, s, align, page->context->cancellable, &local);
  if (local) {
    if (!poplens_compare_page_forgive (page, &local, error))
      return FALSE;
    *align = (Align){.kind = ALIGN_PROGRAM};
    for (guint s = 0; s < POPLENS_N_SIDES; s++)
      find_range (self, s, align, NULL, NULL);
  }
  guint64 place = MAX (align->from[POPLENS_FIRST], align->from[POPLENS_SECOND]);
  for (guint s = 0; s < POPLENS_N_SIDES && align->kind != ALIGN_START; s++)
    align->shift[s] = place - align->from[s];
  return TRUE;
}

/* Iterations of both, where the time of both is worked out or one of them is asked for. */
static guint
count_iterations (const Traces *self, const Align *align)
{
  guint n = G_MAXUINT;

  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    const GArray *turns =
        align->kind == ALIGN_ITERATION || poplens_report_peek_time (self->report[s])
            ? turns_of (self->report[s], NULL, NULL)
            : NULL;
    n = MIN (n, turns ? turns->len : 0);
  }
  return n;
}

static void
add_align (PoplensPage *page, const Traces *self, const Align *align)
{
  g_autoptr (GStrvBuilder) options = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) titles = g_strv_builder_new ();
  guint n = count_iterations (self, align), current = align->kind, shown = 0;

  for (guint k = 0; k < G_N_ELEMENTS (align_options); k++, shown++) {
    g_strv_builder_add (options, align_options[k]);
    g_strv_builder_add (titles, align_titles[k]);
  }
  for (guint i = 1; i <= n; i++) {
    gboolean asked = align->kind == ALIGN_ITERATION && i == align->iteration;
    g_autofree char *option = g_strdup_printf ("iteration=%u", i);
    g_autofree char *title = g_strdup_printf ("Iteration %u", i);
    if (i > MOST_CHOICES && !asked)
      continue;
    current = asked ? shown : current;
    g_strv_builder_add (options, option);
    g_strv_builder_add (titles, title);
    shown++;
  }
  poplens_page_add_own_choice (page, "align", "Align",
                               "Place in both traces that is put at the same cycle",
                               g_strv_builder_end (options), g_strv_builder_end (titles), current);
}

/* ---- the chart ---------------------------------------------------------------------------------
 */

typedef struct {
  Traces *traces;
  const Align *align;
  PoplensChart *chart;
  guint8 series[POPLENS_N_SIDES][POPLENS_N_TRACE_SERIES]; /* of each report's, that of the chart */
  GArray *parts;                                          /* of PoplensLaneJoin */
  GArray *looks;                                          /* of PoplensLaneRowLook */
} Builder;

/* Those that either has. */
static void
add_series (Builder *b, const PoplensLocation *location)
{
  guint8 n = 0;

  for (guint i = 0; i < POPLENS_N_TRACE_SERIES; i++) {
    const PoplensTraceSeriesInfo *info = &poplens_trace_series[i];
    gboolean any = FALSE;
    for (guint s = 0; s < POPLENS_N_SIDES; s++) {
      const PoplensTraceModel *model = b->traces->lanes[s]->model;
      guint8 own = model->location[i];
      if (own >= model->n_series || model->seen[own] != i)
        continue;
      b->series[s][own] = n;
      any = TRUE;
    }
    if (!any)
      continue;
    poplens_chart_add_series (b->chart, info->kind, info->key, info->name, info->ink, 0, NULL,
                              poplens_page_hides (location, info->key));
    n++;
  }
}

static const PoplensTraceGroup *
group_of (const PoplensTraceLanes *lanes, guint ipu)
{
  for (guint g = 0; g < lanes->groups->len; g++) {
    const PoplensTraceGroup *group = &g_array_index (lanes->groups, PoplensTraceGroup, g);
    if (group->ipu == ipu && group->n_rows)
      return group;
  }
  return NULL;
}

/* Rows of the IPU before, then after. */
static void
add_ipu (Builder *b, guint ipu)
{
  static const char *const notes[] = {"before", "after"};
  g_autofree char *name = g_strdup_printf ("IPU %u", ipu);
  guint first_row = b->looks->len;

  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    const PoplensTraceGroup *group = group_of (b->traces->lanes[s], ipu);
    const Part *last = b->traces->parts->len
                           ? &g_array_index (b->traces->parts, Part, b->traces->parts->len - 1)
                           : NULL;
    if (!group)
      continue;
    Part part = {s, last ? last->first + last->n : 0, group->n_items, group->first_item};
    PoplensLaneJoin drawn = {b->traces->lanes[s]->blocks,
                             group->first_item,
                             group->n_items,
                             b->align->shift[s],
                             group->first_row,
                             b->looks->len,
                             b->series[s]};
    guint at = b->looks->len;
    g_array_append_val (b->traces->parts, part);
    g_array_append_val (b->parts, drawn);
    g_array_set_size (b->looks, at + group->n_rows);
    /* The name of the IPU stands beside its first row. */
    g_array_index (b->looks, PoplensLaneRowLook, at + (at == first_row && group->n_rows > 1)).note =
        notes[s];
  }
  if (b->looks->len > first_row)
    poplens_chart_add_lane_group (b->chart, name, b->looks->len - first_row, FALSE, FALSE);
}

static guint
most_ipus (const Traces *self)
{
  return MAX (execution_of (self, POPLENS_FIRST)->n_ipus,
              execution_of (self, POPLENS_SECOND)->n_ipus);
}

/* @traces: (transfer full) */
static PoplensChart *
chart_new (Traces *traces, const Align *align, const PoplensPageContext *context)
{
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (PoplensLaneJoin));
  g_autoptr (GArray) looks = g_array_new (FALSE, TRUE, sizeof (PoplensLaneRowLook));
  PoplensChart *chart = poplens_chart_new (&poplens_lanes_kind, "Executed steps, compared", 0,
                                           POPLENS_CHART_UNIT_BYTES, context->unit);
  Builder b = {.traces = traces, .align = align, .chart = chart, .parts = parts, .looks = looks};
  guint64 from = G_MAXUINT64, to = 0;

  poplens_chart_set_item_axis (chart, "Cycles", "step");
  add_series (&b, context->location);
  for (guint ipu = 0; ipu < most_ipus (traces); ipu++)
    add_ipu (&b, ipu);
  PoplensLaneBlocks *blocks =
      poplens_lane_blocks_join ((const PoplensLaneJoin *) (gconstpointer) parts->data, parts->len);
  poplens_chart_set_lane_blocks (chart, blocks);
  poplens_lane_blocks_unref (blocks);
  poplens_chart_set_lane_row_looks (chart, (const PoplensLaneRowLook *) (gconstpointer) looks->data,
                                    looks->len);
  poplens_chart_set_lane_sizes (chart, TRUE);
  poplens_chart_set_lane_nominal (
      chart, poplens_page_clock (context, traces->lanes[POPLENS_FIRST]->model->target), FALSE);
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    from = MIN (from, align->from[s] + align->shift[s]);
    to = MAX (to, align->to[s] + align->shift[s]);
  }
  if (from < to)
    poplens_chart_set_lane_opening (chart, from, to);
  poplens_chart_set_item_names (chart, name_item, g_atomic_rc_box_acquire (traces), traces_unref);
  poplens_chart_set_item_notes (chart, note_item, g_atomic_rc_box_acquire (traces), traces_unref);
  poplens_chart_set_lane_labels (chart, label_items, traces, traces_unref);
  return chart;
}

/* ---- what is said above it ---------------------------------------------------------------------
 */

static void
add_notices (PoplensComparePage *self, const Traces *traces, const Align *align)
{
  static const char *const lengths[] = {"Cycles from first to last work",
                                        "Cycles from first to last work",
                                        "Cycles of this iteration"};
  gint64 cycles[POPLENS_N_SIDES];
  guint ipus[POPLENS_N_SIDES];
  PoplensNumber before;

  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    guint64 length = align->to[s] > align->from[s] ? align->to[s] - align->from[s] : 0;
    cycles[s] = (gint64) MIN (length, POPLENS_MOST_AMOUNT);
    ipus[s] = poplens_execution_count_ipus (execution_of (traces, s));
  }
  g_autofree char *words = poplens_compare_page_words (
      POPLENS_UNIT_CYCLES, poplens_amount_of (cycles[POPLENS_FIRST], cycles[POPLENS_SECOND]),
      self->context->unit);
  g_autofree char *text =
      g_strdup_printf ("%s: %s. On each IPU, before is above after.", lengths[align->kind], words);
  poplens_page_add_notice (self->page, POPLENS_TONE_NEUTRAL, "compared", text);
  if (ipus[POPLENS_FIRST] == ipus[POPLENS_SECOND])
    return;
  g_autofree char *differ = g_strdup_printf (
      "Before ran on %s, after on %u: an IPU that one lacks has only the other's steps",
      poplens_format_items (before, ipus[POPLENS_FIRST], "IPU"), ipus[POPLENS_SECOND]);
  poplens_page_add_notice (self->page, POPLENS_TONE_WARNING, "ipus", differ);
}

/* ---- both traces -------------------------------------------------------------------------------
 */

/* One report, on a thread of its own. */
typedef struct {
  PoplensReport *report;
  PoplensTraceLanesChoice choice;
  PoplensWork work;
  PoplensTraceLanes *lanes;
  GError *error;
} Load;

static gpointer
load_side (gpointer data)
{
  Load *self = data;
  const PoplensExecution *execution =
      poplens_report_load_execution (self->report, self->work.cancellable, &self->error);
  g_autoptr (PoplensTraceModel) model =
      execution && poplens_time_has_steps (execution, &self->error)
          ? poplens_trace_model_get (self->report, self->work.cancellable, &self->error)
          : NULL;

  if (model)
    self->lanes =
        poplens_trace_lanes_get (self->report, model, &self->choice, &self->work, &self->error);
  return NULL;
}

/* The only IPU that the location names; −1: all. */
static int
read_ipu (const PoplensLocation *location)
{
  const char *text = poplens_location_get (location, "ipu");
  guint64 ipu;

  return text && g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT16, &ipu, NULL) ? (int) ipu : -1;
}

static void
load_ipu (PoplensComparePage *self, Load loads[POPLENS_N_SIDES], int ipu)
{
  PoplensWork work =
      self->context->work ? *self->context->work : poplens_work_of (self->context->cancellable);
  PoplensTraceLanesChoice choice = {.ipu = ipu};

  loads[POPLENS_FIRST] = (Load){self->of[POPLENS_FIRST], choice, work, NULL, NULL};
  /* The first tells how far both are. */
  loads[POPLENS_SECOND] = (Load){
      self->of[POPLENS_SECOND], choice, {.cancellable = work.cancellable, .to = 1}, NULL, NULL};
  GThread *helper = g_thread_try_new ("poplens-compare", load_side, &loads[POPLENS_SECOND], NULL);
  load_side (&loads[POPLENS_FIRST]);
  if (helper)
    g_thread_join (helper);
  else
    load_side (&loads[POPLENS_SECOND]);
}

static gboolean
is_empty (const Load *load)
{
  return load->lanes && !load->lanes->groups->len;
}

/* All IPUs, where neither has that which is asked for. */
static void
load_both (PoplensComparePage *self, Load loads[POPLENS_N_SIDES])
{
  int ipu = read_ipu (self->context->location);

  load_ipu (self, loads, ipu);
  if (ipu < 0 || !is_empty (&loads[POPLENS_FIRST]) || !is_empty (&loads[POPLENS_SECOND]))
    return;
  g_autofree char *text = g_strdup_printf ("no step ran on IPU %d in either report", ipu);
  poplens_page_add_misuse (self->page, text);
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    poplens_trace_lanes_unref (loads[s].lanes);
  load_ipu (self, loads, -1);
}

/* Takes what was loaded. NULL with an error: ABSENT where one executed no steps, which it names.
 * (transfer full) */
static Traces *
traces_new (Load loads[POPLENS_N_SIDES], const PoplensCompareSource *source, GError **error)
{
  gboolean has[POPLENS_N_SIDES], read = TRUE;
  g_autofree char *why = NULL;
  Traces *self = g_atomic_rc_box_new0 (Traces);

  self->parts = g_array_new (FALSE, FALSE, sizeof (Part));
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    g_autoptr (GError) local = loads[s].error;
    self->report[s] = g_object_ref (loads[s].report);
    self->lanes[s] = loads[s].lanes;
    has[s] = loads[s].lanes != NULL;
    if (local && !why)
      why = g_strdup (local->message);
    if (local && read && !g_error_matches (local, POPLENS_ERROR, POPLENS_ERROR_ABSENT)) {
      g_propagate_error (error, g_steal_pointer (&local));
      poplens_compare_source_blame (source, s, error);
      read = FALSE;
    }
  }
  if (read && poplens_compare_source_require (source, has, why, error))
    return self;
  traces_unref (self);
  return NULL;
}

gboolean
poplens_compare_traces_add (PoplensComparePage *self, gboolean *has, GError **error)
{
  PoplensCompareSource source = {{self->of[POPLENS_FIRST], self->of[POPLENS_SECOND]}};
  g_autoptr (GError) local = NULL;
  Load loads[POPLENS_N_SIDES];
  Align align;

  load_both (self, loads);
  Traces *traces = traces_new (loads, &source, &local);
  *has = traces != NULL;
  if (!traces)
    return poplens_compare_page_forgive (self, &local, error);
  if (!find_align (self, traces, &align, error)) {
    traces_unref (traces);
    return FALSE;
  }
  self->page->layout = POPLENS_LAYOUT_CHART;
  add_align (self->page, traces, &align);
  poplens_compare_page_add_ipus (self);
  add_notices (self, traces, &align);
  poplens_page_add_section (self->page, POPLENS_SECTION_CHART, "compared-traces",
                            "Executed Steps, Compared")
      ->chart = chart_new (traces, &align, self->context);
  return TRUE;
}
