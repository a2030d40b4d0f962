/* The report as one HTML file to share: where to, how far it is, stopping it, and opening it. */
#pragma once

#include <adwaita.h>

#include "app/window/session.h"

G_BEGIN_DECLS

/* Asks for a file and writes the session's report into it, with what differs where another stands
 * beside it. @page: tells how it went. */
void poplens_share_save_ask (GtkWidget *page, PoplensSession *session);
/* The same, without asking. */
void poplens_share_save_to (GtkWidget *page, PoplensSession *session, const char *path);

G_END_DECLS
