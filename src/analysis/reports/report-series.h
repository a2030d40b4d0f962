/* Which reports of a folder are of one series, told by their paths: those that differ in one part
 * alone. That part is one whose names differ in their numbers alone, as those of runs, dates and
 * commits do, if there is any, and that with the most different names, the last of several: of
 * "2024-03-14/bert" and "2024-03-15/bert" the first, so that their series is "∗/bert"; reports side
 * by side in one folder are the series "∗". A date and its commit are one part: "∗/∗". */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Of each of the @paths, whose parts "/" divides, the name of its series: as many texts, the same
 * pointer for the same series, which live as long as @names. (transfer container) */
const char **poplens_report_series (const char *const *paths, guint n, GStringChunk *names);

G_END_DECLS
