/* Tabs with charts of tiles: cycles of one executed step, senders and receivers of an exchange, and
 * the slowest tiles of each step. */
#include "analysis/floor-plan.h"
#include "base/error.h"
#include "charts/floor/floor.h"
#include "derived/programs/program-tiles-source.h"
#include "derived/trace/trace-location.h"
#include "derived/trace/trace-last-source.h"
#include "pages/core/page-private.h"
#include "pages/core/tile-tab.h"
#include "pages/trace/trace-tabs.h"

#include <string.h>

/* ---- slowest tiles --------------------------------------------------------------------------- */

/* Values that can colour the floor plan of the slowest tiles, in the order of the options. */

typedef enum { VALUE_SECOND, VALUE_MEAN, VALUE_TIMES, N_VALUES } Value;

static const char *const value_options[] = {"beyond-second", "imbalance", "times"};
static const char *const value_titles[] = {"Slower than next", "Imbalance", "Times slowest"};

/* Returns the value of @tile that the map shows: its imbalance, how often it was slowest, or its
 * cycles beyond the second slowest tile. */
static guint64
trace_tiles_value_of (const PoplensStragglers *all, guint32 tile, Value value)
{
  const PoplensStraggler *one = &all->stragglers[tile];

  switch (value) {
  case VALUE_MEAN:
    return (one->waste + all->tiles / 2) / all->tiles;
  case VALUE_TIMES:
    return one->times;
  default:
    return one->beyond_second;
  }
}

/* Adds a floor plan for each IPU that executed steps. Returns the index of each IPU's plan:
 * [n_ipus]. (transfer full) */
static guint16 *
add_plans (PoplensChart *chart, const PoplensExecution *x, const PoplensFloorPlan *plan)
{
  guint16 *group = g_new0 (guint16, MAX (x->n_ipus, 1)), n = 0;

  for (guint32 ipu = 0; ipu < x->n_ipus; ipu++) {
    g_autofree char *name = g_strdup_printf ("IPU %u", ipu);
    group[ipu] = n;
    if (!x->ipu_seen[ipu])
      continue;
    poplens_chart_add_floor_group (chart, name, plan->columns, plan->rows);
    n++;
  }
  return group;
}

/* Returns the tiles of all IPUs that executed steps. @n: (out): their number. (transfer full) */
static guint32 *
find_tiles (const PoplensExecution *x, const PoplensStragglers *all, guint32 *n)
{
  guint32 *tiles = g_new (guint32, MAX (all->n_tiles, 1));

  *n = 0;
  for (guint32 t = 0; t < all->n_tiles; t++)
    if (x->ipu_seen[t / all->tiles])
      tiles[(*n)++] = t;
  return tiles;
}

/* Makes the map of tiles, coloured by the value that the location names. (transfer full) */
static PoplensChart *
make_floor (const PoplensPageContext *context, const PoplensExecution *x,
            const PoplensTarget *target, const PoplensStragglers *all, const guint32 *tiles,
            guint32 n)
{
  Value value = poplens_page_read_choice (context->location, "map-colour", value_options, N_VALUES,
                                          VALUE_SECOND);
  PoplensChart *chart = poplens_chart_new (
      &poplens_floor_kind, "Slowest tiles", n,
      value == VALUE_TIMES ? POPLENS_CHART_UNIT_COUNT : POPLENS_CHART_UNIT_CYCLES, context->unit);
  PoplensFloorCell *cells = g_new0 (PoplensFloorCell, MAX (n, 1));
  PoplensFloorPlan plan;

  poplens_floor_plan_init (&plan, target, all->n_tiles);
  g_autofree guint16 *group = add_plans (chart, x, &plan);
  for (guint32 i = 0; i < n; i++) {
    PoplensFloorPlace location;
    if (!poplens_floor_plan_find (&plan, tiles[i] % all->tiles, &location))
      continue;
    cells[i] = (PoplensFloorCell){group[tiles[i] / all->tiles], (guint16) location.column,
                                  (guint16) location.row};
  }
  poplens_chart_set_item_axis (chart, "Tiles", "tile");
  poplens_tiles_number (chart, tiles, n);
  poplens_chart_set_floor_cells (chart, cells);
  guint64 *values = g_new (guint64, MAX (n, 1));
  for (guint32 i = 0; i < n; i++)
    values[i] = trace_tiles_value_of (all, tiles[i], value);
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, value_options[value], value_titles[value],
                            POPLENS_INK_TOTAL, 0, values, FALSE);
  poplens_chart_set_floor_range_name (chart, "zero to maximum");
  return chart;
}

