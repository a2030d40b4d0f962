/* Execution Trace, "view=blocks": blocks of lightweight profiling, tile by tile, with tabs for the
 * selected block, costs by program, all blocks, and lost cycles. */
#include "analysis/trace/lanes.h"
#include "model/assumptions.h"
#include "pages/trace/light.h"
#include "pages/trace/trace-tabs.h"

/* ---- lanes ----------------------------------------------------------------------------------- */

#define WORK "Loading blocks"

static void
lanes_clear (gpointer data)
{
  PoplensLightLanes *self = data;

  g_array_unref (self->groups);
  poplens_lane_blocks_unref (self->blocks);
}

static PoplensLightLanes *
light_lanes_ref (PoplensLightLanes *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
poplens_light_lanes_unref (PoplensLightLanes *self)
{
  if (self)
    g_atomic_rc_box_release_full (self, lanes_clear);
}

/* ---- lanes: blocks --------------------------------------------------------------------------- */

static PoplensLightSeries
light_series_of (PoplensLightType type)
{
  static const PoplensLightSeries series[POPLENS_N_LIGHT_TYPES] = {
      [POPLENS_LIGHT_COMMON] = POPLENS_LIGHT_SERIES_BLOCK,
      [POPLENS_LIGHT_STREAM_COPY] = POPLENS_LIGHT_SERIES_STREAM,
      [POPLENS_LIGHT_OVERFLOW] = POPLENS_LIGHT_SERIES_OVERFLOW,
      [POPLENS_LIGHT_ANONYMOUS] = POPLENS_LIGHT_SERIES_ANONYMOUS,
      [POPLENS_LIGHT_FLUSH] = POPLENS_LIGHT_SERIES_FLUSH,
      [POPLENS_LIGHT_UNKNOWN] = POPLENS_LIGHT_SERIES_OTHER,
  };

  return series[type];
}

/* Assigns numbers to the series that have blocks, in the order of PoplensLightSeries. */
static void
place_series (PoplensLightLanes *self)
{
  guint32 seen = 0;

  for (guint32 i = 0; i < self->n; i++)
    seen |=
        1u << light_series_of (poplens_light_blocks_type (self->source->blocks, self->first + i));
  for (guint s = 0; s < POPLENS_N_LIGHT_SERIES; s++) {
    self->chart_index[s] = (guint8) self->n_series;
    if (seen & 1u << s)
      self->seen[self->n_series++] = s;
  }
}

typedef struct {
  PoplensLightLanes *self;
  guint64 *from, *to;
  guint32 *row;
  guint8 *series;
  guint n_rows;
} LightLaneBuilder;

/* Adds the blocks of the tile source->tiles[@index]. If blocks overlap in time, the tile gets
 * further rows for them. FALSE if the work was cancelled. */
static gboolean
light_add_tile (LightLaneBuilder *b, guint32 index, const PoplensWork *work)
{
  PoplensLightLanes *self = b->self;
  const PoplensLightBlocks *blocks = self->source->blocks;
  const PoplensLightTile *tile = &g_array_index (self->source->tiles, PoplensLightTile, index);
  PoplensLightGroup group = {.tile = tile->tile, .ipu = tile->ipu};
  guint64 origin = poplens_light_origin (self->source->ipus, tile->ipu, self->wanted.from_first);
  PoplensLaneFit *fit = poplens_lane_fit_new ();
  gboolean wanted = TRUE;

  for (guint32 row = blocks->first[index]; wanted && row < blocks->first[index + 1]; row++) {
    guint32 i = row - self->first;
    PoplensLightType type = poplens_light_blocks_type (blocks, row);
    b->from[i] = blocks->from[row] - origin;
    b->to[i] = poplens_light_blocks_to (blocks, row) - origin;
    b->row[i] = b->n_rows + poplens_lane_fit_take (fit, b->from[i], b->to[i]);
    b->series[i] = self->chart_index[light_series_of (type)];
    wanted = POPLENS_WORK_GO_ON (work, WORK, i, self->n);
  }
  group.n_rows = poplens_lane_fit_free (fit);
  b->n_rows += group.n_rows;
  self->from = self->groups->len ? MIN (self->from, tile->from - origin) : tile->from - origin;
  self->to = MAX (self->to, tile->to - origin);
  g_array_append_val (self->groups, group);
  return wanted;
}

static void
light_add_blocks (PoplensLightLanes *self, const PoplensWork *work)
{
  const GArray *tiles = self->source->tiles;
  gsize n = MAX (self->n, 1);
  LightLaneBuilder b = {self, g_new0 (guint64, n), g_new0 (guint64, n), g_new0 (guint32, n),
                        g_new0 (guint8, n)};

  for (guint32 i = 0; i < tiles->len; i++)
    if (self->wanted.ipu < 0 ||
        g_array_index (tiles, PoplensLightTile, i).ipu == (guint32) self->wanted.ipu)
      if (!light_add_tile (&b, i, work))
        break;
  self->blocks = poplens_lane_blocks_new (self->n, b.from, b.to, b.row, b.series, NULL);
}

/* ---- lanes: cached in the report ------------------------------------------------------------- */

static gpointer
ref_lanes (gpointer lanes, gpointer user_data)
{
  return lanes ? light_lanes_ref (lanes) : NULL;
}

/* Returns the lanes for the IPU and clock in @wanted; cached in the report until others are needed.
 * @work: (nullable). NULL with G_IO_ERROR_CANCELLED. (transfer full) */
static PoplensLightLanes *
light_lanes_get (PoplensReport *report, const PoplensLightSource *source,
                 const PoplensLightWanted *wanted, const PoplensWork *work, GError **error)
{
  static const char name[] = "poplens-light-lanes";
  PoplensLightLanes *self = g_object_dup_data (G_OBJECT (report), name, ref_lanes, NULL);
  guint32 end;

  if (self && self->wanted.ipu == wanted->ipu && self->wanted.from_first == wanted->from_first)
    return self;
  poplens_light_lanes_unref (self);
  self = g_atomic_rc_box_new0 (PoplensLightLanes);
  self->source = source;
  self->wanted = *wanted;
  self->groups = g_array_new (FALSE, FALSE, sizeof (PoplensLightGroup));
  poplens_light_rows (source->blocks, source->tiles, wanted->ipu, &self->first, &end);
  self->n = end - self->first;
  place_series (self);
  light_add_blocks (self, work);
  if (work && g_cancellable_set_error_if_cancelled (work->cancellable, error)) {
    poplens_light_lanes_unref (self);
    return NULL;
  }
  g_object_set_data_full (G_OBJECT (report), name, light_lanes_ref (self),
                          (GDestroyNotify) poplens_light_lanes_unref);
  return self;
}

/* ---- selection ------------------------------------------------------------------------------- */

void
poplens_light_append_selected (const PoplensPage *page, const PoplensLocation *location,
                               GArray *ranges)
{
  const PoplensLightLanes *lanes = page->light;
  guint32 row;

  if (!poplens_light_place_row (lanes->source, location, &row) || row < lanes->first ||
      row - lanes->first >= lanes->n)
    return;
  PoplensItemRange range = {row - lanes->first, row - lanes->first + 1};
  g_array_append_val (ranges, range);
}

/* Returns @location with the block of @item selected (key "block"). TOGGLE deselects a block that
 * is selected. (transfer full) */
static PoplensLocation *
select_block (const PoplensLightLanes *lanes, const PoplensLocation *location, gsize item,
              PoplensSelectMode mode)
{
  g_autofree char *row = g_strdup_printf ("%" G_GSIZE_FORMAT, lanes->first + item);
  g_autoptr (PoplensLocation) free = poplens_location_with (
      location, "range",
      mode == POPLENS_SELECT_REPLACE ? NULL : poplens_location_get (location, "range"));
  gboolean again =
      mode == POPLENS_SELECT_TOGGLE && !g_strcmp0 (poplens_location_get (location, "block"), row);

  return poplens_location_with (free, "block", again ? NULL : row);
}

PoplensLocation *
poplens_light_select_items (const PoplensPage *page, const PoplensLocation *location,
                            PoplensItemRange items, PoplensSelectMode mode)
{
  const PoplensLightLanes *lanes = page->light;
  const PoplensChart *chart = poplens_page_get_chart (page)->chart;
  guint64 low = G_MAXUINT64, high = 0, from, to;

  items.to = MIN (items.to, lanes->n);
  if (items.from + 1 == items.to)
    return select_block (lanes, location, items.from, mode);
  g_autoptr (PoplensLocation) free = mode == POPLENS_SELECT_REPLACE
                                         ? poplens_location_with (location, "block", NULL)
                                         : poplens_location_ref ((PoplensLocation *) location);
  for (gsize i = items.from; i < items.to; i++)
    if (poplens_chart_get_lane_item (chart, i, &from, &to, NULL)) {
      low = MIN (low, from);
      high = MAX (high, MAX (to, from + 1)); /* a block is drawn at least one cycle wide */
    }
  if (low < high)
    return poplens_page_select_span (page, free, (double) low, (double) high);
  return mode == POPLENS_SELECT_REPLACE ? poplens_location_with (free, "range", NULL)
                                        : g_steal_pointer (&free);
}

/* ---- selection: "collapse" ------------------------------------------------------------------- */

/* Returns the tiles whose lanes the location collapses. (transfer full) (nullable): NULL if there
 * are none */
static PoplensTileSet *
collapsed_tiles (const PoplensLocation *location)
{
  const char *text = poplens_location_get (location, "collapse");

  return text ? poplens_tile_set_parse (text, NULL) : NULL;
}

gboolean
poplens_light_is_collapsed (const PoplensLocation *location, guint32 tile)
{
  g_autoptr (PoplensTileSet) tiles = collapsed_tiles (location);

  return tiles && poplens_tile_set_contains (tiles, tile);
}

PoplensLocation *
poplens_light_toggle_group (const PoplensPage *page, const PoplensLocation *location, guint group)
{
  g_autoptr (PoplensTileSet) tiles = collapsed_tiles (location);

  if (group >= page->light->groups->len)
    return poplens_location_ref ((PoplensLocation *) location);
  if (!tiles)
    tiles = poplens_tile_set_new (NULL, 0);
  guint32 tile = g_array_index (page->light->groups, PoplensLightGroup, group).tile;
  g_autoptr (PoplensTileSet) now = poplens_tile_set_toggle (tiles, (PoplensTileRange){tile, tile});
  g_autofree char *text = poplens_tile_set_to_string (now);
  return poplens_location_with (location, "collapse", now->n ? text : NULL);
}

/* ---- selection: view ------------------------------------------------------------------------- */

void
poplens_light_limit_view (const PoplensPage *page, PoplensChartView *view)
{
  const PoplensLightLanes *lanes = page->light;

  if (view->from < (double) lanes->to && view->to > (double) lanes->from)
    return;
  view->from = (double) lanes->from;
  view->to = (double) MAX (lanes->to, lanes->from + 1);
}

/* ---- the page -------------------------------------------------------------------------------- */

static const struct {
  const char *key, *name;
  PoplensInk ink;
  PoplensSeriesKind kind;
} series[POPLENS_N_LIGHT_SERIES] = {
    [POPLENS_LIGHT_SERIES_BLOCK] = {"block", "Block", POPLENS_INK_COMPUTE, POPLENS_SERIES_BAND},
    [POPLENS_LIGHT_SERIES_STREAM] = {"stream", "Stream copy", POPLENS_INK_HOST,
                                     POPLENS_SERIES_BAND},
    [POPLENS_LIGHT_SERIES_ANONYMOUS] = {"anonymous", "Anonymous", POPLENS_INK_EXCHANGE,
                                        POPLENS_SERIES_BAND},
    [POPLENS_LIGHT_SERIES_FLUSH] = {"flush", "Flush", POPLENS_INK_SYNC, POPLENS_SERIES_WAITING},
    [POPLENS_LIGHT_SERIES_OVERFLOW] = {"overflow", "Buffer full (lost)", POPLENS_INK_GAPS,
                                       POPLENS_SERIES_GAP},
    [POPLENS_LIGHT_SERIES_OTHER] = {"other", "Other", POPLENS_INK_OTHER, POPLENS_SERIES_BAND},
};

/* ---- controls -------------------------------------------------------------------------------- */

enum { VIEW_FLAT, VIEW_FLAME, VIEW_BLOCKS, N_VIEWS };

guint
poplens_light_add_view (PoplensPage *page, const PoplensExecution *execution)
{
  static const char *const views[] = {"flat", "flame", "blocks"};
  static const char *const titles[] = {"Flat", "Flame", "Blocks"};
  guint n = execution->light->n ? N_VIEWS : VIEW_BLOCKS;
  guint view = poplens_page_add_choice (
      page, "view", "View",
      n == N_VIEWS ? "Steps in order or grouped by path, or lightweight profiling blocks"
                   : "Steps in order, or grouped by path",
      views, titles, n, !execution->n_steps && execution->light->n ? VIEW_BLOCKS : VIEW_FLAT);

  poplens_page_control (page, "view")->letter = 'v';
  poplens_page_control (page, "view")->is_linked = TRUE;
  poplens_page_control (page, "view")->is_plain = TRUE;
  return view;
}

static void
light_add_ipus (PoplensPage *page, const PoplensLightSource *source, int ipu)
{
  g_autoptr (GStrvBuilder) options = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) titles = g_strv_builder_new ();
  guint current = 0;

  g_strv_builder_add (options, "all");
  g_strv_builder_add (titles, "All IPUs");
  for (guint i = 0; i < source->ipus->len; i++) {
    guint32 number = g_array_index (source->ipus, PoplensLightIpu, i).ipu;
    g_autofree char *option = g_strdup_printf ("%u", number);
    g_autofree char *title = g_strdup_printf ("IPU %u", number);
    g_strv_builder_add (options, option);
    g_strv_builder_add (titles, title);
    if ((int) number == ipu)
      current = i + 1;
  }
  poplens_page_add_own_choice (page, "ipu", "IPU", "IPU whose blocks are shown",
                               g_strv_builder_end (options), g_strv_builder_end (titles), current);
}

