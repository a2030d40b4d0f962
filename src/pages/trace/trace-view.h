/* State of a trace page besides its blocks, and functions that pages/core calls for the trace. Used
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
  POPLENS_TILES_BY_PLACE,   /* by position on the die (analysis/floor-plan.h) */
  POPLENS_TILES_BY_WAITING, /* by the time that they wait in the cycles in view, longest first */
} PoplensTileOrder;

/* BSP trace: what each tile did at each time. Holds the grids that were read so far, for the fields
 * of the chart. Pages of a report share it. Reference counted. */
typedef struct _PoplensTraceBsp PoplensTraceBsp;

void poplens_trace_bsp_unref (PoplensTraceBsp *self);

typedef struct _PoplensTraceView {
  PoplensReport *report;
  PoplensTraceLanes *lanes;
  guint64 open_from, open_to; /* cycles to show if the location names none */
  PoplensTraceFold *waits;    /* (nullable) waits that the axis leaves out */
  PoplensTraceFold *outside;  /* (nullable) time outside the program that the axis leaves out */
  PoplensTraceFold *fold;     /* (nullable) .waits and .outside together: the breaks of the axis */
  PoplensTraceOnly *only; /* (nullable) steps of the operation to which the page is restricted */
  guint classes;          /* time classes that the page shows: POPLENS_TIME_BIT ()s; 0: all */
  const PoplensTimeRows *rows; /* (nullable) time classes of each row of steps_by_ipu, if .classes
                                  is set; owned by the report */
  PoplensTraceBsp *bsp; /* (nullable) BSP trace below the lanes of each IPU; NULL: not shown */
  PoplensTileOrder tile_order; /* order of tiles in the BSP trace */
} PoplensTraceView;

void poplens_trace_view_free (PoplensTraceView *self);

/* Gives the step that the location's "executed" names. @step: (out): row of the step in the
 * execution. FALSE if the location names no step. */
gboolean poplens_trace_executed (const PoplensTraceModel *model, const PoplensLocation *location,
                                 guint32 *step);
/* Implements poplens_page_toggle_group () for a trace. (transfer full) */
PoplensLocation *poplens_trace_toggle_group (const PoplensPage *self,
                                             const PoplensLocation *location, guint group);
/* TRUE if the location's "collapse" names @ipu. */
gboolean poplens_trace_is_collapsed (const PoplensLocation *location, guint16 ipu);
/* Returns @location with the cycles in view as "from" and "to", and without an IPU that does not
 * exist. (transfer full) */
PoplensLocation *poplens_trace_with_view (const PoplensPage *page, const PoplensLocation *location);

/* Adds the switch that shows the BSP trace and, if it is on, the choice of the order of tiles.
 * *@bsp: (out) (transfer full) (nullable): NULL if the BSP trace is not shown. FALSE with @error if
 * the report cannot be read. */
gboolean poplens_trace_add_bsp (PoplensPage *page, const PoplensPageContext *context,
                                PoplensTraceModel *model, PoplensTraceBsp **bsp,
                                PoplensTileOrder *order, GError **error);
/* If the BSP trace is shown, adds a field with the tiles below the lanes of each IPU. */
void poplens_trace_add_fields (PoplensPage *page, const PoplensPageContext *context,
                               PoplensChart *chart);

/* Tile balance of the chart's blocks. poplens_trace_add_balance () adds the switch that also fills
 * low lanes. poplens_trace_set_levels () sets the balance of each block. @by_height: if steps are
 * coloured by time class, also shows what the other tiles wait for. @is_asked: TRUE: reports
 * missing data. FALSE with @error if the report cannot be read. */
gboolean poplens_trace_add_balance (PoplensPage *page);
gboolean poplens_trace_set_levels (PoplensPage *page, const PoplensPageContext *context,
                                   gboolean by_height, gboolean is_asked, GError **error);

/* Training phases above a flame graph. poplens_trace_add_levels () adds the switch,
 * poplens_trace_choose_levels () sets the phases in @choice, and poplens_trace_say_levels () adds a
 * notice if there are none. FALSE with @error if the report cannot be read. */
gboolean poplens_trace_add_levels (PoplensPage *page);
gboolean poplens_trace_choose_levels (PoplensPage *page, const PoplensPageContext *context,
                                      PoplensTraceLanesChoice *choice, GError **error);
void poplens_trace_say_levels (PoplensPage *page, const PoplensTraceLanes *lanes);

/* ---- time classes ---- */

/* Returns the time classes of each row of steps_by_ipu. Owned by the report. NULL with @error. */
const PoplensTimeRows *poplens_trace_time_rows (PoplensReport *report, GCancellable *cancellable,
                                                GError **error);

/* Sets .classes and .rows of @view from the location's "cause", and reports invalid values. FALSE
 * with @error if the report cannot be read. */
gboolean poplens_trace_class_get (PoplensPage *page, const PoplensPageContext *context,
                                  PoplensTraceView *view, GError **error);
/* TRUE if @row of steps_by_ipu passes the page's filters: the operation and the time classes to
 * which it is restricted. */
gboolean poplens_trace_is_asked (const PoplensTraceView *view, guint32 row);
/* Returns a byte for each item: 1 if it shows only rows that do not pass the page's filters.
 * (transfer full) (nullable): NULL if there are no filters */
guint8 *poplens_trace_others (const PoplensTraceView *view);
/* Adds a notice on the time classes by which the page is filtered: their share of the program
 * time. */
void poplens_trace_say_classes (PoplensPage *page, const PoplensPageContext *context);

/* Outlines the critical path in the page's chart, and adds a notice that names the class with most
 * of its cycles. FALSE with @error if the report cannot be read. */
gboolean poplens_trace_set_path (PoplensPage *page, const PoplensPageContext *context,
                                 GError **error);

/* ---- pages/core/page.h ---- */

/* The functions below implement functions of page.h for a trace. */
void poplens_trace_append_selected (const PoplensPage *page, const PoplensLocation *location,
                                    GArray *ranges);
PoplensLocation *poplens_trace_select_items (const PoplensPage *page,
                                             const PoplensLocation *location,
                                             PoplensItemRange items, PoplensSelectMode mode);
/* Prepares @view for a trace: sets the default cycles if @location names none, and the zoom of the
 * BSP trace. For lightweight profiling, only shows all blocks if @view contains none. */
void poplens_trace_adjust_view (const PoplensPage *page, const PoplensLocation *location,
                                PoplensChartView *view);
/* Returns the number of the series in the chart that shows @row of steps_by_ipu. */
guint poplens_trace_class_of (const PoplensTraceLanes *lanes, guint32 row);
/* Executes the key "jump" of @location, for example to the next wait. Returns @location without
 * this key, with the found step selected and in view. Changes page->location likewise. If there is
 * no such step, adds a notice. The chart must exist. (transfer full) */
PoplensLocation *poplens_trace_jump (PoplensPage *page, const PoplensLocation *location);
void poplens_trace_jump_views (GPtrArray *views);
/* If series are hidden in the chart, adds a notice that names them. */
void poplens_trace_say_hidden (PoplensPage *page, const PoplensTraceLanes *lanes,
                               const PoplensChart *chart);
GArray *poplens_trace_found_items (const PoplensPage *page, const PoplensLocation *location,
                                   GCancellable *cancellable, char **trouble);
/* Returns what is wrong with the regular expression of the location's "search". (transfer full)
 * (nullable): NULL if it is valid */
char *poplens_trace_search_wrong (const PoplensLocation *location);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceBsp, poplens_trace_bsp_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceView, poplens_trace_view_free)

G_END_DECLS
