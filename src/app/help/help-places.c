#include "app/help/help-places.h"

/* A test holds each against the headings of the guide. */
static const char *const places[POPLENS_N_PAGES] = {
    [POPLENS_PAGE_SUMMARY] = "docs/guide/reference-memory.md#summary",
    [POPLENS_PAGE_INSIGHTS] = "docs/guide/reference-memory.md#insights",
    [POPLENS_PAGE_MEMORY] = "docs/guide/reference-memory.md#memory",
    [POPLENS_PAGE_LIVENESS] = "docs/guide/reference-memory.md#liveness",
    [POPLENS_PAGE_PROGRAMS] = "docs/guide/reference-time.md#program-tree",
    [POPLENS_PAGE_OPERATIONS] = "docs/guide/reference-time.md#operations",
    [POPLENS_PAGE_TRACE] = "docs/guide/reference-time.md#execution-trace",
};

const char *
poplens_help_place (PoplensLocation *location)
{
  if (!location)
    return "docs/guide/README.md";
  if (poplens_location_get (location, "with"))
    return "docs/guide/compare.md#in-the-window";
  return places[poplens_location_get_page (location)];
}