static void
describe_tile (PoplensTabChart *tab, const PoplensExecution *x, const PoplensStragglers *all,
               guint32 tile, const PoplensLocation *location)
{
  const PoplensStraggler *one = &all->stragglers[tile];

  tab->title = g_strdup_printf ("Tile %u", tile);
  poplens_tile_tab_add_count (tab, "Times slowest", one->times, "sole slowest tile");
  poplens_tile_tab_add_count (tab, "Slower than next", one->beyond_second, "cycles");
  poplens_tile_tab_add_count (tab, "Imbalance", trace_tiles_value_of (all, tile, VALUE_MEAN),
                              "cycles");
  if (one->worst_row != G_MAXUINT32) {
    guint32 step = x->row_step[one->worst_row];
    PoplensNumber id;
    PoplensFact *fact =
        poplens_facts_add (tab->facts, "Slowest step",
                           poplens_format_count (id, poplens_execution_step_id (x, step)), NULL);
    fact->link = poplens_trace_step_link (x, step, location, TRUE);
  }
  PoplensFact *memory = poplens_facts_add (tab->facts, "Show in", "Memory", NULL);
  memory->link = g_strdup_printf ("memory?tile=%u", tile);
}

/* Sets title and facts of the tab if no tile is selected: sums over all tiles. */
static void
describe_all (PoplensTabChart *tab, const PoplensStragglers *all)
{
  guint64 waste = all->ties_waste, second = 0, n = 0;

  for (guint32 t = 0; t < all->n_tiles; t++) {
    waste += all->stragglers[t].waste;
    second += all->stragglers[t].beyond_second;
    n += all->stragglers[t].times > 0;
  }
  tab->title = g_strdup ("Slowest tiles");
  poplens_tile_tab_add_count (tab, "Steps", all->rows, "counted for each IPU");
  poplens_tile_tab_add_count (tab, "Ties", all->ties, "several slowest tiles");
  poplens_tile_tab_add_count (tab, "Tiles", n, "slowest in at least one step");
  poplens_tile_tab_add_count (tab, "Slower than next", second, "cycles");
  poplens_tile_tab_add_count (tab, "Imbalance", (waste + all->tiles / 2) / all->tiles, "cycles");
}

static PoplensTabChart *
stragglers_tab_new (const PoplensPageContext *context, GError **error)
{
  const PoplensExecution *x =
      poplens_report_load_execution (context->report, context->cancellable, error);
  const PoplensTarget *target =
      x ? poplens_report_load_target (context->report, context->cancellable, error) : NULL;
  g_autoptr (PoplensStragglers) all = NULL;
  char *note = NULL;
  guint32 n, item, tile;

  if (!target || !(all = poplens_report_stragglers (context->report, context->location, &note,
                                                    context->cancellable, error)))
    return NULL;
  guint32 *tiles = find_tiles (x, all, &n);
  PoplensTabChart *tab = poplens_tile_tab_new (make_floor (context, x, target, all, tiles, n), n,
                                               tiles, context->location);
  tab->text = note;
  if (poplens_tile_tab_get_only (tab, &item, &tile))
    describe_tile (tab, x, all, tile, context->location);
  else
    describe_all (tab, all);
  return tab;
}

const PoplensTabKind poplens_trace_stragglers_kind = {stragglers_tab_new, poplens_tile_tab_select,
                                                      NULL, NULL,
                                                      POPLENS_PART_BIT (POPLENS_PART_EXECUTION)};

