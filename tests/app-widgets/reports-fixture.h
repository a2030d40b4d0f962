/* A folder of reports in a window of their own: run-1 … run-6, the last slower, and one that cannot
 * be read. */
#pragma once

#include "app-widgets/app-widgets-test.h"

#include "app/chart/chart-widget.h"
#include "app/reports/reports-table.h"
#include "app/reports/reports-view.h"
#include "app/table/table-widget.h"

#define REPORTS_MADE 6
/* More cycles, by one in ten. */
#define REPORTS_SLOW "--plant=inter-ipu=60000"

typedef struct {
  char *folder;
  GtkWidget *window, *view;
  PoplensReportsTable *reports;
  guint rows;               /* that are waited for */
  char *address, *location; /* as "open" was last told */
} ReportsFixture;

void reports_set_up (ReportsFixture *f);
void reports_tear_down (ReportsFixture *f);
/* One more; @plant: (nullable): an option of poplens-demo. */
void reports_put (const char *folder, const char *name, const char *plant);
/* Opens .folder, and waits for .rows. */
void reports_show (ReportsFixture *f);
/* All are read, and shown. @data: the fixture. */
gboolean reports_has_rows (gpointer data);

PoplensTableWidget *reports_table_of (ReportsFixture *f);
PoplensTableModel *reports_model_of (ReportsFixture *f);
void reports_select_rows (ReportsFixture *f, guint first, guint second);
/* The small chart of that title, where it is shown; NULL: none. */
PoplensChartWidget *reports_chart_of (GtkWidget *widget, const char *title);
