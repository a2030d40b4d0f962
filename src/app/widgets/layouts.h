/* Layout managers that arrange children in as many rows as necessary for a width. Also a function
 * that allocates a child for both text directions. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Allocates @child, while @widget is being allocated; all values are in pixels. @x: distance from
 * the start of the line: from the right edge in right-to-left locales. */
void poplens_place_child (GtkWidget *widget, GtkWidget *child, int x, int y, int width, int height);

/* ---- cards in rows --------------------------------------------------------------------------- */

/* PoplensCardsLayout: cards of equal width and height in rows, with space between them.
 *
 * The rows are about equally long: if only three of four cards fit side by side, there are two rows
 * of two. A row has at most POPLENS_CARDS_MOST cards, and only as many as fit with their natural
 * width. */

#define POPLENS_CARDS_MOST 4

#define POPLENS_TYPE_CARDS_LAYOUT (poplens_cards_layout_get_type ())
G_DECLARE_FINAL_TYPE (PoplensCardsLayout, poplens_cards_layout, POPLENS, CARDS_LAYOUT,
                      GtkLayoutManager)

GtkLayoutManager *poplens_cards_layout_new (void);
/* Returns the number of cards per row, at least 1. @n: number of cards; @fit: number that fits side
 * by side. */
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
