/* The window that lists a report's checks, and what fails.
 *
 * Signal "follow" (char *link): a row's location was activated; the window closes itself then. */
#pragma once

#include <adwaita.h>

#include "report/report.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_CHECK_WINDOW (poplens_check_window_get_type ())
G_DECLARE_FINAL_TYPE (PoplensCheckWindow, poplens_check_window, POPLENS, CHECK_WINDOW, AdwWindow)

/* @report: checked already, so that its tables cost nothing. @parent: (nullable) */
GtkWindow *poplens_check_window_new (PoplensReport *report, GtkWindow *parent);

G_END_DECLS
