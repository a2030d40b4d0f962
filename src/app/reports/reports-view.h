/* PoplensReportsView: all reports of a folder: a headline that says what changed, charts, and a
 * table that is filled while the reports are read. Selected reports can be opened or compared.
 *
 * Signals:
 *   "open"        (char *address, char *location): in this window, at @location (nullable)
 *   "open-window" (char *address): in a new window
 *   "toast"       (char *text): a short message */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_REPORTS_VIEW (poplens_reports_view_get_type ())
G_DECLARE_FINAL_TYPE (PoplensReportsView, poplens_reports_view, POPLENS, REPORTS_VIEW, AdwBin)

/* Creates the view and starts reading. @folder: absolute path, or an address whose host is
 * connected. */
GtkWidget *poplens_reports_view_new (const char *folder);
const char *poplens_reports_view_get_folder (PoplensReportsView *self);

/* Reads the folder again; rows, selection and filter stay until then. Unchanged reports are not
 * read again. */
void poplens_reports_view_reload (PoplensReportsView *self);
/* Stops reading, and keeps what was read. */
void poplens_reports_view_stop (PoplensReportsView *self);
/* Moves the focus to the table unless the focus is already inside the view. Not a grab_focus () of
 * the class: GTK would call that for each Tab, which would then skip the other widgets. */
void poplens_reports_view_take_focus (PoplensReportsView *self);
void poplens_reports_view_focus_filter (PoplensReportsView *self);

G_END_DECLS
