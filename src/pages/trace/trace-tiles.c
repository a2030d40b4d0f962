/* The tab with what one executed step took each tile. */
#include "pages/core/tile-tab.h"
#include "pages/trace/trace-tabs.h"
#include "pages/trace/trace-tiles-floor.h"

#include "base/error.h"
#include "derived/programs/program-tiles-source.h"
#include "derived/trace/trace-location.h"

#include <string.h>

/* ---- a step ------------------------------------------------------------------------------------
 */

/* As many bars as the tab has room for. */
#define MOST_BINS 12

typedef enum { SHOW_CYCLES, SHOW_HISTOGRAM, SHOW_BYTES, SHOW_FLOOR, SHOW_VERTICES } Shown;

static const char *const shown_options[] = {"cycles", "histogram", "bytes", "floor", "vertices"};
static const char *const shown_titles[] = {"Cycles by tile", "Cycle histogram", "Bytes by tile",
                                           "Senders and receivers", "Vertices by tile"};

/* The tiles of the IPUs on which the step ran. */
typedef struct {
  const PoplensPageContext *context;
  const PoplensTarget *target;
  const PoplensExecution *execution;
  guint32 step;
  GArray *cycles; /* guint64 */
  GArray *tiles;  /* guint32 */
} Step;

static void
step_clear (Step *self)
{
  g_clear_pointer (&self->cycles, g_array_unref);
  g_clear_pointer (&self->tiles, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Step, step_clear)

static void
add_ipu (Step *self, guint32 ipu, const PoplensSlice *cycles)
{
  guint32 tiles = self->target->tiles_per_ipu;
  /* A list is of the IPU's tiles; one over all tiles is told by its length. */
  guint32 skip = cycles->n <= tiles ? 0 : ipu * tiles;

  for (guint32 t = skip; t < cycles->n && t < skip + tiles; t++) {
    guint32 tile = ipu * tiles + (t - skip);
    g_array_append_val (self->cycles, cycles->values[t]);
    g_array_append_val (self->tiles, tile);
  }
}

static gboolean
read_row (Step *self, guint32 row, GError **error)
{
  PoplensReport *report = self->context->report;
  guint32 at = row % POPLENS_STEP_ROWS_PER_SLICE;
  g_autoptr (PoplensSlice) rows =
      poplens_report_get_slice (report, POPLENS_SLICE_STEP_ROWS, row / POPLENS_STEP_ROWS_PER_SLICE,
                                self->context->cancellable, error);
  g_autoptr (PoplensSlice) cycles = NULL;

  if (!rows)
    return FALSE;
  if (at >= rows->n || rows->step_rows[at].tile_cycles_id < 0)
    return TRUE;
  cycles = poplens_report_get_slice (report, POPLENS_SLICE_CYCLES,
                                     (guint64) rows->step_rows[at].tile_cycles_id,
                                     self->context->cancellable, error);
  if (cycles)
    add_ipu (self, self->execution->row_ipu[row], cycles);
  return cycles != NULL;
}

static gboolean
read_step (Step *self, const PoplensPageContext *context, GError **error)
{
  const char *executed = poplens_location_get (context->location, "executed");
  guint32 first, end;

  self->context = context;
  self->target = poplens_report_load_target (context->report, context->cancellable, error);
  if (self->target)
    self->execution = poplens_report_load_execution (context->report, context->cancellable, error);
  self->cycles = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->tiles = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (!self->execution)
    return FALSE;
  if (!poplens_trace_find_executed (self->execution, executed, &self->step)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT, "Select a step to see its tiles");
    return FALSE;
  }
  poplens_trace_rows_of (self->execution, self->step, &first, &end);
  for (guint32 row = first; row < end; row++)
    if (!read_row (self, row, error))
      return FALSE;
  return TRUE;
}

static PoplensChart *
chart_of_tiles (const Step *self, const char *title, PoplensChartUnit unit)
{
  const guint32 *tiles = (const guint32 *) (gconstpointer) self->tiles->data;
  PoplensChart *chart =
      poplens_chart_new (&poplens_areas_kind, title, self->tiles->len, unit, self->context->unit);

  poplens_chart_set_item_axis (chart, "Tiles", "tile");
  poplens_tiles_number (chart, tiles, self->tiles->len);
  poplens_tiles_group (chart, self->target, tiles, self->tiles->len);
  return chart;
}

static gboolean
is_estimate (const Step *self)
{
  return poplens_execution_step_kind (self->execution, self->step) == POPLENS_STEP_DO_EXCHANGE;
}

#define NO_CYCLES                                                                                  \
  "No cycles by tile recorded for this step. Set debug.computeInstrumentationLevel to tile or "    \
  "vertex."

