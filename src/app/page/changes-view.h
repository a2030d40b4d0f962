/* PoplensChangesView: editor of the what-if changes. Changes with a factor have a row each; changes
 * without a factor have a check button.
 *
 * Signals:
 *   "changes" (PoplensChanges *changes as pointer, gboolean remember): the user edited the changes;
 *     @remember: TRUE adds an entry to the history; FALSE while a number is being changed
 *   "toast" (char *text): a short message for the user */
#pragma once

#include "app/window/session.h"
#include "pages/insights/changes.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_CHANGES_VIEW (poplens_changes_view_get_type ())
G_DECLARE_FINAL_TYPE (PoplensChangesView, poplens_changes_view, POPLENS, CHANGES_VIEW, GtkWidget)

GtkWidget *poplens_changes_view_new (PoplensSession *session);
/* Shows @changes: the result of the last signal "changes", or the changes of a new location. Does
 * not overwrite a field while the user types into it. */
void poplens_changes_view_set_changes (PoplensChangesView *self, const PoplensChanges *changes,
                                       PoplensByteUnit unit);

G_END_DECLS
