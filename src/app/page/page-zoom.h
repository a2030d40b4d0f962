/* What a page's chart shows, as the location has it. */
#pragma once

#include "app/window/session.h"
#include "pages/core/page.h"

G_BEGIN_DECLS

/* Writes @view, which is of the chart of @page (nullable), to the location: nothing where it is
 * what is shown first. Not a step to go back to. */
void poplens_page_zoom_write (PoplensSession *session, const PoplensPage *page,
                              PoplensChartView view);

G_END_DECLS
