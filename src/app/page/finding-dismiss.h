/* The button of a finding that dismisses it, after a reason was asked for, or restores it. */
#pragma once

#include <adwaita.h>

#include "app/window/session.h"

G_BEGIN_DECLS

/* @view: gets the signal "dismiss" (char *name, char *reason); without a reason it is restored.
 * (floating) */
GtkWidget *poplens_finding_dismiss_new (GtkWidget *view, const PoplensFact *finding);
/* Does what the signal asks for, with a message that offers to undo it. */
void poplens_finding_dismiss (GtkWidget *view, PoplensSession *session, const char *name,
                              const char *reason);

G_END_DECLS
