/* Shows a page of the report "demo-run" (with --long: "integrals") in a window, for tests that
 * operate it. */
#pragma once

#include "app/chart/chart-widget.h"
#include "app/window/session.h"
#include "tables/engine/table.h"

#include <gtk/gtk.h>

/* All members are NULL if the report is missing; the test is then skipped. */
typedef struct {
  PoplensReport *report;
  PoplensSession *session;
  GtkWidget *view, *window;
} ReportWindow;

/* Opens the page at @location_text, which is not built yet on return. FALSE if the report is
 * missing. */
gboolean report_window_open (ReportWindow *self, const char *location_text);
/* Closes the window; fails if the page is not finalized. */
void report_window_close (ReportWindow *self);
/* Returns the value of @key in the location. (nullable) */
const char *report_window_key (const ReportWindow *self, const char *key);
/* Return the first visible chart and table. (nullable) */
PoplensChartWidget *report_window_chart (const ReportWindow *self);
PoplensTable *report_window_table (const ReportWindow *self);
