/* Shows a chart widget in a window and records its signals, for tests. */
#pragma once

#include "app-widgets/app-widgets-test.h"

#include "app/chart/chart-widget.h"

/* Arguments of the last signal of each kind, and the number of signals. */
typedef struct {
  guint64 from, to;
  int mode;
  guint selected;
  GArray *ranges; /* PoplensItemRange; owned: the test frees it */
  guint dragged;
  double span_from, span_to;
  char *series; /* owned: the test frees it */
  guint limits, views;
  guint group, groups;
  guint fold, breaks;
  guint64 copied; /* the item + 1 */
} ChartSeen;

/* Shows @chart in a new window, @window: (out). @seen must live as long as the window. */
PoplensChartWidget *show_chart (PoplensChart *chart, ChartSeen *seen, GtkWidget **window);

double x_of (PoplensChartWidget *self, double position);
/* Searches for a point whose hit test gives @area, as the layout determines the areas. FALSE if
 * there is none. */
gboolean find_area (PoplensChartWidget *self, PoplensChartHitArea area, double *x, double *y);
