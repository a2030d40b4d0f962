/* The rows of a small table as C structs, put together one by one: for tables of thousands of rows,
 * not of millions. Private to the tables. */
#pragma once

#include "tables/engine/table.h"

#include <glib.h>

G_BEGIN_DECLS

typedef struct _PoplensRecords PoplensRecords;

/* Records of @size bytes whose members @columns describe: the columns of the table, in its order.
 * Their texts have to live until the table is made. */
PoplensRecords *poplens_records_new (const PoplensColumn *columns, guint n, gsize size);
/* One more column, before any record: of those whose number and names a report decides. Its texts
 * are copied. */
void poplens_records_add_column (PoplensRecords *self, const PoplensColumn *column);
void poplens_records_free (PoplensRecords *self);
#define POPLENS_RECORDS(Record, columns)                                                           \
  poplens_records_new (columns, G_N_ELEMENTS (columns), sizeof (Record))

/* A record in which nothing has a value yet; but members that have no way to say so are 0. It may
 * move when the next one is added. */
gpointer poplens_records_add (PoplensRecords *self);
/* The same, @depth levels down in a tree. */
gpointer poplens_records_add_at (PoplensRecords *self, guint16 depth);
/* The record that was added last. */
gpointer poplens_records_last (PoplensRecords *self);
/* A copy of a text (nullable) that lives as long as the table. */
const char *poplens_records_text (PoplensRecords *self, const char *text);
/* The link of the last record: a location as text. */
void poplens_records_link (PoplensRecords *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
guint32 poplens_records_count (const PoplensRecords *self);

/* Makes the table with all its columns of the records, which are taken. */
PoplensTable *poplens_records_finish (PoplensRecords *self, const char *name, const char *title,
                                      PoplensReport *report);
/* The same of a tree. */
PoplensTable *poplens_records_finish_tree (PoplensRecords *self, const char *name,
                                           const char *title, PoplensReport *report);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensRecords, poplens_records_free)

/* ---- cell texts ------------------------------------------------------------------------------ */

/* Texts of a table's cells that are made when they are asked for: of ten thousand rows a person
 * sees thirty. */

typedef struct _PoplensCellTexts PoplensCellTexts;

/* The text of a cell, or NULL for none; on any thread. (transfer full) */
typedef char *(*PoplensCellTextFunc) (gconstpointer data, guint32 row, guint column);

/* @data must outlive it. */
PoplensCellTexts *poplens_cell_texts_new (guint32 n_rows, guint n_columns, PoplensCellTextFunc make,
                                          gconstpointer data);
void poplens_cell_texts_free (PoplensCellTexts *self);
/* Any thread, without a lock; the text lives as long as @self. */
const char *poplens_cell_texts_get (PoplensCellTexts *self, guint32 row, guint column);

/* ---- card facts ------------------------------------------------------------------------------ */

/* Facts about one thing, a row each: the records of the table "card". */

typedef struct {
  const char *what;
  PoplensValue value;
  const char *detail;   /* (nullable): what the value covers */
  double share;         /* of the capacity of a tile */
  const char *source;   /* (nullable): "recorded", "measured", "estimated" or "derived" */
  const char *doc;      /* (nullable): what the value means */
  const char *key;      /* (nullable): for scripts */
  const char *location; /* (nullable) */
} PoplensCardFact;

/* Returns no records yet. (transfer full) */
PoplensRecords *poplens_card_facts_new (void);
/* Adds a fact with copies of the texts. Valid until the next one is added. @value: a text is
 * copied. */
PoplensCardFact *poplens_card_facts_add (PoplensRecords *self, guint16 depth, const char *what,
                                         const PoplensValue *value);
/* Sets the location that shows the last fact. */
void poplens_card_facts_link (PoplensRecords *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Makes the table of the facts, which are taken. */
PoplensTable *poplens_card_facts_finish (PoplensRecords *self, const char *title,
                                         PoplensReport *report);

G_END_DECLS
