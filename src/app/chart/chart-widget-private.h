/* Internals of PoplensChartWidget, for the files chart-*.c. */
#pragma once

#include "app/chart/chart-widget.h"
#include "app/widgets/hover-layer.h"
#include "charts/lanes/field.h"

G_BEGIN_DECLS

/* A drag of the pointer from (.x0, .y0) to (.x1, .y1), in pixels of the widget. */
typedef struct {
  double x0, y0, x1, y1;
} PoplensDrag;

/* Behaviour of the charts of one kind. If a function is NULL, the key or gesture has no effect. */
typedef struct {
  /* The view can be zoomed and panned, and ranges can be selected by dragging. */
  gboolean zooms;
  /* Cells are in two dimensions: arrow keys move the cursor in four directions, and a drag selects
   * a rectangle. */
  gboolean is_plane;
  /* Items are drawn as blocks or cells, with a menu and with details that can be copied. A single
   * block or cell can stand for several items. */
  gboolean has_boxes;
  /* The overlay marks the current search match, so the cursor is not drawn at this item. */
  gboolean marks_current;
  gboolean can_measure;
  /* Items are in rows (lanes or bars), which the user compares with rows below and above. */
  gboolean has_rows;
  const char *which_of_several; /* word for the item that is described if several items are drawn as
                                   one box: "nearest" or "highest" */

  void (*pan) (PoplensChartWidget *self, double dx, double dy); /* @dx, @dy: pixels */
  void (*zoom) (PoplensChartWidget *self, double factor);
  void (*fit_all) (PoplensChartWidget *self);
  void (*fit) (PoplensChartWidget *self, const PoplensItemRange *ranges, guint n);
  /* scroll (): for the wheel; FALSE if everything is in view. scroll_page (): for Page Up and Page
   * Down. */
  gboolean (*scroll) (PoplensChartWidget *self, double pixels);
  void (*scroll_page) (PoplensChartWidget *self, int pages);

  void (*show_item) (PoplensChartWidget *self, gsize item);
  /* Moves the cursor by arrow keys. FALSE if that has no effect. */
  gboolean (*move_cursor) (PoplensChartWidget *self, gint64 step, gint32 rows);
  /* enter (): opens the group at the cursor. leave (): closes the open group. FALSE if nothing
   * changes. */
  gboolean (*enter) (PoplensChartWidget *self);
  gboolean (*leave) (PoplensChartWidget *self);

  /* Finds the item at (@x, @y), and the number of items that its box on the screen stands for. */
  gboolean (*item_at) (PoplensChartWidget *self, double x, double y, PoplensChartHit *hit);
  /* Returns the point for the item's hover box and menu. FALSE if the item is out of view. */
  gboolean (*place_of) (PoplensChartWidget *self, gsize item, double *x, double *y);
  /* Describes a box that stands for several items. (transfer full). If the function is NULL, the
   * widget describes one of the items, and adds their number. */
  char *(*describe_several) (PoplensChartWidget *self, gsize item);
  /* Copies details of the item to the clipboard. If the function is NULL, its description is
   * copied. */
  void (*copy) (PoplensChartWidget *self, gsize item);

  void (*click) (PoplensChartWidget *self, const PoplensChartHit *hit, double x, double y,
                 GdkModifierType state);
  void (*double_click) (PoplensChartWidget *self, const PoplensChartHit *hit, double x, double y);
  void (*drag) (PoplensChartWidget *self, PoplensDrag over, GdkModifierType state);
} PoplensChartUse;

extern const PoplensChartUse poplens_chart_areas_use, poplens_chart_bars_use;
extern const PoplensChartUse poplens_chart_lanes_use, poplens_chart_address_use;
extern const PoplensChartUse poplens_chart_floor_use, poplens_chart_treemap_use;
extern const PoplensChartUse poplens_chart_graph_use, poplens_chart_shares_use;

