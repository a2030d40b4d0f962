/* PoplensReportsView: all reports of a folder: what happened, in a sentence, and a table that is
 * filled while they are read. Selected rows are opened, or compared.
 *
 * Signals:
 *   "open"        (char *address, char *location): in this window, at @location (NULL: anywhere)
 *   "open-window" (char *address): in a window of its own
 *   "toast"       (char *text): worth a short message */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_REPORTS_VIEW (poplens_reports_view_get_type ())
G_DECLARE_FINAL_TYPE (PoplensReportsView, poplens_reports_view, POPLENS, REPORTS_VIEW, AdwBin)

/* @folder: absolute, or an address whose computer is connected. Starts to read. */
GtkWidget *poplens_reports_view_new (const char *folder);
const char *poplens_reports_view_get_folder (PoplensReportsView *self);

/* Reads the folder again; rows, selection and filter stay meanwhile. Reports that did not change
 * are not read again. */
void poplens_reports_view_reload (PoplensReportsView *self);
/* Stops reading; what was read stays. */
void poplens_reports_view_stop (PoplensReportsView *self);
/* Into the table, where nothing of it has the focus. No grab_focus () of the class: GTK would ask
 * that for each Tab, which would pass over all else. */
void poplens_reports_view_take_focus (PoplensReportsView *self);
void poplens_reports_view_focus_filter (PoplensReportsView *self);

G_END_DECLS
