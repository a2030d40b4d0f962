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

/* Cycles of the executed step that the location names, on each tile of the IPUs on which it ran; of
 * an exchange they are estimated. */
typedef struct {
  const PoplensPageContext *context;
  const PoplensTarget *target;
  const PoplensExecution *execution;
  guint32 step;
  GArray *cycles; /* guint64; empty where they are not recorded */
  GArray *tiles;  /* guint32: numbers, as long as .cycles */
} PoplensStepTiles;

#define POPLENS_NO_TILE_CYCLES                                                                     \
  "No cycles by tile recorded for this step. Set debug.computeInstrumentationLevel to tile or "    \
  "vertex."

/* FALSE with @error, ABSENT where the location names no step. */
gboolean poplens_step_tiles_init (PoplensStepTiles *self, const PoplensPageContext *context,
                                  GError **error);
void poplens_step_tiles_clear (PoplensStepTiles *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensStepTiles, poplens_step_tiles_clear)
gboolean poplens_step_tiles_are_estimated (const PoplensStepTiles *self);

/* The step ("executed") that is selected, else the selected cycles or those in view. */
extern const PoplensTabKind poplens_trace_selection_kind;

/* Tiles that were last, on the floor plan; a click selects a tile ("tile"). And what the colour
 * says ("map-colour"). */
extern const PoplensTabKind poplens_trace_stragglers_kind;
void poplens_trace_add_straggler_colours (PoplensPage *page);

G_END_DECLS
