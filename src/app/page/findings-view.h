/* PoplensFindingsView: findings as rows (PoplensFindingRow), some of them in groups that open and
 * close. A click on a row leads to where it is seen. What is open and which words rows must have is
 * in the location; of rows of one form only as many are shown as find place in the window.
 *
 * Keys: Up, Down; Right, Left open and close; Enter follows; Ctrl+C copies the command; Delete
 * dismisses.
 *
 * Signals:
 *   "follow" (char *link)
 *   "toast"  (char *text)
 *   "open" (char *words): the location's "open" is to be this
 *   "dismiss" (char *name, char *reason): a finding by its name; without a reason it is restored */
#pragma once

#include "app/window/session.h"
#include "pages/core/page.h"

#include <adwaita.h>
#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_FINDINGS_VIEW (poplens_findings_view_get_type ())
G_DECLARE_FINAL_TYPE (PoplensFindingsView, poplens_findings_view, POPLENS, FINDINGS_VIEW, GtkWidget)

GtkWidget *poplens_findings_view_new (void);
/* @findings: of PoplensFact; kept. Shows the first that is not there already: the others come with
 * show_more(). */
void poplens_findings_view_set_findings (PoplensFindingsView *self, GPtrArray *findings);
/* The next row; FALSE where all are there. */
gboolean poplens_findings_view_show_more (PoplensFindingsView *self);

/* Opens groups, and searches, as @location says. */
void poplens_findings_view_follow_location (PoplensFindingsView *self,
                                            const PoplensLocation *location);
/* Adds how many findings there are to @all, and how many of them are found to @shown. */
void poplens_findings_view_count (PoplensFindingsView *self, guint *shown, guint *all);

/* ---- dismissing a finding -------------------------------------------------------------------- */

/* Does what the signal asks for, with a message that offers to undo it. */
void poplens_finding_dismiss (GtkWidget *view, PoplensSession *session, const char *name,
                              const char *reason);

G_END_DECLS
