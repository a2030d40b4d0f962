/* Tabs below the trace that say where its cycles went, and charts of tiles in tabs. For the files
 * of this room. */
#pragma once

#include "pages/core/page-private.h"

G_BEGIN_DECLS

/* Where the cycles went, the waterfall, waits and the critical path, in one tab. */
void poplens_trace_add_time_tab (PoplensPage *page, const PoplensPageContext *context,
                                 const PoplensExecution *x);
void poplens_trace_time_tab_views (GPtrArray *views);

/* @location without the cycles in view. (transfer full) */
PoplensLocation *poplens_trace_without_view (const PoplensLocation *location);

/* All tabs of the page, as the location of @context says it; what is wrong in that is said. */
gboolean poplens_trace_add_tables (PoplensPage *page, const PoplensPageContext *context,
                                   GError **error);
void poplens_trace_table_views (GPtrArray *views);

/* The user's bookmarks in this trace. */
void poplens_trace_add_bookmarks_tab (PoplensPage *page, const PoplensPageContext *context);

/* What one executed step ("executed") took each tile: cycles by tile or as a histogram, bytes,
 * vertices ("measure"). */
void poplens_trace_add_tiles_tab (PoplensPage *page, const PoplensPageContext *context);
/* Tiles that were last, on the floor plan ("map-colour": what the colour says); a click selects a
 * tile
 * ("tile"). */
void poplens_trace_add_stragglers_tab (PoplensPage *page, const PoplensPageContext *context);

G_END_DECLS
