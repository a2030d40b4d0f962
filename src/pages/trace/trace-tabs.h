/* Tabs below the trace that say where its cycles went, and charts of tiles in tabs. For the files
 * of this room. */
#pragma once

#include "pages/core/page-private.h"

G_BEGIN_DECLS

/* Where the cycles went, by their classes and as a waterfall. */
extern const PoplensTabKind poplens_trace_time_kind, poplens_trace_waterfall_kind;
/* Why these cannot be shown, or NULL. */
const char *poplens_trace_find_time_absence (const PoplensPageContext *context,
                                             const PoplensExecution *x);

/* @location without the cycles in view. (transfer full) */
PoplensLocation *poplens_trace_without_view (const PoplensLocation *location);

/* All tabs of the page, as the location of @context says it; what is wrong in that is said. */
gboolean poplens_trace_add_tables (PoplensPage *page, const PoplensPageContext *context,
                                   GError **error);
void poplens_trace_table_views (GPtrArray *views, PoplensReport *report);

/* The page has a tab of the user's bookmarks in this trace: those of all of it. */
void poplens_trace_place_bookmarks (PoplensPage *page, const PoplensPageContext *context);

/* What one executed step ("executed") took each tile: cycles by tile or as a histogram, bytes,
 * vertices; and the choice of these ("measure"). */
extern const PoplensTabKind poplens_trace_tiles_kind;
void poplens_trace_add_measures (PoplensPage *page);
/* Tiles that were last, on the floor plan; a click selects a tile ("tile"). And what the colour
 * says ("map-colour"). */
extern const PoplensTabKind poplens_trace_stragglers_kind;
void poplens_trace_add_straggler_colours (PoplensPage *page);

G_END_DECLS
