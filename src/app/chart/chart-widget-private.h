/* PoplensChartWidget from the inside; for the files chart-*.c. */
#pragma once

#include "app/chart/chart-widget.h"
#include "app/widgets/hover-layer.h"
#include "charts/lanes/field.h"

G_BEGIN_DECLS

/* From (x0, y0) to (x1, y1) in pixels. */
typedef struct {
  double x0, y0, x1, y1;
} PoplensDrag;

/* What is done with charts of a kind in a way of its own. Where a function is NULL, nothing is. */
typedef struct {
  /* The view can be zoomed and panned, and be dragged over. */
  gboolean zooms;
  /* Cells lie in all four directions: arrows go from one to the next, a drag is a rectangle. */
  gboolean is_plane;
  /* Blocks or cells, of several items maybe, with a menu and words to copy. */
  gboolean has_boxes;
  /* The overlay marks the hit that one stands on, so that the cursor need not. */
  gboolean marks_current;
  gboolean can_measure;
  /* Lanes or bars, each compared with those above and below it. */
  gboolean has_rows;
  const char *which_of_several; /* items of a box is named: "nearest" */

  void (*pan) (PoplensChartWidget *self, double dx, double dy); /* by pixels */
  void (*zoom) (PoplensChartWidget *self, double factor);
  void (*fit_all) (PoplensChartWidget *self);
  void (*fit) (PoplensChartWidget *self, const PoplensItemRange *ranges, guint n);
  /* The wheel: FALSE where all is in view; and keys. */
  gboolean (*scroll) (PoplensChartWidget *self, double pixels);
  void (*scroll_page) (PoplensChartWidget *self, int pages);

  void (*show_item) (PoplensChartWidget *self, gsize item);
  /* FALSE where the key means nothing. */
  gboolean (*move_cursor) (PoplensChartWidget *self, gint64 step, gint32 rows);
  /* Into what keys are about and out again; FALSE where it changes nothing. */
  gboolean (*enter) (PoplensChartWidget *self);
  gboolean (*leave) (PoplensChartWidget *self);

  /* The item under (x, y), and of how many its box consists. */
  gboolean (*item_at) (PoplensChartWidget *self, double x, double y, PoplensChartHit *hit);
  /* Where its box and its menu stand; FALSE where it is out of view. */
  gboolean (*place_of) (PoplensChartWidget *self, gsize item, double *x, double *y);
  /* Of a box of several. (transfer full); NULL: the item's own, with how many there are */
  char *(*describe_several) (PoplensChartWidget *self, gsize item);
  /* To the clipboard; NULL: what is said of it. */
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
  const PoplensChartUse *use; /* of its kind */
  PoplensChartView view;
  int usual_height; /* 0: it takes any height */
  GArray *selected; /* of PoplensItemRange */
  gboolean stays;   /* Escape leaves them */
  GArray *found;    /* the same */
  GArray *marked;   /* LANES: the same, of positions */
  double clicked;   /* poplens_chart_widget_get_clicked() */
  /* LANES: */
  gboolean has_span;
  double span_from, span_to;
  PoplensLaneFound *lane_found; /* (nullable): of the present chart's blocks */
  gboolean outlined;            /* what is found is what a finding speaks of */
  gboolean has_current;
  gsize current; /* the hit that one stands on */

  PoplensChartLayout *layout; /* of the present chart, view, size and style; NULL: to be made */
  GskRenderNode *node;        /* its picture */
  PoplensHoverBox *box;       /* of box_item */
  gsize box_item, box_n_items;
  char *box_text; /* (nullable): of a line of a field */

  GArray *views;    /* of PoplensChartView: zooms that were, the last one last (chart-input.c) */
  gint64 view_time; /* when the view changed last */
  gboolean going_back;

  GArray *flags;                   /* LANES: of double */
  gboolean measuring;              /* LANES (chart-pointer.c) … */
  double measure_from, measure_to; /* … cycles; the first not below the second: nothing yet */

  gboolean has_pointer;
  double pointer_x, pointer_y;
  gboolean dragging, panning;
  double drag_from, drag_to; /* item positions; on a plane pixels, as the next */
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
/* What was selected before the last click. */
void poplens_chart_widget_restore_selection (PoplensChartWidget *self);
PoplensSelectMode poplens_chart_select_mode (GdkModifierType state);
/* The item under the pointer, or that the keyboard moved to … */
gboolean poplens_chart_widget_get_hover (PoplensChartWidget *self, gsize *item);
/* … and of how many items its box is made, of which it is the nearest. */
gboolean poplens_chart_hover_find (PoplensChartWidget *self, gsize *item, gsize *n_items);
/* While the widget is drawn: the box of @item, or of the line under the pointer, or none. */
void poplens_chart_hover_show (PoplensChartWidget *self, gboolean is_item, gsize item,
                               gsize n_items);
void poplens_chart_hover_hide (PoplensChartWidget *self);
/* It is made again. */
void poplens_chart_hover_forget (PoplensChartWidget *self);
/* Brings the cursor into view. */
void poplens_chart_widget_show_cursor (PoplensChartWidget *self);
/* By a part of what is visible. */
void poplens_chart_widget_pan (PoplensChartWidget *self, double share);
void poplens_chart_widget_fit (PoplensChartWidget *self);
void poplens_chart_widget_fit_item (PoplensChartWidget *self, gsize item);
/* Zooms that were (chart-input.c): notes that the view changed from @before. */
void poplens_chart_history_note (PoplensChartWidget *self, PoplensChartView before);
void poplens_chart_history_clear (PoplensChartWidget *self);
/* Measuring a trace (chart-pointer.c): whether that can be; on or off, FALSE where it is already;
 * what is drawn of it; the number to the clipboard. */
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
/* At the pointer where it is in the plot, else in the middle. */
void poplens_chart_items_zoom (PoplensChartWidget *self, double factor);
void poplens_chart_items_fit_all (PoplensChartWidget *self);
void poplens_chart_items_fit (PoplensChartWidget *self, const PoplensItemRange *ranges, guint n);
void poplens_chart_items_double_click (PoplensChartWidget *self, const PoplensChartHit *hit,
                                       double x, double y);

/* ---- fields of LANES (chart-lanes.c) --------------------------------------------------------- */

gboolean poplens_chart_field_at (PoplensChartWidget *self, double x, double y,
                                 PoplensFieldPlace *place);
/* Lines @factor times as high; the one at @y stays. FALSE where there are none. */
gboolean poplens_chart_field_zoom (PoplensChartWidget *self, double factor, double y);
/* Is the pointer beside the plot, where lines have their names? */
gboolean poplens_chart_field_is_in_gutter (PoplensChartWidget *self);
gboolean poplens_chart_field_on_zoom_key (GtkWidget *widget, GVariant *arguments, gpointer data);

/* ---- LANES (chart-lanes.c) ------------------------------------------------------------------- */

/* Pixels that the rows can be scrolled, 0 in other kinds of chart, and are. */
double poplens_chart_lanes_most_scroll (PoplensChartWidget *self);
double poplens_chart_lanes_get_scroll (PoplensChartWidget *self);
void poplens_chart_lanes_scroll_to (PoplensChartWidget *self, double scroll);
/* FALSE where all rows are in view. */
gboolean poplens_chart_lanes_scroll_bar (PoplensChartWidget *self, graphene_rect_t *track,
                                         graphene_rect_t *thumb);
void poplens_chart_lanes_draw_scroll_bar (PoplensChartWidget *self, cairo_t *cr, gboolean dark);

G_END_DECLS
