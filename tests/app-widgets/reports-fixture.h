/* A folder of reports in a window: run-1 … run-6, the last one slower, and one that cannot be
 * read. */
#pragma once

#include "app-widgets/app-widgets-test.h"

#include "app/chart/chart-widget.h"
#include "app/reports/reports-table.h"
#include "app/reports/reports-view.h"
#include "app/table/table-widget.h"

#define REPORTS_MADE 6
/* Option of poplens-demo that adds a tenth to the cycles. */
#define REPORTS_SLOW "--plant=inter-ipu=60000"

typedef struct {
  char *folder;
  GtkWidget *window, *view;
  PoplensReportsTable *reports;
  guint rows;               /* number of rows to wait for */
  char *address, *location; /* arguments of the last signal "open" */
} ReportsFixture;

void reports_set_up (ReportsFixture *f);
void reports_tear_down (ReportsFixture *f);
/* Adds a report. @plant: (nullable): an option of poplens-demo. */
void reports_put (const char *folder, const char *name, const char *plant);
/* Opens .folder, and waits for .rows rows. */
void reports_show (ReportsFixture *f);
/* TRUE if all reports are read and shown. @data: the fixture. */
gboolean reports_has_rows (gpointer data);

PoplensTableWidget *reports_table_of (ReportsFixture *f);
PoplensTableModel *reports_model_of (ReportsFixture *f);
void reports_select_rows (ReportsFixture *f, guint first, guint second);
/* Returns the visible small chart with that title. (nullable) */
PoplensChartWidget *reports_chart_of (GtkWidget *widget, const char *title);
