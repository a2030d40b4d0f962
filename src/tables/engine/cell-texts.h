/* Texts of a table's cells that are made when they are asked for: of ten thousand rows a person
 * sees thirty. Private to the tables. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _PoplensCellTexts PoplensCellTexts;

/* The text of a cell, or NULL for none; on any thread. (transfer full) */
typedef char *(*PoplensCellTextFunc) (gconstpointer data, guint32 row, guint column);

/* @data must outlive it. */
PoplensCellTexts *poplens_cell_texts_new (guint32 n_rows, guint n_columns, PoplensCellTextFunc make,
                                          gconstpointer data);
void poplens_cell_texts_free (PoplensCellTexts *self);
/* Any thread, without a lock; the text lives as long as @self. */
const char *poplens_cell_texts_get (PoplensCellTexts *self, guint32 row, guint column);

G_END_DECLS
