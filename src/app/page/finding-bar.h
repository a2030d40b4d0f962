/* PoplensFindingBar: a bar above the page while the location has a finding (key "finding") and the
 * page can show where it occurs. Contains the sentence of the finding, buttons that step through
 * its occurrences, advice, and Clear. The bar is also visible while the finding is being computed.
 */
#pragma once

#include "app/page/page-keys.h"
#include "app/window/session.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_FINDING_BAR (poplens_finding_bar_get_type ())
G_DECLARE_FINAL_TYPE (PoplensFindingBar, poplens_finding_bar, POPLENS, FINDING_BAR, AdwBin)

/* @get_shown: returns what @view shows below the bar. @view: (transfer none): must outlive the bar.
 */
GtkWidget *poplens_finding_bar_new (PoplensSession *session, GtkWidget *view,
                                    PoplensPageShownFunc get_shown);
/* Sets which page is on the screen. The bar appears or disappears only now, so that the previous
 * page did not move. Then the bar shows the first occurrence of the finding. */
void poplens_finding_bar_set_page (PoplensFindingBar *self, PoplensPageId page);
/* Goes to the next (@by 1) or previous (−1) occurrence, wrapping around. FALSE if there is none. */
gboolean poplens_finding_bar_step (PoplensFindingBar *self, int by);
/* Removes the finding from the location. FALSE if the bar is not visible. */
gboolean poplens_finding_bar_clear (PoplensFindingBar *self);

G_END_DECLS
