/* PoplensChangesView: what-if's changes, to be edited: a row for each factor, and what goes.
 *
 * Signals:
 *   "changes" (PoplensChanges *changes as pointer, gboolean remember): somebody wants these;
 *     @remember: as a step of the history, not while a number moves
 *   "toast" (char *text) */
#pragma once

#include "app/window/session.h"
#include "pages/insights/changes.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_CHANGES_VIEW (poplens_changes_view_get_type ())
G_DECLARE_FINAL_TYPE (PoplensChangesView, poplens_changes_view, POPLENS, CHANGES_VIEW, GtkWidget)

GtkWidget *poplens_changes_view_new (PoplensSession *session);
/* The answer to the last "changes", or another page; not over what somebody is writing. */
void poplens_changes_view_set_changes (PoplensChangesView *self, const PoplensChanges *changes,
                                       PoplensByteUnit unit);

G_END_DECLS
