/* A step that somebody asked for is seen, whatever the legend of the trace hides. */
#pragma once

#include "app/page/page-bundle.h"
#include "app/window/session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Where the session's location selects a step of a kind that it hides, that kind is drawn again,
 * and a message says so and takes it back. Of a partial page all is still to come: it is left as
 * it is.
 * @page: the widget that shows @bundle. */
void poplens_page_reveal (GtkWidget *page, PoplensSession *session,
                          const PoplensPageBundle *bundle);

G_END_DECLS
