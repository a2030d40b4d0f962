/* Liveness: a chart of live bytes at each step of the compiler's schedule, with tables and charts
 * by tile in tabs below. */
#include "analysis/memory/kind-index.h"
#include "analysis/trace/name-labels.h"
#include "base/error.h"
#include "base/typed.h"
#include "derived/insights/kinds-source.h"
#include "derived/liveness/live-source.h"
#include "derived/operations/debug-source.h"
#include "model/assumptions.h"
#include "model/step-list.h"
#include "pages/core/look.h"
#include "pages/core/page-private.h"
#include "pages/core/tile-tab.h"
#include "pages/liveness/liveness-contents.h"
#include "pages/liveness/liveness-lifetimes.h"

#include <string.h>

/* ---- scope ----------------------------------------------------------------------------------- */

/* The control of the scope (all tiles, an IPU, a replica, chosen tiles), and the check of the
 * location's "scope". */

/* Largest number of replicas in the menu: all replicas are alike, so a longer menu would not
 * help. */
#define MOST_REPLICAS 16

typedef struct {
  GStrvBuilder *options, *titles;
  guint n, current;
} Menu;

static void
menu_add (Menu *menu, const char *option, const char *title, gboolean current)
{
  g_strv_builder_add (menu->options, option);
  g_strv_builder_add (menu->titles, title);
  if (current)
    menu->current = menu->n;
  menu->n++;
}

/* Adds an entry for each of @n IPUs or replicas; none if there is only one. */
static void
add_numbered (Menu *menu, const PoplensLiveSource *source, PoplensSourceKind kind,
              const char *title, guint32 n)
{
  for (guint32 i = 0; n > 1 && i < n; i++) {
    g_autofree char *option = g_strdup_printf ("%s:%u", poplens_source_kind_name (kind), i);
    g_autofree char *text = g_strdup_printf ("%s %u", title, i);
    menu_add (menu, option, text, source->kind == kind && source->number == i);
  }
}

static void
menu_add_tiles (Menu *menu, const PoplensLiveSource *source, const PoplensLocation *location)
{
  g_autoptr (PoplensTileSet) tiles = poplens_location_get_tiles (location);
  g_autofree char *text = poplens_tile_set_to_string (tiles);
  gboolean one = poplens_tile_set_count (tiles) == 1;
  g_autofree char *title = g_strdup_printf (one ? "Tile %s" : "Tiles %s", text);

  if (tiles->n)
    menu_add (menu, "tile", g_utf8_strlen (title, -1) > 20 ? "Selected tiles" : title,
              source->kind == POPLENS_SOURCE_TILES);
}

static void
liveness_page_add_source (PoplensPage *page, const PoplensPageContext *context,
                          const PoplensLiveSource *source, guint32 n_ipus)
{
  g_autoptr (GStrvBuilder) options = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) titles = g_strv_builder_new ();
  Menu menu = {options, titles, 0, 0};

  menu_add (&menu, "all", "All tiles", FALSE);
  add_numbered (&menu, source, POPLENS_SOURCE_IPU, "IPU", n_ipus);
  const PoplensTarget *target = poplens_report_peek (context->report, POPLENS_PART_TARGET);
  add_numbered (&menu, source, POPLENS_SOURCE_REPLICA, "Replica",
                target ? MIN (target->num_replicas, MOST_REPLICAS) : 0);
  if (!poplens_report_get_absence (context->report, POPLENS_PART_MEMORY))
    menu_add (&menu, "fullest", "Fullest tile", source->kind == POPLENS_SOURCE_FULLEST);
  menu_add_tiles (&menu, source, context->location);
  page->has_scope = TRUE;
  poplens_page_add_own_choice (page, "scope", "Scope", "Tiles whose memory is shown",
                               g_strv_builder_end (options), g_strv_builder_end (titles),
                               menu.current);
}

/* Removes and reports an invalid "scope", or "fullest" if the report has no memory. Consumes
 * @location. (transfer full) */
static PoplensLocation *
liveness_page_drop_wrong_source (PoplensPage *page, PoplensLocation *location,
                                 PoplensReport *report)
{
  const char *named = poplens_location_get (location, "scope");
  g_autoptr (PoplensLocation) old = location;
  PoplensSourceKind kind;
  const char *absence;

  if (!named)
    return g_steal_pointer (&old);
  if (!poplens_source_kind_parse (named, &kind)) {
    g_autofree char *text =
        g_strdup_printf ("invalid scope “%s”; use all, ipu, replica, tile or fullest", named);
    poplens_page_add_misuse (page, text);
    return poplens_location_with (old, "scope", NULL);
  }
  absence = poplens_report_get_absence (report, POPLENS_PART_MEMORY);
  if (kind != POPLENS_SOURCE_FULLEST || !absence)
    return g_steal_pointer (&old);
  g_autofree char *text = g_strdup_printf ("Fullest tile unknown: %s", absence);
  poplens_page_add_misuse (page, text);
  return poplens_location_with (old, "scope", NULL);
}

