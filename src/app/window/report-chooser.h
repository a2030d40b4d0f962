/* PoplensReportChooser: the reports that a folder holds, to choose one. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_REPORT_CHOOSER (poplens_report_chooser_get_type ())
G_DECLARE_FINAL_TYPE (PoplensReportChooser, poplens_report_chooser, POPLENS, REPORT_CHOOSER, AdwBin)

/* Signal "chosen" (char *path). */

/* @candidates: PoplensReportCandidate, newest first; @now in seconds since the epoch. */
void poplens_report_chooser_show (PoplensReportChooser *self, const char *folder,
                                  GPtrArray *candidates, gint64 now);

G_END_DECLS
