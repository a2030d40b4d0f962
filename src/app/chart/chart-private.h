/* PoplensChartWidget from the inside; for the files chart-*.c. */
#pragma once

#include "app/chart/chart-widget.h"
#include "app/chart/hover-box.h"
#include "charts/lanes/field.h"

G_BEGIN_DECLS

struct _PoplensChartWidget {
  GtkWidget parent_instance;
  PoplensChart *chart;
  PoplensChartView view;
  GArray *selected; /* of PoplensItemRange */
  GArray *found;    /* the same */
  GArray *marked;   /* LANES: the same, of positions */
  double clicked;   /* poplens_chart_widget_get_clicked() */
  /* LANES: */
  gboolean has_span;
  double span_from, span_to;
  PoplensLaneFound *lane_found; /* (nullable): of the present chart's blocks */
  gboolean has_current;
  gsize current; /* the hit that one stands on */

  PoplensChartLayout *layout; /* of the present chart, view, size and style; NULL: to be made */
  GskRenderNode *node;        /* its picture */
  PoplensHoverBox *box;       /* of box_item */
  gsize box_item, box_n_items;
  char *box_text; /* (nullable): of a line of a field */

  GArray *views;    /* of PoplensChartView: zooms that were, the last one last (chart-history.c) */
  gint64 view_time; /* when the view changed last */
  gboolean going_back;

  GArray *flags;                   /* LANES: of double */
  gboolean measuring;              /* LANES (chart-measure.c) … */
  double measure_from, measure_to; /* … cycles; the first not below the second: nothing yet */

  gboolean has_pointer;
  double pointer_x, pointer_y;
  gboolean dragging, panning;
  double drag_from, drag_to; /* item positions; FLOOR: pixels, as the next */
  double drag_top, drag_bottom;
  double pan_x, pan_y; /* pixels, of a middle drag so far */
  gboolean bar_held;   /* the scroll bar of the rows */
  double bar_scroll;   /* … where it was then */
  double pinch;
  gsize cursor, anchor;
  gboolean has_anchor;
  gboolean cursor_moved; /* by keys, since the pointer last moved */
  double cursor_y;       /* LANES: of its row, in the widget with nothing scrolled */
  guint describe_idle;
  GtkWidget *menu; /* (nullable) */
  gsize menu_item;
  GArray *before; /* (nullable): selected, as it was before the last click … */
  gboolean before_has_span;
  double before_from, before_to; /* … and the span */
};

void poplens_chart_input_install (GtkWidgetClass *widget_class);

/* The user's doing: emits "view-changed" where the view is another one. */
void poplens_chart_widget_change_view (PoplensChartWidget *self, PoplensChartView view);
void poplens_chart_widget_select (PoplensChartWidget *self, PoplensItemRange range,
                                  PoplensSelectMode mode);
/* Bars are a list, a treemap has none: neither zoomed nor dragged over. */
gboolean poplens_chart_widget_has_axis (PoplensChartWidget *self);
/* The item under the pointer, or that the keyboard moved to. */
gboolean poplens_chart_widget_get_hover (PoplensChartWidget *self, gsize *item);
void poplens_chart_widget_describe (PoplensChartWidget *self);
/* Brings the cursor into view. */
void poplens_chart_widget_show_cursor (PoplensChartWidget *self);
/* LANES or ADDRESS. */
gboolean poplens_chart_widget_is_lanes (PoplensChartWidget *self);
gboolean poplens_chart_widget_is_floor (PoplensChartWidget *self);
/* The item under (x, y), and of how many its box consists. */
gboolean poplens_chart_widget_item_at (PoplensChartWidget *self, double x, double y,
                                       PoplensChartHit *hit);
/* At the pointer where it is in the plot, else in the middle. */
void poplens_chart_widget_zoom (PoplensChartWidget *self, double factor);
/* By a part of what is visible. */
void poplens_chart_widget_pan (PoplensChartWidget *self, double share);
void poplens_chart_widget_fit (PoplensChartWidget *self);
void poplens_chart_widget_fit_item (PoplensChartWidget *self, gsize item);
/* Zooms that were (chart-history.c): after a change from @before; back to the last one, FALSE where
 * there is none. */
void poplens_chart_history_note (PoplensChartWidget *self, PoplensChartView before);
gboolean poplens_chart_history_back (PoplensChartWidget *self);
void poplens_chart_history_clear (PoplensChartWidget *self);
/* Measuring a trace (chart-measure.c): whether that can be; on or off, FALSE where it is already;
 * from pixel to pixel; the number to the clipboard. */
