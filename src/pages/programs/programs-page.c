/* Program Tree: the tree of programs with their costs, and tabs on the chosen program. */
#include "derived/programs/program-location.h"
#include "derived/programs/program-tiles-source.h"
#include "model/assumptions.h"
#include "pages/core/page-private.h"
#include "pages/core/tile-tab.h"
#include "tables/engine/builders.h"

#include <string.h>

/* ---- tiles of a program ---------------------------------------------------------------------- */

/* Tab with a chart of the program's cost on each tile. The key "measure" chooses bytes, cycles or
 * vertices. A click sets the key "tile". */

#define TILES_CHART "tile-costs-chart"

/* Measures that the chart can show for each tile. */
typedef enum { SHOW_BYTES, SHOW_CYCLES, SHOW_VERTICES, N_SHOWN } TileCostMeasure;

static const char *const measure_keys[] = {"auto", "bytes", "cycles", "vertices"};
static const char *const measure_titles[] = {"Automatic", "Bytes", "Cycles", "Vertices"};

/* Series of the chart, each for one measure. Bytes received and sent are stacked; other series are
 * a line or an area. */
static const struct {
  PoplensTilesValue value;
  TileCostMeasure shown;
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

/* ---- tiles: what is shown -------------------------------------------------------------------- */

static gboolean
has_any (const PoplensProgramTiles *of, PoplensTilesValue value)
{
  for (guint32 i = 0; of->values[value] && i < of->n; i++)
    if (of->values[value][i])
      return TRUE;
  return FALSE;
}

static gboolean
has_shown (const PoplensProgramTiles *of, TileCostMeasure shown)
{
  for (guint s = 0; s < G_N_ELEMENTS (series); s++)
    if (series[s].shown == shown && has_any (of, series[s].value))
      return TRUE;
  return FALSE;
}

/* Returns the measure that the location names. The default is bytes. For a compute set, it is
 * cycles or, if cycles are unknown, vertices. */
static TileCostMeasure
programs_choose (const PoplensProgramTiles *of, const PoplensLocation *location)
{
  guint wanted =
      poplens_page_read_choice (location, "measure", measure_keys, G_N_ELEMENTS (measure_keys), 0);
  gboolean computes =
      of->program != POPLENS_NO_ROW && of->programs->compute_set[of->program] != POPLENS_NO_ROW;

  if (wanted)
    return wanted - 1;
  if (!computes)
    return SHOW_BYTES;
  return has_shown (of, SHOW_CYCLES) ? SHOW_CYCLES : SHOW_VERTICES;
}

/* Says why the chart of tiles is empty. (transfer none) */
static const char *
why_empty (const PoplensProgramTiles *of, TileCostMeasure shown)
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

/* ---- tiles: the chart ------------------------------------------------------------------------ */

static PoplensChart *
programs_make_chart (const PoplensProgramTiles *of, TileCostMeasure shown,
                     const PoplensPageContext *context)
{
  static const PoplensChartUnit units[N_SHOWN] = {
      POPLENS_CHART_UNIT_BYTES, POPLENS_CHART_UNIT_CYCLES, POPLENS_CHART_UNIT_COUNT};
  g_autofree char *title = g_strdup_printf ("%s of a program by tile", measure_titles[shown + 1]);
  PoplensChart *chart =
      poplens_chart_new (&poplens_areas_kind, title, of->n, units[shown], context->unit);

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
          poplens_page_hides (context->location, series[s].key));
  if (!has_shown (of, shown))
    poplens_chart_set_empty_text (chart, why_empty (of, shown));
  return chart;
}

/* ---- tiles: what is said beside it ----------------------------------------------------------- */

typedef struct {
  const PoplensProgramTiles *of;
  const PoplensPageContext *context;
  PoplensTabChart *tab;
  const PoplensTileSet *tiles; /* the facts refer to these selected tiles; empty: to all tiles */
} ProgramDescription;

static const char *
format_measure (const ProgramDescription *d, TileCostMeasure shown, guint64 value,
                PoplensNumber buffer)
{
  return shown == SHOW_BYTES ? poplens_format_bytes (buffer, value, d->context->unit)
                             : poplens_format_count (buffer, value);
}

