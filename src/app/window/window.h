/* PoplensWindow: one report, or the start page, the way to a report, or why it could not be opened.
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_WINDOW (poplens_window_get_type ())
G_DECLARE_FINAL_TYPE (PoplensWindow, poplens_window, POPLENS, WINDOW, AdwApplicationWindow)

PoplensWindow *poplens_window_new (GtkApplication *application);

/* What the window shows or opens: an absolute path, or an address; NULL on the start page.
 * (transfer none) */
const char *poplens_window_get_path (PoplensWindow *self);
/* Neither shows a report nor opens one: another may open here. */
gboolean poplens_window_is_free (PoplensWindow *self);
/* Opens @path (absolute, or an address) on a worker, and goes to @location (nullable) in it. */
void poplens_window_open (PoplensWindow *self, const char *path, const char *location);
/* Shows why nothing was opened. */
void poplens_window_refuse (PoplensWindow *self, const GError *error);
/* Goes to a written location in the report shown; NULL does nothing. */
void poplens_window_follow (PoplensWindow *self, const char *location);

G_END_DECLS
