/* Executed steps of two reports on one axis: for each IPU, Before is above After. The traces are
 * shifted so that a chosen event is at the same cycle in both. */
#include "analysis/trace/trace-fold.h"
#include "base/error.h"
#include "base/typed.h"
#include "derived/compare/compare-source.h"
#include "derived/time/time-source.h"
#include "pages/compare/compare-page.h"
#include "pages/trace/trace-colour.h"
#include "pages/trace/trace-model.h"

#include <string.h>

/* Event that is put at the same cycle in both traces. */
typedef enum {
  POPLENS_ALIGN_PROGRAM, /* the first compute or exchange step */
  POPLENS_ALIGN_START,   /* cycle 0: the traces are not shifted */
  POPLENS_ALIGN_ITERATION,
  POPLENS_ALIGN_NAME, /* the first step whose name is .name, or is a path below .name */
} PoplensAlignKind;

typedef struct {
  PoplensAlignKind kind;
  guint64 iteration; /* ITERATION: number of the iteration, from 1 */
  const char *name;  /* NAME: "Bwd/encoder"; belongs to the page's location */
  /* [side]: range of cycles that the default view shows */
  guint64 from[POPLENS_N_SIDES], to[POPLENS_N_SIDES];
  guint64 shift[POPLENS_N_SIDES]; /* [side]: cycles by which the steps are shifted, so that .from of
                                     both sides coincide */
} PoplensAlign;

/* Maximum number of iterations among the options for the alignment. A location can name others. */
#define MOST_CHOICES 20
/* Maximum number of step names among the options for the alignment. A location can name others. */
#define MOST_NAMES 8

static const char *const align_options[] = {"program", "start"};
static const char *const align_titles[] = {"First work", "Start of trace"};

/* ---- alignment: steps of a name -------------------------------------------------------------- */

/* Returns a byte for each string of @model: TRUE if the string is @name or a path below it.
 * (transfer full) */
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

/* Returns the cycle at which the iteration that contains @cycle ends; G_MAXUINT64 in the last
 * iteration. @turns: (nullable): iterations. */
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

/* Finds the first step whose name is @name or a path below it, and the last such step in the same
 * iteration. @from, @to: (out): range of cycles of these steps. @turns: (nullable): iterations.
 * FALSE if there is no such step. */
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

/* Returns the first components of step names, such as "Fwd" of "Fwd/layer", in order of appearance.
 * (transfer full): GPtrArray of char * */
static GPtrArray *
list_parts (const PoplensTraceModel *model)
{
  const PoplensExecution *x = model->execution;
  g_autofree guint8 *seen = g_new0 (guint8, poplens_strings_count (model->strings));
  GPtrArray *parts = g_ptr_array_new_with_free_func (g_free);

  for (guint32 step = 0; step < x->n_steps; step++) {
    const char *text = poplens_strings_get (model->strings, model->name[step]);
    gsize length = seen[model->name[step]] ? 0 : strcspn (text, "/ ");
    /* Skip names that do not begin with a path, such as "StreamCopyBegin Fwd/input". */
    g_autofree char *part = length && text[length] == '/' ? g_strndup (text, length) : NULL;
    seen[model->name[step]] = TRUE;
    if (part && !g_ptr_array_find_with_equal_func (parts, part, g_str_equal, NULL))
      g_ptr_array_add (parts, g_steal_pointer (&part));
  }
  return parts;
}

/* ---- alignment: the place -------------------------------------------------------------------- */

/* Parses the key "align" of a location. @text: (nullable): NULL: the default alignment. FALSE if
 * @text is not an alignment. */
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

/* Returns the iterations of the report (PoplensTimeIteration). NULL with @error. (transfer none) */
static const GArray *
turns_of (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensTimeIterations *iterations =
      poplens_report_time_iterations (report, cancellable, error);

  return iterations ? iterations->iterations.turns : NULL;
}