/* Adds the controls of the page, and sets wanted->from_first by the control "clock". Returns the
 * clock of the axis in Hz; 0 if the axis is in cycles. */
static guint64
light_add_controls (PoplensPage *page, const PoplensPageContext *context,
                    const PoplensLightSource *source, const PoplensTarget *target,
                    PoplensLightWanted *wanted)
{
  static const char *const clocks[] = {"recorded", "first"};
  static const char *const clock_titles[] = {"Recorded", "From first block"};

  poplens_light_add_view (page, source->execution);
  wanted->from_first =
      poplens_page_add_choice (page, "clock", "Clock",
                               "Cycles as recorded, or from the first block of each IPU", clocks,
                               clock_titles, G_N_ELEMENTS (clocks), 0) == 1;
  poplens_page_add_search (page, "filter.blocks", "Search blocks",
                           "Highlight blocks whose name, type or numbers contain these words");
  if (source->ipus->len > 1)
    light_add_ipus (page, source, wanted->ipu);
  guint64 axis_hz = poplens_page_add_axis (page, context, target);
  poplens_page_add_unit (page, context);
  return axis_hz;
}

/* ---- what is said above the chart ------------------------------------------------------------ */

/* Adds a notice on lost cycles: their sum over all tiles, and the tile that lost the largest share
 * of its time. */
