/* Explanation of a term in a label: the entry of the guide's glossary for the label's text, shown
 * in a popover. docs/guide/glossary.md defines which terms have an entry. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Returns @label, a new GtkLabel; if its text is a term, inside a button with a dotted line that
 * opens the popover. (transfer floating) */
GtkWidget *poplens_concept_wrap (GtkWidget *label);
/* Adds an item "Explain “Tile balance”" to @menu for each of @texts (NULL-terminated) that is a
 * term; duplicates are added once. It activates @action with the term. */
void poplens_concept_add_menu (GMenu *menu, const char *const *texts, const char *action);
/* Opens the popover of @term at a point of @parent; it is destroyed when closed. */
void poplens_concept_popup (GtkWidget *parent, const char *term, double x, double y);

G_END_DECLS