void
poplens_trace_add_straggler_colours (PoplensPage *page)
{
  poplens_page_add_choice (page, "map-colour", "Colour by", "Colour tiles by", value_options,
                           value_titles, N_VALUES, 0);
  poplens_page_control (page, "map-colour")->section = "trace-stragglers";
  poplens_page_control (page, "map-colour")->is_plain = TRUE;
}

/* ---- senders and receivers of an exchange ---------------------------------------------------- */

/* An exchange has two floor plans for each IPU: bytes that its tiles send, and bytes that they
 * receive. */

typedef struct {
  PoplensTilesValue value;
  const char *verb, *fact;
} ExchangeSide;

static const ExchangeSide sides[] = {{POPLENS_TILES_SENT, "sends", "Senders"},
                                     {POPLENS_TILES_RECEIVED, "receives", "Receivers"}};

/* State while the floor plans are made. Each tile of an IPU that takes part is an item twice: as
 * sender and as receiver. */
typedef struct {
  const PoplensPageContext *context;
  const PoplensProgramTiles *of;
  const PoplensTarget *target;
  PoplensFloorPlan plan;
  GPtrArray *names; /* char *: names of the floor plans */
  GArray *tiles;    /* guint32: tile of each item */
  GArray *values;   /* guint64: bytes of each item */
  GArray *cells;    /* PoplensFloorCell: position of each item */
} Floor;

static guint64
trace_tiles_bytes_of (const PoplensProgramTiles *of, const ExchangeSide *side, guint32 i)
{
  return of->values[side->value] ? of->values[side->value][i] : 0;
}

/* TRUE if a tile of @ipu sends or receives bytes. */
static gboolean
takes_part (const Floor *self, guint32 ipu)
{
  for (guint32 i = 0; i < self->of->n; i++)
    if (poplens_target_ipu_of_tile (self->target, self->of->memory->tile[i]) == ipu &&
        (trace_tiles_bytes_of (self->of, &sides[0], i) ||
         trace_tiles_bytes_of (self->of, &sides[1], i)))
      return TRUE;
  return FALSE;
}

/* Adds a floor plan of @ipu with the bytes that its tiles send or receive, as @side says. */
static void
exchange_floor_add_plan (Floor *self, guint32 ipu, const ExchangeSide *side)
{
  guint16 group = (guint16) self->names->len;

  g_ptr_array_add (self->names, g_strdup_printf ("IPU %u %s", ipu, side->verb));
  for (guint32 i = 0; i < self->of->n; i++) {
    guint32 tile = self->of->memory->tile[i];
    guint64 bytes = trace_tiles_bytes_of (self->of, side, i);
    PoplensFloorCell cell = {group, 0, 0};
    PoplensFloorPlace location;
    if (poplens_target_ipu_of_tile (self->target, tile) != ipu ||
        !poplens_floor_plan_find (&self->plan, tile % self->target->tiles_per_ipu, &location))
      continue;
    cell.column = (guint16) location.column;
    cell.row = (guint16) location.row;
    g_array_append_val (self->tiles, tile);
    g_array_append_val (self->values, bytes);
    g_array_append_val (self->cells, cell);
  }
}

/* Adds a fact on the tiles that send or receive, as @side says: their number and their bytes. Adds
 * nothing if there are no such tiles. */
static void
count_side (PoplensTabChart *tab, const Floor *self, const ExchangeSide *side)
{
  guint64 sum = 0, most = 0;
  guint32 n = 0, at = 0;
  PoplensNumber bytes, largest;

  for (guint32 i = 0; i < self->of->n; i++) {
    guint64 value = trace_tiles_bytes_of (self->of, side, i);
    sum += value;
    n += value > 0;
    if (value > most) {
      most = value;
      at = self->of->memory->tile[i];
    }
  }
  if (!n)
    return;
  g_autofree char *detail = g_strdup_printf (
      "tiles, %s; most on tile %u: %s", poplens_format_bytes (bytes, sum, self->context->unit), at,
      poplens_format_bytes (largest, most, self->context->unit));
  poplens_tile_tab_add_count (tab, side->fact, n, detail);
}