static PoplensTabChart *
show_cycles (const Step *self)
{
  PoplensChart *chart = chart_of_tiles (self, "Cycles by tile", POPLENS_CHART_UNIT_CYCLES);
  guint32 n = self->tiles->len;

  poplens_chart_set_source (chart, is_estimate (self) ? "estimated" : "measured");
  if (n)
    poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "step-cycles", "Cycles",
                              is_estimate (self) ? POPLENS_INK_EXCHANGE : POPLENS_INK_COMPUTE, 0,
                              g_memdup2 (self->cycles->data, n * sizeof (guint64)), FALSE);
  else
    poplens_chart_set_empty_text (chart, NO_CYCLES);
  return poplens_tile_tab_new (chart, n,
                               g_memdup2 (self->tiles->data, MAX (n, 1) * sizeof (guint32)),
                               self->context->location);
}

/* Bins of one width from the shortest active tile to the longest; tiles without cycles stand apart
 * in front. */
typedef struct {
  guint64 begin, width;
  guint32 n; /* the one in front included */
} Bins;

/* A width of 1, 2 or 5 times a power of ten. */
static Bins
choose_bins (const GArray *cycles)
{
  static const guint64 steps[] = {1, 2, 5};
  guint64 least = G_MAXUINT64, most = 0;

  for (guint32 i = 0; i < cycles->len; i++) {
    guint64 value = g_array_index (cycles, guint64, i);
    least = value ? MIN (least, value) : least;
    most = MAX (most, value);
  }
  for (guint64 ten = 1; most; ten *= 10)
    for (guint i = 0; i < G_N_ELEMENTS (steps); i++) {
      guint64 width = steps[i] * ten, begin = least / width * width;
      if ((most - begin) / width + 2 <= MOST_BINS || ten > G_MAXUINT64 / 100)
        return (Bins){begin, width, (guint32) ((most - begin) / width) + 2};
    }
  return (Bins){0, 1, cycles->len > 0};
}

static char *
bin_text (const Bins *bins, guint32 bin)
{
  guint64 low = bins->begin + (guint64) (bin - 1) * bins->width;
  PoplensNumber from, to;

  if (!bin)
    return g_strdup ("no cycles");
  if (bins->width == 1)
    return g_strdup (poplens_format_count (from, low));
  return g_strdup_printf ("%s – %s", poplens_format_count (from, low),
                          poplens_format_count (to, low + bins->width - 1));
}

/* How many tiles take how many cycles. */
static PoplensTabChart *
show_histogram (const Step *self)
{
  Bins bins = choose_bins (self->cycles);
  PoplensChart *chart = poplens_chart_new (&poplens_bars_kind, "Cycle histogram", bins.n,
                                           POPLENS_CHART_UNIT_COUNT, self->context->unit);
  guint64 *counts = g_new0 (guint64, MAX (bins.n, 1));
  char **texts = g_new0 (char *, (gsize) bins.n + 1);

  for (guint32 i = 0; i < self->cycles->len; i++) {
    guint64 value = g_array_index (self->cycles, guint64, i);
    counts[value ? (value - bins.begin) / bins.width + 1 : 0]++;
  }
  for (guint32 b = 0; b < bins.n; b++)
    texts[b] = bin_text (&bins, b);
  poplens_chart_set_item_axis (chart, "Cycles", "cycles");
  poplens_chart_set_item_texts (chart, texts);
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "step-tiles", "Tiles",
                            is_estimate (self) ? POPLENS_INK_EXCHANGE : POPLENS_INK_COMPUTE, 0,
                            counts, FALSE);
  if (!bins.n)
    poplens_chart_set_empty_text (chart, NO_CYCLES);
  return poplens_tile_tab_new (chart, bins.n, NULL, self->context->location);
}

/* ---- what its program has on each tile ---------------------------------------------------------
 */