/* Sets @error (USAGE): report @side does not have @what, such as "iteration 99". Returns FALSE. */
static gboolean
compare_traces_refuse (PoplensComparePage *page, PoplensSide side, const char *what, GError **error)
{
  g_autofree char *name = poplens_report_name_beside (page->of[side], page->of[!side]);

  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "no %s in the report %s (%s)", what,
               poplens_side_name (side), name);
  return FALSE;
}

/* Finds the range of cycles of report @side that the default view shows. FALSE with USAGE if the
 * report does not have the iteration or step name of the alignment. */
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
    return compare_traces_refuse (page, side, what, error);
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
    return compare_traces_refuse (page, side, what, error);
  }
  const PoplensTimeIteration *turn =
      &g_array_index (turns, PoplensTimeIteration, align->iteration - 1);
  align->from[side] = turn->from;
  align->to[side] = turn->end;
  return TRUE;
}

/* Reads the alignment from the location. If the alignment is impossible, reports that, and aligns
 * the first work instead. FALSE with @error only if nothing more can be read. */
static gboolean
align_find (PoplensComparePage *page, PoplensTraceLanes *const lanes[POPLENS_N_SIDES],
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

typedef struct {
  GStrvBuilder *options, *titles;
  guint n, current;
} AlignChoices;

static void
add_choice (AlignChoices *self, const char *option, const char *title, gboolean is_current)
{
  self->current = is_current ? self->n : self->current;
  g_strv_builder_add (self->options, option);
  g_strv_builder_add (self->titles, title);
  self->n++;
}

static void
add_iterations (AlignChoices *self, const PoplensAlign *align, guint n)
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
compare_traces_add_name (AlignChoices *self, const PoplensAlign *align, const char *name)
{
  g_autofree char *option = g_strconcat ("name=", name, NULL);

  add_choice (self, option, name, align->name && g_str_equal (name, align->name));
}

/* Adds options for the first components of step names that both reports have. Also adds the name of
 * the current alignment, if it is not among them. */
static void
align_add_names (AlignChoices *self, const PoplensAlign *align,
                 PoplensTraceLanes *const lanes[POPLENS_N_SIDES])
{
  g_autoptr (GPtrArray) first = list_parts (lanes[POPLENS_FIRST]->model);
  g_autoptr (GPtrArray) second = list_parts (lanes[POPLENS_SECOND]->model);
  gboolean told = !align->name;

  for (guint p = 0, n = 0; p < first->len && n < MOST_NAMES; p++) {
    const char *part = first->pdata[p];
    if (!g_ptr_array_find_with_equal_func (second, part, g_str_equal, NULL))
      continue;
    compare_traces_add_name (self, align, part);
    told = told || g_str_equal (part, align->name);
    n++;
  }
  if (!told)
    compare_traces_add_name (self, align, align->name);
}

/* Adds the choice of the alignment, with the iterations and first name components that both reports
 * have. */
static void
align_add (PoplensComparePage *self, PoplensTraceLanes *const lanes[POPLENS_N_SIDES],
           const PoplensAlign *align)
{
  g_autoptr (GStrvBuilder) options = g_strv_builder_new (), titles = g_strv_builder_new ();
  AlignChoices choices = {options, titles, 0, 0};

  for (guint k = 0; k < G_N_ELEMENTS (align_options); k++)
    add_choice (&choices, align_options[k], align_titles[k], align->kind == k);
  /* List only iterations that both reports have. */
  guint n = G_MAXUINT;
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    const GArray *turns = turns_of (self->of[s], NULL, NULL);
    n = MIN (n, turns ? turns->len : 0);
  }
  add_iterations (&choices, align, n);
  align_add_names (&choices, align, lanes);
  poplens_page_add_own_choice (
      self->page, "align", "Align", "Place in both traces that is put at the same cycle",
      g_strv_builder_end (options), g_strv_builder_end (titles), choices.current);
}

/* ---- the traces ------------------------------------------------------------------------------ */

#define MOST_SERIES (POPLENS_N_TIMES + POPLENS_N_TRACE_SERIES)

/* Items of the chart for the steps of one report on one IPU: .first … .first + .n − 1. They show
 * the items of the report's own lanes from .own on. */
