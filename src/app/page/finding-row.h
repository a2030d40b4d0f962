/* PoplensFindingRow: a finding as a row of PoplensFindingsView, in one of several forms. What one
 * can do with it besides following it is shown while the pointer or the keyboard is on it; the
 * place of that is always kept.
 *
 * Signals:
 *   "follow" (char *link)
 *   "toast"  (char *text)
 *   "toggle" (): a group, or what has more rows, is to be opened or closed
 *   "dismiss" (): the user wants to dismiss it, or to restore it */
#pragma once

#include "pages/core/page.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_FINDING_ROW (poplens_finding_row_get_type ())
G_DECLARE_FINAL_TYPE (PoplensFindingRow, poplens_finding_row, POPLENS, FINDING_ROW, GtkListBoxRow)

/* Keeps nothing of @fact. @numbers: as wide as the widest in all rows of a list. (floating) */
GtkWidget *poplens_finding_row_new (const PoplensFact *fact, GtkSizeGroup *numbers);

PoplensFactForm poplens_finding_row_get_form (PoplensFindingRow *self);
/* The word of a group, or of a row that unfolds others, in the location's "open". (nullable) */
const char *poplens_finding_row_get_group (PoplensFindingRow *self);
const char *poplens_finding_row_get_link (PoplensFindingRow *self);    /* (nullable) */
const char *poplens_finding_row_get_command (PoplensFindingRow *self); /* (nullable) */
/* The name by which it is dismissed. (nullable) */
const char *poplens_finding_row_get_finding (PoplensFindingRow *self);
gboolean poplens_finding_row_is_dismissed (PoplensFindingRow *self);
const char *poplens_finding_row_get_value (PoplensFindingRow *self);
/* TRUE if it is counted as a finding. */
gboolean poplens_finding_row_counts (PoplensFindingRow *self);
/* TRUE if its texts, or those of @group (nullable), have all of @words, which are case-folded. */
gboolean poplens_finding_row_matches (PoplensFindingRow *self, PoplensFindingRow *group,
                                      char *const *words);
void poplens_finding_row_set_open (PoplensFindingRow *self, gboolean open);
gboolean poplens_finding_row_get_open (PoplensFindingRow *self);
/* Says "3 more, from 1.6 %" on a MORE without a link. */
void poplens_finding_row_set_more (PoplensFindingRow *self, guint n, const char *from);
/* Copies the command that prints its numbers. */
void poplens_finding_row_copy (PoplensFindingRow *self);

G_END_DECLS
