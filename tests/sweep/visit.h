/* Everything that can be asked of a report, asked: parts, slices, every table, and a page laid out
 * and drawn to an image. What is refused has to say why. */
#pragma once

#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Loads all parts; bits of those that were refused. */
guint32 visit_parts (PoplensReport *report);
void visit_slices (PoplensReport *report);
/* Reads the first and last rows of every table of the location's page. @sums_hold: the report was
 * consistent before it was damaged, so no amount may be negative or larger than any report's. */
void visit_tables (PoplensReport *report, const PoplensLocation *location, gboolean sums_hold);
/* Builds the page at @location and draws it to the file @picture. */
void visit_page (PoplensReport *report, const PoplensLocation *location, const char *picture);

/* One of the places that are visited, with selections and choices that show more than a page's
 * first look: @number chooses. */
const char *visit_location (guint number);

/* Aborts unless @error can be shown to a user. */
void visit_check_error (const GError *error);

G_END_DECLS