/* ---- estimates ------------------------------------------------------------------------------- */

/* Tabs with charts by tile: cycles and FLOPs that the compiler estimates for the programs of the
 * selected steps, from the table of costs by tile. A click selects the tile. */

/* ---- estimates: the chart -------------------------------------------------------------------- */

/* Returns the values of a column; cells without a value are 0. (transfer full) (nullable): NULL if
 * no cell has a value */
static guint64 *
read_values (const PoplensTable *table, guint column)
{
  guint32 n = poplens_table_n_rows (table);
  g_autofree guint64 *values = g_new0 (guint64, MAX (n, 1));
  gboolean any = FALSE;

  for (guint32 r = 0; r < n; r++) {
    PoplensValue value = poplens_table_get (table, r, column);
    if (value.type != POPLENS_VALUE_INT)
      continue;
    any = TRUE;
    values[r] = (guint64) value.integer;
  }
  return any ? g_steal_pointer (&values) : NULL;
}

/* Adds a series for each selected step: an area for the first step, lines for the steps compared
 * with it. */
static void
liveness_add_steps (PoplensChart *chart, const PoplensTable *table, gboolean cycles)
{
  static const PoplensInk inks[] = {POPLENS_INK_COMPUTE, POPLENS_INK_EXCHANGE, POPLENS_INK_HOST,
                                    POPLENS_INK_LINKS, POPLENS_INK_SYNC};
  const char *key = cycles ? "estimated_cycles" : "flops";
  g_autofree char *second = g_strconcat (key, "_2", NULL);
  gboolean several = poplens_table_find_column (table, second) >= 0;

  for (guint s = 0; s < POPLENS_MOST_STEPS; s++) {
    g_autofree char *of_step = s ? g_strdup_printf ("%s_%u", key, s + 1) : g_strdup (key);
    int at = poplens_table_find_column (table, of_step);
    if (at < 0)
      break;
    const PoplensColumn *column = poplens_table_get_column (table, (guint) at);
    guint64 *values = read_values (table, (guint) at);
    const char *name = several ? column->title : cycles ? "Cycles, estimated" : "FLOPs, estimated";
    if (values)
      poplens_chart_add_series (chart, s ? POPLENS_SERIES_LINE : POPLENS_SERIES_BAND, column->name,
                                name, inks[s % G_N_ELEMENTS (inks)], 0, values, FALSE);
  }
}

static PoplensChart *
liveness_make_chart (const PoplensPageContext *context, const PoplensTable *table,
                     const guint32 *tiles, guint32 n, gboolean cycles)
{
  /* A chart without items would not show its empty text: give it at least one. */
  PoplensChart *chart = poplens_chart_new (
      &poplens_areas_kind, cycles ? "Estimated cycles by tile" : "Estimated FLOPs by tile",
      MAX (n, 1), cycles ? POPLENS_CHART_UNIT_CYCLES : POPLENS_CHART_UNIT_COUNT, context->unit);

  poplens_chart_set_item_axis (chart, "Tile", "tile");
  poplens_chart_set_source (chart, "estimated by the compiler");
  poplens_chart_set_empty_text (chart, cycles ? "No cycle estimates recorded for this step"
                                              : "No FLOP estimates recorded; only compute sets "
                                                "have them");
  poplens_tiles_number (chart, tiles, n);
  poplens_tiles_group (
      chart, poplens_report_load_target (context->report, context->cancellable, NULL), tiles, n);
  liveness_add_steps (chart, table, cycles);
  return chart;
}

/* ---- estimates: the tab ---------------------------------------------------------------------- */

/* Sets the title of the tab. If one tile is selected, adds its value at each step as a fact. */
static void
liveness_describe (PoplensTabChart *tab, gboolean cycles)
{
  guint32 item, tile;

  if (!poplens_tile_tab_get_only (tab, &item, &tile)) {
    tab->title = g_strdup (cycles ? "Cycles of each tile" : "FLOPs of each tile");
    return;
  }
  tab->title = g_strdup_printf ("Tile %u", tile);
  for (guint i = 0; i < poplens_chart_get_n_series (tab->chart); i++)
    poplens_tile_tab_add_count (tab, poplens_chart_get_series_name (tab->chart, i),
                                poplens_chart_get_value (tab->chart, i, item), NULL)
        ->link = g_strdup_printf ("memory?tile=%u", tile);
}

