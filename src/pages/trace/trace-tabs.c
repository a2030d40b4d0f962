/* The list of tabs below the trace: the selection, where the time went, the costliest steps. */
#include "pages/trace/trace-tabs.h"

#include "pages/trace/trace-view.h"

#include <string.h>

static const char *const of_selection[] = {"executed", "tile", "finding", "range",
                                           "from",     "to",   NULL};
static const char *const selecting[] = {"executed", "range", NULL};
static const char *const of_tiles[] = {"executed", "tile", "measure", NULL};
static const char *const of_view[] = {"range", "from", "to", NULL};
static const char *const of_shown[] = {"hide", "finding", "range", "from", "to", NULL};
static const char *const of_finding[] = {"finding", NULL};
static const char *const of_cause[] = {"range", "cause", "finding", NULL};
static const char *const of_stragglers[] = {"range", "tile", "map-colour", NULL};
/* Keys of tabs that show the selected cycles or, without a selection, the whole trace. Zooming does
 * not change these tabs. */
static const char *const of_range[] = {"range", NULL};

/* The tabs of the page. Tabs that need sums over all steps have no .fill, so that the chart need
 * not wait for them. Such a tab is built when the user opens it. */
static const PoplensTab tabs[] = {
    {"card", "Selection", NULL, "Selection", .kind = &poplens_trace_selection_kind,
     .follows = of_selection},
    {"trace-steps", "Steps", "All", "Steps", .follows = of_view},
    {"finding-steps", "Steps", "Finding", "Steps of This Finding", .table = "trace-steps",
     .by = "finding", .follows = of_finding},
    {"trace-top", "Steps", "Longest", "Longest Steps", .follows = of_range},
    {"trace-time", "Breakdown", "Where the time went", "Where the Time Went",
     .kind = &poplens_trace_time_kind, .follows = of_shown},
    {"trace-waterfall", "Breakdown", "Waterfall", "Waterfall",
     .kind = &poplens_trace_waterfall_kind, .follows = of_cause},
    {"trace-types", "Breakdown", "Step types", "Range", .has_no_filter = TRUE, .follows = of_view},
    {"time-waits", "Breakdown", "Waits", "Waits between IPUs", .follows = of_range},
    {"critical-path", "Breakdown", "Critical path", "Critical path", .follows = of_range},
    {"trace-costs", "Programs", "By group", "Cycles", .by = "", .follows = of_range},
    {"finding-costs", "Programs", "Finding", "Programs of This Finding", .table = "trace-costs",
     .by = "finding", .follows = of_finding},
    {"trace-bound", "Programs", "Imbalance", "Imbalance", .by = "", .follows = of_range},
    {"trace-variation", "Programs", "Variation", "Variation", .follows = of_range},
    {"runs", "Programs", "Runs", "Runs", poplens_page_fill_table, .has_no_filter = TRUE},
    {"trace-exchanges", "Exchanges", "All", "Exchanges", .follows = of_range},
    {"finding-exchanges", "Exchanges", "Finding", "Exchanges of This Finding",
     .table = "trace-exchanges", .by = "finding", .follows = of_finding},
    {"time-transfers", "Exchanges", "Transfers", "Transfers", .follows = of_range},
    {"time-copies", "Exchanges", "Stream copies", "Stream copies by destination",
     .table = "time-transfers", .by = "ipu", .follows = of_range},
    {"trace-slowest", "Slowest Tiles", "By step", "Slowest Tiles by Step", .follows = of_range},
    {"finding-slowest", "Slowest Tiles", "Finding", "Slowest Tiles of This Finding",
     .table = "trace-slowest", .by = "finding", .follows = of_finding},
    {"trace-stragglers", "Slowest Tiles", "Tiles", "Slowest Tiles",
     .kind = &poplens_trace_stragglers_kind, .follows = of_stragglers},
    {"trace-tiles", "Slowest Tiles", "Selected step", "Tiles of the Selected Step",
     .kind = &poplens_trace_tiles_kind, .follows = of_tiles},
    {"bookmarks", "Bookmarks", NULL, "Bookmarks"},
};

