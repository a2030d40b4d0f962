/* “Copy Report to This Computer…”: all files of a report on another computer, into a folder here.
 */
#pragma once

#include <gtk/gtk.h>

#include "report/report.h"

G_BEGIN_DECLS

/* Asks for a folder, and copies into one of the report's name in it; what was copied there before
 * is not copied again. @page: of whose window it is; says when it is done. */
void poplens_copy_report_ask (GtkWidget *page, PoplensReport *report);
/* The same into @folder. */
void poplens_copy_report_to (GtkWidget *page, PoplensReport *report, const char *folder);

G_END_DECLS
