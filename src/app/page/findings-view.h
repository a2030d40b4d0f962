/* PoplensFindingsView: shows findings as rows (PoplensFindingRow), some of them in groups that can
 * be opened. Clicking a row goes to where the finding is visible. The location says which groups
 * are open and which words rows must contain. PART and ITEM rows that do not fit into the window
 * are hidden.
 *
 * Keys: Up, Down; Right, Left open and close a group; Enter follows the link of the row; Ctrl+C
 * copies its command; Delete dismisses its finding.
 *
 * Signals:
 *   "follow" (char *link): go to the link
 *   "toast"  (char *text): a short message for the user
 *   "open" (char *words): new value of the location's key "open"
 *   "dismiss" (char *name, char *reason): dismiss the finding; @reason: (nullable): NULL restores
 * it */
#pragma once

#include "app/window/session.h"
#include "pages/core/page.h"

#include <adwaita.h>
#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_FINDINGS_VIEW (poplens_findings_view_get_type ())
G_DECLARE_FINAL_TYPE (PoplensFindingsView, poplens_findings_view, POPLENS, FINDINGS_VIEW, GtkWidget)

GtkWidget *poplens_findings_view_new (void);
/* Sets the findings, and makes the first missing row. Call poplens_findings_view_show_more () to
 * make the other rows. @findings: of PoplensFact; (transfer none), keeps a reference. */
void poplens_findings_view_set_findings (PoplensFindingsView *self, GPtrArray *findings);
/* Makes the next row. FALSE if all are made. */
gboolean poplens_findings_view_show_more (PoplensFindingsView *self);

/* Opens the groups and searches for the words that are in @location. */
void poplens_findings_view_follow_location (PoplensFindingsView *self,
                                            const PoplensLocation *location);
/* Adds the number of findings to @all, and the number of those that contain the searched words to
 * @shown. */
void poplens_findings_view_count (PoplensFindingsView *self, guint *shown, guint *all);

/* ---- dismissing a finding -------------------------------------------------------------------- */

/* Dismisses the finding @name, and shows a toast that offers Undo. @reason: (nullable): NULL
 * restores the finding. */
void poplens_finding_dismiss (GtkWidget *view, PoplensSession *session, const char *name,
                              const char *reason);

G_END_DECLS
