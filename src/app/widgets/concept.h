/* Explains the term in a label: a popover shows the entry of the guide's glossary for it.
 * docs/guide/glossary.md decides which terms have an entry. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* If the text of @label is a term, returns a button with @label inside, underlined with dots, which
 * opens the popover. Else returns @label. @label: a new GtkLabel. (transfer floating) */
GtkWidget *poplens_concept_wrap (GtkWidget *label);
/* For each of @texts (NULL-terminated) that is a term, adds an item such as "Explain “Tile
 * balance”" to @menu, once. The item activates @action with the term as its target. */
void poplens_concept_add_menu (GMenu *menu, const char *const *texts, const char *action);
/* Opens a popover that explains @term, at the point (@x, @y) of @parent. It is destroyed when it is
 * closed. */
void poplens_concept_popup (GtkWidget *parent, const char *term, double x, double y);

G_END_DECLS