gboolean poplens_chart_measure_can (PoplensChartWidget *self);
gboolean poplens_chart_measure_set (PoplensChartWidget *self, gboolean on);
void poplens_chart_measure_drag (PoplensChartWidget *self, double x0, double x1, gboolean snaps);
void poplens_chart_measure_draw (PoplensChartWidget *self, PoplensChartLayout *layout, cairo_t *cr);
gboolean poplens_chart_measure_copy (PoplensChartWidget *self);
/* Pointer gestures (chart-pointer.c) and the context menu (chart-menu.c). */
void poplens_chart_pointer_attach (PoplensChartWidget *self);
void poplens_chart_menu_install (GtkWidgetClass *widget_class);
void poplens_chart_menu_attach (PoplensChartWidget *self);

/* ---- FLOOR (chart-floor.c) ------------------------------------------------------------------- */

void poplens_chart_floor_pan (PoplensChartWidget *self, double dx, double dy);
gboolean poplens_chart_floor_is_zoomed (PoplensChartWidget *self);
void poplens_chart_floor_fit (PoplensChartWidget *self, const PoplensItemRange *ranges, guint n);
void poplens_chart_floor_show_item (PoplensChartWidget *self, gsize item);
void poplens_chart_floor_move_cursor (PoplensChartWidget *self, int dx, int dy);
/* FALSE where it is out of view. */
gboolean poplens_chart_floor_middle_of (PoplensChartWidget *self, gsize item, double *x, double *y);
gboolean poplens_chart_floor_extend_to (PoplensChartWidget *self, gsize item);

/* ---- fields of LANES (chart-field.c) --------------------------------------------------------- */

gboolean poplens_chart_field_at (PoplensChartWidget *self, double x, double y,
                                 PoplensFieldPlace *place);
void poplens_chart_field_draw_hover (PoplensChartWidget *self, cairo_t *cr, gboolean dark);
void poplens_chart_field_click (PoplensChartWidget *self, double x, double y);
/* Lines @factor times as high; the one at @y stays. FALSE where there are none. */
gboolean poplens_chart_field_zoom (PoplensChartWidget *self, double factor, double y);
/* Is the pointer beside the plot, where lines have their names? */
gboolean poplens_chart_field_is_in_gutter (PoplensChartWidget *self);
gboolean poplens_chart_field_on_zoom_key (GtkWidget *widget, GVariant *arguments, gpointer data);

/* ---- TREEMAP (chart-treemap.c) --------------------------------------------------------------- */

gboolean poplens_chart_widget_is_treemap (PoplensChartWidget *self);
/* Lanes, floor plan or treemap: cells of it may hold several items. */
gboolean poplens_chart_widget_has_boxes (PoplensChartWidget *self);
/* Shows the inside of @root. */
void poplens_chart_treemap_go (PoplensChartWidget *self, gsize root);
/* Each FALSE where it changes nothing: into the group that @item is, or that holds it; and out. */
gboolean poplens_chart_treemap_drill (PoplensChartWidget *self, gsize item);
gboolean poplens_chart_treemap_up (PoplensChartWidget *self);
gsize poplens_chart_treemap_item (PoplensChartWidget *self);
void poplens_chart_treemap_move_cursor (PoplensChartWidget *self, int dx, int dy);
void poplens_chart_treemap_show_item (PoplensChartWidget *self, gsize item);

/* ---- LANES (chart-lanes.c) ------------------------------------------------------------------- */

/* The block under (x, y), or where that is the area above the lanes, the first below at its cycle.
 */
gboolean poplens_chart_lanes_item_at (PoplensChartWidget *self, double x, double y,
                                      PoplensChartHit *hit);
/* For the hover box: exact values, and of how many the box consists. (transfer full) */
char *poplens_chart_lanes_hover_text (PoplensChartWidget *self, gsize item, gsize n_items);
/* Pixels that the rows can be scrolled, and are. */
double poplens_chart_lanes_most_scroll (PoplensChartWidget *self);
double poplens_chart_lanes_get_scroll (PoplensChartWidget *self);
gboolean poplens_chart_lanes_scroll_to (PoplensChartWidget *self, double scroll);
/* FALSE where all rows are in view. */
gboolean poplens_chart_lanes_scroll_bar (PoplensChartWidget *self, graphene_rect_t *track,
                                         graphene_rect_t *thumb);
void poplens_chart_lanes_draw_scroll_bar (PoplensChartWidget *self, cairo_t *cr, gboolean dark);
/* Pixel of the middle of what is visible of the block. */
double poplens_chart_lanes_x_of_item (PoplensChartWidget *self, gsize item);
/* Puts the cursor where one looks, where it is out of view. TRUE: it was moved */
gboolean poplens_chart_lanes_find_cursor (PoplensChartWidget *self);
/* Shows a run's whole length; (x, y) is on its bar. */
void poplens_chart_lanes_fit_run (PoplensChartWidget *self, double x, double y);

G_END_DECLS
