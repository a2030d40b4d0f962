/* PoplensFindingBar: the finding that the location follows, above the pages that can show where it
 * is: its sentence, the way from one occurrence to the next, advice, and its end. It is there as
 * long as the location follows one, also while that is being worked out. */
#pragma once

#include "app/page/page-keys.h"
#include "app/window/session.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_FINDING_BAR (poplens_finding_bar_get_type ())
G_DECLARE_FINAL_TYPE (PoplensFindingBar, poplens_finding_bar, POPLENS, FINDING_BAR, AdwBin)

/* @get_shown: what is shown below it, of @view, which outlives it. */
GtkWidget *poplens_finding_bar_new (PoplensSession *session, GtkWidget *view,
                                    PoplensPageShownFunc get_shown);
/* @page is on the screen from now on: the bar comes and goes with it, so that nothing moves on the
 * page before, and the first occurrence is shown there. */
void poplens_finding_bar_set_page (PoplensFindingBar *self, PoplensPageId page);
/* To the next (@by 1) or the last (−1) occurrence, around at the ends; FALSE where there is none.
 */
gboolean poplens_finding_bar_step (PoplensFindingBar *self, int by);
/* Ends it; FALSE where it is not there. */
gboolean poplens_finding_bar_clear (PoplensFindingBar *self);

G_END_DECLS