static void
add_lost (PoplensPage *page, const PoplensLightLanes *lanes)
{
  const GArray *tiles = lanes->source->tiles;
  const PoplensLightTile *worst = NULL;
  guint64 lost = 0, overflows = 0, n = 0;
  double most = 0;
  PoplensNumber times, cycles, on, part;

  for (guint i = 0; i < tiles->len; i++) {
    const PoplensLightTile *tile = &g_array_index (tiles, PoplensLightTile, i);
    double share =
        tile->to > tile->from ? (double) tile->lost / (double) (tile->to - tile->from) : 0;
    if (!tile->n[POPLENS_LIGHT_OVERFLOW] ||
        (lanes->wanted.ipu >= 0 && tile->ipu != (guint32) lanes->wanted.ipu))
      continue;
    lost += tile->lost;
    overflows += tile->n[POPLENS_LIGHT_OVERFLOW];
    n++;
    if (!worst || share > most) {
      worst = tile;
      most = share;
    }
  }
  if (!worst)
    return;
  g_autofree char *text = g_strdup_printf (
      "The buffer was full %s and lost %s cycles on %s (%s of the cycles of tile %u). Increase "
      "profiler.blocks.bufferSize or narrow profiler.blocks.filter.",
      poplens_format_items (times, overflows, "time"), poplens_format_count (cycles, lost),
      poplens_format_items (on, n, "tile"), poplens_format_percent (part, most), worst->tile);
  PoplensSection *notice = poplens_page_add_notice (page, POPLENS_TONE_WARNING, "lost", text);
  g_autoptr (PoplensLocation) tab = poplens_location_with (page->location, "tab", "blocks-by-tile");
  g_autofree char *link = poplens_location_to_string (tab);
  poplens_page_add_link (notice, "Show Tiles", link);
}

