/* PoplensReportsTable: the table of reports. What comes is sorted and filtered on a worker;
 * selected reports stay so, by their addresses.
 *
 * Signals:
 *   "shown"             (): other rows are shown
 *   "selection-changed" ()
 *   "activate"          (guint row): a double click, or Enter
 *   "toast"             (char *text): worth a short message */
#pragma once

#include "tables/reports/report-list.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_REPORTS_TABLE (poplens_reports_table_get_type ())
G_DECLARE_FINAL_TYPE (PoplensReportsTable, poplens_reports_table, POPLENS, REPORTS_TABLE, AdwBin)

/* What can be done with selected rows: see poplens_table_actions_set_menu (). */
void poplens_reports_table_set_menu (PoplensReportsTable *self, GMenuModel *menu);
/* Some of the reports; shown soon. */
void poplens_reports_table_show_some (PoplensReportsTable *self, PoplensTable *table,
                                      PoplensByteUnit unit);
/* All of them. */
void poplens_reports_table_show_list (PoplensReportsTable *self, PoplensReportList *list,
                                      PoplensByteUnit unit);

/* Whose rows are shown; NULL while these are only some. (transfer none) */
PoplensReportList *poplens_reports_table_get_list (PoplensReportsTable *self);
/* (transfer none) (nullable) */
const char *poplens_reports_table_get_address (PoplensReportsTable *self, guint32 row);
/* Of guint32: rows of the table in the order of time. (transfer full) */
GArray *poplens_reports_table_get_selected (PoplensReportsTable *self);

/* Selects the row alone, and brings it into view. */
void poplens_reports_table_select (PoplensReportsTable *self, guint32 row);

/* The count of rows and the filter field. (transfer none) */
GtkWidget *poplens_reports_table_get_tools (PoplensReportsTable *self);
void poplens_reports_table_focus_filter (PoplensReportsTable *self);

G_END_DECLS
