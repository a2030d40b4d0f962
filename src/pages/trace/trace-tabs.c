#include "pages/trace/trace-tabs.h"

#include <string.h>

static const char *const groups[] = {"program", "compute-set", "operation", "bottom-up",
                                     "top-down"};
static const char *const group_titles[] = {"Program", "Compute set", "Operation", "Bottom-up",
                                           "Top-down"};
static const char *const group_tables[] = {"trace-by-program", "trace-by-compute-set",
                                           "trace-by-operation", "trace-bottom-up",
                                           "trace-top-down"};

/* Of the selected cycles, else of the whole trace: not of what is in view, as links in them change
 * that. */
static const char *const range_keys[] = {"range", NULL};

static const struct {
  const char *key, *title;
} tabs[] = {{"trace-costs", "Cycles"},
            {"trace-bound", "Potential"},
            {"trace-last", "Slowest Tiles"},
            {"trace-exchanges", "Exchanges"},
            {"trace-iterations", "Variation"}};

PoplensLocation *
poplens_trace_without_view (const PoplensLocation *location)
{
  g_autoptr (PoplensLocation) begin = poplens_location_with (location, "from", NULL);

  return poplens_location_with (begin, "to", NULL);
}

void
poplens_trace_add_cost_tabs (PoplensPage *page, const PoplensPageContext *context)
{
  guint group = poplens_page_add_choice (
      page, "group", "Group by", "Group cycles by; Potential uses operations or compute sets",
      groups, group_titles, G_N_ELEMENTS (groups), 0);

  poplens_page_control (page, "group")->section = tabs[0].key;
  poplens_page_control (page, "group")->is_plain = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (tabs); i++) {
    PoplensSection *section = poplens_page_add_partial_tab (page, tabs[i].key, tabs[i].title);
    section->rows.filterable = TRUE;
    section->follows = range_keys;
    section->rows.name = i ? NULL : group_tables[group];
    section->location = poplens_trace_without_view (context->location);
  }
}

void
poplens_trace_add_bookmarks_tab (PoplensPage *page, const PoplensPageContext *context)
{
  PoplensSection *section = poplens_page_add_partial_tab (page, "trace-bookmarks", "Bookmarks");

  section->rows.filterable = TRUE;
  section->location = poplens_trace_without_view (context->location);
}

void
poplens_trace_cost_tab_views (GPtrArray *views)
{
  for (guint i = 0; i < G_N_ELEMENTS (tabs); i++)
    poplens_views_add (views, "Tab", "tab", tabs[i].key, tabs[i].title);
  poplens_views_add (views, "Tab", "tab", "trace-tiles", "Tiles");
  poplens_views_add (views, "Tab", "tab", "trace-stragglers", "Stragglers");
  poplens_views_add (views, "Tab", "tab", "trace-bookmarks", "Bookmarks");
}
