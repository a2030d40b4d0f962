/* Execution Trace, "view=blocks": what lightweight profiling recorded, tile by tile; and below it a
 * block, what blocks of a kind took, all of them, and what was lost. */
#include "pages/trace/light.h"
#include "pages/trace/trace-tabs.h"

#include "model/assumptions.h"

#include <string.h>

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
    [POPLENS_LIGHT_SERIES_OVERFLOW] = {"overflow", "Buffer full (lost)", POPLENS_INK_OVERFLOW,
                                       POPLENS_SERIES_WAITING_BEGIN},
    [POPLENS_LIGHT_SERIES_OTHER] = {"other", "Other", POPLENS_INK_CONTROL, POPLENS_SERIES_BAND},
};

/* ---- controls ----------------------------------------------------------------------------------
 */

enum { VIEW_FLAT, VIEW_FLAME, VIEW_BLOCKS, N_VIEWS };

static guint
fallback_view (const PoplensExecution *execution)
{
  return !execution->n_steps && execution->light->n ? VIEW_BLOCKS : VIEW_FLAT;
}

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
      views, titles, n, fallback_view (execution));

  poplens_page_control (page, "view")->letter = 'v';
  return view;
}

static void
add_ipus (PoplensPage *page, const PoplensLightSource *source, int ipu)
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

/* Returns the clock of the ruler; 0: it is in cycles. */
static guint64
add_controls (PoplensPage *page, const PoplensPageContext *context,
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
    add_ipus (page, source, wanted->ipu);
  guint64 axis_hz = poplens_page_add_axis (page, context, target);
  poplens_page_add_unit (page, context);
  return axis_hz;
}

/* ---- what is said above the chart --------------------------------------------------------------
 */

/* Lost cycles, and the tile that lost most of its time. */
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

/* How far the first blocks of IPUs are apart. */
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
  if (ipus->len < 2 || lanes->wanted.ipu >= 0)
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

/* What the legend hides: tables count it all the same. */
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
        poplens_chart_is_series_hidden (chart, lanes->location[poplens_light_series_of (t)]))
      n += hidden[t];
  g_autofree char *text =
      g_strdup_printf ("%s hidden: %s of %s blocks. Tables still include them.", names->str,
                       poplens_format_count (number, n), poplens_format_count (of, lanes->n));
  PoplensSection *notice = poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "hidden", text);
  g_autoptr (PoplensLocation) all = poplens_location_with (page->location, "hide", NULL);
  g_autofree char *link = poplens_location_to_string (all);
  poplens_page_add_link (notice, "Show All", link);
}

static void
add_notices (PoplensPage *page, const PoplensLightLanes *lanes)
{
  add_lost (page, lanes);
  add_clocks (page, lanes);
  if (!lanes->source->execution->n_steps)
    poplens_page_add_standing (page, POPLENS_TONE_NEUTRAL, "only-blocks",
                               "Only lightweight profiling was recorded. Set debug.instrument=true "
                               "to record steps on all tiles.");
}

/* ---- the chart ---------------------------------------------------------------------------------
 */

static void
add_groups (PoplensChart *chart, const PoplensLightLanes *lanes, const PoplensLocation *location)
{
  for (guint i = 0; i < lanes->groups->len; i++) {
    const PoplensLightGroup *group = &g_array_index (lanes->groups, PoplensLightGroup, i);
    g_autofree char *name = g_strdup_printf ("Tile %u", group->tile);
    poplens_chart_add_lane_group (chart, name, group->n_rows, group->n_rows > 1,
                                  poplens_light_is_collapsed (location, group->tile));
  }
}

static void
add_series (PoplensChart *chart, const PoplensLightLanes *lanes, const PoplensLocation *location)
{
  const char *hide = poplens_location_get (location, "hide");
  g_auto (GStrv) hidden = g_strsplit (hide ? hide : "", ",", -1);

  for (guint i = 0; i < lanes->n_series; i++) {
    PoplensLightSeries s = lanes->seen[i];
    poplens_chart_add_series (chart, series[s].kind, series[s].key, series[s].name, series[s].ink,
                              0, NULL,
                              g_strv_contains ((const char *const *) hidden, series[s].key));
  }
}

typedef struct {
  PoplensReport *report; /* keeps the parts */
  PoplensLightLanes *lanes;
} Names;

static Names *
names_new (PoplensReport *report, PoplensLightLanes *lanes)
{
  Names *names = g_new (Names, 1);

  *names = (Names){g_object_ref (report), poplens_light_lanes_ref (lanes)};
  return names;
}

static char *
name_of (gconstpointer data, gsize item)
{
  const PoplensLightLanes *lanes = ((const Names *) data)->lanes;
  const PoplensLightBlocks *blocks = lanes->source->blocks;
  gsize row = lanes->first + item;

  return item < lanes->n
             ? g_strdup (poplens_light_name (lanes->source, blocks->type[row], blocks->id[row]))
             : NULL;
}

/* More than the name in the gutter has room for. */
static char *
note_of (gconstpointer data, gsize item)
{
  const PoplensLightLanes *lanes = ((const Names *) data)->lanes;
  const PoplensLightSource *source = lanes->source;

  if (item >= lanes->n)
    return NULL;
  guint32 tile = poplens_light_blocks_tile (source->blocks, (guint32) (lanes->first + item));
  return g_strdup_printf ("IPU\t%u", g_array_index (source->tiles, PoplensLightTile, tile).ipu);
}

