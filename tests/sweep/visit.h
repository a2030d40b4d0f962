/* Everything that can be asked of a report, asked: parts, slices, every table, and a page laid out
 * and drawn to an image. What is refused has to say why. */
#pragma once

#include "model/place.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Loads all parts; bits of those that were refused. */
guint32 visit_parts (PoplensReport *report);
void visit_slices (PoplensReport *report);
/* The first and last rows of every table of @page. */
void visit_tables (PoplensReport *report, PoplensPageId page);
/* Builds @page and draws it to the file @picture. */
void visit_page (PoplensReport *report, PoplensPageId page, const char *picture);

/* Aborts unless @error can be shown to a user. */
void visit_check_error (const GError *error);

G_END_DECLS
