/* PoplensChartWidget: shows a chart of any kind, with zoom, selection and keyboard. It does not
 * know the session or tiles: items are numbers, and signals report what the user requests.
 *
 * Signals:
 *   "view-changed"  (): the user zoomed or panned: see get_view ()
 *   "select-items"  (guint64 from, guint64 to, PoplensSelectMode mode): the user selected items
 *                   [from, to); an empty range with REPLACE clears the selection
 *   "toggle-series" (char *key): a legend entry was clicked
 *   "limit-clicked" (): the line of the limit was clicked, or the note that the limit is
 *                   off the scale
 *   "show-card"     (guint64 item): middle click on the item, or its menu item
 *   "select-ranges" (GArray *ranges, PoplensSelectMode mode): FLOOR: the user dragged over cells.
 *                   @ranges: (transfer none): of PoplensItemRange, ascending and disjoint
 *   "group-clicked" (guint group): LANES: the name of a collapsible group was clicked. GRAPH:
 *                   the user opens or closes a group
 * LANES and ADDRESS charts:
 *   "select-span"   (double from, double to): cycles, or addresses, were dragged over
 *   "break-clicked" (guint break): the mark of left-out cycles was clicked
 *   "row-removed"   (guint row): the cross of a row was clicked
 *   "search-step"   (int by): go to the next (1) or previous (-1) search match
 *   "search-end"    () → gboolean: Escape was pressed (also in AREAS and GRAPH charts). Handlers
 *                   return TRUE if they ended a search
 *   "copy-details"  (guint64 item): LANES: copy the details of a block. In other charts, the
 *                   widget copies the description of the item
 *
 * FLOOR charts: arrows move the cursor between cells, W and S zoom, A and D pan. TREEMAP charts:
 * arrows move the cursor; Enter, W or a double click opens a group; Backspace, S or Escape leaves
 * it; 0 or Home shows all. The root of the view is the open group.
 *
 * GRAPH charts: keys as in FLOOR charts. Enter or a double click opens a group; a double click on
 * its frame closes it. Backspace or Escape closes the open group around the cursor, else the last
 * open group.
 *
 * Actions, all without parameters: chart.zoom-in, chart.zoom-out, chart.fit, chart.fit-selection,
 * chart.pan-left, chart.pan-right, chart.page-left, chart.page-right, chart.range, chart.back,
 * chart.clear-selection, chart.copy-details, chart.fit-item. */
#pragma once

#include <gtk/gtk.h>

#include "charts/floor/floor.h"
#include "charts/lanes/lanes.h"
#include "charts/treemap/treemap.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_CHART_WIDGET (poplens_chart_widget_get_type ())
G_DECLARE_FINAL_TYPE (PoplensChartWidget, poplens_chart_widget, POPLENS, CHART_WIDGET, GtkWidget)

GtkWidget *poplens_chart_widget_new (void);

/* Shows @chart. If the user changed the view of the old chart, and @chart has the same number of
 * items, the view stays. Else @chart opens with its own view. */
void poplens_chart_widget_set_chart (PoplensChartWidget *self, PoplensChart *chart);
/* Sets the height of the widget to poplens_chart_block_height (). @height: pixels of an AREAS chart
 * on the same page; 0: the chart fills any height. */
void poplens_chart_widget_set_usual_height (PoplensChartWidget *self, int height);
PoplensChart *poplens_chart_widget_get_chart (PoplensChartWidget *self); /* (nullable) */
/* Sets the view without emitting "view-changed". */
void poplens_chart_widget_set_view (PoplensChartWidget *self, PoplensChartView view);
PoplensChartView poplens_chart_widget_get_view (PoplensChartWidget *self);
/* Sets the selected items. @ranges: (transfer none) (nullable): of PoplensItemRange, ascending and
 * disjoint. */
void poplens_chart_widget_set_selected (PoplensChartWidget *self, GArray *ranges);
/* Protects the selected items from Escape. @stays: TRUE: Escape does not clear them, and acts as if
 * no item was selected. FALSE by default. */
