/* Lightweight profiling on the page of the trace ("view=blocks"): a lane for each tile that
 * recorded blocks. Used within src/pages only. */
#pragma once

#include "charts/lanes/lanes.h"
#include "derived/trace/light-source.h"
#include "pages/core/page-private.h"

G_BEGIN_DECLS

/* Series of blocks in the chart, by type. */
typedef enum {
  POPLENS_LIGHT_SERIES_BLOCK,
  POPLENS_LIGHT_SERIES_STREAM,
  POPLENS_LIGHT_SERIES_ANONYMOUS,
  POPLENS_LIGHT_SERIES_FLUSH,
  POPLENS_LIGHT_SERIES_OVERFLOW,
  POPLENS_LIGHT_SERIES_OTHER,
  POPLENS_N_LIGHT_SERIES,
} PoplensLightSeries;

/* Rows of the chart that belong to a tile. */
typedef struct {
  guint32 tile, ipu;
  guint n_rows;
} PoplensLightGroup;

/* Blocks in lanes: item i of the chart is row .first + i of the part. Reference counted, cached in
 * the report. */
typedef struct _PoplensLightLanes {
  const PoplensLightSource *source;
  PoplensLightWanted wanted; /* only .ipu and .from_first are used */
  guint32 first, n;
  GArray *groups; /* PoplensLightGroup */
  PoplensLaneBlocks *blocks;
  guint64 from, to; /* extent of all shown blocks, in cycles as drawn */
  guint n_series;
  guint8
      location[POPLENS_N_LIGHT_SERIES]; /* position of each series among those that have blocks */
  PoplensLightSeries seen[POPLENS_N_LIGHT_SERIES]; /* [n_series] the series that have blocks */
} PoplensLightLanes;

void poplens_light_lanes_unref (PoplensLightLanes *self);

/* ---- the page -------------------------------------------------------------------------------- */

/* Adds the choice "view" of the trace: "flat", "flame", and "blocks" if there are any; that is the
 * default if there are no steps. Returns the index of the chosen one. */
guint poplens_light_add_view (PoplensPage *page, const PoplensExecution *execution);

gboolean poplens_light_page_fill (PoplensPage *page, const PoplensPageContext *context,
                                  GError **error);

/* Implementations of functions in page.h for pages that have .light. */
void poplens_light_append_selected (const PoplensPage *page, const PoplensLocation *location,
                                    GArray *ranges);
PoplensLocation *poplens_light_select_items (const PoplensPage *page,
                                             const PoplensLocation *location,
                                             PoplensItemRange items, PoplensSelectMode mode);
PoplensLocation *poplens_light_toggle_group (const PoplensPage *page,
                                             const PoplensLocation *location, guint group);
gboolean poplens_light_is_collapsed (const PoplensLocation *location, guint32 tile);
/* If @view shows none of the recorded cycles, sets it to all of them. */
void poplens_light_limit_view (const PoplensPage *page, PoplensChartView *view);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLightLanes, poplens_light_lanes_unref)

G_END_DECLS
