/* Layout managers that put children into as many rows as the width asks for, and what all layouts
 * place children by. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Gives @child of @widget, which is being allocated, its place (px). @x: from where a line begins,
 * which is at the right in languages written from right to left. */
void poplens_place_child (GtkWidget *widget, GtkWidget *child, int x, int y, int width, int height);

/* ---- cards in rows --------------------------------------------------------------------------- */

/* PoplensCardsLayout: cards of one width in rows, all of one height, a space between them.
 *
 * The rows are as full as they can be: of four cards where three would fit beside each other there
 * are two and two. No more stand in a row than find their natural width, and at most
 * POPLENS_CARDS_MOST. */

#define POPLENS_CARDS_MOST 4

#define POPLENS_TYPE_CARDS_LAYOUT (poplens_cards_layout_get_type ())
G_DECLARE_FINAL_TYPE (PoplensCardsLayout, poplens_cards_layout, POPLENS, CARDS_LAYOUT,
                      GtkLayoutManager)

GtkLayoutManager *poplens_cards_layout_new (void);
/* How many of @n cards stand in a row where @fit would find room; at least 1. */
guint poplens_cards_in_a_row (guint n, guint fit);

/* ---- words in lines -------------------------------------------------------------------------- */

/* PoplensWrapLayout: children in a row, and in further rows as words in lines where they do not
 * fit. Who expands takes what its row leaves over. Rows of a widget that is centred are centred. */

#define POPLENS_TYPE_WRAP_LAYOUT (poplens_wrap_layout_get_type ())
G_DECLARE_FINAL_TYPE (PoplensWrapLayout, poplens_wrap_layout, POPLENS, WRAP_LAYOUT,
                      GtkLayoutManager)

GtkLayoutManager *poplens_wrap_layout_new (void);

G_END_DECLS
