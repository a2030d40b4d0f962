/* Letters that lead from step to step. */
#pragma once

#include "app/window/session.h"

G_BEGIN_DECLS

/* Of Liveness: to the peak, to one beside it, to where the chosen variable comes or goes. Of the
 * trace: to a longer step, another of the same program, a wait; capitals go backwards. FALSE where
 * @letter is none of the page's. */
gboolean poplens_page_jump (PoplensSession *session, char letter);

G_END_DECLS