static PoplensTabChart *
estimates_tab_new (const PoplensPageContext *context, gboolean cycles, GError **error)
{
  const char *source = poplens_location_get (context->location, "scope");
  gboolean of_tiles = !g_strcmp0 (source, "tile") || !g_strcmp0 (source, "fullest");
  g_autoptr (PoplensLocation) steps = poplens_location_with (context->location, "by", "step");
  g_autoptr (PoplensLocation) all = poplens_location_with (steps, "tile", NULL);
  g_autoptr (PoplensLocation) location =
      poplens_location_with (all, "scope", of_tiles ? NULL : source);
  g_autoptr (PoplensTable) table =
      poplens_tables_build ("tile-costs", context->report, location, context->cancellable, error);
  PoplensTabChart *tab;
  guint32 *tiles, n;
  guint column;

  if (!table || !poplens_table_require_column (table, "tile", &column, error))
    return NULL;
  n = poplens_table_n_rows (table);
  tiles = g_new (guint32, MAX (n, 1));
  for (guint32 r = 0; r < n; r++)
    tiles[r] = (guint32) poplens_table_get (table, r, column).integer;
  tab = poplens_tile_tab_new (liveness_make_chart (context, table, tiles, n, cycles), n, tiles,
                              context->location);
  tab->text = g_strdup (poplens_table_get_note (table));
  liveness_describe (tab, cycles);
  return tab;
}

static PoplensTabChart *
make_cycles (const PoplensPageContext *context, GError **error)
{
  return estimates_tab_new (context, TRUE, error);
}

static PoplensTabChart *
make_flops (const PoplensPageContext *context, GError **error)
{
  return estimates_tab_new (context, FALSE, error);
}

enum {
  ESTIMATE_PARTS =
      POPLENS_PART_BIT (POPLENS_PART_EXCHANGES) | POPLENS_PART_BIT (POPLENS_PART_VERTICES)
};
static const PoplensTabKind cycles_kind = {make_cycles, poplens_tile_tab_select,
                                           poplens_tile_tab_selected, NULL, ESTIMATE_PARTS};
static const PoplensTabKind flops_kind = {make_flops, poplens_tile_tab_select,
                                          poplens_tile_tab_selected, NULL, ESTIMATE_PARTS};

/* ---- kinds ----------------------------------------------------------------------------------- */

/* Adds the choice "breakdown", if the report has kinds and the page is not restricted to an
 * operation. TRUE if the user chose kinds. */
static gboolean
liveness_page_add_breakdown (PoplensPage *page, const PoplensPageContext *context,
                             const PoplensLiveSource *source)
{
  static const char *const keys[] = {"liveness", "kind"};
  static const char *const titles[] = {"By liveness", "By kind"};
  gboolean is_kind;

  if (source->only.active || !poplens_kinds_can_be (context->report))
    return FALSE;
  is_kind = poplens_page_add_choice (page, "breakdown", "Breakdown", "Split live memory by", keys,
                                     titles, G_N_ELEMENTS (keys), 0);
  poplens_page_control (page, "breakdown")->is_plain = TRUE;
  return is_kind;
}

/* Returns the bytes by kind in @source at each step. NULL with @error, ABSENT if the report has no
 * kinds. (transfer full) */
static PoplensKindBytes *
liveness_page_kinds (const PoplensPageContext *context, const PoplensLiveSource *source,
                     gboolean always, GError **error)
{
  const PoplensKinds *kinds = poplens_report_kinds (context->report, context->cancellable, error);
  const PoplensWhatIf *what =
      kinds ? poplens_report_what_if (context->report, context->cancellable, error) : NULL;
  PoplensKindBytes *bytes;

  if (!what)
    return NULL;
  bytes = poplens_kinds_by_step (poplens_what_if_get_bytes (what), kinds, source->liveness,
                                 source->tiles, always, context->cancellable);
  if (!bytes)
    g_cancellable_set_error_if_cancelled (context->cancellable, error);
  return bytes;
}

/* Largest number of peaks that the graph marks; the table of peaks lists more. */
#define MOST_MARKS 8

/* ---- the location ---------------------------------------------------------------------------- */

/* Removes and reports @key if its value is not a number below @n. Consumes @location. (transfer
 * full) */
static PoplensLocation *
drop_wrong (PoplensPage *page, PoplensLocation *location, const char *key, const char *noun,
            guint32 n)
{
  const char *text = poplens_location_get (location, key);
  g_autoptr (PoplensLocation) old = location;
  PoplensNumber count;

  if (!text || (n && poplens_typed_unsigned (text, 0, n - 1, NULL)))
    return g_steal_pointer (&old);
  g_autofree char *wrong = g_strdup_printf ("unknown %s “%s”; the report has %s", noun, text,
                                            poplens_format_items (count, n, noun));
  poplens_page_add_misuse (page, wrong);
  return poplens_location_with (old, key, NULL);
}

/* Removes and reports "step" if its value is not a list of steps below @n. Consumes @location.
 * (transfer full) */
