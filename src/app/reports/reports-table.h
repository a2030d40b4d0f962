/* PoplensReportsTable: the table of reports. New contents are sorted and filtered on a worker
 * thread; the selection is kept by the reports' addresses.
 *
 * Signals:
 *   "shown"             (): other rows are shown
 *   "selection-changed" ()
 *   "activate"          (guint row): a double click, or Enter
 *   "toast"             (char *text): a short message */
#pragma once

#include "tables/reports/report-list.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_REPORTS_TABLE (poplens_reports_table_get_type ())
G_DECLARE_FINAL_TYPE (PoplensReportsTable, poplens_reports_table, POPLENS, REPORTS_TABLE, AdwBin)

/* Sets the context menu of the selected rows: see poplens_table_actions_set_menu (). */
void poplens_reports_table_set_menu (PoplensReportsTable *self, GMenuModel *menu);
/* Shows the reports read so far, after sorting and filtering them. */
void poplens_reports_table_show_some (PoplensReportsTable *self, PoplensTable *table,
                                      PoplensByteUnit unit);
/* Shows all reports, after sorting and filtering them. */
void poplens_reports_table_show_list (PoplensReportsTable *self, PoplensReportList *list,
                                      PoplensByteUnit unit);

/* Returns the list of all reports that is shown. (transfer none) (nullable): NULL while only a part
 * is shown. */
PoplensReportList *poplens_reports_table_get_list (PoplensReportsTable *self);
/* Returns the address of the report in @row. (transfer none) (nullable) */
const char *poplens_reports_table_get_address (PoplensReportsTable *self, guint32 row);
/* Returns the selected rows, ascending, which is by time. (transfer full): of guint32 */
GArray *poplens_reports_table_get_selected (PoplensReportsTable *self);

/* Selects only @row, and scrolls to it. */
void poplens_reports_table_select (PoplensReportsTable *self, guint32 row);

/* Returns the row count and the filter field. (transfer none) */
GtkWidget *poplens_reports_table_get_tools (PoplensReportsTable *self);
void poplens_reports_table_focus_filter (PoplensReportsTable *self);

G_END_DECLS
