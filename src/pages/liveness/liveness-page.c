/* Liveness: what is live at each step of the program, and below it what is live, born and freed at
 * the step that is selected, or at two. */
#include "pages/core/kind-look.h"
#include "base/typed.h"
#include "pages/liveness/liveness-contents.h"
#include "pages/liveness/liveness-estimates.h"
#include "pages/liveness/liveness-kinds.h"
#include "pages/liveness/liveness-lifetimes.h"
#include "pages/liveness/liveness-page.h"

#include "base/error.h"
#include "derived/operations/debug-source.h"
#include "model/assumptions.h"

#include <string.h>

/* Peaks that are marked; the table of peaks has more. */
#define MOST_MARKS 8

/* ---- the location
 * ---------------------------------------------------------------------------------
 */

/* Takes @key away where its number is not below @n, and says so. */
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

/* The same for a list of steps. */
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

/* ---- controls ----------------------------------------------------------------------------------
 */

/* The window has keys for them too, and Ctrl+K finds those that need no variable. */
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
add_controls (PoplensPage *page, const PoplensPageContext *context, PoplensLiveSource *source,
              guint32 n_ipus, gboolean has_limit)
{
  static const char *const scales[] = {"data", "limit"};
  static const char *const scale_titles[] = {"Fit data", "Fit capacity"};
  Choices chosen;

  poplens_liveness_page_add_source (page, context, source, n_ipus);
  add_jumps (page, context, source);
  chosen.by_kind = poplens_liveness_page_add_breakdown (page, context, source);
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

/* ---- the chart ---------------------------------------------------------------------------------
 */

/* "DoExchange copy/ExchangePre", or the program's id. (transfer full) */
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
  PoplensReport *report; /* keeps the parts */
  const PoplensLiveness *liveness;
  const PoplensPrograms *programs;
} Names;

static char *
name_step (gconstpointer data, gsize step)
{
  const Names *names = data;

  return step < names->liveness->n_steps
             ? program_title (names->programs, names->liveness->program[step])
             : NULL;
}

static void
names_free (gpointer data)
{
  g_object_unref (((Names *) data)->report);
  g_free (data);
}

static void
add_marks (PoplensChart *chart, const PoplensLiveSource *source, const PoplensLiveCurve *curve)
{
  g_autoptr (GArray) peaks =
      poplens_local_peaks (curve->not_always_live, curve->n_steps, MOST_MARKS);

  for (guint i = 0; i < peaks->len; i++) {
    const PoplensLocalPeak *peak = &g_array_index (peaks, PoplensLocalPeak, i);
    g_autofree char *program =
        program_title (source->programs, source->liveness->program[peak->first]);
    poplens_chart_add_mark (chart, peak->first, program);
  }
}

static void
add_band (PoplensChart *chart, const PoplensLocation *location, const char *key, const char *name,
          PoplensInk ink, guint64 *values)
{
  const char *hide = poplens_location_get (location, "hide");
  g_auto (GStrv) hidden = g_strsplit (hide ? hide : "", ",", -1);

  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, key, name, ink, 0, values,
                            g_strv_contains ((const char *const *) hidden, key));
}

/* What there is beside one operation's: a line above its areas. */
static void
add_whole (PoplensChart *chart, const PoplensLocation *location, const PoplensLiveCurve *whole,
           gboolean always)
{
  guint64 *values = g_new (guint64, MAX (whole->n_steps, 1));
  const char *hide = poplens_location_get (location, "hide");
  g_auto (GStrv) hidden = g_strsplit (hide ? hide : "", ",", -1);

  for (guint32 i = 0; i < whole->n_steps; i++)
    values[i] = whole->not_always_live[i] + (always ? whole->always_live : 0);
  poplens_chart_add_series (chart, POPLENS_SERIES_LINE, "everything", "All operations",
                            POPLENS_INK_DIM, 0, values,
                            g_strv_contains ((const char *const *) hidden, "everything"));
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
    add_band (chart, location, "always-live", "Always live", POPLENS_INK_ALWAYS_LIVE, floor);
  }
  add_band (chart, location, "not-always-live", "Not always live", POPLENS_INK_NOT_ALWAYS_LIVE,
            g_memdup2 (curve->not_always_live, n * sizeof (guint64)));
}

/* @whole: (nullable): the curve of everything, where @curve is an operation's. @kinds: (nullable):
 * takes its values. */
