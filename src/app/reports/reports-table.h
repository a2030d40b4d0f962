/* PoplensReportsTable: the table of reports. A worker thread sorts and filters new contents.
 * Selected reports stay selected, even if their row numbers change.
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

/* Sets the actions in the context menu of rows; see poplens_table_actions_set_menu (). */
void poplens_reports_table_set_menu (PoplensReportsTable *self, GMenuModel *menu);
/* Sorts, filters and shows @table, which has the reports that have been read so far. */
void poplens_reports_table_show_some (PoplensReportsTable *self, PoplensTable *table,
                                      PoplensByteUnit unit);
/* Sorts, filters and shows the table of @list, after all reports have been read. */
void poplens_reports_table_show_list (PoplensReportsTable *self, PoplensReportList *list,
                                      PoplensByteUnit unit);

/* Returns the list that is shown. (transfer none) (nullable): NULL until all reports have been
 * read. */
PoplensReportList *poplens_reports_table_get_list (PoplensReportsTable *self);
/* Returns the address of the report in @row. (transfer none) (nullable) */
const char *poplens_reports_table_get_address (PoplensReportsTable *self, guint32 row);
/* Returns the selected rows, ascending, so the oldest report is first. (transfer full): of guint32
 */
GArray *poplens_reports_table_get_selected (PoplensReportsTable *self);

/* Selects @row and no other, and scrolls to it. */
void poplens_reports_table_select (PoplensReportsTable *self, guint32 row);

/* Returns a box with row count and filter field; the caller places it. (transfer none) */
GtkWidget *poplens_reports_table_get_tools (PoplensReportsTable *self);
void poplens_reports_table_focus_filter (PoplensReportsTable *self);

G_END_DECLS