/* If several IPUs are shown whose first blocks begin at different cycles, adds a notice by how many
 * cycles they are apart. */
static void
add_clocks (PoplensPage *page, const PoplensLightLanes *lanes)
{
  const GArray *ipus = lanes->source->ipus;
  const PoplensLightIpu *first = NULL, *last = NULL;
  PoplensNumber apart;

  for (guint i = 0; i < ipus->len; i++) {
    const PoplensLightIpu *ipu = &g_array_index (ipus, PoplensLightIpu, i);
    if (!first || ipu->from < first->from)
      first = ipu;
    if (!last || ipu->from > last->from)
      last = ipu;
  }
  if (ipus->len < 2 || lanes->wanted.ipu >= 0 || last->from == first->from)
    return;
  g_autofree char *recorded = g_strdup_printf (
      "IPU clocks differ: IPU %u starts %s cycles after IPU %u. Vertical alignment does not mean "
      "same time.",
      last->ipu, poplens_format_count (apart, last->from - first->from), first->ipu);
  poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "clocks",
                           lanes->wanted.from_first
                               ? "IPU clocks differ. Vertical alignment does not mean same time."
                               : recorded);
}

/* Adds a notice on the series that the chart hides: tables still include their blocks. */
static void
add_hidden (PoplensPage *page, const PoplensLightLanes *lanes, const PoplensChart *chart)
{
  g_autoptr (GString) names = g_string_new (NULL);
  const PoplensLightBlocks *blocks = lanes->source->blocks;
  guint64 hidden[POPLENS_N_LIGHT_TYPES] = {0}, n = 0;
  PoplensNumber number, of;

  for (guint s = 0; s < lanes->n_series; s++)
    if (poplens_chart_is_series_hidden (chart, s))
      g_string_append_printf (names, "%s%s", names->len ? ", " : "",
                              poplens_chart_get_series_name (chart, s));
  if (!names->len)
    return;
  for (guint32 row = lanes->first; row < lanes->first + lanes->n; row++)
    hidden[poplens_light_blocks_type (blocks, row)]++;
  for (guint t = 0; t < POPLENS_N_LIGHT_TYPES; t++)
    if (hidden[t] &&
        poplens_chart_is_series_hidden (chart, lanes->chart_index[light_series_of (t)]))
      n += hidden[t];
  g_autofree char *text =
      g_strdup_printf ("%s hidden: %s of %s blocks. Tables still include them.", names->str,
                       poplens_format_count (number, n), poplens_format_count (of, lanes->n));
  PoplensSection *notice = poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "hidden", text);
  g_autoptr (PoplensLocation) all = poplens_location_with (page->location, "hide", NULL);
  g_autofree char *link = poplens_location_to_string (all);
  poplens_page_add_link (notice, "Show All", link);
}