typedef struct {
  PoplensSide side;
  gsize first, n, own;
} ComparedTracePart;

/* Data of the chart's callbacks; outlives the page. Reference counted. */
typedef struct {
  PoplensReport *report[POPLENS_N_SIDES]; /* keep the parts of both reports alive */
  PoplensTraceLanes *lanes[POPLENS_N_SIDES];
  GArray *parts; /* ComparedTracePart, sorted by .first */
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

/* Returns series @i of @lanes: a time class or, if time classes are unknown, a step type. */
static PoplensTraceSeriesInfo
series_at (const PoplensTraceLanes *lanes, guint i)
{
  if (!lanes->colours)
    return poplens_trace_series[lanes->model->seen[i]];
  const PoplensTraceClass *class = &g_array_index (lanes->colours->classes, PoplensTraceClass, i);
  return (PoplensTraceSeriesInfo){class->key, class->name, class->ink, class->kind};
}

static guint
count_series (const PoplensTraceLanes *lanes)
{
  return lanes->colours ? lanes->colours->classes->len : lanes->model->n_series;
}

static const char *
series_name (const PoplensTraceLanes *lanes, guint32 row)
{
  const PoplensTraceModel *model = lanes->model;

  return lanes->colours
             ? series_at (lanes, lanes->colours->of_row[row]).name
             : poplens_trace_series[poplens_trace_look (model, model->execution->row_step[row])
                                        .series]
                   .name;
}

static const PoplensExecution *
execution_of (const Traces *self, PoplensSide side)
{
  return self->lanes[side]->model->execution;
}

/* ---- in words -------------------------------------------------------------------------------- */

/* Finds the part that contains @item of the chart. @own: (out): number of the item in the lanes of
 * its report. (transfer none) (nullable): NULL if there is none */
static const ComparedTracePart *
find_trace_part (const Traces *self, gsize item, gsize *own)
{
  for (guint p = 0; p < self->parts->len; p++) {
    const ComparedTracePart *part = &g_array_index (self->parts, ComparedTracePart, p);
    if (item < part->first || item - part->first >= part->n)
      continue;
    *own = part->own + (item - part->first);
    return part;
  }
  return NULL;
}

static char *
compare_traces_name_item (gconstpointer data, gsize item)
{
  const Traces *self = data;
  gsize own;
  const ComparedTracePart *part = find_trace_part (self, item, &own);

  return part ? poplens_trace_lanes_name (self->lanes[part->side], own) : NULL;
}

/* Returns the lines of the hover box. They give the step's cycles in its own report, which are not
 * shifted. (transfer full) */
static char *
compare_traces_note_item (gconstpointer data, gsize item)
{
  static const char *const sides[] = {"Before", "After"};
  const Traces *self = data;
  PoplensNumber cycles, first, last;
  gsize own;
  guint32 row;
  const ComparedTracePart *part = find_trace_part (self, item, &own);

  if (!part || !poplens_trace_lanes_row (self->lanes[part->side], own, &row))
    return NULL;
  const PoplensExecution *x = execution_of (self, part->side);
  g_autofree char *more =
      poplens_trace_lanes_note (self->report[part->side], self->lanes[part->side], own);
  g_autofree char *name =
      poplens_report_name_beside (self->report[part->side], self->report[!part->side]);
  guint64 from = x->row_from[row], to = poplens_execution_row_to (x, row);
  return g_strdup_printf ("%s\t%s\n%s\t%s\nFrom cycle\t%s\nTo cycle\t%s%s%s", sides[part->side],
                          name, series_name (self->lanes[part->side], row),
                          poplens_format_items (cycles, to - from, "cycle"),
                          poplens_format_count (first, from), poplens_format_count (last, to),
                          more ? "\n" : "", more ? more : "");
}

/* Labels the steps of each report separately. A label is shortened only as far as it still differs
 * from other visible labels of its report. */
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
      const ComparedTracePart *part = find_trace_part (self, items[i], &own[count]);
      if (part && part->side == s)
        at[count++] = i;
    }
    memset (told, 0, count * sizeof *told);
    poplens_trace_lanes_labels (self->lanes[s], own, count, told);
    for (guint i = 0; i < count; i++)
      labels[at[i]] = told[i];
  }
}

