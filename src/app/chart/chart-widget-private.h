/* Internals of PoplensChartWidget, for the files chart-*.c. */
#pragma once

#include "app/chart/chart-widget.h"
#include "app/widgets/hover-layer.h"
#include "charts/lanes/field.h"

G_BEGIN_DECLS

/* A drag from (.x0, .y0) to (.x1, .y1), in pixels. */
typedef struct {
  double x0, y0, x1, y1;
} PoplensDrag;

/* The behaviour of one kind of chart. A function that is NULL does nothing. */
typedef struct {
  /* The view can be zoomed and panned, and ranges can be selected by dragging. */
  gboolean zooms;
  /* Cells are arranged in two dimensions: arrows go in four directions, and a drag selects a
   * rectangle. */
  gboolean is_plane;
  /* Blocks or cells, which can stand for several items, and have a menu and text to copy. */
  gboolean has_boxes;
  /* The overlay marks the current search match, so the cursor does not need to. */
  gboolean marks_current;
  gboolean can_measure;
  /* Lanes or bars, which the user compares vertically. */
  gboolean has_rows;
  const char
      *which_of_several; /* which of several items in one box is described: "nearest", "highest" */

  void (*pan) (PoplensChartWidget *self, double dx, double dy); /* by pixels */
  void (*zoom) (PoplensChartWidget *self, double factor);
  void (*fit_all) (PoplensChartWidget *self);
  void (*fit) (PoplensChartWidget *self, const PoplensItemRange *ranges, guint n);
  /* Scroll by the wheel (FALSE if everything is in view), or by pages with keys. */
  gboolean (*scroll) (PoplensChartWidget *self, double pixels);
  void (*scroll_page) (PoplensChartWidget *self, int pages);

  void (*show_item) (PoplensChartWidget *self, gsize item);
  /* FALSE if the key has no effect. */
  gboolean (*move_cursor) (PoplensChartWidget *self, gint64 step, gint32 rows);
  /* Open the group that keys act on, or leave it; FALSE if nothing changes. */
  gboolean (*enter) (PoplensChartWidget *self);
  gboolean (*leave) (PoplensChartWidget *self);

  /* Finds the item at (@x, @y), and the number of items that its box stands for. */
  gboolean (*item_at) (PoplensChartWidget *self, double x, double y, PoplensChartHit *hit);
  /* Returns a point for the item's hover box and menu; FALSE if it is out of view. */
  gboolean (*place_of) (PoplensChartWidget *self, gsize item, double *x, double *y);
  /* Describes a box of several items. (transfer full); NULL: describe one item, and say how many
   * there are */
  char *(*describe_several) (PoplensChartWidget *self, gsize item);
  /* Copies the item to the clipboard; NULL: copies its description. */
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
  const PoplensChartUse *use; /* of the kind of .chart; (transfer none) */
  PoplensChartView view;
  int usual_height; /* pixels; 0: any height */
  GArray *selected; /* of PoplensItemRange */
  gboolean stays;   /* the selection belongs to the page: Escape does not clear it */
  GArray *found;    /* search matches: of PoplensItemRange */
  GArray *marked;   /* LANES: marked positions: of PoplensItemRange */
  double clicked;   /* see poplens_chart_widget_get_clicked () */
  /* LANES: */
  gboolean has_span;
  double span_from, span_to;
  PoplensLaneFound *lane_found; /* (nullable): search matches among the blocks of .chart */
  gboolean outlined;            /* matches are occurrences of a finding */
  gboolean has_current;
  gsize current; /* current search match */

  PoplensChartLayout
      *layout;          /* (nullable): of .chart with this view, size and style; NULL: to be made */
  GskRenderNode *node;  /* (nullable): the cached drawing of .layout */
  PoplensHoverBox *box; /* (nullable): hover box of .box_item */
  gsize box_item, box_n_items;
  char *box_text; /* (nullable): of a line of a field */

  GArray *views;    /* of PoplensChartView: zoom history, the latest last (chart-input.c) */
  gint64 view_time; /* time of the last change of the view, µs */
  gboolean going_back;

  GArray *flags;                   /* LANES: of double: cycles */
  gboolean measuring;              /* LANES (chart-pointer.c) */
  double measure_from, measure_to; /* cycles; nothing is measured unless from < to */

  gboolean has_pointer;
  double pointer_x, pointer_y;
  gboolean dragging, panning;
  double drag_from,
      drag_to; /* item positions; on a plane pixels, and so are .drag_top, .drag_bottom */
  double drag_top, drag_bottom;
  double pan_x, pan_y; /* pixels of the middle-button drag so far */
  gboolean bar_held;   /* the scroll bar of the rows is dragged */
  double bar_scroll;   /* scroll position at the start of that drag */
  double pinch;
  gsize cursor, anchor;
  gboolean has_anchor;
  gboolean cursor_moved; /* by keys, after the last motion of the pointer */
  double cursor_y;       /* LANES: y of the cursor's row, in the widget without scrolling */
  guint describe_idle;
  GtkWidget *menu; /* (nullable) */
  gsize menu_item;
  GArray *before; /* (nullable): selection before the last click */
  gboolean before_has_span;
  double before_from, before_to; /* span before the last click */
};