static gboolean
counts (const ProgramDescription *d, guint32 position)
{
  return !d->tiles->n || poplens_tile_set_contains (d->tiles, d->of->memory->tile[position]);
}

/* Returns the location with the tile selected and the tab of the chart in front. (transfer full) */
static char *
link_to_tile (const ProgramDescription *d, guint32 tile)
{
  g_autofree char *number = g_strdup_printf ("%u", tile);
  g_autoptr (PoplensLocation) tab =
      poplens_location_with (d->context->location, "tab", TILES_CHART);
  g_autoptr (PoplensLocation) location = poplens_location_with (tab, "tile", number);

  return poplens_location_to_string (location);
}

/* Adds facts on series @s: sum, and tile with the largest value. The facts cover the selected
 * tiles; all tiles if none is selected. */
static void
programs_add_fact (const ProgramDescription *d, guint s)
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
  poplens_facts_add (d->tab->facts, series[s].name,
                     format_measure (d, series[s].shown, sum, number), n > 1 ? detail : NULL);
  if (n < 2 || !most)
    return;
  g_autofree char *tile = g_strdup_printf ("tile %u", at);
  poplens_facts_add (d->tab->facts, "  maximum", format_measure (d, series[s].shown, most, number),
                     NULL);
  poplens_facts_add (d->tab->facts, "  on", tile, NULL)->link = link_to_tile (d, at);
}

static void
describe_tiles (const ProgramDescription *d)
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
programs_describe (const ProgramDescription *d, TileCostMeasure shown)
{
  const PoplensPrograms *programs = d->of->programs;

  if (d->of->program != POPLENS_NO_ROW)
    d->tab->text = poplens_program_title (programs, programs->id[d->of->program]);
  for (guint s = 0; s < G_N_ELEMENTS (series); s++)
    if ((d->tiles->n || series[s].shown == shown) && has_any (d->of, series[s].value))
      programs_add_fact (d, s);
  if (d->tiles->n)
    describe_tiles (d);
  else
    d->tab->title = g_strdup_printf ("%s by tile", measure_titles[shown + 1]);
}

/* ---- tiles: the tab -------------------------------------------------------------------------- */

static PoplensTabChart *
tile_costs_tab_new (const PoplensPageContext *context, GError **error)
{
  g_auto (PoplensProgramTiles) of = {0};
  g_autoptr (PoplensTileSet) tiles = poplens_location_get_tiles (context->location);
  PoplensTabChart *tab;

  if (!poplens_program_tiles_init (&of, context->report, context->location, context->cancellable,
                                   error))
    return NULL;
  TileCostMeasure shown = programs_choose (&of, context->location);
  tab = poplens_tile_tab_new (programs_make_chart (&of, shown, context), of.n,
                              g_memdup2 (of.memory->tile, (gsize) MAX (of.n, 1) * sizeof (guint32)),
                              context->location);
  ProgramDescription d = {&of, context, tab, tiles};
  programs_describe (&d, shown);
  return tab;
}

static const PoplensTabKind tiles_kind = {tile_costs_tab_new, poplens_tile_tab_select, NULL, NULL,
                                          POPLENS_PART_BIT (POPLENS_PART_EXCHANGES) |
                                              POPLENS_PART_BIT (POPLENS_PART_VERTICES) |
                                              POPLENS_PART_BIT (POPLENS_PART_EXECUTION)};

/* ---- programs -------------------------------------------------------------------------------- */

/* Fills the table of the first tab if this tab is in front. The tab is also in front if the
 * location names none. */
static gboolean
fill_card (PoplensPage *page, const PoplensPageContext *context, PoplensSection *section,
           GError **error)
{
  return (poplens_location_get (page->location, "tab")
              ? poplens_page_fill_front
              : poplens_page_fill_table) (page, context, section, error);
}

static const char *const of_program[] = {"program", NULL};
static const char *const of_chart[] = {"program", "tile", "measure", NULL};
static const char *const of_tiles[] = {"program", "tile", "ipu", "replica", NULL};

