/* Tabs of tables below the trace: of a step, of the cycles in view, of the steps that take most. */
#include "pages/trace/trace-tabs.h"

#include "pages/trace/trace-view.h"

#include <string.h>

/* ---- costs ----------------------------------------------------------------------------------- */

static const char *const groups[] = {"compute-set", "program", "operation", "bottom-up",
                                     "top-down"};
static const char *const group_titles[] = {"Compute set", "Program", "Operation", "Bottom-up",
                                           "Top-down"};

/* Of the selected cycles, else of the whole trace: not of what is in view, as links in them change
 * that. */
static const char *const range_keys[] = {"range", NULL};

static const struct {
  const char *key, *title;
} tabs[] = {{"trace-costs", "Cycles"},
            {"trace-bound", "Imbalance"},
            {"trace-slowest", "Slowest Tiles by Step"},
            {"trace-exchanges", "Exchanges"},
            {"trace-variation", "Variation"}};

/* The first tabs, which are about costs, and have what the location groups them by. */
#define GROUPED 2

PoplensLocation *
poplens_trace_without_view (const PoplensLocation *location)
{
  g_autoptr (PoplensLocation) begin = poplens_location_with (location, "from", NULL);

  return poplens_location_with (begin, "to", NULL);
}

/* Tables of sums: of the selected cycles ("range"), else of the whole trace, whatever is in view.
 * Each is made when its tab is shown. @context: its location is what the tables are made of. */
static void
trace_add_cost_tabs (PoplensPage *page, const PoplensPageContext *context)
{
  guint group = poplens_page_add_choice (page, "by", "Group by", "Group cycles by", groups,
                                         group_titles, G_N_ELEMENTS (groups), 0);
  g_autoptr (PoplensLocation) whole = poplens_trace_without_view (context->location);

  poplens_page_control (page, "by")->section = tabs[0].key;
  poplens_page_control (page, "by")->is_plain = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (tabs); i++) {
    PoplensSection *section = poplens_page_add_partial_tab (page, tabs[i].key, tabs[i].title);
    section->rows.filterable = TRUE;
    section->follows = range_keys;
    section->location = poplens_location_with (whole, "by", i < GROUPED ? groups[group] : NULL);
  }
}

void
poplens_trace_add_bookmarks_tab (PoplensPage *page, const PoplensPageContext *context)
{
  PoplensSection *section = poplens_page_add_partial_tab (page, "bookmarks", "Bookmarks");

  section->rows.filterable = TRUE;
  section->location = poplens_trace_without_view (context->location);
}

/* ---- tables ---------------------------------------------------------------------------------- */

static const struct {
  const char *name, *title;
  gboolean partial, filterable;
  const char *follows[4];
} tables[] = {{"card", "Step", FALSE, FALSE, {"executed"}},
              {"trace-types", "Range", TRUE, FALSE, {"range", "from", "to"}},
              {"trace-steps", "Steps", TRUE, TRUE, {"range", "from", "to"}},
              /* Steps of the selected cycles, else of the whole trace: not of those in view. */
              {"trace-top", "Longest Steps", TRUE, TRUE, {"range"}},
              {"runs", "Runs", FALSE, FALSE, {NULL}}};

/* Without a selected step the page opens with where the time went. */
static const PoplensTabName names[] = {
    {"card", "Step", "Details"},
    {"trace-tiles", "Step", "Tiles"},
    {"trace-time", "Time", "Where the time went"},
    {"trace-waterfall", "Time", "Waterfall"},
    {"time-waits", "Time", "Waits"},
    {"critical-path", "Time", "Critical path"},
    {"time-transfers", "Time", "Transfers"},
    {"time-copies", "Time", "Stream copies"},
    {"trace-bound", "Time", "Imbalance"},
    {"trace-slowest", "Time", "Slowest tiles by step"},
    {"trace-stragglers", "Time", "Slowest tiles"},
    {"trace-types", "Range", "By type"},
    {"runs", "Range", "Runs"},
    {"trace-steps", "Steps", "All"},
    {"trace-top", "Steps", "Longest"},
    {"trace-costs", "Cycles", "By group"},
    {"trace-variation", "Cycles", "Variation"},
    {"trace-exchanges", "Exchanges", NULL},
    {"bookmarks", "Bookmarks", NULL},
};

void
poplens_trace_table_views (GPtrArray *views)
{
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    poplens_views_add (views, "Tab", "tab", tables[i].name, tables[i].title);
  poplens_trace_time_tab_views (views);
  for (guint i = 0; i < G_N_ELEMENTS (tabs); i++)
    poplens_views_add (views, "Tab", "tab", tabs[i].key, tabs[i].title);
  poplens_views_add (views, "Tab", "tab", "trace-tiles", "Tiles");
  poplens_views_add (views, "Tab", "tab", "trace-stragglers", "Slowest Tiles");
  poplens_views_add (views, "Tab", "tab", "bookmarks", "Bookmarks");
}

/* What needs sums over all steps waits for its tab: the lanes do not wait for it. */
static void
add_partial (PoplensPage *page, const PoplensPageContext *context, guint i)
{
  PoplensSection *section = poplens_page_add_partial_tab (page, tables[i].name, tables[i].title);

  section->rows.filterable = tables[i].filterable;
  section->location = strcmp (tables[i].name, "trace-top")
                          ? poplens_location_watch (context->location, NULL)
                          : poplens_trace_without_view (context->location);
}

static gboolean
add_table (PoplensPage *page, const PoplensPageContext *context, guint i, GError **error)
{
  PoplensSection *section;

  if (!poplens_page_add_table (page, context, tables[i].name, &section, error))
    return FALSE;
  poplens_section_set_title (section, tables[i].title);
  section->location = poplens_location_watch (context->location, NULL);
  return TRUE;
}

static gboolean
trace_tabs_add_tables (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++) {
    PoplensSection *section;
    if (tables[i].partial) {
      add_partial (page, context, i);
    } else if (!add_table (page, context, i, error)) {
      return FALSE;
    }
    section = g_ptr_array_index (page->sections, page->sections->len - 1);
    section->follows = tables[i].follows[0] ? tables[i].follows : NULL;
  }
  poplens_trace_add_time_tab (page, context, page->trace->lanes->model->execution);
  trace_add_cost_tabs (page, context);
  poplens_trace_add_stragglers_tab (page, context);
  poplens_trace_add_tiles_tab (page, context);
  poplens_trace_add_bookmarks_tab (page, context);
  poplens_page_name_tabs (page, names, G_N_ELEMENTS (names));
  return TRUE;
}

/* Takes @key away. */
static void
drop_key (PoplensLocation **location, const char *key)
{
  g_autoptr (PoplensLocation) old = *location;

  *location = poplens_location_with (old, key, NULL);
}

/* The location to make tables of: with the cycles in view, without what is wrong in it and was
 * said. (transfer full) */
static PoplensLocation *
usable_location (PoplensPage *page, const PoplensLocation *location)
{
  PoplensLocation *usable = poplens_trace_with_view (page, location);
  guint32 step;

  drop_key (&usable, "by"); /* groups the costs alone: trace-tabs.c */
  drop_key (&usable, "block");
  if (!poplens_trace_executed (page->trace->lanes->model, location, &step))
    drop_key (&usable, "executed");
  return usable;
}

gboolean
poplens_trace_add_tables (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  g_autoptr (PoplensLocation) location = usable_location (page, context->location);
  PoplensPageContext usable = *context;

  usable.location = location;
  return trace_tabs_add_tables (page, &usable, error);
}