static void
floor_clear (Floor *self)
{
  g_ptr_array_unref (self->names);
  g_array_unref (self->tiles);
  g_array_unref (self->values);
  g_array_unref (self->cells);
}

/* Creates the chart. Takes ownership of the data in .cells and .values. (transfer full) */
static PoplensChart *
trace_tiles_make_chart (Floor *self)
{
  PoplensChart *chart =
      poplens_chart_new (&poplens_floor_kind, "Senders and receivers", self->tiles->len,
                         POPLENS_CHART_UNIT_BYTES, self->context->unit);

  for (guint i = 0; i < self->names->len; i++)
    poplens_chart_add_floor_group (chart, self->names->pdata[i], self->plan.columns,
                                   self->plan.rows);
  poplens_chart_set_item_axis (chart, "Tiles", "tile");
  poplens_chart_set_source (chart, "recorded by the compiler");
  poplens_tiles_number (chart, (const guint32 *) (gconstpointer) self->tiles->data,
                        self->tiles->len);
  poplens_chart_set_floor_cells (chart, g_array_steal (self->cells, NULL));
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "step-moved", "Bytes", POPLENS_INK_TOTAL, 0,
                            g_array_steal (self->values, NULL), FALSE);
  poplens_chart_set_floor_range_name (chart, "zero to maximum");
  return chart;
}

/* Creates the tab with the senders and receivers of an exchange. (transfer full) (nullable): NULL
 * if it moves no bytes */
static PoplensTabChart *
trace_exchange_floor (const PoplensPageContext *context, const PoplensProgramTiles *of)
{
  Floor self = {.context = context, .of = of, .target = of->target};
  PoplensTabChart *tab = NULL;
  guint32 last;

  if (!of->target || !of->n)
    return NULL;
  self.names = g_ptr_array_new_with_free_func (g_free);
  self.tiles = g_array_new (FALSE, FALSE, sizeof (guint32));
  self.values = g_array_new (FALSE, FALSE, sizeof (guint64));
  self.cells = g_array_new (FALSE, FALSE, sizeof (PoplensFloorCell));
  poplens_floor_plan_init (&self.plan, of->target, of->n);
  last = poplens_target_ipu_of_tile (of->target, of->memory->tile[of->n - 1]);
  for (guint32 ipu = 0; ipu <= last; ipu++)
    for (guint s = 0; s < G_N_ELEMENTS (sides) && takes_part (&self, ipu); s++)
      exchange_floor_add_plan (&self, ipu, &sides[s]);
  if (self.tiles->len) {
    guint32 n = self.tiles->len;
    PoplensChart *chart = trace_tiles_make_chart (&self);
    tab = poplens_tile_tab_new (chart, n, g_array_steal (self.tiles, NULL), context->location);
    for (guint s = 0; s < G_N_ELEMENTS (sides); s++)
      count_side (tab, &self, &sides[s]);
  }
  floor_clear (&self);
  return tab;
}

/* ---- a step ---------------------------------------------------------------------------------- */

/* Largest number of bins in a histogram: as many bars as fit the tab. */
#define MOST_BINS 12

typedef enum { SHOW_CYCLES, SHOW_HISTOGRAM, SHOW_BYTES, SHOW_FLOOR, SHOW_VERTICES } StepMeasure;

static const char *const shown_options[] = {"cycles", "histogram", "bytes", "floor", "vertices"};
static const char *const shown_titles[] = {"Cycles by tile", "Cycle histogram", "Bytes by tile",
                                           "Senders and receivers", "Vertices by tile"};

void
poplens_step_tiles_clear (PoplensStepTiles *self)
{
  g_clear_pointer (&self->cycles, g_array_unref);
  g_clear_pointer (&self->tiles, g_array_unref);
}