static PoplensLocation *
drop_wrong_steps (PoplensPage *page, PoplensLocation *location, guint32 n)
{
  const char *text = poplens_location_get (location, "step");
  g_autoptr (PoplensLocation) old = location;
  PoplensStepList steps;
  PoplensNumber count;

  if (poplens_step_list_parse (&steps, text) && (!steps.n || steps.highest < n))
    return g_steal_pointer (&old);
  g_autofree char *wrong = g_strdup_printf ("unknown step “%s”; the report has %s", text,
                                            poplens_format_items (count, n, "step"));
  poplens_page_add_misuse (page, wrong);
  return poplens_location_with (old, "step", NULL);
}

static guint32
count_ipus (const PoplensTarget *target)
{
  return target && target->tiles_per_ipu
             ? MAX (target->tiles_per_replica / target->tiles_per_ipu, 1)
             : 0;
}

/* ---- controls -------------------------------------------------------------------------------- */

/* Adds buttons that jump to peaks, and to lifetime changes of the selected variable. The window has
 * keyboard shortcuts for the same jumps. */
static void
add_jumps (PoplensPage *page, const PoplensPageContext *context, PoplensLiveSource *source)
{
  static const char *const jumps[] = {"previous-peak", "peak", "next-peak", "previous-touch",
                                      "next-touch"};
  static const char *const titles[] = {"Previous Peak", "Peak", "Next Peak",
                                       "Previous Lifetime Change", "Next Lifetime Change"};
  static const char *const icons[] = {"go-previous-symbolic", NULL, "go-next-symbolic",
                                      "media-skip-backward-symbolic",
                                      "media-skip-forward-symbolic"};
  static const char *const docs[] = {
      "Go to the previous local peak (K)", "Go to the peak (P)", "Go to the next local peak (J)",
      "Go to the previous start or end of the variable's lifetime (R)",
      "Go to the next start or end of the variable's lifetime (T)"};
  static const char *const why_not[] = {"No earlier peak", "The program has no steps",
                                        "No later peak",
                                        "Select a variable first, or no earlier change",
                                        "Select a variable first, or no later change"};
  PoplensControl *control =
      poplens_page_add_buttons (page, "jump", "Jump", jumps, titles, G_N_ELEMENTS (jumps));

  control->icons = icons;
  control->docs = docs;
  control->why_not = why_not;
  control->is_plain = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (jumps); i++)
    if (!poplens_live_source_leads (source, jumps[i], context->cancellable))
      control->current |= 1u << i;
}

typedef struct {
  gboolean always, by_kind;
} Choices;

static Choices
liveness_add_controls (PoplensPage *page, const PoplensPageContext *context,
                       PoplensLiveSource *source, guint32 n_ipus, gboolean has_limit)
{
  static const char *const scales[] = {"data", "limit"};
  static const char *const scale_titles[] = {"Fit data", "Fit capacity"};
  Choices chosen;

  liveness_page_add_source (page, context, source, n_ipus);
  add_jumps (page, context, source);
  chosen.by_kind = liveness_page_add_breakdown (page, context, source);
  chosen.always = poplens_page_add_switch (page, "always-live", "Show Always Live",
                                           "Show always-live memory below the rest", TRUE);
  poplens_page_add_search (page, "filter.liveness-steps", "Search steps",
                           "Highlight steps whose program type or name contains these words");
  if (has_limit)
    poplens_page_add_choice (page, "axis", "Axis", "Fit the axis to the data or to the capacity",
                             scales, scale_titles, G_N_ELEMENTS (scales), 0);
  poplens_page_add_unit (page, context);
  return chosen;
}

/* ---- the chart ------------------------------------------------------------------------------- */

/* Returns a title for a program: "DoExchange copy/ExchangePre"; its type if it has no name;
 * "program 5" if it is unknown. (transfer full) */
static char *
program_title (const PoplensPrograms *programs, guint32 id)
{
  guint32 row = programs ? poplens_programs_find (programs, id) : POPLENS_NO_ROW;
  const char *type, *name;

  if (row == POPLENS_NO_ROW)
    return g_strdup_printf ("program %u", id);
  type = poplens_strings_get (programs->strings, programs->type_name[row]);
  name = poplens_programs_name (programs, row);
  return *name ? g_strdup_printf ("%s %s", type, name) : g_strdup (type);
}

typedef struct {
  PoplensReport *report; /* keeps .liveness and .programs alive */
  const PoplensLiveness *liveness;
  const PoplensPrograms *programs;
} LiveStepNames;

/* Returns the title of the program at @step. (transfer full) (nullable) */
static char *
name_step (gconstpointer data, gsize step)
{
  const LiveStepNames *names = data;

  return step < names->liveness->n_steps
             ? program_title (names->programs, names->liveness->program[step])
             : NULL;
}

static void
live_step_names_free (gpointer data)
{
  g_object_unref (((LiveStepNames *) data)->report);
  g_free (data);
}

static const char *
liveness_program_name (const PoplensPrograms *programs, guint32 id)
{
  guint32 row = programs ? poplens_programs_find (programs, id) : POPLENS_NO_ROW;

  return row == POPLENS_NO_ROW ? "" : poplens_programs_name (programs, row);
}