/* ---- the chart ------------------------------------------------------------------------------- */

typedef struct {
  Traces *traces;
  const PoplensAlign *align;
  PoplensChart *chart;
  guint8 series[POPLENS_N_SIDES][MOST_SERIES]; /* [side][series of .lanes]: series of the chart */
  GArray *parts;                               /* PoplensLaneJoin: blocks of each part */
  GArray *looks; /* PoplensLaneRowLook: one for each row of the chart */
} ComparedTraceBuilder;

/* Returns the rank of series @i of @lanes in the order of all time classes or step types. */
static guint
rank_of (const PoplensTraceLanes *lanes, guint i)
{
  guint rank = 0;

  if (!lanes->colours)
    return lanes->model->seen[i];
  while (rank < POPLENS_N_TIMES &&
         !g_str_equal (series_at (lanes, i).key, poplens_time_class_key (rank)))
    rank++;
  return rank;
}

/* Adds the series of both reports to the chart, each once, in the order of time classes or step
 * types. */
static void
compare_traces_add_series (ComparedTraceBuilder *b, const PoplensLocation *location)
{
  const PoplensTraceLanes *first = b->traces->lanes[POPLENS_FIRST];
  const PoplensTraceLanes *second = b->traces->lanes[POPLENS_SECOND];
  guint at[POPLENS_N_SIDES] = {0};

  for (guint8 n = 0; n < MOST_SERIES; n++) {
    gboolean has[] = {at[POPLENS_FIRST] < count_series (first),
                      at[POPLENS_SECOND] < count_series (second)};
    if (!has[POPLENS_FIRST] && !has[POPLENS_SECOND])
      return;
    if (has[POPLENS_FIRST] && has[POPLENS_SECOND]) {
      int order =
          (int) rank_of (first, at[POPLENS_FIRST]) - (int) rank_of (second, at[POPLENS_SECOND]);
      has[POPLENS_FIRST] = order <= 0;
      has[POPLENS_SECOND] = order >= 0;
    }
    PoplensTraceSeriesInfo info = has[POPLENS_FIRST] ? series_at (first, at[POPLENS_FIRST])
                                                     : series_at (second, at[POPLENS_SECOND]);
    poplens_chart_add_series (b->chart, info.kind, info.key, info.name, info.ink, 0, NULL,
                              poplens_page_hides (location, info.key));
    for (guint s = 0; s < POPLENS_N_SIDES; s++)
      if (has[s])
        b->series[s][at[s]++] = n;
  }
}

static const PoplensTraceGroup *
compare_traces_group_of (const PoplensTraceLanes *lanes, guint ipu)
{
  for (guint g = 0; g < lanes->groups->len; g++) {
    const PoplensTraceGroup *group = &g_array_index (lanes->groups, PoplensTraceGroup, g);
    if (group->ipu == ipu && group->n_rows)
      return group;
  }
  return NULL;
}

