#include "pages/programs/programs-tiles.h"

#include "derived/programs/program-location.h"
#include "derived/programs/program-tiles-source.h"
#include "pages/core/tile-tab.h"
#include "tables/engine/builders.h"

#include <string.h>

/* What the chart is about. */
typedef enum { SHOW_BYTES, SHOW_CYCLES, SHOW_VERTICES, N_SHOWN } Shown;

static const char *const options[] = {"auto", "bytes", "cycles", "vertices"};
static const char *const titles[] = {"Automatic", "Bytes", "Cycles", "Vertices"};

/* Bytes that move are stacked; all else is a line or an area of its own. */
static const struct {
  PoplensTilesValue value;
  Shown shown;
  PoplensSeriesKind kind;
  PoplensInk ink;
  guint shade;
  const char *key, *name;
} series[] = {
    {POPLENS_TILES_RECEIVED, SHOW_BYTES, POPLENS_SERIES_BAND, POPLENS_INK_EXCHANGE, 0,
     "tiles-received", "Received"},
    {POPLENS_TILES_SENT, SHOW_BYTES, POPLENS_SERIES_BAND, POPLENS_INK_EXCHANGE, 2, "tiles-sent",
     "Sent"},
    {POPLENS_TILES_EXCHANGE_CODE, SHOW_BYTES, POPLENS_SERIES_LINE, POPLENS_INK_EXCHANGE_CODE, 0,
     "tiles-exchange-code", "Exchange code"},
    {POPLENS_TILES_CONTROL_CODE, SHOW_BYTES, POPLENS_SERIES_LINE, POPLENS_INK_CONTROL_AND_STACK, 0,
     "tiles-control-code", "Control code"},
    {POPLENS_TILES_CYCLES, SHOW_CYCLES, POPLENS_SERIES_BAND, POPLENS_INK_COMPUTE, 0, "tiles-cycles",
     "First execution"},
    {POPLENS_TILES_ESTIMATE, SHOW_CYCLES, POPLENS_SERIES_LINE, POPLENS_INK_FOREGROUND, 0,
     "tiles-estimate", "Estimated"},
    {POPLENS_TILES_VERTICES, SHOW_VERTICES, POPLENS_SERIES_BAND, POPLENS_INK_VERTEX_STATE, 0,
     "tiles-vertices", "Vertices"},
};

/* ---- what is shown -----------------------------------------------------------------------------
 */

static gboolean
has_any (const PoplensProgramTiles *of, PoplensTilesValue value)
{
  for (guint32 i = 0; of->values[value] && i < of->n; i++)
    if (of->values[value][i])
      return TRUE;
  return FALSE;
}

static gboolean
has_shown (const PoplensProgramTiles *of, Shown shown)
{
  for (guint s = 0; s < G_N_ELEMENTS (series); s++)
    if (series[s].shown == shown && has_any (of, series[s].value))
      return TRUE;
  return FALSE;
}

/* Of an exchange bytes say most, of a compute set cycles. */
static Shown
choose (const PoplensProgramTiles *of, const PoplensLocation *location)
{
  const char *wanted = poplens_location_get (location, "measure");
  gboolean computes =
      of->program != POPLENS_NO_ROW && of->programs->compute_set[of->program] != POPLENS_NO_ROW;

  for (guint i = 1; wanted && i < G_N_ELEMENTS (options); i++)
    if (!strcmp (wanted, options[i]))
      return i - 1;
  if (!computes)
    return SHOW_BYTES;
  return has_shown (of, SHOW_CYCLES) ? SHOW_CYCLES : SHOW_VERTICES;
}

static const char *
why_empty (const PoplensProgramTiles *of, Shown shown)
{
  switch (shown) {
  case SHOW_CYCLES:
    return "No cycles by tile for this program. Record with autoReport.outputExecutionProfile or "
           "profiler.includeCycleEstimates=true.";
  case SHOW_VERTICES:
    return "No vertices: this program runs no compute set.";
  default:
    return "No bytes: this program has no exchange and no code on any tile.";
  }
}

/* ---- the chart ---------------------------------------------------------------------------------
 */

static PoplensChart *
make_chart (const PoplensProgramTiles *of, Shown shown, const PoplensPageContext *context)
{
  static const PoplensChartUnit units[N_SHOWN] = {
      POPLENS_CHART_UNIT_BYTES, POPLENS_CHART_UNIT_CYCLES, POPLENS_CHART_UNIT_COUNT};
  g_autofree char *title = g_strdup_printf ("%s of a program by tile", titles[shown + 1]);
  PoplensChart *chart =
      poplens_chart_new (&poplens_areas_kind, title, of->n, units[shown], context->unit);
  const char *hide = poplens_location_get (context->location, "hide");
  g_auto (GStrv) hidden = g_strsplit (hide ? hide : "", ",", -1);

  poplens_chart_set_item_axis (chart, "Tiles", "tile");
  poplens_chart_set_source (chart, shown == SHOW_CYCLES ? "recorded for one execution"
                                                        : "recorded by the compiler");
  poplens_tiles_number (chart, of->memory->tile, of->n);
  poplens_tiles_group (chart, of->target, of->memory->tile, of->n);
  for (guint s = 0; s < G_N_ELEMENTS (series); s++)
    if (series[s].shown == shown && has_any (of, series[s].value))
      poplens_chart_add_series (
          chart, series[s].kind, series[s].key, series[s].name, series[s].ink, series[s].shade,
          g_memdup2 (of->values[series[s].value], (gsize) of->n * sizeof (guint64)),
          g_strv_contains ((const char *const *) hidden, series[s].key));
  if (!has_shown (of, shown))
    poplens_chart_set_empty_text (chart, why_empty (of, shown));
  return chart;
}

