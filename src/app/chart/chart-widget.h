/* PoplensChartWidget: shows a chart of any kind, with zoom, selection and keyboard. It does not
 * know the session or tiles: items are numbers, and signals report what the user requests.
 *
 * Signals:
 *   "view-changed"  (): the user zoomed or panned: see get_view ()
 *   "select-items"  (guint64 from, guint64 to, PoplensSelectMode mode): the user selected items
 *                   [from, to); an empty range with REPLACE clears the selection
 *   "toggle-series" (char *key): a legend entry was clicked
 *   "limit-clicked" (): the limit line was clicked, or the note that it is off scale
 *   "show-card"     (guint64 item): middle click on the item, or its menu item
 *   "select-ranges" (GArray *ranges, PoplensSelectMode mode): FLOOR: cells were dragged over; of
 *                   PoplensItemRange, ascending and disjoint, (transfer none)
 *   "group-clicked" (guint group): LANES: the name of a collapsible group was clicked; GRAPH: a
 *                   group is to be opened or closed
 * LANES and ADDRESS charts:
 *   "select-span"   (double from, double to): cycles, or addresses, were dragged over
 *   "break-clicked" (guint break): the mark of a fold was clicked
 *   "row-removed"   (guint row): the cross of a row was clicked
 *   "search-step"   (int by): go to the next (1) or previous (-1) search match
 *   "search-end"    () → gboolean: Escape (also in AREAS and GRAPH): TRUE if it ended a search
 *   "copy-details"  (guint64 item): LANES: copy the details of a block; in other charts the widget
 *                   copies the description of the item itself
 *
 * FLOOR charts: arrows move the cursor between cells, W and S zoom, A and D pan. TREEMAP charts:
 * arrows move the cursor; Enter, W or a double click opens a group; Backspace, S or Escape leaves
 * it; 0 or Home shows all. The root of the view is the open group.
 *
 * GRAPH charts: as FLOOR charts; Enter or a double click opens a group, or closes it if its frame
 * is clicked; Backspace or Escape closes the group around the cursor, or the last one.
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

/* Shows @chart. Keeps a view that the user changed if the number of items is the same; else uses
 * the view that @chart opens with. */
void poplens_chart_widget_set_chart (PoplensChartWidget *self, PoplensChart *chart);
/* Requests the height that the chart needs in a page where area charts are @height pixels high
 * (poplens_chart_block_height ()). */
void poplens_chart_widget_set_usual_height (PoplensChartWidget *self, int height);
PoplensChart *poplens_chart_widget_get_chart (PoplensChartWidget *self); /* (nullable) */
/* Sets the view without emitting "view-changed". */
void poplens_chart_widget_set_view (PoplensChartWidget *self, PoplensChartView view);
PoplensChartView poplens_chart_widget_get_view (PoplensChartWidget *self);
/* Sets the selection. @ranges: (transfer none) (nullable): of PoplensItemRange, ascending and
 * disjoint. */
void poplens_chart_widget_set_selected (PoplensChartWidget *self, GArray *ranges);
/* TRUE: the page keeps a selection of its own, so Escape does not clear it and acts as without a
 * selection. FALSE by default. */
void poplens_chart_widget_set_stays (PoplensChartWidget *self, gboolean stays);

/* LANES, ADDRESS: sets the selected cycles or addresses; none unless @from < @to. */
void poplens_chart_widget_set_span (PoplensChartWidget *self, double from, double to);
/* LANES: marks positions across all rows; as set_selected (). */
void poplens_chart_widget_set_marked (PoplensChartWidget *self, GArray *ranges);
/* Returns, during "select-items", the clicked position on the axis, in bars the clicked series; −1
 * outside of a click. */
double poplens_chart_widget_get_clicked (PoplensChartWidget *self);
/* TRUE if there is a selection that Escape clears. */
gboolean poplens_chart_widget_has_selection (PoplensChartWidget *self);

/* LANES: sets the flags. @positions: cycles, of double */
void poplens_chart_widget_set_flags (PoplensChartWidget *self, const GArray *positions);
/* LANES: returns the cycle for a new flag: the block edge nearest to the pointer, else the start of
 * the selection, else of the edge nearest to the middle; −1 if the chart is not a trace. */
double poplens_chart_widget_get_location (PoplensChartWidget *self);
/* Zooms to [@from, @to] on the user's behalf: emits "view-changed". */
void poplens_chart_widget_show_span (PoplensChartWidget *self, double from, double to);
/* Sets the search matches; as set_selected (). LANES: @found: (transfer full) (nullable). */
void poplens_chart_widget_set_found (PoplensChartWidget *self, GArray *ranges);
void poplens_chart_widget_set_lane_found (PoplensChartWidget *self, PoplensLaneFound *found);
/* Outlines the matches as the occurrences of a finding, not of a search. */
void poplens_chart_widget_set_outlined (PoplensChartWidget *self, gboolean outlined);
/* LANES, ADDRESS: scrolls to the row of the block and, if @across, to its cycles, zooming in only
 * if its row is hidden. Emits "view-changed". Does nothing before the widget has a size. */
void poplens_chart_widget_show_item (PoplensChartWidget *self, gsize item, gboolean across);
/* LANES: scrolls the rows to the first field (charts/lanes/field.h), if it is out of view, and
 * leaves a row visible above it. Does nothing before the widget has a size. */
void poplens_chart_widget_show_fields (PoplensChartWidget *self);
/* Sets the current search match and scrolls to it. @item: G_MAXSIZE: none. */
void poplens_chart_widget_set_current (PoplensChartWidget *self, gsize item);

/* Lays the chart out again, because its fields (charts/lanes/field.h) may have new data. */
void poplens_chart_widget_refresh (PoplensChartWidget *self);
/* Returns the layout as drawn now. (transfer none) (nullable): NULL before it has a size or a
 * chart. */
PoplensChartLayout *poplens_chart_widget_get_layout (PoplensChartWidget *self);

/* Acts as a click, a double click, or a drag between two points. For gestures and tests. */
void poplens_chart_widget_click (PoplensChartWidget *self, double x, double y,
                                 GdkModifierType state);
void poplens_chart_widget_double_click (PoplensChartWidget *self, double x, double y);
void poplens_chart_widget_drag (PoplensChartWidget *self, double x0, double y0, double x1,
                                double y1, GdkModifierType state);
/* Zooms by @factor: > 1 zooms in. Keeps the item under @x (in FLOOR charts also @y) in place. */
void poplens_chart_widget_zoom_at (PoplensChartWidget *self, double factor, double x, double y);

/* Returns the style: dark or light, the font of @widget, and the palette of Preferences. */
PoplensChartStyle poplens_chart_style_of (GtkWidget *widget);

G_END_DECLS
