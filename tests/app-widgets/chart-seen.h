/* A chart widget on the screen, and what its signals said. */
#pragma once

#include "app-widgets/app-widgets-test.h"

#include "app/chart/chart-widget.h"

/* The last of each signal, and how often it came. */
typedef struct {
  guint64 from, to;
  int mode;
  guint selected;
  GArray *ranges; /* PoplensItemRange; the test's to free */
  guint dragged;
  double span_from, span_to;
  char *series; /* the test's to free */
  guint limits, views;
  guint group, groups;
  guint fold, breaks;
  guint64 copied; /* the item and 1 */
} ChartSeen;

/* In a window that @window is set to. @seen lives as long as that. */
PoplensChartWidget *show_chart (PoplensChart *chart, ChartSeen *seen, GtkWidget **window);

double x_of (PoplensChartWidget *self, double position);
/* Looks for a place that is hit so, as it is for the layout to say where they are. */
gboolean find_area (PoplensChartWidget *self, PoplensChartHitArea area, double *x, double *y);
