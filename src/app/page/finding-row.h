/* PoplensFindingRow: a finding as a row of PoplensFindingsView, in one of several forms. Its action
 * icons are visible while the pointer or the focus is on the row; their space is always reserved.
 *
 * Signals:
 *   "follow" (char *link): go to the link
 *   "toast"  (char *text): a short message for the user
 *   "toggle" (): open or close the group, or show more rows
 *   "dismiss" (): the user wants to dismiss or restore the finding */
#pragma once

#include "pages/core/page.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_FINDING_ROW (poplens_finding_row_get_type ())
G_DECLARE_FINAL_TYPE (PoplensFindingRow, poplens_finding_row, POPLENS, FINDING_ROW, GtkListBoxRow)

/* Makes a row; does not keep @fact. @numbers: size group that gives the numbers of all rows the
 * same width. (floating) */
GtkWidget *poplens_finding_row_new (const PoplensFact *fact, GtkSizeGroup *numbers);

PoplensFactForm poplens_finding_row_get_form (PoplensFindingRow *self);
/* Returns the word that the location's key "open" has for this row, which is a group or shows more
 * rows. (nullable): NULL for other rows. */
const char *poplens_finding_row_get_group (PoplensFindingRow *self);
const char *poplens_finding_row_get_link (PoplensFindingRow *self);    /* (nullable) */
const char *poplens_finding_row_get_command (PoplensFindingRow *self); /* (nullable) */
/* Returns the name by which the finding can be dismissed. (nullable) */
const char *poplens_finding_row_get_finding (PoplensFindingRow *self);
gboolean poplens_finding_row_is_dismissed (PoplensFindingRow *self);
const char *poplens_finding_row_get_value (PoplensFindingRow *self);
/* TRUE if the row is a finding, and not only the heading of a group. */
gboolean poplens_finding_row_counts (PoplensFindingRow *self);
/* TRUE if the texts of the row and of @group (nullable) contain all of @words, which must be
 * case-folded. */
gboolean poplens_finding_row_matches (PoplensFindingRow *self, PoplensFindingRow *group,
                                      char *const *words);
void poplens_finding_row_set_open (PoplensFindingRow *self, gboolean open);
gboolean poplens_finding_row_get_open (PoplensFindingRow *self);
/* Sets the text of a MORE row, such as "3 more, from 1.6 %". The row must not have a link. @n:
 * number of hidden rows; @from: number that the first hidden row shows. */
void poplens_finding_row_set_more (PoplensFindingRow *self, guint n, const char *from);
/* Copies the command that prints the finding's numbers to the clipboard. */
void poplens_finding_row_copy (PoplensFindingRow *self);

G_END_DECLS