/* Returns the model layers found in the names of programs. (transfer full) */
static PoplensNameLayers *
layers_of (const PoplensPrograms *programs)
{
  guint32 n = programs ? programs->n : 0;
  g_autofree const char **names = g_new (const char *, MAX (n, 1));

  for (guint32 row = 0; row < n; row++)
    names[row] = poplens_programs_name (programs, row);
  return poplens_name_layers_new (names, n);
}

/* Marks the local peaks in the chart with short labels of their programs. A program without a name
 * is labelled with its type. */
static void
add_marks (PoplensChart *chart, const PoplensLiveSource *source, const PoplensLiveCurve *curve)
{
  const guint32 *programs = source->liveness->program;
  g_autoptr (GArray) peaks =
      poplens_local_peaks (curve->not_always_live, curve->n_steps, MOST_MARKS);
  g_autoptr (PoplensNameLayers) layers = layers_of (source->programs);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  PoplensNameSplit splits[MOST_MARKS];
  guint n = 0;

  for (guint i = 0; i < peaks->len; i++) {
    guint32 step = g_array_index (peaks, PoplensLocalPeak, i).first;
    const char *name = liveness_program_name (source->programs, programs[step]);
    if (!*name || g_hash_table_contains (seen, name))
      continue;
    g_hash_table_insert (seen, (gpointer) name, GUINT_TO_POINTER (n));
    splits[n++] = poplens_name_split (layers, name);
  }
  PoplensNameLabel *labels = poplens_name_labels_new (splits, n);
  for (guint i = 0; i < peaks->len; i++) {
    guint32 step = g_array_index (peaks, PoplensLocalPeak, i).first;
    const char *name = liveness_program_name (source->programs, programs[step]);
    g_autofree char *text =
        *name ? poplens_name_label_text (
                    &labels[GPOINTER_TO_UINT (g_hash_table_lookup (seen, name))], 0)
              : program_title (source->programs, programs[step]);
    poplens_chart_add_mark (chart, step, text);
  }
  poplens_name_labels_free (labels, n);
}

static void
liveness_add_band (PoplensChart *chart, const PoplensLocation *location, const char *key,
                   const char *name, PoplensInk ink, guint64 *values)
{

  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, key, name, ink, 0, values,
                            poplens_page_hides (location, key));
}

/* Adds the live bytes of all operations as a line above the areas of one operation. */
static void
add_whole (PoplensChart *chart, const PoplensLocation *location, const PoplensLiveCurve *whole,
           gboolean always)
{
  guint64 *values = g_new (guint64, MAX (whole->n_steps, 1));

  for (guint32 i = 0; i < whole->n_steps; i++)
    values[i] = whole->not_always_live[i] + (always ? whole->always_live : 0);
  poplens_chart_add_series (chart, POPLENS_SERIES_LINE, "everything", "All operations",
                            POPLENS_INK_DIM, 0, values,
                            poplens_page_hides (location, "everything"));
}

static void
add_liveness (PoplensChart *chart, const PoplensLocation *location, const PoplensLiveCurve *curve,
              gboolean always)
{
  guint32 n = curve->n_steps;

  if (always) {
    guint64 *floor = g_new (guint64, MAX (n, 1));
    for (guint32 i = 0; i < n; i++)
      floor[i] = curve->always_live;
    liveness_add_band (chart, location, "always-live", "Always live", POPLENS_INK_ALWAYS_LIVE,
                       floor);
  }
  liveness_add_band (chart, location, "not-always-live", "Not always live",
                     POPLENS_INK_NOT_ALWAYS_LIVE,
                     g_memdup2 (curve->not_always_live, n * sizeof (guint64)));
}

/* Adds a horizontal line at @bytes. */
static void
add_level (PoplensChart *chart, const PoplensPageContext *context, guint32 n, const char *key,
           const char *what, PoplensInk ink, guint64 bytes)
{
  guint64 *values = g_new (guint64, MAX (n, 1));
  PoplensNumber number;
  g_autofree char *name =
      g_strdup_printf ("%s, %s", what, poplens_format_bytes (number, bytes, context->unit));

  for (guint32 i = 0; i < n; i++)
    values[i] = bytes;
  poplens_chart_add_series (chart, POPLENS_SERIES_LINE, key, name, ink, 0, values,
                            poplens_page_hides (context->location, key));
}

/* If the tile needs more than its capacity, adds two lines: the need with packing, and the need
 * with packing and gaps. FALSE with @error. */
