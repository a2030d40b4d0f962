/* Dismisses findings of a report (report/dismissed.h), and takes that back. Main thread only. */
#pragma once

#include "report/report.h"

G_BEGIN_DECLS

/* @name: of poplens_dismissed_name (). @reason: NULL takes it back; may be "". */
void poplens_dismissed_set (PoplensReport *report, const char *name, const char *reason);

G_END_DECLS