static void
names_free (gpointer data)
{
  Names *names = data;

  poplens_light_lanes_unref (names->lanes);
  g_object_unref (names->report);
  g_free (names);
}

static void
add_chart (PoplensPage *page, const PoplensPageContext *context, guint64 clock_hz)
{
  PoplensLightLanes *lanes = page->light;
  PoplensSection *section =
      poplens_page_add_section (page, POPLENS_SECTION_CHART, "trace-chart", "Recorded blocks");
  PoplensChart *chart = poplens_chart_new (&poplens_lanes_kind, "Recorded blocks", 0,
                                           POPLENS_CHART_UNIT_BYTES, context->unit);
  Names *names = names_new (context->report, lanes);

  section->chart = chart;
  section->plot.selects = POPLENS_SELECTS_CYCLES;
  poplens_chart_set_item_axis (chart, "Cycles", "block");
  add_series (chart, lanes, context->location);
  poplens_chart_set_lane_blocks (chart, lanes->blocks);
  poplens_chart_set_item_names (chart, name_of, names, names_free);
  if (lanes->source->ipus->len > 1)
    poplens_chart_set_item_notes (chart, note_of, names_new (context->report, lanes), names_free);
  add_groups (chart, lanes, context->location);
  poplens_chart_set_lane_extent (chart, lanes->from, MAX (lanes->to, lanes->from + 1));
  poplens_chart_set_lane_clock (chart, clock_hz);
  add_hidden (page, lanes, chart);
}

/* ---- tables ------------------------------------------------------------------------------------
 */

static const char *const block_keys[] = {"block", NULL};
static const char *const range_keys[] = {"range", NULL};

static const struct {
  const char *key, *title, *table, *by;
  const char *const *follows;
} tables[] = {{"card", "Block", "card", NULL, block_keys},
              {"blocks-by-program", "Range", "blocks", "program", range_keys},
              {"blocks", "Blocks", "blocks", NULL, NULL},
              {"blocks-by-tile", "Tiles", "blocks", "tile", NULL},
              {"runs", "Runs", "runs", NULL, NULL}};

static const PoplensTabName names[] = {
    {"card", "Block", NULL},           {"blocks-by-program", "Range", "By program"},
    {"runs", "Range", "Runs"},         {"blocks", "Blocks", NULL},
    {"blocks-by-tile", "Tiles", NULL}, {"bookmarks", "Bookmarks", NULL}};

static gboolean
add_tables (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++) {
    PoplensSection *section;
    if (!poplens_page_add_table_by (page, context, tables[i].key, tables[i].table, tables[i].by,
                                    &section, error))
      return FALSE;
    poplens_section_set_title (section, tables[i].title);
    section->rows.filterable = !g_strcmp0 (tables[i].by, "program");
    section->follows = tables[i].follows;
  }
  poplens_trace_add_bookmarks_tab (page, context);
  poplens_page_name_tabs (page, names, G_N_ELEMENTS (names));
  return TRUE;
}

/* Takes @key out of @location, and says why. */
static void
drop (PoplensPage *page, PoplensLocation **location, const char *key, const char *why)
{
  g_autoptr (PoplensLocation) old = *location;

  poplens_page_add_misuse (page, why);
  *location = poplens_location_with (old, key, NULL);
}

/* Without what is wrong in it, which is said. (transfer full) */
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
    drop (page, &usable, "ipu", no_ipu->message);
  if (!poplens_light_wanted (source, usable, wanted, &no_range)) {
    drop (page, &usable, "range", no_range->message);
    poplens_light_wanted (source, usable, wanted, NULL);
  }
  if (block && !poplens_light_place_row (source, usable, &row)) {
    g_autofree char *text = g_strdup_printf (
        "unknown block “%s”; blocks are numbered from 0, %u in total", block, source->blocks->n);
    drop (page, &usable, "block", text);
  }
  return usable;
}

gboolean
poplens_light_page_fill (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  g_autoptr (PoplensLightSource) source =
      poplens_light_source_get (context->report, context->cancellable, error);
  PoplensPageContext usable = *context;
  PoplensLightWanted wanted;
  gconstpointer target;

  if (!source || !poplens_page_load_optional (context->report, POPLENS_PART_TARGET, &target,
                                              context->cancellable, error))
    return FALSE;
  page->layout = POPLENS_LAYOUT_CHART;
  g_autoptr (PoplensLocation) location = usable_location (page, source, &wanted);
  guint64 axis_hz = add_controls (page, context, source, target, &wanted);
  page->light = poplens_light_lanes_get (context->report, source, &wanted, context->work, error);
  if (!page->light)
    return FALSE;
  poplens_page_add_damage (page, context);
  add_notices (page, page->light);
  poplens_page_add_assumptions (page, context,
                                POPLENS_ASSUMES (BLOCKS) | POPLENS_ASSUMES (REPLICAS) |
                                    POPLENS_ASSUMES (RUNS) | POPLENS_ASSUMES (SCHEMA));
  add_chart (page, context, axis_hz);
  usable.location = location;
  return add_tables (page, &usable, error);
}
