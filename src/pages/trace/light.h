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

/* A group of rows in the chart: the lanes of a tile. */
typedef struct {
  guint32 tile, ipu;
  guint n_rows;
} PoplensLightGroup;

/* Lanes with blocks of lightweight profiling. Item i of the chart is block .first + i of .source.
 * Reference counted; cached in the report. */
typedef struct _PoplensLightLanes {
  const PoplensLightSource *source;
  PoplensLightWanted wanted; /* IPU and clock for which the lanes were made */
  guint32 first, n;
  GArray *groups; /* PoplensLightGroup: tiles, from top to bottom */
  PoplensLaneBlocks *blocks;
  guint64 from, to; /* first and last cycle of all shown blocks, on the clock of the axis */
  guint n_series;
  guint8 chart_index[POPLENS_N_LIGHT_SERIES]; /* [PoplensLightSeries] index of the series in the
                                              chart; only series with blocks have one */
  PoplensLightSeries seen[POPLENS_N_LIGHT_SERIES]; /* [n_series] series at each chart index */
} PoplensLightLanes;

void poplens_light_lanes_unref (PoplensLightLanes *self);

/* ---- the page -------------------------------------------------------------------------------- */

/* Adds the control "view" of the trace: "flat", "flame" and, if the report has blocks, "blocks".
 * Without executed steps, the default is "blocks". Returns the index of the chosen view. */
guint poplens_light_add_view (PoplensPage *page, const PoplensExecution *execution);

gboolean poplens_light_page_fill (PoplensPage *page, const PoplensPageContext *context,
                                  GError **error);

/* The functions below implement functions of page.h for pages that have .light. */
void poplens_light_append_selected (const PoplensPage *page, const PoplensLocation *location,
                                    GArray *ranges);
PoplensLocation *poplens_light_select_items (const PoplensPage *page,
                                             const PoplensLocation *location,
                                             PoplensItemRange items, PoplensSelectMode mode);
PoplensLocation *poplens_light_toggle_group (const PoplensPage *page,
                                             const PoplensLocation *location, guint group);
gboolean poplens_light_is_collapsed (const PoplensLocation *location, guint32 tile);
/* If @view contains no cycles with blocks, changes @view to the cycles of all blocks. */
void poplens_light_limit_view (const PoplensPage *page, PoplensChartView *view);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLightLanes, poplens_light_lanes_unref)

G_END_DECLS