static const PoplensTab tabs[] = {
    {"card", "Details", NULL, "Details", fill_card, .has_no_filter = TRUE, .follows = of_program},
    {"vertex-types", "Vertices", NULL, "Vertices", poplens_page_fill_front, .by = "program",
     .follows = of_program},
    {TILES_CHART, "Tiles", "Chart", "Tiles", .kind = &tiles_kind,
     .needs = POPLENS_PART_BIT (POPLENS_PART_MEMORY), .follows = of_chart},
    {"tile-costs", "Tiles", "Table", "Tile Table", poplens_page_fill_front, .follows = of_tiles},
    {"program-variables", "Variables", NULL, "Variables", poplens_page_fill_front,
     .follows = of_program},
    {"contexts", "Debug Contexts", NULL, "Debug Contexts", poplens_page_fill_front,
     .follows = of_program, .is_there = poplens_report_has_debug},
};

void
poplens_programs_page_views (GPtrArray *views, PoplensReport *report)
{
  poplens_views_add_tabs (views, report, tabs, G_N_ELEMENTS (tabs));
}

/* ---- choices --------------------------------------------------------------------------------- */

static void
add_root (const PoplensPrograms *programs, GStrvBuilder *options, GStrvBuilder *titles,
          const char *key, const char *what, guint32 id, guint32 program)
{
  guint32 row = poplens_programs_find (programs, program);
  const char *name = row == POPLENS_NO_ROW ? "" : poplens_programs_name (programs, row);
  g_autofree char *option = g_strdup_printf ("%s:%u", key, id);
  g_autofree char *title = g_strdup_printf ("%s %u%s%s", what, id, *name ? ": " : "", name);

  g_strv_builder_add (options, option);
  g_strv_builder_add (titles, title);
}

static void
add_roots (PoplensPage *page, const PoplensPrograms *programs, PoplensProgramRoot root)
{
  g_autoptr (GStrvBuilder) options = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) titles = g_strv_builder_new ();
  guint current = root.kind == POPLENS_ROOT_ALL     ? 0
                  : root.kind == POPLENS_ROOT_ENTRY ? 1 + root.index
                                                    : 1 + programs->n_control + root.index;

  if (programs->n_control + programs->n_functions < 2)
    return;
  g_strv_builder_add (options, "all");
  g_strv_builder_add (titles, "All programs");
  for (guint32 e = 0; e < programs->n_control; e++)
    add_root (programs, options, titles, "entry", "Entry point", programs->control_id[e],
              programs->control_program[e]);
  for (guint32 f = 0; f < programs->n_functions; f++)
    add_root (programs, options, titles, "function", "Function", programs->function_id[f],
              programs->function_program[f]);
  poplens_page_add_own_choice (page, "root", "Show", "Programs to show",
                               g_strv_builder_end (options), g_strv_builder_end (titles), current);
}

/* ---- sections -------------------------------------------------------------------------------- */

static gboolean
add_tree (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  PoplensSection *section;

  if (!poplens_page_add_table (page, context, "programs", &section, error))
    return FALSE;
  section->rows.on_top = TRUE;
  section->rows.chooses = "program";
  section->rows.chooses_by = "id";
  return TRUE;
}

static gboolean
programs_add_tabs (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  if (!poplens_page_add_tabs (page, context, tabs, G_N_ELEMENTS (tabs), error))
    return FALSE;
  if (poplens_page_tab (page, TILES_CHART)->state == POPLENS_ABSENT)
    return TRUE;
  poplens_page_add_choice (page, "measure", "Measure", "Measure to draw by tile", measure_keys,
                           measure_titles, G_N_ELEMENTS (measure_keys), 0);
  poplens_page_control (page, "measure")->section = TILES_CHART;
  poplens_page_control (page, "measure")->is_plain = TRUE;
  return TRUE;
}

/* If there are several compilation steps, adds the choice of one: each step has its own tree of
 * programs. */
