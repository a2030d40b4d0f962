/* Builds the rows of a small table one by one, as C structs: for thousands of rows, not millions.
 * Private to the tables. */
#pragma once

#include "tables/engine/table.h"

#include <glib.h>

G_BEGIN_DECLS

typedef struct _PoplensRecords PoplensRecords;

/* Creates records of @size bytes. @columns: describe their members; the columns of the table, in
 * order. Their texts must live until the table is made. (transfer full) */
PoplensRecords *poplens_records_new (const PoplensColumn *columns, guint n, gsize size);
/* Adds a column before the first record is added: for columns whose number and names depend on the
 * report. Copies its texts. */
void poplens_records_add_column (PoplensRecords *self, const PoplensColumn *column);
void poplens_records_free (PoplensRecords *self);
#define POPLENS_RECORDS(Record, columns)                                                           \
  poplens_records_new (columns, G_N_ELEMENTS (columns), sizeof (Record))

/* Adds a record. Its members have no value, or are 0 if their type has no absent value. Valid until
 * the next record is added. */
gpointer poplens_records_add (PoplensRecords *self);
/* Adds a record at @depth in a tree. */
gpointer poplens_records_add_at (PoplensRecords *self, guint16 depth);
/* Returns the last record. */
gpointer poplens_records_last (PoplensRecords *self);
/* Returns a copy of @text (nullable) that lives as long as the table. */
const char *poplens_records_text (PoplensRecords *self, const char *text);
/* Sets the link of the last record: a location as text. */
void poplens_records_link (PoplensRecords *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
guint32 poplens_records_count (const PoplensRecords *self);

/* Makes the table with all columns of the records. @self: (transfer full). (transfer full) */
PoplensTable *poplens_records_finish (PoplensRecords *self, const char *name, const char *title,
                                      PoplensReport *report);
/* Makes a tree. @self: (transfer full). (transfer full) */
PoplensTable *poplens_records_finish_tree (PoplensRecords *self, const char *name,
                                           const char *title, PoplensReport *report);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensRecords, poplens_records_free)

/* ---- cell texts ------------------------------------------------------------------------------ */

/* Texts of a table's cells that are made on demand: people see thirty rows of ten thousand. */

typedef struct _PoplensCellTexts PoplensCellTexts;

/* Returns the text of a cell. Any thread. (transfer full) (nullable): NULL for an empty cell */
typedef char *(*PoplensCellTextFunc) (gconstpointer data, guint32 row, guint column);

/* Creates the texts of a table. @data must outlive them. (transfer full) */
PoplensCellTexts *poplens_cell_texts_new (guint32 n_rows, guint n_columns, PoplensCellTextFunc make,
                                          gconstpointer data);
void poplens_cell_texts_free (PoplensCellTexts *self);
/* Returns the text of a cell, which lives as long as @self. Any thread, without a lock. (nullable)
 */
const char *poplens_cell_texts_get (PoplensCellTexts *self, guint32 row, guint column);

/* ---- card facts ------------------------------------------------------------------------------ */

/* Facts about one thing, one in each row: the records of the table "card". */

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

/* Creates an empty list of facts. (transfer full) */
PoplensRecords *poplens_card_facts_new (void);
/* Adds a fact; copies @what and the text of @value. Valid until the next fact is added. */
PoplensCardFact *poplens_card_facts_add (PoplensRecords *self, guint16 depth, const char *what,
                                         const PoplensValue *value);
/* Sets the link of the last fact to the location that shows it. */
void poplens_card_facts_link (PoplensRecords *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Makes the table of the facts. @self: (transfer full). (transfer full) */
PoplensTable *poplens_card_facts_finish (PoplensRecords *self, const char *title,
                                         PoplensReport *report);

G_END_DECLS
