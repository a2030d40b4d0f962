/* A page of the report "demo-run" (with --long of "integrals") in a window, for tests that drive
 * it. */
#pragma once

#include "app/chart/chart-widget.h"
#include "app/window/session.h"
#include "tables/engine/table.h"

#include <gtk/gtk.h>

/* All NULL where the report is not there: the test is then skipped. */
typedef struct {
  PoplensReport *report;
  PoplensSession *session;
  GtkWidget *view, *window;
} ReportWindow;

/* Opens the page that @place_text names; it is still being made. FALSE where there is no report. */
gboolean report_window_open (ReportWindow *self, const char *location_text);
/* Fails where the page outlives its window. */
void report_window_close (ReportWindow *self);
/* What the location has for @key, or NULL. */
const char *report_window_key (const ReportWindow *self, const char *key);
/* The first chart and the first table that are shown, or NULL. */
PoplensChartWidget *report_window_chart (const ReportWindow *self);
PoplensTable *report_window_table (const ReportWindow *self);
