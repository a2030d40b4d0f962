/* Tabs below the trace on where its cycles went, and tabs with charts of tiles. Used within
 * src/pages only. */
#pragma once

#include "pages/core/page-private.h"

G_BEGIN_DECLS

/* Tabs on where the cycles went: by time class, and as a waterfall. */
extern const PoplensTabKind poplens_trace_time_kind, poplens_trace_waterfall_kind;
/* Returns the reason if tabs on where the cycles went cannot be shown. (static) (nullable): NULL if
 * they can */
const char *poplens_trace_find_time_absence (const PoplensPageContext *context,
                                             const PoplensExecution *x);

/* Returns @location without the cycles in view. (transfer full) */
PoplensLocation *poplens_trace_without_view (const PoplensLocation *location);

/* Adds all tabs of the trace page for the location of @context, and reports its invalid values.
 * FALSE with @error if the report cannot be read. */
gboolean poplens_trace_add_tables (PoplensPage *page, const PoplensPageContext *context,
                                   GError **error);
void poplens_trace_table_views (GPtrArray *views, PoplensReport *report);

/* Makes the tab of the user's bookmarks show all bookmarks of the trace, not only those in view. */
void poplens_trace_place_bookmarks (PoplensPage *page, const PoplensPageContext *context);

/* Tab on the tiles of the executed step that the key "executed" names. The key "measure" chooses
 * cycles by tile, a histogram of cycles, bytes, or vertices. */
extern const PoplensTabKind poplens_trace_tiles_kind;
void poplens_trace_add_measures (PoplensPage *page);

/* Cycles of the selected executed step on each tile of the IPUs that executed it. For an exchange
 * they are estimated. */
typedef struct {
  const PoplensPageContext *context;
  const PoplensTarget *target;
  const PoplensExecution *execution;
  guint32 step;
  GArray *cycles; /* guint64: cycles of each tile; empty if they are not recorded */
  GArray *tiles;  /* guint32: number of each tile, in the order of .cycles */
} PoplensStepTiles;

#define POPLENS_NO_TILE_CYCLES                                                                     \
  "No cycles by tile recorded for this step. Set debug.computeInstrumentationLevel to tile or "    \
  "vertex."

/* Reads the cycles of the step that the location names. FALSE with @error: ABSENT if it names
 * none. */
gboolean poplens_step_tiles_init (PoplensStepTiles *self, const PoplensPageContext *context,
                                  GError **error);
void poplens_step_tiles_clear (PoplensStepTiles *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensStepTiles, poplens_step_tiles_clear)
gboolean poplens_step_tiles_are_estimated (const PoplensStepTiles *self);

/* Tab on the selection: the step of the key "executed", else the selected cycles, else the cycles
 * in view. */
extern const PoplensTabKind poplens_trace_selection_kind;

/* Tab with a floor plan of the tiles that were the slowest of a step. A click selects a tile. The
 * key "map-colour" chooses the value that colours the tiles. */
extern const PoplensTabKind poplens_trace_stragglers_kind;
void poplens_trace_add_straggler_colours (PoplensPage *page);

G_END_DECLS
