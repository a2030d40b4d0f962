/* PoplensChartWidget from the inside; for chart-widget.c and chart-input.c. */
#pragma once

#include "app/chart-widget.h"
#include "app/hover-box.h"

G_BEGIN_DECLS

struct _PoplensChartWidget {
  GtkWidget parent_instance;
  PoplensChart *chart;
  PoplensChartView view;
  GArray *selected; /* of PoplensItemRange */
  GArray *found;    /* the same */

  PoplensChartLayout *layout; /* of the present chart, view, size and style; NULL: to be made */
  GskRenderNode *node;        /* its picture */
  PoplensHoverBox *box;       /* of box_item */
  gsize box_item;

  gboolean has_pointer;
  double pointer_x, pointer_y;
  gboolean dragging, panning;
  double drag_from, drag_to; /* item positions */
  double pan_last;           /* pixels */
  double pinch;
  gsize cursor, anchor;
  gboolean has_anchor;
  gboolean cursor_moved; /* by keys, since the pointer last moved */
  guint describe_idle;
};

void poplens_chart_input_install (GtkWidgetClass *widget_class);
void poplens_chart_input_attach (PoplensChartWidget *self);

/* The user's doing: emits "view-changed" where the view is another one. */
void poplens_chart_widget_change_view (PoplensChartWidget *self, PoplensChartView view);
void poplens_chart_widget_select (PoplensChartWidget *self, PoplensItemRange range,
                                  PoplensSelectMode mode);
/* Bars are a list: neither zoomed nor dragged over. */
gboolean poplens_chart_widget_has_axis (PoplensChartWidget *self);
/* The item under the pointer, or that the keyboard moved to. */
gboolean poplens_chart_widget_get_hover (PoplensChartWidget *self, gsize *item);
void poplens_chart_widget_describe (PoplensChartWidget *self);

G_END_DECLS