/* Adds the rows of one IPU: those of Before, then those of After. */
static void
compare_traces_add_ipu (ComparedTraceBuilder *b, guint ipu)
{
  static const char *const notes[] = {"before", "after"};
  g_autofree char *name = g_strdup_printf ("IPU %u", ipu);
  guint first_row = b->looks->len;

  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    const PoplensTraceGroup *group = compare_traces_group_of (b->traces->lanes[s], ipu);
    const ComparedTracePart *last =
        b->traces->parts->len
            ? &g_array_index (b->traces->parts, ComparedTracePart, b->traces->parts->len - 1)
            : NULL;
    if (!group)
      continue;
    ComparedTracePart part = {s, last ? last->first + last->n : 0, group->n_items,
                              group->first_item};
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
    /* The first row has the name of the IPU in the gutter: put the note on the second row, if there
     * is one. */
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

/* Creates the chart of both traces. @traces: (transfer full). (transfer full) */
static PoplensChart *
compared_traces_chart_new (Traces *traces, const PoplensAlign *align,
                           const PoplensPageContext *context)
{
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (PoplensLaneJoin));
  g_autoptr (GArray) looks = g_array_new (FALSE, TRUE, sizeof (PoplensLaneRowLook));
  PoplensChart *chart = poplens_chart_new (&poplens_lanes_kind, "Executed steps, compared", 0,
                                           POPLENS_CHART_UNIT_BYTES, context->unit);
  ComparedTraceBuilder b = {
      .traces = traces, .align = align, .chart = chart, .parts = parts, .looks = looks};
  guint64 from = G_MAXUINT64, to = 0;

  poplens_chart_set_item_axis (chart, "Cycles", "step");
  compare_traces_add_series (&b, context->location);
  for (guint ipu = 0; ipu < most_ipus (traces); ipu++)
    compare_traces_add_ipu (&b, ipu);
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
  poplens_chart_set_item_names (chart, compare_traces_name_item, g_atomic_rc_box_acquire (traces),
                                traces_unref);
  poplens_chart_set_item_notes (chart, compare_traces_note_item, g_atomic_rc_box_acquire (traces),
                                traces_unref);
  poplens_chart_set_lane_labels (chart, label_items, traces, traces_unref);
  return chart;
}

/* ---- what is said above it ------------------------------------------------------------------- */

static void
compare_traces_add_notices (PoplensComparePage *self, const Traces *traces,
                            const PoplensAlign *align)
{
  static const char *const lengths[] = {
      "Cycles from first to last work", "Cycles from first to last work",
      "Cycles of this iteration", "Cycles from the first to the last of these steps"};
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
  /* Skip this notice if the page has one on the program time: that one leaves out cycles outside
   * the program. */
  if (!poplens_page_find_section (self->page, "compared"))
    poplens_page_add_notice (self->page, POPLENS_TONE_NEUTRAL, "compared", text);
  if (ipus[POPLENS_FIRST] == ipus[POPLENS_SECOND])
    return;
  g_autofree char *differ = g_strdup_printf (
      "Before ran on %s, after on %u: an IPU that one lacks has only the other's steps",
      poplens_format_items (before, ipus[POPLENS_FIRST], "IPU"), ipus[POPLENS_SECOND]);
  poplens_page_add_notice (self->page, POPLENS_TONE_WARNING, "ipus", differ);
}

/* ---- both traces ----------------------------------------------------------------------------- */

/* Loading the lanes of one report: input and result. Each report has a thread. */
typedef struct {
  PoplensReport *report;
  int ipu;          /* the only IPU to show; −1: all */
  gboolean by_type; /* steps are coloured by type; FALSE: by time class */
  PoplensWork work;
  PoplensTraceLanes *lanes;
  GError *error;
} TraceLoad;

static gpointer
trace_load_run (gpointer data)
{
  TraceLoad *self = data;
  const PoplensExecution *execution =
      poplens_report_load_execution (self->report, self->work.cancellable, &self->error);
  g_autoptr (PoplensTraceModel) model =
      execution && poplens_time_has_steps (execution, &self->error)
          ? poplens_trace_model_get (self->report, self->work.cancellable, &self->error)
          : NULL;

  g_autoptr (PoplensTraceColours) colours =
      model && !self->by_type ? poplens_trace_colours_of_time (self->report, model, FALSE,
                                                               self->work.cancellable, &self->error)
                              : NULL;
  PoplensTraceLanesChoice choice = {.colours = colours, .ipu = self->ipu};

  if (self->error && model && poplens_error_is_lack (self->error))
    g_clear_error (&self->error);
  if (model && !self->error)
    self->lanes = poplens_trace_lanes_get (self->report, model, &choice, &self->work, &self->error);
  return NULL;
}

/* Returns the IPU to which the location restricts the page; −1: none. */
static int
read_ipu (const PoplensLocation *location)
{
  const char *text = poplens_location_get (location, "ipu");
  guint64 ipu;

  return text && poplens_typed_unsigned (text, 0, G_MAXUINT16, &ipu) ? (int) ipu : -1;
}