static void
add_chart (PoplensPage *page, const PoplensPageContext *context, const PoplensLiveSource *source,
           const PoplensLiveCurve *curve, const PoplensLiveCurve *whole, PoplensKindBytes *kinds,
           gboolean always, guint64 limit)
{
  guint32 n = curve->n_steps;
  g_autofree char *only = whole ? poplens_operation_title (&source->only.source) : NULL;
  g_autofree char *title = g_strdup_printf ("Live memory%s%s by step, %s", only ? " of " : "",
                                            only ? only : "", source->label);
  PoplensSection *section =
      poplens_page_add_section (page, POPLENS_SECTION_CHART, "liveness-chart", title);
  PoplensChart *chart =
      poplens_chart_new (&poplens_areas_kind, title, n, POPLENS_CHART_UNIT_BYTES, context->unit);
  Names *names = g_new (Names, 1);

  *names = (Names){g_object_ref (context->report), source->liveness, source->programs};
  section->chart = chart;
  section->plot.selects = POPLENS_SELECTS_STEPS;
  poplens_chart_set_item_axis (chart, "Program steps (not time)", "step");
  /* Of some tiles the file has no sums: they are added up from the variables. */
  poplens_chart_set_source (chart, source->tiles || whole || kinds ? "derived by Poplens"
                                                                   : "recorded by the compiler");
  poplens_chart_set_item_names (chart, name_step, names, names_free);
  if (kinds)
    poplens_chart_add_kinds (chart, kinds, poplens_location_get (context->location, "hide"));
  else
    add_liveness (chart, context->location, curve, always);
  if (whole)
    add_whole (chart, context->location, whole, always);
  if (limit)
    poplens_chart_set_limit (chart, "capacity", limit);
  add_marks (chart, source, curve);
}

/* ---- the page ----------------------------------------------------------------------------------
 */

static void
add_notices (PoplensPage *page, const PoplensTarget *target, const PoplensLiveSource *source)
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

/* In the order of what one asks. */
static const PoplensTabName tabs[] = {
    {"live-variables", "Live Variables", "All"},
    {"not-always-live-variables", "Live Variables", "Not always live"},
    {"always-live-variables", "Live Variables", "Always live"},
    {POPLENS_CONTENTS_CHART, "Tile Contents", "Chart"},
    {"contents", "Tile Contents", "Table"},
    {"idle-variables", "Tile Contents", "Idle"},
    {"lifetimes", "Lifetimes", "Chart"},
    {"variables", "Lifetimes", "Table"},
    {"variable-steps", "Selection", "Variable"},
    {"contexts", "Selection", "Debug contexts"},
    {"vertex-types", "Program", "Vertices"},
    {POPLENS_CYCLES_CHART, "Program", "Cycles by tile"},
    {POPLENS_FLOPS_CHART, "Program", "FLOPs by tile"},
    {"tile-costs", "Program", "Tiles"},
    {"liveness-steps", "Steps", "All"},
    {"liveness-peaks", "Steps", "Peaks"},
    {"memory-ipus", "Steps", "Peaks by IPU"},
};

/* Found by Ctrl+K; the window has keys for them, and for those that need a variable. */
static const char *const jumps[][2] = {
    {"peak", "Peak of live memory"},
    {"next-peak", "Next Peak"},
    {"previous-peak", "Previous Peak"},
};

/* Tabs that are no table of their own name. */
static gboolean
is_table (const char *key)
{
  return strcmp (key, "contexts") && strcmp (key, "lifetimes") && !g_str_has_suffix (key, "-chart");
}

/* Tables whose rows a step selects by key "by". */
static gboolean
is_by_step (const char *key)
{
  return !strcmp (key, "vertex-types") || !strcmp (key, "tile-costs");
}

/* Tables that poplens_liveness_add_contents() adds. */
static gboolean
is_of_contents (const char *key)
{
  return !strcmp (key, "contents") || !strcmp (key, "idle-variables");
}

/* One IPU alone needs no table of them. */
static gboolean
has_table (const char *key, guint32 n_ipus)
{
  return is_table (key) && (strcmp (key, "memory-ipus") || n_ipus > 1);
}

static void
add_view (GPtrArray *views, const char *table)
{
  poplens_views_add (views, "Tab", "tab", table, poplens_tables_find (table)->title);
}

void
poplens_liveness_page_views (GPtrArray *views, PoplensReport *report)
{
  const PoplensTarget *target = poplens_report_peek (report, POPLENS_PART_TARGET);

  for (guint i = 0; i < G_N_ELEMENTS (tabs); i++)
    if (has_table (tabs[i].key, count_ipus (target)))
      add_view (views, tabs[i].key);
  for (guint i = 0; i < G_N_ELEMENTS (jumps); i++)
    poplens_views_add (views, "Jump", "jump", jumps[i][0], jumps[i][1]);
  poplens_liveness_contents_views (views);
  poplens_liveness_lifetimes_views (views);
  poplens_liveness_estimates_views (views);
  if (poplens_report_get_file (report, POPLENS_FILE_DEBUG)->path)
    add_view (views, "contexts");
}

static void
add_no_chain (PoplensPage *page, const char *why)
{
  poplens_section_set_absent (poplens_page_add_section (page, POPLENS_SECTION_TABLE, "contexts",
                                                        poplens_tables_find ("contexts")->title),
                              why);
}