/* ---- the chart ------------------------------------------------------------------------------- */

static void
light_add_series (PoplensChart *chart, const PoplensLightLanes *lanes,
                  const PoplensLocation *location)
{

  for (guint i = 0; i < lanes->n_series; i++) {
    PoplensLightSeries s = lanes->seen[i];
    poplens_chart_add_series (chart, series[s].kind, series[s].key, series[s].name, series[s].ink,
                              0, NULL, poplens_page_hides (location, series[s].key));
  }
}

typedef struct {
  PoplensReport *report; /* owns .lanes->source */
  PoplensLightLanes *lanes;
} BlockNames;

static BlockNames *
block_names_new (PoplensReport *report, PoplensLightLanes *lanes)
{
  BlockNames *names = g_new (BlockNames, 1);

  *names = (BlockNames){g_object_ref (report), light_lanes_ref (lanes)};
  return names;
}

static char *
light_name_of (gconstpointer data, gsize item)
{
  const PoplensLightLanes *lanes = ((const BlockNames *) data)->lanes;
  const PoplensLightBlocks *blocks = lanes->source->blocks;
  gsize row = lanes->first + item;

  return item < lanes->n
             ? g_strdup (poplens_light_name (lanes->source, blocks->type[row], blocks->id[row]))
             : NULL;
}

