/* PoplensChartWidget: hosts any chart: shows a part of it, and turns pointer and keys into wishes.
 * It knows no session and no tiles: items come in and go out as numbers.
 *
 * Signals:
 *   "view-changed"  (): the user zoomed or panned: see get_view()
 *   "select-items"  (guint64 from, guint64 to, PoplensSelectMode mode): the user selected items
 *                   [from, to); an empty range with REPLACE clears
 *   "toggle-series" (char *key): a legend entry was clicked
 *   "limit-clicked" (): the limit or the note that it lies off scale
 *   "show-card"     (guint64 item): the middle button was clicked on the item, or its menu says so
 *   "select-ranges" (GArray *ranges, PoplensSelectMode mode): FLOOR: cells were dragged over: of
 *                   PoplensItemRange, rising and disjoint, (transfer none)
 *   "group-clicked" (guint group): LANES: the name of a group that can be collapsed; GRAPH: a group
 *                   is to be opened, or closed
 * and of LANES and ADDRESS charts:
 *   "select-span"   (double from, double to): cycles, or addresses, were dragged over
 *   "break-clicked" (guint break): the mark of a fold
 *   "row-removed"   (guint row): the cross of a row
 *   "search-step"   (int by): the next (1) or the last (-1) hit is wanted
 *   "search-end"    () → gboolean: Escape, of AREAS and GRAPH too: TRUE if a search ended by it
 *   "copy-details"  (guint64 item): LANES: what is known of a block, to the clipboard; of other
 *                   charts the widget copies what it says of the item
 *
 * FLOOR charts: arrows move the cursor from cell to cell, W and S zoom, A and D pan.
 * TREEMAP charts: arrows move the cursor; Enter, W or a double click shows the inside of a group;
 * Backspace, S or Escape goes out again; 0 or Home shows all. The view's root says where one is.
 *
 * GRAPH charts: as FLOOR charts; Enter or a double click opens a group, or closes one by its frame;
 * Backspace or Escape closes the one around the cursor, or the last.
 *
 * Actions, all without parameters: chart.zoom-in, chart.zoom-out, chart.fit, chart.fit-selection,
 * chart.pan-left, chart.pan-right, chart.page-left, chart.page-right, chart.range,
 * chart.back, chart.clear-selection, chart.copy-details, chart.fit-item. */
#pragma once

#include <gtk/gtk.h>

#include "charts/floor/floor.h"
#include "charts/lanes/lanes.h"
#include "charts/treemap/treemap.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_CHART_WIDGET (poplens_chart_widget_get_type ())
G_DECLARE_FINAL_TYPE (PoplensChartWidget, poplens_chart_widget, POPLENS, CHART_WIDGET, GtkWidget)

GtkWidget *poplens_chart_widget_new (void);

/* The view stays where the new chart has as many items, else it is the whole chart. */
void poplens_chart_widget_set_chart (PoplensChartWidget *self, PoplensChart *chart);
/* It asks for as much height as its chart wants among other blocks, where areas are @height high
 * (poplens_chart_block_height ()). */
void poplens_chart_widget_set_usual_height (PoplensChartWidget *self, int height);
PoplensChart *poplens_chart_widget_get_chart (PoplensChartWidget *self); /* or NULL */
/* From outside: emits nothing. */
void poplens_chart_widget_set_view (PoplensChartWidget *self, PoplensChartView view);
PoplensChartView poplens_chart_widget_get_view (PoplensChartWidget *self);
/* @ranges: (transfer none) (nullable): of PoplensItemRange, rising and disjoint. */
void poplens_chart_widget_set_selected (PoplensChartWidget *self, GArray *ranges);
/* What is selected is there without the user: Escape leaves it, and does what it does where nothing
 * is selected. FALSE at first. */
void poplens_chart_widget_set_stays (PoplensChartWidget *self, gboolean stays);

/* LANES, ADDRESS: the cycles or addresses that are selected; none where @from is not below @to. */
void poplens_chart_widget_set_span (PoplensChartWidget *self, double from, double to);
/* LANES: positions that are marked across all rows; as set_selected(). */
void poplens_chart_widget_set_marked (PoplensChartWidget *self, GArray *ranges);
/* While "select-items" is emitted: where on the axis the click was, of bars in which series; −1: it
 * was none. */
double poplens_chart_widget_get_clicked (PoplensChartWidget *self);
/* Whether there is a selection that Escape clears. */
gboolean poplens_chart_widget_has_selection (PoplensChartWidget *self);

/* LANES: cycles that have a flag: of double. (transfer none) */
void poplens_chart_widget_set_flags (PoplensChartWidget *self, const GArray *positions);
/* LANES: where the pointer is, at the edge of a block; else where what is selected begins, else the
 * middle; −1: nowhere. */
double poplens_chart_widget_get_location (PoplensChartWidget *self);
/* The user's doing: shows positions from … to. */
void poplens_chart_widget_show_span (PoplensChartWidget *self, double from, double to);
/* What a search found; as set_selected(). Of a LANES chart @found: (transfer full) (nullable). */
void poplens_chart_widget_set_found (PoplensChartWidget *self, GArray *ranges);
void poplens_chart_widget_set_lane_found (PoplensChartWidget *self, PoplensLaneFound *found);
/* What is found is what a finding speaks of. */
void poplens_chart_widget_set_outlined (PoplensChartWidget *self, gboolean outlined);
/* LANES, ADDRESS: scrolls the rows to the block, and @across the cycles too; without zooming. The
 * user's doing: emits "view-changed". Nothing happens before the widget has a size. */
void poplens_chart_widget_show_item (PoplensChartWidget *self, gsize item, gboolean across);
/* LANES: scrolls its rows so that the first field (charts/lanes/field.h) is in view, where it is
 * not, with a row above it. Nothing happens before the widget has a size. */
void poplens_chart_widget_show_fields (PoplensChartWidget *self);
/* The hit that one stands on: it is brought into view. G_MAXSIZE: none */
void poplens_chart_widget_set_current (PoplensChartWidget *self, gsize item);

/* What its fields are asked may have another answer now (charts/lanes/field.h): it is laid out
 * again. */
void poplens_chart_widget_refresh (PoplensChartWidget *self);
/* As the widget is drawn now; NULL before it has a size or a chart. */
PoplensChartLayout *poplens_chart_widget_get_layout (PoplensChartWidget *self);

/* What a click at (x, y) does, a double click, and a drag between two places: for gestures and
 * tests.
 */
void poplens_chart_widget_click (PoplensChartWidget *self, double x, double y,
                                 GdkModifierType state);
void poplens_chart_widget_double_click (PoplensChartWidget *self, double x, double y);
void poplens_chart_widget_drag (PoplensChartWidget *self, double x0, double y0, double x1,
                                double y1, GdkModifierType state);
/* @factor > 1 shows less; the item under @x, and in FLOOR charts @y, stays. */
void poplens_chart_widget_zoom_at (PoplensChartWidget *self, double factor, double x, double y);

/* Dark or light, @widget's font, and the colours of Preferences. */
PoplensChartStyle poplens_chart_style_of (GtkWidget *widget);

G_END_DECLS
