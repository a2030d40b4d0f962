#include "pages/trace/trace-tabs.h"

#include <string.h>

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

void
poplens_trace_add_cost_tabs (PoplensPage *page, const PoplensPageContext *context)
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

void
poplens_trace_cost_tab_views (GPtrArray *views)
{
  for (guint i = 0; i < G_N_ELEMENTS (tabs); i++)
    poplens_views_add (views, "Tab", "tab", tabs[i].key, tabs[i].title);
  poplens_views_add (views, "Tab", "tab", "trace-tiles", "Tiles");
  poplens_views_add (views, "Tab", "tab", "trace-stragglers", "Slowest Tiles");
  poplens_views_add (views, "Tab", "tab", "bookmarks", "Bookmarks");
}