/* Returns details of a block for its hover box. (transfer full) (nullable) */
static char *
note_of (gconstpointer data, gsize item)
{
  const PoplensLightLanes *lanes = ((const BlockNames *) data)->lanes;
  const PoplensLightSource *source = lanes->source;

  if (item >= lanes->n)
    return NULL;
  guint32 tile = poplens_light_blocks_tile (source->blocks, (guint32) (lanes->first + item));
  return g_strdup_printf ("IPU\t%u", g_array_index (source->tiles, PoplensLightTile, tile).ipu);
}

static void
block_names_free (gpointer data)
{
  BlockNames *names = data;

  poplens_light_lanes_unref (names->lanes);
  g_object_unref (names->report);
  g_free (names);
}

static void
light_add_chart (PoplensPage *page, const PoplensPageContext *context, guint64 clock_hz)
{
  PoplensLightLanes *lanes = page->light;
  PoplensSection *section =
      poplens_page_add_section (page, POPLENS_SECTION_CHART, "trace-chart", "Recorded blocks");
  PoplensChart *chart = poplens_chart_new (&poplens_lanes_kind, "Recorded blocks", 0,
                                           POPLENS_CHART_UNIT_BYTES, context->unit);
  BlockNames *names = block_names_new (context->report, lanes);

  section->chart = chart;
  section->plot.selects = POPLENS_SELECTS_CYCLES;
  poplens_chart_set_item_axis (chart, "Cycles", "block");
  light_add_series (chart, lanes, context->location);
  poplens_chart_set_lane_blocks (chart, lanes->blocks);
  poplens_chart_set_item_names (chart, light_name_of, names, block_names_free);
  if (lanes->source->ipus->len > 1)
    poplens_chart_set_item_notes (chart, note_of, block_names_new (context->report, lanes),
                                  block_names_free);
  for (guint i = 0; i < lanes->groups->len; i++) {
    const PoplensLightGroup *group = &g_array_index (lanes->groups, PoplensLightGroup, i);
    g_autofree char *name = g_strdup_printf ("Tile %u", group->tile);
    poplens_chart_add_lane_group (chart, name, group->n_rows, group->n_rows > 1,
                                  poplens_light_is_collapsed (context->location, group->tile));
  }
  poplens_chart_set_lane_extent (chart, lanes->from, MAX (lanes->to, lanes->from + 1));
  poplens_chart_set_lane_clock (chart, clock_hz);
  add_hidden (page, lanes, chart);
}

/* ---- tables ---------------------------------------------------------------------------------- */

static const char *const block_keys[] = {"block", NULL};
static const char *const range_keys[] = {"range", NULL};

