/* Whether a link may lead to another computer: asked before anything is connected to. */
#pragma once

#include <gtk/gtk.h>

#include "app/remote/report-link.h"

G_BEGIN_DECLS

/* @window: the one that asked. */
typedef void (*PoplensLinkFunc) (const PoplensReportLink *link, GtkWindow *window, gpointer data);

/* Asks over @window; calls @allowed where the answer is yes. @link: with a destination (transfer
 * full). @data is held meanwhile. */
void poplens_link_question_ask (GtkWindow *window, PoplensReportLink *link, PoplensLinkFunc allowed,
                                GObject *data);

G_END_DECLS