/* The program's values on all tiles, whether or not the step ran there. */
static PoplensTabChart *
show_program (const Step *self, Shown shown, GError **error)
{
  static const struct {
    PoplensTilesValue value;
    Shown shown;
    const char *key, *name;
    PoplensInk ink;
    guint shade;
  } series[] = {
      {POPLENS_TILES_RECEIVED, SHOW_BYTES, "step-received", "Received", POPLENS_INK_EXCHANGE, 0},
      {POPLENS_TILES_SENT, SHOW_BYTES, "step-sent", "Sent", POPLENS_INK_EXCHANGE, 2},
      {POPLENS_TILES_VERTICES, SHOW_VERTICES, "step-vertices", "Vertices", POPLENS_INK_VERTEX_STATE,
       0}};
  const PoplensPageContext *context = self->context;
  g_autofree char *id = g_strdup_printf ("%u", self->execution->step_program[self->step]);
  g_autoptr (PoplensLocation) page = poplens_location_new (POPLENS_PAGE_PROGRAMS);
  g_autoptr (PoplensLocation) location = poplens_location_with (page, "program", id);
  g_auto (PoplensProgramTiles) of = {0};

  if (!poplens_program_tiles_init (&of, context->report, location, context->cancellable, error))
    return NULL;
  PoplensTabChart *floor = shown == SHOW_FLOOR ? poplens_trace_exchange_floor (context, &of) : NULL;
  if (floor)
    return floor;
  PoplensChart *chart = poplens_chart_new (
      &poplens_areas_kind, shown_titles[shown], of.n,
      shown != SHOW_VERTICES ? POPLENS_CHART_UNIT_BYTES : POPLENS_CHART_UNIT_COUNT, context->unit);
  poplens_chart_set_item_axis (chart, "Tiles", "tile");
  poplens_chart_set_source (chart, "recorded by the compiler");
  poplens_tiles_number (chart, of.memory->tile, of.n);
  for (guint s = 0; s < G_N_ELEMENTS (series); s++)
    if (series[s].shown == shown && of.values[series[s].value])
      poplens_chart_add_series (
          chart, POPLENS_SERIES_BAND, series[s].key, series[s].name, series[s].ink, series[s].shade,
          g_memdup2 (of.values[series[s].value], (gsize) of.n * sizeof (guint64)), FALSE);
  poplens_chart_set_empty_text (chart, shown != SHOW_VERTICES ? "No bytes exchanged"
                                                              : "No compute set executed");
  return poplens_tile_tab_new (
      chart, of.n, g_memdup2 (of.memory->tile, (gsize) MAX (of.n, 1) * sizeof (guint32)),
      context->location);
}

static PoplensTabChart *
show_nothing (const Step *self)
{
  PoplensChart *chart = chart_of_tiles (self, "Tiles", POPLENS_CHART_UNIT_COUNT);

  poplens_chart_set_empty_text (chart, "Implicit sync: no program");
  return poplens_tile_tab_new (chart, 0, NULL, self->context->location);
}

/* ---- facts of the step -------------------------------------------------------------------------
 */

static void
describe_step (const Step *self, PoplensTabChart *tab)
{
  guint64 most = 0, sum = 0;
  guint32 n = self->cycles->len, active = 0, at = 0;
  PoplensNumber id, all;

  for (guint32 i = 0; i < n; i++) {
    guint64 cycles = g_array_index (self->cycles, guint64, i);
    sum += cycles;
    active += cycles > 0;
    if (cycles > most) {
      most = cycles;
      at = g_array_index (self->tiles, guint32, i);
    }
  }
  poplens_format_count (id, poplens_execution_step_id (self->execution, self->step));
  tab->title = g_strdup_printf ("Step %s, %s", id,
                                poplens_execution_step_type (self->execution, self->step));
  if (!n)
    return;
  g_autofree char *of = g_strdup_printf ("of %s", poplens_format_count (all, n));
  g_autofree char *tile = g_strdup_printf ("tile %u", at);
  poplens_tile_tab_add_count (tab, "Active tiles", active, of);
  poplens_tile_tab_add_count (tab, "Longest", most, tile);
  poplens_tile_tab_add_count (tab, "Mean", (sum + n / 2) / n, "of all tiles");
  if (active)
    poplens_tile_tab_add_count (tab, "Mean of active", (sum + active / 2) / active, NULL);
}

static Shown
read_shown (const PoplensLocation *location)
{
  const char *wanted = poplens_location_get (location, "measure");

  for (guint i = 0; wanted && i < G_N_ELEMENTS (shown_options); i++)
    if (!strcmp (wanted, shown_options[i]))
      return i;
  return SHOW_CYCLES;
}

static PoplensTabChart *
step_tab_new (const PoplensPageContext *context, GError **error)
{
  g_auto (Step) step = {0};
  Shown shown = read_shown (context->location);
  PoplensTabChart *tab;

  if (!read_step (&step, context, error))
    return NULL;
  if (shown == SHOW_CYCLES)
    tab = show_cycles (&step);
  else if (shown == SHOW_HISTOGRAM)
    tab = show_histogram (&step);
  else if (step.execution->step_program[step.step] == POPLENS_NO_PROGRAM)
    tab = show_nothing (&step);
  else
    tab = show_program (&step, shown, error);
  if (tab)
    describe_step (&step, tab);
  return tab;
}

void
poplens_trace_add_tiles_tab (PoplensPage *page, const PoplensPageContext *context)
{
  static const PoplensTabKind kind = {step_tab_new, poplens_tile_tab_select, NULL, NULL,
                                      POPLENS_PART_BIT (POPLENS_PART_EXECUTION)};
  static const char *const follows[] = {"executed", "tile", "measure", NULL};

  poplens_page_add_tab_chart (page, "trace-tiles", "Tiles", &kind, follows, NULL);
  poplens_page_add_choice (page, "measure", "Measure", "Measure to draw by tile", shown_options,
                           shown_titles, G_N_ELEMENTS (shown_options), 0);
  poplens_page_control (page, "measure")->section = "trace-tiles";
  poplens_page_control (page, "measure")->is_plain = TRUE;
}