static gboolean
add_need (PoplensChart *chart, const PoplensPageContext *context, const PoplensLiveCurve *curve,
          guint32 tile, guint64 capacity, GError **error)
{
  const PoplensMemory *memory;
  gconstpointer data;
  guint32 at;

  if (!poplens_page_load_optional (context->report, POPLENS_PART_MEMORY, &data,
                                   context->cancellable, error))
    return FALSE;
  memory = data;
  if (!memory || memory->from_archive ||
      (at = poplens_memory_find_tile (memory, tile)) == G_MAXUINT32 ||
      memory->total_including_gaps[at] <= capacity)
    return TRUE;
  guint64 live = curve->n_steps ? curve->always_live + curve->not_always_live[curve->peak_step] : 0;
  guint64 total = memory->total[at], need = memory->total_including_gaps[at];
  /* If the two lines would be closer than 1 % of the need, draw only the upper one. */
  if (total > live && (need - total) * 100 >= need)
    add_level (chart, context, curve->n_steps, "packing", "With packing", POPLENS_INK_DIM, total);
  if (need > live)
    add_level (chart, context, curve->n_steps, "gaps", "With packing and gaps",
               POPLENS_INK_FOREGROUND, need);
  return TRUE;
}

/* Adds the section with the page's chart. @curve: bytes that the areas show. @whole: (nullable):
 * bytes of all operations, if @curve is of one operation. @kinds: (nullable): bytes by kind, whose
 * values are stolen. (transfer none) */
static PoplensChart *
liveness_add_chart (PoplensPage *page, const PoplensPageContext *context,
                    const PoplensLiveSource *source, const PoplensLiveCurve *curve,
                    const PoplensLiveCurve *whole, PoplensKindBytes *kinds, gboolean always,
                    guint64 limit)
{
  guint32 n = curve->n_steps;
  g_autofree char *only = whole ? poplens_operation_title (&source->only.source) : NULL;
  g_autofree char *title = g_strdup_printf ("Live memory%s%s by step, %s", only ? " of " : "",
                                            only ? only : "", source->label);
  PoplensSection *section =
      poplens_page_add_section (page, POPLENS_SECTION_CHART, "liveness-chart", title);
  PoplensChart *chart =
      poplens_chart_new (&poplens_areas_kind, title, n, POPLENS_CHART_UNIT_BYTES, context->unit);
  LiveStepNames *names = g_new (LiveStepNames, 1);

  *names = (LiveStepNames){g_object_ref (context->report), source->liveness, source->programs};
  section->chart = chart;
  section->plot.selects = POPLENS_SELECTS_STEPS;
  section->plot.n_shown = n ? curve->peak_step + 1 : 0;
  poplens_chart_set_item_axis (chart, "Program steps (not time)", "step");
  /* The file records only sums for a whole replica: for tiles, operations and kinds, Poplens adds
   * up variables. */
  poplens_chart_set_source (chart, source->tiles || whole || kinds ? "derived by Poplens"
                                                                   : "recorded by the compiler");
  poplens_chart_set_item_names (chart, name_step, names, live_step_names_free);
  if (kinds)
    poplens_chart_add_kinds (chart, kinds, context->location);
  else
    add_liveness (chart, context->location, curve, always);
  if (whole)
    add_whole (chart, context->location, whole, always);
  if (limit)
    poplens_chart_set_limit (chart, "capacity", limit);
  add_marks (chart, source, curve);
  return chart;
}

/* ---- the page -------------------------------------------------------------------------------- */

static void
liveness_add_notices (PoplensPage *page, const PoplensTarget *target,
                      const PoplensLiveSource *source)
{
  if (!source->liveness->n_steps)
    poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "no-steps", "The program has no steps");
  if (target && target->num_replicas > 1 && !source->tiles) {
    PoplensNumber replicas;
    g_autofree char *text =
        g_strdup_printf ("Memory of one replica; the report has %s",
                         poplens_format_items (replicas, target->num_replicas, "replica"));
    poplens_page_add_standing (page, POPLENS_TONE_NEUTRAL, "replicas", text);
  }
}

/* Jumps that the finder (Ctrl+K) lists, as they need no selected variable. */
static const char *const jumps[][2] = {
    {"peak", "Peak of live memory"},
    {"next-peak", "Next Peak"},
    {"previous-peak", "Previous Peak"},
};

/* Fills the tab with debug contexts of the selected steps' programs or of the selected variable. If
 * debug.cbor is large and not loaded, marks the tab as ABSENT and the page as PARTIAL. */
static gboolean
fill_chain (PoplensPage *page, const PoplensPageContext *context, PoplensSection *section,
            GError **error)
{
  const PoplensReportFile *file = poplens_report_get_file (context->report, POPLENS_FILE_DEBUG);
  PoplensNumber size;

  if (!poplens_debug_at_hand (context->report, context->cancellable) &&
      file->size > POPLENS_DEBUG_AT_ONCE) {
    poplens_page_set_partial (page, POPLENS_PART_BIT (POPLENS_PART_DEBUG), NULL);
    gboolean is_near = poplens_report_is_near (context->report);
    g_autofree char *why =
        g_strdup_printf (is_near ? "Loading debug.cbor (%s)…" : "debug.cbor not loaded (%s)",
                         poplens_format_bytes (size, file->size, context->unit));
    poplens_section_set_absent (section, why);
    return TRUE;
  }
  if (poplens_location_get (context->location, "step") ||
      poplens_location_get (context->location, "variable"))
    return poplens_page_fill_table (page, context, section, error);
  poplens_section_set_absent (section, "Select a step or a variable to see its debug contexts");
  return TRUE;
}