static const PoplensTab tabs[] = {
    {"card", "Block", NULL, "Block", poplens_page_fill_table, .has_no_filter = TRUE,
     .follows = block_keys},
    {"blocks-by-program", "Range", "By program", "Range", poplens_page_fill_table,
     .table = "blocks", .by = "program", .follows = range_keys},
    {"runs", "Range", "Runs", "Runs", poplens_page_fill_table, .has_no_filter = TRUE},
    {"blocks", "Blocks", NULL, "Blocks", poplens_page_fill_table, .has_no_filter = TRUE},
    {"blocks-by-tile", "Tiles", NULL, "Tiles", poplens_page_fill_table, .table = "blocks",
     .by = "tile", .has_no_filter = TRUE},
    {"bookmarks", "Bookmarks", NULL, "Bookmarks"},
};

/* Removes the invalid @key from *@location, and reports the reason @why. */
static void
light_drop_key (PoplensPage *page, PoplensLocation **location, const char *key, const char *why)
{
  g_autoptr (PoplensLocation) old = *location;

  poplens_page_add_misuse (page, why);
  *location = poplens_location_with (old, key, NULL);
}

/* Returns the page's location without invalid values, and reports these. @wanted: (out): what the
 * location selects. (transfer full) */
static PoplensLocation *
usable_location (PoplensPage *page, const PoplensLightSource *source, PoplensLightWanted *wanted)
{
  const char *block = poplens_location_get (page->location, "block");
  g_autoptr (PoplensLocation) blocks = poplens_location_with (page->location, "executed", NULL);
  PoplensLocation *usable = poplens_location_with (blocks, "jump", NULL);
  g_autoptr (PoplensLocation) all = poplens_location_with (usable, "range", NULL);
  g_autoptr (GError) no_ipu = NULL, no_range = NULL;
  guint32 row;

  if (!poplens_light_wanted (source, all, wanted, &no_ipu))
    light_drop_key (page, &usable, "ipu", no_ipu->message);
  if (!poplens_light_wanted (source, usable, wanted, &no_range)) {
    light_drop_key (page, &usable, "range", no_range->message);
    poplens_light_wanted (source, usable, wanted, NULL);
  }
  if (block && !poplens_light_place_row (source, usable, &row)) {
    g_autofree char *text = g_strdup_printf (
        "unknown block “%s”; blocks are numbered from 0, %u in total", block, source->blocks->n);
    light_drop_key (page, &usable, "block", text);
  }
  return usable;
}

gboolean
poplens_light_page_fill (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  const PoplensLightSource *source =
      poplens_light_source_get (context->report, context->cancellable, error);
  PoplensPageContext usable = *context;
  PoplensLightWanted wanted;
  gconstpointer target;

  if (!source || !poplens_page_load_optional (context->report, POPLENS_PART_TARGET, &target,
                                              context->cancellable, error))
    return FALSE;
  page->layout = POPLENS_LAYOUT_CHART;
  g_autoptr (PoplensLocation) location = usable_location (page, source, &wanted);
  guint64 axis_hz = light_add_controls (page, context, source, target, &wanted);
  page->light = light_lanes_get (context->report, source, &wanted, context->work, error);
  if (!page->light)
    return FALSE;
  poplens_page_add_damage (page, context);
  const PoplensLightLanes *lanes = page->light;
  add_lost (page, lanes);
  add_clocks (page, lanes);
  if (!lanes->source->execution->n_steps)
    poplens_page_add_standing (page, POPLENS_TONE_NEUTRAL, "only-blocks",
                               "Only lightweight profiling was recorded. Set debug.instrument=true "
                               "to record steps on all tiles.");
  poplens_page_add_assumptions (page, context,
                                POPLENS_ASSUMES (BLOCKS) | POPLENS_ASSUMES (REPLICAS) |
                                    POPLENS_ASSUMES (RUNS) | POPLENS_ASSUMES (SCHEMA));
  light_add_chart (page, context, axis_hz);
  usable.location = location;
  if (!poplens_page_add_tabs (page, &usable, tabs, G_N_ELEMENTS (tabs), error))
    return FALSE;
  poplens_trace_place_bookmarks (page, &usable);
  return TRUE;
}
