/* Layout managers that arrange children in as many rows as the width requires, and a helper that
 * allocates a child in both text directions. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Allocates @child of @widget, which is being allocated itself (pixels). @x: distance from the
 * start of the line, which is at the right in right-to-left languages. */
void poplens_place_child (GtkWidget *widget, GtkWidget *child, int x, int y, int width, int height);

/* ---- cards in rows --------------------------------------------------------------------------- */

/* PoplensCardsLayout: cards of equal width and height in rows, with space between them.
 *
 * The rows are balanced: if three of four cards would fit side by side, the rows have two each. A
 * row has at most POPLENS_CARDS_MOST cards, and only as many as fit with their natural width. */

#define POPLENS_CARDS_MOST 4

#define POPLENS_TYPE_CARDS_LAYOUT (poplens_cards_layout_get_type ())
G_DECLARE_FINAL_TYPE (PoplensCardsLayout, poplens_cards_layout, POPLENS, CARDS_LAYOUT,
                      GtkLayoutManager)

GtkLayoutManager *poplens_cards_layout_new (void);
/* Returns the number of cards per row for @n cards if @fit cards fit; at least 1. */
guint poplens_cards_in_a_row (guint n, guint fit);

/* ---- wrapped rows ---------------------------------------------------------------------------- */

/* PoplensWrapLayout: children in a row, wrapped into further rows like words if they do not fit.
 * Children that expand share the remaining width of their row. If the widget's halign is centre,
 * the rows are centred. */

#define POPLENS_TYPE_WRAP_LAYOUT (poplens_wrap_layout_get_type ())
G_DECLARE_FINAL_TYPE (PoplensWrapLayout, poplens_wrap_layout, POPLENS, WRAP_LAYOUT,
                      GtkLayoutManager)

GtkLayoutManager *poplens_wrap_layout_new (void);

G_END_DECLS