static void
trace_tiles_add_ipu (PoplensStepTiles *self, guint32 ipu, const PoplensSlice *cycles)
{
  guint32 tiles = self->target->tiles_per_ipu;
  /* The file's list of cycles covers either the tiles of this IPU or all tiles; its length tells
   * which. */
  guint32 skip = cycles->n <= tiles ? 0 : ipu * tiles;

  for (guint32 t = skip; t < cycles->n && t < skip + tiles; t++) {
    guint32 tile = ipu * tiles + (t - skip);
    g_array_append_val (self->cycles, cycles->values[t]);
    g_array_append_val (self->tiles, tile);
  }
}

/* Reads the cycles by tile of a row of steps_by_ipu. Reads nothing if none are recorded. FALSE with
 * @error. */
static gboolean
read_row (PoplensStepTiles *self, guint32 row, GError **error)
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
    trace_tiles_add_ipu (self, self->execution->row_ipu[row], cycles);
  return cycles != NULL;
}

gboolean
poplens_step_tiles_init (PoplensStepTiles *self, const PoplensPageContext *context, GError **error)
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
chart_of_tiles (const PoplensStepTiles *self, const char *title, PoplensChartUnit unit)
{
  const guint32 *tiles = (const guint32 *) (gconstpointer) self->tiles->data;
  PoplensChart *chart =
      poplens_chart_new (&poplens_areas_kind, title, self->tiles->len, unit, self->context->unit);

  poplens_chart_set_item_axis (chart, "Tiles", "tile");
  poplens_tiles_number (chart, tiles, self->tiles->len);
  poplens_tiles_group (chart, self->target, tiles, self->tiles->len);
  return chart;
}

gboolean
poplens_step_tiles_are_estimated (const PoplensStepTiles *self)
{
  return poplens_execution_step_kind (self->execution, self->step) == POPLENS_STEP_DO_EXCHANGE;
}

/* Returns the index of the tile with most cycles. If several tiles have as many, returns the first.
 */
static guint32
find_slowest (const PoplensStepTiles *self)
{
  guint32 slowest = 0;

  for (guint32 i = 1; i < self->cycles->len; i++)
    if (g_array_index (self->cycles, guint64, i) > g_array_index (self->cycles, guint64, slowest))
      slowest = i;
  return slowest;
}

/* Makes the tab with a chart of the cycles by tile; the slowest tile is marked. (transfer full) */
static PoplensTabChart *
show_cycles (const PoplensStepTiles *self)
{
  PoplensChart *chart = chart_of_tiles (self, "Cycles by tile", POPLENS_CHART_UNIT_CYCLES);
  guint32 n = self->tiles->len, slowest = find_slowest (self);

  if (n) {
    g_autofree char *name =
        g_strdup_printf ("tile %u", g_array_index (self->tiles, guint32, slowest));
    poplens_chart_add_mark (chart, slowest, name);
  }

  poplens_chart_set_source (chart,
                            poplens_step_tiles_are_estimated (self) ? "estimated" : "measured");
  if (n)
    poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "step-cycles", "Cycles",
                              poplens_step_tiles_are_estimated (self) ? POPLENS_INK_EXCHANGE
                                                                      : POPLENS_INK_COMPUTE,
                              0, g_memdup2 (self->cycles->data, n * sizeof (guint64)), FALSE);
  else
    poplens_chart_set_empty_text (chart, POPLENS_NO_TILE_CYCLES);
  return poplens_tile_tab_new (chart, n,
                               g_memdup2 (self->tiles->data, MAX (n, 1) * sizeof (guint32)),
                               self->context->location);
}

/* Bins of a histogram, of equal width, from the fastest active tile to the slowest tile. Bin 0 is
 * for tiles without cycles. */
typedef struct {
  guint64 begin, width;
  guint32 n; /* number of bins, including bin 0 */
} Bins;

/* Chooses the bins. Their width is 1, 2 or 5 times a power of ten. */
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

/* Names the range of cycles of a bin; bin 0 is "no cycles". (transfer full) */
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

