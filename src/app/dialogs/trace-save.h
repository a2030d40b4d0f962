/* The trace into a file for other programs: where to, how far it is, and stopping it. */
#pragma once

#include <adwaita.h>

#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Asks for a file, whose ending decides the format, and writes what @location selects of the trace.
 * What takes longer shows a window with how far it is, which stops it. @page: tells how it went. */
void poplens_trace_save (GtkWidget *page, PoplensReport *report, PoplensLocation *location);
/* The same, without asking. */
void poplens_trace_save_to (GtkWidget *page, PoplensReport *report, PoplensLocation *location,
                            const char *path);

G_END_DECLS
