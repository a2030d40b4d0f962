/* Rows of a card: what the table "card" tells in one, as a row of a list. */
#pragma once

#include <gtk/gtk.h>

#include "tables/engine/table.h"

G_BEGIN_DECLS

/* The text of a cell of the column; NULL where it has none. (transfer full) */
char *poplens_card_text (const PoplensTable *table, guint32 row, const char *column,
                         PoplensByteUnit unit);
/* A GtkListBoxRow of @row; what it can be followed to is get_location(). */
GtkWidget *poplens_card_row_new (const PoplensTable *table, guint32 row, PoplensByteUnit unit);
/* One of @title that leads to @location. */
GtkWidget *poplens_card_row_new_link (const char *title, const char *location);
/* (nullable) (transfer none) */
const char *poplens_card_row_get_location (GtkListBoxRow *row);

G_END_DECLS
