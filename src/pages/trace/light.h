/* Lightweight profiling on the page of the trace: "view=blocks", a lane for each tile that recorded
 * something. For the files of this room only. */
#pragma once

#include "charts/lanes/lanes.h"
#include "derived/trace/light-source.h"
#include "pages/core/page-private.h"

G_BEGIN_DECLS

/* How blocks are drawn. */
typedef enum {
  POPLENS_LIGHT_SERIES_BLOCK,
  POPLENS_LIGHT_SERIES_STREAM,
  POPLENS_LIGHT_SERIES_ANONYMOUS,
  POPLENS_LIGHT_SERIES_FLUSH,
  POPLENS_LIGHT_SERIES_OVERFLOW,
  POPLENS_LIGHT_SERIES_OTHER,
  POPLENS_N_LIGHT_SERIES,
} PoplensLightSeries;

/* A tile's rows of the chart. */
typedef struct {
  guint32 tile, ipu;
  guint n_rows;
} PoplensLightGroup;

/* Blocks in lanes: item i is row first + i of the part. Reference counted, kept with the report. */
typedef struct _PoplensLightLanes {
  const PoplensLightSource *source;
  PoplensLightWanted wanted; /* .ipu and .from_first count */
  guint32 first, n;
  GArray *groups; /* of PoplensLightGroup */
  PoplensLaneBlocks *blocks;
  guint64 from, to; /* of all blocks that are shown, as they are drawn */
  guint n_series;
  guint8 location[POPLENS_N_LIGHT_SERIES];         /* among the series that are there … */
  PoplensLightSeries seen[POPLENS_N_LIGHT_SERIES]; /* … and which these are */
} PoplensLightLanes;

void poplens_light_lanes_unref (PoplensLightLanes *self);

/* ---- the page -------------------------------------------------------------------------------- */

/* Adds the choice "view" of the page of the trace: "flat", "flame", and "blocks" where there are
 * some, which stands where there is nothing else. Returns which of these. */
guint poplens_light_add_view (PoplensPage *page, const PoplensExecution *execution);

gboolean poplens_light_page_fill (PoplensPage *page, const PoplensPageContext *context,
                                  GError **error);

/* The cases of .light of the functions in page.h. */
void poplens_light_append_selected (const PoplensPage *page, const PoplensLocation *location,
                                    GArray *ranges);
PoplensLocation *poplens_light_select_items (const PoplensPage *page,
                                             const PoplensLocation *location,
                                             PoplensItemRange items, PoplensSelectMode mode);
PoplensLocation *poplens_light_toggle_group (const PoplensPage *page,
                                             const PoplensLocation *location, guint group);
gboolean poplens_light_is_collapsed (const PoplensLocation *location, guint32 tile);
/* @view with the cycles that the location names taken back, where none of them is drawn. */
void poplens_light_limit_view (const PoplensPage *page, PoplensChartView *view);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLightLanes, poplens_light_lanes_unref)

G_END_DECLS