static void
add_compilation (PoplensPage *page, const PoplensPrograms *first, const PoplensPrograms *shown)
{
  g_autoptr (GStrvBuilder) options = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) titles = g_strv_builder_new ();
  guint current = 0;

  if (!first->others)
    return;
  for (guint i = 0; i <= first->others->len; i++) {
    const PoplensPrograms *one = i ? g_ptr_array_index (first->others, i - 1) : first;
    g_autofree char *title = poplens_programs_step_title (one);
    g_strv_builder_add (options, one->step);
    g_strv_builder_add (titles, title);
    current = one == shown ? i : current;
  }
  poplens_page_add_own_choice (page, "compilation", "Compilation step", "Compilation step to show",
                               g_strv_builder_end (options), g_strv_builder_end (titles), current);
}

/* Returns @location without an invalid entry point or program, which is reported. @root: (out).
 * (transfer full) */
static PoplensLocation *
judge_location (PoplensPage *page, const PoplensPrograms *programs, const PoplensLocation *location,
                PoplensProgramRoot *root)
{
  g_autoptr (PoplensLocation) with_root = poplens_location_ref ((PoplensLocation *) location);
  g_autoptr (GError) wrong = NULL;
  guint32 row;

  if (!poplens_program_root_of_location (programs, location, root, &wrong)) {
    poplens_page_add_misuse (page, wrong->message);
    g_clear_error (&wrong);
    g_clear_pointer (&with_root, poplens_location_unref);
    with_root = poplens_location_with (location, "root", NULL);
  }
  if (poplens_program_of_location (programs, location, &row, &wrong))
    return g_steal_pointer (&with_root);
  poplens_page_add_misuse (page, wrong->message);
  return poplens_location_with (with_root, "program", NULL);
}

/* Returns the location without an invalid compilation step, which is reported. @programs: (out):
 * the programs of the step; judge_location () needs them. (transfer full) */
static PoplensLocation *
judge_compilation (PoplensPage *page, const PoplensPageContext *context,
                   const PoplensPrograms *first, const PoplensPrograms **programs)
{
  g_autoptr (GError) wrong = NULL;

  *programs = poplens_programs_of_location (context->report, context->location,
                                            context->cancellable, &wrong);
  if (*programs)
    return poplens_location_ref ((PoplensLocation *) context->location);
  *programs = first;
  poplens_page_add_misuse (page, wrong->message);
  return poplens_location_with (context->location, "compilation", NULL);
}

gboolean
poplens_programs_page_fill (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  const PoplensPrograms *first =
      poplens_report_load_programs (context->report, context->cancellable, error);
  PoplensPageContext usable = *context;
  PoplensProgramRoot root;
  const PoplensPrograms *programs;

  if (!first)
    return FALSE;
  page->layout = POPLENS_LAYOUT_TABLE;
  g_autoptr (PoplensLocation) of_step = judge_compilation (page, context, first, &programs);
  g_autoptr (PoplensLocation) location = judge_location (page, programs, of_step, &root);
  usable.location = location;
  g_clear_pointer (&page->usable, poplens_location_unref);
  page->usable = poplens_location_ref (location);
  add_compilation (page, first, programs);
  add_roots (page, programs, root);
  poplens_page_add_search (page, "filter.programs", "Search programs",
                           "Search by type, name, detail or ID");
  poplens_page_add_unit (page, context);
  poplens_page_add_damage (page, &usable);
  /* Add a notice: without an execution, shares in the tree are shares of control code, not of
   * cycles. */
  const char *absence = poplens_report_get_absence (usable.report, POPLENS_PART_EXECUTION);
  if (absence) {
    g_autofree char *text = g_strdup_printf ("%s Shares and hot path count control code.", absence);
    poplens_page_add_standing (page, POPLENS_TONE_NEUTRAL, "no-execution", text);
  }
  poplens_page_add_assumptions (page, &usable,
                                POPLENS_ASSUMES (REPLICAS) | POPLENS_ASSUMES (SCHEMA));
  return add_tree (page, &usable, error) && programs_add_tabs (page, &usable, error);
}
