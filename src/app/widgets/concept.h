/* What a label is about: the entry of the guide's glossary that has its text, shown in a popover.
 * Whoever shows a title asks here; which titles have an entry stands in docs/guide/glossary.md. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* @label, which is a new GtkLabel; where its text is a term, in a button with a dotted line, which
 * opens the popover. */
GtkWidget *poplens_concept_wrap (GtkWidget *label);
/* Adds an item "Explain “Tile balance”" to @menu for each of @texts (NULL-terminated) that is a
 * term, once. It activates @action with the term. */
void poplens_concept_add_menu (GMenu *menu, const char *const *texts, const char *action);
/* Opens the popover of @term at a point of @parent; it goes when it is closed. */
void poplens_concept_popup (GtkWidget *parent, const char *term, double x, double y);

G_END_DECLS