void poplens_chart_input_install (GtkWidgetClass *widget_class);

/* Changes the view on the user's behalf: emits "view-changed" if it differs. */
void poplens_chart_widget_change_view (PoplensChartWidget *self, PoplensChartView view);
void poplens_chart_widget_select (PoplensChartWidget *self, PoplensItemRange range,
                                  PoplensSelectMode mode);
/* Restores the selection of before the last click. */
void poplens_chart_widget_restore_selection (PoplensChartWidget *self);
PoplensSelectMode poplens_chart_select_mode (GdkModifierType state);
/* Returns the item that the keyboard moved to, else the item under the pointer. FALSE: none */
gboolean poplens_chart_widget_get_hover (PoplensChartWidget *self, gsize *item);
/* Returns the item of the hover box. @n_items: (out): the number of items that the box stands for,
 * of which @item is the nearest. */
gboolean poplens_chart_hover_find (PoplensChartWidget *self, gsize *item, gsize *n_items);
/* Shows the hover box of @item, or of the field's line under the pointer, or none. Called while the
 * widget is drawn. */
void poplens_chart_hover_show (PoplensChartWidget *self, gboolean is_item, gsize item,
                               gsize n_items);
void poplens_chart_hover_hide (PoplensChartWidget *self);
/* Drops the hover box, so that it is made again. */
void poplens_chart_hover_forget (PoplensChartWidget *self);
/* Scrolls to the cursor. */
void poplens_chart_widget_show_cursor (PoplensChartWidget *self);
/* Pans by @share of the visible range. */
void poplens_chart_widget_pan (PoplensChartWidget *self, double share);
void poplens_chart_widget_fit (PoplensChartWidget *self);
void poplens_chart_widget_fit_item (PoplensChartWidget *self, gsize item);
/* Zoom history (chart-input.c): records that the view changed from @before. */
void poplens_chart_history_note (PoplensChartWidget *self, PoplensChartView before);
void poplens_chart_history_clear (PoplensChartWidget *self);
/* Measuring a trace (chart-pointer.c): is it possible; switch it on or off (FALSE if it is so
 * already); draw it; copy the number. */
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
/* Scales the height of lines by @factor, and keeps the line at @y in place. FALSE if there are
 * none. */
gboolean poplens_chart_field_zoom (PoplensChartWidget *self, double factor, double y);
/* TRUE if the pointer is left of the plot, at the names of lines. */
gboolean poplens_chart_field_is_in_gutter (PoplensChartWidget *self);
gboolean poplens_chart_field_on_zoom_key (GtkWidget *widget, GVariant *arguments, gpointer data);

/* ---- LANES (chart-lanes.c) ------------------------------------------------------------------- */

/* Returns the maximum scroll of the rows, and the scroll position, in pixels; 0 in other kinds of
 * charts. */
double poplens_chart_lanes_most_scroll (PoplensChartWidget *self);
double poplens_chart_lanes_get_scroll (PoplensChartWidget *self);
void poplens_chart_lanes_scroll_to (PoplensChartWidget *self, double scroll);
/* Returns the scroll bar's rectangles. FALSE if all rows are in view. */
gboolean poplens_chart_lanes_scroll_bar (PoplensChartWidget *self, graphene_rect_t *track,
                                         graphene_rect_t *thumb);
void poplens_chart_lanes_draw_scroll_bar (PoplensChartWidget *self, cairo_t *cr, gboolean dark);

G_END_DECLS
