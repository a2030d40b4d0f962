/* What the page of the trace keeps beside its blocks, and what selection.c asks of it. For the
 * files of this room only. */
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
  POPLENS_TILES_BY_PLACE,   /* on the die: analysis/floor-plan.h */
  POPLENS_TILES_BY_WAITING, /* those first that wait longest in the cycles in view */
} PoplensTileOrder;

/* What each tile did when, as fields of the trace's chart: what was read of it so far, in the order
 * in which the tiles are shown. One store a report, which grows while pages come and go. */
typedef struct _PoplensTraceBsp PoplensTraceBsp;

void poplens_trace_bsp_unref (PoplensTraceBsp *self);

typedef struct _PoplensTraceView {
  PoplensReport *report;
  PoplensTraceLanes *lanes;
  guint64 open_from, open_to;  /* cycles in view where the location does not say */
  PoplensTraceFold *waits;     /* (nullable): that the location folds … */
  PoplensTraceFold *outside;   /* (nullable): … and what is outside of the program … */
  PoplensTraceFold *fold;      /* (nullable): … both: the chart's breaks */
  PoplensTraceOnly *only;      /* (nullable): whose steps alone are asked for */
  guint classes;               /* POPLENS_TIME_BIT()s that alone are asked for; 0: all … */
  const PoplensTimeRows *rows; /* … then there; the report's */
  PoplensTraceBsp *bsp;        /* (nullable): the tiles below each IPU … */
  PoplensTileOrder tile_order; /* … and their order */
} PoplensTraceView;

void poplens_trace_view_free (PoplensTraceView *self);

/* The step that the location's "executed" names, as a row of the part's steps. */
gboolean poplens_trace_executed (const PoplensTraceModel *model, const PoplensLocation *location,
                                 guint32 *step);
/* See poplens_page_toggle_group(). (transfer full) */
PoplensLocation *poplens_trace_toggle_group (const PoplensPage *self,
                                             const PoplensLocation *location, guint group);
/* TRUE where "collapse" names @ipu. */
gboolean poplens_trace_is_collapsed (const PoplensLocation *location, guint16 ipu);
/* @location with the cycles in view written down, and without an IPU that is not there. (transfer
 * full)
 */
PoplensLocation *poplens_trace_with_view (const PoplensPage *page, const PoplensLocation *location);

/* The switch that shows the tiles, and their order: *@bsp (transfer full) is NULL where they are
 * not shown. FALSE where nothing more can be read. */
gboolean poplens_trace_add_bsp (PoplensPage *page, const PoplensPageContext *context,
                                PoplensTraceModel *model, PoplensTraceBsp **bsp,
                                PoplensTileOrder *order, GError **error);
/* Fields below the groups of the chart that are not collapsed. */
void poplens_trace_add_fields (PoplensPage *page, const PoplensPageContext *context,
                               PoplensChart *chart);

/* The switch that draws each step solid up to its tile balance in low lanes, too. What is known of
 * that is set in the chart of @page; @by_height: with what its other tiles wait for, where colours
 * are classes of time. A lack is said where the balance @is_asked for. FALSE where nothing more can
 * be read. */
gboolean poplens_trace_add_balance (PoplensPage *page);
gboolean poplens_trace_set_levels (PoplensPage *page, const PoplensPageContext *context,
                                   gboolean by_height, gboolean is_asked, GError **error);

/* The switch that shows levels of the model, in a flame graph alone; what @choice needs for them;
 * and where there are none, a notice. FALSE where nothing more can be read. */
gboolean poplens_trace_add_levels (PoplensPage *page);
gboolean poplens_trace_choose_levels (PoplensPage *page, const PoplensPageContext *context,
                                      PoplensTraceLanesChoice *choice, GError **error);
void poplens_trace_say_levels (PoplensPage *page, const PoplensTraceLanes *lanes);

/* ---- classes of time ---- */

/* Classes of the report's rows; the report keeps them. NULL with an error, as
 * poplens_report_time (). */
const PoplensTimeRows *poplens_trace_time_rows (PoplensReport *report, GCancellable *cancellable,
                                                GError **error);

/* Sets .classes and .rows of @view as the location says; what is wrong with it is said. FALSE where
 * nothing more can be read. */
gboolean poplens_trace_class_get (PoplensPage *page, const PoplensPageContext *context,
                                  PoplensTraceView *view, GError **error);
/* Whether the row is of the operation and of the classes that are asked for. */
gboolean poplens_trace_is_asked (const PoplensTraceView *view, guint32 row);
/* As poplens_trace_lanes_others(), of what is not asked for; NULL: all is. (transfer full) */
guint8 *poplens_trace_others (const PoplensTraceView *view);
/* How much of the program the classes are. */
void poplens_trace_say_classes (PoplensPage *page, const PoplensPageContext *context);

/* Outlines the critical path on the chart of @page, and says what it mostly is. FALSE where nothing
 * more can be read. */
gboolean poplens_trace_set_path (PoplensPage *page, const PoplensPageContext *context,
                                 GError **error);

/* ---- pages/core/page.h ---- */

/* The cases of the trace of the functions in page.h. */
void poplens_trace_append_selected (const PoplensPage *page, const PoplensLocation *location,
                                    GArray *ranges);
PoplensLocation *poplens_trace_select_items (const PoplensPage *page,
                                             const PoplensLocation *location,
                                             PoplensItemRange items, PoplensSelectMode mode);
/* @view as the location has it: where it names no cycles those that the page opens with, and never
 * cycles in which no block of lightweight profiling is drawn. */
void poplens_trace_adjust_view (const PoplensPage *page, const PoplensLocation *location,
                                PoplensChartView *view);
/* The series of the chart that a row of steps_by_ipu is drawn in. */
guint poplens_trace_class_of (const PoplensTraceLanes *lanes, guint32 row);
/* Where the "jump" of @location leads, which then also is the page's own location; what leads
 * nowhere is said. The chart is there. (transfer full) */
PoplensLocation *poplens_trace_jump (PoplensPage *page, const PoplensLocation *location);
void poplens_trace_jump_views (GPtrArray *views);
/* A notice of what @chart hides, where that is anything. */
void poplens_trace_say_hidden (PoplensPage *page, const PoplensTraceLanes *lanes,
                               const PoplensChart *chart);
GArray *poplens_trace_found_items (const PoplensPage *page, const PoplensLocation *location,
                                   GCancellable *cancellable, char **trouble);
/* What is wrong with the expression that @location searches for; NULL: nothing. (transfer full) */
char *poplens_trace_search_wrong (const PoplensLocation *location);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceBsp, poplens_trace_bsp_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceView, poplens_trace_view_free)

G_END_DECLS
