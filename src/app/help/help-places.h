/* Which place of the guide is about what the window shows. */
#pragma once

#include "model/location.h"

G_BEGIN_DECLS

/* Of the icon for what holds for the report. */
#define POPLENS_HELP_NOTICES "docs/guide/reference-window.md#notices"
/* Of the reports of a folder. */
#define POPLENS_HELP_REPORTS "docs/guide/compare.md#many-reports"

/* @location: (nullable): no report is open. */
const char *poplens_help_place (PoplensLocation *location);

G_END_DECLS