/* Where the program of the selected step, or the chosen variable, comes from. */
static gboolean
add_chain (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  const PoplensReportFile *file = poplens_report_get_file (context->report, POPLENS_FILE_DEBUG);
  PoplensNumber size;

  if (!file->path)
    return TRUE;
  if (!poplens_debug_at_hand (context->report, context->cancellable) &&
      file->size > POPLENS_DEBUG_AT_ONCE) {
    poplens_page_set_partial (page, POPLENS_PART_BIT (POPLENS_PART_DEBUG), NULL);
    gboolean is_near = poplens_report_is_near (context->report);
    g_autofree char *why =
        g_strdup_printf (is_near ? "Loading debug.cbor (%s)…" : "debug.cbor not loaded (%s)",
                         poplens_format_bytes (size, file->size, context->unit));
    add_no_chain (page, why);
    return TRUE;
  }
  if (poplens_location_get (context->location, "step") ||
      poplens_location_get (context->location, "variable"))
    return poplens_page_add_table (page, context, "contexts", NULL, error);
  add_no_chain (page, "Select a step or a variable to see its debug contexts");
  return TRUE;
}

static gboolean
add_tabs (PoplensPage *page, const PoplensPageContext *context, guint32 n_ipus, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (tabs); i++) {
    const char *key = tabs[i].key;
    if (!strcmp (key, "lifetimes") && !poplens_liveness_add_lifetimes (page, context, error))
      return FALSE;
    if (!strcmp (key, POPLENS_CONTENTS_CHART))
      poplens_liveness_add_contents (page);
    else if (g_str_has_suffix (key, "-chart"))
      poplens_liveness_add_estimates (page, !strcmp (key, POPLENS_CYCLES_CHART));
    if (!strcmp (key, "contexts") && !add_chain (page, context, error))
      return FALSE;
    if (!has_table (key, n_ipus) || is_of_contents (key))
      continue;
    PoplensSection *section =
        poplens_page_add_section_by (page, context, key, key, is_by_step (key) ? "step" : NULL);
    if (!poplens_page_fill_tab (page, context, section, error))
      return FALSE;
    section->rows.filterable = TRUE;
  }
  poplens_page_name_tabs (page, tabs, G_N_ELEMENTS (tabs));
  return TRUE;
}

/* The steps that a jump leads to are the page's own from now on: the window goes there. (transfer
 * full) */
static PoplensLocation *
settle (PoplensPage *page, const PoplensLocation *location, const PoplensLiveSource *source)
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

/* Takes @location; returns it where its jump leads, or without one that cannot be, which is said.
 * NULL with @error where nothing can be read. */
static PoplensLocation *
jump (PoplensPage *page, PoplensLocation *location, const PoplensPageContext *context,
      GError **error)
{
  g_autoptr (PoplensLocation) old = location;
  g_auto (PoplensLiveSource) source = {0};
  g_autoptr (GError) local = NULL;

  if (!poplens_location_get (location, "jump"))
    return g_steal_pointer (&old);
  if (poplens_live_source_init (&source, context->report, location, context->cancellable, &local))
    return settle (page, location, &source);
  if (!g_error_matches (local, POPLENS_ERROR, POPLENS_ERROR_USAGE)) {
    g_propagate_error (error, g_steal_pointer (&local));
    return NULL;
  }
  poplens_page_add_misuse (page, local->message);
  /* A window says it once, and stays where it is. */
  PoplensSection *said = page->sections->pdata[page->sections->len - 1];
  g_free (said->key);
  said->key = g_strdup ("jump");
  return poplens_location_with (old, "jump", NULL);
}

/* Where the report has none they stay NULL, and a notice says why. */
static gboolean
load_kinds (PoplensPage *page, const PoplensPageContext *context, const PoplensLiveSource *source,
            gboolean always, PoplensKindBytes **kinds, GError **error)
{
  g_autoptr (GError) local = NULL;

  *kinds = poplens_liveness_page_kinds (context, source, always, &local);
  if (local && !poplens_error_is_lack (local)) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  if (local)
    poplens_page_add_misuse (page, local->message);
  return TRUE;
}

static gboolean
fill (PoplensPage *page, const PoplensPageContext *context, const PoplensTarget *target,
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
  Choices chosen = add_controls (page, context, &source, n_ipus, limit > 0);
  g_autoptr (PoplensKindBytes) kinds = NULL;
  if (chosen.by_kind && !load_kinds (page, context, &source, chosen.always, &kinds, error))
    return FALSE;
  poplens_page_add_damage (page, context);
  add_notices (page, target, &source);
  poplens_page_add_assumptions (page, context,
                                POPLENS_ASSUMES (IPUS) | POPLENS_ASSUMES (REPLICAS) |
                                    POPLENS_ASSUMES (SCHEMA));
  add_chart (page, context, &source, own ? own : curve, own ? curve : NULL, kinds, chosen.always,
             limit);
  return add_tabs (page, context, n_ipus, error);
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
  location = poplens_liveness_page_drop_wrong_source (page, location, context->report);
  location =
      drop_wrong (page, location, "replica", "replica", target ? MAX (target->num_replicas, 1) : 1);
  location = drop_wrong (page, location, "ipu", "IPU", MAX (count_ipus (target), 1));
  g_autoptr (PoplensLocation) good = jump (page, location, context, error);
  if (!good)
    return FALSE;
  usable.location = good;
  return fill (page, &usable, target, error);
}