struct _PoplensChartWidget {
  GtkWidget parent_instance;
  PoplensChart *chart;
  const PoplensChartUse *use; /* (static): behaviour of the kind of .chart */
  PoplensChartView view;
  int usual_height; /* usual height of an AREAS chart on the page, in pixels; 0: the chart fills any
                       height */
  GArray *selected; /* selected items: of PoplensItemRange */
  gboolean stays;   /* Escape does not clear .selected */
  GArray *found;    /* search matches: of PoplensItemRange */
  /* PoplensItemRanges: positions that LANES charts mark across all rows. */
  GArray *marked;
  double clicked; /* clicked position on the axis; in BARS charts, clicked series; −1: no click */
  /* In LANES and ADDRESS charts: the range of the axis from .span_from to .span_to is selected. */
  gboolean has_span;
  double span_from, span_to;
  PoplensLaneFound *lane_found; /* (nullable): search matches, prepared for drawing */
  gboolean outlined; /* draw an outline: the search matches are occurrences of a finding */
  gboolean has_current;
  gsize current; /* item of the current search match, if .has_current */

  PoplensChartLayout *layout; /* (nullable): layout of .chart for the present view, size and style;
                                 NULL until it is needed */
  GskRenderNode *node;        /* (nullable): cached drawing of .layout */
  PoplensHoverBox *box;       /* (nullable): hover box for .box_item */
  gsize box_item, box_n_items;
  char *box_text; /* (nullable): text of .box, if it is for a line of a field */

  GArray *views;    /* of PoplensChartView: zoom history, the latest last (chart-input.c) */
  gint64 view_time; /* time of the last change of the view, µs */
  gboolean going_back;

  GArray *flags;      /* in LANES charts, cycles of the flags: of double */
  gboolean measuring; /* the user measures a range of cycles, in LANES charts (chart-pointer.c) */
  /* Measured range of cycles; empty if nothing is measured yet. */
  double measure_from, measure_to;

  gboolean has_pointer;
  double pointer_x, pointer_y;
  gboolean dragging, panning;
  double drag_from, drag_to; /* horizontal range of the present drag: positions on the axis; pixels
                                in floor plans, treemaps and graphs */
  double drag_top, drag_bottom;
  double pan_x, pan_y; /* distance in pixels of the present drag with the middle button */
  gboolean bar_held;   /* the scroll bar of the rows is being dragged */
  double bar_scroll;   /* scroll position when dragging the scroll bar began */
  double pinch;
  gsize cursor, anchor;
  gboolean has_anchor;
  gboolean cursor_moved; /* keys moved .cursor after the last motion of the pointer */
  double cursor_y; /* in LANES charts, y of the cursor's row in the widget when the rows are not
                      scrolled */
  guint describe_idle;
  GtkWidget *menu; /* (nullable): context menu */
  gsize menu_item;
  GArray *before; /* (nullable): selection before the last click; a double click restores it */
  gboolean before_has_span;
  /* Range that was selected before the last click; a double click restores it. */
  double before_from, before_to;
};

void poplens_chart_input_install (GtkWidgetClass *widget_class);

/* Sets the view because the user zoomed or panned. Emits "view-changed" if the new view differs
 * from the old one. */
void poplens_chart_widget_change_view (PoplensChartWidget *self, PoplensChartView view);
void poplens_chart_widget_select (PoplensChartWidget *self, PoplensItemRange range,
                                  PoplensSelectMode mode);
/* Restores the selection from before the last click. */
void poplens_chart_widget_restore_selection (PoplensChartWidget *self);
PoplensSelectMode poplens_chart_select_mode (GdkModifierType state);
/* Returns the item at the cursor or, if the pointer moved last, the item under the pointer. FALSE
 * if there is no such item. */
gboolean poplens_chart_widget_get_hover (PoplensChartWidget *self, gsize *item);
/* Returns the item for the hover box. @n_items: (out): number of items that are drawn as one box,
 * of which @item is one; 0: @item alone. FALSE if there is no item. */
gboolean poplens_chart_hover_find (PoplensChartWidget *self, gsize *item, gsize *n_items);
/* Shows the hover box. @is_item: TRUE: for @item; FALSE: for the line of a field under the pointer,
 * if there is a line. Called while the widget is drawn. */
