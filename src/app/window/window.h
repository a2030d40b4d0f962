/* PoplensWindow: shows a report, the start page, the progress of opening, a list of reports, or an
 * error. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_WINDOW (poplens_window_get_type ())
G_DECLARE_FINAL_TYPE (PoplensWindow, poplens_window, POPLENS, WINDOW, AdwApplicationWindow)

PoplensWindow *poplens_window_new (GtkApplication *application);

/* Returns the absolute path, or address, that the window shows or opens. (transfer none)
 * (nullable): NULL on the start page. */
const char *poplens_window_get_path (PoplensWindow *self);
/* TRUE if the window shows no report and is opening none, so that one can be opened in it. */
gboolean poplens_window_is_free (PoplensWindow *self);
/* Opens @path (absolute, or an address) on a worker, and goes to @location (nullable) in it. */
void poplens_window_open (PoplensWindow *self, const char *path, const char *location);
/* Shows an error page that says why a report or link was not opened. */
void poplens_window_refuse (PoplensWindow *self, const GError *error);
/* Goes to a location of the open report. @location: (nullable): a location as a text; NULL does
 * nothing. */
void poplens_window_follow (PoplensWindow *self, const char *location);

G_END_DECLS
