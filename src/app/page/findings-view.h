/* PoplensFindingsView: findings as rows: a number, maybe with a bar, what is so, why, and buttons.
 * A row leads to where it is seen; an icon copies the command that prints it, and a click on
 * options copies these.
 *
 * Signals:
 *   "follow" (char *link)
 *   "toast"  (char *text)
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

/* ---- dismissing a finding -------------------------------------------------------------------- */

/* Does what the signal asks for, with a message that offers to undo it. */
void poplens_finding_dismiss (GtkWidget *view, PoplensSession *session, const char *name,
                              const char *reason);

G_END_DECLS
