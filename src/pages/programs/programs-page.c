/* Program Tree: the tree of programs with what each costs, and below it all about the one that is
 * chosen. */
#include "pages/core/page-private.h"

#include "derived/operations/debug-source.h"
#include "derived/programs/program-location.h"
#include "model/assumptions.h"
#include "pages/programs/programs-tiles.h"

#include <string.h>

#define TILES "tile-costs" /* the tab with a chart before its table */

static const struct {
  const char *name, *title;
} tabs[] = {{"card", "Details"},
            {"vertex-types", "Vertices"},
            {TILES, "Tile Table"},
            {"program-variables", "Variables"}};

#define CHAIN "contexts"

static const PoplensTabName names[] = {{"card", "Details", NULL},
                                       {"vertex-types", "Vertices", NULL},
                                       {POPLENS_PROGRAMS_TILES_CHART, "Tiles", "Chart"},
                                       {TILES, "Tiles", "Table"},
                                       {"program-variables", "Variables", NULL},
                                       {CHAIN, "Debug Contexts", NULL}};

void
poplens_programs_page_views (GPtrArray *views, PoplensReport *report)
{
  for (guint i = 0; i < G_N_ELEMENTS (tabs); i++) {
    if (!strcmp (tabs[i].name, TILES))
      poplens_programs_tiles_views (views);
    poplens_views_add (views, "Tab", "tab", tabs[i].name, tabs[i].title);
  }
  if (poplens_report_get_file (report, POPLENS_FILE_DEBUG)->path)
    poplens_views_add (views, "Tab", "tab", CHAIN, "Debug Contexts");
}

/* ---- choices -----------------------------------------------------------------------------------
 */

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

/* ---- sections
 * ------------------------------------------------------------------------------------
 */

static const char *const follows[] = {"program", NULL};
static const char *const follows_tiles[] = {"program", "tile", "ipu", "replica", NULL};

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

/* Only the tab in front is made at once; the others when somebody looks. */
static gboolean
add_tab (PoplensPage *page, const PoplensPageContext *context, const char *name, const char *title,
         GError **error)
{
  const char *front = poplens_location_get (page->location, "tab");
  gboolean in_front = !strcmp (front ? front : tabs[0].name, name);
  PoplensSection *section = poplens_page_add_section_by (
      page, context, name, name, strcmp (name, "vertex-types") ? NULL : "program");

  if (!in_front) {
    section->state = POPLENS_PARTIAL;
    poplens_page_await_kinds (page, context, name);
  } else if (!poplens_page_fill_table (page, context, section, error)) {
    return FALSE;
  }
  poplens_section_set_title (section, title);
  section->follows = strcmp (name, TILES) ? follows : follows_tiles;
  section->rows.filterable = strcmp (name, "card") != 0;
  return TRUE;
}

static gboolean
add_tabs (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  const PoplensReportFile *file = poplens_report_get_file (context->report, POPLENS_FILE_DEBUG);

  for (guint i = 0; i < G_N_ELEMENTS (tabs); i++) {
    if (!strcmp (tabs[i].name, TILES))
      poplens_programs_add_tiles_chart (page, context);
    if (!add_tab (page, context, tabs[i].name, tabs[i].title, error))
      return FALSE;
  }
  if (file->path && !add_tab (page, context, CHAIN, "Debug Contexts", error))
    return FALSE;
  poplens_page_name_tabs (page, names, G_N_ELEMENTS (names));
  return TRUE;
}

/* Nothing ran, or the file does not say what: then code is what there is to compare. */
static void
add_notices (PoplensPage *page, const PoplensPageContext *context)
{
  const char *absence = poplens_report_get_absence (context->report, POPLENS_PART_EXECUTION);

  if (absence) {
    g_autofree char *text = g_strdup_printf ("%s Shares and hot path count control code.", absence);
    poplens_page_add_standing (page, POPLENS_TONE_NEUTRAL, "no-execution", text);
  }
}

/* Every compilation step has a tree of its own. */
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

/* What the location asks for and nobody can give is said, and left out. (transfer full) */
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

/* The same of the compilation step, which is found first: the other keys are about its programs. */
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
  add_notices (page, &usable);
  poplens_page_add_assumptions (page, &usable,
                                POPLENS_ASSUMES (REPLICAS) | POPLENS_ASSUMES (SCHEMA));
  return add_tree (page, &usable, error) && add_tabs (page, &usable, error);
}
