/* Letters that lead from step to step. */
#pragma once

#include <gtk/gtk.h>

#include "app/window/session.h"
#include "pages/core/page.h"

G_BEGIN_DECLS

/* Of Liveness: to the peak, to one beside it, to where the chosen variable comes or goes. Of the
 * trace: to a longer step, another of the same program, a wait; capitals go backwards. FALSE where
 * @letter is none of the page's. */
gboolean poplens_page_jump (PoplensSession *session, char letter);
/* @page of @session is there, and a jump has led to it, or nowhere: @view says why, once. */
void poplens_page_end_jump (GtkWidget *view, PoplensSession *session, const PoplensPage *page);

G_END_DECLS