/* TRUE if a replica has several IPUs; a function for PoplensTab.is_there. */
static gboolean
has_several_ipus (PoplensReport *report)
{
  return count_ipus (poplens_report_peek (report, POPLENS_PART_TARGET)) > 1;
}

static const char *const of_lifetimes[] = {"plot", "lifetimes", "order", "colour", NULL};

/* Tabs in the order in which users ask: what is live, where, when. */
static const PoplensTab tabs[] = {
    {"live-variables", "Live Variables", "All", NULL, poplens_page_fill_tab},
    {"not-always-live-variables", "Live Variables", "Not always live", NULL, poplens_page_fill_tab},
    {"always-live-variables", "Live Variables", "Always live", NULL, poplens_page_fill_tab},
    {POPLENS_CONTENTS_CHART, "Tile Contents", "Chart", "Tile contents as a treemap",
     .kind = &poplens_liveness_contents_kind},
    {"contents", "Tile Contents", "Table"},
    {"idle-variables", "Tile Contents", "Idle"},
    {"lifetimes", "Lifetimes", "Chart", "Lifetimes", .kind = &poplens_liveness_lifetimes_kind,
     .needs = POPLENS_PART_BIT (POPLENS_PART_VARIABLES), .follows = of_lifetimes},
    {"variables", "Lifetimes", "Table", NULL, poplens_page_fill_tab},
    {"variable-steps", "Selection", "Variable", NULL, poplens_page_fill_tab},
    {"contexts", "Selection", "Debug contexts", NULL, fill_chain, .has_no_filter = TRUE,
     .is_there = poplens_report_has_debug},
    {"vertex-types", "Program", "Vertices", NULL, poplens_page_fill_tab, .by = "step"},
    {"step-cycles-chart", "Program", "Cycles by tile", "Estimated cycles by tile",
     .kind = &cycles_kind},
    {"step-flops-chart", "Program", "FLOPs by tile", "Estimated FLOPs by tile",
     .kind = &flops_kind},
    {"tile-costs", "Program", "Tiles", NULL, poplens_page_fill_tab, .by = "step"},
    {"liveness-steps", "Steps", "All", NULL, poplens_page_fill_tab},
    {"liveness-peaks", "Steps", "Peaks", NULL, poplens_page_fill_tab},
    {"memory-ipus", "Steps", "Peaks by IPU", NULL, poplens_page_fill_tab,
     .is_there = has_several_ipus},
};

void
poplens_liveness_page_views (GPtrArray *views, PoplensReport *report)
{
  poplens_views_add_tabs (views, report, tabs, G_N_ELEMENTS (tabs));
  for (guint i = 0; i < G_N_ELEMENTS (jumps); i++)
    poplens_views_add (views, "Jump", "jump", jumps[i][0], jumps[i][1]);
}

static gboolean
liveness_add_tabs (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  gconstpointer variables;

  if (!poplens_page_load_optional (context->report, POPLENS_PART_VARIABLES, &variables,
                                   context->cancellable, error) ||
      !poplens_page_add_tabs (page, context, tabs, G_N_ELEMENTS (tabs), error))
    return FALSE;
  poplens_page_tab (page, POPLENS_CONTENTS_CHART)->tab.opens = TRUE;
  poplens_liveness_add_contents_order (page, POPLENS_CONTENTS_CHART);
  poplens_liveness_add_contents_order (page, "contents");
  PoplensSection *lifetimes = poplens_page_tab (page, "lifetimes");
  lifetimes->tab.has_row = TRUE;
  if (lifetimes->state != POPLENS_ABSENT)
    poplens_liveness_add_lifetime_controls (page, variables);
  return TRUE;
}

/* Replaces "jump" by the resulting "step" in page->location, which the window then shows, and in
 * page->usable. Returns page->usable. (transfer full) */
static PoplensLocation *
liveness_settle_jump (PoplensPage *page, const PoplensLocation *location,
                      const PoplensLiveSource *source)
{
  g_autofree char *steps = poplens_step_list_to_string (&source->steps);
  g_autoptr (PoplensLocation) old = page->location;
  g_autoptr (PoplensLocation) still = poplens_location_with (old, "jump", NULL);
  g_autoptr (PoplensLocation) usable = poplens_location_with (location, "jump", NULL);

  page->location = poplens_location_with (still, "step", steps);
  poplens_location_unref (page->usable);
  page->usable = poplens_location_with (usable, "step", steps);
  return poplens_location_ref (page->usable);
}