/* ---- what is said beside it --------------------------------------------------------------------
 */

typedef struct {
  const PoplensProgramTiles *of;
  const PoplensPageContext *context;
  PoplensTabChart *tab;
  const PoplensTileSet *tiles; /* that the location selects; empty: none */
} Describe;

static const char *
format (const Describe *d, Shown shown, guint64 value, PoplensNumber buffer)
{
  return shown == SHOW_BYTES ? poplens_format_bytes (buffer, value, d->context->unit)
                             : poplens_format_count (buffer, value);
}

static gboolean
counts (const Describe *d, guint32 position)
{
  return !d->tiles->n || poplens_tile_set_contains (d->tiles, d->of->memory->tile[position]);
}

/* The location that selects the tile. (transfer full) */
static char *
link_to_tile (const Describe *d, guint32 tile)
{
  g_autofree char *number = g_strdup_printf ("%u", tile);
  g_autoptr (PoplensLocation) tab =
      poplens_location_with (d->context->location, "tab", POPLENS_PROGRAMS_TILES_CHART);
  g_autoptr (PoplensLocation) location = poplens_location_with (tab, "tile", number);

  return poplens_location_to_string (location);
}

/* Sum over the tiles that count, and below it where most of it is. */
static void
add_fact (const Describe *d, guint s)
{
  const guint64 *values = d->of->values[series[s].value];
  guint64 sum = 0, most = 0;
  guint32 with = 0, n = 0, at = 0;
  PoplensNumber number, some, all;

  for (guint32 i = 0; i < d->of->n; i++) {
    if (!counts (d, i))
      continue;
    n++;
    sum += values[i];
    with += values[i] > 0;
    if (values[i] > most) {
      most = values[i];
      at = d->of->memory->tile[i];
    }
  }
  g_autofree char *detail = g_strdup_printf ("on %s of %s tiles", poplens_format_count (some, with),
                                             poplens_format_count (all, n));
  poplens_facts_add (d->tab->facts, series[s].name, format (d, series[s].shown, sum, number),
                     n > 1 ? detail : NULL);
  if (n < 2 || !most)
    return;
  g_autofree char *tile = g_strdup_printf ("tile %u", at);
  poplens_facts_add (d->tab->facts, "  maximum", format (d, series[s].shown, most, number), NULL);
  poplens_facts_add (d->tab->facts, "  on", tile, NULL)->link = link_to_tile (d, at);
}

static void
describe_tiles (const Describe *d)
{
  g_autofree char *written = poplens_tile_set_to_string (d->tiles);
  guint64 n = poplens_tile_set_count (d->tiles);
  PoplensNumber count;

  d->tab->title = n == 1
                      ? g_strdup_printf ("Tile %s", written)
                      : g_strdup_printf ("%s tiles: %s", poplens_format_count (count, n), written);
  PoplensFact *fact = poplens_facts_add (d->tab->facts, "Show in", "Memory", NULL);
  fact->link = g_strdup_printf ("memory?tile=%s", written);
}

static void
describe (const Describe *d, Shown shown)
{
  const PoplensPrograms *programs = d->of->programs;

  if (d->of->program != POPLENS_NO_ROW)
    d->tab->text = poplens_program_title (programs, programs->id[d->of->program]);
  for (guint s = 0; s < G_N_ELEMENTS (series); s++)
    if ((d->tiles->n || series[s].shown == shown) && has_any (d->of, series[s].value))
      add_fact (d, s);
  if (d->tiles->n)
    describe_tiles (d);
  else
    d->tab->title = g_strdup_printf ("%s by tile", titles[shown + 1]);
}

/* ---- the tab -----------------------------------------------------------------------------------
 */

static PoplensTabChart *
tab_new (const PoplensPageContext *context, GError **error)
{
  g_auto (PoplensProgramTiles) of = {0};
  g_autoptr (PoplensTileSet) tiles = poplens_location_get_tiles (context->location);
  PoplensTabChart *tab;

  if (!poplens_program_tiles_init (&of, context->report, context->location, context->cancellable,
                                   error))
    return NULL;
  Shown shown = choose (&of, context->location);
  tab = poplens_tile_tab_new (make_chart (&of, shown, context), of.n,
                              g_memdup2 (of.memory->tile, (gsize) MAX (of.n, 1) * sizeof (guint32)),
                              context->location);
  Describe d = {&of, context, tab, tiles};
  describe (&d, shown);
  return tab;
}

void
poplens_programs_add_tiles_chart (PoplensPage *page, const PoplensPageContext *context)
{
  static const PoplensTabKind kind = {tab_new, poplens_tile_tab_select, NULL, NULL,
                                      POPLENS_PART_BIT (POPLENS_PART_EXCHANGES) |
                                          POPLENS_PART_BIT (POPLENS_PART_VERTICES) |
                                          POPLENS_PART_BIT (POPLENS_PART_EXECUTION)};
  static const char *const follows[] = {"program", "tile", "measure", NULL};
  const char *absence = poplens_report_get_absence (context->report, POPLENS_PART_MEMORY);

  poplens_page_add_tab_chart (page, POPLENS_PROGRAMS_TILES_CHART, "Tiles", &kind, follows, absence);
  if (absence)
    return;
  poplens_page_add_choice (page, "measure", "Measure", "Measure to draw by tile", options, titles,
                           G_N_ELEMENTS (options), 0);
  poplens_page_control (page, "measure")->section = POPLENS_PROGRAMS_TILES_CHART;
  poplens_page_control (page, "measure")->is_plain = TRUE;
}

void
poplens_programs_tiles_views (GPtrArray *views)
{
  poplens_views_add (views, "Tab", "tab", POPLENS_PROGRAMS_TILES_CHART, "Tiles");
}