/* Tabs on where the time went; they are absent if poplens_trace_find_time_absence () says so. */
static const char *const of_time[] = {"trace-time",    "trace-waterfall", "time-waits",
                                      "critical-path", "time-transfers",  "time-copies"};

PoplensLocation *
poplens_trace_without_view (const PoplensLocation *location)
{
  g_autoptr (PoplensLocation) begin = poplens_location_with (location, "from", NULL);

  return poplens_location_with (begin, "to", NULL);
}

void
poplens_trace_place_bookmarks (PoplensPage *page, const PoplensPageContext *context)
{
  poplens_page_tab (page, "bookmarks")->location = poplens_trace_without_view (context->location);
}

void
poplens_trace_table_views (GPtrArray *views, PoplensReport *report)
{
  poplens_views_add_tabs (views, report, tabs, G_N_ELEMENTS (tabs));
}

/* Adds the choice of how costs are grouped. Returns the chosen value. (static) */
static const char *
add_groups (PoplensPage *page)
{
  static const char *const groups[] = {"compute-set", "program", "operation", "bottom-up",
                                       "top-down"};
  static const char *const titles[] = {"Compute set", "Program", "Operation", "Bottom-up",
                                       "Top-down"};
  guint group = poplens_page_add_choice (page, "by", "Group by", "Group cycles by", groups, titles,
                                         G_N_ELEMENTS (groups), 0);

  poplens_page_control (page, "by")->section = "trace-costs";
  poplens_page_control (page, "by")->is_plain = TRUE;
  return groups[group];
}

/* Sets the locations of the tabs that are built when the user opens them. Tabs that follow the view
 * get the cycles in view. Other tabs get the selected cycles, else the whole trace. */
static void
place_tabs (PoplensPage *page, const PoplensPageContext *context, const char *group)
{
  g_autoptr (PoplensLocation) whole = poplens_trace_without_view (context->location);

  for (const PoplensTab *tab = tabs; tab < tabs + G_N_ELEMENTS (tabs); tab++) {
    PoplensSection *section = poplens_page_tab (page, tab->key);
    if (tab->fill || (tab->kind && tab->kind != &poplens_trace_stragglers_kind))
      continue;
    g_clear_pointer (&section->location, poplens_location_unref);
    section->location =
        tab->follows == of_view
            ? poplens_location_watch (context->location, NULL)
            : poplens_location_with (whole, "by", tab->by && !*tab->by ? group : tab->by);
  }
}

static gboolean
trace_page_add_tabs (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  const char *absence =
      poplens_trace_find_time_absence (context, page->trace->lanes->model->execution);

  if (!poplens_page_add_tabs (page, context, tabs, G_N_ELEMENTS (tabs), error))
    return FALSE;
  place_tabs (page, context, add_groups (page));
  poplens_trace_add_straggler_colours (page);
  poplens_trace_add_measures (page);
  poplens_page_tab (page, "trace-time")->tab.opens = TRUE;
  poplens_page_tab (page, "card")->tab.opens_for = selecting;
  poplens_page_tab (page, "card")->tab.is_beside = TRUE;
  for (guint i = 0; absence && i < G_N_ELEMENTS (of_time); i++)
    poplens_section_set_absent (poplens_page_tab (page, of_time[i]), absence);
  return TRUE;
}

/* Removes @key from *@location. */
static void
drop_key (PoplensLocation **location, const char *key)
{
  g_autoptr (PoplensLocation) old = *location;

  *location = poplens_location_with (old, key, NULL);
}

/* Returns the location from which tables are made: with the cycles in view, and without invalid
 * values. (transfer full) */
static PoplensLocation *
usable_location (PoplensPage *page, const PoplensLocation *location)
{
  PoplensLocation *usable = poplens_trace_with_view (page, location);
  guint32 step;

  drop_key (&usable, "by"); /* place_tabs () sets "by" of the table of costs */
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
  return trace_page_add_tabs (page, &usable, error);
}
