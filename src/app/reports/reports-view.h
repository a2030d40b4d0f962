/* PoplensReportsView: all reports of a folder: a headline that says what changed, charts, and a
 * table that is filled while the reports are read. Selected reports can be opened or compared.
 *
 * Signals: "open" (char *address, char *location): open the report in this window, at @location
 * (nullable) "open-window" (char *address): open the report in a new window "toast"       (char
 * *text): a short message */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_REPORTS_VIEW (poplens_reports_view_get_type ())
G_DECLARE_FINAL_TYPE (PoplensReportsView, poplens_reports_view, POPLENS, REPORTS_VIEW, AdwBin)

/* Creates the view and starts to read the folder. @folder: absolute path, or an address whose host
 * is connected. */
GtkWidget *poplens_reports_view_new (const char *folder);
const char *poplens_reports_view_get_folder (PoplensReportsView *self);

/* Reads the folder again. Until that has ended, rows, selection and filter stay. Reports that have
 * not changed are not read again. */
void poplens_reports_view_reload (PoplensReportsView *self);
/* Stops reading the folder, and keeps the reports that were read. */
void poplens_reports_view_stop (PoplensReportsView *self);
/* Focuses the table, unless the focus is already in the view. This is not grab_focus () of the
 * class, which GTK calls for each Tab: other widgets of the view could then not get the focus. */
void poplens_reports_view_take_focus (PoplensReportsView *self);
void poplens_reports_view_focus_filter (PoplensReportsView *self);

G_END_DECLS
