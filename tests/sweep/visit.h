/* Loads everything in a report: parts, slices, tables, and a page that is drawn to an image. Errors
 * must have a message. */
#pragma once

#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Loads all parts. Returns the bits of those that failed. */
guint32 visit_parts (PoplensReport *report);
void visit_slices (PoplensReport *report);
/* Reads the first and last rows of every table of the location's page. @sums_hold: the report was
 * consistent before it was damaged, so no amount may be negative or impossibly large */
void visit_tables (PoplensReport *report, const PoplensLocation *location, gboolean sums_hold);
/* Builds the page at @location and draws it to the file @picture. */
void visit_page (PoplensReport *report, const PoplensLocation *location, const char *picture);

/* Returns one of the tested locations, with selections and options that show more than the page's
 * default. @number: any number, selects it */
const char *visit_location (guint number);

/* Aborts unless @error can be shown to a user. */
void visit_check_error (const GError *error);

G_END_DECLS
