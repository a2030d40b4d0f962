/* PoplensCardsLayout: cards of one width in rows, all of one height, a space between them.
 *
 * The rows are as full as they can be: of four cards where three would fit beside each other there
 * are two and two. No more stand in a row than find their natural width, and at most
 * POPLENS_CARDS_MOST. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_CARDS_MOST 4

#define POPLENS_TYPE_CARDS_LAYOUT (poplens_cards_layout_get_type ())
G_DECLARE_FINAL_TYPE (PoplensCardsLayout, poplens_cards_layout, POPLENS, CARDS_LAYOUT,
                      GtkLayoutManager)

GtkLayoutManager *poplens_cards_layout_new (void);
/* How many of @n cards stand in a row where @fit would find room; at least 1. */
guint poplens_cards_in_a_row (guint n, guint fit);

G_END_DECLS