void poplens_chart_hover_show (PoplensChartWidget *self, gboolean is_item, gsize item,
                               gsize n_items);
void poplens_chart_hover_hide (PoplensChartWidget *self);
/* Drops the hover box, so that it is made again with a new text. */
void poplens_chart_hover_forget (PoplensChartWidget *self);
/* Scrolls to the cursor. */
void poplens_chart_widget_show_cursor (PoplensChartWidget *self);
/* Pans by the fraction @share of the visible range. */
void poplens_chart_widget_pan (PoplensChartWidget *self, double share);
void poplens_chart_widget_fit (PoplensChartWidget *self);
void poplens_chart_widget_fit_item (PoplensChartWidget *self, gsize item);
/* Zoom history (chart-input.c): records that the view changed from @before. */
void poplens_chart_history_note (PoplensChartWidget *self, PoplensChartView before);
void poplens_chart_history_clear (PoplensChartWidget *self);
/* Measuring a range of cycles in a trace (chart-pointer.c). can (): TRUE if the chart is a trace.
 * set (): starts or ends measuring; FALSE if nothing changed. draw (): draws the measured range and
 * the flags. copy (): copies the number of cycles. */
gboolean poplens_chart_measure_can (PoplensChartWidget *self);
gboolean poplens_chart_measure_set (PoplensChartWidget *self, gboolean on);
void poplens_chart_measure_draw (PoplensChartWidget *self, PoplensChartLayout *layout, cairo_t *cr);
gboolean poplens_chart_measure_copy (PoplensChartWidget *self);
void poplens_chart_range_open (PoplensChartWidget *self);
/* Pointer gestures (chart-pointer.c) and the context menu (chart-menu.c). */
void poplens_chart_pointer_attach (PoplensChartWidget *self);
void poplens_chart_menu_install (GtkWidgetClass *widget_class);
void poplens_chart_menu_attach (PoplensChartWidget *self);

/* ---- AREAS, and what other kinds do so (chart-items.c) --------------------------------------- */

void poplens_chart_items_pan (PoplensChartWidget *self, double dx, double dy);
/* Zooms around the pointer if it is in the plot, else around the middle. */
void poplens_chart_items_zoom (PoplensChartWidget *self, double factor);
void poplens_chart_items_fit_all (PoplensChartWidget *self);
void poplens_chart_items_fit (PoplensChartWidget *self, const PoplensItemRange *ranges, guint n);
void poplens_chart_items_double_click (PoplensChartWidget *self, const PoplensChartHit *hit,
                                       double x, double y);

/* ---- fields of LANES (chart-lanes.c) --------------------------------------------------------- */

gboolean poplens_chart_field_at (PoplensChartWidget *self, double x, double y,
                                 PoplensFieldPlace *place);
/* Multiplies the height of the lines of fields by @factor; the line at @y stays in place. FALSE if
 * the chart has no fields. */
gboolean poplens_chart_field_zoom (PoplensChartWidget *self, double factor, double y);
/* TRUE if the pointer is on the names of lines, left of the plot. */
gboolean poplens_chart_field_is_in_gutter (PoplensChartWidget *self);
gboolean poplens_chart_field_on_zoom_key (GtkWidget *widget, GVariant *arguments, gpointer data);

/* ---- LANES (chart-lanes.c) ------------------------------------------------------------------- */

/* most_scroll (): returns the maximum scroll position of the rows; get_scroll (): the present one.
 * Both in pixels, and 0 in charts that are not LANES or ADDRESS. */
double poplens_chart_lanes_most_scroll (PoplensChartWidget *self);
double poplens_chart_lanes_get_scroll (PoplensChartWidget *self);
void poplens_chart_lanes_scroll_to (PoplensChartWidget *self, double scroll);
/* Returns where the scroll bar of the rows is. FALSE if all rows are in view. */
gboolean poplens_chart_lanes_scroll_bar (PoplensChartWidget *self, graphene_rect_t *track,
                                         graphene_rect_t *thumb);
void poplens_chart_lanes_draw_scroll_bar (PoplensChartWidget *self, cairo_t *cr, gboolean dark);

G_END_DECLS
