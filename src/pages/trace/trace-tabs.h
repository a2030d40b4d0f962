/* Tabs below the trace on where its cycles went, and tabs with charts of tiles. Used within
 * src/pages only. */
#pragma once

#include "pages/core/page-private.h"

G_BEGIN_DECLS

/* Where the cycles went, by time class and as a waterfall. */
extern const PoplensTabKind poplens_trace_time_kind, poplens_trace_waterfall_kind;
/* Returns why these tabs cannot be shown. (static) (nullable): NULL if they can */
const char *poplens_trace_find_time_absence (const PoplensPageContext *context,
                                             const PoplensExecution *x);

/* Returns @location without the cycles in view. (transfer full) */
PoplensLocation *poplens_trace_without_view (const PoplensLocation *location);

/* Adds all tabs of the page for the location of @context, and reports its invalid values. FALSE
 * with @error only if nothing more can be read. */
gboolean poplens_trace_add_tables (PoplensPage *page, const PoplensPageContext *context,
                                   GError **error);
void poplens_trace_table_views (GPtrArray *views, PoplensReport *report);

/* Lets the tab of the user's bookmarks show those of the whole trace, not only of the cycles in
 * view. */
void poplens_trace_place_bookmarks (PoplensPage *page, const PoplensPageContext *context);

/* Tab on the tiles of one executed step ("executed"): cycles by tile or as a histogram, bytes,
 * vertices. The choice between these is "measure". */
extern const PoplensTabKind poplens_trace_tiles_kind;
void poplens_trace_add_measures (PoplensPage *page);

/* Cycles of the executed step that the location names, on each tile of the IPUs on which it ran; of
 * an exchange they are estimated. */
typedef struct {
  const PoplensPageContext *context;
  const PoplensTarget *target;
  const PoplensExecution *execution;
  guint32 step;
  GArray *cycles; /* guint64; empty if they are not recorded */
  GArray *tiles;  /* guint32: tile numbers, parallel to .cycles */
} PoplensStepTiles;

#define POPLENS_NO_TILE_CYCLES                                                                     \
  "No cycles by tile recorded for this step. Set debug.computeInstrumentationLevel to tile or "    \
  "vertex."

/* Reads the cycles of the step. FALSE with @error: ABSENT if the location names no step. */
gboolean poplens_step_tiles_init (PoplensStepTiles *self, const PoplensPageContext *context,
                                  GError **error);
void poplens_step_tiles_clear (PoplensStepTiles *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensStepTiles, poplens_step_tiles_clear)
gboolean poplens_step_tiles_are_estimated (const PoplensStepTiles *self);

/* Tab on the selected step ("executed"), else on the selected cycles or those in view. */
extern const PoplensTabKind poplens_trace_selection_kind;

/* Tab with the slowest tiles of each step on the floor plan; a click selects a tile ("tile"). The
 * choice of its colours is "map-colour". */
extern const PoplensTabKind poplens_trace_stragglers_kind;
void poplens_trace_add_straggler_colours (PoplensPage *page);

G_END_DECLS