/* Carries out the key "jump" of @location. Removes and reports an impossible jump. Consumes
 * @location. NULL with @error if nothing can be read. (transfer full) */
static PoplensLocation *
liveness_follow_jump (PoplensPage *page, PoplensLocation *location,
                      const PoplensPageContext *context, GError **error)
{
  g_autoptr (PoplensLocation) old = location;
  g_auto (PoplensLiveSource) source = {0};
  g_autoptr (GError) local = NULL;

  if (!poplens_location_get (location, "jump"))
    return g_steal_pointer (&old);
  if (poplens_live_source_init (&source, context->report, location, context->cancellable, &local))
    return liveness_settle_jump (page, location, &source);
  if (!g_error_matches (local, POPLENS_ERROR, POPLENS_ERROR_USAGE)) {
    g_propagate_error (error, g_steal_pointer (&local));
    return NULL;
  }
  poplens_page_add_misuse (page, local->message);
  /* Set the key of the new notice to "jump". The window shows a notice with this key only once, as
   * a message. */
  PoplensSection *said = page->sections->pdata[page->sections->len - 1];
  g_free (said->key);
  said->key = g_strdup ("jump");
  return poplens_location_with (old, "jump", NULL);
}

/* Loads the bytes by kind into *@kinds. If the report has no kinds, sets *@kinds to NULL, and
 * reports the lack on the page. FALSE with @error. */
static gboolean
load_kinds (PoplensPage *page, const PoplensPageContext *context, const PoplensLiveSource *source,
            gboolean always, PoplensKindBytes **kinds, GError **error)
{
  g_autoptr (GError) local = NULL;

  *kinds = liveness_page_kinds (context, source, always, &local);
  if (local && !poplens_error_is_lack (local)) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  if (local)
    poplens_page_add_misuse (page, local->message);
  return TRUE;
}

static gboolean
liveness_fill (PoplensPage *page, const PoplensPageContext *context, const PoplensTarget *target,
               GError **error)
{
  g_auto (PoplensLiveSource) source = {0};
  g_autoptr (PoplensLiveCurve) curve = NULL, own = NULL;
  guint32 n_ipus = count_ipus (target);
  guint64 limit = 0;

  if (!poplens_live_source_init (&source, context->report, context->location, context->cancellable,
                                 error))
    return FALSE;
  curve = poplens_live_source_curve (&source, context->cancellable, error);
  if (!curve)
    return FALSE;
  if (source.only.active &&
      !(own = poplens_live_source_own_curve (&source, context->cancellable, error)))
    return FALSE;
  if (target && source.tiles && poplens_tile_set_count (source.tiles) == 1)
    limit = target->bytes_per_tile;
  Choices chosen = liveness_add_controls (page, context, &source, n_ipus, limit > 0);
  g_autoptr (PoplensKindBytes) kinds = NULL;
  if (chosen.by_kind && !load_kinds (page, context, &source, chosen.always, &kinds, error))
    return FALSE;
  poplens_page_add_damage (page, context);
  liveness_add_notices (page, target, &source);
  poplens_page_add_assumptions (page, context,
                                POPLENS_ASSUMES (IPUS) | POPLENS_ASSUMES (REPLICAS) |
                                    POPLENS_ASSUMES (SCHEMA));
  PoplensChart *chart = liveness_add_chart (page, context, &source, own ? own : curve,
                                            own ? curve : NULL, kinds, chosen.always, limit);
  if (limit && !own && chosen.always &&
      !add_need (chart, context, curve, source.tiles->ranges[0].first, limit, error))
    return FALSE;
  return liveness_add_tabs (page, context, error);
}

gboolean
poplens_liveness_page_fill (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  const PoplensLiveness *liveness =
      poplens_report_load_liveness (context->report, context->cancellable, error);
  PoplensPageContext usable = *context;
  gconstpointer data;

  if (!liveness || !poplens_page_load_optional (context->report, POPLENS_PART_TARGET, &data,
                                                context->cancellable, error))
    return FALSE;
  const PoplensTarget *target = data;
  page->layout = POPLENS_LAYOUT_CHART;
  page->n_tiles = target ? target->tiles_per_replica : 0;
  PoplensLocation *location = poplens_location_ref ((PoplensLocation *) context->location);
  location = drop_wrong_steps (page, location, liveness->n_steps);
  location = liveness_page_drop_wrong_source (page, location, context->report);
  location =
      drop_wrong (page, location, "replica", "replica", target ? MAX (target->num_replicas, 1) : 1);
  location = drop_wrong (page, location, "ipu", "IPU", MAX (count_ipus (target), 1));
  g_autoptr (PoplensLocation) good = liveness_follow_jump (page, location, context, error);
  if (!good)
    return FALSE;
  usable.location = good;
  return liveness_fill (page, &usable, target, error);
}