void poplens_chart_widget_set_stays (PoplensChartWidget *self, gboolean stays);

/* LANES, ADDRESS: selects the span of cycles or addresses from @from to @to. No span is selected if
 * @from ≥ @to. */
void poplens_chart_widget_set_span (PoplensChartWidget *self, double from, double to);
/* LANES: marks positions across all rows. @ranges: as for poplens_chart_widget_set_selected (). */
void poplens_chart_widget_set_marked (PoplensChartWidget *self, GArray *ranges);
/* Returns where the user clicked, in a handler of "select-items": the position on the axis or, in
 * BARS charts, the series. −1 if the user did not click. */
double poplens_chart_widget_get_clicked (PoplensChartWidget *self);
/* TRUE if there is a selection that Escape clears. */
gboolean poplens_chart_widget_has_selection (PoplensChartWidget *self);

/* LANES: sets the flags. @positions: of double: cycles */
void poplens_chart_widget_set_flags (PoplensChartWidget *self, const GArray *positions);
/* LANES: returns the cycle for a new flag. This is the edge of a block that is nearest to the
 * pointer. If the pointer is elsewhere, it is the start of the selection, else the edge nearest to
 * the middle of the view. −1 if the chart is not a trace. */
double poplens_chart_widget_get_location (PoplensChartWidget *self);
/* Zooms to the span from @from to @to as if the user had zoomed: emits "view-changed". */
void poplens_chart_widget_show_span (PoplensChartWidget *self, double from, double to);
/* Sets the search matches. @ranges: as for poplens_chart_widget_set_selected (). */
void poplens_chart_widget_set_found (PoplensChartWidget *self, GArray *ranges);
/* LANES: sets the search matches. @found: (transfer full) (nullable). */
void poplens_chart_widget_set_lane_found (PoplensChartWidget *self, PoplensLaneFound *found);
/* TRUE: the matches are occurrences of a finding, and are outlined. FALSE: they are matches of a
 * search. */
void poplens_chart_widget_set_outlined (PoplensChartWidget *self, gboolean outlined);
/* LANES, ADDRESS: scrolls vertically to the row of block @item. @across: TRUE: also scrolls
 * horizontally to the block. Zooms in only if the row is hidden at the present zoom. Emits
 * "view-changed". Does nothing before the widget has a size. */
void poplens_chart_widget_show_item (PoplensChartWidget *self, gsize item, gboolean across);
/* LANES: if the first field (charts/lanes/field.h) is out of view, scrolls the rows to it, with one
 * row above it. Does nothing before the widget has a size. */
void poplens_chart_widget_show_fields (PoplensChartWidget *self);
/* Sets the current search match and scrolls to it. @item: G_MAXSIZE: none. */
void poplens_chart_widget_set_current (PoplensChartWidget *self, gsize item);

/* Lays the chart out again, because its fields (charts/lanes/field.h) may have new data. */
void poplens_chart_widget_refresh (PoplensChartWidget *self);
/* Returns the layout that is drawn now. (transfer none) (nullable): NULL before the widget has a
 * size and a chart. */
PoplensChartLayout *poplens_chart_widget_get_layout (PoplensChartWidget *self);

/* Act as if the user clicked, double-clicked, or dragged between two points. For gestures and
 * tests. */
void poplens_chart_widget_click (PoplensChartWidget *self, double x, double y,
                                 GdkModifierType state);
void poplens_chart_widget_double_click (PoplensChartWidget *self, double x, double y);
void poplens_chart_widget_drag (PoplensChartWidget *self, double x0, double y0, double x1,
                                double y1, GdkModifierType state);
/* Zooms by @factor; > 1 zooms in. The item under @x stays in place; in FLOOR charts, the cell under
 * (@x, @y). */
void poplens_chart_widget_zoom_at (PoplensChartWidget *self, double factor, double x, double y);

/* Returns the style for a chart in @widget: dark or light, its font, and the palette that the user
 * chose in Preferences. */
PoplensChartStyle poplens_chart_style_of (GtkWidget *widget);

G_END_DECLS
