/* Data of the trace page beside its blocks, and functions that pages/core calls for a trace. Used
 * within src/pages only. */
#pragma once

#include "analysis/time/time-rows.h"
#include "analysis/trace/bsp.h"
#include "analysis/trace/trace-fold.h"
#include "charts/lanes/field.h"
#include "derived/trace/trace-costs-source.h"
#include "pages/core/page-private.h"
#include "pages/trace/trace-model.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_TILES_BY_NUMBER,
  POPLENS_TILES_BY_PLACE,   /* by position on the die: analysis/floor-plan.h */
  POPLENS_TILES_BY_WAITING, /* those that wait longest in the cycles in view come first */
} PoplensTileOrder;

/* What each tile did at each time (BSP trace): the grids that were read so far, for fields of the
 * chart. One per report; it outlives pages. Reference counted. */
typedef struct _PoplensTraceBsp PoplensTraceBsp;

void poplens_trace_bsp_unref (PoplensTraceBsp *self);

typedef struct _PoplensTraceView {
  PoplensReport *report;
  PoplensTraceLanes *lanes;
  guint64 open_from, open_to; /* cycles in view if the location does not say */
  PoplensTraceFold *waits;    /* (nullable): waits that are collapsed */
  PoplensTraceFold *outside;  /* (nullable): time outside the program that is collapsed */
  PoplensTraceFold *fold;     /* (nullable): both together: the chart's breaks */
  PoplensTraceOnly *only;     /* (nullable): restricts the page to the steps of an operation */
  guint classes;              /* POPLENS_TIME_BIT()s that the page is filtered by; 0: all */
  const PoplensTimeRows
      *rows; /* (nullable): time classes of rows, if .classes is set; owned by the report */
  PoplensTraceBsp *bsp;        /* (nullable): the tiles below each IPU, if they are shown */
  PoplensTileOrder tile_order; /* order of the tiles */
} PoplensTraceView;

void poplens_trace_view_free (PoplensTraceView *self);

/* Gives the step that the location's "executed" names. @step: (out): row of the part's steps. FALSE
 * if there is none. */
gboolean poplens_trace_executed (const PoplensTraceModel *model, const PoplensLocation *location,
                                 guint32 *step);
/* poplens_page_toggle_group() for a trace. (transfer full) */
PoplensLocation *poplens_trace_toggle_group (const PoplensPage *self,
                                             const PoplensLocation *location, guint group);
/* TRUE if "collapse" names @ipu. */
gboolean poplens_trace_is_collapsed (const PoplensLocation *location, guint16 ipu);
/* Returns @location with the cycles in view as "from" and "to", and without an IPU that does not
 * exist. (transfer full) */
PoplensLocation *poplens_trace_with_view (const PoplensPage *page, const PoplensLocation *location);

/* Adds the switch that shows the tiles, and the choice of their order. *@bsp: (out) (transfer full)
 * (nullable): NULL if they are not shown. FALSE with @error only if nothing more can be read. */
gboolean poplens_trace_add_bsp (PoplensPage *page, const PoplensPageContext *context,
                                PoplensTraceModel *model, PoplensTraceBsp **bsp,
                                PoplensTileOrder *order, GError **error);
/* Adds fields below the groups of the chart, which show the tiles. */
void poplens_trace_add_fields (PoplensPage *page, const PoplensPageContext *context,
                               PoplensChart *chart);

/* The first function adds the switch that draws steps solid up to their tile balance in low lanes
 * too. The second one sets the balance, as far as it is known, in the chart of @page; @by_height:
 * also what the other tiles wait for, if colours are time classes. If @is_asked, missing data are
 * reported. FALSE with @error only if nothing more can be read. */
gboolean poplens_trace_add_balance (PoplensPage *page);
gboolean poplens_trace_set_levels (PoplensPage *page, const PoplensPageContext *context,
                                   gboolean by_height, gboolean is_asked, GError **error);

/* Training phases above a flame graph: the switch, the data for @choice, and a notice if there are
 * none. FALSE with @error only if nothing more can be read. */
gboolean poplens_trace_add_levels (PoplensPage *page);
gboolean poplens_trace_choose_levels (PoplensPage *page, const PoplensPageContext *context,
                                      PoplensTraceLanesChoice *choice, GError **error);
void poplens_trace_say_levels (PoplensPage *page, const PoplensTraceLanes *lanes);

/* ---- time classes ---- */

/* Returns the time classes of the report's rows, which the report owns. NULL with @error, as
 * poplens_report_time (). */
const PoplensTimeRows *poplens_trace_time_rows (PoplensReport *report, GCancellable *cancellable,
                                                GError **error);

/* Sets .classes and .rows of @view from the location, and reports invalid values. FALSE with @error
 * only if nothing more can be read. */
gboolean poplens_trace_class_get (PoplensPage *page, const PoplensPageContext *context,
                                  PoplensTraceView *view, GError **error);
/* TRUE if the row belongs to the operation and the time classes that the page is restricted to. */
gboolean poplens_trace_is_asked (const PoplensTraceView *view, guint32 row);
/* Marks the items for which poplens_trace_is_asked () is FALSE, as poplens_trace_lanes_others()
 * does. (transfer full) (nullable): NULL if there are no restrictions */
guint8 *poplens_trace_others (const PoplensTraceView *view);
/* Adds a notice on the share of the program that the time classes have. */
void poplens_trace_say_classes (PoplensPage *page, const PoplensPageContext *context);

/* Outlines the critical path on the chart of @page, and adds a notice on what takes most of it.
 * FALSE with @error only if nothing more can be read. */
gboolean poplens_trace_set_path (PoplensPage *page, const PoplensPageContext *context,
                                 GError **error);

/* ---- pages/core/page.h ---- */

/* Implementations of functions in page.h for a trace. */
void poplens_trace_append_selected (const PoplensPage *page, const PoplensLocation *location,
                                    GArray *ranges);
PoplensLocation *poplens_trace_select_items (const PoplensPage *page,
                                             const PoplensLocation *location,
                                             PoplensItemRange items, PoplensSelectMode mode);
/* Adjusts @view for the location: sets the default cycles if it names none, and the zoom of the
 * lines; in a chart of lightweight profiling avoids a view without blocks. */
void poplens_trace_adjust_view (const PoplensPage *page, const PoplensLocation *location,
                                PoplensChartView *view);
/* Returns the index of the chart's series in which a row of steps_by_ipu is drawn. */
guint poplens_trace_class_of (const PoplensTraceLanes *lanes, guint32 row);
/* Follows the "jump" of @location, and sets the page's location to the target; adds a notice if
 * there is none. The chart must exist. (transfer full) */
PoplensLocation *poplens_trace_jump (PoplensPage *page, const PoplensLocation *location);
void poplens_trace_jump_views (GPtrArray *views);
/* Adds a notice on the hidden series of @chart, if any. */
void poplens_trace_say_hidden (PoplensPage *page, const PoplensTraceLanes *lanes,
                               const PoplensChart *chart);
GArray *poplens_trace_found_items (const PoplensPage *page, const PoplensLocation *location,
                                   GCancellable *cancellable, char **trouble);
/* Returns what is wrong with the regular expression that @location searches for. (transfer full)
 * (nullable): NULL if nothing is */
char *poplens_trace_search_wrong (const PoplensLocation *location);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceBsp, poplens_trace_bsp_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceView, poplens_trace_view_free)

G_END_DECLS