/* Loads the traces of both reports in parallel. @by_type: colours steps by type instead of by time
 * class. */
static void
load_as (PoplensComparePage *self, TraceLoad loads[POPLENS_N_SIDES], int ipu, gboolean by_type)
{
  PoplensWork work =
      self->context->work ? *self->context->work : poplens_work_of (self->context->cancellable);

  loads[POPLENS_FIRST] = (TraceLoad){self->of[POPLENS_FIRST], ipu, by_type, work, NULL, NULL};
  /* Only the thread of the first report reports progress, on behalf of both. */
  work = (PoplensWork){.cancellable = work.cancellable, .to = 1};
  loads[POPLENS_SECOND] = (TraceLoad){self->of[POPLENS_SECOND], ipu, by_type, work, NULL, NULL};
  GThread *helper =
      g_thread_try_new ("poplens-compare", trace_load_run, &loads[POPLENS_SECOND], NULL);
  trace_load_run (&loads[POPLENS_FIRST]);
  if (helper)
    g_thread_join (helper);
  else
    trace_load_run (&loads[POPLENS_SECOND]);
}

static void
unload (TraceLoad loads[POPLENS_N_SIDES])
{
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    poplens_trace_lanes_unref (loads[s].lanes);
}

/* Loads the lanes of both reports with the same kind of colours: by time class, or by step type if
 * a report has no time classes. */
static void
load_ipu (PoplensComparePage *self, TraceLoad loads[POPLENS_N_SIDES], int ipu)
{
  load_as (self, loads, ipu, FALSE);
  if (!loads[POPLENS_FIRST].lanes || !loads[POPLENS_SECOND].lanes ||
      !loads[POPLENS_FIRST].lanes->colours == !loads[POPLENS_SECOND].lanes->colours)
    return;
  unload (loads);
  load_as (self, loads, ipu, TRUE);
}

static gboolean
trace_load_is_empty (const TraceLoad *load)
{
  return load->lanes && !load->lanes->groups->len;
}

/* Loads the lanes for the IPU that the location names; for all IPUs if neither report executed
 * steps on it. */
static void
load_both (PoplensComparePage *self, TraceLoad loads[POPLENS_N_SIDES])
{
  int ipu = read_ipu (self->context->location);

  load_ipu (self, loads, ipu);
  if (ipu < 0 || !trace_load_is_empty (&loads[POPLENS_FIRST]) ||
      !trace_load_is_empty (&loads[POPLENS_SECOND]))
    return;
  g_autofree char *text = g_strdup_printf ("no step ran on IPU %d in either report", ipu);
  poplens_page_add_misuse (self->page, text);
  unload (loads);
  load_ipu (self, loads, -1);
}

/* Creates the data of the chart. Steals the lanes and errors of @loads. NULL with @error; the error
 * is ABSENT if a report executed no steps. (transfer full) */
static Traces *
traces_new (TraceLoad loads[POPLENS_N_SIDES], const PoplensCompareSource *source, GError **error)
{
  gboolean has[POPLENS_N_SIDES], read = TRUE;
  g_autofree char *why = NULL;
  Traces *self = g_atomic_rc_box_new0 (Traces);

  self->parts = g_array_new (FALSE, FALSE, sizeof (ComparedTracePart));
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
  TraceLoad loads[POPLENS_N_SIDES];
  PoplensAlign align;

  load_both (self, loads);
  Traces *traces = traces_new (loads, &source, &local);
  *has = traces != NULL;
  if (!traces)
    return poplens_compare_page_forgive (self, &local, error);
  if (!align_find (self, traces->lanes, &align, error)) {
    traces_unref (traces);
    return FALSE;
  }
  self->page->layout = POPLENS_LAYOUT_CHART;
  align_add (self, traces->lanes, &align);
  poplens_compare_page_add_ipus (self);
  compare_traces_add_notices (self, traces, &align);
  poplens_page_add_section (self->page, POPLENS_SECTION_CHART, "compared-traces",
                            "Executed Steps, Compared")
      ->chart = compared_traces_chart_new (traces, &align, self->context);
  return TRUE;
}