/* Creates a tab with a histogram: the number of tiles in each bin of cycles. (transfer full) */
static PoplensTabChart *
show_histogram (const PoplensStepTiles *self)
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
                            poplens_step_tiles_are_estimated (self) ? POPLENS_INK_EXCHANGE
                                                                    : POPLENS_INK_COMPUTE,
                            0, counts, FALSE);
  if (!bins.n)
    poplens_chart_set_empty_text (chart, POPLENS_NO_TILE_CYCLES);
  return poplens_tile_tab_new (chart, bins.n, NULL, self->context->location);
}

/* ---- what its program has on each tile ------------------------------------------------------- */

/* Creates a tab with a measure of the step's program on all tiles, also on tiles that did not
 * execute the step. NULL with @error. (transfer full) */
static PoplensTabChart *
show_program (const PoplensStepTiles *self, StepMeasure shown, GError **error)
{
  static const struct {
    PoplensTilesValue value;
    StepMeasure shown;
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
  PoplensTabChart *floor = shown == SHOW_FLOOR ? trace_exchange_floor (context, &of) : NULL;
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

/* ---- facts of the step ----------------------------------------------------------------------- */

static void
describe_step (const PoplensStepTiles *self, PoplensTabChart *tab)
{
  guint64 sum = 0;
  guint32 n = self->cycles->len, active = 0, slowest = find_slowest (self);
  PoplensNumber id, all;

  for (guint32 i = 0; i < n; i++) {
    guint64 cycles = g_array_index (self->cycles, guint64, i);
    sum += cycles;
    active += cycles > 0;
  }
  poplens_format_count (id, poplens_execution_step_id (self->execution, self->step));
  tab->title = g_strdup_printf ("Step %s, %s", id,
                                poplens_execution_step_type (self->execution, self->step));
  if (!n)
    return;
  g_autofree char *of = g_strdup_printf ("of %s", poplens_format_count (all, n));
  guint32 at = g_array_index (self->tiles, guint32, slowest);
  g_autofree char *tile = g_strdup_printf ("tile %u", at);
  poplens_tile_tab_add_count (tab, "Active tiles", active, of);
  poplens_tile_tab_add_count (tab, "Longest", g_array_index (self->cycles, guint64, slowest), tile)
      ->link = g_strdup_printf ("memory?tile=%u", at);
  poplens_tile_tab_add_count (tab, "Mean", (sum + n / 2) / n, "of all tiles");
  if (active)
    poplens_tile_tab_add_count (tab, "Mean of active", (sum + active / 2) / active, NULL);
}

static PoplensTabChart *
step_tab_new (const PoplensPageContext *context, GError **error)
{
  g_auto (PoplensStepTiles) step = {0};
  StepMeasure shown = poplens_page_read_choice (context->location, "measure", shown_options,
                                                G_N_ELEMENTS (shown_options), SHOW_CYCLES);
  PoplensTabChart *tab;

  if (!poplens_step_tiles_init (&step, context, error))
    return NULL;
  if (shown == SHOW_CYCLES)
    tab = show_cycles (&step);
  else if (shown == SHOW_HISTOGRAM)
    tab = show_histogram (&step);
  else if (step.execution->step_program[step.step] == POPLENS_NO_PROGRAM) {
    PoplensChart *chart = chart_of_tiles (&step, "Tiles", POPLENS_CHART_UNIT_COUNT);
    poplens_chart_set_empty_text (chart, "Implicit sync: no program");
    tab = poplens_tile_tab_new (chart, 0, NULL, step.context->location);
  } else
    tab = show_program (&step, shown, error);
  if (tab)
    describe_step (&step, tab);
  return tab;
}

const PoplensTabKind poplens_trace_tiles_kind = {step_tab_new, poplens_tile_tab_select, NULL, NULL,
                                                 POPLENS_PART_BIT (POPLENS_PART_EXECUTION)};

void
poplens_trace_add_measures (PoplensPage *page)
{
  poplens_page_add_choice (page, "measure", "Measure", "Measure to draw by tile", shown_options,
                           shown_titles, G_N_ELEMENTS (shown_options), 0);
  poplens_page_control (page, "measure")->section = "trace-tiles";
  poplens_page_control (page, "measure")->is_plain = TRUE;
}
